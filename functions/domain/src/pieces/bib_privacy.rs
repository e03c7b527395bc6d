//! Anonymity and granted wishes (contract 6.6, 6.13) belong to bibs. Where a bib was corrected by
//! hand they hold for all bibs of the person, whose items are in several pieces.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Corrections, Index, Piece, Range, View, slot};
use crate::{
    corrections::{Correction, Runner},
    liveness,
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
pub type PrivacyByBib = BTreeMap<String, BibPrivacy>;

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

    /// That of all other bibs to which a bib is linked.
    pub(super) fn of_linked(bib: Bib<'_>, view: View<'_>, privacy: &PrivacyByBib) -> Self {
        let others = view.linked_to(bib).into_iter();
        let privacy = others.filter_map(|other| privacy.get(other));
        privacy.fold(Self::default(), |sum, one| sum.and(*one))
    }
}

impl Index {
    /// The linked bibs of runners who are not shown by their whole name, if the year was created at
    /// `made`: nobody may learn with which other bibs they run or ran.
    #[must_use]
    pub fn veiled(&self, corrections: &Corrections, made: Option<Stamp>) -> BTreeSet<String> {
        let is_veiled = |bib: &str| {
            let all = corrections.with_linked(Bib::new(bib), made).into_iter();
            let mut privacy = all.filter_map(|bib| self.privacy.get(bib));
            privacy.any(|one| one.hides_the_name())
        };
        let linked = corrections.linked_bibs();
        linked
            .filter(|bib| is_veiled(bib))
            .map(str::to_owned)
            .collect()
    }
}

impl Piece {
    /// That of its linked bibs in a range of slots, as far as there are any.
    #[must_use]
    pub fn privacy(&self, view: View<'_>, range: Range) -> PrivacyByBib {
        let linked = view.corrections.linked_bibs();
        let linked = linked.filter(|bib| range.holds(slot(Bib::new(bib), "")));
        let mut privacy: PrivacyByBib = linked
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
