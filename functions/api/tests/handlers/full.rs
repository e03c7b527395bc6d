//! A full year, with the maximum number of rows.

use chute_domain::{account::Realm, key::KeyKind, race::Slug, stamp::Stamp};
use chute_publisher::{Publisher, Repaired};
use chute_testkit::{Host, clock::now_ms, wire};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

/// An upload with a finish of each of these people.
fn upload(slug: &str, people: &[&str], distance: &str, seconds: u32) -> Value {
    let row = |person: &&str| {
        let changes = json!({"bib": person, "distance": distance, "seconds": seconds});
        wire::row(person, &changes)
    };
    let rows: Vec<_> = people.iter().map(row).collect();
    wire::results(slug, &rows)
}

#[tokio::test]
async fn a_full_year_takes_corrections_and_nothing_new_until_rows_are_deleted() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, key) = (app.event().await, app.key(KeyKind::Delete).await);
    let publisher = Publisher::new(app.store.clone()).holding(3);
    let add = async |sent: Value| app.call(&key, "POST", "/results/add", &sent).await;
    let stored = async || {
        app.ok(
            &key,
            "POST",
            "/results/all",
            &json!({"slug": slug, "year": "2026"}),
        )
        .await["count"]
            .clone()
    };

    assert_eq!(
        add(upload(&slug, &["1", "2"], "10 KM", 100)).await.status,
        200
    );
    assert_eq!(add(upload(&slug, &["3"], "5 KM", 100)).await.status, 200);
    publisher
        .rebuild(&Slug::new(&slug).year("2026"))
        .await
        .expect("a publication");
    let refused = add(upload(&slug, &["3", "4"], "5 KM", 100)).await;
    assert_eq!(refused.status, 413, "{:?}", refused.text());
    assert!(
        refused
            .message()
            .starts_with("This year holds 3 result rows")
            && refused.message().contains("1 of this call")
    );
    assert_eq!(
        add(upload(&slug, &["1", "2", "3"], "10 KM", 90))
            .await
            .status,
        200,
        "corrections"
    );
    publisher
        .rebuild(&Slug::new(&slug).year("2026"))
        .await
        .expect("a publication");
    assert_eq!(stored().await, 3, "nothing of the refused call is stored");

    // there is room immediately, even before the publisher knows about the delete
    app.ok(
        &key,
        "DELETE",
        "/results/delete",
        &json!({"slug": slug, "year": "2026", "distance": "10 KM"}),
    )
    .await;
    assert_eq!(add(upload(&slug, &["4"], "5 KM", 100)).await.status, 200);
    publisher
        .rebuild(&Slug::new(&slug).year("2026"))
        .await
        .expect("a publication");
    assert_eq!(stored().await, 1);
    assert_eq!(
        add(upload(&slug, &["5", "6", "7"], "5 KM", 100))
            .await
            .status,
        200,
        "beyond the limit before it is noted"
    );
    publisher
        .rebuild(&Slug::new(&slug).year("2026"))
        .await
        .expect("a publication");
    assert_eq!(add(upload(&slug, &["8"], "5 KM", 100)).await.status, 413);

    // a higher limit takes effect with the reconciler's next run, which has nothing to repair
    let raised = Publisher::new(app.store.clone()).holding(10);
    assert_eq!(
        raised
            .reconcile(&Slug::new(&slug).year("2026"), Stamp::earliest(now_ms()))
            .await
            .expect("a look"),
        Repaired::default()
    );
    assert_eq!(add(upload(&slug, &["8"], "5 KM", 100)).await.status, 200);
}
