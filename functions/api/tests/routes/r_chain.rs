//! Every `/r/` route against the checks of sessions (contract 3.4), with one table for all routes.

use chute_api::routes::ROUTES;
use chute_domain::account::{AccountKind, Realm};
use chute_edge::http::Reply;
use chute_testkit::wire::{self, event, year};
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, open},
    chain::fields,
    people::Person,
    r_corrections::to_correct,
    r_versions::{to_restore, two_versions},
    test_app::app,
};

/// Who may call a route besides administrators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    /// Anybody who is signed in.
    Any,
    /// The event's owner.
    Owner,
    /// The event's owner, and accounts that the owner has linked.
    Linked,
}

struct Line {
    name: &'static str,
    who: Who,
    /// The status of an empty body.
    empty: u16,
    limit: usize,
    /// A body that succeeds.
    body: fn(slug: &str) -> Value,
}

const SMALL: usize = 64 * 1024;
const UPLOAD: usize = 1024 * 1024;
const TABLE: usize = 4 * 1024 * 1024;

const fn line(name: &'static str, who: Who, limit: usize, body: fn(&str) -> Value) -> Line {
    Line {
        name,
        who,
        empty: 400,
        limit,
        body,
    }
}

fn of_year(slug: &str) -> Value {
    json!({"slug": slug, "year": "2026"})
}

fn ana() -> Value {
    wire::participant("1", &json!({"bib": "7"}))
}

fn one(slug: &str) -> Value {
    json!({"slug": slug, "year": "2026", "participant": ana(), "updated_after": 0})
}

fn many(slug: &str) -> Value {
    json!({"slug": slug, "year": "2026", "participants": [ana()], "updated_after": 0})
}

const CHAIN: &[Line] = &[
    Line {
        empty: 200,
        ..line(
            "r.events.list",
            Who::Any,
            SMALL,
            |_| json!({"account_email": ""}),
        )
    },
    line(
        "r.events.add",
        Who::Any,
        SMALL,
        |slug| json!({"account_email": "", "event": event(slug, false)}),
    ),
    line(
        "r.events.update",
        Who::Owner,
        SMALL,
        |slug| json!({ "event": event(slug, true) }),
    ),
    line(
        "r.events.state",
        Who::Linked,
        SMALL,
        |slug| json!({"slug": slug, "year": ""}),
    ),
    line(
        "r.alerts.state",
        Who::Linked,
        SMALL,
        |slug| json!({"slug": slug, "year": ""}),
    ),
    line(
        "r.alerts.pause",
        Who::Linked,
        SMALL,
        |slug| json!({"slug": slug, "year": "2026", "paused": false}),
    ),
    line(
        "r.events.delete",
        Who::Owner,
        SMALL,
        |slug| json!({ "slug": slug }),
    ),
    line(
        "r.years.list",
        Who::Owner,
        SMALL,
        |slug| json!({ "slug": slug }),
    ),
    Line {
        empty: 200,
        ..line("r.years.all", Who::Any, SMALL, |_| json!({}))
    },
    line("r.years.add", Who::Owner, SMALL, |slug| {
        wire::event_year(slug, &year("2027", "2027/05/02 08:00:00 -07:00"))
    }),
    line("r.years.update", Who::Owner, SMALL, |slug| {
        wire::event_year(slug, &year("2026", "2026-05-03T08:00:00-07:00"))
    }),
    line("r.years.delete", Who::Owner, SMALL, of_year),
    line("r.participants.list", Who::Linked, SMALL, of_year),
    line("r.participants.add", Who::Linked, SMALL, one),
    line("r.participants.add-many", Who::Linked, UPLOAD, many),
    line("r.participants.update", Who::Linked, SMALL, one),
    line("r.participants.update-many", Who::Linked, UPLOAD, many),
    line("r.participants.delete", Who::Owner, SMALL, of_year),
    line("r.checkin.list", Who::Linked, SMALL, of_year),
    line("r.checkin.change", Who::Linked, SMALL, |slug| {
        let changes = json!([{"id": "1", "before": {"bib": "7"}, "after": {"bib": "8"}}]);
        json!({"slug": slug, "year": "2026", "device": "phone-one", "number": 1, "changes": changes})
    }),
    line(
        "r.privacy.list",
        Who::Linked,
        SMALL,
        |slug| json!({"slug": slug, "year": "2026", "id": "7#hidden"}),
    ),
    line(
        "r.privacy.decide",
        Who::Linked,
        SMALL,
        |slug| json!({"slug": slug, "year": "2026", "id": "7#hidden", "decision": "refuse", "years": []}),
    ),
    line(
        "r.results.plan",
        Who::Owner,
        TABLE,
        |slug| json!({"slug": slug, "year": "2026", "columns": ["bib", "clock"], "lines": [2], "cells": [["7", "40:00"]], "reading": {"distance": "10 KM"}}),
    ),
    // rows need the year's stamp and what was seen: tested in r_results.rs
    line(
        "r.results.add",
        Who::Owner,
        UPLOAD,
        |slug| json!({"slug": slug, "year": "2026", "results": [], "seen": []}),
    ),
    Line {
        empty: 200,
        ..line(
            "r.results.columns",
            Who::Any,
            SMALL,
            |_| json!({"mark": "results-chain", "fields": [{"field": "bib", "column": 0}]}),
        )
    },
    line("r.results.versions", Who::Owner, SMALL, of_year),
    line("r.results.restore", Who::Owner, SMALL, |slug| {
        to_restore(slug, owner())
    }),
    line(
        "r.corrections.list",
        Who::Owner,
        SMALL,
        |slug| json!({"slug": slug, "year": "2026", "bib": "7"}),
    ),
    line("r.corrections.save", Who::Owner, SMALL, |slug| {
        to_correct(slug, owner(), "7")
    }),
    line(
        "r.files.versions",
        Who::Owner,
        SMALL,
        |slug| json!({"slug": slug, "year": "", "distance": ""}),
    ),
    line(
        "r.hook.state",
        Who::Owner,
        SMALL,
        |slug| json!({ "slug": slug }),
    ),
    line(
        "r.hook.update",
        Who::Owner,
        SMALL,
        |slug| json!({"slug": slug, "address": "https://club.example/hook", "seen": "", "replace_secret": "", "test": true}),
    ),
    line(
        "r.series.list",
        Who::Owner,
        SMALL,
        |slug| json!({ "slug": slug }),
    ),
    // errors in `years` have a different answer: tested in r_uploads.rs
    line(
        "r.series.update",
        Who::Owner,
        256 * 1024,
        |slug| json!({"slug": slug, "version": 0}),
    ),
    line(
        "r.standings.update",
        Who::Owner,
        UPLOAD,
        |slug| json!({"slug": slug, "year": "2026", "distance": "10 KM", "csv": "", "version": 0}),
    ),
];

