//! How push services know us (VAPID, RFC 8292): by a key pair whose public half browsers get when
//! they subscribe.

use aws_lc_rs::{
    agreement::{ECDH_P256, PrivateKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, Salt},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

use crate::cipher::expanded;

/// How long a token is valid, in seconds; services accept at most a day (RFC 8292, section 2).
const LIVES_S: i64 = 12 * 60 * 60;
/// Length of a private key in bytes.
const SCALAR: usize = 32;

/// A key pair.
pub(super) struct VapidKey {
    signing: EncodingKey,
    public: String,
}

#[derive(Serialize)]
struct Claims<'c> {
    aud: &'c str,
    exp: i64,
    #[serde(skip_serializing_if = "str::is_empty")]
    sub: &'c str,
}

impl VapidKey {
    /// The key pair derived from a secret: always the same one, so that only the secret has to be
    /// kept.
    ///
    /// # Errors
    /// If none can be derived.
    pub fn of(secret: &[u8]) -> Result<Self, Unspecified> {
        let secret = Salt::new(HKDF_SHA256, b"chute").extract(secret);
        // one in four billion derivations is not a valid private key: then the next one is used
        for number in 0..4_u8 {
            let scalar: [u8; SCALAR] = expanded(&secret, &[b"web push: P-256", &[number]])?;
            if let Ok(private) = PrivateKey::from_private_key(&ECDH_P256, &scalar) {
                return Self::with(&private, &scalar);
            }
        }
        Err(Unspecified)
    }

    fn with(private: &PrivateKey, scalar: &[u8]) -> Result<Self, Unspecified> {
        let public = private.compute_public_key()?;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            scalar,
            public.as_ref(),
        )
        .map_err(|_| Unspecified)?;
        let signing = EncodingKey::from_ec_der(pair.to_pkcs8v1()?.as_ref());
        Ok(Self {
            signing,
            public: URL_SAFE_NO_PAD.encode(public.as_ref()),
        })
    }

    /// The public key in base64url, as browsers expect it.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for the service at this origin. `contact` is an address of the
    /// operator; empty for none.
    ///
    /// # Errors
    /// When nothing can be signed.
    pub fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now_s: i64,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let claims = Claims {
            aud: origin,
            exp: now_s.saturating_add(LIVES_S),
            sub: contact,
        };
        let token = encode(&Header::new(Algorithm::ES256), &claims, &self.signing)?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}

#[cfg(test)]
pub(super) mod tests;
