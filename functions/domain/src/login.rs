//! Growing delays after failures (contract 3.5): who may try a password now, and who has to wait,
//! and until when.
//!
//! An attempt counts as failed before its password is checked, and is uncounted if that was right,
//! so that of many simultaneous attempts none is free.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Failures in a row after which an e-mail is delayed.
pub const EMAIL_FAILURES: u32 = 5;
/// Failures within an hour after which a source address is delayed.
pub const SOURCE_FAILURES: usize = 20;
/// The first delay in seconds; each further failure doubles it.
pub const FIRST_DELAY_S: i64 = 60;
/// The longest delay in seconds.
pub const LONGEST_DELAY_S: i64 = 24 * 60 * 60;
/// How long after the last failure or delay all failures are forgotten, in seconds.
pub const QUIET_S: i64 = 24 * 60 * 60;
/// How long a source address that signed in has a counter of its own, in seconds.
pub const KNOWN_S: i64 = 30 * 24 * 60 * 60;
/// How many such addresses are kept for an e-mail; the one that signed in longest ago is forgotten
/// first.
const KNOWN: usize = 20;
const HOUR_S: i64 = 60 * 60;

/// A delay is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("delayed for {left_s} s")]
pub struct Delayed {
    /// Whole seconds left, at least 1.
    pub left_s: i64,
}

/// Failures in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    #[serde(rename = "f")]
    failures: u32,
    /// The last failure or the end of its delay, in unix seconds.
    #[serde(rename = "u")]
    until_s: i64,
}

impl Counter {
    /// Counts an attempt as failed, unless a delay is running: then it is refused and not counted.
    ///
    /// # Errors
    /// [`Delayed`] while a delay is running.
    pub fn attempt(&mut self, now_s: i64) -> Result<(), Delayed> {
        running(self.until_s, self.delay_s(), now_s)?;
        if now_s - self.until_s >= QUIET_S {
            self.failures = 0;
        }
        self.failures = self.failures.saturating_add(1);
        self.until_s = now_s + self.delay_s();
        Ok(())
    }

    fn delay_s(&self) -> i64 {
        delay(self.failures.checked_sub(EMAIL_FAILURES))
    }

    /// From when on it no longer counts, in unix seconds.
    #[must_use]
    pub fn forgotten_s(&self) -> i64 {
        self.until_s + QUIET_S
    }
}

/// Whether a delay of `delay_s` that ends at `until_s` is over. One that has more left than it is
/// long began by a clock that was ahead, and is over.
fn running(until_s: i64, delay_s: i64, now_s: i64) -> Result<(), Delayed> {
    let left_s = until_s - now_s;
    if (1..=delay_s).contains(&left_s) {
        Err(Delayed { left_s })
    } else {
        Ok(())
    }
}

/// The delay in seconds: 1, 2, 4, … minutes for 0, 1, 2, … doublings, up to [`LONGEST_DELAY_S`]; 0
/// for `None`.
fn delay(doublings: Option<u32>) -> i64 {
    doublings.map_or(0, |doublings| {
        (FIRST_DELAY_S << doublings.min(20)).min(LONGEST_DELAY_S)
    })
}

/// Attempts to sign in with one e-mail, whether or not it has an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailAttempts {
    #[serde(rename = "c")]
    strangers: Counter,
    /// Counters by source address.
    #[serde(rename = "k", default)]
    known: BTreeMap<String, Known>,
}

/// A source address that has signed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    #[serde(rename = "s")]
    signed_in_s: i64,
    #[serde(rename = "c")]
    counter: Counter,
}

impl EmailAttempts {
    /// Counts an attempt from this source as failed, unless it is delayed.
    ///
    /// # Errors
    /// [`Delayed`] while a delay is running.
    pub fn attempt(&mut self, source: &str, now_s: i64) -> Result<(), Delayed> {
        self.known
            .retain(|_, known| now_s - known.signed_in_s < KNOWN_S);
        match self.known.get_mut(source) {
            Some(known) => known.counter.attempt(now_s),
            None => self.strangers.attempt(now_s),
        }
    }

    /// Notes that the attempt was right after all: its counter starts over, and its source is known
    /// from now on.
    pub fn signed_in(&mut self, source: &str, now_s: i64) {
        let fresh = Known {
            signed_in_s: now_s,
            counter: Counter::default(),
        };
        if self.known.insert(source.to_owned(), fresh).is_none() {
            self.strangers = Counter::default();
        }
        while self.known.len() > KNOWN {
            let oldest = self
                .known
                .iter()
                .min_by_key(|(_, known)| known.signed_in_s)
                .map(|(source, _)| source.clone());
            self.known.remove(&oldest.unwrap_or_default());
        }
    }

