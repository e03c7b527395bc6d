//! A race divided into pieces, so that a change costs only what it touches
//! (docs/decisions/snapshot-format.md, docs/decisions/storage.md).
//!
//! Everything of one bib is in one piece: rows, people, participants. A hash of the bib decides
//! which; a piece that grows too large is halved. The [`Index`] has what a publication needs to
//! know of every piece without reading it.

mod bib_privacy;
mod index;
mod ranking;
mod summary;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use bib_privacy::{BibPrivacy, PrivacyByBib};
pub use index::{Index, Leaf, Loaded, Settled};
pub use ranking::Ranking;
pub use summary::{Brief, Counts, ListedBrief, Summary, Tracked, WishesBrief, row_digest};
pub use view::{Corrections, View};

use crate::{
    corrections::{Correction, Runner},
    key::digest_bytes,
    liveness::{self, RowKey, StoredRow},
    participant::ResultParticipant,
    privacy::Wishes,
    row::{Bib, Passage, Person, PersonId, ResultRow},
    stamp::Stamp,
    state::{Change, KnownParticipant, Stamped, YearRecord, put},
};

/// The maximum number of items in a piece of the publisher's memory, unless all are of one bib.
/// Small in tests, so that small races have several pieces.
pub const MOST_ITEMS: usize = if cfg!(test) { 6 } else { 128 };

/// The position of a bib among the pieces: FNV-1a, 32 bits, of the trimmed bib, with its bits
/// reversed, so that neighbouring slots share the lowest bits of the hash. An empty bib is replaced
/// by the id.
#[must_use]
pub fn slot(bib: Bib<'_>, id: &str) -> u32 {
    let bib = bib.trimmed();
    let text = if bib.is_empty() { id } else { bib };
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash.reverse_bits()
}

/// The slots whose first `len` bits are those of `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Range {
    /// The first slot.
    pub start: u32,
    /// How many leading bits all its slots share: 0 to 32.
    pub len: u8,
}

impl Range {
    /// The range of a year that has not been split: every slot.
    pub const ALL: Self = Self { start: 0, len: 0 };

    /// The last slot.
    #[must_use]
    pub fn last(self) -> u32 {
        self.start | u32::MAX.checked_shr(u32::from(self.len)).unwrap_or(0)
    }

    /// Whether it contains a slot.
    #[must_use]
    pub fn holds(self, slot: u32) -> bool {
        (self.start..=self.last()).contains(&slot)
    }

    /// Both halves; `None` for a single slot.
    #[must_use]
    pub fn halves(self) -> Option<[Self; 2]> {
        let bit = 0x8000_0000_u32.checked_shr(u32::from(self.len))?;
        let len = self.len + 1;
        Some([
            Self {
                start: self.start,
                len,
            },
            Self {
                start: self.start | bit,
                len,
            },
        ])
    }
}

/// The items of some bibs, as the tables hold them. Dead items stay until clean-up removes them,
/// except those removed by a delete of everything.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Piece {
    /// Result rows by identity.
    pub rows: BTreeMap<RowKey, StoredRow>,
    /// Participants by id.
    pub participants: BTreeMap<String, Stamped<KnownParticipant>>,
    /// Granted wishes, by trimmed bib.
    pub wishes: BTreeMap<String, Stamped<Wishes>>,
}

/// The public part of a piece.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Shown {
    /// Every row, in the order of the contract (6.3), without the names of anonymous people (6.6).
    pub rows: Vec<ResultRow>,
    /// For bibs shared by several people: the person uploaded last (contract 4.3).
    pub newest_of_bib: BTreeMap<String, PersonId>,
    /// The participants' list, by id.
    pub participants: Vec<(String, ResultParticipant)>,
}

