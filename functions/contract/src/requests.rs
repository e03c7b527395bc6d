//! Request bodies of the key routes (contract section 4). `year` missing, null or empty means the latest one where a route allows it.

use crate::{
    event::{EventIn, YearIn},
    json::wire,
    participant::{BibChipIn, ParticipantIn},
    result::ResultIn,
    setup::{DistanceIn, SegmentIn},
};

/// A request that names an event and maybe a year of it.
pub trait NamesRace {
    /// The event's slug as sent.
    fn slug(&self) -> &str;
    /// The year's key; `None` means the latest.
    fn year(&self) -> Option<&str>;
}

macro_rules! names_race {
    ($($name:ty),*) => {$(
        impl NamesRace for $name {
            fn slug(&self) -> &str {
                &self.slug
            }

            fn year(&self) -> Option<&str> {
                Some(self.year.as_str()).filter(|year| !year.is_empty())
            }
        }
    )*};
}
pub(crate) use names_race;

wire! {
    /// No fields.
    pub struct Nothing {}
}

wire! {
    /// An event by slug.
    pub struct ForEvent {
        /// Event.
        pub slug: String,
    }
}

impl NamesRace for ForEvent {
    fn slug(&self) -> &str {
        &self.slug
    }

    fn year(&self) -> Option<&str> {
        None
    }
}

wire! {
    /// A year by slug and key.
    pub struct ForYear {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
    }
}

wire! {
    /// `bibchips`, `bibchips/delete`.
    pub struct OfBibChips {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
    }
}

wire! {
    /// `event/add`, `event/update`.
    pub struct WriteEvent {
        /// The event.
        pub event: EventIn,
    }
}

wire! {
    /// `event-year/add`, `event-year/update`.
    pub struct WriteYear {
        /// Event.
        pub slug: String,
        /// The year.
        pub event_year: YearIn,
    }
}

wire! {
    /// `results`, `results/all`, `results/finish`.
    pub struct ReadResults {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// One distance only; empty = all.
        pub distance: String,
        /// Rows a page; ≤ 0 = no paging.
        pub limit: i64,
        /// Page from 1; ≤ 0 = 1.
        pub page: i64,
        /// 1 asks for the old form.
        pub version: i64,
    }
}

wire! {
    /// `results/multi`.
    pub struct ReadMulti {
        /// Event.
        pub slug: String,
        /// Years.
        pub years: Vec<String>,
    }
}

impl NamesRace for ReadMulti {
    fn slug(&self) -> &str {
        &self.slug
    }

    fn year(&self) -> Option<&str> {
        None
    }
}

wire! {
    /// `results/bib`.
    pub struct ReadBib {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Bib.
        pub bib: String,
    }
}

wire! {
    /// `results/add`.
    pub struct AddResults {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The rows.
        pub results: Vec<ResultIn>,
    }
}

wire! {
    /// `results/delete`.
    pub struct DeleteResults {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// One distance only; empty = all.
        pub distance: String,
    }
}

wire! {
    /// `participants`.
    pub struct ReadParticipants {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Rows a page; ≤ 0 = no paging.
        pub limit: i64,
        /// Page from 1; ≤ 0 = 1.
        pub page: i64,
        /// Unix seconds; rows changed then or later.
        pub updated_after: Option<i64>,
    }
}

wire! {
    /// `participants/add`.
    pub struct AddParticipants {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The participants.
        pub participants: Vec<ParticipantIn>,
        /// Unix seconds; asks for the rows changed then or later.
        pub updated_after: Option<i64>,
    }
}

wire! {
    /// `participants/delete`.
    pub struct DeleteParticipants {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Ids; empty = all.
        pub identifiers: Vec<String>,
    }
}

wire! {
    /// `bibchips/add`.
    pub struct AddBibChips {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The chips.
        pub bib_chips: Vec<BibChipIn>,
    }
}

wire! {
    /// `segments/add`.
    pub struct AddSegments {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The segments.
        pub segments: Vec<SegmentIn>,
    }
}

wire! {
    /// `distances`.
    pub struct ReadDistances {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// One distance; given also when empty.
        pub distance: Option<String>,
    }
}

wire! {
    /// `distances/add`.
    pub struct AddDistances {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The distances.
        pub distances: Vec<DistanceIn>,
    }
}

names_race!(
    ForYear,
    OfBibChips,
    ReadResults,
    ReadBib,
    AddResults,
    DeleteResults,
    ReadParticipants,
    AddParticipants,
    DeleteParticipants,
    AddBibChips,
    AddSegments,
    ReadDistances,
    AddDistances
);

impl NamesRace for WriteYear {
    fn slug(&self) -> &str {
        &self.slug
    }

    fn year(&self) -> Option<&str> {
        None
    }
}

impl NamesRace for WriteEvent {
    fn slug(&self) -> &str {
        &self.event.slug
    }

    fn year(&self) -> Option<&str> {
        None
    }
}
