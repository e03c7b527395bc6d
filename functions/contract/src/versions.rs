//! Requests and answers of earlier versions of results, and of the return to one (contract 4.19).

use chute_domain::{event_time::EventTime, snapshot::Cause};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// What `r/results/versions` takes: the year whose versions are listed.
    pub struct ReadVersions {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
    }
}

wire! {
    /// What `r/results/restore` takes: the version to return to, and the one that stands.
    pub struct RestoreVersion {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// The version that shall stand again.
        pub version: i64,
        /// The version that the caller has seen standing; the same in every repeat.
        pub expected_version: i64,
        /// Only say what it would do.
        pub dry_run: bool,
    }
}

names_race!(ReadVersions, RestoreVersion);

/// A version that can be returned to.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EarlierOut {
    /// The version, as in a pointer: what `r/results/restore` names.
    pub version: u64,
    /// Which one of the year it is, from 1.
    pub number: u64,
    /// When it was made.
    pub at: EventTime,
    /// When the next one took its place.
    pub until: EventTime,
    /// What the next one was made of: `upload`, `import`, `delete`, `settings`, `repair`,
    /// `roll-back`.
    #[schema(value_type = String)]
    pub next: Cause,
    /// How many corrections the next one lists.
    pub changes: usize,
}

/// A return that has begun and not ended.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnfinishedReturn {
    /// The version that shall stand again.
    pub version: u64,
    /// The version it was begun from.
    pub expected_version: u64,
    /// How far it is, in thousandths.
    pub progress: u64,
}

/// What `r/results/versions` answers: the version that stands, and those before it.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultVersions {
    /// The version that stands; 0 while nothing is published.
    pub version: u64,
    /// Which one of the year it is.
    pub number: u64,
    /// Those that can be returned to, the latest first.
    pub earlier: Vec<EarlierOut>,
    /// A return to be gone on with.
    pub unfinished: Option<UnfinishedReturn>,
}

/// What `r/results/restore` answers: how far the return is, counted in rows.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestoreStep {
    /// Whether all is written, or looked at; otherwise the same call goes on.
    pub done: bool,
    /// Whether it waits for uploads that may still be at work: to be called again in a few seconds.
    pub waits: bool,
    /// How far it is, in thousandths.
    pub progress: u64,
    /// Rows with values of before.
    pub changed: usize,
    /// Rows that are back.
    pub restored: usize,
    /// Rows that came since, and go.
    pub removed: usize,
    /// Rows that stay, because they are newer than what the caller has seen.
    pub newer: usize,
}
