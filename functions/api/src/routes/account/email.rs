//! `account/email`: changes the address; all sessions of the account end.

use super::change::change;
use crate::{
    answer::{Answer, Empty, empty},
    extract::{EmailChange, Oneself, SessionRequest},
};

/// Changes an e-mail address; all sessions of the account end.
///
/// # Errors
/// - 404: no account has the old address.
/// - 409: another account has the new one.
pub async fn email(request: SessionRequest<EmailChange, Oneself>) -> Answer<Empty> {
    let call = request.admit().await?;
    let account = call.account(&call.body.old).await?;
    call.context
        .until_stop(change(&call.app, account, |account| {
            account.moved_to(&call.body.new)
        }))
        .await?;
    Ok(empty())
}
