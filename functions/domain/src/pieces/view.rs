//! Readers' view of a year's items depends on more than its rows: on deletes, on the kind of event
//! and on what an organiser has corrected by hand.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Range, slot};
use crate::{
    corrections::{Bibs, Correction, Runner},
    race::EventKind,
    revisions::LineKey,
    row::Bib,
    stamp::Stamp,
    state::{Stamped, YearRecord, put},
};

/// A year's corrections by hand (contract 6.15), by the ids of people. There are few, so they are
/// kept apart from the pieces: what is shown of any piece may depend on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Corrections {
    items: BTreeMap<String, Stamped<Box<Correction>>>,
    /// The ids of people who are or were shown with another bib than the uploaded one, by each of
    /// these bibs.
    linked: BTreeMap<String, BTreeSet<String>>,
    /// The ids of corrections by the uploader's id of the person.
    of_person: BTreeMap<String, BTreeSet<String>>,
}

/// As they are stored: bibs stand after all else, where older formats end.
#[derive(Serialize, Deserialize)]
struct Stored(
    BTreeMap<String, Stamped<Box<Correction>>>,
    BTreeMap<String, Bibs>,
);

impl From<Stored> for Corrections {
    fn from(Stored(mut items, bibs): Stored) -> Self {
        for (id, bibs) in bibs {
            if let Some(known) = items.get_mut(&id).and_then(|item| item.item.as_mut()) {
                known.bibs = bibs;
            }
        }
        Self::of(items)
    }
}

impl From<Corrections> for Stored {
    fn from(Corrections { items, .. }: Corrections) -> Self {
        let bibs = items.iter().filter_map(|(id, item)| {
            let bibs = item.item.as_ref()?.bibs.clone();
            (!bibs.is_empty()).then(|| (id.clone(), bibs))
        });
        let bibs = bibs.collect();
        Self(items, bibs)
    }
}

impl Corrections {
    /// Those of items from the table.
    #[must_use]
    pub fn of(items: impl IntoIterator<Item = (String, Stamped<Box<Correction>>)>) -> Self {
        let mut corrections = Self {
            items: items.into_iter().collect(),
            ..Self::default()
        };
        corrections.link();
        corrections
    }

    fn link(&mut self) {
        let mut newest: BTreeMap<String, (Stamp, String)> = BTreeMap::new();
        for (id, item) in &self.items {
            let known = item.item.as_ref();
            if let Some(bib) = known.and_then(|known| known.bibs.shown.as_ref()) {
                let mine = (item.stamp, id.clone());
                let other = newest.entry(bib.clone()).or_default();
                *other = mine.max(std::mem::take(other));
            }
        }
        let outdone = |(id, item): (&String, &Stamped<Box<Correction>>)| {
            let known = item.item.as_ref()?;
            let (_, newest) = newest.get(known.bibs.shown.as_ref()?)?;
            let other = self.items.get(newest)?.item.as_ref()?;
            // of one person in two distances both corrections may give it
            (newest != id && !other.is_of_same_person(known)).then(|| id.clone())
        };
        let outdone: BTreeSet<String> = self.items.iter().filter_map(outdone).collect();
        for (id, item) in &mut self.items {
            if let Some(known) = &mut item.item {
                known.bibs.outdone = outdone.contains(id);
            }
        }
        self.linked.clear();
        self.of_person.clear();
        for (id, item) in &self.items {
            if let Some(person) = Correction::person_in(id) {
                let ids = self.of_person.entry(person).or_default();
                ids.insert(id.clone());
            }
            let Some(known) = item.item.as_ref().filter(|known| !known.bibs.is_empty()) else {
                continue;
            };
            for bib in known.all_bibs() {
                let ids = self.linked.entry(bib.to_owned()).or_default();
                ids.insert(id.clone());
            }
        }
    }

    /// The other bibs of whoever is or was shown with this bib as well as another: what keeps
    /// somebody with one of them from being shown holds for all.
    #[must_use]
    pub fn linked_to(&self, bib: Bib<'_>, made: Option<Stamp>) -> BTreeSet<&str> {
        let ids = self.linked.get(bib.trimmed()).into_iter().flatten();
        ids.filter_map(|id| self.items.get(id)?.living(made))
            .flat_map(|known| known.all_bibs())
            .filter(|other| *other != bib.trimmed())
            .collect()
    }

    /// A bib and those that are linked to it ([`Self::linked_to`]).
    #[must_use]
    pub fn with_linked<'b>(&'b self, bib: Bib<'b>, made: Option<Stamp>) -> BTreeSet<&'b str> {
        let mut bibs = self.linked_to(bib, made);
        bibs.insert(bib.trimmed());
        bibs
    }

    /// All bibs that are linked to another one.
    pub fn linked_bibs(&self) -> impl Iterator<Item = &str> {
        self.linked.keys().map(String::as_str)
    }

    /// The correction of this person, with its id, if the year was created at `made`: of several the
    /// one that is surest about them.
    #[must_use]
    pub fn correction(&self, who: Runner<'_>, made: Option<Stamp>) -> Option<(&str, &Correction)> {
        if self.items.is_empty() {
            return None;
        }
        let linked = self.linked.get(who.bib.trimmed()).into_iter().flatten();
        let linked = linked.chain(self.of_person.get(who.id).into_iter().flatten());
        let linked =
            linked.filter_map(|id| Some((id.as_str(), self.items.get(id)?.living(made)?.as_ref())));
        let all = self.of_bib(who.bib, made).chain(linked);
        let all = all.filter(|(_, known)| !known.is_over());
        let found = all.filter_map(|(id, known)| Some((known.is_about(id, who)?, id, known)));
        found
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .map(|(_, id, known)| (id, known))
    }