    /// Applies an administrator's unlock: all delays end, and known sources stay known.
    pub fn unlock(&mut self) {
        self.strangers = Counter::default();
        self.known
            .values_mut()
            .for_each(|known| known.counter = Counter::default());
    }

    /// From when on nothing in it counts any more, in unix seconds.
    #[must_use]
    pub fn forgotten_s(&self) -> i64 {
        let known = self
            .known
            .values()
            .map(|known| known.counter.forgotten_s().max(known.signed_in_s + KNOWN_S));
        known.fold(self.strangers.forgotten_s(), i64::max)
    }
}

/// Failures from one source address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceAttempts {
    /// The failures of the last hour, in unix seconds; empty once delays have begun.
    #[serde(rename = "r", default)]
    recent: Vec<i64>,
    /// How many delays there have been in a row.
    #[serde(rename = "d", default)]
    delays: u32,
    /// The end of the last delay, in unix seconds.
    #[serde(rename = "u", default)]
    until_s: i64,
}

impl SourceAttempts {
    /// Whether this source may try.
    ///
    /// # Errors
    /// [`Delayed`] while a delay is running.
    pub fn open(&self, now_s: i64) -> Result<(), Delayed> {
        running(self.until_s, delay(self.delays.checked_sub(1)), now_s)
    }

    /// Counts a failure.
    ///
    /// # Errors
    /// [`Delayed`] if this failure begins a delay, or one is already running.
    pub fn failed(&mut self, now_s: i64) -> Result<(), Delayed> {
        self.open(now_s)?;
        if now_s - self.until_s >= QUIET_S {
            self.delays = 0;
        }
        self.recent.retain(|at| (now_s - at).abs() < HOUR_S);
        self.recent.push(now_s);
        if self.delays == 0 && self.recent.len() < SOURCE_FAILURES {
            return Ok(());
        }
        self.recent.clear();
        self.until_s = now_s + delay(Some(self.delays));
        self.delays = self.delays.saturating_add(1);
        self.open(now_s)
    }

