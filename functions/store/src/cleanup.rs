//! Clearing storage after deletes. Dead data is invisible at once; its items and files are removed
//! hours later, slowly, and each only if it is still as it was seen (docs/decisions/storage.md,
//! "Clean-up").

mod marks;
mod objects;
mod pace;
mod rows;
mod year;

use std::{
    collections::BTreeSet,
    pin::pin,
    time::{Duration, Instant},
};

use chute_domain::{
    race::{RaceKey, Slug, YearKey},
    stamp::Stamp,
    state::YearRecord,
    time::Now,
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;

pub(crate) use pace::Pace;
use year::Removals;

use crate::{
    Place, Result, Store, StoreError,
    causes::causes,
    events::{EventItem, milliseconds},
    port::Query,
    privacy::REQUESTS,
    table::{KeyPair, bytes, from_item, pages, query, remove_seen, stamps},
};

/// How many removals run at the same time.
const REMOVED_AT_ONCE: usize = 8;

/// One run of the clean-up.
#[derive(Clone, Debug)]
pub struct CleanUp {
    /// When the run is: what was deleted before is judged by its stamps, and what was written or
    /// agreed to before by the time of day.
    pub now: Now,
    /// How long after a delete its items are removed, in milliseconds: by then every request that
    /// began before the delete has ended, and the streams have passed everything on.
    pub settled_ms: u64,
    /// Maximum number of removals per second, so that a race that is written at the same time keeps
    /// its capacity. A page of object versions, up to 1,000, counts as one.
    pub removals_a_second: u32,
    /// When the run stops; the next one continues.
    pub until: Instant,
}

impl CleanUp {
    /// Two hours, in milliseconds: far longer than the eight seconds after which a request stops
    /// writing (contract 6.2 rule 4).
    pub const SETTLED_MS: u64 = 2 * 60 * 60 * 1000;
    /// A tenth of what DynamoDB lets one race write.
    const REMOVALS_A_SECOND: u32 = 100;

    /// A run at this moment that takes at most `time`.
    #[must_use]
    pub fn at(now: Now, time: Duration) -> Self {
        let until = Instant::now() + time;
        Self {
            now,
            settled_ms: Self::SETTLED_MS,
            removals_a_second: Self::REMOVALS_A_SECOND,
            until,
        }
    }

    /// Deletes with older stamps are settled.
    fn before(&self) -> Stamp {
        self.now.order.back(self.settled_ms)
    }

    /// Objects written before this time of day, in unix milliseconds, are old.
    fn written_before_ms(&self) -> u64 {
        self.now.time.ms().saturating_sub(self.settled_ms)
    }

    fn is_settled(&self, stamp: Stamp) -> bool {
        stamp < self.before()
    }
}

/// The part of the publisher's state of a year that is still needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InUse {
    /// The names of all objects that the newest manifest of this incarnation of the year needs.
    pub names: BTreeSet<String>,
    /// Since when that memory has been the newest, in unix milliseconds.
    pub since_ms: u64,
}

/// Knows which of the publisher's objects are still needed. Implemented by the publisher, on which
/// the store does not depend.
pub trait StateInUse: Sync {
    /// Returns what is still needed of a year's state; `None` if there is no manifest of this
    /// incarnation of the year.
    ///
    /// # Errors
    /// When it cannot be read: then everything counts as needed.
    fn state_in_use(
        &self,
        race: &RaceKey,
        record: &YearRecord,
    ) -> impl Future<Output = Result<Option<InUse>>> + Send;
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    /// Events and years without anything dead left.
    pub clean: usize,
    /// Those that a later run has to continue.
    pub later: usize,
    /// Those that could not be cleared; the log says why.
    pub failed: usize,
}

/// An item of any table, as far as clean-up needs it.
#[derive(Deserialize)]
struct StampedItem {
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    #[serde(default)]
    gone: bool,
}

impl Store {
    /// Removes what is dead in all events and years whose last delete is settled. Each is cleared
    /// independently: a failure is logged and counted, and does not keep the others from being
    /// cleared.
    ///
    /// # Errors
    /// When the table of events does not answer; another run continues.
    pub async fn clear_dead_items(
        &self,
        run: &CleanUp,
        state: &impl StateInUse,
    ) -> Result<Cleared> {
        let scan = Query::scan(&self.names.events)
            .eventual()
            .filter("attribute_exists(cl) AND cl < :before")
            .value(":before", milliseconds(run.before()));
        let (pace, mut cleared) = (
            Pace::new(run.removals_a_second, run.until),
            Cleared::default(),
        );
        let mut pages = scan.pages(&self.db);
        while let Some(page) = pages.try_next().await? {
            for item in page {
                match from_item(item, "events") {
                    Ok(item) => {
                        self.clear_marked(&item, run, state, &pace, &mut cleared)
                            .await;
                    }
                    Err(error) => note_failed("", &error, &mut cleared),
                }
            }
        }
        Ok(cleared)
    }

