//! Answers of the key routes (contract section 4), with fields in the contract's order.

use std::collections::BTreeMap;

use chute_domain::{
    event_time::EventTime,
    participant::{BibChip, Participant, ResultParticipant},
    race::{Distance, Event, Segment, Year},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::result::{PersonOut, ResultOut};

/// An answer, or a file, of the size of a race. It is written here, and not by the route, because
/// this crate is optimised for speed and the body of a large race has 18 MB.
pub trait ToJson {
    /// Writes the answer's body, or the file.
    ///
    /// # Errors
    /// None are known: the type is that of the JSON writer.
    fn to_json(&self) -> serde_json::Result<Vec<u8>>;
}

/// Rows by distance.
pub type ByDistance<'r> = BTreeMap<&'r str, Vec<ResultOut<'r>>>;

/// The body of every error (contract 1.3), unless a route documents another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Message<'m> {
    /// What was wrong, followed by a full stop and what is accepted. Never contains a value that
    /// was sent.
    pub message: &'m str,
}

/// A number of rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Count {
    /// For an upload: how many rows are valid, including duplicates. For a delete: how many rows
    /// were deleted, or how many ids were sent.
    pub count: usize,
}

/// Answer of `bibchips/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChipsAdded {
    /// How many chips are valid, including duplicates.
    pub count: usize,
    /// Chips that were on another bib before: in the year, or earlier in the list. Blanks around a
    /// bib make no other. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub moved: Vec<MovedChip>,
}

/// A chip that went from one bib to another.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MovedChip {
    /// The chip's code.
    pub chip: String,
    /// The bib it was on.
    pub from: String,
    /// The bib it is on now.
    pub to: String,
}

/// Answer of `event/all` and `event/my`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events, the one with the latest year first, those without years last.
    pub events: Vec<Event>,
}

/// Answer of `event/add` and `event/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneEvent {
    /// The event as it is now.
    pub event: Event,
}

/// Answer of `event`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventOverview<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// All its years, oldest first.
    pub event_years: &'r [Year],
    /// The latest year that has begun, otherwise the earliest; null if there is none.
    pub year: Option<&'r Year>,
    /// Rows by distance. Distances are ordered by the bytes of their names, rows by clock time,
    /// then bib. All rows of `year`; `{}` if they would make the answer too large.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// The participants of `year`, without anonymous people; `[]` if even these would make the
    /// answer too large.
    pub participants: &'r [ResultParticipant],
    /// What was left out, and how to get it; missing if nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub message: Option<&'static str>,
}

/// Answer of `event-year`, `event-year/add` and `event-year/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAndYear {
    /// The event that the answer is about.
    pub event: Event,
    /// The year as it is now.
    pub event_year: Year,
}

/// Answer of `event-year/event`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Years {
    /// The years of the event, oldest first.
    pub years: Vec<Year>,
}

/// Answer of `results`, `results/all` and `results/finish`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Results<'r> {
    /// Number of rows in this answer; with a `limit`, on this page.
    pub count: usize,
    /// The event that the answer is about.
    pub event: &'r Event,
    /// The year to which the rows belong.
    pub event_year: &'r Year,
    /// All years of the event, oldest first.
    pub years: &'r [Year],
    /// Rows by distance. Distances are ordered by the bytes of their names, rows by clock time,
    /// then bib.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// Participants, without anonymous people; `[]` except for `results`.
    pub participants: &'r [ResultParticipant],
    /// Additional information about the distances, by name; `[]` except for `results`.
    pub distances: &'r [Distance],
    /// Of a page: the name of the version that was read, for `of_version`; empty if nothing is
    /// published. Not in an answer that is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub version: Option<String>,
}

/// `results.json` of a year (contract 9.5).
#[derive(Debug, Serialize)]
pub struct ExportedYear<'r> {
    /// The version number of this file's format.
    pub schema: u32,
    /// The version of the results.
    pub version: u64,
    /// The event as its pages show it.
    pub event: &'r Event,
    /// The year that was exported.
    pub event_year: &'r Year,
    /// What is stored about its distances.
    pub distances: &'r [Distance],
    /// The segments of its distances.
    pub segments: &'r [Segment],
    /// All rows, in the order of contract 6.3.
    pub results: Vec<ResultOut<'r>>,
}

impl ToJson for ExportedYear<'_> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

