//! Reads the files the way a page does, using the format document alone, and checks that they
//! contain what was put in.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;

use super::{lines::FIRST_LINES, *};
use crate::{
    board::{Board, Field},
    event_time::EventTime,
    liveness::{Mark, StoredRow},
    pieces::{Index, Piece, Range, View},
    race::EventKind,
    row::{Passage, Person, PersonId},
    stamp::Stamp,
    state::YearRecord,
};

const KINDS: [EventKind; 3] = [
    EventKind::Distance,
    EventKind::Time,
    EventKind::BackyardUltra,
];

prop_compose! {
    fn passage()(
        numbers in prop::collection::vec(prop_oneof![0..5_i64, -1..3_i64, any::<i64>()], 8),
        segment in "(Start|Start 2|Mile 3|Finish|)", occurrence in 0..6_i64, finish: bool, kind in prop_oneof![8 => Just(0), 1 => Just(30), 1 => Just(31)],
    ) -> Passage {
        let [seconds, milliseconds, chip_seconds, chip_milliseconds, ranking, age_ranking, gender_ranking, division_ranking] = numbers[..] else { unreachable!() };
        let local_time = format!("{segment} {occurrence}");
        Passage { seconds, milliseconds, chip_seconds, chip_milliseconds, segment, location: "x".into(), occurrence, ranking, age_ranking, gender_ranking, finish, kind, local_time, division_ranking }
    }
}

prop_compose! {
    fn row()(bib in "( ?[0-9]{1,2} ?|0[0-9]|[a-c]| )", texts in prop::collection::vec("[a-c]?", 4), first in ".{0,3}", age: i64, anonymous: bool, passage in passage()) -> ResultRow {
        let [last, gender, age_group, division] = texts.try_into().unwrap();
        let person_id = format!("{bib}-{age}").into();
        ResultRow { person_id, person: crate::row::Person { bib, first, last, age, gender, age_group, distance: String::new(), anonymous, division }, passage }
    }
}

/// Rows in the order of the contract, each belonging to a different person.
fn rows() -> impl Strategy<Value = Vec<ResultRow>> {
    prop::collection::vec(row(), 0..40).prop_map(|mut rows| {
        rows.sort_by(|a, b| a.order().cmp(&b.order()));
        rows
    })
}

/// A column's value for a line.
fn at(board: &Value, column: &str, line: usize) -> Value {
    let column = &board["c"][column];
    column.get(line).unwrap_or(column).clone()
}

/// The decoded lines of a board object: the table row without what a board does not hold.
fn decoded(board: &Value) -> Vec<(ResultRow, i64)> {
    let (mut r, mut s, mut gr, mut ar) = (0_i64, 0_i64, BTreeMap::new(), BTreeMap::new());
    let lines = 0..usize::try_from(board["lines"].as_u64().unwrap()).unwrap();
    lines
        .map(|line| {
            let number = |column| at(board, column, line).as_i64().unwrap();
            let text = |list: &str, column| {
                board[list][usize::try_from(number(column)).unwrap()]
                    .as_str()
                    .unwrap()
                    .to_owned()
            };
            let bib = at(board, "bib", line);
            let gender_ranking = gr.entry(number("g")).or_insert(0_i64);
            let age_ranking = ar.entry((number("g"), number("ag"))).or_insert(0_i64);
            r = r.wrapping_add(number("r"));
            s = s.wrapping_add(number("s"));
            *gender_ranking = gender_ranking.wrapping_add(number("gr"));
            *age_ranking = age_ranking.wrapping_add(number("ar"));
            let mut row = ResultRow::default();
            row.person.bib = bib.as_str().map_or_else(|| bib.to_string(), str::to_owned);
            row.person.gender = text("genders", "g");
            row.person.age_group = text("age_groups", "ag");
            row.person.division = text("divisions", "div");
            row.person.age = number("age");
            row.person.anonymous = number("an") == 1;
            row.passage = Passage {
                seconds: s,
                milliseconds: number("ms"),
                chip_seconds: s.wrapping_sub(number("cs")),
                chip_milliseconds: number("ms").wrapping_sub(number("cm")),
                segment: text("segments", "seg"),
                occurrence: number("occ"),
                ranking: r,
                age_ranking: *age_ranking,
                gender_ranking: *gender_ranking,
                finish: number("fin") == 1,
                kind: number("t"),
                division_ranking: number("dr"),
                ..Passage::default()
            };
            (row, number("st"))
        })
        .collect()
}

fn kept(row: &ResultRow) -> ResultRow {
    let mut row = row.clone();
    row.person.bib = row.person.bib.trim().to_owned();
    row.person_id = PersonId::default();
    for gone in [
        &mut row.person.first,
        &mut row.person.last,
        &mut row.person.distance,
    ] {
        gone.clear();
    }
    row.passage.location.clear();
    row.passage.local_time.clear();
    row
}

