//! Request bodies of the key routes (contract section 4). `year` missing, null or empty means the
//! latest one where a route allows it.

use crate::{
    event::{EventIn, YearIn},
    json::wire,
    participant::{BibChipIn, ParticipantIn},
    result::ResultIn,
    setup::{DistanceIn, SegmentIn},
};
use chute_domain::race::{Slug, YearKey};

/// A request that names an event and maybe a year of it.
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

wire! {
    /// No fields.
    pub struct Nothing {}
}

wire! {
    /// Names an event.
    pub struct ForEvent {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
    }
}

impl NamesRace for ForEvent {
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}

wire! {
    /// Names a year of an event.
    pub struct ForYear {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included. `r/event-year/delete` needs it.
        pub year: String,
    }
}

wire! {
    /// What `bibchips` and `bibchips/delete` take.
    pub struct OfBibChips {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
    }
}

wire! {
    /// What `event/add` and `event/update` take.
    pub struct WriteEvent {
        /// The event; an update finds it by its slug.
        pub event: EventIn,
    }
}

wire! {
    /// What `event-year/add` and `event-year/update` take.
    pub struct WriteYear {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// The year; an update finds it by its key.
        pub event_year: YearIn,
    }
}

wire! {
    /// What `results`, `results/all` and `results/finish` take.
    pub struct ReadResults {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Name of the only distance that is asked for; empty or missing: all.
        pub distance: String,
        /// Rows a page; 0 or less: all in one answer, if it fits.
        pub limit: i64,
        /// Which page, from 1; 0 or less is 1. Only with a `limit`.
        pub page: i64,
        /// 1 asks for the old form without ids, divisions and local times; any other number for
        /// today's.
        pub version: i64,
    }
}

wire! {
    /// What `results/multi` takes.
    pub struct ReadMulti {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Keys of the years, at least one; an unknown one is answered as empty.
        pub years: Vec<String>,
    }
}

impl NamesRace for ReadMulti {
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}

wire! {
    /// What `results/bib` takes.
    pub struct ReadBib {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Bib whose rows are asked for, exactly as uploaded.
        pub bib: String,
    }
}

wire! {
    /// What `results/add` takes.
    pub struct AddResults {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Rows to store, each in the place of an older one of the same person, location and
        /// `occurence`. Those that are not valid are dropped.
        pub results: Vec<ResultIn>,
    }
}

wire! {
    /// What `results/delete` takes.
    pub struct DeleteResults {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Name of the only distance whose rows and people go; empty or missing: all of the year.
        pub distance: String,
    }
}

wire! {
    /// What `participants` takes.
    pub struct ReadParticipants {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Rows a page; 0 or less: all in one answer, if it fits.
        pub limit: i64,
        /// Which page, from 1; 0 or less is 1. Only with a `limit`.
        pub page: i64,
        /// Unix seconds: only participants changed then or later; missing or below 0: all.
        pub updated_after: Option<i64>,
    }
}

wire! {
    /// What `participants/add` takes.
    pub struct AddParticipants {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// Participants to add or to overwrite by their id. Those that are not valid are dropped.
        pub participants: Vec<ParticipantIn>,
        /// Unix seconds: also asks for the participants changed then or later, 0 for all; missing
        /// or below 0: for none.
        pub updated_after: Option<i64>,
    }
}

wire! {
    /// What `participants/delete` takes.
    pub struct DeleteParticipants {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// Ids of those who go; empty or missing: all of the year.
        pub identifiers: Vec<String>,
    }
}

wire! {
    /// What `bibchips/add` takes.
    pub struct AddBibChips {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// Chips with their bibs; one that is stored moves to the bib sent.
        pub bib_chips: Vec<BibChipIn>,
    }
}

wire! {
    /// What `segments/add` takes.
    pub struct AddSegments {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Segments to add or to overwrite by distance and name. Those that are not valid are
        /// dropped.
        pub segments: Vec<SegmentIn>,
    }
}

wire! {
    /// What `distances` takes.
    pub struct ReadDistances {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Name of the one distance that is asked for, also when it is empty; missing or null: all.
        pub distance: Option<String>,
    }
}

wire! {
    /// What `distances/add` takes.
    pub struct AddDistances {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Distances to add or to overwrite by name. Those that are not valid are dropped.
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
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}

impl NamesRace for WriteEvent {
    fn slug(&self) -> Slug {
        Slug::new(&self.event.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}
