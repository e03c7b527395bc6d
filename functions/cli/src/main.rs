//! `chute`, the operator's command: accounts and keys, import and export of a year, rebuilding of
//! snapshots, the mirror, the demo.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 failure, 2 invalid
//! arguments.

mod account;
mod addresses;
mod alerts;
mod ask;
mod check;
mod client;
mod clock;
mod csv_rows;
mod demo;
mod export;
mod failure;
mod import;
mod key;
mod log;
mod mirror;
mod progress;
mod random;
mod rebuild;
mod report;
mod serve;
mod sheet_file;
mod tables;
mod welcome;

use std::{env, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::{
    account::{AccountType, NewAccount},
    failure::Outcome,
};

/// The system's own keeps a heap for each thread, and what one has freed no other one uses.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const AFTER_HELP: &str = "\
On the machine of `chute serve`, --data names its folder: the command works through the running process, which only the folder's owner can reach.
Else tables and buckets are those of the variables ACCOUNTS_TABLE, KEYS_TABLE, EVENTS_TABLE, RACES_TABLE, PARTICIPANTS_TABLE, BIBCHIPS_TABLE,
DOWNLOADS_BUCKET and PRIVATE_BUCKET; region, credentials and AWS_ENDPOINT_URL are read as by any AWS tool. `make start` notes
them all in .local/stack.json: `chute --stack .local/stack.json …` takes them from there. The demo only needs --api and --key.
For the remote host: --realm remote, and REALM=remote with the variables where they are not taken from such a file.

Results go to stdout, everything else to stderr.
Exit codes: 0 done, 1 failed, 2 the arguments mean nothing.";

const IMPORT_HELP: &str = "\
The rules are those of results/add: rows are told apart by person_id, location and occurence; equal rows cost no write; rows that are not
in the file stay. Columns are those of the wire: person_id, bib, first, last, age, … (occurence is spelled so). A file with invalid lines is
not imported: they are listed, and the exit code is 1.

A table of another program needs --column for each of its columns, by the heading: then its lines become rows, with places, by the rules of
results from a spreadsheet (docs/contract/api.md 4.17), and people who are there are known by bib and distance. Roles: bib, name, first, last,
age, birthdate, gender, age_group, distance, division, team, place, status, clock, chip, laps, lap, split:NAME.

Examples:
  chute import results.csv --slug river-run --year 2026
  chute import results.csv.gz --slug river-run --year 2026 --apply
  chute import old.csv --slug hill-10k --year 2019 --create-event --owner ada@example.org --name 'Hill 10K' \\
    --date 2019-06-01T09:00:00+02:00 --apply
  chute import finish.csv --slug hill-10k --year 2026 --column bib=Bib --column name=Name --column 'clock=Gun Time' \\
    --column 'split:5K=5K Split' --read distance='10 KM' --read age_groups=ten";

const EXPORT_HELP: &str = "\
What readers see: the names of anonymous people are left out, unless --with-anonymous keeps them (a backup needs it). The CSV is for machines and comes back
unchanged through `chute import`; so cells that begin with = + - or @ are not protected: do not open it with a spreadsheet program that
runs formulas.

Examples:
  chute export --slug river-run --year 2026 --format csv --out river-run-2026.csv.gz
  chute export --slug river-run --year 2026 --format json | jq .count";

const SERVE_HELP: &str = "\
It listens on this machine only, unless --lan or --listen says otherwise. Other commands find it by --data with its folder while it
runs. SIGTERM and Ctrl-C end it cleanly; whatever was acknowledged survives any other end, too.

Examples:
  chute serve --data races --lan
  chute serve --data races --lan --backup-to /media/stick --backup-every 10m
  chute --data races admin create";

const MIRROR_HELP: &str = "\
The race is read where --data, --stack or the variables point, and sent with a write key of the account that owns, or is to own, the event over
there. It may break off at any time: the same command goes on, since what the other Chute has is asked from it. Nothing there is deleted
without --delete; a write key is enough for that too. Names of anonymous people, birth dates and phones go along: it is the owner's copy.

Examples:
  chute --data races mirror --event river-run --to https://results.example.org/api/ --key rk_…
  chute --data races mirror --event river-run --year 2026 --to https://results.example.org/api/ --follow   (with CHUTE_MIRROR_KEY set)";

const CHECK_HELP: &str = "\
It works with a running `chute serve` on this machine. The upload goes to a private event of its own, which is deleted again. Only the question
to the time server leaves this machine; without a network the clock is not compared. Exit code 1 if something is wrong.

Example:
  chute --data races check";

/// The operator's command of Chute.
#[derive(Debug, Parser)]
#[command(name = "chute", version, about, after_help = AFTER_HELP)]
struct Arguments {
    /// Take the variables from this file, such as the .local/stack.json of `make start`
    #[arg(long, global = true, value_name = "FILE")]
    stack: Option<PathBuf>,
    /// Data folder of `chute serve`; other commands work through the process that serves it
    #[arg(long, global = true, value_name = "DIR", conflicts_with = "stack")]
    data: Option<PathBuf>,
    /// Which accounts and keys to use: those of the account host or of the remote host
    #[arg(long, global = true, value_enum, default_value_t)]
    realm: tables::Host,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Administrators
    #[command(subcommand)]
    Admin(Admin),
    /// Accounts of any type
    #[command(subcommand)]
    Account(Accounts),
    /// API keys
    #[command(subcommand)]
    Key(Keys),
    /// Import a results CSV into a year of an event; only shows what it would do, unless --apply is
    /// given
    #[command(after_help = IMPORT_HELP)]
    Import(Box<import::Import>),
    /// Write a year of an event as CSV or JSON
    #[command(after_help = EXPORT_HELP)]
    Export(export::Export),
    /// Rebuild the published files of an event from the tables, or compare them
    #[command(
        after_help = "Examples:\n  chute rebuild --slug river-run\n  chute rebuild --slug river-run --year 2026 --check"
    )]
    Rebuild(rebuild::Rebuild),
    /// Run everything in one process on this machine, without AWS
    #[command(after_help = SERVE_HELP)]
    Serve(serve::Serve),
    /// Write all data of `chute serve` into one file, even while it runs
    #[command(
        after_help = "Examples:\n  chute backup --data races races-2026-11-22.tar\n  chute backup --verify races-2026-11-22.tar"
    )]
    Backup {
        /// The new file
        file: PathBuf,
        /// Make no backup: read this one through, check it, and say what is in it
        #[arg(long)]
        verify: bool,
    },
    /// Restore a backup into a folder that does not exist yet
    #[command(after_help = "Example:\n  chute restore --data races races-2026-11-22.tar")]
    Restore {
        /// The file that `chute backup` wrote
        file: PathBuf,
    },
    /// Send a race to another Chute, such as one on the internet; a repeat sends only what has
    /// changed
    #[command(after_help = MIRROR_HELP)]
    Mirror(mirror::Mirror),
    /// Look through everything on the morning of a race: clock, disk, an upload, phones, backup,
    /// keys
    #[command(after_help = CHECK_HELP)]
    Check(check::Check),
    /// Write a report for those who mend the program: versions, settings, sizes, health and log,
    /// without any name, address or key
    #[command(after_help = "Example:\n  chute --data races report report.json")]
    Report(report::Report),
    /// Text alerts
    #[command(subcommand)]
    Alerts(TextAlerts),
    /// Three invented events to look at
    #[command(subcommand)]
    Demo(demo::Demo),
}

