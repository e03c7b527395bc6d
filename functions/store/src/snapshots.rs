//! Objects: the published files below `results/` of the downloads bucket, those of restricted
//! events below `restricted/` of the private bucket, and the publisher's own state below `state/`
//! of the private bucket (docs/decisions/snapshot-format.md). Organisers' files are in `files.rs`,
//! web hooks in `hook.rs`.

use std::collections::BTreeSet;

use aws_sdk_s3::{
    error::{ProvideErrorMetadata, SdkError},
    primitives::ByteStream,
    types::{Delete, ObjectIdentifier},
};

use chute_domain::state::EventRecord;
use futures::{TryStreamExt, future::try_join_all};

use crate::{
    Result, Store, StoreError, aws::failed, pointers::is_pointer, versions::ObjectVersion,
};

/// How many calls run at the same time that remove a thousand objects each.
const DELETED_AT_ONCE: usize = 4;
/// How many files are moved at the same time.
const MOVED_AT_ONCE: usize = 32;

/// Where an object is stored: a bucket, or a folder of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Published: everybody may read it.
    Public,
    /// Published for the owner of a restricted event.
    Restricted,
    /// The publisher's own objects.
    State,
    /// What organisers publish: lists and contents.
    Files,
    /// Columns that accounts have chosen for their tables.
    Columns,
    /// Web hooks of events.
    Hooks,
    /// The downloads bucket as a whole: organisers' published files are outside `results/`.
    Downloads,
}

impl Place {
    /// The place where an event is published.
    #[must_use]
    pub fn of(event: &EventRecord) -> Self {
        Self::published(event.event.access_restricted)
    }

    /// The place where files of restricted events are published, or those of other events.
    #[must_use]
    pub fn published(restricted: bool) -> Self {
        if restricted {
            Self::Restricted
        } else {
            Self::Public
        }
    }

    /// The other one of the two places where files are published.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::published(self != Self::Restricted)
    }
}

/// An object's bytes and its tag.
#[derive(Clone, Debug)]
pub struct Tagged {
    /// The stored bytes.
    pub body: Vec<u8>,
    /// The tag for a conditional write.
    pub etag: String,
    /// The id of this version; `null` if the bucket keeps no versions.
    pub version: String,
    /// When it was written, in unix milliseconds; known to the second.
    pub written_ms: u64,
}

/// The result of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The tag for the next conditional write.
    pub etag: String,
    /// The id of this version; `null` if the bucket keeps no versions.
    pub version: String,
}

/// The result of a conditional write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Done.
    Now(Made),
    /// Somebody else was faster.
    Outrun,
}

/// How a published file may be cached (contract section 9). It never changes, but it may have to be
/// removed: shared caches check every minute whether it still exists.
const IMMUTABLE: &str = "public, max-age=31536000, s-maxage=60, immutable";
const POINTER: &str = "public, max-age=2, stale-while-revalidate=10, stale-if-error=86400";
const INDEX: &str = "public, max-age=10, stale-while-revalidate=30, stale-if-error=86400";

impl Place {
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Public => "results/",
            Self::Restricted => "restricted/",
            Self::State => "state/",
            Self::Files => "files/",
            Self::Columns => "columns/",
            Self::Hooks => "hooks/",
            Self::Downloads => "",
        }
    }
}

fn named(versions: Vec<ObjectVersion>) -> Vec<(String, String)> {
    versions
        .into_iter()
        .map(|version| (version.path, version.id))
        .collect()
}

impl Store {
    pub(crate) fn bucket(&self, place: Place) -> &str {
        match place {
            Place::Public | Place::Downloads => &self.names.downloads,
            Place::Restricted | Place::State | Place::Files | Place::Columns | Place::Hooks => {
                &self.names.private
            }
        }
    }

