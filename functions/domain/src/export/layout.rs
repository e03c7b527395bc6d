//! The layouts in which UltraSignup and ITRA accept results (docs/data-schema.md names the
//! sources).
//!
//! Both want one file per race, one line per runner and a name in each line. Anonymous people are
//! therefore left out: those who do not want to be named here do not want to be listed there.

use super::table::Table;
use crate::{
    board::{Field, Line, State},
    race::EventKind,
    row::{Passage, ResultRow},
    snapshot::Snapshot,
};

/// The length of each unit in miles.
const MILES: [(&str, f64); 5] = [
    ("mi", 1.0),
    ("yd", 1.0 / 1_760.0),
    ("ft", 1.0 / 5_280.0),
    ("km", 0.621_371_192),
    ("m", 0.000_621_371_192),
];

struct ExportLine<'r> {
    row: &'r ResultRow,
    state: State,
    /// The passage that counts.
    result: Option<&'r Passage>,
}

struct Rules {
    kind: EventKind,
    by_chip: bool,
}

impl Rules {
    fn of(published: &Snapshot) -> Self {
        Self {
            kind: EventKind::of(&published.event.kind),
            by_chip: published.year.ranking_type == "chip",
        }
    }

    /// The time that places are based on, in whole seconds.
    fn seconds(&self, passage: &Passage) -> i64 {
        if self.by_chip {
            passage.chip_seconds
        } else {
            passage.seconds
        }
    }
}

/// The runners of a distance who have a name, in the order of its table; `None` if the distance has
/// no rows.
fn entries<T>(
    published: &Snapshot,
    distance: &str,
    each: impl Fn(&Rules, ExportLine) -> Option<T>,
) -> Option<Vec<T>> {
    let rows: Vec<&ResultRow> = published
        .rows
        .iter()
        .filter(|row| row.person.distance == distance)
        .collect();
    let rules = Rules::of(published);
    let field = Field::of(rules.kind, &rows);
    let board = field.board(rules.kind, distance);
    let entry = |line: &Line| {
        let entry = ExportLine {
            row: &line.row,
            state: line.state,
            result: line.result.map(|row| &row.passage),
        };
        let who = &entry.row.person;
        let is_hidden = who.anonymous || (who.first.is_empty() && who.last.is_empty());
        if is_hidden { None } else { each(&rules, entry) }
    };
    (!rows.is_empty()).then(|| board.lines.iter().filter_map(entry).collect())
}

/// The layout of UltraSignup: place, time (for a timed race distance in miles and time), name, age,
/// gender, bib, status (1 finished, 2 DNF, 3 DNS, 4 unofficial). Runners still on the course are
/// left out. `None` if the distance has no rows.
#[must_use]
pub fn ultrasignup(published: &Snapshot, distance: &str) -> Option<String> {
    let timed = Rules::of(published).kind != EventKind::Distance;
    let lap = lap_miles(published, distance);
    let counted: &[&str] = if timed {
        &["distance", "distance_time"]
    } else {
        &["time"]
    };
    let table = Table::new(
        &[
            &["place"][..],
            counted,
            &["first", "last", "age", "gender", "bib", "status"],
        ]
        .concat(),
    );
    let lines = entries(
        published,
        distance,
        |rules, ExportLine { row, state, result }| {
            let status = match (state, result) {
                (State::Finished, Some(Passage { kind: 2 | 12, .. })) => "4",
                (State::Finished, _) => "1",
                (State::Dnf, _) => "2",
                (State::Dns, _) => "3",
                (State::Started, _) => return None,
            };
            let counts = result.filter(|_| state == State::Finished);
            let time = counts
                .map(|passage| clock(rules.seconds(passage)))
                .unwrap_or_default();
            let miles = counts
                .zip(lap)
                .map(|(passage, lap)| format!("{:.2}", laps(rules.kind, passage) * lap))
                .unwrap_or_default();
            let place = counts.and_then(place).unwrap_or_default();
            let counted = if timed { vec![miles, time] } else { vec![time] };
            let person = &row.person;
            let (age, gender) = (age(person.age), gender(&person.gender));
            let who = [
                person.first.trim(),
                person.last.trim(),
                &age,
                &gender,
                person.bib.trim(),
                status,
            ]
            .map(ToOwned::to_owned);
            Some([vec![place], counted, who.to_vec()].concat())
        },
    )?;
    Some(written(table, lines))
}

