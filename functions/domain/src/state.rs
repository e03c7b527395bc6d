//! The source of a year's snapshot: the table's items, as the publisher keeps them
//! (docs/decisions/storage.md). Rows and participants are in pieces ([`crate::pieces`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    liveness::{Deletes, RowKey, StoredRow},
    participant::ResultParticipant,
    privacy::Wishes,
    race::{self, Distance, Event, Segment, Year},
    stamp::Stamp,
};

/// An event and its years.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EventRecord {
    /// The event; `recent_time` is derived from the years by [`EventRecord::event`].
    pub event: Event,
    /// The account that owns it.
    pub owner: String,
    /// Id of its web hook; empty if it never had one. The hook says whether it is set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hook: String,
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
    /// The most rows a year may hold, once it holds them: from then on uploads accept corrections
    /// only.
    pub full: Option<u64>,
    /// When the year was made: what runners asked for before that belongs to another life of it. No
    /// delete within the year changes it.
    pub made: Option<Stamp>,
}

impl YearRecord {
    /// Identifies one life of the year: it is another one after the year was deleted and made
    /// again. The oldest of its deletes is its birth, since a year begins with everything older
    /// deleted.
    #[must_use]
    pub fn born(&self) -> Option<Stamp> {
        [
            self.rows.all,
            self.participants,
            self.chips,
            self.segments,
            self.distances,
        ]
        .into_iter()
        .min()
        .flatten()
    }
}

impl EventRecord {
    /// The years in the order of the contract (6.3).
    #[must_use]
    pub fn years(&self) -> Vec<Year> {
        let mut years: Vec<Year> = self
            .years
            .values()
            .map(|record| record.year.clone())
            .collect();
        race::sort_years(&mut years);
        years
    }

    /// The year with this key, or without one the latest.
    #[must_use]
    pub fn year(&self, named: Option<&str>) -> Option<&YearRecord> {
        match named {
            Some(key) => self.years.get(key),
            None => {
                race::latest_year(&self.years()).and_then(|latest| self.years.get(&latest.year))
            }
        }
    }

    /// The event with its `recent_time` (contract 6.4).
    #[must_use]
    pub fn event(&self) -> Event {
        let recent_time = race::latest_year(&self.years()).map(|year| year.date_time.clone());
        Event {
            recent_time,
            ..self.event.clone()
        }
    }
}

/// An item with the stamp of the request that wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped<T> {
    /// The stamp.
    pub stamp: Stamp,
    /// The item; `None` if only the tombstone is left.
    pub item: Option<T>,
}

impl<T> Stamped<T> {
    /// The item, unless it or its whole area was deleted.
    #[must_use]
    pub fn living(&self, deleted: Option<Stamp>) -> Option<&T> {
        self.item
            .as_ref()
            .filter(|_| deleted.is_none_or(|at| self.stamp >= at))
    }
}

/// The part of a participant that matters for a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownParticipant {
    /// The public fields, unless `anonymous`.
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
    /// The granted wishes of a bib, trimmed, were written or removed.
    Wishes(String, Option<Stamped<Wishes>>),
}

/// Distances and segments of a year, the dead ones included until clean-up removes them.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Lists {
    /// Distances by name.
    pub distances: BTreeMap<String, Stamped<Distance>>,
    /// Segments by distance and name.
    pub segments: BTreeMap<(String, String), Stamped<Segment>>,
}

impl Lists {
    /// Applies one change; in any order and any number of times the newest stamp wins.
    pub fn apply(&mut self, change: &Change) {
        match change.clone() {
            Change::Distance(key, item) => put(&mut self.distances, key, item),
            Change::Segment(key, item) => put(&mut self.segments, key, item),
            Change::Row(_) | Change::RowGone(_) | Change::Participant(..) | Change::Wishes(..) => {}
        }
    }

    /// What readers may see of them, in the orders of the contract (6.3).
    #[must_use]
    pub fn shown(&self, record: &YearRecord) -> (Vec<Distance>, Vec<Segment>) {
        let mut segments: Vec<Segment> = self
            .segments
            .values()
            .filter_map(|item| item.living(record.segments))
            .cloned()
            .collect();
        race::sort_segments(&mut segments);
        (
            self.distances
                .values()
                .filter_map(|item| item.living(record.distances))
                .cloned()
                .collect(),
            segments,
        )
    }
}

fn put<K: Ord, T>(items: &mut BTreeMap<K, Stamped<T>>, key: K, item: Option<Stamped<T>>) {
    match item {
        None => {
            items.remove(&key);
        }
        Some(item) => {
            if items
                .get(&key)
                .is_none_or(|known| known.stamp <= item.stamp)
            {
                items.insert(key, item);
            }
        }
    }
}
