//! The data folder: two databases, the secrets, a lock, and the socket by which the operator's
//! command reaches the process that works on the folder.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::private::write_private;

/// The names of the files in the folder.
pub mod files {
    /// Where copies for a backup are made; removed afterwards.
    pub const COPIES: &str = "backup.part";
    /// A small file that is written to try the disk; removed at once.
    pub const TRIED: &str = "tried.part";
    /// The database of the tables.
    pub const TABLES: &str = "tables.db";
    /// The database of the buckets.
    pub const OBJECTS: &str = "objects.db";
    /// The secrets.
    pub const SECRETS: &str = "secrets.json";
    /// The texts that would have gone to phones, if this machine sends alerts.
    pub const TEXTS: &str = "texts.jsonl";
    /// The e-mails that would have been sent, if this machine sends alerts.
    pub const MAILS: &str = "mails.jsonl";
    /// The file by which the operator's command finds this process: addresses, names, the socket,
    /// in the form that `make start` writes for the emulator.
    pub const STACK: &str = "stack.json";
    /// Notes that everything is in the folder.
    pub(super) const FORMAT: &str = "format.json";
}

/// The format of the folder. It is raised when an older program could not work with the folder.
const FORMAT: u32 = 1;

/// The folder of a deployment, held by this process until it ends.
#[derive(Debug)]
pub struct Data {
    folder: PathBuf,
    /// The system releases the lock when the process ends, however it ends.
    lock: File,
}

impl Drop for Data {
    fn drop(&mut self) {
        // Closing alone is not enough: a child that is just being started has the file open, too,
        // until it runs its own program. What cannot be released now ends with the process.
        let _ = self.lock.unlock();
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Format {
    format: u32,
    written_by: String,
}

/// Why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Another process works on it.
    #[error(
        "{folder} is in use by another `chute serve` (process {process}): stop that one first, or choose another folder with --data"
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The process id of the other process, as far as it is known.
        process: String,
    },
    /// It was written by a newer program.
    #[error(
        "{folder} was written by Chute {written_by} (format {found}); this program is Chute {version} and knows format {FORMAT}: update it",
        version = env!("CARGO_PKG_VERSION")
    )]
    Newer {
        /// The folder.
        folder: PathBuf,
        /// The format that was found.
        found: u32,
        /// The program that wrote it.
        written_by: String,
    },
    /// A file is missing beside the others: a new one would replace what it held.
    #[error(
        "{0} holds data, but no {1}: put that file back, or restore a backup into another folder"
    )]
    Missing(PathBuf, &'static str),
    /// The system refuses.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}

/// The file that a folder of data lacks. A new folder has none of them yet. It is complete from
/// when it has a `format.json`, which is written last: before that the first start may have been cut
/// off, but there was never a database without the secrets.
pub fn missing(folder: &Path) -> Option<&'static str> {
    let is_missing = |name: &&str| !folder.join(name).exists();
    let all = [files::SECRETS, files::OBJECTS, files::TABLES];
    let missing: Vec<&str> = all.into_iter().filter(is_missing).collect();
    if missing.len() == all.len() {
        return None;
    }
    let is_complete = !is_missing(&files::FORMAT);
    missing
        .into_iter()
        .find(|name| is_complete || *name == files::SECRETS)
}

