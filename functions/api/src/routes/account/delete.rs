//! `account/delete`: its sessions end, its keys and links are removed; its events stay.

use chute_domain::account::{Account, Realm};
use chute_store::AccountChange;

use super::change::{MAX_ATTEMPTS, busy, change, reload};
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty},
    extract::{NamedAccount, Oneself, SessionRequest},
};

/// Deletes an account with its keys and links; its events stay.
///
/// # Errors
/// - 404: no such account.
/// - 409: it is the last administrator.
pub async fn remove(request: SessionRequest<NamedAccount, Oneself>) -> Answer<Empty> {
    let call = request.admit().await?;
    let account = call.account(&call.body.0).await?;
    call.context.until_stop(delete(&call.app, account)).await?;
    Ok(empty())
}

/// Locks the account first: from then on nobody can sign in, and no key or link can be added that
/// the next steps would miss. If this is interrupted, the account stays locked, and an
/// administrator can delete it again.
async fn delete(app: &App, account: Account) -> Result<(), Problem> {
    let mut before = account;
    for _ in 0..MAX_ATTEMPTS {
        let locked = change(app, before, Account::locked).await?;
        app.store.remove_keys(&locked.id).await?;
        if app.realm == Realm::Account {
            app.store.remove_links(&locked.id).await?;
        }
        match app.store.change_account(&locked, &locked.deleted()).await? {
            AccountChange::Done => return Ok(()),
            _ => before = reload(app, &locked).await?,
        }
    }
    Err(busy())
}
