//! Which earlier versions a version remembers, so that they can be returned to
//! (docs/decisions/returning.md).
//!
//! A version's manifest names immutable files: its list of pieces, and the pieces with all rows as
//! they were. Remembering a version therefore takes no more than its name, which keeps the clean-up
//! from removing these files.

use chute_domain::{snapshot::Cause, time::Time};
use serde::{Deserialize, Serialize};

/// How long a version can be returned to after the next one has replaced it, in seconds.
const KEPT_S: i64 = 30 * 24 * 60 * 60;
/// A version that was current for at least this long is remembered, even if the next one corrected
/// nothing. While new versions come quickly, one is remembered per this interval. In seconds.
const STOOD_S: u64 = 10 * 60;
/// The maximum number of versions that are remembered.
const MOST_EARLIER: usize = 40;
/// How many of the latest of these are kept no matter how close in time they are. Of the others,
/// those that are closest to their predecessor are dropped first.
const NEWEST_EARLIER: usize = 8;

/// A version that can be returned to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Earlier {
    pub(super) version: u64,
    pub(super) made_s: i64,
    /// When the next version replaced it.
    pub(super) left_s: i64,
    /// The name of that version's manifest.
    pub(super) state: String,
    /// The cause of the next version. `changes` is how many revisions that version lists.
    pub(super) cause: Cause,
    pub(super) changes: usize,
}

impl Earlier {
    /// Whether it can still be returned to.
    pub(super) fn is_kept(&self, now: Time) -> bool {
        self.left_s + KEPT_S > now.unix_s()
    }
}

/// The version that a new one replaces.
pub(super) struct Before {
    pub(super) version: u64,
    pub(super) made_s: i64,
    pub(super) state: String,
}

impl Before {
    pub(super) fn replaced(self, cause: Cause, changes: usize, now: Time) -> Earlier {
        let Self {
            version,
            made_s,
            state,
        } = self;
        Earlier {
            version,
            made_s,
            left_s: now.unix_s(),
            state,
            cause,
            changes,
        }
    }
}

/// Adds the version that a new one replaces, if that is worthwhile, and drops what is too old or too
/// much. `born_s` is when the year was created.
pub(super) fn remember(known: &mut Vec<Earlier>, before: Option<Earlier>, born_s: i64, now: Time) {
    let last_s = known.last().map_or(born_s, |last| last.made_s);
    // the clock may have been ahead at any of these times
    let is_apart = |at_s: i64, before_s: i64| at_s.abs_diff(before_s) >= STOOD_S;
    known.extend(before.filter(|before| {
        before.changes > 0
            || matches!(before.cause, Cause::Delete | Cause::RollBack)
            || is_apart(now.unix_s(), before.made_s)
            || is_apart(before.made_s, last_s)
    }));
    known.retain(|earlier| earlier.is_kept(now));
    while known.len() > MOST_EARLIER {
        let times: Vec<i64> = known.iter().map(|earlier| earlier.made_s).collect();
        let gaps = times
            .iter()
            .zip(times.iter().skip(1))
            .map(|(before, at)| at - before)
            .take(MOST_EARLIER - NEWEST_EARLIER)
            .enumerate();
        let closest = gaps.min_by_key(|(_, gap)| *gap).map_or(0, |(at, _)| at + 1);
        known.remove(closest);
    }
}
