//! `snapshots.reconcile`: compares what is published with the tables and repairs it, every few
//! minutes and whenever the publisher has given up on records; and looks after web hooks.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use chute_domain::{
    race::{RaceKey, Slug},
    stamp::Stamp,
    state::{EventRecord, YearRecord},
    time::{Now, Time},
};
use chute_publisher::{Publications, Publisher};
use chute_store::{Store, StoreError};
use serde::Deserialize;
use serde_json::Value;

use super::{
    hooks, is_near, is_recent,
    metric::{self, Unit},
};

const HOUR_MS: u64 = 60 * 60 * 1_000;
/// How often a year that stayed live is compared, even if it has no new version.
const DAY_MS: u64 = 24 * HOUR_MS;

/// A call by the timer, or with records that the publisher gave up on. For the timer, recent years
/// are compared; for records, every year, since they only show that something was lost.
#[derive(Debug, Default, Deserialize)]
pub struct Call {
    /// The failure queue's messages; empty when the timer calls.
    #[serde(default, rename = "Records")]
    records: Vec<Value>,
    /// Whether to compare every year, however long ago.
    #[serde(default)]
    all: bool,
    /// Whether the streams are empty: otherwise what was received shortly before is not repaired,
    /// since it may still be in them.
    #[serde(default)]
    settled: bool,
}

impl Call {
    /// The timer's task.
    #[must_use]
    pub fn timer() -> Self {
        Self::default()
    }

    fn is_of_all(&self) -> bool {
        self.all || !self.records.is_empty()
    }

    /// A task for when the streams are empty; with `all` it compares every year.
    #[must_use]
    pub fn settled(all: bool) -> Self {
        Self {
            records: Vec::new(),
            all,
            settled: true,
        }
    }
}

/// This many years, events without one, or the index of names could not be compared; the log says
/// why.
#[derive(Debug)]
pub struct NotCompared(usize);

impl fmt::Display for NotCompared {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            to,
            "{} years or events without one could not be compared with the tables",
            self.0
        )
    }
}

impl std::error::Error for NotCompared {}

/// What a pass has done so far.
#[derive(Default)]
struct Pass {
    years: usize,
    /// How many differences were repaired.
    repairs: usize,
    /// How many years, or events without one, could not be compared.
    failed: usize,
}

/// A year that stayed live when it was last as it should be.
#[derive(Clone, Copy, Debug)]
struct Agreed {
    version: Option<u64>,
    /// Whether it had this version when it was compared before: then nothing was on its way.
    is_settled: bool,
    at: Time,
}

/// The reconciler.
pub struct Worker {
    store: Store,
    publisher: Publisher,
    repairs: Arc<AtomicU64>,
    /// Years that are live long after their date. A flag that nobody takes back must not cost the
    /// reading of all rows every few minutes for ever.
    agreed: Mutex<HashMap<RaceKey, Agreed>>,
    /// The event at which the last pass was, if its time was over before it had seen all.
    reached: Mutex<Option<Slug>>,
}

impl Worker {
    /// A worker over the store that repairs with this publisher.
    pub fn new(store: Store, publisher: Publisher) -> Self {
        Self {
            store,
            publisher,
            repairs: Arc::default(),
            agreed: Mutex::default(),
            reached: Mutex::default(),
        }
    }

    /// How many differences it has repaired so far.
    #[must_use]
    pub fn repairs(&self) -> Arc<AtomicU64> {
        self.repairs.clone()
    }

