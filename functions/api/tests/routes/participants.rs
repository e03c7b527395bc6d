//! `participants`, `participants/add`, `participants/delete`.

use chute_testkit::wire::{self, participant as who};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{app, says};

fn add(slug: &str, people: &[Value]) -> (u16, Value) {
    let reply = app().call(
        "POST",
        "/participants/add",
        &wire::participants(slug, people),
    );
    (reply.status, reply.json())
}

fn list(slug: &str) -> Vec<Value> {
    app().ok(
        "POST",
        "/participants",
        &json!({"slug": slug, "year": "2026"}),
    )["participants"]
        .as_array()
        .expect("a list")
        .clone()
}

#[rstest]
#[case("3/9/1985", "1985/3/9")]
#[case("1985/3/9", "1985/3/9")]
#[case("1985-03-09", "1985/3/9")]
#[case("9.3.1985", "1985/3/9")]
#[case("31.12.1985", "1985/12/31")]
#[case("25/3/1985", "1985/3/25")]
#[case("1985. 03. 09.", "1985/3/9")]
#[case("9. 3. 1985", "1985/3/9")]
#[case("09.03.1985.", "1985/3/9")]
#[case("9.03.1985 г.", "1985/3/9")]
#[case("9\u{200f}/3\u{200f}/1985", "1985/9/3")]
#[case(" 3/9/1985 00:00:00 ", "1985/3/9")]
#[case("1985-03-09T00:00:00Z", "1985/3/9")]
#[case("2/29/2024", "2024/2/29")]
#[case("1901/01/01", "1901/01/01")]
#[case("2/29/2023", "1901/01/01")]
#[case("13/13/1985", "1901/01/01")]
#[case("3/9/85", "1901/01/01")]
#[case("3/9/2999", "1901/01/01")]
#[case("18/12/1364", "1901/01/01")]
#[case("", "1901/01/01")]
#[case("yesterday", "1901/01/01")]
#[case("3/9", "1901/01/01")]
fn nobody_is_left_out_for_a_birth_date(#[case] birthdate: &str, #[case] stored: &str) {
    let slug = app().event(false);
    let (status, answer) = add(&slug, &[who("1", &json!({ "birthdate": birthdate }))]);
    assert_eq!((status, &answer["count"]), (200, &json!(1)), "{answer}");
    assert_eq!(list(&slug)[0]["birthdate"], stored);
}

