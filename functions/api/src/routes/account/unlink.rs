//! `account/unlink`: the answer is the same for an unknown account and one that is not linked, so
//! that it does not reveal who has an account.

use crate::{
    answer::{Answer, Empty, Problem, empty},
    extract::{AnySession, NamedAccount, SessionRequest, SignedInRequest},
};

/// Removes the caller's link to an account.
///
/// # Errors
/// - 404: no such account, or it is not linked: the answer does not say which.
pub async fn unlink(request: SessionRequest<NamedAccount, AnySession>) -> Answer<Empty> {
    let SignedInRequest {
        body: NamedAccount(email),
        caller,
        app,
        context,
        ..
    } = request.admit().await?;
    let linked = match app.store.find_account(email.trim()).await? {
        Some(account) => {
            context
                .until_stop(app.store.unlink(&caller.id, &account.id))
                .await?
        }
        None => false,
    };
    if linked {
        Ok(empty())
    } else {
        Err(Problem::NotFound("Account Not Found"))
    }
}
