//! `chute key create`.

use chute_contract::key::KeyIn;
use chute_domain::{
    account::{Account, Realm},
    event_time::EventTime,
    key::{self, Key, KeyKind, KeySettings},
};
use chute_store::{KeyChange, Store};
use clap::{Args, ValueEnum};

use crate::{
    failure::{Failure, Outcome},
    random,
    tables::{self, Needs},
};

/// The rights of a key (contract 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeyType {
    /// Reads.
    Read,
    /// Reads and uploads.
    Write,
    /// Reads, uploads, and deletes events and years.
    Delete,
}

impl KeyType {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Delete => "delete",
        }
    }
}

/// The new key.
#[derive(Debug, Args)]
pub struct NewKey {
    /// E-mail address of the account it belongs to
    #[arg(long)]
    email: String,
    /// What it may do
    #[arg(long = "type", value_enum, required_unless_present = "public")]
    kind: Option<KeyType>,
    /// A read key for everybody, such as the site's: its account must have no events, since the key
    /// would open the restricted ones
    #[arg(long, conflicts_with = "kind")]
    public: bool,
    /// Name by which its owner recognises it
    #[arg(long)]
    name: String,
    /// Host names that may use it from a browser, separated by commas; a timing client's key must
    /// have none
    #[arg(long, default_value = "")]
    allowed_hosts: String,
    /// When it expires: a date (end of that day, UTC) or a time such as 2027-05-02T08:00:00-07:00;
    /// never, unless given
    #[arg(long, value_parser = valid_until)]
    valid_until: Option<EventTime>,
}

/// Creates the key and prints its value to stdout, once.
pub fn create(new: NewKey) -> Outcome {
    tables::run(store(new))
}

async fn store(new: NewKey) -> Outcome {
    let store = tables::open(if new.public {
        &[Needs::Accounts, Needs::Keys, Needs::Events]
    } else {
        &[Needs::Accounts, Needs::Keys]
    })
    .await?;
    let settings = settings(&new, &store)?;
    let email = new.email.trim();
    let missing = || {
        Failure::new(format!(
            "There is no account {email}: make it with `chute account create`."
        ))
    };
    let account = store
        .find_account(email)
        .await?
        .filter(|account| !account.deleted)
        .ok_or_else(missing)?;
    if !account.kind.may_have_keys() {
        return Err(Failure::new(format!(
            "The account {email} is a registration account: those have no keys."
        )));
    }
    if new.public {
        may_be_public(&store, &account).await?;
    }
    println!("{}", issue(&store, &account, settings).await?);
    Ok(())
}

/// Creates a key of an account; later its value can be read only through the portal.
pub async fn issue(store: &Store, account: &Account, settings: KeySettings) -> Outcome<String> {
    let value = key::new_value(key::prefix(store.realm()), &random::bytes::<64>()?);
    let value = value.ok_or_else(|| Failure::new("No key came out of the randomness."))?;
    let key = Key::new(&value, &account.id, settings);
    let cipher = store.cipher().await?;
    // without a secret the key still works, but the portal cannot show it
    let sealed = if cipher.is_empty() {
        Vec::new()
    } else {
        cipher.seal(&value, &key.digest)?
    };
    match store.issue_key(account, &key, sealed).await? {
        KeyChange::Done => {}
        KeyChange::Stale => {
            return Err(Failure::new(
                "The account was changed at the same moment: try again.",
            ));
        }
        KeyChange::NameTaken => {
            return Err(Failure::new(
                "--name: another key of the account has this name.",
            ));
        }
        KeyChange::TooMany => {
            return Err(Failure::new("The account has too many keys: delete some."));
        }
    }
    if cipher.is_empty() {
        eprintln!("Keep this key now: CIPHER_SECRET is not set, so it cannot be shown again.");
    }
    Ok(value)
}

/// Checks contract 3.1: the public key's account owns no events, and sees none of other accounts.
async fn may_be_public(store: &Store, account: &Account) -> Outcome {
    if store.realm() == Realm::Remote {
        return Err(Failure::Usage(
            "--public: nothing on the remote host is for everybody".to_owned(),
        ));
    }
    match store.events_shown_to(&account.id).await?.len() {
        0 => Ok(()),
        events => Err(Failure::new(format!(
            "--public: the account {} has events ({events}), and everybody could read those that are restricted: make an account without any.",
            account.email
        ))),
    }
}

/// Applies the rules of `key/add`.
fn settings(new: &NewKey, store: &Store) -> Outcome<KeySettings> {
    let key = KeyIn {
        name: new.name.clone(),
        value: String::new(),
        kind: new
            .kind
            .map_or(KeyKind::Read.name(), KeyType::name)
            .to_owned(),
        allowed_hosts: new.allowed_hosts.clone(),
        valid_until: new
            .valid_until
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
    };
    key.checked(store.realm()).map_err(|invalid| {
        Failure::Usage(format!(
            "--{}: {}",
            invalid.field.replace('_', "-"),
            invalid.rule
        ))
    })
}

fn valid_until(text: &str) -> Result<EventTime, String> {
    let expected = "neither a date such as 2027-01-31 nor a time with an offset";
    key::valid_until(text)
        .ok()
        .flatten()
        .ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2027-01-31", Some("2027-01-31T23:59:59Z"))]
    #[case("1/31/2027", Some("2027-01-31T23:59:59Z"))]
    #[case("2027-01-31T23:59:59-07:00", Some("2027-01-31T23:59:59-07:00"))]
    #[case("2027-02-30", None)]
    #[case("31.1.", None)]
    #[case("", None)]
    fn the_end_of_a_key(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(
            valid_until(text).ok().as_ref().map(EventTime::as_str),
            expected
        );
    }
}
