//! Participants: two requests at once, and what a page costs.

use std::ops::Range;

use chute_domain::{
    account::Realm, key::KeyKind, participant::Participant, race::Slug, stamp::Stamp,
};
use chute_testkit::{
    Host, Request,
    clock::now_ms,
    stored,
    wire::{self, participants},
};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

fn who(id: &str, bib: &str, first: &str) -> Value {
    wire::participant(id, &json!({"bib": bib, "first": first}))
}

/// An upload received at this time, in unix milliseconds.
fn add(at_ms: u64, key: &str, body: &Value) -> Request {
    Request::post("/participants/add")
        .at_ms(at_ms)
        .bearer(key)
        .json(body)
}

/// Stores people an hour ago.
async fn store_long_ago(app: &HandlersApp, slug: &str, people: Range<usize>) {
    let long_ago = Stamp::new(now_ms() - 3_600_000, "before");
    let people = names(people).map(|(id, first)| {
        let who = Participant {
            first,
            ..stored::participant(&id, "")
        };
        (id, Some(who))
    });
    app.store
        .put_participants(&Slug::new(slug).year("2026"), people.collect(), long_ago)
        .await
        .expect("participants");
}

/// The laptop uploads all participants without bibs. Between its read and its write, check-in gives
/// one of them a bib, which must not be overwritten.
#[tokio::test]
async fn a_bib_given_between_read_and_write_stays() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key, desk) = (
        app.event().await,
        app.key(KeyKind::Write).await,
        app.instance(&app.store),
    );
    // ahead of the clock, so that no request is given up on a slow machine
    let first_ms = now_ms() + 600_000;
    let before = participants(&slug, &[who("1", "", "Ana"), who("2", "", "Bo")]);
    assert_eq!(add(first_ms, &key, &before).send(&app).await.status, 200);
    // the desk's request may have been received before the laptop's, or after it, and it may be
    // about somebody the laptop does not know yet
    for (id, given, laptop_ms, desk_ms) in [
        ("1", "7", 5_000, 2_500),
        ("2", "8", 10_000, 10_500),
        ("3", "9", 15_000, 12_500),
    ] {
        app.edge.hold("PutItem");
        let sent = participants(&slug, &[who(id, "", "From the laptop")]);
        let laptop = add(first_ms + laptop_ms, &key, &sent);
        let (laptop, desk) = futures::join!(laptop.send(&app), async {
            app.edge.settled(1).await;
            let given = participants(&slug, &[who(id, given, "At the desk")]);
            let reply = add(first_ms + desk_ms, &key, &given).send(&desk).await;
            app.edge.release();
            reply
        });
        assert_eq!((laptop.status, desk.status), (200, 200));
        let answer = json!({"count": 1, "updated_participants": []});
        assert_eq!(laptop.json(), answer);
        let all = app
            .ok(&key, "POST", "/participants", &json!({ "slug": slug }))
            .await;
        let stored = all["participants"]
            .as_array()
            .and_then(|all| all.iter().find(|who| who["id"] == id))
            .cloned()
            .unwrap_or_default();
        assert_eq!(stored["bib"], given, "{id}");
        let newest = if id == "2" {
            "At the desk"
        } else {
            "From the laptop"
        };
        assert_eq!(stored["first"], newest, "the rest is the newer request's");
    }
}

/// The ids and first names of these people.
fn names(people: Range<usize>) -> impl Iterator<Item = (String, String)> {
    people.map(|n| (format!("{n:05}"), format!("First {}", (n * 7_919) % 10_007)))
}

fn many(people: Range<usize>) -> Vec<Value> {
    names(people)
        .map(|(id, first)| who(&id, "", &first))
        .collect()
}

