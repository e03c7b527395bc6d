//! The objects in S3, by the SDK: it signs calls, repeats those that may be repeated, and gives up
//! after a time.

use aws_config::SdkConfig;
use aws_sdk_s3::{
    Client,
    config::Builder,
    error::{ProvideErrorMetadata, SdkError},
    primitives::{ByteStream, DateTime},
    types::{Delete, ObjectIdentifier},
};
use futures::future::BoxFuture;

use super::{failed, refused, unbuilt};
use crate::port::{
    CallError, Headers, List, Marker, Object, ObjectAnswer, ObjectCall, ObjectName, Objects, Over,
    Put,
};

type Done = Result<ObjectAnswer, CallError>;

/// The buckets behind a client.
#[derive(Clone, Debug)]
pub struct AwsObjects(Client);

impl AwsObjects {
    /// `path_style`: outside AWS, buckets have no host names of their own.
    pub fn new(config: &SdkConfig, path_style: bool) -> Self {
        let config = Builder::from(config).force_path_style(path_style);
        Self(Client::from_conf(config.build()))
    }
}

impl Objects for AwsObjects {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            match call {
                ObjectCall::Get(name) => self.get(name).await,
                ObjectCall::Head(name) => self.head(name).await,
                ObjectCall::Put(put) => self.put(put).await,
                ObjectCall::Delete(ObjectName { bucket, key }, tag) => {
                    let delete = self.0.delete_object().bucket(bucket).key(key).if_match(tag);
                    delete.send().await.map_err(refused)?;
                    Ok(ObjectAnswer::default())
                }
                ObjectCall::DeleteMany { bucket, objects } => {
                    self.delete_many(bucket, objects).await
                }
                ObjectCall::List(list) if list.versions => self.versions(list).await,
                ObjectCall::List(list) => self.list(list).await,
            }
        })
    }
}

/// An object that was read: the SDK has the same fields for `get` and for `head`.
macro_rules! object {
    ($key:expr, $found:expr, $body:expr) => {
        one(Object {
            key: $key,
            tag: $found.e_tag.unwrap_or_default(),
            version: version($found.version_id),
            written_ms: milliseconds($found.last_modified),
            is_latest: true,
            is_delete_marker: false,
            headers: Headers {
                content_type: $found.content_type,
                content_encoding: $found.content_encoding,
                cache_control: $found.cache_control,
                metadata: $found.metadata.unwrap_or_default(),
            },
            body: $body,
        })
    };
}

impl AwsObjects {
    async fn get(&self, ObjectName { bucket, key }: ObjectName) -> Done {
        let get = self.0.get_object().bucket(bucket).key(&key);
        match get.send().await {
            Ok(found) => {
                let body = found.body.collect().await;
                let body = body.map_err(|error| CallError::Busy(Box::new(error)))?;
                Ok(object!(key, found, body.into_bytes().into()))
            }
            Err(SdkError::ServiceError(error))
                if error.err().is_no_such_key() || error.err().code() == Some("NoSuchKey") =>
            {
                Ok(ObjectAnswer::default())
            }
            Err(error) => Err(failed(error)),
        }
    }

    async fn head(&self, ObjectName { bucket, key }: ObjectName) -> Done {
        let head = self.0.head_object().bucket(bucket).key(&key);
        match head.send().await {
            Ok(found) => Ok(object!(key, found, Vec::new())),
            Err(SdkError::ServiceError(error)) if error.err().is_not_found() => {
                Ok(ObjectAnswer::default())
            }
            Err(error) => Err(failed(error)),
        }
    }

    async fn put(&self, put: Put) -> Done {
        let (ObjectName { bucket, key }, headers) = (put.name, put.headers);
        let metadata = Some(headers.metadata).filter(|metadata| !metadata.is_empty());
        let request = self
            .0
            .put_object()
            .bucket(bucket)
            .key(&key)
            .set_content_type(headers.content_type)
            .set_content_encoding(headers.content_encoding)
            .set_cache_control(headers.cache_control)
            .set_metadata(metadata)
            .body(ByteStream::from(put.body));
        let request = match put.over {
            Over::Anything => request,
            Over::Nothing => request.if_none_match("*"),
            Over::Tag(tag) => request.if_match(tag),
        };
        let done = request.send().await.map_err(refused)?;
        Ok(one(Object {
            key,
            tag: done.e_tag.unwrap_or_default(),
            version: version(done.version_id),
            is_latest: true,
            ..Object::default()
        }))
    }

