//! The reads of an upload: which, in which order, and where it stops.

use std::time::Duration;

use chute_domain::{account::Realm, key::KeyKind};
use chute_testkit::{Host, Request, clock::now_ms, wire};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

fn rows(slug: &str, count: usize) -> Value {
    let row = |n: usize| wire::row(&format!("{n}-C17"), &json!({"bib": n.to_string()}));
    let rows: Vec<_> = (0..count).map(row).collect();
    wire::results(slug, &rows)
}

/// An instance that has seen the key before reads everything at once; one that has not looks up the
/// key first.
#[tokio::test]
async fn an_upload_reads_rows_together_with_the_key_only_once_the_key_is_known() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    // first only the key; then key, event and the rows of 20 people together
    for (instance, together) in [("new", 1), ("same", 22), ("same", 22)] {
        app.edge.hold("GetItem");
        let sent = rows(&slug, 20);
        let (answer, arrived) =
            futures::join!(app.ok(&key, "POST", "/results/add", &sent), async {
                let arrived = app.edge.settled(together).await;
                app.edge.release();
                arrived
            });
        assert_eq!(
            (arrived, answer),
            (together, json!({"count": 20})),
            "{instance} instance"
        );
    }
}

/// With a known key that is not the owner's: a long list of ids is read only once it is clear that
/// the key may upload.
#[tokio::test]
async fn no_more_than_sixty_four_ids_are_read_ahead() {
    let app = HandlersApp::new(Realm::Account).await;
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

/// An old request stops reading, as it stops writing: otherwise it would read all 2,000 ids, for
/// seconds, only to write nothing.
#[tokio::test]
async fn an_upload_stops_while_it_reads() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Write).await);
    let late = async |ago_ms: u64, count: usize| {
        let request = Request::post("/results/add")
            .at_ms(now_ms() - ago_ms)
            .bearer(&key)
            .json(&rows(&slug, count));
        request.send(&app).await
    };
    let refused = late(8_000, 20).await;
    assert_eq!(
        (refused.status, refused.retry_after(), app.edge.arrived()),
        (503, Some(1), 0),
        "nothing is asked any more"
    );
    app.edge.hold("GetItem");
    let (stopped, ()) = futures::join!(late(7_700, 2_000), async {
        app.edge.settled(1).await;
        // its time runs out while the first answers are held back
        tokio::time::sleep(Duration::from_millis(300)).await;
        app.edge.release();
    });
    assert_eq!(stopped.status, 503);
    let arrived = app.edge.arrived();
    assert!(arrived < 2_000, "it has read all: {arrived} calls");
}
