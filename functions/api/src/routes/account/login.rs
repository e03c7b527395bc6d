//! `account/login`: every failure has the same answer after the same work, so that nobody learns
//! who has an account (contract 3.5).

use axum::extract::State;
use chute_contract::session::{Login, Tokens};
use chute_domain::{
    account::Account,
    login::{EmailAttempts, SourceAttempts},
    password,
    session::{self, Family},
};

use crate::{
    App,
    answer::{Answer, Problem, json},
    compute::HASHES,
    extract::ValidBody,
    random,
    request_context::RequestContext,
    tokens,
};

/// Signs in with e-mail and password. Every failure is the same 401.
///
/// # Errors
/// - 401: the account is unknown or locked, the password is wrong, or there were too many attempts
///   for this e-mail: the answer does not say which.
/// - 429: too many failed attempts from the caller's address.
pub async fn login(
    State(app): State<App>,
    context: RequestContext,
    ValidBody(sent): ValidBody<Login>,
) -> Answer<Tokens> {
    let now = context.unix_s();
    // before the attempt is counted, so that it does not count without a check
    let queued = HASHES.queue()?;
    let (email, source) = (
        app.email_counter(&sent.email)?,
        app.source_counter(context.source)?,
    );
    let (account, from_source) = futures::try_join!(
        app.store.find_account_to_sign_in(&sent.email),
        app.store.attempts::<SourceAttempts>(&source)
    )?;
    from_source.open(now)?;
    let admitted = app
        .store
        .change_attempts(&email, |attempts: &mut EmailAttempts| {
            attempts.attempt(&source, now)
        })
        .await?;
    let account = account.filter(Account::is_active);
    let hash = account
        .as_ref()
        .map_or(password::NOBODYS, |account| &account.password_hash);
    let right = queued
        .apart(|| password::matches(&sent.password, hash))
        .await;
    match account.filter(|_| right && admitted.is_ok()) {
        Some(account) => {
            app.store
                .change_attempts(&email, |attempts: &mut EmailAttempts| {
                    attempts.signed_in(&source, now)
                })
                .await?;
            start(&app, &account, &context).await
        }
        None => {
            app.store
                .change_attempts(&source, |attempts: &mut SourceAttempts| {
                    attempts.failed(now)
                })
                .await??;
            Err(Problem::Unauthorized("Invalid Credentials"))
        }
    }
}

/// Starts a session: a new family of refresh tokens.
async fn start(app: &App, account: &Account, context: &RequestContext) -> Answer<Tokens> {
    let (now, now_s) = (context.time, context.unix_s());
    let secret = app.secrets.token()?;
    let id = random::id("f")?;
    let first = tokens::refresh(&secret, app.realm, &account.id, &id, 0);
    let access_token = tokens::access(&app.secrets, app.realm, account, &id, now_s)?;
    let family = Family {
        account: account.id.clone(),
        id,
        generation: account.generation,
        started_ms: now.ms(),
        number: 0,
        secret: secret.id,
        current: first.hash(),
        previous: String::new(),
        rotated_ms: now.ms(),
        expires_s: session::expiry(now),
    };
    context
        .until_stop(app.store.start_family(family, now_s))
        .await?;
    Ok(json(&Tokens {
        access_token,
        refresh_token: first.text(),
    }))
}
