//! The tables' streams, distributed to the sequences: every record goes to the queue of its event's
//! slug.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use chute_domain::account::Realm;
use chute_edge::Backend;
use serde_json::Value;

/// Records of events, races and participants, each in the order of its stream.
pub type Records = [Vec<Value>; 3];

#[derive(Debug)]
pub struct Feed {
    backend: Arc<Backend>,
    /// The suffix of a record's origin, by stream.
    origins: [String; 3],
    waiting: Mutex<BTreeMap<String, Records>>,
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
        }
    }

    /// Takes the records that the streams hold for this slug by now.
    pub fn take(&self, slug: &str) -> Records {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for record in self.backend.records() {
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
}
