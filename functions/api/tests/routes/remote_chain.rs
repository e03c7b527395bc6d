//! The remote host's routes with a key, tested against the checks of keys without K6 (contract
//! 3.2), the parsing of bodies (1.2) and the limits (1.5).

use chute_api::{
    openapi::Credential,
    routes::{OPERATIONS, ROUTES},
};
use chute_domain::{event_time::EventTime, key::KeyKind};
use chute_edge::http::Reply;
use serde_json::{Value, json};

use crate::{
    chain::fields,
    remote_app::{Club, raw},
    test_app::{app, says},
};

struct KeyRoute {
    name: &'static str,
    needs: KeyKind,
    /// The status of an empty body.
    empty: u16,
    limit: usize,
    body: fn() -> Value,
}

const SMALL: usize = 64 * 1024;

const CHAIN: &[KeyRoute] = &[
    KeyRoute {
        name: "remote.readers",
        needs: KeyKind::Read,
        empty: 200,
        limit: SMALL,
        body: || json!({}),
    },
    KeyRoute {
        name: "remote.reads.list",
        needs: KeyKind::Read,
        empty: 200,
        limit: SMALL,
        body: || json!({"reader": "Finish box", "start": 1, "end": 2}),
    },
    KeyRoute {
        name: "remote.reads.add",
        needs: KeyKind::Write,
        empty: 200,
        limit: 1024 * 1024,
        body: || json!({"reads": [{"identifier": "a", "seconds": 1, "milliseconds": 2, "ident_type": "chip", "type": "reader", "antenna": 1, "reader": "A", "rssi": "-55"}]}),
    },
    KeyRoute {
        name: "remote.reads.delete",
        needs: KeyKind::Delete,
        empty: 200,
        limit: SMALL,
        body: || json!({"reader": "Finish box", "start": 1, "end": 2}),
    },
    KeyRoute {
        name: "remote.notifications.get",
        needs: KeyKind::Read,
        empty: 204,
        limit: SMALL,
        body: || json!({"reader": "Finish box"}),
    },
    KeyRoute {
        name: "remote.notifications.save",
        needs: KeyKind::Write,
        empty: 400,
        limit: SMALL,
        body: || json!({"notification": {"type": "UPS_ONLINE", "when": "2026-05-02T16:45:02Z"}}),
    },
];

struct Trial {
    route: &'static KeyRoute,
    verb: &'static str,
    path: &'static str,
    club: Club,
}

impl Trial {
    fn new(route: &'static KeyRoute) -> Self {
        let known = ROUTES
            .iter()
            .find(|known| known.name == route.name)
            .unwrap_or_else(|| panic!("no route {}", route.name));
        Self {
            route,
            verb: known.method,
            path: known.path,
            club: Club::new(),
        }
    }

    fn send(&self, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        raw(self.verb, self.path, headers, body)
    }

    fn keyed(&self, key: &str, body: &[u8]) -> Reply {
        self.send(
            &[
                ("Authorization", &format!("Bearer {key}")),
                ("Content-Type", "application/json"),
            ],
            body,
        )
    }

    fn expect(&self, what: &str, reply: &Reply, status: u16, message: &str) {
        let text = String::from_utf8_lossy(&reply.body);
        assert_eq!(reply.status, status, "{}, {what}: {text}", self.route.name);
        assert!(
            message.is_empty() || says(reply, message),
            "{}, {what}: {text}",
            self.route.name
        );
    }
}

/// K1, before anything else is checked.
fn header(trial: &Trial) {
    let missing = "Error Getting Key From Authorization Header";
    trial.expect(
        "no header, broken body",
        &trial.send(&[], b"{"),
        401,
        missing,
    );
    let key = &trial.club.client;
    for wrong in [
        key.clone(),
        "Bearer".to_owned(),
        format!("Bearer  {key}"),
        format!("Bearer {key} x"),
        "Bearer ".to_owned(),
    ] {
        trial.expect(
            &wrong,
            &trial.send(&[("Authorization", &wrong)], b"{}"),
            401,
            missing,
        );
    }
}

/// K2, before the key is looked up.
fn bodies(trial: &Trial) {
    let unreadable = "Invalid Request Body";
    for key in [&trial.club.client, "nobody"] {
        for broken in [
            &b"{"[..],
            b"[]",
            b"1",
            b"\"x\"",
            b"true",
            b"{} x",
            b"{\"reader\":\"\xff\"}",
            b"{\"a\":1,}",
            b"[{}]",
        ] {
            trial.expect(
                &String::from_utf8_lossy(broken),
                &trial.keyed(key, broken),
                400,
                unreadable,
            );
        }
    }
    let key = format!("Bearer {}", trial.club.client);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
    ] {
        trial.expect(
            kind,
            &trial.send(&[("Authorization", &key), ("Content-Type", kind)], b"{}"),
            400,
            unreadable,
        );
    }
    trial.expect(
        "compressed",
        &trial.send(
            &[("Authorization", &key), ("Content-Encoding", "gzip")],
            b"{}",
        ),
        400,
        unreadable,
    );
    trial.expect(
        "too large",
        &trial.keyed(&trial.club.client, &vec![b' '; trial.route.limit + 1]),
        413,
        "",
    );
    for field in fields(&(trial.route.body)()) {
        for wrong in field.wrong {
            let body = field.around(wrong);
            trial.expect(
                &body,
                &trial.keyed(&trial.club.client, body.as_bytes()),
                400,
                unreadable,
            );
        }
    }
}

