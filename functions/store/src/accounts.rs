//! Accounts: `p` = `a#{id}` the account, `e#{e-mail lower-cased}` the way to it.

use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    table::{Item, failed, from_item, text, to_item},
};

/// An account as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Opaque id; never changes.
    pub id: String,
    /// E-mail as typed.
    #[serde(rename = "em")]
    pub email: String,
    /// Name.
    #[serde(rename = "nm")]
    pub name: String,
    /// `admin`, `free`, `paid` or `registration`.
    #[serde(rename = "ty")]
    pub kind: String,
    /// Argon2id hash of the password in PHC form.
    #[serde(rename = "pw")]
    pub password_hash: String,
}

#[derive(Serialize, Deserialize)]
struct EmailItem {
    p: String,
    id: String,
}

impl Store {
    /// The account with this e-mail, in any case.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_account(&self, email: &str) -> Result<Option<Account>> {
        let Some(item) = self.account_item(&format!("e#{}", email.to_lowercase())).await? else { return Ok(None) };
        let EmailItem { id, .. } = from_item(item, "accounts")?;
        self.account_item(&format!("a#{id}")).await?.map(|item| from_item(item, "accounts")).transpose()
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
        let mut account_item = to_item(account)?;
        account_item.insert("p".to_owned(), text(&format!("a#{}", account.id)));
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
