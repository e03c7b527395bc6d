//! Backups: all data in one file, taken while everything goes on, checked before it counts as one,
//! and restored only where there is nothing yet.
//!
//! The file is a tar of both databases and the small files beside them (`archive`). Each database
//! is copied as it is at one moment. The buckets are copied first: whatever the tables, copied
//! later, have in addition is published once the copy is served. The other way round, the buckets
//! would hold something that no table has.

mod archive;
mod regular;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    env, fmt,
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    process,
};

use chute_domain::{
    account::Realm,
    liveness::{StoredRow, living},
    state::YearRecord,
};
use chute_store::{Store, StoreError};
use rustix::{
    fs::{CWD, RenameFlags, renameat_with},
    io::Errno,
};
use tokio::runtime;

pub use regular::Plan;
pub(crate) use regular::{Status, begin};

use crate::{
    data::{DataError, missing},
    integrity::{self, Damage},
    local_aws::LocalAws,
    objects, private, secrets,
};

/// The files in a backup. The databases may be read while they are written; the other files are
/// replaced as a whole.
const DATABASES: [&str; 2] = ["objects.db", "tables.db"];
const OTHERS: [&str; 3] = ["format.json", "secrets.json", "site-key"];

/// Why a backup was not made or not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder to back up has no data.
    #[error("{0} holds no data of Chute")]
    NoData(PathBuf),
    /// Something exists there already, and is left as it is.
    #[error("{0} is there already: nothing is changed")]
    Exists(PathBuf),
    /// The file is not a backup.
    #[error("{0} is no backup of Chute: {1}")]
    NotABackup(PathBuf, String),
    /// The file was a backup, or the data was whole, once.
    #[error("{0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// The file was made by a newer program.
    #[error(
        "{0} was made by Chute {1}, which is newer than this program, Chute {own}: update it",
        own = env!("CARGO_PKG_VERSION")
    )]
    Newer(PathBuf, String),
    /// The data in it cannot be used.
    #[error("the data in {0} cannot be used: {1}")]
    Unusable(PathBuf, String),
    /// A file of the folder is missing.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The system refuses.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}

type Result<T> = std::result::Result<T, BackupError>;

/// A backup's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// When the backup was begun, by the clock of the machine (RFC 3339 in UTC), and the version of
    /// the program that made it; `None` for backups made before November 2026, which have no
    /// digests either.
    pub made: Option<(String, String)>,
    /// How many events there are.
    pub events: usize,
    /// How many years they have.
    pub years: usize,
    /// How many rows of results these have.
    pub rows: usize,
    /// The stamp of the newest of these, in unix milliseconds: when it was received, unless the clock
    /// was ahead then or before. `None` if there is none.
    pub newest_ms: Option<u64>,
}

impl fmt::Display for Report {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.made {
            Some((at, version)) => writeln!(to, "made:          {at} by Chute {version}")?,
            None => writeln!(
                to,
                "made:          by a version whose backups have no digests: what is wrong in a value may have been overlooked"
            )?,
        }
        writeln!(to, "events:        {}", self.events)?;
        writeln!(to, "years:         {}", self.years)?;
        writeln!(to, "result rows:   {}", self.rows)?;
        let newest = self
            .newest_ms
            .and_then(|at| jiff::Timestamp::from_millisecond(i64::try_from(at).ok()?).ok());
        match newest {
            Some(at) => write!(to, "newest upload: {}", at.strftime("%FT%TZ")),
            None => write!(to, "newest upload: none"),
        }
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| BackupError::Io(path, error)
}

/// Writes all data of a folder into a new file that only its owner may read; a process may be
/// working on the folder meanwhile. The file is complete and was read back when this returns.
///
/// # Errors
/// When the folder has no data or is damaged, the file exists already, or one of them cannot be
/// read or written. Then no file is left behind.
pub fn back_up(folder: &Path, into: &Path) -> Result<()> {
    if into.exists() {
        return Err(BackupError::Exists(into.to_owned()));
    }
    in_a_folder(&beside(into), |work| {
        let packed = work.join("backup");
        write(folder, work, &packed)?;
        rename_new(&packed, into)
    })
}

/// Copies the data of a folder into the folder `work`, checks the copies, and packs them into a new
/// file. It was read back when this returns.
fn write(folder: &Path, work: &Path, packed: &Path) -> Result<()> {
    if !folder.join("format.json").exists() {
        return Err(BackupError::NoData(folder.to_owned()));
    }
    if let Some(missing) = missing(folder) {
        return Err(DataError::Missing(folder.to_owned(), missing).into());
    }
    for name in DATABASES {
        let copy = work.join(name);
        objects::copy(&folder.join(name), &copy)
            .map_err(|error| BackupError::Io(copy, io::Error::other(error)))?;
    }
    for name in OTHERS {
        let (from, copy) = (folder.join(name), work.join(name));
        if from.exists() {
            fs::copy(&from, &copy).map_err(failed(&copy))?;
        }
    }
    check(work)
        .map_err(|(name, damage)| BackupError::Damaged(folder.join(name), damage.to_string()))?;
    let of = work.join("secrets.json");
    let deployment = secrets::deployment(&of).map_err(failed(&of))?;
    archive::pack(work, deployment, packed)
}

