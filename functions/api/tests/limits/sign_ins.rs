//! More sign-ins at once than may wait for their turn.

use std::sync::Mutex;

use chute_api::{
    compute::{MOST, PLACE_OF_HASHES},
    middleware,
};
use chute_domain::{account::Realm, login::EmailAttempts};
use chute_testkit::{Request, TestApp};
use futures::future::join_all;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_ins_beyond_the_queue_come_again_and_do_not_count() {
    let app = TestApp::new(Realm::Account).await;
    let state = app.with_secrets().await;
    let host = middleware::host(&state);
    let email = |number: usize| format!("{number}@example.org");
    let sign_in = async |number: usize| {
        let body = json!({"email": email(number), "password": "wrong"});
        let peer = format!("203.0.113.{number}");
        let request = Request::post("/account/login").peer(&peer);
        (number, request.json(&body).send(&host).await)
    };
    let place = Mutex::new(Some(PLACE_OF_HASHES.acquire().await));
    // nobody is answered before the one too many is, and all the others after that
    let answers = join_all((0..=MOST).map(async |number| {
        let answer = sign_in(number).await;
        let first = place.lock().expect("a place").take().is_some();
        (first, answer)
    }))
    .await;
    let refused: Vec<_> = answers.iter().filter(|(first, _)| *first).collect();
    let [(_, (number, reply))] = refused.as_slice() else {
        panic!("one is answered first");
    };
    assert_eq!((reply.status, reply.retry_after()), (503, Some(1)));
    for (_, (other, answer)) in answers.iter().filter(|(first, _)| !first) {
        assert_eq!(answer.status, 401, "{other}: {}", answer.text());
    }
    let counted = async |number: &usize| {
        let counter = state.email_counter(&email(*number)).expect("a name");
        let attempts = app.store.attempts::<EmailAttempts>(&counter).await;
        attempts.expect("the tables") != EmailAttempts::default()
    };
    assert!(!counted(number).await);
    let other = usize::from(*number == 0);
    assert!(counted(&other).await);
}
