//! `r/event-year`, `r/event-year/all`, `r/event-year/add`, `r/event-year/update`,
//! `r/event-year/delete`.

use chute_domain::key::KeyKind;
use chute_testkit::wire::{self, event, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, eventually},
    withdrawn::{pointer, status},
};

#[rstest]
#[case(json!({"year": "", "date_time": "2026-05-02T08:00:00Z"}), "year")]
#[case(json!({"year": "20 26", "date_time": "2026-05-02T08:00:00Z"}), "year")]
#[case(json!({"year": "2".repeat(21), "date_time": "2026-05-02T08:00:00Z"}), "year")]
#[case(json!({"year": "2026", "date_time": ""}), "date_time")]
#[case(json!({"year": "2026", "date_time": "2026-05-02T08:00:00"}), "date_time")]
#[case(json!({"year": "2026", "date_time": "2026-02-30T08:00:00Z"}), "date_time")]
#[case(json!({"year": "2026", "date_time": "2026-05-02T08:00:00Z", "ranking_type": "g".repeat(21)}), "ranking_type")]
fn an_invalid_field_is_named(#[case] sent: Value, #[case] field: &str) {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for (verb, path) in [
        ("POST", "/r/event-year/add"),
        ("PUT", "/r/event-year/update"),
    ] {
        let reply = owner.call(verb, path, &wire::event_year(&slug, &sent));
        let message = reply.json()["message"].clone();
        assert_eq!(reply.status, 400, "{verb} {sent}: {message}");
        assert!(
            message.as_str().is_some_and(|text| text.contains(field)),
            "{message}"
        );
    }
}

#[test]
fn slug_and_year_are_needed() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let good = year("2027", "2027-05-02T08:00:00Z");
    for (verb, path, body) in [
        ("POST", "/r/event-year", json!({"slug": "  "})),
        (
            "POST",
            "/r/event-year/add",
            json!({"slug": "", "event_year": good}),
        ),
        (
            "PUT",
            "/r/event-year/update",
            json!({"slug": null, "event_year": good}),
        ),
        ("DELETE", "/r/event-year/delete", json!({ "slug": slug })),
        (
            "DELETE",
            "/r/event-year/delete",
            json!({"slug": slug, "year": ""}),
        ),
        ("DELETE", "/r/event-year/delete", json!({"year": "2026"})),
    ] {
        let reply = owner.call(verb, path, &body);
        assert_eq!(reply.status, 400, "{path} {body}");
        assert!(
            reply.json()["message"]
                .as_str()
                .is_some_and(|text| text.starts_with("Bad Request")),
            "{path} {body}"
        );
    }
    assert_eq!(
        owner.ok("POST", "/r/event-year", &json!({ "slug": slug }))["years"]
            .as_array()
            .map(Vec::len),
        Some(1),
        "nothing is gone"
    );
}

