//! Sessions: families of refresh tokens, and what a presented one means (contract 3.3).
//!
//! Each login starts a family of tokens. Its refresh tokens are numbered and derived from a secret,
//! so the next one can be derived again and only hashes are stored.

use crate::{key, time::Time};

/// Lifetime of an access token in seconds.
pub const ACCESS_S: i64 = 15 * 60;
/// Lifetime of a refresh token in seconds; each rotation issues a new one.
pub const REFRESH_S: i64 = 7 * DAY_S;
const DAY_S: i64 = 24 * 60 * 60;
/// How long after its rotation the replaced token still yields its successor, in milliseconds.
pub const GRACE_MS: u64 = 10_000;
/// The maximum number of families of an account.
pub const FAMILIES: usize = 20;

/// One login and its refresh tokens, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Id of the account that has signed in.
    pub account: String,
    /// Opaque id.
    pub id: String,
    /// The account's generation at login; once the account's has changed, the session has ended.
    pub generation: u64,
    /// When the login was, in unix milliseconds: the oldest family ends first.
    pub started_ms: u64,
    /// Number of the token that is currently valid, from 0.
    pub number: u64,
    /// The secret from which that token was derived.
    pub secret: String,
    /// The hash of that token.
    pub current: String,
    /// The hash of the token before it; empty before the first rotation.
    pub previous: String,
    /// When the last rotation was, in unix milliseconds.
    pub rotated_ms: u64,
    /// When the family ends, in unix seconds.
    pub expires_s: i64,
}

/// The verdict on a presented refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the valid one: replace it with its successor.
    Rotate,
    /// It was replaced just now: answer with the same successor again.
    Repeat,
    /// It was used before: the whole family ends.
    End,
    /// It was never a token of this family, or the family has ended.
    Refuse,
}

/// A refresh token split into its parts. To clients it is one opaque text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshToken {
    /// Id of the account that it belongs to.
    pub account: String,
    /// Id of the login's [`Family`].
    pub family: String,
    /// Its number in the family.
    pub number: u64,
    /// The secret from which it was derived.
    pub secret: String,
    /// HMAC-SHA256 of the other parts, as text: it makes the token unguessable.
    pub mac: String,
}

impl RefreshToken {
    /// Splits a token into its parts; `None` if it has another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let mut part = || {
            parts
                .next()
                .filter(|part| !part.is_empty() && part.len() <= 64)
        };
        let (account, family, number, secret, mac) = (part()?, part()?, part()?, part()?, part()?);
        let canonical = number
            .parse::<u64>()
            .ok()
            .filter(|parsed| parsed.to_string() == number)?;
        let [account, family, secret, mac] = [account, family, secret, mac].map(str::to_owned);
        parts.next().is_none().then_some(Self {
            account,
            family,
            number: canonical,
            secret,
            mac,
        })
    }

    /// The text that the HMAC is computed over.
    #[must_use]
    pub fn signed_part(&self) -> String {
        let Self {
            account,
            family,
            number,
            secret,
            ..
        } = self;
        format!("{account}.{family}.{number}.{secret}")
    }

    /// The token as clients hold it.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}.{}", self.signed_part(), self.mac)
    }

    /// Its stored hash.
    #[must_use]
    pub fn hash(&self) -> String {
        key::digest(&self.text())
    }
}

impl Family {
    /// Whether it is valid at `now_s` for an account of this generation.
    #[must_use]
    pub fn is_alive(&self, generation: u64, now_s: i64) -> bool {
        self.is_running(now_s) && self.generation == generation
    }

    /// Whether its time is not over. One that ends more than a day later than if it were renewed
    /// now was renewed by a clock that was ahead: nobody knows when, so it has ended.
    fn is_running(&self, now_s: i64) -> bool {
        (1..=REFRESH_S + DAY_S).contains(&(self.expires_s - now_s))
    }

