//! Who gets an alert, and who does not.

use chute_api::{alerts::Alerts, workers::alerts::overdue::settle_overdue};
use chute_domain::{
    alert::Reason,
    corrections::{Bibs, Correction, Outcome, Values},
    event_time::EventTime,
    participant::Participant,
    privacy::{Decision, Wish},
    race::Slug,
    row::{Bib, Passage},
    stamp::Stamp,
    time::{Now, Time},
};
use chute_edge::Fault;
use chute_store::{Correcting, Deciding, Tally};
use chute_testkit::{clock::now_ms, queue, stored};

use crate::test_app::{AlertsApp, EIGHT_S, QUEUES, YEAR, last_name, phone, row, settings};

/// Uploads the rows, then selects and sends their alerts.
async fn told(app: &AlertsApp, slug: &str, rows: &[chute_domain::liveness::StoredRow]) -> Tally {
    app.select_rows(slug, rows).await;
    app.send(settings(100)).await;
    app.tally(slug).await
}

fn participant(id: &str, bib: &str, last: &str, anonymous: bool) -> (String, Option<Participant>) {
    let who = Participant {
        last: last.to_owned(),
        anonymous,
        ..stored::participant(id, bib)
    };
    (id.to_owned(), Some(who))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follower_means_a_bib_or_the_only_runner_of_a_name() {
    let app = AlertsApp::new().await;
    app.event("whom", "distance").await;
    app.follow("whom", 1, "1", None).await;
    app.follow("whom", 2, "2", Some(("Ana", "RuizB"))).await; // the name is that of bib 1
    app.follow("whom", 3, "", Some(("ANA", "ruiz b"))).await;
    app.follow("whom", 4, "", Some(("Ana", "RuizC"))).await;
    app.follow("whom", 5, "", Some(("Ana", "RuizD"))).await;
    let mut twin = row(9, "Finish", EIGHT_S);
    twin.person.last = "RuizC".to_owned();
    let stamp = Stamp::new(EIGHT_S.unsigned_abs() * 1_000, "list");
    // a participant without a passage yet, and one who has passages
    app.store
        .put_participants(
            &Slug::new("whom").year(YEAR),
            vec![
                participant("p1", "40", &last_name(3), false),
                participant("p2", "1", &last_name(1), false),
            ],
            stamp,
        )
        .await
        .expect("a list");
    let rows = [
        row(1, "Finish", EIGHT_S),
        row(2, "Finish", EIGHT_S),
        row(3, "Finish", EIGHT_S),
        twin,
    ];
    let tally = told(&app, "whom", &rows).await;
    let mut phones: Vec<(String, String)> = app.backend.texts();
    phones.sort();
    let of_phone = |at: usize| {
        phones
            .iter()
            .filter(|(to, _)| to == phone(at).e164())
            .map(|(_, text)| text.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of_phone(1),
        ["River 10K: Ana Ruizb finished in 0:33:21, place 2. Reply STOP to end."]
    );
    assert_eq!(
        of_phone(2),
        ["River 10K: Ana Ruizc finished in 0:33:22, place 3. Reply STOP to end."],
        "a bib is clearer than a name"
    );
    assert_eq!(of_phone(3), of_phone(1));
    assert!(of_phone(4).is_empty(), "two have run under the name");
    assert!(of_phone(5).is_empty(), "one of the list has the name too");
    assert_eq!(tally.sent, 3, "{tally:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_timely_finishes_of_distance_races_are_told() {
    let app = AlertsApp::new().await;
    for (slug, kind) in [
        ("a", "distance"),
        ("b", "time"),
        ("c", "backyardultra"),
        ("d", ""),
    ] {
        app.event(slug, kind).await;
        app.follow(slug, 1, "1", None).await;
    }
    let now = row(1, "Finish", EIGHT_S);
    let with = |passage: Passage| chute_domain::liveness::StoredRow {
        passage,
        ..now.clone()
    };
    let late = row(1, "Finish", EIGHT_S - 901);
    let late = chute_domain::liveness::StoredRow {
        stamp: now.stamp,
        ..late
    };
    for (slug, row, expected) in [
        (
            "a",
            with(Passage {
                kind: 30,
                ..now.passage.clone()
            }),
            0,
        ),
        (
            "a",
            with(Passage {
                occurrence: 0,
                ..now.passage.clone()
            }),
            0,
        ),
        ("a", late, 0),
        ("b", now.clone(), 0),
        ("c", now.clone(), 0),
        ("d", now.clone(), 1),
    ] {
        let tally = told(&app, slug, std::slice::from_ref(&row)).await;
        assert_eq!(crate::test_app::total(&tally), expected, "{slug} {row:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_before_sending_count() {
    let app = AlertsApp::new().await;
    let alerts = Alerts::default();
    for (slug, reason) in [
        ("stop", Reason::Blocked),
        ("removed", Reason::Removed),
        ("anonymous", Reason::Anonymous),
        ("listed", Reason::Anonymous),
        ("deleted", Reason::Deleted),
        ("late", Reason::TooLate),
    ] {
        app.event(slug, "distance").await;
        let follower = slug.len() + slug.as_bytes()[0] as usize;
        app.follow(slug, follower, "1", None).await;
        let now_s = app.clock.now_s();
        let first = row(1, "Finish", now_s);
        app.select_rows(slug, std::slice::from_ref(&first)).await;
        let stamp = Stamp::new((now_s + 1).unsigned_abs() * 1_000, slug);
        match slug {
            "stop" => {
                let answer = alerts
                    .obey(&app.store, &phone(follower), "Please leave me alone", now_s)
                    .await
                    .expect("obeyed");
                assert_eq!(answer, None, "the carrier says it");
            }
            "removed" => app
                .store
                .unsubscribe(&Slug::new(slug).year(YEAR), &phone(follower))
                .await
                .expect("removed"),
            "anonymous" => {
                let mut hidden = first.clone();
                (hidden.person.anonymous, hidden.stamp) = (true, stamp);
                app.store
                    .put_rows(&Slug::new(slug).year(YEAR), &[hidden])
                    .await
                    .expect("rows");
            }
            "listed" => app
                .store
                .put_participants(
                    &Slug::new(slug).year(YEAR),
                    vec![participant("p", "1", &first.person.last, true)],
                    stamp,
                )
                .await
                .expect("a list"),
            "deleted" => app
                .store
                .delete_area(&Slug::new(slug).year(YEAR), chute_store::Area::Rows, stamp)
                .await
                .expect("deleted"),
            _ => app.clock.go_on(901),
        }
        app.send(settings(100)).await;
        let tally = app.tally(slug).await;
        assert_eq!(tally.suppressed.get(&reason), Some(&1), "{slug}: {tally:?}");
        assert!(app.backend.texts().is_empty(), "{slug}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_that_comes_in_time_is_what_is_told_and_one_after_it_is_not() {
    let app = AlertsApp::new().await;
    app.event("corrected", "distance").await;
    app.follow("corrected", 1, "1", None).await;
    let first = row(1, "Finish", EIGHT_S);
    app.select_rows("corrected", std::slice::from_ref(&first))
        .await;
    let correct = |seconds: i64, name: &str| {
        let stamp = Stamp::new((EIGHT_S + seconds).unsigned_abs() * 1_000, name);
        chute_domain::liveness::StoredRow {
            passage: Passage {
                seconds: 3_000 + seconds,
                ..first.passage.clone()
            },
            stamp,
            ..first.clone()
        }
    };
    let again = app.upload("corrected", &[correct(1, "one")]).await;
    assert!(app.deliver(&app.select(&app.store), &again).await);
    app.send(settings(100)).await;
    let tally = told(&app, "corrected", &[correct(2, "two")]).await;
    assert_eq!(tally.sent, 1);
    let texts = app.backend.texts();
    assert_eq!(texts.len(), 1);
    assert!(texts[0].1.contains("0:50:01"), "{texts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_holds_texts_and_what_waits_too_long_is_not_sent() {
    let app = AlertsApp::new().await;
    app.event("paused", "distance").await;
    app.follow("paused", 1, "1", None).await;
    app.follow("paused", 2, "2", None).await;
    let select = app.select(&app.store);
    let sender = app.sender(&app.store, settings(100));
    let pause = async |paused| {
        app.store
            .pause_alerts(&Slug::new("paused").year(YEAR), paused, i64::MAX / 2)
            .await
            .expect("the table")
    };
    pause(true).await;
    let records = app.upload("paused", &[row(1, "Finish", EIGHT_S)]).await;
    assert!(app.deliver(&select, &records).await);
    let waiting = app.waiting(QUEUES[0]);
    assert_eq!(
        app.hand(&sender, QUEUES[0], &waiting).await,
        1,
        "it comes again"
    );
    assert!(app.backend.texts().is_empty());
    pause(false).await;
    app.send_all(&sender).await;
    assert_eq!(app.tally("paused").await.sent, 1);
    pause(true).await;
    let records = app.upload("paused", &[row(2, "Finish", EIGHT_S)]).await;
    assert!(app.deliver(&select, &records).await);
    let tally = app.settle("paused").await;
    assert_eq!(
        (
            tally.sent,
            tally.suppressed.get(&Reason::TooLate),
            tally.waiting
        ),
        (1, Some(&1), 0),
        "{tally:?}"
    );
    assert_eq!(
        settle_overdue(
            &app.store,
            &Slug::new("paused").year(YEAR),
            Time::from_ms(app.clock.now_ms())
        )
        .await
        .expect("done"),
        0
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_pause_all_go_on_together() {
    let app = AlertsApp::new().await;
    app.event("paused", "distance").await;
    for follower in 1..=4 {
        app.follow("paused", follower, "1", None).await;
    }
    app.select_rows("paused", &[row(1, "Finish", EIGHT_S)])
        .await;
    app.store
        .pause_alerts(&Slug::new("paused").year(YEAR), true, i64::MAX / 2)
        .await
        .expect("the table");
    // the queue hides messages by its own clock
    let take = |now_ms| queue::messages(app.backend.take_messages(QUEUES[0], 10, now_ms));
    let taken = take(now_ms());
    let sender = app.sender(&app.store, settings(1));
    assert_eq!(app.hand(&sender, QUEUES[0], &taken).await, 4);
    assert_eq!(
        take(now_ms() + 10_000).len(),
        0,
        "they stay away while the year is paused"
    );
    assert_eq!(
        take(now_ms() + 21_000).len(),
        4,
        "and come again in twenty seconds, none later than the first"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_year_that_nobody_follows_costs_a_read_a_minute() {
    let app = AlertsApp::new().await;
    app.event("quiet", "distance").await;
    let records = app
        .upload(
            "quiet",
            &[row(1, "Finish", EIGHT_S), row(2, "Mile 3", EIGHT_S)],
        )
        .await;
    let select = app.select(&app.broken);
    app.edge.begin(Fault::None);
    for (second, expected) in [(0, 1), (1, 1), (58, 1), (1, 2), (30, 2)] {
        app.clock.go_on(second);
        assert!(app.deliver(&select, &records).await);
        assert_eq!(app.edge.counts().total(), expected, "{second} s later");
    }
    app.clock.go_on(900);
    assert!(app.deliver(&select, &records).await);
    assert_eq!(
        app.edge.counts().total(),
        2,
        "of what is too late nothing is asked"
    );
}

/// A year whose first follower subscribes just after the selector found that it had none.
async fn followed_too_late(
    app: &AlertsApp,
    slug: &str,
    select: &chute_api::workers::alerts::select::Worker,
) {
    app.event(slug, "distance").await;
    let records = app
        .upload(slug, &[row(2, "Finish", app.clock.now_s())])
        .await;
    assert!(app.deliver(select, &records).await);
    app.clock.go_on(10);
    app.follow(slug, 1, "1", None).await;
    app.clock.go_on(10);
    let records = app
        .upload(slug, &[row(1, "Mile 3", app.clock.now_s())])
        .await;
    assert!(app.deliver(select, &records).await);
    assert_eq!(
        app.tally(slug).await,
        Tally::default(),
        "nobody is believed to follow for a minute"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_years_first_follower_misses_nothing() {
    let app = AlertsApp::new().await;
    let select = app.select(&app.broken);

    // another row of the year arrives, no matter whose
    followed_too_late(&app, "row", &select).await;
    app.clock.go_on(41);
    let records = app
        .upload("row", &[row(3, "Finish", app.clock.now_s())])
        .await;
    assert!(app.deliver(&select, &records).await);
    assert_eq!(app.tally("row").await.waiting, 1);

    // a row of another race arrives, or only time passes
    for slug in ["other", "nothing"] {
        followed_too_late(&app, slug, &select).await;
        app.clock.go_on(39);
        assert_eq!(
            select.look_back().await.expect("nothing to do"),
            0,
            "a minute is not over"
        );
        app.clock.go_on(2);
        app.edge.begin(Fault::None);
        if slug == "other" {
            assert!(app.deliver(&select, &records).await);
        } else {
            assert_eq!(select.look_back().await.expect("the table"), 1);
        }
        assert_eq!(app.tally(slug).await.waiting, 1, "{slug}");
        assert_eq!(
            select.look_back().await.expect("nothing to do"),
            0,
            "it is told once"
        );
    }

    // a row corrected in the meantime leads to one alert, with the corrected values
    followed_too_late(&app, "corrected", &select).await;
    app.clock.go_on(41);
    let mut again = row(1, "Mile 3", app.clock.now_s());
    again.passage.local_time = EventTime::from_unix(app.clock.now_s() - 30)
        .as_str()
        .to_owned();
    let records = app.upload("corrected", &[again]).await;
    assert!(app.deliver(&select, &records).await);
    assert_eq!(app.tally("corrected").await.waiting, 1);
    let claim = app
        .claims()
        .into_iter()
        .find(|claim| claim["p"]["S"] == "corrected/2026")
        .expect("a claim");
    assert_eq!(
        claim["mo"]["N"].as_str().expect("a time"),
        (app.clock.now_s() - 30).to_string()
    );
    app.send(settings(100)).await;
    assert_eq!(app.backend.texts().len(), 4, "{:?}", app.texts());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_kept_for_a_first_follower_stay_while_the_table_fails_and_go_when_too_late() {
    let app = AlertsApp::new().await;
    let select = app.select(&app.broken);
    followed_too_late(&app, "refused", &select).await;
    app.clock.go_on(41);
    for from in 1.. {
        app.edge.begin(Fault::Refuse { from });
        let done = select.look_back().await;
        let was_reached = app.edge.arrived() >= from;
        app.edge.begin(Fault::None);
        if !was_reached {
            assert_eq!(done.expect("every call was answered"), 1);
            break;
        }
        done.expect_err("a call was refused");
    }
    app.send(settings(100)).await;
    assert_eq!(app.tally("refused").await.sent, 1);

    followed_too_late(&app, "late", &select).await;
    app.clock.go_on(901);
    app.edge.begin(Fault::None);
    assert_eq!(select.look_back().await.expect("nothing to do"), 0);
    assert_eq!(
        (app.edge.counts().total(), app.tally("late").await),
        (0, Tally::default()),
        "of what is too late nothing is asked"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_rows_are_kept_than_memory_allows() {
    let app = AlertsApp::new().await;
    let select = app.select(&app.broken);
    app.event("crowd", "distance").await;
    let rows: Vec<_> = (0..1_000).map(|at| row(at, "Finish", EIGHT_S)).collect();
    app.edge.begin(Fault::None);
    for _ in 0..15 {
        assert_eq!(
            select
                .rows_written(&Slug::new("crowd").year(YEAR), &rows)
                .await
                .expect("the table"),
            0
        );
    }
    // the first time, and when six thousand are kept
    assert_eq!(app.edge.counts().total(), 3);
}

/// A granted wish applies to every text, even one that is already waiting: initials, or no text at
/// all (contract 6.13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn granted_wishes_hold_in_texts() {
    let app = AlertsApp::new().await;
    for (follower, slug, wish, when) in [
        (1, "initials", Wish::Initials, "before"),
        (2, "hidden", Wish::Hidden, "before"),
        (3, "hidden-late", Wish::Hidden, "while it waits"),
        (4, "no-age", Wish::NoAge, "before"),
    ] {
        app.event(slug, "distance").await;
        app.follow(slug, follower, "1", None).await;
        let now_s = app.clock.now_s();
        let now_ms = now_s.unsigned_abs() * 1_000;
        let now = Now {
            order: Stamp::new(now_ms, slug),
            time: Time::from_ms(now_ms),
        };
        let granted = Deciding {
            race: &Slug::new(slug).year(YEAR),
            bib: Bib::new("1"),
            wish,
            decision: Decision::Grant,
            by: "Desk",
            now,
            made: None,
        };
        if when == "before" {
            app.store.grant_wish(&granted).await.expect("the table");
        }
        app.select_rows(slug, &[row(1, "Finish", now_s)]).await;
        if when != "before" {
            app.store.grant_wish(&granted).await.expect("the table");
        }
        app.send(settings(100)).await;
        let tally = app.tally(slug).await;
        let texts: Vec<String> = app
            .backend
            .texts()
            .into_iter()
            .filter(|(to, _)| to == phone(follower).e164())
            .map(|(_, text)| text)
            .collect();
        match slug {
            "initials" => assert!(
                matches!(texts.as_slice(), [text] if text.contains("A. R. finished")),
                "{texts:?}"
            ),
            "hidden" => assert_eq!(
                (texts.len(), crate::test_app::total(&tally)),
                (0, 0),
                "{texts:?}"
            ),
            "hidden-late" => assert_eq!(
                (texts.len(), tally.suppressed.get(&Reason::Anonymous)),
                (0, Some(&1)),
                "{texts:?}"
            ),
            _ => assert!(
                matches!(texts.as_slice(), [text] if text.contains("Ana Ruiz")),
                "{texts:?}"
            ),
        }
    }
}

/// A correction by hand applies to every text, even one that is already waiting; nobody is told of
/// a finish that is not theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_by_hand_holds_in_texts() {
    let app = AlertsApp::new().await;
    let clock_ms = 3_000_000;
    let finished = Values {
        first: Some("Anna".to_owned()),
        outcome: Some(Outcome::Finished {
            clock_ms,
            chip_ms: clock_ms,
        }),
        ..Values::default()
    };
    let not_theirs = Values {
        outcome: Some(Outcome::Nothing),
        ..Values::default()
    };
    for (slug, corrected, text) in [
        (
            "by-hand",
            finished,
            "River 10K: Anna Ruizb finished in 0:50:00",
        ),
        ("not-theirs", not_theirs, ""),
    ] {
        app.event(slug, "distance").await;
        app.follow(slug, 1, "1", None).await;
        app.select_rows(slug, &[row(1, "Finish", EIGHT_S)]).await;
        let race = Slug::new(slug).year(YEAR);
        let seen = Values {
            first: Some("Ana".to_owned()),
            last: Some(last_name(1)),
            distance: Some(row(1, "Finish", EIGHT_S).person.distance),
            ..Values::default()
        };
        let known = Correction {
            bib: "1".to_owned(),
            seen,
            is_uploaded: true,
            corrected,
            ..Correction::default()
        };
        let correcting = Correcting {
            race: &race,
            id: &format!("1#ana {}", last_name(1).to_lowercase()),
            seen: None,
            known: Some(&known),
            reason: "",
            by: "owner",
            now: Now {
                order: Stamp::new(app.clock.now_ms(), slug),
                time: Time::from_ms(app.clock.now_ms()),
            },
        };
        let done = app.store.correct_by_hand(&correcting).await;
        assert!(done.expect("the table"));
        app.send(settings(100)).await;
        let tally = app.tally(slug).await;
        let texts = app.backend.texts();
        if text.is_empty() {
            assert_eq!(
                tally.suppressed.get(&Reason::Deleted),
                Some(&1),
                "{tally:?}"
            );
            assert_eq!(texts.len(), 1, "that of the race before");
        } else {
            assert!(texts[0].1.starts_with(text), "{texts:?}");
            assert!(
                !texts[0].1.contains("place"),
                "its place is another: {texts:?}"
            );
        }
    }
}

/// Who follows a runner names the bib that is shown; what keeps the runner from being named by the
/// uploaded one holds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_bib_is_the_one_that_is_followed() {
    let app = AlertsApp::new().await;
    for (slug, is_hidden) in [("bib", false), ("bib-hidden", true)] {
        let follower = if is_hidden { 2 } else { 1 };
        app.event(slug, "distance").await;
        app.follow(slug, follower, "77", None).await;
        app.follow(slug, 9, "1", None).await;
        let race = Slug::new(slug).year(YEAR);
        let now = Now {
            order: Stamp::new(app.clock.now_ms(), slug),
            time: Time::from_ms(app.clock.now_ms()),
        };
        if is_hidden {
            let granted = Deciding {
                race: &race,
                bib: Bib::new("1"),
                wish: Wish::Hidden,
                decision: Decision::Grant,
                by: "Desk",
                now,
                made: None,
            };
            app.store.grant_wish(&granted).await.expect("the table");
        }
        let known = Correction {
            bib: "1".to_owned(),
            seen: Values {
                first: Some("Ana".to_owned()),
                last: Some(last_name(1)),
                ..Values::default()
            },
            is_uploaded: true,
            bibs: Bibs::default().then(Some("77".to_owned())),
            ..Correction::default()
        };
        let correcting = Correcting {
            race: &race,
            id: &format!("1#ana {}", last_name(1).to_lowercase()),
            seen: None,
            known: Some(&known),
            reason: "",
            by: "owner",
            now,
        };
        let done = app.store.correct_by_hand(&correcting).await;
        assert!(done.expect("the table"));
        let tally = told(&app, slug, &[row(1, "Finish", EIGHT_S)]).await;
        let sent = u64::from(!is_hidden);
        assert_eq!(tally.sent, sent, "{slug}: {tally:?}");
        let texts = app.backend.texts();
        assert_eq!(texts.len(), 1, "that of the first race: {texts:?}");
        assert_eq!(texts[0].0, phone(1).e164());
    }
}
