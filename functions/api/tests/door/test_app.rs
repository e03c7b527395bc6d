//! A host in this process over tables of the test's own, behind an edge that counts and keeps back.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::Router;
use chute_api::{App, middleware, routes};
use chute_domain::{
    account::Realm,
    event_time::EventTime,
    key::{self, Key, KeyKind, KeySettings},
    race::{Event, Slug, Year},
    stamp::Stamp,
};
use chute_edge::{Backend, Edge, Fault};
use chute_store::Store;
use chute_testkit::{Received, call};
pub use chute_testkit::{Reply, clock::now_ms};
use serde_json::Value;

/// The account of [`TestApp::key`].
pub const OWNER: &str = "a_owner";
/// An address of documentation.
pub const TENT: &str = "192.0.2.7";

pub struct TestApp {
    /// Past the edge.
    pub store: Store,
    pub edge: Edge,
    backend: Backend,
    realm: Realm,
    router: Router,
}

impl TestApp {
    pub async fn new(realm: Realm) -> Self {
        let backend = Backend::open();
        let edge = Edge::start(backend.address()).await.expect("a free port");
        let store = backend.store(realm).await;
        let app = Self {
            store,
            edge,
            backend,
            realm,
            router: Router::new(),
        };
        let router = app.instance().await;
        Self { router, ..app }
    }

    /// Another instance of the functions: it remembers nothing.
    pub async fn instance(&self) -> Router {
        let store = self.backend.store_at(&self.edge.url(), self.realm).await;
        middleware::serve("door", routes::all(self.realm), App::new(store, self.realm))
    }

    /// An instance whose calls pass by the edge.
    pub fn beside(&self) -> Router {
        middleware::serve(
            "door",
            routes::all(self.realm),
            App::new(self.store.clone(), self.realm),
        )
    }

    /// A new key of the owner. Returns its value.
    pub async fn key(&self, kind: KeyKind) -> String {
        self.key_of(OWNER, kind).await
    }

    pub async fn key_of(&self, account: &str, kind: KeyKind) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Relaxed);
        let value = unknown_key(self.realm, number);
        let settings = KeySettings {
            name: format!("Key {number}"),
            kind,
            allowed_hosts: String::new(),
            valid_until: None,
        };
        assert!(
            self.store
                .add_key(&Key::new(&value, account, settings))
                .await
                .expect("the table of keys")
        );
        value
    }

    /// A new event of the owner with the year 2026. Returns its slug.
    pub async fn event(&self) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let slug = format!("door-{}", NEXT.fetch_add(1, Relaxed));
        let event = Event {
            name: "River 10K".into(),
            slug: slug.clone(),
            contact_email: "rd@example.org".into(),
            ..Event::default()
        };
        assert!(self.store.add_event(&event, OWNER).await.expect("events"));
        let date_time = EventTime::from_unix(1_777_734_000);
        let year = Year {
            year: "2026".into(),
            date_time,
            live: true,
            days_allowed: 0,
            ranking_type: "gun".into(),
            ..Year::default()
        };
        assert!(
            self.store
                .add_year(&Slug::new(&slug), OWNER, &year, Stamp::new(1, &slug))
                .await
                .expect("years")
        );
        slug
    }

    /// A call received now; what it asks of the store is counted.
    pub async fn call(&self, key: &str, verb: &str, path: &str, body: &Value) -> Reply {
        self.received(0, TENT, key, verb, path, body).await
    }

    /// The same, received so many milliseconds ago from this address.
    pub async fn received(
        &self,
        ago_ms: u64,
        from: &str,
        key: &str,
        verb: &str,
        path: &str,
        body: &Value,
    ) -> Reply {
        self.edge.begin(Fault::None);
        send(&self.router, now_ms() - ago_ms, from, key, verb, path, body).await
    }

    /// The body of a call that must answer 200.
    pub async fn ok(&self, key: &str, verb: &str, path: &str, body: &Value) -> Value {
        let reply = self.call(key, verb, path, body).await;
        assert_eq!(reply.status, 200, "{verb} {path}: {}", reply.text());
        reply.json()
    }
}

/// A key of the right form, a different one for each number.
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

/// A request as the front door hands it on.
pub async fn send(
    router: &Router,
    received_ms: u64,
    from: &str,
    key: &str,
    verb: &str,
    path: &str,
    body: &Value,
) -> Reply {
    let key = format!("Bearer {key}");
    let received = Received {
        at_ms: received_ms,
        from,
        verb,
        path,
        headers: &[("authorization", &key)],
        body: &body.to_string(),
    };
    call(router, received).await
}
