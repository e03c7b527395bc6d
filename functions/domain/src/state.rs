//! What a year's snapshot is made of: the table's items, as the publisher keeps them (docs/decisions/storage.md).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    life::{self, Deletes, RowKey, StoredRow},
    participant::ResultParticipant,
    race::{self, Distance, Event, Segment, Year},
    row::ResultRow,
    stamp::Stamp,
};

/// An event and its years.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EventRecord {
    /// The event; `recent_time` is derived from the years by [`EventRecord::event`].
    pub event: Event,
    /// The account that owns it.
    pub owner: String,
    /// The years that exist, by key.
    pub years: BTreeMap<String, YearRecord>,
}

/// A year with the deletes of its areas.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct YearRecord {
    /// The year.
    pub year: Year,
    /// Deletes of result rows.
    pub rows: Deletes,
    /// Participants older than this are dead.
    pub participants: Option<Stamp>,
    /// Bib chips older than this are dead.
    pub chips: Option<Stamp>,
    /// Segments older than this are dead.
    pub segments: Option<Stamp>,
    /// Distances older than this are dead.
    pub distances: Option<Stamp>,
}

impl EventRecord {
    /// The years in the order of the contract (6.3).
    #[must_use]
    pub fn years(&self) -> Vec<Year> {
        let mut years: Vec<Year> = self.years.values().map(|record| record.year.clone()).collect();
        race::sort_years(&mut years);
        years
    }

    /// The event with its `recent_time` (contract 6.4).
    #[must_use]
    pub fn event(&self) -> Event {
        let recent_time = race::latest_year(&self.years()).map(|year| year.date_time.clone());
        Event { recent_time, ..self.event.clone() }
    }
}

/// An item with the stamp of the request that wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped<T> {
    /// The stamp.
    pub stamp: Stamp,
    /// The item; `None` where only the memory of a delete is left.
    pub item: Option<T>,
}

impl<T> Stamped<T> {
    /// The item, unless it or its whole area was deleted.
    #[must_use]
    pub fn living(&self, deleted: Option<Stamp>) -> Option<&T> {
        self.item.as_ref().filter(|_| deleted.is_none_or(|at| self.stamp >= at))
    }
}

/// What of a participant concerns a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownParticipant {
    /// What everybody may see, unless `anonymous`.
    pub shown: ResultParticipant,
    /// Whether the name must not leave the server.
    pub anonymous: bool,
}

/// One changed item of a year, as the tables' streams tell it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A row was written.
    Row(Box<StoredRow>),
    /// A row's item was removed by clean-up.
    RowGone(RowKey),
    /// A distance was written or removed.
    Distance(String, Option<Stamped<Distance>>),
    /// A segment (distance, name) was written or removed.
    Segment((String, String), Option<Stamped<Segment>>),
    /// A participant was written or removed.
    Participant(String, Option<Stamped<KnownParticipant>>),
}

/// All items of a year, the dead ones included until clean-up removes them.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct RaceState {
    /// Result rows by identity.
    pub rows: BTreeMap<RowKey, StoredRow>,
    /// Distances by name.
    pub distances: BTreeMap<String, Stamped<Distance>>,
    /// Segments by distance and name.
    pub segments: BTreeMap<(String, String), Stamped<Segment>>,
    /// Participants by id.
    pub participants: BTreeMap<String, Stamped<KnownParticipant>>,
}

impl RaceState {
    /// Applies one change; in any order and any number of times the newest stamp wins.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Row(row) => {
                let key = row.key();
                if self.rows.get(&key).is_none_or(|known| known.stamp <= row.stamp) {
                    self.rows.insert(key, *row);
                }
            }
            Change::RowGone(key) => {
                self.rows.remove(&key);
            }
            Change::Distance(key, item) => put(&mut self.distances, key, item),
            Change::Segment(key, item) => put(&mut self.segments, key, item),
            Change::Participant(key, item) => put(&mut self.participants, key, item),
        }
    }

    /// What readers may see of the year, in the orders of the contract (6.3), names of anonymous people removed (6.6).
    #[must_use]
    pub fn shown(&self, record: &YearRecord) -> Shown {
        let mut rows = life::result_rows(self.rows.values(), &record.rows);
        let participants: Vec<&KnownParticipant> = self.participants.values().filter_map(|who| who.living(record.participants)).collect();
        // blanks around a bib mean nothing on a page (pages.md A1), so they must not show a name either
        let asked = participants.iter().filter(|who| who.anonymous).map(|who| who.shown.bib.trim().to_owned());
        let mut hidden: BTreeSet<String> = asked.filter(|bib| !bib.is_empty()).collect();
        // a person's flag is his own: another one with the same bib keeps his name
        let flagged: Vec<String> = rows.iter().filter(|row| row.person.anonymous).map(|row| row.person.bib.trim().to_owned()).collect();
        for row in &mut rows {
            if row.person.anonymous || hidden.contains(row.person.bib.trim()) {
                row.person.anonymous = true;
                row.person.first.clear();
                row.person.last.clear();
            }
        }
        hidden.extend(flagged);
        let mut participants: Vec<ResultParticipant> = participants
            .iter()
            .filter(|who| !who.anonymous && !hidden.contains(who.shown.bib.trim()))
            .map(|who| who.shown.clone())
            .collect();
        participants.sort_by(|a, b| a.order().cmp(&b.order()).then_with(|| (&a.age_group, &a.gender).cmp(&(&b.age_group, &b.gender))));
        let mut segments: Vec<Segment> = self.segments.values().filter_map(|item| item.living(record.segments)).cloned().collect();
        race::sort_segments(&mut segments);
        let distances = self.distances.values().filter_map(|item| item.living(record.distances)).cloned().collect();
        let newest_of_bib = self.newest_of_shared_bibs(&rows);
        Shown { rows, newest_of_bib, participants, distances, segments }
    }

    /// For bibs that several people share: the person uploaded last (contract 4.3).
    fn newest_of_shared_bibs(&self, rows: &[ResultRow]) -> BTreeMap<String, String> {
        let mut people: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for row in rows {
            people.entry(&row.person.bib).or_default().insert(&row.person_id);
        }
        people.retain(|_, sharing| sharing.len() > 1);
        if people.is_empty() {
            return BTreeMap::new();
        }
        let mut newest: BTreeMap<&str, Stamp> = BTreeMap::new();
        for row in self.rows.values() {
            let stamp = newest.entry(&row.person_id).or_insert(row.stamp);
            *stamp = row.stamp.max(*stamp);
        }
        let last =
            |sharing: BTreeSet<&str>| sharing.into_iter().max_by_key(|person| newest.get(person).copied()).unwrap_or_default().to_owned();
        people.into_iter().map(|(bib, sharing)| (bib.to_owned(), last(sharing))).collect()
    }
}

fn put<K: Ord, T>(items: &mut BTreeMap<K, Stamped<T>>, key: K, item: Option<Stamped<T>>) {
    match item {
        None => {
            items.remove(&key);
        }
        Some(item) => {
            if items.get(&key).is_none_or(|known| known.stamp <= item.stamp) {
                items.insert(key, item);
            }
        }
    }
}

/// What readers may see of a year besides the event and its years.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Shown {
    /// Every row, in the order of the contract.
    pub rows: Vec<ResultRow>,
    /// For bibs that several people share: the person uploaded last.
    pub newest_of_bib: BTreeMap<String, String>,
    /// The participants' list.
    pub participants: Vec<ResultParticipant>,
    /// Distance records.
    pub distances: Vec<Distance>,
    /// Segments.
    pub segments: Vec<Segment>,
}
