//! Revisions: a version's changes in results that readers have already been shown (contract 9.6).
//!
//! A result has been shown once it is a finish, a DNF or a DNS. A revision contains no name:
//! pages look it up on the board, so anyone hidden there is hidden here too.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    board::{PublishedLine, State},
    race::EventKind,
};

mod recalculation;
mod renumbered;
#[cfg(test)]
mod tests;

pub use recalculation::Recalculation;
use renumbered::Renumbered;

/// Names a line of the board. In order of the distances, then of the bibs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineKey {
    /// Name of the distance.
    pub distance: String,
    /// Trimmed bib.
    pub bib: String,
}

/// A value before and after; null where there is none.
pub type Pair = (Option<i64>, Option<i64>);

/// The changes in one line; values that did not change are left out.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Revision {
    /// The runner's bib without surrounding blanks; the previous one if it was corrected.
    pub bib: String,
    /// The runner's present bib, if it was corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_bib: Option<String>,
    /// Name of the distance; the previous one if the runner has changed distances.
    pub distance: String,
    /// The runner's present distance, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The state, numbered as on the board; null if there is no line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Pair>,
    /// Clock time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Pair>,
    /// Chip time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip: Option<Pair>,
    /// The occurrence of the row that counts: the laps of a timed race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laps: Option<Pair>,
    /// Place among all runners of the distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Pair>,
    /// Place in the gender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gender_place: Option<Pair>,
    /// Place in the age group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_place: Option<Pair>,
}

impl Revision {
    /// Whether nothing but places changed.
    #[must_use]
    pub fn is_of_places(&self) -> bool {
        [self.status, self.time, self.chip, self.laps]
            .iter()
            .all(Option::is_none)
            && !self.is_elsewhere()
    }

    /// Whether the runner's present line is another one.
    fn is_elsewhere(&self) -> bool {
        self.to.is_some() || self.to_bib.is_some()
    }

    /// Whether there is no line any more.
    fn is_gone(&self) -> bool {
        self.status.is_some_and(|(_, is)| is.is_none())
    }

    fn key(&self) -> LineKey {
        LineKey {
            distance: self.distance.clone(),
            bib: self.bib.clone(),
        }
    }

    /// Takes out with which bib a runner goes on: their result is told as taken out.
    fn forget_link(&mut self) {
        *self = Self {
            bib: std::mem::take(&mut self.bib),
            distance: std::mem::take(&mut self.distance),
            status: Some((self.status.and_then(|(was, _)| was), None)),
            ..Self::default()
        };
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_of_places()
            && [self.place, self.gender_place, self.age_place]
                .iter()
                .all(Option::is_none)
    }
}

/// Bibs of which something must not be told any more.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Covered {
    /// Of runners who are shown without age.
    pub ages: BTreeSet<String>,
    /// Of runners who are not shown by their name, though linked to others by a correction.
    pub links: BTreeSet<String>,
}

impl Covered {
    /// Whether nothing is covered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ages.is_empty() && self.links.is_empty()
    }

    /// What is covered here and not there.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> Self {
        let beyond = |one: &BTreeSet<String>, other| one.difference(other).cloned().collect();
        Self {
            ages: beyond(&self.ages, &other.ages),
            links: beyond(&self.links, &other.links),
        }
    }

    /// Adds what the other covers.
    pub fn add(&mut self, other: Self) {
        self.ages.extend(other.ages);
        self.links.extend(other.links);
    }

    /// Takes out of the lines where these stood in their age groups, and with which bib they go on,
    /// and lines that say nothing else. Returns whether there were any.
    pub fn forget_in(&self, lines: &mut Vec<Revision>) -> bool {
        let mut some = false;
        lines.retain_mut(|line| {
            let bibs = [Some(&line.bib), line.to_bib.as_ref()];
            let is_in = |of: &BTreeSet<String>| bibs.iter().flatten().any(|bib| of.contains(*bib));
            let (ages, links) = (is_in(&self.ages), is_in(&self.links));
            if links && line.to_bib.is_some() {
                some = true;
                line.forget_link();
            }
            if ages && line.age_place.is_some() {
                some = true;
                line.age_place = None;
            }
            !line.is_empty()
        });
        some
    }
}

/// Decides which changes are revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The event's type.
    pub kind: EventKind,
    /// Whether the race is still on. Until it ends, places change as runners arrive, which is no
    /// revision.
    pub live: bool,
    /// Whether its results are official. Until then a further lap is no revision either: it may
    /// be the rest of an upload.
    pub official: bool,
}

