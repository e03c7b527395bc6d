//! The web hook of an event: where new versions of its years are announced, in which order, when a
//! failed attempt is repeated, and when a version is given up (contract 6.14). Its state is a single
//! object, which is written only if it has not changed since it was read.

mod address;
mod message;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

pub use address::Addresses;
pub use message::Message;

use crate::race::YearKey;

/// How long a receiver has to answer, in seconds.
pub const ANSWER_S: u64 = 8;
/// How long sending a version is tried, in seconds: a day.
pub const DAY_S: i64 = 24 * 60 * 60;
/// How long a replaced secret still signs, in seconds: a day.
const FORMER_S: i64 = DAY_S;
/// The pause after each failed attempt, in seconds; the last one applies to all further attempts.
const BACKOFF_S: [i64; 6] = [5, 30, 2 * 60, 10 * 60, 30 * 60, LONGEST_WAIT_S];
const LONGEST_WAIT_S: i64 = 60 * 60;
/// How long a lease lasts, in seconds: longer than an attempt and the writes around it.
const LEASE_S: i64 = 60;
/// The latest moment to begin sending, in seconds before the end of the lease. Later than that, the
/// attempt might overlap with the next lease.
const LATEST_S: i64 = 20;
/// How long something must have been due for its message to count as lost, in seconds.
const LATE_S: i64 = 90;
/// An attempt put off for longer than this, in seconds, was put off by a clock that was ahead.
const PUT_OFF_S: i64 = LONGEST_WAIT_S + LATE_S;

/// The stored state of an event's hook.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// The id of the event's incarnation, which is also the event's own id. A hook of another
    /// incarnation counts as none.
    pub id: String,
    /// Where versions are announced; empty if no hook is set.
    pub address: String,
    /// When the address was set, in unix seconds.
    pub set_s: i64,
    /// The secret is derived from it and the deployment's own secret: a new salt means a new
    /// secret.
    pub salt: String,
    /// The previous salt, whose secret still signs for a while.
    pub former: Option<Former>,
    /// Whether the versions published before the hook was set have yet to be looked at. They are
    /// not announced.
    pub fresh: bool,
    /// The newest version of each year that no longer needs to be announced.
    #[serde(rename = "told")]
    pub settled: BTreeMap<YearKey, u64>,
    /// The versions still to be announced, in the order in which they were noted; only the newest
    /// of each year.
    pub waiting: Vec<Waiting>,
    /// When a test was asked for, in unix seconds.
    pub test_s: Option<i64>,
    /// Failed attempts since the last success.
    #[serde(rename = "tries")]
    pub failed_attempts: usize,
    /// The earliest time of the next attempt of a version, in unix seconds.
    pub next_s: i64,
    /// Since when every attempt has failed, in unix seconds.
    pub failing_since_s: Option<i64>,
    /// The lease that is running, if any.
    #[serde(rename = "turn")]
    pub lease: Option<Lease>,
    /// The id of the message that comes when the next attempt is due.
    pub timer: String,
    /// The result of the last attempt.
    pub last: Option<Attempt>,
    /// The version that was last given up; `None` once another has been delivered.
    pub given_up: Option<GivenUp>,
    /// When the receiver said that it wants no more calls, in unix seconds.
    pub off_s: Option<i64>,
}

/// A replaced secret's salt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    /// As in [`Hook`].
    pub salt: String,
    /// Until when it signs, in unix seconds.
    pub until_s: i64,
}

/// A version to announce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The year's key.
    pub year: YearKey,
    /// Its newest version.
    pub version: u64,
    /// When it was published, in unix seconds.
    pub at_s: i64,
    /// When it was noted, in unix seconds.
    #[serde(rename = "heard_s")]
    pub queued_s: i64,
}

/// The subject of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// A version of a year.
    Version(Waiting),
    /// Nothing but a test, which was asked for at this time, in unix seconds.
    Test(i64),
}

/// A lease: one sender has the right to send something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// Unique among all leases.
    pub id: String,
    /// When the lease ends, in unix seconds: until then nobody else may send.
    pub until_s: i64,
    /// The delivery.
    #[serde(rename = "news")]
    pub delivery: Delivery,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The receiver accepted it.
    Taken(u16),
    /// It answered with another status, and may have asked for a pause of this many seconds.
    Refused(u16, Option<u32>),
    /// It wants no more calls (410).
    Gone,
    /// It did not answer in time.
    TooSlow,
    /// It could not be reached, or the connection broke off.
    Unreachable,
    /// Its name belongs to a machine that is not on the public network.
    NotPublic,
}