async fn page(app: &HandlersApp, key: &str, slug: &str, page: usize) -> Vec<Value> {
    let body = json!({"slug": slug, "year": "2026", "limit": 50, "page": page});
    app.ok(key, "POST", "/participants", &body).await["participants"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// Only the first of several pages reads and sorts all participants.
#[tokio::test]
async fn a_page_costs_what_it_holds() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    // whatever was written within the last minute is read for every page
    store_long_ago(&app, &slug, 0..1_000).await;
    let all = app
        .ok(
            &key,
            "POST",
            "/participants",
            &json!({"slug": slug, "year": "2026"}),
        )
        .await["participants"]
        .clone();
    let mut pages = Vec::new();
    for number in 1..=21 {
        let found = page(&app, &key, &slug, number).await;
        assert_eq!(
            found.len(),
            if number == 21 { 0 } else { 50 },
            "page {number}"
        );
        let counts = app.edge.counts();
        assert!(
            number == 1 || counts.items_read <= 5,
            "page {number}: {counts:?}"
        );
        pages.extend(found);
    }
    assert_eq!(Value::from(pages), all);
}

/// A page shows the list as it is at the time of the request, whichever instance answers and
/// whatever was changed through another one.
#[tokio::test]
async fn pages_follow_what_changes() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key, desk) = (
        app.event().await,
        app.key(KeyKind::Delete).await,
        app.instance(&app.store),
    );
    let at_desk = async |verb: &str, path: &str, body: Value| {
        let request = Request::new(verb, path).bearer(&key).json(&body);
        assert_eq!(request.send(&desk).await.status, 200, "{path}");
    };
    let list = async |app: &HandlersApp| {
        let body = json!({"slug": slug, "year": "2026"});
        app.ok(&key, "POST", "/participants", &body).await["participants"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    };
    let named = |ids: &[&str]| json!({"slug": slug, "year": "2026", "identifiers": ids});
    at_desk(
        "POST",
        "/participants/add",
        participants(&slug, &many(0..120)),
    )
    .await;
    assert_eq!(page(&app, &key, &slug, 1).await.len(), 50);
    let changes: [(&str, &str, Value); 5] = [
        (
            "POST",
            "/participants/add",
            participants(
                &slug,
                &[
                    who("new", "", "AAA first of all"),
                    who("00003", "12", "Renamed"),
                ],
            ),
        ),
        (
            "DELETE",
            "/participants/delete",
            named(&["00007", "nobody"]),
        ),
        (
            "POST",
            "/participants/add",
            participants(&slug, &[who("00007", "", "Back again")]),
        ),
        ("DELETE", "/participants/delete", named(&[])),
        (
            "POST",
            "/participants/add",
            participants(&slug, &many(60..130)),
        ),
    ];
    for (verb, path, body) in changes {
        at_desk(verb, path, body).await;
        let mut pages = Vec::new();
        for number in 1..=3 {
            pages.push(page(&app, &key, &slug, number).await);
        }
        let all = list(&app).await;
        assert_eq!(pages.concat(), all, "after {path}");
        assert!(
            pages
                .windows(2)
                .all(|two| two[0].len() == 50 || two[1].is_empty()),
            "all but the last are full"
        );
    }
}

/// Changes since a given time are found without reading the rest of the year, also by a write that
/// asks for them.
#[tokio::test]
async fn changes_since_a_time_are_read_without_the_rest() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    store_long_ago(&app, &slug, 0..300).await;
    let after = now_ms() / 1_000 - 1;
    let mut add = participants(&slug, &[who("new", "", "Ana")]);
    add["updated_after"] = json!(after);
    let updated = app.ok(&key, "POST", "/participants/add", &add).await;
    assert_eq!(
        (
            updated["updated_participants"].as_array().map(Vec::len),
            &updated["updated_participants"][0]["id"]
        ),
        (Some(1), &json!("new"))
    );
    assert!(app.edge.counts().items_read <= 8, "{:?}", app.edge.counts());
    let list = app
        .ok(
            &key,
            "POST",
            "/participants",
            &json!({"slug": slug, "year": "2026", "updated_after": after}),
        )
        .await;
    assert_eq!(list["participants"].as_array().map(Vec::len), Some(1));
    assert!(app.edge.counts().items_read <= 8, "{:?}", app.edge.counts());
    let all = app
        .ok(
            &key,
            "POST",
            "/participants",
            &json!({"slug": slug, "year": "2026", "updated_after": 0, "limit": 100, "page": 4}),
        )
        .await;
    assert_eq!(
        all["participants"].as_array().map(Vec::len),
        Some(1),
        "0 is given: all 301 of them"
    );
}