#[test]
fn the_birth_dates_of_a_call_tell_which_number_is_the_day() {
    let slug = app().event(false);
    let born = |id: &str, birthdate: &str| who(id, &json!({ "birthdate": birthdate }));
    let stored = |people: &[Value]| {
        add(&slug, people);
        let list = list(&slug);
        let mut dates: Vec<_> = list
            .iter()
            .map(|who| (who["id"].to_string(), who["birthdate"].to_string()))
            .collect();
        dates.sort();
        dates.into_iter().map(|(_, date)| date).collect::<Vec<_>>()
    };
    let people = [
        born("1", "3/9/1985"),
        born("2", "25/12/1990"),
        born("3", "1901/01/01"),
    ];
    assert_eq!(
        stored(&people),
        [r#""1985/9/3""#, r#""1990/12/25""#, r#""1901/01/01""#]
    );
    let people = [born("1", "3/9/1985"), born("2", "12/25/1990")];
    assert_eq!(stored(&people)[..2], [r#""1985/3/9""#, r#""1990/12/25""#]);
}

#[rstest]
#[case(json!({"distance": ""}), 1)]
#[case(json!({"id": "i".repeat(101)}), 1)]
#[case(json!({"id": null}), 2)]
#[case(json!({"first": "x".repeat(500), "mobile": "1".repeat(500), "apparel": "y".repeat(500), "updated_at": 7}), 2)]
fn a_bad_row_is_dropped_and_the_batch_goes_on(#[case] change: Value, #[case] valid: usize) {
    let slug = app().event(false);
    let (status, answer) = add(
        &slug,
        &[who("good", &json!({})), who("odd", &change), Value::Null],
    );
    assert_eq!(
        (status, &answer["count"], &answer["updated_participants"]),
        (200, &json!(valid), &json!([]))
    );
    let stored = list(&slug);
    assert_eq!(stored.len(), valid);
    let length = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().chars().count();
    assert!(stored.iter().all(|row| length(row, "first") <= 100
        && length(row, "mobile") <= 30
        && length(row, "apparel") <= 150));
    assert!(
        stored
            .iter()
            .all(|row| row["updated_at"].as_i64() > Some(1_000_000)),
        "set by the server"
    );
}

#[test]
fn the_server_makes_ids_and_keeps_bibs() {
    let slug = app().event(false);
    assert_eq!(
        add(
            &slug,
            &[
                who("", &json!({})),
                who("0", &json!({})),
                who("-1", &json!({})),
                who("mine", &json!({"bib": "7"}))
            ]
        )
        .1["count"],
        4
    );
    let ids: std::collections::BTreeSet<String> = list(&slug)
        .iter()
        .map(|who| who["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 4);
    add(&slug, &[who("mine", &json!({"bib": "", "first": "Bea"}))]);
    add(&slug, &[who("mine", &json!({"bib": "8", "first": "Bea"}))]);
    let mine = list(&slug)
        .into_iter()
        .find(|who| who["id"] == "mine")
        .expect("mine");
    assert_eq!((&mine["bib"], &mine["first"]), (&json!("7"), &json!("Bea")));
}

/// A timing program that does not know divisions sends its list again and again.
#[test]
fn an_upload_without_a_division_keeps_it() {
    let slug = app().event(false);
    let division = || list(&slug)[0].get("division").cloned();
    for (sent, expected) in [
        (json!({}), None),
        (json!({"division": "Lions"}), Some(json!("Lions"))),
        (json!({"first": "Bea"}), Some(json!("Lions"))),
        (
            json!({"division": "x".repeat(501)}),
            Some(json!("x".repeat(500))),
        ),
        (json!({"division": ""}), Some(json!("x".repeat(500)))),
    ] {
        add(&slug, &[who("1", &sent)]);
        assert_eq!(division(), expected, "after {sent}");
    }
}

#[test]
fn participants_are_listed_in_order_by_page_and_since_a_time() {
    let slug = app().event(false);
    let people: Vec<Value> = (0..7)
        .map(|n| who(&format!("{}", n + 1), &json!({"last": format!("L{}", 9 - n), "distance": if n == 0 { "5 KM" } else { "10 KM" }})))
        .collect();
    add(&slug, &people);
    let page = |more: Value| {
        let mut body = json!({"slug": slug, "year": "2026"});
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        let answer = app().ok("POST", "/participants", &body);
        answer["participants"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|who| who["id"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(page(json!({})), ["7", "6", "5", "4", "3", "2", "1"]);
    assert_eq!(page(json!({"limit": 3, "page": 2})), ["4", "3", "2"]);
    assert_eq!(page(json!({"limit": 3, "page": 4})), [""; 0]);
    assert_eq!(page(json!({"updated_after": 0})).len(), 7);
    assert_eq!(page(json!({"updated_after": 4_000_000_000_i64})).len(), 0);
    let answer = app().ok(
        "POST",
        "/participants/add",
        &json!({"slug": slug, "year": "2026", "participants": [people[0]], "updated_after": 0}),
    );
    assert_eq!(
        answer["updated_participants"].as_array().map(Vec::len),
        Some(7)
    );
}

#[test]
fn pages_of_one_version_have_everybody_once() {
    let slug = app().event(false);
    let people: Vec<Value> = (1..7)
        .map(|n| who(&format!("{n}"), &json!({"last": format!("L{n}")})))
        .collect();
    add(&slug, &people);
    let body = |page: i64, more: &Value| {
        let body = json!({"slug": slug, "year": "2026", "limit": 2, "page": page});
        wire::with(body, more)
    };
    let read = |page: i64, more: &Value| app().ok("POST", "/participants", &body(page, more));
    let ids = |answer: &Value| {
        let people = answer["participants"].as_array();
        let ids = people.into_iter().flatten().map(|who| who["id"].clone());
        ids.collect::<Vec<_>>()
    };
    let first = read(1, &json!({}));
    let of_version = json!({"of_version": first["version"]});
    assert_eq!(ids(&first), ["1", "2"]);
    // a bib moves nobody in the list
    add(&slug, &[who("6", &json!({"last": "L6", "bib": "12"}))]);
    let second = read(2, &of_version);
    assert_eq!(
        (ids(&second), &second["version"]),
        (vec![json!("3"), json!("4")], &first["version"])
    );
    let whole = json!({"of_version": first["version"], "limit": 0});
    assert_eq!(ids(&read(1, &whole)).len(), 6);
    let changes = json!({"updated_after": 0, "of_version": first["version"]});
    assert_eq!(ids(&read(3, &changes)), ["5", "6"]);
    // the last becomes the first: by the newest order nobody would see 2
    add(&slug, &[who("6", &json!({"last": "A"}))]);
    let gone = |more: &Value| app().call("POST", "/participants", &body(2, more));
    for more in [&of_version, &whole, &changes, &json!({"of_version": "x"})] {
        let reply = gone(more);
        assert_eq!(reply.status, 409, "{more}");
        assert!(says(&reply, "Version Is Gone"), "{more}");
    }
    assert_eq!(ids(&read(2, &json!({}))), ["2", "3"]);
    let all = json!({"slug": slug, "year": "2026"});
    let all = app().ok("POST", "/participants", &all);
    assert_eq!(all["version"], Value::Null, "whole");
}

#[test]
fn deletes_by_id_and_of_all() {
    let slug = app().event(false);
    add(
        &slug,
        &[
            who("1", &json!({})),
            who("2", &json!({})),
            who("3", &json!({})),
        ],
    );
    let delete = |ids: Value| {
        app().ok(
            "DELETE",
            "/participants/delete",
            &json!({"slug": slug, "year": "2026", "identifiers": ids}),
        )["count"]
            .clone()
    };
    assert_eq!(
        delete(json!(["1", "nobody", "1", null, "x".repeat(3000)])),
        5,
        "as sent, found or not"
    );
    assert_eq!(list(&slug).len(), 2);
    assert_eq!(delete(json!([])), 2);
    assert_eq!(delete(Value::Null), 0);
    add(&slug, &[who("1", &json!({}))]);
    assert_eq!(list(&slug).len(), 1);
}

#[test]
fn slug_and_year_are_needed() {
    let slug = app().event(false);
    for body in [
        json!({ "slug": slug }),
        json!({"year": "2026"}),
        json!({"slug": " ", "year": "2026"}),
    ] {
        for (verb, path) in [
            ("POST", "/participants/add"),
            ("DELETE", "/participants/delete"),
            ("POST", "/bibchips"),
            ("POST", "/bibchips/add"),
            ("DELETE", "/bibchips/delete"),
        ] {
            assert_eq!(app().call(verb, path, &body).status, 400, "{path} {body}");
        }
    }
    assert_eq!(
        app()
            .call("POST", "/participants", &json!({"year": "2026"}))
            .status,
        400
    );
    assert_eq!(
        app()
            .call("POST", "/participants", &json!({ "slug": slug }))
            .status,
        200
    );
    let (_, read) = (
        0,
        app().call_as(
            &app().keys.read,
            "POST",
            "/participants",
            &json!({ "slug": slug }),
        ),
    );
    assert_eq!(read.status, 401, "a read key does not open participants");
}
