//! What the tables' streams are on AWS: every change of a table that a worker hears of, in order, until the worker has dealt with it.
//!
//! It lies in memory. What a crash takes with it, and what no longer fits, the reconciler finds: it compares the published files with the
//! tables (`work`).

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use aws_lambda_events::event::dynamodb::Event;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{self, Receiver, Sender, error::TrySendError},
    time::sleep,
};

/// How many changes wait at most. Two publications of a race are at most seconds apart; an upload of so many rows takes a minute.
const WAITING: usize = 100_000;

/// A change of an item.
#[derive(Clone, Debug)]
pub struct Change {
    table: Arc<str>,
    keys: Value,
    image: Option<Value>,
}

impl Change {
    /// A change of the item with these keys; `image` is what it is now, nothing when it is gone. Both as DynamoDB writes items in JSON.
    ///
    /// # Errors
    /// When they are no JSON.
    pub fn new(table: &Arc<str>, keys: &impl Serialize, image: Option<&impl Serialize>) -> serde_json::Result<Self> {
        let image = image.map(serde_json::to_value).transpose()?;
        Ok(Self { table: table.clone(), keys: serde_json::to_value(keys)?, image })
    }
}

/// Where changes are put.
#[derive(Clone, Debug)]
pub struct Stream {
    sender: Sender<Change>,
    lost: Arc<AtomicBool>,
}

/// Where they are taken from.
#[derive(Debug)]
pub struct Changes {
    receiver: Receiver<Change>,
    /// Taken from the receiver, but not by who publishes: a wait may be broken off.
    taken: Vec<Change>,
    lost: Arc<AtomicBool>,
}

/// A stream with its other end.
#[must_use]
pub fn stream() -> (Stream, Changes) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let lost = Arc::new(AtomicBool::new(false));
    (Stream { sender, lost: lost.clone() }, Changes { receiver, taken: Vec::new(), lost })
}

impl Stream {
    /// Tells of a change. It never waits: a write must not depend on whether its publication goes well.
    pub fn tell(&self, change: Change) {
        match self.sender.try_send(change) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => self.lost.store(true, Ordering::Release),
        }
    }
}

impl Changes {
    /// The next changes, `most` at most: those that have come when the first one has waited for `window`. Nothing is lost when the wait is
    /// broken off.
    pub async fn next(&mut self, most: usize, window: Duration) -> Vec<Change> {
        if self.taken.is_empty() {
            self.receiver.recv_many(&mut self.taken, most).await;
        }
        sleep(window).await;
        self.waiting(most)
    }

    /// Those that wait, `most` at most; none when none does.
    pub fn waiting(&mut self, most: usize) -> Vec<Change> {
        while self.taken.len() < most {
            let Ok(change) = self.receiver.try_recv() else { break };
            self.taken.push(change);
        }
        std::mem::take(&mut self.taken)
    }

    /// Whether changes were lost since this was asked last, so that all must be compared with the tables.
    pub fn were_lost(&self) -> bool {
        self.lost.swap(false, Ordering::AcqRel)
    }
}

/// Changes as AWS writes them. The sequence number of each is its place in the list.
#[must_use]
pub fn records(changes: &[Change]) -> Vec<Value> {
    let record = |(place, Change { table, keys, image }): (usize, &Change)| {
        json!({
            "awsRegion": "local",
            "eventID": place.to_string(),
            "eventName": if image.is_some() { "MODIFY" } else { "REMOVE" },
            "eventSourceARN": format!("arn:aws:dynamodb:local:000000000000:table/{table}/stream/local"),
            "dynamodb": {"Keys": keys, "NewImage": image, "SequenceNumber": place.to_string(), "SizeBytes": 0},
        })
    };
    changes.iter().enumerate().map(record).collect()
}

/// The same as the worker takes them.
///
/// # Errors
/// When an item is none.
pub fn event(changes: &[Change]) -> serde_json::Result<Event> {
    serde_json::from_value(json!({ "Records": records(changes) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(q: usize, image: Option<&Value>) -> Change {
        Change::new(&"RacesTable".into(), &json!({"p": {"S": "a/2026"}, "q": {"S": q.to_string()}}), image).unwrap()
    }

    #[tokio::test]
    async fn changes_come_in_order_and_what_does_not_fit_is_noticed_once() {
        let (stream, mut changes) = stream();
        for q in 0..=WAITING {
            stream.tell(change(q, None));
        }
        assert!(changes.were_lost() && !changes.were_lost());
        let found = changes.next(10, Duration::ZERO).await;
        assert_eq!(
            found.iter().map(|change| change.keys["q"]["S"].as_str().unwrap()).collect::<Vec<_>>(),
            ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
        );
    }

    #[tokio::test]
    async fn a_wait_that_is_broken_off_loses_nothing() {
        let (stream, mut changes) = stream();
        stream.tell(change(1, None));
        let wait = changes.next(10, Duration::from_secs(60));
        assert!(tokio::time::timeout(Duration::from_millis(20), wait).await.is_err());
        stream.tell(change(2, None));
        assert_eq!(changes.waiting(10).len(), 2);
        assert!(changes.waiting(10).is_empty());
    }

    #[test]
    fn an_event_as_aws_writes_it() {
        let image = json!({"p": {"S": "a/2026"}, "s": {"B": "AAAA"}});
        let event = event(&[change(1, Some(&image)), change(2, None)]).unwrap();
        let [first, second] = event.records.as_slice() else { panic!("{event:?}") };
        assert_eq!((first.event_name.as_str(), second.event_name.as_str()), ("MODIFY", "REMOVE"));
        assert_eq!(first.change.new_image.len(), 2);
        assert_eq!(second.change.sequence_number.as_deref(), Some("1"));
        assert_eq!(first.event_source_arn.as_deref().unwrap().split('/').nth(1), Some("RacesTable"));
    }
}
