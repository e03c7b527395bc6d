//! Returning to an earlier version: the rows that must be written so that readers see what they saw
//! in it (docs/decisions/returning.md).
//!
//! These rows carry a stamp right after the newest one seen of their person and of the year's
//! deletes, not the stamp of the call. So everything received later and not seen wins, whatever the
//! order of writing. Values that a return undoes are refused from then on: if the uploader sends
//! exactly that again, nothing changes, but other values win.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    event_time::EventTime,
    liveness::{self, Deletes, Mark, Origin, Refused, RowKey, StoredRow},
    row::{Passage, Person, PersonId, ResultRow},
    snapshot::Cause,
    stamp::Stamp,
};

/// The maximum number of refused passages, and of refused persons, remembered with a row; beyond
/// that the oldest are forgotten.
const MOST_REFUSED: usize = 8;

/// A version that can be returned to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EarlierOut)]
pub struct EarlierVersion {
    /// The version, as in a pointer; it is passed to `r/results/restore`.
    pub version: u64,
    /// Its number within the year, from 1.
    pub number: u64,
    /// When it was made.
    pub at: EventTime,
    /// When the next version replaced it.
    pub until: EventTime,
    /// What caused the next version: `upload`, `import`, `correction`, `delete`, `settings`,
    /// `repair`, `roll-back`.
    #[schema(value_type = String)]
    pub next: Cause,
    /// How many changes of shown results the next version lists.
    pub changes: usize,
}

/// A return that has begun but not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnfinishedReturn {
    /// The version that is being returned to.
    pub version: u64,
    /// The version from which it was begun.
    pub expected_version: u64,
    /// How much has been examined or written, from 0 to 1,000 thousandths.
    pub progress: u64,
}

/// The answer of `r/results/versions`: the current version and those before it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct ResultVersions {
    /// The current version; 0 while nothing is published.
    pub version: u64,
    /// Its number within the year.
    pub number: u64,
    /// Versions that can be returned to, the latest first.
    pub earlier: Vec<EarlierVersion>,
    /// A return that can be continued.
    pub unfinished: Option<UnfinishedReturn>,
}

/// The answer of `r/results/restore`: how far the return has got, counted in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct RestoreStep {
    /// Whether everything has been written, or in a dry run examined; otherwise the same call has
    /// to be repeated.
    pub done: bool,
    /// Whether it is waiting for uploads that may still be in progress: call again in a few
    /// seconds.
    pub waits: bool,
    /// How much has been examined or written, from 0 to 1,000 thousandths.
    pub progress: u64,
    /// Rows that get their earlier values.
    pub changed: usize,
    /// Rows that are restored.
    pub restored: usize,
    /// Rows that were added since then and are removed.
    pub removed: usize,
    /// Rows that stay because they are newer than what the caller has seen.
    pub newer: usize,
}

/// The stored rows of some people in one version, by the uploader's id and including dead ones, and
/// the year's deletes at that time.
#[derive(Clone, Copy, Debug)]
pub struct AsOf<'a> {
    /// Every stored row of these people, by the uploader's id of the person; dead rows
    /// included.
    pub rows: &'a BTreeMap<PersonId, Vec<StoredRow>>,
    /// Which rows were deleted together: by distance, or all of the year.
    pub deletes: &'a Deletes,
}

impl<'a> AsOf<'a> {
    fn of(self, id: &PersonId) -> &'a [StoredRow] {
        self.rows.get(id).map_or(&[][..], Vec::as_slice)
    }

    fn living(self, id: &PersonId) -> Vec<&'a StoredRow> {
        liveness::living(self.of(id), self.deletes)
    }

    fn refused(self, id: &PersonId) -> Vec<Refused> {
        liveness::surviving(self.of(id), self.deletes)
            .into_iter()
            .flat_map(|row| row.mark.refused.iter().copied())
            .collect()
    }
}

/// A row to write, and what it may overwrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The row; if it is to be removed, what remains in its place.
    pub row: StoredRow,
    /// The stamp that was seen under its key.
    pub seen: Option<Stamp>,
    /// Whether nothing alive was seen there: in that case the row may meanwhile be missing, or
    /// older than a delete of everything.
    pub is_free: bool,
}

