//! Hooks end with their event.

use std::time::Duration;

use chute_domain::{race::Slug, stamp::Stamp, time::Now};
use chute_publisher::Publications;
use chute_store::{CleanUp, Place};
use futures::TryStreamExt;

use crate::{
    receiver::{BROKEN, Got, OK, Receiver},
    test_app::HooksApp,
};

const SLUG: &str = "river-10k";
const HOUR_MS: u64 = 3_600_000;

impl HooksApp {
    /// The number of object versions that exist for the event's hook.
    async fn left(&self) -> usize {
        let versions: Vec<_> = self
            .store
            .list_versions(Place::Hooks, &format!("{SLUG}/"))
            .try_concat()
            .await
            .expect("the bucket");
        versions.len()
    }

    async fn delete(&self) {
        let stamp = Stamp::new(
            u64::try_from(self.clock.now_s()).expect("a clock") * 1_000,
            "delete",
        );
        self.store
            .delete_event(&self.record(SLUG).await, stamp)
            .await
            .expect("the table");
        self.publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("the buckets");
    }

    async fn clear(&self) {
        let now_ms = u64::try_from(self.clock.now_s()).expect("a clock") * 1_000 + 3 * HOUR_MS;
        let run = CleanUp {
            removals_a_second: 1_000,
            ..CleanUp::at(Now::in_step(now_ms), Duration::from_secs(60))
        };
        let cleared = self
            .store
            .clear_event(&Slug::new(SLUG), &run, &Publications::of(&self.store))
            .await
            .expect("a clean-up");
        assert_eq!(cleared.failed, 0, "{cleared:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_event_loses_its_hook_and_hours_later_its_objects() {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event(SLUG).await;
    app.hook(SLUG, &receiver.address).await;
    app.publish(SLUG, "2026").await;
    app.delete().await;
    // messages queued before the delete
    app.hand(&app.worker(&app.store), &app.waiting()).await;
    assert!(receiver.got().is_empty() && app.left().await > 1);
    app.clear().await;
    assert_eq!(app.left().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_is_made_again_begins_without_a_hook() {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event(SLUG).await;
    app.hook(SLUG, &receiver.address).await;
    let former = app.record(SLUG).await.hook;
    app.delete().await;
    app.clock.go_on(10);
    app.event(SLUG).await;
    assert_eq!(app.record(SLUG).await.hook, "");
    app.publish(SLUG, "2026").await;
    assert!(app.waiting().is_empty() && !app.look(SLUG).await);
    // a late change to the former hook finds nothing to change
    let late = app
        .store
        .change_hook(&Slug::new(SLUG), &former, &|hook| {
            hook.set("https://late.example/", "salt", 1)
        })
        .await
        .expect("the bucket");
    assert!(late.is_none_or(|hook| hook.id == former));
    app.clear().await;
    assert_eq!(
        app.left().await,
        0,
        "of the incarnation before nothing is left"
    );
    app.hook(SLUG, &receiver.address).await;
    let (kept, version) = (app.kept(SLUG).await, app.publish(SLUG, "2026").await);
    assert_eq!(
        app.store
            .change_hook(&Slug::new(SLUG), &former, &|hook| hook.set(
                "https://late.example/",
                "salt",
                1
            ))
            .await
            .expect("the bucket"),
        None
    );
    assert_eq!(app.kept(SLUG).await.address, kept.address);
    app.work(SLUG).await;
    assert_eq!(
        receiver.got().iter().map(Got::version).collect::<Vec<_>>(),
        [("2026".to_owned(), version)]
    );
    // the re-created event's hook stays
    app.clear().await;
    assert_eq!(app.kept(SLUG).await.address, receiver.address);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_year_is_not_delivered_until_it_is_made_again() {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event(SLUG).await;
    app.hook(SLUG, &receiver.address).await;
    receiver.answers(&[BROKEN]);
    let before = app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    let stamp = Stamp::new(
        u64::try_from(app.clock.now_s()).expect("a clock") * 1_000 + 1_000,
        "delete",
    );
    app.store
        .delete_year(&Slug::new(SLUG).year("2026"), stamp)
        .await
        .expect("the table");
    app.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the buckets");
    app.clock.go_on(10);
    receiver.answers(&[OK]);
    assert_eq!(app.work(SLUG).await, None);
    // the other year is published again, since its page lists the years
    let of_year = || {
        receiver
            .got()
            .iter()
            .map(Got::version)
            .filter(|(year, _)| year == "2026")
            .map(|(_, version)| version)
            .collect::<Vec<_>>()
    };
    assert_eq!(of_year(), [before]);
    app.year(SLUG, "2026").await;
    let version = app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    assert!(version > before);
    assert_eq!(of_year(), [version]);
}
