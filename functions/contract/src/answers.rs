//! Answers of the key routes (contract section 4), fields in its order.

use std::collections::BTreeMap;

use chute_domain::{
    event_time::EventTime,
    participant::{BibChip, Participant, ResultParticipant},
    race::{Distance, Event, Segment, Year},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::result::{PersonOut, ResultOut};

/// Rows by distance.
pub type ByDistance<'r> = BTreeMap<&'r str, Vec<ResultOut<'r>>>;

/// The one error shape (contract 1.3).
#[derive(Debug, Serialize, ToSchema)]
pub struct Message<'m> {
    /// What was wrong.
    pub message: &'m str,
}

/// How many.
#[derive(Debug, Serialize, ToSchema)]
pub struct Count {
    /// The number the route is about.
    pub count: usize,
}

/// `event/all`, `event/my`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// In the order of contract 6.3.
    pub events: Vec<Event>,
}

/// `event/add`, `event/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneEvent {
    /// The event.
    pub event: Event,
}

/// `event`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventOverview<'r> {
    /// The event.
    pub event: &'r Event,
    /// All years.
    pub event_years: &'r [Year],
    /// The year shown (contract 6.4).
    pub year: Option<&'r Year>,
    /// All its rows; empty where they make the answer too large.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// Its participants; empty where even they make the answer too large.
    pub participants: &'r [ResultParticipant],
    /// What was left out, where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub message: Option<&'static str>,
}

/// `event-year`, `event-year/add`, `event-year/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAndYear {
    /// The event.
    pub event: Event,
    /// The year.
    pub event_year: Year,
}

/// `event-year/event`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Years {
    /// Oldest first.
    pub years: Vec<Year>,
}

/// `results`, `results/all`, `results/finish`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Results<'r> {
    /// Rows in this answer.
    pub count: usize,
    /// The event.
    pub event: &'r Event,
    /// The year.
    pub event_year: &'r Year,
    /// All years.
    pub years: &'r [Year],
    /// The rows.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// Participants; empty but for `results`.
    pub participants: &'r [ResultParticipant],
    /// Distances; empty but for `results`.
    pub distances: &'r [Distance],
}

impl Results<'_> {
    /// The answer's body. Written here and not where the answer is given: this crate is optimised for speed, and the body of a large race
    /// is 18 MB.
    ///
    /// # Errors
    /// None that is known: the type is that of the writer.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

/// `results.json` of a year (contract 9.5).
#[derive(Debug, Serialize)]
pub struct ExportedYear<'r> {
    /// The number of the layout.
    pub schema: u32,
    /// The version of the results.
    pub version: u64,
    /// The event.
    pub event: &'r Event,
    /// The year.
    pub event_year: &'r Year,
    /// Distance records.
    pub distances: &'r [Distance],
    /// Segments.
    pub segments: &'r [Segment],
    /// Every row, in the order of contract 6.3.
    pub results: Vec<ResultOut<'r>>,
}

impl ExportedYear<'_> {
    /// The file. Written here, as [`Results::to_json`] is.
    ///
    /// # Errors
    /// None that is known: the type is that of the writer.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

/// The event of version 1 (contract 2.11).
#[derive(Debug, Serialize, ToSchema)]
pub struct EventVersion1<'r> {
    name: &'r str,
    slug: &'r str,
    website: &'r str,
    image: &'r str,
    contact_email: &'r str,
    access_restricted: bool,
    r#type: &'r str,
}

impl<'r> From<&'r Event> for EventVersion1<'r> {
    fn from(event: &'r Event) -> Self {
        let Event { name, slug, website, image, contact_email, access_restricted, kind, .. } = event;
        Self { name, slug, website, image, contact_email, access_restricted: *access_restricted, r#type: kind }
    }
}

/// The year of version 1 (contract 2.11).
#[derive(Debug, Serialize, ToSchema)]
pub struct YearVersion1<'r> {
    year: &'r str,
    date_time: &'r EventTime,
}

impl<'r> From<&'r Year> for YearVersion1<'r> {
    fn from(year: &'r Year) -> Self {
        Self { year: &year.year, date_time: &year.date_time }
    }
}

/// The three results routes in version 1.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultsVersion1<'r> {
    /// Rows in this answer.
    pub count: usize,
    /// The event.
    pub event: EventVersion1<'r>,
    /// All years.
    pub years: Vec<YearVersion1<'r>>,
    /// The rows.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
}

/// `results/multi`.
#[derive(Debug, Serialize, ToSchema)]
pub struct MultiResults<'r> {
    /// The event.
    pub event: &'r Event,
    /// Year key → distance → rows.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, Vec<ResultOut>>>)]
    pub results: BTreeMap<&'r str, ByDistance<'r>>,
}

/// `results/bib`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibResults<'r> {
    /// The event.
    pub event: &'r Event,
    /// The year.
    pub year: &'r Year,
    /// Every row of the bib.
    pub results: Vec<ResultOut<'r>>,
    /// The person uploaded last.
    pub person: PersonOut<'r>,
    /// Whether the year's persons are of one distance only.
    pub single_distance: bool,
    /// Segments of the person's distance.
    pub segments: Vec<&'r Segment>,
    /// The record of the person's distance.
    pub distance: Option<&'r Distance>,
}

/// `participants`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Participants {
    /// The event.
    pub event: Event,
    /// The year.
    pub year: Year,
    /// The page asked for.
    pub participants: Vec<Participant>,
}

/// `participants/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedParticipants {
    /// Valid rows sent.
    pub count: usize,
    /// Rows changed since the request's `updated_after`.
    pub updated_participants: Vec<Participant>,
}

/// `bibchips`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibChips {
    /// By bib, then chip.
    pub bib_chips: Vec<BibChip>,
}

/// `segments`, `segments/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Segments {
    /// The segments.
    pub segments: Vec<Segment>,
}

/// `distances`, `distances/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Distances {
    /// The distances.
    pub distances: Vec<Distance>,
}

/// `distances` when one was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneDistance {
    /// The distance, if there is a record.
    pub distance: Option<Distance>,
}

/// `results`, `results/all`, `results/finish` in either version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyResults<'r> {
    /// As it is now.
    Current(Results<'r>),
    /// As a request with version 1 asks for.
    Version1(ResultsVersion1<'r>),
}

/// `distances`: all, or the one that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyDistances {
    /// All.
    All(Distances),
    /// One.
    One(OneDistance),
}
