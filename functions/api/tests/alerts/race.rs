//! A race with many followers: order, rate, freshness; records three times, batches reordered and split.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chute_api::workers::alerts::{
    Clock, MachineClock,
    send::{self, Batch},
};
use chute_domain::{
    alert::Reason,
    budget::{Budgets, Usage},
};
use chute_edge::Fault;
use serde_json::Value;

use crate::{
    ground::{EIGHT_S, Ground, QUEUES, row, settings, total},
    number,
};

/// Finishes, and as many splits.
const EACH: usize = 8;

fn field(claim: &Value, name: &str) -> u64 {
    claim[name]["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {name}: {claim}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_is_told_once_and_in_order_whatever_comes_again() {
    let ground = Ground::new().await;
    let alerts = number("CHUTE_ALERTS", 60);
    let runners = alerts.div_ceil(3);
    ground.event("race", "distance").await;
    for runner in 0..runners {
        ground.follow("race", runner, &runner.to_string(), None).await;
    }
    let mut records = Vec::new();
    for some in (0..runners).collect::<Vec<_>>().chunks(200) {
        let rows: Vec<_> = some
            .iter()
            .flat_map(|at| {
                let ago = i64::try_from(at % 300).expect("small");
                ["Mile 3", "Mile 5", "Finish"].map(|segment| row(*at, segment, EIGHT_S - ago))
            })
            .collect();
        records.extend(ground.upload("race", &rows).await);
    }
    let select = ground.select(&ground.store);
    // as it comes; then backwards and in small parts; then every second one by another instance
    for some in records.chunks(1_000) {
        assert!(ground.deliver(&select, some).await);
    }
    let backwards: Vec<Value> = records.iter().rev().cloned().collect();
    for some in backwards.chunks(7) {
        assert!(ground.deliver(&select, some).await);
    }
    let seconds: Vec<Value> = records.iter().step_by(2).cloned().collect();
    assert!(ground.deliver(&ground.select(&ground.store), &seconds).await);

    for queue in QUEUES {
        for message in ground.waiting(queue) {
            assert!(
                !message.body.contains("55500000") && !message.body.contains("Ruiz") && !message.body.contains("person-"),
                "{}",
                message.body
            );
        }
    }
    let plenty = Usage { texts: u64::MAX / 4, micros: i64::MAX.unsigned_abs() / 4 };
    let paid = send::Settings { budgets: Budgets { year: plenty, day: plenty, month: plenty }, ..settings(100) };
    ground.send_all(&ground.sender(&ground.store, paid)).await;
    let tally = ground.settle("race").await;
    assert_eq!((tally.sent, total(&tally), tally.waiting), (3 * runners as u64, 3 * runners as u64, 0), "{tally:?}");
    let texts = ground.texts();
    assert_eq!((texts.len(), texts.values().all(|times| *times == 1)), (3 * runners, true));
    assert!(texts.keys().all(|(_, text)| text.len() <= 160 && text.ends_with("Reply STOP to end.")));

    // what came again later finds everything settled, and no phone is left
    assert!(ground.deliver(&select, &records).await);
    assert!(QUEUES.iter().all(|queue| ground.waiting(queue).is_empty()));
    let claims = ground.claims();
    assert!(claims.iter().all(|claim| claim.get("tg").is_none()), "a phone is left in a claim");
    let mut finishes: Vec<_> =
        claims.iter().filter(|claim| claim["pr"]["S"] == "finish").map(|claim| (field(claim, "st"), field(claim, "mo"))).collect();
    finishes.sort_unstable();
    // at a hundred a second ten are at work at once
    let is_behind = |pair: &[(u64, u64)]| pair[1].1 + 1 >= pair[0].1;
    let in_order = finishes.windows(2).filter(|pair| is_behind(pair)).count();
    assert!(in_order * 10 >= finishes.len().saturating_sub(1) * 8, "{finishes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_are_counted_once_however_many_make_and_send_them_at_once() {
    let ground = Ground::new().await;
    ground.event("crowd", "distance").await;
    for runner in 0..60 {
        ground.follow("crowd", runner, &(runner % 4).to_string(), None).await;
    }
    let rows: Vec<_> = (0..4).flat_map(|at| ["Mile 3", "Finish"].map(|segment| row(at, segment, EIGHT_S))).collect();
    let records = ground.upload("crowd", &rows).await;
    let selects = [ground.select(&ground.store), ground.select(&ground.store), ground.select(&ground.store)];
    // each in another order, so that they meet in the middle
    let parts: Vec<Vec<Value>> =
        vec![records.clone(), records.iter().rev().cloned().collect(), records[4..].iter().chain(&records[..4]).cloned().collect()];
    let done = futures::future::join_all(selects.iter().zip(&parts).map(|(select, records)| ground.deliver(select, records))).await;
    for (select, done) in selects.iter().zip(done) {
        assert!(done || ground.deliver(select, &records).await, "what met others is done when it comes again");
    }
    assert_eq!(ground.tally("crowd").await.waiting, 120);
    let senders = [ground.sender(&ground.store, settings(100)), ground.sender(&ground.store, settings(100))];
    for queue in QUEUES {
        let messages = ground.waiting(queue);
        for some in messages.chunks(10) {
            // the same messages come to both
            futures::future::join_all(senders.iter().map(|sender| ground.hand(sender, queue, some))).await;
        }
    }
    ground.send_all(&senders[0]).await;
    let tally = ground.settle("crowd").await;
    assert_eq!((tally.sent, total(&tally), tally.parts), (120, 120, 120), "{tally:?}");
    assert!(ground.texts().values().all(|times| *times == 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_carriers_rate_is_kept_and_what_is_too_late_is_dropped() {
    for (rate, expected) in [(1, 20), (3, 36), (100, 36)] {
        let ground = Ground::new().await;
        ground.event("rate", "distance").await;
        for runner in 0..36 {
            ground.follow("rate", runner, &runner.to_string(), None).await;
        }
        // all of them may be told for twenty seconds more
        let rows: Vec<_> = (0..36).map(|at| row(at, "Finish", EIGHT_S - 880)).collect();
        let records = ground.upload("rate", &rows).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
        ground.send_all(&ground.sender(&ground.store, settings(rate))).await;
        let tally = ground.tally("rate").await;
        assert_eq!((tally.waiting, total(&tally), tally.doubtful + tally.dead), (0, 36, 0), "{tally:?}");
        assert!(tally.sent.abs_diff(expected) <= 1, "{rate} a second: {tally:?}");
        assert_eq!(tally.suppressed.get(&Reason::TooLate).copied().unwrap_or_default(), 36 - tally.sent);
        let claims = ground.claims();
        let mut sent: Vec<u64> = claims.iter().filter(|claim| claim["fa"]["S"] == "sent").map(|claim| field(claim, "st")).collect();
        sent.sort_unstable();
        let seconds: HashSet<u64> = sent.iter().map(|ms| ms / 1_000).collect();
        let most =
            seconds.iter().map(|second| sent.iter().filter(|ms| (second * 1_000..second * 1_000 + 1_000).contains(*ms)).count()).max();
        // a turn may begin a second that the one before ended
        assert!(most.unwrap_or_default() <= rate as usize + 1, "{rate} a second: {most:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finishes_go_before_splits_while_both_queues_are_worked_off() {
    let ground = Ground::new().await;
    ground.event("both", "distance").await;
    let now_s = i64::try_from(MachineClock.now_us() / 1_000_000).expect("a time");
    for runner in 0..EACH {
        ground.follow("both", runner, &runner.to_string(), None).await;
    }
    // splits are older, and claimed before
    for (segment, ago_s) in [("Mile 3", 60), ("Finish", 1)] {
        let rows: Vec<_> = (0..EACH).map(|at| row(at, segment, now_s - ago_s)).collect();
        let records = ground.upload("both", &rows).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    }
    // a worker at each queue, as on AWS, by the real clock: between two turns there is half a second
    let sent = QUEUES.map(async |queue| {
        let sender = send::Worker::new(ground.store.clone(), settings(2), Arc::new(MachineClock));
        if queue == QUEUES[1] {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        while let messages = ground.waiting(queue)
            && !messages.is_empty()
        {
            let messages = messages.into_iter().take(10).collect();
            let stop_us = MachineClock.now_us() + 50_000_000;
            let again = sender.run(Batch { messages: Vec::clone(&messages) }, stop_us).await.batch_item_failures;
            let done = messages.iter().filter(|message| again.iter().all(|item| item.item_identifier != message.message_id));
            ground.backend.remove_messages(queue, &done.map(|message| message.message_id.parse().expect("a number")).collect());
        }
    });
    futures::future::join_all(sent).await;
    assert_eq!(ground.tally("both").await.sent, 2 * EACH as u64);
    let claims = ground.claims();
    let of =
        |priority: &str| claims.iter().filter(|claim| claim["pr"]["S"] == priority).map(|claim| field(claim, "st")).collect::<Vec<_>>();
    let last_finish = of("finish").into_iter().max().expect("finishes");
    let before = of("split").into_iter().filter(|began_ms| *began_ms < last_finish).count();
    // a machine that stands still for half a second gives a turn away
    assert!(before <= 1, "{before} of {EACH} splits went before the last finish");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn splits_ask_for_their_turns_no_more_often_than_finishes() {
    let ground = Ground::new().await;
    let mut calls = Vec::new();
    for (slug, segment) in [("finishes", "Finish"), ("splits", "Mile 3")] {
        ground.event(slug, "distance").await;
        for runner in 0..40 {
            ground.follow(slug, runner, &runner.to_string(), None).await;
        }
        let rows: Vec<_> = (0..40).map(|at| row(at, segment, ground.clock.now_s())).collect();
        let records = ground.upload(slug, &rows).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
        let sender = ground.sender(&ground.broken, settings(100));
        ground.edge.begin(Fault::None);
        ground.send_all(&sender).await;
        assert_eq!(ground.tally(slug).await.sent, 40);
        calls.push(ground.edge.counts().total());
    }
    assert!(calls[1] <= calls[0] + 40, "{calls:?}: one more each at most");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_texts_share_a_turn_and_what_it_costs() {
    let ground = Ground::new().await;
    // of splits five, since no finish waits longer than a tenth of a second for them
    for (slug, segment, batches) in [("finishes", "Finish", 4), ("splits", "Mile 3", 8)] {
        ground.event(slug, "distance").await;
        for runner in 0..40 {
            ground.follow(slug, runner, &runner.to_string(), None).await;
        }
        let rows: Vec<_> = (0..40).map(|at| row(at, segment, ground.clock.now_s())).collect();
        let records = ground.upload(slug, &rows).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
        ground.edge.begin(Fault::None);
        ground.send_all(&ground.sender(&ground.broken, settings(100))).await;
        assert_eq!(ground.tally(slug).await.sent, 40);
        let updates = ground.edge.counts().calls["UpdateItem"];
        // the mark of each; of each batch the turn, asked for twice where nobody has had one lately, and three budgets
        assert!((40 + batches * 4..=40 + batches * 5).contains(&updates), "{slug}: {updates} writes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_are_apart_and_finishes_reserve_theirs() {
    let ground = Ground::new().await;
    let take = async |parts, rate, now_us, latest_us| ground.store.take_turn(parts, rate, now_us, latest_us).await.expect("the table");
    assert_eq!(take(1, 3, 1_000_000, 1_000_000).await, Some(1_000_000));
    assert_eq!(take(1, 3, 1_000_000, 9_000_000).await, Some(1_333_334), "a third of a second later");
    assert_eq!(take(2, 3, 1_000_000, 9_000_000).await, Some(1_666_668));
    assert_eq!(take(1, 3, 1_000_000, 9_000_000).await, Some(2_333_335), "after both parts");
    assert_eq!(take(1, 3, 2_000_000, 2_000_000).await, None, "a split reserves nothing");
    assert_eq!(take(1, 3, 2_000_000, 2_500_000).await, None, "nor is a turn taken that is too late");
    assert_eq!(take(1, 3, 2_666_669, 2_666_669).await, Some(2_666_669), "when nobody has it, a split takes it");
    let many = futures::future::join_all((0..20).map(|_| take(1, 100, 10_000_000, 60_000_000))).await;
    let apart: HashSet<u64> = many.into_iter().flatten().collect();
    assert_eq!(apart, (0..20).map(|at| 10_000_000 + at * 10_000).collect(), "each its own");
}