#[derive(Debug, Subcommand)]
enum Admin {
    /// Create an administrator's account; its id goes to stdout
    #[command(
        after_help = "Examples:\n  chute --data races admin create\n  printf %s \"$PASSWORD\" | chute admin create --email ada@example.org --name 'Ada Osei' --password-stdin"
    )]
    Create(NewAccount),
}

#[derive(Debug, Subcommand)]
enum Accounts {
    /// Create an account; its id goes to stdout
    #[command(
        after_help = "Example:\n  chute account create --type free --email site@example.org --name 'Public site' --password-stdin < password.txt"
    )]
    Create {
        /// What the account may do
        #[arg(long = "type", value_enum)]
        kind: AccountType,
        #[command(flatten)]
        new: NewAccount,
    },
}

#[derive(Debug, Subcommand)]
enum Keys {
    /// Create an API key; its value goes to stdout, once
    #[command(
        after_help = "Examples:\n  chute key create --email ada@example.org --type write --name 'Finish laptop'\n  \
        chute key create --email site@example.org --public --name Site --allowed-hosts results.example.org --valid-until 2027-12-31"
    )]
    Create(key::NewKey),
}

#[derive(Debug, Subcommand)]
enum TextAlerts {
    /// Retry the alerts that could not be processed
    #[command(after_help = "Example:\n  chute --stack .build/aws-chute.json alerts redrive")]
    Redrive,
}

fn main() -> ExitCode {
    let Arguments {
        stack,
        data,
        realm,
        command,
    } = Arguments::parse();
    let is_read = env::var_os(tables::STACK_READ).is_some();
    let done = match (stack, &data) {
        _ if command.works_on_folder() => run(command, data),
        (Some(file), _) if !is_read => tables::with_stack(&file, realm),
        (None, Some(folder)) if !is_read => tables::with_data(folder, realm),
        _ => tables::is_here(realm).and_then(|()| run(command, data)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            failure.exit_code()
        }
    }
}

impl Command {
    /// Whether it works on the data folder of a deployment itself, not through the process that
    /// serves it.
    fn works_on_folder(&self) -> bool {
        matches!(
            self,
            Self::Serve(_) | Self::Backup { .. } | Self::Restore { .. } | Self::Report(_)
        )
    }
}

