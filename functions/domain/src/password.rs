//! Passwords: which ones are accepted, and how they are hashed (contract 3.5).

use argon2::{
    Algorithm, Argon2, CustomizedPasswordHasher, Params, PasswordVerifier, Version,
    password_hash::{self, phc::PasswordHash},
};

/// Why a new password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefused {
    /// Fewer than 8 characters.
    #[error("Minimum Password Length (8) Not Met")]
    TooShort,
    /// More than 1,024 bytes.
    #[error("Maximum Password Length (1024 Bytes) Exceeded")]
    TooLong,
}

/// A hash that nobody's password matches. It is checked where there is no account, so that the work
/// is the same as with one.
pub const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm8tYWNjb3VudC1oZXJl$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU";

/// Whether a password may be set.
///
/// # Errors
/// [`PasswordRefused`] if it has fewer than 8 characters or more than 1,024 bytes.
pub fn accept(password: &str) -> Result<(), PasswordRefused> {
    if password.chars().count() < 8 {
        return Err(PasswordRefused::TooShort);
    }
    within_limit(password)
}

/// Whether a password is short enough to be checked at all.
///
/// # Errors
/// [`PasswordRefused::TooLong`] if it has more than 1,024 bytes.
pub fn within_limit(password: &str) -> Result<(), PasswordRefused> {
    if password.len() > 1_024 {
        Err(PasswordRefused::TooLong)
    } else {
        Ok(())
    }
}

/// The Argon2id hash of a password in PHC form, with 19 MiB, two passes and one lane. `salt` must
/// be random.
///
/// # Errors
/// If Argon2 refuses its input, which it does for no password of an accepted length.
pub fn hash(password: &str, salt: &[u8; 16]) -> Result<String, password_hash::Error> {
    let hashed: PasswordHash = Argon2::default().hash_password_customized(
        password.as_bytes(),
        salt,
        Some(Algorithm::Argon2id.as_str()),
        Some(Version::V0x13.into()),
        Params::new(19 * 1_024, 2, 1, None)?,
    )?;
    Ok(hashed.to_string())
}

/// Whether the password is the one that was hashed; no password matches an unreadable hash.
#[must_use]
pub fn matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_hash_is_strong_enough_and_opens_for_its_password_only() {
        let text = hash("correct horse", &[7; 16]).unwrap();
        assert!(
            text.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{text}"
        );
        assert!(matches("correct horse", &text));
        assert!(!matches("correct house", &text));
        assert!(!matches("correct horse", "nonsense"));
        assert_ne!(text, hash("correct horse", &[8; 16]).unwrap());
    }

    #[test]
    fn nobodys_hash_is_the_same_work_as_anybodys() {
        let (nobodys, anybodys) = (
            PasswordHash::new(NOBODYS).unwrap(),
            hash("correct horse", &[7; 16]).unwrap(),
        );
        let anybodys = PasswordHash::new(&anybodys).unwrap();
        assert_eq!(
            (nobodys.algorithm, nobodys.version),
            (anybodys.algorithm, anybodys.version)
        );
        assert_eq!(nobodys.params, anybodys.params);
        assert_eq!(
            nobodys.hash.map(|hash| hash.len()),
            anybodys.hash.map(|hash| hash.len())
        );
        assert!(!matches("", NOBODYS));
    }

    #[rstest]
    #[case("1234567", Err(PasswordRefused::TooShort))]
    #[case("ééééééé", Err(PasswordRefused::TooShort))]
    #[case("12345678", Ok(()))]
    #[case("éééééééé", Ok(()))]
    #[case(&"x".repeat(1_024), Ok(()))]
    #[case(&"x".repeat(1_025), Err(PasswordRefused::TooLong))]
    #[case(&"é".repeat(513), Err(PasswordRefused::TooLong))]
    fn lengths_are_limited(#[case] password: &str, #[case] expected: Result<(), PasswordRefused>) {
        assert_eq!(accept(password), expected);
    }
}
