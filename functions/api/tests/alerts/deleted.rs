//! Deleting a year deletes its claims, and the phones in them.

use std::time::Duration;

use chute_domain::{race::Slug, stamp::Stamp, time::Now};
use chute_edge::Fault;
use chute_publisher::Publications;
use chute_store::{CleanUp, Tally};
use chute_testkit::{queue, stored};

use crate::test_app::{AlertsApp, EIGHT_S, OWNER, QUEUES, YEAR, phone, row, settings, total};

/// A race with claims of all kinds: sent, too late, waiting, and one that was being sent when its
/// sender died.
async fn claimed(app: &AlertsApp, slug: &str) {
    app.event(slug, "distance").await;
    for follower in 1..=4 {
        app.follow(slug, follower, &follower.to_string(), None)
            .await;
    }
    let now_s = app.clock.now_s();
    let upload = async |at: usize, ago_s: i64| {
        app.select_rows(slug, &[row(at, "Finish", now_s - ago_s)])
            .await;
    };
    let sender = app.sender(&app.store, settings(100));
    upload(1, 0).await;
    app.send_all(&sender).await;
    // its texts wait until it is too late for one of them
    upload(2, 880).await;
    app.clock.go_on(60);
    app.send_all(&sender).await;
    upload(3, 0).await;
    let waiting = app.waiting(QUEUES[0]);
    for at in 1.. {
        app.edge.begin(Fault::Die { at });
        app.hand(&app.sender(&app.broken, settings(100)), QUEUES[0], &waiting)
            .await;
        app.edge.begin(Fault::None);
        if app
            .claims()
            .iter()
            .any(|claim| claim["fa"]["S"] == "sending")
        {
            break;
        }
    }
    upload(4, 0).await;
    // the waiting claim no longer has a message
    for queue in QUEUES {
        queue::lose(&app.backend, queue);
    }
    let Tally {
        waiting,
        sent,
        parts,
        ..
    } = app.tally(slug).await;
    assert_eq!((waiting, sent, parts), (2, 1, 1));
}

fn phones_left(app: &AlertsApp) -> usize {
    let items = app.backend.text("SUBSCRIPTIONS_TABLE");
    (1..=4)
        .filter(|at| items.contains(phone(*at).e164()))
        .count()
}

fn stamp(app: &AlertsApp) -> Stamp {
    Stamp::new(app.clock.now_ms(), "a request")
}

fn hours_later(app: &AlertsApp) -> CleanUp {
    let now_ms = (app.clock.now_s() + 3 * 3_600).unsigned_abs() * 1_000;
    CleanUp {
        removals_a_second: 1_000,
        ..CleanUp::at(Now::in_step(now_ms), Duration::from_secs(60))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_deleted_year_no_claim_and_no_phone_is_left_wherever_the_clean_up_dies() {
    for kind in [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ] {
        let app = AlertsApp::new().await;
        claimed(&app, "gone").await;
        app.store
            .delete_year(&Slug::new("gone").year(YEAR), stamp(&app))
            .await
            .expect("a delete");
        assert_eq!(phones_left(&app), 4);
        let run = hours_later(&app);
        for at in 1.. {
            app.edge.begin(kind(at));
            let state = Publications::of(&app.broken);
            let _ = app.broken.clear_dead_items(&run, &state).await;
            let was_reached = app.edge.arrived() >= at;
            app.edge.begin(Fault::None);
            // compared with a count of the claims that are left
            app.tally("gone").await;
            if !was_reached {
                break;
            }
        }
        assert_eq!((app.claims().len(), phones_left(&app)), (0, 0));
        assert_eq!(app.tally("gone").await, Tally::default());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alerts_of_another_year_and_after_the_delete_stay() {
    let app = AlertsApp::new().await;
    claimed(&app, "again").await;
    let deleted = stamp(&app);
    app.store
        .delete_year(&Slug::new("again").year(YEAR), deleted)
        .await
        .expect("a delete");
    app.clock.go_on(60);
    let born = stamp(&app);
    let year = stored::year(YEAR, EIGHT_S);
    stored::add_year(&app.store, OWNER, "again", &year, born).await;
    app.clock.go_on(60);
    app.follow("again", 7, "7", None).await;
    let records = app
        .upload("again", &[row(7, "Finish", app.clock.now_s())])
        .await;
    assert!(app.deliver(&app.select(&app.store), &records).await);
    app.event("other", "distance").await;
    app.follow("other", 8, "8", None).await;
    app.select_rows("other", &[row(8, "Finish", app.clock.now_s())])
        .await;

    assert_eq!(
        (
            total(&app.tally("again").await),
            total(&app.tally("other").await)
        ),
        (5, 1)
    );

    app.store
        .clear_dead_items(&hours_later(&app), &Publications::of(&app.store))
        .await
        .expect("a clean-up");
    assert_eq!(
        (
            total(&app.tally("again").await),
            total(&app.tally("other").await)
        ),
        (1, 1)
    );
    let items = app.backend.text("SUBSCRIPTIONS_TABLE");
    assert!(items.contains(phone(7).e164()) && items.contains(phone(8).e164()));
}