    /// Like [`Store::clear_dead_items`] for one event and its years.
    pub async fn clear_event(
        &self,
        slug: &Slug,
        run: &CleanUp,
        state: &impl StateInUse,
    ) -> Result<Cleared> {
        let items: Vec<EventItem> = query(&self.db, &self.names.events, slug, "").await?;
        let (pace, mut cleared) = (
            Pace::new(run.removals_a_second, run.until),
            Cleared::default(),
        );
        for item in items.iter().filter(|item| {
            item.unclean_since
                .is_some_and(|since| since < run.before().order_ms())
        }) {
            self.clear_marked(item, run, state, &pace, &mut cleared)
                .await;
        }
        Ok(cleared)
    }

    async fn clear_marked(
        &self,
        item: &EventItem,
        run: &CleanUp,
        state: &impl StateInUse,
        pace: &Pace,
        cleared: &mut Cleared,
    ) {
        if pace.is_over() {
            cleared.later += 1;
            return;
        }
        match self.clear_item(item, run, state, pace).await {
            Ok(true) => cleared.clean += 1,
            Ok(false) => cleared.later += 1,
            Err(error) => note_failed(&item.p, &error, cleared),
        }
    }

    /// Returns whether nothing is left to do.
    async fn clear_item(
        &self,
        item: &EventItem,
        run: &CleanUp,
        state: &impl StateInUse,
        pace: &Pace,
    ) -> Result<bool> {
        let year = item.year_key();
        if item.gone {
            return self.clear_gone(item, year.as_ref(), run, pace).await;
        }
        let slug = Slug::new(&item.p);
        let Some((year, record)) = year.zip(item.year_record()) else {
            // an event that was re-created
            self.erase_former_hook(&slug, &item.hook).await?;
            let old_ms = run.written_before_ms();
            let clean = self
                .erase_replaced(Place::State, &format!("{slug}/"), old_ms, pace)
                .await?
                && self
                    .erase_replaced(Place::Hooks, &format!("{slug}/"), old_ms, pace)
                    .await?;
            return Ok(clean && self.note_on(item, "REMOVE cl", None).await?);
        };
        self.clear_year(item, &slug.year(&year), &record, run, state, pace)
            .await
    }

    /// Removes everything of a deleted event or year that is older than its tombstone; if the key
    /// is re-created meanwhile, everything stored from then on is newer than the tombstone.
    async fn clear_gone(
        &self,
        mark: &EventItem,
        year: Option<&YearKey>,
        run: &CleanUp,
        pace: &Pace,
    ) -> Result<bool> {
        let Some(at) = self.raise_tombstone(mark, run.before()).await? else {
            return Ok(false);
        };
        if let Some(year) = year {
            let race = Slug::new(&mark.p).year(year);
            let p = race.to_string();
            let names = &self.names;
            // the tombstone may be ahead of the clock, by which subscriptions are dated
            let old_ms = at.order_ms().min(run.written_before_ms());
            for table in [&names.races, &names.participants, &names.bibchips] {
                if !self
                    .sweep(table, &p, "", older(Some(at)), None, pace)
                    .await?
                {
                    return Ok(false);
                }
            }
            if !Box::pin(self.sweep(
                &names.subscriptions,
                &p,
                REQUESTS,
                older(Some(at)),
                None,
                pace,
            ))
            .await?
                || !self.clear_subscriptions(&race, old_ms, pace).await?
                || !self.clear_alerts(&race, old_ms, pace).await?
            {
                return Ok(false);
            }
        }
        let clean = self.erase_gone(mark, year, at, run, pace).await?;
        Ok(clean && self.note_on(mark, "REMOVE cl", None).await?)
    }

    /// Removes the dead items in a part of a year. Returns whether there was time for all of them
    /// and none was written meanwhile.
    async fn sweep(
        &self,
        table: &str,
        p: &str,
        prefix: &str,
        is_dead: impl Fn(&StampedItem) -> bool,
        removals: Option<&Removals<'_>>,
        pace: &Pace,
    ) -> Result<bool> {
        let mut pages = pin!(pages::<StampedItem>(
            &self.db,
            table,
            p,
            prefix,
            Some("q, s, gone")
        ));
        let mut all = true;
        while let Some(page) = pages.try_next().await? {
            let dead: Vec<StampedItem> = page.into_iter().filter(&is_dead).collect();
            if let Some(removals) = removals.filter(|_| !dead.is_empty()) {
                removals.begin().await?;
            }
            let dead = dead.into_iter().map(|seen| async move {
                Ok::<_, StoreError>(
                    pace.wait().await
                        && remove_seen(
                            &self.db,
                            table,
                            &KeyPair::new(p, &seen.q),
                            "s",
                            bytes(seen.stamp),
                        )
                        .await?,
                )
            });
            let removed: Vec<bool> = stream::iter(dead)
                .buffer_unordered(REMOVED_AT_ONCE)
                .try_collect()
                .await?;
            all &= removed.into_iter().all(|removed| removed);
            if pace.is_over() {
                return Ok(false);
            }
        }
        Ok(all)
    }
}

fn older(deleted: Option<Stamp>) -> impl Fn(&StampedItem) -> bool {
    move |seen| deleted.is_some_and(|at| seen.stamp < at)
}

fn note_failed(slug: &str, error: &crate::StoreError, cleared: &mut Cleared) {
    tracing::error!(slug, %error, cause = causes(error), "clearing failed");
    cleared.failed += 1;
}
