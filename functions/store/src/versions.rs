//! Versions of objects: what a versioned bucket still holds of an object that was deleted or
//! replaced. A deleted object is gone only when all its versions are. In a bucket without versions,
//! an object's only version is called `null`.

use futures::{Stream, TryStreamExt};

use crate::{
    Place, Result, Store,
    port::{List, ObjectCall},
};

/// One version of an object, or the marker that a delete left in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectVersion {
    /// Path below the place.
    pub path: String,
    /// The version's id; `null` if the bucket keeps no versions.
    pub id: String,
    /// Whether it is what a plain read finds: the object itself, or (if a marker) that there is
    /// none.
    pub is_latest: bool,
    /// Whether it is the marker of a delete, which has no content.
    pub is_delete_marker: bool,
    /// When it was written, in unix milliseconds; known to the second.
    pub written_ms: u64,
}

impl Store {
    /// All versions of all objects of a place whose paths begin with `path`, page by page (of
    /// 1,000), by path, the newest of each first. There is never more than one page in memory.
    /// Versions may be removed while the listing continues.
    ///
    /// # Errors
    /// When the bucket cannot be read: the stream then ends with the error.
    pub fn list_versions(
        &self,
        place: Place,
        path: &str,
    ) -> impl Stream<Item = Result<Vec<ObjectVersion>>> + Send + use<> {
        let list = List {
            bucket: self.bucket(place).to_owned(),
            prefix: format!("{}{path}", place.prefix()),
            versions: true,
            from: None,
        };
        list.pages(&self.buckets).map_ok(move |page| {
            let versions = page.into_iter().filter_map(|found| {
                Some(ObjectVersion {
                    path: found.key.strip_prefix(place.prefix())?.to_owned(),
                    id: found.version,
                    is_latest: found.is_latest,
                    is_delete_marker: found.is_delete_marker,
                    written_ms: found.written_ms,
                })
            });
            versions.collect()
        })
    }

    /// Removes exactly these versions (path, id), 1,000 per call; versions that are gone already
    /// are no error. Other versions of the same objects stay.
    ///
    /// # Errors
    /// When the bucket cannot be written, or one of the versions could not be removed; others may
    /// have been.
    pub async fn delete_versions(
        &self,
        place: Place,
        versions: Vec<(String, String)>,
    ) -> Result<()> {
        for chunk in versions.chunks(ObjectCall::MOST) {
            let chunk = chunk.iter().map(|(path, id)| (path, Some(id.clone())));
            let delete = self.delete_many(place, chunk);
            delete.send(&self.buckets).await?;
        }
        Ok(())
    }

    /// A call that removes objects, or versions with these ids: at most [`ObjectCall::MOST`].
    pub(crate) fn delete_many<'p>(
        &self,
        place: Place,
        objects: impl Iterator<Item = (&'p String, Option<String>)>,
    ) -> ObjectCall {
        let objects = objects.map(|(path, id)| (format!("{}{path}", place.prefix()), id));
        ObjectCall::DeleteMany {
            bucket: self.bucket(place).to_owned(),
            objects: objects.collect(),
        }
    }
}
