//! Both hosts, with the test's own tables and secrets.

use std::sync::Arc;

use axum::Router;
use chute_api::{App, middleware, routes};
use chute_domain::account::{Account, AccountKind, Realm};
use chute_edge::Backend;
use chute_store::Store;
use chute_testkit::{Reply, Request, TENT, clock::Jumping};
use serde_json::{Value, json};

pub const PASSWORD: &str = "correct horse battery";
/// The time at which the clock starts, in unix seconds.
pub const START: i64 = 1_800_000_000;

/// One host, in this process.
pub struct TestApp {
    pub store: Store,
    pub realm: Realm,
    backend: Backend,
    router: Router,
    pub clock: Arc<Jumping>,
}

impl TestApp {
    /// A host without accounts; two hosts of one test share nothing.
    pub async fn new(realm: Realm) -> Self {
        let backend = Backend::open();
        let store = backend.store(realm).await;
        Self {
            store,
            realm,
            backend,
            router: Router::new(),
            clock: Jumping::at(START),
        }
        .restarted()
        .await
    }

    /// Starts new instances of the functions, which read the secrets again.
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

    /// Stores a new version of the token secret, which running functions do not know yet.
    pub fn rotate_secret(&self, value: &str) {
        self.backend
            .rotate(self.realm, "TOKEN_SECRET", &format!("{value:0>64}"));
    }

    /// Stores an account whose password is [`PASSWORD`], hashed at the lowest cost.
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

    /// Sends a request that is received at the clock's time.
    pub async fn send(&self, request: Request) -> Reply {
        let what = format!("{request:?}");
        let reply = request.at_ms(self.clock.now_ms()).send(&self.router).await;
        assert!(
            reply.status < 500,
            "{what}: {} {}",
            reply.status,
            reply.text()
        );
        reply
    }

    /// Makes a call with a session; `null` means no body.
    pub async fn signed(&self, token: &str, verb: &str, path: &str, body: &Value) -> Reply {
        let request = Request::new(verb, path).bearer(token);
        let request = if body.is_null() {
            request
        } else {
            request.json(body)
        };
        self.send(request).await
    }

    pub async fn login(&self, email: &str, password: &str, peer: &str) -> Reply {
        let body = json!({"email": email, "password": password});
        self.send(Request::post("/account/login").peer(peer).json(&body))
            .await
    }

    /// Signs in, which must succeed. Returns access token and refresh token.
    pub async fn signed_in(&self, account: &Account) -> (String, String) {
        let reply = self.login(&account.email, PASSWORD, TENT).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        (
            reply.field("access_token").to_owned(),
            reply.field("refresh_token").to_owned(),
        )
    }

    pub async fn refresh(&self, token: &str) -> Reply {
        let body = json!({"refresh_token": token});
        self.send(Request::post("/account/refresh").json(&body))
            .await
    }

    /// Whether an access token is accepted, tested with a route for all sessions that changes
    /// nothing.
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
