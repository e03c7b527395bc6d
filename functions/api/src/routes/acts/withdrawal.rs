//! Taking back what is published (contract 4.2 "Deletion", 6.5).

use chute_store::Place;

use crate::{App, answer::Problem, arrival::Arrival};

/// Takes back what is published below `path` (`slug/` or `slug/year/`).
///
/// The pointers go before the answer, so nothing is found any more. Behind them may lie the files of a whole race day: they go as far as the
/// time allows, and the publisher, which the same change of the table wakes, removes the rest.
pub async fn withdraw(app: &App, arrival: &Arrival, places: &[Place], path: &str) -> Result<(), Problem> {
    for place in places {
        arrival.until_stop(app.store.withdraw_pointers(*place, path)).await?;
    }
    for place in places {
        match arrival.until_stop(app.store.remove_below(*place, path)).await {
            Err(Problem::Busy(_)) => tracing::warn!("files are left to the publisher"),
            done => done?,
        }
    }
    Ok(())
}
