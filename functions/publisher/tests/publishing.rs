//! Publishers of one race beside each other.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test")]

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
    time::Duration,
};

use chute_domain::{
    account::Realm,
    liveness::StoredRow,
    race::{Branding, Event, RaceKey, Slug, Year},
    row::Passage,
    snapshot::Head,
    stamp::Stamp,
    state::Change,
};
use chute_edge::Backend;
use chute_publisher::{Publication, Publisher, Repaired};
use chute_store::{Place, Store, StoreError, Written};
use chute_testkit::{clock::now_ms, stored};
use serde_json::{Value, json};

/// Enough for a race that takes long to make.
const MANY: u64 = 4_000;
const FEW: u64 = 100;
/// Far shorter than making the race anew takes.
const PAUSE: Duration = Duration::from_millis(10);

async fn race(runners: u64) -> (Backend, Store) {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let year = Year {
        year: "2026".to_owned(),
        ..Year::default()
    };
    stored::add_race(&store, "busy", [year], Stamp::new(1_000, "")).await;
    let rows: Vec<StoredRow> = (0..runners).map(|number| row(number, 2_000)).collect();
    store.put_rows(&busy(), &rows).await.expect("rows");
    (backend, store)
}

/// Somebody on the course.
fn row(number: u64, at_ms: u64) -> StoredRow {
    let mut row = stored::finish(number, Stamp::new(at_ms, ""));
    row.passage.finish = false;
    row.passage.seconds = i64::try_from(at_ms).unwrap_or_default();
    row
}

fn lap(number: u64, hour: i64) -> StoredRow {
    let row = row(number, 2_500);
    StoredRow {
        passage: Passage {
            location: "Lap".to_owned(),
            occurrence: hour,
            ..row.passage
        },
        ..row
    }
}

/// A large race is repaired while it is uploaded: each publication of an upload is faster than the
/// repair.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_ends_while_a_race_is_uploaded() {
    let (_backend, store) = race(MANY).await;
    let uploads = Publisher::new(store.clone()).pausing(PAUSE);
    uploads.rebuild(&busy()).await.expect("a first version");
    let (published, ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let uploading = async {
        while !ended.load(SeqCst) {
            let number = published.fetch_add(1, SeqCst);
            publish_row(&store, &uploads, number)
                .await
                .expect("a publication");
        }
    };
    let rebuilding = async {
        while published.load(SeqCst) < 3 {
            tokio::time::sleep(PAUSE).await;
        }
        let done = Publisher::new(store.clone())
            .pausing(PAUSE)
            .rebuild(&busy())
            .await;
        ended.store(true, SeqCst);
        done
    };
    let ((), rebuilt) = tokio::join!(uploading, rebuilding);
    assert!(
        matches!(rebuilt, Ok(Publication::Version(_))),
        "{rebuilt:?} beside {published:?} publications"
    );
}

/// A process died whose changes were nowhere else: more people than are asked for one by one, more
/// rows than go in one step.
#[tokio::test]
async fn unpublished_changes_are_published_in_steps() {
    const PEOPLE: u64 = 1_001;
    const HOURS: i64 = 20;
    let (_backend, store) = race(PEOPLE).await;
    let publisher = Publisher::new(store.clone()).pausing(PAUSE);
    publisher.rebuild(&busy()).await.expect("a first version");
    let hours: Vec<StoredRow> = (0..PEOPLE)
        .flat_map(|number| (1..=HOURS).map(move |hour| lap(number, hour)))
        .collect();
    store.put_rows(&busy(), &hours).await.expect("rows");
    let repaired = publisher
        .reconcile(&busy(), Stamp::earliest(1_000_000_000))
        .await
        .expect("the reconciler");
    assert_eq!(
        repaired,
        Repaired {
            people: 1_001,
            ..Repaired::default()
        }
    );
    let again = Publisher::new(store.clone())
        .pausing(PAUSE)
        .reconcile(&busy(), Stamp::earliest(1_000_000_000))
        .await
        .expect("the reconciler");
    assert_eq!(again, Repaired::default());
    let current = store
        .get_object(Place::State, "busy/2026/current")
        .await
        .expect("the bucket")
        .expect("what a publication leaves");
    let current: Value = serde_json::from_slice(&current.body).expect("JSON");
    assert_eq!(current["rows"], 1_001 + 20_020);
}

/// A publisher has died that had asked the others to wait.
#[tokio::test]
async fn a_reservation_runs_out() {
    let until_ms = reserved_for(100).await;
    assert!(now_ms() >= until_ms, "nobody waited");
}

/// Nobody waits for years because a publisher asked for it whose clock was ahead.
#[tokio::test]
async fn a_reservation_by_a_clock_that_was_ahead_counts_for_nothing() {
    let until_ms = reserved_for(4_000_000_000_000).await;
    assert!(now_ms() < until_ms);
}

