//! How the calls of a store are made within this process.

use std::time::Duration;

use chute_store::Cause;
use tokio::{spawn, time::timeout};

/// How long a call may take before its caller hears that the store is busy: a disk may hang.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);

/// Makes a call in a task of its own: other calls wait for a part of it, even while its caller does
/// not. It goes on if it takes longer than `patience`.
pub(crate) async fn in_time<T: Send + 'static>(
    patience: Duration,
    call: impl Future<Output = T> + Send + 'static,
) -> Result<T, Cause> {
    Ok(timeout(patience, spawn(call)).await??)
}
