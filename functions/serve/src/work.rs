//! The workers of a deployment in one process: the publisher, fed by the stream's changes, and the
//! reconciler and the clean-up on their timers.

use std::time::Duration;

use chute_api::workers::{cleanup, publish, publisher, reconcile};
use chute_store::Store;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use crate::{
    clock::Clock,
    objects::Objects,
    stream::{Change, Changes, batches, event},
    tables::Tables,
};

/// The number of changes that AWS hands to the publisher at once.
const BATCH: usize = 10_000;
/// How long changes gather before they are handed on; on AWS this window is one second.
const WINDOW: Duration = Duration::from_millis(100);
/// The share of the pause between two publications of a race for which changes go on gathering here
/// instead of waiting in the publisher: four fifths, since the publication itself takes part of the
/// pause.
const GATHERING: (u32, u32) = (4, 5);
/// How many times a batch is tried before it is left to the reconciler; as on AWS.
const MAX_ATTEMPTS: u32 = 10;
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
        let reconciler = reconcile::Worker::new(store.clone(), publisher(store, &setting)?);
        let publisher = publisher(store, &setting)?;
        let (part, whole) = GATHERING;
        let gathering = publisher.pause() * part / whole;
        let publisher = publish::Worker::new(store, publisher);
        Ok(Self {
            store: store.clone(),
            clock,
            tables,
            objects,
            publisher,
            reconciler,
            gathering,
            lost: Notify::new(),
        })
    }

    /// Works until told to end, and returns once everything written by then is published, but after
    /// ten seconds at the latest: the next start publishes the rest.
    pub async fn run(self, mut changes: Changes, mut end: watch::Receiver<bool>) {
        let compare_all = async {
            loop {
                // first what the last process could not publish any more: the stream does not
                // contain it
                self.reconcile_all().await;
                self.lost.notified().await;
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
                        self.reconcile(&reconcile::Call::timer()).await;
                    }
                    // a clock that is ahead makes everything seem old, and what is removed is gone
                    _ = clean_up.tick(), if !self.clock.is_doubtful() => {
                        self.clean_up(&cleanup::Task::default()).await;
                    }
                    _ = daily.tick(), if !self.clock.is_doubtful() => {
                        self.clean_up(&cleanup::Task::daily()).await;
                        self.end_old_versions().await;
                    }
                }
            }
        };
        let mut told = end.clone();
        let publish = async {
            let mut not_before = Instant::now();
            loop {
                let batch = tokio::select! {
                    batch = changes.next(BATCH, WINDOW, not_before) => batch,
                    _ = told.wait_for(|ended| *ended) => break,
                };
                self.publish(&batch).await;
                not_before = Instant::now() + self.gathering;
                if changes.were_lost() {
                    self.lost.notify_one();
                }
            }
            // all requests have ended by now
            self.publish(&changes.waiting(usize::MAX)).await;
        };
        // a publication that is broken off is as good as one that a crash has hit
        let too_late = async {
            // an error means that the sender is gone, which is an end as well
            let _ = end.wait_for(|ended| *ended).await;
            sleep(LAST).await;
        };
        tokio::select! {
            () = compare_all => {}
            () = timers => {}
            () = publish => {}
            () = too_late => tracing::warn!("not everything was published: the next start does it"),
        }
    }

    async fn publish(&self, changes: &[Change]) {
        for batch in batches(changes) {
            self.publish_batch(batch).await;
        }
    }

    /// Publishes changes; those that cannot be published after several tries are left to the
    /// reconciler.
    async fn publish_batch(&self, changes: &[Change]) {
        let mut rest = changes;
        for tried in 0..MAX_ATTEMPTS {
            // nobody may be shown what a power cut would undo
            if let Err(error) = self.tables.keep().await {
                tracing::error!(%error, "changes that are not on the disk are not published");
                sleep(pause(tried)).await;
                continue;
            }
            let event = match event(rest) {
                Ok(event) => event,
                Err(error) => {
                    tracing::error!(%error, "changes were passed over");
                    break;
                }
            };
            let failed = self.publisher.run(event).await.batch_item_failures;
            // everything from the first failed change on is tried again, as on AWS
            let Some(from) = failed
                .iter()
                .find_map(|failed| failed.item_identifier.as_deref()?.parse::<usize>().ok())
            else {
                return;
            };
            rest = rest.get(from..).unwrap_or_default();
            sleep(pause(tried)).await;
        }
        self.lost.notify_one();
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
        let compared = self.reconciler.run(call).await;
        if let Err(error) = &compared {
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
            tracing::error!(%error, "what was deleted could not be cleared");
        }
        match self.tables.remove_expired().await {
            Ok(items) => tracing::info!(items, "expired"),
            Err(error) => tracing::error!(%error, "what has expired could not be removed"),
        }
    }
}

/// How long to wait after a try that failed.
fn pause(tried: u32) -> Duration {
    Duration::from_millis(100 << tried.min(6))
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut timer = interval(period);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer.reset_at(Instant::now() + period);
    timer
}
