//! Long computations wait for their place; reads and sign-ins do not wait meanwhile.

use std::{sync::Mutex, time::Duration};

use chute_api::compute::{MOST, PLACES, places};
use chute_domain::{
    account::{AccountKind, Realm},
    card::in_one_part,
    key::{self, KeyKind},
    race::Slug,
    stamp::Stamp,
};
use chute_publisher::Publisher;
use chute_testkit::{Request, YEAR, stored};
use futures::{future::join_all, join};
use serde_json::{Value, json};
use tokio::{sync::Semaphore, time::timeout};

use crate::test_app::{PASSWORD, SessionsApp};

const SLUG: &str = "river-10k";
/// Longer than any machine takes.
const PATIENCE: Duration = Duration::from_secs(180);
/// How many reads are answered while all that long work waits.
const READS: usize = 20;

/// Routes that hash passwords; their work waits for no place of others.
const HASHES: [&str; 3] = ["/account/login", "/account/add", "/account/password"];

/// A published race, its owner's session and key, and another account.
struct Scene {
    app: SessionsApp,
    token: String,
    other: String,
    key: String,
}

impl Scene {
    async fn new() -> Self {
        let app = SessionsApp::new(Realm::Account).await;
        let owner = app.account("owner", AccountKind::Admin, |_| ()).await;
        let other = app.account("other", AccountKind::Free, |_| ()).await;
        let (token, _) = app.signed_in(&owner).await;
        let (other, _) = app.signed_in(&other).await;
        stored::add_event(&app.store, "owner", &stored::event(SLUG)).await;
        let year = stored::year(YEAR, app.clock.now_s() - 3_600);
        stored::add_year(&app.store, "owner", SLUG, &year, Stamp::new(1, "")).await;
        let race = Slug::new(SLUG).year(YEAR);
        let row = stored::row("1", "Finish", Stamp::new(2, ""));
        app.store.put_rows(&race, &[row]).await.expect("rows");
        let publisher = Publisher::new(app.store.clone());
        publisher.rebuild(&race).await.expect("a publication");
        let key = key::new_value(key::prefix(Realm::Account), &[7; 48]).expect("enough bytes");
        stored::add_key(&app.store, &stored::key(&key, "owner", KeyKind::Read)).await;
        Self {
            app,
            token,
            other,
            key,
        }
    }

    /// Everything that computes for long.
    async fn long_work(&self) -> Vec<Request> {
        let post =
            |path: &str, token: &str, body: Value| Request::post(path).bearer(token).json(&body);
        let race = json!({"slug": SLUG, "year": YEAR});
        let plan = json!({"slug": SLUG, "year": YEAR, "columns": ["bib", "name", "clock"], "lines": [2],
            "cells": [["2", "Ben Ito", "0:45:00"]], "reading": {"distance": "10K", "age_groups": "ten"}});
        let account = json!({"account": {"name": "New", "email": "new@example.org", "type": "free"}, "password": PASSWORD});
        let passwords = json!({"old_password": PASSWORD, "new_password": PASSWORD});
        let file = in_one_part(&format!("/downloads/results/{SLUG}/{YEAR}/results.csv"));
        let sign_in = json!({"email": "owner@example.org", "password": PASSWORD});
        vec![
            Request::post("/account/login").json(&sign_in),
            post("/account/add", &self.token, account),
            Request::new("PUT", "/account/password")
                .bearer(&self.other)
                .json(&passwords),
            post("/r/results/plan", &self.token, plan),
            post("/results/all", &self.key, race),
            post(
                "/results/multi",
                &self.key,
                json!({"slug": SLUG, "years": [YEAR]}),
            ),
            Request::new("GET", &format!("/card/{file}")),
            Request::new("GET", &self.picture().await),
        ]
    }

    /// The address of a finisher's picture.
    async fn picture(&self) -> String {
        let page = in_one_part(&format!("/results/{SLUG}/{YEAR}/1"));
        let any_name = Request::new("GET", &format!("/card/{page}/x.png"));
        let reply = any_name.send(&self.app).await;
        assert_eq!(reply.status, 302, "{}", reply.text());
        format!("/card/{page}/{}", reply.header("location"))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_work_waits_for_its_place_and_reads_and_sign_ins_do_not() {
    let scene = Scene::new().await;
    let requests = scene.long_work().await;
    let places = u32::try_from(places()).expect("a few");
    let all = PLACES.acquire_many(places).await.expect("places");
    let (finished, hashed) = (Mutex::new(Vec::new()), Semaphore::new(0));
    let long = join_all(requests.into_iter().map(async |request| {
        let route = request.route();
        let reply = request.send(&scene.app).await;
        if HASHES.contains(&route.1.as_str()) {
            hashed.add_permits(1);
        } else {
            finished.lock().expect("a list").push(route.clone());
        }
        (route, reply)
    }));
    let reads = async {
        for _ in 0..READS {
            let read = Request::post("/results/bib").bearer(&scene.key);
            let read = read.json(&json!({"slug": SLUG, "year": YEAR, "bib": "1"}));
            let reply = timeout(PATIENCE, read.send(&scene.app)).await;
            let reply = reply.expect("an answer meanwhile");
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
        let hashes = timeout(PATIENCE, hashed.acquire_many(3)).await;
        let _hashes = hashes.expect("answers meanwhile").expect("it is open");
        let early = finished.lock().expect("a list").clone();
        assert_eq!(early, [], "these did not wait");
        drop(all);
    };
    let (answers, ()) = join!(long, reads);
    for (route, reply) in answers {
        assert_eq!(reply.status, 200, "{route:?}: {}", reply.text());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_asks_for_a_whole_race_at_once_is_answered() {
    let scene = Scene::new().await;
    let places = u32::try_from(places()).expect("a few");
    let all = Mutex::new(PLACES.acquire_many(places).await.ok());
    // more than may wait of what nobody asks for in a crowd
    let answers = (0..=MOST).map(async |number| {
        if number == MOST {
            all.lock().expect("places").take();
        }
        let read = Request::post("/results/all").bearer(&scene.key);
        let read = read.json(&json!({"slug": SLUG, "year": YEAR}));
        (number, read.send(&scene.app).await)
    });
    for (number, reply) in join_all(answers).await {
        assert_eq!(reply.status, 200, "{number}: {}", reply.text());
    }
}
