//! The web hook of an event: where new versions of its years are told, in which order, when a
//! failed try is repeated, and when it is given up (contract 6.14). Its state is a single object,
//! which changes only on the condition that it is still as it was read.

mod address;
mod message;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

pub use address::Addresses;
pub use message::Message;

/// How long a receiver has to answer, seconds.
pub const ANSWER_S: u64 = 8;
/// For how long a version is tried, seconds: a day.
pub const DAY_S: i64 = 24 * 60 * 60;
/// For how long a replaced secret still signs, seconds: a day.
const FORMER_S: i64 = DAY_S;
/// The pause after each failed try, seconds; after more tries the last one.
const WAITS_S: [i64; 6] = [5, 30, 2 * 60, 10 * 60, 30 * 60, LONGEST_WAIT_S];
const LONGEST_WAIT_S: i64 = 60 * 60;
/// How long a turn lasts, seconds: longer than a try and the writes around it.
const TURN_S: i64 = 60;
/// Whoever has not begun to send so long before the end of a turn does not begin any more: the next
/// one may already be sending.
const LATEST_S: i64 = 20;
/// Whatever has been due for so long has lost its message, seconds.
const LATE_S: i64 = 90;

/// The stored state of an event's hook.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Names the event's life: the event has the same id. A hook of another life counts as none.
    pub id: String,
    /// Where versions are told; empty if no hook is set.
    pub address: String,
    /// When that was set, unix seconds.
    pub set_s: i64,
    /// What the secret is derived from besides the deployment's own: changing it changes the
    /// secret.
    pub salt: String,
    /// The previous one, while it still signs.
    pub former: Option<Former>,
    /// What was published before the hook was set has not been looked at yet: it is not told.
    pub fresh: bool,
    /// The newest version of each year that needs no more telling.
    pub told: BTreeMap<String, u64>,
    /// What is still to be told, in the order in which it was noted; of each year only the newest
    /// version.
    pub waiting: Vec<Waiting>,
    /// When a test was asked for, unix seconds.
    pub test_s: Option<i64>,
    /// Failed tries since the last success.
    pub tries: usize,
    /// No try before this time, unix seconds.
    pub next_s: i64,
    /// Since when every try has failed, unix seconds.
    pub failing_since_s: Option<i64>,
    /// Who is telling now.
    pub turn: Option<Turn>,
    /// The message that comes at `next_s`.
    pub timer: String,
    /// The result of the last try.
    pub last: Option<Tried>,
    /// The version that was last given up, until one is told again.
    pub given_up: Option<GivenUp>,
    /// When the receiver said that it wants no more calls, unix seconds.
    pub off_s: Option<i64>,
}

/// What a secret was derived from before it was changed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    /// As in [`Hook`].
    pub salt: String,
    /// Until when it signs, unix seconds.
    pub until_s: i64,
}

/// A version to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The year's key.
    pub year: String,
    /// Its newest version.
    pub version: u64,
    /// When that was published, unix seconds.
    pub at_s: i64,
    /// When it was noted, unix seconds.
    pub heard_s: i64,
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// A version of a year.
    Version(Waiting),
    /// Nothing but a test, asked for at the desk at that time, unix seconds.
    Test(i64),
}

/// A turn: one sender is telling something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Unique among all turns.
    pub id: String,
    /// Until when nobody else may, unix seconds.
    pub until_s: i64,
    /// What.
    pub news: News,
}

/// The result of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The receiver accepted it.
    Taken(u16),
    /// It answered with another status. How many seconds it asks to wait, if it does.
    Refused(u16, Option<u32>),
    /// It wants no more calls (410).
    Gone,
    /// It did not answer in time.
    TooSlow,
    /// It could not be reached, or broke off.
    Unreachable,
    /// Its name belongs to a machine that is not on the public network.
    NotPublic,
}

/// A try and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// When, unix seconds.
    pub at_s: i64,
    /// What was told.
    pub news: News,
    /// What came of it.
    pub outcome: Outcome,
}

/// A version that is no longer tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenUp {
    /// When it was given up, unix seconds.
    pub at_s: i64,
    /// The version.
    pub of: Waiting,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing.
    Nothing,
    /// Something at that time, unix seconds.
    At(i64),
    /// This.
    Now(News),
}

