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
    /// The runner's bib without surrounding blanks.
    pub bib: String,
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
            && self.to.is_none()
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

/// Takes the places in age groups out of the lines of these bibs, and lines that say nothing else.
/// Returns whether there were any.
pub fn forget_ages(lines: &mut Vec<Revision>, bibs: &BTreeSet<String>) -> bool {
    let mut some = false;
    lines.retain_mut(|line| {
        if line.age_place.is_none() || !bibs.contains(&line.bib) {
            return true;
        }
        some = true;
        line.age_place = None;
        !line.is_empty()
    });
    some
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
}

impl Revisions {
    /// The revisions of a version. `touched` are its lines, `deleted` are the lines that a delete
    /// of many removed, `vanished` are the results that disappeared earlier, and `now` returns a
    /// line as it is in this version.
    #[must_use]
    pub fn of(
        touched: &Touched,
        deleted: &BTreeSet<LineKey>,
        vanished: &BTreeMap<LineKey, Vanished>,
        now: impl Fn(&LineKey) -> Option<PublishedLine>,
        rule: Rule,
    ) -> Self {
        let mut found = Self::default();
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        let mut moved: BTreeSet<&LineKey> = BTreeSet::new();
        let came: BTreeMap<&str, &LineKey> = touched
            .came
            .iter()
            .map(|key| (key.bib.as_str(), key))
            .collect();
        let (results, unfinished): (Vec<_>, Vec<_>) = touched
            .before
            .iter()
            .partition(|(_, before)| before.is_result());
        for (key, before) in results {
            let after = now(key);
            let mut went = None;
            let line = match &after {
                None if deleted.contains(key) => {
                    *taken.entry(&key.distance).or_default() += 1;
                    went = Some(false);
                    None
                }
                None => {
                    let there = came.get(key.bib.as_str()).copied();
                    match there.and_then(|there| Some((there, now(there)?))) {
                        Some((there, after)) => {
                            moved.insert(there);
                            Some(rule.moved(key, there, before, &after))
                        }
                        None => {
                            went = Some(true);
                            rule.compare(key, before, None)
                        }
                    }
                }
                Some(after) => {
                    went = (!after.is_result()).then_some(true);
                    rule.compare(key, before, Some(after))
                }
            };
            if let Some(listed) = went {
                let told = before.clone();
                let vanished = Vanished { told, listed };
                found.vanished.insert(key.clone(), vanished);
            }
            found.lines.extend(line);
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

impl Rule {
    /// The revision for a runner who is now in another distance.
    fn moved(
        self,
        key: &LineKey,
        there: &LineKey,
        before: &PublishedLine,
        after: &PublishedLine,
    ) -> Revision {
        Revision {
            to: Some(there.distance.clone()),
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::row::{Passage, ResultRow};

    const RACE: Rule = Rule {
        kind: EventKind::Distance,
        live: false,
        official: false,
    };
    const LIVE: Rule = Rule { live: true, ..RACE };
    const LAPS: Rule = Rule {
        kind: EventKind::Time,
        live: true,
        official: true,
    };
    const BACKYARD: Rule = Rule {
        kind: EventKind::BackyardUltra,
        live: true,
        official: false,
    };

    fn told(state: State, seconds: i64, place: i64, occurrence: i64) -> PublishedLine {
        let passage = Passage {
            seconds,
            chip_seconds: seconds - 5,
            ranking: place,
            gender_ranking: place,
            age_ranking: -1,
            occurrence,
            ..Passage::default()
        };
        PublishedLine::of(
            state,
            Some(&ResultRow {
                passage,
                ..ResultRow::default()
            }),
        )
    }

    fn key(distance: &str, bib: &str) -> LineKey {
        LineKey {
            distance: distance.to_owned(),
            bib: bib.to_owned(),
        }
    }

    #[test]
    fn a_line_is_stored_as_distance_then_bib() {
        let stored = postcard::to_stdvec(&key("10K", "7")).unwrap();
        assert_eq!(stored, postcard::to_stdvec(&("10K", "7")).unwrap());
    }

    /// The revisions of a single version that turns `before` into `after`.
    fn between(
        rule: Rule,
        before: &[(&str, &str, PublishedLine)],
        after: &[(&str, &str, PublishedLine)],
        deleted: bool,
        vanished: &BTreeMap<LineKey, Vanished>,
    ) -> Revisions {
        let map = |lines: &[(&str, &str, PublishedLine)]| {
            lines
                .iter()
                .map(|(distance, bib, told)| (key(distance, bib), told.clone()))
                .collect::<BTreeMap<_, _>>()
        };
        let (before, after) = (map(before), map(after));
        let went = before
            .keys()
            .filter(|key| deleted && !after.contains_key(*key))
            .cloned()
            .collect();
        let touched = Touched {
            came: after
                .keys()
                .filter(|key| !before.contains_key(*key))
                .cloned()
                .collect(),
            before,
        };
        Revisions::of(
            &touched,
            &went,
            vanished,
            |key| after.get(key).cloned(),
            rule,
        )
    }

    /// The revisions in words, such as "31: place 3 → 4".
    fn words(found: &Revisions) -> Vec<String> {
        let value =
            |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let line = |line: &Revision| {
            let pairs = [
                ("status", line.status),
                ("time", line.time),
                ("laps", line.laps),
                ("place", line.place),
            ];
            let pairs = pairs.into_iter().filter_map(|(name, pair)| {
                Some(format!("{name} {} → {}", value(pair?.0), value(pair?.1)))
            });
            let to = line.to.iter().map(|to| format!("to {to}"));
            format!(
                "{} {}: {}",
                line.distance,
                line.bib,
                to.chain(pairs).collect::<Vec<_>>().join(", ")
            )
        };
        found.lines.iter().map(line).collect()
    }

    #[rstest]
    #[case::a_place(
        RACE,
        told(State::Finished, 60, 3, 1),
        told(State::Finished, 60, 4, 1),
        "10K 31: place 3 → 4"
    )]
    #[case::a_place_while_others_arrive(
        LIVE,
        told(State::Finished, 60, 3, 1),
        told(State::Finished, 60, 4, 1),
        ""
    )]
    #[case::a_time_while_others_arrive(
        LIVE,
        told(State::Finished, 60, 3, 1),
        told(State::Finished, 61, 4, 1),
        "10K 31: time 60000 → 61000, place 3 → 4"
    )]
    #[case::out(
        LIVE,
        told(State::Finished, 60, 3, 1),
        told(State::Dnf, 60, 3, 1),
        "10K 31: status 2 → 3, time 60000 → -, place 3 → -"
    )]
    #[case::in_after_all(
        RACE,
        told(State::Dns, 0, 0, 0),
        told(State::Finished, 60, 3, 1),
        "10K 31: status 4 → 2, time - → 60000, place - → 3"
    )]
    #[case::on_the_course_again(
        RACE,
        told(State::Finished, 60, 3, 1),
        told(State::Started, 60, 3, 1),
        "10K 31: status 2 → 1, time 60000 → -, place 3 → -"
    )]
    #[case::arrives(
        RACE,
        told(State::Started, 20, 3, 1),
        told(State::Finished, 60, 3, 1),
        ""
    )]
    #[case::gives_up(RACE, told(State::Started, 20, 3, 1), told(State::Dnf, 60, 3, 1), "")]
    #[case::another_lap(
        LAPS,
        told(State::Finished, 60, 3, 1),
        told(State::Finished, 120, 2, 2),
        ""
    )]
    #[case::another_lap_when_it_is_official(Rule { live: false, ..LAPS }, told(State::Finished, 60, 3, 1), told(State::Finished, 120, 2, 2), "10K 31: time 60000 → 120000, laps 1 → 2, place 3 → 2")]
    #[case::the_rest_of_an_upload(Rule { live: false, official: false, ..LAPS }, told(State::Finished, 60, 3, 1), told(State::Finished, 120, 2, 2), "")]
    #[case::a_lap_less(
        LAPS,
        told(State::Finished, 120, 2, 2),
        told(State::Finished, 60, 3, 1),
        "10K 31: time 120000 → 60000, laps 2 → 1, place 2 → 3"
    )]
    #[case::the_end_of_a_backyard(
        BACKYARD,
        told(State::Finished, 60, 3, 1),
        told(State::Dnf, 60, 3, 1),
        ""
    )]
    fn corrections_by_rule(
        #[case] rule: Rule,
        #[case] before: PublishedLine,
        #[case] after: PublishedLine,
        #[case] wanted: &str,
    ) {
        let found = between(
            rule,
            &[("10K", "31", before)],
            &[("10K", "31", after)],
            false,
            &BTreeMap::new(),
        );
        assert_eq!(words(&found).join("; "), wanted);
    }

    #[test]
    fn a_runner_in_another_distance_is_told_once() {
        let (before, after) = (
            told(State::Finished, 60, 3, 1),
            told(State::Finished, 60, 1, 1),
        );
        let found = between(
            LIVE,
            &[("10K", "31", before)],
            &[("5K", "31", after)],
            false,
            &BTreeMap::new(),
        );
        assert_eq!(words(&found), ["10K 31: to 5K, place 3 → 1"]);
        assert_eq!(found.vanished, BTreeMap::new());
    }

    #[test]
    fn a_result_that_goes_and_returns_is_two_corrections() {
        let was = told(State::Finished, 60, 3, 1);
        let gone = between(
            LIVE,
            &[("10K", "31", was.clone())],
            &[],
            false,
            &BTreeMap::new(),
        );
        assert_eq!(
            words(&gone),
            ["10K 31: status 2 → -, time 60000 → -, place 3 → -"]
        );
        let same = between(
            LIVE,
            &[],
            &[("10K", "31", was.clone())],
            false,
            &gone.vanished,
        );
        assert_eq!(words(&same), ["10K 31: status - → 2"]);
        let other = between(
            LIVE,
            &[],
            &[("10K", "31", told(State::Finished, 61, 3, 1))],
            false,
            &gone.vanished,
        );
        assert_eq!(words(&other), ["10K 31: status - → 2, time 60000 → 61000"]);
        let on_course = between(
            LIVE,
            &[],
            &[("10K", "31", told(State::Started, 10, 0, 1))],
            false,
            &gone.vanished,
        );
        assert!(on_course.is_empty(), "no result yet");
        let arrived = between(
            LIVE,
            &[("10K", "31", told(State::Started, 10, 0, 1))],
            &[("10K", "31", was)],
            false,
            &gone.vanished,
        );
        assert_eq!(words(&arrived), ["10K 31: status - → 2"]);
    }

    /// The timing client's "Recalculate": everything is deleted and uploaded again.
    #[test]
    fn a_delete_of_many_is_told_as_one_and_what_comes_back_the_same_not_at_all() {
        let (a, b) = (
            told(State::Finished, 60, 1, 1),
            told(State::Finished, 70, 2, 1),
        );
        let gone = between(
            LIVE,
            &[
                ("10K", "1", a.clone()),
                ("10K", "2", b.clone()),
                ("10K", "3", told(State::Started, 5, 0, 1)),
            ],
            &[],
            true,
            &BTreeMap::new(),
        );
        assert_eq!(
            (words(&gone), gone.deleted.as_slice()),
            (Vec::new(), [("10K".to_owned(), 2)].as_slice())
        );
        let back = between(
            LIVE,
            &[],
            &[
                ("10K", "1", a),
                ("10K", "2", told(State::Finished, 71, 2, 1)),
            ],
            false,
            &gone.vanished,
        );
        assert_eq!(words(&back), ["10K 2: time 70000 → 71000"]);
    }

    #[test]
    fn lines_that_come_and_change_in_one_version_are_new() {
        let lines = |before: &[&str], came: &[&str]| Touched {
            before: before
                .iter()
                .map(|bib| (key("10K", bib), told(State::Finished, 60, 3, 1)))
                .collect(),
            came: came.iter().map(|bib| key("10K", bib)).collect(),
        };
        let mut touched = lines(&["1"], &["2"]);
        touched.add(lines(&["2", "3"], &["1"]));
        assert_eq!(touched, lines(&["1", "3"], &["2"]));
    }
}
