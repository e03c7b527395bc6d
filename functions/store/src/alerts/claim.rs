//! A claim: its states, its name, and its item in the table.

use chute_domain::{
    alert::{Channel, Priority, Reason, Target},
    key,
    race::RaceKey,
    row::PersonId,
};
use serde::{Deserialize, Serialize};

use super::followers::Follower;
use crate::{
    Result,
    alert_tally::{DEAD, DOUBTFUL, SENT, WAITING},
    port::AttributeValue,
    table::{KeyPair, is_default},
};

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimState {
    /// Nothing has been sent yet.
    Claimed,
    /// A sender is working on it, or died while doing so.
    Sending,
    /// The carrier service accepted it.
    Sent,
    /// It was not sent, for a reason.
    Suppressed,
    /// It may or may not have been sent; never sent again.
    Doubtful,
    /// The carrier service did not accept it.
    Dead,
}

impl ClaimState {
    /// Whether it has no outcome yet.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Claimed | Self::Sending)
    }
}

/// The final outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertOutcome {
    /// The carrier service accepted it.
    Sent,
    /// It was not sent, for this reason.
    Suppressed(Reason),
    /// It may or may not have been sent.
    Doubtful,
    /// The carrier service did not accept it.
    Dead,
}

impl AlertOutcome {
    pub(super) fn state(self) -> ClaimState {
        match self {
            Self::Sent => ClaimState::Sent,
            Self::Suppressed(_) => ClaimState::Suppressed,
            Self::Doubtful => ClaimState::Doubtful,
            Self::Dead => ClaimState::Dead,
        }
    }

    pub(super) fn counter(self) -> &'static str {
        match self {
            Self::Sent => SENT,
            Self::Suppressed(reason) => reason.name(),
            Self::Doubtful => DOUBTFUL,
            Self::Dead => DEAD,
        }
    }

    /// Whether it was or may have been sent, so that it may have to be paid for.
    pub(super) fn costs(self) -> bool {
        matches!(self, Self::Sent | Self::Doubtful)
    }
}

/// A claim to be made: that a follower is alerted to a passage.
#[derive(Clone, Debug)]
pub struct NewClaim<'c> {
    /// Event and year.
    pub race: &'c RaceKey,
    /// The year's salt.
    pub salt: &'c str,
    /// The follower, and the runner they follow.
    pub follower: &'c Follower,
    /// The uploader's id of the person.
    pub person: &'c PersonId,
    /// Alerted to once: the segment, or the finish, whatever its name.
    pub segment: &'c str,
    /// Where the row is: location and occurrence.
    pub row: (&'c str, i64),
    /// When the passage happened, in unix seconds.
    pub moment_s: i64,
    /// Whether it is about a finish or a split.
    pub priority: Priority,
    /// When it is claimed, in unix milliseconds.
    pub now_ms: u64,
    /// When it is erased, in unix seconds.
    pub erased_s: i64,
}

/// A claim as stored.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: year and id.
    pub name: ClaimName,
    /// Who is alerted; kept only until the claim has an outcome.
    pub target: Option<Target>,
    /// The hash of the subscription.
    pub subscription: String,
    /// The uploader's id of the person.
    pub person: PersonId,
    /// Where the row is.
    pub location: String,
    /// Which passage there.
    pub occurrence: i64,
    /// When the passage happened, in unix seconds.
    pub moment_s: i64,
    /// Whether it is about a finish or a split.
    pub priority: Priority,
    /// How far its sending has come.
    pub state: ClaimState,
    /// When it was claimed, in unix milliseconds.
    pub claimed_ms: u64,
    /// When its sending began, in unix milliseconds.
    pub sending_ms: Option<u64>,
    /// The parts, and their maximum cost in millionths of a dollar, as of the start of its sending.
    pub costs: (u64, u64),
    /// When it is erased, in unix seconds.
    pub erased_s: i64,
}

