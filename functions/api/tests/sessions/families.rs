//! Families of refresh tokens: races, lost answers, theft and rotation of the secret.

use chute_domain::account::{AccountKind, Realm};
use futures::future::join_all;
use serde_json::Value;

use crate::test_app::SessionsApp;

/// The number of lanes, and of rounds in each of them: a thousand rounds in total.
const LANES: usize = 20;
const ROUNDS: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_and_lost_answers_sign_nobody_out() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let mut sessions = Vec::new();
    for _ in 0..LANES {
        app.clock.go_on(1);
        sessions.push(app.signed_in(&account).await.1);
    }
    let lanes = sessions
        .into_iter()
        .enumerate()
        .map(async |(lane, mut token)| {
            let mut logged_out = 0;
            for round in 0..ROUNDS {
                let answers = match (lane + round) % 3 {
                    // two tabs at once
                    0 => Vec::from(<[_; 2]>::from(futures::join!(
                        app.refresh(&token),
                        app.refresh(&token)
                    ))),
                    // three tabs
                    1 => {
                        join_all([
                            app.refresh(&token),
                            app.refresh(&token),
                            app.refresh(&token),
                        ])
                        .await
                    }
                    // the first answer is lost, so the client asks again
                    _ => vec![app.refresh(&token).await, app.refresh(&token).await],
                };
                logged_out += answers.iter().filter(|answer| answer.status != 200).count();
                let next = answers[0].field("refresh_token");
                assert!(
                        answers
                            .iter()
                            .all(|answer| answer.status != 200
                                || answer.field("refresh_token") == next),
                        "one successor for all"
                    );
                assert_ne!(next, token, "a new token each time");
                token = next.to_owned();
            }
            (logged_out, app.refresh(&token).await)
        });
    let ended = join_all(lanes).await;
    let logged_out: usize = ended.iter().map(|(logged_out, _)| logged_out).sum();
    assert!(ended.iter().all(|(_, last)| last.status == 200));
    eprintln!(
        "{} races and lost answers, {logged_out} false log-outs",
        LANES * ROUNDS
    );
    assert_eq!(logged_out, 0);
    assert!(app.opens(ended[0].1.field("access_token")).await);
}

#[tokio::test]
async fn a_stolen_token_ends_the_family_for_both() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    for (what, rotations, later_ms, ends) in [
        ("the one before, after ten seconds", 1, 10_001, true),
        ("the one before, within ten seconds", 1, 10_000, false),
        ("an older one, at once", 2, 0, true),
        ("a much older one, much later", 4, 86_400_000, true),
    ] {
        let (_, stolen) = app.signed_in(&account).await;
        let (other_access, other) = app.signed_in(&account).await;
        let mut answer = app.refresh(&stolen).await;
        for _ in 1..rotations {
            answer = app.refresh(answer.field("refresh_token")).await;
        }
        app.clock.go_on_ms(later_ms);
        let thief = app.refresh(&stolen).await;
        assert_eq!(thief.status, if ends { 401 } else { 200 }, "{what}");
        let owner = app.refresh(answer.field("refresh_token")).await;
        assert_eq!(
            owner.status,
            if ends { 401 } else { 200 },
            "{what}: the current one"
        );
        let fresh = later_ms < 900_000;
        assert_eq!(
            app.opens(answer.field("access_token")).await,
            !ends && fresh,
            "{what}: the access token"
        );
        assert_eq!(
            app.opens(&other_access).await,
            fresh,
            "{what}: the other device"
        );
        assert_eq!(
            app.refresh(&other).await.status,
            200,
            "{what}: the other device refreshes"
        );
    }
}

#[tokio::test]
async fn an_invalid_refresh_token_ends_no_session() {
    let (app, remote) = (
        SessionsApp::new(Realm::Account).await,
        SessionsApp::new(Realm::Remote).await,
    );
    let account = app.account("1", AccountKind::Free, |_| {}).await;
    remote.account("1", AccountKind::Free, |_| {}).await;
    let (access, first) = app.signed_in(&account).await;
    let (_, others) = remote.signed_in(&account).await;
    let token = app.refresh(&first).await;
    let token = token.field("refresh_token");
    let parts: Vec<&str> = token.split('.').collect();
    let with = |at: usize, part: &str| {
        let mut parts = parts.clone();
        parts[at] = part;
        parts.join(".")
    };
    let forged = "A".repeat(parts[4].len());
    for bad in [
        String::new(),
        "x".to_owned(),
        "....".to_owned(),
        access,
        others,
        token.to_uppercase(),
        format!("{token}."),
        format!("{token}A"),
        token[..token.len() - 1].to_owned(),
        with(0, "2"),
        with(0, &"9".repeat(3_000)),
        with(1, "f0"),
        with(2, "0"),
        with(2, "2"),
        with(2, "-1"),
        with(4, &forged),
    ] {
        let reply = app.refresh(&bad).await;
        assert_eq!(
            (reply.status, reply.message()),
            (401, "Unauthorized"),
            "{bad}"
        );
    }
    assert_eq!(app.refresh(token).await.status, 200, "the family lives on");
}

#[tokio::test]
async fn seven_days_without_refresh_end_a_family() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (_, token) = app.signed_in(&account).await;
    app.clock.go_on(7 * 86_400 - 1);
    let answer = app.refresh(&token).await;
    assert_eq!(answer.status, 200);
    app.clock.go_on(7 * 86_400);
    assert_eq!(app.refresh(answer.field("refresh_token")).await.status, 401);
}

#[tokio::test]
async fn rotating_the_secret_signs_nobody_out() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (access, refresh) = app.signed_in(&account).await;
    app.rotate_secret("the second secret");
    assert!(app.opens(&access).await, "an instance that does not know");
    let app = app.restarted().await;
    assert!(app.opens(&access).await, "and one that does");
    let second = app.refresh(&refresh).await;
    assert_eq!(second.status, 200);
    assert_eq!(
        app.refresh(&refresh).await.field("refresh_token"),
        second.field("refresh_token"),
        "a lost answer across the rotation"
    );
    app.rotate_secret("the third secret");
    app.rotate_secret("the fourth secret");
    let app = app.restarted().await;
    assert!(
        !app.opens(second.field("access_token")).await,
        "signed with a secret that is gone"
    );
    let third = app.refresh(second.field("refresh_token")).await;
    assert_eq!(third.status, 200, "a family outlives its secret");
    assert!(app.opens(third.field("access_token")).await);
    app.clock.go_on(11);
    assert_eq!(app.refresh(&refresh).await.status, 401);
    assert!(
        !app.opens(third.field("access_token")).await,
        "an old token of a secret that is gone still ends its family"
    );
}

#[tokio::test]
async fn the_twenty_first_login_ends_the_oldest_family() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let mut sessions = Vec::new();
    for _ in 0..21 {
        sessions.push(app.signed_in(&account).await.0);
        app.clock.go_on_ms(1);
    }
    assert!(!app.opens(&sessions[0]).await);
    for session in &sessions[1..] {
        assert!(app.opens(session).await);
    }
    let out = app
        .signed(&sessions[1], "POST", "/account/logout", &Value::Null)
        .await;
    assert_eq!((out.status, out.json()), (200, Value::Null));
    assert!(
        !app.opens(&sessions[1]).await && app.opens(&sessions[2]).await,
        "a logout ends its own session"
    );
}
