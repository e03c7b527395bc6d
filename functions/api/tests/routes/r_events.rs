//! `r/event`, `r/event/add`, `r/event/update`, `r/event/delete`, and `event/my` with links.

use chute_domain::{account::AccountKind, key::KeyKind};
use chute_testkit::wire::{self, event, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, eventually},
};

fn slugs(answer: &Value) -> Vec<String> {
    answer["events"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|event| event["slug"].as_str())
        .map(str::to_owned)
        .collect()
}

/// Waits until an account's list has the event: it is read from an index, which may lag.
fn lists(who: &Person, body: &Value, slug: &str) -> Value {
    eventually(slug, || {
        Some(who.ok("POST", "/r/event", body))
            .filter(|answer| slugs(answer).iter().any(|known| known == slug))
    })
}

#[rstest]
#[case("name", json!(""))]
#[case("name", json!("<script>"))]
#[case("slug", json!("a b"))]
#[case("website", json!("example.org"))]
#[case("accent_color", json!("#12345"))]
#[case("logo", json!("http://example.org/a.png"))]
#[case("sponsor", json!("one\ttwo"))]
#[case("contact_email", json!("nobody"))]
#[case("type", json!("swim"))]
fn an_invalid_field_is_named(#[case] field: &str, #[case] value: Value) {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for (verb, path) in [("POST", "/r/event/add"), ("PUT", "/r/event/update")] {
        let mut sent = event(&slug, false);
        sent[field] = value.clone();
        let reply = owner.call(verb, path, &json!({ "event": sent }));
        let message = reply.json()["message"].clone();
        assert_eq!(reply.status, 400, "{verb} {field}: {message}");
        assert!(
            message.as_str().is_some_and(|text| text.contains(field)),
            "{message}"
        );
    }
}

#[test]
fn an_event_belongs_to_whoever_adds_it() {
    let (owner, slug) = (app().owner(), app().slug());
    let wanted = event(&slug, true);
    let added = owner.ok(
        "POST",
        "/r/event/add",
        &json!({"event": event(&slug.to_uppercase(), true), "account_email": null}),
    );
    assert_eq!(added, json!({ "event": wanted }));
    let answer = lists(owner, &json!({}), &slug);
    assert!(
        answer["events"]
            .as_array()
            .is_some_and(|events| events.contains(&wanted)),
        "restricted ones are listed"
    );
    // it is stored as restricted: a stranger's key does not open it
    assert_eq!(
        app()
            .call("POST", "/event", &json!({ "slug": slug }))
            .status,
        401
    );
    assert!(!slugs(&app().stranger().ok("POST", "/r/event", &json!({}))).contains(&slug));
}

#[test]
fn a_registration_account_makes_events_of_its_own() {
    let helper = app().person("maker", AccountKind::Registration);
    let slug = app().event_of(helper, false);
    helper.ok(
        "PUT",
        "/r/event/update",
        &json!({ "event": event(&slug, true) }),
    );
    lists(helper, &json!({}), &slug);
    helper.ok("DELETE", "/r/event/delete", &json!({ "slug": slug }));
}

#[test]
fn only_administrators_act_for_others() {
    let (owner, stranger, admin) = (app().owner(), app().stranger(), app().admin());
    let slug = app().slug();
    let body =
        json!({"account_email": owner.account.email.to_uppercase(), "event": event(&slug, false)});
    let for_owner = json!({ "account_email": format!(" {} ", owner.account.email.to_uppercase()) });
    let for_nobody =
        json!({"account_email": "nobody@people.example.org", "event": event(&slug, false)});
    for (path, body) in [
        ("/r/event/add", &body),
        ("/r/event", &for_owner),
        ("/r/event", &for_nobody),
        ("/r/event/add", &for_nobody),
    ] {
        let refused = stranger.call("POST", path, body);
        assert_eq!(
            (refused.status, &refused.json()["message"]),
            (401, &json!("Unauthorized")),
            "{path} {body}"
        );
    }
    for path in ["/r/event", "/r/event/add"] {
        let unknown = admin.call("POST", path, &for_nobody);
        assert_eq!(
            (unknown.status, &unknown.json()["message"]),
            (404, &json!("Account Not Found")),
            "{path}"
        );
    }
    // the same answer for an invalid address, so that its form reveals nothing
    assert_eq!(
        stranger
            .call("POST", "/r/event", &json!({"account_email": "no address"}))
            .status,
        401
    );
    assert_eq!(
        admin
            .call("POST", "/r/event", &json!({"account_email": "no address"}))
            .status,
        404
    );
    // whether the event is valid is checked before its future owner
    let mut bad = for_nobody.clone();
    bad["event"]["type"] = json!("swim");
    assert_eq!(
        (
            stranger.call("POST", "/r/event/add", &bad).status,
            admin.call("POST", "/r/event/add", &bad).status
        ),
        (400, 400)
    );
    admin.ok("POST", "/r/event/add", &body);
    assert!(
        !slugs(&admin.ok("POST", "/r/event", &json!({}))).contains(&slug),
        "it is not the administrator's"
    );
    lists(admin, &for_owner, &slug);
    // an account may name itself, in upper or lower case
    lists(owner, &for_owner, &slug);
    owner.ok(
        "PUT",
        "/r/event/update",
        &json!({ "event": event(&slug, true) }),
    );
}

