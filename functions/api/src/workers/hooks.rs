//! Calls receivers of web hooks (contract 6.14). A message in the queue names an event; its
//! deliveries, and when each is due, are stored in the event's hook. The hook is only written if it
//! has not changed since it was read: a lease is taken there before anything is sent, and the
//! outcome is recorded there. So messages may arrive in any number and order, and may be lost:
//! [`reconcile`] finds what is overdue.

use std::{
    collections::BTreeSet,
    fmt,
    hash::{BuildHasher, RandomState},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use chute_domain::{
    event_time::EventTime,
    hook::{Delivery, Due, Hook},
    race::{Slug, YearKey},
    state::EventRecord,
    time::Time,
};
use chute_publisher::Publications;
use chute_store::{HookCall, HookSender, Store, StoreError, pointer_path, with_causes};
use futures::future::join_all;

use super::{
    alerts::Clock,
    is_recent,
    queue::{Again, Batch, Message},
};
use crate::hooks::Hooks;

/// How long before the end of the worker's time a lease must begin, in microseconds: longer than one
/// attempt and the writes around it take.
const NEEDS_US: u64 = 15_000_000;
/// How long one message goes on delivering what is published meanwhile, in microseconds.
const GOES_ON_US: u64 = 20_000_000;
/// How many times in a row another message may change the hook first.
const MAX_CONFLICTS: usize = 8;
/// A message waits for what is due within this many seconds, even if another message is meant to
/// come then: clocks differ.
const SOON_S: i64 = 2;
/// How long a message stays hidden after a table or bucket did not answer, in seconds.
const FAILED_S: i64 = 60;

enum Left {
    Nothing,
    /// It must come again at this time, unix seconds.
    Until(i64),
}

/// The sender of hooks.
pub struct Worker {
    store: Store,
    sender: HookSender,
    site: String,
    clock: Arc<dyn Clock>,
    /// Unique among all senders.
    id: u64,
    next_lease: AtomicU64,
}

impl fmt::Debug for Worker {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Worker")
            .field("sender", &self.sender)
            .finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker over the store.
    #[must_use]
    pub fn new(store: Store, hooks: &Hooks, clock: Arc<dyn Clock>) -> Self {
        let id = RandomState::new().hash_one(clock.now_us());
        Self {
            store,
            sender: hooks.sender(),
            site: hooks.site.clone(),
            clock,
            id,
            next_lease: AtomicU64::new(0),
        }
    }

    /// Handles messages, all at the same time, until `stop_us` (unix microseconds). Returns those
    /// that must come again.
    pub async fn run(&self, batch: Batch, stop_us: u64) -> Again {
        let stop_us = stop_us.min(self.clock.now_us() + GOES_ON_US + NEEDS_US);
        let again = join_all(
            batch
                .messages
                .iter()
                .map(|message| self.work_off(message, stop_us)),
        )
        .await;
        let again = again
            .into_iter()
            .zip(batch.messages)
            .filter(|(comes, _)| *comes);
        Again {
            batch_item_failures: again.map(|(_, message)| message.again()).collect(),
        }
    }

    async fn work_off(&self, message: &Message, stop_us: u64) -> bool {
        let Ok(call) = serde_json::from_str::<HookCall>(&message.body) else {
            tracing::error!(message = message.message_id, "a message names no event");
            return false;
        };
        let left = self.deliver(&call, stop_us).await.unwrap_or_else(|error| {
            tracing::error!(slug = call.slug, cause = %with_causes(&error), "a web hook could not be called yet");
            Left::Until(self.now_s() + FAILED_S)
        });
        let Left::Until(at_s) = left else {
            return false;
        };
        let seconds = i32::try_from((at_s - self.now_s()).max(0)).unwrap_or(i32::MAX);
        if let Err(error) = self
            .store
            .hide_hook_call(&message.receipt_handle, seconds)
            .await
        {
            tracing::warn!(slug = call.slug, cause = %with_causes(&error), "a message could not be hidden for a moment");
        }
        true
    }

    /// Makes the deliveries that are due for an event, one after the other.
    async fn deliver(&self, call: &HookCall, stop_us: u64) -> Result<Left, StoreError> {
        let (slug, mut lease, mut conflicts) = (Slug::new(&call.slug), self.lease_id(), 0);
        while conflicts < MAX_CONFLICTS {
            let Some(event) = self
                .store
                .load_event(&slug)
                .await?
                .filter(|event| !event.hook.is_empty())
            else {
                return Ok(Left::Nothing);
            };
            let (before, seen) = self.store.load_hook(&slug, &event.hook).await?;
            if !before.is_on() {
                return Ok(Left::Nothing);
            }
            let mut hook = before.clone();
            self.enqueue(&mut hook, &event, call.year.as_deref())
                .await?;
            let (now_us, now_s) = (self.clock.now_us(), self.now_s());
            // the lease may have been taken although the answer that said so was lost
            let due = hook
                .leased(&lease)
                .map_or_else(|| hook.due(now_s), |delivery| Due::Now(delivery.clone()));
            let delivery = match &due {
                Due::Now(delivery) if now_us + NEEDS_US <= stop_us => Some(delivery.clone()),
                _ => None,
            };
            if let Some(delivery) = &delivery {
                hook.take_lease(delivery.clone(), &lease, now_s);
            }
            if hook != before && !self.store.put_hook(&slug, &hook, seen.as_deref()).await? {
                conflicts += 1;
                continue;
            }
            conflicts = 0;
            match (due, delivery) {
                (Due::Nothing, _) => return Ok(Left::Nothing),
                (Due::At(at_s), _) if hook.timer == call.id || at_s - now_s <= SOON_S => {
                    return Ok(Left::Until(at_s));
                }
                // another message comes then
                (Due::At(_), _) => return Ok(Left::Nothing),
                (Due::Now(_), None) => return Ok(Left::Until(now_s)),
                (Due::Now(_), Some(delivery)) => {
                    self.send(&event, &hook, &delivery, (&lease, &call.id))
                        .await?
                }
            }
            lease = self.lease_id();
        }
        Err(StoreError::Busy(
            "others changed the hook at the same time".into(),
        ))
    }

    /// The id of a new lease.
    fn lease_id(&self) -> String {
        format!("{:x}.{}", self.id, self.next_lease.fetch_add(1, Relaxed))
    }

    /// Enqueues the newest version of the named year, or of all years if none is named or the hook is
    /// fresh.
    async fn enqueue(
        &self,
        hook: &mut Hook,
        event: &EventRecord,
        year: Option<&str>,
    ) -> Result<(), StoreError> {
        let is_meant = |key: &str| hook.fresh || year.is_none_or(|year| year == key);
        let meant: Vec<&YearKey> = event.years.keys().filter(|key| is_meant(key)).collect();
        let published = newest(&self.store, event, meant).await?;
        for (year, version, at_s) in published {
            hook.enqueue(&year, version, at_s, self.now_s());
        }
        hook.fresh = false;
        hook.keep_years(|year| event.years.contains_key(year));
        Ok(())
    }

    /// Sends under a lease, and records the outcome.
    async fn send(
        &self,
        event: &EventRecord,
        hook: &Hook,
        delivery: &Delivery,
        (lease, timer): (&str, &str),
    ) -> Result<(), StoreError> {
        if !hook.may_send(lease, self.now_s()) {
            return Ok(());
        }
        let slug = event.slug();
        let pointer = match delivery {
            Delivery::Version(of) if !event.event.access_restricted && !self.site.is_empty() => {
                let path = pointer_path(&slug.year(&of.year));
                Some(format!("{}/downloads/results/{path}", self.site))
            }
            _ => None,
        };
        let message = delivery.message(&slug, pointer.as_deref());
        let outcome = self.sender.send(hook, &message, self.now_s()).await?;
        tracing::info!(
            slug = slug.as_str(),
            id = message.id,
            ?outcome,
            "a web hook was called"
        );
        let record = |hook: &mut Hook| hook.record(lease, outcome, timer, self.now_s());
        self.store
            .change_hook(&slug, &hook.id, &record)
            .await
            .map(drop)
    }

    fn now_s(&self) -> i64 {
        unix_s(self.clock.now_us() / 1_000)
    }
}

fn unix_s(ms: u64) -> i64 {
    i64::try_from(ms / 1_000).unwrap_or(i64::MAX)
}

/// The newest version of these years, and when it was published (unix seconds), in the order of
/// publication.
async fn newest(
    store: &Store,
    event: &EventRecord,
    years: impl IntoIterator<Item = &YearKey>,
) -> Result<Vec<(YearKey, u64, i64)>, StoreError> {
    let mut found = Vec::new();
    for year in years {
        let Some(record) = event.years.get(year) else {
            continue;
        };
        let published = Publications::of(store)
            .published(&event.slug(), record)
            .await?;
        found.push((
            year.clone(),
            published.version,
            published.updated_at.as_ref().map_or(0, EventTime::instant),
        ));
    }
    found.sort_by_key(|(_, _, at_s)| *at_s);
    Ok(found)
}

/// Calls the sender for an event that has something overdue, or a version of a recent year (`all`:
/// of any year) that has not been noted. Returns whether it did.
///
/// # Errors
/// When the bucket or the queue does not answer.
pub async fn reconcile(
    store: &Store,
    event: &EventRecord,
    all: bool,
    now: Time,
) -> Result<bool, StoreError> {
    if event.hook.is_empty() {
        return Ok(false);
    }
    let (slug, now_s) = (event.slug(), now.unix_s());
    let (hook, _) = store.load_hook(&slug, &event.hook).await?;
    if !hook.is_on() {
        return Ok(false);
    }
    let years: BTreeSet<&YearKey> = event
        .years
        .iter()
        .filter(|(_, record)| all || is_recent(&record.year, now))
        .map(|(key, _)| key)
        .collect();
    let published = newest(store, event, years).await?;
    let missed = published
        .iter()
        .any(|(year, version, at_s)| hook.has_missed(year, *version, *at_s, now_s));
    if missed || hook.is_overdue(now_s) {
        store
            .call_hook(&HookCall {
                slug: slug.to_string(),
                year: None,
                id: format!("reconciler.{}", now.ms()),
            })
            .await?;
        return Ok(true);
    }
    Ok(false)
}
