//! The disk under the data: how much room there is, and how long a sync takes, for which every
//! upload waits.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rustix::fs::statvfs;
use serde::Serialize;
use tokio::{sync::Mutex, task::spawn_blocking, time::timeout};

use crate::{private, space::Space};

/// How long a look counts: anybody may ask, and each look writes.
const COUNTS: Duration = Duration::from_secs(10);
/// How long a look may take, and the time of a sync from which it is slow.
const PATIENCE: Duration = Duration::from_secs(3);
const SLOW: Duration = Duration::from_millis(500);
/// Below this there is too little room for a race, in bytes.
const LOW: u64 = 1_000_000_000;

/// A fault of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DiskFault {
    /// Nothing is stored: no room is left.
    Full,
    /// Nothing can be written; the log says why.
    Failed,
    /// Less than a gigabyte is free.
    Low,
    /// A sync takes longer than half a second, or does not end.
    Slow,
}

/// The disk's last check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Free space in megabytes (of a million bytes); null if the disk does not say.
    pub free_mb: Option<u64>,
    /// How long it took to write a small file and to sync it, in milliseconds; null if that failed.
    pub sync_ms: Option<u64>,
    /// The worst of what is wrong; null if all is well.
    pub fault: Option<DiskFault>,
}

/// The disk of a data folder.
#[derive(Debug)]
pub struct Disk {
    /// Written and removed by each look; what a crash leaves, the next look removes.
    file: PathBuf,
    space: Space,
    last: Mutex<Option<(Instant, Told)>>,
}

impl Disk {
    /// The disk on which this file can be written, and the room on it.
    pub fn under(file: PathBuf, space: Space) -> Self {
        Self {
            file,
            space,
            last: Mutex::default(),
        }
    }

    /// How it is, at most ten seconds ago.
    pub async fn now(&self) -> Told {
        let looked = self.looked().await;
        // whether there is room is known better: uploads notice it first, and it is looked for often
        let fault = if self.space.is_left().await {
            looked.fault.filter(|fault| *fault != DiskFault::Full)
        } else {
            Some(DiskFault::Full)
        };
        Told { fault, ..looked }
    }

    async fn looked(&self) -> Told {
        let mut last = self.last.lock().await;
        if let Some((at, told)) = *last
            && at.elapsed() < COUNTS
        {
            return told;
        }
        let file = self.file.clone();
        let told = match timeout(PATIENCE, spawn_blocking(move || look(&file))).await {
            Ok(Ok(told)) => told,
            Ok(Err(_)) => told(None, Err(io::Error::other("the look broke off"))),
            Err(_) => told(None, Ok(PATIENCE)),
        };
        if told.fault == Some(DiskFault::Full) {
            self.space.note_full();
        }
        *last = Some((Instant::now(), told));
        told
    }
}

fn look(file: &Path) -> Told {
    let disk = file.parent().and_then(|folder| statvfs(folder).ok());
    let free = disk.map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    let began = Instant::now();
    let synced = sync(file).map(|()| began.elapsed());
    if let Err(error) = &synced {
        tracing::error!(%error, "nothing can be written beside the data");
    }
    told(free, synced)
}

fn sync(file: &Path) -> io::Result<()> {
    let written = private::create(file).and_then(|mut small| {
        small.write_all(&[0; 4096])?;
        small.sync_all()
    });
    let removed = private::gone(fs::remove_file(file));
    written.and(removed)
}

fn told(free: Option<u64>, synced: io::Result<Duration>) -> Told {
    let fault = match &synced {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
            ) =>
        {
            Some(DiskFault::Full)
        }
        Err(_) => Some(DiskFault::Failed),
        Ok(_) if free.is_some_and(|free| free < LOW) => Some(DiskFault::Low),
        Ok(took) => (*took > SLOW).then_some(DiskFault::Slow),
    };
    let took = synced.ok().filter(|took| *took < PATIENCE);
    Told {
        free_mb: free.map(|free| free / 1_000_000),
        sync_ms: took.and_then(|took| took.as_millis().try_into().ok()),
        fault,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const GIGABYTES: Option<u64> = Some(7_654_321_000);

    #[rstest]
    #[case(GIGABYTES, Ok(4), Some(4), None)]
    #[case(GIGABYTES, Ok(501), Some(501), Some(DiskFault::Slow))]
    #[case(GIGABYTES, Ok(3_000), None, Some(DiskFault::Slow))]
    #[case(Some(999_999_999), Ok(501), Some(501), Some(DiskFault::Low))]
    #[case(None, Ok(4), Some(4), None)]
    #[case(GIGABYTES, Err(ErrorKind::StorageFull), None, Some(DiskFault::Full))]
    #[case(Some(0), Err(ErrorKind::Other), None, Some(DiskFault::Failed))]
    fn a_disk_slow_low_full_or_failed_is_a_fault(
        #[case] free: Option<u64>,
        #[case] synced: Result<u64, ErrorKind>,
        #[case] sync_ms: Option<u64>,
        #[case] fault: Option<DiskFault>,
    ) {
        let seen = told(
            free,
            synced.map(Duration::from_millis).map_err(io::Error::from),
        );
        assert_eq!((seen.sync_ms, seen.fault), (sync_ms, fault));
    }

    #[test]
    fn a_look_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("look");
        fs::write(&file, "left by a crash").unwrap();
        let seen = look(&file);
        assert!(seen.sync_ms.is_some() && seen.free_mb.is_some(), "{seen:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let gone = look(&folder.path().join("missing").join("look"));
        assert_eq!(gone.fault, Some(DiskFault::Failed));
    }
}
