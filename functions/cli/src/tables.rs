//! Access to the tables and buckets of a host, by the same variables that the functions have.

use std::{
    collections::BTreeMap,
    env, fmt, fs,
    future::Future,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::Command,
};

use chute_domain::{
    account::Realm,
    race::{Slug, YearKey},
    state::EventRecord,
};
use chute_serve::operator::{NAME, Operator, SOCKET};
use chute_store::Store;
use clap::ValueEnum;
use tokio::runtime::{self, Runtime};

use crate::failure::{Failure, Outcome};

/// One of the two hosts, each with its own accounts and keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// Events, results, participants.
    #[default]
    Account,
    /// Chip readers and their reads.
    Remote,
}

impl From<Host> for Realm {
    fn from(host: Host) -> Self {
        match host {
            Host::Account => Self::Account,
            Host::Remote => Self::Remote,
        }
    }
}

/// Refuses to work on the tables of another host than the variables name.
pub fn is_here(host: Host) -> Outcome {
    let here = env::var("REALM")
        .ok()
        .and_then(|name| Realm::named(&name))
        .unwrap_or_default();
    if here == Realm::from(host) {
        return Ok(());
    }
    let wanted = Realm::from(host).name();
    Err(Failure::Usage(format!(
        "--realm {wanted}: the variables are those of the other host; set them and REALM={wanted}, or use --stack"
    )))
}

/// A variable that names a table or bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Accounts.
    Accounts,
    /// API keys.
    Keys,
    /// Events and years.
    Events,
    /// Rows, distances, segments.
    Races,
    /// Participants.
    Participants,
    /// Bib chips.
    BibChips,
    /// The published files.
    Downloads,
    /// The publisher's own files.
    Private,
}

impl Needs {
    fn variable(self) -> &'static str {
        match self {
            Self::Accounts => "ACCOUNTS_TABLE",
            Self::Keys => "KEYS_TABLE",
            Self::Events => "EVENTS_TABLE",
            Self::Races => "RACES_TABLE",
            Self::Participants => "PARTICIPANTS_TABLE",
            Self::BibChips => "BIBCHIPS_TABLE",
            Self::Downloads => "DOWNLOADS_BUCKET",
            Self::Private => "PRIVATE_BUCKET",
        }
    }
}

/// Opens the store, once every variable that the command needs is set: through the process that
/// serves a data folder if the variables are of one, else on AWS.
pub async fn open(needs: &[Needs]) -> Outcome<Store> {
    check(needs, |variable| env::var(variable).ok())?;
    let Some(socket) = env::var_os(SOCKET) else {
        return on_aws().await;
    };
    let name = |variable: &str| env::var(variable).unwrap_or_default();
    Ok(connect(Path::new(&socket)).await?.store(name))
}

/// Reaches the process that serves a data folder.
pub async fn connect(socket: &Path) -> Outcome<Operator> {
    let connected = Operator::connect(socket).await;
    connected
        .map_err(|error| Failure::because("The running `chute serve` cannot be reached", &error))
}

/// The tables and buckets that the variables name, by the AWS SDK.
#[cfg(feature = "aws")]
pub async fn on_aws() -> Outcome<Store> {
    Ok(Store::for_operator().await)
}

/// Says what is missing.
#[cfg(not(feature = "aws"))]
pub async fn on_aws() -> Outcome<Store> {
    Err(Failure::new(
        "This build of chute has no AWS in it: use a released program, or build one with `cargo build --release --package chute-cli`.".to_owned(),
    ))
}

fn check(needs: &[Needs], value: impl Fn(&str) -> Option<String>) -> Outcome {
    match needs
        .iter()
        .map(|need| need.variable())
        .find(|variable| value(variable).is_none_or(|text| text.trim().is_empty()))
    {
        None => Ok(()),
        Some(variable) => Err(Failure::new(format!(
            "The variable {variable} is not set: --stack .local/stack.json takes it from what `make start` wrote; on AWS set it from the outputs of the stack."
        ))),
    }
}

/// Replaces this process with the same program run with the variables of a stack's file.
///
/// Variables of a running program cannot be set safely; those of a new one can.
pub fn with_stack(file: &Path, host: Host) -> Outcome {
    run_again(file, host, None)
}

