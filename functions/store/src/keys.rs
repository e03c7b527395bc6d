//! Keys: `p` = hex SHA-256 of the key's value; the value itself is stored only as ciphertext. In
//! addition, `a#{account}` has the digests of an account's keys (`ks`), read consistently where an
//! index would lag, and on the remote host `n#{account}#{name}` has the keys of a reader's name:
//! the one in use (`d`) and deleted ones (`ds`).
//!
//! The day on which a key was last used is in a table of its own (`p` = digest, `d` = days since
//! 1970, expires after `x`): functions that check keys may write there, but not to the table of
//! keys.
//!
//! A key's item says whether its account is inactive (`of`), so that a call with a key costs one
//! read. This is written with the account's generation (`og`), which grows with every lock and
//! unlock: a late or repeated write cannot undo a newer one.

use std::collections::HashMap;

use chute_domain::{
    account::{Account, Realm},
    event_time::EventTime,
    key::{DAY_S, Key, KeyKind, sort_shown},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;

use crate::{
    Result, Store,
    accounts::account_key,
    cipher::Cipher,
    port::{AttributeValue, Get, Write},
    table::{AT_ONCE, get_items, is_default, number, p_key, part, text, to_item},
    transaction::{Transacted, Transaction},
};

/// Maximum number of keys of an account.
const MOST: usize = 1_000;

#[derive(Serialize, Deserialize)]
struct KeyItem {
    #[serde(flatten, with = "KeyAttributes")]
    key: Key,
    #[serde(rename = "og", default, skip_serializing_if = "is_default")]
    generation: u64,
    /// Ciphertext of the value.
    #[serde(rename = "ct", default, skip_serializing_if = "is_default")]
    sealed: ByteBuf,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Key")]
struct KeyAttributes {
    #[serde(rename = "p")]
    digest: String,
    #[serde(rename = "ac")]
    account: String,
    #[serde(rename = "nm", default)]
    name: String,
    #[serde(rename = "ty")]
    kind: KeyKind,
    #[serde(rename = "ho", default, skip_serializing_if = "is_default")]
    allowed_hosts: String,
    #[serde(rename = "un", default, skip_serializing_if = "is_default")]
    valid_until: Option<EventTime>,
    #[serde(rename = "of", default, skip_serializing_if = "is_default")]
    disabled: bool,
}

#[derive(Default, Deserialize)]
struct Directory {
    #[serde(rename = "ks", default)]
    digests: Vec<String>,
}

#[derive(Default, Deserialize)]
struct ReaderName {
    #[serde(rename = "d", default)]
    used: Option<String>,
    #[serde(rename = "ds", default)]
    deleted: Vec<String>,
}

/// How long the day of last use is remembered, in days.
const REMEMBERED_DAYS: i64 = 400;

#[derive(Deserialize)]
struct KeyUse {
    p: String,
    #[serde(rename = "d")]
    day: i64,
}

/// The result of a change to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum KeyChange {
    /// It is stored.
    Done,
    /// The key or its account is no longer as it was read: read it again and decide again.
    Stale,
    /// Remote host only: another key of the account has the name.
    NameTaken,
    /// The account has the maximum number of keys.
    TooMany,
}

fn directory_key(account: &str) -> String {
    format!("a#{account}")
}

fn name_key(account: &str, name: &str) -> String {
    format!("n#{account}#{}", part(name))
}

fn digests(digest: &str) -> AttributeValue {
    AttributeValue::Ss(vec![digest.to_owned()])
}

impl Store {
    /// The key with this digest; never a deleted one.
    pub async fn find_key(&self, digest: &str) -> Result<Option<Key>> {
        let item: Option<KeyItem> = self.key_item(digest).await?;
        Ok(item.map(|item| item.key))
    }

    async fn key_item<T: DeserializeOwned>(&self, p: &str) -> Result<Option<T>> {
        let get = Get::new(&self.names.keys, p_key(p));
        get.read(&self.db, "keys").await
    }

    /// The keys of an account, in no order.
    pub async fn keys_of(&self, account: &str) -> Result<Vec<Key>> {
        let items = self.key_items_of(account).await?;
        Ok(items.into_iter().map(|item| item.key).collect())
    }

    /// The keys of an account with their values, sorted by name and value. A value that cannot be
    /// decrypted (imported without one, or encrypted with a secret that was rotated away) is empty.
    pub async fn keys_shown(&self, account: &str, cipher: &Cipher) -> Result<Vec<(Key, String)>> {
        let items = self.key_items_of(account).await?.into_iter();
        let mut keys: Vec<_> = items
            .map(|KeyItem { key, sealed, .. }| {
                let value = cipher.open(&sealed, &key.digest);
                (key, value.unwrap_or_default())
            })
            .collect();
        sort_shown(&mut keys);
        Ok(keys)
    }

    async fn key_items_of(&self, account: &str) -> Result<Vec<KeyItem>> {
        let digests = self.digests_of(account).await?;
        let keys = digests.iter().map(|digest| p_key(digest)).collect();
        get_items(&self.db, &self.names.keys, keys).await
    }

    async fn digests_of(&self, account: &str) -> Result<Vec<String>> {
        let directory: Option<Directory> = self.key_item(&directory_key(account)).await?;
        Ok(directory.unwrap_or_default().digests)
    }

    /// Digests of the keys of a reader's name (contract 5.1), the one in use first, deleted ones
    /// included. Remote host only.
    pub async fn keys_named(&self, account: &str, name: &str) -> Result<Vec<String>> {
        let item: Option<ReaderName> = self.key_item(&name_key(account, name)).await?;
        let ReaderName { used, deleted } = item.unwrap_or_default();
        Ok(used.into_iter().chain(deleted).collect())
    }

    /// Stores a key without checking its account or its name: for imports and tests. Returns
    /// whether the key was new.
    pub async fn add_key(&self, key: &Key) -> Result<bool> {
        let mut all = Transaction::default();
        self.put_key(&mut all, key, 0, Vec::new())?;
        if self.realm == Realm::Remote {
            all.add(self.use_name(key));
        }
        Ok(all.send(&self.db).await? == Transacted::Done)
    }

    /// Stores a new key, provided that its account is still as it was read.
    pub async fn issue_key(
        &self,
        account: &Account,
        key: &Key,
        sealed: Vec<u8>,
    ) -> Result<KeyChange> {
        let key = Key {
            account: account.id.clone(),
            disabled: !account.is_active(),
            ..key.clone()
        };
        let mut all = Transaction::default();
        self.put_key(&mut all, &key, account.generation, sealed)?;
        let check = Write::check(&self.names.accounts, p_key(&account_key(&account.id)));
        all.add(check.of_generation(account.generation, ""));
        if self.realm == Realm::Remote {
            all.add(self.use_name(&key).condition("attribute_not_exists(d)"));
        }
        let refusals = [
            KeyChange::Stale,
            KeyChange::TooMany,
            KeyChange::Stale,
            KeyChange::NameTaken,
        ];
        Ok(outcome(all.send(&self.db).await?, &refusals))
    }

    /// Adds the writes of the key and of its entry in the account's directory.
    fn put_key(
        &self,
        all: &mut Transaction,
        key: &Key,
        generation: u64,
        sealed: Vec<u8>,
    ) -> Result<()> {
        let listed = Write::update(&self.names.keys, p_key(&directory_key(&key.account)))
            .change("ADD ks :k")
            .condition("attribute_not_exists(ks) OR size(ks) < :most")
            .value(":most", number(MOST))
            .value(":k", digests(&key.digest));
        let item = to_item(&KeyItem {
            key: key.clone(),
            generation,
            sealed: ByteBuf::from(sealed),
        })?;
        all.add(Write::put(&self.names.keys, item).condition("attribute_not_exists(p)"));
        all.add(listed);
        Ok(())
    }

    fn use_name(&self, key: &Key) -> Write {
        Write::update(&self.names.keys, p_key(&name_key(&key.account, &key.name)))
            .change("SET d = :d")
            .value(":d", text(&key.digest))
    }

    /// Replaces name, type, hosts and end of validity of a key that still has the name it was read
    /// with.
    pub async fn update_key(&self, before: &Key, after: &Key) -> Result<KeyChange> {
        let mut all = Transaction::default();
        let update = Write::update(&self.names.keys, p_key(&before.digest)).condition("nm = :old");
        let update = update
            .value(":old", text(&before.name))
            .value(":n", text(&after.name))
            .value(":t", text(after.kind.name()))
            .value(":h", text(&after.allowed_hosts));
        let set = "SET nm = :n, ty = :t, ho = :h";
        all.add(match &after.valid_until {
            Some(until) => update
                .change(format!("{set}, un = :u"))
                .value(":u", text(until.as_str())),
            None => update.change(format!("{set} REMOVE un")),
        });
        if self.realm == Realm::Remote && before.name != after.name {
            all.add(self.use_name(after).condition("attribute_not_exists(d)"));
            all.add(self.leave_name(before, "REMOVE d"));
        }
        Ok(outcome(
            all.send(&self.db).await?,
            &[KeyChange::Stale, KeyChange::NameTaken, KeyChange::Stale],
        ))
    }

    /// Deletes a key that still has the name it was read with. Its digest stays among those of its
    /// reader's name.
    pub async fn delete_key(&self, key: &Key) -> Result<KeyChange> {
        let mut all = Transaction::default();
        let delete = Write::delete(&self.names.keys, p_key(&key.digest)).condition("nm = :old");
        all.add(delete.value(":old", text(&key.name)));
        let listed = Write::update(&self.names.keys, p_key(&directory_key(&key.account)))
            .change("DELETE ks :k");
        all.add(listed.value(":k", digests(&key.digest)));
        if self.realm == Realm::Remote {
            let left = self.leave_name(key, "REMOVE d ADD ds :k");
            all.add(left.value(":k", digests(&key.digest)));
        }
        Ok(outcome(all.send(&self.db).await?, &[KeyChange::Stale]))
    }

    fn leave_name(&self, key: &Key, how: &str) -> Write {
        Write::update(&self.names.keys, p_key(&name_key(&key.account, &key.name)))
            .change(how)
            .condition("d = :d")
            .value(":d", text(&key.digest))
    }

    /// Notes that a key was used on a day (days since 1970), unless it was on a later one.
    pub async fn note_key_use(&self, digest: &str, day: i64) -> Result<()> {
        let update = Write::update(&self.names.key_use, p_key(digest))
            .change("SET d = :d, x = :x")
            .condition("attribute_not_exists(d) OR d < :d")
            .value(":d", number(day))
            .value(":x", number((day + REMEMBERED_DAYS) * DAY_S));
        update.held(&self.db).await.map(drop)
    }

    /// The day on which each of these keys was last used (days since 1970), by digest; keys without
    /// a known day are left out.
    pub async fn key_days(&self, digests: &[String]) -> Result<HashMap<String, i64>> {
        let keys = digests.iter().map(|digest| p_key(digest)).collect();
        let found: Vec<KeyUse> = get_items(&self.db, &self.names.key_use, keys).await?;
        Ok(found
            .into_iter()
            .map(|KeyUse { p, day }| (p, day))
            .collect())
    }

    /// Enables or disables all keys of an account, depending on whether it is active. The account
    /// must have been written before, so that a key issued meanwhile has the new state already. If
    /// this is interrupted, repeating it completes it.
    pub async fn tell_keys(&self, account: &Account) -> Result<()> {
        let digests = self.digests_of(&account.id).await?;
        stream::iter(digests)
            .map(async |digest| self.tell_key(&digest, account).await)
            .buffer_unordered(AT_ONCE)
            .try_for_each(async |()| Ok(()))
            .await
    }

    async fn tell_key(&self, digest: &str, account: &Account) -> Result<()> {
        let update = Write::update(&self.names.keys, p_key(digest))
            .change("SET #of = :of, og = :g")
            .name("#of", "of")
            .condition("attribute_exists(p) AND (attribute_not_exists(og) OR og <= :g)");
        let update = update.value(":of", AttributeValue::Bool(!account.is_active()));
        update
            .value(":g", number(account.generation))
            .held(&self.db)
            .await
            .map(drop)
    }

    /// Removes all keys of an account for which no more keys can be issued, because it is locked
    /// and about to be deleted.
    pub async fn remove_keys(&self, account: &str) -> Result<()> {
        let digests = self.digests_of(account).await?;
        stream::iter(digests)
            .map(async |digest| self.remove_key_item(&digest).await)
            .buffer_unordered(AT_ONCE)
            .try_for_each(async |()| Ok(()))
            .await?;
        // the directory last: as long as it exists, an interrupted removal can be repeated
        self.remove_key_item(&directory_key(account)).await
    }

    async fn remove_key_item(&self, p: &str) -> Result<()> {
        Write::delete(&self.names.keys, p_key(p))
            .send(&self.db)
            .await?;
        Ok(())
    }
}

fn outcome(transacted: Transacted, refusals: &[KeyChange]) -> KeyChange {
    match transacted {
        Transacted::Done => KeyChange::Done,
        Transacted::Refused(place) => refusals.get(place).copied().unwrap_or(KeyChange::Stale),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::from_item;

    #[test]
    fn a_key_has_the_attributes_of_earlier_versions() {
        let key = Key {
            digest: "d".to_owned(),
            account: "a".to_owned(),
            name: "Finish".to_owned(),
            kind: KeyKind::Write,
            allowed_hosts: String::new(),
            valid_until: Some(EventTime::from_unix(0)),
            disabled: true,
        };
        let item = KeyItem {
            key: key.clone(),
            generation: 2,
            sealed: ByteBuf::from([1, 2]),
        };
        let item = to_item(&item).unwrap();
        assert_eq!(
            serde_json::to_value(&item).unwrap(),
            json!({"p": {"S": "d"}, "ac": {"S": "a"}, "nm": {"S": "Finish"}, "ty": {"S": key.kind.name()},
                "un": {"S": "1970-01-01T00:00:00Z"}, "of": {"BOOL": true}, "og": {"N": "2"}, "ct": {"B": "AQI="}})
        );
        let read: KeyItem = from_item(item, "").unwrap();
        assert_eq!((read.key, read.generation), (key, 2));
        assert_eq!(read.sealed.to_vec(), [1, 2]);
    }
}