impl Piece {
    /// Whether it has no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.participants.is_empty() && self.wishes.is_empty()
    }

    /// How many items it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() + self.participants.len() + self.wishes.len()
    }

    /// Applies one change of a row, participant or wish; whatever the order and however often, the
    /// newest stamp wins.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Row(row) => {
                let key = row.key();
                if self
                    .rows
                    .get(&key)
                    .is_none_or(|known| known.stamp <= row.stamp)
                {
                    self.rows.insert(key, *row);
                }
            }
            Change::RowGone(key) => {
                self.rows.remove(&key);
            }
            Change::Participant(id, item) => put(&mut self.participants, id, item),
            Change::Wishes(bib, item) => put(&mut self.wishes, bib, item),
            Change::Distance(..) | Change::Segment(..) | Change::Correction(..) => {}
        }
    }

    /// Forgets what a delete of a whole area has removed: nothing can bring it back.
    pub fn forget_dead(&mut self, record: &YearRecord) {
        if let Some(all) = record.rows.all {
            self.rows.retain(|_, row| row.stamp >= all);
        }
        if let Some(all) = record.participants {
            self.participants.retain(|_, who| who.stamp >= all);
        }
        if let Some(made) = record.made {
            self.wishes.retain(|_, wishes| wishes.stamp >= made);
        }
    }

    /// The wishes granted to this bib; surrounding blanks do not matter.
    #[must_use]
    pub fn wishes_of(&self, bib: Bib<'_>, record: &YearRecord) -> Wishes {
        self.wishes
            .get(bib.trimmed())
            .and_then(|wishes| wishes.living(record.made))
            .copied()
            .unwrap_or_default()
    }

    /// The rows of each person, by id.
    pub fn people(&self) -> impl Iterator<Item = (&PersonId, Vec<&StoredRow>)> {
        let rows: Vec<&StoredRow> = self.rows.values().collect();
        let mut people: Vec<(&PersonId, Vec<&StoredRow>)> = Vec::new();
        for row in rows {
            match people.last_mut() {
                Some((id, rows)) if **id == row.person_id => rows.push(row),
                _ => people.push((&row.person_id, vec![row])),
            }
        }
        people.into_iter()
    }

    /// The living rows as corrected by hand, in the order of the contract (6.3), with everybody's
    /// name and age; when something of each person was last uploaded; and the bibs of uploaded people
    /// with the anonymous flag, also of those whose only rows were taken away.
    pub(super) fn corrected(
        &self,
        view: View<'_>,
        range: Range,
    ) -> (Vec<ResultRow>, BTreeMap<&str, Stamp>, BTreeSet<String>) {
        let (mut rows, mut stamps) = (Vec::new(), BTreeMap::new());
        let mut flagged = BTreeSet::new();
        let mut uploaded: BTreeSet<&str> = BTreeSet::new();
        let by_hand = view
            .corrections_in(range)
            .filter(|(_, known)| !known.is_uploaded);
        let mut wearers: BTreeMap<&str, Vec<&Person>> = by_hand
            .clone()
            .map(|(_, known)| (known.bib_by_hand(), Vec::new()))
            .collect();
        for (id, stored) in self.people() {
            let alive = liveness::living(stored, &view.record.rows);
            let Some(person) = liveness::person_of(&alive) else {
                continue;
            };
            let newest = alive.iter().map(|row| row.stamp).max();
            stamps.insert(id.as_str(), newest.unwrap_or_default());
            let own = person;
            let mut person = own.clone();
            let mut passages: Vec<Passage> = alive.iter().map(|row| row.passage.clone()).collect();
            let mut has_result = true;
            if let Some((correction, known)) = view.correction(Runner::uploaded(id, own)) {
                known.apply_to_passages(view.kind, &person.distance, &mut passages);
                known.apply_to_person(&mut person);
                uploaded.insert(correction);
                has_result = !known.takes_away();
            }
            if let Some(wearers) = wearers.get_mut(person.bib.trim())
                && has_result
            {
                wearers.push(own);
            }
            if person.anonymous && !person.bib.trim().is_empty() {
                flagged.insert(person.bib.trim().to_owned());
            }
            rows.extend(passages.into_iter().map(|passage| ResultRow {
                person_id: id.clone(),
                person: person.clone(),
                passage,
            }));
        }
        // only their entry says whether they want to be named
        let unentered = self.unentered(view, range);
        let by_hand = by_hand
            .filter(|(id, known)| {
                // whoever else is uploaded with the bib has it now: a bib has one result
                let mut wearers = wearers.get(known.bib_by_hand()).into_iter().flatten();
                !uploaded.contains(id) && wearers.all(|who| known.has_name(&who.first, &who.last))
            })
            .filter_map(|(id, known)| {
                let (mut person, passage) = known.by_hand(view.kind)?;
                // with another bib their entry is elsewhere, and keeps them from being named there
                person.anonymous |= person.bib == known.bib && unentered.contains(id);
                Some(ResultRow {
                    person_id: by_hand_id(id, view.record.made),
                    person,
                    passage,
                })
            });
        rows.extend(by_hand);
        rows.sort_by(|a, b| a.order().cmp(&b.order()));
        (rows, stamps, flagged)
    }

    /// The ids of people whose finish was made by hand and whose entry, with a bib in a range of
    /// slots, is not in the list any more.
    fn unentered<'v>(&self, view: View<'v>, range: Range) -> BTreeSet<&'v str> {
        let mut unentered: BTreeMap<&str, Vec<(&str, &Correction)>> = BTreeMap::new();
        for (id, known) in view.corrections.living(view.record.made) {
            if !known.is_uploaded && !known.is_over() && range.holds(slot(Bib::new(&known.bib), id))
            {
                unentered.entry(&known.bib).or_default().push((id, known));
            }
        }
        if unentered.is_empty() {
            return BTreeSet::new();
        }
        for who in self.participants.values() {
            if let Some(who) = who.living(view.record.participants)
                && let Some(of_bib) = unentered.get_mut(who.shown.bib.trim())
            {
                of_bib.retain(|(_, known)| !known.may_be(&who.shown.first, &who.shown.last));
            }
        }
        unentered
            .into_values()
            .flatten()
            .map(|(id, _)| id)
            .collect()
    }

    /// What readers may see of it, but for places made from the rows of a whole distance
    /// ([`Index::shown`]). `range` are its slots: it shows the people corrected by hand whose bibs
    /// are in there and of whom nothing is uploaded. `privacy` is that of the race's linked bibs.
    #[must_use]
    pub fn shown(&self, view: View<'_>, range: Range, privacy: &PrivacyByBib) -> Shown {
        let record = view.record;
        let linked = |bib: Bib<'_>| privacy.of_linked(bib, view);
        let (mut rows, stamps, flagged) = self.corrected(view, range);
        let listed: Vec<(&String, &KnownParticipant)> = self
            .participants
            .iter()
            .filter_map(|(id, who)| Some((id, who.living(record.participants)?)))
            .collect();
        // blanks around a bib mean nothing on a page (pages.md A1), so they must not reveal a name
        // either
        let asked = listed
            .iter()
            .filter(|(_, who)| who.anonymous)
            .map(|(_, who)| who.shown.bib.trim().to_owned());
        let mut hidden: BTreeSet<String> = asked.filter(|bib| !bib.is_empty()).collect();
        for row in &mut rows {
            let linked = linked(row.person.bib());
            let wishes = self.wishes_of(row.person.bib(), record);
            wishes.and(linked.wishes).apply(row);
            if row.person.anonymous || linked.listed || hidden.contains(row.person.bib.trim()) {
                row.person.anonymous = true;
                row.person.first.clear();
                row.person.last.clear();
            }
        }
        // a person's flag is their own: another person with the same bib keeps their name
        hidden.extend(flagged);
        let shown = listed.into_iter().filter(|(_, who)| {
            let linked = linked(Bib::new(&who.shown.bib));
            let is_hidden = linked.listed || linked.flagged;
            !who.anonymous && !is_hidden && !hidden.contains(who.shown.bib.trim())
        });
        let wished = |id: &str, who: &KnownParticipant| {
            let bib = Bib::new(&who.shown.bib);
            let shown = match view.correction(Runner::entered(id, &who.shown)) {
                Some((_, known)) => &known.corrected_participant(&who.shown),
                None => &who.shown,
            };
            let wishes = self.wishes_of(bib, record);
            wishes.and(linked(bib).wishes).shown(shown)
        };
        let participants = shown
            .filter_map(|(id, who)| Some((id.clone(), wished(id, who)?)))
            .collect();
        let newest_of_bib = newest_of_shared_bibs(&rows, &stamps);
        Shown {
            rows,
            newest_of_bib,
            participants,
        }
    }

    /// The slot of a person: that of the bib that readers see.
    #[must_use]
    pub fn slot_of_person(id: &PersonId, stored: &[&StoredRow], view: View<'_>) -> u32 {
        let alive = liveness::living(stored.iter().copied(), &view.record.rows);
        let person = liveness::person_of(&alive).or_else(|| liveness::person_of(stored));
        let shown = person.map(
            |person| match view.correction(Runner::uploaded(id, person)) {
                Some((_, known)) => Bib::new(known.shown_bib(person.bib())),
                None => person.bib(),
            },
        );
        slot(shown.unwrap_or_default(), id)
    }
}