/// The row that a list such as `counts` has for a line, or the assumed one if the list has none.
fn told(board: &Value, list: &str, line: usize, assumed: Option<Passage>) -> Option<Passage> {
    let entries = board[list].as_array().map_or(&[][..], Vec::as_slice);
    let Some(entry) = entries.iter().find(|entry| entry[0] == line) else {
        return assumed;
    };
    entry[1].as_object().map(|row| {
        let number = |name: &str| row[name].as_i64().unwrap();
        Passage {
            seconds: number("seconds"),
            milliseconds: number("milliseconds"),
            chip_seconds: number("chip_seconds"),
            chip_milliseconds: number("chip_milliseconds"),
            segment: row["segment"].as_str().unwrap().to_owned(),
            occurrence: number("occurence"),
            ranking: number("ranking"),
            age_ranking: number("age_ranking"),
            gender_ranking: number("gender_ranking"),
            finish: row["finish"].as_bool().unwrap(),
            kind: number("type"),
            ..Passage::default()
        }
    })
}

fn without_division_place(row: &ResultRow) -> Passage {
    Passage {
        division_ranking: 0,
        ..kept(row).passage
    }
}

fn lines_of(board: &Board) -> Vec<(ResultRow, i64)> {
    board
        .lines
        .iter()
        .map(|line| (kept(&line.row), line.state as i64))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_board_object_says_what_the_board_says(rows in rows(), kind in prop::sample::select(&KINDS[..])) {
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let field = Field::of(kind, &rows);
        let board = field.board(kind, "");
        let object = serde_json::to_value(BoardFile::whole(&board)).unwrap();
        prop_assert_eq!(decoded(&object), lines_of(&board));
        for (place, line) in board.lines.iter().enumerate() {
            prop_assert_eq!(object["names"]["first"][place].as_str(), Some(line.row.person.first.as_str()));
            let table = without_division_place(&line.row);
            let result = told(&object, "counts", place, (at(&object, "st", place) == 2).then_some(table));
            prop_assert_eq!(&result, &line.result.map(without_division_place));
            prop_assert_eq!(told(&object, "by_clock", place, result), line.by_clock.map(without_division_place));
        }
        let first: Vec<_> = board.lines.iter().take(3).collect();
        let first = serde_json::to_value(BoardFile::of("", &first, false)).unwrap();
        prop_assert_eq!(decoded(&first), lines_of(&board).into_iter().take(3).collect::<Vec<_>>());
        prop_assert!(first.get("names").is_none());
    }

    #[test]
    fn only_ties_depend_on_the_order_of_rows(rows in rows(), kind in prop::sample::select(&KINDS[..])) {
        // different milliseconds everywhere, so that nothing depends on the order of the answer;
        // one person per bib, one exit per person
        let mut rows = rows;
        for (ms, row) in (0..).zip(&mut rows) {
            row.passage.milliseconds = ms;
            row.passage.kind = 0;
            row.person = crate::row::Person { bib: row.person.bib.clone(), ..Default::default() };
            row.passage.location.clear();
        }
        if kind == EventKind::BackyardUltra {
            // there the start read of the current hour and the made-up row are chosen without
            // regard to the clock
            rows.retain(|row| row.passage.finish);
        }
        let forwards: Vec<&ResultRow> = rows.iter().collect();
        let backwards: Vec<&ResultRow> = rows.iter().rev().collect();
        let (one, other) = (Field::of(kind, &forwards), Field::of(kind, &backwards));
        let (one, other) = (one.board(kind, ""), other.board(kind, ""));
        prop_assert_eq!(lines_of(&one), lines_of(&other));
        prop_assert_eq!(one.passages, other.passages);
    }
}

#[test]
fn a_large_board_needs_few_bytes_a_runner() {
    let mut noise = 1_u64;
    let mut random = |below: u64| {
        noise = noise
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((noise >> 33) % below).unwrap()
    };
    let rows: Vec<ResultRow> = (1..=5000_i64)
        .map(|place| {
            let mut row = ResultRow {
                person_id: place.to_string().into(),
                ..ResultRow::default()
            };
            row.person.bib = random(20_000).to_string();
            row.person.age = 18 + random(60);
            row.person.gender = ["Man", "Woman"][usize::try_from(random(2)).unwrap()].into();
            row.person.age_group = format!("{}0-{0}9", row.person.age / 10);
            let (seconds, milliseconds, late) =
                (2400 + place * 2 + random(2), random(1000), random(300));
            row.passage = Passage {
                seconds,
                milliseconds,
                chip_seconds: seconds - late,
                chip_milliseconds: milliseconds,
                ranking: place,
                gender_ranking: place / 2,
                age_ranking: place / 14,
                finish: true,
                occurrence: 1,
                division_ranking: -1,
                segment: "Finish".into(),
                ..Passage::default()
            };
            row
        })
        .collect();
    let rows: Vec<&ResultRow> = rows.iter().collect();
    let field = Field::of(EventKind::Distance, &rows);
    let board = field.board(EventKind::Distance, "");
    let lines: Vec<_> = board.lines.iter().collect();
    let bytes = file(
        'b',
        &BoardFile::of("", &lines, false).with_passages(&board.passages),
    )
    .unwrap()
    .body
    .len();
    // 9.16 bytes for numbers as random as these; 9.32 if columns of unlike numbers were next to
    // each other
    assert!(
        100 * bytes <= 925 * board.lines.len(),
        "{bytes} bytes for {} runners",
        board.lines.len()
    );
}

