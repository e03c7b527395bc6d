//! Room on the disk. When there is none, what is stored can still be read, and nothing is written
//! until there is room again.
//!
//! A start needs a little room itself, for files beside the databases: a file of random bytes in
//! the folder keeps it, and each start gives it up first.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::task::spawn_blocking;

use crate::{lock::lock, private};

/// How much room is kept, and has to be found before anything is written again, in bytes.
const KEPT: usize = 1 << 20;
/// How often to look for room.
const PAUSE: Duration = Duration::from_secs(1);

/// The answer when there is no room.
pub const FULL: &str = "There is no room left on the disk: what is stored can be read, but nothing is stored until there is room again.";

/// The room in a data folder. Clones are of the same one.
#[derive(Clone, Debug)]
pub struct Space(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    /// When room was last looked for in vain; `None` while there is room.
    looked_at: Mutex<Option<Instant>>,
}

impl Space {
    /// The room in this folder, of which nothing is kept until [`Self::keep`]: a start may use it.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn given_up(folder: &Path) -> io::Result<Self> {
        let file = folder.join("reserve");
        private::gone(fs::remove_file(&file))?;
        Ok(Self(Arc::new(Shared {
            file,
            looked_at: Mutex::default(),
        })))
    }

    /// Keeps room for the next start, or notes that there is none.
    pub fn keep(&self) {
        self.note(&mut lock(&self.0.looked_at));
    }

    /// Whether there is room to write, which is looked for now and then while there is none.
    pub async fn is_left(&self) -> bool {
        if lock(&self.0.looked_at).is_none() {
            return true;
        }
        let space = self.clone();
        let looked = spawn_blocking(move || {
            let mut looked_at = lock(&space.0.looked_at);
            if looked_at.is_some_and(|at| at.elapsed() >= PAUSE) {
                space.note(&mut looked_at);
            }
            looked_at.is_none()
        });
        looked.await.unwrap_or(false)
    }

    /// Notes that a write found no room.
    pub fn note_full(&self) {
        // only a look for room moves the time of the next one
        lock(&self.0.looked_at).get_or_insert_with(|| {
            tracing::error!("{FULL}");
            Instant::now()
        });
    }

    fn note(&self, looked_at: &mut Option<Instant>) {
        match (self.make(), looked_at.is_some()) {
            (Ok(()), was_full) => {
                if was_full {
                    tracing::info!("there is room on the disk again");
                }
                *looked_at = None;
            }
            (Err(error), was_full) => {
                if !was_full {
                    tracing::error!(%error, "{FULL}");
                }
                *looked_at = Some(Instant::now());
            }
        }
    }

    /// Finds as much room as is kept, beside what is kept already.
    fn make(&self) -> io::Result<()> {
        let file = &self.0.file;
        let part = file.with_extension("part");
        let made = Self::fill(&part).and_then(|()| fs::rename(&part, file));
        if made.is_err() {
            // a reserve filled in part takes the room of others
            let _ = fs::remove_file(&part);
        }
        made
    }

    fn fill(part: &Path) -> io::Result<()> {
        // random, since some file systems keep no room for what can be compressed
        let mut bytes = vec![0; KEPT];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut file = private::create(part)?;
        file.write_all(&bytes)?;
        // some file systems notice only now
        file.sync_data()
    }
}
