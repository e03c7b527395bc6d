//! Every route with a key is tested against the checks of keys (contract 3.2), the parsing of
//! bodies (1.2) and the limits (1.5), with one table for all routes.

use chute_api::{
    openapi::{Credential, Operation},
    routes::{OPERATIONS, ROUTES},
};
use chute_domain::key::KeyKind;
use chute_edge::http::Reply;
use chute_testkit::wire::{self, event, row, year};
use serde_json::{Value, json};

use crate::{
    blocked::new_address,
    test_app::{TestRun, app, says},
};

struct KeyRoute {
    name: &'static str,
    needs: KeyKind,
    /// Whether only the event's owner may call it.
    own: bool,
    /// The status of an empty body.
    empty: u16,
    limit: usize,
    /// A body that succeeds.
    body: fn(slug: &str) -> Value,
}

const SMALL: usize = 64 * 1024;
const UPLOAD: usize = 1024 * 1024;

fn of_event(slug: &str) -> Value {
    json!({ "slug": slug })
}

fn of_year(slug: &str) -> Value {
    json!({"slug": slug, "year": "2026"})
}

const fn read(name: &'static str, empty: u16, body: fn(&str) -> Value) -> KeyRoute {
    KeyRoute {
        name,
        needs: KeyKind::Read,
        own: false,
        empty,
        limit: SMALL,
        body,
    }
}

const fn write(name: &'static str, empty: u16, limit: usize, body: fn(&str) -> Value) -> KeyRoute {
    KeyRoute {
        name,
        needs: KeyKind::Write,
        own: true,
        empty,
        limit,
        body,
    }
}

const CHAIN: &[KeyRoute] = &[
    read("events.all", 200, |_| json!({})),
    read("events.mine", 200, |_| json!({})),
    read("events.get", 404, of_event),
    read("years.get", 404, of_year),
    read("years.list", 404, of_event),
    read("results.list", 404, of_year),
    read("results.all", 404, of_year),
    read("results.finish", 404, of_year),
    read(
        "results.multi",
        400,
        |slug| json!({"slug": slug, "years": ["2026"]}),
    ),
    read(
        "results.bib",
        404,
        |slug| json!({"slug": slug, "year": "2026", "bib": "1"}),
    ),
    read("bibchips.list", 400, of_year),
    read("segments.list", 404, of_year),
    read("distances.list", 404, of_year),
    write(
        "events.add",
        400,
        SMALL,
        |slug| json!({ "event": event(slug, false) }),
    ),
    write(
        "events.update",
        400,
        SMALL,
        |slug| json!({ "event": event(slug, false) }),
    ),
    KeyRoute {
        needs: KeyKind::Delete,
        ..write("events.delete", 404, SMALL, of_event)
    },
    write("years.add", 400, SMALL, |slug| {
        wire::event_year(slug, &year("2027", "2027/05/02 08:00:00 -07:00"))
    }),
    write("years.update", 400, SMALL, |slug| {
        wire::event_year(slug, &year("2026", "2026-05-02T08:00:00-07:00"))
    }),
    KeyRoute {
        needs: KeyKind::Delete,
        ..write("years.delete", 404, SMALL, of_year)
    },
    write("results.add", 404, UPLOAD, |slug| {
        wire::results(slug, &[row("p", &json!({}))])
    }),
    write("results.delete", 404, SMALL, of_year),
    write("participants.list", 400, SMALL, of_year),
    write(
        "participants.add",
        400,
        UPLOAD,
        |slug| json!({"slug": slug, "year": "2026", "participants": [{"id": "1", "birthdate": "3/9/1985", "distance": "5K"}]}),
    ),
    write("participants.delete", 400, SMALL, of_year),
    write(
        "bibchips.add",
        400,
        UPLOAD,
        |slug| json!({"slug": slug, "year": "2026", "bib_chips": [{"bib": "1", "chip": "a"}]}),
    ),
    write("bibchips.delete", 400, SMALL, of_year),
    write("segments.add", 404, UPLOAD, |slug| {
        let segment = json!({"location": "Mile 3", "distance_name": "10 KM", "name": "Mile 3", "distance_value": 3.5, "distance_unit": "mi", "gps": "", "map_link": ""});
        json!({"slug": slug, "year": "2026", "segments": [segment]})
    }),
    write("segments.delete", 404, SMALL, of_year),
    write(
        "distances.add",
        404,
        UPLOAD,
        |slug| json!({"slug": slug, "year": "2026", "distances": [{"name": "10 KM", "certification": "XX"}]}),
    ),
    write("distances.delete", 404, SMALL, of_year),
    KeyRoute {
        needs: KeyKind::Write,
        ..read("blocked.phones.get", 200, |_| json!({}))
    },
    KeyRoute {
        needs: KeyKind::Write,
        ..read("blocked.emails.get", 200, |_| json!({}))
    },
    write("sms.list", 404, SMALL, of_year),
];

