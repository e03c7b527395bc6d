//! Nothing private is disclosed: every private value is a canary, and no public answer, error or
//! published file contains one.
//!
//! infra/policy/canaries.py searches the logs of all functions, and everything in the downloads
//! bucket after the whole suite.

use chute_api::{
    openapi::Credential,
    routes::{OPERATIONS, ROUTES},
};
use chute_domain::account::Realm;
use chute_edge::http::{self, Reply};
use chute_testkit::wire::{self, row};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    accounts,
    blocked::new_address,
    test_app::{CANARY, app, download, eventually},
};

/// Canaries that have to be valid values; they are reserved for these tests.
const BIRTHDATE: &str = "11/27/1903";
const PHONE: &str = "+19075550142";
const PHONE_DIGITS: &str = "9075550142";

fn canary(kind: &str) -> String {
    format!("{CANARY}-{kind}-{}", app().slug())
}

/// A valid e-mail address with a canary, which is recognised in upper and lower case.
fn email() -> String {
    format!("canary-email-{}@canary.example", app().slug())
}

/// The canaries in a text, in upper or lower case; empty if there are none.
fn sings(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    [
        ("canary", CANARY),
        (BIRTHDATE, BIRTHDATE),
        ("1903-11-27", BIRTHDATE),
        ("1903/11/27", BIRTHDATE),
        (PHONE_DIGITS, PHONE),
    ]
    .into_iter()
    .filter_map(|(form, name)| lower.contains(form).then_some(name))
    .collect()
}

fn assert_silent(what: &str, body: &[u8]) {
    let text = String::from_utf8_lossy(body);
    assert_eq!(sings(&text), [""; 0], "{what}: {text}");
}

fn hidden_person(id: &str, bib: &str) -> Value {
    let changes = json!({"bib": bib, "first": canary("anonymous"), "last": canary("anonymous"), "birthdate": BIRTHDATE,
        "anonymous": true, "sms_enabled": true, "mobile": canary("mobile"), "apparel": canary("apparel"), "division": canary("division")});
    wire::participant(id, &changes)
}

fn known_person(id: &str, bib: &str) -> Value {
    let known = json!({"first": "Ana", "last": "Ruiz", "anonymous": false});
    wire::with(hidden_person(id, bib), &known)
}

/// A published event whose year has hidden and visible people, with all their data.
fn race_day(restricted: bool) -> (String, Value) {
    let slug = app().event(restricted);
    let of = |name: &str, list: Value| json!({"slug": slug, "year": "2026", name: list});
    let people = [
        hidden_person("a", "1"),
        known_person("b", "2"),
        hidden_person("c", "3"),
    ];
    app().ok(
        "POST",
        "/participants/add",
        &of("participants", json!(people)),
    );
    let name =
        || json!({"anonymous": true, "first": canary("anonymous"), "last": canary("anonymous")});
    let mut hidden = [row("pa", &name()), row("pc", &name())];
    hidden[0]["bib"] = json!("1");
    hidden[1]["bib"] = json!("9");
    let rows = [
        hidden[0].clone(),
        hidden[1].clone(),
        row("pb", &json!({"bib": "2"})),
    ];
    app().ok("POST", "/results/add", &of("results", json!(rows)));
    app().ok(
        "POST",
        "/bibchips/add",
        &of("bib_chips", json!([{"bib": "1", "chip": "E2801"}])),
    );
    eventually("three rows and one name", || {
        let all = app().ok("POST", "/results/all", &json!({ "slug": slug }));
        let shown = app().ok("POST", "/results", &json!({ "slug": slug }))["participants"]
            .as_array()
            .map_or(0, Vec::len);
        (all["count"] == 3 && shown == 1).then_some(all)
    });
    let own = app().ok(
        "POST",
        "/participants",
        &json!({"slug": slug, "year": "2026"}),
    );
    (slug, own)
}

