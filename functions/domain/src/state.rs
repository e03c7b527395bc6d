//! The source of a year's snapshot: the table's items, as the publisher keeps them
//! (docs/decisions/storage.md). Rows and participants are in pieces ([`crate::pieces`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    corrections::Correction,
    key::digest_bytes,
    liveness::{Deletes, RowKey, StoredRow},
    participant::ResultParticipant,
    privacy::Wishes,
    race::{self, Distance, Event, RaceKey, Segment, Slug, Year, YearKey},
    stamp::Stamp,
};

/// An event and its years.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EventRecord {
    /// The event; `recent_time` is derived from the years by [`EventRecord::event`].
    pub event: Event,
    /// The account that owns it.
    pub owner: String,
    /// Id of its web hook; empty if it never had one. Only the hook itself says whether it is set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hook: String,
    /// The years that exist, by key.
    pub years: BTreeMap<YearKey, YearRecord>,
}

/// A year, with the deletes of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct YearRecord {
    /// The year's own fields, as an organiser or timer sets them.
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
    /// The maximum number of rows in a year, set once it has been reached: from then on uploads
    /// accept corrections only.
    pub full: Option<u64>,
    /// When the year was created: what runners asked for earlier belongs to an earlier incarnation
    /// of it. No delete within the year changes it.
    pub made: Option<Stamp>,
}

impl YearRecord {
    /// The first version of this incarnation of the year, if no other version is known. Versions
    /// never go back, whatever was lost: a re-created year begins with the unix second of its
    /// creation, which is above all versions of the year before it.
    #[must_use]
    pub fn first_version(&self) -> u64 {
        self.born().map_or(1, |born| born.order_ms() / 1_000)
    }

    /// The number of a version within this incarnation of the year, from 1. This is what people
    /// call it, since versions do not begin at 1.
    #[must_use]
    pub fn number_of(&self, version: u64) -> u64 {
        version.saturating_sub(self.first_version()) + 1
    }

    /// Identifies one incarnation of the year: it changes when the year is deleted and created
    /// again. The oldest of its deletes marks its birth, since a year begins with everything older
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
    /// The event's name in addresses.
    #[must_use]
    pub fn slug(&self) -> Slug {
        Slug::new(&self.event.slug)
    }

    /// The key of this year of the event.
    #[must_use]
    pub fn race(&self, year: &YearRecord) -> RaceKey {
        self.slug().year(&year.year.year)
    }

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

    /// The year with this key, or the latest one if no key is given.
    #[must_use]
    pub fn year(&self, named: Option<&YearKey>) -> Option<&YearRecord> {
        match named {
            Some(key) => self.years.get(key),
            None => race::latest_year(&self.years())
                .and_then(|latest| self.years.get(latest.year.as_str())),
        }
    }

    /// Digest of everything published about the event and this year except the results, and of the
    /// year's deletes. Of the other years it covers only what a page's list of years shows, so that
    /// a change to one year does not republish the others.
    ///
    /// # Errors
    /// If it cannot be encoded.
    pub fn digest_of(&self, record: &YearRecord) -> Result<String, postcard::Error> {
        let shown = self.event();
        let years: Vec<_> = self
            .years()
            .into_iter()
            .map(|year| (year.year, year.date_time))
            .collect();
        let shown_of_record = YearRecord {
            full: None,
            ..record.clone()
        };
        let mut plain = postcard::to_stdvec(&(&shown, shown_of_record, years))?;
        // postcard does not name fields: with an empty one skipped, its neighbour could be taken
        // for it, so all three are appended
        let branding = [&shown.accent_color, &shown.logo, &shown.sponsor];
        if branding.iter().any(|part| !part.is_empty()) {
            plain.extend(postcard::to_stdvec(&branding)?);
        }
        if !record.year.official.is_unsaid() {
            plain.extend(postcard::to_stdvec(&("official", &record.year.official))?);
        }
        Ok(digest_bytes(&plain))
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
    /// When the item was written, or its tombstone made.
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

/// Returns which of the sent items a request received at `stamp` has to write, in the order of
/// their keys. Of several with the same key the last one counts. Items equal to the living stored
/// one, and those with a stored item that is as new or newer, are left out; if the whole area was
/// deleted later, all are.
#[must_use]
pub fn items_to_write<T: PartialEq, K: Ord>(
    stored: &[Stamped<T>],
    deleted: Option<Stamp>,
    sent: impl IntoIterator<Item = T>,
    stamp: Stamp,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    if deleted.is_some_and(|deleted| stamp < deleted) {
        return Vec::new();
    }
    // filled, not collected: collecting compiles a sort of its own for each type
    let (mut known, mut newest) = (BTreeMap::new(), BTreeMap::new());
    known.extend(
        stored
            .iter()
            .filter_map(|known| Some((key(known.item.as_ref()?), known))),
    );
    newest.extend(sent.into_iter().map(|item| (key(&item), item)));
    newest.retain(|key, item| {
        known
            .get(key)
            .is_none_or(|known| known.stamp < stamp && known.living(deleted) != Some(item))
    });
    newest.into_values().collect()
}

/// Counts the items that a delete of the whole area received at `stamp` removes; `deleted` is the
/// previous delete.
pub fn count_ended<'s, T: 's>(
    stored: impl IntoIterator<Item = &'s Stamped<T>>,
    deleted: Option<Stamp>,
    stamp: Stamp,
) -> usize {
    stored
        .into_iter()
        .filter(|stored| stored.living(deleted).is_some() && stored.stamp < stamp)
        .count()
}

/// The part of a participant that matters for a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownParticipant {
    /// The public fields, unless `anonymous`.
    pub shown: ResultParticipant,
    /// Whether the name must not leave the server.
    pub anonymous: bool,
}

/// One changed item of a year, as the tables' streams report it.
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
    /// A correction by hand, by its id, was written or removed.
    Correction(String, Option<Stamped<Box<Correction>>>),
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
            Change::Row(_)
            | Change::RowGone(_)
            | Change::Participant(..)
            | Change::Wishes(..)
            | Change::Correction(..) => {}
        }
    }

    /// Their public parts, in the orders of the contract (6.3).
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

