//! Tables of six timing programs including their faults, as the site reads them from their files
//! (site/src/csv/programs.test.ts): they yield no wrong row.

use serde_json::{Value, json};

use super::*;

fn texts(value: &Value) -> Vec<String> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

fn reading(value: &Value) -> Reading {
    let word = |field: &str| value[field].as_str().unwrap().to_owned();
    Reading {
        distance: word("distance"),
        last_first: word("names") == "last-first",
        groups: match word("age_groups").as_str() {
            "ten" => AgeGroups::Ten,
            "five" => AgeGroups::Five,
            _ => AgeGroups::None,
        },
        numbered_status: word("status") == "ultrasignup",
        ..Reading::default()
    }
}

fn table(program: &Value) -> Table {
    let cells = program["cells"].as_array().unwrap().iter().map(texts);
    let lines = program["lines"].as_array().unwrap().iter().zip(cells);
    let line = |(line, cells): (&Value, Vec<String>)| Line {
        line: line.as_i64().unwrap(),
        cells,
    };
    let columns = texts(&program["columns"]);
    let columns = roles(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let (lines, reading) = (lines.map(line).collect(), reading(&program["reading"]));
    Table::new(columns, lines, reading, EventKind::Distance).unwrap()
}

/// The file of a program yields the right rows, and the same file again changes nothing.
#[rstest]
#[case(0)]
#[case(1)]
#[case(2)]
#[case(3)]
#[case(4)]
#[case(5)]
fn every_line_is_a_right_row_or_a_named_error(#[case] index: usize) {
    let programs: Value =
        serde_json::from_str(include_str!("../../../../../site/src/csv/programs.json")).unwrap();
    assert_eq!(programs.as_array().unwrap().len(), 6);
    let program = &programs[index];
    let name = program["program"].as_str().unwrap();
    let mut year = Year::of(EventKind::Distance, program["ranking"] == "chip");
    let known = |year: &Year| {
        plan(
            &table(program),
            &year.race,
            Known {
                rows: &year.rows,
                deletes: &year.deletes,
            },
            Stamp::new(year.now, ""),
        )
    };
    let first = known(&year);
    assert_eq!(json!(counts(&first)), program["counts"], "{name}");
    let told: Vec<(i64, i64, &str)> = faults(&first)
        .into_iter()
        .map(|(line, column, what)| {
            (
                line,
                column.map_or(-1, |column| i64::try_from(column).unwrap()),
                what,
            )
        })
        .collect();
    assert_eq!(json!(told), program["faults"], "{name}");
    if let Some(ties) = program.get("ties") {
        let bibs: Vec<&Vec<String>> = first.ties.iter().map(|tie| &tie.bibs).collect();
        assert_eq!(json!(bibs), *ties, "{name}");
    }
    year.rows = first.rows.into_iter().map(|written| written.row).collect();
    year.now += 1;
    assert!(known(&year).rows.is_empty(), "{name}: again");
    let results = program["results"].as_array().unwrap();
    let finishes = year
        .results()
        .into_iter()
        .filter(|row| row.passage.finish)
        .count();
    assert_eq!(finishes, results.len(), "{name}: no row besides");
    for expected in results {
        check_runner(&year, expected, name);
    }
}

/// Compares a runner of the year with what is expected of them.
fn check_runner(year: &Year, expected: &Value, name: &str) {
    let bib = expected["bib"].as_str().unwrap();
    let ResultRow {
        person, passage, ..
    } = year.finish(bib);
    let times = [
        passage.seconds * 1_000 + passage.milliseconds,
        passage.chip_seconds * 1_000 + passage.chip_milliseconds,
        passage.kind,
    ];
    assert_eq!(
        json!([[person.first, person.last], times, year.places(bib)]),
        json!([
            [expected["first"], expected["last"]],
            [expected["clock"], expected["chip"], expected["kind"]],
            expected["places"]
        ]),
        "{name}: {bib}"
    );
    for (field, value) in [
        ("gender", json!(person.gender)),
        ("age", json!(person.age)),
        ("age_group", json!(person.age_group)),
        ("distance", json!(person.distance)),
        ("division", json!(person.division)),
    ] {
        let is_right = expected.get(field).is_none_or(|right| *right == value);
        assert!(is_right, "{name}: {bib}, {field} is {value}");
    }
    for (segment, split) in expected["splits"].as_object().into_iter().flatten() {
        let rows = year.results();
        let found = rows
            .iter()
            .find(|row| row.person.bib == bib && row.passage.segment == *segment);
        let Some(ResultRow { passage, .. }) = found else {
            panic!("{name}: {bib} has no {segment}")
        };
        let ms = passage.seconds * 1_000 + passage.milliseconds;
        let is_right = json!([ms, passage.ranking]) == *split;
        assert!(is_right, "{name}: {bib}, {segment}: {passage:?}");
    }
}
