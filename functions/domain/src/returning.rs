//! Returning to an earlier version: the rows that must be written so that readers see what they saw
//! then (docs/decisions/returning.md).
//!
//! What is written carries a stamp right after the newest that was seen of its person, not the
//! stamp of the call: so whatever was received later and was not seen wins, in whatever order it is
//! written. What a return undoes is refused from then on: the uploader's repeat of exactly that
//! changes nothing, and other values win.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    event_time::EventTime,
    liveness::{self, Deletes, Mark, Origin, Refused, RowKey, StoredRow},
    row::{Passage, Person, ResultRow},
    snapshot::Cause,
    stamp::Stamp,
};

/// So many refused passages, and as many persons, are remembered with a row; beyond that the oldest
/// is forgotten.
const MOST_REFUSED: usize = 8;

/// A version that can be returned to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EarlierOut)]
pub struct EarlierVersion {
    /// Version.
    pub version: u64,
    /// Which one of the year it is, from 1.
    pub number: u64,
    /// When it was made.
    pub at: EventTime,
    /// When the next one took its place.
    pub until: EventTime,
    /// What the next one was made of: `upload`, `import`, `delete`, `settings`, `repair`,
    /// `roll-back`.
    #[schema(value_type = String)]
    pub next: Cause,
    /// How many corrections the next one lists.
    pub changes: usize,
}

/// A return that has begun and not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnfinishedReturn {
    /// The version that shall stand again.
    pub version: u64,
    /// The version it was begun from.
    pub expected_version: u64,
    /// How far it is, in thousandths.
    pub progress: u64,
}

/// `r/results/versions`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct ResultVersions {
    /// The version that stands; 0 while nothing is published.
    pub version: u64,
    /// Which one of the year it is.
    pub number: u64,
    /// Those that can be returned to, the latest first.
    pub earlier: Vec<EarlierVersion>,
    /// A return to be gone on with.
    pub unfinished: Option<UnfinishedReturn>,
}

/// `r/results/restore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct RestoreStep {
    /// Whether all is written, or looked at; otherwise the same call goes on.
    pub done: bool,
    /// Whether it waits for uploads that may still be at work: to be called again in a few seconds.
    pub waits: bool,
    /// How far it is, in thousandths.
    pub progress: u64,
    /// Rows with values of before.
    pub changed: usize,
    /// Rows that are back.
    pub restored: usize,
    /// Rows that came since, and go.
    pub removed: usize,
    /// Rows that stay, because they are newer than what the caller has seen.
    pub newer: usize,
}

/// The stored rows of some people in one version, dead ones included, by the uploader's id, and the
/// year's deletes at the time.
#[derive(Clone, Copy, Debug)]
pub struct AsOf<'a> {
    /// The rows.
    pub rows: &'a BTreeMap<String, Vec<StoredRow>>,
    /// The deletes.
    pub deletes: &'a Deletes,
}

impl<'a> AsOf<'a> {
    fn of(self, id: &str) -> &'a [StoredRow] {
        self.rows.get(id).map_or(&[][..], Vec::as_slice)
    }

    fn living(self, id: &str) -> Vec<&'a StoredRow> {
        liveness::living(self.of(id), self.deletes)
    }

    fn refused(self, id: &str) -> Vec<Refused> {
        liveness::surviving(self.of(id), self.deletes)
            .into_iter()
            .flat_map(|row| row.mark.refused.iter().copied())
            .collect()
    }
}

/// A row to write, and what it may overwrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The row; if it is gone, what is left in its place.
    pub row: StoredRow,
    /// The stamp that was seen under its key.
    pub seen: Option<Stamp>,
    /// Whether nothing alive was seen there: then it may also be missing by now, or be older than
    /// the delete of everything.
    pub is_free: bool,
}

/// What must be written so that these people have again what they had `then`, with readers seeing
/// them as they are `now`. All people who shared a bib then must be among `ids`. `name` is unique
/// to this return: no two returns ever write with the same stamp.
#[must_use]
pub fn rows_to_return(
    then: AsOf<'_>,
    now: AsOf<'_>,
    ids: &BTreeSet<String>,
    name: &str,
) -> Vec<Returned> {
    let mut written: BTreeMap<&str, Vec<Returned>> = ids
        .iter()
        .map(|id| (id.as_str(), of_person(then, now, id, name, None)))
        .collect();
    let mut by_bib: BTreeMap<&str, Vec<(&str, Stamp)>> = BTreeMap::new();
    for id in ids {
        let alive = then.living(id);
        if let (Some(person), Some(newest)) = (
            liveness::person_of(&alive),
            alive.iter().map(|row| row.stamp).max(),
        ) {
            by_bib.entry(&person.bib).or_default().push((id, newest));
        }
    }
    // of several people with one bib the one uploaded last stands for it (contract 4.3)
    by_bib.retain(|bib, sharing| sharing.len() > 1 && !bib.trim().is_empty());
    for sharing in by_bib.into_values() {
        let will_be = |id: &str| {
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
        // as in `pieces`: of equal stamps the greatest id
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

/// What must be written of one person; with a `floor` at least one row, later than that.
fn of_person(
    then: AsOf<'_>,
    now: AsOf<'_>,
    id: &str,
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
    let newest_delete = now
        .deletes
        .by_distance
        .iter()
        .next_back()
        .map(|(at, _)| *at);
    let stamps = stored.iter().chain(then.of(id)).map(|row| row.stamp);
    let base = stamps
        .chain(now.deletes.all)
        .chain(newest_delete)
        .chain(floor)
        .max()
        .unwrap_or_default();
    let stamp = Stamp::new(base.received_ms() + 1, name);
    let wanted = |row: &&StoredRow| {
        Some(ResultRow {
            person_id: id.to_owned(),
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
    let place = person
        .as_ref()
        .or(after)
        .map(|person| (person.bib.clone(), person.distance.clone()))
        .unwrap_or_default();
    let came = is
        .iter()
        .filter(|row| !there.contains(&row.key()))
        .map(|row| gone(row, place.clone(), stamp));
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

/// A person as they were, except that nobody who asks not to be named is named again.
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

/// What is left of a row that came since: it has no name.
fn gone(row: &StoredRow, (bib, distance): (String, String), stamp: Stamp) -> StoredRow {
    let Passage {
        location,
        occurrence,
        ..
    } = &row.passage;
    StoredRow {
        person_id: row.person_id.clone(),
        person: Person {
            bib,
            distance,
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
    id: &str,
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

/// Each one once, keeping the last ones.
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
