//! Runners' requests: what proves who is asking, what is stored, and how soon guessing is stopped
//! (contract 6.13).

use std::{env, time::Duration};

use chute_api::alerts::Alerts;
use chute_domain::{
    limit::Limit,
    participant::Participant,
    privacy::{Decision, OF_YEAR, Proof, RequestState, Wish, Wishes},
    race::Slug,
    row::Bib,
    stamp::Stamp,
    time::Now,
};
use chute_publisher::Publications;
use chute_store::{CleanUp, Deciding, PrivacyRequest};
use chute_testkit::{Reply, stored};
use serde_json::{Value, json};

use crate::test_app::{LimitsApp, Stage};

const DAY_S: u32 = 24 * 60 * 60;
const CARLA: [(&str, &str); 2] = [("birthdate", "1985-03-09"), ("mobile", "206-555-0100")];

fn who(id: &str, bib: &str, name: (&str, &str), birthdate: &str, mobile: &str) -> Participant {
    Participant {
        first: name.0.to_owned(),
        last: name.1.to_owned(),
        birthdate: birthdate.to_owned(),
        mobile: mobile.to_owned(),
        ..stored::participant(id, bib)
    }
}

impl Stage<'_> {
    fn stamp(&self, after_s: u32) -> Stamp {
        Stamp::new(u64::from(self.from_s + after_s) * 1_000, "a request")
    }

    /// Stores the entry list: one person with a birth date and a phone, one with only a birth date,
    /// one with only a phone.
    async fn list(&self) {
        let people = [
            who("a", "7", ("Carla", "Bennett"), "3/9/1985", "(206) 555-0100"),
            who("b", " 8 ", ("Ana", "Ruiz"), "1990/7/21", ""),
            who("c", "9", ("Bo", "Li"), "", "2065550101"),
        ];
        let people = people
            .into_iter()
            .map(|who| (who.id.clone(), Some(who)))
            .collect();
        self.app
            .store
            .put_participants(&Slug::new(&self.slug).year("2026"), people, self.stamp(1))
            .await
            .expect("participants");
    }

    async fn ask_for(
        &self,
        source: u64,
        after_s: u32,
        bib: &str,
        wish: &str,
        details: &[(&str, &str)],
    ) -> Reply {
        let mut body = json!({"slug": self.slug, "year": "2026", "bib": bib, "wish": wish});
        for (name, value) in details {
            body[*name] = json!(value);
        }
        self.post("/privacy/ask", source, after_s, &body).await
    }

    async fn requests(&self, after_s: u32) -> Vec<PrivacyRequest> {
        let now_s = i64::from(self.from_s + after_s);
        self.app
            .store
            .privacy_requests(&Slug::new(&self.slug).year("2026"), None, now_s)
            .await
            .expect("requests")
    }

    async fn decide(&self, after_s: u32, bib: &str, wish: Wish, decision: Decision) -> bool {
        let deciding = Deciding {
            race: &Slug::new(&self.slug).year("2026"),
            bib: Bib::new(bib),
            wish,
            decision,
            by: "Desk",
            now: Now {
                order: self.stamp(after_s),
                ..Now::in_step(u64::from(self.from_s + after_s) * 1_000)
            },
            made: None,
        };
        self.app
            .store
            .decide_privacy(&deciding)
            .await
            .expect("a decision")
            .is_ok()
    }

    async fn in_force(&self, bib: &str) -> Wishes {
        self.app
            .store
            .beside_uploads(&Slug::new(&self.slug).year("2026"))
            .await
            .expect("wishes")
            .wishes_in_force(None)
            .get(bib)
            .copied()
            .unwrap_or_default()
    }
}