/// Empty bodies, `null`, every field `null` and unknown keys lead to the defaults and are never an
/// error in themselves.
fn defaults(trial: &Trial) {
    let body = (trial.route.body)();
    let nulls: serde_json::Map<_, _> = body
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| (name.clone(), Value::Null))
        .collect();
    let nulls = Value::from(nulls).to_string();
    for empty in [
        "",
        "null",
        "{}",
        &nulls,
        r#"{"Reader":"x","other":{"reader":[1]}}"#,
    ] {
        trial.expect(
            empty,
            &trial.keyed(&trial.club.client, empty.as_bytes()),
            trial.route.empty,
            "",
        );
    }
    let bare = trial.send(
        &[("Authorization", &format!("Bearer {}", trial.club.client))],
        b"",
    );
    trial.expect("no media type", &bare, trial.route.empty, "");
}

/// K4, K5, K7.
fn keys(trial: &Trial) {
    let (club, body) = (&trial.club, (trial.route.body)().to_string());
    let disabled = club.key("off", KeyKind::Delete, |key| key.disabled = true);
    let expired = club.key("expired", KeyKind::Delete, |key| {
        key.valid_until = Some(EventTime::from_unix(1_700_000_000))
    });
    let gone = club.key("gone", KeyKind::Delete, |_| {});
    club.delete_key(&gone);
    for (what, key, message) in [
        (
            "mistyped key",
            "rm_0000000000000000000000000000",
            "Key/Account Not Found",
        ),
        ("unknown key", "imported-key", "Key/Account Not Found"),
        (
            "a key of the account host",
            &app().keys.delete,
            "Key/Account Not Found",
        ),
        ("locked account", &disabled, "Key/Account Not Found"),
        ("deleted key", &gone, "Key/Account Not Found"),
        ("expired key", &expired, "Expired Key"),
    ] {
        trial.expect(what, &trial.keyed(key, body.as_bytes()), 401, message);
    }
    for weak in [KeyKind::Read, KeyKind::Write]
        .into_iter()
        .filter(|weak| *weak < trial.route.needs)
    {
        let key = club.key(weak.name(), weak, |_| {});
        trial.expect(
            "weak key",
            &trial.keyed(&key, body.as_bytes()),
            401,
            "Key Not Allowed",
        );
    }
}

/// Wrong methods and paths, and success: there is no step K6, and the query string is ignored.
fn verbs_and_paths(trial: &Trial) {
    let key = trial.club.key("hosted", trial.route.needs, |key| {
        key.allowed_hosts = "races.example.org".to_owned()
    });
    let key = format!("Token {key}");
    let headers = [
        ("Authorization", key.as_str()),
        ("Content-Type", "Application/JSON ;charset=UTF-8"),
    ];
    let mut body = (trial.route.body)();
    body["unknown"] = json!({"deep": [null]});
    let body = body.to_string();
    let wrong_verb = raw("PUT", trial.path, &headers, body.as_bytes());
    assert!(
        matches!(wrong_verb.status, 404 | 405),
        "{}: PUT answered {}",
        trial.route.name,
        wrong_verb.status
    );
    assert_eq!(
        raw(
            trial.verb,
            &format!("{}/", trial.path),
            &headers,
            body.as_bytes()
        )
        .status,
        404
    );
    let reply = raw(
        trial.verb,
        &format!("{}?reader=x", trial.path),
        &headers,
        body.as_bytes(),
    );
    trial.expect(
        "success",
        &reply,
        if trial.route.name == "remote.notifications.get" {
            204
        } else {
            200
        },
        "",
    );
}

#[test]
fn every_remote_route_by_key() {
    for route in CHAIN {
        let trial = Trial::new(route);
        header(&trial);
        bodies(&trial);
        defaults(&trial);
        keys(&trial);
        verbs_and_paths(&trial);
    }
}

#[test]
fn every_remote_keyed_route_has_its_line() {
    for route in OPERATIONS
        .iter()
        .filter(|route| route.name.starts_with("remote."))
        .filter(|route| {
            matches!(
                (route.request_spec)().credential,
                Credential::Key | Credential::KeyOrSession
            )
        })
    {
        assert!(
            CHAIN.iter().any(|known| known.name == route.name),
            "{} is not tested",
            route.name
        );
    }
}

/// Errors in the body alone are reported before the key is looked up (K3).
#[test]
fn invalid_requests_before_unknown_keys() {
    let bad = [
        (
            "DELETE",
            "/reads/delete",
            json!({"reader": "a", "start": 2, "end": 1}),
        ),
        (
            "POST",
            "/notifications/save",
            json!({"notification": {"type": "HELLO", "when": "2026-05-02T16:45:02Z"}}),
        ),
    ];
    for (verb, path, body) in bad {
        assert_eq!(
            crate::remote_app::call("nobody", verb, path, &body).status,
            400,
            "{path}"
        );
    }
}