    /// Compares the list of events with the table, then years, one after the other: recent ones, or
    /// all ([`Call`]). Of recent ones, those that stayed live are compared when they have a new
    /// version, and once a day. A year that fails does not hold up the others. With more to compare
    /// than there is time for (`is_over`), the next pass goes on where this one ended.
    ///
    /// # Errors
    /// When a year could not be compared, or records were to be repaired and the time was over: the
    /// records stay in the queue and are tried again.
    pub async fn run(
        &self,
        call: &Call,
        is_over: impl Fn() -> bool,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let Now { order, time } = self.store.now();
        // nothing that was received by now is then on its way
        let order = if call.settled {
            Stamp::earliest(order.order_ms() + HOUR_MS)
        } else {
            order
        };
        let mut pass = Pass::default();
        let events = self.publisher.reconcile_events().await?;
        let all = call.is_of_all();
        let reached = self.reached().take();
        let first = first_of(&events, reached.as_ref(), time);
        let (done, rest) = events.split_at(first);
        let mut left = events.len();
        for event in rest.iter().chain(done) {
            if is_over() {
                *self.reached() = Some(event.slug());
                break;
            }
            left -= 1;
            self.compare_event(event, call, Now { order, time }, &mut pass)
                .await;
        }
        if all {
            pass.failed += left;
        }
        let mut names = 0;
        if !is_over() {
            names = self
                .publisher
                .reconcile_names(&events, time, |year| is_recent(year, time))
                .await
                .unwrap_or_else(|error| {
                    pass.failed += 1;
                    tracing::error!(%error, "the index of names was not compared");
                    0
                });
        }
        let Pass {
            repairs,
            years,
            failed,
        } = pass;
        tracing::info!(
            left,
            years,
            repairs,
            failed,
            names,
            records = call.records.len(),
            "reconciled"
        );
        self.repairs.fetch_add(repairs as u64, Relaxed);
        metric::tell(&[("Repairs", Unit::Count, repairs as u64)]);
        if failed == 0 {
            Ok(())
        } else {
            Err(Box::new(NotCompared(failed)))
        }
    }

    /// Compares an event and those of its years that the call is about.
    async fn compare_event(&self, event: &EventRecord, call: &Call, now: Now, pass: &mut Pass) {
        let Now { order, time } = now;
        let slug = event.slug();
        match hooks::reconcile(&self.store, event, call.all, time).await {
            Ok(false) => {}
            Ok(true) => tracing::warn!(slug = slug.as_str(), "the sender of web hooks was called"),
            Err(error) => {
                tracing::error!(slug = slug.as_str(), %error, "a web hook was not looked after")
            }
        }
        if event.years.is_empty()
            && let Err(error) = self.publisher.listed_event_changed(&slug).await
        {
            pass.failed += 1;
            tracing::error!(slug = slug.as_str(), %error, "not compared");
        }
        let all = call.is_of_all();
        for record in event.years.values() {
            if !all && !is_recent(&record.year, time) {
                continue;
            }
            let compared = if all || is_near(&record.year, time) {
                self.compare(&event.race(record), order).await
            } else {
                self.compare_old(&slug, record, order, time).await
            };
            pass.years += 1;
            match compared {
                Ok(repaired) => pass.repairs += repaired,
                Err(error) => {
                    pass.failed += 1;
                    tracing::error!(slug = slug.as_str(), year = record.year.year, %error, "not compared");
                }
            }
        }
    }

    fn reached(&self) -> MutexGuard<'_, Option<Slug>> {
        locked(&self.reached)
    }

    /// Compares a year that is live long after its date, unless nothing can have changed since it was
    /// last compared.
    async fn compare_old(
        &self,
        slug: &Slug,
        record: &YearRecord,
        order: Stamp,
        time: Time,
    ) -> Result<usize, StoreError> {
        let race = slug.year(record.year.year.as_str());
        let publications = Publications::of(&self.store);
        let committed = publications.committed(slug, record).await?;
        let version = committed.map(|committed| committed.version);
        let agreed = || locked(&self.agreed);
        let known = agreed().remove(&race);
        let known = known.filter(|known| known.version == version);
        if let Some(known) = known
            && known.is_settled
            && time.ms() < known.at.ms() + DAY_MS
        {
            agreed().insert(race, known);
            return Ok(0);
        }
        let repairs = self.compare(&race, order).await?;
        if repairs == 0 {
            let now = Agreed {
                version,
                is_settled: known.is_some(),
                at: time,
            };
            agreed().insert(race, now);
        }
        Ok(repairs)
    }

    async fn compare(&self, race: &RaceKey, now: Stamp) -> Result<usize, StoreError> {
        let repaired = self.publisher.reconcile(race, now).await?;
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

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a pass begins: at the event that the last one had `reached`. A new instance does not know
/// it, so it begins anywhere: otherwise those at the end of a long list might never be compared.
fn first_of(events: &[EventRecord], reached: Option<&Slug>, now: Time) -> usize {
    let known = reached.and_then(|slug| events.iter().position(|event| event.slug() == *slug));
    known.unwrap_or_else(|| {
        let count = u64::try_from(events.len().max(1)).unwrap_or(1);
        let minute = now.ms() / 60_000;
        usize::try_from(minute % count).unwrap_or_default()
    })
}
