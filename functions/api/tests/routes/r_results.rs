//! `r/results/plan`, `r/results/add`: a race from a spreadsheet (contract 4.17).

use chute_domain::{account::AccountKind, key::KeyKind};
use chute_edge::http::Reply;
use chute_testkit::wire::{self, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{CANARY, app, eventually},
};

/// The desk of an event.
struct Desk {
    owner: &'static Person,
    slug: String,
}

impl Desk {
    fn new() -> Self {
        let owner = app().owner();
        Self {
            owner,
            slug: app().event_of(owner, false),
        }
    }

    fn plan(&self, columns: &[&str], lines: &[&str]) -> Reply {
        let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split('|').collect()).collect();
        let numbers: Vec<usize> = (2..).take(lines.len()).collect();
        let body = json!({"slug": self.slug, "year": "2026", "columns": columns, "lines": numbers, "cells": cells,
            "reading": {"distance": "10 KM", "age_groups": "ten"}});
        self.owner.call("POST", "/r/results/plan", &body)
    }

    fn planned(&self, columns: &[&str], lines: &[&str]) -> Value {
        let reply = self.plan(columns, lines);
        assert_eq!(
            reply.status,
            200,
            "{}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()
    }

    fn publish(&self, plan: &Value) -> Reply {
        let body = json!({"slug": self.slug, "year": "2026", "born": plan["born"], "results": plan["results"], "seen": plan["seen"]});
        self.owner.call("POST", "/r/results/add", &body)
    }

    /// Imports a table. Returns what this did.
    fn import(&self, columns: &[&str], lines: &[&str]) -> Value {
        let plan = self.planned(columns, lines);
        let reply = self.publish(&plan);
        let count = plan["results"].as_array().map_or(0, Vec::len);
        assert_eq!(
            (reply.status, reply.json()),
            (200, json!({ "count": count }))
        );
        plan
    }

    /// Each published bib with its overall, gender and age-group place and its clock seconds.
    fn published(&self) -> Vec<(String, i64, i64, i64, i64)> {
        let reply = app().call(
            "POST",
            "/results/finish",
            &json!({"slug": self.slug, "year": "2026"}),
        );
        let rows = reply.json()["results"]["10 KM"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let number = |row: &Value, field: &str| row[field].as_i64().unwrap_or_default();
        let mut all: Vec<_> = rows
            .iter()
            .map(|row| {
                let bib = row["bib"].as_str().unwrap_or_default().to_owned();
                (
                    bib,
                    number(row, "ranking"),
                    number(row, "gender_ranking"),
                    number(row, "age_ranking"),
                    number(row, "seconds"),
                )
            })
            .collect();
        all.sort();
        all
    }

    fn shows(&self, wanted: &[(&str, i64, i64, i64, i64)]) {
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(bib, a, b, c, d)| ((*bib).to_owned(), *a, *b, *c, *d))
            .collect();
        eventually("the results", || {
            (self.published() == wanted).then_some(Value::Null)
        });
    }
}

const COLUMNS: [&str; 5] = ["bib", "name", "gender", "age", "clock"];

#[test]
fn finish_times_become_a_published_race_and_the_same_file_changes_nothing() {
    let desk = Desk::new();
    let lines = [
        "7|Ana Ruiz|F|41|45:10.4",
        "8|Lee Park|M|33|44:00",
        "9|\"Lund, Mia\"|F|45|DNF",
    ];
    let plan = desk.planned(&COLUMNS, &lines);
    assert_eq!(
        plan["counts"],
        json!({"new": 3, "changed": 0, "same": 0, "invalid": 0, "skipped": 0})
    );
    assert_eq!(
        (plan["lines"].clone(), plan["seen"].clone()),
        (json!([]), json!(["", "", ""]))
    );
    assert!(desk.published().is_empty(), "a plan writes nothing");
    desk.import(&COLUMNS, &lines);
    desk.shows(&[
        ("7", 2, 1, 1, 2_710),
        ("8", 1, 1, 1, 2_640),
        ("9", -1, -1, -1, 1_000_000),
    ]);
    let again = desk.import(&COLUMNS, &lines);
    assert_eq!(
        again["counts"],
        json!({"new": 0, "changed": 0, "same": 3, "invalid": 0, "skipped": 0})
    );
    assert_eq!(again["results"], json!([]));
}

