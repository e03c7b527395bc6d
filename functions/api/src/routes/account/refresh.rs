//! `account/refresh`: exchanges a refresh token for its successor and a new access token (contract
//! 3.3).

use axum::extract::State;
use chute_contract::session::{Refresh, Tokens};
use chute_domain::{
    account::Account,
    session::{RefreshToken, Verdict},
};

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::ValidBody,
    request_context::RequestContext,
    tokens,
};

const REFUSED: Problem = Problem::Unauthorized("Unauthorized");
/// Two simultaneous requests need two attempts: one rotates the token, the other then gets the same
/// successor.
const MAX_ATTEMPTS: usize = 4;

/// Exchanges a refresh token for a new access token and the next refresh token. Reusing an old
/// refresh token ends the session.
///
/// # Errors
/// - 401: the token is not one of ours, or its session has ended.
pub async fn refresh(
    State(app): State<App>,
    context: RequestContext,
    ValidBody(sent): ValidBody<Refresh>,
) -> Answer<Tokens> {
    let token = RefreshToken::parse(&sent.refresh_token).ok_or(REFUSED)?;
    if !tokens::is_genuine(&app.secrets, app.realm, &token).await? {
        return Err(REFUSED);
    }
    for _ in 0..MAX_ATTEMPTS {
        if let Some((account, next)) = turn(&app, &token, &context).await? {
            let access_token = tokens::access(
                &app.secrets,
                app.realm,
                &account,
                &token.family,
                context.unix_s(),
            )?;
            return Ok(json(&Tokens {
                access_token,
                refresh_token: next.text(),
            }));
        }
    }
    Err(Problem::Busy(
        "too many refreshes of one session at once".into(),
    ))
}

/// Reads the family once and acts on it; `None` when another request changed it in the meantime.
async fn turn(
    app: &App,
    token: &RefreshToken,
    context: &RequestContext,
) -> Result<Option<(Account, RefreshToken)>, Problem> {
    let (family, account) = futures::try_join!(
        app.store.find_family(&token.account, &token.family),
        app.store.find_account_by_id(&token.account)
    )?;
    let account = account.filter(Account::is_active).ok_or(REFUSED)?;
    let family = family
        .filter(|family| family.is_alive(account.generation, context.unix_s()))
        .ok_or(REFUSED)?;
    let derive =
        |secret, number| tokens::refresh(&secret, app.realm, &family.account, &family.id, number);
    match family.judge(token, true, context.time) {
        Verdict::Rotate => {
            let next = derive(app.secrets.token()?, family.number + 1);
            let rotated = context
                .until_stop(app.store.rotate_family(family.rotated(&next, context.time)))
                .await?;
            Ok(rotated.then_some((account, next)))
        }
        Verdict::Repeat => {
            let secret = app.secrets.token_of(&family.secret).await?;
            let secret =
                secret.ok_or_else(|| Problem::Failed("the family's secret is gone".into()))?;
            Ok(Some((account, derive(secret, family.number))))
        }
        Verdict::End => {
            context
                .until_stop(app.store.end_family(&family.account, &family.id))
                .await?;
            Err(REFUSED)
        }
        Verdict::Refuse => Err(REFUSED),
    }
}
