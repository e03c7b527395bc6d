//! The buckets, over one SQLite file: for the code they are S3, and the downloads host serves
//! visitors from them.
//!
//! The store calls them directly (`port`); `rows` defines what each call does, `database` has the
//! file and knows what of it is on the disk, `lifecycle` removes old versions.

mod database;
mod lifecycle;
mod port;
mod rows;

use std::{collections::BTreeMap, fmt, path::Path, sync::Arc};

use axum::body::Bytes;
use md5::{Digest, Md5};
use rusqlite::Connection;
use tokio::sync::watch;

pub use database::copy;
pub(crate) use port::Port;

use crate::template::Bucket;
use database::Database;
use rows::{Condition, Notes, Version, VersionId};

/// The buckets of a deployment. Clones are the same buckets.
#[derive(Clone)]
pub struct Objects {
    database: Arc<Database>,
    buckets: Arc<BTreeMap<String, Arc<Bucket>>>,
}

/// An object as a plain read finds it, or another file with such headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The stored bytes, encoded as `content_encoding` says.
    pub body: Bytes,
    /// Its media type.
    pub content_type: Option<String>,
    /// How the bytes are encoded.
    pub content_encoding: Option<String>,
    /// How it may be cached.
    pub cache_control: Option<String>,
    /// Its tag, with or without quotes: of an object, the MD5 of the bytes in hex. Different bytes
    /// have different tags.
    pub etag: String,
    /// When it was written, in unix milliseconds.
    pub written_ms: u64,
}

/// Lower-case hex, as entity tags are written.
pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Why the buckets did not do something.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ObjectsError {
    /// The template has no such bucket.
    #[error("there is no bucket of this name")]
    NoSuchBucket,
    /// The key has no version with this id.
    #[error("there is no version of this id")]
    NoSuchVersion,
    /// The object does not meet the condition.
    #[error("the object is not as the condition says")]
    PreconditionFailed,
    /// There is no room on the disk.
    #[error("there is no room for the objects")]
    Full(#[source] Cause),
    /// The disk is failing, or another process keeps the file locked: worth another try.
    #[error("the objects cannot be read or written now")]
    Unavailable(#[source] Cause),
    /// Any other failure of the database.
    #[error("the database of objects failed")]
    Failed(#[source] Cause),
    /// The file was written by another version of this program.
    #[error("the database of objects has the form {0}, which this program does not know")]
    UnknownForm(i64),
}

// shared: changes that are made together fail together
type Cause = Arc<dyn std::error::Error + Send + Sync>;

impl ObjectsError {
    fn unavailable(cause: impl Into<chute_store::Cause>) -> Self {
        Self::Unavailable(cause.into().into())
    }
}

impl From<rusqlite::Error> for ObjectsError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, FileLockingProtocolFailed,
            OutOfMemory, SystemIoFailure,
        };
        if error.sqlite_error_code() == Some(DiskFull) {
            return Self::Full(Arc::new(error));
        }
        let passes = [
            CannotOpen,
            DatabaseBusy,
            DatabaseLocked,
            FileLockingProtocolFailed,
            OutOfMemory,
            SystemIoFailure,
        ];
        if error
            .sqlite_error_code()
            .is_some_and(|code| passes.contains(&code))
        {
            Self::Unavailable(Arc::new(error))
        } else {
            Self::Failed(Arc::new(error))
        }
    }
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects")
            .field("buckets", &self.buckets)
            .finish_non_exhaustive()
    }
}

impl Objects {
    /// The buckets in this file, which is created if missing. Everything acknowledged earlier is
    /// there; nothing else may write to the file while it is open. Blocks until the log is written
    /// into the file.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written, or has a form that this program does not
    /// know.
    pub fn open(file: &Path, buckets: Vec<Bucket>) -> Result<Self, ObjectsError> {
        let named = |bucket: Bucket| (bucket.name.clone(), Arc::new(bucket));
        let buckets = Arc::new(buckets.into_iter().map(named).collect());
        Ok(Self {
            database: Arc::new(Database::open(file)?),
            buckets,
        })
    }

    /// The newest version of an object; `None` if there is none or a delete marker is above it.
    ///
    /// # Errors
    /// When there is no such bucket, or the database fails.
    pub async fn read(&self, bucket: &str, key: &str) -> Result<Option<Object>, ObjectsError> {
        let (bucket, key) = (self.bucket(bucket)?.name.clone(), key.to_owned());
        let found = self.database.read(move |tables| {
            let Some(version) = rows::find(tables, &bucket, &key, None)? else {
                return Ok(None);
            };
            let Some(etag) = version.etag.clone() else {
                return Ok(None);
            };
            Ok(Some((rows::body(tables, &version)?, etag, version)))
        });
        let Some((body, etag, version)) = found.await? else {
            // it may have been removed just now
            self.database.seen(self.database.begun()).await?;
            return Ok(None);
        };
        // nobody may see what a power cut would undo; reading something older does not wait for the
        // writes of others
        self.database.seen(version.number).await?;
        let rows::Notes {
            content_type,
            content_encoding,
            cache_control,
            ..
        } = version.notes;
        Ok(Some(Object {
            body,
            content_type,
            content_encoding,
            cache_control,
            etag,
            written_ms: version.written_ms,
        }))
    }

