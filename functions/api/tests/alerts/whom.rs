//! Who is told, and who is not.

use chute_api::{alerts::Alerts, workers::alerts::overdue::settle_overdue};
use chute_domain::{
    alert::Reason,
    event_time::EventTime,
    participant::Participant,
    privacy::{Decision, Wish},
    row::{Passage, Person},
    stamp::Stamp,
};
use chute_edge::Fault;
use chute_store::{Deciding, Tally};

use crate::ground::{EIGHT_S, Ground, QUEUES, YEAR, message, phone, row, settings};

/// Selects and sends from the rows.
async fn told(ground: &Ground, slug: &str, rows: &[chute_domain::liveness::StoredRow]) -> Tally {
    let records = ground.upload(slug, rows).await;
    assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    ground.send_all(&ground.sender(&ground.store, settings(100))).await;
    ground.tally(slug).await
}

fn participant(id: &str, bib: &str, of: &Person, anonymous: bool) -> (String, Option<Participant>) {
    let who = Participant {
        id: id.to_owned(),
        bib: bib.to_owned(),
        first: of.first.clone(),
        last: of.last.clone(),
        distance: "10K".to_owned(),
        anonymous,
        ..Participant::default()
    };
    (id.to_owned(), Some(who))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_bib_or_by_the_name_of_one() {
    let ground = Ground::new().await;
    ground.event("whom", "distance").await;
    ground.follow("whom", 1, "1", None).await;
    ground.follow("whom", 2, "2", Some(("Ana", "RuizB"))).await; // the name is that of bib 1
    ground.follow("whom", 3, "", Some(("ANA", "ruiz b"))).await;
    ground.follow("whom", 4, "", Some(("Ana", "RuizC"))).await;
    ground.follow("whom", 5, "", Some(("Ana", "RuizD"))).await;
    let mut twin = row(9, "Finish", EIGHT_S);
    twin.person.last = "RuizC".to_owned();
    let stamp = Stamp::new(EIGHT_S.unsigned_abs() * 1_000, "list");
    // somebody of the list who has not come by yet, and the entry of a runner who has
    let of = crate::ground::person;
    ground
        .store
        .put_participants("whom", YEAR, vec![participant("p1", "40", &of(3), false), participant("p2", "1", &of(1), false)], stamp)
        .await
        .expect("a list");
    let rows = [row(1, "Finish", EIGHT_S), row(2, "Finish", EIGHT_S), row(3, "Finish", EIGHT_S), twin];
    let tally = told(&ground, "whom", &rows).await;
    let mut phones: Vec<(String, String)> = ground.backend.texts();
    phones.sort();
    let of_phone = |at: usize| phones.iter().filter(|(to, _)| to == phone(at).e164()).map(|(_, text)| text.as_str()).collect::<Vec<_>>();
    assert_eq!(of_phone(1), ["River 10K: Ana Ruizb finished in 0:33:21, place 2. Reply STOP to end."]);
    assert_eq!(of_phone(2), ["River 10K: Ana Ruizc finished in 0:33:22, place 3. Reply STOP to end."], "a bib is clearer than a name");
    assert_eq!(of_phone(3), of_phone(1));
    assert!(of_phone(4).is_empty(), "two have run under the name");
    assert!(of_phone(5).is_empty(), "one of the list has the name too");
    assert_eq!(tally.sent, 3, "{tally:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_not_told() {
    let ground = Ground::new().await;
    for (slug, kind) in [("a", "distance"), ("b", "time"), ("c", "backyardultra"), ("d", "")] {
        ground.event(slug, kind).await;
        ground.follow(slug, 1, "1", None).await;
    }
    let now = row(1, "Finish", EIGHT_S);
    let with = |passage: Passage| chute_domain::liveness::StoredRow { passage, ..now.clone() };
    let late = row(1, "Finish", EIGHT_S - 901);
    let late = chute_domain::liveness::StoredRow { stamp: now.stamp, ..late };
    for (slug, row, expected) in [
        ("a", with(Passage { kind: 30, ..now.passage.clone() }), 0),
        ("a", with(Passage { occurrence: 0, ..now.passage.clone() }), 0),
        ("a", late, 0),
        ("b", now.clone(), 0),
        ("c", now.clone(), 0),
        ("d", now.clone(), 1),
    ] {
        let tally = told(&ground, slug, std::slice::from_ref(&row)).await;
        assert_eq!(crate::ground::total(&tally), expected, "{slug} {row:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_while_the_text_waits_counts() {
    let ground = Ground::new().await;
    let alerts = Alerts::default();
    for (slug, reason) in [
        ("stop", Reason::Blocked),
        ("removed", Reason::Removed),
        ("anonymous", Reason::Anonymous),
        ("listed", Reason::Anonymous),
        ("deleted", Reason::Deleted),
        ("late", Reason::TooLate),
    ] {
        ground.event(slug, "distance").await;
        let follower = slug.len() + slug.as_bytes()[0] as usize;
        ground.follow(slug, follower, "1", None).await;
        let now_s = ground.clock.now_s();
        let first = row(1, "Finish", now_s);
        let records = ground.upload(slug, std::slice::from_ref(&first)).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
        let stamp = Stamp::new((now_s + 1).unsigned_abs() * 1_000, slug);
        match slug {
            "stop" => {
                let answer = alerts.obey(&ground.store, &phone(follower), "Please leave me alone", now_s).await.expect("obeyed");
                assert_eq!(answer, None, "the carrier says it");
            }
            "removed" => ground.store.unsubscribe(slug, YEAR, &phone(follower)).await.expect("removed"),
            "anonymous" => {
                let mut hidden = first.clone();
                (hidden.person.anonymous, hidden.stamp) = (true, stamp);
                ground.store.put_rows(slug, YEAR, &[hidden]).await.expect("rows");
            }
            "listed" => {
                ground.store.put_participants(slug, YEAR, vec![participant("p", "1", &first.person, true)], stamp).await.expect("a list")
            }
            "deleted" => ground.store.delete_area(slug, YEAR, chute_store::Area::Rows, stamp).await.expect("deleted"),
            _ => ground.clock.go_on(901),
        }
        ground.send_all(&ground.sender(&ground.store, settings(100))).await;
        let tally = ground.tally(slug).await;
        assert_eq!(tally.suppressed.get(&reason), Some(&1), "{slug}: {tally:?}");
        assert!(ground.backend.texts().is_empty(), "{slug}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_that_comes_in_time_is_what_is_told_and_one_after_it_is_not() {
    let ground = Ground::new().await;
    ground.event("corrected", "distance").await;
    ground.follow("corrected", 1, "1", None).await;
    let first = row(1, "Finish", EIGHT_S);
    let records = ground.upload("corrected", std::slice::from_ref(&first)).await;
    assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    let correct = |seconds: i64, name: &str| {
        let stamp = Stamp::new((EIGHT_S + seconds).unsigned_abs() * 1_000, name);
        chute_domain::liveness::StoredRow { passage: Passage { seconds: 3_000 + seconds, ..first.passage.clone() }, stamp, ..first.clone() }
    };
    let again = ground.upload("corrected", &[correct(1, "one")]).await;
    assert!(ground.deliver(&ground.select(&ground.store), &again).await);
    ground.send_all(&ground.sender(&ground.store, settings(100))).await;
    let tally = told(&ground, "corrected", &[correct(2, "two")]).await;
    assert_eq!(tally.sent, 1);
    let texts = ground.backend.texts();
    assert_eq!(texts.len(), 1);
    assert!(texts[0].1.contains("0:50:01"), "{texts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_holds_texts_and_what_waits_too_long_is_not_sent() {
    let ground = Ground::new().await;
    ground.event("paused", "distance").await;
    ground.follow("paused", 1, "1", None).await;
    ground.follow("paused", 2, "2", None).await;
    let select = ground.select(&ground.store);
    let sender = ground.sender(&ground.store, settings(100));
    let pause = async |paused| ground.store.pause_alerts(("paused", YEAR), paused, i64::MAX / 2).await.expect("the table");
    pause(true).await;
    let records = ground.upload("paused", &[row(1, "Finish", EIGHT_S)]).await;
    assert!(ground.deliver(&select, &records).await);
    let waiting = ground.waiting(QUEUES[0]);
    assert_eq!(ground.hand(&sender, QUEUES[0], &waiting).await, 1, "it comes again");
    assert!(ground.backend.texts().is_empty());
    pause(false).await;
    ground.send_all(&sender).await;
    assert_eq!(ground.tally("paused").await.sent, 1);
    pause(true).await;
    let records = ground.upload("paused", &[row(2, "Finish", EIGHT_S)]).await;
    assert!(ground.deliver(&select, &records).await);
    let tally = ground.settle("paused").await;
    assert_eq!((tally.sent, tally.suppressed.get(&Reason::TooLate), tally.waiting), (1, Some(&1), 0), "{tally:?}");
    assert_eq!(settle_overdue(&ground.store, ("paused", YEAR), ground.clock.now_s().unsigned_abs() * 1_000).await.expect("done"), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_pause_all_go_on_together() {
    let ground = Ground::new().await;
    ground.event("paused", "distance").await;
    for follower in 1..=4 {
        ground.follow("paused", follower, "1", None).await;
    }
    let records = ground.upload("paused", &[row(1, "Finish", EIGHT_S)]).await;
    assert!(ground.deliver(&ground.select(&ground.store), &records).await);
    ground.store.pause_alerts(("paused", YEAR), true, i64::MAX / 2).await.expect("the table");
    // the queue's own clock: it hides a message by that
    let now_ms = || u64::try_from(std::time::UNIX_EPOCH.elapsed().expect("a clock").as_millis()).expect("a clock");
    let take = |now_ms| ground.backend.take_messages(QUEUES[0], 10, now_ms);
    let taken: Vec<_> = take(now_ms()).into_iter().map(message).collect();
    let sender = ground.sender(&ground.store, settings(1));
    assert_eq!(ground.hand(&sender, QUEUES[0], &taken).await, 4);
    assert_eq!(take(now_ms() + 10_000).len(), 0, "they stay away while the year is paused");
    assert_eq!(take(now_ms() + 21_000).len(), 4, "and come again in twenty seconds, none later than the first");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_year_that_nobody_follows_costs_a_read_a_minute() {
    let ground = Ground::new().await;
    ground.event("quiet", "distance").await;
    let records = ground.upload("quiet", &[row(1, "Finish", EIGHT_S), row(2, "Mile 3", EIGHT_S)]).await;
    let select = ground.select(&ground.broken);
    ground.edge.begin(Fault::None);
    for (second, expected) in [(0, 1), (1, 1), (58, 1), (1, 2), (30, 2)] {
        ground.clock.go_on(second);
        assert!(ground.deliver(&select, &records).await);
        assert_eq!(ground.edge.counts().total(), expected, "{second} s later");
    }
    ground.clock.go_on(900);
    assert!(ground.deliver(&select, &records).await);
    assert_eq!(ground.edge.counts().total(), 2, "of what is too late nothing is asked");
}

/// A year of which it was just asked whether anybody follows, and then somebody did.
async fn followed_too_late(ground: &Ground, slug: &str, select: &chute_api::workers::alerts::select::Worker) {
    ground.event(slug, "distance").await;
    let records = ground.upload(slug, &[row(2, "Finish", ground.clock.now_s())]).await;
    assert!(ground.deliver(select, &records).await);
    ground.clock.go_on(10);
    ground.follow(slug, 1, "1", None).await;
    ground.clock.go_on(10);
    let records = ground.upload(slug, &[row(1, "Mile 3", ground.clock.now_s())]).await;
    assert!(ground.deliver(select, &records).await);
    assert_eq!(ground.tally(slug).await, Tally::default(), "nobody is believed to follow for a minute");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_years_first_follower_misses_nothing() {
    let ground = Ground::new().await;
    let select = ground.select(&ground.broken);

    // another row of the year comes, whoever's
    followed_too_late(&ground, "row", &select).await;
    ground.clock.go_on(41);
    let records = ground.upload("row", &[row(3, "Finish", ground.clock.now_s())]).await;
    assert!(ground.deliver(&select, &records).await);
    assert_eq!(ground.tally("row").await.waiting, 1);

    // a row of another race comes, or nothing does but time
    for slug in ["other", "nothing"] {
        followed_too_late(&ground, slug, &select).await;
        ground.clock.go_on(39);
        assert_eq!(select.look_back().await.expect("nothing to do"), 0, "a minute is not over");
        ground.clock.go_on(2);
        ground.edge.begin(Fault::None);
        if slug == "other" {
            assert!(ground.deliver(&select, &records).await);
        } else {
            assert_eq!(select.look_back().await.expect("the table"), 1);
        }
        assert_eq!(ground.tally(slug).await.waiting, 1, "{slug}");
        assert_eq!(select.look_back().await.expect("nothing to do"), 0, "it is told once");
    }

    // what was corrected meanwhile is told as it is now, and once
    followed_too_late(&ground, "corrected", &select).await;
    ground.clock.go_on(41);
    let mut again = row(1, "Mile 3", ground.clock.now_s());
    again.passage.local_time = EventTime::from_unix(ground.clock.now_s() - 30).as_str().to_owned();
    let records = ground.upload("corrected", &[again]).await;
    assert!(ground.deliver(&select, &records).await);
    assert_eq!(ground.tally("corrected").await.waiting, 1);
    let claim = ground.claims().into_iter().find(|claim| claim["p"]["S"] == "corrected/2026").expect("a claim");
    assert_eq!(claim["mo"]["N"].as_str().expect("a time"), (ground.clock.now_s() - 30).to_string());
    ground.send_all(&ground.sender(&ground.store, settings(100))).await;
    assert_eq!(ground.backend.texts().len(), 4, "{:?}", ground.texts());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_for_a_first_follower_stays_when_the_table_does_not_answer_and_goes_when_it_is_too_late() {
    let ground = Ground::new().await;
    let select = ground.select(&ground.broken);
    followed_too_late(&ground, "refused", &select).await;
    ground.clock.go_on(41);
    for from in 1.. {
        ground.edge.begin(Fault::Refuse { from });
        let done = select.look_back().await;
        let was_reached = ground.edge.arrived() >= from;
        ground.edge.begin(Fault::None);
        if !was_reached {
            assert_eq!(done.expect("every call was answered"), 1);
            break;
        }
        done.expect_err("a call was refused");
    }
    ground.send_all(&ground.sender(&ground.store, settings(100))).await;
    assert_eq!(ground.tally("refused").await.sent, 1);

    followed_too_late(&ground, "late", &select).await;
    ground.clock.go_on(901);
    ground.edge.begin(Fault::None);
    assert_eq!(select.look_back().await.expect("nothing to do"), 0);
    assert_eq!((ground.edge.counts().total(), ground.tally("late").await), (0, Tally::default()), "of what is too late nothing is asked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_rows_are_kept_that_memory_lasts() {
    let ground = Ground::new().await;
    let select = ground.select(&ground.broken);
    ground.event("crowd", "distance").await;
    let rows: Vec<_> = (0..1_000).map(|at| row(at, "Finish", EIGHT_S)).collect();
    ground.edge.begin(Fault::None);
    for _ in 0..15 {
        assert_eq!(select.rows_written(("crowd", YEAR), &rows).await.expect("the table"), 0);
    }
    // the first time, and when six thousand are kept
    assert_eq!(ground.edge.counts().total(), 3);
}

/// What a runner was granted holds in every text: by initials, or none at all, also for what waits already (contract 6.13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn granted_wishes_hold_in_texts() {
    let ground = Ground::new().await;
    for (follower, slug, wish, when) in [
        (1, "initials", Wish::Initials, "before"),
        (2, "hidden", Wish::Hidden, "before"),
        (3, "hidden-late", Wish::Hidden, "while it waits"),
        (4, "no-age", Wish::NoAge, "before"),
    ] {
        ground.event(slug, "distance").await;
        ground.follow(slug, follower, "1", None).await;
        let now_s = ground.clock.now_s();
        let stamp = Stamp::new(now_s.unsigned_abs() * 1_000, slug);
        let granted = Deciding { race: (slug, YEAR), bib: "1", wish, decision: Decision::Grant, by: "Desk", stamp, made: None };
        if when == "before" {
            ground.store.grant_wish(&granted).await.expect("the table");
        }
        let records = ground.upload(slug, &[row(1, "Finish", now_s)]).await;
        assert!(ground.deliver(&ground.select(&ground.store), &records).await);
        if when != "before" {
            ground.store.grant_wish(&granted).await.expect("the table");
        }
        ground.send_all(&ground.sender(&ground.store, settings(100))).await;
        let tally = ground.tally(slug).await;
        let texts: Vec<String> =
            ground.backend.texts().into_iter().filter(|(to, _)| to == phone(follower).e164()).map(|(_, text)| text).collect();
        match slug {
            "initials" => assert!(matches!(texts.as_slice(), [text] if text.contains("A. R. finished")), "{texts:?}"),
            "hidden" => assert_eq!((texts.len(), crate::ground::total(&tally)), (0, 0), "{texts:?}"),
            "hidden-late" => assert_eq!((texts.len(), tally.suppressed.get(&Reason::Anonymous)), (0, Some(&1)), "{texts:?}"),
            _ => assert!(matches!(texts.as_slice(), [text] if text.contains("Ana Ruiz")), "{texts:?}"),
        }
    }
}