#[test]
fn an_administrator_changes_but_does_not_take_an_event() {
    let (owner, admin) = (app().owner(), app().admin());
    let slug = app().event_of(owner, false);
    let mut sent = event(&slug, false);
    sent["name"] = json!("Corrected");
    let answer = admin.ok("PUT", "/r/event/update", &json!({ "event": sent }));
    assert_eq!(
        (&answer["event"]["name"], &answer["event"]["recent_time"]),
        (&json!("Corrected"), &json!("2026-05-02T08:00:00-07:00"))
    );
    assert_eq!(
        owner.ok("PUT", "/r/event/update", &json!({ "event": sent })),
        answer,
        "nothing changed: the same answer"
    );
    admin.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&slug, &year("2027", "2027-05-02T08:00:00Z")),
    );
    lists(owner, &json!({}), &slug);
    admin.ok("DELETE", "/r/event/delete", &json!({ "slug": slug }));
    assert_eq!(
        owner
            .call("PUT", "/r/event/update", &json!({ "event": sent }))
            .status,
        404
    );
    // only its former owner may use the slug again, whoever deleted the event
    assert_eq!(
        admin
            .call("POST", "/r/event/add", &json!({ "event": sent }))
            .status,
        409
    );
    assert_eq!(
        owner.ok("POST", "/r/event/add", &json!({ "event": sent }))["event"]["recent_time"],
        Value::Null,
        "it starts empty"
    );
}

#[test]
fn a_slug_belongs_to_one_event() {
    let (owner, stranger) = (app().owner(), app().stranger());
    let slug = app().event_of(owner, false);
    for who in [owner, stranger, app().admin()] {
        assert_eq!(
            who.call(
                "POST",
                "/r/event/add",
                &json!({ "event": event(&slug, false) })
            )
            .status,
            409
        );
    }
    assert_eq!(
        app()
            .call(
                "POST",
                "/event/add",
                &json!({ "event": event(&slug, false) })
            )
            .status,
        409,
        "by key, too"
    );
    assert!(
        owner
            .call("DELETE", "/r/event/delete", &json!({ "slug": slug }))
            .body
            .is_empty()
    );
    for (verb, path) in [("DELETE", "/r/event/delete"), ("POST", "/r/event-year")] {
        let gone = owner.call(verb, path, &json!({ "slug": slug }));
        assert_eq!(
            (gone.status, &gone.json()["message"]),
            (404, &json!("Event Not Found")),
            "{path}"
        );
    }
    assert_eq!(
        app()
            .call("POST", "/event", &json!({ "slug": slug }))
            .status,
        404,
        "by key, too"
    );
    assert_eq!(
        stranger
            .call(
                "POST",
                "/r/event/add",
                &json!({ "event": event(&slug, false) })
            )
            .status,
        409
    );
}

#[test]
fn events_are_listed_newest_first() {
    let who = app().person("lister", AccountKind::Free);
    let made = [
        ("2024-05-02T08:00:00Z", 1),
        ("2030-05-02T08:00:00Z", 0),
        ("", 2),
    ]
    .map(|(start, place)| {
        let slug = app().slug();
        who.ok(
            "POST",
            "/r/event/add",
            &json!({ "event": event(&slug, false) }),
        );
        if !start.is_empty() {
            who.ok(
                "POST",
                "/r/event-year/add",
                &wire::event_year(&slug, &year("y", start)),
            );
        }
        (place, slug)
    });
    let mut wanted = made.to_vec();
    wanted.sort();
    let wanted: Vec<String> = wanted.into_iter().map(|(_, slug)| slug).collect();
    eventually("the three", || {
        Some(who.ok("POST", "/r/event", &json!({}))).filter(|answer| slugs(answer) == wanted)
    });
}

