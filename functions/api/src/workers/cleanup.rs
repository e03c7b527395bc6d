//! `cleanup`: removes what deletes left behind (contract 6.2 rule 5, 10.3).

use chute_store::{Store, StoreError};

/// Goes through the years with something to clear.
pub async fn run(store: &Store) -> Result<(), StoreError> {
    let cleared = store.clear_dead_items(crate::arrival::now_ms()).await?;
    tracing::info!(years = cleared, "cleared");
    Ok(())
}
