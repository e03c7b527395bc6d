//! `r/hook/state`, `r/hook/update` (contract 4.18, 6.14), from the desk to the receiver.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    sync::mpsc::{Receiver, channel},
    thread,
};

use chute_domain::{account::AccountKind, key::KeyKind};
use chute_testkit::wire::{self, row};
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{PATIENCE, app, eventually},
};

/// An address at which nobody can be reached.
const NOWHERE: &str = "https://club.example/CANARY-hook";

struct Desk {
    owner: &'static Person,
    slug: String,
}

impl Desk {
    fn new() -> Self {
        let owner = app().person("hook-owner", AccountKind::Free);
        Self {
            owner,
            slug: app().event_of(owner, false),
        }
    }

    fn state(&self) -> Value {
        self.owner
            .ok("POST", "/r/hook/state", &json!({"slug": self.slug}))
    }

    fn body(&self, change: &Value) -> Value {
        let mut body = change.clone();
        body["slug"] = json!(self.slug);
        body
    }

    fn change(&self, change: &Value) -> Value {
        self.owner.ok("PUT", "/r/hook/update", &self.body(change))
    }

    fn refused(&self, change: &Value, status: u16, message: &str) {
        let reply = self.owner.call("PUT", "/r/hook/update", &self.body(change));
        let text = String::from_utf8_lossy(&reply.body);
        assert!(
            reply.status == status && text.contains(message),
            "{change}: {} {text}",
            reply.status
        );
    }

    /// Uploads a finish.
    fn upload(&self, seconds: u64) {
        let key = app().key_of(self.owner, KeyKind::Write);
        let rows = [row(
            "p1",
            &json!({"seconds": seconds, "chip_seconds": seconds}),
        )];
        let reply = app().call_as(
            &key,
            "POST",
            "/results/add",
            &wire::results(&self.slug, &rows),
        );
        assert_eq!(
            reply.status,
            200,
            "{}",
            String::from_utf8_lossy(&reply.body)
        );
    }

    fn state_that(&self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        eventually(what, || Some(self.state()).filter(&is))
    }
}

#[test]
fn a_hook_is_set_tried_changed_and_taken_away() {
    let desk = Desk::new();
    let none = desk.state();
    assert_eq!(
        (
            &none["address"],
            &none["secret"],
            &none["last"],
            &none["waiting"]
        ),
        (&json!(""), &json!(""), &Value::Null, &json!([]))
    );
    desk.refused(&json!({"test": true}), 400, "Bad Request");
    let set = desk.change(&json!({"address": format!(" {NOWHERE} "), "seen": ""}));
    assert_eq!(set["address"], NOWHERE);
    let secret = set["secret"].as_str().expect("a secret").to_owned();
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{} characters",
        secret.len()
    );
    assert_eq!(desk.state()["secret"], secret);
    // a version is sent to an address where nobody listens
    desk.state_that("the sender's first look", |state| {
        state["since"].as_i64().is_some_and(|since| since > 0)
    });
    eventually("a try that failed", || {
        desk.upload(2_000 + u64::from(rand_second()));
        Some(desk.state()).filter(|state| state["tries"].as_u64().is_some_and(|tries| tries > 0))
    });
    let failing = desk.state();
    assert_eq!(
        (
            &failing["last"]["result"],
            &failing["last"]["type"],
            &failing["last"]["status"]
        ),
        (&json!("unreachable"), &json!("results.version"), &json!(0))
    );
    assert_eq!(
        (&failing["waiting"][0]["year"], &failing["given_up"]),
        (&json!("2026"), &Value::Null)
    );
    assert!(
        failing["failing_since"].as_i64() > Some(0)
            && failing["next_try"].as_i64() > failing["failing_since"].as_i64()
    );
    // a test is sent before what is waiting
    assert_eq!(desk.change(&json!({"test": true}))["test_waits"], true);
    desk.state_that("the test", |state| {
        state["test_waits"] == false
            && state["last"]["type"] == "hook.test"
            && state["last"]["version"].is_null()
    });
    // the secret is replaced once, however often the request comes
    let changed = desk.change(&json!({"replace_secret": secret}));
    assert!(
        changed["secret"] != secret.as_str() && changed["former_until"].as_i64() > Some(0),
        "{}",
        changed["former_until"]
    );
    assert_eq!(
        desk.change(&json!({"replace_secret": secret}))["secret"],
        changed["secret"]
    );
    // a change names the address that it has seen
    desk.refused(
        &json!({"address": "https://other.example/", "seen": "https://third.example/"}),
        409,
        "Changed By Somebody Else",
    );
    desk.refused(
        &json!({"address": "", "seen": ""}),
        409,
        "Changed By Somebody Else",
    );
    let other = desk.change(&json!({"address": "https://other.example/", "seen": NOWHERE}));
    assert_eq!(
        (&other["address"], &other["secret"]),
        (&json!("https://other.example/"), &changed["secret"])
    );
    // repeating a change changes nothing, whatever address it names as seen
    assert_eq!(
        desk.change(&json!({"address": "https://other.example/", "seen": NOWHERE}))["since"],
        other["since"]
    );
    let gone = desk.change(&json!({"address": "", "seen": "https://other.example/"}));
    assert_eq!(
        (
            &gone["address"],
            &gone["secret"],
            &gone["waiting"],
            &gone["tries"]
        ),
        (&json!(""), &json!(""), &json!([]), &json!(0))
    );
    let again = desk.change(&json!({"address": NOWHERE, "seen": ""}));
    assert!(again["secret"] != changed["secret"] && again["former_until"] == 0);
}

