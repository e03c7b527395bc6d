//! Notifications of readers (contract 5.1).

use chute_domain::{event_time::EventTime, key::KeyKind};
use chute_testkit::clock::now_s;
use serde_json::{Value, json};

use crate::remote_app::{Club, call, ok};

fn notification(kind: &str, when: i64) -> Value {
    json!({"notification": {"type": kind, "when": EventTime::from_unix(when).as_str()}})
}

fn save(key: &str, kind: &str, when: i64) {
    let reply = call(
        key,
        "POST",
        "/notifications/save",
        &notification(kind, when),
    );
    assert_eq!(
        (
            reply.status,
            reply.body.len(),
            reply.header("content-length")
        ),
        (200, 0, "0")
    );
}

fn shown(club: &Club, reader: &str) -> Value {
    ok(
        &club.client,
        "GET",
        "/notifications/get",
        &json!({ "reader": reader }),
    )
}

#[test]
fn the_latest_one_is_shown_by_both_routes() {
    let (club, now) = (Club::new(), now_s());
    let key = club.reader("Finish box");
    assert_eq!(
        call(
            &club.client,
            "GET",
            "/notifications/get",
            &json!({"reader": "Finish box"})
        )
        .status,
        204
    );
    assert_eq!(club.reads("Finish box", 0, 9)["notification"], Value::Null);
    save(&key, "UPS_ON_BATTERY", now - 20);
    save(&key, "BATTERY_CRITICAL", now - 10);
    save(&key, "UPS_ONLINE", now - 30);
    let expected = json!({"id": 2, "type": "BATTERY_CRITICAL", "when": EventTime::from_unix(now - 10).as_str()});
    assert_eq!(
        shown(&club, "Finish box"),
        json!({"reader": "Finish box", "notification": expected})
    );
    assert_eq!(
        club.reads("Finish box", 0, 9),
        json!({"count": 0, "reads": [], "notification": expected})
    );
    assert_eq!(
        call(
            &club.client,
            "GET",
            "/notifications/get",
            &json!({"reader": "finish box"})
        )
        .status,
        204
    );
    assert_eq!(
        call(
            &Club::new().client,
            "GET",
            "/notifications/get",
            &json!({"reader": "Finish box"})
        )
        .status,
        204
    );
}

#[test]
fn ids_grow_within_the_account_and_a_second_has_one_record() {
    let (club, now) = (Club::new(), now_s());
    let (start, finish) = (club.reader("Start"), club.reader("Finish"));
    save(&start, "RESTARTING", now - 9);
    save(&finish, "RESTARTING", now - 9);
    save(&start, "RESTARTING", now - 9);
    save(&start, "HIGH_TEMP", now - 9);
    assert_eq!(
        shown(&club, "Start")["notification"]["type"],
        "RESTARTING",
        "the same second again"
    );
    assert_eq!(
        (
            shown(&club, "Start")["notification"]["id"].clone(),
            shown(&club, "Finish")["notification"]["id"].clone()
        ),
        (json!(1), json!(2))
    );
    save(&start, "MAX_TEMP", now - 8);
    assert_eq!(shown(&club, "Start")["notification"]["id"], 3);
    let other = Club::new();
    save(&other.reader("Start"), "MAX_TEMP", now - 8);
    assert_eq!(shown(&other, "Start")["notification"]["id"], 1);
}

#[test]
fn invalid_notifications() {
    let club = Club::new();
    let key = club.key("n", KeyKind::Write, |_| {});
    for body in [
        json!({}),
        json!({"notification": {"type": "", "when": "2026-05-02T16:45:02Z"}}),
        json!({"notification": {"type": "ups_online", "when": "2026-05-02T16:45:02Z"}}),
        json!({"notification": {"type": "UPS_ONLINE", "when": ""}}),
        json!({"notification": {"type": "UPS_ONLINE", "when": "2026-05-02T16:45:02"}}),
        json!({"notification": {"type": "UPS_ONLINE", "when": "2026-02-30T16:45:02Z"}}),
    ] {
        let reply = call(&key, "POST", "/notifications/save", &body);
        let message = reply.json()["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            reply.status == 400 && message.starts_with("Invalid Notification"),
            "{body}: {} {message}",
            reply.status
        );
    }
    for when in ["0001-01-01T00:00:00Z", "9999-12-30T00:00:00Z"] {
        let reply = call(
            &key,
            "POST",
            "/notifications/save",
            &json!({"notification": {"type": "UPS_ONLINE", "when": when}}),
        );
        assert_eq!(reply.status, 200, "{when}");
    }
}
