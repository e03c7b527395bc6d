//! `snapshots.publish`: turns the records of the tables' streams into the next snapshots.
//!
//! On AWS a call for a stream's records only puts them into a queue ([`Worker::queue`]), in which
//! those of each race wait apart from all others; one call at a time publishes a race
//! ([`Worker::work_off`]). So no race waits for another that is in the same shard of the stream.
//!
//! A race that cannot be published does not hold up the others of its batch. Failed changes come
//! again; those already published are then found unchanged. A record that cannot be read is logged
//! and skipped: the reconciler reads from the table what it was about.

use std::collections::{BTreeMap, BTreeSet};

use aws_lambda_events::{event::dynamodb::EventRecord, streams::DynamoDbEventResponse};
use chute_domain::{
    race::{RaceKey, Slug},
    state::Change,
};
use chute_publisher::Publisher;
use chute_store::{Changes, Store, StoreError, participant_change, race_change, with_causes};
use futures::future::join_all;
use lambda_runtime::Error;
use serde::Deserialize;
use serde_json::Value;

use super::queue::{Again, AgainItem, Batch as Messages, Message, again_from, keys_of};

/// How often changes from the queue are tried before the reconciler gets them.
const MOST_TRIES: u32 = 10;
/// The longest time that a race waits for its next try, in seconds.
const LONGEST_WAIT_S: i32 = 30;

/// The publisher with the names of the tables whose streams it reads.
pub struct Worker {
    store: Store,
    publisher: Publisher,
    events: String,
    participants: String,
}

/// Lambda's call with records of a stream.
#[derive(Deserialize)]
struct StreamCall {
    #[serde(rename = "Records")]
    records: Vec<Value>,
}

#[derive(Default)]
struct Batch {
    /// Slug → the position of its first record.
    events: BTreeMap<Slug, String>,
    /// Slug and year → the position of its first record, and its changes in order.
    races: BTreeMap<RaceKey, (String, Vec<Change>)>,
    /// The positions of all records, in order.
    order: Vec<String>,
}

impl Worker {
    /// A worker that publishes the changes in the streams of the store's tables with this
    /// publisher.
    pub fn new(store: &Store, publisher: Publisher) -> Self {
        Self {
            store: store.clone(),
            publisher,
            events: store.events_table().to_owned(),
            participants: store.participants_table().to_owned(),
        }
    }

    /// How many bytes the races take that it keeps, whenever it is called.
    pub fn kept_bytes(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        self.publisher.kept_bytes()
    }

    /// Answers a call of Lambda: with records of a stream, or with messages of the queue.
    ///
    /// # Errors
    /// When records could not be queued: all of them come again.
    pub async fn answer(&self, call: Value) -> Result<Value, Error> {
        let is_of_queue = |source: &Value| source == "aws:sqs";
        if call
            .pointer("/Records/0/eventSource")
            .is_some_and(is_of_queue)
        {
            let again = self.work_off(serde_json::from_value(call)?).await;
            return Ok(serde_json::to_value(again)?);
        }
        let StreamCall { records } = serde_json::from_value(call)?;
        self.queue(records).await?;
        Ok(serde_json::to_value(DynamoDbEventResponse::default())?)
    }

    /// Puts the records of a table's stream into the queue, those of each race or event behind one
    /// another.
    ///
    /// # Errors
    /// When the queue did not accept all of them.
    pub async fn queue(&self, records: Vec<Value>) -> Result<(), StoreError> {
        let mut by_race: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for record in records {
            let text = |path| record.pointer(path).and_then(Value::as_str);
            let Some(of) = text("/dynamodb/Keys/p/S") else {
                let event_id = text("/eventID");
                tracing::error!(event_id, "a stream record without a key was passed over");
                continue;
            };
            by_race.entry(of.to_owned()).or_default().push(record);
        }
        let changes = by_race
            .into_iter()
            .map(|(of, records)| Changes { of, records });
        self.store.queue_changes(changes).await
    }

    /// Publishes the changes in messages of the queue, all races at the same time. Returns the
    /// messages that must come again.
    pub async fn work_off(&self, batch: Messages) -> Again {
        let mut waiting: BTreeMap<String, (Vec<Message>, Vec<EventRecord>)> = BTreeMap::new();
        for message in batch.messages {
            match serde_json::from_str::<Changes>(&message.body) {
                Ok(Changes { of, records }) => {
                    let (messages, known) = waiting.entry(of).or_default();
                    known.extend(records.into_iter().filter_map(readable));
                    messages.push(message);
                }
                Err(error) => {
                    tracing::error!(message = message.message_id, %error, "a message was passed over");
                }
            }
        }
        let races = waiting
            .into_iter()
            .map(|(of, (messages, records))| async move {
                if self.run(records).await.batch_item_failures.is_empty() {
                    Vec::new()
                } else {
                    self.put_off(&of, messages).await
                }
            });
        Again {
            batch_item_failures: join_all(races).await.concat(),
        }
    }

