//! Both hosts over tables and secrets of a test's own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, header},
};
use chute_api::{App, middleware, routes};
use chute_domain::account::{Account, AccountKind, Realm};
use chute_edge::Backend;
use chute_store::Store;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::{Value, json};
use tower::ServiceExt;

pub const PASSWORD: &str = "correct horse battery";
/// Where the clock begins: unix seconds.
pub const START: u64 = 1_800_000_000;

pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Reply {
    pub fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    pub fn text(&self, field: &str) -> String {
        self.body[field].as_str().unwrap_or_default().to_owned()
    }

    pub fn retry_after(&self) -> Option<i64> {
        self.headers
            .get(header::RETRY_AFTER)?
            .to_str()
            .ok()?
            .parse()
            .ok()
    }
}

/// One host, in this process.
pub struct TestApp {
    pub store: Store,
    pub realm: Realm,
    backend: Backend,
    router: Router,
    clock_ms: AtomicU64,
    requests: AtomicU64,
}

impl TestApp {
    /// With nobody in it yet; the grounds of a test know nothing of each other.
    pub async fn new(realm: Realm) -> Self {
        let backend = Backend::open();
        let store = backend.store(realm).await;
        let (clock_ms, requests) = (AtomicU64::new(START * 1_000), AtomicU64::new(0));
        Self {
            store,
            realm,
            backend,
            router: Router::new(),
            clock_ms,
            requests,
        }
        .restarted()
        .await
    }

    /// New instances of the functions: they read the secrets again.
    pub async fn restarted(self) -> Self {
        let router = self.instance().await;
        Self { router, ..self }
    }

    async fn instance(&self) -> Router {
        let app = App::with_secrets(self.store.clone(), self.realm)
            .await
            .expect("the secrets");
        middleware::serve("sessions", routes::all(self.realm), app)
    }

    /// A new version of the token secret; the functions do not know yet.
    pub fn rotate_secret(&self, value: &str) {
        self.backend
            .rotate(self.realm, "TOKEN_SECRET", &format!("{value:0>64}"));
    }

    pub fn wait(&self, seconds: u64) {
        self.wait_ms(seconds * 1_000);
    }

    pub fn wait_ms(&self, milliseconds: u64) {
        self.clock_ms.fetch_add(milliseconds, Relaxed);
    }

    pub fn now_s(&self) -> i64 {
        i64::try_from(self.clock_ms.load(Relaxed) / 1_000).expect("a time")
    }

    /// Stores an account whose password is [`PASSWORD`], hashed with the least work.
    pub async fn account(&self, id: &str, kind: AccountKind, change: fn(&mut Account)) -> Account {
        let params = Params::new(8, 1, 1, None).expect("parameters");
        let hash = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password(PASSWORD.as_bytes())
            .expect("a hash");
        let mut account = Account {
            id: id.to_owned(),
            email: format!("{id}@example.org"),
            name: id.to_owned(),
            kind,
            locked: false,
            deleted: false,
            generation: 0,
            password_hash: hash.to_string(),
        };
        change(&mut account);
        assert!(
            self.store
                .add_account(&account)
                .await
                .expect("the table of accounts"),
            "{id} is new"
        );
        account
    }

    /// A request as the front door hands it on, received now.
    pub async fn call(
        &self,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        peer: &str,
        body: &Value,
    ) -> Reply {
        let request = headers.iter().fold(
            Request::builder().method(verb).uri(path),
            |request, (name, value)| request.header(*name, *value),
        );
        let body = if body.is_null() {
            Body::empty()
        } else {
            Body::from(body.to_string())
        };
        let mut request = request.body(body).expect("a request");
        let id = format!("r-{}", self.requests.fetch_add(1, Relaxed));
        let context = json!({"requestId": id, "requestTimeEpoch": self.clock_ms.load(Relaxed), "httpMethod": verb, "identity": {"sourceIp": peer}});
        request
            .extensions_mut()
            .insert(RequestContext::ApiGatewayV1(
                serde_json::from_value(context).expect("a request context"),
            ));
        let answer = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer
            .into_body()
            .collect()
            .await
            .expect("a body")
            .to_bytes();
        assert!(
            status < 500,
            "{verb} {path}: {status} {}",
            String::from_utf8_lossy(&bytes)
        );
        Reply {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        }
    }

    /// With a session.
    pub async fn signed(&self, token: &str, verb: &str, path: &str, body: &Value) -> Reply {
        self.call(
            verb,
            path,
            &[("Authorization", &format!("Bearer {token}"))],
            "192.0.2.1",
            body,
        )
        .await
    }

    pub async fn login(&self, email: &str, password: &str, peer: &str) -> Reply {
        self.call(
            "POST",
            "/account/login",
            &[],
            peer,
            &json!({"email": email, "password": password}),
        )
        .await
    }

    /// A login that must succeed: access token and refresh token.
    pub async fn signed_in(&self, account: &Account) -> (String, String) {
        let reply = self.login(&account.email, PASSWORD, "192.0.2.1").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        (reply.text("access_token"), reply.text("refresh_token"))
    }

    pub async fn refresh(&self, token: &str) -> Reply {
        self.call(
            "POST",
            "/account/refresh",
            &[],
            "192.0.2.1",
            &json!({"refresh_token": token}),
        )
        .await
    }

    /// Whether an access token opens a route of every session, without doing anything there.
    pub async fn opens(&self, token: &str) -> bool {
        let reply = self
            .signed(token, "PUT", "/account/password", &Value::Null)
            .await;
        match (reply.status, reply.message()) {
            (400, "Empty Request") => true,
            (401, "Unauthorized Token") => false,
            _ => panic!("{} {}", reply.status, reply.body),
        }
    }
}
