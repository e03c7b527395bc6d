//! What readers are shown of a year's items depends on more than its rows: on deletes, on the kind
//! of event and on what an organiser has corrected by hand.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Range, slot};
use crate::{
    overrides::Override,
    race::EventKind,
    row::{Bib, Person},
    stamp::Stamp,
    state::{Stamped, YearRecord},
};

/// What was corrected by hand in a year (contract 6.15), by the ids of people. There are few, so
/// they are kept apart from the pieces: what is shown of any piece may depend on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overrides(BTreeMap<String, Stamped<Box<Override>>>);

impl Overrides {
    /// Those of items from the table.
    #[must_use]
    pub fn of(items: impl IntoIterator<Item = (String, Stamped<Box<Override>>)>) -> Self {
        Self(items.into_iter().collect())
    }

    /// All items by id, those that were taken back included.
    #[must_use]
    pub fn items(&self) -> &BTreeMap<String, Stamped<Box<Override>>> {
        &self.0
    }

    /// Applies a change; in any order and any number of times the newest stamp wins.
    pub fn apply(&mut self, id: &str, item: Option<Stamped<Box<Override>>>) {
        match item {
            None => {
                self.0.remove(id);
            }
            Some(item) => {
                if self.0.get(id).is_none_or(|known| known.stamp <= item.stamp) {
                    self.0.insert(id.to_owned(), item);
                }
            }
        }
    }

    /// Forgets those of an earlier incarnation of the year: nothing can bring them back.
    pub fn forget_dead(&mut self, made: Option<Stamp>) {
        if let Some(made) = made {
            self.0.retain(|_, item| item.stamp >= made);
        }
    }

    /// Those in force, by id, if the year was created at `made`.
    pub fn living(&self, made: Option<Stamp>) -> impl Iterator<Item = (&str, &Override)> {
        self.0
            .iter()
            .filter_map(move |(id, item)| Some((id.as_str(), item.living(made)?.as_ref())))
    }

    fn of_bib(&self, bib: Bib<'_>, made: Option<Stamp>) -> impl Iterator<Item = (&str, &Override)> {
        let prefix = format!("{}#", bib.trimmed());
        self.0
            .range(prefix.clone()..)
            .take_while(move |(id, _)| id.starts_with(&prefix))
            .filter_map(move |(id, item)| Some((id.as_str(), item.living(made)?.as_ref())))
    }
}

/// How the items of a year are looked at.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The year, with its deletes.
    pub record: &'v YearRecord,
    /// The kind of event, by which rows are selected.
    pub kind: EventKind,
    /// What was corrected by hand.
    pub overrides: &'v Overrides,
}

impl<'v> View<'v> {
    /// A year in which nothing was corrected by hand.
    #[must_use]
    pub fn uncorrected(record: &'v YearRecord, kind: EventKind) -> Self {
        static NONE: Overrides = Overrides(BTreeMap::new());
        Self {
            record,
            kind,
            overrides: &NONE,
        }
    }

    /// What was corrected of the person, with its id.
    #[must_use]
    pub fn correction_of(&self, person: &Person) -> Option<(&'v str, &'v Override)> {
        self.correction(person.bib(), &person.first, &person.last)
    }

    /// What was corrected of whoever has this bib and name, with its id.
    #[must_use]
    pub fn correction(
        &self,
        bib: Bib<'_>,
        first: &str,
        last: &str,
    ) -> Option<(&'v str, &'v Override)> {
        if self.overrides.0.is_empty() {
            return None;
        }
        self.overrides
            .of_bib(bib, self.record.made)
            .find(|(_, known)| known.is_about(bib, first, last))
    }

    /// The corrections of people whose bibs are in a range of slots.
    pub(super) fn corrections_in(
        &self,
        range: Range,
    ) -> impl Iterator<Item = (&'v str, &'v Override)> {
        self.overrides
            .living(self.record.made)
            .filter(move |(id, known)| range.holds(slot(Bib::new(&known.bib), id)))
    }

    pub(super) fn slots_corrected_in(&self, range: Range) -> impl Iterator<Item = u32> {
        self.corrections_in(range)
            .map(|(id, known)| slot(Bib::new(&known.bib), id))
    }

    /// The distances whose places are made from the rows, because the uploaded ones are wrong by
    /// now.
    pub(super) fn ranked_anew(&self) -> BTreeSet<&'v str> {
        self.overrides
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