/// A claim as it is queued: without phone or name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClaimName {
    /// The event and year.
    pub race: RaceKey,
    /// Its id.
    pub claim: String,
    /// Its channel.
    #[serde(rename = "by", default, skip_serializing_if = "is_default")]
    pub channel: Channel,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ClaimItem {
    #[serde(rename = "p")]
    pub(super) race: RaceKey,
    pub(super) q: String,
    #[serde(rename = "ch")]
    pub(super) channel: Channel,
    #[serde(rename = "tg", default, skip_serializing_if = "is_default")]
    pub(super) target: Option<String>,
    #[serde(rename = "su")]
    pub(super) subscription: String,
    #[serde(rename = "pe")]
    pub(super) person: PersonId,
    #[serde(rename = "lo")]
    pub(super) location: String,
    #[serde(rename = "oc")]
    pub(super) occurrence: i64,
    #[serde(rename = "mo")]
    pub(super) moment_s: i64,
    #[serde(rename = "pr")]
    pub(super) priority: Priority,
    #[serde(rename = "fa")]
    pub(super) state: ClaimState,
    #[serde(rename = "re", default, skip_serializing_if = "is_default")]
    pub(super) reason: Option<Reason>,
    #[serde(rename = "at")]
    pub(super) claimed_ms: u64,
    #[serde(rename = "st", default, skip_serializing_if = "is_default")]
    pub(super) sending_ms: Option<u64>,
    #[serde(rename = "pa", default, skip_serializing_if = "is_default")]
    pub(super) parts: u64,
    #[serde(rename = "co", default, skip_serializing_if = "is_default")]
    pub(super) micros: u64,
    pub(super) x: i64,
}

impl ClaimName {
    pub(super) fn key(&self) -> KeyPair {
        KeyPair::new(&self.race.to_string(), &format!("a#{}", self.claim))
    }
}

impl NewClaim<'_> {
    /// The name under which it is stored and queued.
    #[must_use]
    pub fn name(&self) -> ClaimName {
        let Self {
            salt,
            follower,
            person,
            segment,
            ..
        } = self;
        let (channel, target) = (follower.target.channel(), follower.target.name());
        let person = person.as_str();
        // the length keeps person and segment apart, whatever they contain
        let said = format!(
            "{salt}\0{}\0{target}\0{}\0{person}\0{segment}",
            channel.name(),
            person.len()
        );
        let claim = key::digest(&said).chars().take(40).collect();
        ClaimName {
            race: self.race.clone(),
            claim,
            channel,
        }
    }

    pub(super) fn item(&self) -> ClaimItem {
        let name = self.name();
        ClaimItem {
            q: name.key().q,
            race: name.race,
            channel: self.follower.target.channel(),
            target: Some(self.follower.target.name().to_owned()),
            subscription: self.follower.hash.clone(),
            person: self.person.clone(),
            location: self.row.0.to_owned(),
            occurrence: self.row.1,
            moment_s: self.moment_s,
            priority: self.priority,
            state: ClaimState::Claimed,
            reason: None,
            claimed_ms: self.now_ms,
            sending_ms: None,
            parts: 0,
            micros: 0,
            x: self.erased_s,
        }
    }
}

impl ClaimItem {
    /// The counter that the claim is counted in now, and its costs: parts, and millionths of a
    /// dollar.
    pub(super) fn counter(&self) -> (&'static str, (i64, i64)) {
        use ClaimState::{Claimed, Dead, Doubtful, Sending, Sent, Suppressed};
        let costs = (self.parts.cast_signed(), self.micros.cast_signed());
        match self.state {
            Claimed | Sending => (WAITING, (0, 0)),
            Sent => (SENT, costs),
            Doubtful => (DOUBTFUL, costs),
            Dead => (DEAD, (0, 0)),
            Suppressed => (self.reason.unwrap_or(Reason::TooLate).name(), (0, 0)),
        }
    }

    pub(super) fn key(&self) -> KeyPair {
        KeyPair::new(&self.race.to_string(), &self.q)
    }

    pub(super) fn name(&self) -> ClaimName {
        ClaimName {
            claim: self.q.trim_start_matches("a#").to_owned(),
            race: self.race.clone(),
            channel: self.channel,
        }
    }

    pub(super) fn claim(self) -> Claim {
        Claim {
            target: self
                .target
                .as_deref()
                .and_then(|name| Target::of(self.channel, name)),
            name: self.name(),
            subscription: self.subscription,
            person: self.person,
            location: self.location,
            occurrence: self.occurrence,
            moment_s: self.moment_s,
            priority: self.priority,
            state: self.state,
            claimed_ms: self.claimed_ms,
            sending_ms: self.sending_ms,
            costs: (self.parts, self.micros),
            erased_s: self.x,
        }
    }
}

pub(super) fn attribute(value: impl Serialize) -> Result<AttributeValue> {
    serde_dynamo::to_attribute_value(value).map_err(crate::table::unreadable("an outcome"))
}
