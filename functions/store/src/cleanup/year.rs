//! An existing year: its dead items are removed first, and once publishers know that, what was kept
//! for their sake.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chute_domain::{race::RaceKey, stamp::Stamp, state::YearRecord};

use super::{CleanUp, EventItem, Pace, StampedItem, StateInUse, older};
use crate::{Result, Store, corrections::BESIDE, events::DistanceDeleted, privacy::REQUESTS};

/// Notes when something of a year was last removed: before the first removal of a run, so that it
/// is noted even if the run is interrupted.
#[derive(Debug)]
pub(super) struct Removals<'r> {
    store: &'r Store,
    mark: &'r EventItem,
    run: &'r CleanUp,
    noted: AtomicBool,
}

impl Removals<'_> {
    pub(super) async fn begin(&self) -> Result<()> {
        if !self.noted.swap(true, Relaxed) {
            self.store
                .note_on(self.mark, "SET cr = :now", Some(self.run.now.order))
                .await?;
        }
        Ok(())
    }

    /// Whether every publisher has learned of every removal.
    fn are_settled(&self) -> bool {
        !self.noted.load(Relaxed)
            && self
                .mark
                .removed_ms
                .is_none_or(|removed| removed < self.run.before().order_ms())
    }
}

impl Store {
    pub(super) async fn clear_year(
        &self,
        mark: &EventItem,
        race: &RaceKey,
        record: &YearRecord,
        run: &CleanUp,
        state: &impl StateInUse,
        pace: &Pace,
    ) -> Result<bool> {
        let removals = Removals {
            store: self,
            mark,
            run,
            noted: AtomicBool::default(),
        };
        let area = |deleted: Option<Stamp>| deleted.filter(|at| run.is_settled(*at));
        let ids = area(record.participants);
        let participants = |seen: &StampedItem| {
            ids.is_some_and(|at| seen.stamp < at) || (seen.gone && run.is_settled(seen.stamp))
        };
        let (p, names, noted) = (race.to_string(), &self.names, Some(&removals));
        let mut clean = self
            .sweep(&names.participants, &p, "", participants, noted, pace)
            .await?;
        for (table, prefix, deleted, noted) in [
            (&names.bibchips, "", record.chips, noted),
            (&names.races, "s#", record.segments, noted),
            (&names.races, "d#", record.distances, noted),
            (&names.races, BESIDE, record.made, noted),
            (&names.subscriptions, REQUESTS, record.made, None),
        ] {
            let dead = older(area(deleted));
            clean &= Box::pin(self.sweep(table, &p, prefix, dead, noted, pace)).await?;
        }
        let rows = self
            .clear_rows(&p, &record.rows, &removals, run, pace)
            .await?;
        let old_ms = run.written_before_ms();
        let born_ms = mark.born_ms().min(old_ms);
        let clean = clean
            && rows.is_all
            && self.clear_subscriptions(race, born_ms, pace).await?
            && self.clear_alerts(race, born_ms, pace).await?
            && self
                .erase_replaced_of_year(race, born_ms, old_ms, pace)
                .await?;
        if !clean {
            return Ok(false);
        }
        if removals.are_settled() {
            return Ok(self
                .erase_old_states(race, record, old_ms, state, pace)
                .await?
                && self.finish_year(mark, record, rows.some_stay).await?);
        }
        // try again once publishers have learned of it
        self.note_on(mark, "SET cl = :now", Some(run.now.order))
            .await?;
        Ok(false)
    }

    /// Removes the mark from a year without anything dead left, and shortens its list of deletes by
    /// distance. A delete is no longer needed once none of its rows is left and the removals are
    /// hours ago: publishers learn of the shorter list and of the removals through two different
    /// streams. The newest delete stays, because uploads are witnesses of all deletes up to the
    /// newest they know (`liveness::Witness`).
    async fn finish_year(
        &self,
        mark: &EventItem,
        record: &YearRecord,
        some_stay: bool,
    ) -> Result<bool> {
        let deletes = &record.rows.by_distance;
        let newest = deletes
            .last()
            .filter(|(at, _)| record.rows.all.is_none_or(|all| *at > all));
        let kept: Vec<DistanceDeleted> = newest
            .map(|(stamp, distance)| DistanceDeleted {
                stamp: *stamp,
                distance: distance.clone(),
            })
            .into_iter()
            .collect();
        if kept.len() == mark.distances_of_rows_deleted.len() || some_stay {
            return self.note_on(mark, "REMOVE cl, cr", None).await;
        }
        self.forget_deletes(mark, kept).await
    }
}