/// Checks both databases in a folder, without any that writes to them.
fn check(folder: &Path) -> std::result::Result<(), (&'static str, Damage)> {
    let [objects, tables] = DATABASES;
    integrity::of_objects(&folder.join(objects)).map_err(|damage| (objects, damage))?;
    integrity::of_tables(&folder.join(tables)).map_err(|damage| (tables, damage))
}

/// Reads a backup through, as if it were restored. Its content goes into the system's folder for
/// temporary files meanwhile (`TMPDIR`).
///
/// # Errors
/// When [`restore`] would refuse it.
pub fn verify(file: &Path) -> Result<Report> {
    let folder = env::temp_dir();
    let name = format!("chute-verify-{}", random(&folder)?);
    in_a_folder(&folder.join(name), |work| look_through(file, work))
}

/// Restores a backup into a folder that does not exist yet. Everything is checked before the folder
/// has its name.
///
/// # Errors
/// When the folder exists, or the file is not a backup, is damaged, or is from a newer version.
/// Then no folder is left behind.
pub fn restore(file: &Path, folder: &Path) -> Result<Report> {
    if folder.exists() {
        return Err(BackupError::Exists(folder.to_owned()));
    }
    in_a_folder(&beside(folder), |work| {
        let report = look_through(file, work)?;
        rename_new(work, folder)?;
        Ok(report)
    })
}

/// Unpacks a backup into an empty folder, checks it and opens it as `chute serve` does.
fn look_through(file: &Path, folder: &Path) -> Result<Report> {
    let told = archive::unpack(file, folder)?;
    check(folder).map_err(|(name, damage)| {
        BackupError::Damaged(file.to_owned(), format!("{name} in it: {damage}"))
    })?;
    let unusable = |error: &dyn std::error::Error| {
        BackupError::Unusable(file.to_owned(), chute_store::with_causes(error))
    };
    let opened =
        LocalAws::open(folder, false, BTreeMap::new()).map_err(|error| unusable(&*error))?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let counted = runtime
        .map_err(failed(folder))?
        .block_on(count(&opened.store(Realm::Account)));
    let mut report = counted.map_err(|error| unusable(&error))?;
    report.made = told.map(|told| (told.made_at, told.version));
    Ok(report)
}

async fn count(store: &Store) -> std::result::Result<Report, StoreError> {
    let mut report = Report {
        made: None,
        events: 0,
        years: 0,
        rows: 0,
        newest_ms: None,
    };
    for event in store.all_events().await? {
        report.events += 1;
        for record in event.years.values() {
            report.years += 1;
            // the rows of a person come one after the other
            let mut of_person: Vec<StoredRow> = Vec::new();
            let mut alive = |rows: &[StoredRow], record: &YearRecord| {
                report.rows += living(rows, &record.rows).len();
            };
            let newest = &mut report.newest_ms;
            let take = |row: StoredRow| {
                *newest = (*newest).max(Some(row.stamp.order_ms()));
                if of_person
                    .first()
                    .is_some_and(|of| of.person_id != row.person_id)
                {
                    alive(&of_person, record);
                    of_person.clear();
                }
                of_person.push(row);
            };
            store.each_row(&event.race(record), take).await?;
            alive(&of_person, record);
        }
    }
    Ok(report)
}

/// Works in a new folder, which is removed afterwards unless it was moved away.
fn in_a_folder<T>(path: &Path, work: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    DirBuilder::new()
        .mode(0o700)
        .create(path)
        .map_err(failed(path))?;
    let done = work(path);
    let removed = private::gone(fs::remove_dir_all(path)).map_err(failed(path));
    done.and_then(|done| removed.map(|()| done))
}

/// Gives something complete its name, never in place of something that has it already. The name is
/// on the disk when this returns.
fn rename_new(from: &Path, to: &Path) -> Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => {}
        Err(Errno::EXIST) => return Err(BackupError::Exists(to.to_owned())),
        // the file systems of some sticks and shares do not know this flag
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            if to.exists() {
                return Err(BackupError::Exists(to.to_owned()));
            }
            fs::rename(from, to).map_err(failed(to))?;
        }
        Err(error) => return Err(BackupError::Io(to.to_owned(), error.into())),
    }
    private::sync_folder_of(to).map_err(failed(private::folder_of(to)))
}

/// A part of a name that nobody else has in a folder.
fn random(folder: &Path) -> Result<String> {
    let mut random = [0; 8];
    getrandom::fill(&mut random)
        .map_err(|error| failed(folder)(io::Error::other(error.to_string())))?;
    Ok(objects::hex(random))
}

/// A name beside a path, for what is not complete yet.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", process::id()));
    PathBuf::from(name)
}
