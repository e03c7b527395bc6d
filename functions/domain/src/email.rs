//! E-mail addresses that mail is sent to (contract 2.12, 8.9).

use std::fmt;

use crate::key;

/// The maximum length of an address, in characters.
const LONGEST: usize = 100;
const LONGEST_LOCAL: usize = 64;
const LONGEST_LABEL: usize = 63;
/// Signs that an unquoted local part may contain besides letters and digits (RFC 5321, section
/// 4.1.2).
const IN_ATOM: &[u8] = b"!#$%&'*+-/=?^_`{|}~";

/// An address that mail can be sent to, in lower case: plain ASCII, since the mail service accepts
/// nothing else, and without quotes, so that it can be put into a header as it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Reads an address as typed; `None` if it is malformed.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let address = text.trim();
        let (local, domain) = address.split_once('@')?;
        (address.len() <= LONGEST && is_local(local) && is_domain(domain))
            .then(|| Self(address.to_ascii_lowercase()))
    }

    /// The address in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The pseudonym of the address in keys and claims.
    #[must_use]
    pub fn id(&self) -> String {
        key::short_digest(&self.0)
    }

    /// The part after the `@`.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }
}

/// Does not show the address, since logs and panics may print it.
impl fmt::Debug for EmailAddress {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("EmailAddress(…)")
    }
}

fn is_local(text: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || IN_ATOM.contains(&byte))
    };
    text.len() <= LONGEST_LOCAL && text.split('.').all(is_atom)
}

/// Whether a text is a name with at least one dot whose last label is not a number, so that no IP
/// address passes.
fn is_domain(text: &str) -> bool {
    let of_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= LONGEST_LABEL
            && label.bytes().all(of_label)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    text.contains('.')
        && text.split('.').all(is_label)
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(" Ana.Ruiz@Example.org ", Some("ana.ruiz@example.org"))]
    #[case("a+b@x-y.co.uk", Some("a+b@x-y.co.uk"))]
    #[case("o'neil@example.org", Some("o'neil@example.org"))]
    #[case("a@xn--mnchen-3ya.de", Some("a@xn--mnchen-3ya.de"))]
    #[case("", None)]
    #[case("ana", None)]
    #[case("ana@", None)]
    #[case("@example.org", None)]
    #[case("ana@example", None)]
    #[case("ana@example.", None)]
    #[case("ana@.org", None)]
    #[case("ana@-example.org", None)]
    #[case("ana@127.0.0.1", None)]
    #[case("ana@[127.0.0.1]", None)]
    #[case("a@b@example.org", None)]
    #[case(".ana@example.org", None)]
    #[case("ana..ruiz@example.org", None)]
    #[case("ana ruiz@example.org", None)]
    #[case("\"ana ruiz\"@example.org", None)]
    #[case("Ana <ana@example.org>", None)]
    #[case("ana@example.org,bea@example.org", None)]
    #[case("ana@example.org\r\nBcc: bea@example.org", None)]
    #[case("ána@example.org", None)]
    #[case("ana@exämple.org", None)]
    fn an_address_is_plain_lower_case(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(
            EmailAddress::of(text).as_ref().map(EmailAddress::as_str),
            expected
        );
    }

    #[test]
    fn an_address_has_maximum_lengths() {
        let of = |local: usize, domain: usize| {
            EmailAddress::of(&format!("{}@{}.org", "a".repeat(local), "b".repeat(domain)))
        };
        assert!(of(64, 31).is_some() && of(32, 63).is_some());
        assert!(of(65, 20).is_none() && of(64, 32).is_none() && of(20, 64).is_none());
    }

    #[test]
    fn an_address_is_not_printed_and_has_one_id() {
        let address = EmailAddress::of("Ana@example.org").unwrap();
        assert_eq!(format!("{address:?}"), "EmailAddress(…)");
        assert_eq!(
            (address.id(), address.domain()),
            (
                EmailAddress::of("ana@EXAMPLE.org").unwrap().id(),
                "example.org"
            )
        );
        assert_eq!(address.id().len(), 32);
    }

    proptest! {
        #[test]
        fn an_address_ends_no_header(text in "\\PC{0,20}@\\PC{0,20}") {
            if let Some(address) = EmailAddress::of(&text) {
                prop_assert!(address.as_str().bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\",;:()[]\\".contains(&byte)));
            }
        }
    }
}
