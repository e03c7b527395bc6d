//! Accounts of this run with their sessions, created and signed in when they are first needed.

use std::{
    collections::BTreeMap,
    future::Future,
    sync::{Mutex, PoisonError},
};

use chute_domain::{
    account::{Account, AccountKind, Realm},
    key::KeyKind,
};
use chute_store::Store;
use chute_testkit::{Host, Reply, Request, block_on, stored, wire};
use serde_json::{Value, json};

use crate::{
    blocked::new_address,
    test_app::{TestRun, app},
};

pub const PASSWORD: &str = "CANARY-password correct horse battery";

/// Somebody who is signed in.
pub struct Person {
    pub account: Account,
    pub token: String,
}

impl Person {
    /// Makes a JSON call on the account host and checks the answer as always.
    pub fn call(&self, verb: &str, path: &str, body: &Value) -> Reply {
        app().call_as(&self.token, verb, path, body)
    }

    /// The body of a call that must answer 200.
    pub fn ok(&self, verb: &str, path: &str, body: &Value) -> Value {
        block_on(app().host(Realm::Account).ok(&self.token, verb, path, body))
    }
}

impl TestRun {
    /// The account of this name and type on the account host; the same for every test that asks.
    pub fn person(&self, name: &'static str, kind: AccountKind) -> &'static Person {
        self.person_of(Realm::Account, name, kind)
    }

    /// The account of this name and type on either host.
    pub fn person_of(
        &self,
        realm: Realm,
        name: &'static str,
        kind: AccountKind,
    ) -> &'static Person {
        static PEOPLE: Mutex<BTreeMap<(&str, &str), &'static Person>> = Mutex::new(BTreeMap::new());
        let mut people = PEOPLE.lock().unwrap_or_else(PoisonError::into_inner);
        people.entry((realm.name(), name)).or_insert_with(|| {
            let account = self.new_account(realm, name, kind);
            let token = self.sign_in(realm, &account.email);
            Box::leak(Box::new(Person { account, token }))
        })
    }

    /// A free account that owns the events it adds.
    pub fn owner(&self) -> &'static Person {
        self.person("organiser", AccountKind::Free)
    }

    /// A free account that owns none of those events.
    pub fn stranger(&self) -> &'static Person {
        self.person("passer-by", AccountKind::Free)
    }

    /// An administrator.
    pub fn admin(&self) -> &'static Person {
        self.person("administrator", AccountKind::Admin)
    }

    /// Stores an account; its password is [`PASSWORD`], hashed at the lowest cost.
    pub fn new_account(&self, realm: Realm, name: &str, kind: AccountKind) -> Account {
        let id = match realm {
            Realm::Account => format!("a_{name}-{}", self.run),
            Realm::Remote => {
                let named = format!("{name}-{}", self.run);
                (named.bytes().fold(7, |sum: u32, byte| {
                    sum.wrapping_mul(31).wrapping_add(byte.into())
                }) >> 1)
                    .to_string()
            }
        };
        let email = format!("canary-{name}-{}@people.example.org", self.run);
        let account = chute_testkit::account(&id, &email, name, kind, PASSWORD);
        let added = self.with_store(realm, async |store| store.add_account(&account).await);
        assert!(
            added.expect("the table of accounts"),
            "{} is new",
            account.email
        );
        account
    }

    /// Signs in and returns the access token. The call comes from its own address, so that failures
    /// of others do not delay it.
    pub fn sign_in(&self, realm: Realm, email: &str) -> String {
        let request = Request::post("/account/login")
            .peer(&new_address())
            .header("Content-Type", "application/json")
            .json(&json!({"email": email, "password": PASSWORD}));
        let reply = block_on(request.send(&self.stack.host(realm)));
        assert_eq!(
            reply.status,
            200,
            "sign-in of {email}: {}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()["access_token"]
            .as_str()
            .expect("a token")
            .to_owned()
    }

    /// Accesses a host's tables directly.
    pub fn with_store<T, F: Future<Output = T>>(
        &self,
        realm: Realm,
        act: impl FnOnce(Store) -> F,
    ) -> T {
        block_on(async { act(self.stack.store(realm).await).await })
    }

    /// Links the registration account to the main one.
    pub fn link(&self, main: &Person, linked: &Person) {
        let done = self.with_store(Realm::Account, async |store| {
            store.link(&main.account, &linked.account).await
        });
        assert!(done.expect("the table of links"));
    }

    /// Stores a new key of this account, as the operator's command does.
    pub fn key_of(&self, who: &Person, kind: KeyKind) -> String {
        let value = format!("test-{}", self.slug());
        let key = stored::key(&value, &who.account.id, kind);
        self.with_store(Realm::Account, async |store| {
            stored::add_key(&store, &key).await
        });
        value
    }

    /// Adds an event of this account with the year 2026, by session.
    pub fn event_of(&self, who: &Person, restricted: bool) -> String {
        let slug = self.slug();
        who.ok(
            "POST",
            "/r/event/add",
            &json!({ "event": wire::event(&slug, restricted) }),
        );
        let year = wire::year("2026", "2026-05-02T08:00:00-07:00");
        who.ok("POST", "/r/event-year/add", &wire::event_year(&slug, &year));
        slug
    }
}
