//! A host in this process with its own tables, behind an edge that counts calls to the store and
//! can hold them up.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::Router;
use chute_api::{App, middleware, routes};
use chute_domain::{
    account::Realm,
    key::{self, KeyKind},
    stamp::Stamp,
};
use chute_edge::{Backend, Edge, Fault};
use chute_store::Store;
use chute_testkit::{Reply, Request, YEAR, clock::EIGHT_S, stored};
use serde_json::Value;

/// The account that owns the keys of [`TestApp::key`].
pub const OWNER: &str = "a_owner";

pub struct TestApp {
    /// Calls the backend directly, without the edge.
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
        host(store, self.realm)
    }

    /// An instance whose calls bypass the edge.
    pub fn beside(&self) -> Router {
        host(self.store.clone(), self.realm)
    }

    /// A new key of the owner. Returns its value.
    pub async fn key(&self, kind: KeyKind) -> String {
        self.key_of(OWNER, kind).await
    }

    pub async fn key_of(&self, account: &str, kind: KeyKind) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let value = unknown_key(self.realm, NEXT.fetch_add(1, Relaxed));
        stored::add_key(&self.store, &stored::key(&value, account, kind)).await;
        value
    }

    /// A new event of the owner with the year 2026. Returns its slug.
    pub async fn event(&self) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let slug = format!("door-{}", NEXT.fetch_add(1, Relaxed));
        let (event, year) = (stored::event(&slug), stored::year(YEAR, EIGHT_S));
        stored::add_event(&self.store, OWNER, &event).await;
        stored::add_year(&self.store, OWNER, &slug, &year, Stamp::new(1, &slug)).await;
        slug
    }

    /// Sends a request; its calls to the store are counted from here on.
    pub async fn send(&self, request: Request) -> Reply {
        self.edge.begin(Fault::None);
        request.send(&self.router).await
    }

    /// Sends a call that is received now.
    pub async fn call(&self, key: &str, verb: &str, path: &str, body: &Value) -> Reply {
        let request = Request::new(verb, path).bearer(key).json(body);
        self.send(request).await
    }

    /// The body of a call that must answer 200.
    pub async fn ok(&self, key: &str, verb: &str, path: &str, body: &Value) -> Value {
        let reply = self.call(key, verb, path, body).await;
        assert_eq!(reply.status, 200, "{verb} {path}: {}", reply.text());
        reply.json()
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

fn host(store: Store, realm: Realm) -> Router {
    middleware::serve("door", routes::all(realm), App::new(store, realm))
}
