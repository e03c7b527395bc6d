//! A race with many followers: order, rate and freshness, while records come three times, batches
//! are reordered and split, and workers die.

use std::{
    collections::HashSet,
    ops::{Range, RangeInclusive},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chute_api::workers::alerts::{Clock, send};
use chute_domain::{
    alert::Reason,
    budget::{Budgets, Usage},
    race::Slug,
};
use chute_edge::{Counts, Fault};
use futures::channel::oneshot;
use serde_json::Value;

use crate::{
    number,
    test_app::{AlertsApp, EIGHT_S, QUEUES, YEAR, row, settings, total},
};

/// The number of finishes, and of splits.
const EACH: usize = 8;

fn field(claim: &Value, name: &str) -> u64 {
    claim[name]["N"]
        .as_str()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("no {name}: {claim}"))
}

/// Follows these runners and uploads two splits and the finish of each, timed by `moment_s`.
/// Returns the stream's records.
async fn passages(
    app: &AlertsApp,
    slug: &str,
    runners: Range<usize>,
    moment_s: impl Fn(usize) -> i64,
) -> Vec<Value> {
    let mut records = Vec::new();
    for runner in runners.clone() {
        app.follow(slug, runner, &runner.to_string(), None).await;
    }
    for some in runners.collect::<Vec<_>>().chunks(200) {
        let rows: Vec<_> = some
            .iter()
            .flat_map(|at| {
                ["Mile 3", "Mile 5", "Finish"].map(|segment| row(*at, segment, moment_s(*at)))
            })
            .collect();
        records.extend(app.upload(slug, &rows).await);
    }
    records
}

/// A sender with unlimited budgets.
fn paid() -> send::Settings {
    let plenty = Usage {
        texts: u64::MAX / 4,
        micros: i64::MAX.unsigned_abs() / 4,
    };
    send::Settings {
        budgets: Budgets {
            year: plenty,
            day: plenty,
            month: plenty,
        },
        ..settings(100)
    }
}

