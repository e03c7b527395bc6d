//! What every handler shares: the store and the published snapshots it has decoded.

use std::sync::Arc;

use chute_store::Store;

use crate::published::Decoded;

/// Shared by all requests of an instance; cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    /// Tables and buckets.
    pub store: Store,
    pub(crate) decoded: Arc<Decoded>,
}

impl App {
    /// An app over the store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, decoded: Arc::default() }
    }
}
