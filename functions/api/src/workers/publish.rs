//! `snapshots.publish`: what the tables' streams tell becomes the next snapshots.
//!
//! A record that cannot be read is logged and passed over, so that it does not hold up its race: the state can be made anew from the
//! table (`chute rebuild`).

use std::collections::BTreeMap;

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use chute_domain::state::Change;
use chute_store::{EventItem, Publisher, Store, StoreError, participant_change, race_change, race_of_key};
use futures::future::join_all;

/// So many events or races of a batch could not be published; the log says why.
#[derive(Debug, thiserror::Error)]
#[error("{0} of the batch could not be published")]
pub struct NotPublished(usize);

/// The publisher with the names of the tables whose streams it reads.
pub struct Worker {
    publisher: Publisher,
    events: String,
    participants: String,
}

#[derive(Default)]
struct Batch {
    /// Slug → its items in order.
    events: BTreeMap<String, Vec<EventItem>>,
    /// Slug and year → its changes in order.
    races: BTreeMap<(String, String), Vec<Change>>,
}

impl Worker {
    /// A worker over the store.
    pub fn new(store: Store) -> Self {
        let (events, participants) = (store.events_table().to_owned(), store.participants_table().to_owned());
        Self { publisher: Publisher::new(store), events, participants }
    }

    /// Publishes a batch: first the news of events, then all races at once, since each may have to wait for its turn.
    ///
    /// # Errors
    /// When something could not be published: the whole batch comes again, and what is published already is found unchanged.
    pub async fn run(&self, event: Event) -> Result<(), NotPublished> {
        let batch = self.sorted(event);
        let mut failed = 0;
        for (slug, items) in batch.events {
            failed += noted(&slug, self.publisher.event_changed(&slug, items).await);
        }
        let races = batch.races.into_iter().map(|((slug, year), changes)| async move {
            let published = self.publisher.race_changed(&slug, &year, &changes).await;
            if let Ok(publication) = &published {
                tracing::info!(slug, year, changes = changes.len(), publication = ?publication, "published");
            }
            noted(&slug, published)
        });
        failed += join_all(races).await.into_iter().sum::<usize>();
        if failed == 0 { Ok(()) } else { Err(NotPublished(failed)) }
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
        let key = |name| match record.change.keys.get(name) {
            Some(serde_dynamo::AttributeValue::S(text)) => Ok(text.clone()),
            _ => Err(StoreError::Unreadable("a stream record", format!("no key {name}").into())),
        };
        let (p, q) = (key("p")?, key("q")?);
        let image = (record.event_name != "REMOVE").then_some(record.change.new_image);
        if table == self.events {
            let Some(image) = image else { return Ok(()) };
            let item = EventItem::from_stream(image)?;
            batch.events.entry(p).or_default().push(item);
            return Ok(());
        }
        let change = if table == self.participants { participant_change(&q, image)? } else { race_change(&q, image)? };
        if let Some((slug, year)) = race_of_key(&p) {
            batch.races.entry((slug.to_owned(), year.to_owned())).or_default().push(change);
        }
        Ok(())
    }
}

/// Logs a failure; 1 when it is one.
fn noted<T>(slug: &str, done: Result<T, StoreError>) -> usize {
    match done {
        Ok(_) => 0,
        Err(error) => {
            tracing::error!(slug, cause = %chain(&error), "publishing failed");
            1
        }
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
