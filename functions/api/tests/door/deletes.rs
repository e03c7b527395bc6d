//! What a delete of all results costs.

use chute_domain::{
    account::Realm,
    key::KeyKind,
    liveness::{Mark, StoredRow},
    race::Slug,
    row::{Passage, Person},
    stamp::Stamp,
};
use chute_store::{Place, Written};
use serde_json::json;

use crate::test_app::{TestApp, now_ms};

/// So many finish rows, in the table and in a pointer.
async fn race(app: &TestApp, slug: &str, count: usize) {
    let row = |n: usize| StoredRow {
        person_id: n.to_string(),
        person: Person {
            bib: n.to_string(),
            distance: "10 KM".into(),
            ..Person::default()
        },
        passage: Passage {
            location: "Finish".into(),
            segment: "Finish".into(),
            occurrence: 1,
            finish: true,
            ..Passage::default()
        },
        stamp: Stamp::new(now_ms() - 60_000, "before"),
        witness: None,
        mark: Mark::default(),
    };
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

/// The old code read the whole race to answer how many rows there were: here four times as much for
/// four times as many.
#[tokio::test]
async fn a_large_race_is_deleted_as_quickly_as_a_small_one() {
    let app = TestApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    let mut cost = Vec::new();
    for count in [0, 1, 1_000, 1_001, 4_000] {
        let slug = app.event().await;
        race(&app, &slug, count).await;
        let body = json!({"slug": slug, "year": "2026", "distance": "10 KM"});
        assert_eq!(
            app.ok(&key, "DELETE", "/results/delete", &body).await,
            json!({ "count": count })
        );
        let counts = app.edge.counts();
        cost.push((counts.total(), counts.items_read, counts.bytes_received));
        assert_eq!(
            app.ok(&key, "DELETE", "/results/delete", &body).await,
            json!({"count": 0}),
            "they are gone"
        );
    }
    // the first call with a key notes on which day it is used
    let cost = cost.split_off(1);
    assert!(
        cost.iter()
            .all(|(calls, read, _)| *calls == 5 && *read <= 1_010),
        "{cost:?}"
    );
    // the longer names of more people weigh a little
    assert!(cost[3].2 <= cost[2].2 * 21 / 20, "{cost:?}");
}
