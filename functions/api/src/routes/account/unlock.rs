//! `account/unlock`: lifts a lock and a login delay.

use chute_domain::{account::Account, login::EmailAttempts};

use super::change::change;
use crate::{
    answer::{Answer, Empty, empty},
    extract::{Admin, NamedAccount, SessionRequest},
};

/// Lifts a lock and a login delay.
///
/// # Errors
/// - 404: no such account.
pub async fn unlock(request: SessionRequest<NamedAccount, Admin>) -> Answer<Empty> {
    let call = request.admit().await?;
    let (app, context) = (&call.app, &call.context);
    let account = call.account(&call.body.0).await?;
    let unlocked = context
        .until_stop(change(app, account, Account::unlocked))
        .await?;
    context.until_stop(app.store.tell_keys(&unlocked)).await?;
    let delay = app.email_counter(&unlocked.email)?;
    context
        .until_stop(app.store.change_attempts(&delay, EmailAttempts::unlock))
        .await?;
    Ok(empty())
}
