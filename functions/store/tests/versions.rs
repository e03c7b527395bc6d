//! Versions of objects are listed page by page and removed one by one, in buckets that keep versions and in those that do not.

#![expect(clippy::expect_used, reason = "a test")]

use std::{collections::BTreeSet, env, process, sync::Arc};

use chute_edge::tables::Tables;
use chute_store::{ObjectVersion, Place, Store};
use futures::TryStreamExt;

/// A downloads bucket that keeps versions and a private one that keeps none, of this test alone.
async fn ground(name: &str) -> (Store, Arc<Tables>) {
    let endpoint = env::var("AWS_ENDPOINT_URL").expect("AWS_ENDPOINT_URL must name an emulator");
    let (at, prefix) = (endpoint.clone(), format!("chute-{name}-{}", process::id()));
    let made = move || {
        let tables = Tables::make(&at, &prefix);
        tables.keep_versions("DOWNLOADS_BUCKET");
        Arc::new(tables)
    };
    let tables = tokio::task::spawn_blocking(made).await.expect("tables");
    (Store::at(Some(&endpoint), |variable| tables.name(variable).to_owned()).await, tables)
}

async fn gone(tables: Arc<Tables>) {
    tokio::task::spawn_blocking(move || tables.drop_all()).await.expect("tables");
}

async fn put(store: &Store, place: Place, path: &str, body: &str) {
    store.put_file(place, path, body.as_bytes().to_vec()).await.expect("a written object");
}

async fn pages(store: &Store, place: Place, path: &str) -> Vec<Vec<ObjectVersion>> {
    store.list_versions(place, path).try_collect().await.expect("a list of versions")
}

fn named(versions: &[ObjectVersion]) -> Vec<(&str, bool, bool)> {
    versions.iter().map(|version| (version.path.as_str(), version.is_latest, version.is_delete_marker)).collect()
}

#[tokio::test]
#[ignore = "needs the local stack"]
async fn a_replaced_and_deleted_object_is_gone_when_its_versions_are() {
    let (store, tables) = ground("versions").await;
    for body in ["one", "two"] {
        put(&store, Place::Public, "a/1", body).await;
    }
    put(&store, Place::Public, "a/2", "kept").await;
    put(&store, Place::Public, "b/1", "elsewhere").await;
    store.delete_objects(Place::Public, &["a/1".to_owned()]).await.expect("a delete");
    let found = pages(&store, Place::Public, "a/").await.concat();
    assert_eq!(named(&found), [("a/1", true, true), ("a/1", false, false), ("a/1", false, false), ("a/2", true, false)]);
    assert_eq!(found.iter().map(|version| &version.id).collect::<BTreeSet<_>>().len(), 4, "each has an id of its own");
    assert!(found.iter().all(|version| version.written_ms > 1_700_000_000_000), "{found:?}");
    // exactly what is named goes, any number of times
    let one = found.iter().filter(|version| version.path == "a/1" && !version.is_delete_marker).take(1);
    let one: Vec<(String, String)> = one.map(|version| (version.path.clone(), version.id.clone())).collect();
    for _ in 0..2 {
        store.delete_versions(Place::Public, one.clone()).await.expect("a delete");
        let left = pages(&store, Place::Public, "a/").await.concat();
        assert_eq!(named(&left), [("a/1", true, true), ("a/1", false, false), ("a/2", true, false)]);
    }
    let all = found.into_iter().filter(|version| version.path == "a/1").map(|version| (version.path, version.id));
    store.delete_versions(Place::Public, all.collect()).await.expect("a delete");
    assert_eq!(named(&pages(&store, Place::Public, "a/").await.concat()), [("a/2", true, false)]);
    assert_eq!(store.get_object(Place::Public, "a/2").await.expect("an object").expect("an object").body, b"kept");
    assert_eq!(pages(&store, Place::Public, "b/").await.concat().len(), 1);
    gone(tables).await;
}

#[tokio::test]
#[ignore = "needs the local stack"]
async fn a_bucket_without_versions_has_one_of_each_object() {
    let (store, tables) = ground("no-versions").await;
    for body in ["one", "two"] {
        put(&store, Place::Restricted, "a/1", body).await;
    }
    let found = pages(&store, Place::Restricted, "a/").await.concat();
    assert_eq!(named(&found), [("a/1", true, false)]);
    let only = found.into_iter().map(|version| (version.path, version.id)).collect::<Vec<_>>();
    assert_eq!(only, [("a/1".to_owned(), "null".to_owned())]);
    store.delete_versions(Place::Restricted, only).await.expect("a delete");
    assert_eq!(pages(&store, Place::Restricted, "").await.concat(), []);
    assert!(store.get_object(Place::Restricted, "a/1").await.expect("an answer").is_none());
    gone(tables).await;
}

#[tokio::test]
#[ignore = "needs the local stack"]
async fn more_than_a_page_goes_too() {
    let (store, tables) = ground("many-versions").await;
    let paths: Vec<String> = (0..1_005).map(|number| format!("many/{number:04}")).collect();
    for some in paths.chunks(50) {
        futures::future::join_all(some.iter().map(|path| put(&store, Place::Public, path, "x"))).await;
    }
    for _ in 0..3 {
        put(&store, Place::Public, "many/0999", "y").await; // its versions lie on both sides of the page's end
    }
    let found = pages(&store, Place::Public, "many/").await;
    assert!(found.len() > 1 && found.iter().all(|page| page.len() <= 1_000), "{:?}", found.iter().map(Vec::len).collect::<Vec<_>>());
    let found = found.concat();
    assert_eq!(found.len(), 1_008);
    assert_eq!(found.iter().map(|version| (&version.path, &version.id)).collect::<BTreeSet<_>>().len(), 1_008, "none twice");
    let all = found.into_iter().map(|version| (version.path, version.id)).collect();
    store.delete_versions(Place::Public, all).await.expect("a delete");
    assert_eq!(pages(&store, Place::Public, "").await.concat(), []);
    gone(tables).await;
}