/// A route under test, with its own event.
struct Trial {
    app: &'static TestRun,
    route: &'static KeyRoute,
    verb: &'static str,
    path: &'static str,
    slug: String,
    /// The trial's own address, since an address with many wrong keys has to wait.
    from: String,
}

impl Trial {
    fn new(route: &'static KeyRoute) -> Self {
        let known = ROUTES
            .iter()
            .find(|known| known.name == route.name)
            .unwrap_or_else(|| panic!("no route {}", route.name));
        let app = app();
        Self {
            app,
            route,
            verb: known.method,
            path: known.path,
            slug: app.event(false),
            from: new_address(),
        }
    }

    fn body(&self) -> String {
        (self.route.body)(&self.slug).to_string()
    }

    fn send(&self, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let proof = self.app.stack.text("origin_secret");
        let from = [("X-Origin-Verify", proof), ("X-Viewer-Address", &self.from)];
        self.app
            .raw(self.verb, self.path, &[&from, headers].concat(), Some(body))
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
        let (name, text) = (self.route.name, String::from_utf8_lossy(&reply.body));
        assert_eq!(reply.status, status, "{name}, {what}: {text}");
        assert!(
            message.is_empty() || text.contains(message),
            "{name}, {what}: {text}"
        );
    }

    fn names_event(&self) -> bool {
        (self.route.body)("x").get("slug").is_some()
    }

    fn names_year(&self) -> bool {
        self.body().contains(r#""year":"2026""#) && self.route.name != "years.add"
    }
}

/// K1: the header, before anything else is checked.
fn header(trial: &Trial) {
    let body = trial.body();
    let missing = "Error Getting Key From Authorization Header";
    trial.expect(
        "no header",
        &trial.send(&[("Content-Type", "application/json")], body.as_bytes()),
        401,
        missing,
    );
    trial.expect(
        "no header, broken body",
        &trial.send(&[], b"{"),
        401,
        missing,
    );
    let key = &trial.app.keys.delete;
    for wrong in [
        key.clone(),
        "Bearer".to_owned(),
        format!("Bearer  {key}"),
        format!("Bearer {key} x"),
        "Bearer ".to_owned(),
    ] {
        trial.expect(
            &wrong,
            &trial.send(&[("Authorization", &wrong)], body.as_bytes()),
            401,
            missing,
        );
    }
}

/// K2: the body, before the key is looked up.
fn bodies(trial: &Trial) {
    for key in [&trial.app.keys.delete, "nobody"] {
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
            b"{'slug':1}",
        ] {
            trial.expect(
                &String::from_utf8_lossy(broken),
                &trial.keyed(key, broken),
                400,
                "Invalid Request Body",
            );
        }
    }
    let key = format!("Bearer {}", trial.app.keys.delete);
    let body = trial.body();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "text/json",
    ] {
        trial.expect(
            kind,
            &trial.send(
                &[("Authorization", &key), ("Content-Type", kind)],
                body.as_bytes(),
            ),
            400,
            "",
        );
    }
    let packed = [
        ("Authorization", key.as_str()),
        ("Content-Type", "application/json"),
        ("Content-Encoding", "gzip"),
    ];
    trial.expect("compressed", &trial.send(&packed, body.as_bytes()), 400, "");
    trial.expect(
        "too large",
        &trial.keyed(&trial.app.keys.delete, &vec![b' '; trial.route.limit + 1]),
        413,
        "",
    );
    for field in fields(&(trial.route.body)("x")) {
        for wrong in field.wrong {
            let body = field.around(wrong);
            trial.expect(
                &body,
                &trial.keyed(&trial.app.keys.delete, body.as_bytes()),
                400,
                "Invalid Request Body",
            );
        }
        let twice = format!(
            "{{{0},{0}}}",
            field
                .around("null")
                .trim_start_matches('{')
                .trim_end_matches('}')
        );
        if field.outer.is_none() {
            trial.expect(
                &twice,
                &trial.keyed(&trial.app.keys.delete, twice.as_bytes()),
                400,
                "Invalid Request Body",
            );
        }
    }
}

/// A field of a body, and values of the wrong types for it.
pub struct Field {
    name: String,
    pub outer: Option<(String, bool)>,
    pub wrong: &'static [&'static str],
}

