//! Sessions: families of refresh tokens, and what a presented one means (contract 3.3).
//!
//! Each login starts a family. Its refresh token is numbered; the next one can be derived again from a secret, so only hashes are stored.

use crate::key;

/// Life of an access token in seconds.
pub const ACCESS_S: i64 = 15 * 60;
/// Life of a refresh token in seconds; each rotation issues a new one.
pub const REFRESH_S: i64 = 7 * 24 * 60 * 60;
/// How long after its rotation the replaced token still gives its successor, in milliseconds.
pub const GRACE_MS: u64 = 10_000;
/// How many families an account may have.
pub const FAMILIES: usize = 20;

/// One login and what came of it, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The account.
    pub account: String,
    /// Opaque id.
    pub id: String,
    /// The account's generation at the login; another one now means that the session has ended.
    pub generation: u64,
    /// The login, unix milliseconds: the oldest family ends first.
    pub started_ms: u64,
    /// Number of the token that is valid now, from 0.
    pub number: u64,
    /// Which secret it was derived from.
    pub secret: String,
    /// Its hash.
    pub current: String,
    /// The hash of the token before it; empty before the first rotation.
    pub previous: String,
    /// The last rotation, unix milliseconds.
    pub rotated_ms: u64,
    /// Unix seconds; from then on the family is no more.
    pub expires_s: i64,
}

/// What is to be done about a presented refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the valid one: replace it by its successor.
    Rotate,
    /// It was replaced just now: give the same successor again.
    Repeat,
    /// It was used before: the whole family ends.
    End,
    /// It never was a token of this family, or the family is over.
    Refuse,
}

/// A refresh token in its parts. Clients see one opaque text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshToken {
    /// The account.
    pub account: String,
    /// The family.
    pub family: String,
    /// Its number in the family.
    pub number: u64,
    /// Which secret it was derived from.
    pub secret: String,
    /// HMAC-SHA256 of the other parts, as text: what makes it unguessable.
    pub mac: String,
}

impl RefreshToken {
    /// Takes a token apart; `None` when it has another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let mut part = || parts.next().filter(|part| !part.is_empty() && part.len() <= 64);
        let (account, family, number, secret, mac) = (part()?, part()?, part()?, part()?, part()?);
        let canonical = number.parse::<u64>().ok().filter(|parsed| parsed.to_string() == number)?;
        let [account, family, secret, mac] = [account, family, secret, mac].map(str::to_owned);
        parts.next().is_none().then_some(Self { account, family, number: canonical, secret, mac })
    }

    /// What the HMAC is taken of.
    #[must_use]
    pub fn signed_part(&self) -> String {
        let Self { account, family, number, secret, .. } = self;
        format!("{account}.{family}.{number}.{secret}")
    }

    /// The token as clients hold it.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}.{}", self.signed_part(), self.mac)
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> String {
        key::digest(&self.text())
    }
}

impl Family {
    /// Whether it still holds for an account of this generation.
    #[must_use]
    pub fn is_alive(&self, generation: u64, now_s: i64) -> bool {
        now_s < self.expires_s && self.generation == generation
    }

    /// Judges a token that names this family. `genuine`: we made it, as far as its secret is still known.
    #[must_use]
    pub fn judge(&self, token: &RefreshToken, genuine: bool, now_ms: u64) -> Verdict {
        let hash = token.hash();
        if now_ms / 1_000 >= u64::try_from(self.expires_s).unwrap_or_default() {
            Verdict::Refuse
        } else if hash == self.current {
            Verdict::Rotate
        } else if hash == self.previous && now_ms.saturating_sub(self.rotated_ms) <= GRACE_MS {
            Verdict::Repeat
        } else if hash == self.previous || (genuine && token.number < self.number) {
            Verdict::End
        } else {
            Verdict::Refuse
        }
    }

    /// The family after its token was replaced by `next`.
    #[must_use]
    pub fn rotated(&self, next: &RefreshToken, now_ms: u64) -> Self {
        Self {
            number: next.number,
            secret: next.secret.clone(),
            current: next.hash(),
            previous: self.current.clone(),
            rotated_ms: now_ms,
            expires_s: expiry(now_ms),
            ..self.clone()
        }
    }
}

/// When a refresh token issued now ends, unix seconds.
#[must_use]
pub fn expiry(now_ms: u64) -> i64 {
    i64::try_from(now_ms / 1_000).unwrap_or(i64::MAX - REFRESH_S) + REFRESH_S
}

/// The families that have to end because there are too many: dead ones and the oldest.
#[must_use]
pub fn surplus(mut families: Vec<Family>, generation: u64, now_s: i64) -> Vec<Family> {
    families.sort_by(|a, b| (a.is_alive(generation, now_s), a.started_ms, &a.id).cmp(&(b.is_alive(generation, now_s), b.started_ms, &b.id)));
    let dead = families.iter().filter(|family| !family.is_alive(generation, now_s)).count();
    let surplus = dead.max(families.len().saturating_sub(FAMILIES));
    families.truncate(surplus);
    families
}
