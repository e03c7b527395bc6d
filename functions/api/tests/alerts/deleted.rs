//! A year that is deleted takes its claims along, and the phones in them.

use std::time::Duration;

use chute_domain::{race::Year, stamp::Stamp};
use chute_edge::Fault;
use chute_store::{CleanUp, Tally};

use crate::ground::{EIGHT_S, Ground, QUEUES, YEAR, phone, row, settings, total};

/// A race with claims of all kinds: sent, too late, waiting, and one that was being sent when its sender died.
async fn claimed(ground: &Ground, slug: &str) {
    ground.event(slug, "distance").await;
    for follower in 1..=4 {
        ground.follow(slug, follower, &follower.to_string(), None).await;
    }
    let now_s = ground.clock.now_s();
    let upload = async |at: usize, ago_s: i64| {
        let records = ground.upload(slug, &[row(at, "Finish", now_s - ago_s)]).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    };
    let sender = ground.sender(&ground.store, settings(100));
    upload(1, 0).await;
    ground.send_all(&sender).await;
    // it waits for its texts until it is too late for one of them
    upload(2, 880).await;
    ground.clock.go_on(60);
    ground.send_all(&sender).await;
    upload(3, 0).await;
    let waiting = ground.waiting(QUEUES[0]);
    for at in 1.. {
        ground.edge.begin(Fault::Die { at });
        ground.hand(&ground.sender(&ground.broken, settings(100)), QUEUES[0], &waiting).await;
        ground.edge.begin(Fault::None);
        if ground.claims().iter().any(|claim| claim["fa"]["S"] == "sending") {
            break;
        }
    }
    upload(4, 0).await;
    // that of the one that waits is no message's any more
    for queue in QUEUES {
        let left: Vec<_> = ground.waiting(queue).into_iter().map(|message| message.receipt_handle).collect();
        ground.backend.remove_messages(queue, &left);
    }
    let Tally { waiting, sent, parts, .. } = ground.tally(slug).await;
    assert_eq!((waiting, sent, parts), (2, 1, 1));
}

fn phones_left(ground: &Ground) -> usize {
    let items = ground.backend.text("SUBSCRIPTIONS_TABLE");
    (1..=4).filter(|at| items.contains(phone(*at).e164())).count()
}

fn stamp(ground: &Ground) -> Stamp {
    Stamp::new(ground.clock.now_s().unsigned_abs() * 1_000, "a request")
}

fn hours_later(ground: &Ground) -> CleanUp {
    let now_ms = (ground.clock.now_s() + 3 * 3_600).unsigned_abs() * 1_000;
    CleanUp { removals_a_second: 1_000, ..CleanUp::at(now_ms, Duration::from_secs(60)) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_deleted_year_no_claim_and_no_phone_is_left_wherever_the_clean_up_dies() {
    for kind in [|at| Fault::Refuse { from: at }, |at| Fault::Die { at }, |at| Fault::Lose { at }] {
        let ground = Ground::new().await;
        claimed(&ground, "gone").await;
        ground.store.delete_year("gone", YEAR, stamp(&ground)).await.expect("a delete");
        assert_eq!(phones_left(&ground), 4);
        let run = hours_later(&ground);
        for at in 1.. {
            ground.edge.begin(kind(at));
            let _ = ground.broken.clear_dead_items(&run).await;
            let was_reached = ground.edge.arrived() >= at;
            ground.edge.begin(Fault::None);
            // compared with a count of the claims that are left
            ground.tally("gone").await;
            if !was_reached {
                break;
            }
        }
        assert_eq!((ground.claims().len(), phones_left(&ground)), (0, 0));
        assert_eq!(ground.tally("gone").await, Tally::default());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_year_has_and_what_came_after_the_delete_stays() {
    let ground = Ground::new().await;
    claimed(&ground, "again").await;
    let deleted = stamp(&ground);
    ground.store.delete_year("again", YEAR, deleted).await.expect("a delete");
    ground.clock.go_on(60);
    let born = stamp(&ground);
    let date_time = chute_domain::event_time::EventTime::from_unix(EIGHT_S);
    let year = Year { year: YEAR.to_owned(), date_time, live: true, days_allowed: 2, ..Year::default() };
    assert!(ground.store.add_year("again", "owner", &year, born).await.expect("a year"));
    ground.clock.go_on(60);
    ground.follow("again", 7, "7", None).await;
    let records = ground.upload("again", &[row(7, "Finish", ground.clock.now_s())]).await;
    assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    ground.event("other", "distance").await;
    ground.follow("other", 8, "8", None).await;
    let records = ground.upload("other", &[row(8, "Finish", ground.clock.now_s())]).await;
    assert!(ground.deliver(&ground.select(&ground.store), &records).await);

    assert_eq!((total(&ground.tally("again").await), total(&ground.tally("other").await)), (5, 1));

    ground.store.clear_dead_items(&hours_later(&ground)).await.expect("a clean-up");
    assert_eq!((total(&ground.tally("again").await), total(&ground.tally("other").await)), (1, 1));
    let items = ground.backend.text("SUBSCRIPTIONS_TABLE");
    assert!(items.contains(phone(7).e164()) && items.contains(phone(8).e164()));
}
