//! `cleanup`: removes what deletes left behind (contract 6.2 rule 5, 10.3).

use chute_store::{Store, StoreError};
use serde::Deserialize;

/// Which of its timers woke the worker.
#[derive(Debug, Default, Deserialize)]
pub struct Task {
    /// The daily one: published files that nobody needs any more.
    #[serde(default)]
    prune: bool,
}

/// Clears years with something to clear, or prunes published files.
pub async fn run(store: &Store, task: &Task) -> Result<(), StoreError> {
    let now = crate::arrival::now_ms();
    if task.prune {
        let files = store.prune_published(now).await?;
        tracing::info!(files, "pruned");
    } else {
        let years = store.clear_dead_items(now).await?;
        tracing::info!(years, "cleared");
    }
    Ok(())
}
