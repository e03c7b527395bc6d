//! API keys: their form, what they may do and from where (contract 3.1).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a key may do; the order is the strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// Reads.
    Read,
    /// Reads, uploads, updates, deletes of uploaded data.
    Write,
    /// The same and deletes of events and years.
    Delete,
}

impl KeyKind {
    /// Reads the wire's text; `default` is a read key.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        match text {
            "read" | "default" => Some(Self::Read),
            "write" => Some(Self::Write),
            "delete" => Some(Self::Delete),
            _ => None,
        }
    }
}

/// A key as stored: never its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Hex SHA-256 of the value.
    pub digest: String,
    /// The account it belongs to.
    pub account: String,
    /// Name, free text.
    pub name: String,
    /// What it may do.
    pub kind: KeyKind,
    /// Comma-separated host names; empty = any.
    pub allowed_hosts: String,
    /// Unix seconds; `None` = never expires.
    pub valid_until: Option<i64>,
    /// Its account is locked or deleted.
    pub off: bool,
}

/// Why a key does not open a route: the steps K4 to K7 (contract 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRefused {
    /// K4.
    #[error("Key/Account Not Found")]
    Unknown,
    /// K5.
    #[error("Expired Key")]
    Expired,
    /// K6.
    #[error("Host Not Allowed")]
    Host,
    /// K7.
    #[error("Key Not Allowed")]
    TooWeak,
}

/// Where a request says it comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caller<'h> {
    /// The `Origin` header.
    pub origin: Option<&'h str>,
    /// The `Referer` header.
    pub referer: Option<&'h str>,
}

impl Key {
    /// Checks K4 to K7 in their order.
    ///
    /// # Errors
    /// [`KeyRefused`] names the first check that failed.
    pub fn admit(&self, needed: KeyKind, caller: Caller<'_>, now_s: i64) -> Result<(), KeyRefused> {
        if self.off {
            return Err(KeyRefused::Unknown);
        }
        if self.valid_until.is_some_and(|until| until < now_s) {
            return Err(KeyRefused::Expired);
        }
        if !host_allowed(&self.allowed_hosts, caller) {
            return Err(KeyRefused::Host);
        }
        if self.kind < needed {
            return Err(KeyRefused::TooWeak);
        }
        Ok(())
    }
}

/// Whether the caller's host is one of the list: `Origin` first, `Referer` only without one (contract 3.1).
#[must_use]
pub fn host_allowed(allowed_hosts: &str, caller: Caller<'_>) -> bool {
    let mut entries = allowed_hosts.split(',').map(normal_host).filter(|entry| !entry.is_empty()).peekable();
    if entries.peek().is_none() {
        return true;
    }
    let Some(host) = caller.origin.or(caller.referer).and_then(host_of) else { return false };
    entries.any(|entry| entry == host)
}

fn normal_host(text: &str) -> String {
    let text = text.trim();
    text.strip_suffix('.').unwrap_or(text).to_lowercase()
}

fn host_of(address: &str) -> Option<String> {
    let (scheme, rest) = address.trim().split_once("://")?;
    if scheme.is_empty() {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host_and_port.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => host_and_port,
    };
    Some(normal_host(host)).filter(|host| !host.is_empty())
}

/// Prefix of the account host's keys.
pub const ACCOUNT_PREFIX: &str = "rk_";
const RANDOM: usize = 22;
const CHECK: usize = 6;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Makes a key's value from random bytes: prefix, 22 characters, 6 of checksum.
///
/// Bytes of 248 and above are skipped, so that every character is equally likely; `None` when too few are left (40 are plenty).
#[must_use]
pub fn new_value(prefix: &str, random: &[u8]) -> Option<String> {
    let characters: Vec<u8> =
        random.iter().filter(|byte| **byte < 248).filter_map(|byte| BASE62.get(usize::from(byte % 62))).copied().take(RANDOM).collect();
    if characters.len() < RANDOM {
        return None;
    }
    let body = format!("{prefix}{}", String::from_utf8(characters).ok()?);
    let check = checksum(&body);
    Some(body + &check)
}