#[test]
fn a_later_file_says_what_it_changes() {
    let desk = Desk::new();
    desk.import(
        &COLUMNS,
        &[
            "1|Ana Ruiz|F|41|40:00",
            "2|Bo Lund|M|33|41:00",
            "3|Cy Park|M|25|42:00",
        ],
    );
    let plan = desk.import(
        &COLUMNS,
        &[
            "1|Ana Ruiz|F|41|43:00",
            "2|Bo Lund|M|33|41:00",
            "4|Di Roe|F|30|41:00",
        ],
    );
    assert_eq!(
        plan["counts"],
        json!({"new": 1, "changed": 2, "same": 0, "invalid": 0, "skipped": 0})
    );
    assert_eq!(plan["lines"][0]["line"], 2);
    let changes: Vec<String> = plan["lines"][0]["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|change| {
            format!(
                "{}: {} {}",
                change["field"], change["before"], change["after"]
            )
            .replace('"', "")
        })
        .collect();
    assert_eq!(
        changes,
        [
            "clock: 0:40:00 0:43:00",
            "chip: 0:40:00 0:43:00",
            "place: 1 4",
            "gender_place: 1 2"
        ]
    );
    assert_eq!(
        plan["ties"],
        json!([{"distance": "10 KM", "segment": "", "place": 1, "bibs": ["2", "4"], "by_place": false}])
    );
    let cy = json!({"bib": "3", "first": "Cy", "last": "Park", "distance": "10 KM", "before": 3, "after": 3});
    assert_eq!(
        (plan["missing"].clone(), plan["moved"].clone()),
        (json!([cy]), json!([]))
    );
    desk.shows(&[
        ("1", 4, 2, 1, 2_580),
        ("2", 1, 1, 1, 2_460),
        ("3", 3, 2, 1, 2_520),
        ("4", 2, 1, 1, 2_460),
    ]);
}

/// Whatever deleted rows since the plan, they do not come back: rows of one distance or all, rows
/// that the plan saw and rows that an earlier attempt at the same call wrote. A plan that saw them
/// deleted may write them.
#[rstest]
#[case::one_distance(json!({"distance": "10 KM"}))]
#[case::all(json!({}))]
fn rows_deleted_since_the_plan_do_not_come_back(#[case] deleted: Value) {
    let desk = Desk::new();
    let key = app().key_of(desk.owner, KeyKind::Delete);
    let lines = ["1|Ana Ruiz|F|41|39:00", "2|Bo Lund|M|33|41:00"];
    let delete = || {
        let mut body = json!({"slug": desk.slug, "year": "2026"});
        if let (Some(body), Some(more)) = (body.as_object_mut(), deleted.as_object()) {
            body.extend(more.clone());
        }
        let reply = app().call_as(&key, "DELETE", "/results/delete", &body);
        assert_eq!(reply.json(), json!({"count": 2}));
    };
    let refused = json!({"message": "Changed By Somebody Else"});
    desk.import(&COLUMNS, &["1|Ana Ruiz|F|41|40:00", lines[1]]);
    let corrected = desk.planned(&COLUMNS, &lines);
    delete();
    let reply = desk.publish(&corrected);
    assert_eq!((reply.status, reply.json()), (409, refused.clone()));
    let again = desk.import(&COLUMNS, &lines);
    desk.shows(&[("1", 1, 1, 1, 2_340), ("2", 2, 1, 1, 2_460)]);
    delete();
    let reply = desk.publish(&again);
    assert_eq!((reply.status, reply.json()), (409, refused));
    desk.shows(&[]);
}

