//! `participants`, `participants/add`, `participants/delete`.

use chute_testkit::wire::{self, participant as who};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::app;

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
#[case("3/9/1985", true)]
#[case("1985/3/9", true)]
#[case("1985-03-09", true)]
#[case("9.3.1985", true)]
#[case("31.12.1985", true)]
#[case("25/3/1985", true)]
#[case("1901/01/01", true)]
#[case(" 3/9/1985 00:00:00 ", true)]
#[case("1985-03-09T00:00:00Z", true)]
#[case("2/29/2024", true)]
#[case("2/29/2023", false)]
#[case("2/30/1985", false)]
#[case("13/13/1985", false)]
#[case("3/9/85", false)]
#[case("3/9/2999", false)]
#[case("", false)]
#[case("yesterday", false)]
#[case("3/9", false)]
#[case("003/9/1985", false)]
fn birth_dates(#[case] birthdate: &str, #[case] valid: bool) {
    let slug = app().event(false);
    let (status, answer) = add(&slug, &[who("1", &json!({ "birthdate": birthdate }))]);
    assert_eq!(status, if valid { 200 } else { 400 }, "{answer}");
    if valid {
        assert_eq!(list(&slug)[0]["birthdate"], birthdate.trim());
    } else {
        assert_eq!(answer["message"], "No Valid Participants");
    }
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

#[test]
fn reads_are_ordered_paged_and_since() {
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
