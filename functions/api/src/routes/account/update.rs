//! `account/update`: name, and by administrators the type; the address is the way to the account.

use chute_contract::account::{OneAccount, UpdateAccount};

use super::change::change;
use crate::{
    answer::{Answer, json},
    extract::{Role, Signed},
};

/// `PUT /account/update`.
pub async fn update(request: Signed<UpdateAccount>) -> Answer {
    let call = request.admit(Role::Any).await?;
    let profile = call.body.account.clone().checked(call.app.realm)?;
    let account = call.account(&profile.email).await?;
    let changed = change(&call.app, account, |account| account.updated(&profile, &call.caller));
    let account = call.arrival.until_stop(changed).await?;
    Ok(json(&OneAccount { account: account.into() }))
}
