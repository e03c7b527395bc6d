//! A host in this process whose calls to the store are counted and can be held up.

use std::ops::Deref;

use axum::Router;
use chute_domain::{
    account::Realm,
    key::{self, Key, KeyKind},
    stamp::Stamp,
};
use chute_edge::Fault;
use chute_testkit::{Host, Reply, Request, TestApp, YEAR, clock::EIGHT_S, stored};

/// The account that owns the keys of [`HandlersApp::key`].
pub const OWNER: &str = "a_owner";

pub struct HandlersApp {
    app: TestApp,
    router: Router,
}

impl Deref for HandlersApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// Calls to the store are counted anew for each request.
impl Host for HandlersApp {
    async fn answer(&self, request: Request) -> Reply {
        self.edge.begin(Fault::None);
        self.router.answer(request).await
    }
}

impl HandlersApp {
    pub async fn new(realm: Realm) -> Self {
        let app = TestApp::new(realm).await;
        let router = app.instance(&app.broken);
        Self { app, router }
    }

    /// A new key of the owner. Returns its value.
    pub async fn key(&self, kind: KeyKind) -> String {
        self.key_of(OWNER, kind).await
    }

    pub async fn key_of(&self, account: &str, kind: KeyKind) -> String {
        self.key_named("test", account, kind).await
    }

    pub async fn key_named(&self, name: &str, account: &str, kind: KeyKind) -> String {
        let value = unknown_key(self.realm, self.unique());
        let key = Key {
            name: name.to_owned(),
            ..stored::key(&value, account, kind)
        };
        stored::add_key(&self.store, &key).await;
        value
    }

    /// A new event of the owner with the year 2026. Returns its slug.
    pub async fn event(&self) -> String {
        let slug = format!("handlers-{}", self.unique());
        let (event, year) = (stored::event(&slug), stored::year(YEAR, EIGHT_S));
        stored::add_event(&self.store, OWNER, &event).await;
        stored::add_year(&self.store, OWNER, &slug, &year, Stamp::new(1, &slug)).await;
        slug
    }
}

/// A well-formed but unknown key, a different one for each number.
pub fn unknown_key(realm: Realm, number: u64) -> String {
    let random: Vec<u8> = (0_u64..40)
        .map(|place| (number.wrapping_mul(37).wrapping_add(place * 11) % 248) as u8)
        .collect();
    let random: Vec<u8> = number
        .to_be_bytes()
        .map(|byte| byte % 62)
        .into_iter()
        .chain(random)
        .collect();
    key::new_value(key::prefix(realm), &random).expect("enough bytes")
}
