//! Text alerts on one machine: the workers that AWS starts for the stream of rows and for the
//! queues.
//!
//! A crash loses what was in the stream and in the queues. The next start recovers both from the
//! tables: it selects again from the rows of recent years and queues the claims that wait. Where
//! nothing was lost, this changes nothing.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use chute_api::{
    Caches,
    alerts::Alerts,
    mail::Mailing,
    push::Push,
    workers::{
        alerts::{Clock, MachineClock, overdue, select, send},
        queue::{Batch, Message},
        recent_races, send_settings,
    },
};
use chute_domain::alert::Priority;
use chute_store::{ClaimState, Store, StoreError};
use futures::future::join_all;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::{
    clock::running_ms,
    counters::{Counter, Counters},
    queues::Queues,
    stream::{Changes, batches, event},
};

/// The number of changes that AWS hands to the function at once, and how long they gather before.
const BATCH: usize = 1_000;
const WINDOW: Duration = Duration::from_millis(200);
/// How many times a batch is tried before it is left to the scan of all rows.
const MAX_ATTEMPTS: u32 = 5;
/// The number of messages that AWS hands to the function at once, and the number of instances for
/// each queue of texts, and for that of pushes and e-mails (template.yaml).
const MESSAGES: usize = 10;
const SENDERS: usize = 4;
const OTHER_SENDERS: usize = 10;
/// How long a worker may take for a batch of messages, in microseconds; as on AWS.
const SENDING_US: u64 = 50_000_000;
/// How often a quiet queue is checked: a hidden message comes back without notice.
const LOOK: Duration = Duration::from_millis(500);
/// How often to look for years that have got their first follower: the runner may have passed
/// before that.
const LOOK_BACK: Duration = Duration::from_secs(10);
/// The interval of the clean-up on AWS.
const OVERDUE: Duration = Duration::from_secs(5 * 60);

/// Everything that sends alerts.
pub struct Sending {
    store: Store,
    select: select::Worker,
    send: send::Worker,
    queues: Queues,
    names: [String; 3],
    changes: Changes,
    parts_a_second: u32,
    counters: Arc<Counters>,
}

impl Sending {
    /// The workers over the store, with the settings of the deployment.
    #[must_use]
    pub fn new(
        store: &Store,
        alerts: &Alerts,
        ways: (&Push, &Option<Arc<Mailing>>),
        queues: Queues,
        settings: &BTreeMap<String, String>,
        changes: Changes,
    ) -> Self {
        let clock = Arc::new(MachineClock);
        let name = |variable: &str| settings.get(variable).cloned().unwrap_or_default();
        Self {
            store: store.clone(),
            select: select::Worker::new(store.clone(), clock.clone(), alerts.parts_a_second),
            send: send::Worker::new(store.clone(), send_settings(alerts, ways), clock),
            queues,
            names: [
                name("ALERT_FINISHES_QUEUE"),
                name("ALERT_SPLITS_QUEUE"),
                name("ALERT_OTHERS_QUEUE"),
            ],
            changes,
            parts_a_second: alerts.parts_a_second,
            counters: Arc::default(),
        }
    }

    /// Shares what is kept of years.
    #[must_use]
    pub fn sharing(self, caches: &Caches) -> Self {
        Self {
            select: self.select.sharing(caches.clone()),
            send: self.send.sharing(caches.clone()),
            ..self
        }
    }

    /// Counts what fails here.
    #[must_use]
    pub fn counting(self, counters: Arc<Counters>) -> Self {
        Self { counters, ..self }
    }

