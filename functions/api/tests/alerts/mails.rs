//! E-mails about a finish, which use the same claims as texts (contract 8.9): the mails that SES
//! accepted are counted.

use std::{collections::HashSet, sync::Arc};

use chute_api::{
    alerts::Alerts,
    mail::{MailSettings, Mailing},
    workers::alerts::send::Settings,
};
use chute_domain::{
    alert::Reason,
    budget::{Budgets, Usage},
    email::EmailAddress,
    race::Slug,
    subscription::{Language, RunnerWish},
};
use chute_edge::Fault;
use chute_store::{Store, SubscribingAddress, Tally};
use serde_json::Value;

use crate::test_app::{AlertsApp, EIGHT_S, QUEUES, YEAR, row, settings, total};

const SLUG: &str = "river-10k";
const DOMAIN: &str = "hill.example";
const SITE: &str = "https://results.example.org";

struct Stage {
    app: AlertsApp,
    mail: Arc<Mailing>,
}

async fn mailing(store: &Store) -> Arc<Mailing> {
    let from = EmailAddress::of(&format!("alerts@{DOMAIN}"));
    let settings = MailSettings {
        from,
        site: SITE.to_owned(),
    };
    Arc::new(
        settings
            .open(store, &Alerts::default())
            .await
            .expect("the secret")
            .expect("a secret"),
    )
}

fn address(name: &str) -> EmailAddress {
    EmailAddress::of(&format!("{name}@example.org")).expect("an address")
}

fn bib(bib: &str) -> RunnerWish<'_> {
    RunnerWish {
        bib: Some(bib),
        ..RunnerWish::default()
    }
}

async fn follow(app: &AlertsApp, slug: &str, name: &str, runner: RunnerWish<'_>) {
    let wish = SubscribingAddress {
        race: &Slug::new(slug).year(YEAR),
        address: &address(name),
        runner,
        language: if name == "eva" {
            Language::Es
        } else {
            Language::En
        },
        now_s: app.clock.now_s(),
        closes_s: EIGHT_S + 2 * 86_400,
        source: name,
    };
    app.store
        .subscribe_address(&wish)
        .await
        .expect("the tables");
}

impl Stage {
    async fn new() -> Self {
        let app = AlertsApp::new().await;
        app.event(SLUG, "distance").await;
        app.backend.verify_domain(DOMAIN);
        let mail = mailing(&app.store).await;
        Self { app, mail }
    }

    fn settings(&self) -> Settings {
        Settings {
            mail: Some(self.mail.clone()),
            ..settings(100)
        }
    }

    async fn follow(&self, name: &str, runner: RunnerWish<'_>) {
        follow(&self.app, SLUG, name, runner).await;
    }

    /// Uploads a passage that happens now and sends its alerts; the stream delivers it this often.
    async fn pass(&self, at: usize, segment: &str, times: usize) {
        let records = self
            .app
            .upload(SLUG, &[row(at, segment, self.app.clock.now_s())])
            .await;
        for _ in 0..times {
            assert!(
                self.app
                    .deliver(&self.app.select(&self.app.store), &records)
                    .await
            );
            self.send().await;
        }
    }

    async fn send(&self) {
        self.app.send(self.settings()).await;
    }

    /// Uploads a finish whose alerts stay in the queue.
    async fn wait(&self) {
        self.app
            .select_rows(SLUG, &[row(1, "Finish", self.app.clock.now_s())])
            .await;
    }

    fn mails(&self, name: &str) -> Vec<Value> {
        self.app
            .backend
            .mails()
            .into_iter()
            .filter(|mail| mail["to"] == address(name).as_str())
            .collect()
    }
}

