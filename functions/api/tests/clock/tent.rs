//! A race with its timing client, its desk and its public, on a machine whose clock is set.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use chute_domain::{
    account::{AccountKind, Realm},
    event_time::EventTime,
    key::{Key, KeyKind, KeySettings},
};
use chute_store::Store;
use chute_testkit::{
    InProcess, Reply, Request, Stack, account, block_on,
    clock::{SetMachine, now_s},
    stored, wire,
};
use serde_json::{Value, json};

pub const DAY_S: i64 = 24 * 60 * 60;
pub const YEAR_S: i64 = 365 * DAY_S;
pub const SLUG: &str = "river";
pub const PASSWORD: &str = "correct horse battery";
const OWNER: &str = "a_owner";
const EMAIL: &str = "owner@example.org";
const CLIENT: &str = "the-timing-client";
/// On a slow machine a publication takes seconds.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Tent {
    pub machine: Arc<SetMachine>,
    service: InProcess,
    desk: String,
}

/// A read as readers send it.
pub fn read(identifier: &str) -> Value {
    json!({"identifier": identifier, "seconds": 1, "milliseconds": 0, "ident_type": "chip", "type": "reader",
        "antenna": 2, "reader": "A", "rssi": "-55"})
}

impl Tent {
    /// A race that begins now, on a machine whose clock is right.
    pub fn new() -> Self {
        Self::on(SetMachine::right())
    }

    /// The same on a machine that has lost its clock.
    pub fn lost() -> Self {
        let machine = SetMachine::right();
        machine.lose();
        Self::on(machine)
    }

    fn on(machine: Arc<SetMachine>) -> Self {
        let service = InProcess::on(Some(machine.clone()));
        let mut tent = Self {
            machine,
            service,
            desk: String::new(),
        };
        for realm in [Realm::Account, Realm::Remote] {
            let owner = account(OWNER, EMAIL, "Owner", AccountKind::Free, PASSWORD);
            let added = block_on(async { tent.store(realm).await.add_account(&owner).await });
            assert!(added.expect("the table of accounts"));
        }
        tent.add_key(Realm::Account, CLIENT, None);
        let event = json!({ "event": wire::event(SLUG, false) });
        let start = EventTime::from_unix(now_s());
        let year = wire::event_year(SLUG, &wire::year("2026", start.as_str()));
        for (path, body) in [("/event/add", event), ("/event-year/add", year)] {
            let reply = tent.post(path, &body);
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
        tent.desk = tent.signed_in(Realm::Account).0;
        tent
    }

    async fn store(&self, realm: Realm) -> Store {
        let stack: &dyn Stack = &self.service;
        stack.store(realm).await
    }

    fn add_key(&self, realm: Realm, value: &str, until_s: Option<i64>) {
        let settings = KeySettings {
            name: value.to_owned(),
            kind: KeyKind::Delete,
            allowed_hosts: String::new(),
            valid_until: until_s.map(EventTime::from_unix),
        };
        let key = Key::new(value, OWNER, settings);
        block_on(async { stored::add_key(&self.store(realm).await, &key).await });
    }

    /// A new key that is valid for so many seconds from now, by the right time. Returns its value.
    pub fn key_until(&self, value: &str, realm: Realm, for_s: i64) -> String {
        self.add_key(realm, value, Some(self.machine.right_s() + for_s));
        value.to_owned()
    }

    /// The right time as a text.
    pub fn right_text(&self) -> String {
        EventTime::from_unix(self.machine.right_s())
            .as_str()
            .to_owned()
    }

    /// Ends the service and starts it again.
    pub fn end_and_start(&mut self) {
        self.service.restart();
    }

    pub fn call(&self, realm: Realm, token: &str, verb: &str, path: &str, body: &Value) -> Reply {
        let host = match realm {
            Realm::Account => "api",
            Realm::Remote => "remote_api",
        };
        let request = Request::new(verb, path).header("content-type", "application/json");
        let request = if token.is_empty() {
            request
        } else {
            request.bearer(token)
        };
        let reply = self.service.answer(host, request.json(body));
        assert!(reply.status < 500, "{path}: {}", reply.text());
        reply
    }

    /// A call of the timing client.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.call(Realm::Account, CLIENT, "POST", path, body)
    }

