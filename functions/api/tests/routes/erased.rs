//! Deleted data can be erased: a deleted event and a re-created year leave names behind, which
//! infra/policy/canaries.py looks for in tables, buckets and old versions once the clean-up has
//! run.

use chute_domain::event_time::EventTime;
use chute_testkit::{
    clock::now_s,
    wire::{self, row},
};
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, new_phone, open},
    sms::{expect, race},
    test_app::{app, eventually},
};

/// A published year with people whose names are unlike all others.
fn filled(restricted: bool) -> String {
    let slug = app().event(restricted);
    let of = |name: &str, list: Value| json!({"slug": slug, "year": "2026", name: list});
    let person = |id: &str, bib: &str, anonymous: bool| {
        let changes = json!({"bib": bib, "first": "Erasable", "last": format!("Erasable-{id}"), "birthdate": "11/27/1903",
            "anonymous": anonymous, "apparel": "Erasable"});
        wire::participant(id, &changes)
    };
    app().ok(
        "POST",
        "/participants/add",
        &of(
            "participants",
            json!([person("known", "1", false), person("hidden", "2", true)]),
        ),
    );
    let name = |anonymous: bool| json!({"first": "Erasable", "last": "Erasable-row", "anonymous": anonymous});
    let mut rows = [row("pa", &name(false)), row("pb", &name(true))];
    rows[0]["bib"] = json!("1");
    app().ok("POST", "/results/add", &of("results", json!(rows)));
    app().ok(
        "POST",
        "/bibchips/add",
        &of("bib_chips", json!([{"bib": "1", "chip": "Erasable"}])),
    );
    if !restricted {
        let asked = json!({"slug": slug, "bib": "1", "wish": "correction", "text": "Erasable", "birthdate": "1903-11-27"}).to_string();
        expect(
            &open(&new_address(), "/privacy/ask", asked.as_bytes()),
            200,
            "",
        );
    }
    eventually("two rows", || {
        let all = app().ok("POST", "/results/all", &json!({ "slug": slug }));
        (all["count"] == 2).then_some(all)
    });
    slug
}

#[test]
fn a_deleted_event_leaves_names_to_the_clean_up_only() {
    for restricted in [false, true] {
        let slug = filled(restricted);
        app().ok("DELETE", "/event/delete", &json!({ "slug": slug }));
        assert_eq!(
            app()
                .call("POST", "/event", &json!({ "slug": slug }))
                .status,
            404
        );
    }
}

#[test]
fn a_year_that_is_made_again_has_nothing_of_the_old_one() {
    let slug = filled(false);
    let of_year = json!({"slug": slug, "year": "2026"});
    app().ok("DELETE", "/event-year/delete", &of_year);
    let again = wire::event_year(&slug, &wire::year("2026", "2026-05-03T08:00:00-07:00"));
    app().ok("POST", "/event-year/add", &again);
    app().ok(
        "POST",
        "/results/add",
        &wire::results(&slug, &[row("pa", &json!({}))]),
    );
    let all = eventually("one row", || {
        let all = app().ok("POST", "/results/all", &json!({ "slug": slug }));
        (all["count"] == 1).then_some(all)
    });
    assert!(!all.to_string().contains("Erasable"), "{all}");
    let people = app().ok("POST", "/participants", &of_year);
    assert_eq!(people["participants"], json!([]), "{people}");
}

/// The claim of a text that is never sent, since the year is paused, contains the phone.
#[test]
fn a_deleted_year_leaves_claims_of_alerts_to_the_clean_up_only() {
    let slug = race(false, 600, 2);
    let of_year = json!({"slug": slug, "year": "2026"});
    let admin = app().admin();
    admin.call(
        "POST",
        "/r/alerts/pause",
        &json!({"slug": slug, "year": "2026", "paused": true}),
    );
    let follow = json!({"slug": slug, "year": "2026", "bib": "1", "phone": new_phone()});
    expect(
        &open(&new_address(), "/sms/add", follow.to_string().as_bytes()),
        200,
        "",
    );
    let passed = row(
        "erasable-claim",
        &json!({"bib": "1", "local_time": EventTime::from_unix(now_s()).as_str()}),
    );
    app().ok("POST", "/results/add", &wire::results(&slug, &[passed]));
    let state = eventually("a claim", || {
        let state = admin.ok("POST", "/r/alerts", &of_year);
        (state["waiting"] == 1).then_some(state)
    });
    assert_eq!(
        (&state["paused"], &state["sent"]),
        (&json!(true), &json!(0)),
        "{state}"
    );
    app().ok("DELETE", "/event-year/delete", &of_year);
}
