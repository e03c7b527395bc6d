//! `account/all`: for administrators.

use chute_contract::{
    account::{AccountOut, Accounts},
    requests::Nothing,
};

use crate::{
    answer::{Answer, json},
    extract::{Admin, SessionRequest, SignedInRequest},
};

/// All accounts.
pub async fn all(request: SessionRequest<Nothing, Admin>) -> Answer<Accounts> {
    let SignedInRequest { app, .. } = request.admit().await?;
    let mut accounts = app.store.all_accounts().await?;
    accounts.retain(|account| !account.deleted);
    accounts.sort_by_cached_key(|account| account.email.to_lowercase());
    Ok(json(&Accounts {
        accounts: accounts.into_iter().map(AccountOut::from).collect(),
    }))
}
