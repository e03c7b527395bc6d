//! Endpoints of push services: whatever is sent, nothing but a known host over TLS is ever called,
//! and what is called is read as it was checked.
#![no_main]

use chute_domain::device::PushServices;
use http::Uri;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(origin) = PushServices::default().origin(text) {
        let uri: Uri = text.parse().expect("an address that an HTTP client takes");
        let host = uri.host().expect("a host");
        let known = [
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
        ]
        .contains(&host);
        assert!(known || host.ends_with(".notify.windows.com"));
        assert_eq!(
            (
                uri.scheme_str(),
                uri.port(),
                format!("https://{host}").as_str()
            ),
            (Some("https"), None, origin)
        );
    }
});