impl Rule {
    /// Whether a runner has merely gone on: another lap, or the end of their backyard.
    fn is_progress(self, before: &PublishedLine, after: &PublishedLine) -> bool {
        let is_further = after.state == State::Finished && after.occurrence > before.occurrence;
        let has_ended = self.kind == EventKind::BackyardUltra && after.state == State::Dnf;
        (self.live || !self.official)
            && self.kind != EventKind::Distance
            && before.state == State::Finished
            && (is_further || has_ended)
    }

    /// The changes in a line whose result had been published.
    fn compare(
        self,
        key: &LineKey,
        before: &PublishedLine,
        after: Option<&PublishedLine>,
    ) -> Option<Revision> {
        if after.is_some_and(|after| self.is_progress(before, after)) {
            return None;
        }
        let pair = |value: fn(&PublishedLine) -> Option<i64>| {
            let (was, is) = (value(before), after.and_then(value));
            (was != is).then_some((was, is))
        };
        let found = Revision {
            bib: key.bib.clone(),
            to_bib: None,
            distance: key.distance.clone(),
            to: None,
            status: pair(|told| Some(told.state as i64)),
            time: pair(|told| told.time),
            chip: pair(|told| told.chip),
            laps: pair(|told| told.occurrence).filter(|_| self.kind != EventKind::Distance),
            place: pair(|told| told.places[0]),
            gender_place: pair(|told| told.places[1]),
            age_place: pair(|told| told.places[2]),
        };
        let is_untold = found.is_empty() || (self.live && found.is_of_places());
        (!is_untold).then_some(found)
    }
}

/// A result that was published and then disappeared. If it comes back, it is compared with this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vanished {
    /// As it was last published.
    pub told: PublishedLine,
    /// Whether a revision listed its disappearance. If a delete removed many at once, only their
    /// number was published.
    pub listed: bool,
}

/// The lines that a version touched, according to its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Touched {
    /// Lines whose runner changed or disappeared, as they were published before.
    pub before: BTreeMap<LineKey, PublishedLine>,
    /// Lines that did not exist before the version.
    pub came: BTreeSet<LineKey>,
}

impl Touched {
    /// Adds what a further step of the same version did.
    pub fn add(&mut self, later: Self) {
        for (key, told) in later.before {
            // readers never saw a line that this same version created
            if !self.came.contains(&key) {
                self.before.entry(key).or_insert(told);
            }
        }
        self.came.extend(
            later
                .came
                .into_iter()
                .filter(|key| !self.before.contains_key(key)),
        );
    }
}

/// The revisions of a version.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Revisions {
    /// One per changed line; those in which more than places changed come first.
    pub lines: Vec<Revision>,
    /// Distances, and how many of their results a delete of many removed.
    pub deleted: Vec<(String, usize)>,
    /// Results that disappeared.
    pub vanished: BTreeMap<LineKey, Vanished>,
    /// Of those that disappeared earlier, those that are back and told.
    pub back: BTreeSet<LineKey>,
}

/// What a version did, and what is known from before.
#[derive(Clone, Copy, Debug)]
pub struct Done<'d> {
    /// Its lines.
    pub touched: &'d Touched,
    /// Those that a delete of many removed.
    pub deleted: &'d BTreeSet<LineKey>,
    /// The results that disappeared earlier.
    pub vanished: &'d BTreeMap<LineKey, Vanished>,
    /// Whether results that a delete took may be coming back.
    pub recalculation: Recalculation,
    /// The lines of runners whose bib was corrected, as they were and as they are now.
    pub renumbered: &'d BTreeMap<LineKey, LineKey>,
    /// Linked bibs of which nobody may learn so.
    pub veiled: &'d BTreeSet<String>,
}

