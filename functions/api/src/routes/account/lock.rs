//! `account/lock`: from the next request on, no sign-in, session or key of the account works.

use chute_domain::account::Account;

use super::change::{LAST_ADMIN, change};
use crate::{
    answer::{Answer, Empty, Problem, empty},
    extract::{Admin, NamedAccount, SessionRequest},
};

/// Locks an account other than one's own: its sessions end and its keys stop working.
///
/// # Errors
/// - 404: no such account.
/// - 409: it is the last administrator.
pub async fn lock(request: SessionRequest<NamedAccount, Admin>) -> Answer<Empty> {
    let call = request.admit().await?;
    let account = call.account(&call.body.0).await?;
    if account.id == call.caller.id {
        // for the last administrator, that is the reason given
        let last = call.app.store.is_last_admin(&account.id).await?;
        return Err(if last {
            LAST_ADMIN
        } else {
            Problem::Bad("Administrators Cannot Lock Themselves".to_owned())
        });
    }
    let locked = call
        .context
        .until_stop(change(&call.app, account, Account::locked))
        .await?;
    call.context
        .until_stop(call.app.store.tell_keys(&locked))
        .await?;
    Ok(empty())
}