#[test]
fn a_race_day_tells_the_public_nothing_private() {
    let (slug, own) = race_day(false);
    let own = own.to_string();
    assert_eq!(
        sings(&own),
        [CANARY, BIRTHDATE],
        "the owner sees their own data, so the canaries were there: {own}"
    );
    let of_year = json!({"slug": slug, "year": "2026"});
    let bodies = [
        ("GET", "/event/all", json!({})),
        ("POST", "/event", json!({ "slug": slug })),
        ("POST", "/event-year", of_year.clone()),
        ("POST", "/event-year/event", json!({ "slug": slug })),
        ("POST", "/results", of_year.clone()),
        ("POST", "/results/all", of_year.clone()),
        ("POST", "/results/finish", of_year.clone()),
        (
            "POST",
            "/results/multi",
            json!({"slug": slug, "years": ["2026"]}),
        ),
        (
            "POST",
            "/results/bib",
            json!({"slug": slug, "year": "2026", "bib": "1"}),
        ),
        (
            "POST",
            "/results/bib",
            json!({"slug": slug, "year": "2026", "bib": "2"}),
        ),
        ("POST", "/bibchips", of_year.clone()),
        ("POST", "/segments", of_year.clone()),
        ("POST", "/distances", of_year),
    ];
    for (verb, path, body) in bodies {
        let reply = app().call_as(&app().keys.read, verb, path, &body);
        assert!(
            [200, 404].contains(&reply.status),
            "{verb} {path}: {}",
            reply.status
        );
        assert_silent(path, &reply.body);
    }
    let files = published(&slug);
    assert!(files.len() > 3, "{files:?}");
}

/// Reads every file to which a pointer of the event leads.
fn published(slug: &str) -> Vec<String> {
    let get = |path: &str| download(path, &[("Accept-Encoding", "identity")]);
    let folder = format!("results/{slug}/2026");
    let mut seen = Vec::new();
    let mut ahead = vec![
        "results/index.json".to_owned(),
        format!("results/{slug}/current.json"),
        format!("{folder}/current.json"),
    ];
    while let Some(path) = ahead.pop() {
        let reply = get(&path);
        assert_eq!(reply.status, 200, "{path}");
        let text = plain(&reply);
        assert_silent(&path, text.as_bytes());
        let names = text
            .split('"')
            .filter(|part| part.ends_with(".json") && part.len() > ".json".len());
        let next: Vec<String> = names
            .map(|name| format!("{folder}/{}", name.rsplit('/').next().unwrap_or(name)))
            .collect();
        seen.push(path);
        let new = next
            .into_iter()
            .filter(|path| !seen.contains(path) && !ahead.contains(path))
            .collect::<Vec<_>>();
        ahead.extend(new.into_iter().filter(|path| get(path).status == 200));
    }
    seen
}

/// The text of a file; published ones are stored compressed.
fn plain(reply: &Reply) -> String {
    use std::io::Read;
    let mut text = String::new();
    if reply.body.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(reply.body.as_slice())
            .read_to_string(&mut text)
            .expect("gzip");
    } else {
        text.push_str(&String::from_utf8_lossy(&reply.body));
    }
    text
}

#[test]
fn a_restricted_race_tells_strangers_nothing_at_all() {
    let (slug, _) = race_day(true);
    for path in [
        "/event",
        "/results",
        "/results/all",
        "/results/finish",
        "/participants",
    ] {
        let reply = app().call_as(
            &app().keys.stranger,
            "POST",
            path,
            &json!({"slug": slug, "year": "2026"}),
        );
        assert_eq!(reply.status, 401, "{path}");
        assert_silent(path, &reply.body);
    }
    let pointer = download(&format!("results/{slug}/2026/current.json"), &[]);
    assert_eq!(pointer.status, 404);
}

/// A body with every field of the contract that can hold something private; `spoil` gives lists and
/// objects the wrong type.
fn everything(slug: &str, spoil: bool) -> Value {
    let person = hidden_person("x", "77");
    let result = row(
        "px",
        &json!({"anonymous": true, "first": canary("anonymous"), "last": canary("anonymous")}),
    );
    let account = json!({"name": canary("name"), "email": email(), "type": "free"});
    let list = |one: &Value| {
        if spoil {
            json!({ "first": one })
        } else {
            json!([one])
        }
    };
    json!({
        "slug": slug, "year": "2026", "bib": "77", "identifiers": [canary("id")], "years": ["2026"],
        "first": canary("first"), "last": canary("last"), "phone": PHONE, "mobile": canary("mobile"), "birthdate": BIRTHDATE,
        "email": email(), "old_email": email(), "new_email": email(), "wish": "correction", "text": canary("text"), "contact": email(),
        "password": canary("password"), "old_password": canary("password"), "new_password": canary("password"),
        "refresh_token": canary("token"), "access_token": canary("token"),
        "account": if spoil { json!([account]) } else { account }, "participant": person, "participants": list(&person), "results": list(&result),
        "key": {"value": canary("key"), "name": canary("name"), "type": "read", "allowed_hosts": "", "valid_until": canary("date")},
        "address": format!("https://club.example/{}", canary("hook")), "seen": canary("hook"), "replace_secret": canary("key"),
        "value": canary("key"), "reads": list(&json!({"identifier": canary("chip"), "seconds": "x"})),
    })
}

