//! Randomness from the operating system.

use aws_lc_rs::rand;
use chute_domain::key::hex;

use crate::answer::Problem;

/// Bytes that nobody can guess.
///
/// # Errors
/// [`Problem::Failed`] when the system returns none.
pub fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    rand::fill(&mut bytes).map_err(|_| Problem::Failed("the system gives no randomness".into()))?;
    Ok(bytes)
}

/// A new opaque id with 128 random bits: `prefix` and 32 hex digits.
///
/// # Errors
/// The same as for [`bytes`].
pub fn id(prefix: &str) -> Result<String, Problem> {
    Ok(format!("{prefix}{}", hex(&bytes::<16>()?)))
}
