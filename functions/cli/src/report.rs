//! `chute report`: what those who mend the program need to know of a machine, and nothing about
//! people. Only what is listed here gets in: numbers, words of lists that this program knows, and
//! places in its source.

use std::{
    collections::{BTreeMap, VecDeque},
    env, fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use chute_serve::{ROUTES, operator::NAME};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    client::Client,
    failure::{Failure, Outcome},
    log, tables,
};

/// How many lines of the log are kept: the last ones.
const LINES: usize = 5_000;
/// The files of a data folder.
const FILES: [&str; 9] = [
    "tables.db",
    "tables.db-wal",
    "objects.db",
    "objects.db-wal",
    "secrets.json",
    "format.json",
    "stack.json",
    "texts.jsonl",
    "mails.jsonl",
];
/// Words that `/health` says of disk and backup.
const FAULTS: [&str; 6] = ["full", "failed", "low", "slow", "missing", "late"];
/// A time in milliseconds or a size in bytes from here on is none: it may be a phone number.
const MOST: u64 = 1_000_000_000;
/// Whose sources a line of the log may name.
const CRATES: [&str; 8] = [
    "api",
    "cli",
    "contract",
    "domain",
    "picture",
    "publisher",
    "serve",
    "store",
];

/// What goes into a report.
#[derive(Debug, Args)]
pub struct Report {
    /// The new file
    file: PathBuf,
    /// The log of `chute serve`, if it went to the terminal; by default that in the data folder
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Writes the report about a data folder.
pub fn run(report: &Report, data: &Path) -> Outcome {
    let files = match &report.log {
        Some(file) => vec![file.clone()],
        None => {
            log::files(data).map_err(|error| Failure::because("The log cannot be read", &error))?
        }
    };
    let log = log_of(&files)?;
    let content = json!({
        "chute": env!("CARGO_PKG_VERSION"),
        "system": {"os": env::consts::OS, "arch": env::consts::ARCH,
            "processors": std::thread::available_parallelism().ok()},
        "bytes": sizes(data),
        "process": process(data),
        "log": log,
    });
    let failed = |error: &dyn std::error::Error| {
        Failure::because(
            &format!("{} cannot be written", report.file.display()),
            error,
        )
    };
    let text = serde_json::to_vec_pretty(&content).map_err(|error| failed(&error))?;
    // never in place of another file
    let open = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&report.file);
    open.and_then(|mut file| file.write_all(&text))
        .map_err(|error| failed(&error))?;
    eprintln!(
        "{} has versions, settings, sizes, health{}: no names, addresses or keys. It is plain text: read it before you send it.",
        report.file.display(),
        if files.is_empty() { "" } else { ", log" }
    );
    Ok(())
}

/// The sizes of the files in the folder, in bytes.
fn sizes(data: &Path) -> BTreeMap<&'static str, u64> {
    FILES
        .into_iter()
        .filter_map(|name| Some((name, fs::metadata(data.join(name)).ok()?.len())))
        .collect()
}

#[derive(Deserialize)]
struct Stack {
    site: String,
}

/// The health and settings of the running process; null if none answers.
fn process(data: &Path) -> Option<Value> {
    let stack: Stack = serde_json::from_slice(&fs::read(data.join("stack.json")).ok()?).ok()?;
    let client = Client::new("--data", &stack.site, "").ok()?;
    let health = client.once("GET", "health", &Value::Null).ok()?.body;
    let health: Health = serde_json::from_value(health).ok()?;
    // made from the template, by the process that has the settings
    let settings: Option<Value> = tables::run(async {
        let process = tables::connect(&data.join(NAME)).await?;
        Ok(process.ask("/settings").await.ok())
    })
    .ok()?;
    Some(json!({"health": health.shown(), "settings": settings}))
}

#[derive(Deserialize)]
struct Health {
    status: String,
    version: String,
    #[serde(default)]
    clock_fault: String,
    disk: Option<HealthPart>,
    backup: Option<HealthPart>,
    visited: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct HealthPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    free_mb: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sync_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    age_s: Option<u64>,
    #[serde(alias = "failure")]
    fault: Option<String>,
}