/// Routes without a credential (contract section 10): they ignore one, and most count the calls of
/// an address, so each is tried with none.
const OPEN: [&str; 13] = [
    "blocked.phones.add",
    "blocked.emails.add",
    "blocked.emails.unblock",
    "sms.add",
    "sms.remove",
    "sms.webhook",
    "mail.add",
    "mail.confirm",
    "mail.unsubscribe",
    "privacy.ask",
    "account.login",
    "account.refresh",
    "health",
];
/// Those that are tried with every credential all the same.
const OPEN_TO_ALL: [&str; 4] = ["openapi", "push.key", "push.add", "push.remove"];

#[test]
fn every_open_route_has_its_line() {
    let mut open: Vec<&str> = OPERATIONS
        .iter()
        .filter(|route| {
            matches!(
                (route.request_spec)().credential,
                Credential::Public | Credential::Signature
            )
        })
        .map(|route| route.name.trim_start_matches("remote."))
        .collect();
    let mut lines: Vec<&str> = OPEN.into_iter().chain(OPEN_TO_ALL).collect();
    open.sort_unstable();
    open.dedup();
    lines.sort_unstable();
    assert_eq!(lines, open);
}

/// Whether the caller may see private values: owners see their own data, and every timer may read
/// the block lists (contract 4.6).
fn may_see(route: &str, who: &str) -> bool {
    who == "a write key"
        || (who == "a stranger's key"
            && ["blocked.phones.get", "blocked.emails.get"].contains(&route))
}

/// Credentials of every kind; the wrong ones are canaries themselves.
fn credentials() -> Vec<(&'static str, String)> {
    let keys = &app().keys;
    let token = format!(
        "eyJhbGciOiJIUzI1NiJ9.{}.{}",
        canary("token"),
        canary("token")
    );
    vec![
        ("none", String::new()),
        ("an unknown key", format!("Bearer {}", canary("key"))),
        ("a forged token", format!("Bearer {token}")),
        ("no word", canary("key")),
        ("a read key", format!("Bearer {}", keys.read)),
        ("an expired key", format!("Bearer {}", keys.expired)),
        ("a stranger's key", format!("Bearer {}", keys.stranger)),
        ("a write key", format!("Bearer {}", keys.write)),
    ]
}

