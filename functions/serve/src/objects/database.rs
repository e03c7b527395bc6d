//! The file that holds the objects: one connection that writes, a few that read, and which writes
//! are on the disk already.
//!
//! Only the writer checkpoints. Two connections that did so at the same instant could damage the
//! file with the SQLite that is linked here (3.49; fixed in 3.51.3), so nothing else may write to
//! it, and any process that copies it opens it read-only.

use std::{
    fs::OpenOptions,
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicI64, Ordering::SeqCst},
    },
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::{
    sync::{self, Semaphore, watch},
    task,
};

use super::{
    ObjectsError,
    rows::{self, Sequence},
};
use crate::{
    memory::{PAGES, READERS},
    wal::{self, Wal},
};

type Result<T> = std::result::Result<T, ObjectsError>;

/// The size of the log, in pages, from which a commit copies it into the database: 16 MiB.
const CHECKPOINT_PAGES: i64 = 4_096;
/// The size to which the log file is cut afterwards, in bytes.
const LOG_BYTES: i64 = 64 << 20;
/// How long to wait for another process that reads the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// The form of the tables, in the file's `user_version`.
const FORM: i64 = 1;

/// The database.
pub struct Database {
    file: PathBuf,
    writer: Arc<sync::Mutex<Connection>>,
    idle: Mutex<Vec<Connection>>,
    turns: Arc<Semaphore>,
    wal: Wal,
    /// The number of the last commit that has begun; a read may have seen it.
    begun: AtomicI64,
    /// The number of the last commit that is known to be on the disk.
    durable: AtomicI64,
}

