//! The time of day, by which everything people set a date for is judged: validity, windows, limits,
//! tokens, ages, and the times they are shown. What was uploaded after what is decided by stamps
//! ([`Stamp`]) alone.
//!
//! A clock may be set while the service runs, forward or back. So a time that was noted may be
//! later than now, by any amount: it was noted while the clock was ahead. Whatever waits for such a
//! time must not wait longer than it would have by a clock that was right.

use crate::{event_time::EventTime, stamp::Stamp};

/// A time of day, in unix milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// The time of this many milliseconds since 1970.
    #[must_use]
    pub const fn from_ms(unix_ms: u64) -> Self {
        Self(unix_ms)
    }

    /// Unix milliseconds.
    #[must_use]
    pub const fn ms(self) -> u64 {
        self.0
    }

    /// Unix seconds.
    #[must_use]
    pub fn unix_s(self) -> i64 {
        i64::try_from(self.0 / 1_000).unwrap_or(i64::MAX)
    }

    /// How long ago `noted_ms` (unix milliseconds) is, in milliseconds. A time that is ahead was
    /// noted while the clock was: how long ago that is cannot be known, and it counts as by how
    /// much it is ahead.
    #[must_use]
    pub fn since(self, noted_ms: u64) -> u64 {
        self.0.abs_diff(noted_ms)
    }
}

impl From<Time> for EventTime {
    fn from(time: Time) -> Self {
        Self::from_unix(time.unix_s())
    }
}

/// One moment, in the order of uploads and by the time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The stamp of what is received now, or the earliest that it can have.
    pub order: Stamp,
    /// The time of day.
    pub time: Time,
}

impl Now {
    /// A moment at which stamps follow the clock, as they do unless it was ahead before.
    #[must_use]
    pub fn in_step(unix_ms: u64) -> Self {
        Self {
            order: Stamp::earliest(unix_ms),
            time: Time::from_ms(unix_ms),
        }
    }

    /// The time of day at which a stamp was given, for people to read: where stamps are ahead of
    /// the clock, as long ago as the order says. It may be wrong by what the clock was wrong by, so
    /// nothing may be decided by it.
    #[must_use]
    pub fn time_of(self, stamp: Stamp) -> Time {
        let at_ms = stamp.order_ms();
        if at_ms <= self.time.0 {
            return Time(at_ms);
        }
        let ago_ms = self.order.order_ms().saturating_sub(at_ms);
        Time(self.time.0.saturating_sub(ago_ms))
    }
}

/// A known or suspected fault of the serving machine's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// It shows a time before this program was made.
    Unset,
    /// It is behind the newest stamp: it is behind now, or was ahead when that was given.
    Behind {
        /// By how many seconds.
        by_s: u64,
    },
    /// It went forward while the service ran: it was set, or the machine slept.
    Forward {
        /// By how many seconds.
        by_s: u64,
    },
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    const NOW_MS: u64 = 1_800_000_000_000;

    #[rstest]
    #[case::in_step(0, NOW_MS - 5_000, NOW_MS - 5_000)]
    #[case::ahead(365 * DAY_MS, NOW_MS + 365 * DAY_MS - 5_000, NOW_MS - 5_000)]
    #[case::before_the_clock_was_ahead(365 * DAY_MS, NOW_MS - 5_000, NOW_MS - 5_000)]
    #[case::later_than_now(0, NOW_MS + 5_000, NOW_MS)]
    fn when_a_stamp_was_given(#[case] ahead_ms: u64, #[case] at_ms: u64, #[case] expected: u64) {
        let now = Now {
            order: Stamp::earliest(NOW_MS + ahead_ms),
            time: Time::from_ms(NOW_MS),
        };
        assert_eq!(now.time_of(Stamp::earliest(at_ms)).ms(), expected);
    }
}
