//! Keys: `p` = hex SHA-256 of the key's value. The value itself is nowhere.

use chute_domain::key::{Key, KeyKind};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    table::{failed, from_item, held, is_default, text, to_item},
};

#[derive(Serialize, Deserialize)]
struct KeyItem {
    p: String,
    #[serde(rename = "ac")]
    account: String,
    #[serde(rename = "nm", default, skip_serializing_if = "is_default")]
    name: String,
    #[serde(rename = "ty")]
    kind: KeyKind,
    #[serde(rename = "ho", default, skip_serializing_if = "is_default")]
    allowed_hosts: String,
    #[serde(rename = "un", default, skip_serializing_if = "is_default")]
    valid_until: Option<i64>,
    #[serde(rename = "of", default, skip_serializing_if = "is_default")]
    off: bool,
}

impl Store {
    /// The key with this digest.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_key(&self, digest: &str) -> Result<Option<Key>> {
        let answer =
            self.db.get_item().table_name(&self.names.keys).key("p", text(digest)).consistent_read(true).send().await.map_err(failed)?;
        let Some(item) = answer.item else { return Ok(None) };
        let KeyItem { p: digest, account, name, kind, allowed_hosts, valid_until, off } = from_item(item, "keys")?;
        Ok(Some(Key { digest, account, name, kind, allowed_hosts, valid_until, off }))
    }

    /// Stores a new key. Returns whether it was new.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn add_key(&self, key: &Key) -> Result<bool> {
        let Key { digest, account, name, kind, allowed_hosts, valid_until, off } = key.clone();
        let item = to_item(&KeyItem { p: digest, account, name, kind, allowed_hosts, valid_until, off })?;
        let put = self.db.put_item().table_name(&self.names.keys).set_item(Some(item)).condition_expression("attribute_not_exists(p)");
        held(put.send().await)
    }
}
