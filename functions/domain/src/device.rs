//! Devices that are reached by Web Push: where the push service accepts messages for them, and the
//! keys with which these are encrypted (RFC 8030, RFC 8291).

use std::fmt;

use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::URL_SAFE_NO_PAD,
    },
};

use crate::key;

/// The maximum length of an endpoint, in characters. Those of the known services have 100 to 500.
const LONGEST: usize = 1_000;
/// Characters that an address may contain besides letters and digits (RFC 3986), without a fragment
/// and without brackets, which enclose IP addresses.
pub(crate) const IN_ADDRESS: &[u8] = b"-._~:/?@!$&'()*+,;=%";
/// The length of an uncompressed point of P-256, in bytes.
const POINT: usize = 65;
const SECRET: usize = 16;

/// Browsers write keys without padding, some libraries with it.
const READER: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The push services that messages may go to. Anybody may send us an endpoint, which is an address.
/// Without this list we would call any machine, including those that only we can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushServices {
    hosts: Vec<Host>,
    /// Whether a service on this machine may be called, without TLS: for tests.
    loopback: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Host {
    Exactly(String),
    /// Every name below this one, which begins with a dot.
    Below(String),
}

/// A browser's subscription to pushes.
#[derive(Clone, PartialEq, Eq)]
pub struct Device {
    endpoint: String,
    /// Its public key, an uncompressed point of P-256.
    p256dh: Vec<u8>,
    /// Its authentication secret.
    auth: [u8; SECRET],
}

/// Why a browser's subscription is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The endpoint is not an address of a push service on the list.
    #[error("Invalid Push Endpoint")]
    Endpoint,
    /// A key is missing or malformed.
    #[error("Invalid Push Keys")]
    Keys,
}

impl Default for PushServices {
    /// The services of Chrome, Edge and others, Firefox, Safari, and the older Edge.
    fn default() -> Self {
        let exactly = [
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
        ]
        .map(|host| Host::Exactly(host.to_owned()));
        let below = [Host::Below(".notify.windows.com".to_owned())];
        Self {
            hosts: exactly.into_iter().chain(below).collect(),
            loopback: false,
        }
    }
}

impl PushServices {
    /// Reads the setting: comma-separated host names, where `*.` in front of one means all names
    /// below it. `None` if one of them is not a name, for example an IP address.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let hosts = text
            .split(',')
            .map(str::trim)
            .filter(|host| !host.is_empty());
        let host = |text: &str| {
            let name = text.strip_prefix("*.").unwrap_or(text);
            is_name(name).then(|| {
                if name == text {
                    Host::Exactly(name.to_owned())
                } else {
                    Host::Below(format!(".{name}"))
                }
            })
        };
        Some(Self {
            hosts: hosts.map(host).collect::<Option<_>>()?,
            loopback: false,
        })
    }

    /// Also allows services on this machine, without TLS.
    #[must_use]
    pub fn with_loopback(self) -> Self {
        Self {
            loopback: true,
            ..self
        }
    }

    /// The origin of an endpoint, if messages may go there.
    #[must_use]
    pub fn origin<'e>(&self, endpoint: &'e str) -> Option<&'e str> {
        if endpoint.len() > LONGEST
            || !endpoint
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || IN_ADDRESS.contains(&byte))
        {
            return None;
        }
        let (scheme, rest) = endpoint.split_once("://")?;
        let authority = rest.split(['/', '?']).next()?;
        let known = match scheme {
            "https" => self.hosts.iter().any(|host| host.is(authority)),
            "http" => self.loopback && is_loopback(authority),
            _ => false,
        };
        known
            .then(|| endpoint.get(..scheme.len() + "://".len() + authority.len()))
            .flatten()
    }
}

impl Host {
    /// Whether the authority of an address is this host, written without a user and a port.
    fn is(&self, authority: &str) -> bool {
        match self {
            Self::Exactly(name) => name == authority,
            Self::Below(end) => {
                is_name(authority)
                    && authority.len() > end.len()
                    && authority.ends_with(end.as_str())
            }
        }
    }
}

/// Whether a text is a host name on the public web: labels in lower case, the last of which is not
/// a number, so that no IP address passes.
pub(crate) fn is_name(text: &str) -> bool {
    let of_label = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(of_label);
    let last = text.rsplit('.').next().unwrap_or_default();
    text.contains('.')
        && text.split('.').all(is_label)
        && last.bytes().any(|byte| byte.is_ascii_lowercase())
        && !is_private(last)
}

