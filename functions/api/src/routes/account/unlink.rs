//! `account/unlink`: the answer is the same for an unknown account and one that is not linked, so
//! that it does not reveal who has an account.

use crate::{
    answer::{Answer, Empty, Problem, empty},
    extract::{AnySession, NamedAccount, SessionRequest},
};

/// Removes the caller's link to an account.
///
/// # Errors
/// - 404: no such account, or it is not linked: the answer does not say which.
pub async fn unlink(request: SessionRequest<NamedAccount, AnySession>) -> Answer<Empty> {
    let call = request.admit().await?;
    let (store, email) = (&call.app.store, call.body.0.trim());
    let linked = match store.find_account(email).await? {
        Some(account) => {
            let unlinked = store.unlink(&call.caller.id, &account.id);
            call.context.until_stop(unlinked).await?
        }
        None => false,
    };
    if linked {
        Ok(empty())
    } else {
        Err(Problem::NotFound("Account Not Found"))
    }
}
