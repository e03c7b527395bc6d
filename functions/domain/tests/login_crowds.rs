//! A hundred thousand guesses, in virtual time: no more passwords are checked than the delays allow
//! (contract 3.5), worked out by hand.

use std::collections::HashMap;

use chute_domain::login::{EmailAttempts, SourceAttempts};
use rstest::rstest;

const GUESSES: i64 = 100_000;

/// The counters of a realm, asked in the order in which a log-in asks them.
#[derive(Default)]
struct Counters {
    emails: HashMap<i64, EmailAttempts>,
    sources: HashMap<i64, SourceAttempts>,
    looked_at: usize,
}

impl Counters {
    /// A wrong password.
    fn guess(&mut self, email: i64, source: i64, now_s: i64) {
        let from = self.sources.entry(source).or_default();
        if from.open(now_s).is_err() {
            return;
        }
        if self
            .emails
            .entry(email)
            .or_default()
            .attempt(&source.to_string(), now_s)
            .is_ok()
        {
            self.looked_at += 1;
        }
        // an attempt refused by the e-mail's delay counts as a failure of the source, too
        let _ = from.failed(now_s);
    }
}

#[rstest]
// 20 in the first 20 s, then one after each delay of 60, 120, … s: ten of them end within 100,000 s
#[case::one_address_sequential_emails(1, |guess| (guess, 0), 30)]
// no address fails 20 times in an hour; the e-mail takes 5, then one after each of ten delays
#[case::a_thousand_addresses_one_email(1, |guess| (0, guess % 1_000), 15)]
// an address every 10 s: 20 until 190 s, then at 250, 370 and 610 s; the next delay ends after
// 1,000 s
#[case::a_thousand_addresses_sequential_emails(100, |guess| (guess, guess % 1_000), 23 * 1_000)]
fn a_crowd_of_guesses(
    #[case] a_second: i64,
    #[case] who: fn(i64) -> (i64, i64),
    #[case] looked_at: usize,
) {
    let mut counters = Counters::default();
    for guess in 0..GUESSES {
        let (email, source) = who(guess);
        counters.guess(email, source, 1_800_000_000 + guess / a_second);
    }
    assert_eq!(counters.looked_at, looked_at);
}