    /// The object at `path` below the place, if there is one.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn get_object(&self, place: Place, path: &str) -> Result<Option<Tagged>> {
        let get = self
            .s3
            .get_object()
            .bucket(self.bucket(place))
            .key(format!("{}{path}", place.prefix()));
        match get.send().await {
            Ok(found) => {
                let etag = found.e_tag.unwrap_or_default();
                let written_ms = found
                    .last_modified
                    .and_then(|at| u64::try_from(at.secs()).ok())
                    .unwrap_or_default()
                    * 1000;
                let body = found
                    .body
                    .collect()
                    .await
                    .map_err(|error| StoreError::Busy(Box::new(error)))?;
                let version = found.version_id.unwrap_or_else(|| "null".to_owned());
                Ok(Some(Tagged {
                    body: body.into_bytes().into(),
                    etag,
                    version,
                    written_ms,
                }))
            }
            Err(SdkError::ServiceError(error))
                if error.err().is_no_such_key() || error.err().code() == Some("NoSuchKey") =>
            {
                Ok(None)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Stores an immutable published file: gzip-encoded JSON.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn put_file(&self, place: Place, path: &str, body: Vec<u8>) -> Result<()> {
        let put = self
            .s3
            .put_object()
            .bucket(self.bucket(place))
            .key(format!("{}{path}", place.prefix()));
        let put = put
            .content_type("application/json")
            .content_encoding("gzip")
            .cache_control(IMMUTABLE);
        put.body(ByteStream::from(body))
            .send()
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Replaces a pointer (any file that changes) if it still has this tag or, without a tag, if it
    /// does not exist yet.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn move_pointer(
        &self,
        place: Place,
        path: &str,
        body: Vec<u8>,
        seen: Option<&str>,
    ) -> Result<Written> {
        let cache = if path == "index.json" { INDEX } else { POINTER };
        let put = self
            .s3
            .put_object()
            .bucket(self.bucket(place))
            .key(format!("{}{path}", place.prefix()));
        let put = put
            .content_type("application/json")
            .cache_control(cache)
            .body(ByteStream::from(body));
        let put = match seen {
            Some(etag) => put.if_match(etag),
            None => put.if_none_match("*"),
        };
        match put.send().await {
            Ok(done) => {
                let version = done.version_id.unwrap_or_else(|| "null".to_owned());
                Ok(Written::Now(Made {
                    etag: done.e_tag.unwrap_or_default(),
                    version,
                }))
            }
            Err(SdkError::ServiceError(error))
                if matches!(
                    error.err().code(),
                    Some("PreconditionFailed" | "ConditionalRequestConflict" | "NoSuchKey")
                ) =>
            {
                Ok(Written::Outrun)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// The paths of all objects of a place whose paths begin with `path`.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn list_objects(&self, place: Place, path: &str) -> Result<Vec<String>> {
        let list = self
            .s3
            .list_objects_v2()
            .bucket(self.bucket(place))
            .prefix(format!("{}{path}", place.prefix()));
        let mut pages = list.into_paginator().send();
        let mut found = Vec::new();
        while let Some(page) = pages.next().await {
            let keys = page
                .map_err(failed)?
                .contents
                .unwrap_or_default()
                .into_iter()
                .filter_map(|object| object.key);
            found.extend(
                keys.filter_map(|key| key.strip_prefix(place.prefix()).map(ToOwned::to_owned)),
            );
        }
        Ok(found)
    }

    /// Removes objects; objects that do not exist are no error.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn delete_objects(&self, place: Place, paths: &[String]) -> Result<()> {
        for batch in paths.chunks(1000 * DELETED_AT_ONCE) {
            try_join_all(
                batch
                    .chunks(1000)
                    .map(|chunk| self.delete_chunk(place, chunk)),
            )
            .await?;
        }
        Ok(())
    }

    async fn delete_chunk(&self, place: Place, paths: &[String]) -> Result<()> {
        let mut delete = Delete::builder().quiet(true);
        for path in paths {
            let object = ObjectIdentifier::builder()
                .key(format!("{}{path}", place.prefix()))
                .build();
            delete = delete.objects(object.map_err(|error| StoreError::Failed(Box::new(error)))?);
        }
        let delete = delete
            .build()
            .map_err(|error| StoreError::Failed(Box::new(error)))?;
        let answer = self
            .s3
            .delete_objects()
            .bucket(self.bucket(place))
            .delete(delete)
            .send()
            .await
            .map_err(failed)?;
        match answer.errors.unwrap_or_default().first() {
            None => Ok(()),
            Some(error) => Err(StoreError::Failed(
                error.code.clone().unwrap_or_default().into(),
            )),
        }
    }

    /// Withdraws everything published below `path` (`slug/` or `slug/year/`), pointers first, so
    /// that nothing can be found any more. Only removes the versions that exist when it begins: a
    /// publisher that finds the pointer gone starts over, and what it then writes stays. Returns
    /// whether there were any.
    ///
    /// # Errors
    /// When a bucket cannot be read or written.
    pub async fn withdraw(&self, place: Place, path: &str) -> Result<bool> {
        let (pointers, files) = self.pointers_and_files(place, path).await?;
        let some = !pointers.is_empty() || !files.is_empty();
        self.delete_versions(place, named(pointers)).await?;
        self.delete_versions(place, named(files)).await?;
        Ok(some)
    }

    /// Moves what is published below `path` (`slug/`) from the public place to that of restricted
    /// events, where its owner goes on reading it: pointers are removed first, so that nothing can
    /// be found any more, and files are gone from the public place when they have been copied. Like
    /// [`Store::withdraw`] it handles the versions that exist when it begins. Returns whether there
    /// were any.
    ///
    /// # Errors
    /// When a bucket cannot be read or written; repeating the call moves the rest.
    pub async fn seclude(&self, path: &str) -> Result<bool> {
        let (pointers, files) = self.pointers_and_files(Place::Public, path).await?;
        if pointers.is_empty() && files.is_empty() {
            return Ok(false);
        }
        self.delete_versions(Place::Public, named(pointers)).await?;
        for some in files.chunks(MOVED_AT_ONCE) {
            let paths: BTreeSet<&str> = some.iter().map(|version| &*version.path).collect();
            let copies = paths.into_iter().map(async |path| {
                match self.get_object(Place::Public, path).await? {
                    Some(file) => self.put_file(Place::Restricted, path, file.body).await,
                    None => Ok(()),
                }
            });
            try_join_all(copies).await?;
            self.delete_versions(Place::Public, named(some.to_vec()))
                .await?;
        }
        Ok(true)
    }

    async fn pointers_and_files(
        &self,
        place: Place,
        path: &str,
    ) -> Result<(Vec<ObjectVersion>, Vec<ObjectVersion>)> {
        let versions: Vec<Vec<ObjectVersion>> =
            self.list_versions(place, path).try_collect().await?;
        Ok(versions
            .into_iter()
            .flatten()
            .partition(|version| is_pointer(&version.path)))
    }

    /// Removes the versions of these pointers that exist when it begins, in a few calls, however
    /// many files they lead to. A pointer that is written meanwhile stays.
    ///
    /// # Errors
    /// When a bucket cannot be read or written.
    pub async fn withdraw_pointers(&self, place: Place, paths: &[String]) -> Result<()> {
        let found: Vec<Vec<ObjectVersion>> = try_join_all(
            paths
                .iter()
                .map(|path| self.list_versions(place, path).try_concat()),
        )
        .await?;
        let pointers = found
            .into_iter()
            .flatten()
            .filter(|version| paths.contains(&version.path));
        self.delete_versions(
            place,
            pointers.map(|version| (version.path, version.id)).collect(),
        )
        .await
    }

    /// Stores an object of the publisher's own.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn put_state(&self, path: &str, body: Vec<u8>) -> Result<()> {
        let put = self
            .s3
            .put_object()
            .bucket(self.bucket(Place::State))
            .key(format!("{}{path}", Place::State.prefix()));
        put.body(ByteStream::from(body))
            .send()
            .await
            .map_err(failed)?;
        Ok(())
    }
}
