//! `account/unlink`: one answer for an account that is unknown and one that is not linked, so that it does not tell who has an account.

use crate::{
    answer::{Answer, Problem, empty},
    extract::{NamedAccount, Role, SessionRequest, SignedInRequest},
};

/// `PUT /account/unlink`.
pub async fn unlink(request: SessionRequest<NamedAccount>) -> Answer {
    let SignedInRequest { body: NamedAccount(email), caller, app, context, .. } = request.admit(Role::Any).await?;
    let linked = match app.store.find_account(email.trim()).await? {
        Some(account) => context.until_stop(app.store.unlink(&caller.id, &account.id)).await?,
        None => false,
    };
    if linked { Ok(empty()) } else { Err(Problem::NotFound("Account Not Found")) }
}
