//! Brings commits to the disk, many of them with one sync.
//!
//! A SQLite database in WAL mode with `PRAGMA synchronous=NORMAL` commits by appending to the file
//! `-wal` beside it. From then on a commit survives the end of the process, but not a loss of
//! power: for that the file has to be synced, which costs the same for one commit as for a hundred.
//! So every caller that has committed calls [`Wal::sync`] before it answers, and those that arrive
//! while a sync is running share the next one.
//!
//! Why that is enough, whatever SQLite does in the meantime:
//!
//! - When `COMMIT` returns, the frames of the commit are in the file, or at least in the system's
//!   memory. A sync that begins afterwards writes them to the disk, whichever descriptor it goes
//!   through. Recovery reads the frames in order up to the first one that does not fit, so a
//!   successful sync makes every earlier commit safe too.
//! - A checkpoint may have copied the commit into the database before the sync begins. With
//!   `NORMAL`, SQLite syncs the `-wal` before it copies, and the database once everything is
//!   copied. Only after that may a writer restart the `-wal`, and it syncs the new header before it
//!   appends. So whatever is no longer in the `-wal` is on the disk already.
//! - The file is deleted when the last connection closes, after a checkpoint of all of it. Keep a
//!   connection open as long as a [`Wal`]: a missing file is an error here.
//! - SQLite syncs the folder entry of a new `-wal` together with the file's first header.
//!
//! After a failed sync it is unknown what is on the disk, and the system reports such a failure
//! only once: a second try would succeed without the lost pages, and commits behind that gap would
//! be lost with them. So after a failed sync every later one fails too. Nothing that was
//! acknowledged is lost; the next start of the process, which checkpoints first ([`settle`]),
//! continues from what is there. Whoever runs the process hears of it ([`Wal::is_unsafe`]) and starts
//! it anew.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use rusqlite::{Connection, ErrorCode};
use tokio::{
    sync::{self, watch},
    task,
};

use crate::{lock::lock, private};

/// Brings to the disk what the last process has left in the log of this database, and the folder
/// entry of a new file: it may have committed without a sync, and who finds that there does not
/// sync again. Nothing else may write meanwhile.
///
/// # Errors
/// When the disk does not take it.
pub fn settle(
    database: &Connection,
    file: &Path,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    match database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
        // it stays in the log then
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DiskFull) => {}
        done => done?,
    }
    // even if a reader, or the lack of room, has kept the checkpoint from finishing
    File::open(log_of(file))?.sync_data()?;
    Ok(private::sync_folder_of(file)?)
}