impl Field {
    pub fn around(&self, value: &str) -> String {
        let inner = format!("{{\"{}\":{value}}}", self.name);
        match &self.outer {
            None => inner,
            Some((outer, true)) => format!("{{\"{outer}\":[{inner}]}}"),
            Some((outer, false)) => format!("{{\"{outer}\":{inner}}}"),
        }
    }
}

pub fn fields(body: &Value) -> Vec<Field> {
    let mut found = Vec::new();
    for (name, value) in body.as_object().into_iter().flatten() {
        if value.is_object() || value[0].is_object() {
            let inner = if value.is_array() { &value[0] } else { value };
            let inner = inner
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(name, _)| *name != "recent_time");
            found.extend(inner.map(|(inner, kind)| Field {
                name: inner.clone(),
                outer: Some((name.clone(), value.is_array())),
                wrong: wrong(kind),
            }));
        }
        found.push(Field {
            name: name.clone(),
            outer: None,
            wrong: wrong(value),
        });
    }
    found
}

fn wrong(kind: &Value) -> &'static [&'static str] {
    match kind {
        Value::String(_) => &["1", "true", "[]", "{}"],
        Value::Number(number) if number.is_f64() => &["\"1\"", "true", "[]"],
        Value::Number(_) => &["\"1\"", "1.0", "1e3", "true", "9223372036854775808"],
        Value::Bool(_) => &["0", "\"true\""],
        Value::Array(_) => &["\"a\"", "{}", "1"],
        _ => &["\"a\"", "[]", "1"],
    }
}

/// Empty bodies, `null`, every field `null` and unknown keys lead to the defaults and are never an
/// error in themselves.
fn defaults(trial: &Trial) {
    let key = &trial.app.keys.delete;
    let body = (trial.route.body)(&trial.slug);
    let nulls: Value = body
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| (name.clone(), Value::Null))
        .collect::<serde_json::Map<_, _>>()
        .into();
    for empty in [
        "",
        "null",
        "{}",
        &nulls.to_string(),
        r#"{"Slug":"x","other":{"slug":[1]}}"#,
    ] {
        trial.expect(
            empty,
            &trial.keyed(key, empty.as_bytes()),
            trial.route.empty,
            "",
        );
    }
    let bare = trial.send(&[("Authorization", &format!("Bearer {key}"))], b"");
    trial.expect("no media type", &bare, trial.route.empty, "");
}

/// K4 to K7.
fn keys(trial: &Trial) {
    let (keys, body) = (&trial.app.keys, trial.body());
    let unknown = "rk_0000000000000000000000000000";
    for (what, key, message) in [
        ("mistyped key", unknown, "Key/Account Not Found"),
        ("unknown key", "imported-key", "Key/Account Not Found"),
        ("locked account", &keys.disabled, "Key/Account Not Found"),
        ("expired key", &keys.expired, "Expired Key"),
        ("no origin", &keys.hosted, "Host Not Allowed"),
    ] {
        trial.expect(what, &trial.keyed(key, body.as_bytes()), 401, message);
    }
    let host = format!("Bearer {}", keys.hosted);
    for (name, value) in [
        ("Origin", "https://elsewhere.example.org"),
        ("Origin", "null"),
        ("Origin", "https://a.races.example.org"),
        ("Referer", "https://elsewhere.example.org/races.example.org"),
    ] {
        let headers = [("Authorization", host.as_str()), (name, value)];
        trial.expect(
            value,
            &trial.send(&headers, body.as_bytes()),
            401,
            "Host Not Allowed",
        );
    }
    let both = [
        ("Authorization", host.as_str()),
        ("Origin", "https://bad.example.org"),
        ("Referer", "https://races.example.org/"),
    ];
    trial.expect(
        "Origin goes before Referer",
        &trial.send(&both, body.as_bytes()),
        401,
        "Host Not Allowed",
    );
    for weak in [(KeyKind::Read, &keys.read), (KeyKind::Write, &keys.write)] {
        if weak.0 < trial.route.needs {
            trial.expect(
                "weak key",
                &trial.keyed(weak.1, body.as_bytes()),
                401,
                "Key Not Allowed",
            );
        }
    }
}