    /// A call of the event's owner, who signed in before anything else.
    pub fn desk(&self, verb: &str, path: &str, body: &Value) -> Reply {
        let reply = self.call(Realm::Account, &self.desk, verb, path, body);
        if reply.status != 401 {
            return reply;
        }
        // the session may be over by the clock as it is set now
        let (token, _) = self.signed_in(Realm::Account);
        self.call(Realm::Account, &token, verb, path, body)
    }

    pub fn upload_with(&self, key: &str, seconds: i64) -> Reply {
        let row = wire::row("a", &json!({"seconds": seconds}));
        let body = wire::results(SLUG, &[row]);
        self.call(Realm::Account, key, "POST", "/results/add", &body)
    }

    /// Uploads the one finish with this clock time.
    pub fn upload(&self, seconds: i64) {
        let reply = self.upload_with(CLIENT, seconds);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    /// Uploads somebody else's finish while the clock is ahead by this much, sets it right, and
    /// waits until readers see the finish.
    pub fn ahead_for_one_upload(&self, by_s: i64) {
        self.machine.set(by_s);
        let row = wire::row("b", &json!({"bib": "89"}));
        let reply = self.post("/results/add", &wire::results(SLUG, &[row]));
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.machine.set(0);
        self.shows_of("b", 2_710);
    }

    /// Waits until readers see this clock time.
    pub fn shows(&self, seconds: i64) {
        self.shows_of("a", seconds);
    }

    fn shows_of(&self, person: &str, seconds: i64) {
        let began = Instant::now();
        loop {
            let body = json!({"slug": SLUG, "year": "2026"});
            let reply = self.post("/results/all", &body).json();
            let rows = reply["results"]["10 KM"].as_array().cloned();
            let rows = rows.unwrap_or_default();
            let found = rows.iter().find(|row| row["person_id"] == person);
            if found.is_some_and(|row| row["seconds"] == seconds) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "not {seconds} but {found:?}");
            thread::sleep(self.service.asked_again_after());
        }
    }

    pub fn versions(&self) -> Value {
        let body = json!({"slug": SLUG, "year": "2026"});
        let reply = self.desk("POST", "/r/results/versions", &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// The answer of `r/event/state`.
    pub fn state(&self) -> Value {
        let reply = self.desk("POST", "/r/event/state", &json!({"slug": SLUG}));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    pub fn health(&self) -> Value {
        let reply = self.service.answer("site", Request::new("GET", "/health"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }
    pub fn health_says(&self) -> String {
        let health = self.health();
        health["clock_fault"].as_str().unwrap_or("none").to_owned()
    }

    /// Asks for texts about a runner, each time with another phone.
    pub fn subscribe(&self, phone: u32) -> Reply {
        let phone = format!("+1907555{phone:04}");
        let body = json!({"slug": SLUG, "year": "2026", "bib": "88", "phone": phone});
        self.call(Realm::Account, "", "POST", "/sms/add", &body)
    }

    pub fn login(&self, password: &str) -> Reply {
        let body = json!({"email": EMAIL, "password": password});
        self.call(Realm::Account, "", "POST", "/account/login", &body)
    }

    /// Signs in on a host. Returns access token and refresh token.
    pub fn signed_in(&self, realm: Realm) -> (String, String) {
        let body = json!({"email": EMAIL, "password": PASSWORD});
        let reply = self.call(realm, "", "POST", "/account/login", &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        (
            reply.field("access_token").to_owned(),
            reply.field("refresh_token").to_owned(),
        )
    }

    /// Whether an access token is accepted, by a route that changes nothing.
    pub fn opens(&self, realm: Realm, token: &str) -> bool {
        let reply = self.call(realm, token, "PUT", "/account/password", &json!({}));
        match reply.status {
            400 => true,
            401 => false,
            _ => panic!("{} {}", reply.status, reply.text()),
        }
    }
}
