//! API keys: their form, what they permit, and from which hosts (contract 3.1).

use jiff::civil;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    account::Realm,
    event_time::{EventTime, NotATime},
    named::named,
};

named! {
    /// The type of a key, from the weakest to the strongest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum KeyKind {
        /// Reading, and nothing else.
        Read = "read",
        /// Reads, uploads, updates, and deletes of uploaded data.
        Write = "write",
        /// As [`Self::Write`], and deletes of events and years.
        Delete = "delete",
    }
}

impl KeyKind {
    /// Reads the text on the wire; `default` is a read key.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        Self::named(if text == "default" { "read" } else { text })
    }
}

/// A key as stored, which never includes its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Hex SHA-256 of the value.
    pub digest: String,
    /// The account it belongs to.
    pub account: String,
    /// Name, free text.
    pub name: String,
    /// Its type.
    pub kind: KeyKind,
    /// Comma-separated host names; empty = any.
    pub allowed_hosts: String,
    /// The last second it is valid; `None` = never expires.
    pub valid_until: Option<EventTime>,
    /// Whether its account is locked or deleted.
    pub disabled: bool,
}

/// The settings of a key that its owner chooses (contract 2.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySettings {
    /// Name; on the remote host that of the chip reader.
    pub name: String,
    /// Its type.
    pub kind: KeyKind,
    /// Comma-separated host names; empty = any.
    pub allowed_hosts: String,
    /// The last second it is valid; `None` = never expires.
    pub valid_until: Option<EventTime>,
}

/// Why a key is refused: the steps K4 to K7 (contract 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRefused {
    /// K4: there is no such key, or its account is locked or deleted.
    #[error("Key/Account Not Found")]
    Unknown,
    /// K5: its `valid_until` has passed.
    #[error("Expired Key")]
    Expired,
    /// K6: it may be used only by pages of certain hosts, and the call names another one or
    /// none.
    #[error("Host Not Allowed")]
    Host,
    /// K7: the call needs a key of this type or a stronger one.
    #[error("Key Not Allowed")]
    TooWeak(KeyKind),
}

/// Sorts keys with their values in the order in which they are shown: by name, then by value
/// (contract 6.3).
pub fn sort_shown(keys: &mut [(Key, String)]) {
    keys.sort_unstable_by(|(a, a_value), (b, b_value)| {
        (&a.name, a_value, &a.digest).cmp(&(&b.name, b_value, &b.digest))
    });
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
    /// A key with this value, of an active account.
    #[must_use]
    pub fn new(value: &str, account: &str, settings: KeySettings) -> Self {
        Self {
            digest: digest(value),
            account: account.to_owned(),
            name: settings.name,
            kind: settings.kind,
            allowed_hosts: settings.allowed_hosts,
            valid_until: settings.valid_until,
            disabled: false,
        }
    }

    /// The same key with other settings.
    #[must_use]
    pub fn with(&self, settings: KeySettings) -> Self {
        Self {
            name: settings.name,
            kind: settings.kind,
            allowed_hosts: settings.allowed_hosts,
            valid_until: settings.valid_until,
            ..self.clone()
        }
    }

    /// Checks K4 to K7 in their order.
    ///
    /// # Errors
    /// [`KeyRefused`] names the first check that failed.
    pub fn admit(&self, needed: KeyKind, caller: Caller<'_>, now_s: i64) -> Result<(), KeyRefused> {
        if self.disabled {
            return Err(KeyRefused::Unknown);
        }
        if self
            .valid_until
            .as_ref()
            .is_some_and(|until| until.instant() < now_s)
        {
            return Err(KeyRefused::Expired);
        }
        if !host_allowed(&self.allowed_hosts, caller) {
            return Err(KeyRefused::Host);
        }
        if self.kind < needed {
            return Err(KeyRefused::TooWeak(needed));
        }
        Ok(())
    }
}

/// Whether the caller's host is on the list. `Referer` counts only if there is no `Origin`
/// (contract 3.1).
#[must_use]
pub fn host_allowed(allowed_hosts: &str, caller: Caller<'_>) -> bool {
    let mut entries = allowed_hosts
        .split(',')
        .map(normal_host)
        .filter(|entry| !entry.is_empty())
        .peekable();
    if entries.peek().is_none() {
        return true;
    }
    let Some(host) = caller.origin.or(caller.referer).and_then(host_of) else {
        return false;
    };
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
    let host_and_port = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host_and_port.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => host_and_port,
    };
    Some(normal_host(host)).filter(|host| !host.is_empty())
}

