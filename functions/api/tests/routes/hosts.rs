//! Behaviour of a whole host: health, unknown paths, sizes, ids of requests.

use chute_domain::account::Realm;
use chute_edge::http;
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

/// A client adds its paths to the address that somebody typed in, which may lack the last slash. On
/// AWS the front door answers before any of our code (contract 1.1).
#[test]
fn a_base_address_without_its_last_slash_is_named() {
    if !app().stack.is_one_machine() {
        return;
    }
    for (realm, paths) in [
        (
            Realm::Account,
            ["event/my", "results/add", "r/participants", "health"],
        ),
        (
            Realm::Remote,
            ["reads/add", "reads", "notifications/save", "health"],
        ),
    ] {
        let base = app().stack.host(realm).address();
        let (site, name) = (app().stack.text("site"), base.trim_end_matches('/'));
        let name = name.trim_start_matches(site).to_owned();
        for path in paths {
            for verb in ["GET", "POST", "DELETE"] {
                let reply =
                    http::call(site, verb, &format!("/{name}{path}"), &[], Some(&b"{}"[..]));
                let message = reply.json()["message"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                assert!(
                    reply.status == 404
                        && message.starts_with("Not Found. ")
                        && message.ends_with(&format!("/{name}/.")),
                    "{verb} {name}{path}: {} {message}",
                    reply.status
                );
                assert_eq!(reply.header("access-control-allow-origin"), "*");
            }
        }
    }
    let page = http::call(app().stack.text("site"), "GET", "/apiary", &[], None);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
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
