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
    table::{self, KeyPair, failed, from_item, held, text, to_item},
};

#[derive(Serialize, Deserialize)]
struct FamilyItem {
    p: String,
    q: String,
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

impl FamilyItem {
    fn of(family: Family) -> Self {
        let Family {
            account,
            id,
            generation,
            started_ms,
            number,
            secret,
            current,
            previous,
            rotated_ms,
            expires_s,
        } = family;
        Self {
            p: account,
            q: id,
            generation,
            started_ms,
            number,
            secret,
            current,
            previous,
            rotated_ms,
            expires_s,
        }
    }

    fn family(self) -> Family {
        let Self {
            p,
            q,
            generation,
            started_ms,
            number,
            secret,
            current,
            previous,
            rotated_ms,
            expires_s,
        } = self;
        Family {
            account: p,
            id: q,
            generation,
            started_ms,
            number,
            secret,
            current,
            previous,
            rotated_ms,
            expires_s,
        }
    }
}

#[derive(Deserialize)]
struct AccountOfEmail {
    id: String,
}

impl Store {
    /// The account with this e-mail address, ignoring case; makes the same calls whether it exists
    /// or not.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_account_to_sign_in(&self, email: &str) -> Result<Option<Account>> {
        let email = email.trim().to_lowercase();
        // an address too long for any account would not fit into a key
        let email = if email.chars().count() > 100 {
            ""
        } else {
            &email
        };
        let get = self
            .db
            .get_item()
            .table_name(&self.names.accounts)
            .key("p", text(&format!("e#{email}")))
            .consistent_read(true);
        let id = match get.send().await.map_err(failed)?.item {
            Some(item) => from_item::<AccountOfEmail>(item, "accounts")?.id,
            None => "nobody".to_owned(),
        };
        self.find_account_by_id(&id).await
    }

    /// A family, unless it was ended or its item has been removed after it expired.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_family(&self, account: &str, family: &str) -> Result<Option<Family>> {
        let key = KeyPair::new(account, family).item();
        let answer = self
            .db
            .get_item()
            .table_name(&self.names.sessions)
            .set_key(Some(key))
            .consistent_read(true)
            .send()
            .await;
        let Some(item) = answer.map_err(failed)?.item else {
            return Ok(None);
        };
        from_item(item, "sessions").map(|item: FamilyItem| Some(item.family()))
    }

    /// Stores a new family and ends those that exceed the limit (contract 3.3).
    ///
    /// # Errors
    /// When the table cannot be read or written.
    pub async fn start_family(&self, family: Family, now_s: i64) -> Result<()> {
        let (account, generation) = (family.account.clone(), family.generation);
        let item = to_item(&FamilyItem::of(family))?;
        self.db
            .put_item()
            .table_name(&self.names.sessions)
            .set_item(Some(item))
            .send()
            .await
            .map_err(failed)?;
        // counted after the write: if two logins happen at once, the later count sees both
        let items: Vec<FamilyItem> =
            table::query(&self.db, &self.names.sessions, &account, "").await?;
        let families = items.into_iter().map(FamilyItem::family).collect();
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
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn rotate_family(&self, rotated: Family) -> Result<bool> {
        let replaced = text(&rotated.previous);
        let item = to_item(&FamilyItem::of(rotated))?;
        let put = self
            .db
            .put_item()
            .table_name(&self.names.sessions)
            .set_item(Some(item))
            .condition_expression("h = :h");
        held(put.expression_attribute_values(":h", replaced).send().await)
    }

    /// Ends a family; its tokens are refused from the next request on.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn end_family(&self, account: &str, family: &str) -> Result<()> {
        let key = KeyPair::new(account, family).item();
        self.db
            .delete_item()
            .table_name(&self.names.sessions)
            .set_key(Some(key))
            .send()
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Ends all sessions of an account.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn end_sessions(&self, account: &str) -> Result<()> {
        let update = self
            .db
            .update_item()
            .table_name(&self.names.accounts)
            .key("p", text(&account_key(account)));
        let update = update
            .update_expression("ADD ge :one")
            .condition_expression("attribute_exists(p)");
        let update = update.expression_attribute_values(
            ":one",
            aws_sdk_dynamodb::types::AttributeValue::N("1".to_owned()),
        );
        held(update.send().await).map(|_| ())
    }

    /// Changes an account's password and ends all its sessions, unless the password was changed
    /// since `seen` was read. Returns whether it did.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn change_password(&self, seen: &Account, password_hash: &str) -> Result<bool> {
        let update = self
            .db
            .update_item()
            .table_name(&self.names.accounts)
            .key("p", text(&account_key(&seen.id)))
            .update_expression("SET pw = :new ADD ge :one")
            .condition_expression("pw = :old")
            .expression_attribute_values(":new", text(password_hash))
            .expression_attribute_values(":old", text(&seen.password_hash))
            .expression_attribute_values(
                ":one",
                aws_sdk_dynamodb::types::AttributeValue::N("1".to_owned()),
            );
        held(update.send().await)
    }
}