#[tokio::test]
async fn an_address_is_told_of_the_finish_once_and_of_nothing_else() {
    let stage = Stage::new().await;
    stage.app.follow(SLUG, 1, "1", None).await;
    stage.follow("ana", bib("1")).await;
    stage
        .follow(
            "eva",
            RunnerWish {
                first: Some("Ana"),
                last: Some("Ruizb"),
                ..RunnerWish::default()
            },
        )
        .await;
    stage.follow("bea", bib("2")).await;
    stage.pass(1, "Mile 3", 3).await;
    assert!(stage.app.backend.mails().is_empty());
    stage.pass(1, "Finish", 3).await;
    // corrected and uploaded again
    stage.pass(1, "Finish", 1).await;
    let [ana, eva, bea] = ["ana", "eva", "bea"].map(|name| stage.mails(name));
    assert_eq!((ana.len(), eva.len(), bea.len()), (1, 1, 0));
    assert_eq!(
        (ana[0]["subject"].as_str(), eva[0]["subject"].as_str()),
        (
            Some("Ana Ruizb finished: River 10K"),
            Some("Ana Ruizb ha llegado a la meta: River 10K")
        )
    );
    let words = ana[0]["text"].as_str().expect("words");
    for link in [
        "/results/river-10k/2026/1\n",
        "/certificate/river-10k/2026/1\n",
        "/email-alerts/unsubscribe#",
    ] {
        assert!(words.contains(&format!("{SITE}{link}")), "{link}: {words}");
    }
    assert_eq!(ana[0]["from"], "\"Race alerts\" <alerts@hill.example>");
    // RFC 8058: by the mail program itself, in one POST
    let headers = &ana[0]["headers"];
    assert_eq!(
        (
            &headers["List-Unsubscribe-Post"],
            &headers["Auto-Submitted"]
        ),
        (
            &"List-Unsubscribe=One-Click".into(),
            &"auto-generated".into()
        )
    );
    let one_click = headers["List-Unsubscribe"].as_str().expect("a header");
    assert!(
        one_click.starts_with(&format!("<{SITE}/api/mail/unsubscribe?token="))
            && one_click.ends_with('>'),
        "{one_click}"
    );
    let tally = stage.app.settle(SLUG).await;
    assert_eq!(
        (
            tally.sent,
            tally.waiting,
            tally.doubtful,
            tally.dead,
            tally.parts
        ),
        (4, 0, 0, 0, 2),
        "two texts, two mails"
    );
    assert!(
        stage
            .app
            .claims()
            .iter()
            .all(|claim| claim.get("tg").is_none()),
        "somebody is left in a claim"
    );
}

#[tokio::test]
async fn one_click_is_obeyed_by_a_mail_that_waits() {
    let stage = Stage::new().await;
    for name in ["ana", "bea", "eva"] {
        stage.follow(name, bib("1")).await;
    }
    stage.wait().await;
    // one has unsubscribed; another's request to do so broke off after its first write
    stage
        .app
        .store
        .block_email(address("ana").as_str())
        .await
        .expect("the list");
    stage
        .app
        .store
        .unsubscribe_address(&format!("{SLUG}/{YEAR}"), &address("ana"))
        .await
        .expect("removed");
    stage
        .app
        .store
        .block_email(address("bea").as_str())
        .await
        .expect("the list");
    stage.send().await;
    assert_eq!(
        ["ana", "bea", "eva"].map(|name| stage.mails(name).len()),
        [0, 0, 1]
    );
    let Tally {
        sent, suppressed, ..
    } = stage.app.settle(SLUG).await;
    assert_eq!(
        (
            sent,
            suppressed.get(&Reason::Removed),
            suppressed.get(&Reason::Blocked)
        ),
        (1, Some(&1), Some(&1))
    );
}

#[tokio::test]
async fn queue_and_claims_name_no_address() {
    let stage = Stage::new().await;
    stage.follow("canary", bib("1")).await;
    stage.wait().await;
    let [_, _, others] = QUEUES;
    let waiting = stage.app.waiting(others);
    assert_eq!(waiting.len(), 1);
    let claims = serde_json::to_string(&stage.app.claims()).expect("text");
    assert!(
        !waiting[0].body.contains("canary") && !waiting[0].body.contains('@'),
        "{}",
        waiting[0].body
    );
    assert!(
        !claims.contains("canary") && !claims.contains("example.org"),
        "{claims}"
    );
    stage.send().await;
    assert_eq!(stage.mails("canary").len(), 1);
}

