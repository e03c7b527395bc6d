//! Both hosts, with the test's own tables and secrets.

use std::ops::Deref;

use axum::Router;
use chute_api::middleware;
use chute_domain::account::{Account, AccountKind, Realm};
use chute_testkit::{Host, Reply, Request, TENT, TestApp};
use serde_json::{Value, json};

pub const PASSWORD: &str = "correct horse battery";
/// The time at which the clock starts, in unix seconds: far ahead of the machine's, since requests
/// received long ago are given up.
const START: i64 = 4_000_000_000;

/// One host in this process, its clock and its accounts.
pub struct SessionsApp {
    app: TestApp,
    router: Router,
}

impl Deref for SessionsApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// Requests are received at the clock's time, and none may fail.
impl Host for SessionsApp {
    async fn answer(&self, request: Request) -> Reply {
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
}

impl SessionsApp {
    /// A host without accounts; two hosts of one test share nothing.
    pub async fn new(realm: Realm) -> Self {
        let app = TestApp::new(realm).await.at(START);
        let router = middleware::host(&app.with_secrets().await);
        Self { app, router }
    }

    /// Starts new instances of the functions, which read the secrets again.
    pub async fn restarted(self) -> Self {
        let router = middleware::host(&self.with_secrets().await);
        Self { router, ..self }
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

    /// Makes a call with a session; `null` means no body.
    pub async fn signed(&self, token: &str, verb: &str, path: &str, body: &Value) -> Reply {
        let request = Request::new(verb, path).bearer(token);
        let request = if body.is_null() {
            request
        } else {
            request.json(body)
        };
        request.send(self).await
    }

    pub async fn login(&self, email: &str, password: &str, peer: &str) -> Reply {
        let body = json!({"email": email, "password": password});
        let request = Request::post("/account/login").peer(peer).json(&body);
        request.send(self).await
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
        let request = Request::post("/account/refresh").json(&body);
        request.send(self).await
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
