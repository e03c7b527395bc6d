//! The remote host as its clients see it: accounts of this run, with keys of every kind.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use chute_contract::remote::ReadIn;
use chute_domain::{
    account::Realm,
    key::{self, Key, KeyKind},
    stamp::Stamp,
};
use chute_store::Store;
use chute_testkit::{Host, Reply, Request, block_on, stored};
use serde_json::{Value, json};

use crate::{blocked::new_address, test_app::app};

/// An account of the remote host.
pub struct Club {
    pub account: String,
    /// Its timing client's delete key.
    pub client: String,
}

static MADE: AtomicUsize = AtomicUsize::new(0);

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
        block_on(async { stored::add_key(&store().await, &key).await });
        value
    }

    /// Adds a reader. Returns its write key.
    pub fn reader(&self, name: &str) -> String {
        self.key(name, KeyKind::Write, |_| {})
    }

    /// Changes a key's name as the portal does.
    pub fn rename(&self, value: &str, name: &str) {
        block_on(async {
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
        block_on(async {
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
        let done = block_on(async {
            store()
                .await
                .put_reads(&key::digest(value), &reads, Stamp::default())
                .await
        });
        done.expect("the table");
    }
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
    let request = headers.iter().fold(
        Request::new(verb, path).peer(&new_address()),
        |request, (name, value)| request.header(name, value),
    );
    block_on(request.body(body).send(&app().host(Realm::Remote)))
}

pub fn call(key: &str, verb: &str, path: &str, body: &Value) -> Reply {
    block_on(app().host(Realm::Remote).call(key, verb, path, body))
}

/// The body of a call that must answer 200.
pub fn ok(key: &str, verb: &str, path: &str, body: &Value) -> Value {
    block_on(app().host(Realm::Remote).ok(key, verb, path, body))
}