#[test]
fn a_linked_account_sees_the_events_of_those_who_linked_it() {
    let (main, other) = (
        app().person("main", AccountKind::Paid),
        app().person("other-main", AccountKind::Paid),
    );
    let helper = app().person("helper", AccountKind::Registration);
    let (first, second, own) = (
        app().event_of(main, true),
        app().event_of(other, false),
        app().event_of(helper, false),
    );
    lists(helper, &json!({}), &own);
    assert_eq!(
        slugs(&helper.ok("POST", "/r/event", &json!({}))),
        std::slice::from_ref(&own)
    );
    app().link(main, helper);
    lists(helper, &json!({}), &first);
    assert!(
        !slugs(&helper.ok("POST", "/r/event", &json!({}))).contains(&second),
        "the other one has not linked it"
    );
    app().link(other, helper);
    lists(helper, &json!({}), &second);
    let answer = helper.ok("POST", "/r/event", &json!({}));
    let mut seen = slugs(&answer);
    seen.sort();
    let mut wanted = vec![first.clone(), second, own.clone()];
    wanted.sort();
    assert_eq!(seen, wanted);
    // the same with a key, and the administrator sees what the account sees
    let key = app().key_of(helper, KeyKind::Read);
    assert_eq!(
        app().call_as(&key, "GET", "/event/my", &json!({})).json(),
        answer
    );
    assert_eq!(
        app().admin().ok(
            "POST",
            "/r/event",
            &json!({"account_email": helper.account.email})
        ),
        answer
    );
    // links work in one direction only, and do not chain
    assert!(!slugs(&main.ok("POST", "/r/event", &json!({}))).contains(&own));
    // elsewhere the linked account does not count as the owner
    for (verb, path, body) in [
        (
            "PUT",
            "/r/event/update",
            json!({ "event": event(&first, false) }),
        ),
        ("DELETE", "/r/event/delete", json!({ "slug": first })),
        ("POST", "/r/event-year", json!({ "slug": first })),
    ] {
        assert_eq!(helper.call(verb, path, &body).status, 401, "{path}");
    }
    assert_eq!(
        app()
            .call_as(&key, "POST", "/event", &json!({ "slug": first }))
            .status,
        401
    );
}

#[rstest]
#[case(false)]
#[case(true)]
fn the_state_of_an_event_tells_what_is_published(#[case] restricted: bool) {
    let owner = app().owner();
    let slug = app().event_of(owner, restricted);
    owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&slug, &year("2025", "2025-05-02T08:00:00-07:00")),
    );
    let nothing = |year: &str| json!({"year": year, "version": 0, "updated_at": "", "rows": 0, "people": 0, "last_upload": 0});
    let state = |body: &Value| owner.ok("POST", "/r/event/state", body)["years"].clone();
    assert_eq!(
        state(&json!({ "slug": slug }))[0],
        nothing("2025"),
        "oldest first"
    );
    let rows = [
        row("1", &json!({})),
        row(
            "1",
            &json!({"segment": "5 KM", "location": "5 KM", "finish": false}),
        ),
        row("2", &json!({})),
    ];
    let key = app().key_of(owner, KeyKind::Write);
    let upload = wire::results(&slug, &rows);
    assert_eq!(
        app().call_as(&key, "POST", "/results/add", &upload).status,
        200
    );
    let published = eventually("the rows", || {
        let of_year = state(&json!({"slug": slug, "year": "2026"}))[0].clone();
        // rows about to be published are counted already
        (of_year["rows"] == 3 && of_year["version"] != 0).then_some(of_year)
    });
    assert_eq!(
        (&published["year"], &published["people"]),
        (&json!("2026"), &json!(2))
    );
    assert!(
        published["last_upload"].as_i64() > Some(1_700_000_000),
        "{published}"
    );
    assert!(
        published["updated_at"]
            .as_str()
            .is_some_and(|at| at.len() == 20 && at.ends_with('Z')),
        "{published}"
    );
    assert_eq!(
        state(&json!({ "slug": slug })).as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(
        owner
            .call(
                "POST",
                "/r/event/state",
                &json!({"slug": slug, "year": "1999"})
            )
            .status,
        404
    );
}
