//! Block lists (contract 4.6): anybody may add to them, timers and administrators may read them.

use chute_contract::{
    alerts::{BlockedEmails, BlockedPhones},
    requests::Nothing,
};

use crate::{
    answer::{Answer, Empty, empty, json},
    extract::{
        Admin, KeyOrAdmin, Limited, PublicRequest, SessionRequest, ValidEmail, ValidPhone, WriteKey,
    },
};

/// Puts a phone on the block list: no more texts are sent to it.
///
/// # Errors
/// - 429: too many calls from the caller's address.
pub async fn add_phone(call: PublicRequest<ValidPhone, Limited>) -> Answer<Empty> {
    let call = call.counted("blocked.phones.add").await?;
    call.context
        .until_stop(call.app.store.block_phone(&call.body.0))
        .await?;
    Ok(empty())
}

/// The blocked phones.
pub async fn phones(call: KeyOrAdmin<Nothing, WriteKey>) -> Answer<BlockedPhones> {
    let (_, app) = call.admit().await?;
    Ok(json(&BlockedPhones {
        phones: app.store.blocked_phones().await?,
    }))
}

/// Takes a phone off the block list.
pub async fn unblock_phone(call: SessionRequest<ValidPhone, Admin>) -> Answer<Empty> {
    let call = call.admit().await?;
    call.context
        .until_stop(call.app.store.unblock_phone(&call.body.0))
        .await?;
    Ok(empty())
}

/// Puts an e-mail address on the block list.
///
/// The answer is the same for every address.
///
/// # Errors
/// - 429: too many calls from the caller's address.
pub async fn add_email(call: PublicRequest<ValidEmail, Limited>) -> Answer<Empty> {
    let call = call.counted("blocked.emails.add").await?;
    call.context
        .until_stop(call.app.store.block_email(&call.body.0))
        .await?;
    Ok(empty())
}

/// The blocked e-mail addresses.
pub async fn emails(call: KeyOrAdmin<Nothing, WriteKey>) -> Answer<BlockedEmails> {
    let (_, app) = call.admit().await?;
    Ok(json(&BlockedEmails {
        emails: app.store.blocked_emails().await?,
    }))
}

/// Takes an e-mail address off the block list.
///
/// The answer is the same for every address.
///
/// # Errors
/// - 429: too many calls from the caller's address.
pub async fn unblock_email(call: PublicRequest<ValidEmail, Limited>) -> Answer<Empty> {
    let call = call.counted("blocked.emails.unblock").await?;
    call.context
        .until_stop(call.app.store.unblock_email(&call.body.0))
        .await?;
    Ok(empty())
}