/// Whether a value can be a key at all: one with our prefix must have the right length and checksum, others are imported keys.
#[must_use]
pub fn is_plausible(prefix: &str, value: &str) -> bool {
    if value.is_empty() || value.len() > 100 {
        return false;
    }
    if !value.starts_with(prefix) {
        return true;
    }
    value.len() == prefix.len() + RANDOM + CHECK
        && value.split_at_checked(prefix.len() + RANDOM).is_some_and(|(body, check)| checksum(body) == check)
}

/// The stored name of a key: hex SHA-256 of its value.
#[must_use]
pub fn digest(value: &str) -> String {
    digest_bytes(value.as_bytes())
}

/// Hex SHA-256.
#[must_use]
pub fn digest_bytes(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn checksum(text: &str) -> String {
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    let mut rest = crc.sum();
    let mut check = [b'0'; CHECK];
    for place in check.iter_mut().rev() {
        *place = usize::try_from(rest % 62).ok().and_then(|digit| BASE62.get(digit)).copied().unwrap_or(b'0');
        rest /= 62;
    }
    check.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_mistyped_key_is_refused_without_a_look_up() {
        let value = new_value(ACCOUNT_PREFIX, &[7; 40]).unwrap();
        assert_eq!(value.len(), 31);
        assert!(is_plausible(ACCOUNT_PREFIX, &value));
        for place in 3..value.len() {
            let mut wrong = value.clone().into_bytes();
            wrong[place] = if wrong[place] == b'x' { b'y' } else { b'x' };
            assert!(!is_plausible(ACCOUNT_PREFIX, &String::from_utf8(wrong).unwrap()), "place {place}");
        }
        assert!(is_plausible(ACCOUNT_PREFIX, "an-imported-key"));
        assert!(!is_plausible(ACCOUNT_PREFIX, "rk_short"));
        assert!(!is_plausible(ACCOUNT_PREFIX, ""));
    }

    #[rstest]
    #[case("", None, None, true)]
    #[case(" , ,", None, None, true)]
    #[case("example.org", None, None, false)]
    #[case("example.org", Some("https://example.org"), None, true)]
    #[case("a.com, Example.ORG.", Some("https://example.org.:8443"), None, true)]
    #[case("example.org", Some("https://www.example.org"), None, false)]
    #[case("example.org", Some("null"), Some("https://example.org/x"), false)]
    #[case("example.org", None, Some("https://example.org/results/x?y#z"), true)]
    #[case("example.org", None, Some("https://evil.com/example.org"), false)]
    #[case("example.org", Some("https://evil.com@example.org.evil.com"), None, false)]
    #[case("example.org", Some("nonsense"), None, false)]
    fn hosts(#[case] allowed: &str, #[case] origin: Option<&str>, #[case] referer: Option<&str>, #[case] expected: bool) {
        assert_eq!(host_allowed(allowed, Caller { origin, referer }), expected);
    }

    #[rstest]
    #[case(true, Some(1), KeyKind::Read, Err(KeyRefused::Unknown))]
    #[case(false, Some(99), KeyKind::Delete, Err(KeyRefused::Expired))]
    #[case(false, Some(100), KeyKind::Delete, Err(KeyRefused::TooWeak))]
    #[case(false, None, KeyKind::Write, Ok(()))]
    #[case(false, None, KeyKind::Read, Ok(()))]
    fn checks_in_order(
        #[case] off: bool,
        #[case] valid_until: Option<i64>,
        #[case] needed: KeyKind,
        #[case] expected: Result<(), KeyRefused>,
    ) {
        let key = Key {
            digest: String::new(),
            account: String::new(),
            name: String::new(),
            kind: KeyKind::Write,
            allowed_hosts: String::new(),
            valid_until,
            off,
        };
        assert_eq!(key.admit(needed, Caller::default(), 100), expected);
    }
}