    /// Hides messages of a race that could not be published, or gives them up. Returns those that
    /// come again.
    async fn put_off(&self, of: &str, messages: Vec<Message>) -> Vec<AgainItem> {
        let earlier = messages.iter().map(Message::earlier_tries).max();
        let earlier = earlier.unwrap_or_default();
        if earlier + 1 >= MOST_TRIES {
            match self.store.give_up_changes(of).await {
                Ok(()) => return Vec::new(),
                Err(error) => {
                    tracing::error!(of, cause = %with_causes(&error), "the reconciler was not told");
                }
            }
        }
        let seconds = LONGEST_WAIT_S.min(1 << earlier.min(MOST_TRIES));
        let hidden = messages.iter().map(|message| {
            let receipt = message.receipt_handle.as_str();
            self.store.hide_changes(receipt, seconds)
        });
        for error in join_all(hidden).await.into_iter().filter_map(Result::err) {
            tracing::warn!(of, cause = %with_causes(&error), "a message could not be hidden for a moment");
        }
        messages.iter().map(Message::again).collect()
    }

    /// Publishes a batch: first the changes of events, then all races at the same time, since each
    /// may have to wait for its turn. Returns the record from which the batch must come again, if
    /// any failed.
    pub async fn run(
        &self,
        records: impl IntoIterator<Item = EventRecord>,
    ) -> DynamoDbEventResponse {
        let Batch {
            events,
            races,
            order,
        } = self.sorted(records);
        let mut failed: BTreeSet<String> = BTreeSet::new();
        if !events.is_empty() {
            let slugs: Vec<&Slug> = events.keys().collect();
            match self.publisher.events_changed(&slugs).await {
                Ok(done) => failed.extend(
                    events
                        .into_iter()
                        .zip(done)
                        .filter_map(|((slug, first), done)| noted(&slug, first, done)),
                ),
                Err(error) => {
                    tracing::error!(cause = %with_causes(&error), "publishing the list of events failed");
                    failed.extend(events.into_values());
                }
            }
        }
        let races = races.into_iter().map(|(race, (first, changes))| async move {
            let published = self.publisher.race_changed(&race, &changes).await;
            let (slug, year) = (race.slug.as_str(), race.year.as_str());
            if let Ok(publication) = &published {
                tracing::info!(slug, year, changes = changes.len(), publication = ?publication, "published");
            }
            noted(&race.slug, first, published)
        });
        failed.extend(join_all(races).await.into_iter().flatten());
        again_from(order.into_iter().find(|position| failed.contains(position)))
    }

    fn sorted(&self, records: impl IntoIterator<Item = EventRecord>) -> Batch {
        let mut batch = Batch::default();
        for record in records {
            let id = record.event_id.clone();
            if let Err(error) = self.sort(record, &mut batch) {
                tracing::error!(event_id = id, cause = %with_causes(&error), "a stream record was passed over");
            }
        }
        batch
    }

    fn sort(&self, record: EventRecord, batch: &mut Batch) -> Result<(), StoreError> {
        let table = record
            .event_source_arn
            .as_deref()
            .and_then(|arn| arn.split('/').nth(1))
            .unwrap_or_default()
            .to_owned();
        let [p, q] = keys_of(&record)?;
        let image = (record.event_name != "REMOVE").then_some(record.change.new_image);
        let position = record.change.sequence_number.clone().unwrap_or_default();
        batch.order.push(position.clone());
        if table == self.events {
            batch.events.entry(Slug::new(&p)).or_insert(position);
            return Ok(());
        }
        let change = if table == self.participants {
            participant_change(&q, image)?
        } else {
            race_change(&q, image)?
        };
        if let Some(race) = RaceKey::read(&p) {
            let (_, changes) = batch
                .races
                .entry(race)
                .or_insert_with(|| (position, Vec::new()));
            changes.push(change);
        }
        Ok(())
    }
}

/// A record from the queue, if it can be read.
fn readable(record: Value) -> Option<EventRecord> {
    let read = serde_json::from_value(record);
    read.inspect_err(|error| tracing::error!(%error, "a stream record was passed over"))
        .ok()
}

/// Logs a failure and returns the position of the first record it concerns.
fn noted<T>(slug: &Slug, first: String, done: Result<T, StoreError>) -> Option<String> {
    let error = done.err()?;
    tracing::error!(slug = slug.as_str(), cause = %with_causes(&error), "publishing failed");
    Some(first)
}
