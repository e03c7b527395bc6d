//! `account/unlink`: an unknown account and one that is not linked have the same answer, so that it
//! does not reveal who has an account.

use crate::{
    answer::{Answer, Empty, Problem, empty},
    extract::{AnySession, NamedAccount, SessionRequest, SignedInRequest},
};

/// Removes a link of one's own.
///
/// # Errors
/// - 404: no such account, or it is not linked: the caller does not learn which.
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
