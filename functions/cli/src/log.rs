//! Where `chute serve` writes its log: files in the data folder, or the terminal.

use std::{
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt,
    panic,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::LevelFilter;

use crate::failure::{Failure, Outcome};

/// The folder of the log in the data folder.
const FOLDER: &str = "log";
/// How many files of a day are kept.
const DAYS: usize = 14;

/// The form in which the log goes to the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ToTerminal {
    /// A line of JSON for each event, on standard output
    Json,
}

/// Begins the log. Where there is no file for it, such as on a full disk, it goes to the terminal.
pub fn begin(data: &Path, to_terminal: Option<ToTerminal>) {
    let lines = tracing_subscriber::fmt()
        .json()
        .with_target(false)
        // a report names the place of a warning, not its text
        .with_file(true)
        .with_line_number(true)
        .with_current_span(false)
        .with_max_level(LevelFilter::INFO);
    let file = match to_terminal {
        Some(ToTerminal::Json) => None,
        None => file(data)
            .inspect_err(|why| eprintln!("{why}. The log is here instead."))
            .ok(),
    };
    let Some(file) = file else {
        // whoever reads the terminal notes the time
        lines.without_time().init();
        return;
    };
    // a full disk is told by whoever stores something
    lines.log_internal_errors(false).with_writer(file).init();
    // people read the terminal, and a call that panics does not end the others
    panic::set_hook(Box::new(|panicked| tracing::error!("{panicked}")));
}

fn file(data: &Path) -> Outcome<RollingFileAppender> {
    let folder = data.join(FOLDER);
    let failed = |error: &dyn std::error::Error| {
        Failure::because(&format!("{} cannot be written", folder.display()), error)
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&folder)
        .map_err(|error| failed(&error))?;
    RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("chute")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(&folder)
        .map_err(|error| failed(&error))
}

/// The files of a data folder's log, the oldest first; none if it went to the terminal.
pub fn files(data: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(data.join(FOLDER)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    Ok(files)
}
