//! `account/logout`: ends this session, on this device only.

use chute_contract::requests::Nothing;

use crate::{
    answer::{Answer, empty},
    extract::{Role, Signed, SignedIn},
};

/// `POST /account/logout`.
pub async fn logout(request: Signed<Nothing>) -> Answer {
    let SignedIn { caller, family, app, .. } = request.admit(Role::Any).await?;
    app.store.end_family(&caller.id, &family).await?;
    Ok(empty())
}
