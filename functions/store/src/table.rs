//! What all tables have in common: reading, conditional writing, keys, errors.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::{Builder, Config, retry::RetryConfig},
    error::{ProvideErrorMetadata, SdkError},
    operation::query::builders::QueryFluentBuilder,
    primitives::Blob,
    types::{AttributeValue, DeleteRequest, KeysAndAttributes, PutRequest, WriteRequest},
};
use chute_domain::stamp::Stamp;
use futures::{Stream, StreamExt, TryStreamExt, stream, stream::try_unfold};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Cause, Result, StoreError};

pub type Item = HashMap<String, AttributeValue>;

/// How many calls a request makes at the same time.
pub const AT_ONCE: usize = 32;

/// The `p` and `q` of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyPair {
    pub p: String,
    pub q: String,
}

impl KeyPair {
    pub fn new(p: &str, q: &str) -> Self {
        Self {
            p: p.to_owned(),
            q: q.to_owned(),
        }
    }

    pub fn item(&self) -> Item {
        HashMap::from([
            ("p".to_owned(), text(&self.p)),
            ("q".to_owned(), text(&self.q)),
        ])
    }
}

pub fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

pub fn number(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

pub fn bytes(stamp: Stamp) -> AttributeValue {
    AttributeValue::B(Blob::new(*stamp.as_bytes()))
}

/// Escapes a part of a sort key, since `#` separates the parts.
pub fn part(text: &str) -> String {
    text.replace('%', "%25").replace('#', "%23")
}

/// Reverses [`part`].
pub fn unpart(text: &str) -> String {
    text.replace("%23", "#").replace("%25", "%")
}

/// Converts the error of a failed call, depending on whether another try may help.
pub fn failed<E, R>(error: SdkError<E, R>) -> StoreError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    let is_full = matches!(&error, SdkError::ServiceError(service) if service.err().code() == Some("InsufficientStorage"));
    let busy = match &error {
        SdkError::TimeoutError(_) | SdkError::DispatchFailure(_) => true,
        SdkError::ServiceError(service) => matches!(
            service.err().code(),
            Some(
                "ProvisionedThroughputExceededException"
                    | "ThrottlingException"
                    | "RequestLimitExceeded"
                    | "SlowDown"
                    | "ServiceUnavailable"
            )
        ),
        _ => false,
    };
    let cause: Cause = Box::new(error);
    if is_full {
        StoreError::Full(cause)
    } else if busy {
        StoreError::Busy(cause)
    } else {
        StoreError::Failed(cause)
    }
}

pub fn unreadable(what: &'static str) -> impl Fn(serde_dynamo::Error) -> StoreError {
    move |error| StoreError::Unreadable(what, without_value(&error.to_string()).into())
}

/// Returns serde's message without the value it quotes: that may be a name or a phone number, and
/// the message goes into the log.
fn without_value(complaint: &str) -> String {
    match (
        complaint.split_once(": "),
        complaint.rsplit_once(", expected"),
    ) {
        (Some((kind, _)), Some((_, expected))) => format!("{kind}, expected{expected}"),
        _ => complaint
            .split('"')
            .step_by(2)
            .collect::<Vec<_>>()
            .join("…"),
    }
}

pub fn to_item<T: Serialize>(value: &T) -> Result<Item> {
    serde_dynamo::to_item(value).map_err(unreadable("a value to be written"))
}

pub fn from_item<T: DeserializeOwned>(item: Item, what: &'static str) -> Result<T> {
    serde_dynamo::from_item(item).map_err(unreadable(what))
}

fn query_of(db: &Client, table: &str, p: &str, prefix: &str) -> QueryFluentBuilder {
    let query = db
        .query()
        .table_name(table)
        .consistent_read(true)
        .expression_attribute_values(":p", text(p));
    if prefix.is_empty() {
        query.key_condition_expression("p = :p")
    } else {
        query
            .key_condition_expression("p = :p AND begins_with(q, :q)")
            .expression_attribute_values(":q", text(prefix))
    }
}

/// Configures a call that decrements a counter: it is not sent again if its answer is lost, since
/// it may have been carried out, and decrementing twice would take away what others have counted. A
/// decrement that is lost only leaves something unused.
pub fn sent_once() -> Builder {
    Config::builder().retry_config(RetryConfig::disabled())
}