impl Data {
    /// Opens the folder, or creates it; only its owner may read it. Once everything is in it, call
    /// [`Data::note_complete`].
    ///
    /// # Errors
    /// When another process works on it, a newer program wrote it, a file is missing in it, or the
    /// system refuses.
    pub fn open(folder: &Path) -> Result<Self, DataError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| DataError::Io(path, error)
        };
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(failed(folder))?;
        let path = folder.join("lock");
        let open = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path);
        let mut lock = open.map_err(failed(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut process = String::new();
                lock.read_to_string(&mut process).map_err(failed(&path))?;
                return Err(DataError::InUse {
                    folder: folder.to_owned(),
                    process: process.trim().to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(DataError::Io(path, error)),
        }
        let noted = lock
            .set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| writeln!(lock, "{}", std::process::id()));
        match noted {
            // the number is only for the message to others
            Err(error) if error.kind() == io::ErrorKind::StorageFull => {}
            noted => noted.map_err(failed(&path))?,
        }
        let data = Self {
            folder: folder.to_owned(),
            lock,
        };
        data.check_format()?;
        match missing(folder) {
            Some(name) => Err(DataError::Missing(folder.to_owned(), name)),
            None => Ok(data),
        }
    }

    fn check_format(&self) -> Result<(), DataError> {
        let path = self.file(files::FORMAT);
        let io = |error| DataError::Io(path.clone(), error);
        match fs::read(&path) {
            Ok(text) => {
                let Format { format, written_by } =
                    serde_json::from_slice(&text).map_err(|error| io(error.into()))?;
                if format > FORMAT {
                    return Err(DataError::Newer {
                        folder: self.folder.clone(),
                        found: format,
                        written_by,
                    });
                }
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(io(error)),
        }
    }

    /// Notes that everything is in the folder from now on.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn note_complete(&self) -> Result<(), DataError> {
        let path = self.file(files::FORMAT);
        if path.exists() {
            return Ok(());
        }
        let format = Format {
            format: FORMAT,
            written_by: env!("CARGO_PKG_VERSION").to_owned(),
        };
        serde_json::to_vec(&format)
            .map_err(io::Error::from)
            .and_then(|text| write_private(&path, &text))
            .map_err(|error| DataError::Io(path, error))
    }

    /// The path of a file of the folder: one of [`files`].
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Both databases, by what they hold.
    #[must_use]
    pub fn databases(&self) -> [(&'static str, PathBuf); 2] {
        [
            ("tables", self.file(files::TABLES)),
            ("objects", self.file(files::OBJECTS)),
        ]
    }

    /// The folder itself, where the socket for the operator's command is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_folder_is_for_its_owner_and_for_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("data");
        let first = Data::open(&folder).unwrap();
        assert_eq!(
            fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
            0o700
        );
        let refused = Data::open(&folder).unwrap_err().to_string();
        assert!(
            refused.contains(&format!("process {}", std::process::id())),
            "{refused}"
        );
        // as a child has it between fork and exec
        let inherited = first.lock.try_clone().unwrap();
        drop(first);
        Data::open(&folder).unwrap();
        drop(inherited);
    }

    #[test]
    fn a_folder_that_lacks_a_file_is_refused() {
        let with = |names: &[&str]| {
            let folder = tempfile::tempdir().unwrap();
            for name in names {
                fs::write(folder.path().join(name), r#"{"format":1,"written_by":"1"}"#).unwrap();
            }
            let found = missing(folder.path());
            assert_eq!(Data::open(folder.path()).is_err(), found.is_some());
            found
        };
        // a first start that was cut off anywhere goes on
        let first_start = ["secrets.json", "tables.db", "objects.db", "format.json"];
        for begun in 0..=first_start.len() {
            assert_eq!(with(&first_start[..begun]), None, "{begun}");
        }
        // a format alone was written by earlier versions at their first start
        assert_eq!(with(&["format.json"]), None);
        for lost in ["secrets.json", "tables.db", "objects.db"] {
            let rest: Vec<&str> = first_start
                .into_iter()
                .filter(|name| *name != lost)
                .collect();
            assert_eq!(with(&rest), Some(lost));
        }
        assert_eq!(with(&["tables.db", "objects.db"]), Some("secrets.json"));
        assert_eq!(with(&["tables.db"]), Some("secrets.json"));
        assert_eq!(with(&["secrets.json", "format.json"]), Some("objects.db"));
    }

    #[test]
    fn a_newer_folder_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("format.json"),
            r#"{"format":2,"written_by":"9.0"}"#,
        )
        .unwrap();
        let refused = Data::open(folder.path()).unwrap_err().to_string();
        assert!(
            refused.contains("Chute 9.0") && !folder.path().join("tables.db").exists(),
            "{refused}"
        );
    }
}
