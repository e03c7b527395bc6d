//! Keys on the wire (contract 2.8, 4.9, 5.2).

use chute_domain::{
    account::Realm,
    event_time::EventTime,
    key::{self, Key, KeyKind, KeySettings},
    read::Read,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid,
    json::wire,
    text::{is_over, within},
};

wire! {
    /// A key as sent.
    pub struct KeyIn {
        /// Name given by its owner, up to 100 characters. On the remote host this is the reader's
        /// name, which must be given and unique among the account's living keys.
        pub name: String,
        /// The key itself. Ignored in `key/add`; identifies the key in `key/update`.
        pub value: String,
        /// What it allows: `read`, `write` (which includes reading) or `delete` (which includes
        /// writing); `default` is stored as `read`.
        #[serde(rename = "type")]
        pub kind: String,
        /// Account host only: names of the hosts from whose pages a browser may use it, separated
        /// by commas, up to 1,000 characters; empty: any.
        pub allowed_hosts: String,
        /// Until when it is valid: RFC 3339, or a date for the end of that day in UTC; empty:
        /// forever.
        pub valid_until: String,
    }
}

wire! {
    /// Request of `key/add`.
    pub struct AddKey {
        /// E-mail address of the account that gets the key; empty: the caller's own.
        pub email: String,
        /// The settings of the new key.
        pub key: KeyIn,
    }
}

wire! {
    /// Request of `key/update`.
    pub struct UpdateKey {
        /// The key with its new settings; identified by its value.
        pub key: KeyIn,
    }
}

wire! {
    /// Request of `key/delete`.
    pub struct DeleteKey {
        /// The value of the key to delete permanently.
        pub key: String,
    }
}

impl KeyIn {
    /// Checks the key's settings. On the remote host names are trimmed and required, and host names
    /// are ignored.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(&self, realm: Realm) -> Result<KeySettings, Invalid> {
        let (name, allowed_hosts) = match realm {
            Realm::Account => (self.name.as_str(), self.allowed_hosts.as_str()),
            Realm::Remote => (self.name.trim(), ""),
        };
        if realm == Realm::Remote && name.is_empty() {
            return Err(Invalid::new(
                "name",
                "the reader's name, 1 to 100 characters",
            ));
        }
        within("name", name, 100, "up to 100 characters")?;
        let Some(kind) = KeyKind::of(&self.kind) else {
            return Err(Invalid::new("type", "read, write or delete"));
        };
        within(
            "allowed_hosts",
            allowed_hosts,
            1_000,
            "up to 1,000 characters",
        )?;
        let Ok(valid_until) = key::valid_until(&self.valid_until) else {
            return Err(Invalid::new(
                "valid_until",
                "empty, a date such as 2027-01-31, or a time such as 2027-01-31T08:00:00-07:00",
            ));
        };
        Ok(KeySettings {
            name: name.to_owned(),
            kind,
            allowed_hosts: allowed_hosts.to_owned(),
            valid_until,
        })
    }
}

/// Whether a text can be the value of a key: not empty, at most 100 characters.
#[must_use]
pub fn is_value(text: &str) -> bool {
    !text.is_empty() && !is_over(text, 100)
}

/// A key as shown to its owner.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyOut {
    /// Remote host only: the account's number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i32, required = false)]
    account_id: Option<i32>,
    /// Name given by its owner; on the remote host, the reader's name.
    name: String,
    /// The key itself; empty if it cannot be shown, for example because it was imported.
    value: String,
    /// What it allows: `read`, `write` or `delete`.
    #[schema(value_type = String)]
    r#type: &'static str,
    /// Account host only: names of the hosts from whose pages a browser may use it, separated by
    /// commas; empty: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    allowed_hosts: Option<String>,
    /// Until when it is valid; null: forever.
    #[schema(required)]
    valid_until: Option<EventTime>,
}

