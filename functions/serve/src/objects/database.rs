//! The file that holds the objects: one connection that writes, a few that read, and which writes
//! are on the disk already.
//!
//! Only the writer checkpoints: with the SQLite linked here (3.49; fixed in 3.51.3), two
//! connections that do so at the same instant could damage the file. So nothing else may write to
//! it, and a process that copies it opens it read-only.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering::SeqCst},
    },
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tokio::{
    sync::{self, Semaphore, oneshot, watch},
    task,
};

use super::{
    ObjectsError,
    rows::{self, Sequence},
};
use crate::{
    lock::lock,
    memory::{PAGES, READERS},
    private,
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
    writer: sync::Mutex<Connection>,
    waiting: Mutex<Waiting>,
    idle: Mutex<Vec<Connection>>,
    turns: Arc<Semaphore>,
    wal: Wal,
    /// The number of the last commit that has begun; a read may have seen it.
    begun: AtomicI64,
    /// The number of the last commit that is known to be on the disk.
    durable: AtomicI64,
}

type Make = Box<dyn FnOnce(&Connection, &mut Sequence) -> Result<()> + Send>;

/// A change that waits to be made.
struct Change {
    make: Make,
    /// Told once it is on the disk, or has failed.
    tell: oneshot::Sender<Result<()>>,
}

/// The changes that wait, and whether somebody makes them.
#[derive(Default)]
struct Waiting {
    changes: Vec<Change>,
    is_served: bool,
}

