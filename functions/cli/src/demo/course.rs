//! Common to the three demo races: clocks, passages, places.

use std::collections::BTreeMap;

use chute_domain::{
    event_time::EventTime,
    participant::{BibChip, Participant},
    race::{Distance, Event, Segment, Year},
    row::{Passage, Person, ResultRow},
};
use jiff::{Timestamp, fmt::temporal::Pieces, tz::Offset};

use super::people::Entrant;

/// An event and what is uploaded of it.
#[derive(Clone, Debug)]
pub struct DemoEvent {
    /// The event.
    pub event: Event,
    /// Its years, oldest first.
    pub editions: Vec<Edition>,
}

/// A year and what is uploaded of it.
#[derive(Clone, Debug, Default)]
pub struct Edition {
    /// The year.
    pub year: Year,
    /// Distance records.
    pub distances: Vec<Distance>,
    /// Segments.
    pub segments: Vec<Segment>,
    /// The organiser's list.
    pub participants: Vec<Participant>,
    /// Chips.
    pub chips: Vec<BibChip>,
    /// Rows in the order of their passing.
    pub rows: Vec<ResultRow>,
}

impl Edition {
    /// A year with these entrants, no rows yet.
    pub fn new(year: Year, runners: &[Entrant]) -> Self {
        let chips = runners.iter().map(|runner| BibChip {
            bib: runner.person.bib.clone(),
            chip: format!("E2801170{:08}", runner.entry),
        });
        Self {
            year,
            participants: runners.iter().map(Entrant::participant).collect(),
            chips: chips.collect(),
            ..Self::default()
        }
    }
}

/// An event of this type.
pub fn event(slug: &str, name: &str, cert_name: &str, kind: &str) -> Event {
    Event {
        name: name.to_owned(),
        cert_name: cert_name.to_owned(),
        slug: slug.to_owned(),
        website: format!("https://example.org/{slug}"),
        contact_email: "director@example.org".to_owned(),
        kind: kind.to_owned(),
        ..Event::default()
    }
}

/// A year placed by gun time that is over.
pub fn year(key: &str, date_time: EventTime, days_allowed: i64) -> Year {
    Year {
        year: key.to_owned(),
        date_time,
        days_allowed,
        ranking_type: "gun".to_owned(),
        ..Year::default()
    }
}

/// A distance record.
pub fn distance(name: &str, certificate: &str) -> Distance {
    Distance {
        name: name.to_owned(),
        certification: format!("Course certified as {certificate}"),
    }
}

/// A segment at this many miles, with a map of the place.
pub fn segment(distance: &str, name: &str, location: &str, miles: f64, gps: &str) -> Segment {
    Segment {
        location: location.to_owned(),
        distance_name: distance.to_owned(),
        name: name.to_owned(),
        distance_value: miles,
        distance_unit: "mi".to_owned(),
        gps: gps.to_owned(),
        map_link: format!("https://www.google.com/maps?q={gps}&z=15&output=embed"),
    }
}

/// The gun: its time and offset.
#[derive(Clone, Debug)]
pub struct Gun {
    at: Timestamp,
    offset: Offset,
}

impl Gun {
    /// The start of a year.
    pub fn of(start: &EventTime) -> Self {
        let offset = Pieces::parse(start.as_str()).ok();
        Self {
            at: Timestamp::from_second(start.instant()).unwrap_or_default(),
            offset: offset
                .and_then(|pieces| pieces.to_numeric_offset())
                .unwrap_or(Offset::UTC),
        }
    }

    /// Local time this many milliseconds after the gun, as the timing client writes it.
    pub fn local(&self, clock_ms: i64) -> String {
        let at =
            Timestamp::from_millisecond(self.at.as_millisecond() + clock_ms).unwrap_or(self.at);
        let there = at.to_zoned(self.offset.to_time_zone());
        there.strftime("%Y-%m-%dT%H:%M:%S.%7f%:z").to_string()
    }

