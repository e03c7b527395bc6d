//! `event-year`, `event-year/event`, `event-year/add`, `event-year/update`, `event-year/delete`.

use chute_testkit::wire::{self, event, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::app;

#[rstest]
#[case("2026-05-02T08:00:00-07:00", "2026-05-02T08:00:00-07:00")]
#[case("2026-05-02T08:00:00.1234567+02:00", "2026-05-02T08:00:00+02:00")]
#[case("2026-05-02T08:00:00+00:00", "2026-05-02T08:00:00Z")]
#[case("2026/05/02 08:00:00 -07:00", "2026-05-02T08:00:00-07:00")]
#[case("2026-05-02 08.00.00 -07:00", "2026-05-02T08:00:00-07:00")]
#[case("2026.05.02T08:00:00 +05:30", "2026-05-02T08:00:00+05:30")]
#[case("2026. 05. 02 00:00:00 +02:00", "2026-05-02T00:00:00+02:00")]
fn a_time_keeps_the_offset_it_came_with(#[case] sent: &str, #[case] stored: &str) {
    let slug = app().event(false);
    let answer = app().ok(
        "POST",
        "/event-year/add",
        &wire::event_year(&slug, &year("2027-May", sent)),
    );
    assert_eq!(answer["event_year"], year("2027-May", stored));
    assert_eq!(
        app().ok(
            "POST",
            "/event-year",
            &json!({"slug": slug, "year": "2027-May"})
        )["event_year"],
        year("2027-May", stored)
    );
}

#[rstest]
#[case("date_time", json!(""))]
#[case("date_time", json!("2026-05-02T08:00:00"))]
#[case("date_time", json!("2026-02-30T08:00:00Z"))]
#[case("date_time", json!("tomorrow"))]
#[case("date_time: a year from 1900 to 2199; another one is that of another calendar", json!("2569/05/02 08:00:00 +07:00"))]
#[case("date_time: a year from 1900 to 2199; another one is that of another calendar", json!("1405.02.31 08.00.00 +03.30"))]
#[case("year", json!(""))]
#[case("year", json!("2026,May"))]
#[case("year", json!("2026 May"))]
#[case("year", json!("1".repeat(21)))]
#[case("ranking_type", json!("a".repeat(21)))]
#[case("official", json!("yes"))]
#[case("official", json!("2026-05-02T16:00:00"))]
fn an_invalid_field_is_named(#[case] field: &str, #[case] value: Value) {
    let slug = app().event(false);
    let mut sent = year("2027", "2027-05-02T08:00:00Z");
    let (name, _) = field.split_once(':').unwrap_or((field, ""));
    sent[name] = value;
    for (verb, path) in [("POST", "/event-year/add"), ("PUT", "/event-year/update")] {
        let reply = app().call(verb, path, &wire::event_year(&slug, &sent));
        assert_eq!(reply.status, 400);
        assert!(
            reply.json()["message"]
                .as_str()
                .is_some_and(|text| text.starts_with("Validation Error") && text.contains(field))
        );
    }
}

#[test]
fn years_come_oldest_first_and_without_one_the_latest_is_meant() {
    let slug = app().event(false);
    for (key, time) in [
        ("2031", "2031-01-01T00:00:00Z"),
        ("2019", "2019-01-01T00:00:00Z"),
        ("2031b", "2031-01-01T01:00:00+01:00"),
    ] {
        app().ok(
            "POST",
            "/event-year/add",
            &wire::event_year(&slug, &year(key, time)),
        );
    }
    let years = app().ok("POST", "/event-year/event", &json!({ "slug": slug }));
    let keys: Vec<&str> = years["years"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|year| year["year"].as_str())
        .collect();
    assert_eq!(keys, ["2019", "2026", "2031", "2031b"]);
    for latest in [
        json!({ "slug": slug }),
        json!({"slug": slug, "year": ""}),
        json!({"slug": slug, "year": null}),
    ] {
        let answer = app().ok("POST", "/event-year", &latest);
        assert_eq!(answer["event_year"]["year"], "2031b");
        assert_eq!(answer["event"]["recent_time"], "2031-01-01T01:00:00+01:00");
    }
    // the overview shows the latest year that has begun
    assert_eq!(
        app().ok("POST", "/event", &json!({ "slug": slug }))["year"]["year"],
        "2026"
    );
    app().ok("DELETE", "/event-year/delete", &json!({ "slug": slug }));
    assert_eq!(
        app().ok("POST", "/event-year", &json!({ "slug": slug }))["event_year"]["year"],
        "2031"
    );
}

#[test]
fn an_event_without_years_has_no_latest_one() {
    let slug = app().slug();
    app().ok(
        "POST",
        "/event/add",
        &json!({ "event": event(&slug, false) }),
    );
    for path in [
        "/event-year",
        "/results",
        "/results/all",
        "/segments",
        "/distances",
        "/participants",
    ] {
        let reply = app().call("POST", path, &json!({ "slug": slug }));
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (404, &json!("Event/Year Not Found")),
            "{path}"
        );
    }
}

