//! Stands in for the tables' streams of AWS: every change of a table that a worker has to see, in
//! order, until the worker has dealt with it.
//!
//! The changes are in memory. Those that a crash loses or that no longer fit are found by the
//! reconciler, which compares the published files with the tables (`work`).

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_lambda_events::event::dynamodb::Event;
use chute_domain::heap;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::{
    sync::mpsc::{self, Receiver, Sender, error::TrySendError},
    time::sleep,
};

use crate::memory::STREAM;

/// The maximum size of a function's input, in bytes: 6 MB.
pub const BATCH_BYTES: usize = 6_000_000;
/// The maximum number of changes that wait. Two publications of a race are at most seconds apart;
/// uploading this many rows takes a minute.
pub const WAITING: usize = 100_000;

/// A change of an item. Keys and image are JSON text, which takes a fifth of the memory of parsed
/// values: thousands may wait.
#[derive(Clone, Debug)]
pub struct Change {
    table: Arc<str>,
    keys: Box<str>,
    image: Option<Box<str>>,
}

impl Change {
    /// A change of the item with these keys; `image` is its new content, `None` once it is deleted.
    /// Both are items in DynamoDB's JSON.
    ///
    /// # Errors
    /// When they are not JSON.
    pub fn new(
        table: &Arc<str>,
        keys: &impl Serialize,
        image: Option<&impl Serialize>,
    ) -> serde_json::Result<Self> {
        let image = image
            .map(serde_json::to_string)
            .transpose()?
            .map(String::into_boxed_str);
        Ok(Self {
            table: table.clone(),
            keys: serde_json::to_string(keys)?.into_boxed_str(),
            image,
        })
    }

    /// The change as AWS writes it, with `place` as its sequence number.
    fn record(&self, place: usize) -> String {
        let Self { table, keys, image } = self;
        let (kind, image) = image
            .as_ref()
            .map_or(("REMOVE", "null"), |image| ("MODIFY", image));
        format!(
            r#"{{"awsRegion":"local","eventID":"{place}","eventName":"{kind}","eventSourceARN":"arn:aws:dynamodb:local:000000000000:table/{table}/stream/local","dynamodb":{{"Keys":{keys},"NewImage":{image},"SequenceNumber":"{place}","SizeBytes":0}}}}"#
        )
    }

    /// The partition of its item: the slug of an event, or slug and year.
    pub fn partition(&self) -> String {
        #[derive(Deserialize)]
        struct StringAttribute {
            #[serde(rename = "S")]
            text: String,
        }
        #[derive(Deserialize)]
        struct Keys {
            p: StringAttribute,
        }
        serde_json::from_str::<Keys>(&self.keys).map_or_else(|_| String::new(), |keys| keys.p.text)
    }

    /// The size of its texts.
    pub fn bytes(&self) -> usize {
        self.keys.len() + self.image.as_ref().map_or(0, |image| image.len())
    }

    /// About how many bytes it takes in memory.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + heap::text(&self.keys)
            + self.image.as_ref().map_or(0, |image| heap::text(image))
    }
}

/// The end where changes are put in.
#[derive(Clone, Debug)]
pub struct Stream {
    ends: Vec<(Sender<Change>, Arc<Way>)>,
}

#[derive(Debug, Default)]
struct Way {
    /// Whether changes were lost that nobody has been told of.
    lost: AtomicBool,
    /// The memory of the changes that are on their way, in bytes.
    bytes: AtomicUsize,
}

impl Way {
    /// Makes room for a change, if there is any.
    fn enter(&self, change: &Change) -> bool {
        let memory = change.memory();
        let has_room = self.bytes.fetch_add(memory, Ordering::AcqRel) + memory <= STREAM;
        if !has_room {
            self.leave(change);
        }
        has_room
    }

    fn leave(&self, change: &Change) {
        self.bytes.fetch_sub(change.memory(), Ordering::AcqRel);
    }
}