#[test]
fn years_come_and_go() {
    let owner = app().owner();
    let slug = app().event_of(owner, true);
    let of = |sent: &Value| wire::event_year(&slug, sent);
    let mut sent = year("2025-May", "2025/05/02 08:00:00 -07:00");
    let added = owner.ok("POST", "/r/event-year/add", &of(&sent));
    sent["date_time"] = json!("2025-05-02T08:00:00-07:00");
    assert_eq!(
        (&added["event_year"], &added["event"]["recent_time"]),
        (&sent, &json!("2026-05-02T08:00:00-07:00"))
    );
    assert_eq!(
        owner.call("POST", "/r/event-year/add", &of(&sent)).status,
        409
    );
    let years = owner.ok("POST", "/r/event-year", &json!({ "slug": slug }))["years"].clone();
    assert_eq!(
        years,
        json!([sent, year("2026", "2026-05-02T08:00:00-07:00")]),
        "oldest first, restricted or not"
    );
    sent["live"] = json!(false);
    sent["date_time"] = json!("2031-05-02T08:00:00Z");
    for _ in 0..2 {
        let answer = owner.ok("PUT", "/r/event-year/update", &of(&sent));
        assert_eq!(
            (&answer["event_year"], &answer["event"]["recent_time"]),
            (&sent, &sent["date_time"])
        );
    }
    assert!(
        owner
            .call(
                "DELETE",
                "/r/event-year/delete",
                &json!({"slug": slug, "year": "2025-May"})
            )
            .body
            .is_empty()
    );
    assert_eq!(
        owner
            .call(
                "DELETE",
                "/r/event-year/delete",
                &json!({"slug": slug, "year": "2025-May"})
            )
            .status,
        404
    );
    assert_eq!(
        owner.call("PUT", "/r/event-year/update", &of(&sent)).status,
        404
    );
    assert_eq!(
        owner.ok("POST", "/r/event-year", &json!({ "slug": slug }))["years"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(
        owner.ok("POST", "/r/event-year/add", &of(&sent))["event_year"],
        sent,
        "it may be made again"
    );
}

#[test]
fn all_years_are_those_of_unrestricted_events_and_ones_own() {
    let (owner, stranger) = (app().owner(), app().stranger());
    let (open, restricted) = (app().event_of(owner, false), app().event_of(owner, true));
    let late = year("late", "2031-05-02T08:00:00+02:00");
    owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&restricted, &late),
    );
    let seen_by = |who: &Person| {
        let years = who.ok("POST", "/r/event-year/all", &json!({}))["years"]
            .as_array()
            .expect("a list")
            .clone();
        let ours = |year: &&Value| {
            [&open, &restricted]
                .iter()
                .any(|slug| year["slug"] == json!(slug))
        };
        years.iter().filter(ours).cloned().collect::<Vec<_>>()
    };
    let all_year = |slug: &str, of_year: &Value| {
        let mut all = json!({"name": event(slug, false)["name"], "slug": slug});
        of_year
            .as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| all[name] = value.clone());
        all
    };
    let first = year("2026", "2026-05-02T08:00:00-07:00");
    let mut both = vec![all_year(&open, &first), all_year(&restricted, &first)];
    both.sort_by_key(|year| year["slug"].as_str().map(str::to_owned));
    both.insert(0, all_year(&restricted, &late));
    assert_eq!(seen_by(owner), both, "newest first, then by slug");
    assert_eq!(seen_by(stranger), [all_year(&open, &first)]);
    assert_eq!(
        seen_by(app().admin()),
        [all_year(&open, &first)],
        "as the contract has it, an administrator's own only"
    );
    let keys = seen_by(stranger)[0]
        .as_object()
        .map(|year| year.keys().cloned().collect::<Vec<_>>());
    assert!(keys.is_some_and(|keys| keys.len() == 7));
}

#[test]
fn an_event_that_the_portal_deletes_or_restricts_is_withdrawn() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let key = app().key_of(owner, KeyKind::Write);
    let upload = wire::results(&slug, &[row("1", &json!({}))]);
    assert_eq!(
        app().call_as(&key, "POST", "/results/add", &upload).json()["count"],
        1
    );
    let read = |key: &str| {
        app().call_as(
            key,
            "POST",
            "/results",
            &json!({"slug": slug, "year": "2026"}),
        )
    };
    eventually("the row", || {
        Some(read(&app().keys.read).json()).filter(|answer| answer["count"] == 1)
    });
    // rows can be read before the pointer exists, and without it the update has nothing to remove
    eventually("the pointer", || {
        Some(Value::Null).filter(|_| status(&pointer(&slug)) == 200)
    });
    owner.ok(
        "PUT",
        "/r/event/update",
        &json!({ "event": event(&slug, true) }),
    );
    assert_eq!(read(&app().keys.read).status, 401);
    owner.ok(
        "PUT",
        "/r/event/update",
        &json!({ "event": event(&slug, false) }),
    );
    owner.ok(
        "DELETE",
        "/r/event-year/delete",
        &json!({"slug": slug, "year": "2026"}),
    );
    assert_eq!(read(&key).status, 404);
    owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&slug, &year("2026", "2026-05-02T08:00:00Z")),
    );
    assert_eq!(read(&key).json()["count"], 0, "made again it starts empty");
}
