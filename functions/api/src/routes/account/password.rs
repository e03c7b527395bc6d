//! `account/password`: changes one's own password, given the old one, or for administrators
//! anybody's; all sessions of the account end (contract 4.8).

use chute_contract::session::ChangePassword;
use chute_domain::{
    account::{Account, AccountKind},
    login::Counter,
    password,
};

use crate::{
    App,
    answer::{Answer, Empty, Problem, empty},
    compute::HASHES,
    extract::{Oneself, SessionRequest},
    random,
};

/// Changes a password; one's own requires the old one. All sessions of the account end.
///
/// # Errors
/// - 404: no account has this e-mail.
/// - 429: the old password was wrong too often.
pub async fn change(request: SessionRequest<ChangePassword, Oneself>) -> Answer<Empty> {
    let call = request.admit().await?;
    let (body, caller, app, context) = (&call.body, call.caller, &call.app, &call.context);
    let account = if body.email.trim().is_empty() || caller.has_email(&body.email) {
        prove(app, &caller, &body.old_password, context.unix_s()).await?;
        caller
    } else if caller.kind == AccountKind::Admin {
        let found = app.store.find_account(body.email.trim()).await?;
        found
            .filter(|account| !account.deleted)
            .ok_or(Problem::NotFound("Unknown Email"))?
    } else {
        return Err(Problem::Unauthorized("Unauthorized"));
    };
    let salt = random::bytes()?;
    let hash = HASHES
        .apart(|| password::hash(&body.new_password, &salt))
        .await?
        .map_err(|error| Problem::Failed(Box::new(error)))?;
    if !context
        .until_stop(app.store.change_password(&account, &hash))
        .await?
    {
        return Err(Problem::Busy(
            "the password was changed at the same time".into(),
        ));
    }
    Ok(empty())
}

/// Checks that the caller knows their password. Guesses with a stolen session are delayed as at
/// sign-in, but here the answer says so.
async fn prove(app: &App, caller: &Account, old_password: &str, now_s: i64) -> Result<(), Problem> {
    // before the attempt is counted, so that it does not count without a check
    let queued = HASHES.queue()?;
    app.store
        .change_attempts(&caller.id, |attempts: &mut Counter| attempts.attempt(now_s))
        .await??;
    if !queued
        .apart(|| password::matches(old_password, &caller.password_hash))
        .await
    {
        return Err(Problem::Bad("Current Password Is Wrong".to_owned()));
    }
    app.store.forget_attempts::<Counter>(&caller.id).await?;
    Ok(())
}
