//! E-mails about a finish: who is asked, how often, and the links with which they agree and
//! unsubscribe (contract 8.9).

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chute_api::{alerts::Alerts, middleware};
use chute_domain::{
    limit::Limit,
    race::Slug,
    stamp::Stamp,
    subscription::{Caps, Language, Sender},
    time::Now,
};
use chute_publisher::Publications;
use chute_store::CleanUp;
use chute_testkit::{Reply, Request};
use futures::{StreamExt, stream};
use serde_json::{Value, json};

use crate::test_app::{LimitsApp, SITE, Stage};

const DAY_S: u32 = 24 * 60 * 60;

impl Stage<'_> {
    fn wish(&self, email: &str, bib: &str) -> Value {
        json!({"slug": self.slug, "year": "2026", "bib": bib, "email": email, "language": "es-MX"})
    }

    async fn ask(&self, source: u64, email: &str, bib: u64, after_s: u32) -> Reply {
        self.post(
            "/mail/add",
            source,
            after_s,
            &self.wish(email, &bib.to_string()),
        )
        .await
    }

    /// The mails to an address, oldest first.
    fn mails(&self, email: &str) -> Vec<Value> {
        self.app
            .backend
            .mails()
            .into_iter()
            .filter(|mail| mail["to"] == email)
            .collect()
    }

    async fn confirm(&self, token: &str, after_s: u32) -> Reply {
        self.post("/mail/confirm", 99, after_s, &json!({ "token": token }))
            .await
    }

    async fn leave(&self, token: &str, verb: &str) -> Reply {
        let path = format!("/mail/unsubscribe?token={token}");
        self.request(verb, &path, 7, 0)
            .header("content-type", "application/x-www-form-urlencoded")
            .body("List-Unsubscribe=One-Click")
            .send(&self.host)
            .await
    }

    /// Address and bib of each stored subscription.
    async fn addresses_stored(&self, after_s: u32) -> Vec<(String, String)> {
        let found = self
            .app
            .store
            .addresses_of(
                &Slug::new(&self.slug).year("2026"),
                i64::from(self.from_s + after_s),
            )
            .await
            .expect("addresses");
        found
            .into_iter()
            .map(|one| (one.address.as_str().to_owned(), one.bib))
            .collect()
    }
}

/// The token after the `#` of the link to a page.
fn token(mail: &Value, page: &str) -> String {
    let text = mail["text"].as_str().expect("words");
    let behind = text
        .split(&format!("{SITE}/email-alerts/{page}#"))
        .nth(1)
        .expect("a link");
    behind
        .split_whitespace()
        .next()
        .expect("a token")
        .to_owned()
}

/// The token in the header for one-click unsubscribing.
fn one_click(mail: &Value) -> String {
    let header = mail["headers"]["List-Unsubscribe"]
        .as_str()
        .expect("a header");
    let address = header
        .strip_prefix('<')
        .and_then(|header| header.strip_suffix('>'))
        .expect("an address");
    assert_eq!(
        mail["headers"]["List-Unsubscribe-Post"],
        "List-Unsubscribe=One-Click"
    );
    address
        .strip_prefix(&format!("{SITE}/api/mail/unsubscribe?token="))
        .expect("our address")
        .to_owned()
}