/// Reads when a key expires (contract 2.8): RFC 3339, or a bare date (`Y/M/D`, `M/D/Y`, `Y-M-D`,
/// `M-D-Y`) for the last second of that day in UTC. An empty text means never.
///
/// # Errors
/// [`NotATime`] for any other text: a typo must not make a key that never expires.
pub fn valid_until(text: &str) -> Result<Option<EventTime>, NotATime> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match bare_date(text) {
        Some(day) => EventTime::parse(&format!("{day}T23:59:59Z")).map(Some),
        None if is_rfc3339(text) => EventTime::parse(text).map(Some),
        None => Err(NotATime),
    }
}

fn bare_date(text: &str) -> Option<civil::Date> {
    let separator = text
        .chars()
        .find(|c| !c.is_ascii_digit())
        .filter(|c| matches!(c, '/' | '-'))?;
    let parts: Vec<&str> = text.split(separator).collect();
    let (year, month, day) = match parts.as_slice() {
        [year, month, day] if year.len() == 4 => (year, month, day),
        [month, day, year] if year.len() == 4 => (year, month, day),
        _ => return None,
    };
    let number = |text: &str, most: usize| {
        let fits = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        fits.then(|| text.parse::<i16>().ok()).flatten()
    };
    civil::Date::new(
        number(year, 4)?,
        number(month, 2)?.try_into().ok()?,
        number(day, 2)?.try_into().ok()?,
    )
    .ok()
}

/// Whether the text has the separators of RFC 3339. Times of events may have others (contract 1.6).
fn is_rfc3339(text: &str) -> bool {
    let at = |place: usize, allowed: &[u8]| {
        text.as_bytes()
            .get(place)
            .is_some_and(|b| allowed.contains(b))
    };
    at(4, b"-")
        && at(7, b"-")
        && at(10, b"Tt ")
        && at(13, b":")
        && !text.contains(',')
        && !text.chars().skip(11).any(char::is_whitespace)
}

/// Prefix of the account host's keys.
pub const ACCOUNT_PREFIX: &str = "rk_";
/// Prefix of the remote host's keys.
pub const REMOTE_PREFIX: &str = "rm_";
const RANDOM: usize = 22;
const CHECK: usize = 6;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The prefix of a realm's keys.
#[must_use]
pub fn prefix(realm: Realm) -> &'static str {
    match realm {
        Realm::Account => ACCOUNT_PREFIX,
        Realm::Remote => REMOTE_PREFIX,
    }
}

/// Makes a key's value from random bytes: the prefix, 22 characters and a checksum of 6 characters.
///
/// Bytes from 248 up are skipped, so that every character is equally likely. `None` if too few
/// bytes are left; 40 are plenty.
#[must_use]
pub fn new_value(prefix: &str, random: &[u8]) -> Option<String> {
    let characters: Vec<u8> = random
        .iter()
        .filter(|byte| **byte < 248)
        .filter_map(|byte| BASE62.get(usize::from(byte % 62)))
        .copied()
        .take(RANDOM)
        .collect();
    if characters.len() < RANDOM {
        return None;
    }
    let body = format!("{prefix}{}", String::from_utf8(characters).ok()?);
    let check = checksum(&body);
    Some(body + &check)
}

/// The minimum and the maximum length of a key that was not made here, in characters (contract
/// 3.1).
const SHORTEST: usize = 8;
const LONGEST: usize = 100;

