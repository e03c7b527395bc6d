//! Block lists (contract 4.6): anybody may add to them, timers may read what concerns their own
//! events, administrators all.

use std::collections::BTreeSet;

use chute_contract::{
    alerts::{BlockedEmails, BlockedPhones},
    requests::Nothing,
};
use chute_domain::race::RaceKey;
use chute_store::{Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};

use crate::{
    answer::{Answer, Empty, Problem, empty, json},
    extract::{
        Admin, KeyOrAdmin, Limited, ListReader, PublicRequest, SessionRequest, ValidEmail,
        ValidPhone, WriteKey,
    },
};

/// How many years are read at the same time.
const AT_ONCE: usize = 16;

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

/// The blocked phones: with a key those that are subscribed to events of its account, for an
/// administrator all.
pub async fn phones(call: KeyOrAdmin<Nothing, WriteKey>) -> Answer<BlockedPhones> {
    let phones = read(call, List::Phones).await?;
    Ok(json(&BlockedPhones { phones }))
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

/// The blocked e-mail addresses: with a key those that are subscribed to events of its account, for
/// an administrator all.
pub async fn emails(call: KeyOrAdmin<Nothing, WriteKey>) -> Answer<BlockedEmails> {
    let emails = read(call, List::Emails).await?;
    Ok(json(&BlockedEmails { emails }))
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

#[derive(Clone, Copy)]
enum List {
    Phones,
    Emails,
}

impl List {
    async fn blocked(self, store: &Store) -> Result<Vec<String>, StoreError> {
        match self {
            Self::Phones => store.blocked_phones().await,
            Self::Emails => store.blocked_emails().await,
        }
    }

    /// Who is subscribed to a year at `now_s` (unix seconds).
    async fn of_year(
        self,
        store: &Store,
        race: RaceKey,
        now_s: i64,
    ) -> Result<Vec<String>, StoreError> {
        Ok(match self {
            Self::Phones => {
                let found = store.subscriptions_of(&race, now_s).await?.into_iter();
                found.map(|one| one.phone.e164().to_owned()).collect()
            }
            Self::Emails => {
                let found = store.addresses_of(&race, now_s).await?.into_iter();
                found.map(|one| one.address.as_str().to_owned()).collect()
            }
        })
    }

    /// Who is subscribed to events of an account at `now_s` (unix seconds).
    async fn of_account(
        self,
        store: &Store,
        account: &str,
        now_s: i64,
    ) -> Result<BTreeSet<String>, StoreError> {
        let events = store.events_of(account).await?;
        let races: Vec<RaceKey> = events
            .iter()
            .flat_map(|record| record.years.values().map(|year| record.race(year)))
            .collect();
        let found: Vec<Vec<String>> = stream::iter(races)
            .map(|race| self.of_year(store, race, now_s))
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(found.into_iter().flatten().collect())
    }
}

async fn read(call: KeyOrAdmin<Nothing, WriteKey>, list: List) -> Result<Vec<String>, Problem> {
    let (reader, app, context) = call.admit().await?;
    let (store, now_s) = (&app.store, context.unix_s());
    let of_reader = async {
        let ListReader::Account(account) = reader else {
            return list.blocked(store).await;
        };
        let (mut blocked, subscribed) =
            futures::try_join!(list.blocked(store), list.of_account(store, &account, now_s))?;
        blocked.retain(|contact| subscribed.contains(contact));
        Ok(blocked)
    };
    context.until_stop(of_reader).await
}
