//! The state that all handlers share: the store, the secrets, and an instance's caches of
//! snapshots, participants and keys.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use chute_domain::account::Realm;
use chute_store::{Store, StoreError};

use crate::{
    alerts::Alerts, entry_lists::EntryLists, hooks::Hooks, key_cache::KeyCache, mail::Mailing,
    published::SnapshotCache, push::Push, secrets::Secrets,
};

/// The uploads of results that were stored since the start.
#[derive(Debug, Default)]
pub struct Uploads {
    calls: AtomicU64,
    rows: AtomicU64,
}

impl Uploads {
    /// Counts an upload of so many valid rows.
    pub(crate) fn add(&self, rows: usize) {
        self.calls.fetch_add(1, Relaxed);
        self.rows.fetch_add(rows as u64, Relaxed);
    }

    /// How many there were.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls.load(Relaxed)
    }

    /// How many valid rows they had, changed or not.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows.load(Relaxed)
    }
}

/// An instance's caches of the years that it was last asked for; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Caches {
    pub(crate) snapshots: Arc<SnapshotCache>,
    pub(crate) entry_lists: Arc<EntryLists>,
}

impl Caches {
    /// Keeps this many bytes of results and of participants' lists: of these, a single one may take
    /// more.
    #[must_use]
    pub fn of(results: usize, participants: usize) -> Self {
        Self {
            snapshots: Arc::new(SnapshotCache::of(results)),
            entry_lists: Arc::new(EntryLists::of(participants)),
        }
    }

    /// How many bytes the results take.
    #[must_use]
    pub fn results(&self) -> usize {
        self.snapshots.bytes()
    }

    /// How many bytes the participants' lists take.
    #[must_use]
    pub fn participants(&self) -> usize {
        self.entry_lists.bytes()
    }
}

/// Shared by all requests of an instance; cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    /// Tables and buckets.
    pub store: Store,
    /// The host that this app serves.
    pub realm: Realm,
    /// The secrets that this function has names for.
    pub secrets: Secrets,
    /// Settings of alerts and open routes.
    pub alerts: Arc<Alerts>,
    /// Alerts on devices.
    pub push: Push,
    /// E-mails; `None` if none are sent.
    pub mail: Option<Arc<Mailing>>,
    /// Web hooks.
    pub hooks: Hooks,
    /// Uploads.
    pub uploads: Arc<Uploads>,
    pub(crate) caches: Caches,
    pub(crate) key_cache: Arc<KeyCache>,
}

impl App {
    /// An app for one host over the store, without secrets: sessions do not work in it.
    #[must_use]
    pub fn new(store: Store, realm: Realm) -> Self {
        Self {
            hooks: Hooks::new(&store, String::new()),
            store,
            realm,
            secrets: Secrets::default(),
            alerts: Arc::default(),
            push: Push::default(),
            mail: None,
            uploads: Arc::default(),
            caches: Caches::default(),
            key_cache: Arc::default(),
        }
    }

    /// An app for one host over the store, with the secrets that the store has names for.
    ///
    /// # Errors
    /// When a secret cannot be read.
    pub async fn with_secrets(store: Store, realm: Realm) -> Result<Self, StoreError> {
        let secrets = Secrets::read(&store).await?;
        Ok(Self {
            secrets,
            ..Self::new(store, realm)
        })
    }

    /// Sets where it keeps what it was asked for.
    #[must_use]
    pub fn with_caches(self, caches: Caches) -> Self {
        Self { caches, ..self }
    }
}