impl Health {
    fn shown(self) -> Value {
        let known = |seen: Option<HealthPart>| {
            seen.map(|seen| HealthPart {
                fault: seen.fault.map(|fault| one_of(&FAULTS, &fault)),
                ..seen
            })
        };
        let is_version = self.version.len() < 20
            && self
                .version
                .split('.')
                .all(|part| part.parse::<u32>().is_ok());
        json!({
            "status": one_of(&["ok", "unavailable"], &self.status),
            "version": if is_version { &self.version } else { "other" },
            "clock_is_wrong": !self.clock_fault.is_empty(),
            "disk": known(self.disk),
            "backup": known(self.backup),
            "visited": self.visited,
        })
    }
}

/// A word that is on the list, or that it is not.
fn one_of(words: &[&str], word: &str) -> String {
    let known = words.iter().find(|known| **known == word);
    (*known.unwrap_or(&"other")).to_owned()
}

/// The log as a report has it.
#[derive(Debug, Default, Serialize)]
struct Log {
    /// How many lines its files have.
    lines: usize,
    /// The last ones of those that are understood.
    last: VecDeque<Value>,
}

/// A line of the log; everything else in it is left out.
#[derive(Deserialize)]
struct Line {
    level: String,
    #[serde(default)]
    fields: Fields,
    filename: Option<String>,
    line_number: Option<u32>,
}

#[derive(Default, Deserialize)]
struct Fields {
    message: Option<String>,
    route: Option<String>,
    status: Option<u16>,
    ms: Option<Value>,
    bytes: Option<u64>,
}

fn log_of(files: &[PathBuf]) -> Outcome<Log> {
    let (mut log, mut line) = (Log::default(), Vec::new());
    for file in files {
        let failed = |error: &dyn std::error::Error| {
            Failure::because(&format!("{} cannot be read", file.display()), error)
        };
        let mut lines = BufReader::new(fs::File::open(file).map_err(|error| failed(&error))?);
        // not as text: a crash may have cut a line off anywhere
        while lines
            .read_until(b'\n', &mut line)
            .map_err(|error| failed(&error))?
            > 0
        {
            log.lines += 1;
            log.last.extend(shown(&line));
            if log.last.len() > LINES {
                log.last.pop_front();
            }
            line.clear();
        }
    }
    Ok(log)
}

/// Of a panic only where it was.
fn panic(text: &str) -> Option<Value> {
    let (_, place) = text.split_once("panicked at ")?;
    let (source, rest) = place.split_once(':')?;
    let number: u32 = rest.split(':').next()?.trim().parse().ok()?;
    let at = is_source(source).then(|| format!("{source}:{number}"));
    Some(json!({"level": "PANIC", "at": at}))
}

fn shown(line: &[u8]) -> Option<Value> {
    let Ok(Line {
        level,
        fields,
        filename,
        line_number,
    }) = serde_json::from_slice(line)
    else {
        return panic(&String::from_utf8_lossy(line));
    };
    if let Some(panicked) = fields.message.as_deref().and_then(panic) {
        return Some(panicked);
    }
    let level = one_of(&["ERROR", "WARN", "INFO"], &level);
    let at = filename
        .filter(|source| is_source(source))
        .zip(line_number)
        .map(|(source, number)| format!("{source}:{number}"));
    let Some(route) = fields.route else {
        return Some(json!({"level": level, "at": at}));
    };
    let known = ROUTES.iter().map(|route| route.name);
    let known: Vec<&str> = known.chain(["card", "not-found"]).collect();
    let ms = fields.ms.and_then(|ms| match ms {
        Value::String(text) => text.parse::<u64>().ok(),
        other => other.as_u64(),
    });
    let [ms, bytes] = [ms, fields.bytes].map(|number| number.filter(|number| *number < MOST));
    Some(
        json!({"route": one_of(&known, &route), "status": fields.status, "ms": ms, "bytes": bytes}),
    )
}

/// Whether this is the path of a source of this program, as the log names it.
fn is_source(path: &str) -> bool {
    let of_crate = CRATES.iter().find_map(|name| {
        path.strip_prefix("functions/")?
            .strip_prefix(name)?
            .strip_prefix("/src/")?
            .strip_suffix(".rs")
    });
    of_crate.is_some_and(|rest| {
        rest.chars()
            .all(|c| c.is_ascii_lowercase() || c == '_' || c == '/')
    })
}
