//! Calls with invalid keys cost next to nothing, on every route of both hosts.

use chute_api::{openapi::Credential, routes::OPERATIONS};
use chute_domain::{account::Realm, key::KeyKind};
use chute_testkit::{Host, Request, stored, wire};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{HandlersApp, OWNER, unknown_key};

/// A body that is complete on every route, since unknown fields are ignored. With `many`, upload
/// lists have 2,000 items instead of 3.
fn body(many: bool) -> Value {
    let count = if many { 2_000 } else { 3 };
    let row = |n: usize| json!({"person_id": n.to_string(), "bib": "1", "location": "Finish"});
    let who = |n: usize| json!({"id": n.to_string(), "birthdate": "3/9/1985", "distance": "10 KM"});
    // ten seconds apart, so that each is looked up separately
    let read = |n: usize| json!({"identifier": "E2", "seconds": 10 * n, "ident_type": "chip", "type": "reader"});
    json!({
        "slug": "river-10k", "year": "2026", "years": ["2026"], "bib": "1", "reader": "Finish box", "start": 0, "end": 9,
        "event": wire::event("river-10k", false), "event_year": wire::year("2026", "2026-05-02T08:00:00-07:00"),
        "notification": {"type": "SHUTTING_DOWN", "when": "2026-05-02T08:00:00-07:00"},
        "results": (0..count).map(row).collect::<Vec<_>>(),
        "participants": (0..count).map(who).collect::<Vec<_>>(),
        "bib_chips": (0..count).map(|n| json!({"bib": "1", "chip": n.to_string()})).collect::<Vec<_>>(),
        "reads": (0..count).map(read).collect::<Vec<_>>(),
    })
}

/// Method, path and a body of every route that requires a key.
fn routes(realm: Realm) -> Vec<(&'static str, &'static str, Value)> {
    let of_host = OPERATIONS
        .iter()
        .filter(|operation| operation.name.starts_with("remote.") == (realm == Realm::Remote));
    let keyed = of_host.filter_map(|operation| {
        let spec = (operation.request_spec)();
        let takes_key = matches!(spec.credential, Credential::Key | Credential::KeyOrSession);
        takes_key.then(|| {
            (
                operation.method,
                operation.path,
                body(spec.limit > Some(64 * 1024)),
            )
        })
    });
    keyed
        .map(|(verb, path, body)| (verb, path, fitting(path, body)))
        .collect()
}

/// Keeps only the list that the route reads: all of them together exceed the size of an upload.
fn fitting(path: &str, mut body: Value) -> Value {
    for (list, of) in [
        ("results", "/results/add"),
        ("participants", "/participants/add"),
        ("bib_chips", "/bibchips/add"),
        ("reads", "/reads/add"),
    ] {
        if path != of {
            body.as_object_mut().expect("an object").remove(list);
        }
    }
    body
}

/// Guards against two regressions: looking up words of any length in the table, and reading all
/// 2,000 ids of an upload before the key is known.
#[rstest]
#[case(Realm::Account, 26)]
#[case(Realm::Remote, 6)]
#[tokio::test]
async fn garbage_costs_at_most_one_look_up(#[case] realm: Realm, #[case] least: usize) {
    let app = HandlersApp::new(realm).await;
    let routes = routes(realm);
    assert!(routes.len() >= least, "{}", routes.len());
    let unknown = unknown_key(realm, 7);
    let mut mistyped = unknown.clone();
    mistyped.replace_range(10..11, if &unknown[10..11] == "x" { "y" } else { "x" });
    let other = if realm == Realm::Account {
        Realm::Remote
    } else {
        Realm::Account
    };
    let long = "k".repeat(101);
    let implausible = [
        "garbage",
        "rk_",
        "rm_nothing",
        &mistyped,
        &unknown_key(other, 7),
        &long,
    ];
    for (place, (verb, path, body)) in routes.iter().enumerate() {
        // a separate address for each route, since wrong keys are also counted by address
        let peer = format!("198.51.100.{place}");
        let call = async |key: &str| {
            let request = Request::new(verb, path).peer(&peer).bearer(key);
            request.json(body).send(&app).await
        };
        for key in implausible {
            let reply = call(key).await;
            assert_eq!(
                (reply.status, reply.message(), app.edge.arrived()),
                (401, "Key/Account Not Found", 0),
                "{verb} {path} {key}"
            );
        }
        for key in [&unknown, "an-imported-key-of-nobody"] {
            let reply = call(key).await;
            assert_eq!(
                (reply.status, reply.message()),
                (401, "Key/Account Not Found"),
                "{verb} {path} {key}"
            );
            let counts = app.edge.counts();
            assert_eq!(
                (app.edge.arrived(), counts.calls.get("GetItem")),
                (1, Some(&1)),
                "{verb} {path} {key}: {:?}",
                counts.calls
            );
        }
    }
}

