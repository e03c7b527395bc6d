//! Keys by session, on both hosts (contract 4.9, 5.2).

use chute_contract::{
    account::ForAccount,
    key::{AddKey, DeleteKey, KeyOut, KeyUsed, Keys, KeysUsed, OneKey, UpdateKey},
};
use chute_domain::{
    account::{Account, Realm},
    key::{self, Key, KeySettings},
    read::Read,
};
use chute_store::KeyChange;
use futures::{StreamExt, TryStreamExt, stream, try_join};

use super::account::change::{MAX_ATTEMPTS, busy, reload};
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json},
    extract::{KeyHolder, KeyOwner, Oneself, SessionRequest},
    random,
};

/// How many keys' last reads are looked up at the same time.
const LOOK_UPS: usize = 8;
const REFUSED: Problem = Problem::Unauthorized("Unauthorized");

/// The keys of an account with their values.
///
/// # Errors
/// - 404: no such account.
pub async fn list(request: SessionRequest<ForAccount, Oneself>) -> Answer<Keys> {
    let call = request.admit().await?;
    let account = call.account(&call.body.email).await?;
    Ok(json(&Keys {
        keys: shown(&call.app, &account.id).await?,
    }))
}

/// The day on which each key of an account was last used; on the remote host the last read, too.
///
/// # Errors
/// - 404: no such account.
pub async fn used(request: SessionRequest<ForAccount, Oneself>) -> Answer<KeysUsed> {
    let call = request.admit().await?;
    let account = call.account(&call.body.email).await?;
    let keys = with_values(&call.app, &account.id).await?;
    let digests: Vec<String> = keys.iter().map(|(key, _)| key.digest.clone()).collect();
    let (days, reads) = try_join!(
        async { Ok(call.app.store.key_days(&digests).await?) },
        last_reads(&call.app, &digests),
    )?;
    let told = |((key, value), last_read): ((Key, String), Option<Read>)| KeyUsed {
        last_used: days
            .get(&key.digest)
            .map(|day| key::day_text(*day))
            .unwrap_or_default(),
        value,
        last_read,
    };
    Ok(json(&KeysUsed {
        keys: keys.into_iter().zip(reads).map(told).collect(),
    }))
}

/// The last read of each key; keys of the account host store none.
async fn last_reads(app: &App, digests: &[String]) -> Result<Vec<Option<Read>>, Problem> {
    if app.realm == Realm::Account {
        return Ok(vec![None; digests.len()]);
    }
    let reads =
        stream::iter(digests.to_vec()).map(|key| async move { app.store.last_read(&key).await });
    Ok(reads.buffered(LOOK_UPS).try_collect().await?)
}

/// The keys of an account in the form in which clients see them.
pub async fn shown(app: &App, account: &str) -> Result<Vec<KeyOut>, Problem> {
    let keys = with_values(app, account).await?;
    Ok(keys
        .into_iter()
        .map(|(key, value)| KeyOut::new(app.realm, key, value))
        .collect())
}

/// The keys of an account with their values, sorted by name and value.
async fn with_values(app: &App, account: &str) -> Result<Vec<(Key, String)>, Problem> {
    let mut keys = app
        .store
        .keys_shown(account, &*app.secrets.cipher()?)
        .await?;
    if keys.iter().any(|(_, value)| value.is_empty()) {
        // a key was made with a newer secret than the one cached here
        app.secrets.reread().await?;
        keys = app
            .store
            .keys_shown(account, &*app.secrets.cipher()?)
            .await?;
    }
    Ok(keys)
}

/// Creates a key.
///
/// # Errors
/// - 404: no such account.
/// - 409: the account has the maximum number of keys or, on the remote host, a key of this name.
pub async fn add(request: SessionRequest<AddKey, KeyHolder>) -> Answer<OneKey> {
    let call = request.admit().await?;
    let settings = call.body.key.checked(call.app.realm)?;
    let account = call.account(&call.body.email).await?;
    let (key, value) = call
        .context
        .until_stop(issue(&call.app, account, settings))
        .await?;
    Ok(json(&OneKey {
        key: KeyOut::new(call.app.realm, key, value),
    }))
}

async fn issue(
    app: &App,
    account: Account,
    settings: KeySettings,
) -> Result<(Key, String), Problem> {
    let value = key::new_value(key::prefix(app.realm), &random::bytes::<64>()?);
    let value = value.ok_or_else(|| Problem::Failed("no key came out of the randomness".into()))?;
    let key = Key::new(&value, &account.id, settings);
    let sealed = app.secrets.cipher()?.seal(&value, &key.digest)?;
    let mut owner = account;
    for _ in 0..MAX_ATTEMPTS {
        if !owner.kind.may_have_keys() {
            return Err(REFUSED);
        }
        match app.store.issue_key(&owner, &key, sealed.clone()).await? {
            KeyChange::Done => return Ok((key, value)),
            KeyChange::Stale => owner = reload(app, &owner).await?,
            refused => return Err(conflict(refused)),
        }
    }
    Err(busy())
}

/// Replaces all settings of the key with this value.
///
/// # Errors
/// - 404: no key has this value.
/// - 409: on the remote host, another key of the account has this name.
pub async fn update(request: SessionRequest<UpdateKey, KeyOwner>) -> Answer<OneKey> {
    let call = request.admit().await?;
    let settings = call.body.key.checked(call.app.realm)?;
    let value = &call.body.key.value;
    for _ in 0..MAX_ATTEMPTS {
        let before = call.key(value).await?;
        if !owner(&call.app, &call.caller, &before)
            .await?
            .kind
            .may_have_keys()
        {
            return Err(REFUSED);
        }
        let after = before.with(settings.clone());
        match call
            .context
            .until_stop(call.app.store.update_key(&before, &after))
            .await?
        {
            KeyChange::Done => {
                return Ok(json(&OneKey {
                    key: KeyOut::new(call.app.realm, after, value.clone()),
                }));
            }
            KeyChange::Stale => {}
            refused => return Err(conflict(refused)),
        }
    }
    Err(busy())
}

/// Deletes a key.
///
/// # Errors
/// - 404: no key has this value.
pub async fn remove(request: SessionRequest<DeleteKey, KeyOwner>) -> Answer<Empty> {
    let call = request.admit().await?;
    for _ in 0..MAX_ATTEMPTS {
        let key = call.key(&call.body.key).await?;
        match call
            .context
            .until_stop(call.app.store.delete_key(&key))
            .await?
        {
            KeyChange::Done => return Ok(empty()),
            KeyChange::Stale => {}
            refused => return Err(conflict(refused)),
        }
    }
    Err(busy())
}

async fn owner(app: &App, caller: &Account, key: &Key) -> Result<Account, Problem> {
    if key.account == caller.id {
        return Ok(caller.clone());
    }
    app.store
        .find_account_by_id(&key.account)
        .await?
        .ok_or(Problem::NotFound("Account Not Found"))
}

fn conflict(refused: KeyChange) -> Problem {
    match refused {
        KeyChange::NameTaken => Problem::Conflict("Name Already In Use"),
        KeyChange::TooMany => Problem::Conflict("Too Many Keys"),
        KeyChange::Stale | KeyChange::Done => busy(),
    }
}
