//! Addresses of web hooks: whatever is sent, nothing but a name of the public web over TLS is
//! taken, it is called as it was checked, and what is kept is taken again as it is.
#![no_main]

use std::net::IpAddr;

use chute_domain::hook::Addresses;
use http::Uri;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let addresses = Addresses::default();
    if let Some(kept) = addresses.checked(text) {
        let uri: Uri = kept.parse().expect("an address that an HTTP client takes");
        let host = uri.host().expect("a host");
        assert_eq!(uri.scheme_str(), Some("https"));
        assert!(
            host.contains('.')
                && host.parse::<IpAddr>().is_err()
                && !kept.contains(['@', '#', '\r', '\n', ' '])
        );
        assert!(host.bytes().all(|byte| byte.is_ascii_lowercase()
            || byte.is_ascii_digit()
            || byte == b'-'
            || byte == b'.'));
        assert_eq!(addresses.checked(&kept).as_deref(), Some(kept.as_str()));
    }
});
