//! The handlers on real tables, with calls one by one and in parallel.

use std::{env, time::Instant};

use axum::Router;
use chute_api::alerts::Alerts;
use chute_domain::race::Slug;
use chute_testkit::{Reply, Request};
use futures::{StreamExt, future::join_all, stream};
use serde_json::json;

use crate::{
    crowd::{CROWDS, Call, Crowd},
    model::{Model, Window},
    test_app::LimitsApp,
};

fn crowd_size() -> usize {
    env::var("CHUTE_CROWD")
        .ok()
        .map_or(1_000, |text| text.parse().expect("CHUTE_CROWD is a number"))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// A crowd with its events.
struct Stage<'d> {
    app: &'d LimitsApp,
    host: Router,
    slugs: Vec<String>,
    number: u64,
}

impl<'d> Stage<'d> {
    async fn new(app: &'d LimitsApp, alerts: Alerts, years: usize, from_s: u32) -> Self {
        let host = app.host(alerts).await;
        let slugs = join_all((0..years).map(|_| app.event("River 10K", from_s))).await;
        Self {
            app,
            host,
            slugs,
            number: app.unique(),
        }
    }

    fn phone(&self, call: &Call) -> String {
        self.app.phone(self.number, call.phone)
    }

    async fn subscribe(&self, call: &Call) -> Reply {
        let body = json!({"slug": self.slugs[call.year], "bib": call.bib.to_string(), "phone": self.phone(call)});
        Request::post("/sms/add")
            .at_s(call.now_s)
            .peer(&self.app.address(self.number, call.source))
            .json(&body)
            .send(&self.host)
            .await
    }

    async fn stored(&self, now_s: u32) -> usize {
        let of = async |slug: &String| {
            self.app
                .store
                .subscriptions_of(&Slug::new(slug).year("2026"), i64::from(now_s))
                .await
                .expect("subscriptions")
                .len()
        };
        join_all(self.slugs.iter().map(of)).await.into_iter().sum()
    }
}

#[test]
fn crowds_store_exactly_what_the_limits_allow() {
    runtime().block_on(async {
        let (app, count) = (LimitsApp::open().await, crowd_size());
        for crowd in CROWDS {
            let (began, from_s, caps) = (
                Instant::now(),
                app.midnight() + 7 * 3_600,
                Crowd::caps(count),
            );
            let stage = Stage::new(
                &app,
                Alerts {
                    caps,
                    ..Alerts::default()
                },
                crowd.years,
                from_s,
            )
            .await;
            let mut model = Model::new(caps);
            for call in crowd.calls(count, from_s) {
                let reply = stage.subscribe(&call).await;
                assert_eq!(
                    reply.status == 200,
                    model.takes(&call),
                    "{}: {call:?}: {} {}",
                    crowd.name,
                    reply.status,
                    reply.text()
                );
                assert!(
                    reply.status == 200 || (reply.status == 429 && reply.retry_after() >= Some(1)),
                    "{}: {}",
                    reply.status,
                    reply.text()
                );
            }
            assert_eq!(stage.stored(from_s).await, model.stored, "{}", crowd.name);
            let texts = app.texts();
            let of_crowd: usize = crowd
                .calls(count, from_s)
                .map(|call| stage.phone(&call))
                .collect::<std::collections::BTreeSet<_>>()
                .iter()
                .map(|phone| texts.get(phone).map_or(0, Vec::len))
                .sum();
            assert_eq!(of_crowd, model.told(), "{}: texts", crowd.name);
            eprintln!(
                "{}: {count} calls, {} stored, {of_crowd} texts, {:.0} s",
                crowd.name,
                model.stored,
                began.elapsed().as_secs_f32()
            );
        }
    });
}

/// `Retry-After` is exact to the second.
#[test]
fn a_call_after_retry_after_is_accepted() {
    runtime().block_on(async {
        let app = LimitsApp::open().await;
        let from_s = app.midnight();
        let stage = Stage::new(&app, Alerts::default(), 1, from_s).await;
        let call = |phone, now_s| Call {
            source: 1,
            phone,
            year: 0,
            bib: 1,
            now_s,
        };
        for phone in 0..10 {
            assert_eq!(
                stage
                    .subscribe(&call(phone, from_s + phone as u32 * 60))
                    .await
                    .status,
                200
            );
        }
        let refused = stage.subscribe(&call(10, from_s + 1_000)).await;
        assert_eq!((refused.status, refused.retry_after()), (429, Some(2_600)));
        assert_eq!(stage.subscribe(&call(10, from_s + 3_599)).await.status, 429);
        assert_eq!(stage.subscribe(&call(10, from_s + 3_600)).await.status, 200);
    });
}

