//! `sms`, `sms/add`, `sms/remove` (contract 4.7, 8).

use std::time::Instant;

use chute_domain::event_time::EventTime;
use chute_edge::http::Reply;
use chute_testkit::{
    clock::now_s,
    wire::{self, event},
};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, new_phone, open},
    test_app::{app, expect_wait, says},
};

const PARTICIPANT: &str = "No Participant Identified";
const PHONE: &str = "Invalid Phone Number";

/// Adds an event whose year 2026 began `ago_s` seconds ago. Returns its slug.
pub fn race(restricted: bool, ago_s: i64, days_allowed: i64) -> String {
    let slug = app().slug();
    app().ok(
        "POST",
        "/event/add",
        &json!({ "event": event(&slug, restricted) }),
    );
    let start = EventTime::from_unix(now_s() - ago_s);
    let mut year = wire::year("2026", start.as_str());
    year["days_allowed"] = json!(days_allowed);
    app().ok("POST", "/event-year/add", &wire::event_year(&slug, &year));
    slug
}

fn add(body: &Value) -> Reply {
    open(&new_address(), "/sms/add", body.to_string().as_bytes())
}

pub fn expect(reply: &Reply, status: u16, message: &str) {
    assert_eq!(
        reply.status,
        status,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    assert!(
        message.is_empty() || says(reply, message),
        "{}",
        reply.json()
    );
    assert!(status != 200 || reply.body.is_empty());
}

#[test]
fn a_phone_subscribes() {
    let (slug, phone) = (race(false, 3_600, 2), new_phone());
    expect(
        &add(&json!({"slug": slug, "year": "2026", "bib": "88", "phone": phone})),
        200,
        "",
    );
    expect(
        &add(&json!({"slug": slug, "year": "2026", "bib": "88", "phone": phone})),
        200,
        "",
    );
    expect(
        &add(
            &json!({"slug": slug.to_uppercase(), "first": "Ana", "last": "Ruiz", "phone": format!("+1 {phone}")}),
        ),
        200,
        "",
    );
    expect(
        &add(
            &json!({"slug": slug, "year": null, "bib": "", "first": "Ana", "last": null, "phone": phone, "unknown": [1]}),
        ),
        200,
        "",
    );
    let listed = app().ok("POST", "/sms", &json!({ "slug": slug }));
    assert_eq!(
        listed,
        json!({"subscriptions": []}),
        "the server sends, so nobody else shall"
    );
    for _ in 0..2 {
        expect(
            &open(
                &new_address(),
                "/sms/remove",
                json!({"slug": slug, "phone": phone}).to_string().as_bytes(),
            ),
            200,
            "",
        );
    }
}

#[test]
fn checks_come_in_order() {
    let (slug, over, never) = (
        race(false, 0, 2),
        race(true, 2 * 86_400 + 60, 2),
        race(false, 0, 0),
    );
    for broken in [
        "{",
        "[]",
        r#"{"slug":1}"#,
        r#"{"bib":5}"#,
        r#"{"phone":["x"]}"#,
    ] {
        expect(
            &open(&new_address(), "/sms/add", broken.as_bytes()),
            400,
            "Invalid Request Body",
        );
    }
    for (body, message) in [
        (json!({}), "Event Not Found"),
        (json!({"slug": "no-such-event"}), "Event Not Found"),
        (
            json!({"slug": "no-such-event", "year": "2026"}),
            "Event/Year Not Found",
        ),
        (
            json!({"slug": slug, "year": "1999"}),
            "Event/Year Not Found",
        ),
    ] {
        expect(&add(&body), 404, message);
    }
    // the window is checked before the restriction, and the restriction before the rest
    expect(
        &add(&json!({ "slug": over })),
        403,
        "Time Limit to Subscribe Exceeded",
    );
    expect(
        &add(&json!({ "slug": never })),
        403,
        "Time Limit to Subscribe Exceeded",
    );
    for nobody in [
        json!({}),
        json!({"first": "Ana"}),
        json!({"last": "Ruiz", "bib": null}),
    ] {
        let mut body = nobody;
        body["slug"] = json!(slug);
        expect(&add(&body), 400, PARTICIPANT);
    }
    for phone in [
        "",
        "555-1234",
        "+44 20 7946 0958",
        "25551234567",
        "+5551234567",
        "555123456x",
    ] {
        expect(
            &add(&json!({"slug": slug, "bib": "", "phone": phone})),
            400,
            PHONE,
        );
    }
    expect(
        &add(&json!({"slug": slug, "bib": "", "first": "", "last": "", "phone": new_phone()})),
        400,
        PARTICIPANT,
    );
    expect(
        &add(&json!({"slug": slug, "bib": "9".repeat(101), "phone": new_phone()})),
        400,
        "",
    );
    // a race in the future accepts subscriptions
    expect(
        &add(&json!({"slug": race(false, -86_400, 1), "bib": "1", "phone": new_phone()})),
        200,
        "",
    );
    // and one up to its last minute
    expect(
        &add(&json!({"slug": race(false, 86_400 - 60, 1), "bib": "1", "phone": new_phone()})),
        200,
        "",
    );
    assert!(matches!(
        app().raw("GET", "/sms/add", &[], None).status,
        404 | 405
    ));
}

#[test]
fn a_restricted_event_asks_for_a_key_of_the_owner() {
    let slug = race(true, 3_600, 2);
    let proof = app().stack.text("origin_secret");
    let call = |authorization: &str, more: (&str, &str), body: &Value| {
        let from = new_address();
        let headers = [
            ("X-Origin-Verify", proof),
            ("X-Viewer-Address", &from),
            ("Authorization", authorization),
            more,
        ];
        app().raw(
            "POST",
            "/sms/add",
            &headers,
            Some(body.to_string().as_bytes()),
        )
    };
    let (keys, none) = (&app().keys, ("X-Nothing", "x"));
    let nobody = json!({ "slug": slug });
    let missing = "Error Getting Key From Authorization Header";
    expect(
        &open(&new_address(), "/sms/add", nobody.to_string().as_bytes()),
        401,
        missing,
    );
    for (authorization, message) in [
        ("Bearer".to_owned(), missing),
        ("Bearer nobody".to_owned(), "Key/Account Not Found"),
        (format!("Bearer {}", keys.disabled), "Key/Account Not Found"),
        (format!("Bearer {}", keys.expired), "Expired Key"),
        (format!("Bearer {}", keys.hosted), "Host Not Allowed"),
        (format!("Bearer {}", keys.stranger), "Restricted Event"),
        (
            format!("Bearer {}", app().admin().token),
            "Key/Account Not Found",
        ),
    ] {
        expect(&call(&authorization, none, &nobody), 401, message);
    }
    // a key of any type is enough; then the rest is checked
    expect(
        &call(&format!("Bearer {}", keys.read), none, &nobody),
        400,
        PARTICIPANT,
    );
    let body = json!({"slug": slug, "bib": "1", "phone": new_phone()});
    expect(
        &call(&format!("Bearer {}", keys.read), none, &body),
        200,
        "",
    );
    expect(
        &call(
            &format!("Bearer {}", keys.hosted),
            ("Origin", "https://races.example.org"),
            &body,
        ),
        200,
        "",
    );
    // removal never asks for a key
    expect(
        &open(&new_address(), "/sms/remove", body.to_string().as_bytes()),
        200,
        "",
    );
}

#[test]
fn a_phone_is_not_pestered() {
    let phone = new_phone();
    let subscribe = |slug: &str, bib: &str| add(&json!({"slug": slug, "bib": bib, "phone": phone}));
    let slugs: Vec<String> = (0..4).map(|_| race(false, 0, 2)).collect();
    let began = Instant::now();
    for slug in &slugs[..3] {
        expect(&subscribe(slug, "1"), 200, "");
    }
    let refused = subscribe(&slugs[3], "1");
    expect(&refused, 429, "Too Many Requests");
    expect_wait(&refused, 600, began);
    // subscriptions that need no text are accepted, up to thirty calls an hour
    for bib in 2..29 {
        expect(&subscribe(&slugs[0], &bib.to_string()), 200, "");
    }
    expect(&subscribe(&slugs[0], "29"), 429, "");
}

#[test]
fn an_address_subscribes_ten_phones_an_hour() {
    let (slug, from) = (race(false, 0, 2), new_address());
    let began = Instant::now();
    let subscribe = |slug: &str| {
        open(
            &from,
            "/sms/add",
            json!({"slug": slug, "bib": "1", "phone": new_phone()})
                .to_string()
                .as_bytes(),
        )
    };
    for _ in 0..10 {
        expect(&subscribe(&slug), 200, "");
    }
    let refused = subscribe(&slug);
    expect(&refused, 429, "Too Many Requests");
    expect_wait(&refused, 3_600, began);
    // a call refused for another reason still gets that answer
    expect(&subscribe("no-such-event"), 404, "");
}

#[rstest]
#[case(json!({}), 404, "Event Not Found")]
#[case(json!({"slug": "no-such-event", "year": "2026", "phone": "x"}), 404, "Event/Year Not Found")]
#[case(json!({"slug": "SLUG", "year": "1999", "phone": "x"}), 404, "Event/Year Not Found")]
#[case(json!({"slug": "SLUG"}), 400, PHONE)]
#[case(json!({"slug": "SLUG", "phone": null}), 400, PHONE)]
#[case(json!({"slug": "SLUG", "year": null, "phone": "555-1234"}), 400, PHONE)]
#[case(json!({"slug": "SLUG", "phone": 5}), 400, "Invalid Request Body")]
fn invalid_removals(#[case] body: Value, #[case] status: u16, #[case] message: &str) {
    let body = body
        .to_string()
        .replace("SLUG", &race(false, 30 * 86_400, 2));
    expect(
        &open(&new_address(), "/sms/remove", body.as_bytes()),
        status,
        message,
    );
}

#[test]
fn a_removal_has_no_time_limit() {
    let slug = race(true, 300 * 86_400, 0);
    expect(
        &open(
            &new_address(),
            "/sms/remove",
            json!({"slug": slug, "phone": new_phone()})
                .to_string()
                .as_bytes(),
        ),
        200,
        "",
    );
}
