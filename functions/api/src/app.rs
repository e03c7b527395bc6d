//! What every handler shares: the store and the published snapshots it has decoded.

use std::sync::Arc;

use chute_domain::account::Realm;
use chute_store::Store;

use crate::published::Decoded;

/// Shared by all requests of an instance; cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    /// Tables and buckets.
    pub store: Store,
    /// The host it serves.
    pub realm: Realm,
    pub(crate) decoded: Arc<Decoded>,
}

impl App {
    /// An app of one host over the store.
    #[must_use]
    pub fn new(store: Store, realm: Realm) -> Self {
        Self { store, realm, decoded: Arc::default() }
    }
}
