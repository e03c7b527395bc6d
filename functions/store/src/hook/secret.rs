//! Secrets of hooks. None is stored: each is derived from the deployment's secret for pushes, the
//! hook's id and its salt.

use std::{
    fmt,
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

use aws_lc_rs::{
    hkdf::{HKDF_SHA256, Salt},
    hmac,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use chute_domain::hook::Hook;

use crate::{Result, SecretName, Store, StoreError, cipher::expanded};

/// The prefix of secrets in Standard Webhooks.
const PREFIX: &str = "whsec_";
const PURPOSE: &[u8] = b"web hook: HMAC-SHA256";
/// How long the deployment's secret is held in memory: desk and sender agree again this long after
/// a change of the secret.
const HELD: Duration = Duration::from_secs(10 * 60);

/// Derives the secrets of hooks.
pub struct HookSecrets {
    store: Store,
    held: RwLock<Option<(Instant, Vec<Vec<u8>>)>>,
}

impl fmt::Debug for HookSecrets {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("HookSecrets")
    }
}

impl HookSecrets {
    /// Uses the secret of this store's deployment.
    #[must_use]
    pub fn of(store: &Store) -> Self {
        Self {
            store: store.clone(),
            held: RwLock::default(),
        }
    }

    /// The secret with which the receiver verifies messages, as it is shown; empty if no hook is
    /// set.
    ///
    /// # Errors
    /// When this function has no secret, or it cannot be read.
    pub async fn shown(&self, hook: &Hook) -> Result<String> {
        if hook.address.is_empty() {
            return Ok(String::new());
        }
        let versions = self.versions().await?;
        let current = versions
            .first()
            .ok_or_else(|| StoreError::Failed("no secret for web hooks".into()))?;
        Ok(format!(
            "{PREFIX}{}",
            STANDARD.encode(derived(current, &hook.id, &hook.salt)?)
        ))
    }

    /// The signatures of a message with every secret that signs at `now_s`: the hook's and, for a
    /// day after a change, its previous one; while the deployment's secret is being changed, with
    /// those derived from either of its versions.
    pub(super) async fn signatures(
        &self,
        hook: &Hook,
        id: &str,
        now_s: i64,
        body: &str,
    ) -> Result<String> {
        let mut signatures = Vec::new();
        for version in self.versions().await? {
            for salt in hook.salts(now_s) {
                signatures.push(signature(
                    &derived(&version, &hook.id, salt)?,
                    id,
                    now_s,
                    body,
                ));
            }
        }
        if signatures.is_empty() {
            Err(StoreError::Failed("no secret for web hooks".into()))
        } else {
            Ok(signatures.join(" "))
        }
    }

    async fn versions(&self) -> Result<Vec<Vec<u8>>> {
        let held = self
            .held
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some((_, versions)) = held.filter(|(since, _)| since.elapsed() < HELD) {
            return Ok(versions);
        }
        let versions = self.store.read_secret(SecretName::Push).await?;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), versions.clone()));
        Ok(versions)
    }
}

fn derived(version: &[u8], id: &str, salt: &str) -> Result<[u8; 32]> {
    // ids have a fixed length, and so have salts: no two pairs yield the same text
    let info = [PURPOSE, id.as_bytes(), salt.as_bytes()];
    expanded(&Salt::new(HKDF_SHA256, b"chute").extract(version), &info)
        .map_err(|_| StoreError::Failed("derivation failed".into()))
}

/// The signature by Standard Webhooks, "Signature scheme": HMAC-SHA256 over id, time and body,
/// joined by dots.
fn signature(secret: &[u8], id: &str, timestamp: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    format!(
        "v1,{}",
        STANDARD.encode(hmac::sign(
            &key,
            format!("{id}.{timestamp}.{body}").as_bytes()
        ))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specifications_example() {
        // from the specification, "Verifying signatures"
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(
            &secret,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn each_hook_has_a_secret_of_its_own() {
        let of = |version: &str, id, salt| derived(version.as_bytes(), id, salt).unwrap();
        let all = [
            of("a", "h1", "s1"),
            of("b", "h1", "s1"),
            of("a", "h2", "s1"),
            of("a", "h1", "s2"),
        ];
        assert_eq!(of("a", "h1", "s1"), all[0]);
        for (at, one) in all.iter().enumerate() {
            assert!(all.iter().skip(at + 1).all(|other| other != one), "{at}");
        }
    }
}
