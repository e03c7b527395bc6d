//! Senders that die, and messages that are lost or come twice.

use chute_edge::Fault;
use futures::future::join_all;

use crate::{
    ground::Ground,
    receiver::{Got, OK, Receiver},
};

/// A sender that meets the fault at its first call, then at its second, until it does not get that far any more. Its message comes again, or is lost.
async fn the_sender_meets(kind: fn(usize) -> Fault, is_lost: bool) {
    let ground = Ground::new().await;
    let (mut calls, mut twice) = (0, 0);
    for at in 1.. {
        let (slug, receiver) = (format!("e{at}"), Receiver::new());
        ground.event(&slug).await;
        ground.hook(&slug, &receiver.address).await;
        receiver.answers(&[OK]);
        let versions = [("2025", ground.publish(&slug, "2025").await), ("2026", ground.publish(&slug, "2026").await)];
        let worker = ground.worker(&ground.broken);
        ground.edge.begin(kind(at));
        ground.hand(&worker, &ground.waiting()).await;
        let was_reached = ground.edge.arrived() >= at;
        ground.edge.begin(Fault::None);
        if is_lost {
            ground.lose();
            ground.go_on(200);
            ground.look(&slug).await;
        } else {
            ground.go_on(61);
        }
        ground.work_until(&slug, i64::MAX).await;
        let got = receiver.got();
        let of = |year: &str| got.iter().map(Got::version).filter(|(of, _)| of == year).map(|(_, version)| version).collect::<Vec<_>>();
        for (year, version) in versions {
            let told = of(year);
            assert!(!told.is_empty() && told.iter().all(|told| *told == version), "{:?}: {year} {told:?}", kind(at));
        }
        // who died in between is followed by one who tells it once more
        assert!(got.len() <= 3, "{:?}: {}", kind(at), got.len());
        twice += got.len() - 2;
        let kept = ground.kept(&slug).await;
        assert_eq!((kept.waiting.len(), &kept.turn, kept.tries), (0, &None, 0));
        calls = at;
        if !was_reached {
            break;
        }
    }
    eprintln!("{:?} … {calls}, messages lost: {is_lost}: {twice} told twice", kind(1));
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

/// The publisher was killed, or the queue did not answer: nobody has heard of the version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_nobody_heard_of_is_found() {
    let (ground, receiver) = (Ground::new().await, Receiver::new());
    ground.event("river").await;
    ground.hook("river", &receiver.address).await;
    let version = ground.publish("river", "2026").await;
    ground.lose();
    assert!(!ground.look("river").await, "it may still be on its way");
    ground.go_on(100);
    assert!(ground.look("river").await);
    ground.work("river").await;
    assert_eq!(receiver.got().iter().map(Got::version).collect::<Vec<_>>(), [("2026".to_owned(), version)]);
    assert!(!ground.look("river").await);
}

/// A queue may hand out a message twice, and many senders work at once: of an event one tells at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_senders_at_once_tell_it_once() {
    let (ground, receiver) = (Ground::new().await, Receiver::new());
    ground.event("river").await;
    ground.hook("river", &receiver.address).await;
    for round in 0..10 {
        let version = ground.publish("river", "2026").await;
        let waiting = ground.waiting();
        let workers: Vec<_> = (0..4).map(|_| ground.worker(&ground.store)).collect();
        join_all(workers.iter().map(|worker| ground.hand(worker, &waiting))).await;
        ground.work("river").await;
        let got = receiver.got();
        assert_eq!((got.len(), got[0].version().1), (1, version), "{round}");
    }
    assert_eq!(receiver.most_at_once(), 1);
}
