//! Changes to an account that another request may be changing at the same time.

use chute_domain::account::Account;
use chute_store::AccountChange;

use crate::{App, answer::Problem};

/// How often a change is tried again because other requests were faster.
pub const MAX_ATTEMPTS: usize = 5;

/// Stores what `decide` makes of the account, and returns it. If the account has changed since it
/// was read, it is read and decided again.
///
/// # Errors
/// 409 for an address that is taken and for the last administrator, 404 for an account deleted
/// meanwhile.
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

/// The realm would have no administrator left.
pub const LAST_ADMIN: Problem = Problem::Conflict("The Last Administrator Must Stay");

/// Other requests were faster every time.
pub fn busy() -> Problem {
    Problem::Busy("too many changes at once".into())
}
