//! `account/logout`: ends this session, on this device only.

use chute_contract::requests::Nothing;

use crate::{
    answer::{Answer, empty},
    extract::{Role, Signed, SignedIn},
};

/// `POST /account/logout`.
pub async fn logout(request: Signed<Nothing>) -> Answer {
    let SignedIn { caller, family, arrival, app, .. } = request.admit(Role::Any).await?;
    arrival.until_stop(app.store.end_family(&caller.id, &family)).await?;
    Ok(empty())
}
