//! Chip reads and notifications of remote readers, and how many of them fit into an answer
//! (contract 2.10, 5.1).

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{event_time::EventTime, named::named, stamp::Stamp};

named! {
    /// The kind of a read's identifier.
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum IdentKind {
        /// A chip's number.
        Chip = "chip",
        /// A bib.
        Bib = "bib",
    }
}

named! {
    /// How a read came about.
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum ReadKind {
        /// The hardware saw it.
        Reader = "reader",
        /// Somebody typed it.
        Manual = "manual",
    }
}

/// One sighting of a chip or bib. It never changes: see [`Read::identity`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
pub struct Read {
    /// The chip's code or the bib that was seen, 1 to 100 characters.
    pub identifier: String,
    /// When it was seen, in unix seconds by the reader's clock, 0 or more.
    pub seconds: i64,
    /// Millisecond part of that time, 0 or more; values above 999 are allowed.
    pub milliseconds: i64,
    /// Whether `identifier` is a chip or a bib.
    pub ident_type: IdentKind,
    /// Whether an antenna saw it or somebody typed it.
    #[serde(rename = "type")]
    pub kind: ReadKind,
    /// Number of the antenna that saw it, as counted by the hardware.
    pub antenna: i64,
    /// A label inside the hardware; not the reader's name.
    pub reader: String,
    /// Signal strength as written by the hardware.
    pub rssi: String,
}

impl Read {
    /// The identity of a read within its key: the same chip or bib at the same millisecond. If two
    /// antennas see it at once, or it is sent again with another signal strength, that is one read.
    #[must_use]
    pub fn identity(&self) -> (i64, i64, &str, IdentKind) {
        (
            self.seconds,
            self.milliseconds,
            &self.identifier,
            self.ident_type,
        )
    }

    /// The order of an answer: seconds, milliseconds, identifier; then all other fields, so that
    /// the order is total.
    #[must_use]
    pub fn order(&self) -> (i64, i64, &str, IdentKind, ReadKind, i64, &str, &str) {
        (
            self.seconds,
            self.milliseconds,
            &self.identifier,
            self.ident_type,
            self.kind,
            self.antenna,
            &self.reader,
            &self.rssi,
        )
    }
}

/// Returns each read of a request once, sorted by identity. Of several with the same identity the
/// last one is kept (contract 6.1).
#[must_use]
pub fn once(mut reads: Vec<Read>) -> Vec<Read> {
    reads.reverse();
    reads.sort_by(|a, b| a.identity().cmp(&b.identity()));
    reads.dedup_by(|a, b| a.identity() == b.identity());
    reads
}

/// The reads that are not stored yet. A stored read never changes, whatever a repeat says besides
/// its identity.
pub fn missing<'r>(reads: &'r [Read], stored: &'r [Read]) -> impl Iterator<Item = &'r Read> {
    let stored: HashSet<_> = stored.iter().map(Read::identity).collect();
    reads
        .iter()
        .filter(move |read| !stored.contains(&read.identity()))
}

/// The range of a delete ends before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the end is before the start")]
pub struct EndsBeforeStart;

/// The length, in seconds, assumed for a range that ends before its start.
const SHORT: i64 = 360;

/// A range of unix seconds, including both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// First second, in unix seconds.
    pub start: i64,
    /// Last second; the range is empty if it is before `start`.
    pub end: i64,
}

impl Range {
    /// Covers every possible read.
    pub const ALL: Self = Self {
        start: 0,
        end: i64::MAX,
    };

    /// The range of `GET /reads`.
    #[must_use]
    pub fn asked(start: i64, end: i64) -> Self {
        let end = if end < start {
            start.saturating_add(SHORT)
        } else {
            end
        };
        Self { start, end }
    }

    /// The range of `DELETE /reads/delete`: everything if there is no end, even with a start.
    ///
    /// # Errors
    /// [`EndsBeforeStart`] if both are given in the wrong order.
    pub fn to_delete(start: Option<i64>, end: Option<i64>) -> Result<Self, EndsBeforeStart> {
        match (start, end) {
            (Some(start), Some(end)) if end < start => Err(EndsBeforeStart),
            (Some(start), Some(end)) => Ok(Self { start, end }),
            (None, Some(end)) => Ok(Self { end, ..Self::ALL }),
            (_, None) => Ok(Self::ALL),
        }
    }

    /// The same range without the seconds in which there can be no read; `None` if none are left.
    #[must_use]
    pub fn possible(self) -> Option<Self> {
        let start = self.start.max(0);
        (start <= self.end).then_some(Self {
            start,
            end: self.end,
        })
    }
}