impl Database {
    /// Opens the file, or creates it.
    pub fn open(file: &Path) -> Result<Self> {
        // for its owner only: it holds names. SQLite gives the files beside it the same rights
        OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(file)
            .map_err(ObjectsError::unavailable)?;
        let mut writer = Connection::open_with_flags(
            file,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        prepare(&writer)?;
        writer.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        writer.pragma_update(None, "synchronous", "full")?;
        writer.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        writer.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        let last = lay_out(&mut writer)?;
        wal::settle(&writer, file).map_err(ObjectsError::unavailable)?;
        writer.pragma_update(None, "synchronous", "normal")?;
        Ok(Self {
            file: file.to_owned(),
            writer: Arc::new(sync::Mutex::new(writer)),
            idle: Mutex::default(),
            turns: Arc::new(Semaphore::new(READERS)),
            wal: Wal::of(file),
            begun: AtomicI64::new(last),
            durable: AtomicI64::new(last),
        })
    }

    /// Changes something in one transaction. It is on the disk when this returns. If this fails,
    /// nothing has changed, unless the sync failed: then it is unknown.
    pub async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&Transaction<'_>, &mut Sequence) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let mut writer = Arc::clone(&self.writer).lock_owned().await;
        let database = Arc::clone(self);
        let written = task::spawn_blocking(move || -> Result<(T, Option<i64>)> {
            let tables = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut sequence = Sequence::of(&tables)?;
            let done = change(&tables, &mut sequence)?;
            let Some(last) = sequence.note(&tables)? else {
                return Ok((done, None));
            };
            // before the commit: a reader that sees the commit sees this too
            database.begun.fetch_max(last, SeqCst);
            tables.commit()?;
            Ok((done, Some(last)))
        });
        match written.await.map_err(ObjectsError::unavailable)? {
            Ok((done, Some(number))) => {
                self.wal.sync().await.map_err(ObjectsError::unavailable)?;
                self.durable.fetch_max(number, SeqCst);
                Ok(done)
            }
            Ok((done, None)) => {
                self.seen(self.begun()).await?;
                Ok(done)
            }
            // the condition has seen what others wrote
            Err(refused @ ObjectsError::PreconditionFailed) => {
                self.seen(self.begun()).await?;
                Err(refused)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads one consistent state of the tables. It may not be on the disk yet: see [`Self::seen`].
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(ObjectsError::unavailable)?;
        let database = Arc::clone(self);
        let read = task::spawn_blocking(move || {
            let reader = database.reader()?;
            let found = {
                let tables = reader.unchecked_transaction()?;
                look(&tables)
            };
            database
                .idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(reader);
            drop(turn);
            found
        });
        read.await.map_err(ObjectsError::unavailable)?
    }

    /// The number of the last write that a read may have seen.
    pub fn begun(&self) -> i64 {
        self.begun.load(SeqCst)
    }

    /// The number of the last write that is known to be on the disk.
    pub fn durable(&self) -> i64 {
        self.durable.load(SeqCst)
    }

    /// Returns once all writes up to this number are on the disk. Call it before acting on what was
    /// read: a power cut would undo a write that is visible but not acknowledged yet.
    pub async fn seen(&self, number: i64) -> Result<()> {
        if number > self.durable.load(SeqCst) {
            self.wal.sync().await.map_err(ObjectsError::unavailable)?;
        }
        Ok(())
    }

    /// Makes a consistent copy in a new file.
    pub async fn copy_into(self: &Arc<Self>, into: &Path) -> Result<()> {
        let (from, into) = (self.file.clone(), into.to_owned());
        task::spawn_blocking(move || copy(&from, &into))
            .await
            .map_err(ObjectsError::unavailable)?
    }

    /// Becomes true once it is no longer known what is on the disk.
    pub fn is_unsafe(&self) -> watch::Receiver<bool> {
        self.wal.is_unsafe()
    }

    fn reader(&self) -> Result<Connection> {
        if let Some(reader) = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
        {
            return Ok(reader);
        }
        let reader = Connection::open_with_flags(
            &self.file,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        prepare(&reader)?;
        Ok(reader)
    }

    /// The connection that writes, for tests that break it.
    #[cfg(test)]
    pub async fn writer(&self) -> sync::MutexGuard<'_, Connection> {
        self.writer.lock().await
    }
}

fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(PATIENCE)?;
    // below zero: in KiB
    connection.pragma_update(None, "cache_size", format!("-{}", PAGES / 1024))?;
    Ok(())
}

/// Creates the tables if the file is new. Returns the last number.
fn lay_out(writer: &mut Connection) -> Result<i64> {
    let tables = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
    match tables.pragma_query_value(None, "user_version", |row| row.get(0))? {
        0 => {
            tables.execute_batch(rows::SCHEMA)?;
            tables.pragma_update(None, "user_version", FORM)?;
        }
        FORM => {}
        other => return Err(ObjectsError::UnknownForm(other)),
    }
    let last = tables.query_row(rows::LAST, [], |row| row.get(0))?;
    tables.commit()?;
    Ok(last)
}

/// Copies a SQLite database, as it is at one moment, into a new file, which is complete and on the
/// disk when this returns. Others may write to the database meanwhile, in this process or another.
///
/// # Errors
/// When the new file exists already, or one of the two cannot be read or written. An incomplete
/// copy may be left behind.
pub fn copy(from: &Path, into: &Path) -> Result<()> {
    let make = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(into);
    let made = make.map_err(ObjectsError::unavailable)?;
    let reader = Connection::open_with_flags(
        from,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    prepare(&reader)?;
    let name = into.to_str().ok_or_else(|| {
        ObjectsError::unavailable(io::Error::other("the name of the copy is not UTF-8"))
    })?;
    reader.execute("VACUUM INTO ?1", [name])?;
    made.sync_all()
        .and_then(|()| wal::sync_folder_of(into))
        .map_err(ObjectsError::unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_refusal_waits_for_what_it_has_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("objects.db");
        let database = Arc::new(Database::open(&file).unwrap());
        let refused = || database.write(|_, _| Err::<(), _>(ObjectsError::PreconditionFailed));
        let done = refused().await;
        assert!(matches!(done, Err(ObjectsError::PreconditionFailed)));
        // another write has been committed, and cannot be brought to the disk
        database.begun.fetch_add(1, SeqCst);
        let log = folder.path().join("objects.db-wal");
        std::fs::rename(&log, folder.path().join("aside")).unwrap();
        let done = refused().await;
        assert!(
            matches!(done, Err(ObjectsError::Unavailable(_))),
            "{done:?}"
        );
    }
}