    async fn delete_many(&self, bucket: String, objects: Vec<(String, Option<String>)>) -> Done {
        let mut delete = Delete::builder().quiet(true);
        for (key, version) in objects {
            let object = ObjectIdentifier::builder().key(key).set_version_id(version);
            delete = delete.objects(object.build().map_err(unbuilt)?);
        }
        let answer = self
            .0
            .delete_objects()
            .bucket(bucket)
            .delete(delete.build().map_err(unbuilt)?)
            .send()
            .await
            .map_err(failed)?;
        let mut errors = answer
            .errors
            .unwrap_or_default()
            .into_iter()
            .filter_map(|error| error.code)
            .filter(|code| code != "NoSuchVersion");
        match errors.next() {
            None => Ok(ObjectAnswer::default()),
            Some(code) => Err(CallError::Failed(code.into())),
        }
    }

    async fn list(&self, list: List) -> Done {
        let request = self
            .0
            .list_objects_v2()
            .bucket(list.bucket)
            .prefix(list.prefix)
            .set_continuation_token(list.from.map(|from| from.key));
        let page = request.send().await.map_err(failed)?;
        let next = next(
            page.is_truncated,
            page.next_continuation_token
                .map(|key| Marker { key, version: None }),
        )?;
        let objects = page.contents.unwrap_or_default().into_iter();
        let object = |object: aws_sdk_s3::types::Object| Object {
            key: object.key.unwrap_or_default(),
            tag: object.e_tag.unwrap_or_default(),
            written_ms: milliseconds(object.last_modified),
            is_latest: true,
            ..Object::default()
        };
        Ok(ObjectAnswer {
            objects: objects.map(object).collect(),
            next,
        })
    }

    async fn versions(&self, list: List) -> Done {
        let (from_key, from_version) = list.from.map(|from| (from.key, from.version)).unzip();
        let request = self
            .0
            .list_object_versions()
            .bucket(list.bucket)
            .prefix(list.prefix)
            .set_key_marker(from_key)
            .set_version_id_marker(from_version.flatten());
        let page = request.send().await.map_err(failed)?;
        let (next_key, next_version) = (page.next_key_marker, page.next_version_id_marker);
        let next = next(
            page.is_truncated,
            next_key.map(|key| Marker {
                key,
                version: next_version,
            }),
        )?;
        let versions = page.versions.unwrap_or_default().into_iter();
        let versions = versions.map(|found| Object {
            key: found.key.unwrap_or_default(),
            tag: found.e_tag.unwrap_or_default(),
            version: version(found.version_id),
            written_ms: milliseconds(found.last_modified),
            is_latest: found.is_latest.unwrap_or_default(),
            ..Object::default()
        });
        let markers = page.delete_markers.unwrap_or_default().into_iter();
        let markers = markers.map(|found| Object {
            key: found.key.unwrap_or_default(),
            version: version(found.version_id),
            written_ms: milliseconds(found.last_modified),
            is_latest: found.is_latest.unwrap_or_default(),
            is_delete_marker: true,
            ..Object::default()
        });
        // S3 lists markers separately from the versions they hide
        let mut objects: Vec<Object> = versions.chain(markers).collect();
        objects.sort_by(|a, b| {
            a.key
                .cmp(&b.key)
                .then(b.is_latest.cmp(&a.is_latest))
                .then(b.written_ms.cmp(&a.written_ms))
        });
        Ok(ObjectAnswer { objects, next })
    }
}

fn one(object: Object) -> ObjectAnswer {
    ObjectAnswer {
        objects: vec![object],
        next: None,
    }
}

fn next(has_more: Option<bool>, next: Option<Marker>) -> Result<Option<Marker>, CallError> {
    match (has_more.unwrap_or_default(), next) {
        (false, _) => Ok(None),
        (true, Some(next)) => Ok(Some(next)),
        (true, None) => Err(CallError::Failed(
            "a list does not say where it goes on".into(),
        )),
    }
}

fn version(id: Option<String>) -> String {
    id.unwrap_or_else(|| "null".to_owned())
}

/// Whole seconds: a list has milliseconds on some implementations, and a read never has.
fn milliseconds(at: Option<DateTime>) -> u64 {
    at.and_then(|at| u64::try_from(at.secs()).ok())
        .unwrap_or_default()
        * 1_000
}