    /// From when on nothing in it counts any more, in unix seconds.
    #[must_use]
    pub fn forgotten_s(&self) -> i64 {
        self.recent
            .iter()
            .map(|at| at + HOUR_S)
            .fold(self.until_s + QUIET_S, i64::max)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn after(failures: u32) -> (Counter, i64) {
        let (mut counter, mut now) = (Counter::default(), NOW);
        for _ in 0..failures {
            counter.attempt(now).unwrap();
            now = counter.until_s.max(now + 1);
        }
        (counter, now)
    }

    #[rstest]
    #[case(4, None)]
    #[case(5, Some(60))]
    #[case(6, Some(120))]
    #[case(7, Some(240))]
    #[case(15, Some(61_440))]
    #[case(16, Some(86_400))]
    #[case(60, Some(86_400))]
    fn delays_double_from_the_fifth_failure_on(
        #[case] failures: u32,
        #[case] expected: Option<i64>,
    ) {
        let (mut counter, now) = after(failures - 1);
        counter.attempt(now).unwrap();
        assert_eq!(
            counter.attempt(now).err().map(|delayed| delayed.left_s),
            expected
        );
        if let Some(delay) = expected {
            assert_eq!(
                counter.clone().attempt(now + delay - 1),
                Err(Delayed { left_s: 1 })
            );
            assert!(counter.attempt(now + delay).is_ok());
        }
    }

    #[rstest]
    #[case(1)]
    #[case(9)]
    fn a_delay_noted_by_a_clock_that_was_ahead_delays_nobody(#[case] failures: u32) {
        let (mut counter, _) = after(failures);
        let right = counter.until_s - 365 * QUIET_S;
        for _ in failures..4 {
            counter.attempt(right).unwrap();
        }
        let known = counter.failures;
        counter.attempt(right).unwrap();
        assert!(counter.failures == known + 1 && counter.attempt(right).is_err());
        let mut source = SourceAttempts::default();
        for _ in 0..19 {
            source.failed(NOW).unwrap();
        }
        source.failed(NOW).unwrap_err();
        assert_eq!(source.open(NOW - 365 * QUIET_S), Ok(()));
    }

    #[test]
    fn attempts_during_a_delay_are_not_counted() {
        let (mut counter, _) = after(5);
        let delayed = counter;
        for second in 5..60 {
            assert!(counter.attempt(NOW + second).is_err());
        }
        assert_eq!(counter, delayed);
    }

    #[rstest]
    #[case(4, QUIET_S - 1, true)]
    #[case(4, QUIET_S, false)]
    #[case(5, QUIET_S - 1, true)]
    #[case(5, QUIET_S, false)]
    fn a_day_of_quiet_forgets(#[case] failures: u32, #[case] quiet: i64, #[case] remembered: bool) {
        let (mut counter, _) = after(failures);
        let now = counter.until_s + quiet;
        counter.attempt(now).unwrap();
        assert_eq!(counter.attempt(now).is_err(), remembered);
    }

    #[test]
    fn a_strangers_failures_do_not_delay_the_owner() {
        let mut attempts = EmailAttempts::default();
        attempts.attempt("home", NOW).unwrap();
        attempts.signed_in("home", NOW);
        for at in 0..5 {
            attempts.attempt("elsewhere", NOW + at).unwrap();
        }
        assert!(attempts.attempt("elsewhere", NOW + 5).is_err());
        assert!(attempts.attempt("a third", NOW + 5).is_err());
        assert!(attempts.attempt("home", NOW + 5).is_ok());
        for at in 6..10 {
            attempts.attempt("home", NOW + at).unwrap();
        }
        assert!(
            attempts.attempt("home", NOW + 10).is_err(),
            "its own counter delays it, too"
        );
        attempts.unlock();
        assert!(
            attempts.attempt("home", NOW + 10).is_ok()
                && attempts.attempt("elsewhere", NOW + 10).is_ok()
        );
    }

    #[rstest]
    #[case(KNOWN_S - 1, true)]
    #[case(KNOWN_S, false)]
    fn a_source_is_known_for_thirty_days(#[case] later: i64, #[case] known: bool) {
        let mut attempts = EmailAttempts::default();
        attempts.signed_in("home", NOW);
        for _ in 0..5 {
            attempts.attempt("elsewhere", NOW + later).unwrap();
        }
        assert_eq!(attempts.attempt("home", NOW + later).is_ok(), known);
    }

    #[test]
    fn the_known_sources_are_few() {
        let mut attempts = EmailAttempts::default();
        for at in 0..30 {
            attempts.signed_in(&format!("source {at}"), NOW + at);
        }
        assert_eq!(attempts.known.len(), KNOWN);
        assert!(
            attempts.known.contains_key("source 29") && !attempts.known.contains_key("source 9")
        );
    }

    #[test]
    fn a_source_is_delayed_from_the_twentieth_failure_within_an_hour_on() {
        let mut source = SourceAttempts::default();
        for at in 0..19 {
            source.failed(NOW + at).unwrap();
        }
        assert_eq!(
            source.clone().failed(NOW + HOUR_S),
            Ok(()),
            "the first of them is an hour old"
        );
        assert_eq!(source.failed(NOW + 20), Err(Delayed { left_s: 60 }));
        assert_eq!(source.failed(NOW + 79), Err(Delayed { left_s: 1 }));
        assert_eq!(source.failed(NOW + 80), Err(Delayed { left_s: 120 }));
        assert_eq!(
            source.failed(NOW + 80 + 4_000),
            Err(Delayed { left_s: 240 }),
            "an hour later, too"
        );
        for _ in 0..20 {
            let until = source.until_s;
            assert!(source.failed(until).unwrap_err().left_s <= LONGEST_DELAY_S);
        }
        assert_eq!(source.failed(source.until_s + QUIET_S), Ok(()));
    }

    proptest! {
        /// However attempts are spread, at most five get through, and after that one per delay.
        #[test]
        fn guesses_are_few(gaps in prop::collection::vec(0_i64..4_000, 1..400)) {
            let (mut attempts, mut now, mut tried) = (EmailAttempts::default(), NOW, 0_u32);
            for (at, gap) in gaps.iter().enumerate() {
                now += gap;
                tried += u32::from(attempts.attempt(&format!("source {at}"), now).is_ok());
            }
            let elapsed = now - NOW;
            let mut allowed = EMAIL_FAILURES;
            let mut spent = FIRST_DELAY_S;
            while spent <= elapsed {
                allowed += 1;
                spent += delay(Some(allowed - EMAIL_FAILURES));
            }
            prop_assert!(tried <= allowed, "{tried} of {allowed} in {elapsed} s");
        }

        /// Attempts that the table removes must not count any more.
        #[test]
        fn expired_attempts_do_not_count(gaps in prop::collection::vec((0_i64..100_000, 0_u8..3, any::<bool>()), 1..40)) {
            let (mut attempts, mut source, mut now) = (EmailAttempts::default(), SourceAttempts::default(), NOW);
            for (gap, from, right) in gaps {
                now += gap;
                if attempts.attempt(&from.to_string(), now).is_ok() && right {
                    attempts.signed_in(&from.to_string(), now);
                }
                let _ = source.failed(now);
            }
            let late = attempts.forgotten_s().max(source.forgotten_s()).max(now);
            for from in 0..3 {
                let (mut old, mut new) = (attempts.clone(), EmailAttempts::default());
                for _ in 0..6 {
                    prop_assert_eq!(old.attempt(&from.to_string(), late), new.attempt(&from.to_string(), late));
                }
            }
            prop_assert_eq!(source.failed(late), Ok(()));
        }
    }
}
