//! `push/key`, `push/add`, `push/remove` (contract 4.7, 8.8).

use std::time::Instant;

use chute_edge::http::Reply;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, open},
    sms::{expect, race},
    test_app::{app, expect_wait, says},
};

// RFC 8291, section 5
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

pub fn endpoint() -> String {
    format!("https://fcm.googleapis.com/fcm/send/{}", app().slug())
}

pub fn subscription(endpoint: &str) -> Value {
    json!({"endpoint": endpoint, "expirationTime": null, "keys": {"p256dh": P256DH, "auth": AUTH}})
}

fn add(body: &Value) -> Reply {
    open(&new_address(), "/push/add", body.to_string().as_bytes())
}

fn remove(body: &Value) -> Reply {
    open(&new_address(), "/push/remove", body.to_string().as_bytes())
}

#[test]
fn the_public_key_stays_the_same() {
    let key = || app().raw("GET", "/push/key", &[], None);
    let first = key();
    assert_eq!(first.status, 200);
    let text = first.json()["key"].as_str().expect("a key").to_owned();
    assert!(
        text.len() == 87 && text.starts_with('B'),
        "an uncompressed point in base64url: {text}"
    );
    assert_eq!(key().json()["key"], json!(text));
    assert!(matches!(
        app().raw("POST", "/push/key", &[], None).status,
        404 | 405
    ));
    assert_eq!(app().raw("GET", "/push/other", &[], None).status, 404);
}

#[test]
fn a_device_subscribes_and_leaves() {
    let (slug, endpoint) = (race(false, 3_600, 2), endpoint());
    let device = subscription(&endpoint);
    for language in [json!(null), json!("es"), json!("no-such-language")] {
        expect(
            &add(
                &json!({"slug": slug, "year": "2026", "bib": "88", "subscription": device, "language": language}),
            ),
            200,
            "",
        );
    }
    expect(
        &add(
            &json!({"slug": slug.to_uppercase(), "first": "Ana", "last": "Ruiz", "subscription": device}),
        ),
        200,
        "",
    );
    // the timing client's list has only phones
    assert_eq!(
        app().ok("POST", "/sms", &json!({ "slug": slug })),
        json!({"subscriptions": []})
    );
    for body in [
        json!({"slug": slug, "endpoint": endpoint, "bib": "88"}),
        json!({"slug": slug, "endpoint": endpoint}),
        json!({"slug": slug}),
    ] {
        expect(&remove(&body), 200, "");
    }
}

#[test]
fn checks_come_in_order() {
    let (slug, over) = (race(false, 0, 2), race(true, 2 * 86_400 + 60, 2));
    for broken in [
        "{",
        r#"{"subscription":[]}"#,
        r#"{"subscription":{"keys":"x"}}"#,
        r#"{"subscription":{"endpoint":5}}"#,
    ] {
        expect(
            &open(&new_address(), "/push/add", broken.as_bytes()),
            400,
            "Invalid Request Body",
        );
    }
    expect(
        &add(&json!({"slug": "no-such-event"})),
        404,
        "Event Not Found",
    );
    expect(
        &add(&json!({"slug": slug, "year": "1999"})),
        404,
        "Event/Year Not Found",
    );
    expect(
        &add(&json!({ "slug": over })),
        403,
        "Time Limit to Subscribe Exceeded",
    );
    expect(
        &add(&json!({ "slug": slug })),
        400,
        "No Participant Identified",
    );
    expect(
        &add(&json!({"slug": slug, "bib": ""})),
        400,
        "Invalid Push Endpoint",
    );
    for elsewhere in [
        "http://fcm.googleapis.com/x",
        "https://169.254.169.254/x",
        "https://fcm.googleapis.com@10.0.0.1/x",
        "https://push.example.org/x",
    ] {
        expect(
            &add(&json!({"slug": slug, "bib": "1", "subscription": subscription(elsewhere)})),
            400,
            "Invalid Push Endpoint",
        );
    }
    // of the right length, but not on the curve
    let no_point = format!("BA{}", "A".repeat(85));
    for (p256dh, auth) in [("", AUTH), (P256DH, ""), (AUTH, AUTH), (&no_point, AUTH)] {
        let device = json!({"endpoint": endpoint(), "keys": {"p256dh": p256dh, "auth": auth}});
        expect(
            &add(&json!({"slug": slug, "bib": "1", "subscription": device})),
            400,
            "Invalid Push Keys",
        );
    }
    expect(
        &add(&json!({"slug": slug, "bib": "", "subscription": subscription(&endpoint())})),
        400,
        "No Participant Identified",
    );
    expect(
        &add(
            &json!({"slug": slug, "bib": "9".repeat(101), "subscription": subscription(&endpoint())}),
        ),
        400,
        "",
    );
}

#[test]
fn a_restricted_event_asks_for_a_key_of_the_owner() {
    let slug = race(true, 3_600, 2);
    let body =
        json!({"slug": slug, "bib": "1", "subscription": subscription(&endpoint())}).to_string();
    let proof = app().stack.text("origin_secret");
    let call = |key: &str| {
        let (from, authorization) = (new_address(), format!("Bearer {key}"));
        let headers = [
            ("X-Origin-Verify", proof),
            ("X-Viewer-Address", from.as_str()),
            ("Authorization", authorization.as_str()),
        ];
        app().raw("POST", "/push/add", &headers, Some(body.as_bytes()))
    };
    expect(
        &open(&new_address(), "/push/add", body.as_bytes()),
        401,
        "Error Getting Key From Authorization Header",
    );
    expect(&call(&app().keys.stranger), 401, "Restricted Event");
    expect(&call(&app().keys.read), 200, "");
    expect(
        &remove(&json!({"slug": slug, "endpoint": "https://fcm.googleapis.com/x"})),
        200,
        "",
    );
}

#[test]
fn a_device_subscribes_thirty_times_an_hour() {
    let (slug, device) = (race(false, 0, 2), subscription(&endpoint()));
    let began = Instant::now();
    let subscribe =
        |bib: u32| add(&json!({"slug": slug, "bib": bib.to_string(), "subscription": device}));
    for bib in 0..30 {
        expect(&subscribe(bib), 200, "");
    }
    let refused = subscribe(30);
    expect(&refused, 429, "Too Many Requests");
    expect_wait(&refused, 3_600, began);
    expect(
        &add(&json!({"slug": slug, "bib": "30", "subscription": subscription(&endpoint())})),
        200,
        "",
    );
}

#[rstest]
#[case(json!({}), 404, "Event Not Found")]
#[case(json!({"slug": "SLUG", "year": "1999"}), 404, "Event/Year Not Found")]
#[case(json!({"slug": "SLUG", "endpoint": 5}), 400, "Invalid Request Body")]
fn invalid_removals(#[case] body: Value, #[case] status: u16, #[case] message: &str) {
    let body = body
        .to_string()
        .replace("SLUG", &race(false, 30 * 86_400, 2));
    expect(
        &open(&new_address(), "/push/remove", body.as_bytes()),
        status,
        message,
    );
}

#[test]
fn removals_are_counted() {
    let (slug, from) = (race(false, 0, 2), new_address());
    let body = json!({"slug": slug, "endpoint": "https://fcm.googleapis.com/x"}).to_string();
    for _ in 0..30 {
        expect(&open(&from, "/push/remove", body.as_bytes()), 200, "");
    }
    let refused = open(&from, "/push/remove", body.as_bytes());
    assert!(
        refused.status == 429 && says(&refused, "Too Many Requests"),
        "{}",
        refused.status
    );
}