#[tokio::test]
async fn only_those_who_know_what_the_list_holds_are_heard() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let born = ("birthdate", "1990-07-21");
    for (source, (bib, details)) in [
        // bib and name are known to everybody
        ("7", &[("first", "Carla"), ("last", "Bennett")][..]),
        ("7", &[CARLA[0]]),
        ("7", &[CARLA[1]]),
        ("7", &[("birthdate", "1985-03-10"), CARLA[1]]),
        ("7", &[CARLA[0], ("mobile", "2065550101")]),
        ("8", &[]),
        ("8", &[("birthdate", "1990-07-22")]),
        // another runner's details
        ("8", &CARLA),
    ]
    .into_iter()
    .enumerate()
    {
        let reply = stage
            .ask_for(source as u64, 10 * source as u32, bib, "hidden", details)
            .await;
        assert_eq!((reply.status, reply.text()), (200, ""), "{bib} {details:?}");
    }
    assert_eq!(stage.requests(100).await, []);
    let heard = [
        ("7", &CARLA[..]),
        ("8", &[born]),
        ("9", &[born]),
        ("404", &[]),
    ];
    for (source, (bib, details)) in heard.into_iter().enumerate() {
        let reply = stage
            .ask_for(
                100 + source as u64,
                DAY_S + source as u32,
                bib,
                "hidden",
                details,
            )
            .await;
        assert_eq!(
            (reply.status, reply.text()),
            (200, ""),
            "as whoever is wrong"
        );
    }
    let found: Vec<(String, Proof)> = stage
        .requests(DAY_S + 10)
        .await
        .into_iter()
        .map(|found| (found.bib, found.proof))
        .collect();
    let expected = [
        ("404", Proof::None),
        ("9", Proof::None),
        ("8", Proof::Birthdate),
        ("7", Proof::BirthdateAndMobile),
    ]
    .map(|(bib, proof)| (bib.to_owned(), proof));
    assert_eq!(found, expected, "the newest first");
    assert_eq!(
        stage.in_force("7").await,
        Wishes::default(),
        "nothing hides by itself"
    );
}

#[tokio::test]
async fn no_proof_is_stored() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let more = [
        CARLA[0],
        CARLA[1],
        ("contact", "carla@example.org"),
        ("text", "Finished at 9:31"),
    ];
    assert_eq!(
        stage.ask_for(1, 5, "7", "correction", &more).await.status,
        200
    );
    assert_eq!(stage.ask_for(1, 6, "8", "hidden", &CARLA).await.status, 200);
    let (stored, counted) = (
        app.backend.text("SUBSCRIPTIONS_TABLE"),
        app.backend.text("ATTEMPTS_TABLE"),
    );
    assert!(
        stored.contains("Finished at 9:31") && stored.contains("carla@example.org"),
        "{stored}"
    );
    for private in [
        "1985-03", "3/9/1985", "555-0100", "5550100", "Carla", "Bennett",
    ] {
        assert!(
            !stored.contains(private) && !counted.contains(private),
            "{private}: {stored} {counted}"
        );
    }
}

#[tokio::test]
async fn a_wish_is_asked_once_and_the_better_proof_stands() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let ask = async |after_s: u32, wish: &str, contact: &str| {
        let details = [CARLA[0], CARLA[1], ("contact", contact)];
        assert_eq!(
            stage
                .ask_for(u64::from(after_s), after_s, "7", wish, &details)
                .await
                .status,
            200
        );
        stage.requests(after_s).await
    };
    assert_eq!(ask(10, "hidden", "").await.len(), 1);
    let again = ask(20, "hidden", "carla@example.org").await;
    assert_eq!(
        (again.len(), again[0].contact.as_str()),
        (1, "carla@example.org")
    );
    assert_eq!(ask(30, "no_age", "").await.len(), 2);
    // the list is gone, and all proof with it; an open request that was proven before stays
    app.store
        .delete_participants(
            &Slug::new(&stage.slug).year("2026"),
            vec!["a".into()],
            stage.stamp(40),
        )
        .await
        .expect("participants");
    let kept = ask(50, "hidden", "stranger@example.org").await;
    assert_eq!(
        (kept.len(), &kept[1].contact, kept[1].proof),
        (2, &again[0].contact, Proof::BirthdateAndMobile)
    );
}

