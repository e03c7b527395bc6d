//! Workers that die.

use chute_edge::Fault;
use chute_store::Tally;

use crate::test_app::{AlertsApp, QUEUES, Texts, row, settings, total};

/// Two runners, a finish and a split, three followers: three alerts of the finish, one of the
/// split.
async fn small(app: &AlertsApp, slug: &str) -> Vec<serde_json::Value> {
    app.event(slug, "distance").await;
    for follower in 1..=3 {
        app.follow(slug, follower, "1", None).await;
    }
    app.follow(slug, 4, "", Some(("ana", "RuizC"))).await;
    let now_s = app.clock.now_s();
    app.upload(slug, &[row(2, "Mile 3", now_s), row(1, "Finish", now_s)])
        .await
}

/// Checks that in the end each alert was sent at most once, and that it is known which were not.
fn check(app: &AlertsApp, slug: &str, before: &Texts, tally: &Tally, at_once: u64, what: &str) {
    let texts = app.texts();
    let new: Texts = texts
        .into_iter()
        .map(|(text, times)| (text.clone(), times - before.get(&text).unwrap_or(&0)))
        .collect();
    assert!(
        new.values().all(|times| *times <= 1),
        "{what}: a second text: {new:?}"
    );
    let new: usize = new.values().sum();
    assert_eq!((tally.waiting, total(tally)), (0, 4), "{what}: {tally:?}");
    let sent = usize::try_from(tally.sent).expect("few");
    let doubtful = usize::try_from(tally.doubtful).expect("few");
    assert!(
        (sent..=sent + doubtful).contains(&new),
        "{what} {slug}: {new} texts, {tally:?}"
    );
    assert!(
        tally.doubtful <= at_once,
        "{what}: only those at work are in doubt: {tally:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_selector_dies_at_every_call() {
    let app = AlertsApp::new().await;
    for kind in [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ] {
        for at in 1.. {
            let fault = kind(at);
            let slug = format!(
                "s{at}{}",
                format!("{fault:?}")
                    .to_lowercase()
                    .chars()
                    .take(3)
                    .collect::<String>()
            );
            let app = &app;
            let records = small(app, &slug).await;
            let before = app.texts();
            app.edge.begin(fault);
            app.deliver(&app.select(&app.broken), &records).await;
            let was_reached = app.edge.arrived() >= at;
            app.edge.begin(Fault::None);
            app.tally(&slug).await;
            // the stream repeats a failed batch, and sometimes a successful one, in parts and in
            // another order
            let select = app.select(&app.store);
            assert!(app.deliver(&select, &records).await);
            for record in records.iter().rev() {
                assert!(app.deliver(&select, std::slice::from_ref(record)).await);
            }
            let sender = app.sender(&app.store, settings(100));
            app.send_all(&sender).await;
            let tally = app.tally(&slug).await;
            check(app, &slug, &before, &tally, 0, &format!("{fault:?}"));
            assert_eq!(tally.sent, 4, "{fault:?}: {tally:?}");
            if !was_reached {
                break;
            }
        }
    }
}

/// A sender hits the fault at its first call, then at its second, and so on until it makes fewer
/// calls. At one part a second alerts are sent one at a time, at a hundred all three finishes
/// together.
async fn the_sender_meets(kind: fn(usize) -> Fault, (parts_a_second, at_once): (u32, u64)) {
    let app = &AlertsApp::new().await;
    let (mut doubtful, mut calls) = (0, 0);
    for at in 1.. {
        let fault = kind(at);
        let slug = format!("d{at}");
        let records = small(app, &slug).await;
        let before = app.texts();
        assert!(app.deliver(&app.select(&app.store), &records).await);
        let sender = app.sender(&app.broken, settings(parts_a_second));
        app.edge.begin(fault);
        for queue in QUEUES {
            let waiting = app.waiting(queue);
            app.hand(&sender, queue, &waiting).await;
        }
        let was_reached = app.edge.arrived() >= at;
        app.edge.begin(Fault::None);
        app.tally(&slug).await;
        let sender = app.sender(&app.store, settings(parts_a_second));
        app.send_all(&sender).await;
        let tally = app.settle(&slug).await;
        check(app, &slug, &before, &tally, at_once, &format!("{fault:?}"));
        doubtful += tally.doubtful;
        calls = at;
        if !was_reached {
            break;
        }
    }
    eprintln!(
        "{:?} … {calls}: {doubtful} doubtful of {} alerts",
        kind(1),
        calls * 4
    );
    assert!(calls > 20, "a sender makes more calls than {calls}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_dies_before_every_call() {
    the_sender_meets(|at| Fault::Refuse { from: at }, (1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_dies_after_every_call() {
    the_sender_meets(|at| Fault::Die { at }, (1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_loses_the_answer_of_every_call() {
    the_sender_meets(|at| Fault::Lose { at }, (1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_of_several_at_once_dies_after_every_call() {
    the_sender_meets(|at| Fault::Die { at }, (100, 3)).await;
}
