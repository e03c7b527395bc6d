//! The remote host as its clients see it: accounts of this run, with keys of every kind.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use chute_api::{App, middleware, routes};
use chute_contract::remote::ReadIn;
use chute_domain::{
    account::Realm,
    key::{self, Key, KeyKind},
};
use chute_edge::http::Reply;
use chute_store::Store;
use chute_testkit::{Request, stored};
use serde_json::{Value, json};

use crate::{blocked::new_address, test_app::app};

/// An account of the remote host.
pub struct Club {
    pub account: String,
    /// Its timing client's delete key.
    pub client: String,
}

static MADE: AtomicUsize = AtomicUsize::new(0);

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// The remote host's tables.
pub async fn store() -> Store {
    app().stack.store(Realm::Remote).await
}

impl Club {
    pub fn new() -> Self {
        let account = format!("club-{}-{}", app().run, MADE.fetch_add(1, Relaxed));
        let mut club = Self {
            account,
            client: String::new(),
        };
        club.client = club.key("laptop", KeyKind::Delete, |_| {});
        club
    }

    /// Stores a new key of the account. Returns its value.
    pub fn key(&self, name: &str, kind: KeyKind, change: impl FnOnce(&mut Key)) -> String {
        let random: Vec<u8> =
            key::digest(&format!("{}/{}", self.account, MADE.fetch_add(1, Relaxed))).into_bytes();
        let value = key::new_value(key::REMOTE_PREFIX, &random).expect("enough bytes");
        let mut key = Key {
            name: name.to_owned(),
            ..stored::key(&value, &self.account, kind)
        };
        change(&mut key);
        runtime().block_on(async { stored::add_key(&store().await, &key).await });
        value
    }

    /// Adds a reader. Returns its write key.
    pub fn reader(&self, name: &str) -> String {
        self.key(name, KeyKind::Write, |_| {})
    }

    /// Changes a key's name as the portal does.
    pub fn rename(&self, value: &str, name: &str) {
        runtime().block_on(async {
            let store = store().await;
            let before = store
                .find_key(&key::digest(value))
                .await
                .expect("the table")
                .expect("the key");
            let done = store
                .update_key(
                    &before,
                    &Key {
                        name: name.to_owned(),
                        ..before.clone()
                    },
                )
                .await;
            assert_eq!(done.expect("the table"), chute_store::KeyChange::Done);
        });
    }

    /// Deletes a key as the portal does.
    pub fn delete_key(&self, value: &str) {
        runtime().block_on(async {
            let store = store().await;
            let key = store
                .find_key(&key::digest(value))
                .await
                .expect("the table")
                .expect("the key");
            assert_eq!(
                store.delete_key(&key).await.expect("the table"),
                chute_store::KeyChange::Done
            );
        });
    }

    /// Stores reads directly, without the route and its check for reads that are already stored.
    pub fn store_reads(&self, value: &str, reads: &[Value]) {
        let read = |read: &Value| {
            serde_json::from_value::<ReadIn>(read.clone())
                .expect("a read")
                .checked()
                .expect("a valid read")
        };
        let reads: Vec<_> = reads.iter().map(read).collect();
        let done = runtime()
            .block_on(async { store().await.put_reads(&key::digest(value), &reads).await });
        done.expect("the table");
    }

    /// What `GET /reads` answers the timing client.
    pub fn reads(&self, reader: &str, start: i64, end: i64) -> Value {
        ok(
            &self.client,
            "GET",
            "/reads",
            &json!({"reader": reader, "start": start, "end": end}),
        )
    }
}

/// Makes a call on the remote host and checks the answer as always. It comes from an address of its
/// own: one with many wrong keys has to wait.
pub fn raw(verb: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let (base, from) = (app().stack.text("remote_api"), new_address());
    let own = [
        ("X-Origin-Verify", app().stack.text("origin_secret")),
        ("X-Viewer-Address", from.as_str()),
    ];
    app().raw_at(base, verb, path, &[&own, headers].concat(), Some(body))
}

pub fn call(key: &str, verb: &str, path: &str, body: &Value) -> Reply {
    let key = format!("Bearer {key}");
    raw(
        verb,
        path,
        &[
            ("Authorization", &key),
            ("Content-Type", "application/json"),
        ],
        body.to_string().as_bytes(),
    )
}

/// The body of a call that must answer 200.
pub fn ok(key: &str, verb: &str, path: &str, body: &Value) -> Value {
    let reply = call(key, verb, path, body);
    assert_eq!(
        reply.status,
        200,
        "{verb} {path}: {}",
        String::from_utf8_lossy(&reply.body)
    );
    reply.json()
}

/// Makes a call received at the given time (unix milliseconds), handled by the same code in this
/// process.
pub fn call_at(received_ms: u64, key: &str, verb: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = Request::new(verb, path)
        .at_ms(received_ms)
        .bearer(key)
        .json(body);
    runtime().block_on(async {
        let router = middleware::serve(
            "remote",
            routes::all(Realm::Remote),
            App::new(store().await, Realm::Remote),
        );
        let reply = request.send(&router).await;
        (reply.status, reply.json())
    })
}