/// All items of a partition whose sort key begins with `prefix`, consistently read, in the order of
/// the sort key.
pub async fn query<T: DeserializeOwned>(
    db: &Client,
    table: &str,
    p: &str,
    prefix: &str,
) -> Result<Vec<T>> {
    let (mut found, mut from) = (Vec::new(), None);
    // the SDK's paginator is a channel between two futures: an upload, which queries each person
    // separately, would pay for it twenty times
    loop {
        let page = query_of(db, table, p, prefix)
            .set_exclusive_start_key(from)
            .send()
            .await
            .map_err(failed)?;
        for item in page.items.unwrap_or_default() {
            found.push(from_item(item, "a query")?);
        }
        from = page.last_evaluated_key;
        if from.is_none() {
            return Ok(found);
        }
    }
}

/// Like [`query`], but page by page (1 MB at most), so that there is never more than one page in
/// memory; only the attributes `wanted` of each item, or all of them.
pub fn pages<T: DeserializeOwned + Send + 'static>(
    db: &Client,
    table: &str,
    p: &str,
    prefix: &str,
    wanted: Option<&str>,
) -> impl Stream<Item = Result<Vec<T>>> + Send + use<T> {
    let query =
        query_of(db, table, p, prefix).set_projection_expression(wanted.map(ToOwned::to_owned));
    try_unfold(Some(None), move |from: Option<Option<Item>>| {
        let query = query.clone();
        async move {
            let Some(from) = from else { return Ok(None) };
            let page = query
                .set_exclusive_start_key(from)
                .send()
                .await
                .map_err(failed)?;
            let found: Result<Vec<T>> = page
                .items
                .unwrap_or_default()
                .into_iter()
                .map(|item| from_item(item, "a page"))
                .collect();
            Ok(Some((found?, page.last_evaluated_key.map(Some))))
        }
    })
}

/// Removes an item if `attribute` is still as it was seen. Returns whether it did.
pub async fn remove_seen(
    db: &Client,
    table: &str,
    key: &KeyPair,
    attribute: &str,
    seen: AttributeValue,
) -> Result<bool> {
    let delete = db
        .delete_item()
        .table_name(table)
        .set_key(Some(key.item()))
        .condition_expression("#seen = :seen");
    held(
        delete
            .expression_attribute_names("#seen", attribute)
            .expression_attribute_values(":seen", seen)
            .send()
            .await,
    )
}

/// The items with these keys that exist, consistently read, in any order. The keys must be
/// distinct.
pub async fn get_many<T: DeserializeOwned>(
    db: &Client,
    table: &str,
    keys: Vec<KeyPair>,
) -> Result<Vec<T>> {
    get_items(db, table, keys.iter().map(KeyPair::item).collect()).await
}

/// Like [`get_many`] for keys of any shape.
pub async fn get_items<T: DeserializeOwned>(
    db: &Client,
    table: &str,
    keys: Vec<Item>,
) -> Result<Vec<T>> {
    let chunks = keys.chunks(100).map(<[Item]>::to_vec).collect::<Vec<_>>();
    let found: Vec<Vec<T>> = stream::iter(chunks)
        .map(|chunk| get_chunk(db, table, chunk))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(found.into_iter().flatten().collect())
}

async fn get_chunk<T: DeserializeOwned>(
    db: &Client,
    table: &str,
    keys: Vec<Item>,
) -> Result<Vec<T>> {
    let mut waiting = keys;
    let mut found = Vec::new();
    while !waiting.is_empty() {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(waiting))
            .consistent_read(true)
            .build();
        let wanted = wanted.map_err(|error| StoreError::Failed(Box::new(error)))?;
        let answer = db
            .batch_get_item()
            .request_items(table, wanted)
            .send()
            .await
            .map_err(failed)?;
        for item in answer
            .responses
            .and_then(|mut tables| tables.remove(table))
            .unwrap_or_default()
        {
            found.push(from_item(item, "a batch")?);
        }
        waiting = answer
            .unprocessed_keys
            .and_then(|mut tables| tables.remove(table))
            .map(|rest| rest.keys)
            .unwrap_or_default();
    }
    Ok(found)
}

/// Writes an item unless the stored one has the same stamp or a newer one. Returns whether it was
/// written.
pub async fn put_if_newer(db: &Client, table: &str, item: Item, stamp: Stamp) -> Result<bool> {
    let written = db
        .put_item()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(s) OR s < :s")
        .expression_attribute_values(":s", bytes(stamp))
        .send()
        .await;
    held(written)
}

/// Writes an item unless the stored one has changed since it was seen: it must be the item with
/// this stamp, or none. Returns whether it was written.
pub async fn put_if_seen(
    db: &Client,
    table: &str,
    item: Item,
    seen: Option<Stamp>,
) -> Result<bool> {
    let (condition, values) = if_seen(seen);
    let put = db
        .put_item()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression(condition);
    held(put.set_expression_attribute_values(values).send().await)
}

