//! Requests of earlier versions of results, and of the return to one (contract 4.19); the answers
//! are the domain's.

pub use chute_domain::returning::{RestoreStep, ResultVersions};

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