/// The layout of ITRA's template: ranking (a number, or DNF), time as hh:mm:ss, family name, first
/// name, gender M or F, birth date and nationality (not public, so empty), bib. People who did not
/// start or are still on the course are left out. `None` if the distance has no rows.
#[must_use]
pub fn itra(published: &Snapshot, distance: &str) -> Option<String> {
    let table = Table::new(&[
        "Ranking",
        "Time",
        "Family name",
        "First name",
        "Gender",
        "Birthdate",
        "Nationality",
        "Bib number",
    ]);
    let lines = entries(
        published,
        distance,
        |rules, ExportLine { row, state, result }| {
            let (ranking, time) = match (state, result) {
                (State::Finished, Some(passage)) => (
                    place(passage).unwrap_or_default(),
                    clock(rules.seconds(passage)),
                ),
                (State::Dnf, _) => ("DNF".to_owned(), String::new()),
                _ => return None,
            };
            let person = &row.person;
            let names = [person.last.trim(), person.first.trim()].map(ToOwned::to_owned);
            let rest = [
                gender(&person.gender),
                String::new(),
                String::new(),
                person.bib.trim().to_owned(),
            ];
            Some([vec![ranking, time], names.to_vec(), rest.to_vec()].concat())
        },
    )?;
    Some(written(table, lines))
}

fn written(mut table: Table, lines: Vec<Vec<String>>) -> String {
    for line in lines {
        line.iter().for_each(|cell| table.cell(cell));
        table.end();
    }
    table.into_text()
}

/// The place, if there is one (pages.md A10.1).
fn place(passage: &Passage) -> Option<String> {
    (passage.ranking >= 1 && passage.occurrence != 0).then(|| passage.ranking.to_string())
}

/// Laps of a timed race, loops of a backyard (contract 6.9).
fn laps(kind: EventKind, passage: &Passage) -> f64 {
    let laps = if kind == EventKind::BackyardUltra {
        passage.occurrence / 2 + 1
    } else {
        passage.occurrence
    };
    i32::try_from(laps).map_or(0.0, f64::from)
}

/// The length of a lap in miles: that of the longest segment of the distance (pages.md C24.2).
fn lap_miles(published: &Snapshot, distance: &str) -> Option<f64> {
    let own = published
        .segments
        .iter()
        .filter(|segment| segment.distance_name == distance && segment.distance_value > 0.0);
    let miles = own.filter_map(|segment| {
        MILES
            .into_iter()
            .find(|(unit, _)| *unit == segment.distance_unit)
            .map(|(_, miles)| segment.distance_value * miles)
    });
    miles.max_by(f64::total_cmp)
}