/// Publishes a race that another publisher has reserved for this long. Returns when that ends, in
/// unix milliseconds.
async fn reserved_for(ms: u64) -> u64 {
    let (_backend, store) = race(FEW).await;
    let publisher = Publisher::new(store.clone()).pausing(PAUSE);
    publisher.rebuild(&busy()).await.expect("a first version");
    let path = "busy/2026/current";
    let seen = store
        .get_object(Place::State, path)
        .await
        .expect("the bucket")
        .expect("what a publication leaves");
    let mut current: Value = serde_json::from_slice(&seen.body).expect("JSON");
    let until_ms = now_ms() + ms;
    current["reserved"] = json!({"by": 1, "until_ms": until_ms});
    let body = current.to_string().into_bytes();
    assert_ne!(
        store
            .move_pointer(Place::State, path, body, Some(&seen.etag))
            .await
            .expect("the bucket"),
        Written::Outrun
    );
    assert!(matches!(
        publish_row(&store, &publisher, 1).await,
        Ok(Publication::Version(_))
    ));
    until_ms
}

/// The publisher does not read the pointer that it has moved itself. Somebody has taken it away,
/// and what it named.
#[tokio::test]
async fn a_pointer_lost_behind_its_publisher_comes_back_with_the_next_change() {
    let (_backend, store) = race(MANY / 2).await;
    let publisher = Publisher::new(store.clone()).pausing(PAUSE);
    publisher.rebuild(&busy()).await.expect("a first version");
    publish_row(&store, &publisher, 1)
        .await
        .expect("a publication");
    store
        .withdraw(Place::Public, "busy/2026/")
        .await
        .expect("the bucket");
    let again = publish_row(&store, &publisher, 2)
        .await
        .expect("a publication");
    let pointer = pointer(&store).await;
    assert_eq!(
        again,
        Publication::Version(pointer["version"].as_u64().expect("a version"))
    );
    let head = pointer["url"]
        .as_str()
        .and_then(|url| url.strip_prefix("results/"))
        .expect("a head");
    let head = store
        .get_object(Place::Public, head)
        .await
        .expect("the bucket")
        .expect("the head");
    let head = Head::read(&head.body).expect("a head");
    let (lines, shards) = (
        pointer["lines"].as_str().expect("a name"),
        head.shards.names(),
    );
    assert!(shards.len() > 10, "{shards:?}");
    for name in shards.into_iter().chain([lines]) {
        let file = store
            .get_object(Place::Public, &format!("busy/2026/{name}"))
            .await
            .expect("the bucket");
        assert!(file.is_some(), "{name} is not there");
    }
}

/// The event was restricted, and the publisher has not heard of it yet.
#[tokio::test]
async fn a_pointer_withdrawn_behind_its_publisher_stays_so() {
    let (_backend, store) = race(FEW).await;
    let publisher = Publisher::new(store.clone()).pausing(PAUSE);
    publisher.rebuild(&busy()).await.expect("a first version");
    publish_row(&store, &publisher, 1)
        .await
        .expect("a publication");
    let restricted = Event {
        slug: "busy".to_owned(),
        access_restricted: true,
        ..Event::default()
    };
    assert!(
        store
            .update_event(&restricted, Branding::default(), "ana")
            .await
            .expect("the table")
    );
    let path = "busy/2026/current.json";
    store
        .withdraw_pointers(Place::Public, &[path.to_owned()])
        .await
        .expect("the bucket");
    assert!(matches!(
        publish_row(&store, &publisher, 2).await,
        Ok(Publication::Version(_))
    ));
    assert!(
        store
            .get_object(Place::Public, path)
            .await
            .expect("the bucket")
            .is_none(),
        "public again"
    );
    assert!(
        store
            .get_object(Place::Restricted, path)
            .await
            .expect("the bucket")
            .is_some(),
        "the owner reads nothing"
    );
    let left = store
        .list_objects(Place::Public, "busy/2026/")
        .await
        .expect("the bucket");
    assert_eq!(left, [""; 0], "what it had written before it noticed");
}

/// A second publisher moves the pointer between two publications of the first.
#[tokio::test]
async fn publishers_take_turns() {
    let (_backend, store) = race(FEW).await;
    let publishers = [0; 2].map(|_| Publisher::new(store.clone()).pausing(PAUSE));
    Publisher::new(store.clone())
        .pausing(PAUSE)
        .rebuild(&busy())
        .await
        .expect("a first version");
    let (mut versions, mut named) = (Vec::new(), Vec::new());
    for (number, publisher) in (0..6).zip(publishers.iter().cycle()) {
        versions.push(
            publish_row(&store, publisher, number)
                .await
                .expect("a publication"),
        );
        named.push(Publication::Version(
            pointer(&store).await["version"]
                .as_u64()
                .expect("a version"),
        ));
    }
    assert_eq!(versions, named);
    versions.dedup();
    assert_eq!(versions.len(), 6);
}

fn busy() -> RaceKey {
    Slug::new("busy").year("2026")
}

async fn pointer(store: &Store) -> Value {
    let pointer = store
        .get_object(Place::Public, "busy/2026/current.json")
        .await
        .expect("the bucket")
        .expect("a pointer");
    serde_json::from_slice(&pointer.body).expect("JSON")
}

async fn publish_row(
    store: &Store,
    publisher: &Publisher,
    number: u64,
) -> Result<Publication, StoreError> {
    let changed = row(number % MANY, 3_000 + number);
    store
        .put_rows(&busy(), std::slice::from_ref(&changed))
        .await?;
    publisher
        .race_changed(&busy(), &[Change::Row(Box::new(changed))])
        .await
}