impl KeyOut {
    /// A key of a realm with its value.
    #[must_use]
    pub fn new(realm: Realm, key: Key, value: String) -> Self {
        let (account_id, allowed_hosts) = match realm {
            Realm::Account => (None, Some(key.allowed_hosts)),
            Realm::Remote => (Some(key.account.parse().unwrap_or_default()), None),
        };
        Self {
            account_id,
            name: key.name,
            value,
            r#type: key.kind.name(),
            allowed_hosts,
            valid_until: key.valid_until,
        }
    }
}

/// Answer of `key`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Keys {
    /// The account's keys, ordered by name, then by value.
    pub keys: Vec<KeyOut>,
}

/// Answer of `key/used`.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeysUsed {
    /// The account's keys, in the same order as in the answer of `key`.
    pub keys: Vec<KeyUsed>,
}

/// When a key was last used.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyUsed {
    /// The key's value.
    pub value: String,
    /// The day (UTC, `YYYY-MM-DD`) of the last call that was admitted with the key; empty: none is
    /// known.
    pub last_used: String,
    /// Remote host only: the read with the latest time that was stored with the key; absent without
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Read, required = false)]
    pub last_read: Option<Read>,
}

/// Answer of `key/add` and `key/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneKey {
    /// The key as it is now, with its value.
    pub key: KeyOut,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn key() -> KeyIn {
        KeyIn {
            name: " Finish ".into(),
            kind: "default".into(),
            allowed_hosts: "a.org".into(),
            ..KeyIn::default()
        }
    }

    #[rstest]
    #[case(Realm::Account, " Finish ", "a.org")]
    #[case(Realm::Remote, "Finish", "")]
    fn a_good_key(#[case] realm: Realm, #[case] name: &str, #[case] allowed_hosts: &str) {
        let settings = KeySettings {
            name: name.into(),
            kind: KeyKind::Read,
            allowed_hosts: allowed_hosts.into(),
            valid_until: None,
        };
        assert_eq!(key().checked(realm), Ok(settings));
    }

    #[rstest]
    #[case(KeyIn { name: " ".into(), ..key() }, None, Some("name"))]
    #[case(KeyIn { name: "é".repeat(101), ..key() }, Some("name"), Some("name"))]
    #[case(KeyIn { kind: String::new(), ..key() }, Some("type"), Some("type"))]
    #[case(KeyIn { kind: "owner".into(), ..key() }, Some("type"), Some("type"))]
    #[case(KeyIn { allowed_hosts: "a".repeat(1_001), ..key() }, Some("allowed_hosts"), None)]
    #[case(KeyIn { valid_until: "soon".into(), ..key() }, Some("valid_until"), Some("valid_until"))]
    fn a_bad_key_names_its_field(
        #[case] key: KeyIn,
        #[case] on_account: Option<&str>,
        #[case] on_remote: Option<&str>,
    ) {
        assert_eq!(
            key.checked(Realm::Account)
                .err()
                .map(|invalid| invalid.field),
            on_account
        );
        assert_eq!(
            key.checked(Realm::Remote)
                .err()
                .map(|invalid| invalid.field),
            on_remote
        );
    }

    #[rstest]
    #[case(
        Realm::Account,
        r#"{"name":"Finish","value":"v","type":"write","allowed_hosts":"","valid_until":null}"#
    )]
    #[case(
        Realm::Remote,
        r#"{"account_id":7,"name":"Finish","value":"v","type":"write","valid_until":null}"#
    )]
    fn fields_in_the_contracts_order(#[case] realm: Realm, #[case] expected: &str) {
        let settings = KeySettings {
            name: "Finish".into(),
            kind: KeyKind::Write,
            allowed_hosts: String::new(),
            valid_until: None,
        };
        let shown = KeyOut::new(realm, Key::new("v", "7", settings), "v".into());
        assert_eq!(serde_json::to_string(&shown).unwrap(), expected);
    }
}
