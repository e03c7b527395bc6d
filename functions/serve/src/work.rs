//! The workers of a deployment in one process: the publisher, fed by the stream's changes, and the
//! reconciler and the clean-up on their timers.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use chute_api::workers::{Publisher, cleanup, publish, publisher, reconcile};
use chute_store::Store;
use futures::FutureExt;
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, sleep, sleep_until},
};

use crate::{
    clock::Clock,
    counters::Counters,
    dispatch::{Batch, Dispatch},
    memory::RACES,
    objects::Objects,
    stream::{Change, Changes, records},
    tables::Tables,
};

/// How many changes are taken out of the stream at once.
const TAKEN: usize = 1_000;
/// The share of the pause between two publications of a race for which changes go on gathering here
/// instead of waiting in the publisher: four fifths, since the publication itself takes part of the
/// pause.
const GATHERING: (u32, u32) = (4, 5);
/// How long publications may go on once the process is told to end.
const LAST: Duration = Duration::from_secs(10);
/// The timers of the reconciler and the clean-up, as in the template.
const RECONCILE: Duration = Duration::from_secs(5 * 60);
const CLEAN_UP: Duration = Duration::from_secs(15 * 60);
const DAILY: Duration = Duration::from_secs(24 * 60 * 60);
const FIRST_DAILY: Duration = Duration::from_secs(60 * 60);

/// How often to ask whether there is room on the disk again.
const ROOM: Duration = Duration::from_secs(1);

/// All work that is done beside the requests.
pub struct Workers {
    store: Store,
    clock: Clock,
    tables: Tables,
    objects: Objects,
    publisher: publish::Worker,
    reconciler: reconcile::Worker,
    gathering: Duration,
    counters: Arc<Counters>,
    /// Told when everything is to be compared with the tables.
    lost: Notify,
}

impl Workers {
    /// The workers of a deployment, with the settings they have on AWS.
    ///
    /// # Errors
    /// When one of their settings cannot be read.
    pub fn new(
        store: &Store,
        clock: Clock,
        tables: Tables,
        objects: Objects,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let publisher = || {
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(
                publisher(store, &setting)?.keeping(RACES),
            )
        };
        let publishers = (publisher()?, publisher()?);
        Ok(Self::with(store, (clock, tables, objects), publishers))
    }

    /// The workers with a publisher for what comes, and another one for the reconciler: each waits
    /// for what the other has reserved.
    fn with(
        store: &Store,
        (clock, tables, objects): (Clock, Tables, Objects),
        (publisher, reconciling): (Publisher, Publisher),
    ) -> Self {
        let reconciling = reconciling.in_turn_with(&publisher);
        let (part, whole) = GATHERING;
        Self {
            store: store.clone(),
            clock,
            tables,
            objects,
            gathering: publisher.pause() * part / whole,
            publisher: publish::Worker::new(store, publisher),
            reconciler: reconcile::Worker::new(store.clone(), reconciling),
            counters: Arc::default(),
            lost: Notify::new(),
        }
    }

    /// Counts what it does here.
    #[must_use]
    pub fn counting(self, counters: Arc<Counters>) -> Self {
        Self { counters, ..self }
    }

    /// How many bytes the races take that both publishers keep, whenever it is called.
    pub fn kept_bytes(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        self.publisher.kept_bytes()
    }

    /// The number of repairs of the reconciler.
    pub fn repairs(&self) -> Arc<AtomicU64> {
        self.reconciler.repairs()
    }

    /// Works until told to end, and returns once everything written by then is published, but after
    /// ten seconds at the latest: the next start publishes the rest.
    pub async fn run(self, changes: Changes, mut end: watch::Receiver<bool>) {
        let this = Arc::new(self);
        let compare_all = async {
            loop {
                // first what the last process could not publish any more: the stream does not
                // contain it
                this.reconcile_all().await;
                this.lost.notified().await;
            }
        };
        let timers = async {
            let mut compare = every(RECONCILE);
            let mut clean_up = every(CLEAN_UP);
            // also soon after the start: a machine that is switched off at night never runs for a
            // whole day
            let mut daily = every(DAILY);
            daily.reset_after(FIRST_DAILY);
            loop {
                tokio::select! {
                    _ = compare.tick() => {
                        this.reconcile(&reconcile::Call::timer()).await;
                    }
                    // a clock that is ahead makes everything seem old, and what is removed is gone
                    _ = clean_up.tick(), if !this.clock.is_doubtful() => {
                        this.clean_up(&cleanup::Task::default()).await;
                    }
                    _ = daily.tick(), if !this.clock.is_doubtful() => {
                        this.clean_up(&cleanup::Task::daily()).await;
                        this.end_old_versions().await;
                    }
                }
            }
        };
        // in a task of its own, so that it does not wait while the others calculate
        let mut publishing = JoinSet::new();
        publishing.spawn(this.clone().publish(changes, end.clone()));
        // a publication that is broken off is as good as one that a crash has hit
        let too_late = async {
            // an error means that the sender is gone, which is an end as well
            let _ = end.wait_for(|ended| *ended).await;
            sleep(LAST).await;
        };
        tokio::select! {
            () = compare_all => {}
            () = timers => {}
            Some(ended) = publishing.join_next() => {
                if let Err(failed) = ended {
                    resume_unwind(failed.into_panic());
                }
            }
            () = too_late => tracing::warn!("not everything was published: the next start does it"),
        }
    }