/// An attempt and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// When it was made, in unix seconds.
    pub at_s: i64,
    /// The delivery.
    #[serde(rename = "news")]
    pub delivery: Delivery,
    /// The receiver's answer, or why it could not be reached.
    pub outcome: Outcome,
}

/// A version that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenUp {
    /// When it was given up, in unix seconds.
    pub at_s: i64,
    /// The version that was not delivered.
    pub of: Waiting,
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// No message is waiting.
    Nothing,
    /// Something is due at this time, in unix seconds.
    At(i64),
    /// This is due now.
    Now(Delivery),
}

/// Does not show addresses and salts: anybody who has them could send in the event's name, or read
/// along.
impl fmt::Debug for Hook {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Hook")
            .field("waiting", &self.waiting)
            .field("failed_attempts", &self.failed_attempts)
            .field("lease", &self.lease)
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
            ..Self::default()
        }
    }

    /// Whether versions are announced.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.address.is_empty() && self.off_s.is_none()
    }

    /// Sets the address. Waiting versions are sent there at once, even if the address is the same
    /// as before: that is how a hook is switched on again. `salt` is used only if no hook was set.
    pub fn set(&mut self, address: &str, salt: &str, now_s: i64) {
        if self.address.is_empty() {
            *self = Self {
                salt: salt.to_owned(),
                fresh: true,
                ..Self::none(&self.id)
            };
        }
        if self.address != address {
            // a lease that is still sending to the previous address must not delay this one, and
            // results from there say nothing about it
            (self.lease, self.last) = (None, None);
            (self.address, self.set_s) = (address.to_owned(), now_s);
        }
        (self.given_up, self.off_s) = (None, None);
        self.reset_attempts();
    }

    /// Removes the hook, with its secret and all waiting versions.
    pub fn remove(&mut self) {
        *self = Self::none(&self.id);
    }

    /// Changes the secret; the previous one still signs too for a day. Does nothing if no hook is
    /// set.
    pub fn change_secret(&mut self, salt: &str, now_s: i64) {
        if !self.address.is_empty() {
            self.former = Some(Former {
                salt: std::mem::replace(&mut self.salt, salt.to_owned()),
                until_s: now_s + FORMER_S,
            });
        }
    }

    /// The salts of the secrets that sign now, the current one first.
    #[must_use]
    pub fn salts(&self, now_s: i64) -> Vec<&str> {
        let former = self
            .former
            .as_ref()
            .filter(|former| (1..=FORMER_S).contains(&(former.until_s - now_s)))
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

    /// Notes the newest version of a year. It replaces a waiting one and goes to the end, so that
    /// versions are announced in the order of their publication. A version published before a new
    /// hook was set is not announced.
    pub fn enqueue(&mut self, year: &YearKey, version: u64, at_s: i64, now_s: i64) {
        let known = self.settled.get(year).copied().unwrap_or_default();
        if !self.is_on()
            || version <= known
            || self
                .waiting
                .iter()
                .any(|waiting| waiting.year == *year && waiting.version >= version)
        {
            return;
        }
        if self.fresh && at_s < self.set_s {
            self.settled.insert(year.clone(), version);
            return;
        }
        self.waiting.retain(|waiting| waiting.year != *year);
        self.waiting.push(Waiting {
            year: year.clone(),
            version,
            at_s,
            queued_s: now_s,
        });
    }

    /// Removes waiting versions of years that no longer exist.
    pub fn keep_years(&mut self, is_there: impl Fn(&YearKey) -> bool) {
        self.waiting.retain(|waiting| is_there(&waiting.year));
        if self.waiting.is_empty() {
            self.reset_attempts();
        }
    }

    /// The next step at `now_s`: one delivery at a time, tests first.
    #[must_use]
    pub fn due(&self, now_s: i64) -> Due {
        if !self.is_on() {
            return Due::Nothing;
        }
        let next = match (self.test_s, self.waiting.first()) {
            (Some(asked_s), _) => (asked_s, Delivery::Test(asked_s)),
            (None, Some(first)) => (self.next_s, Delivery::Version(first.clone())),
            (None, None) => return Due::Nothing,
        };
        let at_s = self
            .lease
            .as_ref()
            .map_or(next.0, |lease| lease.until_s.max(next.0));
        if at_s <= now_s || at_s > now_s + PUT_OFF_S {
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

    /// Whether this version has not been noted although it was published so long ago that its
    /// message must have been lost.
    #[must_use]
    pub fn has_missed(&self, year: &YearKey, version: u64, at_s: i64, now_s: i64) -> bool {
        let mut heard = self.clone();
        heard.enqueue(year, version, at_s, now_s);
        heard.waiting != self.waiting && at_s + LATE_S < now_s
    }

    /// Takes the lease: until it ends nobody else sends anything.
    pub fn take_lease(&mut self, delivery: Delivery, id: &str, now_s: i64) {
        self.lease = Some(Lease {
            id: id.to_owned(),
            until_s: now_s + LEASE_S,
            delivery,
        });
    }

    /// The delivery of the lease with this id, if it is still the current one.
    #[must_use]
    pub fn leased(&self, id: &str) -> Option<&Delivery> {
        self.lease
            .as_ref()
            .filter(|lease| lease.id == id)
            .map(|lease| &lease.delivery)
    }

    /// Whether the lease with this id is still the current one, and early enough to begin sending.
    #[must_use]
    pub fn may_send(&self, id: &str, now_s: i64) -> bool {
        self.lease
            .as_ref()
            .is_some_and(|lease| lease.id == id && now_s <= lease.until_s - LATEST_S)
    }

    /// Records the outcome of a lease, unless another one has begun or the address was replaced.
    /// `timer` is the id of the message that comes again if something is left.
    pub fn record(&mut self, id: &str, outcome: Outcome, timer: &str, now_s: i64) {
        let Some(lease) = self.lease.take_if(|lease| lease.id == id) else {
            return;
        };
        self.last = Some(Attempt {
            at_s: now_s,
            delivery: lease.delivery.clone(),
            outcome,
        });
        if outcome == Outcome::Gone {
            (self.off_s, self.test_s) = (Some(now_s), None);
            self.waiting.clear();
            self.reset_attempts();
            return;
        }
        match lease.delivery {
            // a test that was asked for in the meantime is still to be sent
            Delivery::Test(asked_s) => self.test_s = self.test_s.filter(|now| *now != asked_s),
            Delivery::Version(sent) => self.record_version(&sent, outcome, now_s),
        }
        timer.clone_into(&mut self.timer);
    }

    fn record_version(&mut self, sent: &Waiting, outcome: Outcome, now_s: i64) {
        if let Outcome::Taken(_) = outcome {
            self.is_done(sent);
            self.given_up = None;
            self.reset_attempts();
            return;
        }
        self.failed_attempts += 1;
        let failing_since_s = *self.failing_since_s.get_or_insert(now_s);
        let last_s = sent.queued_s.max(failing_since_s) + DAY_S;
        // if a newer version has replaced it in the meantime, that one has a day of its own
        let is_newest = self.waiting.first() == Some(sent);
        if is_newest && now_s >= last_s {
            self.is_done(sent);
            self.given_up = Some(GivenUp {
                at_s: now_s,
                of: sent.clone(),
            });
            if self.waiting.is_empty() {
                self.reset_attempts();
                return;
            }
        }
        let asked_s = match outcome {
            Outcome::Refused(_, Some(after_s)) => i64::from(after_s).min(LONGEST_WAIT_S),
            _ => 0,
        };
        let wait_s = BACKOFF_S
            .get(self.failed_attempts - 1)
            .copied()
            .unwrap_or(LONGEST_WAIT_S)
            .max(asked_s);
        let next_s = now_s + wait_s;
        // the last attempt of a version comes at the end of its day
        self.next_s = if is_newest && now_s < last_s {
            next_s.min(last_s)
        } else {
            next_s
        };
    }

    fn is_done(&mut self, sent: &Waiting) {
        self.waiting
            .retain(|waiting| waiting.year != sent.year || waiting.version > sent.version);
        let known = self.settled.entry(sent.year.clone()).or_default();
        *known = sent.version.max(*known);
    }

    /// Resets attempts and pauses: the next version starts afresh.
    fn reset_attempts(&mut self) {
        (self.failed_attempts, self.next_s, self.failing_since_s) = (0, 0, None);
    }
}
