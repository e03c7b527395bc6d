//! Requests and answers of the portal's own routes, those under `/r/` (contract 4.10, 4.11); the
//! rest they share with the key routes.

use std::cmp::Reverse;

use chute_domain::{
    event_time::EventTime,
    participant::Participant,
    race::{Event, Official, Slug, Year, YearKey},
    state::EventRecord,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{event::EventIn, json::wire, participant::ParticipantIn, requests::NamesRace};

wire! {
    /// What `r/event` takes.
    pub struct OfAccount {
        /// E-mail address of the account whose events are asked for; empty: the caller's own.
        /// Another's only for administrators.
        pub account_email: String,
    }
}

wire! {
    /// What `r/event/add` takes.
    pub struct AddEventFor {
        /// E-mail address of the account that shall own it; empty: the caller's. Another's only for
        /// administrators.
        pub account_email: String,
        /// The event, whose slug must be new.
        pub event: EventIn,
    }
}

wire! {
    /// What `r/event/state` takes.
    pub struct ReadEventState {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the one year; empty or missing: all.
        pub year: String,
    }
}

impl NamesRace for ReadEventState {
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        YearKey::named(&self.year)
    }
}

wire! {
    /// What `r/participants/add` and `r/participants/update` take.
    pub struct WriteParticipant {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// The participant; an update finds them by their id.
        pub participant: ParticipantIn,
        /// Unix seconds: also asks for the participants changed then or later, 0 for all; missing
        /// or below 0: for none.
        pub updated_after: Option<i64>,
    }
}

impl NamesRace for WriteParticipant {
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        YearKey::named(&self.year)
    }
}

/// A year with the event it belongs to (contract 2.2).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AllYear {
    /// Name of the event.
    pub name: String,
    /// Slug of the event, its name in addresses.
    pub slug: String,
    /// Key of the year within the event.
    pub year: String,
    /// Start of the race, with the offset that was sent.
    pub date_time: EventTime,
    /// Whether the race is on, as the owner says.
    pub live: bool,
    /// Whole days after the start in which alerts may be subscribed; 0 or less: never.
    pub days_allowed: i64,
    /// Which time the places go by: `gun`, `chip` or `mixed`; a label.
    pub ranking_type: String,
    /// As in a year.
    #[serde(skip_serializing_if = "Official::is_unsaid")]
    #[schema(value_type = String)]
    pub official: Official,
}

impl AllYear {
    fn new(event: &Event, year: &Year) -> Self {
        let Year {
            year,
            date_time,
            live,
            days_allowed,
            ranking_type,
            official,
        } = year.clone();
        Self {
            name: event.name.clone(),
            slug: event.slug.clone(),
            year,
            date_time,
            live,
            days_allowed,
            ranking_type,
            official,
        }
    }
}

/// What `r/event-year/all` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllYears {
    /// Years of unrestricted events and of the caller's own, newest first.
    pub years: Vec<AllYear>,
}

impl AllYears {
    /// The years of these events in the order of contract 6.3: newest first, then by slug and year.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r EventRecord>) -> Self {
        let years_of = |record: &'r EventRecord| {
            record
                .years
                .values()
                .map(|year| AllYear::new(&record.event, &year.year))
        };
        let mut years: Vec<AllYear> = records.into_iter().flat_map(years_of).collect();
        years.sort_by(|a, b| {
            (Reverse(a.date_time.instant()), &a.slug, &a.year).cmp(&(
                Reverse(b.date_time.instant()),
                &b.slug,
                &b.year,
            ))
        });
        Self { years }
    }
}

/// What `r/event/state` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventState {
    /// The years asked for, oldest first.
    pub years: Vec<YearState>,
}

/// What is published of a year (contract 4.14).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct YearState {
    /// Key of the year within the event.
    pub year: String,
    /// Version of the pointer; 0 = nothing is published.
    pub version: u64,
    /// When that version was made, date and time with an offset; empty = nothing is published.
    pub updated_at: String,
    /// Rows that readers see; 0 = nothing is published.
    pub rows: usize,
    /// People they are of.
    pub people: usize,
    /// Unix seconds of the receipt of the newest row or participant in it; 0 = none.
    pub last_upload: i64,
}

/// What `r/participants/add` and `r/participants/update` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipant {
    /// The participant as they stand now; one that was added has their id here.
    pub participant: Participant,
    /// The participants changed since the request's `updated_after`, this one among them; `[]`
    /// without one.
    pub updated_participants: Vec<Participant>,
}

/// What `r/participants/add-many` and `r/participants/update-many` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipants {
    /// Those that are valid as they stand now, in the order sent.
    pub participants: Vec<Participant>,
    /// The participants changed since the request's `updated_after`, those of the request among
    /// them; `[]` without one.
    pub updated_participants: Vec<Participant>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chute_domain::state::YearRecord;

    use super::*;

    fn record(slug: &str, years: &[(&str, &str)]) -> EventRecord {
        let year = |(key, start): &(&str, &str)| {
            let year = Year {
                year: (*key).to_owned(),
                date_time: EventTime::parse(start).unwrap(),
                ..Year::default()
            };
            (
                YearKey::new(key),
                YearRecord {
                    year,
                    ..YearRecord::default()
                },
            )
        };
        let event = Event {
            name: format!("The {slug}"),
            slug: slug.to_owned(),
            ..Event::default()
        };
        EventRecord {
            event,
            owner: "a".to_owned(),
            years: years.iter().map(year).collect::<BTreeMap<_, _>>(),
            ..EventRecord::default()
        }
    }

    #[test]
    fn all_years_come_newest_first_whatever_their_offset() {
        let records = [
            record(
                "b",
                &[
                    ("2026", "2026-05-02T08:00:00Z"),
                    ("2025", "2025-05-02T08:00:00Z"),
                ],
            ),
            record(
                "a",
                &[
                    ("2026", "2026-05-02T10:00:00+02:00"),
                    ("x", "2026-05-02T08:00:00Z"),
                    ("late", "2026-05-02T07:30:00-07:00"),
                ],
            ),
            record("none", &[]),
        ];
        let order: Vec<String> = AllYears::of(&records)
            .years
            .iter()
            .map(|year| format!("{} {}", year.slug, year.year))
            .collect();
        assert_eq!(order, ["a late", "a 2026", "a x", "b 2026", "b 2025"]);
    }

    #[test]
    fn a_year_is_written_in_the_order_of_the_contract() {
        let years = AllYears::of(&[record("a", &[("2026", "2026-05-02T10:00:00+02:00")])]);
        let wanted = r#"{"years":[{"name":"The a","slug":"a","year":"2026","date_time":"2026-05-02T10:00:00+02:00","live":false,"days_allowed":0,"ranking_type":""}]}"#;
        assert_eq!(serde_json::to_string(&years).unwrap(), wanted);
    }
}
