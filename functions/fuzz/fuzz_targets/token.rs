//! Credentials as text: a refresh token that is read is written the same, and a key with our prefix has the right form.
#![no_main]

use chute_domain::{
    account::Realm,
    key::{is_plausible, prefix},
    session::RefreshToken,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(token) = RefreshToken::parse(text) {
        assert_eq!(token.text(), text);
    }
    let prefix = prefix(Realm::Account);
    if is_plausible(prefix, text) {
        assert!(!text.is_empty() && text.len() <= 100 && (!text.starts_with(prefix) || text.len() == 31));
    }
});
