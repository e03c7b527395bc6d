//! Anonymity and granted wishes (contract 6.6, 6.13) belong to bibs. Where a bib was corrected by
//! hand they hold for all bibs of the person, whose items are in several pieces.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Corrections, Piece, Range, View, slot};
use crate::{
    corrections::{Correction, Runner},
    heap, liveness,
    privacy::Wishes,
    row::Bib,
    stamp::Stamp,
};

/// Keeps people with a bib from being shown as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BibPrivacy {
    /// Granted wishes.
    pub wishes: Wishes,
    /// Whether a participant with the bib is anonymous, which hides everybody with it.
    pub listed: bool,
    /// Whether somebody's rows with the bib are anonymous, which hides participants with it.
    pub flagged: bool,
}

/// That of bibs that are linked to others ([`super::Corrections::linked_to`]).
///
/// The uploader, or check-in, may since have given a corrected person a bib that no correction
/// knows. It is linked, too: that is a key of three bibs, the one that has the person's piece, the
/// new one, and the one of the correction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrivacyByBib(BTreeMap<String, BibPrivacy>);

/// Stands between the bibs of a key.
const BETWEEN: char = '\u{1f}';

impl PrivacyByBib {
    /// Takes in what these pieces, which hold everything of their ranges, say by now.
    pub fn update<'p>(
        &mut self,
        pieces: impl Iterator<Item = (Range, &'p Piece)> + Clone,
        view: View<'_>,
    ) {
        for (range, piece) in pieces.clone() {
            self.0.retain(|key, _| !range.holds(slot_of(key)));
            self.0.extend(piece.given_other_bibs(view));
        }
        let given = self.given().map(|(_, given, _)| given);
        let linked = view.corrections.linked_bibs().chain(given);
        let linked: BTreeSet<String> = linked.map(ToOwned::to_owned).collect();
        for (range, piece) in pieces {
            self.0.extend(piece.privacy(view, range, &linked));
        }
    }

    /// Whether a range of slots has linked bibs of which something is known.
    pub(super) fn is_in(&self, range: Range) -> bool {
        self.0.keys().any(|key| range.holds(slot_of(key)))
    }

    /// The bibs of which the other says something else.
    pub(super) fn differing<'b>(&'b self, other: &'b Self) -> BTreeSet<&'b str> {
        let keys = self.0.keys().chain(other.0.keys());
        let differ = keys.filter(|key| self.0.get(*key) != other.0.get(*key));
        differ.flat_map(|key| key.split(BETWEEN)).collect()
    }

    /// Whether it covers something that the other does not.
    pub(super) fn covers_more_than(&self, other: &Self) -> bool {
        self.0.iter().any(|(key, one)| {
            let other = other.0.get(key).copied().unwrap_or_default();
            one.covers_more_than(other)
        })
    }

    /// All other bibs to which a bib is linked, if the year was created at `made`.
    pub(super) fn linked_to<'b>(
        &'b self,
        bib: Bib<'b>,
        corrections: &'b Corrections,
        made: Option<Stamp>,
    ) -> BTreeSet<&'b str> {
        let mut linked = corrections.with_linked(bib, made);
        let known = linked.clone();
        for (_, given, of) in self.given() {
            let all = corrections.with_linked(Bib::new(of), made);
            if given == bib.trimmed() || !all.is_disjoint(&known) {
                linked.extend(all);
                linked.insert(given);
            }
        }
        linked.remove(bib.trimmed());
        linked
    }

    /// That of all other bibs to which a bib is linked.
    #[must_use]
    pub fn of_linked(&self, bib: Bib<'_>, view: View<'_>) -> BibPrivacy {
        self.of_others(bib, view.corrections, view.record.made)
    }

    fn of_others(
        &self,
        bib: Bib<'_>,
        corrections: &Corrections,
        made: Option<Stamp>,
    ) -> BibPrivacy {
        let others = self.linked_to(bib, corrections, made);
        let own = self.given().filter(|(_, given, _)| *given == bib.trimmed());
        let own = own.map(|(key, ..)| key);
        let privacy = others
            .into_iter()
            .chain(own)
            .filter_map(|of| self.0.get(of));
        privacy.fold(BibPrivacy::default(), |sum, one| sum.and(*one))
    }

    /// The linked bibs of runners who are not shown by their whole name, if the year was created at
    /// `made`: nobody may learn with which other bibs they run or ran.
    #[must_use]
    pub fn veiled(&self, corrections: &Corrections, made: Option<Stamp>) -> BTreeSet<String> {
        let given = self.given().map(|(_, given, _)| given);
        let linked = corrections.linked_bibs().chain(given);
        let veiled = linked.filter(|bib| {
            let own = self.0.get(*bib).copied().unwrap_or_default();
            let others = self.of_others(Bib::new(bib), corrections, made);
            own.and(others).hides_the_name()
        });
        veiled.map(ToOwned::to_owned).collect()
    }

    /// About how many bytes of the heap it takes.
    pub(super) fn heap(&self) -> usize {
        let keys = self.0.keys().map(|key| heap::text(key));
        heap::tree::<(String, BibPrivacy)>(self.0.len()) + keys.sum::<usize>()
    }

    /// Keys of several bibs, with the given bib and that of the correction.
    fn given(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.0.keys().filter_map(|key| {
            let (_, rest) = key.split_once(BETWEEN)?;
            let (given, of) = rest.split_once(BETWEEN)?;
            Some((key.as_str(), given, of))
        })
    }
}