fn log_of(database_file: &Path) -> PathBuf {
    let mut name = database_file.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

/// The write-ahead log of one database. Clones share their syncs.
#[derive(Clone)]
pub struct Wal {
    shared: Arc<Shared>,
}

struct Shared {
    act: Box<dyn Fn() -> Result<(), Failure> + Send + Sync>,
    /// Held by the running sync until it ends, even if no caller waits for it any more.
    turn: Arc<sync::Mutex<()>>,
    count: Mutex<Count>,
    is_unsafe: watch::Sender<bool>,
}

/// Syncs are numbered from 1 in the order in which they begin.
#[derive(Default)]
struct Count {
    /// The last one that has begun.
    begun: u64,
    /// The last one that has succeeded.
    done: u64,
    /// Why one has failed.
    broken: Option<String>,
}

enum Failure {
    /// Nothing was tried: the next caller may try.
    NotOpen(io::Error),
    NotSynced(io::Error),
}

impl Wal {
    /// The log of this database: the file beside it whose name ends in `-wal`. It need not exist
    /// yet.
    #[must_use]
    pub fn of(database_file: &Path) -> Self {
        let log = Log {
            path: log_of(database_file),
            open: Mutex::default(),
        };
        Self::acting(move || log.sync())
    }

    fn acting(act: impl Fn() -> Result<(), Failure> + Send + Sync + 'static) -> Self {
        Self {
            shared: Arc::new(Shared {
                act: Box::new(act),
                turn: Arc::default(),
                count: Mutex::default(),
                is_unsafe: watch::Sender::new(false),
            }),
        }
    }

    /// Becomes true once a sync has failed.
    #[must_use]
    pub fn is_unsafe(&self) -> watch::Receiver<bool> {
        self.shared.is_unsafe.subscribe()
    }

    /// Returns once a sync that began after this call has succeeded: whatever was committed before
    /// the call is on the disk.
    ///
    /// # Errors
    /// When the file does not exist, or this sync or an earlier one has failed. Commits may then be
    /// lost.
    pub async fn sync(&self) -> io::Result<()> {
        let needed = lock(&self.shared.count).begun + 1;
        let turn = Arc::clone(&self.shared.turn).lock_owned().await;
        if lock(&self.shared.count).done >= needed {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        let run = task::spawn_blocking(move || {
            let done = shared.run();
            drop(turn);
            done
        });
        run.await.map_err(io::Error::other)?
    }

    /// Like [`Self::sync`] for a thread that may block.
    ///
    /// # Errors
    /// As there.
    pub fn sync_now(&self) -> io::Result<()> {
        let needed = lock(&self.shared.count).begun + 1;
        let _turn = self.shared.turn.blocking_lock();
        if lock(&self.shared.count).done >= needed {
            return Ok(());
        }
        self.shared.run()
    }
}

impl Shared {
    fn run(&self) -> io::Result<()> {
        let number = {
            let mut count = lock(&self.count);
            if let Some(why) = &count.broken {
                return Err(io::Error::other(format!(
                    "an earlier sync has failed: {why}"
                )));
            }
            count.begun += 1;
            count.begun
        };
        let acted = (self.act)();
        let mut count = lock(&self.count);
        match acted {
            Ok(()) => {
                count.done = number;
                Ok(())
            }
            Err(Failure::NotOpen(error)) => Err(error),
            Err(Failure::NotSynced(error)) => {
                count.broken = Some(error.to_string());
                self.is_unsafe.send_replace(true);
                Err(error)
            }
        }
    }
}

/// The file, kept open: a descriptor learns of every write that failed since it was opened,
/// including writes that the system does on its own.
struct Log {
    path: PathBuf,
    open: Mutex<Option<File>>,
}

impl Log {
    fn sync(&self) -> Result<(), Failure> {
        let mut open = lock(&self.open);
        // a different file may be there now: SQLite deletes the old one when all connections are
        // closed
        let named = fs::metadata(&self.path).map_err(Failure::NotOpen)?;
        let known = open.take().filter(|file| {
            file.metadata()
                .is_ok_and(|known| (known.dev(), known.ino()) == (named.dev(), named.ino()))
        });
        let file = match known {
            Some(file) => file,
            None => File::open(&self.path).map_err(Failure::NotOpen)?,
        };
        let synced = file.sync_data().map_err(Failure::NotSynced);
        *open = Some(file);
        synced
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            atomic::{AtomicU64, Ordering::SeqCst},
            mpsc,
        },
        thread,
    };

    use futures::future::join_all;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn concurrent_callers_share_syncs_that_began_after_their_calls() {
        let [begun, ended, waiting] = [(); 3].map(|()| Arc::new(AtomicU64::new(0)));
        let callers = Arc::new(AtomicU64::new(100));
        let wal = {
            let (begun, ended) = (Arc::clone(&begun), Arc::clone(&ended));
            let (waiting, callers) = (Arc::clone(&waiting), Arc::clone(&callers));
            Wal::acting(move || {
                let number = begun.fetch_add(1, SeqCst) + 1;
                // as long as it takes until everybody waits for this sync or the next one
                while waiting.load(SeqCst) < callers.load(SeqCst) {
                    thread::yield_now();
                }
                ended.fetch_max(number, SeqCst);
                Ok(())
            })
        };
        let callers = (0..100).map(|_| {
            let (wal, begun, ended) = (wal.clone(), Arc::clone(&begun), Arc::clone(&ended));
            let (waiting, callers) = (Arc::clone(&waiting), Arc::clone(&callers));
            tokio::spawn(async move {
                let mut too_early = None;
                for _ in 0..10 {
                    let before = begun.load(SeqCst);
                    waiting.fetch_add(1, SeqCst);
                    wal.sync().await.unwrap();
                    waiting.fetch_sub(1, SeqCst);
                    too_early = too_early.or((ended.load(SeqCst) <= before).then_some(before));
                }
                callers.fetch_sub(1, SeqCst);
                too_early
            })
        });
        for caller in join_all(callers).await {
            let sync = caller.unwrap();
            assert_eq!(
                sync, None,
                "returned on a sync that had begun before the call"
            );
        }
        let syncs = begun.load(SeqCst);
        assert!((10..=100).contains(&syncs), "{syncs} syncs for 1,000 calls");
    }

    /// A log whose syncs say when they begin, and end only when they are told to.
    fn gated() -> (
        Wal,
        tokio::sync::mpsc::UnboundedReceiver<()>,
        mpsc::Sender<()>,
    ) {
        let (tell, told) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, gate) = mpsc::channel();
        let gate = Mutex::new(gate);
        let wal = Wal::acting(move || {
            tell.send(()).unwrap();
            gate.lock().unwrap().recv().unwrap();
            Ok(())
        });
        (wal, told, go_on)
    }

    #[tokio::test]
    async fn a_call_during_a_sync_waits_for_the_next_one() {
        let (wal, mut told, go_on) = gated();
        let call = || {
            let wal = wal.clone();
            tokio::spawn(async move { wal.sync().await.unwrap() })
        };
        let first = call();
        told.recv().await.unwrap();
        let others: Vec<_> = (0..8).map(|_| call()).collect();
        tokio::task::yield_now().await;
        go_on.send(()).unwrap();
        first.await.unwrap();
        told.recv().await.unwrap();
        assert!(others.iter().all(|other| !other.is_finished()));
        go_on.send(()).unwrap();
        assert!(
            join_all(others)
                .await
                .into_iter()
                .all(|other| other.is_ok())
        );
        assert!(
            told.try_recv().is_err(),
            "one sync is enough for those who waited"
        );
    }

    #[tokio::test]
    async fn a_sync_nobody_waits_for_keeps_its_turn() {
        let (wal, mut told, go_on) = gated();
        tokio::select! {
            _ = wal.sync() => panic!("the sync has not ended"),
            begun = told.recv() => begun.unwrap(),
        }
        // the one caller is gone, and the sync is still running
        let next = wal.sync();
        tokio::pin!(next);
        assert!(futures::poll!(&mut next).is_pending());
        assert!(wal.shared.turn.try_lock().is_err(), "two at once");
        go_on.send(()).unwrap();
        tokio::select! {
            _ = &mut next => panic!("it shared a sync that began before"),
            begun = told.recv() => begun.unwrap(),
        }
        go_on.send(()).unwrap();
        next.await.unwrap();
    }

    #[tokio::test]
    async fn after_a_failed_sync_all_fail() {
        let calls = AtomicU64::new(0);
        let wal = Wal::acting(move || match calls.fetch_add(1, SeqCst) {
            0 => Err(Failure::NotOpen(io::Error::other("too many files"))),
            1 => Ok(()),
            2 => Err(Failure::NotSynced(io::Error::other("the disk is broken"))),
            _ => Ok(()),
        });
        assert!(wal.sync().await.is_err());
        assert!(wal.sync().await.is_ok());
        assert!(!*wal.is_unsafe().borrow());
        assert!(wal.sync().await.is_err());
        assert!(*wal.is_unsafe().borrow());
        assert!(
            wal.sync()
                .await
                .unwrap_err()
                .to_string()
                .contains("the disk is broken")
        );
    }

    #[tokio::test]
    async fn the_file_may_be_another_one_later() {
        let folder = tempfile::tempdir().unwrap();
        let wal = Wal::of(&folder.path().join("some.db"));
        assert_eq!(
            wal.sync().await.unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
        let log = folder.path().join("some.db-wal");
        for content in ["one", "two"] {
            fs::write(&log, content).unwrap();
            wal.sync().await.unwrap();
            fs::remove_file(&log).unwrap();
        }
        assert!(wal.sync().await.is_err());
    }
}
