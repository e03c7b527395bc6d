//! Accounts: `p` = `a#{id}` an account, `e#{e-mail lower-cased}` its id, `admins` the ids of the
//! active administrators, `ids` the last number given to an account of the remote realm.

use chute_domain::account::{Account, AccountKind};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Result, Store,
    port::{AttributeValue, Get, Query, Returns, Write},
    table::{all, get_items, is_default, number, number_in, p_key, text, to_item},
    transaction::{Transacted, Transaction},
};

const ADMINS: &str = "admins";
const IDS: &str = "ids";

#[derive(Serialize, Deserialize)]
struct AccountItem {
    p: String,
    #[serde(flatten, with = "AccountAttributes")]
    account: Account,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Account")]
struct AccountAttributes {
    id: String,
    #[serde(rename = "em")]
    email: String,
    #[serde(rename = "nm")]
    name: String,
    #[serde(rename = "ty")]
    kind: AccountKind,
    #[serde(rename = "lk", default, skip_serializing_if = "is_default")]
    locked: bool,
    #[serde(rename = "de", default, skip_serializing_if = "is_default")]
    deleted: bool,
    #[serde(rename = "ge", default, skip_serializing_if = "is_default")]
    generation: u64,
    #[serde(rename = "pw")]
    password_hash: String,
}

impl AccountItem {
    fn of(account: &Account) -> Self {
        Self {
            p: account_key(&account.id),
            account: account.clone(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct EmailItem {
    p: String,
    id: String,
}

/// The result of a change to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum AccountChange {
    /// It is stored.
    Done,
    /// The account is no longer as it was read: read it again and decide again.
    Stale,
    /// Another account, deleted or not, has the e-mail address.
    EmailTaken,
    /// The realm would be left without an administrator.
    LastAdmin,
}

/// The partition key of an account.
pub(crate) fn account_key(id: &str) -> String {
    format!("a#{id}")
}

fn email_key(email: &str) -> String {
    format!("e#{}", email.trim().to_lowercase())
}

impl Write {
    /// Only if the account has this generation; `and` are further conditions.
    pub(crate) fn of_generation(self, generation: u64, and: &str) -> Self {
        match generation {
            0 => self.condition(format!(
                "attribute_exists(p) AND attribute_not_exists(ge){and}"
            )),
            known => self
                .condition(format!("ge = :g{and}"))
                .value(":g", number(known)),
        }
    }
}

impl Store {
    /// The account with this e-mail address, ignoring case, deleted ones included.
    pub async fn find_account(&self, email: &str) -> Result<Option<Account>> {
        match self.account_item(&email_key(email)).await? {
            Some(EmailItem { id, .. }) => self.find_account_by_id(&id).await,
            None => Ok(None),
        }
    }

    /// The account with this id, deleted ones included.
    pub async fn find_account_by_id(&self, id: &str) -> Result<Option<Account>> {
        let item: Option<AccountItem> = self.account_item(&account_key(id)).await?;
        Ok(item.map(|item| item.account))
    }

    async fn account_item<T: DeserializeOwned>(&self, p: &str) -> Result<Option<T>> {
        let get = Get::new(&self.names.accounts, p_key(p));
        get.read(&self.db, "accounts").await
    }

    /// The accounts with these ids that exist, deleted ones included, in any order.
    pub async fn find_accounts(&self, ids: &[String]) -> Result<Vec<Account>> {
        let keys = ids.iter().map(|id| p_key(&account_key(id))).collect();
        let found: Vec<AccountItem> = get_items(&self.db, &self.names.accounts, keys).await?;
        Ok(found.into_iter().map(|item| item.account).collect())
    }

    /// All accounts of the realm, deleted ones included, in any order.
    pub async fn all_accounts(&self) -> Result<Vec<Account>> {
        let scan = Query::scan(&self.names.accounts)
            .filter("begins_with(p, :a)")
            .value(":a", text("a#"));
        let found: Vec<AccountItem> = all(&self.db, scan, "accounts").await?;
        Ok(found.into_iter().map(|item| item.account).collect())
    }

    /// Whether no other account is an active administrator.
    pub async fn is_last_admin(&self, id: &str) -> Result<bool> {
        let admins = self.active_admins().await?;
        Ok(!admins.is_empty() && admins.iter().all(|admin| admin == id))
    }

    /// The ids of the active administrators, in any order.
    pub async fn active_admins(&self) -> Result<Vec<String>> {
        let get = Get::new(&self.names.accounts, p_key(ADMINS));
        let item = get.send(&self.db).await?;
        let ids = item.and_then(|mut item| item.remove("ids"));
        Ok(match ids {
            Some(AttributeValue::Ss(ids)) => ids,
            _ => Vec::new(),
        })
    }

    /// The next number for an account of the remote realm (contract 2.8): from 1, below 2³¹, never
    /// used twice. `None` if they are used up.
    pub async fn next_account_number(&self) -> Result<Option<i32>> {
        let update = Write::update(&self.names.accounts, p_key(IDS))
            .returning(Returns::After)
            .change("ADD n :one")
            .condition("attribute_not_exists(n) OR n < :last")
            .value(":one", number(1))
            .value(":last", number(i32::MAX));
        let Some(after) = update.send_if(&self.db).await? else {
            return Ok(None);
        };
        Ok(number_in(&after, "n"))
    }

    /// Stores a new account. Returns whether its e-mail address was free; deleted accounts keep
    /// theirs.
    pub async fn add_account(&self, account: &Account) -> Result<bool> {
        let mut all = Transaction::default();
        for item in [
            to_item(&AccountItem::of(account))?,
            to_item(&EmailItem {
                p: email_key(&account.email),
                id: account.id.clone(),
            })?,
        ] {
            all.add(Write::put(&self.names.accounts, item).condition("attribute_not_exists(p)"));
        }
        if account.administers() {
            self.count_admin(&mut all, &account.id);
        }
        Ok(all.send(&self.db).await? == Transacted::Done)
    }

    /// Replaces an account that is still as it was read, together with its e-mail address and its
    /// entry among the administrators: all or nothing.
    pub async fn change_account(&self, before: &Account, after: &Account) -> Result<AccountChange> {
        if before == after {
            return Ok(AccountChange::Done);
        }
        let (from, to) = (email_key(&before.email), email_key(&after.email));
        let mut refusals = vec![AccountChange::Stale];
        let mut all = Transaction::default();
        all.add(self.replacing(before, after)?);
        if from != to {
            let item = to_item(&EmailItem {
                p: to,
                id: after.id.clone(),
            })?;
            all.add(Write::put(&self.names.accounts, item).condition("attribute_not_exists(p)"));
            all.add(Write::delete(&self.names.accounts, p_key(&from)));
            refusals.extend([AccountChange::EmailTaken, AccountChange::Stale]);
        }
        match (before.administers(), after.administers()) {
            (true, false) => self.discount_admin(&mut all, &after.id),
            (false, true) => self.count_admin(&mut all, &after.id),
            _ => {}
        }
        refusals.push(AccountChange::LastAdmin);
        Ok(match all.send(&self.db).await? {
            Transacted::Done => AccountChange::Done,
            Transacted::Refused(place) => {
                refusals.get(place).copied().unwrap_or(AccountChange::Stale)
            }
        })
    }

    /// Puts an account over the one that was read. Its generation need not be raised for a new name
    /// or type, since these are compared directly; locking, deleting, and a new address or password
    /// raise it.
    fn replacing(&self, before: &Account, after: &Account) -> Result<Write> {
        let put = Write::put(&self.names.accounts, to_item(&AccountItem::of(after))?)
            .of_generation(before.generation, " AND nm = :n AND ty = :t")
            .value(":n", text(&before.name));
        Ok(put.value(":t", text(before.kind.name())))
    }

    fn count_admin(&self, all: &mut Transaction, id: &str) {
        let update = Write::update(&self.names.accounts, p_key(ADMINS)).change("ADD ids :ids");
        all.add(update.value(":ids", AttributeValue::Ss(vec![id.to_owned()])));
    }

    fn discount_admin(&self, all: &mut Transaction, id: &str) {
        all.add(
            Write::update(&self.names.accounts, p_key(ADMINS))
                .change("DELETE ids :ids")
                .condition("contains(ids, :id) AND size(ids) > :one")
                .value(":id", text(id))
                .value(":one", number(1))
                .value(":ids", AttributeValue::Ss(vec![id.to_owned()])),
        );
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::from_item;

    #[test]
    fn an_account_has_the_attributes_of_earlier_versions() {
        let account = Account {
            id: "1".to_owned(),
            email: "Ada@example.org".to_owned(),
            name: "Ada".to_owned(),
            kind: AccountKind::Free,
            locked: false,
            deleted: true,
            generation: 7,
            password_hash: "$argon2id$".to_owned(),
        };
        let item = to_item(&AccountItem::of(&account)).unwrap();
        assert_eq!(
            serde_json::to_value(&item).unwrap(),
            json!({"p": {"S": "a#1"}, "id": {"S": "1"}, "em": {"S": "Ada@example.org"}, "nm": {"S": "Ada"}, "ty": {"S": account.kind.name()},
                "de": {"BOOL": true}, "ge": {"N": "7"}, "pw": {"S": "$argon2id$"}})
        );
        assert_eq!(from_item::<AccountItem>(item, "").unwrap().account, account);
    }
}