/// The rows to write so that these people have again what they had `then`, given that readers see
/// them as they are `now`. All people who shared a bib then must be among `ids`. `name` is unique
/// to this return, so that no two returns ever write with the same stamp.
#[must_use]
pub fn rows_to_return(
    then: AsOf<'_>,
    now: AsOf<'_>,
    ids: &BTreeSet<PersonId>,
    name: &str,
) -> Vec<Returned> {
    let mut written: BTreeMap<&PersonId, Vec<Returned>> = ids
        .iter()
        .map(|id| (id, of_person(then, now, id, name, None)))
        .collect();
    let mut by_bib: BTreeMap<&str, Vec<(&PersonId, Stamp)>> = BTreeMap::new();
    for id in ids {
        let alive = then.living(id);
        if let (Some(person), Some(newest)) = (
            liveness::person_of(&alive),
            alive.iter().map(|row| row.stamp).max(),
        ) {
            by_bib.entry(&person.bib).or_default().push((id, newest));
        }
    }
    // of several people with one bib, the one uploaded last represents it (contract 4.3)
    by_bib.retain(|bib, sharing| sharing.len() > 1 && !bib.trim().is_empty());
    for sharing in by_bib.into_values() {
        let will_be = |id: &PersonId| {
            let mine: Vec<&StoredRow> = written
                .get(id)
                .into_iter()
                .flatten()
                .map(|returned| &returned.row)
                .collect();
            let keys: BTreeSet<RowKey> = mine.iter().map(|row| row.key()).collect();
            let stay = now
                .living(id)
                .into_iter()
                .filter(|row| !keys.contains(&row.key()));
            stay.chain(mine.iter().copied().filter(|row| !row.mark.gone))
                .map(|row| row.stamp)
                .max()
        };
        // as in `pieces`: among equal stamps the greatest id
        let last = sharing
            .iter()
            .max_by_key(|(id, at)| (*at, *id))
            .map(|(id, _)| *id);
        let newest = sharing
            .iter()
            .max_by_key(|(id, _)| (will_be(id), *id))
            .map(|(id, _)| *id);
        if let Some(last) = last.filter(|last| newest != Some(*last)) {
            let floor = sharing.iter().filter_map(|(id, _)| will_be(id)).max();
            written.insert(last, of_person(then, now, last, name, floor));
        }
    }
    written.into_values().flatten().collect()
}

/// The rows to write for one person; with a `floor`, at least one row with a later stamp than that.
fn of_person(
    then: AsOf<'_>,
    now: AsOf<'_>,
    id: &PersonId,
    name: &str,
    floor: Option<Stamp>,
) -> Vec<Returned> {
    let (was, is) = (then.living(id), now.living(id));
    let (before, after) = (liveness::person_of(&was), liveness::person_of(&is));
    let stored = now.of(id);
    let person = before.map(|before| unless_hidden(before, stored));
    let passages = |rows: &[&'_ StoredRow]| {
        rows.iter()
            .map(|row| (row.key(), row.passage.clone()))
            .collect::<BTreeMap<_, _>>()
    };
    if floor.is_none() && person.as_ref() == after && passages(&was) == passages(&is) {
        return Vec::new();
    }
    let newest_delete = now.deletes.by_distance.last().map(|(at, _)| *at);
    let stamps = stored.iter().chain(then.of(id)).map(|row| row.stamp);
    let base = stamps
        .chain(now.deletes.all)
        .chain(newest_delete)
        .chain(floor)
        .max()
        .unwrap_or_default();
    let stamp = Stamp::new(base.order_ms() + 1, name);
    let wanted = |row: &&StoredRow| {
        Some(ResultRow {
            person_id: id.clone(),
            person: person.clone()?,
            passage: row.passage.clone(),
        })
    };
    let mut rows = liveness::rows_from(
        Origin::RollBack,
        stored,
        now.deletes,
        was.iter().filter_map(wanted).collect(),
        stamp,
    );
    let there: BTreeSet<RowKey> = was.iter().map(|row| row.key()).collect();
    let newest = is
        .iter()
        .filter(|row| there.contains(&row.key()))
        .max_by_key(|row| row.stamp);
    if let (true, Some(_), Some(newest)) = (rows.is_empty(), floor, newest) {
        rows.push(StoredRow {
            stamp,
            ..(*newest).clone()
        });
    }
    let last_known = person.as_ref().or(after);
    let came = is
        .iter()
        .filter(|row| !there.contains(&row.key()))
        .map(|row| gone(row, last_known, stamp));
    rows.extend(came.collect::<Vec<_>>());
    let people = people_refused(then, now, id, person.as_ref(), after);
    for row in &mut rows {
        let mut refused = passages_refused(then, now, row);
        if !row.mark.gone {
            refused.extend(people.iter().copied());
        }
        row.mark = Mark {
            origin: Origin::RollBack,
            refused,
            ..row.mark
        };
        row.witness = liveness::witness_over(stored, now.deletes, stamp);
    }
    conditional(rows, now, stored)
}

