//! Accounts: `p` = `a#{id}` the account, `e#{e-mail lower-cased}` the way to it.

use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use chute_domain::account::{Account, AccountKind};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    table::{Item, failed, from_item, is_default, text, to_item},
};

#[derive(Serialize, Deserialize)]
struct AccountItem {
    p: String,
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
    fn of(account: Account) -> Self {
        let Account { id, email, name, kind, locked, deleted, generation, password_hash } = account;
        Self { p: format!("a#{id}"), id, email, name, kind, locked, deleted, generation, password_hash }
    }

    fn account(self) -> Account {
        let Self { id, email, name, kind, locked, deleted, generation, password_hash, .. } = self;
        Account { id, email, name, kind, locked, deleted, generation, password_hash }
    }
}

#[derive(Serialize, Deserialize)]
struct EmailItem {
    p: String,
    id: String,
}

impl Store {
    /// The account with this e-mail, in any case, deleted ones included.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_account(&self, email: &str) -> Result<Option<Account>> {
        let Some(item) = self.account_item(&format!("e#{}", email.to_lowercase())).await? else { return Ok(None) };
        let EmailItem { id, .. } = from_item(item, "accounts")?;
        self.find_account_by_id(&id).await
    }

    /// The account with this id, deleted ones included.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_account_by_id(&self, id: &str) -> Result<Option<Account>> {
        let Some(item) = self.account_item(&format!("a#{id}")).await? else { return Ok(None) };
        from_item(item, "accounts").map(|item: AccountItem| Some(item.account()))
    }

    async fn account_item(&self, p: &str) -> Result<Option<Item>> {
        let get = self.db.get_item().table_name(&self.names.accounts).key("p", text(p)).consistent_read(true);
        Ok(get.send().await.map_err(failed)?.item)
    }

    /// Stores a new account. Returns whether its e-mail was free.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn add_account(&self, account: &Account) -> Result<bool> {
        let account_item = to_item(&AccountItem::of(account.clone()))?;
        let email_item = to_item(&EmailItem { p: format!("e#{}", account.email.to_lowercase()), id: account.id.clone() })?;
        let mut writes = Vec::new();
        for item in [account_item, email_item] {
            let put = Put::builder().table_name(&self.names.accounts).set_item(Some(item)).condition_expression("attribute_not_exists(p)");
            let put = put.build().map_err(|error| StoreError::Failed(Box::new(error)))?;
            writes.push(TransactWriteItem::builder().put(put).build());
        }
        match self.db.transact_write_items().set_transact_items(Some(writes)).send().await {
            Ok(_) => Ok(true),
            Err(error) if error.as_service_error().is_some_and(|error| error.is_transaction_canceled_exception()) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }
}