    /// The row of a passage.
    pub fn row(&self, runner: &Entrant, what: Read<'_>) -> ResultRow {
        let passage = Passage {
            seconds: what.clock_ms / 1_000,
            milliseconds: what.clock_ms % 1_000,
            chip_seconds: what.chip_ms / 1_000,
            chip_milliseconds: what.chip_ms % 1_000,
            segment: what.segment.to_owned(),
            location: what.location.to_owned(),
            occurrence: what.occurrence,
            ranking: -1,
            age_ranking: -1,
            gender_ranking: -1,
            finish: what.finish,
            kind: what.kind,
            local_time: self.local(what.clock_ms),
            division_ranking: -1,
        };
        ResultRow {
            person_id: runner.person_id(),
            person: runner.person.clone(),
            passage,
        }
    }
}

/// A read of a chip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Read<'r> {
    /// Segment.
    pub segment: &'r str,
    /// Location.
    pub location: &'r str,
    /// Number of the passage there.
    pub occurrence: i64,
    /// Milliseconds since the gun.
    pub clock_ms: i64,
    /// Milliseconds since the runner's own start.
    pub chip_ms: i64,
    /// Whether it ends a lap or the race.
    pub finish: bool,
    /// Result type.
    pub kind: i64,
}

/// Places of a runner; −1 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    overall: i64,
    age: i64,
    gender: i64,
}

impl Places {
    /// No places.
    pub const NONE: Self = Self {
        overall: -1,
        age: -1,
        gender: -1,
    };

    /// Writes the places into a row.
    pub fn put(self, passage: &mut Passage) {
        passage.ranking = self.overall;
        passage.age_ranking = self.age;
        passage.gender_ranking = self.gender;
    }
}

/// The places of people in the order of their finish; no place within an unknown gender or age
/// group.
pub fn places<'p>(in_order: impl IntoIterator<Item = &'p Person>) -> Vec<Places> {
    let mut of_gender: BTreeMap<&str, i64> = BTreeMap::new();
    let mut of_group: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let mut all = Vec::new();
    for (overall, person) in (1..).zip(in_order) {
        let mut places = Places {
            overall,
            ..Places::NONE
        };
        if !matches!(person.gender.as_str(), "" | "Not Specified") {
            let gender = of_gender.entry(&person.gender).or_default();
            *gender += 1;
            places.gender = *gender;
            if !person.age_group.is_empty() {
                let group = of_group
                    .entry((&person.gender, &person.age_group))
                    .or_default();
                *group += 1;
                places.age = *group;
            }
        }
        all.push(places);
    }
    all
}

/// Sorts rows in the order of passing.
pub fn in_time(rows: &mut [ResultRow]) {
    rows.sort_by(|a, b| a.order().cmp(&b.order()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_time_keeps_the_offset_of_the_start() {
        let gun = Gun::of(&EventTime::parse("2026-05-02T08:00:00-07:00").unwrap());
        assert_eq!(gun.local(5_025_400), "2026-05-02T09:23:45.4000000-07:00");
        assert_eq!(
            Gun::of(&EventTime::parse("2026-05-02T23:30:00+05:30").unwrap()).local(3_600_000),
            "2026-05-03T00:30:00.0000000+05:30"
        );
        assert_eq!(
            Gun::of(&EventTime::parse("2026-05-02T08:00:00Z").unwrap()).local(1),
            "2026-05-02T08:00:00.0010000+00:00"
        );
    }

    #[test]
    fn places_count_within_gender_and_age_group() {
        let person = |gender: &str, group: &str| Person {
            gender: gender.to_owned(),
            age_group: group.to_owned(),
            ..Person::default()
        };
        let people = [
            person("Woman", "20-29"),
            person("Man", "20-29"),
            person("Woman", "30-39"),
            person("", "20-29"),
            person("Woman", "20-29"),
            person("Man", ""),
        ];
        let found: Vec<_> = places(&people)
            .into_iter()
            .map(|places| (places.overall, places.gender, places.age))
            .collect();
        assert_eq!(
            found,
            [
                (1, 1, 1),
                (2, 1, 1),
                (3, 2, 1),
                (4, -1, -1),
                (5, 3, 2),
                (6, 2, -1)
            ]
        );
    }
}
