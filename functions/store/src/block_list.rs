//! Block lists: `p` = `phone` or `email`, `q` = the phone in E.164 or the lower-cased address. They
//! apply to the whole deployment.

use chute_domain::{email::EmailAddress, phone::Phone};
use serde::Deserialize;

use crate::{
    Result, Store,
    port::{Get, Write},
    table::{KeyPair, query},
};

#[derive(Deserialize)]
struct BlockItem {
    q: String,
}

const PHONE: &str = "phone";
const EMAIL: &str = "email";

impl Store {
    /// Puts a phone on the block list.
    pub async fn block_phone(&self, phone: &Phone) -> Result<()> {
        self.block(&KeyPair::new(PHONE, phone.e164())).await
    }

    /// Takes a phone off the block list.
    pub async fn unblock_phone(&self, phone: &Phone) -> Result<()> {
        self.unblock(&KeyPair::new(PHONE, phone.e164())).await
    }

    /// Whether nothing may be sent to a phone.
    pub async fn is_phone_blocked(&self, phone: &Phone) -> Result<bool> {
        self.is_blocked(&KeyPair::new(PHONE, phone.e164())).await
    }

    /// The blocked phones in E.164, in ascending order.
    pub async fn blocked_phones(&self) -> Result<Vec<String>> {
        self.blocked(PHONE).await
    }

    /// Puts an address on the block list.
    pub async fn block_email(&self, email: &str) -> Result<()> {
        self.block(&KeyPair::new(EMAIL, &email.to_lowercase()))
            .await
    }

    /// Takes an address off the block list.
    pub async fn unblock_email(&self, email: &str) -> Result<()> {
        self.unblock(&KeyPair::new(EMAIL, &email.to_lowercase()))
            .await
    }

    /// Whether nothing may be sent to an address.
    pub async fn is_email_blocked(&self, address: &EmailAddress) -> Result<bool> {
        self.is_blocked(&KeyPair::new(EMAIL, address.as_str()))
            .await
    }

    /// The blocked addresses in lower case, in ascending order.
    pub async fn blocked_emails(&self) -> Result<Vec<String>> {
        self.blocked(EMAIL).await
    }

    async fn block(&self, key: &KeyPair) -> Result<()> {
        Write::put(&self.names.blocks, key.item())
            .send(&self.db)
            .await
            .map(drop)
    }

    async fn is_blocked(&self, key: &KeyPair) -> Result<bool> {
        Ok(Get::new(&self.names.blocks, key.item())
            .send(&self.db)
            .await?
            .is_some())
    }

    async fn unblock(&self, key: &KeyPair) -> Result<()> {
        Write::delete(&self.names.blocks, key.item())
            .send(&self.db)
            .await
            .map(drop)
    }

    async fn blocked(&self, list: &str) -> Result<Vec<String>> {
        let items: Vec<BlockItem> = query(&self.db, &self.names.blocks, list, "").await?;
        Ok(items.into_iter().map(|item| item.q).collect())
    }
}
