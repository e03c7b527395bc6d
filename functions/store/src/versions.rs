//! Versions of objects: what a versioned bucket still holds of an object that was deleted or
//! replaced. A deleted object is gone only when all its versions are. In a bucket without versions,
//! an object's only version is called `null`.

use aws_sdk_s3::types::{Delete, ObjectIdentifier};
use futures::{Stream, stream::try_unfold};

use crate::{Place, Result, Store, StoreError, aws::failed};

/// Maximum number of versions that one call removes (S3's limit).
pub const VERSIONS_A_CALL: usize = 1_000;

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

/// Where a listing continues.
#[derive(Clone, Debug, Default)]
struct Marker {
    key: Option<String>,
    version: Option<String>,
}

impl Store {
    /// All versions of all objects of a place whose paths begin with `path`, page by page (of
    /// 1,000), by path, the newest of each first. There is never more than one page in memory.
    /// Versions may be removed while the listing continues.
    ///
    /// # Errors
    /// When the bucket cannot be read: the stream then ends with the error.
    pub fn list_versions<'s>(
        &'s self,
        place: Place,
        path: &str,
    ) -> impl Stream<Item = Result<Vec<ObjectVersion>>> + Send + use<'s> {
        let prefix = format!("{}{path}", place.prefix());
        try_unfold(Some(Marker::default()), move |from| {
            let prefix = prefix.clone();
            async move {
                let Some(from) = from else { return Ok(None) };
                self.page_of_versions(place, prefix, from).await.map(Some)
            }
        })
    }

    async fn page_of_versions(
        &self,
        place: Place,
        prefix: String,
        from: Marker,
    ) -> Result<(Vec<ObjectVersion>, Option<Marker>)> {
        let list = self
            .s3
            .list_object_versions()
            .bucket(self.bucket(place))
            .prefix(prefix);
        let page = list
            .set_key_marker(from.key)
            .set_version_id_marker(from.version)
            .send()
            .await
            .map_err(failed)?;
        let more = page.is_truncated.unwrap_or_default();
        let next = more.then_some(Marker {
            key: page.next_key_marker,
            version: page.next_version_id_marker,
        });
        if next.as_ref().is_some_and(|next| next.key.is_none()) {
            return Err(StoreError::Failed(
                "a list of versions does not say where it goes on".into(),
            ));
        }
        let found = |key: Option<String>,
                     id: Option<String>,
                     at: Option<aws_sdk_s3::primitives::DateTime>| {
            let path = key?.strip_prefix(place.prefix())?.to_owned();
            let written_ms = at
                .and_then(|at| at.to_millis().ok())
                .and_then(|ms| u64::try_from(ms).ok())
                .unwrap_or_default();
            Some(ObjectVersion {
                path,
                id: id.unwrap_or_else(|| "null".to_owned()),
                is_latest: false,
                is_delete_marker: false,
                written_ms,
            })
        };
        let versions = page
            .versions
            .unwrap_or_default()
            .into_iter()
            .filter_map(|version| {
                let is_latest = version.is_latest.unwrap_or_default();
                Some(ObjectVersion {
                    is_latest,
                    ..found(version.key, version.version_id, version.last_modified)?
                })
            });
        let markers = page
            .delete_markers
            .unwrap_or_default()
            .into_iter()
            .filter_map(|marker| {
                let is_latest = marker.is_latest.unwrap_or_default();
                Some(ObjectVersion {
                    is_latest,
                    is_delete_marker: true,
                    ..found(marker.key, marker.version_id, marker.last_modified)?
                })
            });
        Ok((in_order(versions.chain(markers).collect()), next))
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
        for chunk in versions.chunks(VERSIONS_A_CALL) {
            self.delete_some_versions(place, chunk).await?;
        }
        Ok(())
    }

    async fn delete_some_versions(
        &self,
        place: Place,
        versions: &[(String, String)],
    ) -> Result<()> {
        let mut delete = Delete::builder().quiet(true);
        for (path, id) in versions {
            let object = ObjectIdentifier::builder()
                .key(format!("{}{path}", place.prefix()))
                .version_id(id)
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
        let mut errors = answer
            .errors
            .unwrap_or_default()
            .into_iter()
            .filter(|error| error.code.as_deref() != Some("NoSuchVersion"));
        match errors.next() {
            None => Ok(()),
            Some(error) => Err(StoreError::Failed(error.code.unwrap_or_default().into())),
        }
    }
}

/// Sorts by path, the newest of each first: S3 lists markers separately from the versions they
/// hide.
fn in_order(mut versions: Vec<ObjectVersion>) -> Vec<ObjectVersion> {
    versions.sort_by(|a, b| {
        a.path
            .cmp(&b.path)
            .then(b.is_latest.cmp(&a.is_latest))
            .then(b.written_ms.cmp(&a.written_ms))
    });
    versions
}
