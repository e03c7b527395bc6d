//! The queue in which the changes of each race wait for the publisher, apart from those of other
//! races. It keeps the order within a race, and never gives out a race's changes twice at a time.

use std::mem;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Result, Store,
    alert_queue::message,
    port::{Message, Order, ServiceCall},
};

/// Bytes of the messages of a call: SQS takes 262,144, and its entries have more than their bodies.
const MOST_BYTES: usize = 200_000;

/// A message of the queue: changes that came one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// The changed object: `slug/year` of a race, the slug of an event.
    pub of: String,
    /// Records of a table's stream, in their order.
    pub records: Vec<Value>,
}

impl Store {
    /// Queues changes, each message in its place behind those of the same race. The same records
    /// are not queued twice within five minutes.
    ///
    /// # Errors
    /// When the queue did not accept all of them, or a record is too large for it; repeating the
    /// call queues the rest.
    pub async fn queue_changes(&self, changes: impl IntoIterator<Item = Changes>) -> Result<()> {
        let (mut call, mut bytes) = (Vec::new(), 0);
        for message in changes.into_iter().flat_map(messages) {
            let message = message?;
            bytes += message.body.len();
            if call.len() == ServiceCall::MOST || (bytes > MOST_BYTES && !call.is_empty()) {
                bytes = message.body.len();
                self.queue(&self.names.publish_queue, mem::take(&mut call))
                    .await?;
            }
            call.push(message);
        }
        if call.is_empty() {
            return Ok(());
        }
        self.queue(&self.names.publish_queue, call).await
    }

    /// Hides a message of the queue for this many seconds, and with it its race.
    pub async fn hide_changes(&self, receipt: &str, seconds: i32) -> Result<()> {
        self.hide_message(&self.names.publish_queue, receipt, seconds)
            .await
    }

    /// Tells the reconciler that changes of this race or event were given up.
    ///
    /// # Errors
    /// When its queue does not answer.
    pub async fn give_up_changes(&self, of: &str) -> Result<()> {
        let queue = &self.names.publish_failures;
        self.queue(queue, vec![message(&of, None)?]).await
    }
}

/// The messages of these changes: as few as fit into calls. A larger record is alone in its message.
fn messages(Changes { of, records }: Changes) -> Vec<Result<Message>> {
    let (mut divided, mut bytes) = (Vec::<Vec<Value>>::new(), 0);
    for record in records {
        let size = record.to_string().len() + 1;
        match divided.last_mut() {
            Some(some) if bytes + size <= MOST_BYTES => some.push(record),
            _ => {
                divided.push(vec![record]);
                bytes = 0;
            }
        }
        bytes += size;
    }
    let queued = |records: Vec<Value>| {
        let first = records
            .first()
            .and_then(|record| record.get("eventID")?.as_str());
        let order = Order {
            group: of.clone(),
            same: format!("{}-{}", first.unwrap_or_default(), records.len()),
        };
        let of = of.clone();
        message(&Changes { of, records }, Some(order))
    };
    divided.into_iter().map(queued).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(number: usize, letters: usize) -> Value {
        json!({"eventID": format!("e{number}"), "dynamodb": "x".repeat(letters)})
    }

    fn queued(letters: &[usize]) -> Vec<(usize, String)> {
        let records = letters.iter().enumerate();
        let records = records.map(|(at, letters)| record(at, *letters)).collect();
        let of = "hill/2026".to_owned();
        let messages = messages(Changes { of, records });
        let read = |message: Result<Message>| {
            let Message { body, order } = message.expect("JSON");
            let order = order.expect("an order");
            assert_eq!(order.group, "hill/2026");
            let changes: Changes = serde_json::from_str(&body).expect("changes");
            (changes.records.len(), order.same)
        };
        messages.into_iter().map(read).collect()
    }

    /// SQS takes tab, line feed, carriage return, and from the blank on all but U+FFFE and U+FFFF.
    #[test]
    fn every_letter_can_be_queued() {
        let name: String = ('\0'..='\u{10400}').collect();
        let record = json!({"eventID": "e", "name": name});
        let of = "hill/2026".to_owned();
        let records = vec![record.clone()];
        let mut queued = messages(Changes { of, records });
        let Message { body, .. } = queued.remove(0).expect("JSON");
        let refused = |c: char| c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}');
        assert!(!body.contains(refused));
        let changes: Changes = serde_json::from_str(&body).expect("changes");
        assert_eq!(changes.records, [record]);
    }

    #[test]
    fn records_are_divided_by_their_size() {
        assert_eq!(queued(&[]), []);
        assert_eq!(queued(&[10, 20]), [(2, "e0-2".to_owned())]);
        let large = MOST_BYTES / 2;
        assert_eq!(
            queued(&[large, 10, large, MOST_BYTES, 10]),
            [
                (2, "e0-2".to_owned()),
                (1, "e2-1".to_owned()),
                (1, "e3-1".to_owned()),
                (1, "e4-1".to_owned())
            ]
        );
    }
}
