//! Changes to an account that another request may be changing at the same time.

use chute_domain::account::Account;
use chute_store::AccountChange;

use crate::{App, answer::Problem};

/// The maximum number of attempts at a change that other requests interfere with.
pub const MAX_ATTEMPTS: usize = 5;

/// Stores what `decide` makes of the account, and returns it. If the account has changed since it
/// was read, it is read again and `decide` is called again.
///
/// # Errors
/// 409 for an address that is taken and for the last administrator, 404 for an account deleted in
/// the meantime, 503 after [`MAX_ATTEMPTS`].
pub async fn change(
    app: &App,
    account: Account,
    decide: impl Fn(&Account) -> Account,
) -> Result<Account, Problem> {
    let mut before = account;
    for _ in 0..MAX_ATTEMPTS {
        let after = decide(&before);
        match app.store.change_account(&before, &after).await? {
            AccountChange::Done => return Ok(after),
            AccountChange::EmailTaken => return Err(Problem::Conflict("E-Mail Already In Use")),
            AccountChange::LastAdmin => return Err(LAST_ADMIN),
            AccountChange::Stale => before = reload(app, &before).await?,
        }
    }
    Err(busy())
}

/// The account as it is now.
///
/// # Errors
/// 404 when it is deleted.
pub async fn reload(app: &App, account: &Account) -> Result<Account, Problem> {
    let found = app.store.find_account_by_id(&account.id).await?;
    found
        .filter(|account| !account.deleted)
        .ok_or(Problem::NotFound("Account Not Found"))
}

/// Refuses a change after which the realm would have no administrator.
pub const LAST_ADMIN: Problem = Problem::Conflict("The Last Administrator Must Stay");

/// Refuses a change because other requests were faster at every attempt.
pub fn busy() -> Problem {
    Problem::Busy("too many changes at once".into())
}