    /// Publishes what comes out of the stream, each partition in a task of its own, until told to
    /// end and everything that has come by then is published.
    async fn publish(self: Arc<Self>, mut changes: Changes, mut end: watch::Receiver<bool>) {
        let mut dispatch = Dispatch::new(self.gathering);
        let mut tasks: JoinSet<(Batch, usize)> = JoinSet::new();
        let (mut come, mut is_open, mut is_ending) = (Vec::new(), true, false);
        while !(is_ending && dispatch.is_idle()) {
            let now = Instant::now();
            while let Some(batch) = dispatch.next(now) {
                tasks.spawn(self.clone().attempt(batch));
            }
            let due = dispatch.next_due();
            tokio::select! {
                more = changes.receive(&mut come, TAKEN), if is_open && !is_ending => is_open = more,
                Some(Ok((batch, done))) = tasks.join_next() => {
                    if done == batch.changes.len() {
                        self.counters.publications.add();
                    } else {
                        self.counters.publish_errors.add();
                    }
                    dispatch.done(batch, done, Instant::now());
                }
                () = sleep_until(due.unwrap_or(now)), if due.is_some() => {}
                _ = end.wait_for(|ended| *ended), if !is_ending => {
                    // all requests have ended by now
                    is_ending = true;
                    come.extend(changes.waiting(usize::MAX));
                    dispatch.end();
                }
            }
            let now = Instant::now();
            come.drain(..).for_each(|change| dispatch.add(change, now));
            if dispatch.were_lost() || changes.were_lost() {
                self.counters.publish_gave_up.add();
                self.lost.notify_one();
            }
            self.counters.note_waiting(&dispatch);
        }
    }

    /// Returns the batch, and how many of its changes are dealt with.
    async fn attempt(self: Arc<Self>, batch: Batch) -> (Batch, usize) {
        let published = AssertUnwindSafe(self.publish_batch(&batch.changes));
        let done = published.catch_unwind().await;
        (batch, done.unwrap_or_default())
    }

    /// Publishes changes. Returns how many are dealt with: the others come again, as on AWS.
    async fn publish_batch(&self, changes: &[Change]) -> usize {
        // nobody may be shown what a power cut would undo
        if let Err(error) = self.tables.keep().await {
            tracing::error!(%error, "changes that are not on the disk are not published");
            return 0;
        }
        let readable = |record: serde_json::Result<_>| match record {
            Ok(record) => Some(record),
            Err(error) => {
                tracing::error!(%error, "a change was passed over");
                self.lost.notify_one();
                None
            }
        };
        let records = records(changes).filter_map(readable);
        let failed = self.publisher.run(records).await.batch_item_failures;
        failed
            .iter()
            .find_map(|failed| failed.item_identifier.as_deref()?.parse().ok())
            .unwrap_or(changes.len())
    }

    /// Compares everything with the tables, again and again until it could be. Without room on the
    /// disk nothing can be published, so the next try comes once there is room.
    async fn reconcile_all(&self) {
        let mut tried = 0;
        while !self.reconcile(&reconcile::Call::settled(true)).await {
            if self.tables.have_room().await {
                sleep(RECONCILE.min(Duration::from_secs(1 << tried.min(9)))).await;
                tried += 1;
                continue;
            }
            while !self.tables.have_room().await {
                sleep(ROOM).await;
            }
        }
    }

    /// Whether everything that was asked for could be compared.
    async fn reconcile(&self, call: &reconcile::Call) -> bool {
        let compared = self.reconciler.run(call, || false).await;
        if let Err(error) = &compared {
            self.counters.reconcile_errors.add();
            tracing::error!(%error, "the published files could not be compared with the tables");
        }
        compared.is_ok()
    }

    async fn end_old_versions(&self) {
        match self.objects.end_old_versions(self.store.time().ms()).await {
            Ok(versions) => tracing::info!(versions, "old versions ended"),
            Err(error) => tracing::error!(%error, "old versions could not be ended"),
        }
    }

    async fn clean_up(&self, task: &cleanup::Task) {
        if let Err(error) = cleanup::run(&self.store, task).await {
            self.counters.cleanup_errors.add();
            tracing::error!(%error, "what was deleted could not be cleared");
        }
        match self.tables.remove_expired().await {
            Ok(items) => tracing::info!(items, "expired"),
            Err(error) => {
                self.counters.cleanup_errors.add();
                tracing::error!(%error, "what has expired could not be removed");
            }
        }
    }
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut timer = interval(period);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer.reset_at(Instant::now() + period);
    timer
}

#[cfg(test)]
mod tests;
