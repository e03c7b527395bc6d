//! "Recalculate" (contract 7.1): a delete takes many results, and the same ones come back in many
//! uploads. Until then places made from the rows, and laps, are of those who are back so far, so
//! nothing is compared before all are back: then each with what was told before the delete.

use std::collections::{BTreeMap, BTreeSet};

use super::{Done, LineKey, Revisions, Rule, Vanished};
use crate::{board::PublishedLine, liveness::Deletes, stamp::Stamp};

/// How long after a delete its results are waited for, in seconds. Some may never come back.
const LONGEST_S: i64 = 15 * 60;

/// Whether results that a delete took may be coming back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Recalculation {
    /// At the time of the version before.
    pub was: bool,
    /// At the time of this version.
    pub is: bool,
}

impl Recalculation {
    /// By a year's deletes and the times of the two versions, in unix seconds.
    #[must_use]
    pub fn of(deletes: &Deletes, before_s: i64, now_s: i64) -> Self {
        let at = |time: i64| {
            let by_distance = deletes.by_distance.iter().map(|(stamp, _)| stamp);
            let is_young = |stamp: &Stamp| (0..LONGEST_S).contains(&(time - stamp.order_s()));
            deletes.all.iter().chain(by_distance).any(is_young)
        };
        Self {
            was: at(before_s),
            is: at(now_s),
        }
    }

    /// Whether what is not back by now is not waited for any more.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.was && !self.is
    }
}

/// The results of a delete of many, which came or may come back.
fn taken(vanished: &BTreeMap<LineKey, Vanished>) -> impl Iterator<Item = (&LineKey, &Vanished)> {
    vanished.iter().filter(|(_, was)| !was.listed)
}

impl Revisions {
    /// Holds back what is not to be told yet, and tells what was held back once all of a distance
    /// are back, or are not waited for any more.
    pub(super) fn wait(
        &mut self,
        done: &Done<'_>,
        now: impl Fn(&LineKey) -> Option<PublishedLine>,
        rule: Rule,
    ) {
        let [were, are] = self.waiting(done, &now);
        if were.is_empty() && are.is_empty() {
            return;
        }
        let is_waiting = |distance: &String| were.contains(distance) || are.contains(distance);
        let is_taken = |key: &LineKey| done.vanished.get(key).is_some_and(|was| !was.listed);
        self.lines.retain_mut(|line| {
            if !is_waiting(&line.distance) && !line.to.as_ref().is_some_and(is_waiting) {
                return true;
            }
            if !line.is_elsewhere() && !line.is_gone() && is_taken(&line.key()) {
                return false;
            }
            (line.place, line.gender_place, line.age_place) = (None, None, None);
            !line.is_empty()
        });
        // what stood meanwhile was not told: what was told before still counts
        for (key, gone) in &mut self.vanished {
            if let (true, Some(was)) = (is_waiting(&key.distance), done.vanished.get(key)) {
                gone.told.clone_from(&was.told);
            }
        }
        for (key, was) in taken(done.vanished) {
            let is_over = were.contains(&key.distance) && !are.contains(&key.distance);
            if let (true, Some(after)) = (is_over, now(key).filter(PublishedLine::is_result)) {
                self.lines.extend(rule.returned(key, was, &after));
                self.back.insert(key.clone());
            }
        }
    }

    /// The distances of which results were missing before this version, and those of which some are
    /// missing now.
    fn waiting(
        &self,
        done: &Done<'_>,
        now: impl Fn(&LineKey) -> Option<PublishedLine>,
    ) -> [BTreeSet<String>; 2] {
        let is_missing = |key: &LineKey| !now(key).is_some_and(|line| line.is_result());
        let was_missing = |key: &LineKey| match done.touched.before.get(key) {
            Some(before) => !before.is_result(),
            None => done.touched.came.contains(key) || is_missing(key),
        };
        let distances = |keys: &mut dyn Iterator<Item = &LineKey>| {
            keys.map(|key| key.distance.clone()).collect()
        };
        let Recalculation { was, is } = done.recalculation;
        let before = || taken(done.vanished).map(|(key, _)| key);
        let since = taken(&self.vanished).map(|(key, _)| key);
        let still = before().filter(|key| !self.vanished.contains_key(*key));
        [
            distances(&mut before().filter(|key| was && was_missing(key))),
            distances(&mut still.chain(since).filter(|key| is && is_missing(key))),
        ]
    }
}
