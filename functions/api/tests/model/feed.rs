//! The tables' streams, shared out among the sequences: every record goes to the queue of its event's slug.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;

use chute_edge::tables::{STREAMS, Tables};

/// Records of events, races, participants, in the order of their streams.
pub type Records = [Vec<Value>; 3];

#[derive(Debug)]
pub struct Feed {
    tables: Arc<Tables>,
    read: Mutex<Read>,
}

#[derive(Debug)]
struct Read {
    iterators: [Value; 3],
    waiting: BTreeMap<String, Records>,
}

impl Feed {
    pub fn new(tables: Arc<Tables>) -> Self {
        let iterators = STREAMS.map(|variable| tables.stream(variable));
        Self { tables, read: Mutex::new(Read { iterators, waiting: BTreeMap::new() }) }
    }

    /// Whatever the streams hold for this slug by now.
    pub fn take(&self, slug: &str) -> Records {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        for (stream, variable) in STREAMS.iter().enumerate() {
            loop {
                let (records, next) = self.tables.records(&read.iterators[stream]);
                read.iterators[stream] = next;
                let last = records.len() < 1000;
                for mut record in records {
                    record["eventSourceARN"] = format!("arn:aws:dynamodb:us-east-1:0:table/{}/stream/1", self.tables.name(variable)).into();
                    let key = record["dynamodb"]["Keys"]["p"]["S"].as_str().unwrap_or_default();
                    let slug = key.split('/').next().unwrap_or_default().to_owned();
                    read.waiting.entry(slug).or_default()[stream].push(record);
                }
                if last {
                    break;
                }
            }
        }
        read.waiting.remove(slug).unwrap_or_default()
    }
}
