//! The secrets that this function needs, held in memory and read again when something turns up that
//! was made with an unknown secret.
//!
//! Rotation signs nobody out: the current version makes everything new, and the previous one still
//! opens what was made before.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

use aws_lc_rs::{constant_time, hmac};
use chute_domain::key::hex;
use chute_store::{Cipher, SecretName, Store, StoreError};

use crate::answer::Problem;

/// The minimum time between two readings: a caller must not be able to make us read the secrets all
/// the time by sending nonsense.
const REREAD_AFTER: Duration = Duration::from_secs(30);

/// One version of a secret.
#[derive(Clone)]
pub struct Version {
    /// Identifies the version without revealing anything about it: it appears in tokens and items.
    pub id: String,
    key: hmac::Key,
}

impl Version {
    fn new(secret: &[u8]) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
        let id = hmac::sign(&key, b"id");
        let id = hex(id.as_ref().get(..4).unwrap_or_default());
        Self { id, key }
    }

    /// The key for one purpose: no two purposes share a key.
    #[must_use]
    pub fn key_for(&self, purpose: &str) -> [u8; 32] {
        let mut key = [0; 32];
        let derived = hmac::sign(&self.key, format!("for {purpose}").as_bytes());
        key.iter_mut()
            .zip(derived.as_ref())
            .for_each(|(to, from)| *to = *from);
        key
    }

    /// HMAC-SHA256 of a text for one purpose.
    #[must_use]
    pub fn mac(&self, purpose: &str, text: &str) -> Vec<u8> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.key_for(purpose));
        hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
    }
}

#[derive(Default)]
struct Held {
    token: Vec<Version>,
    cipher: Option<Arc<Cipher>>,
    /// The secrets themselves, since CloudFront sends them.
    origin: Vec<Vec<u8>>,
    read_at: Option<Instant>,
}

/// The secrets of this function; cheap to clone.
#[derive(Clone, Default)]
pub struct Secrets {
    store: Option<Store>,
    held: Arc<RwLock<Held>>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Secrets")
    }
}

impl Secrets {
    /// Reads the secrets that the store has names for.
    ///
    /// # Errors
    /// When one cannot be read.
    pub async fn read(store: &Store) -> Result<Self, StoreError> {
        let secrets = Self {
            store: Some(store.clone()),
            held: Arc::default(),
        };
        secrets.fetch(store).await?;
        Ok(secrets)
    }

    async fn fetch(&self, store: &Store) -> Result<(), StoreError> {
        let read = async |name| store.read_secret(name).await;
        let (token, cipher, origin) = futures::try_join!(
            read(SecretName::Token),
            read(SecretName::Cipher),
            read(SecretName::Origin)
        )?;
        let versions =
            |secrets: Vec<Vec<u8>>| secrets.iter().map(|secret| Version::new(secret)).collect();
        let cipher = if cipher.is_empty() {
            None
        } else {
            Some(Arc::new(Cipher::new(&cipher)?))
        };
        let held = Held {
            token: versions(token),
            cipher,
            origin,
            read_at: Some(Instant::now()),
        };
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(())
    }

    /// Reads the secrets again, because something turned up that none of those in memory made; but
    /// not too often.
    ///
    /// # Errors
    /// When one cannot be read.
    pub async fn reread(&self) -> Result<(), StoreError> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        if self.look(|held| held.read_at.is_none_or(|at| at.elapsed() >= REREAD_AFTER)) {
            self.fetch(store).await
        } else {
            Ok(())
        }
    }

    fn look<T>(&self, at: impl FnOnce(&Held) -> T) -> T {
        at(&self.held.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The secret that signs new tokens.
    ///
    /// # Errors
    /// [`Problem::Failed`] when this function has no token secret.
    pub fn token(&self) -> Result<Version, Problem> {
        self.look(|held| held.token.first().cloned())
            .ok_or_else(|| Problem::Failed("this function has no token secret".into()))
    }

    /// The version of the token secret with this id.
    ///
    /// # Errors
    /// When the secrets had to be read again and could not.
    pub async fn token_of(&self, id: &str) -> Result<Option<Version>, StoreError> {
        let find = || self.look(|held| held.token.iter().find(|version| version.id == id).cloned());
        if let Some(version) = find() {
            return Ok(Some(version));
        }
        self.reread().await?;
        Ok(find())
    }

    /// The cipher that encrypts and opens the values of keys.
    ///
    /// # Errors
    /// [`Problem::Failed`] when this function has no cipher secret.
    pub fn cipher(&self) -> Result<Arc<Cipher>, Problem> {
        self.look(|held| held.cipher.clone())
            .ok_or_else(|| Problem::Failed("this function has no cipher secret".into()))
    }

    /// Whether this is CloudFront's proof.
    pub(crate) async fn is_origin(&self, proof: &[u8]) -> bool {
        let known = || {
            self.look(|held| {
                held.origin
                    .iter()
                    .any(|secret| constant_time::verify_slices_are_equal(secret, proof).is_ok())
            })
        };
        if known() {
            return true;
        }
        if let Err(error) = self.reread().await {
            tracing::warn!(%error, "the secrets could not be read again");
        }
        known()
    }

    /// The pseudonym of a text, such as an address, in the table of attempts: a keyed hash, so that
    /// a copy of the table reveals nobody.
    ///
    /// # Errors
    /// [`Problem::Failed`] when this function has no secret at all.
    pub fn pseudonym(&self, text: &str) -> Result<String, Problem> {
        let secret = |held: &Held| {
            held.token
                .first()
                .cloned()
                .or_else(|| held.origin.first().map(|secret| Version::new(secret)))
        };
        let version = self
            .look(secret)
            .ok_or_else(|| Problem::Failed("this function has no secret for pseudonyms".into()))?;
        let mac = version.mac("pseudonyms", text);
        Ok(hex(mac.get(..16).unwrap_or_default()))
    }
}
