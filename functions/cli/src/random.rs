//! Randomness from the operating system.

use crate::failure::{Failure, Outcome};

/// Bytes that nobody can guess.
pub fn bytes<const N: usize>() -> Outcome<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::because("The operating system gives no randomness", &error))?;
    Ok(bytes)
}

/// A new opaque id with 128 random bits.
pub fn id(prefix: &str) -> Outcome<String> {
    let random: [u8; 16] = bytes()?;
    Ok(random
        .iter()
        .fold(prefix.to_owned(), |id, byte| format!("{id}{byte:02x}")))
}