#[test]
fn simultaneous_calls_take_no_place_twice() {
    runtime().block_on(async {
        let app = LimitsApp::open().await;
        let from_s = app.midnight();
        let stage = Stage::new(&app, Alerts::default(), 1, from_s).await;
        // 60 phones from one address: ten confirmations
        let calls: Vec<Call> = (0..60)
            .map(|n| Call {
                source: 1,
                phone: n,
                year: 0,
                bib: 1,
                now_s: from_s,
            })
            .collect();
        let statuses: Vec<u16> = stream::iter(&calls)
            .map(async |call| stage.subscribe(call).await.status)
            .buffer_unordered(12)
            .collect()
            .await;
        let taken = statuses.iter().filter(|status| **status == 200).count();
        assert_eq!(
            (taken, stage.stored(from_s).await),
            (10, 10),
            "{statuses:?}"
        );
        // one phone, 20 runners, 20 addresses: one text
        let calls: Vec<Call> = (0..20)
            .map(|n| Call {
                source: 100 + n,
                phone: 900,
                year: 0,
                bib: n as usize,
                now_s: from_s,
            })
            .collect();
        let statuses: Vec<u16> = stream::iter(&calls)
            .map(async |call| stage.subscribe(call).await.status)
            .buffer_unordered(12)
            .collect()
            .await;
        let taken = statuses.iter().filter(|status| **status == 200).count();
        assert_eq!(stage.stored(from_s).await, 10 + taken, "{statuses:?}");
        assert_eq!(app.texts()[&stage.phone(&calls[0])].len(), 1);
        assert!(
            taken >= 10,
            "those who meet are sent on, not away: {statuses:?}"
        );
    });
}

/// Each of the four open routes accepts thirty calls an hour from an address. Other addresses are
/// unaffected; invalid bodies are counted, unreadable ones are not.
#[test]
fn open_routes_hold_their_limit() {
    runtime().block_on(async {
        let (app, count) = (LimitsApp::open().await, crowd_size() / 2);
        let from_s = app.midnight();
        let stage = Stage::new(&app, Alerts::default(), 1, from_s).await;
        let phone = stage.phone(&Call {
            source: 0,
            phone: 1,
            year: 0,
            bib: 0,
            now_s: 0,
        });
        let bodies = [
            ("/blocked/phones/add", json!({ "phone": phone })),
            (
                "/blocked/emails/add",
                json!({"email": format!("{}@example.org", stage.slugs[0])}),
            ),
            (
                "/blocked/emails/unblock",
                json!({"email": format!("{}@example.org", stage.slugs[0])}),
            ),
            (
                "/sms/remove",
                json!({"slug": stage.slugs[0], "phone": phone}),
            ),
        ];
        for (path, body) in &bodies {
            let (began, mut model, mut taken) =
                (Instant::now(), Window::new(Alerts::default().open_calls), 0);
            for n in 0..count {
                // two addresses over five hours; every seventh body is invalid, which counts; every
                // eleventh is unreadable, which does not
                let (source, now_s) = (n as u64 % 2, from_s + (n * 18_000 / count) as u32);
                let sent = if n % 11 == 10 {
                    "{".to_owned()
                } else if n % 7 == 6 {
                    "{}".to_owned()
                } else {
                    body.to_string()
                };
                let reply = Request::post(path)
                    .at_s(now_s)
                    .peer(&app.address(stage.number, source))
                    .body(sent.as_str())
                    .send(&stage.host)
                    .await;
                let expected = if n % 11 == 10 {
                    400
                } else if !model.has_room(source, now_s) {
                    429
                } else {
                    model.note(source, now_s);
                    taken += 1;
                    if n % 7 != 6 {
                        200
                    } else if *path == "/sms/remove" {
                        404
                    } else {
                        400
                    }
                };
                assert_eq!(reply.status, expected, "{path} call {n}: {}", reply.text());
                assert!(reply.status != 429 || reply.retry_after() >= Some(1));
            }
            assert!(
                count < 500 || taken == 300,
                "{path}: two addresses, five hours, thirty an hour: {taken}"
            );
            eprintln!(
                "{path}: {count} calls from 2 addresses in 5 hours, {taken} taken, {:.0} s",
                began.elapsed().as_secs_f32()
            );
        }
    });
}
