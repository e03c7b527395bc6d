//! `chute key create`.

use chute_domain::{
    account::AccountKind,
    event_time::EventTime,
    key::{self, Key, KeyKind},
};
use clap::{Args, ValueEnum};

use crate::{
    failure::{Failure, Outcome},
    random,
    tables::{self, Needs},
};

/// What a key may do (contract 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeyType {
    /// Reads.
    Read,
    /// Reads and uploads.
    Write,
    /// The same, and deletes events and years.
    Delete,
}

impl From<KeyType> for KeyKind {
    fn from(kind: KeyType) -> Self {
        match kind {
            KeyType::Read => Self::Read,
            KeyType::Write => Self::Write,
            KeyType::Delete => Self::Delete,
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
    #[arg(long = "type", value_enum)]
    kind: KeyType,
    /// Name by which its owner knows it
    #[arg(long)]
    name: String,
    /// Host names that may use it from a browser, separated by commas; a timing client's key must have none
    #[arg(long, default_value = "")]
    allowed_hosts: String,
    /// When it ends: a date (end of that day, UTC) or a time such as 2027-05-02T08:00:00-07:00; never, unless given
    #[arg(long, value_parser = valid_until)]
    valid_until: Option<i64>,
}

/// Creates the key; its value goes to stdout, once.
pub fn create(new: NewKey) -> Outcome {
    if new.name.chars().count() > 100 {
        return Err(Failure::Usage("--name: up to 100 characters are accepted".to_owned()));
    }
    if new.allowed_hosts.chars().count() > 1_000 {
        return Err(Failure::Usage("--allowed-hosts: up to 1,000 characters are accepted".to_owned()));
    }
    tables::run(store(new))
}

async fn store(new: NewKey) -> Outcome {
    let store = tables::open(&[Needs::Accounts, Needs::Keys]).await?;
    let email = new.email.trim();
    let account = store.find_account(email).await?;
    let account = account.ok_or_else(|| Failure::new(format!("There is no account {email}: make it with `chute account create`.")))?;
    if account.kind == AccountKind::Registration {
        return Err(Failure::new(format!("The account {email} is a registration account: those have no keys.")));
    }
    let value =
        key::new_value(key::ACCOUNT_PREFIX, &random::bytes::<64>()?).ok_or_else(|| Failure::new("No key came out of the randomness."))?;
    let stored = Key {
        digest: key::digest(&value),
        account: account.id,
        name: new.name,
        kind: new.kind.into(),
        allowed_hosts: new.allowed_hosts,
        valid_until: new.valid_until,
        off: false,
    };
    if !store.add_key(&stored).await? {
        return Err(Failure::new("The key exists already: try again."));
    }
    eprintln!("Keep this key now: only its digest is stored, it cannot be shown again.");
    println!("{value}");
    Ok(())
}

fn valid_until(text: &str) -> Result<i64, String> {
    let whole_day = || EventTime::parse(&format!("{}T23:59:59Z", text.trim()));
    EventTime::parse(text)
        .or_else(|_| whole_day())
        .map(|until| until.instant())
        .map_err(|_| "neither YYYY-MM-DD nor a time with an offset".to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2027-01-31", Some(1_801_439_999))]
    #[case("2027/01/31", Some(1_801_439_999))]
    #[case("2027-01-31T23:59:59+00:00", Some(1_801_439_999))]
    #[case("2027-02-30", None)]
    #[case("31.1.", None)]
    #[case("", None)]
    fn the_end_of_a_key(#[case] text: &str, #[case] expected: Option<i64>) {
        assert_eq!(valid_until(text).ok(), expected);
    }
}
