//! Taking back what is published (contract 4.2 "Deletion", 6.5).

use std::time::Duration;

use chute_store::Place;
use tokio::time::timeout;

use crate::{App, answer::Problem, request_context::RequestContext};

/// How long an answer waits for files to be removed; a request may write for eight seconds.
const PATIENCE: Duration = Duration::from_secs(4);

/// Takes back what is published below `path` (`slug/` or `slug/year/`), `pointers` being those of it.
///
/// The pointers go before the answer, so nothing is found any more. Behind them may lie the files of a whole race day: they go as far as the
/// time allows, and the publisher, which the same change of the table wakes, removes the rest.
pub async fn withdraw(app: &App, context: &RequestContext, places: &[Place], path: &str, pointers: &[String]) -> Result<(), Problem> {
    for place in places {
        let withdrawal = app.store.withdraw(*place, path);
        let withdrawn = context.until_stop(async { timeout(PATIENCE, withdrawal).await.ok().transpose() }).await?;
        if withdrawn.is_none() {
            tracing::warn!("files are left to the publisher");
            context.until_stop(app.store.withdraw_pointers(*place, pointers)).await?;
        }
    }
    Ok(())
}