/// Two imports at once, a lost answer, and a year that is re-created in between.
#[test]
fn rows_of_a_plan_are_written_over_nothing_but_what_it_saw() {
    let desk = Desk::new();
    let key = app().key_of(desk.owner, KeyKind::Delete);
    desk.import(&COLUMNS, &["1|Ana Ruiz|F|41|40:00", "2|Bo Lund|M|33|41:00"]);
    let plan = desk.planned(&COLUMNS, &["1|Ana Ruiz|F|41|39:00", "2|Bo Lund|M|33|41:00"]);
    let mine = plan["results"][0].clone();
    let theirs = row(
        mine["person_id"].as_str().expect("an id"),
        &json!({"bib": "1", "seconds": 2_000}),
    );
    let upload = wire::results(&desk.slug, &[theirs]);
    assert_eq!(
        app().call_as(&key, "POST", "/results/add", &upload).status,
        200
    );
    let refused = desk.publish(&plan);
    assert_eq!(
        (refused.status, refused.json()),
        (409, json!({"message": "Changed By Somebody Else"}))
    );
    let plan = desk.planned(&COLUMNS, &["1|Ana Ruiz|F|41|39:00", "2|Bo Lund|M|33|41:00"]);
    assert_eq!(desk.publish(&plan).status, 200);
    assert_eq!(
        desk.publish(&plan).status,
        200,
        "a repeat is no change by somebody else"
    );
    desk.shows(&[("1", 1, 1, 1, 2_340), ("2", 2, 1, 1, 2_460)]);
    let plan = desk.planned(&COLUMNS, &["5|Zoe Roe|F|20|50:00"]);
    let of_year = json!({"slug": desk.slug, "year": "2026"});
    desk.owner.ok("DELETE", "/r/event-year/delete", &of_year);
    desk.owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&desk.slug, &year("2026", "2026-05-02T08:00:00-07:00")),
    );
    let refused = desk.publish(&plan);
    assert_eq!(
        (refused.status, refused.json()),
        (409, json!({"message": "The Year Was Made Again"}))
    );
}

#[test]
fn every_fault_has_its_line_and_column_and_the_rest_is_published() {
    let desk = Desk::new();
    let secret = format!("7|{CANARY}|F|x|4o:00");
    let plan = desk.import(&COLUMNS, &["Women||||", &secret, "8|Lee Park|M|33|44:00"]);
    assert_eq!(
        plan["counts"],
        json!({"new": 1, "changed": 0, "same": 0, "invalid": 1, "skipped": 1})
    );
    let faults = json!([{"column": 3, "what": "bad-age", "number": 0}, {"column": 4, "what": "bad-time", "number": 0}]);
    assert_eq!(
        plan["lines"][1],
        json!({"line": 3, "outcome": "invalid", "bib": "", "faults": faults, "remarks": [], "changes": []})
    );
    assert!(!plan["lines"].to_string().contains(CANARY));
    desk.shows(&[("8", 1, 1, 1, 2_640)]);
}

#[rstest]
#[case(json!({"columns": ["bib", "time"]}), "Bad Request. columns[1] must be empty, bib, ")]
#[case(json!({"columns": ["bib"]}), "Bad Request. columns must have one of clock, chip and lap")]
#[case(json!({"columns": vec![""; 501]}), "Bad Request. columns must be at most 500")]
#[case(json!({"columns": ["bib", "clock"], "lines": [1]}), "Bad Request. lines must be at most 20000, as many as cells")]
#[case(json!({"columns": ["bib", "clock"], "reading": {"numbers": "CANARY"}}), "Bad Request. reading.numbers must be empty, seconds, minutes, days or parts")]
#[case(json!({"columns": ["bib", "clock", "laps"]}), "Bad Request. columns must not have laps, lap or covered: the event is one of a distance")]
fn a_table_that_cannot_be_read_is_told(#[case] table: Value, #[case] told: &str) {
    let desk = Desk::new();
    let mut body = table;
    body["slug"] = json!(desk.slug);
    body["year"] = json!("2026");
    let reply = desk.owner.call("POST", "/r/results/plan", &body);
    let message = reply.json()["message"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        reply.status == 400 && message.starts_with(told),
        "{}: {message}",
        reply.status
    );
}

#[test]
fn rows_without_what_was_seen_are_refused() {
    let desk = Desk::new();
    let plan = desk.planned(&COLUMNS, &["8|Lee Park|M|33|44:00"]);
    for (results, seen) in [
        (plan["results"].clone(), json!([])),
        (json!([{"bib": "8"}]), json!([""])),
    ] {
        let body = json!({"slug": desk.slug, "year": "2026", "born": plan["born"], "results": results, "seen": seen});
        assert_eq!(desk.owner.call("POST", "/r/results/add", &body).status, 400);
    }
    assert!(desk.published().is_empty());
}

