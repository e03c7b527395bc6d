//! Logins: what their answers reveal, and how they are delayed.

use chute_domain::account::{AccountKind, Realm};
use chute_testkit::{Reply, Request};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::test_app::{PASSWORD, SessionsApp};

/// Everything a caller sees except the request's id.
fn seen(reply: &Reply) -> (u16, Vec<(String, String)>, Value) {
    let headers = reply
        .headers
        .iter()
        .filter(|(name, _)| *name != "x-request-id");
    (
        reply.status,
        headers
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        reply.json(),
    )
}

#[tokio::test]
async fn every_failure_looks_the_same() {
    let app = SessionsApp::new(Realm::Account).await;
    app.account("known", AccountKind::Free, |_| {}).await;
    app.account("locked", AccountKind::Free, |account| account.locked = true)
        .await;
    app.account("deleted", AccountKind::Free, |account| {
        account.deleted = true
    })
    .await;
    for _ in 0..5 {
        app.login("delayed@example.org", "wrong password", "198.51.100.1")
            .await;
    }
    app.account("delayed", AccountKind::Free, |_| {}).await;
    let long = format!("{}@example.org", "n".repeat(4_000));
    let mut answers = Vec::new();
    for (at, (what, body)) in [
        (
            "wrong password",
            json!({"email": "known@example.org", "password": "wrong password"}),
        ),
        (
            "unknown e-mail",
            json!({"email": "unknown@example.org", "password": PASSWORD}),
        ),
        (
            "no e-mail at all",
            json!({"email": "x", "password": PASSWORD}),
        ),
        (
            "an e-mail too long for anything",
            json!({"email": long, "password": PASSWORD}),
        ),
        ("missing e-mail", json!({"password": PASSWORD})),
        ("missing password", json!({"email": "known@example.org"})),
        (
            "empty password",
            json!({"email": "known@example.org", "password": ""}),
        ),
        ("nothing", Value::Null),
        ("null fields", json!({"email": null, "password": null})),
        (
            "locked account, right password",
            json!({"email": "locked@example.org", "password": PASSWORD}),
        ),
        (
            "deleted account, right password",
            json!({"email": "deleted@example.org", "password": PASSWORD}),
        ),
        (
            "in its delay, right password",
            json!({"email": "delayed@example.org", "password": PASSWORD}),
        ),
        (
            "in its delay, wrong password",
            json!({"email": "delayed@example.org", "password": "wrong password"}),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let request = Request::post("/account/login").peer(&format!("203.0.113.{at}"));
        let reply = request.json(&body).send(&app).await;
        assert_eq!(
            (reply.status, reply.json().to_string()),
            (401, r#"{"message":"Invalid Credentials"}"#.to_owned()),
            "{what}"
        );
        answers.push((what, seen(&reply)));
    }
    for (what, answer) in &answers[1..] {
        assert_eq!(answer, &answers[0].1, "{what}");
    }
    eprintln!("{} kinds of failed login, one answer", answers.len());
}

#[tokio::test]
async fn failures_delay_an_email_and_not_its_owner() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (home, elsewhere) = ("198.51.100.7", "203.0.113.1");
    assert_eq!(app.login(&account.email, PASSWORD, home).await.status, 200);
    for _ in 0..5 {
        assert_eq!(
            app.login(&account.email, "wrong password", elsewhere)
                .await
                .status,
            401
        );
    }
    assert_eq!(
        app.login(&account.email, PASSWORD, elsewhere).await.status,
        401,
        "delayed"
    );
    assert_eq!(
        app.login(&account.email.to_uppercase(), PASSWORD, "203.0.113.2")
            .await
            .status,
        401,
        "from anywhere, in any case"
    );
    assert_eq!(
        app.login(&format!(" {} ", account.email), PASSWORD, home)
            .await
            .status,
        200,
        "but not at home"
    );
    app.clock.go_on(59);
    assert_eq!(
        app.login(&account.email, PASSWORD, elsewhere).await.status,
        401
    );
    app.clock.go_on(1);
    assert_eq!(
        app.login(&account.email, "wrong password", elsewhere)
            .await
            .status,
        401,
        "the sixth"
    );
    app.clock.go_on(119);
    assert_eq!(
        app.login(&account.email, PASSWORD, elsewhere).await.status,
        401,
        "two minutes now"
    );
    app.clock.go_on(1);
    assert_eq!(
        app.login(&account.email, PASSWORD, elsewhere).await.status,
        200
    );
    for _ in 0..4 {
        assert_eq!(
            app.login(&account.email, "wrong password", elsewhere)
                .await
                .status,
            401
        );
    }
    assert_eq!(
        app.login(&account.email, PASSWORD, elsewhere).await.status,
        200,
        "a success begins anew"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_once_all_count() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (ground_ref, email) = (&app, &account.email);
    // each from its own source, so that only the e-mail's counter can stop them
    let guesses = (0..12).map(async |at| {
        ground_ref
            .login(email, "wrong password", &format!("203.0.113.{at}"))
            .await
            .status
    });
    let answers = join_all(guesses).await;
    assert!(answers.iter().all(|status| *status == 401), "{answers:?}");
    assert_eq!(
        app.login(email, PASSWORD, "198.51.100.1").await.status,
        401,
        "delayed"
    );
    app.clock.go_on(60);
    assert_eq!(
        app.login(email, PASSWORD, "198.51.100.1").await.status,
        200,
        "by one minute: only five got through"
    );
}

#[tokio::test]
async fn failures_delay_a_source_and_no_other() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let guess = async |at: usize, address: &str| {
        let body =
            json!({"email": format!("somebody{at}@example.org"), "password": "wrong password"});
        // a client must not get a fresh counter by what it says about itself
        let own = format!("10.0.0.{at}");
        let request = Request::post("/account/login")
            .peer(address)
            .header("X-Forwarded-For", &own)
            .header("X-Viewer-Address", &own)
            .header("X-Origin-Verify", "guessed")
            .header("Forwarded", &own)
            .json(&body);
        request.send(&app).await
    };
    for at in 0..19 {
        // an IPv6 network counts as one source
        assert_eq!(
            guess(at, &format!("2001:db8:0:1::{at}")).await.status,
            401,
            "failure {at}"
        );
    }
    let twentieth = guess(19, "2001:db8:0:1:ffff::1").await;
    assert_eq!((twentieth.status, twentieth.retry_after()), (429, Some(60)));
    app.clock.go_on(30);
    let later = app.login(&account.email, PASSWORD, "2001:db8:0:1::7").await;
    assert_eq!(
        (later.status, later.retry_after()),
        (429, Some(30)),
        "whatever the password"
    );
    assert_eq!(
        app.login(&account.email, PASSWORD, "2001:db8:0:2::7")
            .await
            .status,
        200,
        "the network beside it"
    );
    app.clock.go_on(30);
    let next = guess(20, "2001:db8:0:1::1").await;
    assert_eq!(
        (next.status, next.retry_after()),
        (429, Some(120)),
        "doubled"
    );
    app.clock.go_on(120);
    assert_eq!(
        app.login(&account.email, PASSWORD, "2001:db8:0:1::7")
            .await
            .status,
        200
    );
}
