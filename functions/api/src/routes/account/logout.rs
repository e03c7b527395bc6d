//! `account/logout`: ends this session, on this device only; `account/logout/all`: every session of
//! the account.

use chute_contract::requests::Nothing;

use crate::{
    answer::{Answer, Empty, empty},
    extract::{AnySession, SessionRequest},
};

/// Ends this session.
///
/// Other devices stay signed in.
pub async fn logout(request: SessionRequest<Nothing, AnySession>) -> Answer<Empty> {
    let call = request.admit().await?;
    let ended = call.app.store.end_family(&call.caller.id, &call.family);
    call.context.until_stop(ended).await?;
    Ok(empty())
}

/// Ends all sessions of the account.
pub async fn everywhere(request: SessionRequest<Nothing, AnySession>) -> Answer<Empty> {
    let call = request.admit().await?;
    let ended = call.app.store.end_sessions(&call.caller.id);
    call.context.until_stop(ended).await?;
    Ok(empty())
}