    /// Judges a token that names this family. `genuine`: it was made by us, as far as its secret is
    /// still known.
    #[must_use]
    pub fn judge(&self, token: &RefreshToken, genuine: bool, now: Time) -> Verdict {
        let hash = token.hash();
        if !self.is_running(now.unix_s()) {
            Verdict::Refuse
        } else if hash == self.current {
            Verdict::Rotate
        } else if hash == self.previous && now.since(self.rotated_ms) <= GRACE_MS {
            Verdict::Repeat
        } else if hash == self.previous || (genuine && token.number < self.number) {
            Verdict::End
        } else {
            Verdict::Refuse
        }
    }

    /// The family after its token was replaced with `next`.
    #[must_use]
    pub fn rotated(&self, next: &RefreshToken, now: Time) -> Self {
        Self {
            number: next.number,
            secret: next.secret.clone(),
            current: next.hash(),
            previous: self.current.clone(),
            rotated_ms: now.ms(),
            expires_s: expiry(now),
            ..self.clone()
        }
    }
}

/// When a refresh token issued now expires, in unix seconds.
#[must_use]
pub fn expiry(now: Time) -> i64 {
    now.unix_s().saturating_add(REFRESH_S)
}

/// The families that have to end: all dead ones, and the oldest ones if there are too many.
#[must_use]
pub fn surplus(mut families: Vec<Family>, generation: u64, now_s: i64) -> Vec<Family> {
    let is_alive = |family: &Family| family.is_alive(generation, now_s);
    families.sort_by_cached_key(|family| (is_alive(family), family.started_ms, family.id.clone()));
    let dead = families.iter().filter(|family| !is_alive(family)).count();
    let surplus = dead.max(families.len().saturating_sub(FAMILIES));
    families.truncate(surplus);
    families
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const NOW_MS: u64 = 1_800_000_000_000;
    const NOW: Time = Time::from_ms(NOW_MS);
    const NOW_S: i64 = 1_800_000_000;

    fn token(number: u64) -> RefreshToken {
        let [account, family, secret] = ["a_1", "f1", "0badcafe"].map(str::to_owned);
        RefreshToken {
            account,
            family,
            number,
            secret,
            mac: format!("mac-{number}"),
        }
    }

    /// A family after this many rotations, the last of them now.
    fn family(rotations: u64) -> Family {
        let first = Family {
            account: "a_1".to_owned(),
            id: "f1".to_owned(),
            generation: 3,
            started_ms: NOW_MS,
            number: 0,
            secret: "0badcafe".to_owned(),
            current: token(0).hash(),
            previous: String::new(),
            rotated_ms: NOW_MS,
            expires_s: expiry(NOW),
        };
        (1..=rotations).fold(first, |family, number| family.rotated(&token(number), NOW))
    }

    #[rstest]
    #[case("the valid one", 3, true, 0, Verdict::Rotate)]
    #[case("the valid one, its secret unknown", 3, false, 0, Verdict::Rotate)]
    #[case("the one before, at once", 2, true, 0, Verdict::Repeat)]
    #[case("the one before, ten seconds later", 2, true, 10_000, Verdict::Repeat)]
    #[case("the one before, later", 2, true, 10_001, Verdict::End)]
    #[case("an older one, at once", 1, true, 0, Verdict::End)]
    #[case("the first one", 0, true, 60_000, Verdict::End)]
    #[case("a number of an older one, not ours", 1, false, 0, Verdict::Refuse)]
    #[case("a number to come", 4, true, 0, Verdict::Refuse)]
    #[case(
        "the valid one, a second before the end",
        3,
        true,
        604_799_000,
        Verdict::Rotate
    )]
    #[case("the valid one, at the end", 3, true, 604_800_000, Verdict::Refuse)]
    fn verdicts(
        #[case] what: &str,
        #[case] number: u64,
        #[case] genuine: bool,
        #[case] later_ms: u64,
        #[case] expected: Verdict,
    ) {
        assert_eq!(
            family(3).judge(&token(number), genuine, Time::from_ms(NOW_MS + later_ms)),
            expected,
            "{what}"
        );
    }

    #[test]
    fn a_request_received_before_the_rotation_is_not_late() {
        assert_eq!(
            family(1).judge(&token(0), true, Time::from_ms(NOW_MS - 500)),
            Verdict::Repeat
        );
    }

    #[rstest]
    #[case::a_day(DAY_S, Verdict::Rotate)]
    #[case::a_year(365 * DAY_S, Verdict::Refuse)]
    fn a_session_renewed_while_the_clock_was_ahead(#[case] by_s: i64, #[case] expected: Verdict) {
        let right = Time::from_ms(NOW_MS - by_s.unsigned_abs() * 1_000);
        let family = family(1);
        assert_eq!(family.judge(&token(1), true, right), expected);
        assert_eq!(
            family.is_alive(3, right.unix_s()),
            expected == Verdict::Rotate
        );
        // how long ago it was replaced is not known, so it counts as long ago
        let former = family.judge(&token(0), true, right);
        assert!([Verdict::End, Verdict::Refuse].contains(&former));
    }

    #[test]
    fn the_first_token_has_none_before_it() {
        let unsigned = RefreshToken {
            mac: String::new(),
            ..token(0)
        };
        assert_eq!(family(0).judge(&unsigned, false, NOW), Verdict::Refuse);
    }

    #[rstest]
    #[case("a_1.f1.0.0badcafe.mac-0", true)]
    #[case("a_1.f1.00.0badcafe.mac-0", false)]
    #[case("a_1.f1.-1.0badcafe.mac-0", false)]
    #[case("a_1.f1.18446744073709551616.0badcafe.mac-0", false)]
    #[case("a_1.f1.0.0badcafe.mac-0.", false)]
    #[case("a_1.f1.0.0badcafe", false)]
    #[case(".f1.0.0badcafe.mac-0", false)]
    #[case("", false)]
    #[case("....", false)]
    fn a_refresh_token_has_one_form(#[case] text: &str, #[case] expected: bool) {
        let parsed = RefreshToken::parse(text);
        assert_eq!(parsed.is_some(), expected);
        assert_eq!(
            parsed.map(|token| token.text()),
            expected.then(|| text.to_owned())
        );
    }

    #[test]
    fn the_oldest_families_and_the_dead_end() {
        let named = |at: u64, generation| Family {
            id: format!("f{at:02}"),
            started_ms: NOW_MS + at,
            generation,
            ..family(0)
        };
        let families: Vec<Family> = (0..25)
            .rev()
            .map(|at| named(at, if at % 10 == 9 { 2 } else { 3 }))
            .collect();
        let ended: Vec<String> = surplus(families, 3, expiry(NOW) - 1)
            .into_iter()
            .map(|family| family.id)
            .collect();
        assert_eq!(ended, ["f09", "f19", "f00", "f01", "f02"]);
        assert_eq!(surplus(vec![named(1, 3)], 3, expiry(NOW)).len(), 1, "over");
        assert_eq!(surplus(vec![named(1, 3)], 3, NOW_S), []);
    }

    proptest! {
        #[test]
        fn no_text_is_taken_for_a_token_that_it_is_not(text in "[a-z0-9._-]{0,40}") {
            if let Some(token) = RefreshToken::parse(&text) {
                prop_assert_eq!(token.text(), text);
            }
        }

        #[test]
        fn at_most_twenty_are_left(starts in prop::collection::vec((0_u64..100, 0_u64..2), 0..60)) {
            let all: Vec<Family> = starts
                .iter()
                .enumerate()
                .map(|(at, (start, generation))| Family { id: at.to_string(), started_ms: *start, generation: *generation, ..family(0) })
                .collect();
            let ended = surplus(all.clone(), 1, NOW_S);
            let left: Vec<&Family> = all.iter().filter(|family| !ended.contains(family)).collect();
            prop_assert!(left.len() <= FAMILIES && left.iter().all(|family| family.generation == 1));
            let alive = all.iter().filter(|family| family.generation == 1).count();
            prop_assert_eq!(left.len(), alive.min(FAMILIES));
            let youngest_ended = ended.iter().filter(|family| family.generation == 1).map(|family| family.started_ms).max();
            prop_assert!(youngest_ended.is_none_or(|ended| left.iter().all(|family| family.started_ms >= ended)));
        }
    }
}
