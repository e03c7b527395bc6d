//! Requests of earlier versions of results, and of the return to one (contract 4.19); the answers
//! are the domain's.

pub use chute_domain::returning::{RestoreStep, ResultVersions};

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// `r/results/versions`.
    pub struct ReadVersions {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
    }
}

wire! {
    /// `r/results/restore`.
    pub struct RestoreVersion {
        /// Event.
        pub slug: String,
        /// Year.
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
