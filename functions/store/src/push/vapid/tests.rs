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
