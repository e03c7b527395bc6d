//! Every export is imported again as the same race.

use super::*;
use crate::{
    export::{itra, ultrasignup},
    race::{Event, Segment, Year as RaceYear},
    snapshot::Snapshot,
};

const DISTANCE: &str = "Long";
fn published(year: &Year) -> Snapshot {
    let kind = match year.race.kind {
        EventKind::Distance => "distance",
        EventKind::Time => "time",
        EventKind::BackyardUltra => "backyardultra",
    };
    let segment = Segment {
        distance_name: DISTANCE.into(),
        name: "Lap".into(),
        distance_value: 1.0,
        distance_unit: "mi".into(),
        ..Segment::default()
    };
    Snapshot {
        event: Event {
            kind: kind.into(),
            ..Event::default()
        },
        year: RaceYear {
            ranking_type: "gun".into(),
            ..RaceYear::default()
        },
        rows: year.results(),
        segments: vec![segment],
        ..Snapshot::default()
    }
}

/// The columns and lines of a file, whose headings are read as the site does.
fn table(file: &str, kind: EventKind) -> (Vec<&'static str>, Vec<String>) {
    let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let columns = reader
        .headers()
        .unwrap()
        .iter()
        .map(|heading| match heading {
            "place" | "Ranking" => "place",
            "time" | "distance_time" | "Time" => "clock",
            "distance" if kind != EventKind::Distance => "covered",
            "first" | "First name" => "first",
            "last" | "Family name" => "last",
            "age" => "age",
            "gender" | "Gender" => "gender",
            "bib" | "Bib number" => "bib",
            "status" => "status",
            "Birthdate" | "Nationality" => "",
            other => panic!("{other}"),
        });
    let columns = columns.collect();
    let lines = reader
        .records()
        .map(|record| record.unwrap().iter().collect::<Vec<_>>().join("|"))
        .collect();
    (columns, lines)
}

fn reading() -> Reading {
    Reading {
        numbered_status: true,
        covered: Some(LengthUnit::Miles),
        ..of_distance(DISTANCE)
    }
}

/// Names that a spreadsheet would run, or that need quotes.
const PEOPLE: [&str; 5] = [
    "0012|=Ann|Lee, Jr.|34|F",
    "7|Zoë|O’Brien|44|M",
    "8|王|小明||",
    "9|-Bo|Lund|51|M",
    "10|Di|Fox|29|F",
];

fn year_of(kind: EventKind, ends: [&str; 5]) -> Year {
    let mut year = Year::of(kind, false);
    year.race.lengths = BTreeMap::from([(DISTANCE.to_owned(), 1.609_344)]);
    let lines: Vec<String> = PEOPLE
        .iter()
        .zip(ends)
        .map(|(who, end)| format!("{who}|{end}"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut columns = vec!["bib", "first", "last", "age", "gender", "clock"];
    if kind != EventKind::Distance {
        columns.push("laps");
    }
    let plan = year.import(&columns, &lines, of_distance(DISTANCE));
    assert_eq!(counts(&plan), [5, 0, 0, 0, 0]);
    year
}

fn again(year: &mut Year, file: &str) -> Plan {
    let (columns, lines) = table(file, year.race.kind);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    year.plan(&columns, &lines, reading())
}

#[rstest]
#[case(EventKind::Distance, ["40:00", "41:00", "41:00", "DNF", "DNS"])]
#[case(EventKind::Time, ["23:00:00|100", "23:10:00|100", "22:00:00|99", "DNF|", "DNS|"])]
#[case(EventKind::BackyardUltra, ["3:50:00|4", "2:55:00|3", "2:50:00|3", "DNF|", "DNS|"])]
fn a_file_of_ultrasignup_is_the_same_race(#[case] kind: EventKind, #[case] ends: [&str; 5]) {
    let mut year = year_of(kind, ends);
    let file = ultrasignup(&published(&year), DISTANCE).unwrap();
    let plan = again(&mut year, &file);
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (Vec::new(), [0, 0, 5, 0, 0]),
        "{file}"
    );
    let mut empty = Year::of(kind, false);
    empty.race.lengths.clone_from(&year.race.lengths);
    let (columns, lines) = table(&file, kind);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    empty.import(&columns, &lines, reading());
    for bib in ["0012", "7", "8", "9", "10"] {
        let (own, other) = (year.finish(bib), empty.finish(bib));
        assert_eq!(
            (own.person.first, own.person.last),
            (other.person.first, other.person.last)
        );
        assert_eq!(
            (
                own.passage.kind,
                own.passage.seconds,
                own.passage.occurrence
            ),
            (
                other.passage.kind,
                other.passage.seconds,
                other.passage.occurrence
            )
        );
        assert_eq!(own.passage.ranking, other.passage.ranking, "{bib}");
    }
}

/// Who did not start is not in it, and stays.
#[test]
fn a_file_of_itra_is_the_same_race() {
    let mut year = year_of(
        EventKind::Distance,
        ["40:00", "41:00", "41:00", "DNF", "DNS"],
    );
    let file = itra(&published(&year), DISTANCE).unwrap();
    let plan = again(&mut year, &file);
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (Vec::new(), [0, 0, 4, 0, 0]),
        "{file}"
    );
}

/// The table of a results page has names in one cell, which do not say where the first name ends.
#[test]
fn a_table_of_a_page_is_the_same_race() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "first", "last", "age", "gender", "clock", "chip"];
    let lines = [
        "12|Mary Ann|van Dyk|34|Woman|1:02:03.4|1:02:01.2",
        "7|Bob|Orr, Jr.|44|M|52:10.0|52:09.9",
        "9|Bo|Lund|51|M|DNF|",
    ];
    year.import(&columns, &lines, of_distance(DISTANCE));
    let shown = [
        "bib", "place", "name", "age", "", "gender", "", "chip", "clock",
    ];
    let lines = [
        "7|1|Bob Orr, Jr.|44|1|M|1|52:09.9|52:10.0",
        "12|2|Mary Ann van Dyk|34|1|W|1|\"1:02:01.2\u{a0}|1:02:03.4\u{a0}",
        "9||Bo Lund|51||M|||DNF",
    ];
    let lines = lines.map(|line| line.replace('"', ""));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let plan = year.plan(&shown, &lines, of_distance(DISTANCE));
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (Vec::new(), [0, 0, 3, 0, 0])
    );
    let corrected = [lines[1].replace("van Dyk", "Vandyk")];
    let plan = year.import(&shown, &[&corrected[0]], of_distance(DISTANCE));
    assert_eq!(counts(&plan), [0, 1, 0, 0, 0]);
}
