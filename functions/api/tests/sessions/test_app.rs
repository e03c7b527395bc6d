//! Both hosts over tables and secrets of a test's own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::Router;
use chute_api::{App, middleware, routes};
use chute_domain::account::{Account, AccountKind, Realm};
use chute_edge::Backend;
use chute_store::Store;
pub use chute_testkit::Reply;
use chute_testkit::{Received, call};
use serde_json::{Value, json};

pub const PASSWORD: &str = "correct horse battery";
/// Where the clock begins: unix seconds.
pub const START: u64 = 1_800_000_000;

/// One host, in this process.
pub struct TestApp {
    pub store: Store,
    pub realm: Realm,
    backend: Backend,
    router: Router,
    clock_ms: AtomicU64,
}

impl TestApp {
    /// With nobody in it yet; the grounds of a test know nothing of each other.
    pub async fn new(realm: Realm) -> Self {
        let backend = Backend::open();
        let store = backend.store(realm).await;
        Self {
            store,
            realm,
            backend,
            router: Router::new(),
            clock_ms: AtomicU64::new(START * 1_000),
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
        let mut account =
            chute_testkit::account(id, &format!("{id}@example.org"), id, kind, PASSWORD);
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
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let received = Received {
            at_ms: self.clock_ms.load(Relaxed),
            from: peer,
            verb,
            path,
            headers,
            body: &body,
        };
        let reply = call(&self.router, received).await;
        assert!(
            reply.status < 500,
            "{verb} {path}: {} {}",
            reply.status,
            reply.text()
        );
        reply
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
        assert_eq!(reply.status, 200, "{}", reply.text());
        (
            reply.field("access_token").to_owned(),
            reply.field("refresh_token").to_owned(),
        )
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
            _ => panic!("{} {}", reply.status, reply.text()),
        }
    }
}
