//! Accounts that somebody can sign in to.

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use chute_domain::account::{Account, AccountKind};

/// An account that is neither locked nor deleted; its password is hashed at the lowest cost.
///
/// # Panics
/// When there is not enough memory for the hash.
#[must_use]
pub fn account(id: &str, email: &str, name: &str, kind: AccountKind, password: &str) -> Account {
    let params = Params::new(8, 1, 1, None).expect("parameters");
    let hash = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password(password.as_bytes())
        .expect("a hash");
    Account {
        id: id.to_owned(),
        email: email.to_owned(),
        name: name.to_owned(),
        kind,
        locked: false,
        deleted: false,
        generation: 0,
        password_hash: hash.to_string(),
    }
}