/// `hh:mm:ss`, rounded down; hours beyond 99 have three digits.
fn clock(seconds: i64) -> String {
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// The age; empty if it is not known (pages.md A7.1).
fn age(age: i64) -> String {
    if (1..=129).contains(&age) {
        age.to_string()
    } else {
        String::new()
    }
}

/// M, F or X; anything else as it was entered (pages.md A6).
fn gender(text: &str) -> String {
    let letters: String = text
        .to_uppercase()
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect();
    let begins = |starts: [&str; 2]| starts.iter().any(|start| letters.starts_with(start));
    match letters.as_str() {
        "F" | "W" => "F".to_owned(),
        "M" => "M".to_owned(),
        _ if begins(["FE", "WO"]) => "F".to_owned(),
        _ if begins(["MA", "ME"]) => "M".to_owned(),
        "NB" | "NONBINARY" => "X".to_owned(),
        _ => text.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::{
        race::{Event, Segment, Year},
        row::Person,
    };

    fn row(bib: &str, first: &str, ranking: i64, seconds: i64, kind: i64) -> ResultRow {
        let person = Person {
            bib: bib.into(),
            first: first.into(),
            last: if first.is_empty() {
                String::new()
            } else {
                "Ruiz".into()
            },
            age: 34,
            gender: "Woman".into(),
            distance: "10 KM".into(),
            anonymous: first.is_empty(),
            ..Person::default()
        };
        let passage = Passage {
            seconds,
            chip_seconds: seconds - 9,
            segment: "Finish".into(),
            location: "Finish".into(),
            occurrence: 1,
            ranking,
            finish: true,
            kind,
            ..Passage::default()
        };
        ResultRow {
            person_id: bib.into(),
            person,
            passage,
        }
    }

    fn published(kind: &str, ranking_type: &str, rows: Vec<ResultRow>) -> Snapshot {
        let segment = Segment {
            distance_name: "10 KM".into(),
            distance_value: 10.0,
            distance_unit: "km".into(),
            ..Segment::default()
        };
        Snapshot {
            event: Event {
                kind: kind.into(),
                ..Event::default()
            },
            year: Year {
                ranking_type: ranking_type.into(),
                ..Year::default()
            },
            rows,
            segments: vec![segment],
            ..Snapshot::default()
        }
    }

    fn race(ranking_type: &str) -> Snapshot {
        let mut on_course = row("6", "Ivo", -1, 900, 0);
        on_course.passage = Passage {
            segment: "Mile 3".into(),
            finish: false,
            ..on_course.passage
        };
        let rows = vec![
            on_course,
            row("1", "=Ana", 2, 2_710, 0),
            row("2", "", 1, 2_600, 0),
            row("3", "Ben", -1, 1_000_000, 30),
            row("4", "Cem", -1, 0, 31),
            row("5", "Dee", 3, 36_030, 2),
        ];
        published("distance", ranking_type, rows)
    }

    #[test]
    fn ultrasignups_columns() {
        let text = ultrasignup(&race("gun"), "10 KM").unwrap();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(
            lines,
            [
                "place,time,first,last,age,gender,bib,status",
                "2,00:45:10,'=Ana,Ruiz,34,F,1,1",
                "3,10:00:30,Dee,Ruiz,34,F,5,4",
                ",,Cem,Ruiz,34,F,4,3",
                ",,Ben,Ruiz,34,F,3,2",
            ]
        );
    }

    #[test]
    fn itras_columns_by_the_time_that_ranks() {
        let text = itra(&race("chip"), "10 KM").unwrap();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(
            lines,
            [
                "Ranking,Time,Family name,First name,Gender,Birthdate,Nationality,Bib number",
                "2,00:45:01,Ruiz,'=Ana,F,,,1",
                "3,10:00:21,Ruiz,Dee,F,,,5",
                "DNF,,Ruiz,Ben,F,,,3",
            ]
        );
    }

    #[rstest]
    #[case("time", 7, "43.50")]
    #[case("backyardultra", 9, "31.07")]
    fn a_timed_race_tells_miles(#[case] kind: &str, #[case] occurrence: i64, #[case] miles: &str) {
        let mut lap = row("1", "Ana", 1, 80_000, 0);
        lap.passage.occurrence = occurrence;
        let text = ultrasignup(&published(kind, "gun", vec![lap]), "10 KM").unwrap();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        let expected = format!("1,{miles},22:13:20,Ana,Ruiz,34,F,1,1");
        assert_eq!(
            lines,
            [
                "place,distance,distance_time,first,last,age,gender,bib,status",
                &expected
            ]
        );
    }

    #[test]
    fn a_distance_without_rows_has_no_file() {
        assert_eq!(
            (ultrasignup(&race("gun"), "5 KM"), itra(&race("gun"), "")),
            (None, None)
        );
    }

    #[rstest]
    #[case("Woman", "F")]
    #[case("female", "F")]
    #[case("W", "F")]
    #[case("Men", "M")]
    #[case("m", "M")]
    #[case("Non-Binary", "X")]
    #[case("x", "x")]
    #[case("", "")]
    fn a_gender_in_one_letter(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(gender(text), expected);
    }
}
