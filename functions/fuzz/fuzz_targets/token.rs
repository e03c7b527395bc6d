//! Credentials as text: a refresh token that is read is written the same, and a key with our prefix
//! has the right form.
#![no_main]

use chute_domain::{account::Realm, key::is_plausible, session::RefreshToken};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(token) = RefreshToken::parse(text) {
        assert_eq!(token.text(), text);
    }
    if is_plausible(Realm::Account, text) {
        assert!(
            (8..=100).contains(&text.len())
                && !text.starts_with("rm_")
                && (!text.starts_with("rk_") || text.len() == 31)
        );
    }
});