/// Names that networks give to their own machines.
fn is_private(last: &str) -> bool {
    matches!(
        last,
        "localhost" | "local" | "internal" | "lan" | "home" | "corp" | "arpa" | "invalid" | "test"
    )
}

pub(crate) fn is_loopback(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    matches!(host, "127.0.0.1" | "localhost") && port.bytes().all(|digit| digit.is_ascii_digit())
}

impl Device {
    /// Reads a browser's subscription; its keys are in base64url.
    ///
    /// # Errors
    /// [`Unusable`] names the first part that is not accepted.
    pub fn of(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        services: &PushServices,
    ) -> Result<Self, Unusable> {
        services.origin(endpoint).ok_or(Unusable::Endpoint)?;
        Self::stored(endpoint, p256dh, auth).ok_or(Unusable::Keys)
    }

    /// Restores a device from storage, even if its service is no longer on the list. `None` if the
    /// keys are malformed.
    #[must_use]
    pub fn stored(endpoint: &str, p256dh: &str, auth: &str) -> Option<Self> {
        let p256dh = READER
            .decode(p256dh)
            .ok()
            .filter(|key| key.len() == POINT && key.first() == Some(&4))?;
        Some(Self {
            endpoint: endpoint.to_owned(),
            p256dh,
            auth: READER.decode(auth).ok()?.try_into().ok()?,
        })
    }

    /// Where messages for it go.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Its public key, an uncompressed point of P-256.
    #[must_use]
    pub fn public_key(&self) -> &[u8] {
        &self.p256dh
    }

    /// Its authentication secret.
    #[must_use]
    pub fn auth(&self) -> &[u8; SECRET] {
        &self.auth
    }

    /// Public key and authentication secret in base64url.
    #[must_use]
    pub fn keys(&self) -> [String; 2] {
        [
            URL_SAFE_NO_PAD.encode(&self.p256dh),
            URL_SAFE_NO_PAD.encode(self.auth),
        ]
    }

    /// Its pseudonym in the keys of stored items.
    #[must_use]
    pub fn id(&self) -> String {
        id(&self.endpoint)
    }
}

/// The pseudonym, in the keys of stored items, of the device with this endpoint.
#[must_use]
pub fn id(endpoint: &str) -> String {
    key::short_digest(endpoint)
}

