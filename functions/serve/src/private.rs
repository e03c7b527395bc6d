//! Files that only their owner may read: they hold names and secrets.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// Opens a file to append to it; a missing one is created.
pub fn append(file: &Path) -> io::Result<File> {
    options().create(true).append(true).open(file)
}

/// Creates a file to write and to read, never in place of another one.
pub fn create_new(file: &Path) -> io::Result<File> {
    let mut options = options();
    options.read(true).write(true).create_new(true).open(file)
}

/// Creates a file, in place of another one if there is one.
pub fn create(file: &Path) -> io::Result<File> {
    let mut options = options();
    options.write(true).create(true).truncate(true).open(file)
}

/// Writes a file: completely, or the old content stays.
///
/// # Errors
/// When it cannot be written.
pub fn write_private(file: &Path, content: &[u8]) -> io::Result<()> {
    let beside = file.with_extension("new");
    gone(fs::remove_file(&beside))?;
    let mut new = create_new(&beside)?;
    new.write_all(content)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    sync_folder_of(file)
}

/// Brings the name of a file to the disk.
pub fn sync_folder_of(file: &Path) -> io::Result<()> {
    File::open(folder_of(file))?.sync_all()
}

/// The folder that a file is in.
pub fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The outcome of a removal: what was not there is gone, too.
pub fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
