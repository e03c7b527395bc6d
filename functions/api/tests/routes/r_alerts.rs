//! Text alerts of an event, as seen at the desk (contract 4.15).

use chute_domain::{event_time::EventTime, key::KeyKind};
use chute_testkit::{
    clock::now_s,
    wire::{self, event, year},
};
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, new_phone, open},
    push::{endpoint, subscription},
    sms::expect,
    test_app::app,
};

#[test]
fn a_years_alerts_in_figures() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let state = || owner.ok("POST", "/r/alerts", &json!({"slug": slug, "year": "2026"}));
    let found = state();
    assert_eq!(
        (
            &found["year"],
            &found["paused"],
            &found["waiting"],
            &found["sent"]
        ),
        (&json!("2026"), &json!(false), &json!(0), &json!(0))
    );
    let nobody = |channel: &str| json!({"channel": channel, "subscribers": 0, "subscriptions": 0});
    assert_eq!(
        found["channels"],
        json!([nobody("sms"), nobody("push"), nobody("email")])
    );
    assert_eq!(found["distances"], json!([]));
    let scopes: Vec<&str> = found["budgets"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|budget| budget["scope"].as_str())
        .collect();
    assert_eq!(scopes, ["year", "day", "month"]);
    assert!(
        found["budgets"]
            .as_array()
            .into_iter()
            .flatten()
            .all(|budget| budget["texts"].is_i64() && budget["dollars"].is_f64()),
        "{found}"
    );
    assert_eq!(
        owner.ok("POST", "/r/alerts", &json!({ "slug": slug }))["year"],
        "2026",
        "without a year the latest"
    );

    let pause = |paused: bool| {
        owner.call(
            "POST",
            "/r/alerts/pause",
            &json!({"slug": slug, "year": "2026", "paused": paused}),
        )
    };
    for paused in [true, true, false] {
        let answer = pause(paused);
        assert_eq!((answer.status, answer.body.is_empty()), (200, true));
        assert_eq!(state()["paused"], json!(paused));
    }
    for path in ["/r/alerts", "/r/alerts/pause"] {
        assert_eq!(
            owner
                .call(
                    "POST",
                    path,
                    &json!({"slug": slug, "year": "1999", "paused": true})
                )
                .status,
            404,
            "{path}"
        );
        assert_eq!(
            owner
                .call("POST", path, &json!({"slug": "", "year": "2026"}))
                .status,
            400,
            "{path}"
        );
        assert_eq!(
            app()
                .stranger()
                .call("POST", path, &json!({"slug": slug, "year": "2026"}))
                .status,
            401,
            "{path}"
        );
    }
}

#[test]
fn followers_are_counted_by_the_distance_of_their_runner() {
    let (owner, slug) = (app().owner(), app().slug());
    owner.ok(
        "POST",
        "/r/event/add",
        &json!({ "event": event(&slug, false) }),
    );
    let of_now = year("2026", EventTime::from_unix(now_s()).as_str());
    owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&slug, &of_now),
    );
    let who = |id: &str, bib: &str, first: &str, distance: &str| {
        let changes = json!({"bib": bib, "first": first, "distance": distance});
        wire::participant(id, &changes)
    };
    let people = [
        who("1", "12", "Ana", "10 KM"),
        who("2", "21", "Bea", "5 KM"),
        who("3", "31", "Eva", "10 KM"),
        who("4", "", "Eva", "5 KM"),
    ];
    owner.ok(
        "POST",
        "/r/participants/add-many",
        &wire::participants(&slug, &people),
    );
    let segment = |name: &str| {
        json!({"location": name, "distance_name": "10 KM", "name": name, "distance_value": 3.0, "distance_unit": "mi", "gps": "",
            "map_link": ""})
    };
    let segments = ["Start", "Mile 3", "Finish"].map(segment);
    let key = app().key_of(owner, KeyKind::Write);
    let stored = app().call_as(
        &key,
        "POST",
        "/segments/add",
        &json!({"slug": slug, "year": "2026", "segments": segments}),
    );
    assert_eq!(stored.status, 200);

    let subscribe = |path: &str, more: Value| {
        let mut body = json!({"slug": slug, "year": "2026"});
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        expect(
            &open(&new_address(), path, body.to_string().as_bytes()),
            200,
            "",
        );
    };
    let two = new_phone();
    for bib in ["12", "21"] {
        subscribe("/sms/add", json!({"phone": two, "bib": bib}));
    }
    subscribe("/sms/add", json!({"phone": new_phone(), "bib": "12"}));
    subscribe(
        "/sms/add",
        json!({"phone": new_phone(), "first": "ana", "last": "Ruiz"}),
    );
    // a name that two people have, and a bib that nobody has yet
    subscribe(
        "/sms/add",
        json!({"phone": new_phone(), "first": "Eva", "last": "Ruiz"}),
    );
    subscribe("/sms/add", json!({"phone": new_phone(), "bib": "999"}));
    // the planner estimates how long texts take, so other channels are not counted there
    subscribe(
        "/push/add",
        json!({"subscription": subscription(&endpoint()), "bib": "12"}),
    );

    let state = || owner.ok("POST", "/r/alerts", &json!({"slug": slug, "year": "2026"}));
    let of = |channel: &str, subscribers: u64, subscriptions: u64| json!({"channel": channel, "subscribers": subscribers, "subscriptions": subscriptions});
    let mean = |distance: &str, subscriptions: u64, segments: u64| json!({"distance": distance, "subscriptions": subscriptions, "segments": segments});
    let found = state();
    assert_eq!(
        found["channels"],
        json!([of("sms", 5, 6), of("push", 1, 1), of("email", 0, 0)])
    );
    // there is no alert for the start; a distance without segments has at least its finish; a
    // runner of unknown distance counts with the most segments of any distance
    assert_eq!(
        found["distances"],
        json!([mean("10 KM", 3, 2), mean("5 KM", 1, 1), mean("", 2, 2)])
    );
    assert!(
        !found.to_string().contains("Ruiz") && !found.to_string().contains(&two),
        "no phone and no name: {found}"
    );
    expect(
        &open(
            &new_address(),
            "/sms/remove",
            json!({"slug": slug, "year": "2026", "phone": two})
                .to_string()
                .as_bytes(),
        ),
        200,
        "",
    );
    let found = state();
    assert_eq!(found["channels"][0], of("sms", 4, 4));
    assert_eq!(
        found["distances"],
        json!([mean("10 KM", 2, 2), mean("", 2, 2)])
    );
}
