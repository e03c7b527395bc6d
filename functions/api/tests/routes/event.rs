//! `event`, `event/all`, `event/my`, `event/add`, `event/update`, `event/delete`.

use chute_testkit::wire::event;
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{app, eventually};

fn slugs(answer: &Value) -> Vec<&str> {
    answer["events"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|event| event["slug"].as_str())
        .collect()
}

#[rstest]
#[case("name", json!(""))]
#[case("name", json!("<script>"))]
#[case("name", json!("'-'"))]
#[case("name", json!("a".repeat(101)))]
#[case("cert_name", json!("a".repeat(101)))]
#[case("slug", json!(""))]
#[case("slug", json!("a b"))]
#[case("slug", json!("a,b"))]
#[case("slug", json!("é"))]
#[case("slug", json!("a".repeat(51)))]
#[case("website", json!("example.org"))]
#[case("website", json!("ftp://example.org"))]
#[case("website", json!(format!("https://{}", "a".repeat(200))))]
#[case("image", json!("javascript:alert(1)"))]
#[case("accent_color", json!("green"))]
#[case("accent_color", json!("#0a7d4"))]
#[case("logo", json!("http://example.org/a.png"))]
#[case("logo", json!(format!("https://{}", "a".repeat(200))))]
#[case("sponsor", json!("a".repeat(121)))]
#[case("sponsor", json!("one\ntwo"))]
#[case("contact_email", json!(""))]
#[case("contact_email", json!("nobody"))]
#[case("contact_email", json!("a@b"))]
#[case("contact_email", json!(format!("{}@example.org", "a".repeat(65))))]
#[case("type", json!(""))]
#[case("type", json!("swim"))]
fn an_invalid_field_is_named(#[case] field: &str, #[case] value: Value) {
    let slug = app().event(false);
    for (verb, path) in [("POST", "/event/add"), ("PUT", "/event/update")] {
        let mut sent = event(if field == "slug" { "" } else { &slug }, false);
        sent[field] = value.clone();
        let reply = app().call(verb, path, &json!({ "event": sent }));
        let message = reply.json()["message"].clone();
        assert_eq!(reply.status, 400, "{verb} {field}: {message}");
        assert!(
            message
                .as_str()
                .is_some_and(|text| text.starts_with("Validation Error") && text.contains(field)),
            "{message}"
        );
    }
}

#[test]
fn an_event_is_stored_as_sent() {
    let slug = app().slug();
    let mut sent = event(&slug.to_uppercase(), false);
    sent["name"] = json!("Česká 10'K & Co. (v+1) #2, 5/6-7");
    sent["website"] = json!("https://example.org/?a=1#b");
    sent["recent_time"] = json!("2020-01-01T00:00:00Z");
    sent["account_email"] = json!("ignored@example.org");
    let added = app().ok("POST", "/event/add", &json!({ "event": sent }));
    let mut wanted = sent.clone();
    wanted["slug"] = json!(slug);
    wanted["recent_time"] = Value::Null;
    wanted
        .as_object_mut()
        .expect("an object")
        .remove("account_email");
    assert_eq!(added["event"], wanted);
    let overview = app().ok("POST", "/event", &json!({ "slug": slug }));
    assert_eq!(
        overview,
        json!({"event": wanted, "event_years": [], "year": null, "results": {}, "participants": []})
    );
}

#[test]
fn a_slug_belongs_to_one_event() {
    let slug = app().event(false);
    for key in [&app().keys.write, &app().keys.stranger] {
        assert_eq!(
            app()
                .call_as(
                    key,
                    "POST",
                    "/event/add",
                    &json!({ "event": event(&slug, false) })
                )
                .status,
            409
        );
    }
    app().ok("DELETE", "/event/delete", &json!({ "slug": slug }));
    assert_eq!(
        app()
            .call("POST", "/event", &json!({ "slug": slug }))
            .status,
        404
    );
    assert_eq!(
        app()
            .call("DELETE", "/event/delete", &json!({ "slug": slug }))
            .status,
        404
    );
    assert_eq!(
        app()
            .call_as(
                &app().keys.stranger,
                "POST",
                "/event/add",
                &json!({ "event": event(&slug, false) })
            )
            .status,
        409
    );
    // re-created by its owner, it starts empty
    app().ok(
        "POST",
        "/event/add",
        &json!({ "event": event(&slug, false) }),
    );
    assert_eq!(
        app().ok("POST", "/event-year/event", &json!({ "slug": slug })),
        json!({"years": []})
    );
}