impl Database {
    /// Opens the file, or creates it.
    pub fn open(file: &Path) -> Result<Self> {
        // for its owner only: it holds names. SQLite gives the files beside it the same rights
        private::append(file).map_err(ObjectsError::unavailable)?;
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
            writer: sync::Mutex::new(writer),
            waiting: Mutex::default(),
            idle: Mutex::default(),
            turns: Arc::new(Semaphore::new(READERS)),
            wal: Wal::of(file),
            begun: AtomicI64::new(last),
            durable: AtomicI64::new(last),
        })
    }

    /// Changes something. It is on the disk when this returns. If this fails, nothing has changed,
    /// unless the disk failed: then it is unknown. Changes that come while others are being made
    /// share a transaction and a sync, which cost more than most changes.
    pub async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&Connection, &mut Sequence) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (give, given) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let make = Box::new(move |tables: &Connection, sequence: &mut Sequence| {
            // an error means that nobody waits for it any more
            let _ = give.send(change(tables, sequence)?);
            Ok(())
        });
        let is_served = {
            let mut waiting = lock(&self.waiting);
            waiting.changes.push(Change { make, tell });
            std::mem::replace(&mut waiting.is_served, true)
        };
        if !is_served {
            let database = Arc::clone(self);
            task::spawn_blocking(move || database.make_waiting());
        }
        told.await.map_err(ObjectsError::unavailable)??;
        given.await.map_err(ObjectsError::unavailable)
    }

    /// Makes the changes that wait, until there are none.
    fn make_waiting(&self) {
        loop {
            let changes = {
                let mut waiting = lock(&self.waiting);
                waiting.is_served = !waiting.changes.is_empty();
                std::mem::take(&mut waiting.changes)
            };
            if changes.is_empty() {
                return;
            }
            let (make, tell): (Vec<_>, Vec<_>) = changes
                .into_iter()
                .map(|change| (change.make, change.tell))
                .unzip();
            let made = catch_unwind(AssertUnwindSafe(|| self.make(make)));
            let made = made.unwrap_or_else(|_| Err(ObjectsError::unavailable("a change panicked")));
            // a condition may have seen what could not be brought to the disk
            let made = made.and_then(|made| self.keep().map(|()| made));
            let made = made.unwrap_or_else(|error| vec![Err(error); tell.len()]);
            for (tell, done) in tell.into_iter().zip(made) {
                // an error means that nobody waits for it any more
                let _ = tell.send(done);
            }
        }
    }

    /// Makes changes in one transaction. One that fails leaves nothing of itself there.
    fn make(&self, changes: Vec<Make>) -> Result<Vec<Result<()>>> {
        let mut writer = self.writer.blocking_lock();
        let mut tables = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut sequence = Sequence::of(&tables)?;
        let mut made = Vec::with_capacity(changes.len());
        for change in changes {
            let alone = tables.savepoint()?;
            let done = change(&alone, &mut sequence);
            match &done {
                // SQLite takes everything back after some failures, such as a full disk
                Err(error) if alone.is_autocommit() => return Err(error.clone()),
                Err(_) => drop(alone),
                Ok(()) => alone.commit()?,
            }
            made.push(done);
        }
        if let Some(last) = sequence.note(&tables)? {
            // before the commit: a reader that sees the commit sees this too
            self.begun.fetch_max(last, SeqCst);
            tables.commit()?;
        }
        Ok(made)
    }

    /// Returns once everything that was written is on the disk. Blocks.
    fn keep(&self) -> Result<()> {
        let number = self.begun();
        if number > self.durable() {
            self.wal.sync_now().map_err(ObjectsError::unavailable)?;
            self.durable.fetch_max(number, SeqCst);
        }
        Ok(())
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
            lock(&database.idle).push(reader);
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

    /// Becomes true once it is no longer known what is on the disk.
    pub fn is_unsafe(&self) -> watch::Receiver<bool> {
        self.wal.is_unsafe()
    }

    fn reader(&self) -> Result<Connection> {
        if let Some(reader) = lock(&self.idle).pop() {
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
    let made = private::create_new(into).map_err(ObjectsError::unavailable)?;
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
        .and_then(|()| private::sync_folder_of(into))
        .map_err(ObjectsError::unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of these changes, made together: each adds a row of its number, and then ends as
    /// it says.
    async fn together(
        database: &Arc<Database>,
        changes: Vec<fn(i64) -> Result<i64>>,
    ) -> Vec<Result<i64>> {
        let writer = database.writer().await;
        // somebody makes this one, and waits for the connection
        let mut tasks = vec![tokio::spawn(database.clone().added(0, Ok))];
        while !lock(&database.waiting).is_served || !lock(&database.waiting).changes.is_empty() {
            task::yield_now().await;
        }
        for (number, end) in (1..).zip(changes) {
            tasks.push(tokio::spawn(database.clone().added(number, end)));
            while lock(&database.waiting).changes.len() < tasks.len() - 1 {
                task::yield_now().await;
            }
        }
        drop(writer);
        let done = futures::future::join_all(tasks).await;
        done.into_iter().skip(1).map(|done| done.unwrap()).collect()
    }

    impl Database {
        async fn added(self: Arc<Self>, number: i64, end: fn(i64) -> Result<i64>) -> Result<i64> {
            let change = move |tables: &Connection, sequence: &mut Sequence| {
                sequence.take();
                tables.execute("INSERT INTO bodies VALUES (?1, x'00')", [number])?;
                end(number)
            };
            self.write(change).await
        }

        async fn numbers(self: &Arc<Self>) -> Vec<i64> {
            let read = self.read(|tables| {
                let mut all = tables.prepare("SELECT number FROM bodies ORDER BY number")?;
                let all = all.query_map([], |row| row.get(0))?;
                Ok(all.collect::<rusqlite::Result<_>>()?)
            });
            read.await.unwrap()
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_changes_that_are_made_together_one_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let database = Arc::new(Database::open(&folder.path().join("objects.db")).unwrap());
        let done = together(
            &database,
            vec![Ok, |_| Err(ObjectsError::PreconditionFailed), Ok],
        )
        .await;
        assert!(matches!(
            done[..],
            [Ok(1), Err(ObjectsError::PreconditionFailed), Ok(3)]
        ));
        assert_eq!(database.numbers().await, [0, 1, 3]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_change_that_panics_leaves_nothing_and_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let database = Arc::new(Database::open(&folder.path().join("objects.db")).unwrap());
        let done = together(&database, vec![Ok, |_| panic!("on purpose"), Ok]).await;
        assert!(
            done.iter()
                .all(|done| matches!(done, Err(ObjectsError::Unavailable(_)))),
            "{done:?}"
        );
        assert_eq!(database.numbers().await, [0]);
        assert_eq!(database.clone().added(4, Ok).await.unwrap(), 4);
    }

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