#[tokio::test]
async fn decisions_hold_and_are_taken_back() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    for wish in ["hidden", "initials", "no_age"] {
        assert_eq!(stage.ask_for(1, 5, "7", wish, &CARLA).await.status, 200);
    }
    assert!(
        !stage.decide(10, "8", Wish::Hidden, Decision::Grant).await,
        "nobody asked"
    );
    assert!(
        stage.decide(10, "7", Wish::Hidden, Decision::Grant).await
            && stage.decide(11, "7", Wish::NoAge, Decision::Grant).await
    );
    assert!(
        stage
            .decide(12, "7", Wish::Initials, Decision::Refuse)
            .await
    );
    assert_eq!(
        stage.in_force("7").await,
        Wishes {
            hidden: true,
            no_age: true,
            initials: false
        }
    );
    assert!(
        stage.decide(13, "7", Wish::Hidden, Decision::Grant).await,
        "once more"
    );
    assert!(
        !stage.decide(13, "7", Wish::Hidden, Decision::Refuse).await
            && !stage.decide(13, "7", Wish::Initials, Decision::Grant).await
    );
    let states: Vec<(Wish, RequestState, String)> = stage
        .requests(20)
        .await
        .into_iter()
        .map(|found| (found.wish, found.state, found.decided_by))
        .collect();
    assert!(
        states.contains(&(Wish::Hidden, RequestState::Granted, "Desk".into()))
            && states.contains(&(Wish::Initials, RequestState::Refused, "Desk".into())),
        "{states:?}"
    );
    // when asked again, what was granted stays granted, and what was refused is open again
    assert_eq!(
        stage.ask_for(2, 30, "7", "hidden", &CARLA).await.status,
        200
    );
    assert_eq!(
        stage.ask_for(2, 31, "7", "initials", &CARLA).await.status,
        200
    );
    let open: Vec<Wish> = stage
        .requests(40)
        .await
        .into_iter()
        .filter(|found| found.state == RequestState::Open)
        .map(|found| found.wish)
        .collect();
    assert_eq!(open, [Wish::Initials]);
    // after 90 days a request is gone, but what was granted stays in force
    let later = 91 * DAY_S;
    assert_eq!(stage.requests(later).await, []);
    assert!(
        stage
            .decide(later, "7", Wish::Hidden, Decision::Withdraw)
            .await
    );
    assert_eq!(
        stage.in_force("7").await,
        Wishes {
            no_age: true,
            ..Wishes::default()
        }
    );
    assert!(
        !stage
            .decide(later, "7", Wish::Hidden, Decision::Withdraw)
            .await,
        "there is nothing left of it"
    );
}

/// No simultaneous decision about one runner's wishes is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decisions_at_once_lose_nothing() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    for wish in ["hidden", "initials", "no_age"] {
        assert_eq!(stage.ask_for(1, 5, "7", wish, &CARLA).await.status, 200);
    }
    let grant = async |wish| stage.decide(10, "7", wish, Decision::Grant).await;
    assert_eq!(
        futures::join!(
            grant(Wish::Hidden),
            grant(Wish::Initials),
            grant(Wish::NoAge)
        ),
        (true, true, true)
    );
    assert_eq!(
        stage.in_force("7").await,
        Wishes {
            hidden: true,
            initials: true,
            no_age: true
        }
    );
}

fn guesses() -> u64 {
    env::var("CHUTE_GUESSES")
        .ok()
        .map_or(300, |text| text.parse().expect("CHUTE_GUESSES is a number"))
}

