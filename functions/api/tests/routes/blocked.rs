//! `blocked/phones/…`, `blocked/emails/…`: anybody may add to them; they are read with a key or by
//! an administrator (contract 4.6).

use std::time::Instant;

use chute_domain::{account::AccountKind, key};
use chute_edge::http::Reply;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    sms::race,
    test_app::{app, expect_wait, says},
};

/// An address from which nobody else calls in this run.
pub fn new_address() -> String {
    let hash = key::digest(&app().slug());
    format!(
        "fd{}:{}:{}:{}::1",
        &hash[..2],
        &hash[2..6],
        &hash[6..10],
        &hash[10..14]
    )
}

/// Makes a call without a credential, from this address.
pub fn open(from: &str, path: &str, body: &[u8]) -> Reply {
    let proof = app().stack.text("origin_secret");
    let headers = [
        ("X-Origin-Verify", proof),
        ("X-Viewer-Address", from),
        ("Content-Type", "application/json"),
    ];
    app().raw("POST", path, &headers, Some(body))
}

/// A number that no other test of this run uses; the exchange 907-555 is reserved for canaries.
pub fn new_phone() -> String {
    let hash = key::digest(&app().slug());
    let digits: u64 = u64::from_str_radix(&hash[..12], 16).expect("hex") % 90_000_000;
    format!("20{:08}", digits + 10_000_000)
}

fn listed(path: &str, list: &str) -> Vec<String> {
    serde_json::from_value(app().admin().ok("GET", path, &json!({}))[list].clone())
        .expect("a list of texts")
}

fn expect(reply: &Reply, status: u16, message: &str) {
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
}

#[test]
fn a_phone_is_blocked_by_anybody_and_unblocked_by_administrators() {
    let (phone, from) = (new_phone(), new_address());
    let e164 = format!("+1{phone}");
    let spelled = format!("({}) {}-{}", &phone[..3], &phone[3..6], &phone[6..]);
    for spelling in [&phone, &e164, &spelled] {
        let reply = open(
            &from,
            "/blocked/phones/add",
            json!({ "phone": spelling }).to_string().as_bytes(),
        );
        assert_eq!((reply.status, reply.body.len()), (200, 0));
    }
    let phones = listed("/blocked/phones/get", "phones");
    assert_eq!(phones.iter().filter(|blocked| **blocked == e164).count(), 1);
    for _ in 0..2 {
        let reply = app().admin().call(
            "POST",
            "/blocked/phones/unblock",
            &json!({ "phone": spelled }),
        );
        assert_eq!((reply.status, reply.body.len()), (200, 0));
    }
    assert!(!listed("/blocked/phones/get", "phones").contains(&e164));
}

/// A key reads of those who are subscribed to its account's own events, whatever the year.
#[test]
fn a_key_reads_of_its_own_events_only() {
    let slug = race(false, 3_600, 2);
    let (subscribed, other) = (new_phone(), new_phone());
    let wish = json!({"slug": slug, "year": "2026", "bib": "88", "phone": subscribed});
    let reply = open(&new_address(), "/sms/add", wish.to_string().as_bytes());
    expect(&reply, 200, "");
    let e164 = |phone: &str| format!("+1{phone}");
    let read = |key: &str| -> Vec<String> {
        let reply = app().call_as(key, "GET", "/blocked/phones/get", &json!({}));
        serde_json::from_value(reply.json()["phones"].clone()).expect("a list of texts")
    };
    assert!(!read(&app().keys.write).contains(&e164(&subscribed)));
    for phone in [&subscribed, &other] {
        let body = json!({ "phone": phone }).to_string();
        let reply = open(&new_address(), "/blocked/phones/add", body.as_bytes());
        expect(&reply, 200, "");
    }
    let own = read(&app().keys.write);
    assert_eq!(
        (
            own.contains(&e164(&subscribed)),
            own.contains(&e164(&other))
        ),
        (true, false)
    );
    assert_eq!(read(&app().keys.stranger), Vec::<String>::new());
    let all = listed("/blocked/phones/get", "phones");
    assert!(all.contains(&e164(&subscribed)) && all.contains(&e164(&other)));
}

