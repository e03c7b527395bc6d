//! `account/logout`: ends this session, on this device only; `account/logout/all`: every session of
//! the account.

use chute_contract::requests::Nothing;

use crate::{
    answer::{Answer, Empty, empty},
    extract::{AnySession, SessionRequest, SignedInRequest},
};

/// Ends this session.
///
/// Other devices stay signed in.
pub async fn logout(request: SessionRequest<Nothing, AnySession>) -> Answer<Empty> {
    let SignedInRequest {
        caller,
        family,
        context,
        app,
        ..
    } = request.admit().await?;
    context
        .until_stop(app.store.end_family(&caller.id, &family))
        .await?;
    Ok(empty())
}

/// Ends all sessions of the account.
pub async fn everywhere(request: SessionRequest<Nothing, AnySession>) -> Answer<Empty> {
    let SignedInRequest {
        caller,
        context,
        app,
        ..
    } = request.admit().await?;
    context
        .until_stop(app.store.end_sessions(&caller.id))
        .await?;
    Ok(empty())
}