/// A stranger with many addresses tries birth dates of one runner, whose age is on the page and
/// whose phone is not in the list. The right date, which is among the later ones, proves nothing.
/// The runner, who has another address, is heard all the same.
///
///     CHUTE_GUESSES=10000 cargo test -p chute-api --test limits guesses
#[tokio::test]
async fn guesses_at_one_runner_prove_nothing_and_keep_nobody_out() {
    let app = LimitsApp::open().await;
    let alerts = Alerts {
        open_calls: Limit::in_minutes(u32::MAX, 60),
        ..Alerts::default()
    };
    let stage = Stage::new(&app, alerts).await;
    stage.list().await;
    let count = guesses().min(u64::from(OF_YEAR) - 1);
    let ask = async |source: u64, after_s: u64, date: &str| {
        let after_s = u32::try_from(after_s).expect("few");
        let details = [("birthdate", date)];
        let reply = stage
            .ask_for(source, after_s, "8", "hidden", &details)
            .await;
        assert_eq!(
            (reply.status, reply.text()),
            (200, ""),
            "as whoever is right"
        );
    };
    for n in 0..count {
        let day = format!(
            "1990-{:02}-{:02}",
            1 + (n + 183) % 365 / 31,
            1 + (n + 1) % 28
        );
        ask(n, n, if n == 20 { "1990-07-21" } else { &day }).await;
    }
    let proofs = async || -> Vec<Proof> {
        let found = stage.requests(u32::try_from(count).expect("few")).await;
        found.into_iter().map(|found| found.proof).collect()
    };
    assert_eq!(proofs().await, [Proof::None]);
    assert!(
        stage
            .decide(
                u32::try_from(count).expect("few"),
                "8",
                Wish::Hidden,
                Decision::Refuse
            )
            .await
    );
    ask(count, count, "1990-07-21").await;
    let states: Vec<RequestState> = stage
        .requests(u32::try_from(count).expect("few"))
        .await
        .into_iter()
        .map(|found| found.state)
        .collect();
    assert_eq!(
        (proofs().await, states),
        (vec![Proof::None], vec![RequestState::Open])
    );
}

/// One address tries five times about one runner, then waits; the runner asks from another one and
/// is proven as ever.
#[tokio::test]
async fn one_address_guesses_five_times_at_a_runner() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let ask = async |source: u64, after_s: u32, date: &str| {
        let details = [("birthdate", date)];
        let reply = stage
            .ask_for(source, after_s, "8", "hidden", &details)
            .await;
        (reply.status, reply.retry_after())
    };
    for n in 1..=4 {
        assert_eq!(ask(1, n, &format!("1990-07-0{n}")).await, (200, None));
    }
    assert_eq!(ask(2, 5, "1990-07-21").await, (200, None));
    let found = stage.requests(6).await;
    assert_eq!(
        found.first().map(|found| found.proof),
        Some(Proof::Birthdate)
    );
    assert_eq!(ask(1, 6, "1990-07-05").await, (200, None));
    let (status, wait) = ask(1, 7, "1990-07-21").await;
    assert!(status == 429 && wait > Some(DAY_S / 2), "{status} {wait:?}");
    assert_eq!(ask(2, 8, "1990-07-21").await, (200, None), "and again");
    let found = stage.requests(9).await;
    assert_eq!(
        found.first().map(|found| found.proof),
        Some(Proof::Birthdate)
    );
}

/// A stranger guesses at all runners of a year, each time from another address.
#[tokio::test]
async fn guesses_at_a_year_are_stopped() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let (mut taken, count) = (0, u64::from(OF_YEAR) + 100);
    for n in 0..count {
        let reply = stage
            .ask_for(n, 7, &format!("7{n}"), "hidden", &CARLA)
            .await;
        taken += u64::from(reply.status == 200);
        assert!(
            reply.status == 200 || (reply.status, reply.retry_after()) == (429, Some(DAY_S - 7)),
            "{}",
            reply.text()
        );
    }
    assert_eq!(taken, u64::from(OF_YEAR));
    assert_eq!(
        stage
            .ask_for(count, DAY_S + 7, "7", "hidden", &CARLA)
            .await
            .status,
        200,
        "the next day"
    );
    assert_eq!(
        stage
            .requests(DAY_S + 7)
            .await
            .first()
            .map(|found| found.bib.clone()),
        Some("7".into())
    );
}

#[tokio::test]
async fn one_address_asks_twenty_times_a_day() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    for n in 0..20 {
        assert_eq!(
            stage
                .ask_for(1, n * 600, &format!("{n}"), "hidden", &[])
                .await
                .status,
            200
        );
    }
    assert_eq!(
        stage.ask_for(1, 12_000, "21", "hidden", &[]).await.status,
        429
    );
    assert_eq!(
        stage.ask_for(2, 12_000, "21", "hidden", &[]).await.status,
        200
    );
}