/// The event in version 1 (contract 2.11).
#[derive(Debug, Serialize, ToSchema)]
pub struct EventVersion1<'r> {
    /// Name as shown; not necessarily unique.
    name: &'r str,
    /// Name in web addresses.
    slug: &'r str,
    /// The event's own website; may be empty.
    website: &'r str,
    /// A picture of the event; may be empty.
    image: &'r str,
    /// E-mail address to which runners can write; public.
    contact_email: &'r str,
    /// Whether only keys of its owner can read it.
    access_restricted: bool,
    /// `distance`, `time` or `backyardultra`; empty in old data, which means `distance`.
    r#type: &'r str,
}

impl<'r> From<&'r Event> for EventVersion1<'r> {
    fn from(event: &'r Event) -> Self {
        Self {
            name: &event.name,
            slug: &event.slug,
            website: &event.website,
            image: &event.image,
            contact_email: &event.contact_email,
            access_restricted: event.access_restricted,
            r#type: &event.kind,
        }
    }
}

/// The year in version 1 (contract 2.11).
#[derive(Debug, Serialize, ToSchema)]
pub struct YearVersion1<'r> {
    /// Key of the year within the event.
    year: &'r str,
    /// Start of the race, with the offset that was sent.
    date_time: &'r EventTime,
}

impl<'r> From<&'r Year> for YearVersion1<'r> {
    fn from(year: &'r Year) -> Self {
        Self {
            year: &year.year,
            date_time: &year.date_time,
        }
    }
}

/// Answer of `results`, `results/all` and `results/finish` in version 1.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultsVersion1<'r> {
    /// Number of rows in this answer; with a `limit`, on this page.
    pub count: usize,
    /// The event that the answer is about.
    pub event: EventVersion1<'r>,
    /// All years of the event, oldest first.
    pub years: Vec<YearVersion1<'r>>,
    /// Rows by distance. Distances are ordered by the bytes of their names, rows by clock time,
    /// then bib.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
}

/// Answer of `results/multi`.
#[derive(Debug, Serialize, ToSchema)]
pub struct MultiResults<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// All rows by key of the year and by distance; `{}` for a year that does not exist.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, Vec<ResultOut>>>)]
    pub results: BTreeMap<&'r str, ByDistance<'r>>,
}

/// Answer of `results/bib`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibResults<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// The year that the answer is about.
    pub year: &'r Year,
    /// All rows of the bib, by clock time; those of several people if they share it.
    pub results: Vec<ResultOut<'r>>,
    /// The person with this bib whose rows were uploaded last.
    pub person: PersonOut<'r>,
    /// Whether all people with results in the year have the same distance.
    pub single_distance: bool,
    /// Segments of the person's distance, ordered by how far their ends are from the start.
    pub segments: Vec<&'r Segment>,
    /// Additional information about the person's distance; null if there is none.
    pub distance: Option<&'r Distance>,
}

/// Answer of `participants`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Participants {
    /// The event that the answer is about.
    pub event: Event,
    /// The year that the answer is about.
    pub year: Year,
    /// The participants asked for, ordered by distance, last name, first name and id. Anonymous
    /// people have their names here.
    pub participants: Vec<Participant>,
    /// Of a page: the name of this order of the list, for `of_version`. Not in an answer that is
    /// whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub version: Option<String>,
}

/// Answer of `participants/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedParticipants {
    /// How many of the participants sent are valid.
    pub count: usize,
    /// The participants changed since the request's `updated_after`, including those of the
    /// request; `[]` if it had none.
    pub updated_participants: Vec<Participant>,
}

/// Answer of `bibchips`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibChips {
    /// All chips of the year, ordered by bib, then by chip.
    pub bib_chips: Vec<BibChip>,
}

/// Answer of `segments` and `segments/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Segments {
    /// For `segments`: all of the year, ordered by distance, then by how far their ends are from
    /// the start. For `segments/add`: those that were accepted, in the order sent.
    pub segments: Vec<Segment>,
}

/// Answer of `distances` and `distances/add`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Distances {
    /// For `distances`: all of the year, ordered by name. For `distances/add`: those that were
    /// accepted, in the order sent.
    pub distances: Vec<Distance>,
}

/// Answer of `distances` if one distance was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneDistance {
    /// The distance; null if there is no information about it.
    pub distance: Option<Distance>,
}

/// Answer of `results`, `results/all` and `results/finish` in either version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyResults<'r> {
    /// The current form, with all fields.
    Current(Results<'r>),
    /// The old form, for requests with version 1.
    Version1(ResultsVersion1<'r>),
}

impl ToJson for AnyResults<'_> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

/// Answer of `distances`: all, or the one that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyDistances {
    /// All distances of the year.
    All(Distances),
    /// The one that was asked for.
    One(OneDistance),
}