/// A route under test, with its own event and the participant that the bodies name.
struct Trial {
    line: &'static Line,
    verb: &'static str,
    path: &'static str,
    slug: String,
}

impl Trial {
    fn new(line: &'static Line) -> Self {
        let known = ROUTES
            .iter()
            .find(|known| known.name == line.name)
            .unwrap_or_else(|| panic!("no route {}", line.name));
        let owner = owner();
        let slug = app().event_of(owner, false);
        owner.ok("POST", "/r/participants/add-many", &many(&slug));
        if line.name == "r.privacy.decide" {
            let asked =
                json!({"slug": slug, "bib": "7", "wish": "hidden", "birthdate": "3/9/1985"})
                    .to_string();
            assert_eq!(
                open(&new_address(), "/privacy/ask", asked.as_bytes()).status,
                200
            );
        }
        if line.name == "r.results.restore" {
            two_versions(&slug, owner);
        }
        Self {
            line,
            verb: known.method,
            path: known.path,
            slug,
        }
    }

    /// A body that succeeds once: an event to add gets its own slug.
    fn body(&self) -> Value {
        (self.line.body)(&if self.line.name == "r.events.add" {
            app().slug()
        } else {
            self.slug.clone()
        })
    }

    fn send(&self, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        app().raw(self.verb, self.path, headers, Some(body))
    }

    fn signed(&self, token: &str, body: &[u8]) -> Reply {
        self.send(
            &[
                ("Authorization", &format!("Bearer {token}")),
                ("Content-Type", "application/json"),
            ],
            body,
        )
    }

