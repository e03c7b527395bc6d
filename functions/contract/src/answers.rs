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
    /// What was wrong and, behind a full stop, what is accepted. Never a value that was sent.
    pub message: &'m str,
}

/// A number of rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Count {
    /// Of an upload how many rows are valid, duplicates included; of a delete how many rows went,
    /// or ids were named.
    pub count: usize,
}

/// What `event/all` and `event/my` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events, that with the latest year first, those without years last.
    pub events: Vec<Event>,
}

/// What `event/add` and `event/update` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneEvent {
    /// The event as it stands now.
    pub event: Event,
}

/// What `event` answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventOverview<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// All its years, oldest first.
    pub event_years: &'r [Year],
    /// The latest year that has begun, else the earliest; null where there is none.
    pub year: Option<&'r Year>,
    /// Distance to rows, distances in the order of their names' bytes; rows by clock time, then
    /// bib. All rows of `year`; `{}` where they make the answer too large.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// The participants of `year`, anonymous people left out; `[]` where even they make the answer
    /// too large.
    pub participants: &'r [ResultParticipant],
    /// What was left out and how to get it; missing where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub message: Option<&'static str>,
}

/// What `event-year`, `event-year/add` and `event-year/update` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAndYear {
    /// The event that the answer is about.
    pub event: Event,
    /// The year as it stands now.
    pub event_year: Year,
}

/// What `event-year/event` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Years {
    /// The years of the event, oldest first.
    pub years: Vec<Year>,
}

/// What `results`, `results/all` and `results/finish` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Results<'r> {
    /// Rows in this answer; of a page its own.
    pub count: usize,
    /// The event that the answer is about.
    pub event: &'r Event,
    /// The year whose rows these are.
    pub event_year: &'r Year,
    /// All years of the event, oldest first.
    pub years: &'r [Year],
    /// Distance to rows, distances in the order of their names' bytes; rows by clock time, then
    /// bib.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
    /// Participants, anonymous people left out; `[]` but for `results`.
    pub participants: &'r [ResultParticipant],
    /// What is said of the distances beside their results, by name; `[]` but for `results`.
    pub distances: &'r [Distance],
}

impl Results<'_> {
    /// The answer's body. Written here and not where the answer is given: this crate is optimised
    /// for speed, and the body of a large race is 18 MB.
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
    /// The event as its pages show it.
    pub event: &'r Event,
    /// The year that was exported.
    pub event_year: &'r Year,
    /// What is stored of its distances.
    pub distances: &'r [Distance],
    /// The segments of its distances.
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
    /// Name as shown; not unique.
    name: &'r str,
    /// Name in addresses.
    slug: &'r str,
    /// The event's own site; may be empty.
    website: &'r str,
    /// A picture of the event; may be empty.
    image: &'r str,
    /// Whom runners may write to; public.
    contact_email: &'r str,
    /// Whether only keys of the owner may read it.
    access_restricted: bool,
    /// `distance`, `time` or `backyardultra`; empty in old data, which means `distance`.
    r#type: &'r str,
}

impl<'r> From<&'r Event> for EventVersion1<'r> {
    fn from(event: &'r Event) -> Self {
        let Event {
            name,
            slug,
            website,
            image,
            contact_email,
            access_restricted,
            kind,
            ..
        } = event;
        Self {
            name,
            slug,
            website,
            image,
            contact_email,
            access_restricted: *access_restricted,
            r#type: kind,
        }
    }
}

/// The year of version 1 (contract 2.11).
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

/// The three results routes in version 1.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultsVersion1<'r> {
    /// Rows in this answer; of a page its own.
    pub count: usize,
    /// The event that the answer is about.
    pub event: EventVersion1<'r>,
    /// All years of the event, oldest first.
    pub years: Vec<YearVersion1<'r>>,
    /// Distance to rows, distances in the order of their names' bytes; rows by clock time, then
    /// bib.
    #[schema(value_type = BTreeMap<String, Vec<ResultOut>>)]
    pub results: ByDistance<'r>,
}

/// What `results/multi` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct MultiResults<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// Key of the year to distance to rows: every row; `{}` for a year that is not there.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, Vec<ResultOut>>>)]
    pub results: BTreeMap<&'r str, ByDistance<'r>>,
}

/// What `results/bib` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibResults<'r> {
    /// The event that the answer is about.
    pub event: &'r Event,
    /// The year that the answer is about.
    pub year: &'r Year,
    /// Every row of the bib, by clock time; of several people where they share it.
    pub results: Vec<ResultOut<'r>>,
    /// The person with this bib whose rows were uploaded last.
    pub person: PersonOut<'r>,
    /// Whether all people with results in the year are of one distance.
    pub single_distance: bool,
    /// Segments of the person's distance, by how far they are from the start.
    pub segments: Vec<&'r Segment>,
    /// What is said of the person's distance; null where nothing is.
    pub distance: Option<&'r Distance>,
}

/// What `participants` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Participants {
    /// The event that the answer is about.
    pub event: Event,
    /// The year that the answer is about.
    pub year: Year,
    /// The participants asked for, by distance, last and first name and id; anonymous people with
    /// their names.
    pub participants: Vec<Participant>,
}

/// What `participants/add` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedParticipants {
    /// How many of those sent are valid.
    pub count: usize,
    /// The participants changed since the request's `updated_after`, those of the request among
    /// them; `[]` without one.
    pub updated_participants: Vec<Participant>,
}

/// What `bibchips` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct BibChips {
    /// All chips of the year, by bib, then by chip.
    pub bib_chips: Vec<BibChip>,
}

/// What `segments` and `segments/add` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Segments {
    /// Of `segments` all of the year, by distance, then by how far they are; of `segments/add`
    /// those that were accepted, in the order sent.
    pub segments: Vec<Segment>,
}

/// What `distances` and `distances/add` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Distances {
    /// Of `distances` all of the year, by name; of `distances/add` those that were accepted, in the
    /// order sent.
    pub distances: Vec<Distance>,
}

/// `distances` when one was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneDistance {
    /// The distance; null where nothing is said of it.
    pub distance: Option<Distance>,
}

/// `results`, `results/all`, `results/finish` in either version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyResults<'r> {
    /// The current form, with all fields.
    Current(Results<'r>),
    /// As a request with version 1 asks for.
    Version1(ResultsVersion1<'r>),
}

/// `distances`: all, or the one that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyDistances {
    /// All distances of the year.
    All(Distances),
    /// The one that was asked for.
    One(OneDistance),
}
