//! Requests and answers of the portal's own routes, those under `/r/` (contract 4.10, 4.11). They
//! share the others with the key routes.

use std::cmp::Reverse;

use chute_domain::{
    event_time::EventTime,
    participant::Participant,
    race::{Event, Official, Year},
    state::EventRecord,
    time::{ClockFault, Time},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    event::EventIn,
    json::wire,
    participant::ParticipantIn,
    requests::{NamesRace, names_race, of_year},
};

wire! {
    /// Request of `r/event`.
    pub struct OfAccount {
        /// E-mail address of the account whose events to return; empty: the caller's own. Only
        /// administrators can name another account.
        pub account_email: String,
    }
}

wire! {
    /// Request of `r/event/add`.
    pub struct AddEventFor {
        /// E-mail address of the account that will own it; empty: the caller's own. Only
        /// administrators can name another account.
        pub account_email: String,
        /// The event, whose slug must be new.
        pub event: EventIn,
    }
}

wire! {
    /// Request of `r/event/state`.
    pub struct ReadEventState {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the only year to return; empty or missing: all.
        pub year: String,
    }
}

names_race!(ReadEventState);

of_year! {
    /// Request of `r/participants/add` and `r/participants/update`.
    pub struct WriteParticipant {
        /// The participant; an update identifies them by their id.
        pub participant: ParticipantIn,
        /// Unix seconds: the answer also lists the participants changed at this time or later; 0:
        /// all of them; missing or below 0: none.
        pub updated_after: Option<i64>,
    }
}

/// A year with the event it belongs to (contract 2.2).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AllYear {
    /// Name of the event.
    pub name: String,
    /// Slug of the event: its name in web addresses.
    pub slug: String,
    /// Key of the year within the event.
    pub year: String,
    /// Start of the race, with the offset that was sent.
    pub date_time: EventTime,
    /// Whether the race is in progress, as set by the owner.
    pub live: bool,
    /// Number of days after the start during which people can subscribe to alerts; 0 or less:
    /// never.
    pub days_allowed: i64,
    /// Which time the site initially ranks by: `gun`, `chip` or `mixed`; a label.
    pub ranking_type: String,
    /// `unofficial`, or the time since when the results have been official; missing: not said.
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

/// Answer of `r/event-year/all`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllYears {
    /// The years of unrestricted events and of the caller's own events, newest first.
    pub years: Vec<AllYear>,
}

impl AllYears {
    /// The years of these events, in the order of contract 6.3: newest first, then by slug and
    /// year.
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

/// Answer of `r/event/state`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventState {
    /// The years asked for, oldest first.
    pub years: Vec<YearState>,
    /// The clock of the machine that answers.
    pub clock: ServerClock,
}

/// The clock by which keys, sign-ins and texts go, and what is wrong with it (contract 4.14).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServerClock {
    /// What it shows, in unix seconds.
    pub now: i64,
    /// Empty: nothing is known to be wrong. `unset`: it shows a time before the server's program was
    /// made. `behind`: it is behind the stamp of something that was uploaded. `forward`: it went
    /// forward in the last hours, because it was set or the machine slept.
    pub fault: &'static str,
    /// By how many seconds it is behind or went forward; otherwise 0.
    pub by: u64,
}

impl ServerClock {
    /// A clock that shows this time and may have a fault.
    #[must_use]
    pub fn of(time: Time, fault: Option<ClockFault>) -> Self {
        let (fault, by) = match fault {
            None => ("", 0),
            Some(ClockFault::Unset) => ("unset", 0),
            Some(ClockFault::Behind { by_s }) => ("behind", by_s),
            Some(ClockFault::Forward { by_s }) => ("forward", by_s),
        };
        Self {
            now: time.unix_s(),
            fault,
            by,
        }
    }
}

/// What is published of a year (contract 4.14).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct YearState {
    /// Key of the year within the event.
    pub year: String,
    /// Version of the pointer; 0: nothing is published.
    pub version: u64,
    /// When that version was made, as date and time with an offset; empty: nothing is published.
    pub updated_at: String,
    /// Number of rows that readers see; 0: nothing is published.
    pub rows: usize,
    /// Number of people to whom these rows belong.
    pub people: usize,
    /// When the newest row or participant in it was received, in unix seconds; 0: there is none.
    pub last_upload: i64,
}

/// Answer of `r/participants/add` and `r/participants/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipant {
    /// The participant as they are now; one who was added has their id here.
    pub participant: Participant,
    /// The participants changed since the request's `updated_after`, including this one; `[]` if it
    /// had none.
    pub updated_participants: Vec<Participant>,
}

/// Answer of `r/participants/add-many` and `r/participants/update-many`.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenParticipants {
    /// The valid ones as they are now, in the order sent.
    pub participants: Vec<Participant>,
    /// The participants changed since the request's `updated_after`, including those of the
    /// request; `[]` if it had none.
    pub updated_participants: Vec<Participant>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chute_domain::{race::YearKey, state::YearRecord};

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