fn backwards(records: &[Value]) -> Vec<Value> {
    records.iter().rev().cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_is_told_once_and_in_order_whatever_comes_again() {
    let app = AlertsApp::new().await;
    let runners = number("CHUTE_ALERTS", 60).div_ceil(3);
    app.event("race", "distance").await;
    let ago = |at: usize| i64::try_from(at % 300).expect("small");
    let records = passages(&app, "race", 0..runners, |at| EIGHT_S - ago(at)).await;
    let select = app.select(&app.store);
    // in order; then backwards and in small parts; then every second one to another instance
    for some in records.chunks(1_000) {
        assert!(app.deliver(&select, some).await);
    }
    for some in backwards(&records).chunks(7) {
        assert!(app.deliver(&select, some).await);
    }
    let seconds: Vec<Value> = records.iter().step_by(2).cloned().collect();
    assert!(app.deliver(&app.select(&app.store), &seconds).await);

    app.send(paid()).await;
    let tally = app.settle("race").await;
    assert_eq!(
        (tally.sent, total(&tally), tally.waiting),
        (3 * runners as u64, 3 * runners as u64, 0),
        "{tally:?}"
    );
    let texts = app.texts();
    assert_eq!(
        (texts.len(), texts.values().all(|times| *times == 1)),
        (3 * runners, true)
    );
    assert!(
        texts
            .keys()
            .all(|(_, text)| text.len() <= 160 && text.ends_with("Reply STOP to end."))
    );

    // a late repeat finds everything settled, and no phone number is still stored
    assert!(app.deliver(&select, &records).await);
    assert!(QUEUES.iter().all(|queue| app.waiting(queue).is_empty()));
    let claims = app.claims();
    assert!(
        claims.iter().all(|claim| claim.get("tg").is_none()),
        "a phone is left in a claim"
    );
    let mut finishes: Vec<_> = claims
        .iter()
        .filter(|claim| claim["pr"]["S"] == "finish")
        .map(|claim| (field(claim, "st"), field(claim, "mo")))
        .collect();
    finishes.sort_unstable();
    // at a hundred a second ten are sent at once
    let is_behind = |pair: &[(u64, u64)]| pair[1].1 + 1 >= pair[0].1;
    let in_order = finishes.windows(2).filter(|pair| is_behind(pair)).count();
    assert!(
        in_order * 10 >= finishes.len().saturating_sub(1) * 8,
        "{finishes:?}"
    );
}

/// Deaths at the first call, the second and so on, until no worker makes that many calls; then with
/// the next kind of fault, and so on in a cycle.
struct Deaths {
    kind: usize,
    at: usize,
}

impl Deaths {
    const KINDS: [fn(usize) -> Fault; 3] = [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ];

    fn begin(&mut self, app: &AlertsApp) {
        self.at += 1;
        app.edge.begin(Self::KINDS[self.kind](self.at));
    }

    fn end(&mut self, app: &AlertsApp) {
        if app.edge.arrived() < self.at {
            *self = Self {
                kind: (self.kind + 1) % Self::KINDS.len(),
                at: 0,
            };
        }
        app.edge.begin(Fault::None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_is_told_once_wherever_its_workers_die() {
    let app = AlertsApp::new().await;
    app.event("race", "distance").await;
    // the first ones die while a text is being sent, so that this happens even in a short race
    let (mut selectors, mut senders) = (Deaths { kind: 1, at: 4 }, Deaths { kind: 1, at: 12 });
    // when senders that died were at work, in unix milliseconds
    let mut deaths: Vec<RangeInclusive<u64>> = Vec::new();
    let now_ms = || app.clock.now_ms();
    let runners: Vec<usize> = (0..number("CHUTE_ALERTS", 60).div_ceil(3)).collect();
    // few enough at a time that none is too late once the dead senders are given up
    for some in runners.chunks(20) {
        let now_s = app.clock.now_s();
        let records = passages(&app, "race", some[0]..some[0] + some.len(), |_| now_s).await;
        // in order, to one that dies; then backwards and in small parts, each to its own; then to
        // another
        selectors.begin(&app);
        app.deliver(&app.select(&app.broken), &records).await;
        selectors.end(&app);
        for some in backwards(&records).chunks(7) {
            assert!(app.deliver(&app.select(&app.store), some).await);
        }
        assert!(app.deliver(&app.select(&app.store), &records).await);
        for queue in QUEUES {
            while let Some(some) = app.waiting(queue).chunks(10).next() {
                let began_ms = now_ms();
                senders.begin(&app);
                app.hand(&app.sender(&app.broken, paid()), queue, some)
                    .await;
                senders.end(&app);
                deaths.push(began_ms..=now_ms());
                app.clock.go_on(1);
                // to one that stays alive, until the texts of the dead ones are given up
                let ids: HashSet<&str> = some
                    .iter()
                    .map(|message| message.message_id.as_str())
                    .collect();
                for _ in 0..5 {
                    let mut again = app.waiting(queue);
                    again.retain(|message| ids.contains(message.message_id.as_str()));
                    if app
                        .hand(&app.sender(&app.store, paid()), queue, &again)
                        .await
                        > 0
                    {
                        app.clock.go_on(35);
                    }
                }
            }
        }
        assert_eq!(
            app.store
                .alert_tally(&Slug::new("race").year(YEAR))
                .await
                .expect("a tally")
                .waiting,
            0
        );
    }
    let tally = app.tally("race").await;
    let alerts = 3 * runners.len();
    let [sent, doubtful] =
        [tally.sent, tally.doubtful].map(|count| usize::try_from(count).expect("few"));
    assert_eq!(
        (sent + doubtful, total(&tally)),
        (alerts, alerts as u64),
        "each has an outcome: {tally:?}"
    );
    let texts = app.texts();
    assert!(texts.values().all(|times| *times == 1), "a second text");
    assert!(
        (sent..=sent + doubtful).contains(&texts.len()),
        "{} texts, {tally:?}",
        texts.len()
    );
    for claim in app
        .claims()
        .iter()
        .filter(|claim| claim["fa"]["S"] == "doubtful")
    {
        let began_ms = field(claim, "st");
        assert!(
            deaths.iter().any(|death| death.contains(&began_ms)),
            "nobody died over {claim}"
        );
    }
    eprintln!(
        "{alerts} alerts, {} senders that died: {sent} sent, {doubtful} doubtful, {} texts",
        deaths.len(),
        texts.len()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_are_counted_once_however_many_make_and_send_them_at_once() {
    let app = AlertsApp::new().await;
    app.event("crowd", "distance").await;
    for runner in 0..60 {
        app.follow("crowd", runner, &(runner % 4).to_string(), None)
            .await;
    }
    let rows: Vec<_> = (0..4)
        .flat_map(|at| ["Mile 3", "Finish"].map(|segment| row(at, segment, EIGHT_S)))
        .collect();
    let records = app.upload("crowd", &rows).await;
    let selects = [
        app.select(&app.store),
        app.select(&app.store),
        app.select(&app.store),
    ];
    // each in another order, so that they meet in the middle
    let parts: Vec<Vec<Value>> = vec![
        records.clone(),
        records.iter().rev().cloned().collect(),
        records[4..].iter().chain(&records[..4]).cloned().collect(),
    ];
    let done = futures::future::join_all(
        selects
            .iter()
            .zip(&parts)
            .map(|(select, records)| app.deliver(select, records)),
    )
    .await;
    for (select, done) in selects.iter().zip(done) {
        assert!(
            done || app.deliver(select, &records).await,
            "what met others is done when it comes again"
        );
    }
    assert_eq!(app.tally("crowd").await.waiting, 120);
    let senders = [
        app.sender(&app.store, settings(100)),
        app.sender(&app.store, settings(100)),
    ];
    for queue in QUEUES {
        let messages = app.waiting(queue);
        for some in messages.chunks(10) {
            // the same messages come to both
            futures::future::join_all(senders.iter().map(|sender| app.hand(sender, queue, some)))
                .await;
        }
    }
    app.send_all(&senders[0]).await;
    let tally = app.settle("crowd").await;
    assert_eq!(
        (tally.sent, total(&tally), tally.parts),
        (120, 120, 120),
        "{tally:?}"
    );
    assert!(app.texts().values().all(|times| *times == 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_carriers_rate_is_kept_and_what_is_too_late_is_dropped() {
    for (rate, expected) in [(1, 20), (3, 36), (100, 36)] {
        let app = AlertsApp::new().await;
        app.event("rate", "distance").await;
        for runner in 0..36 {
            app.follow("rate", runner, &runner.to_string(), None).await;
        }
        // twenty seconds later it is too late for all of them
        let rows: Vec<_> = (0..36).map(|at| row(at, "Finish", EIGHT_S - 880)).collect();
        app.select_rows("rate", &rows).await;
        app.send(settings(rate)).await;
        let tally = app.tally("rate").await;
        assert_eq!(
            (tally.waiting, total(&tally), tally.doubtful + tally.dead),
            (0, 36, 0),
            "{tally:?}"
        );
        assert!(
            tally.sent.abs_diff(expected) <= 1,
            "{rate} a second: {tally:?}"
        );
        assert_eq!(
            tally
                .suppressed
                .get(&Reason::TooLate)
                .copied()
                .unwrap_or_default(),
            36 - tally.sent
        );
        let claims = app.claims();
        let mut sent: Vec<u64> = claims
            .iter()
            .filter(|claim| claim["fa"]["S"] == "sent")
            .map(|claim| field(claim, "st"))
            .collect();
        sent.sort_unstable();
        let seconds: HashSet<u64> = sent.iter().map(|ms| ms / 1_000).collect();
        let most = seconds
            .iter()
            .map(|second| {
                sent.iter()
                    .filter(|ms| (second * 1_000..second * 1_000 + 1_000).contains(*ms))
                    .count()
            })
            .max();
        // a turn may begin in the same second in which the previous one ended
        assert!(
            most.unwrap_or_default() <= rate as usize + 1,
            "{rate} a second: {most:?}"
        );
    }
}

/// A clock for several workers, which stands still while one of them works: their work takes no
/// time, on however slow a machine, and what they wait for comes in its order.
#[derive(Debug)]
struct Shared(Mutex<Waiting>);

#[derive(Debug)]
struct Waiting {
    now_us: u64,
    /// The workers that neither wait nor have ended.
    at_work: usize,
    moments: Vec<(u64, oneshot::Sender<()>)>,
}

impl Shared {
    fn at(now_us: u64, workers: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Waiting {
            now_us,
            at_work: workers,
            moments: Vec::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a worker has ended.
    fn end(&self) {
        self.lock().rest();
    }
}

impl Waiting {
    /// One worker fewer is at work. After the last one, the clock advances to the first moment that
    /// somebody waits for.
    fn rest(&mut self) {
        self.at_work -= 1;
        if self.at_work > 0 {
            return;
        }
        let Some(first_us) = self.moments.iter().map(|(us, _)| *us).min() else {
            return;
        };
        self.now_us = first_us;
        for (_, wake) in self.moments.extract_if(.., |(us, _)| *us == first_us) {
            self.at_work += 1;
            wake.send(()).expect("a worker that waits");
        }
    }
}

impl Clock for Shared {
    fn now_us(&self) -> u64 {
        self.lock().now_us
    }

    fn until(&self, us: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let woken = {
                let mut waiting = self.lock();
                if us <= waiting.now_us {
                    return;
                }
                let (wake, woken) = oneshot::channel();
                waiting.moments.push((us, wake));
                waiting.rest();
                woken
            };
            woken.await.expect("a clock that goes on");
        })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finishes_go_before_splits_while_both_queues_are_worked_off() {
    let app = AlertsApp::new().await;
    app.event("both", "distance").await;
    for runner in 0..EACH {
        app.follow("both", runner, &runner.to_string(), None).await;
    }
    // the splits are older and are claimed first
    for (segment, ago_s) in [("Mile 3", 60), ("Finish", 1)] {
        let rows: Vec<_> = (0..EACH)
            .map(|at| row(at, segment, EIGHT_S - ago_s))
            .collect();
        app.select_rows("both", &rows).await;
    }
    // one worker per queue, as on AWS: there is half a second between two turns
    let begun_us = app.clock.now_us();
    let clock = Shared::at(begun_us, QUEUES.len());
    let sent = QUEUES.map(async |queue| {
        let sender = send::Worker::new(app.store.clone(), settings(2), clock.clone());
        if queue == QUEUES[1] {
            clock.until(begun_us + 200_000).await;
        }
        while let messages = app.waiting(queue)
            && !messages.is_empty()
        {
            let messages: Vec<_> = messages.into_iter().take(10).collect();
            app.hand_until(&sender, queue, &messages, clock.now_us() + 50_000_000)
                .await;
        }
        clock.end();
    });
    futures::future::join_all(sent).await;
    assert_eq!(app.tally("both").await.sent, 2 * EACH as u64);
    let claims = app.claims();
    let of = |priority: &str| {
        claims
            .iter()
            .filter(|claim| claim["pr"]["S"] == priority)
            .map(|claim| field(claim, "st"))
            .collect::<Vec<_>>()
    };
    let (finishes, splits) = (of("finish"), of("split"));
    assert!(
        finishes.iter().max() < splits.iter().min(),
        "{finishes:?} and {splits:?}"
    );
}

/// Sends forty texts of a segment. Returns the calls that this took.
async fn forty(app: &AlertsApp, slug: &str, segment: &str) -> Counts {
    app.event(slug, "distance").await;
    for runner in 0..40 {
        app.follow(slug, runner, &runner.to_string(), None).await;
    }
    let rows: Vec<_> = (0..40)
        .map(|at| row(at, segment, app.clock.now_s()))
        .collect();
    app.select_rows(slug, &rows).await;
    app.edge.begin(Fault::None);
    app.send_all(&app.sender(&app.broken, settings(100))).await;
    assert_eq!(app.tally(slug).await.sent, 40);
    app.edge.counts()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn splits_ask_for_their_turns_no_more_often_than_finishes() {
    let app = AlertsApp::new().await;
    let finishes = forty(&app, "finishes", "Finish").await.total();
    let splits = forty(&app, "splits", "Mile 3").await.total();
    assert!(
        splits <= finishes + 40,
        "{finishes} and {splits}: one more each at most"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_texts_share_a_turn_and_what_it_costs() {
    let app = AlertsApp::new().await;
    // splits go in batches of five, so that no finish waits more than a tenth of a second for them
    for (slug, segment, batches) in [("finishes", "Finish", 4), ("splits", "Mile 3", 8)] {
        let updates = forty(&app, slug, segment).await.calls["UpdateItem"];
        // a mark for each text; for each batch three budgets and the turn, which takes two requests
        // if there was none recently
        assert!(
            (40 + batches * 4..=40 + batches * 5).contains(&updates),
            "{slug}: {updates} writes"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_are_apart_and_finishes_reserve_theirs() {
    let app = AlertsApp::new().await;
    let take = async |parts, rate, now_us, latest_us| {
        app.store
            .take_turn(parts, rate, now_us, latest_us)
            .await
            .expect("the table")
    };
    assert_eq!(take(1, 3, 1_000_000, 1_000_000).await, Some(1_000_000));
    assert_eq!(
        take(1, 3, 1_000_000, 9_000_000).await,
        Some(1_333_334),
        "a third of a second later"
    );
    assert_eq!(take(2, 3, 1_000_000, 9_000_000).await, Some(1_666_668));
    assert_eq!(
        take(1, 3, 1_000_000, 9_000_000).await,
        Some(2_333_335),
        "after both parts"
    );
    assert_eq!(
        take(1, 3, 2_000_000, 2_000_000).await,
        None,
        "a split reserves nothing"
    );
    assert_eq!(
        take(1, 3, 2_000_000, 2_500_000).await,
        None,
        "nor is a turn taken that is too late"
    );
    assert_eq!(
        take(1, 3, 2_666_669, 2_666_669).await,
        Some(2_666_669),
        "when nobody has it, a split takes it"
    );
    let many =
        futures::future::join_all((0..20).map(|_| take(1, 100, 10_000_000, 60_000_000))).await;
    let apart: HashSet<u64> = many.into_iter().flatten().collect();
    assert_eq!(
        apart,
        (0..20).map(|at| 10_000_000 + at * 10_000).collect(),
        "each its own"
    );
}