/// The largest table, with every column that a spreadsheet may have; the answer is compressed, as
/// for browsers.
#[test]
fn twenty_thousand_lines_are_planned_at_once() {
    let desk = Desk::new();
    let cells: Vec<Vec<String>> = (1..=20_000)
        .map(|n: i64| {
            let (minutes, seconds) = (30 + n / 400, n % 60);
            [
                n.to_string(),
                format!("Runner{n}"),
                "O'Long-Name".into(),
                "F".into(),
                (20 + n % 60).to_string(),
                format!("{minutes}:{seconds:02}.{}", n % 10),
            ]
            .into()
        })
        .collect();
    let lines: Vec<i64> = (2..20_002).collect();
    let body = json!({"slug": desk.slug, "year": "2026", "columns": ["bib", "first", "last", "gender", "age", "clock"], "lines": lines,
        "cells": cells, "reading": {"distance": "10 KM", "age_groups": "five"}});
    let token = format!("Bearer {}", desk.owner.token);
    let headers = [
        ("Authorization", token.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "*/*"),
        ("Accept-Encoding", "gzip"),
    ];
    let text = body.to_string();
    assert!(text.len() > 1_000_000, "{} bytes", text.len());
    let reply = app().raw("POST", "/r/results/plan", &headers, Some(text.as_bytes()));
    assert_eq!(
        (reply.status, reply.header("content-encoding")),
        (200, "gzip"),
        "{}",
        String::from_utf8_lossy(&reply.body[..200.min(reply.body.len())])
    );
}

fn chosen(person: &Person, body: &Value) -> Reply {
    person.call("POST", "/r/results/columns", body)
}

#[test]
fn columns_are_remembered_with_the_account() {
    let app = app();
    let (one, other) = (
        app.person("chooser", AccountKind::Free),
        app.person("other-chooser", AccountKind::Free),
    );
    let choice = |mark: &str, column: i64| json!({"mark": mark, "fields": [{"field": "bib", "column": column}]});
    assert_eq!(chosen(one, &json!({})).json(), json!({"remembered": []}));
    for (mark, column) in [
        ("results-a", 1),
        ("results-b", 2),
        ("results-a", 3),
        ("results-a", 3),
    ] {
        let reply = chosen(one, &choice(mark, column));
        assert_eq!(
            (reply.status, &reply.json()["remembered"][0]),
            (200, &choice(mark, column))
        );
    }
    let all = json!({"remembered": [choice("results-a", 3), choice("results-b", 2)]});
    assert_eq!(chosen(one, &json!({})).json(), all);
    assert_eq!(
        chosen(other, &json!({})).json(),
        json!({"remembered": []}),
        "nobody sees another's"
    );
}

/// Two devices of an account choose at once, and neither undoes the other's choice.
#[test]
fn columns_chosen_at_once_are_all_remembered() {
    let person = app().person("two-devices", AccountKind::Free);
    std::thread::scope(|scope| {
        for device in 0..4 {
            scope.spawn(move || {
                let body = json!({"mark": format!("results-{device}"), "fields": []});
                // clients repeat a call that was answered with 503
                while chosen(person, &body).status == 503 {}
            });
        }
    });
    assert_eq!(
        chosen(person, &json!({})).json()["remembered"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );
}

#[rstest]
#[case(json!({"mark": "Bib, CANARY"}), "Bad Request. mark must be at most 60 letters a to z, digits and hyphens")]
#[case(json!({"mark": "a", "fields": [{"field": "CANARY", "column": 1000}]}), "Bad Request. fields[0] must have a field of 1 to 60 characters and a column of 0 to 999")]
fn wrong_columns_are_told(#[case] body: Value, #[case] told: &str) {
    let reply = chosen(app().owner(), &body);
    assert_eq!(
        (reply.status, reply.json()["message"].as_str()),
        (400, Some(told))
    );
}
