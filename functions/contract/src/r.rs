//! Requests and answers of the portal's own routes, those under `/r/` (contract 4.10, 4.11); the rest they share with the key routes.

use std::cmp::Reverse;

use chute_domain::{
    event_time::EventTime,
    participant::Participant,
    race::{Event, Official, Year},
    state::EventRecord,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{event::EventIn, json::wire, participant::ParticipantIn, requests::NamesRace};

wire! {
    /// `r/event`.
    pub struct OfAccount {
        /// The account; empty means the caller's own.
        pub account_email: String,
    }
}

wire! {
    /// `r/event/add`.
    pub struct AddEventFor {
        /// Who shall own it; empty means the caller.
        pub account_email: String,
        /// The event.
        pub event: EventIn,
    }
}

wire! {
    /// `r/event/state`.
    pub struct ReadEventState {
        /// Event.
        pub slug: String,
        /// Year; empty for all.
        pub year: String,
    }
}

impl NamesRace for ReadEventState {
    fn slug(&self) -> &str {
        &self.slug
    }

    fn year(&self) -> Option<&str> {
        Some(self.year.as_str()).filter(|year| !year.is_empty())
    }
}

wire! {
    /// `r/participants/add`, `r/participants/update`.
    pub struct WriteParticipant {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The participant.
        pub participant: ParticipantIn,
        /// Unix seconds; asks for the rows changed then or later.
        pub updated_after: Option<i64>,
    }
}

impl NamesRace for WriteParticipant {
    fn slug(&self) -> &str {
        &self.slug
    }

    fn year(&self) -> Option<&str> {
        Some(self.year.as_str()).filter(|year| !year.is_empty())
    }
}

/// A year with the event it belongs to (contract 2.2).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AllYear {
    /// Name of the event.
    pub name: String,
    /// Slug of the event.
    pub slug: String,
    /// The year's key.
    pub year: String,
    /// Start.
    pub date_time: EventTime,
    /// Whether the race is on.
    pub live: bool,
    /// Days of text alerts.
    pub days_allowed: i64,
    /// `gun` or `chip`.
    pub ranking_type: String,
    /// As in a year.
    #[serde(skip_serializing_if = "Official::is_unsaid")]
    #[schema(value_type = String)]
    pub official: Official,
}

impl AllYear {
    fn new(event: &Event, year: &Year) -> Self {
        let Year { year, date_time, live, days_allowed, ranking_type, official } = year.clone();
        Self { name: event.name.clone(), slug: event.slug.clone(), year, date_time, live, days_allowed, ranking_type, official }
    }
}

/// `r/event-year/all`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllYears {
    /// Newest first.
    pub years: Vec<AllYear>,
}

impl AllYears {
    /// The years of these events in the order of contract 6.3: newest first, then by slug and year.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r EventRecord>) -> Self {
        let years_of = |record: &'r EventRecord| record.years.values().map(|year| AllYear::new(&record.event, &year.year));
        let mut years: Vec<AllYear> = records.into_iter().flat_map(years_of).collect();
        years.sort_by(|a, b| (Reverse(a.date_time.instant()), &a.slug, &a.year).cmp(&(Reverse(b.date_time.instant()), &b.slug, &b.year)));
        Self { years }
    }
}

/// `r/event/state`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventState {
    /// Oldest first.
    pub years: Vec<YearState>,
}

/// What is published of a year (contract 4.14).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct YearState {
    /// The year's key.
    pub year: String,
    /// Version of the pointer; 0 = nothing is published.
    pub version: u64,
    /// When that version was made, date and time with an offset; empty = nothing is published.
    pub updated_at: String,
    /// Rows that readers see.
    pub rows: usize,
    /// People they are of.
    pub people: usize,
    /// Unix seconds of the receipt of the newest row or participant in it; 0 = none.
    pub last_upload: i64,
}

/// `r/participants/add`, `r/participants/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipant {
    /// The participant as it stands now.
    pub participant: Participant,
    /// Rows changed since the request's `updated_after`.
    pub updated_participants: Vec<Participant>,
}

/// `r/participants/add-many`, `r/participants/update-many`.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipants {
    /// The valid ones as they stand now, in the order sent.
    pub participants: Vec<Participant>,
    /// Rows changed since the request's `updated_after`.
    pub updated_participants: Vec<Participant>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chute_domain::state::YearRecord;

    use super::*;

    fn record(slug: &str, years: &[(&str, &str)]) -> EventRecord {
        let year = |(key, start): &(&str, &str)| {
            let year = Year { year: (*key).to_owned(), date_time: EventTime::parse(start).unwrap(), ..Year::default() };
            ((*key).to_owned(), YearRecord { year, ..YearRecord::default() })
        };
        let event = Event { name: format!("The {slug}"), slug: slug.to_owned(), ..Event::default() };
        EventRecord { event, owner: "a".to_owned(), years: years.iter().map(year).collect::<BTreeMap<_, _>>() }
    }

    #[test]
    fn all_years_come_newest_first_whatever_their_offset() {
        let records = [
            record("b", &[("2026", "2026-05-02T08:00:00Z"), ("2025", "2025-05-02T08:00:00Z")]),
            record("a", &[("2026", "2026-05-02T10:00:00+02:00"), ("x", "2026-05-02T08:00:00Z"), ("late", "2026-05-02T07:30:00-07:00")]),
            record("none", &[]),
        ];
        let order: Vec<String> = AllYears::of(&records).years.iter().map(|year| format!("{} {}", year.slug, year.year)).collect();
        assert_eq!(order, ["a late", "a 2026", "a x", "b 2026", "b 2025"]);
    }

    #[test]
    fn a_year_is_written_in_the_order_of_the_contract() {
        let years = AllYears::of(&[record("a", &[("2026", "2026-05-02T10:00:00+02:00")])]);
        let wanted = r#"{"years":[{"name":"The a","slug":"a","year":"2026","date_time":"2026-05-02T10:00:00+02:00","live":false,"days_allowed":0,"ranking_type":""}]}"#;
        assert_eq!(serde_json::to_string(&years).unwrap(), wanted);
    }
}
