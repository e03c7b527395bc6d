//! `snapshots.publish`: what the tables' streams tell becomes the next snapshots.
//!
//! A record that cannot be read is logged and passed over, so that it does not hold up its race: the state can be made anew from the
//! table (`chute rebuild`). A race that fails is reported from its first record on, and comes again.

use std::collections::BTreeMap;

use aws_lambda_events::event::{
    dynamodb::{Event, EventRecord},
    streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse},
};
use chute_domain::state::Change;
use chute_store::{EventItem, Publisher, Store, StoreError, participant_change, race_change, race_of_key};

/// The publisher with the names of the tables whose streams it reads.
pub struct Worker {
    publisher: Publisher,
    events: String,
    participants: String,
}

#[derive(Default)]
struct Batch {
    /// Slug → its items in order, and the first sequence number.
    events: BTreeMap<String, (String, Vec<EventItem>)>,
    /// Slug and year → its changes in order, and the first sequence number.
    races: BTreeMap<(String, String), (String, Vec<Change>)>,
}

impl Worker {
    /// A worker over the store.
    pub fn new(store: Store) -> Self {
        let (events, participants) = (store.events_table().to_owned(), store.participants_table().to_owned());
        Self { publisher: Publisher::new(store), events, participants }
    }

    /// Publishes a batch; answers from where it must come again.
    pub async fn run(&mut self, event: Event) -> DynamoDbEventResponse {
        let batch = self.sorted(event);
        let mut failed = Vec::new();
        for (slug, (first, items)) in batch.events {
            note(&mut failed, first, &slug, self.publisher.event_changed(&slug, items).await);
        }
        for ((slug, year), (first, changes)) in batch.races {
            let published = self.publisher.race_changed(&slug, &year, &changes).await;
            if let Ok(publication) = &published {
                tracing::info!(slug, year, changes = changes.len(), publication = ?publication, "published");
            }
            note(&mut failed, first, &slug, published.map(|_| ()));
        }
        let mut response = DynamoDbEventResponse::default();
        // the stream goes on from the lowest number reported
        response.batch_item_failures = failed
            .into_iter()
            .min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)))
            .map(|first| {
                let mut failure = DynamoDbBatchItemFailure::default();
                failure.item_identifier = Some(first);
                failure
            })
            .into_iter()
            .collect();
        response
    }

    fn sorted(&self, event: Event) -> Batch {
        let mut batch = Batch::default();
        for record in event.records {
            let id = record.event_id.clone();
            if let Err(error) = self.sort(record, &mut batch) {
                tracing::error!(event_id = id, cause = %chain(&error), "a stream record was passed over");
            }
        }
        batch
    }

    fn sort(&self, record: EventRecord, batch: &mut Batch) -> Result<(), StoreError> {
        let table = record.event_source_arn.as_deref().and_then(|arn| arn.split('/').nth(1)).unwrap_or_default().to_owned();
        let first = record.change.sequence_number.clone().unwrap_or_default();
        let key = |name| match record.change.keys.get(name) {
            Some(serde_dynamo::AttributeValue::S(text)) => Ok(text.clone()),
            _ => Err(StoreError::Unreadable("a stream record", format!("no key {name}").into())),
        };
        let (p, q) = (key("p")?, key("q")?);
        let image = (record.event_name != "REMOVE").then_some(record.change.new_image);
        if table == self.events {
            let Some(image) = image else { return Ok(()) };
            let item = EventItem::from_stream(image)?;
            batch.events.entry(p).or_insert_with(|| (first, Vec::new())).1.push(item);
            return Ok(());
        }
        let change = if table == self.participants { participant_change(&q, image)? } else { race_change(&q, image)? };
        if let Some((slug, year)) = race_of_key(&p) {
            batch.races.entry((slug.to_owned(), year.to_owned())).or_insert_with(|| (first, Vec::new())).1.push(change);
        }
        Ok(())
    }
}

fn note(failed: &mut Vec<String>, first: String, slug: &str, done: Result<(), StoreError>) {
    if let Err(error) = done {
        tracing::error!(slug, cause = %chain(&error), "publishing failed");
        failed.push(first);
    }
}

/// The error and what lies behind it.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}