/// Whether a value can be a key of a realm at all, which saves looking up one that cannot. A value
/// with one of our prefixes must have the realm's own, the right length and the right checksum.
/// Others are imported or chosen keys of 8 to 100 visible ASCII characters.
#[must_use]
pub fn is_plausible(realm: Realm, value: &str) -> bool {
    let own = prefix(realm);
    if value.starts_with(own) {
        return value.len() == own.len() + RANDOM + CHECK
            && value
                .split_at_checked(own.len() + RANDOM)
                .is_some_and(|(body, check)| checksum(body) == check);
    }
    let foreign = [ACCOUNT_PREFIX, REMOTE_PREFIX]
        .into_iter()
        .any(|prefix| value.starts_with(prefix));
    !foreign
        && (SHORTEST..=LONGEST).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The stored name of a key: hex SHA-256 of its value.
#[must_use]
pub fn digest(value: &str) -> String {
    digest_bytes(value.as_bytes())
}

/// The first half of [`digest`]: a pseudonym of a text in the keys of stored items.
#[must_use]
pub fn short_digest(text: &str) -> String {
    digest(text).chars().take(32).collect()
}

/// Hex SHA-256.
#[must_use]
pub fn digest_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn checksum(text: &str) -> String {
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    let mut rest = crc.sum();
    let mut check = [b'0'; CHECK];
    for place in check.iter_mut().rev() {
        *place = usize::try_from(rest % 62)
            .ok()
            .and_then(|digit| BASE62.get(digit))
            .copied()
            .unwrap_or(b'0');
        rest /= 62;
    }
    check.iter().map(|byte| char::from(*byte)).collect()
}

/// Seconds in a day.
pub const DAY_S: i64 = 24 * 60 * 60;

/// The UTC day of a time in unix seconds, counted from 1 January 1970.
#[must_use]
pub fn day_of(unix_s: i64) -> i64 {
    unix_s.div_euclid(DAY_S)
}

/// A day as `YYYY-MM-DD`.
#[must_use]
pub fn day_text(day: i64) -> String {
    let midnight = EventTime::from_unix(day * DAY_S);
    midnight
        .as_str()
        .split('T')
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_mistyped_key_is_refused_without_a_look_up() {
        let value = new_value(ACCOUNT_PREFIX, &[7; 40]).unwrap();
        assert_eq!(value.len(), 31);
        assert!(is_plausible(Realm::Account, &value));
        for place in 3..value.len() {
            let mut wrong = value.clone().into_bytes();
            wrong[place] = if wrong[place] == b'x' { b'y' } else { b'x' };
            assert!(
                !is_plausible(Realm::Account, &String::from_utf8(wrong).unwrap()),
                "place {place}"
            );
        }
    }

    #[rstest]
    #[case("an-imported-key", true)]
    #[case("3f0c91d2-7ab6-4e08-9c1d-0a1b2c3d4e5f", true)]
    #[case("8 chars!", false)]
    #[case("8-chars!", true)]
    #[case("7-chars", false)]
    #[case("clé-importée", false)]
    #[case("tab\tinside-it", false)]
    #[case("rk_short", false)]
    #[case("rm_an-imported-key", false)]
    #[case(&"k".repeat(100), true)]
    #[case(&"k".repeat(101), false)]
    #[case("", false)]
    fn keys_that_others_made(#[case] value: &str, #[case] expected: bool) {
        assert_eq!(is_plausible(Realm::Account, value), expected);
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
    #[case(
        "example.org",
        Some("https://evil.com@example.org.evil.com"),
        None,
        false
    )]
    #[case("example.org", Some("nonsense"), None, false)]
    fn hosts(
        #[case] allowed: &str,
        #[case] origin: Option<&str>,
        #[case] referer: Option<&str>,
        #[case] expected: bool,
    ) {
        assert_eq!(host_allowed(allowed, Caller { origin, referer }), expected);
    }

    fn key(name: &str, value: &str) -> (Key, String) {
        let settings = KeySettings {
            name: name.to_owned(),
            kind: KeyKind::Read,
            allowed_hosts: String::new(),
            valid_until: None,
        };
        (Key::new(value, "a", settings), value.to_owned())
    }

    #[test]
    fn keys_of_one_name_are_ordered_by_their_values() {
        let mut keys: Vec<_> = ["v3", "v1", "v5", "v2", "v4"]
            .map(|value| key("finish", value))
            .into();
        keys.extend([key("", "v9"), key("Finish", "v8")]);
        sort_shown(&mut keys);
        let order: Vec<_> = keys
            .iter()
            .map(|(key, value)| (key.name.as_str(), value.as_str()))
            .collect();
        let of_one_name = ["v1", "v2", "v3", "v4", "v5"].map(|value| ("finish", value));
        assert_eq!(
            order,
            [vec![("", "v9"), ("Finish", "v8")], of_one_name.into()].concat()
        );
    }

    #[rstest]
    #[case(true, Some(1), KeyKind::Read, Err(KeyRefused::Unknown))]
    #[case(false, Some(99), KeyKind::Delete, Err(KeyRefused::Expired))]
    #[case(
        false,
        Some(100),
        KeyKind::Delete,
        Err(KeyRefused::TooWeak(KeyKind::Delete))
    )]
    #[case(false, None, KeyKind::Write, Ok(()))]
    #[case(false, None, KeyKind::Read, Ok(()))]
    fn checks_in_order(
        #[case] disabled: bool,
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
            valid_until: valid_until.map(EventTime::from_unix),
            disabled,
        };
        assert_eq!(key.admit(needed, Caller::default(), 100), expected);
    }

    #[rstest]
    #[case(Realm::Account, "rk_")]
    #[case(Realm::Remote, "rm_")]
    fn each_realm_has_its_prefix(#[case] realm: Realm, #[case] expected: &str) {
        let value = new_value(prefix(realm), &[9; 40]).unwrap();
        assert!(value.starts_with(expected) && is_plausible(realm, &value));
        assert!(!is_plausible(realm, &format!("{value}x")));
        let other = if realm == Realm::Account {
            Realm::Remote
        } else {
            Realm::Account
        };
        assert!(!is_plausible(other, &value), "the other host's");
    }

    #[rstest]
    #[case("read", Some("read"))]
    #[case("default", Some("read"))]
    #[case("write", Some("write"))]
    #[case("delete", Some("delete"))]
    #[case("Read", None)]
    #[case("", None)]
    fn a_kind_of_key_is_read_from_its_word(#[case] text: &str, #[case] stored: Option<&str>) {
        assert_eq!(KeyKind::of(text).map(KeyKind::name), stored);
    }

    #[rstest]
    #[case("", None)]
    #[case("  ", None)]
    #[case("2027/1/31", Some("2027-01-31T23:59:59Z"))]
    #[case("2027/01/31", Some("2027-01-31T23:59:59Z"))]
    #[case("1/31/2027", Some("2027-01-31T23:59:59Z"))]
    #[case("2027-01-31", Some("2027-01-31T23:59:59Z"))]
    #[case(" 01-31-2027 ", Some("2027-01-31T23:59:59Z"))]
    #[case("2028-02-29", Some("2028-02-29T23:59:59Z"))]
    #[case("12/31/9999", Some("9999-12-31T23:59:59Z"))]
    #[case("9999-12-31T23:59:59-07:00", Some("9999-12-31T23:59:59-07:00"))]
    #[case("2027-01-31T08:00:00-07:00", Some("2027-01-31T08:00:00-07:00"))]
    #[case("2027-01-31t08:00:00.25z", Some("2027-01-31T08:00:00Z"))]
    #[case("2027-01-31 08:00:00+00:00", Some("2027-01-31T08:00:00Z"))]
    fn the_end_of_a_key(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(
            valid_until(text).unwrap().as_ref().map(EventTime::as_str),
            expected
        );
    }

    #[rstest]
    #[case("never")]
    #[case("2027-02-29")]
    #[case("31/1/2027")]
    #[case("2027/01-31")]
    #[case("2027.01.31")]
    #[case("27-1-31")]
    #[case("02027-1-31")]
    #[case("2027-001-31")]
    #[case("2027-01-31-")]
    #[case("2027-01")]
    #[case("+2027-1-1")]
    #[case("２０２７-01-31")]
    #[case("2027-01-31T08:00:00")]
    #[case("2027/01/31 08:00:00 -07:00")]
    #[case("2027-01-31T08.00.00Z")]
    #[case("2027-01-31T08:00:00 Z")]
    #[case("2027-01-31T08:00:00,5Z")]
    #[case("2027-01-31T24:00:00Z")]
    #[case("1801439999")]
    fn no_end_of_a_key(#[case] text: &str) {
        assert_eq!(valid_until(text), Err(NotATime));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            if let Ok(Some(until)) = valid_until(&text) {
                proptest::prop_assert_eq!(valid_until(until.as_str()).unwrap().map(|again| again.instant()), Some(until.instant()));
            }
        }

        #[test]
        fn every_written_date_is_one_day(days in 0_i64..40_000) {
            let last_second = EventTime::from_unix(days * 86_400 + 86_399);
            let date = last_second.as_str().get(..10).unwrap();
            let (year, month_day) = date.split_once('-').unwrap();
            for text in [date.to_owned(), date.replace('-', "/"), format!("{month_day}-{year}"), format!("{month_day}-{year}").replace('-', "/")] {
                proptest::prop_assert_eq!(valid_until(&text).unwrap(), Some(last_second.clone()));
            }
        }
    }
}