/// The slot of the piece that a key is of.
fn slot_of(key: &str) -> u32 {
    slot(Bib::new(key.split(BETWEEN).next().unwrap_or_default()), "")
}

impl BibPrivacy {
    fn and(self, other: Self) -> Self {
        Self {
            wishes: self.wishes.and(other.wishes),
            listed: self.listed || other.listed,
            flagged: self.flagged || other.flagged,
        }
    }

    /// Whether it covers something that the other does not.
    #[must_use]
    pub fn covers_more_than(self, other: Self) -> bool {
        self.wishes.covers_more_than(other.wishes)
            || (self.listed && !other.listed)
            || (self.flagged && !other.flagged)
    }

    fn hides_the_name(self) -> bool {
        self.wishes.initials || self.wishes.hidden || self.listed || self.flagged
    }
}

impl Piece {
    /// The bibs that corrected people of this piece were given since, and whether they are anonymous.
    fn given_other_bibs(&self, view: View<'_>) -> BTreeMap<String, BibPrivacy> {
        let mut given = BTreeMap::new();
        if view.corrections.linked_bibs().next().is_none() {
            return given;
        }
        let mut note = |who: Runner<'_>, shown: &str, known: &Correction, flagged: bool| {
            let own = who.bib.trimmed();
            let is_known = known.bibs.is_empty() || known.all_bibs().any(|bib| bib == own);
            if !own.is_empty() && !is_known {
                let key = [shown, own, &known.bib].join(&BETWEEN.to_string());
                let one: &mut BibPrivacy = given.entry(key).or_default();
                one.flagged |= flagged;
            }
        };
        for (id, stored) in self.people() {
            let alive = liveness::living(stored, &view.record.rows);
            let person = liveness::person_of(&alive);
            let Some(who) = person.map(|person| Runner::uploaded(id, person)) else {
                continue;
            };
            if let Some((_, known)) = view.correction(who) {
                let flagged = person.is_some_and(|person| person.anonymous);
                note(who, known.shown_bib(who.bib), known, flagged);
            }
        }
        for (id, item) in &self.participants {
            let Some(entry) = item.living(view.record.participants) else {
                continue;
            };
            let who = Runner::entered(id, &entry.shown);
            if let Some((_, known)) = view.correction(who) {
                note(who, who.bib.trimmed(), known, false);
            }
        }
        given
    }

    /// That of its linked bibs in a range of slots, as far as there are any.
    fn privacy(
        &self,
        view: View<'_>,
        range: Range,
        linked: &BTreeSet<String>,
    ) -> BTreeMap<String, BibPrivacy> {
        let linked = linked.iter();
        let linked = linked.filter(|bib| range.holds(slot(Bib::new(bib), "")));
        let mut privacy: BTreeMap<String, BibPrivacy> = linked
            .map(|bib| {
                let wishes = self.wishes_of(Bib::new(bib), view.record);
                let one = BibPrivacy {
                    wishes,
                    ..BibPrivacy::default()
                };
                (bib.to_owned(), one)
            })
            .collect();
        if privacy.is_empty() {
            return privacy;
        }
        for who in self.participants.values() {
            let who = who.living(view.record.participants);
            if let Some(who) = who.filter(|who| who.anonymous)
                && let Some(one) = privacy.get_mut(who.shown.bib.trim())
            {
                one.listed = true;
            }
        }
        for (id, stored) in self.people() {
            let alive = liveness::living(stored, &view.record.rows);
            let Some(person) = liveness::person_of(&alive).filter(|person| person.anonymous) else {
                continue;
            };
            let known = view.correction(Runner::uploaded(id, person));
            let uploaded = person.bib();
            let bib = known.map_or(uploaded.trimmed(), |(_, known)| known.shown_bib(uploaded));
            if let Some(one) = privacy.get_mut(bib) {
                one.flagged = true;
            }
        }
        // of a finish by hand only the entry says whether its runner wants to be named
        for id in self.unentered(view, range) {
            if let Some(one) = privacy.get_mut(Correction::bib_in(id).trimmed()) {
                one.listed = true;
            }
        }
        privacy.retain(|_, one| *one != BibPrivacy::default());
        privacy
    }
}
