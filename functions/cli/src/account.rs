//! `chute admin create`, `chute account create`.

use std::io::{self, Read};

use chute_contract::email;
use chute_domain::{
    account::{Account, AccountKind, Realm},
    password,
};
use chute_store::Store;
use clap::{ArgGroup, Args, ValueEnum};

use crate::{
    ask,
    failure::{Failure, Outcome},
    random,
    tables::{self, Needs},
};

/// The rights of an account (contract 3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AccountType {
    /// Everything, for other accounts too.
    Admin,
    /// Own events and keys.
    Free,
    /// The same, and linking of registration accounts.
    Paid,
    /// Participants of the accounts that linked it; no keys.
    Registration,
}

impl From<AccountType> for AccountKind {
    fn from(kind: AccountType) -> Self {
        match kind {
            AccountType::Admin => Self::Admin,
            AccountType::Free => Self::Free,
            AccountType::Paid => Self::Paid,
            AccountType::Registration => Self::Registration,
        }
    }
}

/// Who the new account is.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("secret").args(["password", "password_stdin"])))]
pub struct NewAccount {
    /// E-mail address the account signs in with; asked for on the terminal, unless given, as are
    /// name and password
    #[arg(long)]
    email: Option<String>,
    /// Name of the person or club
    #[arg(long)]
    name: Option<String>,
    /// Password, 8 characters or more (others on this machine can see it in the list of processes;
    /// prefer --password-stdin)
    #[arg(long)]
    password: Option<String>,
    /// Read the password from standard input; a line break at its end is not part of it
    #[arg(long)]
    password_stdin: bool,
    /// If the account exists already, leave it as it is and exit with 0
    #[arg(long)]
    if_missing: bool,
}

/// Creates the account and prints its id to stdout.
pub fn create(new: NewAccount, kind: AccountType) -> Outcome {
    let email = answer(new.email, "E-mail address", "--email", accept_email)?;
    let name = answer(new.name, "Name", "--name", accept_name)?;
    let password = match new.password {
        Some(password) => password,
        None if new.password_stdin => password_from(io::stdin())?,
        None => ask::password("--password-stdin", |password| {
            password::accept(password).map_err(|refused| refused.to_string())
        })?,
    };
    let password_hash = hash(&password)?;
    let id = String::new();
    let account = Account {
        id,
        email,
        name,
        kind: kind.into(),
        locked: false,
        deleted: false,
        generation: 0,
        password_hash,
    };
    tables::run(store(account, new.if_missing))
}

/// An option, or the answer to a question.
fn answer(
    given: Option<String>,
    question: &str,
    option: &str,
    accept: fn(&str) -> Result<(), String>,
) -> Outcome<String> {
    let Some(given) = given else {
        return ask::line(question, option, accept);
    };
    let given = given.trim().to_owned();
    match accept(&given) {
        Ok(()) => Ok(given),
        Err(why) => Err(Failure::Usage(format!("{option}: {why}"))),
    }
}

fn accept_email(text: &str) -> Result<(), String> {
    let is_one = email::checked(text, 100).is_some();
    is_one
        .then_some(())
        .ok_or_else(|| "not an e-mail address of up to 100 characters".to_owned())
}

fn accept_name(text: &str) -> Result<(), String> {
    let is_one = (1..=100).contains(&text.chars().count());
    is_one
        .then_some(())
        .ok_or_else(|| "1 to 100 characters are accepted".to_owned())
}

async fn store(mut account: Account, if_missing: bool) -> Outcome {
    let store = tables::open(&[Needs::Accounts]).await?;
    if AccountKind::of(account.kind.name(), store.realm()).is_none() {
        return Err(Failure::Usage(format!(
            "--type: the remote host has no {} accounts",
            account.kind.name()
        )));
    }
    let known = store.find_account(&account.email).await?;
    if known.is_none() {
        account.id = new_id(&store).await?;
        if store.add_account(&account).await? {
            eprintln!(
                "The {} account {} is made.",
                account.kind.name(),
                account.email
            );
            println!("{}", account.id);
            return Ok(());
        }
    }
    if !if_missing {
        return Err(Failure::new(format!(
            "The account {} exists already: nothing is changed.",
            account.email
        )));
    }
    eprintln!(
        "The account {} exists already: nothing is changed.",
        account.email
    );
    if let Some(known) = known {
        if known.kind != account.kind {
            eprintln!(
                "Note: it is of type {}, not {}.",
                known.kind.name(),
                account.kind.name()
            );
        }
        println!("{}", known.id);
    }
    Ok(())
}

fn password_from(input: impl Read) -> Outcome<String> {
    let mut bytes = Vec::new();
    // one byte more than is accepted, plus a line break: enough to notice that it is too long
    input
        .take(1_027)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::because("The password cannot be read", &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Usage("The password is not UTF-8 text".to_owned()))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}

/// The account of this e-mail with which nobody signs in; it is added if there is none.
pub async fn of_program(store: &Store, email: &str, name: &str) -> Outcome<Account> {
    if let Some(account) = store.find_account(email).await? {
        return Ok(account);
    }
    let account = Account {
        id: new_id(store).await?,
        email: email.to_owned(),
        name: name.to_owned(),
        kind: AccountKind::Free,
        locked: false,
        deleted: false,
        generation: 0,
        // of a password that nobody knows
        password_hash: hash(&random::id("")?)?,
    };
    if store.add_account(&account).await? {
        return Ok(account);
    }
    // another program has added it meanwhile
    let found = store.find_account(email).await?;
    found.ok_or_else(|| Failure::new(format!("The account {email} cannot be added.")))
}

/// A new account id: opaque on the account host, a number on the remote host (contract 2.8).
pub async fn new_id(store: &Store) -> Outcome<String> {
    if store.realm() == Realm::Account {
        return random::id("a_");
    }
    let number = store.next_account_number().await?;
    Ok(number
        .ok_or_else(|| Failure::new("There are no more numbers for accounts."))?
        .to_string())
}

/// The hash of a password, if the password is acceptable.
pub fn hash(password: &str) -> Outcome<String> {
    password::accept(password).map_err(|refused| Failure::Usage(refused.to_string()))?;
    password::hash(password, &random::bytes()?)
        .map_err(|error| Failure::because("The password cannot be hashed", &error))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_password_is_salted_anew_each_time() {
        let text = hash("correct horse").unwrap();
        assert!(password::matches("correct horse", &text));
        assert_ne!(text, hash("correct horse").unwrap());
    }

    #[rstest]
    #[case("1234567")]
    #[case("ééééééé")]
    #[case(&"x".repeat(1_025))]
    fn a_password_of_the_wrong_length_is_refused(#[case] password: &str) {
        assert!(matches!(hash(password), Err(Failure::Usage(_))));
    }

    #[rstest]
    #[case("secret-12\n", "secret-12")]
    #[case("secret-12\r\n", "secret-12")]
    #[case("secret-12", "secret-12")]
    #[case(" secret-12 \n\n", " secret-12 \n")]
    fn only_the_last_line_break_is_taken_off(#[case] typed: &str, #[case] expected: &str) {
        assert_eq!(password_from(typed.as_bytes()).unwrap(), expected);
    }
}
