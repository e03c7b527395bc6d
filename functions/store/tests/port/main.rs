//! Whoever answers the store's calls to its tables, buckets and services answers them alike: those of
//! this process, called directly and through the socket that the operator's command uses, and with
//!
//!     CHUTE_EMULATOR=http://127.0.0.1:4580
//!
//! those of the AWS emulator there.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "for tests: what fails is the end of one"
)]

mod objects;
mod services;
mod tables;

use std::{
    env,
    sync::atomic::{AtomicU64, Ordering::SeqCst},
    time::UNIX_EPOCH,
};

use chute_domain::account::Realm;
use chute_edge::Backend;
use chute_store::Store;
use futures::{future::BoxFuture, poll};

/// One of those who answer a store.
struct Adapter {
    name: &'static str,
    store: Store,
    /// Has the template's tables and buckets; `None` at the emulator, where there are none yet.
    backend: Option<Backend>,
    /// The emulator's address, and the account there.
    url: String,
    account: String,
}

async fn adapters() -> Vec<Adapter> {
    let (backend, other) = (Backend::open(), Backend::open());
    let (url, account) = (String::new(), String::new());
    let mut all = vec![
        Adapter {
            name: "this process",
            store: backend.store(Realm::Account).await,
            backend: Some(backend),
            url: url.clone(),
            account: account.clone(),
        },
        Adapter {
            name: "this process, by its socket",
            store: other.store_of_operator(Realm::Account).await,
            backend: Some(other),
            url,
            account,
        },
    ];
    if let Ok(url) = env::var("CHUTE_EMULATOR") {
        all.push(emulated(url).await);
    }
    all
}

/// An account of its own at the emulator, which accepts any twelve digits as one.
async fn emulated(url: String) -> Adapter {
    static ACCOUNTS: AtomicU64 = AtomicU64::new(0);
    let since = UNIX_EPOCH.elapsed().expect("a clock").as_micros();
    let account = format!(
        "8{:08}{:03}",
        since % 100_000_000,
        ACCOUNTS.fetch_add(1, SeqCst) % 1_000
    );
    let key = (account.clone(), "test".to_owned());
    Adapter {
        name: "the emulator",
        store: Store::signed_by(key, &url, |_| String::new()).await,
        backend: None,
        url,
        account,
    }
}

/// Makes calls of which nobody takes notice until the next ones are answered, as in a stream that is
/// not read meanwhile: they hold up no others.
async fn beside_neglected<A>(call: impl Fn(usize) -> BoxFuture<'static, A>) {
    let mut neglected: Vec<_> = (0..8).map(&call).collect();
    for at in 8..40 {
        for one in &mut neglected {
            if poll!(&mut *one).is_ready() {
                *one = call(at);
            }
        }
        call(at).await;
    }
}
