//! Phones: what is taken is `+1` and ten digits, and stays itself.
#![no_main]

use chute_domain::phone::Phone;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(phone) = Phone::subscriber(text) {
        let digits = phone.e164().strip_prefix("+1").expect("+1");
        assert!(digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(
            Phone::subscriber(phone.e164()).map(|again| again.e164().to_owned()),
            Some(phone.e164().to_owned())
        );
    }
    if let Some(phone) = Phone::blockable(text) {
        assert!(phone.e164().starts_with('+') && phone.e164().len() <= 16);
        assert_eq!(
            Phone::blockable(phone.e164()).map(|again| again.e164().to_owned()),
            Some(phone.e164().to_owned())
        );
    }
});
