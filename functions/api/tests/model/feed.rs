//! The tables' streams, distributed to the sequences: every record goes to the queue of its event's
//! slug.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use chute_api::workers::queue::{Again, Batch, Message};
use chute_domain::account::Realm;
use chute_edge::Backend;
use chute_testkit::queue;
use serde_json::{Value, json};

/// The variable that names the queue of the publisher.
const QUEUE: &str = "PUBLISH_QUEUE";

/// Records of events, races and participants, each in the order of its stream.
pub type Records = [Vec<Value>; 3];

#[derive(Debug)]
pub struct Feed {
    backend: Arc<Backend>,
    /// The suffix of a record's origin, by stream.
    origins: [String; 3],
    waiting: Mutex<BTreeMap<String, Records>>,
    records: AtomicU64,
}

impl Feed {
    pub fn new(backend: Arc<Backend>) -> Self {
        let origin = |variable| {
            format!(
                ":table/{}/stream/local",
                backend.name(Realm::Account, variable)
            )
        };
        let origins = ["EVENTS_TABLE", "RACES_TABLE", "PARTICIPANTS_TABLE"].map(origin);
        Self {
            backend,
            origins,
            waiting: Mutex::default(),
            records: AtomicU64::new(0),
        }
    }

    /// Takes the records that the streams hold for this slug by now.
    pub fn take(&self, slug: &str) -> Records {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for mut record in self.backend.records() {
            // the queue tells records apart by it
            record["eventID"] = json!(self.records.fetch_add(1, Relaxed).to_string());
            let origin = record["eventSourceARN"].as_str().unwrap_or_default();
            let Some(stream) = self.origins.iter().position(|end| origin.ends_with(end)) else {
                continue;
            };
            let key = record["dynamodb"]["Keys"]["p"]["S"]
                .as_str()
                .unwrap_or_default();
            let slug = key.split('/').next().unwrap_or_default().to_owned();
            waiting.entry(slug).or_default()[stream].push(record);
        }
        waiting.remove(slug).unwrap_or_default()
    }

    /// The publisher's messages about this slug, oldest first.
    pub fn queued(&self, slug: &str) -> Vec<Message> {
        let mut messages = queue::waiting(&self.backend, QUEUE);
        messages.retain(|message| {
            let body: Value = serde_json::from_str(&message.body).expect("JSON");
            let of = body["of"].as_str().expect("a race or an event");
            of.split('/').next() == Some(slug)
        });
        messages
    }

    /// Hands messages to the publisher. Returns whether some of them come again.
    pub async fn hand(&self, messages: &[Message], work: impl AsyncFnOnce(Batch) -> Again) -> bool {
        queue::hand(&self.backend, QUEUE, messages, &[], work).await > 0
    }
}
