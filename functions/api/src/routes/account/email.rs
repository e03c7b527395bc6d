//! `account/email`: another address; all sessions of the account end.

use super::change::change;
use crate::{
    answer::{Answer, empty},
    extract::{EmailChange, Role, SessionRequest},
};

/// `PUT /account/email`.
pub async fn email(request: SessionRequest<EmailChange>) -> Answer {
    let call = request.admit(Role::Any).await?;
    let account = call.account(&call.body.old).await?;
    call.context
        .until_stop(change(&call.app, account, |account| {
            account.moved_to(&call.body.new)
        }))
        .await?;
    Ok(empty())
}
