//! `account`: an account and what belongs to it.

use chute_contract::account::{AccountOut, AccountOverview, ForAccount, RemoteAccountOverview};

use crate::{
    answer::{Answer, json},
    extract::{Oneself, SessionRequest},
    routes::{key::shown, services::events::listed},
};

/// An account with its keys, events, and the accounts it has linked.
///
/// # Errors
/// - 404: no such account.
pub async fn get(request: SessionRequest<ForAccount, Oneself>) -> Answer<AccountOverview> {
    let call = request.admit().await?;
    let account = call.account(&call.body.email).await?;
    let store = &call.app.store;
    let (keys, records, mut linked) = futures::try_join!(
        shown(&call.app, &account.id),
        async { Ok(store.events_shown_to(&account.id).await?) },
        async {
            Ok(store
                .find_accounts(&store.links_from(&account.id).await?)
                .await?)
        }
    )?;
    linked.retain(|account| !account.deleted);
    linked.sort_by_cached_key(|account| account.email.to_lowercase());
    let linked = linked.into_iter().map(AccountOut::from).collect();
    Ok(json(&AccountOverview {
        account: account.into(),
        keys,
        events: listed(&records).events,
        linked,
    }))
}

/// An account with its keys.
///
/// This is the remote host's handler: only the account host has events and links.
///
/// # Errors
/// - 404: no such account.
pub async fn remote(request: SessionRequest<ForAccount, Oneself>) -> Answer<RemoteAccountOverview> {
    let call = request.admit().await?;
    let account = call.account(&call.body.email).await?;
    let keys = shown(&call.app, &account.id).await?;
    Ok(json(&RemoteAccountOverview {
        account: account.into(),
        keys,
    }))
}