    /// The lines of people whose bib is another by these than by those `before`, as they were and as
    /// they are.
    #[must_use]
    pub fn renumbered(&self, before: &Self, made: Option<Stamp>) -> BTreeMap<LineKey, LineKey> {
        let ids = [before, self].into_iter();
        let ids: BTreeSet<&String> = ids.flat_map(|all| all.linked.values().flatten()).collect();
        let lines = ids.into_iter().filter_map(|id| {
            let known = |all: &Self| Some(all.items.get(id)?.living(made)?.clone());
            let (was, is) = (known(before), known(self));
            let uploaded = was.as_ref().or(is.as_ref())?.uploaded_line();
            let line =
                |known: Option<&Correction>| known.map_or(uploaded.clone(), Correction::line);
            let (was, is) = (line(was.as_deref())?, line(is.as_deref())?);
            (was.bib != is.bib).then_some((was, is))
        });
        lines.collect()
    }

    /// All items by id, those that were taken back included.
    #[must_use]
    pub fn items(&self) -> &BTreeMap<String, Stamped<Box<Correction>>> {
        &self.items
    }

    /// Applies a change; in any order and any number of times the newest stamp wins.
    pub fn apply(&mut self, id: &str, item: Option<Stamped<Box<Correction>>>) {
        put(&mut self.items, id.to_owned(), item);
        self.link();
    }

    /// Forgets those of an earlier incarnation of the year: nothing can bring them back.
    pub fn forget_dead(&mut self, made: Option<Stamp>) {
        if let Some(made) = made {
            self.items.retain(|_, item| item.stamp >= made);
            self.link();
        }
    }

    /// Those in force, by id, if the year was created at `made`.
    pub fn living(&self, made: Option<Stamp>) -> impl Iterator<Item = (&str, &Correction)> + Clone {
        self.items
            .iter()
            .filter_map(move |(id, item)| Some((id.as_str(), item.living(made)?.as_ref())))
    }

    fn of_bib(
        &self,
        bib: Bib<'_>,
        made: Option<Stamp>,
    ) -> impl Iterator<Item = (&str, &Correction)> {
        let prefix = format!("{}#", bib.trimmed());
        self.items
            .range(prefix.clone()..)
            .take_while(move |(id, _)| id.starts_with(&prefix))
            .filter_map(move |(id, item)| Some((id.as_str(), item.living(made)?.as_ref())))
    }
}

/// The slot of somebody of whom nothing is uploaded.
fn slot_by_hand(id: &str, known: &Correction) -> u32 {
    slot(Bib::new(known.bib_by_hand()), id)
}

/// How the items of a year are looked at.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The year, with its deletes.
    pub record: &'v YearRecord,
    /// The kind of event, by which rows are selected.
    pub kind: EventKind,
    /// Corrections by hand.
    pub corrections: &'v Corrections,
}

impl<'v> View<'v> {
    /// A year of an event of this kind, with what was corrected by hand.
    #[must_use]
    pub fn of(record: &'v YearRecord, kind: EventKind, corrections: &'v Corrections) -> Self {
        Self {
            record,
            kind,
            corrections,
        }
    }

    /// A year in which nothing was corrected by hand.
    #[must_use]
    pub fn uncorrected(record: &'v YearRecord, kind: EventKind) -> Self {
        static NONE: Corrections = Corrections {
            items: BTreeMap::new(),
            linked: BTreeMap::new(),
            of_person: BTreeMap::new(),
        };
        Self::of(record, kind, &NONE)
    }

    /// The correction of somebody uploaded or entered, with its id.
    #[must_use]
    pub fn correction(&self, who: Runner<'_>) -> Option<(&'v str, &'v Correction)> {
        self.corrections.correction(who, self.record.made)
    }

    /// The corrections of people who are shown with bibs in a range of slots.
    pub(super) fn corrections_in(
        &self,
        range: Range,
    ) -> impl Iterator<Item = (&'v str, &'v Correction)> + Clone {
        self.corrections
            .living(self.record.made)
            .filter(move |(id, known)| range.holds(slot_by_hand(id, known)))
    }

    pub(super) fn slots_corrected_in(&self, range: Range) -> impl Iterator<Item = u32> {
        self.corrections_in(range)
            .map(|(id, known)| slot_by_hand(id, known))
    }

    /// The shown bibs of people whose place is another by a correction.
    pub(super) fn movers(&self) -> BTreeSet<&'v str> {
        let living = self.corrections.living(self.record.made);
        let moving = living.filter(|(_, known)| known.moves_places());
        moving.map(|(_, known)| known.bib_by_hand()).collect()
    }

    /// The distances whose places are made from the rows, because the uploaded ones are wrong by
    /// now.
    pub(super) fn ranked_anew(&self) -> BTreeSet<&'v str> {
        self.corrections
            .living(self.record.made)
            .flat_map(|(_, known)| known.distances())
            .collect()
    }

    /// Whether the uploaded places of a distance are wrong by now ([`super::ranking`]).
    #[must_use]
    pub fn is_ranked_anew(&self, distance: &str) -> bool {
        self.ranked_anew().contains(distance)
    }

    pub(super) fn by_chip(&self) -> bool {
        self.record.year.ranking_type == "chip"
    }
}
