//! Encryption (AES-256-GCM): of keys' values at rest, bound to the key's digest (contract 3.1), and
//! of the contents of links in e-mails (8.9).

use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
};

use crate::{Cause, Result, StoreError};

const ID: usize = 8;
const KEY: usize = 32;

/// The purposes: what is encrypted for one cannot be decrypted for another.
const KEY_VALUES: &[u8] = b"key values";
const MAIL_LINKS: &[u8] = b"mail links";

/// Encrypts and decrypts for one purpose. `Debug` reveals nothing of it.
pub struct Cipher {
    /// The first one encrypts; all of them decrypt.
    keys: Vec<CipherKey>,
}

struct CipherKey {
    /// Identifies the secret that a ciphertext was made with, without revealing anything about it.
    id: [u8; ID],
    key: RandomizedNonceKey,
}

impl std::fmt::Debug for Cipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cipher").finish_non_exhaustive()
    }
}

impl Cipher {
    /// A cipher of keys' values from the versions of a secret: it encrypts with the first, current
    /// one, and after a rotation still decrypts what the previous one encrypted.
    ///
    /// # Errors
    /// When no key can be derived.
    pub fn new(versions: &[Vec<u8>]) -> Result<Self> {
        Self::of(versions, KEY_VALUES)
    }

    /// A cipher of the contents of links in e-mails.
    pub(crate) fn of_links(versions: &[Vec<u8>]) -> Result<Self> {
        Self::of(versions, MAIL_LINKS)
    }

    fn of(versions: &[Vec<u8>], purpose: &[u8]) -> Result<Self> {
        let keys = versions
            .iter()
            .map(|secret| CipherKey::derive(secret, purpose))
            .collect::<Result<_>>()?;
        Ok(Self { keys })
    }

    /// Whether there is no secret, so that nothing can be encrypted or decrypted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Encrypts a value, bound to a text that is needed to open it, such as a key's digest. Returns
    /// the cipher key's id, the nonce, and the ciphertext with its tag.
    ///
    /// # Errors
    /// When there is no secret or no randomness.
    pub fn seal(&self, value: &str, bound_to: &str) -> Result<Vec<u8>> {
        let CipherKey { id, key } = self.keys.first().ok_or_else(|| unsealed("no cipher key"))?;
        let mut text = value.as_bytes().to_vec();
        let nonce = key
            .seal_in_place_append_tag(Aad::from(bound_to), &mut text)
            .map_err(|_| unsealed("sealing failed"))?;
        Ok([id.as_slice(), nonce.as_ref(), text.as_slice()].concat())
    }

    /// Decrypts a value; `None` if it was encrypted with a secret that no longer exists, or is not
    /// bound to this text.
    #[must_use]
    pub fn open(&self, sealed: &[u8], bound_to: &str) -> Option<String> {
        let (id, rest) = sealed.split_at_checked(ID)?;
        let (nonce, text) = rest.split_at_checked(NONCE_LEN)?;
        let key = &self.keys.iter().find(|known| known.id == id)?.key;
        let mut text = text.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let value = key
            .open_in_place(nonce, Aad::from(bound_to), &mut text)
            .ok()?;
        String::from_utf8(value.to_vec()).ok()
    }
}

impl CipherKey {
    fn derive(secret: &[u8], purpose: &[u8]) -> Result<Self> {
        let secret = Salt::new(HKDF_SHA256, b"chute").extract(secret);
        let derived = || {
            let id = expanded(&secret, &[purpose, b": id of the cipher key"])?;
            let key: [u8; KEY] = expanded(&secret, &[purpose, b": AES-256-GCM"])?;
            let key = RandomizedNonceKey::new(&AES_256_GCM, &key)?;
            Ok(Self { id, key })
        };
        derived().map_err(|_: Unspecified| unsealed("no cipher key"))
    }
}

impl crate::Store {
    /// The cipher of this realm's keys. A cipher without a secret decrypts nothing.
    pub async fn cipher(&self) -> Result<Cipher> {
        Cipher::new(&self.read_secret(crate::SecretName::Cipher).await?)
    }
}

/// So many bytes, derived from a secret for this purpose.
pub(crate) fn expanded<const N: usize>(
    secret: &Prk,
    purpose: &[&[u8]],
) -> std::result::Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    secret.expand(purpose, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

pub(crate) struct Length(pub usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn unsealed(what: &'static str) -> StoreError {
    let cause: Cause = what.into();
    StoreError::Failed(cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";
    const OTHER: &[u8] = b"fedcba9876543210fedcba9876543210";

    fn cipher(versions: &[&[u8]]) -> Cipher {
        Cipher::new(
            &versions
                .iter()
                .map(|secret| secret.to_vec())
                .collect::<Vec<_>>(),
        )
        .unwrap()
    }

    #[test]
    fn a_value_opens_for_its_digest_only() {
        let cipher = cipher(&[SECRET]);
        let sealed = cipher.seal("rk_value", "digest").unwrap();
        assert_eq!(cipher.open(&sealed, "digest").as_deref(), Some("rk_value"));
        assert_eq!(cipher.open(&sealed, "another"), None);
        assert!(!sealed.windows(8).any(|window| window == b"rk_value"));
        assert_ne!(
            sealed,
            cipher.seal("rk_value", "digest").unwrap(),
            "a nonce of its own each time"
        );
    }

    #[test]
    fn a_changed_byte_or_a_missing_one_does_not_open() {
        let cipher = cipher(&[SECRET]);
        let sealed = cipher.seal("rk_value", "digest").unwrap();
        for place in 0..sealed.len() {
            let mut wrong = sealed.clone();
            wrong[place] ^= 1;
            assert_eq!(cipher.open(&wrong, "digest"), None, "byte {place}");
            assert_eq!(
                cipher.open(&sealed[..place], "digest"),
                None,
                "{place} bytes"
            );
        }
    }

    #[test]
    fn a_rotated_secret_opens_what_the_previous_one_made() {
        let before = cipher(&[SECRET]).seal("rk_value", "digest").unwrap();
        let rotated = cipher(&[OTHER, SECRET]);
        assert_eq!(rotated.open(&before, "digest").as_deref(), Some("rk_value"));
        let after = rotated.seal("rk_value", "digest").unwrap();
        assert_eq!(
            cipher(&[OTHER]).open(&after, "digest").as_deref(),
            Some("rk_value"),
            "the current one encrypts"
        );
        assert_eq!(cipher(&[OTHER]).open(&before, "digest"), None);
    }

    #[test]
    fn a_purpose_opens_nothing_of_another() {
        let links = Cipher::of_links(&[SECRET.to_vec()]).unwrap();
        let sealed = cipher(&[SECRET]).seal("rk_value", "digest").unwrap();
        assert_eq!(links.open(&sealed, "digest"), None);
        assert_eq!(
            links
                .open(&links.seal("link", "act").unwrap(), "act")
                .as_deref(),
            Some("link")
        );
    }

    #[test]
    fn a_stored_value_opens_with_the_secret_of_then() {
        // derived as it has been since keys were first stored: it must never change
        let CipherKey { id, .. } = CipherKey::derive(SECRET, KEY_VALUES).unwrap();
        assert_eq!(id, [86, 209, 126, 218, 106, 79, 175, 213]);
    }

    #[test]
    fn without_a_secret_nothing_is_sealed() {
        assert!(cipher(&[]).is_empty() && cipher(&[]).seal("rk_value", "digest").is_err());
    }

    #[test]
    fn the_debug_output_of_a_cipher_has_no_secret() {
        assert_eq!(format!("{:?}", cipher(&[SECRET])), "Cipher { .. }");
    }
}