    fn expect(&self, what: &str, reply: &Reply, status: u16, message: &str) {
        let (name, text) = (self.line.name, String::from_utf8_lossy(&reply.body));
        assert_eq!(reply.status, status, "{name}, {what}: {text}");
        assert!(
            message.is_empty() || text.contains(message),
            "{name}, {what}: {text}"
        );
    }

    fn names_year(&self) -> bool {
        self.body().to_string().contains(r#""year":"2026""#)
    }
}

/// S1: the body, before the caller is identified.
fn bodies(trial: &Trial) {
    let owner = owner();
    for token in [owner.token.as_str(), "nobody"] {
        for broken in [
            &b"{"[..],
            b"[]",
            b"1",
            b"\"x\"",
            b"true",
            b"{} x",
            b"{\"slug\":\"\xff\"}",
            b"{\"slug\":\"a\",}",
            b"[{}]",
        ] {
            trial.expect(
                &String::from_utf8_lossy(broken),
                &trial.signed(token, broken),
                400,
                "Invalid Request Body",
            );
        }
    }
    trial.expect(
        "broken body, no token",
        &trial.send(&[], b"{"),
        400,
        "Invalid Request Body",
    );
    let token = format!("Bearer {}", owner.token);
    let body = trial.body().to_string();
    for (name, value) in [
        ("Content-Type", "text/plain"),
        ("Content-Type", "text/json"),
        ("Content-Encoding", "gzip"),
    ] {
        trial.expect(
            value,
            &trial.send(&[("Authorization", &token), (name, value)], body.as_bytes()),
            400,
            "Invalid Request Body",
        );
    }
    trial.expect(
        "too large",
        &trial.signed(&owner.token, &vec![b' '; trial.line.limit + 1]),
        413,
        "",
    );
    for field in fields(&trial.body()) {
        for wrong in field.wrong {
            let body = field.around(wrong);
            trial.expect(
                &body,
                &trial.signed(&owner.token, body.as_bytes()),
                400,
                "Invalid Request Body",
            );
        }
        if field.outer.is_none() {
            let twice = format!(
                "{{{0},{0}}}",
                field
                    .around("null")
                    .trim_start_matches('{')
                    .trim_end_matches('}')
            );
            trial.expect(
                &twice,
                &trial.signed(&owner.token, twice.as_bytes()),
                400,
                "Invalid Request Body",
            );
        }
    }
}

/// Empty bodies, `null`, every field `null` and unknown keys lead to the defaults; then what the
/// route needs is missing (S5).
fn defaults(trial: &Trial) {
    let token = &owner().token;
    let body = trial.body();
    let nulls = body
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| (name.clone(), Value::Null));
    let nulls: Value = nulls.collect::<serde_json::Map<_, _>>().into();
    for empty in [
        "",
        "null",
        "{}",
        &nulls.to_string(),
        r#"{"Slug":"x","other":{"slug":[1]}}"#,
    ] {
        trial.expect(
            empty,
            &trial.signed(token, empty.as_bytes()),
            trial.line.empty,
            "",
        );
    }
    trial.expect(
        "no media type",
        &trial.send(&[("Authorization", &format!("Bearer {token}"))], b""),
        trial.line.empty,
        "",
    );
}

/// S2 and S3, which come before S5 and S7.
fn tokens(trial: &Trial) {
    let token = &owner().token;
    let body = trial.body().to_string();
    let unknown = "Unauthorized Token";
    trial.expect(
        "no header",
        &trial.send(&[("Content-Type", "application/json")], body.as_bytes()),
        401,
        unknown,
    );
    trial.expect("no header, empty body", &trial.send(&[], b""), 401, unknown);
    for wrong in [
        token.clone(),
        "Bearer".to_owned(),
        format!("Bearer  {token}"),
        format!("Bearer {token} x"),
    ] {
        trial.expect(
            &wrong,
            &trial.send(&[("Authorization", &wrong)], body.as_bytes()),
            401,
            unknown,
        );
    }
    let mut parts = token.split('.');
    let (header, claims) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    // {"alg":"none"}
    for wrong in [
        format!("{header}.{claims}."),
        format!("{header}.{claims}.AAAA"),
        format!("eyJhbGciOiJub25lIn0.{claims}."),
        format!("{token}A"),
    ] {
        trial.expect(&wrong, &trial.signed(&wrong, body.as_bytes()), 401, unknown);
    }
    for (what, wrong) in [
        ("garbage", "garbage"),
        ("an API key", app().keys.delete.as_str()),
    ] {
        trial.expect(what, &trial.signed(wrong, body.as_bytes()), 401, unknown);
        trial.expect(
            what,
            &trial.signed(
                wrong,
                (trial.line.body)("no-such-event").to_string().as_bytes(),
            ),
            401,
            unknown,
        );
        trial.expect(what, &trial.signed(wrong, b""), 401, unknown);
    }
    let remote = app().person_of(Realm::Remote, "reader", AccountKind::Admin);
    trial.expect(
        "a token of the other host",
        &trial.signed(&remote.token, body.as_bytes()),
        401,
        unknown,
    );
}

