//! Dead rows of an existing year: a person's oldest first, because the newer ones show which
//! distance the person was in when it was deleted.

use std::{collections::BTreeSet, mem, pin::pin};

use chute_domain::liveness::{self, Deletes, StoredRow};
use futures::{StreamExt, TryStreamExt, stream};

use super::{CleanUp, Pace, REMOVED_AT_ONCE, year::Removals};
use crate::{
    Result, Store,
    races::{has_plain_key, whole_people},
};

/// The result of clearing a year's rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// Every row was checked, and the dead ones are gone.
    pub is_all: bool,
    /// Some dead rows are kept (see [`dead_of_person`]).
    pub some_stay: bool,
}

/// The dead rows of one person in the order in which they are removed.
struct Dead {
    rows: Vec<StoredRow>,
    some_stay: bool,
}

impl Store {
    pub(super) async fn clear_rows(
        &self,
        p: &str,
        deletes: &Deletes,
        removals: &Removals<'_>,
        run: &CleanUp,
        pace: &Pace,
    ) -> Result<Rows> {
        let settled = Deletes {
            all: deletes.all.filter(|at| run.is_settled(*at)),
            by_distance: deletes
                .by_distance
                .iter()
                .filter(|(at, _)| run.is_settled(*at))
                .cloned()
                .collect(),
        };
        let mut found = Rows {
            is_all: true,
            some_stay: false,
        };
        let mut pages = pin!(self.pages_of_rows(p));
        let mut rows: Vec<StoredRow> = Vec::new();
        loop {
            let page = pages.try_next().await?;
            let is_last = page.is_none();
            rows.extend(page.unwrap_or_default());
            // the last person of a page may continue on the next
            let whole = if is_last {
                rows.len()
            } else {
                whole_people(&rows)
            };
            let rest = rows.split_off(whole);
            let people = dead_rows(&mem::replace(&mut rows, rest), deletes, &settled);
            found.some_stay |= people.iter().any(|dead| dead.some_stay);
            if people.iter().any(|dead| !dead.rows.is_empty()) {
                removals.begin().await?;
            }
            let dead = people
                .into_iter()
                .map(|dead| self.remove_dead(p, dead, pace));
            let removed: Vec<bool> = stream::iter(dead)
                .buffer_unordered(REMOVED_AT_ONCE)
                .try_collect()
                .await?;
            found.is_all &= removed.into_iter().all(|removed| removed);
            if is_last || pace.is_over() {
                return Ok(Rows {
                    is_all: found.is_all && is_last,
                    ..found
                });
            }
        }
    }

    /// Returns whether all were removed. A row that was written meanwhile is no longer dead, so the
    /// rest is left to the next run.
    async fn remove_dead(&self, p: &str, dead: Dead, pace: &Pace) -> Result<bool> {
        for row in &dead.rows {
            if !pace.wait().await || !self.remove_row(p, row).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The people with dead rows.
fn dead_rows(rows: &[StoredRow], deletes: &Deletes, settled: &Deletes) -> Vec<Dead> {
    rows.chunk_by(|a, b| a.person_id == b.person_id)
        .filter_map(|person| dead_of_person(person, deletes, settled))
        .collect()
}

fn dead_of_person(rows: &[StoredRow], deletes: &Deletes, settled: &Deletes) -> Option<Dead> {
    let keys = |alive: Vec<&StoredRow>| {
        alive
            .into_iter()
            .map(StoredRow::key)
            .collect::<BTreeSet<_>>()
    };
    // a row that a return to an earlier version took away leaves a remnant, which keeps the
    // uploader from restoring it: only deletes end it
    let (alive, alive_for_settled) = (
        keys(liveness::surviving(rows, deletes)),
        keys(liveness::surviving(rows, settled)),
    );
    if alive.len() == rows.len() {
        return None;
    }
    let mut dead: Vec<&StoredRow> = rows
        .iter()
        .filter(|row| !alive_for_settled.contains(&row.key()))
        .collect();
    dead.sort_by_key(|row| row.stamp);
    let rows: Vec<StoredRow> = dead
        .iter()
        .take_while(|row| may_go(row, settled))
        .map(|row| (*row).clone())
        .collect();
    Some(Dead {
        some_stay: rows.len() < dead.len(),
        rows,
    })
}

/// Publishers cannot tell from the key which row of a long location was removed (`race_change`), so
/// it stays in their state. Its delete must stay known there, and so must the rows that show that
/// it was covered by the delete. Only a delete of all rows is remembered for ever.
fn may_go(row: &StoredRow, settled: &Deletes) -> bool {
    has_plain_key(row) || settled.all.is_some_and(|all| row.stamp < all)
}