/// The rows, each to be written only if its key still is as it was seen.
fn conditional(rows: Vec<StoredRow>, now: AsOf<'_>, stored: &[StoredRow]) -> Vec<Returned> {
    let surviving: BTreeSet<RowKey> = liveness::surviving(stored, now.deletes)
        .into_iter()
        .map(StoredRow::key)
        .collect();
    let returned = rows.into_iter().map(|row| {
        let key = row.key();
        let seen = stored
            .iter()
            .find(|there| there.key() == key)
            .map(|there| there.stamp);
        Returned {
            row,
            seen,
            is_free: !surviving.contains(&key),
        }
    });
    returned.collect()
}

/// A person as they were, except that somebody who is now anonymous stays so.
fn unless_hidden(before: &Person, stored: &[StoredRow]) -> Person {
    let newest = stored
        .iter()
        .max_by_key(|row| row.stamp)
        .map(|row| &row.person);
    match newest.filter(|now| now.anonymous && !before.anonymous) {
        Some(now) => Person {
            anonymous: true,
            first: now.first.clone(),
            last: now.last.clone(),
            ..before.clone()
        },
        None => before.clone(),
    }
}

/// A row that was added since then, without a name.
fn gone(row: &StoredRow, last_known: Option<&Person>, stamp: Stamp) -> StoredRow {
    let Passage {
        location,
        occurrence,
        ..
    } = &row.passage;
    StoredRow {
        person_id: row.person_id.clone(),
        person: Person {
            bib: last_known.map_or_else(String::new, |person| person.bib.clone()),
            distance: last_known.map_or_else(String::new, |person| person.distance.clone()),
            anonymous: row.person.anonymous,
            ..Person::default()
        },
        passage: Passage {
            location: location.clone(),
            occurrence: *occurrence,
            ..Passage::default()
        },
        stamp,
        witness: None,
        mark: Mark {
            origin: Origin::RollBack,
            gone: true,
            refused: Vec::new(),
        },
    }
}

fn passages_refused(then: AsOf<'_>, now: AsOf<'_>, row: &StoredRow) -> Vec<Refused> {
    let here = |as_of: AsOf<'_>| -> Option<StoredRow> {
        liveness::surviving(as_of.of(&row.person_id), as_of.deletes)
            .into_iter()
            .find(|there| there.key() == row.key())
            .cloned()
    };
    let (was, is) = (here(then), here(now));
    let earlier = was
        .iter()
        .chain(&is)
        .flat_map(|there| there.mark.refused.iter().copied())
        .filter(|refused| !refused.is_of_person());
    let taken_back = is
        .iter()
        .filter(|there| !there.mark.gone)
        .map(|there| Refused::passage(&there.passage));
    let mine = (!row.mark.gone).then(|| Refused::passage(&row.passage));
    newest_of(
        earlier
            .chain(taken_back)
            .filter(|refused| Some(*refused) != mine),
    )
}

fn people_refused(
    then: AsOf<'_>,
    now: AsOf<'_>,
    id: &PersonId,
    person: Option<&Person>,
    after: Option<&Person>,
) -> Vec<Refused> {
    let earlier = then
        .refused(id)
        .into_iter()
        .chain(now.refused(id))
        .filter(|refused| refused.is_of_person());
    let mine = person.map(Refused::person);
    newest_of(
        earlier
            .chain(after.map(Refused::person))
            .filter(|refused| Some(*refused) != mine),
    )
}

/// Keeps the last occurrence of each, and only the last [`MOST_REFUSED`].
fn newest_of(refused: impl Iterator<Item = Refused>) -> Vec<Refused> {
    let mut kept: Vec<Refused> = Vec::new();
    for refused in refused {
        kept.retain(|known| *known != refused);
        kept.push(refused);
    }
    let surplus = kept.len().saturating_sub(MOST_REFUSED);
    kept.drain(..surplus);
    kept
}
