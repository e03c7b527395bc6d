//! Receivers that accept, fail, are slow, answer late, or want no more calls.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use chute_api::{hooks::Hooks, workers::hooks::Worker};
use chute_domain::hook::{ANSWER_S, DAY_S, Delivery, Outcome};
use chute_domain::race::Slug;
use tokio::time::timeout;

use crate::{
    receiver::{Answer, BROKEN, Got, OK, Receiver},
    test_app::HooksApp,
};

const SLUG: &str = "river-10k";
/// How long a test waits, also on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(180);

async fn app() -> (HooksApp, Receiver) {
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event(SLUG).await;
    app.hook(SLUG, &receiver.address).await;
    (app, receiver)
}

fn versions(got: &[Got]) -> Vec<(String, u64)> {
    got.iter().map(Got::version).collect()
}

fn of(year: &str, version: u64) -> (String, u64) {
    (year.to_owned(), version)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_version_is_delivered_once_signed_and_in_order() {
    let (app, receiver) = app().await;
    let mut published = Vec::new();
    for year in ["2026", "2025", "2026"] {
        published.push(of(year, app.publish(SLUG, year).await));
        assert_eq!(app.work(SLUG).await, None);
    }
    let got = receiver.got();
    assert_eq!(versions(&got), published);
    let secret = app.secret(SLUG).await;
    for call in &got {
        assert!(
            call.is_signed_by(&secret)
                && !call.is_signed_by(&format!(
                    "{}{}{}",
                    &secret[..10],
                    if &secret[10..11] == "A" { "B" } else { "A" },
                    &secret[11..]
                ))
        );
        assert_eq!(call.headers["content-type"], "application/json");
        assert_eq!(
            call.headers["webhook-timestamp"],
            app.clock.now_s().to_string()
        );
        let (year, version) = call.version();
        assert_eq!(call.id(), format!("{SLUG}_{year}_{version}"));
        let body = call.json();
        assert_eq!(
            (&body["type"], &body["data"]["slug"]),
            (&"results.version".into(), &SLUG.into())
        );
        assert_eq!(
            body["data"]["url"],
            format!("https://results.example/downloads/results/{SLUG}/{year}/current.json")
        );
        assert!(
            !call.body.contains("Ana") && !call.body.contains("Ruiz"),
            "{}",
            call.body
        );
    }
    // two versions before the sender runs: only the newest of a year is sent
    let newest = [
        of("2025", app.publish(SLUG, "2025").await),
        of("2026", app.publish(SLUG, "2026").await + 1),
    ];
    assert_eq!(app.publish(SLUG, "2026").await, newest[1].1);
    assert_eq!(app.work(SLUG).await, None);
    let mut sent = versions(&receiver.got());
    sent.sort();
    assert_eq!(sent, newest);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_fails_gets_the_same_again_until_it_takes_it() {
    let (app, receiver) = app().await;
    receiver.answers(&[
        BROKEN,
        Answer::Cut,
        Answer::Now("302 Found\r\nLocation: http://127.0.0.1:1/"),
        BROKEN,
        OK,
    ]);
    let version = app.publish(SLUG, "2026").await;
    let began_s = app.clock.now_s();
    app.work_until(SLUG, i64::MAX).await;
    let got = receiver.got();
    assert_eq!(versions(&got), vec![of("2026", version); 5]);
    let secret = app.secret(SLUG).await;
    assert!(got.iter().all(|call| call.id() == got[0].id()
        && call.body == got[0].body
        && call.is_signed_by(&secret)));
    let at: Vec<i64> = got
        .iter()
        .map(|call| {
            call.headers["webhook-timestamp"]
                .parse::<i64>()
                .expect("a time")
                - began_s
        })
        .collect();
    assert_eq!(at, [0, 5, 35, 155, 755]);
    let kept = app.kept(SLUG).await;
    assert_eq!(
        (kept.failed_attempts, kept.failing_since_s, &kept.given_up),
        (0, None, &None)
    );
    assert!(matches!(kept.last, Some(tried) if tried.outcome == Outcome::Taken(200)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn versions_published_while_a_receiver_fails_wait_and_only_the_newest_is_delivered() {
    let (app, receiver) = app().await;
    receiver.answers(&[BROKEN]);
    app.publish(SLUG, "2026").await;
    let next_s = app.work(SLUG).await.expect("another try");
    let mut last = 0;
    for _ in 0..5 {
        last = app.publish(SLUG, "2026").await;
        assert_eq!(
            app.work(SLUG).await,
            Some(next_s),
            "a newer version is no reason to try earlier"
        );
    }
    let other = app.publish(SLUG, "2025").await;
    assert_eq!(app.work(SLUG).await, Some(next_s));
    assert_eq!(receiver.got().len(), 1);
    assert_eq!(
        app.waiting().len(),
        1,
        "one message waits for the next try, however much is published"
    );
    receiver.answers(&[OK]);
    app.work_until(SLUG, i64::MAX).await;
    assert_eq!(
        versions(&receiver.got()),
        [of("2026", last), of("2025", other)]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_day_a_version_is_given_up_and_the_next_one_begins_anew() {
    let (app, receiver) = app().await;
    receiver.answers(&[Answer::Now("503 Service Unavailable\r\nRetry-After: 20")]);
    let version = app.publish(SLUG, "2026").await;
    let began_s = app.clock.now_s();
    app.work_until(SLUG, i64::MAX).await;
    assert_eq!(app.clock.now_s() - began_s, DAY_S);
    let got = receiver.got();
    assert!(
        (25..40).contains(&got.len())
            && versions(&got)
                .iter()
                .all(|sent| *sent == of("2026", version)),
        "{}",
        got.len()
    );
    let given_up = app.kept(SLUG).await.given_up.expect("a note");
    assert_eq!(
        (
            given_up.of.year.as_str(),
            given_up.of.version,
            given_up.at_s
        ),
        ("2026", version, began_s + DAY_S)
    );
    assert!(
        app.waiting().is_empty() && !app.look(SLUG).await,
        "nobody comes for it any more"
    );
    app.clock.go_on(DAY_S);
    assert!(!app.look(SLUG).await);
    receiver.answers(&[BROKEN, OK]);
    let next = app.publish(SLUG, "2026").await;
    let began_s = app.clock.now_s();
    app.work_until(SLUG, i64::MAX).await;
    assert_eq!(
        (versions(&receiver.got()), app.clock.now_s() - began_s),
        (vec![of("2026", next); 2], 5)
    );
    assert_eq!(app.kept(SLUG).await.given_up, None);
}

/// Publications and other events go on while a receiver has not answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_receiver_that_is_slow_keeps_nobody_waiting() {
    let (app, slow) = app().await;
    let quick = Receiver::new();
    app.event("hill").await;
    app.hook("hill", &quick.address).await;
    slow.answers(&[Answer::Held, OK]);
    let version = app.publish(SLUG, "2026").await;
    let of_hill = app.publish("hill", "2026").await;
    let (worker, waiting) = (app.worker_waiting(PATIENCE), app.waiting());
    let meanwhile = async {
        while slow.most_at_once() == 0 || quick.most_at_once() == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let next = app.publish(SLUG, "2026").await;
        slow.let_go();
        next
    };
    let (_, next) = tokio::join!(app.hand(&worker, &waiting), timeout(PATIENCE, meanwhile));
    let next = next.expect("the other call and a publication do not wait");
    assert_eq!(versions(&quick.got()), [of("2026", of_hill)]);
    app.work_until(SLUG, i64::MAX).await;
    let sent = [version, next].map(|version| of("2026", version));
    assert_eq!(versions(&slow.got()), sent);
}

/// A receiver has not answered when the sender gives up waiting: nobody knows whether it took the
/// version, so it gets it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_answers_too_late_gets_it_again() {
    let (app, late) = app().await;
    assert_eq!(app.hooks().answer, Duration::from_secs(ANSWER_S));
    late.answers(&[Answer::Held, OK]);
    let version = app.publish(SLUG, "2026").await;
    let (answer, began) = (Duration::from_secs(1), Instant::now());
    app.hand(&app.worker_waiting(answer), &app.waiting()).await;
    assert!(answer <= began.elapsed(), "{:?}", began.elapsed());
    let last = app.kept(SLUG).await.last.expect("a try");
    assert!(
        matches!(&last.delivery, Delivery::Version(of) if of.version == version)
            && last.outcome == Outcome::TooSlow,
        "{last:?}"
    );
    let first = late.got();
    assert_eq!(
        (versions(&first), first[0].was_taken),
        (vec![of("2026", version)], true)
    );
    let next = app.publish(SLUG, "2026").await;
    app.work_until(SLUG, i64::MAX).await;
    assert_eq!(
        versions(&late.got()),
        [of("2026", next)],
        "the newer one has taken its place"
    );
    late.let_go();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_answers_410_is_not_called_until_the_hook_is_set_again() {
    let (app, receiver) = app().await;
    receiver.answers(&[Answer::Now("410 Gone")]);
    app.publish(SLUG, "2026").await;
    assert_eq!(app.work(SLUG).await, None);
    let last = app.publish(SLUG, "2026").await;
    assert_eq!(app.work(SLUG).await, None);
    assert_eq!(
        (receiver.got().len(), app.kept(SLUG).await.off_s),
        (1, Some(app.clock.now_s()))
    );
    receiver.answers(&[OK]);
    app.change(SLUG, &|hook| {
        hook.set(&receiver.address, "unused", app.clock.now_s())
    })
    .await;
    app.clock.go_on(100);
    assert!(app.look(SLUG).await);
    assert_eq!(app.work(SLUG).await, None);
    assert_eq!(versions(&receiver.got()), [of("2026", last)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_says_at_once_what_the_receiver_says() {
    let (app, receiver) = app().await;
    for (answer, outcome) in [
        (BROKEN, Outcome::Refused(500, None)),
        (OK, Outcome::Taken(200)),
    ] {
        receiver.answers(&[answer]);
        app.change(SLUG, &|hook| assert!(hook.ask_test(app.clock.now_s())))
            .await;
        app.clock.go_on(100);
        assert!(
            app.look(SLUG).await,
            "should the desk's own message be lost"
        );
        assert_eq!(app.work(SLUG).await, None, "a test is sent once");
        let got = receiver.got();
        assert_eq!(
            (got.len(), &got[0].json()["type"], &got[0].json()["data"]),
            (1, &"hook.test".into(), &serde_json::json!({"slug": SLUG}))
        );
        assert!(got[0].is_signed_by(&app.secret(SLUG).await));
        assert_eq!(
            app.kept(SLUG).await.last.map(|tried| tried.outcome),
            Some(outcome)
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_a_secret_is_changed_both_sign() {
    let (app, receiver) = app().await;
    let before = app.secret(SLUG).await;
    app.change(SLUG, &|hook| {
        hook.change_secret("another", app.clock.now_s())
    })
    .await;
    let after = app.secret(SLUG).await;
    assert_ne!(before, after);
    app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    app.clock.go_on(DAY_S);
    app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    let got = receiver.got();
    assert_eq!(
        got.iter()
            .map(|call| (call.is_signed_by(&before), call.is_signed_by(&after)))
            .collect::<Vec<_>>(),
        [(true, true), (false, true)]
    );
    // the same applies when the deployment's own secret changes
    app.backend.rotate(
        chute_domain::account::Realm::Account,
        "PUSH_SECRET",
        "quite another secret of the deployment",
    );
    let rotated = app.secret(SLUG).await;
    app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    let got = receiver.got();
    assert!(rotated != after && got[0].is_signed_by(&after) && got[0].is_signed_by(&rotated));
}

/// Without the setting for tests, no receiver on this machine is called, whatever is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_of_no_public_network_is_not_called() {
    let app = HooksApp::new().await;
    app.event(SLUG).await;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let worker = Worker::new(
        app.store.clone(),
        &Hooks::new(&app.store, String::new()),
        app.clock.clone(),
    );
    for (at, address) in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://localhost:{port}/"),
    ]
    .into_iter()
    .enumerate()
    {
        app.hook(SLUG, &address).await;
        app.publish(SLUG, "2026").await;
        app.hand(&worker, &app.waiting()).await;
        let kept = app.kept(SLUG).await;
        assert_eq!(
            kept.last.map(|tried| tried.outcome),
            Some(Outcome::NotPublic),
            "{at}"
        );
        app.change(SLUG, &chute_domain::hook::Hook::remove).await;
    }
    listener.set_nonblocking(true).expect("a socket");
    assert_eq!(
        listener.accept().expect_err("nobody came").kind(),
        std::io::ErrorKind::WouldBlock
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delivery_of_a_restricted_event_has_no_address_of_a_file() {
    let (app, receiver) = app().await;
    let record = app.record(SLUG).await;
    let event = chute_domain::race::Event {
        access_restricted: true,
        ..record.event.clone()
    };
    let branding = chute_domain::race::Branding::default();
    assert!(
        app.store
            .update_event(&event, branding, "owner")
            .await
            .expect("the table")
    );
    assert_eq!(
        app.record(SLUG).await.hook,
        record.hook,
        "a write of the event leaves its hook"
    );
    app.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the buckets");
    app.work(SLUG).await;
    let _ = receiver.got();
    let version = app.publish(SLUG, "2026").await;
    app.work(SLUG).await;
    let got = receiver.got();
    assert_eq!(
        (versions(&got), &got[0].json()["data"]["url"]),
        (vec![of("2026", version)], &serde_json::Value::Null)
    );
}