#[test]
fn an_update_replaces_all_and_repeats_quietly() {
    let slug = app().event(false);
    let mut sent = event(&slug, false);
    sent["name"] = json!("Other");
    sent["image"] = json!("http://example.org/a.png");
    for _ in 0..2 {
        let answer = app().ok("PUT", "/event/update", &json!({ "event": sent }));
        assert_eq!(
            (&answer["event"]["name"], &answer["event"]["recent_time"]),
            (&json!("Other"), &json!("2026-05-02T08:00:00-07:00"))
        );
    }
    assert_eq!(
        app().ok("POST", "/event", &json!({ "slug": slug }))["event"]["image"],
        "http://example.org/a.png"
    );
}

/// A timing client older than these fields sends an event without them.
#[test]
fn a_face_stays_until_it_is_taken_away() {
    let slug = app().slug();
    let bare = event(&slug, false);
    let mut dressed = bare.clone();
    dressed["accent_color"] = json!("#0A7D4F");
    dressed["logo"] = json!("https://example.org/logo.svg");
    dressed["sponsor"] = json!(" Thanks to River Foods ");
    app().ok("POST", "/event/add", &json!({ "event": dressed }));
    dressed["accent_color"] = json!("#0a7d4f");
    dressed["sponsor"] = json!("Thanks to River Foods");
    let stored = || app().ok("POST", "/event", &json!({ "slug": slug }))["event"].clone();
    assert_eq!(stored(), dressed);
    assert_eq!(
        app().ok("PUT", "/event/update", &json!({ "event": bare }))["event"],
        dressed
    );
    assert_eq!(stored(), dressed);
    let mut without_logo = bare.clone();
    without_logo["logo"] = json!("");
    without_logo["sponsor"] = Value::Null;
    dressed.as_object_mut().expect("an object").remove("logo");
    assert_eq!(
        app().ok("PUT", "/event/update", &json!({ "event": without_logo }))["event"],
        dressed
    );
    assert_eq!(stored(), dressed);
    // a re-created event starts without its former look
    app().ok("DELETE", "/event/delete", &json!({ "slug": slug }));
    assert_eq!(
        app().ok("POST", "/event/add", &json!({ "event": bare }))["event"],
        bare
    );
    assert_eq!(stored(), bare);
}

#[test]
fn lists_know_restricted_events() {
    let (open, restricted) = (app().event(false), app().event(true));
    let all = app().ok("GET", "/event/all", &json!({}));
    assert!(slugs(&all).contains(&open.as_str()) && !slugs(&all).contains(&restricted.as_str()));
    eventually("both in event/my", || {
        let mine = app().ok("GET", "/event/my", &json!({}));
        (slugs(&mine).contains(&open.as_str()) && slugs(&mine).contains(&restricted.as_str()))
            .then_some(mine)
    });
    let strange = app()
        .call_as(&app().keys.stranger, "GET", "/event/my", &json!({}))
        .json();
    assert!(!slugs(&strange).contains(&open.as_str()));
    let times: Vec<&str> = all["events"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|event| event["recent_time"].as_str().unwrap_or(""))
        .collect();
    let without = times
        .iter()
        .position(|time| time.is_empty())
        .unwrap_or(times.len());
    assert!(
        times.iter().skip(without).all(|time| time.is_empty()),
        "events without years come last"
    );
}

#[test]
fn restricting_an_event_closes_it_at_once() {
    let slug = app().event(false);
    let stranger = &app().keys.stranger;
    assert_eq!(
        app()
            .call_as(stranger, "POST", "/event", &json!({ "slug": slug }))
            .status,
        200
    );
    app().ok(
        "PUT",
        "/event/update",
        &json!({ "event": event(&slug, true) }),
    );
    assert_eq!(
        app()
            .call_as(stranger, "POST", "/event", &json!({ "slug": slug }))
            .status,
        401
    );
    assert_eq!(
        app()
            .call("POST", "/event", &json!({ "slug": slug }))
            .status,
        200
    );
}