/// A right guess and a wrong one cost the same: equally many writes of the same kinds.
#[tokio::test]
async fn wrong_proofs_cost_the_same_writes_as_right_ones() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    let items = |table: &str| app.backend.text(table).matches("\"p\"").count();
    let mut grown = Vec::new();
    for (n, (bib, details)) in [("7", &CARLA[..]), ("8", &CARLA), ("9", &[]), ("404", &[])]
        .into_iter()
        .enumerate()
    {
        let before = (items("SUBSCRIPTIONS_TABLE"), items("ATTEMPTS_TABLE"));
        assert_eq!(
            stage
                .ask_for(50 + n as u64, 5, bib, "hidden", details)
                .await
                .status,
            200
        );
        let after = (items("SUBSCRIPTIONS_TABLE"), items("ATTEMPTS_TABLE"));
        grown.push((after.0 - before.0, after.1 - before.1));
    }
    assert!(
        grown[0].0 == 1 && grown.iter().skip(1).all(|more| more.0 == 1),
        "{grown:?}"
    );
    assert!(
        grown.iter().skip(1).all(|more| *more == grown[1]),
        "{grown:?}"
    );
}

#[tokio::test]
async fn an_invalid_request_is_refused_with_the_reason() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let ask = async |changes: Value| {
        let mut body = json!({"slug": stage.slug, "year": "2026", "bib": "7", "wish": "hidden"});
        body.as_object_mut()
            .expect("an object")
            .extend(changes.as_object().cloned().unwrap_or_default());
        let reply = stage.post("/privacy/ask", app.unique(), 5, &body).await;
        (
            reply.status,
            serde_json::from_str::<Value>(reply.text()).unwrap_or_default()["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    for (changes, field) in [
        (json!({"bib": ""}), "bib"),
        (json!({"wish": "gone"}), "wish"),
        (json!({"birthdate": "2/30/1985"}), "birthdate"),
        (json!({"contact": "x"}), "contact"),
    ] {
        let (status, message) = ask(changes).await;
        assert!(
            status == 400 && message.starts_with(&format!("Validation Error. {field}: ")),
            "{status} {message}"
        );
    }
    assert_eq!(
        ask(json!({"slug": "no-such-event"})).await,
        (404, "Event/Year Not Found".into())
    );
    assert_eq!(ask(json!({"year": "1999"})).await.0, 404);
}

#[tokio::test]
async fn a_deleted_year_takes_requests_and_wishes_along() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    stage.list().await;
    assert_eq!(
        stage
            .ask_for(
                1,
                5,
                "7",
                "hidden",
                &[CARLA[0], CARLA[1], ("contact", "carla@example.org")]
            )
            .await
            .status,
        200
    );
    assert!(stage.decide(10, "7", Wish::Hidden, Decision::Grant).await);
    let stamp = |after_s: u32| Stamp::new(u64::from(stage.from_s + after_s) * 1_000, "delete");
    app.store
        .delete_year(&Slug::new(&stage.slug).year("2026"), stamp(60))
        .await
        .expect("the table");
    app.add_year(&stage.slug, stage.from_s + 120).await;
    let record = app
        .store
        .load_event(&Slug::new(&stage.slug))
        .await
        .expect("events")
        .expect("an event");
    let race = &Slug::new(&stage.slug).year("2026");
    let made = record.years["2026"].made;
    assert!(made.is_some());
    assert!(
        app.store
            .beside_uploads(race)
            .await
            .expect("wishes")
            .wishes_in_force(made)
            .is_empty()
    );
    assert_eq!(
        app.store
            .privacy_requests(race, made, i64::from(stage.from_s + 130))
            .await
            .expect("requests"),
        []
    );
    let run = CleanUp::at(
        Now::in_step(u64::from(stage.from_s + 4 * 60 * 60) * 1_000),
        Duration::from_secs(20),
    );
    app.store
        .clear_event(&Slug::new(&stage.slug), &run, &Publications::of(&app.store))
        .await
        .expect("the clean-up");
    assert!(
        !app.backend
            .text("SUBSCRIPTIONS_TABLE")
            .contains("carla@example.org")
            && !app.backend.text("RACES_TABLE").contains("\"w#7\"")
    );
}
