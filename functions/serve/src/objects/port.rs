//! The calls of the store, which need no protocol: straight on the rows.

use std::{sync::Arc, time::Duration};

use chute_store::port::{
    self, CallError, Headers, List, Marker, Object, ObjectAnswer, ObjectCall, ObjectName, Over, Put,
};
use futures::future::BoxFuture;

use super::{
    Objects, ObjectsError,
    rows::{Condition, Notes, Version, VersionId},
};
use crate::{calls::in_time, space::Space};

/// The maximum number of keys on a page of a list (S3's).
const MOST_KEYS: usize = 1_000;

/// The buckets as the store calls them.
#[derive(Clone, Debug)]
pub struct Port {
    /// The buckets.
    pub objects: Objects,
    /// Told when there is no room for a write.
    pub space: Space,
    /// How long a call may take.
    pub patience: Duration,
}

impl port::Objects for Port {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, CallError>> {
        let objects = self.objects.clone();
        Box::pin(async move {
            let done = in_time(self.patience, async move { objects.make(call).await })
                .await
                .map_err(CallError::Busy)?;
            if matches!(done, Err(ObjectsError::Full(_))) {
                self.space.note_full();
            }
            done.map_err(CallError::from)
        })
    }
}

impl Objects {
    async fn make(&self, call: ObjectCall) -> Result<ObjectAnswer, ObjectsError> {
        match call {
            ObjectCall::Get(name) => self.found(name, true).await,
            ObjectCall::Head(name) => self.found(name, false).await,
            ObjectCall::Put(Put {
                name: ObjectName { bucket, key },
                body,
                headers,
                over,
            }) => {
                let condition = match over {
                    Over::Anything => Condition::None,
                    Over::Nothing => Condition::Absent,
                    Over::Tag(tag) => Condition::Tag(tag),
                };
                let put = self.put(&bucket, key.clone(), body, notes(headers)?, condition);
                let new = put.await?;
                Ok(one(Object {
                    version: new.id(),
                    tag: new.etag.unwrap_or_default(),
                    key,
                    is_latest: true,
                    ..Object::default()
                }))
            }
            ObjectCall::Delete(ObjectName { bucket, key }, tag) => {
                self.delete(&bucket, key, Condition::Tag(tag)).await?;
                Ok(ObjectAnswer::default())
            }
            ObjectCall::DeleteMany { bucket, objects } => {
                let exact = |(key, id): (String, Option<String>)| match id {
                    None => Some((key, None)),
                    // there is no version of another id
                    Some(id) => Some((key, Some(VersionId::read(&id)?))),
                };
                let objects = objects.into_iter().filter_map(exact).collect();
                self.remove(&bucket, objects).await?;
                Ok(ObjectAnswer::default())
            }
            ObjectCall::List(list) if list.versions => self.page_of_versions(list).await,
            ObjectCall::List(list) => self.page(list).await,
        }
    }

    async fn found(
        &self,
        ObjectName { bucket, key }: ObjectName,
        with_body: bool,
    ) -> Result<ObjectAnswer, ObjectsError> {
        let Some((version, body)) = self.find(&bucket, &key, with_body).await? else {
            return Ok(ObjectAnswer::default());
        };
        Ok(one(Object {
            headers: headers(&version.notes)?,
            version: version.id(),
            body: body.into(),
            ..listed(key, version, true)
        }))
    }

    async fn page(&self, list: List) -> Result<ObjectAnswer, ObjectsError> {
        let behind = list.from.map(|from| from.key);
        let (found, has_more) = self
            .list(&list.bucket, list.prefix, behind, MOST_KEYS)
            .await?;
        let last = found.last().filter(|_| has_more);
        Ok(ObjectAnswer {
            next: last.map(|(key, _)| Marker {
                key: key.clone(),
                version: None,
            }),
            objects: found
                .into_iter()
                .map(|(key, version)| listed(key, version, true))
                .collect(),
        })
    }

    async fn page_of_versions(&self, list: List) -> Result<ObjectAnswer, ObjectsError> {
        let unknown = |id: String| VersionId::read(&id).ok_or(ObjectsError::NoSuchVersion);
        let behind = match list.from {
            Some(from) => Some((from.key, from.version.map(unknown).transpose()?)),
            None => None,
        };
        let (found, has_more) = self
            .list_versions(&list.bucket, list.prefix, behind, MOST_KEYS)
            .await?;
        let last = found.last().filter(|_| has_more);
        Ok(ObjectAnswer {
            next: last.map(|last| Marker {
                key: last.key.clone(),
                version: Some(last.version.id()),
            }),
            objects: found
                .into_iter()
                .map(|found| Object {
                    version: found.version.id(),
                    ..listed(found.key, found.version, found.is_latest)
                })
                .collect(),
        })
    }
}

impl From<ObjectsError> for CallError {
    fn from(error: ObjectsError) -> Self {
        match error {
            ObjectsError::PreconditionFailed => Self::Refused(0),
            ObjectsError::Full(_) => Self::Full(crate::space::FULL.into()),
            ObjectsError::Unavailable(cause) => Self::Busy(Box::new(cause)),
            ObjectsError::Failed(cause) => Self::Failed(Box::new(cause)),
            other => Self::Failed(Box::new(other)),
        }
    }
}

fn one(object: Object) -> ObjectAnswer {
    ObjectAnswer {
        objects: vec![object],
        next: None,
    }
}

/// A version as in a list of objects. Its time is in whole seconds, as on AWS.
fn listed(key: String, version: Version, is_latest: bool) -> Object {
    Object {
        key,
        is_delete_marker: version.is_marker(),
        tag: version.etag.unwrap_or_default(),
        written_ms: version.written_ms / 1_000 * 1_000,
        is_latest,
        ..Object::default()
    }
}

fn notes(headers: Headers) -> Result<Notes, ObjectsError> {
    let told = Some(headers.metadata).filter(|told| !told.is_empty());
    let metadata = told.map(|told| serde_json::to_string(&told)).transpose();
    Ok(Notes {
        content_type: headers.content_type,
        content_encoding: headers.content_encoding,
        cache_control: headers.cache_control,
        metadata: metadata.map_err(|error| ObjectsError::Failed(Arc::new(error)))?,
    })
}

fn headers(notes: &Notes) -> Result<Headers, ObjectsError> {
    Ok(Headers {
        content_type: notes.content_type.clone(),
        content_encoding: notes.content_encoding.clone(),
        cache_control: notes.cache_control.clone(),
        metadata: notes.strings()?,
    })
}
