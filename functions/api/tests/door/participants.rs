//! Participants: two requests at once, and what a page costs.

use chute_domain::{
    account::Realm, key::KeyKind, participant::Participant, race::Slug, stamp::Stamp,
};
use serde_json::{Value, json};

use crate::test_app::{TENT, TestApp, now_ms, send};

fn who(id: &str, bib: &str, first: &str) -> Value {
    json!({"id": id, "bib": bib, "first": first, "last": "Ruiz", "birthdate": "3/9/1985", "distance": "10 KM"})
}

fn entry(slug: &str, people: &[Value]) -> Value {
    json!({"slug": slug, "year": "2026", "participants": people})
}

/// The laptop uploads all participants, without bibs; between its look and its write check-in gives
/// one. The old code wrote over it.
#[tokio::test]
async fn a_bib_given_between_look_and_write_stays() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key, desk) = (
        app.event().await,
        app.key(KeyKind::Write).await,
        app.beside(),
    );
    let before = entry(&slug, &[who("1", "", "Ana"), who("2", "", "Bo")]);
    assert_eq!(
        app.received(5_000, TENT, &key, "POST", "/participants/add", &before)
            .await
            .status,
        200
    );
    // the desk's request may have been received before the laptop's, or after it, and it may be of
    // somebody the laptop does not know yet
    for (id, given, sooner_ms, later_ms) in [
        ("1", "7", 2_500, 0),
        ("2", "8", 0, 500),
        ("3", "9", 2_500, 0),
    ] {
        app.edge.hold("PutItem");
        let sent = entry(&slug, &[who(id, "", "From the laptop")]);
        let (answer, desk) =
            futures::join!(app.ok(&key, "POST", "/participants/add", &sent), async {
                app.edge.settled().await;
                let given = entry(&slug, &[who(id, given, "At the desk")]);
                let reply = send(
                    &desk,
                    now_ms() - sooner_ms + later_ms,
                    TENT,
                    &key,
                    "POST",
                    "/participants/add",
                    &given,
                )
                .await;
                app.edge.release();
                reply
            });
        assert_eq!(
            (desk.status, answer),
            (200, json!({"count": 1, "updated_participants": []}))
        );
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

fn many(from: usize, to: usize) -> Vec<Value> {
    (from..to)
        .map(|n| {
            who(
                &format!("{n:05}"),
                "",
                &format!("First {}", (n * 7_919) % 10_007),
            )
        })
        .collect()
}

async fn page(app: &TestApp, key: &str, slug: &str, page: usize) -> Vec<Value> {
    let body = json!({"slug": slug, "year": "2026", "limit": 50, "page": page});
    app.ok(key, "POST", "/participants", &body).await["participants"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// Of 1,000 participants each page read all: 1,000 items and the sort of them. Now the first one
/// does.
#[tokio::test]
async fn a_page_costs_what_it_holds() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    // long before: what was written in the last minute is looked at again, whoever asks
    let sent = entry(&slug, &many(0, 1_000));
    let long_ago = Stamp::new(now_ms() - 3_600_000, "before");
    let people = sent["participants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|who| {
            let stored = Participant {
                birthdate: "3/9/1985".into(),
                ..participant(who)
            };
            (stored.id.clone(), Some(stored))
        });
    app.store
        .put_participants(&Slug::new(&slug).year("2026"), people.collect(), long_ago)
        .await
        .expect("participants");
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

/// Pages are those of the list as it is when they are asked for, in whatever instance and whatever
/// has changed in another.
#[tokio::test]
async fn pages_follow_what_changes() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key, desk) = (
        app.event().await,
        app.key(KeyKind::Delete).await,
        app.beside(),
    );
    let at_desk = async |verb: &str, path: &str, body: Value| {
        assert_eq!(
            send(&desk, now_ms(), TENT, &key, verb, path, &body)
                .await
                .status,
            200,
            "{path}"
        );
    };
    let list = async |app: &TestApp| {
        let body = json!({"slug": slug, "year": "2026"});
        app.ok(&key, "POST", "/participants", &body).await["participants"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    };
    let named = |ids: &[&str]| json!({"slug": slug, "year": "2026", "identifiers": ids});
    at_desk("POST", "/participants/add", entry(&slug, &many(0, 120))).await;
    assert_eq!(page(&app, &key, &slug, 1).await.len(), 50);
    let changes: [(&str, &str, Value); 5] = [
        (
            "POST",
            "/participants/add",
            entry(
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
            entry(&slug, &[who("00007", "", "Back again")]),
        ),
        ("DELETE", "/participants/delete", named(&[])),
        ("POST", "/participants/add", entry(&slug, &many(60, 130))),
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

/// What changed since is found without the others, and a write that asks for it does not read the
/// year either.
#[tokio::test]
async fn what_changed_since_is_read_alone() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    let before = entry(&slug, &many(0, 300));
    assert_eq!(
        app.received(3_000, TENT, &key, "POST", "/participants/add", &before)
            .await
            .status,
        200
    );
    let after = now_ms() / 1_000 - 1;
    let mut add = entry(&slug, &[who("new", "", "Ana")]);
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

fn participant(sent: &Value) -> Participant {
    let text = |name: &str| sent[name].as_str().unwrap_or_default().to_owned();
    Participant {
        id: text("id"),
        first: text("first"),
        last: text("last"),
        distance: text("distance"),
        ..Participant::default()
    }
}
