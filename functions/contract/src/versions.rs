//! Requests about earlier versions of results, and to return to one (contract 4.19). The answers
//! are defined in the domain.

pub use chute_domain::returning::{RestoreStep, ResultVersions};

use crate::requests::{NamesRace, of_year};

of_year! {
    /// Request of `r/results/versions`: the year whose versions to list.
    pub struct ReadVersions {}
}

of_year! {
    /// Request of `r/results/restore`: the version to return to, and the current one.
    pub struct RestoreVersion {
        /// The version to return to.
        pub version: i64,
        /// The current version as the caller has seen it; must be the same in every repeated call.
        pub expected_version: i64,
        /// Whether to report what it would do, without doing it.
        pub dry_run: bool,
    }
}