#[test]
fn a_deleted_year_starts_empty_when_made_again() {
    let slug = app().event(false);
    let of_year = json!({"slug": slug, "year": "2026"});
    app().ok(
        "POST",
        "/results/add",
        &wire::results(&slug, &[row("p", &json!({}))]),
    );
    app().ok("POST", "/distances/add", &json!({"slug": slug, "year": "2026", "distances": [{"name": "10 KM", "certification": "x"}]}));
    assert_eq!(
        app()
            .call(
                "POST",
                "/event-year/add",
                &wire::event_year(&slug, &year("2026", "2026-05-02T08:00:00Z"))
            )
            .status,
        409
    );
    let gone = app().call("DELETE", "/event-year/delete", &of_year);
    assert_eq!(
        (gone.status, gone.body.len(), gone.header("content-length")),
        (200, 0, "0")
    );
    for path in ["/event-year", "/results", "/distances"] {
        assert_eq!(app().call("POST", path, &of_year).status, 404, "{path}");
    }
    assert_eq!(
        app().call("DELETE", "/event-year/delete", &of_year).status,
        404
    );
    app().ok(
        "POST",
        "/event-year/add",
        &wire::event_year(&slug, &year("2026", "2026-05-02T08:00:00Z")),
    );
    assert_eq!(
        app().ok("POST", "/distances", &of_year),
        json!({"distances": []})
    );
    assert_eq!(
        app().ok("DELETE", "/results/delete", &of_year),
        json!({"count": 0})
    );
    assert_eq!(app().ok("POST", "/results", &of_year)["count"], 0);
}

#[test]
fn an_unchanged_update_is_fine() {
    let slug = app().event(false);
    for _ in 0..2 {
        let mut sent = year("2026", "2026-05-03T09:00:00Z");
        sent["live"] = json!(false);
        let answer = app().ok("PUT", "/event-year/update", &wire::event_year(&slug, &sent));
        assert_eq!(
            (&answer["event_year"], &answer["event"]["recent_time"]),
            (&sent, &json!("2026-05-03T09:00:00Z"))
        );
    }
    let unknown = app().call(
        "PUT",
        "/event-year/update",
        &wire::event_year(&slug, &year("1999", "2026-05-03T09:00:00Z")),
    );
    assert_eq!(unknown.status, 404);
}

/// Contract 2.2: a client that does not know the field writes the whole year, and the stored value
/// of the field is kept.
#[test]
fn results_are_official_until_something_else_is_said() {
    let slug = app().event(false);
    let update = |official: Option<&str>| {
        let mut sent = year("2026", "2026-05-03T09:00:00Z");
        if let Some(official) = official {
            sent["official"] = json!(official);
        }
        app().ok(
            "PUT",
            "/event-year/update",
            &wire::event_year(&slug, &sent),
        )["event_year"]["official"]
            .clone()
    };
    assert_eq!(update(None), json!(null));
    assert_eq!(update(Some("unofficial")), "unofficial");
    let since = update(Some("now"));
    assert!(
        since
            .as_str()
            .is_some_and(|since| since.ends_with('Z') && since.len() == 20),
        "{since}"
    );
    for official in [None, Some("now")] {
        assert_eq!(update(official), since);
    }
    assert_eq!(
        app().ok(
            "POST",
            "/event-year",
            &json!({"slug": slug, "year": "2026"})
        )["event_year"]["official"],
        since
    );
    assert_eq!(
        app().ok("POST", "/results", &json!({"slug": slug, "year": "2026"}))["event_year"]["official"],
        since
    );
    assert_eq!(
        update(Some("2026/05/02 16:00:00 -07:00")),
        "2026-05-02T16:00:00-07:00"
    );
    assert_eq!(update(Some("")), json!(null));
}