/// The end where changes are taken out.
#[derive(Debug)]
pub struct Changes {
    receiver: Receiver<Change>,
    /// Received already, but not yet taken by the publisher, whose wait may be cancelled.
    taken: Vec<Change>,
    way: Arc<Way>,
}

/// A stream and its other end.
#[must_use]
pub fn stream() -> (Stream, Changes) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let way = Arc::<Way>::default();
    (
        Stream {
            ends: vec![(sender, way.clone())],
        },
        Changes {
            receiver,
            taken: Vec::new(),
            way,
        },
    )
}

impl Stream {
    /// Adds a change. It never waits: a write must not depend on whether its publication succeeds.
    pub fn tell(&self, change: Change) {
        for (sender, way) in &self.ends {
            let sent = way.enter(&change).then(|| sender.try_send(change.clone()));
            match sent {
                Some(Ok(())) => {}
                Some(Err(TrySendError::Full(change) | TrySendError::Closed(change))) => {
                    way.leave(&change);
                    way.lost.store(true, Ordering::Release);
                }
                None => way.lost.store(true, Ordering::Release),
            }
        }
    }

    /// How many bytes the changes take that no reader has received yet, now and whenever it is
    /// called.
    pub fn memory(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let ways: Vec<Arc<Way>> = self.ends.iter().map(|(_, way)| way.clone()).collect();
        move || {
            ways.iter()
                .map(|way| way.bytes.load(Ordering::Acquire))
                .sum()
        }
    }

    /// The same stream with a second receiving end: a slow reader of one does not hold up the
    /// other.
    #[must_use]
    pub fn twice(self) -> (Self, Option<Changes>) {
        let (Self { ends }, changes) = stream();
        (
            Self {
                ends: self.ends.into_iter().chain(ends).collect(),
            },
            Some(changes),
        )
    }
}

impl Changes {
    /// The next changes, at most `most`: waits for the first one, then for `window`, and takes
    /// what has come by then. Nothing is lost when the wait is cancelled.
    pub async fn next(&mut self, most: usize, window: Duration) -> Vec<Change> {
        if self.taken.is_empty() {
            self.receiver.recv_many(&mut self.taken, most).await;
            self.taken.iter().for_each(|change| self.way.leave(change));
        }
        sleep(window).await;
        self.waiting(most)
    }

    /// Moves changes into `into`, at most `most`, as soon as there are any. Returns whether more can
    /// come. Nothing is lost when the wait is cancelled.
    pub async fn receive(&mut self, into: &mut Vec<Change>, most: usize) -> bool {
        into.append(&mut self.taken);
        if !into.is_empty() {
            return true;
        }
        let received = self.receiver.recv_many(into, most).await;
        into.iter().for_each(|change| self.way.leave(change));
        received > 0
    }

    /// The changes that wait, at most `most`; may be empty.
    pub fn waiting(&mut self, most: usize) -> Vec<Change> {
        while self.taken.len() < most {
            let Ok(change) = self.receiver.try_recv() else {
                break;
            };
            self.way.leave(&change);
            self.taken.push(change);
        }
        std::mem::take(&mut self.taken)
    }

    /// Whether changes were lost since the last call, so that everything must be compared with the
    /// tables.
    pub fn were_lost(&self) -> bool {
        self.way.lost.swap(false, Ordering::AcqRel)
    }
}

/// Changes as AWS writes them, one after another: as values they take many times the memory of the
/// changes. The sequence number of each is its place in the list. An error is that of an item that is
/// not valid.
pub fn records<R: DeserializeOwned>(
    changes: &[Change],
) -> impl Iterator<Item = serde_json::Result<R>> + use<'_, R> {
    changes
        .iter()
        .enumerate()
        .map(|(place, change)| serde_json::from_str(&change.record(place)))
}

/// All of these records at once.
///
/// # Errors
/// When an item is not valid.
pub fn event(changes: &[Change]) -> serde_json::Result<Event> {
    let mut event = Event::default();
    event.records = records(changes).collect::<serde_json::Result<_>>()?;
    Ok(event)
}

