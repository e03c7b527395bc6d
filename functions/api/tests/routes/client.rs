//! The desktop timing client's own sequence of calls (contract section 7), with its headers and
//! peculiarities.

use chute_testkit::wire::{self, row};
use serde_json::{Value, json};

use crate::test_app::{app, eventually};

/// Makes a call as the client does: with a key and JSON, without `Origin` or `Accept-Encoding`. It
/// accepts only 200.
fn client(verb: &str, path: &str, body: Option<&Value>) -> Value {
    let key = format!("Bearer {}", app().keys.write);
    let headers = [
        ("Accept", "application/json"),
        ("Authorization", key.as_str()),
        ("Content-Type", "application/json; charset=utf-8"),
    ];
    let text = body.map(Value::to_string);
    let reply = app().raw(
        verb,
        path,
        if body.is_some() {
            &headers
        } else {
            &headers[..2]
        },
        text.as_deref().map(str::as_bytes),
    );
    assert_eq!(
        reply.status,
        200,
        "{verb} {path}: {}",
        String::from_utf8_lossy(&reply.body)
    );
    assert_eq!(reply.header("content-encoding"), "");
    reply.json()
}

#[test]
fn a_race_day() {
    let slug = app().slug();
    assert!(client("GET", "event/my", None)["events"].is_array());
    let event = wire::event(&slug, false);
    assert_eq!(
        client("POST", "event/add", Some(&json!({ "event": event })))["event"]["slug"],
        slug
    );
    assert_eq!(
        client("POST", "event-year/event", Some(&json!({ "slug": slug })))["years"],
        json!([])
    );
    let year = wire::year("2026", "2026/05/02 08:00:00 -07:00");
    let of_year = json!({"slug": slug, "year": "2026"});
    assert_eq!(
        client(
            "POST",
            "event-year/add",
            Some(&wire::event_year(&slug, &year))
        )["event_year"]["year"],
        "2026"
    );
    client("POST", "event", Some(&json!({ "slug": slug })));
    client("PUT", "event/update", Some(&json!({ "event": event })));
    assert_eq!(
        client("POST", "event-year", Some(&of_year))["event_year"]["date_time"],
        "2026-05-02T08:00:00-07:00"
    );
    client(
        "PUT",
        "event-year/update",
        Some(&wire::event_year(&slug, &year)),
    );
    assert_eq!(app().raw("GET", "health", &[], None).status, 204);
    let with = |name: &str, list: Vec<Value>| json!({"slug": slug, "year": "2026", name: list});
    for batch in 0..3 {
        let rows: Vec<Value> = (0..20)
            .map(|n| {
                row(
                    &format!("{}-Q7Z", batch * 20 + n),
                    &json!({"bib": format!("{}", batch * 20 + n)}),
                )
            })
            .collect();
        for _ in 0..2 {
            assert_eq!(
                client("POST", "results/add", Some(&with("results", rows.clone())))["count"],
                20
            );
        }
    }
    assert_eq!(
        client("POST", "results/add", Some(&with("results", Vec::new())))["count"],
        0
    );
    uploads(&with, &of_year);
    eventually("60 rows", || {
        Some(client("POST", "results", Some(&of_year))).filter(|answer| answer["count"] == 60)
    });
    assert_eq!(
        client(
            "DELETE",
            "results/delete",
            Some(&json!({"slug": slug, "year": "2026", "distance": "10 KM"}))
        )["count"],
        60
    );
    assert_eq!(
        client("DELETE", "participants/delete", Some(&of_year))["count"],
        120
    );
    assert_eq!(
        client("DELETE", "bibchips/delete", Some(&of_year))["count"],
        20
    );
    assert_eq!(
        client("DELETE", "segments/delete", Some(&of_year))["count"],
        1
    );
    assert_eq!(
        client("DELETE", "distances/delete", Some(&of_year))["count"],
        1
    );
}

fn uploads(with: &impl Fn(&str, Vec<Value>) -> Value, of_year: &Value) {
    for batch in 0..6 {
        let person = |n: i32| wire::participant(&format!("Q7Z-{}", batch * 20 + n), &json!({}));
        assert_eq!(
            client(
                "POST",
                "participants/add",
                Some(&with("participants", (0..20).map(person).collect()))
            )["count"],
            20
        );
    }
    let chips = (0..20)
        .map(|n| json!({"bib": n.to_string(), "chip": format!("E280{n}")}))
        .collect();
    assert_eq!(
        client("POST", "bibchips/add", Some(&with("bib_chips", chips)))["count"],
        20
    );
    let pages = [50, 50, 20, 0]
        .iter()
        .enumerate()
        .map(|(at, size)| (at + 1, *size));
    for (page, size) in pages {
        let mut body = of_year.clone();
        body["limit"] = json!(50);
        body["page"] = json!(page);
        assert_eq!(
            client("POST", "participants", Some(&body))["participants"]
                .as_array()
                .map(Vec::len),
            Some(size),
            "page {page}"
        );
    }
    let segment = json!({"location": "Mile 3", "distance_name": "10 KM", "name": "Mile 3", "distance_value": 3.11, "distance_unit": "mi", "gps": "", "map_link": ""});
    assert_eq!(
        client(
            "POST",
            "segments/add",
            Some(&with("segments", vec![segment]))
        )["segments"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    let distance = json!({"name": "10 KM", "certification": "Course certified as XX00000AB"});
    assert_eq!(
        client(
            "POST",
            "distances/add",
            Some(&with("distances", vec![distance]))
        )["distances"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}