/// How readers see the people who were corrected by hand, by the uploader's id.
#[must_use]
pub fn corrected_people(rows: &[StoredRow], view: View<'_>) -> BTreeMap<PersonId, Person> {
    let mut stored: BTreeMap<&PersonId, Vec<&StoredRow>> = BTreeMap::new();
    for row in rows.iter().filter(|_| !view.corrections.items().is_empty()) {
        stored.entry(&row.person_id).or_default().push(row);
    }
    let shown = stored.into_iter().filter_map(|(id, rows)| {
        let alive = liveness::living(rows, &view.record.rows);
        let person = liveness::person_of(&alive)?;
        let (_, known) = view.correction(Runner::uploaded(id, person))?;
        let mut shown = person.clone();
        known.apply_to_person(&mut shown);
        Some((id.clone(), shown))
    });
    shown.collect()
}

/// How the ids of people begin of whom nothing but a correction is known (contract 6.15).
const BY_HAND: &str = "by-hand#";

/// The person's id in rows that everybody reads, for the id of a correction and the stamp of the
/// year. It tells no name, as the runner may be anonymous by now, nor can a guessed one be tried: the
/// stamp is known to nobody else.
#[must_use]
pub fn by_hand_id(correction: &str, made: Option<Stamp>) -> PersonId {
    let secret = postcard::to_stdvec(&(made, correction)).unwrap_or_default();
    let digest: String = digest_bytes(&secret).chars().take(20).collect();
    PersonId::new(format!("{BY_HAND}{digest}"))
}

/// The slot of a participant.
#[must_use]
pub fn slot_of_participant(id: &str, item: &Stamped<KnownParticipant>) -> u32 {
    let bib = item.item.as_ref().map_or("", |who| &who.shown.bib);
    slot(Bib::new(bib), id)
}

fn newest_of_shared_bibs(
    rows: &[ResultRow],
    stamps: &BTreeMap<&str, Stamp>,
) -> BTreeMap<String, PersonId> {
    let mut people: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        people
            .entry(&row.person.bib)
            .or_default()
            .insert(&row.person_id);
    }
    people.retain(|bib, sharing| sharing.len() > 1 && !bib.trim().is_empty());
    let last = |sharing: BTreeSet<&str>| {
        let last = sharing
            .into_iter()
            .max_by_key(|person| stamps.get(person).copied());
        PersonId::new(last.unwrap_or_default())
    };
    people
        .into_iter()
        .map(|(bib, sharing)| (bib.to_owned(), last(sharing)))
        .collect()
}
