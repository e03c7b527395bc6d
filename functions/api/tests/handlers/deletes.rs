//! The cost of a delete of all results.

use chute_domain::{account::Realm, key::KeyKind, race::Slug, stamp::Stamp};
use chute_store::{Place, Written};
use chute_testkit::{Request, clock::now_ms, stored};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

/// Stores `count` finish rows, and a pointer that states their number.
async fn race(app: &HandlersApp, slug: &str, count: usize) {
    let before = Stamp::new(now_ms() - 60_000, "before");
    let row = |n: usize| stored::row(&n.to_string(), "Finish", before);
    app.store
        .put_rows(
            &Slug::new(slug).year("2026"),
            &(0..count).map(row).collect::<Vec<_>>(),
        )
        .await
        .expect("rows");
    let pointer = json!({"version": 1, "updated_at": "2026-05-02T16:45:12Z", "count": count, "distances": [{"name": "10 KM", "count": count}]});
    let path = format!("{slug}/2026/current.json");
    let pointer =
        app.store
            .move_pointer(Place::Public, &path, pointer.to_string().into_bytes(), None);
    assert!(matches!(
        pointer.await.expect("the bucket"),
        Written::Now(_)
    ));
}

/// Guards against counting the deleted rows by reading the whole race, where four times the rows
/// cost four times as much.
#[tokio::test]
async fn a_large_race_is_deleted_as_quickly_as_a_small_one() {
    let app = HandlersApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    // all on one day, since the first call of a day stores that its key was used; ahead of the clock,
    // so that no request is given up on a slow machine
    let mut at_ms = now_ms() + 600_000;
    let mut delete = async |body: &Value| {
        at_ms += 1;
        let request = Request::new("DELETE", "/results/delete").at_ms(at_ms);
        let reply = request.bearer(&key).json(body).send(&app).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let mut cost = Vec::new();
    for count in [0, 1, 1_000, 1_001, 4_000] {
        let slug = app.event().await;
        race(&app, &slug, count).await;
        let body = json!({"slug": slug, "year": "2026", "distance": "10 KM"});
        assert_eq!(delete(&body).await, json!({ "count": count }));
        let counts = app.edge.counts();
        cost.push((counts.total(), counts.items_read, counts.bytes_received));
        assert_eq!(delete(&body).await, json!({"count": 0}), "they are gone");
    }
    // the first call with a key also stores the day of its use, so it is left out
    let cost = cost.split_off(1);
    assert!(
        cost.iter()
            .all(|(calls, read, _)| *calls == 5 && *read <= 1_010),
        "{cost:?}"
    );
    // with more people, ids are a few bytes longer
    assert!(cost[3].2 <= cost[2].2 * 21 / 20, "{cost:?}");
}
