//! Request bodies of the key routes (contract section 4). If a route allows it, a `year` that is
//! missing, null or empty means the latest one.

use crate::{
    event::{EventIn, YearIn},
    json::wire,
    participant::{BibChipIn, ParticipantIn},
    result::ResultIn,
    setup::{DistanceIn, SegmentIn},
};
use chute_domain::race::{Slug, YearKey};

/// A request that names an event and possibly a year of it.
pub trait NamesRace {
    /// The event's slug.
    fn slug(&self) -> Slug;
    /// The year's key; `None` means the latest.
    fn year(&self) -> Option<YearKey>;
}

macro_rules! names_race {
    ($($name:ty),*) => {$(
        impl NamesRace for $name {
            fn slug(&self) -> chute_domain::race::Slug {
                chute_domain::race::Slug::new(&self.slug)
            }

            fn year(&self) -> Option<chute_domain::race::YearKey> {
                chute_domain::race::YearKey::named(&self.year)
            }
        }
    )*};
}
pub(crate) use names_race;

/// Defines a request about an event.
macro_rules! of_event {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        crate::json::wire! {
            $(#[$meta])*
            pub struct $name {
                /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
                pub slug: String,
                $($fields)*
            }
        }

        impl NamesRace for $name {
            fn slug(&self) -> chute_domain::race::Slug {
                chute_domain::race::Slug::new(&self.slug)
            }

            fn year(&self) -> Option<chute_domain::race::YearKey> {
                None
            }
        }
    };
}
pub(crate) use of_event;

/// Defines a request about a year that it must name.
macro_rules! of_year {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        crate::json::wire! {
            $(#[$meta])*
            pub struct $name {
                /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
                pub slug: String,
                /// Key of the year, such as `2026` or `2026-May`; must be given.
                pub year: String,
                $($fields)*
            }
        }

        crate::requests::names_race!($name);
    };
}
pub(crate) use of_year;

/// Defines a request about a year: the one that it names, or else the latest.
macro_rules! of_latest_year {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        crate::json::wire! {
            $(#[$meta])*
            pub struct $name {
                /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
                pub slug: String,
                /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even
                /// if it is in the future.
                pub year: String,
                $($fields)*
            }
        }

        crate::requests::names_race!($name);
    };
}
pub(crate) use of_latest_year;

/// Defines a request to follow a runner in a year: the one that it names, or else the latest.
macro_rules! to_follow {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        crate::requests::of_latest_year! {
            $(#[$meta])*
            pub struct $name {
                /// Bib of the runner to follow, up to 100 characters; missing or empty if they are
                /// identified by name.
                pub bib: Option<String>,
                /// First name of the runner to follow; missing or empty if the bib identifies them.
                pub first: Option<String>,
                /// Last name of the runner to follow; missing or empty if the bib identifies them.
                pub last: Option<String>,
                $($fields)*
            }
        }

        impl $name {
            /// The runner to follow.
            #[must_use]
            pub fn runner(&self) -> chute_domain::subscription::RunnerWish<'_> {
                chute_domain::subscription::RunnerWish {
                    bib: self.bib.as_deref(),
                    first: self.first.as_deref(),
                    last: self.last.as_deref(),
                }
            }
        }
    };
}
pub(crate) use to_follow;

wire! {
    /// No fields.
    pub struct Nothing {}
}

of_event! {
    /// Names an event.
    pub struct ForEvent {}
}

wire! {
    /// Names a year of an event.
    pub struct ForYear {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even
        /// if it is in the future. `r/event-year/delete` requires it.
        pub year: String,
    }
}

of_year! {
    /// Request of `bibchips` and `bibchips/delete`.
    pub struct OfBibChips {}
}

wire! {
    /// Request of `event/add` and `event/update`.
    pub struct WriteEvent {
        /// The event; an update identifies it by its slug.
        pub event: EventIn,
    }
}