/// Does not show the endpoint, which identifies the device: with it and the keys anybody can send
/// messages to the device.
impl fmt::Debug for Device {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Device(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    // RFC 8291, section 5
    const POINT_64: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH_64: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const FCM: &str = "https://fcm.googleapis.com/fcm/send/abc:DEF-_";

    #[rstest]
    #[case(FCM, Some("https://fcm.googleapis.com"))]
    #[case(
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        Some("https://updates.push.services.mozilla.com")
    )]
    #[case("https://web.push.apple.com/QGu", Some("https://web.push.apple.com"))]
    #[case(
        "https://wns2-par02p.notify.windows.com/w/?token=B%2f",
        Some("https://wns2-par02p.notify.windows.com")
    )]
    #[case("https://web.push.apple.com?q", Some("https://web.push.apple.com"))]
    #[case("http://fcm.googleapis.com/x", None)]
    #[case("https://fcm.googleapis.com:443/x", None)]
    #[case("https://user@fcm.googleapis.com/x", None)]
    #[case("https://fcm.googleapis.com@127.0.0.1/x", None)]
    #[case("https://fcm.googleapis.com.evil.example/x", None)]
    #[case("https://fcm.googleapis.com\\@evil.example/x", None)]
    #[case("https://evil.example/fcm.googleapis.com", None)]
    #[case("https://evil.example#fcm.googleapis.com", None)]
    #[case("https://notify.windows.com/x", None)]
    #[case("https://.notify.windows.com/x", None)]
    #[case("https://evilnotify.windows.com/x", None)]
    #[case("https://evil.example?.notify.windows.com/x", None)]
    #[case("https://a:b.notify.windows.com/x", None)]
    #[case("https://127.0.0.1/x", None)]
    #[case("https://[::1]/x", None)]
    #[case("https://169.254.169.254/latest/meta-data", None)]
    #[case("http://127.0.0.1:9/x", None)]
    #[case("HTTPS://fcm.googleapis.com/x", None)]
    #[case("https://fcm.googleapis.com/\r\nHost: x", None)]
    #[case("https://fcm.googleapis.com/<script>", None)]
    #[case("https://fcm.googleapis.com/é", None)]
    #[case("ftp://fcm.googleapis.com/x", None)]
    #[case("", None)]
    fn where_messages_may_go(#[case] endpoint: &str, #[case] expected: Option<&str>) {
        assert_eq!(PushServices::default().origin(endpoint), expected);
    }

    #[rstest]
    #[case("http://127.0.0.1:4567/push/1", Some("http://127.0.0.1:4567"))]
    #[case("http://localhost:4567/push/1", Some("http://localhost:4567"))]
    #[case("http://127.0.0.1.evil.example/x", None)]
    #[case("http://127.0.0.1:80@evil.example/x", None)]
    #[case("http://10.0.0.1/x", None)]
    #[case(FCM, Some("https://fcm.googleapis.com"))]
    fn loopback_services_are_for_tests(#[case] endpoint: &str, #[case] expected: Option<&str>) {
        assert_eq!(
            PushServices::default().with_loopback().origin(endpoint),
            expected
        );
    }

    #[rstest]
    #[case("fcm.googleapis.com, *.notify.windows.com,", true)]
    #[case("", true)]
    #[case("127.0.0.1", false)]
    #[case("localhost", false)]
    #[case("metadata.google.internal", false)]
    #[case("printer.local", false)]
    #[case("*.com.", false)]
    #[case("https://fcm.googleapis.com", false)]
    #[case("FCM.googleapis.com", false)]
    #[case("*", false)]
    fn a_setting_is_of_public_hosts_only(#[case] text: &str, #[case] fits: bool) {
        assert_eq!(PushServices::of(text).is_some(), fits);
    }

    #[test]
    fn a_setting_replaces_the_default() {
        let services = PushServices::of("push.example.org").unwrap();
        assert_eq!(
            services.origin("https://push.example.org/x"),
            Some("https://push.example.org")
        );
        assert_eq!(services.origin(FCM), None);
        assert_eq!(
            PushServices::of(
                "fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com"
            ),
            Some(PushServices::default())
        );
    }

    #[rstest]
    #[case(FCM, POINT_64, AUTH_64, Ok(()))]
    #[case(FCM, &format!("{POINT_64}="), &format!("{AUTH_64}=="), Ok(()))]
    #[case("https://127.0.0.1/", POINT_64, AUTH_64, Err(Unusable::Endpoint))]
    #[case(FCM, "", AUTH_64, Err(Unusable::Keys))]
    #[case(FCM, AUTH_64, AUTH_64, Err(Unusable::Keys))]
    #[case(FCM, POINT_64, "", Err(Unusable::Keys))]
    #[case(FCM, POINT_64, POINT_64, Err(Unusable::Keys))]
    #[case(FCM, "+/+/", AUTH_64, Err(Unusable::Keys))]
    fn a_subscription_needs_a_known_endpoint_and_valid_keys(
        #[case] endpoint: &str,
        #[case] p256dh: &str,
        #[case] auth: &str,
        #[case] expected: Result<(), Unusable>,
    ) {
        let device = Device::of(endpoint, p256dh, auth, &PushServices::default());
        assert_eq!(
            device.as_ref().map(|_| ()).map_err(|error| *error),
            expected
        );
        if let Ok(device) = device {
            let [p256dh, auth] = device.keys();
            assert_eq!(
                Device::stored(device.endpoint(), &p256dh, &auth),
                Some(device)
            );
        }
    }

    #[test]
    fn a_device_is_not_printed() {
        assert_eq!(
            format!("{:?}", Device::stored(FCM, POINT_64, AUTH_64).unwrap()),
            "Device(…)"
        );
    }

    proptest! {
        #[test]
        fn only_known_hosts_are_called(endpoint in "https://[a-z.@:/\\\\?#]{0,12}(fcm.googleapis.com|notify.windows.com)[a-z.@:/\\\\?#]{0,12}") {
            if PushServices::default().origin(&endpoint).is_some() {
                let host = endpoint.trim_start_matches("https://").split(['/', '?']).next().unwrap();
                prop_assert!(host == "fcm.googleapis.com" || host.ends_with(".notify.windows.com"), "{}", endpoint);
                prop_assert!(!host.contains(['@', ':', '#', '\\']));
            }
        }
    }
}
