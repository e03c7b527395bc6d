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
pub(super) mod tests {
    use jsonwebtoken::{DecodingKey, Validation, decode};
    use serde_json::{Value, json};

    use super::*;

    /// The key and the claims, as a push service reads them from the header, if they are signed
    /// with the key that comes with them.
    pub fn verified(authorization: &str, origin: &str) -> Option<(String, Value)> {
        let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
        let point = URL_SAFE_NO_PAD.decode(key).ok()?;
        let mut rules = Validation::new(Algorithm::ES256);
        rules.set_audience(&[origin]);
        // the test has its own time
        rules.validate_exp = false;
        let key_of = DecodingKey::from_ec_components(
            &URL_SAFE_NO_PAD.encode(&point[1..33]),
            &URL_SAFE_NO_PAD.encode(&point[33..]),
        )
        .ok()?;
        Some((
            key.to_owned(),
            decode::<Value>(token, &key_of, &rules).ok()?.claims,
        ))
    }

    #[test]
    fn a_push_service_can_verify_the_header() {
        let key = VapidKey::of(b"a secret").unwrap();
        let said = key
            .authorization(
                "https://push.example.net",
                "mailto:timing@example.org",
                1_000,
            )
            .unwrap();
        let claims = json!({"aud": "https://push.example.net", "exp": 1_000 + 12 * 60 * 60, "sub": "mailto:timing@example.org"});
        assert_eq!(
            verified(&said, "https://push.example.net"),
            Some((key.public().to_owned(), claims))
        );
        assert_eq!(verified(&said, "https://other.example.net"), None);
        let other = VapidKey::of(b"another").unwrap();
        assert_eq!(
            verified(
                &said.replace(key.public(), other.public()),
                "https://push.example.net"
            ),
            None
        );
    }

    #[test]
    fn without_a_contact_there_is_no_subject() {
        let said = VapidKey::of(b"a secret")
            .unwrap()
            .authorization("https://push.example.net", "", 0)
            .unwrap();
        assert_eq!(
            verified(&said, "https://push.example.net")
                .unwrap()
                .1
                .get("sub"),
            None
        );
    }

    #[test]
    fn a_secret_has_one_key_pair() {
        let public = |secret: &[u8]| VapidKey::of(secret).unwrap().public().to_owned();
        assert_eq!(public(b"a secret"), public(b"a secret"));
        assert_ne!(public(b"a secret"), public(b"another"));
        // browsers hold it, so it must never change
        assert_eq!(
            public(b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"),
            "BMOoOqy85k0IVzQGqqu2L_XdV2X8YZtCvFiVZIhyhbQxWDDuZ4jeBc6JBw801N6sXMCbvPXV6P5e4r28EhcuJv0"
        );
        assert_eq!(
            URL_SAFE_NO_PAD.decode(public(b"a secret")).unwrap().len(),
            65
        );
    }
}