/// The same with the variables of the process that serves this data folder.
pub fn with_data(folder: &Path, host: Host) -> Outcome {
    let file = folder.join("stack.json");
    if !file.exists() {
        return Err(Failure::new(format!(
            "No `chute serve` is running on {}: start it first.",
            folder.display()
        )));
    }
    // wherever the folder was when it started
    run_again(&file, host, Some((SOCKET, folder.join(NAME))))
}

fn run_again(file: &Path, host: Host, more: Option<(&str, PathBuf)>) -> Outcome {
    let text = fs::read(file)
        .map_err(|error| Failure::because(&format!("{} cannot be read", file.display()), &error))?;
    let variables = variables(&text, host)?;
    let program = env::current_exe()
        .map_err(|error| Failure::because("The program cannot find itself", &error))?;
    let mut command = Command::new(program);
    command
        .args(env::args_os().skip(1))
        .envs(variables)
        .envs(more)
        .env(STACK_READ, "1");
    Err(Failure::because(
        "The program cannot start",
        &command.exec(),
    ))
}

/// Set in a program that was started by [`with_stack`] or [`with_data`].
pub const STACK_READ: &str = "CHUTE_STACK_READ";

/// The variables in a stack's file: its `env`, the values that differ on the remote host, and for
/// the demo its address and write key.
fn variables(file: &[u8], host: Host) -> Outcome<BTreeMap<String, String>> {
    let stack: Stack = serde_json::from_slice(file)
        .map_err(|error| Failure::because("The stack's file cannot be read", &error))?;
    let demo = [("CHUTE_API", stack.api), ("CHUTE_KEY", stack.write_key)];
    let demo = demo
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let remote = if host == Host::Remote {
        stack.remote_env
    } else {
        BTreeMap::new()
    };
    Ok(stack.env.into_iter().chain(remote).chain(demo).collect())
}

#[derive(serde::Deserialize)]
struct Stack {
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    remote_env: BTreeMap<String, String>,
    api: Option<String>,
    write_key: Option<String>,
}

/// Runs a command's calls to completion.
pub fn run<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    runtime()?.block_on(work)
}

/// What runs a command's calls.
pub fn runtime() -> Outcome<Runtime> {
    runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::because("The program cannot start", &error))
}

/// The event of this name.
pub async fn event(store: &Store, slug: &Slug) -> Outcome<EventRecord> {
    let event = store.load_event(slug).await?;
    event.ok_or_else(|| Failure::new(format!("There is no event {slug}.")))
}

/// Names the years that an event has instead of the one that was asked for.
pub fn no_year(event: &EventRecord, wanted: impl fmt::Display) -> Failure {
    let known: Vec<&str> = event.years.keys().map(YearKey::as_str).collect();
    Failure::new(format!(
        "{} has no year {wanted}; there are: {}.",
        event.slug(),
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_variable_is_named_with_what_sets_it() {
        let set = |variable: &str| (variable != "KEYS_TABLE").then(|| "x".to_owned());
        assert_eq!(check(&[Needs::Accounts, Needs::Events], set), Ok(()));
        let Err(Failure::Failed(sentence)) = check(&[Needs::Accounts, Needs::Keys], set) else {
            panic!("accepted")
        };
        assert!(
            sentence.contains("KEYS_TABLE") && sentence.contains("make start"),
            "{sentence}"
        );
        assert!(sentence.contains("--stack"), "{sentence}");
        assert!(check(&[Needs::Races], |_| Some(" ".to_owned())).is_err());
    }

    #[test]
    fn the_file_of_a_stack_sets_the_variables() {
        let file = br#"{"site":"x","api":"http://localhost:8080/api/","write_key":"rk_x","env":{"KEYS_TABLE":"k","EVENTS_TABLE":"e"},
            "remote_env":{"KEYS_TABLE":"r","REALM":"remote"}}"#;
        let found = |host| {
            let found = variables(file, host).unwrap();
            found
                .into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            found(Host::Account),
            "CHUTE_API=http://localhost:8080/api/ CHUTE_KEY=rk_x EVENTS_TABLE=e KEYS_TABLE=k"
        );
        assert_eq!(
            found(Host::Remote),
            "CHUTE_API=http://localhost:8080/api/ CHUTE_KEY=rk_x EVENTS_TABLE=e KEYS_TABLE=r REALM=remote"
        );
        assert!(variables(b"[]", Host::Account).is_err());
    }
}
