//! `account/update`: the name and, for administrators, the type of the account with this e-mail.
//! Links that the new type does not allow end.

use chute_contract::account::{OneAccount, UpdateAccount};
use chute_domain::account::Realm;

use super::change::change;
use crate::{
    answer::{Answer, Problem, json},
    extract::{Oneself, SessionRequest},
};

/// Replaces the name and, for administrators, the type of the account with this e-mail.
///
/// # Errors
/// - 404: no account has this e-mail.
/// - 409: the last administrator would no longer be one.
pub async fn update(request: SessionRequest<UpdateAccount, Oneself>) -> Answer<OneAccount> {
    let call = request.admit().await?;
    let profile = call.body.account.clone().checked(call.app.realm)?;
    let account = call.account(&profile.email).await?;
    let changed = async {
        let account = change(&call.app, account, |account| {
            account.updated(&profile, &call.caller)
        })
        .await?;
        if call.app.realm == Realm::Account {
            // even if nothing changed: repeating an interrupted update completes it
            call.app.store.end_links(&account).await?;
        }
        Ok::<_, Problem>(account)
    };
    let account = call.context.until_stop(changed).await?;
    Ok(json(&OneAccount {
        account: account.into(),
    }))
}
