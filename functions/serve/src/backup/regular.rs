//! Backups of a deployment that is being served, one after another into a folder elsewhere, such as
//! a stick or a share: the last few are kept.
//!
//! Their names sort by age whatever the clock says: `chute-{deployment}-{number}-{time}.tar`. Only
//! files that have such a name and say inside that they are of this deployment are ever deleted. A
//! file that is not complete may be in the hands of another machine, which goes on with a copy of the
//! data: it is deleted once it has not changed from one backup to the next.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, ErrorKind},
    mem,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use rustix::fs::statvfs;
use serde::Serialize;

use super::{
    BackupError, DATABASES, Result, archive, failed, in_a_folder, random, rename_new, write,
};
use crate::{
    data::{Data, files},
    lock::lock,
    private::gone,
    secrets,
};

/// How soon a backup that failed is tried again, unless it is due earlier.
const AGAIN: Duration = Duration::from_secs(60);
/// How much longer than its share of the time a backup may take.
const LATE: Duration = Duration::from_secs(60);

/// Where backups go, and how many.
#[derive(Clone, Debug)]
pub struct Plan {
    /// An existing folder. It is never created: what is missing is a stick that is not plugged in.
    pub to: PathBuf,
    /// The pause between two backups.
    pub every: Duration,
    /// How many are kept.
    pub keep: usize,
}

/// How the backups are going; clones are the same.
#[derive(Clone, Debug)]
pub struct Status(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    every: Duration,
    begun: Instant,
    /// When the data was copied that the newest backup of this process holds.
    newest: Option<Instant>,
    failure: Option<Trouble>,
}

/// Why there is no new backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trouble {
    /// The folder is not there.
    Missing,
    /// There is no room, there or beside the data.
    Full,
    /// It has been due for long: the folder does not answer.
    Late,
    /// The log says why.
    Failed,
}

/// How the backups are going, for those who look after the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The age of the newest backup of this process in seconds, while the machine was awake; null
    /// before the first.
    pub age_s: Option<u64>,
    /// Why there is no newer one; null if all is well.
    pub failure: Option<Trouble>,
}

impl Status {
    fn new(every: Duration) -> Self {
        Self(Arc::new(Mutex::new(State {
            every,
            begun: Instant::now(),
            newest: None,
            failure: None,
        })))
    }

    /// How the backups are going now.
    #[must_use]
    pub fn now(&self) -> Told {
        let state = lock(&self.0);
        let waited = state.newest.unwrap_or(state.begun).elapsed();
        let is_late = waited > state.every * 2 + LATE;
        Told {
            age_s: state.newest.map(|at| at.elapsed().as_secs()),
            failure: state.failure.or(is_late.then_some(Trouble::Late)),
        }
    }
}

