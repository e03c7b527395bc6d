//! Session tokens (contract 3.3): access tokens are JWTs; refresh tokens are texts that only the
//! server can derive.

use aws_lc_rs::constant_time;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chute_domain::{
    account::{Account, Realm},
    session::{ACCESS_S, RefreshToken},
};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode,
};
use serde::{Deserialize, Serialize};

use crate::{
    answer::Problem,
    random,
    secrets::{Secrets, Version},
};

const TYPE: &str = "access";

/// The claims of an access token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    realm: String,
    typ: String,
    /// The account.
    pub sub: String,
    /// The family.
    pub fam: String,
    /// The account's generation at login.
    #[serde(rename = "gen")]
    pub generation: u64,
    iat: i64,
    exp: i64,
    jti: String,
}

/// Makes a new access token.
///
/// # Errors
/// [`Problem::Failed`] without a secret or randomness.
pub fn access(
    secrets: &Secrets,
    realm: Realm,
    account: &Account,
    family: &str,
    now_s: i64,
) -> Result<String, Problem> {
    let secret = secrets.token()?;
    let claims = Claims {
        realm: realm.name().to_owned(),
        typ: TYPE.to_owned(),
        sub: account.id.clone(),
        fam: family.to_owned(),
        generation: account.generation,
        iat: now_s,
        exp: now_s + ACCESS_S,
        jti: random::id("")?,
    };
    let header = Header {
        kid: Some(secret.id.clone()),
        ..Header::new(Algorithm::HS256)
    };
    let key = EncodingKey::from_secret(&secret.key_for(&purpose(realm, TYPE)));
    encode(&header, &claims, &key).map_err(|error| Problem::Failed(Box::new(error)))
}

/// The claims of a token, if it is an unexpired access token of this realm, signed by the server.
///
/// # Errors
/// When the secrets could not be read.
pub async fn read_access(
    secrets: &Secrets,
    realm: Realm,
    token: &str,
    now_s: i64,
) -> Result<Option<Claims>, Problem> {
    let Some(kid) = decode_header(token)
        .ok()
        .filter(|header| header.alg == Algorithm::HS256)
        .and_then(|header| header.kid)
    else {
        return Ok(None);
    };
    let Some(secret) = secrets.token_of(&kid).await? else {
        return Ok(None);
    };
    let key = DecodingKey::from_secret(&secret.key_for(&purpose(realm, TYPE)));
    let mut rules = Validation::new(Algorithm::HS256);
    // the expiry is compared with the request's receipt below, not with the time now
    rules.validate_exp = false;
    let claims = decode::<Claims>(token, &key, &rules)
        .ok()
        .map(|token| token.claims);
    Ok(claims
        .filter(|claims| claims.realm == realm.name() && claims.typ == TYPE && now_s < claims.exp))
}

/// The refresh token with this number, derived with this version of the secret.
#[must_use]
pub fn refresh(
    secret: &Version,
    realm: Realm,
    account: &str,
    family: &str,
    number: u64,
) -> RefreshToken {
    let (account, family) = (account.to_owned(), family.to_owned());
    let unsigned = RefreshToken {
        account,
        family,
        number,
        secret: secret.id.clone(),
        mac: String::new(),
    };
    let mac =
        URL_SAFE_NO_PAD.encode(secret.mac(&purpose(realm, "refresh"), &unsigned.signed_part()));
    RefreshToken { mac, ..unsigned }
}

/// Whether a refresh token is ours. One made with a secret that is no longer known counts as
/// genuine here: its family decides.
///
/// # Errors
/// When the secrets could not be read.
pub async fn is_genuine(
    secrets: &Secrets,
    realm: Realm,
    token: &RefreshToken,
) -> Result<bool, Problem> {
    let Some(secret) = secrets.token_of(&token.secret).await? else {
        return Ok(true);
    };
    let ours = refresh(&secret, realm, &token.account, &token.family, token.number);
    Ok(constant_time::verify_slices_are_equal(ours.mac.as_bytes(), token.mac.as_bytes()).is_ok())
}

fn purpose(realm: Realm, kind: &str) -> String {
    format!("{} tokens of realm {}", kind, realm.name())
}