    /// Selects and sends for ever.
    pub async fn run(self) {
        let Self {
            store,
            select,
            send,
            queues,
            names: [finishes, splits, others],
            mut changes,
            parts_a_second,
            counters,
        } = self;
        let count_errors = &counters.alerts_send_errors;
        let selecting = async {
            let mut is_lost = true;
            loop {
                if is_lost && let Err(error) = catch_up(&store, &select, parts_a_second).await {
                    tracing::error!(%error, "rows and claims of before could not be looked through");
                    sleep(LOOK).await;
                    continue;
                }
                let batch = changes.next(BATCH, WINDOW).await;
                is_lost = changes.were_lost();
                for batch in batches(&batch) {
                    if !selected(&select, batch).await {
                        counters.alerts_select_errors.add();
                        is_lost = true;
                    }
                }
            }
        };
        let looking_back = async {
            let mut timer = interval(LOOK_BACK);
            timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                timer.tick().await;
                if let Err(error) = select.look_back().await {
                    tracing::error!(%error, "rows of before could not be selected from; they are kept");
                }
            }
        };
        let overdue = async {
            let mut timer = interval(OVERDUE);
            timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                timer.tick().await;
                if let Err(error) = settle(&store).await {
                    tracing::error!(%error, "claims that are overdue could not be settled");
                }
            }
        };
        tokio::join!(
            Box::pin(selecting),
            Box::pin(looking_back),
            Box::pin(overdue),
            join_all((0..SENDERS).map(|_| Box::pin(sent(
                &send,
                (&queues, &finishes),
                count_errors
            )))),
            join_all((0..SENDERS).map(|_| Box::pin(sent(&send, (&queues, &splits), count_errors)))),
            join_all((0..OTHER_SENDERS).map(|_| Box::pin(sent(
                &send,
                (&queues, &others),
                count_errors
            ))))
        );
    }
}

/// Whether the selection from all changes of a batch succeeded.
async fn selected(select: &select::Worker, changes: &[crate::stream::Change]) -> bool {
    for tried in 0..MAX_ATTEMPTS {
        let event = match event(changes) {
            Ok(event) => event,
            Err(error) => {
                tracing::error!(%error, "changes were passed over");
                return true;
            }
        };
        if select.run(event).await.batch_item_failures.is_empty() {
            return true;
        }
        sleep(Duration::from_millis(100 << tried)).await;
    }
    false
}

async fn sent(send: &send::Worker, (queues, queue): (&Queues, &str), errors: &Counter) {
    loop {
        let taken = queues.take(queue, MESSAGES, running_ms());
        if taken.is_empty() {
            // a quiet queue may have hidden messages
            let _ = timeout(LOOK, queues.news()).await;
            continue;
        }
        let mut done: HashSet<u64> = taken.iter().map(|message| message.id).collect();
        let batch = Batch {
            messages: taken.into_iter().map(Message::from).collect(),
        };
        let until_us = MachineClock.now_us() + SENDING_US;
        let again = send.run(batch, until_us).await;
        if !again.batch_item_failures.is_empty() {
            errors.add();
        }
        for failed in again.batch_item_failures {
            if let Ok(id) = failed.item_identifier.parse() {
                done.remove(&id);
            }
        }
        queues.done(queue, &done);
    }
}

/// How many alerts of recent years wait or are being sent.
pub async fn waiting(store: &Store) -> Result<u64, StoreError> {
    let mut waiting = 0;
    for race in recent_races(store, store.time()).await? {
        waiting += store.alert_tally(&race).await?.waiting;
    }
    Ok(waiting)
}

/// Selects from all rows of recent years and queues the claims that wait in them.
async fn catch_up(
    store: &Store,
    select: &select::Worker,
    parts_a_second: u32,
) -> Result<(), StoreError> {
    for race in recent_races(store, store.time()).await? {
        if store.has_subscriptions(&race).await? {
            select
                .rows_written(&race, &store.rows_of_race(&race).await?)
                .await?;
        }
        if store.alert_tally(&race).await?.waiting == 0 {
            continue;
        }
        let mut waiting = store.open_alerts(&race).await?;
        waiting.retain(|claim| claim.state == ClaimState::Claimed);
        waiting.sort_by_key(|claim| claim.moment_s);
        for priority in [Priority::Finish, Priority::Split] {
            let names: Vec<_> = waiting
                .iter()
                .filter(|claim| claim.priority == priority)
                .map(|claim| claim.name.clone())
                .collect();
            store.queue_alerts(priority, &names, parts_a_second).await?;
        }
    }
    Ok(())
}

async fn settle(store: &Store) -> Result<(), StoreError> {
    for race in recent_races(store, store.time()).await? {
        let settled = overdue::settle_overdue(store, &race, store.time()).await?;
        if settled > 0 {
            tracing::info!(
                slug = race.slug.as_str(),
                year = race.year.as_str(),
                settled,
                "claims that were overdue have their outcome"
            );
        }
    }
    Ok(())
}