/// A delete of reads: what was received before it within the range is gone, however long it takes
/// to clear the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The seconds in which it deletes.
    pub range: Range,
    /// When it was received.
    pub stamp: Stamp,
}

impl Deletion {
    /// Whether it deletes a read of this second that was received at `stamp`.
    #[must_use]
    pub fn deletes(&self, seconds: i64, stamp: Stamp) -> bool {
        stamp < self.stamp && self.range.start <= seconds && seconds <= self.range.end
    }
}

/// The reads of an answer, collected key by key: sorted, with identical reads of two keys only
/// once, and cut at a whole second if they do not fit.
#[derive(Clone, Debug)]
pub struct Gathered {
    reads: Vec<Read>,
    range: Range,
}

impl Gathered {
    /// Nothing yet.
    #[must_use]
    pub fn new(range: Range) -> Self {
        Self {
            reads: Vec::new(),
            range,
        }
    }

    /// The range still to be read from the next key: nothing after a cut is needed.
    #[must_use]
    pub fn wanted(&self) -> Range {
        self.range
    }

    /// Takes in what was found for [`Self::wanted`]: all of it, or the oldest up to one that does
    /// not fit. `fits` is asked read by read whether the answer still has room.
    ///
    /// Only whole seconds are kept, the oldest ones. If even the first second does not fit, it is
    /// cut in the middle: an empty answer would keep the client at that second for ever.
    pub fn add(&mut self, found: Vec<Read>, mut fits: impl FnMut(&Read) -> bool) {
        self.reads.extend(found);
        self.reads
            .sort_unstable_by(|a, b| a.order().cmp(&b.order()));
        self.reads.dedup();
        let Some(out) = self.reads.iter().position(|read| !fits(read)) else {
            return;
        };
        let second = self.reads.get(out).map_or(0, |read| read.seconds);
        let whole = self.reads.partition_point(|read| read.seconds < second);
        let (kept, end) = if whole > 0 {
            (whole, second - 1)
        } else {
            (out.max(1), second)
        };
        self.reads.truncate(kept);
        self.range.end = end;
    }

    /// The reads in their order.
    #[must_use]
    pub fn reads(self) -> Vec<Read> {
        self.reads
    }
}

named! {
    /// A reader's report about itself.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum NotificationKind {
        /// The uninterruptible power supply (UPS) can no longer be reached.
        UpsDisconnected = "UPS_DISCONNECTED",
        /// The UPS can be reached.
        UpsConnected = "UPS_CONNECTED",
        /// The mains have failed: the UPS runs on its battery.
        UpsOnBattery = "UPS_ON_BATTERY",
        /// The battery of the UPS is nearly empty.
        UpsLowBattery = "UPS_LOW_BATTERY",
        /// The UPS is supplied by the mains again.
        UpsOnline = "UPS_ONLINE",
        /// The machine is shutting down.
        ShuttingDown = "SHUTTING_DOWN",
        /// The machine is restarting.
        Restarting = "RESTARTING",
        /// The machine is hot.
        HighTemp = "HIGH_TEMP",
        /// The machine has reached its maximum temperature.
        MaxTemp = "MAX_TEMP",
        /// The machine's own battery is low.
        BatteryLow = "BATTERY_LOW",
        /// The machine's own battery is nearly empty.
        BatteryCritical = "BATTERY_CRITICAL",
    }
}

/// A notification from a reader's machine, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Notification {
    /// From 1 to 2³¹ − 1, unique and increasing within the account.
    pub id: i64,
    /// The event at the reader's machine or its power supply.
    #[serde(rename = "type")]
    pub kind: NotificationKind,
    /// When it happened, by the reader's clock.
    pub when: EventTime,
}

/// How long a notification is shown, in seconds.
pub const SHOWN_S: i64 = 300;

/// A notification as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The notification.
    pub notification: Notification,
    /// When it was received, in unix seconds.
    pub received: i64,
}

impl Noted {
    /// When it happened: by the reader's clock, but not later than it was received. So a fast clock
    /// neither keeps its notification up for longer nor hides later ones.
    fn happened(&self) -> i64 {
        self.notification.when.instant().min(self.received)
    }
}

/// The notification to show at `now` (unix seconds): the latest one, if it is not older than five
/// minutes.
#[must_use]
pub fn latest(noted: impl IntoIterator<Item = Noted>, now: i64) -> Option<Notification> {
    let latest = noted
        .into_iter()
        .max_by_key(|noted| (noted.happened(), noted.notification.id))?;
    (latest.happened() >= now.saturating_sub(SHOWN_S)).then_some(latest.notification)
}

#[cfg(test)]
mod tests;
