//! The messages of a queue as Lambda hands them to a worker, and its answer; the records of a stream.

use aws_lambda_events::{
    event::dynamodb::EventRecord,
    streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse},
};
use chute_store::StoreError;
use serde::{Deserialize, Serialize};

/// A batch of messages from a queue.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Batch {
    /// The messages.
    #[serde(rename = "Records")]
    pub messages: Vec<Message>,
}

/// A message of a queue.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Its id, by which the function reports that it must come again.
    pub message_id: String,
    /// The handle with which it is hidden for longer.
    pub receipt_handle: String,
    /// The body, JSON.
    pub body: String,
    /// SQS's attributes.
    #[serde(default)]
    pub attributes: Attributes,
}

/// SQS's attributes of a message.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Attributes {
    /// How often it was delivered, this time included.
    #[serde(default, rename = "ApproximateReceiveCount")]
    receive_count: String,
}

impl Message {
    /// A message that is delivered for the first time.
    #[must_use]
    pub fn new(message_id: String, receipt_handle: String, body: String) -> Self {
        Self {
            message_id,
            receipt_handle,
            body,
            attributes: Attributes::default(),
        }
    }

    /// How often it has been delivered before.
    #[must_use]
    pub fn earlier_tries(&self) -> u32 {
        let times: u32 = self.attributes.receive_count.parse().unwrap_or(1);
        times.saturating_sub(1)
    }

    /// Says that it must come again.
    pub(super) fn again(&self) -> AgainItem {
        AgainItem {
            item_identifier: self.message_id.clone(),
        }
    }
}

/// The messages that must come again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Again {
    /// One entry for each message.
    pub batch_item_failures: Vec<AgainItem>,
}

/// A message that must come again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgainItem {
    /// The message's id.
    pub item_identifier: String,
}

/// Says that a batch of a stream must come again from this record on; if none is given, that all of
/// it is done.
pub(super) fn again_from(position: Option<String>) -> DynamoDbEventResponse {
    let mut answer = DynamoDbEventResponse::default();
    if position.is_some() {
        let mut again = DynamoDbBatchItemFailure::default();
        again.item_identifier = position;
        answer.batch_item_failures.push(again);
    }
    answer
}

/// The keys of the item that a record of a table's stream is about.
pub(super) fn keys_of(record: &EventRecord) -> Result<[String; 2], StoreError> {
    let key = |name| match record.change.keys.get(name) {
        Some(serde_dynamo::AttributeValue::S(text)) => Ok(text.clone()),
        _ => Err(StoreError::Unreadable(
            "a stream record",
            format!("no key {name}").into(),
        )),
    };
    Ok([key("p")?, key("q")?])
}
