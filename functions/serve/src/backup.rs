//! Backups: all data in one file, taken while everything goes on, and restored only where there is
//! nothing yet.
//!
//! The file is a plain tar of both databases and the small files beside them. Each database is
//! copied as it is at one moment. The buckets are copied first: whatever the tables, copied later,
//! have in addition is published once the copy is served. The other way round, the buckets would
//! hold something that no table has.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use crate::{
    data::{Data, DataError},
    objects,
};

/// The files in a backup. The databases may be read while they are written; the other files never
/// change once they are created.
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
    /// The restored data cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The system refuses.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| BackupError::Io(path, error)
}

/// Writes all data of a folder into a new file that only its owner may read; a process may be
/// working on the folder meanwhile.
///
/// # Errors
/// When the folder has no data, the file exists already, or one of them cannot be read or written.
/// Then no file is left behind.
pub fn back_up(folder: &Path, into: &Path) -> Result<(), BackupError> {
    if !folder.join("format.json").exists() {
        return Err(BackupError::NoData(folder.to_owned()));
    }
    if into.exists() {
        return Err(BackupError::Exists(into.to_owned()));
    }
    let beside = beside(into);
    let work = |path: &Path| -> Result<(), BackupError> {
        DirBuilder::new()
            .mode(0o700)
            .create(path)
            .map_err(failed(path))?;
        let packed = path.join("backup");
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&packed)
            .map_err(failed(&packed))?;
        let mut archive = tar::Builder::new(file);
        for name in DATABASES {
            let copy = path.join(name);
            objects::copy(&folder.join(name), &copy)
                .map_err(|error| BackupError::Io(copy.clone(), io::Error::other(error)))?;
            archive
                .append_path_with_name(&copy, name)
                .map_err(failed(&copy))?;
        }
        for name in OTHERS {
            let file = folder.join(name);
            if file.exists() {
                archive
                    .append_path_with_name(&file, name)
                    .map_err(failed(&file))?;
            }
        }
        let file = archive.into_inner().map_err(failed(&packed))?;
        file.sync_all().map_err(failed(&packed))?;
        // never over a file that somebody else has created meanwhile
        fs::hard_link(&packed, into).map_err(failed(into))?;
        sync_folder(into)
    };
    let done = work(&beside);
    match fs::remove_dir_all(&beside) {
        Err(error) if done.is_ok() && error.kind() != io::ErrorKind::NotFound => {
            Err(BackupError::Io(beside, error))
        }
        _ => done,
    }
}

/// Restores a backup into a folder that does not exist yet.
///
/// # Errors
/// When the folder exists, or the file is not a backup, or is from a newer version. Then no folder
/// is left behind.
pub fn restore(file: &Path, folder: &Path) -> Result<(), BackupError> {
    if folder.exists() {
        return Err(BackupError::Exists(folder.to_owned()));
    }
    let beside = beside(folder);
    let work = |path: &Path| -> Result<(), BackupError> {
        DirBuilder::new()
            .mode(0o700)
            .create(path)
            .map_err(failed(path))?;
        let mut archive = tar::Archive::new(File::open(file).map_err(failed(file))?);
        let not_a_backup =
            |error: io::Error| BackupError::NotABackup(file.to_owned(), error.to_string());
        for entry in archive.entries().map_err(not_a_backup)? {
            let mut entry = entry.map_err(not_a_backup)?;
            let name = entry
                .path()
                .map_err(not_a_backup)?
                .to_string_lossy()
                .into_owned();
            if !DATABASES.iter().chain(&OTHERS).any(|known| *known == name) {
                return Err(BackupError::NotABackup(
                    file.to_owned(),
                    "it holds other files".to_owned(),
                ));
            }
            let target = path.join(name);
            let mut to = OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&target)
                .map_err(failed(&target))?;
            io::copy(&mut entry, &mut to).map_err(failed(&target))?;
            to.sync_all().map_err(failed(&target))?;
        }
        if let Some(missing) = DATABASES
            .iter()
            .chain(OTHERS.iter().take(2))
            .find(|name| !path.join(name).exists())
        {
            return Err(BackupError::NotABackup(
                file.to_owned(),
                format!("it has no {missing}"),
            ));
        }
        drop(Data::open(path)?);
        fs::rename(path, folder).map_err(failed(folder))?;
        sync_folder(folder)
    };
    let done = work(&beside);
    match fs::remove_dir_all(&beside) {
        Err(error) if done.is_ok() && error.kind() != io::ErrorKind::NotFound => {
            Err(BackupError::Io(beside, error))
        }
        _ => done,
    }
}

/// A name beside a path, for what is not complete yet.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    PathBuf::from(name)
}

fn sync_folder(file: &Path) -> Result<(), BackupError> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stream::stream, template::Template};

    /// A folder of data with a table and a bucket in it.
    fn made(folder: &Path) {
        let data = Data::open(folder).unwrap();
        let template = Template::of_this_build().unwrap();
        crate::secrets::Secrets::open(&data.secrets(), &template.secrets()).unwrap();
        crate::tables::Tables::open(&data.tables(), &template.tables(), stream().0).unwrap();
        objects::Objects::open(&data.objects(), template.buckets()).unwrap();
    }

    #[test]
    fn what_is_backed_up_comes_back() {
        let place = tempfile::tempdir().unwrap();
        let [folder, file, again] =
            ["races", "races.tar", "again"].map(|name| place.path().join(name));
        made(&folder);
        let in_use = Data::open(&folder).unwrap();
        back_up(&folder, &file).unwrap();
        assert!(matches!(
            back_up(&folder, &file),
            Err(BackupError::Exists(_))
        ));
        drop(in_use);
        restore(&file, &again).unwrap();
        assert_eq!(
            fs::read(folder.join("secrets.json")).unwrap(),
            fs::read(again.join("secrets.json")).unwrap()
        );
        made(&again);
        assert!(matches!(
            restore(&file, &again),
            Err(BackupError::Exists(_))
        ));
        assert_eq!(
            fs::read_dir(place.path()).unwrap().count(),
            3,
            "nothing half made is left"
        );
    }

    #[test]
    fn what_is_no_backup_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let [file, folder] = ["no.tar", "races"].map(|name| place.path().join(name));
        fs::write(&file, "not a tar").unwrap();
        assert!(matches!(
            restore(&file, &folder),
            Err(BackupError::NotABackup(..))
        ));
        assert!(matches!(
            back_up(&folder, &place.path().join("x")),
            Err(BackupError::NoData(_))
        ));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
