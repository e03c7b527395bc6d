//! `cleanup`: removes what deletes left behind (contract 6.2 rule 5, 10.3).

use std::{
    env,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use chute_domain::{
    race::Year,
    time::{Now, Time},
};
use chute_publisher::Publications;
use chute_store::{CleanUp, Store, StoreError};
use serde::Deserialize;

use super::{alerts::overdue, is_recent, recent_races};

/// How long a run works: it must end before its function's timeout (template.yaml: 600 s), and a
/// single call may take seconds. The next run continues.
const TIME: Duration = Duration::from_secs(540);

/// A timer's message to the worker.
#[derive(Debug, Default, Deserialize)]
pub struct Task {
    /// Whether only to remove published files that are no longer needed, of all years; the daily
    /// timer sets it.
    #[serde(default)]
    prune: bool,
    /// The time to use as now, in unix milliseconds: those who may invoke the function can thus
    /// clear what has only just been deleted.
    now_ms: Option<u64>,
    /// The maximum number of items to remove per second; by default few enough to leave a race its
    /// capacity.
    removals_a_second: Option<NonZeroU32>,
}

impl Task {
    /// The daily timer's task.
    #[must_use]
    pub fn daily() -> Self {
        Self {
            prune: true,
            ..Self::default()
        }
    }
}

/// Why a run ended with an error.
#[derive(Debug, thiserror::Error)]
pub enum NotCleared {
    /// The table or bucket that says what there is to do did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This many events or years could not be cleared; all others were. The log says why.
    #[error("{0} events or years could not be cleared")]
    Some(usize),
}

/// Clears years that have something to clear, and prunes the published files of recent years. With
/// `prune`, only prunes those of all years.
///
/// # Errors
/// [`NotCleared`]: what could not be cleared is left for the next run.
pub async fn run(store: &Store, task: &Task) -> Result<(), NotCleared> {
    let now = task.now_ms.map_or_else(|| store.now(), Now::in_step);
    if task.prune {
        return prune(store, now.time, |_| true).await;
    }
    let began = Instant::now();
    // a year that cannot be pruned does not stop anything from being cleared
    let pruned = prune(store, now.time, |year| is_recent(year, now.time)).await;
    let settled = settle_overdue(store, now.time).await;
    let mut clean_up = CleanUp::at(now, TIME.saturating_sub(began.elapsed()));
    clean_up.removals_a_second = task
        .removals_a_second
        .map_or(clean_up.removals_a_second, NonZeroU32::get);
    let cleared = store
        .clear_dead_items(&clean_up, &Publications::of(store))
        .await?;
    tracing::info!(
        clean = cleared.clean,
        later = cleared.later,
        failed = cleared.failed,
        "cleared"
    );
    if cleared.failed == 0 {
        settled.and(pruned)
    } else {
        Err(NotCleared::Some(cleared.failed))
    }
}

/// Settles the overdue claims of recent years, if the server sends the alerts.
async fn settle_overdue(store: &Store, now: Time) -> Result<(), NotCleared> {
    if !env::var("ALERTS").is_ok_and(|sender| sender == "server") {
        return Ok(());
    }
    let recent = recent_races(store, now).await?;
    for race in store.years_with_alerts(&recent).await? {
        let settled = overdue::settle_overdue(store, &race, now).await?;
        if settled > 0 {
            tracing::warn!(
                slug = race.slug.as_str(),
                year = race.year.as_str(),
                settled,
                "claims that were overdue have their outcome"
            );
        }
    }
    Ok(())
}

async fn prune(
    store: &Store,
    now: Time,
    is_meant: impl Fn(&Year) -> bool,
) -> Result<(), NotCleared> {
    let files = Publications::of(store)
        .prune_published(now, is_meant)
        .await?;
    tracing::info!(files, "pruned");
    Ok(())
}
