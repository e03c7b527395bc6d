//! Objects: the published files below `results/` of the downloads bucket, those of restricted
//! events below `restricted/` of the private bucket, and the publisher's own state below `state/`
//! of the private bucket (docs/decisions/snapshot-format.md). Organisers' files are in `files.rs`,
//! web hooks in `hook.rs`.

use std::collections::BTreeSet;

use chute_domain::state::EventRecord;
use futures::{TryStreamExt, future::try_join_all};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Result, Store, StoreError,
    pointers::is_pointer,
    port::{Headers, List, Object, ObjectCall, ObjectName, Over, Put},
    versions::ObjectVersion,
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
    /// Files of organisers: lists and contents.
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

    pub(crate) fn object(&self, place: Place, path: &str) -> ObjectName {
        ObjectName {
            bucket: self.bucket(place).to_owned(),
            key: format!("{}{path}", place.prefix()),
        }
    }

    /// The object at `path` below the place, if there is one.
    pub async fn get_object(&self, place: Place, path: &str) -> Result<Option<Tagged>> {
        let get = ObjectCall::Get(self.object(place, path));
        let found = get.find(&self.buckets).await?;
        Ok(found.map(|found| Tagged {
            body: found.body,
            etag: found.tag,
            version: found.version,
            written_ms: found.written_ms,
        }))
    }

    /// Stores an immutable published file: gzip-encoded JSON.
    pub async fn put_file(&self, place: Place, path: &str, body: Vec<u8>) -> Result<()> {
        let headers = Headers {
            content_type: Some("application/json".to_owned()),
            content_encoding: Some("gzip".to_owned()),
            cache_control: Some(IMMUTABLE.to_owned()),
            ..Headers::default()
        };
        let put = Put {
            name: self.object(place, path),
            body,
            headers,
            over: Over::Anything,
        };
        ObjectCall::Put(put).send(&self.buckets).await?;
        Ok(())
    }

    /// Replaces a pointer (any file that changes) if it still has this tag or, without a tag, if it
    /// does not exist yet.
    pub async fn move_pointer(
        &self,
        place: Place,
        path: &str,
        body: Vec<u8>,
        seen: Option<&str>,
    ) -> Result<Written> {
        let cache = if path == "index.json" { INDEX } else { POINTER };
        let headers = Headers {
            content_type: Some("application/json".to_owned()),
            cache_control: Some(cache.to_owned()),
            ..Headers::default()
        };
        let put = Put {
            name: self.object(place, path),
            body,
            headers,
            over: Over::seen(seen),
        };
        let written = ObjectCall::Put(put).send_if(&self.buckets).await?;
        Ok(
            written.map_or(Written::Outrun, |Object { tag, version, .. }| {
                Written::Now(Made { etag: tag, version })
            }),
        )
    }

    /// A pointer's content, which is JSON (`what` names it in an error), and its tag.
    pub(crate) async fn get_json<T: DeserializeOwned>(
        &self,
        place: Place,
        path: &str,
        what: &'static str,
    ) -> Result<Option<(T, String)>> {
        let Some(stored) = self.get_object(place, path).await? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&stored.body)
            .map_err(|error| StoreError::Unreadable(what, Box::new(error)))?;
        Ok(Some((value, stored.etag)))
    }

    /// Replaces it as [`Self::move_pointer`] does. Returns whether it did.
    pub(crate) async fn put_json(
        &self,
        place: Place,
        path: &str,
        (what, value): (&'static str, &impl Serialize),
        seen: Option<&str>,
    ) -> Result<bool> {
        let body = serde_json::to_vec(value)
            .map_err(|error| StoreError::Unreadable(what, Box::new(error)))?;
        let written = self.move_pointer(place, path, body, seen).await?;
        Ok(matches!(written, Written::Now(_)))
    }

    /// The paths of all objects of a place whose paths begin with `path`.
    pub async fn list_objects(&self, place: Place, path: &str) -> Result<Vec<String>> {
        let list = List {
            bucket: self.bucket(place).to_owned(),
            prefix: format!("{}{path}", place.prefix()),
            versions: false,
            from: None,
        };
        let mut pages = list.pages(&self.buckets);
        let mut found = Vec::new();
        while let Some(page) = pages.try_next().await? {
            let keys = page.iter().map(|object| &object.key);
            found.extend(
                keys.filter_map(|key| key.strip_prefix(place.prefix()).map(ToOwned::to_owned)),
            );
        }
        Ok(found)
    }

    /// Removes objects; objects that do not exist are no error.
    pub async fn delete_objects(&self, place: Place, paths: &[String]) -> Result<()> {
        for batch in paths.chunks(ObjectCall::MOST * DELETED_AT_ONCE) {
            let chunks = batch.chunks(ObjectCall::MOST);
            let deletes = chunks.map(|chunk| {
                let objects = chunk.iter().map(|path| (path, None));
                self.delete_many(place, objects).send(&self.buckets)
            });
            try_join_all(deletes).await?;
        }
        Ok(())
    }

    /// Withdraws everything published below `path` (`slug/` or `slug/year/`), pointers first, so
    /// that nothing can be found any more. Only removes the versions that exist when it begins: a
    /// publisher that finds the pointer gone starts over, and what it then writes stays. Returns
    /// whether there were any.
    pub async fn withdraw(&self, place: Place, path: &str) -> Result<bool> {
        let (pointers, files) = self.pointers_and_files(place, path).await?;
        let some = !pointers.is_empty() || !files.is_empty();
        self.delete_versions(place, named(pointers)).await?;
        self.delete_versions(place, named(files)).await?;
        Ok(some)
    }

    /// Moves what is published below `path` (`slug/`) from the public place to that of restricted
    /// events, where its owner goes on reading it. Pointers are removed first, so nothing can be
    /// found any more; files leave the public place once they are copied. Like [`Store::withdraw`]
    /// it handles the versions that exist when it begins. Returns whether there were any.
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
        let versions: Vec<_> = self.list_versions(place, path).try_concat().await?;
        Ok(versions
            .into_iter()
            .partition(|version| is_pointer(&version.path)))
    }

    /// Removes the versions of these pointers that exist when it begins, in a few calls, however
    /// many files they lead to. A pointer that is written meanwhile stays.
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
    pub async fn put_state(&self, path: &str, body: Vec<u8>) -> Result<()> {
        let put = Put {
            name: self.object(Place::State, path),
            body,
            headers: Headers::default(),
            over: Over::Anything,
        };
        ObjectCall::Put(put).send(&self.buckets).await?;
        Ok(())
    }
}
