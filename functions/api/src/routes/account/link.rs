//! `account/link`: lets a registration account help with the caller's participants (contract 3.7).

use chute_contract::account::OneAccount;

use super::change::{MAX_ATTEMPTS, busy, reload};
use crate::{
    answer::{Answer, Problem, json},
    extract::{Linker, NamedAccount, SessionRequest},
};

/// Links a registration account, which may then help with participants.
///
/// # Errors
/// - 404: no such account.
pub async fn link(request: SessionRequest<NamedAccount, Linker>) -> Answer<OneAccount> {
    let call = request.admit().await?;
    let (app, email) = (&call.app, call.body.0.trim());
    let mut caller = call.caller;
    for _ in 0..MAX_ATTEMPTS {
        let found = app
            .store
            .find_account(email)
            .await?
            .filter(|account| !account.deleted);
        let account = found.ok_or(Problem::NotFound("Account Not Found"))?;
        if !account.kind.may_be_linked() {
            return Err(Problem::Bad(
                "Account Is Not A Registration Account".to_owned(),
            ));
        }
        if call
            .context
            .until_stop(app.store.link(&caller, &account))
            .await?
        {
            return Ok(json(&OneAccount {
                account: account.into(),
            }));
        }
        caller = reload(app, &caller).await?;
        if !caller.is_active() || !caller.kind.may_link() {
            return Err(Problem::Unauthorized("Unauthorized"));
        }
    }
    Err(busy())
}