/// K8 and K9, which come after K4.
fn events(trial: &Trial) {
    let keys = &trial.app.keys;
    let unknown = (trial.route.body)("no-such-event").to_string();
    let names_an_event = trial.names_event() || trial.route.name == "events.update";
    if names_an_event {
        trial.expect(
            "no such event",
            &trial.keyed(&keys.delete, unknown.as_bytes()),
            404,
            "Not Found",
        );
        trial.expect(
            "unknown key before unknown event",
            &trial.keyed("nobody", unknown.as_bytes()),
            401,
            "Key/Account",
        );
    }
    if trial.names_year() {
        let body = trial.body().replace(r#""year":"2026""#, r#""year":"1999""#);
        trial.expect(
            "no such year",
            &trial.keyed(&keys.delete, body.as_bytes()),
            404,
            "Event/Year Not Found",
        );
    }
    if names_an_event && trial.route.own {
        let refused = trial.keyed(&keys.stranger, trial.body().as_bytes());
        trial.expect("wrong owner", &refused, 401, "");
        assert!(
            says(&refused, "Ownership Error"),
            "{}: {}",
            trial.route.name,
            refused.json()
        );
    }
    if names_an_event && !trial.route.own {
        let restricted = (trial.route.body)(&trial.app.event(true)).to_string();
        trial.expect(
            "restricted",
            &trial.keyed(&keys.stranger, restricted.as_bytes()),
            401,
            "Restricted Event",
        );
        let own = trial.keyed(&keys.read, restricted.as_bytes());
        assert!(
            own.status == 200 || own.json()["message"] == "Person Not Found",
            "{}: the owner reads a restricted event: {}",
            trial.route.name,
            own.status
        );
    }
}

/// Methods, paths, and a preflight request.
fn verbs_and_paths(trial: &Trial) {
    let key = format!("Bearer {}", trial.app.keys.delete);
    let headers = [("Authorization", key.as_str())];
    let wrong_verb = if trial.verb == "PUT" { "PATCH" } else { "PUT" };
    let reply = trial.app.raw(wrong_verb, trial.path, &headers, Some(b"{}"));
    assert!(
        matches!(reply.status, 404 | 405),
        "{}: {wrong_verb} answered {}",
        trial.route.name,
        reply.status
    );
    for path in [
        format!("{}/", trial.path),
        trial.path.to_uppercase(),
        format!("{}/x", trial.path),
    ] {
        assert_eq!(
            trial
                .app
                .raw(trial.verb, &path, &headers, Some(b"{}"))
                .status,
            404,
            "{path}"
        );
    }
    let preflight = trial.app.raw(
        "OPTIONS",
        trial.path,
        &[
            ("Origin", "https://x.example"),
            ("Access-Control-Request-Method", trial.verb),
        ],
        None,
    );
    assert_eq!(
        (
            preflight.status,
            preflight.header("access-control-allow-methods")
        ),
        (204, "GET, POST, PUT, DELETE, OPTIONS")
    );
    assert_eq!(
        preflight.header("access-control-allow-headers"),
        "Authorization, Content-Type"
    );
    assert_eq!(preflight.header("access-control-max-age"), "600");
}

/// Success comes last, since it may delete what the other checks need. The query string is ignored,
/// the slug is trimmed and lower-cased.
fn success(trial: &Trial) {
    let slug = if trial.route.name == "events.add" {
        trial.app.slug()
    } else {
        trial.slug.clone()
    };
    let wanted = if trial.route.name == "results.bib" {
        404
    } else {
        200
    };
    let mut body = (trial.route.body)(&slug);
    body["unknown"] = json!({"deep": [null]});
    if trial.names_event() {
        body["slug"] = json!(format!("  {} ", slug.to_uppercase()));
    }
    let host = format!("Token {}", trial.app.keys.hosted);
    let headers = [
        ("Authorization", host.as_str()),
        ("Referer", "https://OTHER.example.org:8443/a?b"),
        ("Content-Type", "Application/JSON ;charset=UTF-8"),
        ("Content-Encoding", "identity"),
    ];
    let reply = trial.app.raw(
        trial.verb,
        &format!("{}?slug=other", trial.path),
        &headers,
        Some(body.to_string().as_bytes()),
    );
    trial.expect("success", &reply, wanted, "");
}

fn run(from: usize, step: usize) {
    for route in CHAIN.iter().skip(from).step_by(step) {
        let trial = Trial::new(route);
        header(&trial);
        bodies(&trial);
        defaults(&trial);
        keys(&trial);
        events(&trial);
        verbs_and_paths(&trial);
        success(&trial);
    }
}

#[test]
fn every_keyed_route_has_its_line() {
    let takes_key = |route: &&Operation| {
        matches!(
            (route.request_spec)().credential,
            Credential::Key | Credential::KeyOrSession
        )
    };
    for route in OPERATIONS
        .iter()
        .filter(|route| !route.name.starts_with("remote."))
        .filter(takes_key)
    {
        assert!(
            CHAIN.iter().any(|known| known.name == route.name),
            "{} is not tested",
            route.name
        );
    }
}

#[rstest::rstest]
#[case(0)]
#[case(1)]
#[case(2)]
#[case(3)]
fn every_route_keeps_the_chain(#[case] from: usize) {
    run(from, 4);
}