    /// How far the order of uploads had come when something was last written that is on the disk
    /// now, in milliseconds; 0 if nothing ever was.
    #[must_use]
    pub fn written_ms(&self) -> u64 {
        // write numbers follow the clock in microseconds
        u64::try_from(self.database.durable() / 1_000).unwrap_or_default()
    }

    /// Writes down that the order of uploads has come this far, in milliseconds.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub async fn note_order(&self, order_ms: u64) -> Result<(), ObjectsError> {
        let number = i64::try_from(order_ms.saturating_mul(1_000)).unwrap_or(i64::MAX);
        self.database
            .write(move |_, sequence| {
                sequence.reach(number);
                Ok(())
            })
            .await
    }

    /// Becomes true once it is no longer known what is on the disk (`wal`).
    pub(crate) fn is_unsafe(&self) -> watch::Receiver<bool> {
        self.database.is_unsafe()
    }

    fn bucket(&self, name: &str) -> Result<&Arc<Bucket>, ObjectsError> {
        self.buckets.get(name).ok_or(ObjectsError::NoSuchBucket)
    }

    /// An object, with its bytes if they are asked for.
    async fn find(
        &self,
        bucket: &str,
        key: &str,
        with_body: bool,
    ) -> Result<Option<(Version, Bytes)>, ObjectsError> {
        let (bucket, key) = (self.bucket(bucket)?.name.clone(), key.to_owned());
        self.look(move |tables| {
            let found = rows::find(tables, &bucket, &key, None)?;
            let Some(version) = found.filter(|version| !version.is_marker()) else {
                return Ok(None);
            };
            let body = match with_body {
                true => rows::body(tables, &version)?,
                false => Bytes::new(),
            };
            Ok(Some((version, body)))
        })
        .await
    }

    /// Reads something. The writes of others that it may have seen are on the disk when this
    /// returns.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, ObjectsError> + Send + 'static,
    ) -> Result<T, ObjectsError> {
        let found = self.database.read(look).await;
        self.database.seen(self.database.begun()).await?;
        found
    }

    async fn put(
        &self,
        bucket: &str,
        key: String,
        body: Vec<u8>,
        notes: Notes,
        condition: Condition,
    ) -> Result<Version, ObjectsError> {
        let bucket = self.bucket(bucket)?.clone();
        let put = self.database.write(move |tables, sequence| {
            let new = (hex(Md5::digest(&body)), body.as_slice());
            rows::put(tables, sequence, &bucket, &key, new, notes, &condition)
        });
        put.await
    }

    async fn delete(
        &self,
        bucket: &str,
        key: String,
        condition: Condition,
    ) -> Result<(), ObjectsError> {
        let bucket = self.bucket(bucket)?.clone();
        let delete = self.database.write(move |tables, sequence| {
            rows::delete(tables, sequence, &bucket, &key, None, &condition)
        });
        delete.await
    }

    /// Removes objects, or these versions of them; what is not there is skipped.
    async fn remove(
        &self,
        bucket: &str,
        objects: Vec<(String, Option<VersionId>)>,
    ) -> Result<(), ObjectsError> {
        let bucket = self.bucket(bucket)?.clone();
        if objects.is_empty() {
            return Ok(());
        }
        let remove = self.database.write(move |tables, sequence| {
            for (key, id) in &objects {
                rows::delete(tables, sequence, &bucket, key, *id, &Condition::None)?;
            }
            Ok(())
        });
        remove.await
    }

    /// The objects behind this key, as in [`rows::list`].
    async fn list(
        &self,
        bucket: &str,
        prefix: String,
        behind: Option<String>,
        most: usize,
    ) -> Result<(Vec<(String, Version)>, bool), ObjectsError> {
        let bucket = self.bucket(bucket)?.name.clone();
        let from = behind.as_deref().map(rows::behind).unwrap_or_default();
        self.look(move |tables| rows::list(tables, &bucket, &prefix, &from, most))
            .await
    }

    /// The versions behind this one, as in [`rows::list_versions`].
    async fn list_versions(
        &self,
        bucket: &str,
        prefix: String,
        behind: Option<(String, Option<VersionId>)>,
        most: usize,
    ) -> Result<(Vec<rows::Listed>, bool), ObjectsError> {
        let bucket = self.bucket(bucket)?.name.clone();
        self.look(move |tables| {
            let behind = behind.as_ref().map(|(key, id)| (key.as_str(), *id));
            rows::list_versions(tables, &bucket, &prefix, behind, most)
        })
        .await
    }
}

#[cfg(test)]
mod tests;