of_event! {
    /// Request of `event-year/add` and `event-year/update`.
    pub struct WriteYear {
        /// The year; an update identifies it by its key.
        pub event_year: YearIn,
    }
}

of_latest_year! {
    /// Request of `results`, `results/all` and `results/finish`.
    pub struct ReadResults {
        /// Name of the only distance to return; empty or missing: all.
        pub distance: String,
        /// Number of rows per page; 0 or less: all in one answer, if they fit.
        pub limit: i64,
        /// Number of the page, from 1; 0 or less means 1. Used only with a `limit`.
        pub page: i64,
        /// 1 asks for the old form without ids, divisions and local times; any other number, for
        /// the current one.
        pub version: i64,
        /// The `version` of an earlier answer, to read its other pages as they were then; empty or
        /// missing: the newest.
        pub of_version: String,
    }
}

of_event! {
    /// Request of `results/multi`.
    pub struct ReadMulti {
        /// Keys of the years, at least one; for an unknown one the answer is empty.
        pub years: Vec<String>,
    }
}

of_latest_year! {
    /// Request of `results/bib`.
    pub struct ReadBib {
        /// The bib whose rows to return, exactly as uploaded.
        pub bib: String,
    }
}

of_latest_year! {
    /// Request of `results/add`.
    pub struct AddResults {
        /// Rows to store. Each replaces an older one of the same person, location and `occurence`.
        /// Invalid ones are dropped.
        pub results: Vec<ResultIn>,
    }
}

of_latest_year! {
    /// Request of `results/delete`.
    pub struct DeleteResults {
        /// Name of the only distance whose rows and people are deleted; empty or missing: all of
        /// the year.
        pub distance: String,
    }
}

of_latest_year! {
    /// Request of `participants`.
    pub struct ReadParticipants {
        /// Number of rows per page; 0 or less: all in one answer, if they fit.
        pub limit: i64,
        /// Number of the page, from 1; 0 or less means 1. Used only with a `limit`.
        pub page: i64,
        /// Unix seconds: only participants changed at this time or later; missing or below 0: all.
        pub updated_after: Option<i64>,
        /// The `version` of an earlier answer: 409 if the list has another order since; empty or
        /// missing: the list as it is.
        pub of_version: String,
    }
}

of_year! {
    /// Request of `participants/add`.
    pub struct AddParticipants {
        /// Participants to add, or to overwrite by their id. Invalid ones are dropped.
        pub participants: Vec<ParticipantIn>,
        /// Unix seconds: the answer also lists the participants changed at this time or later; 0:
        /// all of them; missing or below 0: none.
        pub updated_after: Option<i64>,
    }
}

of_year! {
    /// Request of `participants/delete`.
    pub struct DeleteParticipants {
        /// Ids of the participants to delete; empty or missing: all of the year.
        pub identifiers: Vec<String>,
    }
}

of_year! {
    /// Request of `bibchips/add`.
    pub struct AddBibChips {
        /// Chips with their bibs; a chip that is already stored moves to the bib sent.
        pub bib_chips: Vec<BibChipIn>,
    }
}

of_latest_year! {
    /// Request of `segments/add`.
    pub struct AddSegments {
        /// Segments to add, or to overwrite by distance and name. Invalid ones are dropped.
        pub segments: Vec<SegmentIn>,
    }
}

of_latest_year! {
    /// Request of `distances`.
    pub struct ReadDistances {
        /// Name of the only distance to return, which may be empty; missing or null: all.
        pub distance: Option<String>,
    }
}

of_latest_year! {
    /// Request of `distances/add`.
    pub struct AddDistances {
        /// Distances to add, or to overwrite by name. Invalid ones are dropped.
        pub distances: Vec<DistanceIn>,
    }
}

names_race!(ForYear);

impl NamesRace for WriteEvent {
    fn slug(&self) -> Slug {
        Slug::new(&self.event.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}
