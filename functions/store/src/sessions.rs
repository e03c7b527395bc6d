//! Families of refresh tokens: `p` = account id, `q` = family id, removed by the table itself some
//! time after `x`. Only hashes of tokens are stored.

use chute_domain::{
    account::Account,
    session::{self, Family},
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    accounts::account_key,
    port::{Get, Write},
    table::{self, KeyPair, number, p_key, text, to_item},
};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct FamilyItem(#[serde(with = "FamilyAttributes")] Family);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Family")]
struct FamilyAttributes {
    #[serde(rename = "p")]
    account: String,
    #[serde(rename = "q")]
    id: String,
    #[serde(rename = "ge")]
    generation: u64,
    #[serde(rename = "st")]
    started_ms: u64,
    #[serde(rename = "n")]
    number: u64,
    #[serde(rename = "k")]
    secret: String,
    #[serde(rename = "h")]
    current: String,
    #[serde(rename = "b", default)]
    previous: String,
    #[serde(rename = "r")]
    rotated_ms: u64,
    #[serde(rename = "x")]
    expires_s: i64,
}

#[derive(Deserialize)]
struct AccountOfEmail {
    id: String,
}

impl Store {
    /// The account with this e-mail address, ignoring case; makes the same calls whether it exists
    /// or not.
    pub async fn find_account_to_sign_in(&self, email: &str) -> Result<Option<Account>> {
        let email = email.trim().to_lowercase();
        // an address too long for any account would not fit into a key
        let email = if email.chars().count() > 100 {
            ""
        } else {
            &email
        };
        let get = Get::new(&self.names.accounts, p_key(&format!("e#{email}")));
        let found: Option<AccountOfEmail> = get.read(&self.db, "accounts").await?;
        let id = found.map_or_else(|| "nobody".to_owned(), |found| found.id);
        self.find_account_by_id(&id).await
    }

    /// A family, unless it was ended or its item has been removed after it expired.
    pub async fn find_family(&self, account: &str, family: &str) -> Result<Option<Family>> {
        let key = KeyPair::new(account, family).item();
        let get = Get::new(&self.names.sessions, key);
        let item: Option<FamilyItem> = get.read(&self.db, "sessions").await?;
        Ok(item.map(|FamilyItem(family)| family))
    }

    /// Stores a new family and ends those that exceed the limit (contract 3.3).
    pub async fn start_family(&self, family: Family, now_s: i64) -> Result<()> {
        let (account, generation) = (family.account.clone(), family.generation);
        let item = to_item(&FamilyItem(family))?;
        Write::put(&self.names.sessions, item)
            .send(&self.db)
            .await?;
        // counted after the write: if two logins happen at once, the later count sees both
        let items: Vec<FamilyItem> =
            table::query(&self.db, &self.names.sessions, &account, "").await?;
        let families = items.into_iter().map(|FamilyItem(family)| family).collect();
        let ended = session::surplus(families, generation, now_s);
        futures::future::try_join_all(
            ended
                .iter()
                .map(|family| self.end_family(&family.account, &family.id)),
        )
        .await?;
        Ok(())
    }

    /// Replaces a family's token, unless another request was first. Returns whether it was
    /// replaced.
    pub async fn rotate_family(&self, rotated: Family) -> Result<bool> {
        let replaced = text(&rotated.previous);
        let item = to_item(&FamilyItem(rotated))?;
        Write::put(&self.names.sessions, item)
            .condition("h = :h")
            .value(":h", replaced)
            .held(&self.db)
            .await
    }

    /// Ends a family; its tokens are refused from the next request on.
    pub async fn end_family(&self, account: &str, family: &str) -> Result<()> {
        let key = KeyPair::new(account, family).item();
        Write::delete(&self.names.sessions, key)
            .send(&self.db)
            .await?;
        Ok(())
    }

    /// Ends all sessions of an account.
    pub async fn end_sessions(&self, account: &str) -> Result<()> {
        Write::update(&self.names.accounts, p_key(&account_key(account)))
            .change("ADD ge :one")
            .condition("attribute_exists(p)")
            .value(":one", number(1))
            .held(&self.db)
            .await
            .map(drop)
    }

    /// Changes an account's password and ends all its sessions, unless the password was changed
    /// since `seen` was read. Returns whether it did.
    pub async fn change_password(&self, seen: &Account, password_hash: &str) -> Result<bool> {
        Write::update(&self.names.accounts, p_key(&account_key(&seen.id)))
            .change("SET pw = :new ADD ge :one")
            .condition("pw = :old")
            .value(":new", text(password_hash))
            .value(":old", text(&seen.password_hash))
            .value(":one", number(1))
            .held(&self.db)
            .await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::from_item;

    #[test]
    fn a_family_has_the_attributes_of_earlier_versions() {
        let family = Family {
            account: "a".to_owned(),
            id: "f".to_owned(),
            generation: 0,
            started_ms: 1_777_734_000_000,
            number: 3,
            secret: "k".to_owned(),
            current: "h".to_owned(),
            previous: String::new(),
            rotated_ms: 1_777_734_000_001,
            expires_s: 1_777_734_060,
        };
        let item = to_item(&FamilyItem(family.clone())).unwrap();
        assert_eq!(
            serde_json::to_value(&item).unwrap(),
            json!({"p": {"S": "a"}, "q": {"S": "f"}, "ge": {"N": "0"}, "st": {"N": "1777734000000"}, "n": {"N": "3"}, "k": {"S": "k"},
                "h": {"S": "h"}, "b": {"S": ""}, "r": {"N": "1777734000001"}, "x": {"N": "1777734060"}})
        );
        assert_eq!(from_item::<FamilyItem>(item, "").unwrap().0, family);
    }
}
