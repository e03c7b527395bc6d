//! Runners whose bib an organiser corrected (contract 6.15): their lines are told as theirs, whoever
//! had the bib before or has it now.

use std::collections::{BTreeMap, BTreeSet};

use super::{Done, LineKey};
use crate::board::PublishedLine;

/// The lines of runners who got another bib.
#[derive(Debug, Default)]
pub(super) struct Renumbered<'d> {
    /// Where each was, and is now.
    pub(super) told: BTreeMap<&'d LineKey, &'d LineKey>,
    /// Where those were of whom nobody may learn with which bib they go on, or who had theirs.
    pub(super) untold: BTreeSet<&'d LineKey>,
}

impl<'d> Renumbered<'d> {
    pub(super) fn of(done: &Done<'d>, now: impl Fn(&LineKey) -> Option<PublishedLine>) -> Self {
        let is_there = |key: &LineKey| now(key).is_some();
        let was_there = |key: &LineKey| {
            let touched = done.touched;
            touched.before.contains_key(key) || (is_there(key) && !touched.came.contains(key))
        };
        let known = done.renumbered.iter();
        let known = known.filter(|(was, is)| was_there(was) && is_there(is));
        // where others share a bib, nobody can tell whose the line is
        let all = apart(known.collect(), was_there, is_there);
        let is_named = |key: &LineKey| !done.veiled.contains(&key.bib);
        let named = all.iter().map(|(was, is)| (*was, *is));
        let named = named.filter(|(was, is)| is_named(was) && is_named(is));
        // of two who swapped bibs one would tell the other
        let told = apart(named.collect(), was_there, is_there);
        let untold = all.into_keys().filter(|was| !told.contains_key(was));
        let untold = untold.collect();
        Self { told, untold }
    }
}

/// Those whose former line is nobody's by now, and whose line was nobody's before, other than that of
/// one of these.
fn apart<'d>(
    mut all: BTreeMap<&'d LineKey, &'d LineKey>,
    was_there: impl Fn(&LineKey) -> bool,
    is_there: impl Fn(&LineKey) -> bool,
) -> BTreeMap<&'d LineKey, &'d LineKey> {
    loop {
        let (before, now) = (all.len(), all.values().copied().collect::<BTreeSet<_>>());
        let left: BTreeSet<&LineKey> = all.keys().copied().collect();
        all.retain(|was, is| {
            (!is_there(was) || now.contains(was)) && (!was_there(is) || left.contains(is))
        });
        if all.len() == before {
            return all;
        }
    }
}
