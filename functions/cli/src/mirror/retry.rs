//! The meaning of an answer for a call that may be repeated any number of times, and the wait
//! before the next one.

use std::time::Duration;

use crate::client::Answer;

/// The pause after the first failure.
const FIRST: Duration = Duration::from_millis(300);
/// The longest pause, unless the server asked for more.
const LONGEST: Duration = Duration::from_secs(30);

/// The meaning of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done.
    Done,
    /// Not now: the same call may be repeated, after this time if one was given.
    Again(Option<Duration>),
    /// The other side understood the call and refuses it.
    Refused,
}

impl Verdict {
    /// Chute answers 200 with an object, and errors with a `message`. Anything else comes from
    /// something in between, such as the sign-in page of a wireless network, and is temporary.
    pub fn of(answer: &Answer) -> Self {
        match answer.status {
            200 if answer.body.is_object() => Self::Done,
            429 | 500.. => Self::Again(answer.retry_after),
            400..
                if answer
                    .body
                    .get("message")
                    .is_some_and(serde_json::Value::is_string) =>
            {
                Self::Refused
            }
            _ => Self::Again(None),
        }
    }
}

/// Pauses that grow from failure to failure.
#[derive(Debug)]
pub struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(FIRST)
    }
}

impl Pauses {
    /// The next pause: `chance` chooses between half and all of a time that doubles after every
    /// failure. So clients that lost the same server do not all come back at once. It is never less
    /// than the server asked for.
    pub fn next(&mut self, chance: u8, asked: Option<Duration>) -> Duration {
        let whole = self.0;
        self.0 = (whole * 2).min(LONGEST);
        let pause = whole / 2 + whole / 2 * u32::from(chance) / u32::from(u8::MAX);
        pause.max(asked.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    #[rstest]
    #[case::done(200, json!({"count": 20}), None, Verdict::Done)]
    #[case::a_sign_in_page(200, Value::Null, None, Verdict::Again(None))]
    #[case::a_list_is_not_ours(200, json!([]), None, Verdict::Again(None))]
    #[case::nothing_to_say(204, Value::Null, None, Verdict::Again(None))]
    #[case::redirected(302, Value::Null, None, Verdict::Again(None))]
    #[case::a_page_that_forbids(403, Value::Null, None, Verdict::Again(None))]
    #[case::network_sign_in(511, Value::Null, None, Verdict::Again(None))]
    #[case::bad(400, json!({"message": "Validation Error"}), None, Verdict::Refused)]
    #[case::not_ours(401, json!({"message": "Ownership Error"}), Some(9), Verdict::Refused)]
    #[case::there_already(409, json!({"message": "Slug Taken"}), None, Verdict::Refused)]
    #[case::too_many(429, json!({"message": "Too Many Requests"}), Some(60), Verdict::Again(Some(Duration::from_secs(60))))]
    #[case::their_fault(500, json!({"message": "Server Error"}), None, Verdict::Again(None))]
    #[case::busy(503, json!({"message": "Busy"}), Some(1), Verdict::Again(Some(Duration::from_secs(1))))]
    fn verdicts_by_status(
        #[case] status: u16,
        #[case] body: Value,
        #[case] asked_s: Option<u64>,
        #[case] expected: Verdict,
    ) {
        let answer = Answer {
            status,
            retry_after: asked_s.map(Duration::from_secs),
            body,
        };
        assert_eq!(Verdict::of(&answer), expected);
    }

    #[test]
    fn pauses_grow_to_a_limit_and_are_never_less_than_asked() {
        let mut pauses = Pauses::default();
        let whole: Vec<u128> = (0..9)
            .map(|_| pauses.next(u8::MAX, None).as_millis())
            .collect();
        assert_eq!(
            whole,
            [300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 30_000, 30_000]
        );
        assert_eq!(pauses.next(0, None), LONGEST / 2);
        assert_eq!(
            pauses.next(u8::MAX, Some(Duration::from_secs(60))),
            Duration::from_secs(60)
        );
        assert_eq!(pauses.next(u8::MAX, Some(Duration::from_secs(1))), LONGEST);
    }
}
