//! `account/add`: administrators create accounts, since there is no self-registration.

use chute_contract::account::{AddAccount, OneAccount};
use chute_domain::{
    account::{Account, Realm},
    password,
};

use crate::{
    App,
    answer::{Answer, Problem, json},
    compute::HASHES,
    extract::{Admin, SessionRequest, SignedInRequest},
    random,
};

/// Adds an account.
///
/// # Errors
/// - 409: another account has this e-mail.
pub async fn add(request: SessionRequest<AddAccount, Admin>) -> Answer<OneAccount> {
    let SignedInRequest {
        body, app, context, ..
    } = request.admit().await?;
    let profile = body.account.checked(app.realm)?;
    password::accept(&body.password)?;
    let salt = random::bytes()?;
    let hash = HASHES
        .apart(|| password::hash(&body.password, &salt))
        .await?
        .map_err(|error| Problem::Failed(Box::new(error)))?;
    let account = Account::new(new_id(&app).await?, profile, hash);
    if !context.until_stop(app.store.add_account(&account)).await? {
        return Err(Problem::Conflict("E-Mail Already In Use"));
    }
    Ok(json(&OneAccount {
        account: account.into(),
    }))
}

/// A new account id. Clients of the remote host expect a number (contract 2.8).
async fn new_id(app: &App) -> Result<String, Problem> {
    match app.realm {
        Realm::Account => random::id("a_"),
        Realm::Remote => {
            let number = app.store.next_account_number().await?;
            Ok(number
                .ok_or_else(|| Problem::Failed("there are no account numbers left".into()))?
                .to_string())
        }
    }
}