fn run(command: Command, data: Option<PathBuf>) -> Outcome {
    let folder = || data.unwrap_or_else(|| PathBuf::from(serve::DATA));
    match command {
        Command::Admin(Admin::Create(new)) => account::create(new, AccountType::Admin),
        Command::Account(Accounts::Create { kind, new }) => account::create(new, kind),
        Command::Key(Keys::Create(new)) => key::create(new),
        Command::Import(import) => import::run(&import),
        Command::Export(export) => export::run(&export),
        Command::Rebuild(rebuild) => rebuild::run(&rebuild),
        Command::Serve(serve) => serve::run(serve, folder()),
        Command::Backup { file, verify: true } => serve::verify(&file),
        Command::Backup { file, .. } => serve::back_up(&folder(), &file),
        Command::Restore { file } => serve::restore(&file, &folder()),
        Command::Mirror(mirror) => mirror::run(&mirror),
        Command::Check(check) => check::run(&check),
        Command::Report(report) => report::run(&report, &folder()),
        Command::Alerts(TextAlerts::Redrive) => alerts::redrive(),
        Command::Demo(demo) => demo::run(demo),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::{CommandFactory, error::ErrorKind};

    use super::*;

    /// Documents that tell readers to run `chute`.
    const DOCUMENTS: [(&str, &str); 4] = [
        ("README.md", include_str!("../../../README.md")),
        ("CONTRIBUTING.md", include_str!("../../../CONTRIBUTING.md")),
        (
            "docs/self-hosting.md",
            include_str!("../../../docs/self-hosting.md"),
        ),
        ("docs/runbook.md", include_str!("../../../docs/runbook.md")),
    ];

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_documents_name_commands_that_exist() {
        for (name, text) in DOCUMENTS {
            let commands = commands_of_chute(text);
            assert!(!commands.is_empty(), "{name}");
            for command in commands {
                let refused = Arguments::try_parse_from(&command).err().filter(|error| {
                    !matches!(
                        error.kind(),
                        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
                    )
                });
                if let Some(error) = refused {
                    panic!("{name}: {}\n{error}", command.join(" "));
                }
            }
        }
    }

    #[test]
    fn a_line_is_read_as_a_shell_reads_it() {
        let text = "\
Text with `chute check`, `chute serve --lan` and `chute --realm remote admin create …`.

    sudo -u chute chute --data /var/lib/chute check   # every morning
    printf %s \"$PASSWORD\" | ./chute key create --name 'Finish laptop' > key.txt
    export KEY=$(target/local/chute key create --public)
    chute() { .build/chute \"$@\"; }

```ini
    chute none
```
";
        let read = commands_of_chute(text);
        let read: Vec<Vec<&str>> = read
            .iter()
            .map(|words| words.iter().map(String::as_str).collect())
            .collect();
        let wanted: [&[&str]; 4] = [
            &["chute", "serve", "--lan"],
            &["chute", "--data", "/var/lib/chute", "check"],
            &["./chute", "key", "create", "--name", "Finish laptop"],
            &["target/local/chute", "key", "create", "--public"],
        ];
        assert_eq!(read, wanted);
    }

    /// The commands of `chute` in a document, each as its words: in its blocks, and those with
    /// options within a line. One that ends in … is not whole.
    fn commands_of_chute(text: &str) -> Vec<Vec<String>> {
        let mut fenced = false;
        let mut found = Vec::new();
        for line in text.lines() {
            if line.starts_with("```") {
                fenced = !fenced;
            } else if fenced {
                continue;
            } else if line.starts_with("    ") {
                found.extend(simple_commands(line).into_iter().filter_map(of_chute));
            } else {
                let code = line.split('`').skip(1).step_by(2);
                let whole = code.filter(|code| code.contains(" --") && !code.ends_with('…'));
                found.extend(whole.flat_map(simple_commands).filter_map(of_chute));
            }
        }
        found
    }

    /// The commands of a line, each as its words: what is in quotes is one word, a pipe or `$(` begins
    /// another command, and a comment is none.
    fn simple_commands(line: &str) -> Vec<Vec<String>> {
        let mut commands = Vec::new();
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for letter in line.chars() {
            match (quote, letter) {
                (Some(end), _) if letter == end => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, '#') if word.is_none() => break,
                (None, ' ') => words.extend(word.take()),
                (None, '|' | ';' | '&' | '(' | ')') => {
                    words.extend(word.take());
                    commands.push(std::mem::take(&mut words));
                }
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        commands.push(words);
        commands
    }

    /// The words if the program is `chute` and has arguments, without `sudo` and redirections.
    fn of_chute(words: Vec<String>) -> Option<Vec<String>> {
        let mut words = words.into_iter().peekable();
        if words.next_if(|word| word == "sudo").is_some() {
            words.next_if(|word| word == "-u")?;
            words.next();
        }
        let program = words.next()?;
        if Path::new(&program).file_name()? != "chute" || words.peek().is_none() {
            return None;
        }
        let mut command = vec![program];
        while let Some(word) = words.next() {
            match word.strip_prefix(['<', '>']) {
                Some("") => {
                    words.next();
                }
                Some(_) => {}
                None => command.push(word),
            }
        }
        Some(command)
    }
}