/// The condition that an item still has the stamp that was seen, or that there is no item, with its
/// values.
pub fn if_seen(seen: Option<Stamp>) -> (&'static str, Option<HashMap<String, AttributeValue>>) {
    match seen {
        Some(stamp) => (
            "s = :seen",
            Some(HashMap::from([(":seen".to_owned(), bytes(stamp))])),
        ),
        None => ("attribute_not_exists(p)", None),
    }
}

/// Whether a conditional write was carried out; a condition that does not hold is an answer, not an
/// error.
pub fn held<T, E, R>(written: std::result::Result<T, SdkError<E, R>>) -> Result<bool>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match written {
        Ok(_) => Ok(true),
        Err(error) if is_refused(&error) => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

/// Whether a write was refused because its condition did not hold.
pub fn is_refused<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> bool {
    error
        .as_service_error()
        .and_then(ProvideErrorMetadata::code)
        == Some("ConditionalCheckFailedException")
}

/// Removes items without a condition, 25 per call.
pub async fn remove(db: &Client, table: &str, keys: Vec<KeyPair>) -> Result<()> {
    let requests = keys.into_iter().map(|key| {
        let delete = DeleteRequest::builder().set_key(Some(key.item())).build();
        Ok(WriteRequest::builder()
            .delete_request(delete.map_err(|error| StoreError::Failed(Box::new(error)))?)
            .build())
    });
    write_many(db, table, requests.collect::<Result<_>>()?).await
}

/// Writes items without a condition, 25 per call. Their keys must be distinct.
pub async fn put_many(db: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let requests = items.into_iter().map(|item| {
        let put = PutRequest::builder().set_item(Some(item)).build();
        Ok(WriteRequest::builder()
            .put_request(put.map_err(|error| StoreError::Failed(Box::new(error)))?)
            .build())
    });
    write_many(db, table, requests.collect::<Result<_>>()?).await
}

async fn write_many(db: &Client, table: &str, requests: Vec<WriteRequest>) -> Result<()> {
    let chunks = requests
        .chunks(25)
        .map(<[WriteRequest]>::to_vec)
        .collect::<Vec<_>>();
    stream::iter(chunks)
        .map(|chunk| write_chunk(db, table, chunk))
        .buffer_unordered(8)
        .try_collect::<Vec<()>>()
        .await?;
    Ok(())
}

/// Repeats until everything is written; if the table accepts only a part, it waits longer each
/// time.
async fn write_chunk(db: &Client, table: &str, mut waiting: Vec<WriteRequest>) -> Result<()> {
    let mut pause = Duration::from_millis(25);
    loop {
        let answer = db
            .batch_write_item()
            .request_items(table, waiting)
            .send()
            .await
            .map_err(failed)?;
        waiting = answer
            .unprocessed_items
            .and_then(|mut tables| tables.remove(table))
            .unwrap_or_default();
        if waiting.is_empty() {
            return Ok(());
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(1));
    }
}

/// (De)serialises a stamp as a binary attribute.
pub mod stamp_bytes {
    use chute_domain::stamp::Stamp;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(stamp: &Stamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(stamp.as_bytes())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Stamp, D::Error> {
        let bytes = serde_bytes::ByteBuf::deserialize(from)?;
        Stamp::from_bytes(&bytes).ok_or_else(|| D::Error::custom("a stamp has 12 bytes"))
    }

    /// (De)serialises a stamp that may be missing.
    pub mod maybe {
        use super::{Deserialize, Deserializer, Error, Serializer, Stamp};

        #[expect(clippy::ref_option, reason = "serde's signature")]
        pub fn serialize<S: Serializer>(stamp: &Option<Stamp>, to: S) -> Result<S::Ok, S::Error> {
            match stamp {
                Some(stamp) => super::serialize(stamp, to),
                None => to.serialize_none(),
            }
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stamp>, D::Error> {
            let bytes = Option::<serde_bytes::ByteBuf>::deserialize(from)?;
            bytes
                .map(|bytes| {
                    Stamp::from_bytes(&bytes)
                        .ok_or_else(|| D::Error::custom("a stamp has 12 bytes"))
                })
                .transpose()
        }
    }
}

/// For `skip_serializing_if`: defaults are not stored.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::without_value;

    #[test]
    fn a_complaint_quotes_no_value() {
        for (complaint, logged) in [
            ("missing field `p`", "missing field `p`"),
            (
                "invalid type: string \"Ana, expected of all\", expected i64",
                "invalid type, expected i64",
            ),
            (
                "invalid value: integer `19075550142`, expected u8",
                "invalid value, expected u8",
            ),
            (
                "Failed to parse \"Ana\" as an integer",
                "Failed to parse … as an integer",
            ),
        ] {
            assert_eq!(without_value(complaint), logged);
        }
    }
}