#[tokio::test]
async fn an_address_is_asked_and_agrees_by_pressing() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(stage.ask(1, " Ana@Example.org ", 88, 0).await.status, 200);
    let mails = stage.mails("ana@example.org");
    let [mail] = mails.as_slice() else {
        panic!("{} mails", mails.len())
    };
    assert_eq!(
        (&mail["from"], &mail["subject"]),
        (
            &json!("\"Race alerts\" <alerts@hill.example>"),
            &json!("River 10K: confirme su dirección")
        )
    );
    // until then the address is not stored, and the links do not contain it
    assert!(stage.addresses_stored(0).await.is_empty());
    for table in ["SUBSCRIPTIONS_TABLE", "ATTEMPTS_TABLE"] {
        assert!(
            !app.backend
                .text(table)
                .to_lowercase()
                .contains("example.org"),
            "{table}"
        );
    }
    // a token consists of random letters, which may happen to contain "88": so its bytes are
    // searched, not its text
    for link in mail["text"]
        .as_str()
        .expect("words")
        .split_whitespace()
        .filter(|word| word.starts_with("https"))
    {
        let (page, token) = link.split_once('#').expect("a token");
        assert!(
            !page.contains("ana") && !page.contains('@') && !page.contains("88"),
            "{page}"
        );
        let sealed = URL_SAFE_NO_PAD.decode(token).expect("base64url");
        assert!(
            !sealed
                .windows(4)
                .any(|bytes| bytes.eq_ignore_ascii_case(b"ana@")),
            "{link}"
        );
        assert!(
            !sealed
                .windows(11)
                .any(|bytes| bytes.eq_ignore_ascii_case(b"example.org")),
            "{link}"
        );
    }
    // a program that previews the link changes nothing
    let consent = token(mail, "confirm");
    let look = Request::new("GET", "/mail/confirm").at_s(stage.from_s);
    assert_eq!(look.peer("::1").send(&stage.host).await.status, 405);
    let confirmed = stage.confirm(&consent, 60).await;
    assert_eq!(
        (confirmed.status, confirmed.text()),
        (
            200,
            &*format!(r#"{{"slug":"{}","year":"2026"}}"#, stage.slug)
        )
    );
    assert_eq!(
        stage.confirm(&consent, 61).await.status,
        200,
        "a second press"
    );
    assert_eq!(
        stage.addresses_stored(60).await,
        [("ana@example.org".to_owned(), "88".to_owned())]
    );
    let found = app
        .store
        .addresses_of(
            &Slug::new(&stage.slug).year("2026"),
            i64::from(stage.from_s),
        )
        .await
        .expect("addresses");
    assert_eq!(found[0].language, Language::Es);
    // thirty days after the end of a window of ten days
    assert_eq!(
        (
            stage.addresses_stored(40 * DAY_S - 1).await.len(),
            stage.addresses_stored(40 * DAY_S).await.len()
        ),
        (1, 0)
    );
}

#[tokio::test]
async fn a_link_works_for_a_day_and_for_what_it_was_made_for() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(stage.ask(1, "ana@example.org", 88, 0).await.status, 200);
    let mail = &stage.mails("ana@example.org")[0];
    let (consent, end) = (token(mail, "confirm"), token(mail, "unsubscribe"));
    assert!(!one_click(mail).is_empty());
    for wrong in ["", "x", &end, &consent[1..], &format!("{consent}A")] {
        let refused = stage.confirm(wrong, 0).await;
        assert_eq!(
            (
                refused.status,
                refused.text().contains("Unknown Or Expired Link")
            ),
            (404, true),
            "{wrong}"
        );
    }
    for wrong in ["", "x", &consent, &end[1..]] {
        assert_eq!(stage.leave(wrong, "POST").await.status, 404, "{wrong}");
    }
    assert_eq!(stage.confirm(&consent, DAY_S + 1).await.status, 404);
    assert!(
        stage.addresses_stored(0).await.is_empty()
            && app
                .store
                .blocked_emails()
                .await
                .expect("the list")
                .is_empty()
    );
    assert_eq!(stage.confirm(&consent, DAY_S).await.status, 200);
}

#[tokio::test]
async fn one_click_ends_all_and_a_look_does_not() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    for bib in [88, 89] {
        assert_eq!(stage.ask(1, "ana@example.org", bib, 0).await.status, 200);
    }
    assert_eq!(stage.ask(1, "bea@example.org", 88, 0).await.status, 200);
    for mail in app.backend.mails() {
        assert_eq!(stage.confirm(&token(&mail, "confirm"), 0).await.status, 200);
    }
    assert_eq!(stage.addresses_stored(0).await.len(), 3);
    let end = one_click(&stage.mails("ana@example.org")[0]);
    let looked = stage.leave(&end, "GET").await;
    assert_eq!(
        (looked.status, looked.header("location").to_owned()),
        (303, format!("{SITE}/email-alerts/unsubscribe#{end}"))
    );
    assert_eq!(stage.leave(&end, "HEAD").await.status, 303);
    assert_eq!(stage.addresses_stored(0).await.len(), 3);
    assert_eq!(stage.leave(&end, "POST").await.status, 200);
    assert_eq!(stage.leave(&end, "POST").await.status, 200, "and again");
    assert_eq!(
        stage.addresses_stored(0).await,
        [("bea@example.org".to_owned(), "88".to_owned())]
    );
    assert_eq!(
        app.store.blocked_emails().await.expect("the list"),
        ["ana@example.org"]
    );
    // an earlier link does not undo it
    let refused = stage
        .confirm(&token(&stage.mails("ana@example.org")[0], "confirm"), 0)
        .await;
    assert_eq!(
        (
            refused.status,
            refused.text().contains("Address Has Unsubscribed")
        ),
        (409, true)
    );
    assert_eq!(stage.addresses_stored(0).await.len(), 1);
}

