//! The store's calls of its buckets.

use std::{collections::HashMap, fmt, sync::Arc};

use futures::{
    future::BoxFuture,
    stream::{BoxStream, try_unfold},
};

use serde::{Deserialize, Serialize};

use super::CallError;
use crate::Result;

/// The buckets of a store; cheap to clone.
pub type Buckets = Arc<dyn Objects>;

/// The objects of a deployment.
pub trait Objects: fmt::Debug + Send + Sync + 'static {
    /// Makes a call. What it wrote, and what it has seen of the writes of others, is durable once
    /// it is answered.
    fn call(&self, call: ObjectCall)
    -> BoxFuture<'_, std::result::Result<ObjectAnswer, CallError>>;
}

/// A call to the buckets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObjectCall {
    /// Reads an object.
    Get(ObjectName),
    /// Reads an object without its bytes.
    Head(ObjectName),
    /// Writes an object.
    Put(Put),
    /// Removes an object if it still has this tag; a bucket that keeps versions has a marker of the
    /// delete in its place.
    Delete(ObjectName, String),
    /// Removes objects (as [`ObjectCall::Delete`] does, without a condition) or exactly these
    /// versions of them, in any order: at most [`ObjectCall::MOST`]. Missing ones are skipped.
    DeleteMany {
        /// The bucket.
        bucket: String,
        /// Keys, and the ids of versions.
        objects: Vec<(String, Option<String>)>,
    },
    /// Reads a page of a list.
    List(List),
}

/// The result of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectAnswer {
    /// The object that was read, if there is one, or written; those of a page in its order.
    pub objects: Vec<Object>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<Marker>,
}

/// Bytes on their way to another process.
mod base64_text {
    use base64::{Engine, engine::general_purpose::STANDARD};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        STANDARD.decode(text).map_err(D::Error::custom)
    }
}

/// The name of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectName {
    /// The bucket.
    pub bucket: String,
    /// The key.
    pub key: String,
}

/// An object, a version of it, or the marker of a delete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// The key.
    pub key: String,
    /// The tag for a condition; empty for a marker. It changes with the bytes, and only then.
    pub tag: String,
    /// The id of the version, `null` if the bucket keeps none; empty in a list of objects.
    pub version: String,
    /// When it was written, in unix milliseconds, known to the second; 0 of a write.
    pub written_ms: u64,
    /// Whether it is what a plain read finds: the object itself, or (if a marker) that there is
    /// none.
    pub is_latest: bool,
    /// Whether it is the marker of a delete, which has no content.
    pub is_delete_marker: bool,
    /// Its headers; empty in a list and of a write.
    pub headers: Headers,
    /// The bytes; empty unless the call reads them.
    #[serde(with = "base64_text")]
    pub body: Vec<u8>,
}

/// Headers that are stored with an object, for those who read it over HTTP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headers {
    /// The media type.
    pub content_type: Option<String>,
    /// How the bytes are encoded.
    pub content_encoding: Option<String>,
    /// How it may be cached.
    pub cache_control: Option<String>,
    /// Notes of the store's own; the names in lower case.
    pub metadata: HashMap<String, String>,
}

/// A write of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct Put {
    /// The object.
    pub name: ObjectName,
    /// The bytes.
    #[serde(with = "base64_text")]
    pub body: Vec<u8>,
    /// Its headers.
    pub headers: Headers,
    /// The condition.
    pub over: Over,
}

/// The condition of a [`Put`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Over {
    /// Whatever is there.
    Anything,
    /// There is no object.
    Nothing,
    /// The object with this tag.
    Tag(String),
}

impl Over {
    /// The condition that was seen: an object with this tag, or none.
    #[must_use]
    pub fn seen(tag: Option<&str>) -> Self {
        tag.map_or(Self::Nothing, |tag| Self::Tag(tag.to_owned()))
    }
}

/// A read of the objects whose keys begin alike, by key, page by page (of 1,000 at most).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct List {
    /// The bucket.
    pub bucket: String,
    /// The keys' prefix.
    pub prefix: String,
    /// All versions and markers, the newest of a key first, instead of the objects. They may be
    /// removed while the list goes on.
    pub versions: bool,
    /// Where the page begins, from the previous [`ObjectAnswer::next`]; `None` for the first one.
    pub from: Option<Marker>,
}

/// Where a list goes on; of no other meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// A key or what stands for it.
    pub key: String,
    /// A version of it.
    pub version: Option<String>,
}

impl ObjectCall {
    /// Maximum number of objects that one call removes (S3's limit).
    pub const MOST: usize = 1_000;

    pub(crate) async fn send(self, buckets: &Buckets) -> Result<ObjectAnswer> {
        Ok(buckets.call(self).await?)
    }

    /// The object that was read, if there is one.
    pub(crate) async fn find(self, buckets: &Buckets) -> Result<Option<Object>> {
        Ok(self.send(buckets).await?.objects.pop())
    }

    /// The written object, or `None` if the condition did not hold, which is an answer, not an error.
    pub(crate) async fn send_if(self, buckets: &Buckets) -> Result<Option<Object>> {
        match buckets.call(self).await {
            Ok(mut answer) => Ok(Some(answer.objects.pop().unwrap_or_default())),
            Err(CallError::Refused(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl List {
    /// All pages one after another, so that there is never more than one in memory.
    pub(crate) fn pages(self, buckets: &Buckets) -> BoxStream<'static, Result<Vec<Object>>> {
        let buckets = buckets.clone();
        Box::pin(try_unfold(Some(self), move |list| {
            let buckets = buckets.clone();
            async move {
                let Some(list) = list else { return Ok(None) };
                let page = ObjectCall::List(list.clone()).send(&buckets).await?;
                let next = page.next.map(|next| List {
                    from: Some(next),
                    ..list
                });
                Ok(Some((page.objects, next)))
            }
        }))
    }
}