#[test]
fn lines_lie_beside_the_head_only_where_it_does_not_hold_them_all() {
    let (event, year) = (Event::default(), Year::default());
    let input = Input {
        event: &event,
        year: &year,
        years: std::slice::from_ref(&year),
        distances: &[],
        segments: &[],
    };
    for (runners, beside) in [(FIRST_LINES, false), (FIRST_LINES + 1, true)] {
        let rows = (0..runners).map(|number| StoredRow {
            person_id: number.to_string().into(),
            person: Person {
                bib: number.to_string(),
                distance: "5K".into(),
                ..Person::default()
            },
            passage: Passage {
                finish: true,
                ..Passage::default()
            },
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        });
        let piece = Piece {
            rows: rows.map(|row| (row.key(), row)).collect(),
            ..Piece::default()
        };
        let whole = Whole::of(
            Index::default(),
            [(Range::ALL, piece)],
            View::uncorrected(&YearRecord::default(), EventKind::Distance),
        );
        let (pointer, files) = whole.publish(&input, EventTime::default()).unwrap();
        let written: Vec<&str> = files
            .iter()
            .map(|file| file.name.as_str())
            .filter(|name| name.starts_with("l-"))
            .collect();
        assert_eq!(
            pointer.followed().lines.as_slice(),
            written,
            "{runners} runners"
        );
        assert_eq!(written.len(), usize::from(beside), "{runners} runners");
    }
}

#[test]
fn a_head_from_before_november_2026_is_read_without_its_number_of_finishers() {
    let head = serde_json::json!({
        "format": FORMAT,
        "event": Event::default(),
        "event_year": Year::default(),
        "distances": [],
        "segments": [],
        "counts": [["5K", 2]],
        "boards": [{"distance": "5K", "lines": 2}],
        "shards": null,
        "people": null,
    });
    let head = Head::read(&file('h', &head).unwrap().body).unwrap();
    assert_eq!(head.counts, [("5K".to_owned(), 2)]);
    assert_eq!(head.finished("5K"), None);
}

#[test]
fn a_head_says_how_many_finishers_each_group_has() {
    let (event, year) = (Event::default(), Year::default());
    let input = Input {
        event: &event,
        year: &year,
        years: std::slice::from_ref(&year),
        distances: &[],
        segments: &[],
    };
    let field = [
        ("F", "20-29", 0),
        ("Woman", "20-29", 0),
        ("F", "20-29", 0),
        ("F", "30-39", 0),
        ("F", "30-39", 30),
        ("", "", 0),
    ];
    let groups = |field: &[(&str, &str, i64)]| {
        let rows = field
            .iter()
            .enumerate()
            .map(|(number, (gender, age_group, kind))| StoredRow {
                person_id: number.to_string().into(),
                person: Person {
                    bib: number.to_string(),
                    gender: (*gender).to_owned(),
                    age_group: (*age_group).to_owned(),
                    ..Person::default()
                },
                passage: Passage {
                    finish: true,
                    kind: *kind,
                    ..Passage::default()
                },
                stamp: Stamp::new(1, ""),
                witness: None,
                mark: Mark::default(),
            });
        let piece = Piece {
            rows: rows.map(|row| (row.key(), row)).collect(),
            ..Piece::default()
        };
        let whole = Whole::of(
            Index::default(),
            [(Range::ALL, piece)],
            View::uncorrected(&YearRecord::default(), EventKind::Distance),
        );
        let (_, files) = whole.publish(&input, EventTime::default()).unwrap();
        let head = files
            .iter()
            .find(|file| file.name.starts_with("h-"))
            .unwrap();
        let head: Value = unpack(&head.body).unwrap();
        head["boards"][0]["groups"].clone()
    };
    assert_eq!(
        groups(&field),
        serde_json::json!([
            ["", "", 1],
            ["F", "20-29", 2],
            ["F", "30-39", 1],
            ["Woman", "20-29", 1]
        ])
    );
    let names: Vec<String> = (0..501).map(|number| number.to_string()).collect();
    let many: Vec<_> = names.iter().map(|name| ("F", name.as_str(), 0)).collect();
    assert_eq!(groups(&many), serde_json::json!([]));
    assert_eq!(groups(&many[1..]).as_array().unwrap().len(), 500);
}