#[test]
fn phones_of_other_countries_can_be_blocked() {
    let phone = format!("+44{}", new_phone());
    assert_eq!(
        open(
            &new_address(),
            "/blocked/phones/add",
            json!({ "phone": phone }).to_string().as_bytes()
        )
        .status,
        200
    );
    assert!(listed("/blocked/phones/get", "phones").contains(&phone));
}

#[test]
fn an_address_is_blocked_and_unblocked_by_anybody() {
    let (email, from) = (format!("R.D+{}@Example.ORG", app().slug()), new_address());
    let lower = email.to_lowercase();
    for _ in 0..2 {
        let reply = open(
            &from,
            "/blocked/emails/add",
            json!({"email": format!(" {email} ")})
                .to_string()
                .as_bytes(),
        );
        assert_eq!((reply.status, reply.body.len()), (200, 0));
    }
    assert_eq!(
        listed("/blocked/emails/get", "emails")
            .iter()
            .filter(|blocked| **blocked == lower)
            .count(),
        1
    );
    for _ in 0..2 {
        let reply = open(
            &from,
            "/blocked/emails/unblock",
            json!({ "email": lower }).to_string().as_bytes(),
        );
        assert_eq!(
            (reply.status, reply.body.len()),
            (200, 0),
            "the same answer whether or not it was there"
        );
    }
    assert!(!listed("/blocked/emails/get", "emails").contains(&lower));
}

#[rstest]
#[case("/blocked/phones/add", "phone", "Invalid Phone Field", &["555-1234", "25551234567", "555123456x", "+1234567", "", "+1234567890123456"])]
#[case("/blocked/emails/add", "email", "Invalid Email Field", &["x", "a@b", "a b@example.org", "", "a@b@example.org"])]
#[case("/blocked/emails/unblock", "email", "Invalid Email Field", &["x", "a@b", "a b@example.org", "", "a@b@example.org"])]
fn malformed_phones_and_emails_are_refused(
    #[case] path: &str,
    #[case] field: &str,
    #[case] message: &str,
    #[case] wrong: &[&str],
) {
    let from = new_address();
    for text in wrong {
        expect(
            &open(&from, path, json!({ field: text }).to_string().as_bytes()),
            400,
            message,
        );
    }
    for empty in ["", "null", "{}", &format!("{{\"{field}\":null}}")] {
        expect(&open(&from, path, empty.as_bytes()), 400, message);
    }
    for unreadable in [
        "{",
        "[]",
        "1",
        &format!("{{\"{field}\":1}}"),
        &format!("{{\"{field}\":[\"x\"]}}"),
        "{} x",
    ] {
        expect(
            &open(&from, path, unreadable.as_bytes()),
            400,
            "Invalid Request Body",
        );
    }
    expect(&open(&from, path, &vec![b' '; 64 * 1024 + 1]), 413, "");
    expect(
        &app().raw("POST", path, &[("Content-Type", "text/plain")], Some(b"{}")),
        400,
        "Invalid Request Body",
    );
    assert!(matches!(
        app().raw("GET", path, &[], None).status,
        404 | 405
    ));
    if path.ends_with("emails/add") {
        let long = |local: usize| {
            json!({"email": format!("{}@{}.example.org", "a".repeat(64), "b".repeat(local))})
                .to_string()
        };
        expect(&open(&from, path, long(200 - 64 - 13).as_bytes()), 200, "");
        expect(
            &open(&from, path, long(201 - 64 - 13).as_bytes()),
            400,
            message,
        );
    }
}

