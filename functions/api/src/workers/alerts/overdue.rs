//! Claims whose message was lost or whose sender died: the clean-up settles them, so that each has
//! an outcome.

use chute_domain::alert::{FRESH_S, Reason};
use chute_domain::{race::RaceKey, time::Time};
use chute_store::{AlertOutcome, ClaimState, Store, StoreError};

use super::send::SENDING_MS;

/// How long a claim is still left to the queue after its passage has become too old to be told, in
/// seconds.
const GRACE_S: i64 = 5 * 60;

/// Settles the claims of a year that are overdue. Returns how many.
///
/// # Errors
/// When the table does not answer; the next run does the rest.
pub async fn settle_overdue(store: &Store, race: &RaceKey, now: Time) -> Result<usize, StoreError> {
    if store.alert_tally(race).await?.waiting == 0 {
        return Ok(0);
    }
    let mut settled = 0;
    for claim in store.open_alerts(race).await? {
        let done = match (claim.state, claim.sending_ms) {
            (ClaimState::Sending, Some(began_ms)) if now.since(began_ms) >= SENDING_MS => {
                store.settle_alert(&claim, AlertOutcome::Doubtful).await?
            }
            (ClaimState::Claimed, _)
                if now.unix_s() > claim.moment_s.saturating_add(FRESH_S + GRACE_S) =>
            {
                store
                    .settle_alert(&claim, AlertOutcome::Suppressed(Reason::TooLate))
                    .await?
            }
            _ => false,
        };
        settled += usize::from(done);
    }
    Ok(settled)
}