/// S7, before S8.
fn things(trial: &Trial) {
    let unknown = (trial.line.body)("no-such-event").to_string();
    for who in [owner(), app().stranger(), app().admin()] {
        if trial.line.who != Who::Any {
            trial.expect(
                "no such event",
                &trial.signed(&who.token, unknown.as_bytes()),
                404,
                "Not Found",
            );
        }
        if trial.names_year() {
            let body = trial
                .body()
                .to_string()
                .replace(r#""year":"2026""#, r#""year":"1999""#);
            trial.expect(
                "no such year",
                &trial.signed(&who.token, body.as_bytes()),
                404,
                "Event/Year Not Found",
            );
        }
    }
}

/// An owner who may link others.
fn owner() -> &'static Person {
    app().person("paid-organiser", AccountKind::Paid)
}

/// S8. Success comes last, since it may delete what the other checks need. The query string is
/// ignored, the slug is trimmed and lower-cased.
fn rights(trial: &Trial) {
    let app = app();
    let (owner, linked) = (owner(), app.person("check-in", AccountKind::Registration));
    let unlinked = app.person("idle-check-in", AccountKind::Registration);
    let linked_elsewhere = app.person("check-in-elsewhere", AccountKind::Registration);
    app.link(owner, linked);
    app.link(app.stranger(), linked_elsewhere);
    let may = |right: bool| {
        if right {
            (200, "")
        } else {
            (401, "Unauthorized")
        }
    };
    let any = trial.line.who == Who::Any;
    for (what, who, (status, message)) in [
        ("a stranger", app.stranger(), may(any)),
        ("a registration account", unlinked, may(any)),
        ("one linked by somebody else", linked_elsewhere, may(any)),
        (
            "one linked by the owner",
            linked,
            may(any || trial.line.who == Who::Linked),
        ),
    ] {
        trial.expect(
            what,
            &trial.signed(&who.token, trial.body().to_string().as_bytes()),
            status,
            message,
        );
    }
    success(trial, owner);
    // with a new trial, since the owner may have deleted or added what the body names
    success(&Trial::new(trial.line), app.admin());
}

fn success(trial: &Trial, who: &Person) {
    let mut body = trial.body();
    body["unknown"] = json!({"deep": [null]});
    if body["slug"].is_string() {
        body["slug"] = json!(format!("  {} ", trial.slug.to_uppercase()));
    }
    let token = format!("Token {}", who.token);
    let headers = [
        ("Authorization", token.as_str()),
        ("Content-Type", "Application/JSON ;charset=UTF-8"),
        ("Content-Encoding", "identity"),
    ];
    let reply = app().raw(
        trial.verb,
        &format!("{}?slug=other", trial.path),
        &headers,
        Some(body.to_string().as_bytes()),
    );
    trial.expect("success", &reply, 200, "");
}

#[test]
fn every_route_has_its_line() {
    let mut built: Vec<&str> = ROUTES
        .iter()
        .map(|route| route.name)
        .filter(|name| name.starts_with("r."))
        .collect();
    let mut lines: Vec<&str> = CHAIN.iter().map(|line| line.name).collect();
    built.sort_unstable();
    lines.sort_unstable();
    assert_eq!(lines, built);
}

#[rstest::rstest]
#[case(0)]
#[case(1)]
#[case(2)]
#[case(3)]
fn every_route_keeps_the_chain(#[case] from: usize) {
    for line in CHAIN.iter().skip(from).step_by(4) {
        let trial = Trial::new(line);
        bodies(&trial);
        defaults(&trial);
        tokens(&trial);
        things(&trial);
        rights(&trial);
    }
}
