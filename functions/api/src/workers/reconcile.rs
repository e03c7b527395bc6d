//! `snapshots.reconcile`: compares what is published with the tables and repairs it, every few
//! minutes and whenever the publisher has given up on records; and looks after web hooks.

use std::{env, fmt};

use chute_domain::race::RaceKey;
use chute_publisher::Publisher;
use chute_store::{Store, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{hooks, is_recent};

/// What woke the worker: its timer, or records that the publisher gave up on. For the timer, recent
/// years are compared; for records, every year, since they only show that something was lost.
#[derive(Debug, Default, Deserialize)]
pub struct Call {
    /// The failure queue's messages; empty when the timer calls.
    #[serde(default, rename = "Records")]
    records: Vec<Value>,
    /// Whether to compare every year, however long ago.
    #[serde(default)]
    all: bool,
    /// The time to use as now, in unix milliseconds: what was received shortly before it is not
    /// repaired, since it may still be in the streams.
    #[serde(default)]
    now_ms: Option<u64>,
}

impl Call {
    /// The timer's task.
    #[must_use]
    pub fn timer() -> Self {
        Self::default()
    }

    /// A task for when the streams are empty; with `all` it compares every year.
    #[must_use]
    pub fn settled(all: bool) -> Self {
        Self {
            records: Vec::new(),
            all,
            now_ms: Some(crate::request_context::now_ms() + 60 * 60 * 1_000),
        }
    }
}

/// This many years could not be compared; the log says why.
#[derive(Debug)]
pub struct NotCompared(usize);

impl fmt::Display for NotCompared {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} years could not be compared with the tables", self.0)
    }
}

impl std::error::Error for NotCompared {}

/// The reconciler.
pub struct Worker {
    store: Store,
    publisher: Publisher,
}

impl Worker {
    /// A worker over the store that repairs with this publisher.
    pub fn new(store: Store, publisher: Publisher) -> Self {
        Self { store, publisher }
    }

    /// Compares years with the tables, one after the other: recent ones, or all ([`Call`]). A year
    /// that fails does not hold up the others.
    ///
    /// # Errors
    /// When a year could not be compared: the records stay in the queue and are tried again.
    pub async fn run(&self, call: &Call) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let now_ms = call.now_ms.unwrap_or_else(crate::request_context::now_ms);
        let (mut repairs, mut years, mut failed) = (0, 0, 0);
        for event in self.store.all_events().await? {
            // hooks use the machine's clock, not `now_ms`: nothing about them comes through a
            // stream
            match hooks::look_after(
                &self.store,
                &event,
                call.all,
                crate::request_context::now_ms(),
            )
            .await
            {
                Ok(false) => {}
                Ok(true) => tracing::warn!(
                    slug = event.event.slug,
                    "the sender of web hooks was called"
                ),
                Err(error) => {
                    tracing::error!(slug = event.event.slug, %error, "a web hook was not looked after")
                }
            }
            for record in event.years.values().filter(|record| {
                call.all || !call.records.is_empty() || is_recent(&record.year, now_ms)
            }) {
                years += 1;
                match self.compare(&event.race(record), now_ms).await {
                    Ok(repaired) => repairs += repaired,
                    Err(error) => {
                        failed += 1;
                        tracing::error!(slug = event.event.slug, year = record.year.year, %error, "not compared");
                    }
                }
            }
        }
        tracing::info!(
            years,
            repairs,
            failed,
            records = call.records.len(),
            "reconciled"
        );
        tell_metric(repairs);
        if failed == 0 {
            Ok(())
        } else {
            Err(Box::new(NotCompared(failed)))
        }
    }

    async fn compare(&self, race: &RaceKey, now_ms: u64) -> Result<usize, StoreError> {
        let repaired = self.publisher.reconcile(race, now_ms).await?;
        if repaired.count() > 0 {
            tracing::warn!(
                slug = race.slug.as_str(),
                year = race.year.as_str(),
                ?repaired,
                "repaired"
            );
        }
        Ok(repaired.count())
    }
}

/// Writes the number of repairs as a metric: a line in CloudWatch's embedded metric format.
fn tell_metric(repairs: usize) {
    let function = env::var("AWS_LAMBDA_FUNCTION_NAME").unwrap_or_default();
    let metric = json!({
        "_aws": {
            "Timestamp": crate::request_context::now_ms(),
            "CloudWatchMetrics": [{"Namespace": "Chute", "Dimensions": [["FunctionName"]], "Metrics": [{"Name": "Repairs", "Unit": "Count"}]}],
        },
        "FunctionName": function,
        "Repairs": repairs,
    });
    // a metric must be on a line of its own, without the log's fields around it
    println!("{metric}");
}