#[rstest]
#[case("/blocked/phones/add", |n| json!({"phone": format!("+4420{n:08}")}), 200)]
#[case("/blocked/emails/add", |n| json!({"email": format!("r{n}@example.org")}), 200)]
#[case("/blocked/emails/unblock", |n| json!({"email": format!("r{n}@example.org")}), 200)]
#[case("/sms/remove", |_| json!({"slug": "no-such-event", "phone": "5551234567"}), 404)]
fn thirty_calls_an_hour(#[case] path: &str, #[case] body: fn(usize) -> Value, #[case] answer: u16) {
    let (from, began) = (new_address(), Instant::now());
    let call = |from: &str, n: usize| open(from, path, body(n).to_string().as_bytes());
    let allowed = (0..200)
        .take_while(|n| call(&from, *n).status == answer)
        .count();
    assert_eq!(allowed, 30, "{path}");
    let refused = call(&from, 0);
    expect(&refused, 429, "Too Many Requests");
    expect_wait(&refused, 3_600, began);
    // neither a header nor a credential makes the caller somebody else
    let proof = app().stack.text("origin_secret");
    let key = format!("Bearer {}", app().keys.write);
    let headers = [
        ("X-Origin-Verify", proof),
        ("X-Viewer-Address", from.as_str()),
        ("X-Forwarded-For", "192.0.2.200"),
        ("Authorization", key.as_str()),
    ];
    expect(
        &app().raw("POST", path, &headers, Some(body(0).to_string().as_bytes())),
        429,
        "",
    );
    // the whole network counts as one source, and another network as another
    expect(&call(&from.replace("::1", "::2"), 0), 429, "");
    expect(&call(&new_address(), 0), answer, "");
}

#[test]
fn an_open_route_looks_at_no_credential() {
    let body = json!({"email": format!("{}@example.org", app().slug())}).to_string();
    let proof = app().stack.text("origin_secret");
    let from = new_address();
    for wrong in ["nonsense", "Bearer nobody", "Bearer a.b.c", "Bearer  x"] {
        let headers = [
            ("X-Origin-Verify", proof),
            ("X-Viewer-Address", from.as_str()),
            ("Authorization", wrong),
        ];
        assert_eq!(
            app()
                .raw(
                    "POST",
                    "/blocked/emails/add",
                    &headers,
                    Some(body.as_bytes())
                )
                .status,
            200,
            "{wrong}"
        );
    }
}

#[rstest]
#[case("/blocked/phones/get")]
#[case("/blocked/emails/get")]
fn lists_are_for_write_keys_and_administrators(#[case] path: &str) {
    let missing = "Error Getting Key From Authorization Header";
    expect(&app().raw("GET", path, &[], None), 401, missing);
    expect(
        &app().call_as(&app().keys.read, "GET", path, &json!({})),
        401,
        "Key Not Allowed",
    );
    expect(
        &app().call_as(&app().keys.expired, "GET", path, &json!({})),
        401,
        "Expired Key",
    );
    expect(
        &app().call_as(&app().keys.stranger, "GET", path, &json!({})),
        200,
        "",
    );
    // anything that looks like a token is checked as a session
    expect(
        &app().call_as("a.b.c", "GET", path, &json!({})),
        401,
        "Unauthorized Token",
    );
    for kind in [
        AccountKind::Free,
        AccountKind::Paid,
        AccountKind::Registration,
    ] {
        let who = app().person(kind.name(), kind);
        expect(&who.call("GET", path, &json!({})), 401, "Unauthorized");
    }
    let broken = app().raw(
        "GET",
        path,
        &[("Authorization", &format!("Bearer {}", app().admin().token))],
        Some(b"{"),
    );
    expect(&broken, 400, "Invalid Request Body");
}

#[test]
fn unblocking_a_phone_is_for_administrators() {
    let path = "/blocked/phones/unblock";
    let body = json!({ "phone": new_phone() });
    expect(
        &app().raw("POST", path, &[], Some(b"{")),
        400,
        "Invalid Request Body",
    );
    expect(
        &app().raw("POST", path, &[], Some(body.to_string().as_bytes())),
        401,
        "Unauthorized Token",
    );
    expect(
        &app().call_as(&app().keys.delete, "POST", path, &body),
        401,
        "Unauthorized Token",
    );
    expect(
        &app().call_as("a.b.c", "POST", path, &body),
        401,
        "Unauthorized Token",
    );
    expect(
        &app().owner().call("POST", path, &body),
        401,
        "Unauthorized",
    );
    expect(
        &app().owner().call("POST", path, &json!({})),
        401,
        "Unauthorized",
    );
    for wrong in [json!({}), json!({"phone": null}), json!({"phone": "555"})] {
        expect(
            &app().admin().call("POST", path, &wrong),
            400,
            "Invalid Phone Field",
        );
    }
    expect(
        &app().admin().call("POST", path, &json!({"phone": 5})),
        400,
        "Invalid Request Body",
    );
    expect(&app().admin().call("POST", path, &body), 200, "");
}
