//! What an upload reads, when, and until when.

use std::time::Instant;

use chute_domain::{account::Realm, key::KeyKind};
use serde_json::{Value, json};

use crate::test_app::{TENT, TestApp};

fn rows(slug: &str, count: usize) -> Value {
    let row = |n: usize| {
        json!({"person_id": format!("{n}-C17"), "bib": n.to_string(), "location": "Finish", "segment": "Finish", "distance": "10 KM",
            "seconds": 2_710, "occurence": 1})
    };
    json!({"slug": slug, "year": "2026", "results": (0..count).map(row).collect::<Vec<_>>()})
}

/// An instance that has found the key before reads all at once; one that has not asks for the key
/// first.
#[tokio::test]
async fn an_upload_reads_beside_the_key_only_once_that_is_known() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    // the key and the event; the rows of each person
    for (instance, beside) in [("new", 1), ("same", 22), ("same", 22)] {
        app.edge.hold("GetItem");
        let sent = rows(&slug, 20);
        let (answer, arrived) =
            futures::join!(app.ok(&key, "POST", "/results/add", &sent), async {
                let arrived = app.edge.settled().await;
                app.edge.release();
                arrived
            });
        assert_eq!(
            (arrived, answer),
            (beside, json!({"count": 20})),
            "{instance} instance"
        );
    }
}

/// A key that is known, but not the owner's: more than a few ids are looked for only once it is
/// clear that it may.
#[tokio::test]
async fn no_more_than_sixty_four_ids_are_read_ahead() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, stranger) = (
        app.event().await,
        app.key_of("a_stranger", KeyKind::Write).await,
    );
    for (count, calls) in [(65, 2), (64, 66)] {
        // the key's type is checked before the owner: this instance knows it from the second call
        // on
        for _ in 0..2 {
            let reply = app
                .call(&stranger, "POST", "/results/add", &rows(&slug, count))
                .await;
            assert!(reply.status == 401 && reply.message().starts_with("Ownership Error"));
        }
        assert_eq!(app.edge.arrived(), calls, "{count} ids");
    }
}

/// Reading stops with the time as writing does: the old code read all 2,000 ids, for seconds, and
/// then refused to write.
#[tokio::test]
async fn an_upload_stops_while_it_reads() {
    let app = TestApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    let late = app
        .received(8_000, TENT, &key, "POST", "/results/add", &rows(&slug, 20))
        .await;
    assert_eq!(
        (late.status, late.retry_after(), app.edge.arrived()),
        (503, Some(1), 0),
        "nothing is asked any more"
    );
    let began = Instant::now();
    let late = app
        .received(
            7_500,
            TENT,
            &key,
            "POST",
            "/results/add",
            &rows(&slug, 2_000),
        )
        .await;
    assert_eq!(late.status, 503);
    assert!(began.elapsed().as_millis() < 4_000, "{:?}", began.elapsed());
}
