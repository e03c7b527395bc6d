//! Withdrawing what is published (contract 4.2 "Deletion", 6.5).

use std::time::Duration;

use chute_domain::race::Slug;
use chute_store::{Place, StoreError};
use tokio::time::timeout;

use crate::{App, answer::Problem, request_context::RequestContext};

/// How long an answer waits for files to be removed; a request may write for eight seconds.
const PATIENCE: Duration = Duration::from_secs(4);

/// Withdraws what is published of an event below `path` (`slug/` or `slug/year/`), in both places;
/// `pointers` are the pointers there. Publishers that are about to make the first one are waited
/// for.
///
/// The pointers are removed before the answer, so nothing can be found any more. They may lead to
/// the files of a whole race day: as many are removed as time allows, and the publisher, which the
/// same change of the table wakes, removes the rest.
pub async fn withdraw(
    app: &App,
    context: &RequestContext,
    slug: &Slug,
    path: &str,
    pointers: &[String],
) -> Result<(), Problem> {
    context.until_stop(app.store.wait_for_leases(slug)).await?;
    for place in [Place::Public, Place::Restricted] {
        // a publisher that began before may move a pointer once more meanwhile
        let withdrawal = async {
            while app.store.withdraw(place, path).await? {}
            Ok::<_, StoreError>(())
        };
        let withdrawn = context
            .until_stop(async { timeout(PATIENCE, withdrawal).await.ok().transpose() })
            .await?;
        if withdrawn.is_none() {
            tracing::warn!("files are left to the publisher");
            context
                .until_stop(app.store.withdraw_pointers(place, pointers))
                .await?;
        }
    }
    Ok(())
}
