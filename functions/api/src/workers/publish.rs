//! `snapshots.publish`: turns the records of the tables' streams into the next snapshots.
//!
//! A race that cannot be published does not hold up the others of its batch. The records from the
//! first one that failed come again; what has already been published is then found unchanged. A
//! record that cannot be read is logged and skipped: the reconciler reads from the table what it
//! was about.

use std::collections::{BTreeMap, BTreeSet};

use aws_lambda_events::{
    event::dynamodb::EventRecord,
    streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse},
};
use chute_domain::{
    race::{RaceKey, Slug},
    state::Change,
};
use chute_publisher::Publisher;
use chute_store::{Store, StoreError, participant_change, race_change, with_causes};
use futures::future::join_all;

/// The publisher with the names of the tables whose streams it reads.
pub struct Worker {
    publisher: Publisher,
    events: String,
    participants: String,
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
            publisher,
            events: store.events_table().to_owned(),
            participants: store.participants_table().to_owned(),
        }
    }

    /// How many bytes the races take that it keeps, whenever it is called.
    pub fn kept_bytes(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        self.publisher.kept_bytes()
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
        let mut answer = DynamoDbEventResponse::default();
        if let Some(position) = order.into_iter().find(|position| failed.contains(position)) {
            let mut again = DynamoDbBatchItemFailure::default();
            again.item_identifier = Some(position);
            answer.batch_item_failures.push(again);
        }
        answer
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
        let key = |name| match record.change.keys.get(name) {
            Some(serde_dynamo::AttributeValue::S(text)) => Ok(text.clone()),
            _ => Err(StoreError::Unreadable(
                "a stream record",
                format!("no key {name}").into(),
            )),
        };
        let (p, q) = (key("p")?, key("q")?);
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

/// Logs a failure and returns the position of the first record it concerns.
fn noted<T>(slug: &Slug, first: String, done: Result<T, StoreError>) -> Option<String> {
    let error = done.err()?;
    tracing::error!(slug = slug.as_str(), cause = %with_causes(&error), "publishing failed");
    Some(first)
}