/// Makes backups on a thread of its own until the sender is dropped. A backup that is under way
/// then is cut off with the process.
pub fn begin(plan: Plan, folder: PathBuf, data: &Data) -> io::Result<(Status, Sender<()>)> {
    let status = Status::new(plan.every);
    let (end, ended) = mpsc::channel();
    let (told, copies) = (status.clone(), data.file(files::COPIES));
    let work = move || {
        let (mut was_elsewhere, mut parts) = (false, BTreeSet::new());
        loop {
            let begun = Instant::now();
            let made = once(&folder, &copies, &plan, was_elsewhere, &mut parts);
            let pause = match &made {
                Ok(made) => {
                    was_elsewhere = made.is_elsewhere;
                    tell(made, begun.elapsed());
                    plan.every
                }
                Err(error) => {
                    tracing::error!(
                        error = chute_store::with_causes(error),
                        "no backup was made"
                    );
                    plan.every.min(AGAIN)
                }
            };
            {
                let mut state = lock(&told.0);
                state.failure = made.as_ref().err().map(trouble);
                state.newest = made.is_ok().then_some(begun).or(state.newest);
            }
            if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("backups".to_owned())
        .spawn(work)?;
    Ok((status, end))
}

fn tell(made: &Made, took: Duration) {
    let Made {
        name,
        bytes,
        is_elsewhere,
    } = made;
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if *is_elsewhere {
        tracing::info!(name, bytes, ms, "backup made");
    } else {
        tracing::warn!(
            name,
            bytes,
            ms,
            "backup made, on the disk of the data itself: a stick that is not mounted?"
        );
    }
}

pub(super) fn trouble(error: &BackupError) -> Trouble {
    let BackupError::Io(_, error) = error else {
        return Trouble::Failed;
    };
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Trouble::Missing,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Trouble::Full,
        _ => Trouble::Failed,
    }
}

#[derive(Debug)]
pub(super) struct Made {
    name: String,
    bytes: u64,
    /// Whether it is on another disk than the data.
    is_elsewhere: bool,
}

/// Makes a backup, and deletes the oldest beyond those to keep. If the one before went to another
/// disk than that of the data, this one has to as well: where a stick is gone, the folder may stay.
/// `parts` are the incomplete files that were there after the one before.
pub(super) fn once(
    folder: &Path,
    copies: &Path,
    plan: &Plan,
    was_elsewhere: bool,
    parts: &mut BTreeSet<Part>,
) -> Result<Made> {
    let disk = |path: &Path| fs::metadata(path).map(|at| at.dev()).map_err(failed(path));
    let is_elsewhere = disk(&plan.to)? != disk(folder)?;
    if was_elsewhere && !is_elsewhere {
        let missing = io::Error::new(ErrorKind::NotFound, "no disk is mounted here any more");
        return Err(failed(&plan.to)(missing));
    }
    let secrets = folder.join("secrets.json");
    let deployment = secrets::deployment(&secrets).map_err(failed(&secrets))?;
    let number = found(&plan.to, &deployment)?
        .iter()
        .filter(|found| !found.is_part)
        .map(|found| found.number)
        .max()
        .unwrap_or_default()
        + 1;
    let name = format!(
        "{}{number:06}-{}{END}",
        beginning(&deployment),
        jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ")
    );
    // another machine may make one of the same name
    let part = plan.to.join(format!("{name}.{}{PART}", random(&plan.to)?));
    // of a process that was cut off: nobody else works in this folder
    gone(fs::remove_dir_all(copies)).map_err(failed(copies))?;
    room_for_copies(folder)?;
    let file = plan.to.join(&name);
    let made = in_a_folder(copies, |work| {
        write(folder, work, &part)?;
        rename_new(&part, &file)
    });
    if let Err(error) = made {
        // mostly it is not there, or its disk is gone
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    if let Err(error) = delete_oldest(plan, &deployment, number, parts) {
        tracing::warn!(
            error = chute_store::with_causes(&error),
            "old backups were not deleted"
        );
    }
    let bytes = fs::metadata(&file).map_err(failed(&file))?.len();
    Ok(Made {
        name,
        bytes,
        is_elsewhere,
    })
}

/// Uploads must find as much room as the copies take, or more, while these are there.
fn room_for_copies(folder: &Path) -> Result<()> {
    let disk = statvfs(folder).map_err(|error| failed(folder)(error.into()))?;
    let mut needed = 0;
    for name in DATABASES
        .map(|name| [name.to_owned(), format!("{name}-wal")])
        .as_flattened()
    {
        match fs::metadata(folder.join(name)) {
            Ok(file) => needed += file.len() * 2,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&folder.join(name))(error)),
        }
    }
    if disk.f_bavail.saturating_mul(disk.f_frsize) < needed {
        return Err(failed(folder)(ErrorKind::StorageFull.into()));
    }
    Ok(())
}

const END: &str = ".tar";
const PART: &str = ".part";

fn beginning(deployment: &str) -> String {
    format!("chute-{deployment}-")
}

/// A file that has the name of a backup of this deployment, or of one that was not completed.
#[derive(Debug)]
struct Found {
    path: PathBuf,
    number: u64,
    is_part: bool,
}

fn found(folder: &Path, deployment: &str) -> Result<Vec<Found>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let numbered = name.and_then(|name| {
            let rest = name.strip_prefix(&beginning(deployment))?;
            let (number, rest) = rest.split_once('-')?;
            let is_part = rest.ends_with(PART);
            (is_part || rest.ends_with(END)).then_some((number.parse().ok()?, is_part))
        });
        if let Some((number, is_part)) = numbered {
            all.push(Found {
                path,
                number,
                is_part,
            });
        }
    }
    Ok(all)
}

/// An incomplete file as it was seen: its path, its size and when it was last changed.
pub(super) type Part = (PathBuf, u64, Option<SystemTime>);

/// Deletes the oldest backups beyond those to keep, and what was left incomplete: files that are as
/// they were among `parts`, which become those that are left.
fn delete_oldest(
    plan: &Plan,
    deployment: &str,
    newest: u64,
    parts: &mut BTreeSet<Part>,
) -> Result<()> {
    let mut all = found(&plan.to, deployment)?;
    all.retain(|found| found.number <= newest && found.is_ours(deployment));
    let (incomplete, mut complete): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|found| found.is_part);
    complete.sort_by_key(|found| found.number);
    let beyond = complete.len().saturating_sub(plan.keep);
    for old in complete.iter().take(beyond) {
        delete(&old.path)?;
    }
    let seen = mem::take(parts);
    for part in incomplete {
        let Ok(file) = fs::metadata(&part.path) else {
            continue;
        };
        let now = (part.path, file.len(), file.modified().ok());
        if seen.contains(&now) {
            delete(&now.0)?;
        } else {
            parts.insert(now);
        }
    }
    Ok(())
}

/// Deletes a file, unless another machine has done so.
fn delete(path: &Path) -> Result<()> {
    gone(fs::remove_file(path)).map_err(failed(path))
}

impl Found {
    /// Whether the file says that it is of this deployment. One that was cut off at its beginning
    /// says nothing.
    fn is_ours(&self, deployment: &str) -> bool {
        match archive::manifest(&self.path) {
            Ok(Some(told)) => told.deployment == deployment,
            _ => self.is_part && fs::metadata(&self.path).is_ok_and(|file| file.len() == 0),
        }
    }
}