/// Puts an item in, or takes it out; in any order and any number of times the newest stamp wins.
pub(crate) fn put<K: Ord, T>(
    items: &mut BTreeMap<K, Stamped<T>>,
    key: K,
    item: Option<Stamped<T>>,
) {
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn at(second: u64) -> Stamp {
        Stamp::new(second * 1_000, "request")
    }

    fn stored(items: &[(u64, &'static str)]) -> Vec<Stamped<&'static str>> {
        let stamped = |(second, item): &(u64, &'static str)| Stamped {
            stamp: at(*second),
            item: Some(*item),
        };
        items.iter().map(stamped).collect()
    }

    /// Each item is a key and a value, one letter each.
    #[rstest]
    #[case::new(&[], None, &["b1", "a1"], &["a1", "b1"])]
    #[case::twice(&[], None, &["a1", "a2"], &["a2"])]
    #[case::changed(&[(1, "a1")], None, &["a2"], &["a2"])]
    #[case::equal(&[(1, "a1")], None, &["a1"], &[])]
    #[case::of_the_same_request(&[(5, "a1")], None, &["a2"], &[])]
    #[case::newer(&[(9, "a1")], None, &["a2", "b1"], &["b1"])]
    #[case::equal_to_a_dead_one(&[(1, "a1")], Some(2), &["a1"], &["a1"])]
    #[case::deleted_by_the_same_stamp(&[], Some(5), &["a1"], &["a1"])]
    #[case::deleted_later(&[], Some(9), &["a1"], &[])]
    fn only_changed_items_are_written(
        #[case] known: &[(u64, &'static str)],
        #[case] deleted: Option<u64>,
        #[case] sent: &[&'static str],
        #[case] expected: &[&'static str],
    ) {
        let key = |item: &&str| item.chars().next();
        let sent = sent.iter().copied();
        let written = items_to_write(&stored(known), deleted.map(at), sent, at(5), key);
        assert_eq!(written, expected);
    }

    #[test]
    fn a_tombstone_hinders_nothing_and_is_not_counted() {
        let gone = [Stamped::<&str> {
            stamp: at(1),
            item: None,
        }];
        let key = |item: &&str| item.chars().next();
        assert_eq!(items_to_write(&gone, None, ["a1"], at(5), key), ["a1"]);
        assert_eq!(count_ended(&gone, None, at(5)), 0);
    }

    #[rstest]
    #[case(None, 9, 3)]
    #[case(None, 3, 2)]
    #[case(Some(2), 9, 2)]
    #[case(Some(2), 2, 0)]
    fn a_delete_ends_what_is_alive_and_older(
        #[case] deleted: Option<u64>,
        #[case] second: u64,
        #[case] expected: usize,
    ) {
        let stored = stored(&[(1, "a1"), (2, "b1"), (3, "c1")]);
        assert_eq!(count_ended(&stored, deleted.map(at), at(second)), expected);
    }
}
