//! The readers of an account (contract 5.1).

use chute_contract::{
    remote::{Reader, Readers},
    requests::Nothing,
};
use chute_domain::key::KeyKind;

use crate::{
    answer::{Answer, json},
    extract::{AnyKey, KeyRequest},
};

/// The account's readers: its write keys.
///
/// A reader is a write key and has the key's name. Delete keys belong to timing clients.
pub async fn list(call: KeyRequest<Nothing, AnyKey>) -> Answer<Readers> {
    let (_, key, app, _) = call.admit().await?;
    let mut keys = app.store.keys_of(&key.account).await?;
    keys.retain(|key| key.kind == KeyKind::Write);
    keys.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(json(&Readers {
        readers: keys
            .into_iter()
            .map(|key| Reader { name: key.name })
            .collect(),
    }))
}