#[tokio::test]
async fn a_blocked_address_is_sent_nothing_and_nobody_is_told() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(
        stage
            .post(
                "/blocked/emails/add",
                1,
                0,
                &json!({"email": "Ana@example.org"})
            )
            .await
            .status,
        200
    );
    let (blocked, free) = (
        stage.ask(1, "ana@example.org", 88, 0).await,
        stage.ask(1, "bea@example.org", 88, 0).await,
    );
    assert_eq!((blocked.status, blocked.body), (free.status, free.body));
    assert_eq!(
        (
            stage.mails("ana@example.org").len(),
            stage.mails("bea@example.org").len()
        ),
        (0, 1)
    );
    // it counts like any other address, otherwise the limits would reveal that it is blocked
    assert_eq!(stage.ask(1, "ana@example.org", 89, 1).await.status, 200);
    assert_eq!(stage.ask(1, "ana@example.org", 90, 2).await.status, 200);
    assert_eq!(stage.ask(1, "ana@example.org", 91, 3).await.status, 429);
}

#[tokio::test]
async fn the_same_again_sends_nothing_for_ten_minutes() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let statuses: Vec<u16> = stream::iter(0..6)
        .map(async |_| stage.ask(1, "ana@example.org", 88, 0).await.status)
        .buffer_unordered(6)
        .collect()
        .await;
    assert_eq!(
        (statuses, stage.mails("ana@example.org").len()),
        (vec![200; 6], 1)
    );
    assert_eq!(
        (
            stage.ask(2, "ana@example.org", 88, 599).await.status,
            stage.mails("ana@example.org").len()
        ),
        (200, 1)
    );
    assert_eq!(
        (
            stage.ask(2, "ana@example.org", 88, 600).await.status,
            stage.mails("ana@example.org").len()
        ),
        (200, 2)
    );
}

#[tokio::test]
async fn an_address_is_asked_thrice_in_ten_minutes_and_ten_times_a_day() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let mut sent = 0;
    for round in 0..8 {
        let from_s = round * 700;
        for n in 0..4_u32 {
            let source = u64::from(round * 4 + n);
            let status = stage
                .ask(source, "ana@example.org", source, from_s + n)
                .await
                .status;
            sent += usize::from(status == 200);
            let fits = n < 3 && round < 3 || (round == 3 && n == 0);
            assert_eq!(status, if fits { 200 } else { 429 }, "round {round}, {n}");
        }
    }
    assert_eq!((sent, stage.mails("ana@example.org").len()), (10, 10));
    assert_eq!(
        stage
            .ask(200, "ana@example.org", 200, DAY_S + 3 * 700)
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn a_source_and_a_year_and_a_day_have_limits() {
    let app = LimitsApp::open().await;
    let caps = Caps {
        confirmed_of_source: Limit::in_minutes(4, 60),
        confirmed_of_year: 6,
        confirmed_of_day: 9,
        ..Caps::default()
    };
    let stage = Stage::new(
        &app,
        Alerts {
            caps,
            ..Alerts::default()
        },
    )
    .await;
    let other = Stage {
        slug: app.event("Hill 5K", stage.from_s).await,
        host: stage.host.clone(),
        ..Stage::new(
            &app,
            Alerts {
                caps,
                ..Alerts::default()
            },
        )
        .await
    };
    let other = Stage {
        from_s: stage.from_s,
        ..other
    };
    let statuses: Vec<u16> = stream::iter(0..8)
        .map(async |n| {
            stage
                .ask(1, &format!("a{n}@example.org"), 1, 0)
                .await
                .status
        })
        .buffer_unordered(4)
        .collect()
        .await;
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        4,
        "{statuses:?}"
    );
    for n in 0..4 {
        let status = stage
            .ask(10 + n, &format!("b{n}@example.org"), 1, 0)
            .await
            .status;
        assert_eq!(status, if n < 2 { 200 } else { 429 }, "of the year");
    }
    for n in 0..4 {
        let refused = other.ask(10 + n, &format!("c{n}@example.org"), 1, 0).await;
        assert_eq!(refused.status, if n < 3 { 200 } else { 429 }, "of the day");
        assert!(
            n < 3 || refused.retry_after() == Some(DAY_S),
            "{:?}",
            refused.retry_after()
        );
    }
    assert_eq!(app.backend.mails().len(), 9);
    assert_eq!(
        other.ask(1, "d@example.org", 1, DAY_S).await.status,
        200,
        "another day"
    );
}

