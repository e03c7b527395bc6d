//! The way to the tables and buckets: the same variables as the functions have.

use std::{env, future::Future};

use chute_store::Store;

use crate::failure::{Failure, Outcome};

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
            Self::Downloads => "DOWNLOADS_BUCKET",
            Self::Private => "PRIVATE_BUCKET",
        }
    }
}

/// The store, once every variable the command needs is set.
pub async fn open(needs: &[Needs]) -> Outcome<Store> {
    check(needs, |variable| env::var(variable).ok())?;
    Ok(Store::from_env().await)
}

fn check(needs: &[Needs], value: impl Fn(&str) -> Option<String>) -> Outcome {
    match needs.iter().map(|need| need.variable()).find(|variable| value(variable).is_none_or(|text| text.trim().is_empty())) {
        None => Ok(()),
        Some(variable) => Err(Failure::new(format!(
            "The variable {variable} is not set: run `make start`, which sets it for the local stack, or take it from the outputs of the stack on AWS."
        ))),
    }
}

/// Runs a command's calls to the end.
pub fn run<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::because("The program cannot start", &error))?.block_on(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_variable_is_named_with_what_sets_it() {
        let set = |variable: &str| (variable != "KEYS_TABLE").then(|| "x".to_owned());
        assert_eq!(check(&[Needs::Accounts, Needs::Events], set), Ok(()));
        let Err(Failure::Failed(sentence)) = check(&[Needs::Accounts, Needs::Keys], set) else { panic!("accepted") };
        assert!(sentence.contains("KEYS_TABLE") && sentence.contains("make start"), "{sentence}");
        assert!(check(&[Needs::Races], |_| Some(" ".to_owned())).is_err());
    }
}