/// Keys that were imported or chosen by hand keep working.
#[tokio::test]
async fn an_imported_key_is_accepted() {
    let app = HandlersApp::new(Realm::Account).await;
    for value in [
        "chosen-1",
        "3f0c91d2-7ab6-4e08-9c1d-0a1b2c3d4e5f",
        "a/b+c=d.e~f!g",
    ] {
        stored::add_key(&app.store, &stored::key(value, OWNER, KeyKind::Read)).await;
        assert_eq!(
            app.call(value, "POST", "/event", &json!({"slug": "nothing"}))
                .await
                .status,
            404,
            "{value}"
        );
    }
}

/// Wrong keys are counted together, whichever route they are sent to.
#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
#[tokio::test]
async fn wrong_keys_on_any_route_make_their_address_wait(#[case] realm: Realm) {
    let app = HandlersApp::new(realm).await;
    let routes = routes(realm);
    for (verb, path, body) in routes.iter().cycle().take(120) {
        assert_eq!(
            app.call("garbage", verb, path, body).await.status,
            401,
            "{verb} {path}"
        );
    }
    for (verb, path, body) in &routes {
        let reply = app.call("garbage", verb, path, body).await;
        assert_eq!(
            (
                reply.status,
                reply.retry_after().is_some(),
                app.edge.arrived()
            ),
            (429, true, 0),
            "{verb} {path}"
        );
    }
}

/// A client with a wrong key in the timing tent is told to wait; everybody else at the same address
/// carries on.
#[tokio::test]
async fn an_address_with_too_many_wrong_keys_waits_but_right_ones_go_on() {
    let app = HandlersApp::new(Realm::Account).await;
    let (slug, right) = (app.event().await, app.key(KeyKind::Write).await);
    let ask = json!({ "slug": slug });
    for call in 0..120 {
        let key = if call % 2 == 0 {
            unknown_key(Realm::Account, 1_000_000 + call)
        } else {
            "garbage".to_owned()
        };
        assert_eq!(
            app.call(&key, "POST", "/event-year", &ask).await.status,
            401,
            "{call}"
        );
    }
    for key in [&unknown_key(Realm::Account, 2_000_000), "garbage"] {
        let refused = app.call(key, "POST", "/event-year", &ask).await;
        assert!(
            refused.status == 429 && refused.message().starts_with("Too Many Requests"),
            "{key}"
        );
        assert!(
            refused
                .retry_after()
                .is_some_and(|seconds| (1..=600).contains(&seconds)),
            "{:?}",
            refused.retry_after()
        );
        assert!(app.edge.arrived() <= 1);
    }
    assert_eq!(
        app.call(&right, "POST", "/event-year", &ask).await.status,
        200,
        "first seen while its address waits"
    );
    assert_eq!(
        app.call(&right, "POST", "/results/add", &ask).await.status,
        200
    );
    let weak = app.key(KeyKind::Read).await;
    let refused = app.call(&weak, "POST", "/results/add", &ask).await;
    assert!(
        refused.status == 401 && refused.message().starts_with("Key Not Allowed"),
        "a key that is one says what is wrong"
    );
    let elsewhere = Request::post("/event-year").peer("192.0.2.8");
    let elsewhere = elsewhere.bearer("garbage").json(&ask);
    assert_eq!(elsewhere.send(&app).await.status, 401);
}
