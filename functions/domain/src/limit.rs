//! Rate limits: a maximum number of calls in any period of a given length (contract 4.6, 8.3).
//!
//! A limit that restarts its count at fixed moments lets through twice as many calls around such a
//! moment. Here the times of the counted calls are kept, so that no period of the window's length,
//! wherever it begins, has more calls than the limit. Refused calls are not counted: a caller who
//! keeps trying gets through as soon as the window has room.

use std::num::NonZeroU32;

/// At most `most` calls in any `within_s` seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The maximum number of calls.
    pub most: u32,
    /// The window's length in seconds.
    pub within_s: NonZeroU32,
}

/// The limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("Too Many Requests")]
pub struct TooMany {
    /// How many seconds until one more call fits, at least 1: the value of `Retry-After`.
    pub retry_after_s: u32,
}

/// The times of the calls that still count, in unix seconds, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log(Vec<u32>);

impl Limit {
    /// A limit with a window in minutes; a window of zero counts as one second.
    #[must_use]
    pub const fn in_minutes(most: u32, minutes: u32) -> Self {
        let within_s = match NonZeroU32::new(minutes.saturating_mul(60)) {
            Some(seconds) => seconds,
            None => NonZeroU32::MIN,
        };
        Self { most, within_s }
    }

    /// Whether one more call fits at `now_s`.
    ///
    /// # Errors
    /// [`TooMany`] if not.
    pub fn check(self, log: &Log, now_s: u32) -> Result<(), TooMany> {
        let live = log.live(self, now_s);
        if u32::try_from(live.len()).unwrap_or(u32::MAX) < self.most {
            return Ok(());
        }
        // with a limit of n, one more fits once the n-th newest call has left the window
        let leaves = usize::try_from(self.most)
            .ok()
            .and_then(|most| live.len().checked_sub(most))
            .and_then(|at| live.get(at));
        let retry_after_s = leaves.map_or(self.within_s.get(), |at| {
            at.saturating_add(self.within_s.get()).saturating_sub(now_s)
        });
        Err(TooMany {
            retry_after_s: retry_after_s.max(1),
        })
    }

    /// The log with one more call at `now_s`, without the calls that no longer count.
    ///
    /// # Errors
    /// [`TooMany`] if it does not fit.
    pub fn count(self, log: &Log, now_s: u32) -> Result<Log, TooMany> {
        self.check(log, now_s)?;
        let mut times = log.live(self, now_s).to_vec();
        // the clocks of the front door's machines may differ slightly, so calls need not come in
        // order
        let at = times.partition_point(|time| *time <= now_s);
        times.insert(at, now_s);
        Ok(Log(times))
    }
}

impl Log {
    /// The calls that count at `now_s`. Those that are ahead by more than the window's length were
    /// noted by a clock that was ahead, and do not.
    fn live(&self, limit: Limit, now_s: u32) -> &[u32] {
        let window_s = limit.within_s.get();
        let from = self
            .0
            .partition_point(|time| time.saturating_add(window_s) <= now_s);
        let to = self
            .0
            .partition_point(|time| *time <= now_s.saturating_add(window_s));
        self.0.get(from..to).unwrap_or_default()
    }

    /// The stored form: four bytes per call, big-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|time| time.to_be_bytes()).collect()
    }

    /// The reverse of [`Log::to_bytes`]; leftover bytes are ignored.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(
            bytes
                .as_chunks()
                .0
                .iter()
                .map(|chunk| u32::from_be_bytes(*chunk))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const THREE_IN_TEN: Limit = Limit::in_minutes(3, 10);

    #[rstest]
    #[case(&[], 0, None)]
    #[case(&[0, 0], 0, None)]
    #[case(&[0, 0, 0], 0, Some(600))]
    #[case(&[0, 100, 200], 300, Some(300))]
    #[case(&[0, 100, 200], 599, Some(1))]
    #[case(&[0, 100, 200], 600, None)]
    #[case(&[0, 600, 601], 650, None)]
    #[case(&[100, 100, 100], 99, Some(601))]
    // a clock was ahead, by less than the window and by more
    #[case(&[0, 600, 600], 0, Some(600))]
    #[case(&[0, 601, 40_000_000], 0, None)]
    // the limit was lowered since: four calls count, and two have to leave the window
    #[case(&[0, 100, 200, 300], 400, Some(300))]
    fn one_too_many(#[case] times: &[u32], #[case] now_s: u32, #[case] retry_after_s: Option<u32>) {
        let refused = THREE_IN_TEN.check(&Log(times.to_vec()), now_s).err();
        assert_eq!(
            refused,
            retry_after_s.map(|retry_after_s| TooMany { retry_after_s })
        );
    }

    #[test]
    fn a_limit_of_none_refuses_all() {
        assert_eq!(
            Limit::in_minutes(0, 10).check(&Log::default(), 5),
            Err(TooMany { retry_after_s: 600 })
        );
    }

    #[test]
    fn a_log_reads_back_from_its_bytes() {
        let log = Log(vec![0, 1, 1_800_000_000, u32::MAX]);
        assert_eq!(Log::from_bytes(&log.to_bytes()), log);
        assert_eq!(Log::from_bytes(&[0, 0, 0, 7, 1]), Log(vec![7]));
    }

    proptest! {
        /// Compared with counting directly: no window anywhere holds more calls than the limit, and
        /// no call is refused needlessly.
        #[test]
        fn no_window_holds_more_and_none_is_refused_needlessly(
            most in 0_u32..6, within_s in 1_u32..50, steps in prop::collection::vec(0_u32..20, 0..120)
        ) {
            let limit = Limit { most, within_s: NonZeroU32::new(within_s).unwrap() };
            let (mut log, mut now_s, mut taken): (Log, u32, Vec<u32>) = (Log::default(), 1_000, Vec::new());
            for step in steps {
                now_s += step;
                let recent = taken.iter().filter(|at| **at + within_s > now_s).count();
                match limit.count(&log, now_s) {
                    Ok(next) => {
                        prop_assert!(recent < most as usize);
                        log = next;
                        taken.push(now_s);
                        prop_assert!(log.0.len() <= most as usize);
                    }
                    Err(TooMany { retry_after_s }) => {
                        prop_assert!(recent >= most as usize);
                        prop_assert!(retry_after_s >= 1);
                        let free = |at| limit.check(&log, at).is_ok();
                        prop_assert!(most == 0 || free(now_s + retry_after_s), "it holds what it promises");
                        prop_assert!(retry_after_s == 1 || !free(now_s + retry_after_s - 1), "and does not make anybody wait longer");
                    }
                }
            }
        }
    }
}