#[tokio::test]
async fn old_news_is_not_mailed() {
    let stage = Stage::new().await;
    stage.follow("ana", bib("1")).await;
    stage.wait().await;
    stage.app.clock.go_on(901);
    stage.send().await;
    assert!(stage.mails("ana").is_empty());
    assert_eq!(stage.app.suppressed(SLUG, Reason::TooLate).await, 1);
}

#[tokio::test]
async fn mails_need_no_money_and_no_turn() {
    let stage = Stage::new().await;
    let nothing = Usage {
        texts: 0,
        micros: 0,
    };
    for at in 1..=20 {
        stage.app.follow(SLUG, at, "1", None).await;
    }
    stage.follow("ana", bib("1")).await;
    stage.wait().await;
    let poor = Settings {
        budgets: Budgets {
            year: nothing,
            day: nothing,
            month: nothing,
        },
        ..stage.settings()
    };
    stage.app.send(poor).await;
    assert_eq!((stage.mails("ana").len(), stage.app.texts().len()), (1, 0));
}

#[tokio::test]
async fn where_mail_is_no_longer_sent_the_claim_gets_its_outcome() {
    let stage = Stage::new().await;
    stage.follow("ana", bib("1")).await;
    stage.wait().await;
    stage.app.send(settings(100)).await;
    assert_eq!(stage.app.suppressed(SLUG, Reason::Removed).await, 1);
}

/// SES is called directly, or through the edge that breaks off: whichever call the sender dies at,
/// no address gets a second mail.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sender_dies_at_every_call() {
    let app = AlertsApp::new().await;
    app.backend.verify_domain(DOMAIN);
    let (whole, broken) = (mailing(&app.store).await, mailing(&app.broken).await);
    for kind in [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ] {
        let (mut doubtful, mut calls) = (0, 0);
        for at in 1.. {
            let fault = kind(at);
            let slug = format!(
                "m{at}{}",
                format!("{fault:?}")
                    .to_lowercase()
                    .chars()
                    .take(3)
                    .collect::<String>()
            );
            app.event(&slug, "distance").await;
            for name in ["ana", "eva"] {
                follow(&app, &slug, name, bib("1")).await;
            }
            let records = app
                .upload(&slug, &[row(1, "Finish", app.clock.now_s())])
                .await;
            let before = app.backend.mails().len();
            assert!(app.deliver(&app.select(&app.store), &records).await);
            let sender = app.sender(
                &app.broken,
                Settings {
                    mail: Some(broken.clone()),
                    ..settings(100)
                },
            );
            app.edge.begin(fault);
            for queue in QUEUES {
                // one message after the other, so that only one mail is being sent at a time
                for message in app.waiting(queue) {
                    app.hand(&sender, queue, &[message]).await;
                }
            }
            let was_reached = app.edge.arrived() >= at;
            app.edge.begin(Fault::None);
            app.send_all(&app.sender(
                &app.store,
                Settings {
                    mail: Some(whole.clone()),
                    ..settings(100)
                },
            ))
            .await;
            let tally = app.settle(&slug).await;
            let mails = app.backend.mails();
            let new: Vec<&str> = mails[before..]
                .iter()
                .map(|mail| mail["to"].as_str().expect("an address"))
                .collect();
            let once: HashSet<&str> = new.iter().copied().collect();
            assert_eq!(once.len(), new.len(), "{fault:?}: a second mail: {new:?}");
            assert_eq!(
                (tally.waiting, total(&tally)),
                (0, 2),
                "{fault:?}: {tally:?}"
            );
            let (sent, in_doubt) = (
                usize::try_from(tally.sent).expect("few"),
                usize::try_from(tally.doubtful).expect("few"),
            );
            assert!(
                (sent..=sent + in_doubt).contains(&new.len()) && in_doubt <= 1,
                "{fault:?}: {} mails, {tally:?}",
                new.len()
            );
            doubtful += tally.doubtful;
            calls = at;
            if !was_reached {
                break;
            }
        }
        eprintln!(
            "died at {calls} calls: {doubtful} doubtful of {} mails",
            calls * 2
        );
        assert!(calls > 15, "a sender makes more calls than {calls}");
    }
}