/// Addresses and secrets are not shown: whoever has them can send in the event's name, or read
/// along.
impl fmt::Debug for Hook {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Hook")
            .field("waiting", &self.waiting)
            .field("tries", &self.tries)
            .field("turn", &self.turn)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Former {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Former")
            .field("until_s", &self.until_s)
            .finish_non_exhaustive()
    }
}

impl Hook {
    /// The hook of an event that never had one.
    #[must_use]
    pub fn none(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            address: String::new(),
            set_s: 0,
            salt: String::new(),
            former: None,
            fresh: false,
            told: BTreeMap::new(),
            waiting: Vec::new(),
            test_s: None,
            tries: 0,
            next_s: 0,
            failing_since_s: None,
            turn: None,
            timer: String::new(),
            last: None,
            given_up: None,
            off_s: None,
        }
    }

    /// Whether versions are told.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.address.is_empty() && self.off_s.is_none()
    }

    /// Sets the address. What waits goes there at once, even if the address is the same as before:
    /// that is how a hook is switched on again. `salt` becomes that of the first secret if there is
    /// none.
    pub fn set(&mut self, address: &str, salt: &str, now_s: i64) {
        if self.address.is_empty() {
            *self = Self {
                salt: salt.to_owned(),
                fresh: true,
                ..Self::none(&self.id)
            };
        }
        if self.address != address {
            // whoever is telling the address of before is not in the way, and its answer is nothing
            // to this one
            (self.turn, self.last) = (None, None);
            (self.address, self.set_s) = (address.to_owned(), now_s);
        }
        (self.given_up, self.off_s) = (None, None);
        self.rest();
    }

    /// Removes the hook, with its secret and all that waits.
    pub fn remove(&mut self) {
        *self = Self::none(&self.id);
    }

    /// Changes the secret; the previous one signs as well for a day. Does nothing if no hook is
    /// set.
    pub fn change_secret(&mut self, salt: &str, now_s: i64) {
        if !self.address.is_empty() {
            self.former = Some(Former {
                salt: std::mem::replace(&mut self.salt, salt.to_owned()),
                until_s: now_s + FORMER_S,
            });
        }
    }

    /// What the secrets that sign now are derived from, the current one first.
    #[must_use]
    pub fn salts(&self, now_s: i64) -> Vec<&str> {
        let former = self
            .former
            .as_ref()
            .filter(|former| now_s < former.until_s)
            .map(|former| former.salt.as_str());
        [self.salt.as_str()].into_iter().chain(former).collect()
    }

    /// Asks for a test. Returns whether there is a hook to test.
    pub fn ask_test(&mut self, now_s: i64) -> bool {
        if self.is_on() {
            self.test_s = Some(now_s);
        }
        self.is_on()
    }

    /// Notes the newest version of a year. One that waits is replaced and goes to the end, so that
    /// versions are told in the order of their publication. A version that was published before a
    /// new hook was set is not told.
    pub fn hear(&mut self, year: &str, version: u64, at_s: i64, now_s: i64) {
        let known = self.told.get(year).copied().unwrap_or_default();
        if !self.is_on()
            || version <= known
            || self
                .waiting
                .iter()
                .any(|waiting| waiting.year == year && waiting.version >= version)
        {
            return;
        }
        if self.fresh && at_s < self.set_s {
            self.told.insert(year.to_owned(), version);
            return;
        }
        self.waiting.retain(|waiting| waiting.year != year);
        self.waiting.push(Waiting {
            year: year.to_owned(),
            version,
            at_s,
            heard_s: now_s,
        });
    }

    /// Forgets what waits of years that no longer exist.
    pub fn keep_years(&mut self, is_there: impl Fn(&str) -> bool) {
        self.waiting.retain(|waiting| is_there(&waiting.year));
        if self.waiting.is_empty() {
            self.rest();
        }
    }

    /// What to do at `now_s`: one thing at a time, a test first.
    #[must_use]
    pub fn due(&self, now_s: i64) -> Due {
        if !self.is_on() {
            return Due::Nothing;
        }
        let next = match (self.test_s, self.waiting.first()) {
            (Some(asked_s), _) => (asked_s, News::Test(asked_s)),
            (None, Some(first)) => (self.next_s, News::Version(first.clone())),
            (None, None) => return Due::Nothing,
        };
        let at_s = self
            .turn
            .as_ref()
            .map_or(next.0, |turn| turn.until_s.max(next.0));
        if at_s <= now_s {
            Due::Now(next.1)
        } else {
            Due::At(at_s)
        }
    }

    /// Whether something has been due for so long that its message must have been lost.
    #[must_use]
    pub fn is_overdue(&self, now_s: i64) -> bool {
        (self.fresh && self.is_on() && self.set_s + LATE_S < now_s)
            || matches!(self.due(now_s - LATE_S), Due::Now(_))
    }

    /// Whether this version was published so long ago that its message must have been lost.
    #[must_use]
    pub fn has_missed(&self, year: &str, version: u64, at_s: i64, now_s: i64) -> bool {
        let mut heard = self.clone();
        heard.hear(year, version, at_s, now_s);
        heard.waiting != self.waiting && at_s + LATE_S < now_s
    }

    /// Begins a turn: until its end nobody else tells anything.
    pub fn begin(&mut self, news: News, id: &str, now_s: i64) {
        self.turn = Some(Turn {
            id: id.to_owned(),
            until_s: now_s + TURN_S,
            news,
        });
    }

    /// What is told in this turn, if it is still this one.
    #[must_use]
    pub fn news_of(&self, id: &str) -> Option<&News> {
        self.turn
            .as_ref()
            .filter(|turn| turn.id == id)
            .map(|turn| &turn.news)
    }

    /// Whether it is still this turn, and early enough to begin to send.
    #[must_use]
    pub fn may_send(&self, id: &str, now_s: i64) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| turn.id == id && now_s <= turn.until_s - LATEST_S)
    }

    /// Notes the result of a turn, unless the turn is over or the address was replaced. `timer` is
    /// the message that comes again if something is left.
    pub fn note(&mut self, id: &str, outcome: Outcome, timer: &str, now_s: i64) {
        let Some(turn) = self.turn.take_if(|turn| turn.id == id) else {
            return;
        };
        self.last = Some(Tried {
            at_s: now_s,
            news: turn.news.clone(),
            outcome,
        });
        if outcome == Outcome::Gone {
            (self.off_s, self.test_s) = (Some(now_s), None);
            self.waiting.clear();
            self.rest();
            return;
        }
        match turn.news {
            // one that was asked for meanwhile is another
            News::Test(asked_s) => self.test_s = self.test_s.filter(|now| *now != asked_s),
            News::Version(told) => self.note_version(&told, outcome, now_s),
        }
        timer.clone_into(&mut self.timer);
    }

    fn note_version(&mut self, told: &Waiting, outcome: Outcome, now_s: i64) {
        if let Outcome::Taken(_) = outcome {
            self.is_done(told);
            self.given_up = None;
            self.rest();
            return;
        }
        self.tries += 1;
        let failing_since_s = *self.failing_since_s.get_or_insert(now_s);
        let last_s = told.heard_s.max(failing_since_s) + DAY_S;
        // a newer one has taken its place meanwhile: that one has a day of its own
        let is_newest = self.waiting.first() == Some(told);
        if is_newest && now_s >= last_s {
            self.is_done(told);
            self.given_up = Some(GivenUp {
                at_s: now_s,
                of: told.clone(),
            });
            if self.waiting.is_empty() {
                self.rest();
                return;
            }
        }
        let asked_s = match outcome {
            Outcome::Refused(_, Some(after_s)) => i64::from(after_s).min(LONGEST_WAIT_S),
            _ => 0,
        };
        let wait_s = WAITS_S
            .get(self.tries - 1)
            .copied()
            .unwrap_or(LONGEST_WAIT_S)
            .max(asked_s);
        let next_s = now_s + wait_s;
        // the last try of a version is at the end of its day
        self.next_s = if is_newest && now_s < last_s {
            next_s.min(last_s)
        } else {
            next_s
        };
    }

    fn is_done(&mut self, told: &Waiting) {
        self.waiting
            .retain(|waiting| waiting.year != told.year || waiting.version > told.version);
        let known = self.told.entry(told.year.clone()).or_default();
        *known = told.version.max(*known);
    }

    /// The next version starts anew.
    fn rest(&mut self) {
        (self.tries, self.next_s, self.failing_since_s) = (0, 0, None);
    }
}
