//! What is true of a whole host: health, unknown paths, sizes, ids of requests.

use chute_domain::account::Realm;
use serde_json::{Value, json};

use crate::test_app::app;

#[test]
fn health_needs_nothing_and_looks_at_nothing() {
    for verb in ["GET", "POST", "PUT", "DELETE"] {
        for body in [None, Some(&b"{"[..]), Some(b"[1]")] {
            let reply = app().raw(verb, "/health", &[("Content-Type", "text/plain")], body);
            assert_eq!((reply.status, reply.body.len()), (204, 0), "{verb}");
        }
    }
}

#[test]
fn unknown_paths_are_404_in_our_shape() {
    for path in [
        "/",
        "/nothing",
        "/results/nothing",
        "/Health",
        "/health/",
        "/event-year/add/more",
        "/r/nothing",
        "/%00",
        "/event%20",
    ] {
        for verb in ["GET", "POST", "DELETE"] {
            let reply = app().raw(verb, path, &[], None);
            assert_eq!(
                (reply.status, &reply.json()["message"]),
                (404, &json!("Not Found")),
                "{verb} {path}"
            );
        }
    }
}

/// Both hosts with their OpenAPI documents.
fn hosts() -> [(Realm, Value); 2] {
    [Realm::Account, Realm::Remote].map(|realm| {
        let reply = app().raw_at(realm, "GET", "/openapi.json", &[], None);
        assert_eq!(reply.status, 200, "{realm:?}");
        (realm, reply.json())
    })
}

#[test]
fn the_remote_host_is_there_too() {
    let [_, (remote, _)] = hosts();
    assert_eq!(
        app().raw_at(remote, "GET", "/health", &[], None).status,
        204
    );
    let unknown = app().raw_at(remote, "GET", "/nothing", &[], None);
    assert_eq!(
        (unknown.status, &unknown.json()["message"]),
        (404, &json!("Not Found"))
    );
}

/// Requests without a list may have at most 64 KiB, whoever sends them.
#[test]
fn a_small_request_may_not_be_large() {
    for (realm, document) in hosts() {
        let paths = document["paths"].as_object().expect("paths");
        let small = |path: &str| {
            [
                "/account",
                "/key",
                "/blocked",
                "/sms",
                "/push/add",
                "/push/remove",
                "/privacy",
                "/r/hook",
            ]
            .into_iter()
            .any(|area| path.starts_with(area))
        };
        let small: Vec<_> = paths.iter().filter(|(path, _)| small(path)).collect();
        assert!(small.len() > 10, "{realm:?}");
        for (path, operations) in small {
            for (verb, operation) in operations.as_object().expect("operations") {
                assert!(operation["responses"]["413"].is_object(), "{verb} {path}");
                let headers = [
                    ("Authorization", "Bearer nobody"),
                    ("Content-Type", "application/json"),
                ];
                let reply = app().raw_at(
                    realm,
                    &verb.to_uppercase(),
                    path,
                    &headers,
                    Some(&vec![b' '; 64 * 1024 + 1]),
                );
                assert_eq!(reply.status, 413, "{verb} {path}");
            }
        }
    }
}

#[test]
fn a_callers_request_id_is_not_taken() {
    let reply = app().raw("GET", "/health", &[("X-Request-Id", "mine")], None);
    assert_ne!(reply.header("x-request-id"), "mine");
}