impl Revisions {
    /// The revisions of a version; `now` returns a line as it is in this version.
    #[must_use]
    pub fn of(done: Done<'_>, now: impl Fn(&LineKey) -> Option<PublishedLine>, rule: Rule) -> Self {
        let Done {
            touched,
            deleted,
            vanished,
            ..
        } = done;
        let mut found = Self::default();
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        let renumbered = Renumbered::of(&done, &now);
        let mut moved: BTreeSet<&LineKey> = renumbered.told.values().copied().collect();
        let (results, unfinished): (Vec<_>, Vec<_>) = touched
            .before
            .iter()
            .partition(|(_, before)| before.is_result());
        let place = Place {
            came: touched
                .came
                .iter()
                .map(|key| (key.bib.as_str(), key))
                .collect(),
            renumbered: &renumbered,
            deleted,
        };
        for (key, before) in results {
            let listed = match place.of(key, &now) {
                Found::Here(after) => {
                    found.lines.extend(rule.compare(key, before, Some(&after)));
                    (!after.is_result()).then_some(true)
                }
                Found::There(there, after) => {
                    moved.insert(there);
                    found.lines.push(rule.moved(key, there, before, &after));
                    None
                }
                Found::Nowhere if deleted.contains(key) => {
                    *taken.entry(&key.distance).or_default() += 1;
                    Some(false)
                }
                Found::Nowhere => {
                    found.lines.extend(rule.compare(key, before, None));
                    Some(true)
                }
            };
            if let Some(listed) = listed {
                let told = before.clone();
                found
                    .vanished
                    .insert(key.clone(), Vanished { told, listed });
            }
        }
        let unfinished = unfinished.into_iter().map(|(key, _)| key);
        for key in touched.came.iter().chain(unfinished) {
            if let (false, Some(was), Some(after)) = (
                moved.contains(key),
                vanished.get(key),
                now(key).filter(PublishedLine::is_result),
            ) {
                found.lines.extend(rule.returned(key, was, &after));
            }
        }
        found.wait(&done, &now, rule);
        found.lines.sort_by(|a, b| {
            (a.is_of_places(), &a.distance, &a.bib).cmp(&(b.is_of_places(), &b.distance, &b.bib))
        });
        found.deleted = taken
            .into_iter()
            .map(|(distance, lines)| (distance.to_owned(), lines))
            .collect();
        found
    }

    /// Whether there is nothing to publish.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.deleted.is_empty()
    }
}

/// Where lines are by now.
struct Place<'d> {
    /// Lines that did not exist before, by bib.
    came: BTreeMap<&'d str, &'d LineKey>,
    renumbered: &'d Renumbered<'d>,
    deleted: &'d BTreeSet<LineKey>,
}

enum Found<'d> {
    Here(PublishedLine),
    There(&'d LineKey, PublishedLine),
    Nowhere,
}

impl<'d> Place<'d> {
    fn of(&self, key: &LineKey, now: impl Fn(&LineKey) -> Option<PublishedLine>) -> Found<'d> {
        let Renumbered { told, untold } = self.renumbered;
        let there = |there: &'d LineKey| Some(Found::There(there, now(there)?));
        if let Some(found) = told.get(key).and_then(|is| there(is)) {
            return found;
        }
        if untold.contains(key) {
            return Found::Nowhere;
        }
        let other = self.came.get(key.bib.as_str());
        let other = other.filter(|_| !self.deleted.contains(key));
        let here = now(key).map(Found::Here);
        here.or_else(|| there(other?)).unwrap_or(Found::Nowhere)
    }
}

impl Rule {
    /// The revision for a runner who is now in another distance, or has another bib.
    fn moved(
        self,
        key: &LineKey,
        there: &LineKey,
        before: &PublishedLine,
        after: &PublishedLine,
    ) -> Revision {
        Revision {
            to_bib: Some(&there.bib).filter(|is| **is != key.bib).cloned(),
            to: Some(&there.distance)
                .filter(|is| **is != key.distance)
                .cloned(),
            ..self.official(key, before, after)
        }
    }

    /// The revision for a result that had disappeared and is there again.
    fn returned(self, key: &LineKey, was: &Vanished, after: &PublishedLine) -> Option<Revision> {
        if !was.listed {
            return self.compare(key, &was.told, Some(after));
        }
        // readers were told that the result was gone: its return is news, even if it is unchanged
        Some(Revision {
            status: Some((None, Some(after.state as i64))),
            ..self.official(key, &was.told, after)
        })
    }

    /// All changes, as if the results were official; empty if nothing has changed.
    fn official(self, key: &LineKey, before: &PublishedLine, after: &PublishedLine) -> Revision {
        let official = Rule {
            live: false,
            official: true,
            ..self
        };
        let line = official.compare(key, before, Some(after));
        line.unwrap_or_else(|| Revision {
            bib: key.bib.clone(),
            distance: key.distance.clone(),
            ..Revision::default()
        })
    }
}