/// A different number each time, so that each upload is a change.
fn rand_second() -> u16 {
    use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
    static NEXT: AtomicU16 = AtomicU16::new(0);
    NEXT.fetch_add(1, Relaxed)
}

#[test]
fn addresses_that_are_not_accepted() {
    let desk = Desk::new();
    for address in [
        "club.example",
        "http://club.example/CANARY",
        "https://10.0.0.1/CANARY",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/CANARY",
        "https://user:CANARY@club.example/",
        "https://club.example/#CANARY",
        &format!("https://club.example/{}", "x".repeat(500)),
    ] {
        desk.refused(
            &json!({"address": address, "seen": ""}),
            400,
            "address: an https address of a public host",
        );
    }
    assert_eq!(desk.state()["address"], "");
}

/// Starts a receiver. Returns its address and its calls, each with header lines and body.
fn receiver() -> (String, Receiver<(Vec<String>, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!(
        "http://127.0.0.1:{}/CANARY",
        listener.local_addr().expect("an address").port()
    );
    let (tell, told) = channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
            let lines: Vec<String> = reader
                .by_ref()
                .lines()
                .map_while(Result::ok)
                .take_while(|line| !line.is_empty())
                .collect();
            let length = lines
                .iter()
                .find_map(|line| line.strip_prefix("content-length: "))
                .map_or(0, |length| length.parse().expect("a length"));
            let mut body = vec![0; length];
            reader.read_exact(&mut body).expect("a body");
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
            if tell
                .send((lines, String::from_utf8(body).expect("UTF-8")))
                .is_err()
            {
                break;
            }
        }
    });
    (address, told)
}

/// Runs only where a receiver may be on this machine, which `chute serve` allows only for tests.
#[test]
fn a_receiver_hears_of_a_version() {
    let (desk, (address, told)) = (Desk::new(), receiver());
    let set = desk.owner.call(
        "PUT",
        "/r/hook/update",
        &desk.body(&json!({"address": address, "seen": "", "test": true})),
    );
    if set.status == 400 {
        eprintln!("this machine may be no receiver of the stack");
        return;
    }
    assert_eq!(set.status, 200);
    let test = told.recv_timeout(PATIENCE).expect("a test");
    assert!(test.1.contains(r#""type":"hook.test""#), "{}", test.1);
    desk.state_that("what came of the test", |state| {
        state["last"]["result"] == "taken" && state["last"]["status"] == 204
    });
    // the publisher learns of the hook through the table's stream: what it publishes before that is
    // left to the reconciler, minutes later
    let call = eventually("a version", || {
        desk.upload(2_000 + u64::from(rand_second()));
        let (headers, body) = told.try_recv().ok()?;
        let body: Value = serde_json::from_str(&body).expect("JSON");
        Some(json!({"headers": headers, "body": body}))
    });
    let (headers, body) = (&call["headers"], &call["body"]);
    assert_eq!(
        (&body["type"], &body["data"]["slug"], &body["data"]["year"]),
        (&json!("results.version"), &json!(desk.slug), &json!("2026"))
    );
    let version = body["data"]["version"].as_u64().expect("a version");
    let id = format!("webhook-id: {}_2026_{version}", desk.slug);
    assert!(
        headers
            .as_array()
            .is_some_and(|lines| lines.contains(&json!(id))),
        "{headers}"
    );
    let pointer = chute_edge::http::call(
        body["data"]["url"].as_str().expect("an address"),
        "GET",
        "",
        &[],
        None,
    )
    .json();
    assert!(pointer["version"].as_u64() >= Some(version), "{pointer}");
    desk.state_that("what came of it and of later ones", |state| {
        state["last"]["version"]["version"].as_u64() >= Some(version)
            && (&state["waiting"], &state["tries"]) == (&json!([]), &json!(0))
    });
}
