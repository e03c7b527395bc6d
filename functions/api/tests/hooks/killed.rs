//! Senders that die, and messages that are lost or come twice.

use chute_edge::Fault;
use futures::future::join_all;

use crate::{
    receiver::{Got, OK, Receiver},
    test_app::HooksApp,
};

/// A sender that hits the fault at its first call, then at its second, and so on until it makes
/// fewer calls. Its message comes again, or is lost.
async fn the_sender_meets(kind: fn(usize) -> Fault, is_lost: bool) {
    let app = HooksApp::new().await;
    let (mut calls, mut twice) = (0, 0);
    for at in 1.. {
        let (slug, receiver) = (format!("e{at}"), Receiver::new());
        app.event(&slug).await;
        app.hook(&slug, &receiver.address).await;
        receiver.answers(&[OK]);
        let versions = [
            ("2025", app.publish(&slug, "2025").await),
            ("2026", app.publish(&slug, "2026").await),
        ];
        let worker = app.worker(&app.broken);
        app.edge.begin(kind(at));
        app.hand(&worker, &app.waiting()).await;
        let was_reached = app.edge.arrived() >= at;
        app.edge.begin(Fault::None);
        if is_lost {
            app.lose();
            app.clock.go_on(200);
            app.look(&slug).await;
        } else {
            app.clock.go_on(61);
        }
        app.work_until(&slug, i64::MAX).await;
        let got = receiver.got();
        let of = |year: &str| {
            got.iter()
                .map(Got::version)
                .filter(|(of, _)| of == year)
                .map(|(_, version)| version)
                .collect::<Vec<_>>()
        };
        for (year, version) in versions {
            let sent = of(year);
            assert!(
                !sent.is_empty() && sent.iter().all(|sent| *sent == version),
                "{:?}: {year} {sent:?}",
                kind(at)
            );
        }
        // after a sender that died after its call, the next one makes the call again
        assert!(got.len() <= 3, "{:?}: {}", kind(at), got.len());
        twice += got.len() - 2;
        let kept = app.kept(&slug).await;
        assert_eq!(
            (kept.waiting.len(), &kept.lease, kept.failed_attempts),
            (0, &None, 0)
        );
        calls = at;
        if !was_reached {
            break;
        }
    }
    eprintln!(
        "{:?} … {calls}, messages lost: {is_lost}: {twice} sent twice",
        kind(1)
    );
    assert!(calls > 8, "a sender makes more calls than {calls}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_dies_before_every_call() {
    the_sender_meets(|at| Fault::Refuse { from: at }, false).await;
    the_sender_meets(|at| Fault::Refuse { from: at }, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_dies_after_every_call() {
    the_sender_meets(|at| Fault::Die { at }, false).await;
    the_sender_meets(|at| Fault::Die { at }, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_loses_the_answer_of_every_call() {
    the_sender_meets(|at| Fault::Lose { at }, false).await;
}

/// The publisher was killed or the queue did not answer, so no sender knows the version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_that_was_never_enqueued_is_found() {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event("river").await;
    app.hook("river", &receiver.address).await;
    let version = app.publish("river", "2026").await;
    app.lose();
    assert!(!app.look("river").await, "it may still be on its way");
    app.clock.go_on(100);
    assert!(app.look("river").await);
    app.work("river").await;
    assert_eq!(
        receiver.got().iter().map(Got::version).collect::<Vec<_>>(),
        [("2026".to_owned(), version)]
    );
    assert!(!app.look("river").await);
}

/// A queue may deliver a message twice, and many senders work at once: for one event only one of
/// them calls at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_senders_at_once_deliver_it_once() {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event("river").await;
    app.hook("river", &receiver.address).await;
    for round in 0..10 {
        let version = app.publish("river", "2026").await;
        let waiting = app.waiting();
        let workers: Vec<_> = (0..4).map(|_| app.worker(&app.store)).collect();
        join_all(workers.iter().map(|worker| app.hand(worker, &waiting))).await;
        app.work("river").await;
        let got = receiver.got();
        assert_eq!((got.len(), got[0].version().1), (1, version), "{round}");
    }
    assert_eq!(receiver.most_at_once(), 1);
}