#[test]
fn no_route_gives_back_what_it_was_told() {
    let slug = app().event(false);
    let hosts = [
        app().stack.host(Realm::Account).address(),
        app().stack.host(Realm::Remote).address(),
    ];
    for route in ROUTES {
        let host = &hosts[usize::from(route.name.starts_with("remote."))];
        let verb = if route.method == "ANY" {
            "POST"
        } else {
            route.method
        };
        let tried = if OPEN.contains(&route.name.trim_start_matches("remote.")) {
            1
        } else {
            usize::MAX
        };
        for (who, credential) in credentials().into_iter().take(tried) {
            for spoil in [false, true] {
                let body = everything(&slug, spoil).to_string();
                let headers = [
                    ("Content-Type", "application/json"),
                    ("Accept", "application/json"),
                    ("Authorization", credential.as_str()),
                ];
                let path = format!("{}?email={}", route.path, email());
                let headers = if credential.is_empty() {
                    &headers[..2]
                } else {
                    &headers[..]
                };
                let reply = http::call(host, verb, &path, headers, Some(body.as_bytes()));
                assert!(
                    reply.status < 500,
                    "{} with {who}: {}",
                    route.name,
                    reply.status
                );
                if reply.status != 200 || !may_see(route.name, who) {
                    assert_silent(
                        &format!("{} with {who}: {}", route.name, reply.status),
                        &reply.body,
                    );
                }
                let told = reply
                    .headers
                    .values()
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .join("\n");
                assert_silent(&format!("the headers of {}", route.name), told.as_bytes());
            }
        }
    }
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn a_session_that_fails_in_every_way_tells_nothing(#[case] realm: Realm) {
    let (mail, other, password) = (email(), email(), canary("password"));
    let administrator = accounts::admin(realm);
    for address in [&mail, &other] {
        let account = json!({"account": {"name": "Ana", "email": address, "type": "free"}, "password": password});
        let added = accounts::ok(
            realm,
            &administrator.token,
            "POST",
            "/account/add",
            &account,
        )
        .to_string();
        assert!(
            added.contains(address.as_str()) && !added.contains(CANARY),
            "who adds it sees the address, not the password: {added}"
        );
    }
    let from = new_address();
    let open = |path: &str, body: &Value| accounts::open_at(realm, &from, path, body);
    let tokens = open(
        "/account/login",
        &json!({"email": mail, "password": password}),
    )
    .json();
    let (access, refresh) = (
        tokens["access_token"].as_str().expect("a token"),
        tokens["refresh_token"].as_str().expect("a token"),
    );
    let key = accounts::ok(
        realm,
        access,
        "POST",
        "/key/add",
        &json!({"key": {"name": canary("name"), "type": "read", "allowed_hosts": "", "valid_until": null}}),
    );
    let value = key["key"]["value"].as_str().expect("a key").to_owned();
    let own =
        |verb: &str, path: &str, body: &Value| accounts::call(realm, access, verb, path, body);
    let replies = [
        open(
            "/account/login",
            &json!({"email": mail, "password": canary("password")}),
        ),
        open(
            "/account/login",
            &json!({"email": [mail], "password": password}),
        ),
        open(
            "/account/refresh",
            &json!({"refresh_token": format!("{refresh}x")}),
        ),
        open("/account/refresh", &json!({"refresh_token": access})),
        own("POST", "/account", &json!({"email": other})),
        own(
            "PUT",
            "/account/password",
            &json!({"old_password": canary("password"), "new_password": canary("password")}),
        ),
        own(
            "PUT",
            "/account/email",
            &json!({"old_email": mail, "new_email": other}),
        ),
        own(
            "PUT",
            "/account/email",
            &json!({"old_email": mail, "new_email": format!("{CANARY} {mail}")}),
        ),
        own(
            "PUT",
            "/account/update",
            &json!({"account": {"name": "", "email": other, "type": "free"}}),
        ),
        own("DELETE", "/account/delete", &json!({"email": other})),
        own("POST", "/account/lock", &json!({"email": other})),
        own(
            "PUT",
            "/key/update",
            &json!({"key": {"value": canary("key"), "name": "x", "type": "read"}}),
        ),
        own("DELETE", "/key/delete", &json!({"value": canary("key")})),
        accounts::call(
            realm,
            &format!("{access}x"),
            "POST",
            "/account",
            &json!({"email": mail}),
        ),
        accounts::call(realm, refresh, "POST", "/account", &json!({"email": mail})),
        accounts::call(realm, &value, "POST", "/account", &json!({"email": mail})),
    ];
    for (at, reply) in replies.iter().enumerate() {
        let text = String::from_utf8_lossy(&reply.body);
        assert!(reply.status >= 400, "{at}: {} {text}", reply.status);
        assert_silent(&format!("{at}: {}", reply.status), &reply.body);
        for secret in [access, refresh, value.as_str()] {
            assert!(!text.contains(secret), "{at}: {text}");
        }
    }
    assert_eq!(own("POST", "/account/logout", &json!({})).status, 200);
    assert_silent("after the end", &own("POST", "/account", &json!({})).body);
}

#[test]
fn a_canary_is_heard() {
    let person = hidden("id");
    assert_eq!(sings(&person), [CANARY, BIRTHDATE]);
    assert_eq!(
        sings("{\"email\":\"canary-email-t1@canary.example\"}"),
        [CANARY]
    );
    assert_eq!(
        sings("born 1903-11-27, call (+1) 9075550142"),
        [BIRTHDATE, PHONE]
    );
    assert!(sings("Ana Ruiz, 10 KM, 2026-05-02").is_empty());
}

fn hidden(id: &str) -> String {
    format!("{id} {CANARY}-anonymous-1 {BIRTHDATE}")
}