/// Splits the changes into batches of the size in which AWS hands them to a function.
pub fn batches(changes: &[Change]) -> Vec<&[Change]> {
    let mut bytes = 0;
    let fits = |_: &Change, next: &Change| {
        bytes += next.bytes();
        let fits = bytes <= BATCH_BYTES;
        if !fits {
            bytes = 0;
        }
        fits
    };
    changes.chunk_by(fits).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn change(q: usize, image: Option<&Value>) -> Change {
        Change::new(
            &"RacesTable".into(),
            &json!({"p": {"S": "a/2026"}, "q": {"S": q.to_string()}}),
            image,
        )
        .unwrap()
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
            records::<Value>(&found)
                .map(|record| record.unwrap()["dynamodb"]["Keys"]["q"]["S"]
                    .as_str()
                    .unwrap()
                    .to_owned())
                .collect::<Vec<_>>(),
            ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
        );
    }

    #[test]
    fn both_ends_notice_dropped_changes() {
        let (stream, mut changes) = stream();
        let (stream, other) = stream.twice();
        let (memory, mut other) = (stream.memory(), other.unwrap());
        let image = json!({"p": {"S": "a/2026"}, "s": {"S": "x".repeat(1_000_000)}});
        let fit = STREAM / 1_000_000;
        (0..fit).for_each(|q| stream.tell(change(q, Some(&image))));
        assert!(!changes.were_lost() && !other.were_lost());
        assert!((2 * fit * 1_000_000..2 * STREAM).contains(&memory()));
        assert_eq!(changes.waiting(usize::MAX).len(), fit);
        stream.tell(change(fit, Some(&image)));
        assert!(!changes.were_lost() && other.were_lost());
        assert_eq!(
            (
                changes.waiting(usize::MAX).len(),
                other.waiting(usize::MAX).len()
            ),
            (1, fit)
        );
        assert_eq!(memory(), 0);
    }

    #[tokio::test]
    async fn a_wait_that_is_broken_off_loses_nothing() {
        let (stream, mut changes) = stream();
        stream.tell(change(1, None));
        let wait = changes.next(10, Duration::from_secs(60));
        assert!(
            tokio::time::timeout(Duration::from_millis(20), wait)
                .await
                .is_err()
        );
        stream.tell(change(2, None));
        assert_eq!(changes.waiting(10).len(), 2);
        assert!(changes.waiting(10).is_empty());
    }

    #[test]
    fn a_batch_is_as_large_as_a_function_takes() {
        let image = json!({"p": {"S": "a/2026"}, "s": {"S": "x".repeat(1_000_000)}});
        let changes: Vec<Change> = (0..20).map(|q| change(q, Some(&image))).collect();
        let sizes: Vec<usize> = batches(&changes).iter().map(|batch| batch.len()).collect();
        assert_eq!(
            (sizes.iter().sum::<usize>(), sizes.iter().max()),
            (20, Some(&6)),
            "{sizes:?}"
        );
        assert_eq!(batches(&changes[..1]).len(), 1);
        assert!(batches(&[]).is_empty());
    }

    #[test]
    fn an_event_as_aws_writes_it() {
        let image = json!({"p": {"S": "a/2026"}, "s": {"B": "AAAA"}});
        let event = event(&[change(1, Some(&image)), change(2, None)]).unwrap();
        let [first, second] = event.records.as_slice() else {
            panic!("{event:?}")
        };
        assert_eq!(
            (first.event_name.as_str(), second.event_name.as_str()),
            ("MODIFY", "REMOVE")
        );
        assert_eq!(first.change.new_image.len(), 2);
        assert_eq!(second.change.sequence_number.as_deref(), Some("1"));
        assert_eq!(
            first.event_source_arn.as_deref().unwrap().split('/').nth(1),
            Some("RacesTable")
        );
    }
}
