//! A host in this process over tables of the test's own, behind an edge that counts and keeps back.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::SystemTime,
};

use axum::{Router, body::Body, extract::Request};
use chute_api::{App, middleware, routes};
use chute_domain::{
    account::Realm,
    event_time::EventTime,
    key::{self, Key, KeyKind, KeySettings},
    race::{Event, Year},
    stamp::Stamp,
};
use chute_edge::{Backend, Edge, Fault};
use chute_store::Store;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::{Value, json};
use tower::ServiceExt;

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

pub struct Reply {
    pub status: u16,
    pub retry_after: Option<u32>,
    pub body: Value,
}

impl Reply {
    pub fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }
}

pub fn now_ms() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("a clock");
    u64::try_from(since.as_millis()).expect("a clock")
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
                .add_year(&slug, OWNER, &year, Stamp::new(1, &slug))
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
        assert_eq!(reply.status, 200, "{verb} {path}: {}", reply.body);
        reply.body
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
    static REQUESTS: AtomicU64 = AtomicU64::new(0);
    let request = Request::builder()
        .method(verb)
        .uri(path)
        .header("authorization", format!("Bearer {key}"));
    let mut request = request
        .body(Body::from(body.to_string()))
        .expect("a request");
    let context = json!({"requestId": format!("door-{}", REQUESTS.fetch_add(1, Relaxed)), "requestTimeEpoch": received_ms,
        "httpMethod": verb, "identity": {"sourceIp": from}});
    request
        .extensions_mut()
        .insert(RequestContext::ApiGatewayV1(
            serde_json::from_value(context).expect("a request context"),
        ));
    let answer = router.clone().oneshot(request).await.expect("an answer");
    let retry_after = answer
        .headers()
        .get("retry-after")
        .and_then(|value| value.to_str().ok()?.parse().ok());
    let status = answer.status().as_u16();
    let bytes = answer
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    Reply {
        status,
        retry_after,
        body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
    }
}
