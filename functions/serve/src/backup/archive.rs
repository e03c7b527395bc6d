//! The file of a backup: a tar whose first member describes the others, and behind it the digest of
//! everything before.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read, Seek, Write},
    path::Path,
};

use rustix::fs::{Advice, fadvise};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{BackupError, DATABASES, OTHERS, failed};
use crate::{objects::hex, private};

/// The first member. Backups made before November 2026 have none, and no digest at the end.
const MANIFEST: &str = "backup.json";
/// The format of the file. It is raised when an older program could not restore it.
const FORMAT: u32 = 1;
/// The maximum size of the first member, in bytes.
const MANIFEST_BYTES: u64 = 64 * 1024;
/// The size of the digest behind the tar, in bytes.
const SEAL_BYTES: u64 = 32;

/// A backup's manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// The deployment it is of (`secrets::deployment`).
    pub deployment: String,
    /// When it was begun, by the clock of the machine: RFC 3339 in UTC.
    pub made_at: String,
    /// The version of the program that made it.
    pub version: String,
    /// SHA-256 of each other member, in hex.
    members: BTreeMap<String, String>,
}

/// Passes bytes on, and digests them.
struct Digesting<T> {
    inner: T,
    digest: Sha256,
}

impl<T> Digesting<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            digest: Sha256::new(),
        }
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.digest.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn digest_of(from: &mut impl Read) -> io::Result<[u8; SEAL_BYTES as usize]> {
    let mut all = Digesting::new(io::sink());
    io::copy(from, &mut all)?;
    Ok(all.digest.finalize().into())
}

/// Packs all files of a folder that belong into a backup into a new file that only its owner may
/// read. The file is on its disk, and was read back from there, when this returns.
///
/// # Errors
/// When the file exists already, cannot be written, or reads back otherwise.
pub fn pack(folder: &Path, deployment: String, packed: &Path) -> Result<(), BackupError> {
    let mut members = BTreeMap::new();
    let names = || {
        let all = DATABASES.iter().chain(&OTHERS);
        all.filter(|name| folder.join(name).exists())
    };
    for name in names() {
        let member = folder.join(name);
        let digested = File::open(&member).and_then(|mut member| digest_of(&mut member));
        let digest = hex(digested.map_err(failed(&member))?);
        members.insert((*name).to_owned(), digest);
    }
    let manifest = Manifest {
        format: FORMAT,
        deployment,
        made_at: jiff::Timestamp::now().strftime("%FT%TZ").to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        members,
    };
    let written = || -> io::Result<File> {
        let made = private::create_new(packed)?;
        let mut archive = tar::Builder::new(Digesting::new(made));
        let header = |size: u64| {
            let mut header = tar::Header::new_gnu();
            header.set_size(size);
            header.set_mode(0o600);
            header
        };
        let text = serde_json::to_vec_pretty(&manifest)?;
        archive.append_data(&mut header(text.len() as u64), MANIFEST, text.as_slice())?;
        for name in names() {
            let member = File::open(folder.join(name))?;
            archive.append_data(&mut header(member.metadata()?.len()), name, member)?;
        }
        let Digesting {
            inner: mut made,
            digest,
        } = archive.into_inner()?;
        made.write_all(&digest.finalize())?;
        made.sync_all()?;
        // from now on it is read from its disk, not from the system's memory
        fadvise(&made, 0, None, Advice::DontNeed)?;
        Ok(made)
    };
    let mut made = written().map_err(failed(packed))?;
    if is_as_written(&mut made).map_err(failed(packed))? {
        Ok(())
    } else {
        Err(BackupError::Damaged(
            packed.to_owned(),
            "its disk returns something else than was written".to_owned(),
        ))
    }
}

/// Whether the last bytes of a file are the digest of all others.
fn is_as_written(file: &mut File) -> io::Result<bool> {
    let Some(digested) = file.metadata()?.len().checked_sub(SEAL_BYTES) else {
        return Ok(false);
    };
    file.rewind()?;
    let digest = digest_of(&mut (&mut *file).take(digested))?;
    let mut seal = Vec::new();
    file.read_to_end(&mut seal)?;
    Ok(seal.as_slice() == digest.as_slice())
}

/// A backup's manifest; `None` for one that is too old to have it.
///
/// # Errors
/// When the file cannot be read, or does not begin like a backup.
pub fn manifest(file: &Path) -> io::Result<Option<Manifest>> {
    let mut archive = tar::Archive::new(File::open(file)?);
    match archive.entries()?.next() {
        Some(first) => read_manifest(&mut first?),
        None => Ok(None),
    }
}

fn read_manifest(entry: &mut tar::Entry<'_, impl Read>) -> io::Result<Option<Manifest>> {
    if entry.path_bytes().as_ref() != MANIFEST.as_bytes() {
        return Ok(None);
    }
    let mut text = Vec::new();
    entry.take(MANIFEST_BYTES).read_to_end(&mut text)?;
    Ok(Some(serde_json::from_slice(&text)?))
}

/// Takes the files out of a backup into an empty folder, each of them with its digest checked.
/// Returns what the backup says about itself; `None` for one that is too old to have digests.
///
/// # Errors
/// When the file is no backup, is damaged or from a newer version, or cannot be read, or the folder
/// cannot be written.
pub fn unpack(file: &Path, folder: &Path) -> Result<Option<Manifest>, BackupError> {
    let not_a_backup =
        |error: io::Error| BackupError::NotABackup(file.to_owned(), error.to_string());
    let damaged = |what: String| BackupError::Damaged(file.to_owned(), what);
    let mut opened = File::open(file).map_err(failed(file))?;
    let is_whole = is_as_written(&mut opened).map_err(failed(file))?;
    opened.rewind().map_err(failed(file))?;
    let mut archive = tar::Archive::new(opened);
    let mut told: Option<Manifest> = None;
    for (at, entry) in archive.entries().map_err(not_a_backup)?.enumerate() {
        let mut entry = entry.map_err(not_a_backup)?;
        if at == 0 {
            told = read_manifest(&mut entry).map_err(not_a_backup)?;
            match &told {
                Some(Manifest {
                    format, version, ..
                }) if *format > FORMAT => {
                    return Err(BackupError::Newer(file.to_owned(), version.clone()));
                }
                Some(_) => continue,
                None => {}
            }
        }
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
        let target = folder.join(&name);
        let mut to = private::create_new(&target).map_err(failed(&target))?;
        let mut member = Digesting::new(&mut to);
        io::copy(&mut entry, &mut member).map_err(failed(&target))?;
        let digest = hex(member.digest.finalize());
        to.sync_all().map_err(failed(&target))?;
        if let Some(told) = &told
            && told.members.get(&name) != Some(&digest)
        {
            return Err(damaged(format!("{name} in it is not as it was written")));
        }
    }
    if let Some(missing) = DATABASES
        .iter()
        .chain(OTHERS.iter().take(2))
        .find(|name| !folder.join(name).exists())
    {
        return Err(BackupError::NotABackup(
            file.to_owned(),
            format!("it has no {missing}"),
        ));
    }
    if told.is_some() && !is_whole {
        return Err(damaged("it is not as it was written".to_owned()));
    }
    Ok(told)
}
