//! The front door: health, unknown paths, both hosts.

use chute_edge::http;
use serde_json::json;

use crate::world::world;

#[test]
#[ignore = "needs the local stack"]
fn health_needs_nothing_and_looks_at_nothing() {
    for verb in ["GET", "POST", "PUT", "DELETE"] {
        for body in [None, Some(&b"{"[..]), Some(b"[1]")] {
            let reply = world().raw(verb, "/health", &[("Content-Type", "text/plain")], body);
            assert_eq!((reply.status, reply.body.len()), (204, 0), "{verb}");
        }
    }
}

#[test]
#[ignore = "needs the local stack"]
fn unknown_paths_are_404_in_our_shape() {
    for path in ["/", "/nothing", "/results/nothing", "/Health", "/health/", "/event-year/add/more", "/r/nothing", "/%00", "/event%20"] {
        for verb in ["GET", "POST", "DELETE"] {
            let reply = world().raw(verb, path, &[], None);
            assert_eq!((reply.status, &reply.json()["message"]), (404, &json!("Not Found")), "{verb} {path}");
        }
    }
}

#[test]
#[ignore = "needs the local stack"]
fn the_remote_host_is_there_too() {
    let base = world().api.replace("/api/", "/remote-api/");
    assert_eq!(http::call(&base, "GET", "/health", &[], None).status, 204);
    let unknown = http::call(&base, "GET", "/nothing", &[], None);
    assert_eq!((unknown.status, &unknown.json()["message"]), (404, &json!("Not Found")));
}

#[test]
#[ignore = "needs the local stack"]
fn a_callers_request_id_is_not_taken() {
    let reply = world().raw("GET", "/health", &[("X-Request-Id", "mine")], None);
    assert_ne!(reply.header("x-request-id"), "mine");
}
