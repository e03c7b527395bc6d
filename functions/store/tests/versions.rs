//! Versions of objects are listed page by page and removed one by one.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeSet;

use chute_domain::account::Realm;
use chute_edge::Backend;
use chute_store::{ObjectVersion, Place, Store};
use futures::TryStreamExt;

async fn put(store: &Store, place: Place, path: &str, body: &str) {
    store
        .put_file(place, path, body.as_bytes().to_vec())
        .await
        .expect("a written object");
}

async fn pages(store: &Store, place: Place, path: &str) -> Vec<Vec<ObjectVersion>> {
    store
        .list_versions(place, path)
        .try_collect()
        .await
        .expect("a list of versions")
}

fn named(versions: &[ObjectVersion]) -> Vec<(&str, bool, bool)> {
    versions
        .iter()
        .map(|version| {
            (
                version.path.as_str(),
                version.is_latest,
                version.is_delete_marker,
            )
        })
        .collect()
}

#[tokio::test]
async fn a_replaced_and_deleted_object_is_gone_when_its_versions_are() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    for body in ["one", "two"] {
        put(&store, Place::Public, "a/1", body).await;
    }
    put(&store, Place::Public, "a/2", "kept").await;
    put(&store, Place::Public, "b/1", "elsewhere").await;
    store
        .delete_objects(Place::Public, &["a/1".to_owned()])
        .await
        .expect("a delete");
    let found = pages(&store, Place::Public, "a/").await.concat();
    assert_eq!(
        named(&found),
        [
            ("a/1", true, true),
            ("a/1", false, false),
            ("a/1", false, false),
            ("a/2", true, false)
        ]
    );
    assert_eq!(
        found
            .iter()
            .map(|version| &version.id)
            .collect::<BTreeSet<_>>()
            .len(),
        4,
        "each has an id of its own"
    );
    assert!(
        found
            .iter()
            .all(|version| version.written_ms > 1_700_000_000_000),
        "{found:?}"
    );
    // exactly the named versions are removed, however often that is asked
    let one = found
        .iter()
        .filter(|version| version.path == "a/1" && !version.is_delete_marker)
        .take(1);
    let one: Vec<(String, String)> = one
        .map(|version| (version.path.clone(), version.id.clone()))
        .collect();
    for _ in 0..2 {
        store
            .delete_versions(Place::Public, one.clone())
            .await
            .expect("a delete");
        let left = pages(&store, Place::Public, "a/").await.concat();
        assert_eq!(
            named(&left),
            [
                ("a/1", true, true),
                ("a/1", false, false),
                ("a/2", true, false)
            ]
        );
    }
    let all = found
        .into_iter()
        .filter(|version| version.path == "a/1")
        .map(|version| (version.path, version.id));
    store
        .delete_versions(Place::Public, all.collect())
        .await
        .expect("a delete");
    assert_eq!(
        named(&pages(&store, Place::Public, "a/").await.concat()),
        [("a/2", true, false)]
    );
    assert_eq!(
        store
            .get_object(Place::Public, "a/2")
            .await
            .expect("an object")
            .expect("an object")
            .body,
        b"kept"
    );
    assert_eq!(pages(&store, Place::Public, "b/").await.concat().len(), 1);
}

#[tokio::test]
async fn more_than_a_page_goes_too() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let paths: Vec<String> = (0..1_005)
        .map(|number| format!("many/{number:04}"))
        .collect();
    for some in paths.chunks(50) {
        futures::future::join_all(
            some.iter()
                .map(|path| put(&store, Place::Public, path, "x")),
        )
        .await;
    }
    for _ in 0..3 {
        put(&store, Place::Public, "many/0999", "y").await; // its versions are on both sides of the page break
    }
    let found = pages(&store, Place::Public, "many/").await;
    assert!(
        found.len() > 1 && found.iter().all(|page| page.len() <= 1_000),
        "{:?}",
        found.iter().map(Vec::len).collect::<Vec<_>>()
    );
    let found = found.concat();
    assert_eq!(found.len(), 1_008);
    assert_eq!(
        found
            .iter()
            .map(|version| (&version.path, &version.id))
            .collect::<BTreeSet<_>>()
            .len(),
        1_008,
        "none twice"
    );
    let all = found
        .into_iter()
        .map(|version| (version.path, version.id))
        .collect();
    store
        .delete_versions(Place::Public, all)
        .await
        .expect("a delete");
    assert_eq!(pages(&store, Place::Public, "").await.concat(), []);
}