#[tokio::test]
async fn checks_come_in_order() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let says = async |body: Value, after_s: u32| {
        let reply = stage.post("/mail/add", 1, after_s, &body).await;
        (
            reply.status,
            serde_json::from_str::<Value>(reply.text()).expect("a message")["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    let of = |more: Value| {
        let mut body = json!({"slug": stage.slug, "year": "2026"});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        body
    };
    assert_eq!(
        says(json!({"slug": "nothing"}), 0).await,
        (404, "Event Not Found".to_owned())
    );
    assert_eq!(
        says(json!({"slug": stage.slug, "year": "1999"}), 0).await,
        (404, "Event/Year Not Found".to_owned())
    );
    assert_eq!(
        says(of(json!({})), 11 * DAY_S).await,
        (403, "Time Limit to Subscribe Exceeded".to_owned())
    );
    assert_eq!(
        says(of(json!({"email": "x"})), 0).await,
        (400, "No Participant Identified".to_owned())
    );
    for email in [
        "x",
        "",
        "Ana <ana@example.org>",
        "ána@example.org",
        "a@example.org, b@example.org",
    ] {
        assert_eq!(
            says(of(json!({"bib": "1", "email": email})), 0).await,
            (400, "Invalid Email Address".to_owned()),
            "{email}"
        );
    }
    assert_eq!(
        says(of(json!({"bib": "", "email": "a@example.org"})), 0).await,
        (400, "No Participant Identified".to_owned())
    );
    assert_eq!(
        says(
            of(json!({"bib": "9".repeat(101), "email": "a@example.org"})),
            0
        )
        .await
        .0,
        400
    );
    assert_eq!(says(of(json!({"bib": 5})), 0).await.0, 400);
    assert!(app.backend.mails().is_empty());
}

#[tokio::test]
async fn a_link_of_a_year_that_is_gone_or_over_subscribes_nobody() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(
        stage
            .ask(1, "ana@example.org", 88, 10 * DAY_S - 10)
            .await
            .status,
        200
    );
    let consent = token(&stage.mails("ana@example.org")[0], "confirm");
    assert_eq!(stage.confirm(&consent, 10 * DAY_S + 1).await.status, 403);
    app.store
        .delete_year(
            &Slug::new(&stage.slug).year("2026"),
            Stamp::new(u64::from(stage.from_s) * 1_000 + 1, "delete"),
        )
        .await
        .expect("the table");
    assert_eq!(stage.confirm(&consent, 10 * DAY_S).await.status, 404);
    assert!(stage.addresses_stored(0).await.is_empty());
}

#[tokio::test]
async fn a_deleted_year_takes_its_addresses_along() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(stage.ask(1, "ana@example.org", 88, 0).await.status, 200);
    assert_eq!(
        stage
            .confirm(&token(&stage.mails("ana@example.org")[0], "confirm"), 0)
            .await
            .status,
        200
    );
    let deleted_ms = u64::from(stage.from_s + 60) * 1_000;
    app.store
        .delete_year(
            &Slug::new(&stage.slug).year("2026"),
            Stamp::new(deleted_ms, "delete"),
        )
        .await
        .expect("the table");
    let run = CleanUp::at(
        Now::in_step(u64::from(stage.from_s + 3 * 60 * 60) * 1_000),
        Duration::from_secs(20),
    );
    app.store
        .clear_event(&Slug::new(&stage.slug), &run, &Publications::of(&app.store))
        .await
        .expect("the clean-up");
    assert!(stage.addresses_stored(0).await.is_empty());
}

#[tokio::test]
async fn where_no_mail_is_sent_there_are_no_routes() {
    let app = LimitsApp::open().await;
    let timing = Stage::new(
        &app,
        Alerts {
            sender: Sender::TimingClient,
            ..Alerts::default()
        },
    )
    .await;
    let off = Stage {
        host: middleware::host(&app.with_secrets().await),
        ..Stage::new(&app, Alerts::default()).await
    };
    for stage in [timing, off] {
        let refused = stage.ask(1, "ana@example.org", 88, 0).await;
        assert_eq!(
            (refused.status, refused.text()),
            (404, r#"{"message":"Not Found"}"#)
        );
        assert_eq!(
            (
                stage.confirm("x", 0).await.status,
                stage.leave("x", "POST").await.status
            ),
            (404, 404)
        );
    }
    assert!(app.backend.mails().is_empty());
}
