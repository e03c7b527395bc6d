//! Accounts on the wire (contract 2.7, 4.8, 5.2).

use chute_domain::{
    account::{Account, AccountKind, Profile, Realm},
    race::Event,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Invalid, email, json::wire, key::KeyOut, text::is_over};

wire! {
    /// An account as an administrator or its owner sends it.
    pub struct AccountIn {
        /// Name of the person or company, 1 to 100 characters after trimming.
        pub name: String,
        /// E-mail address, up to 100 characters, unique in the realm whatever its case. In an
        /// update it finds the account; it is changed by `account/email`.
        pub email: String,
        /// What it may do: `admin`, `free` or `paid`, on the account host also `registration`. Who
        /// is no administrator keeps theirs.
        #[serde(rename = "type")]
        pub kind: String,
    }
}

wire! {
    /// Which account is meant; without an address the caller's own.
    pub struct ForAccount {
        /// E-mail address of the account, in any case; empty: the caller's own, where the route
        /// allows it.
        pub email: String,
    }
}

wire! {
    /// What `account/add` takes.
    pub struct AddAccount {
        /// The new account.
        pub account: AccountIn,
        /// Its first password, 8 characters or more and up to 1,024 bytes.
        pub password: String,
    }
}

wire! {
    /// What `account/update` takes.
    pub struct UpdateAccount {
        /// The account as it shall be; found by its address.
        pub account: AccountIn,
    }
}

wire! {
    /// What `account/email` takes.
    pub struct ChangeEmail {
        /// The address by which the account is known until now.
        pub old_email: String,
        /// The one it shall have, up to 100 characters. All its sessions end.
        pub new_email: String,
    }
}

impl AccountIn {
    /// The account, checked.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self, realm: Realm) -> Result<Profile, Invalid> {
        let name = self.name.trim();
        if name.is_empty() || is_over(name, 100) {
            return Err(Invalid::new("name", "1 to 100 characters"));
        }
        let Some(email) = email::checked(&self.email, EMAIL) else {
            return Err(Invalid::new(
                "email",
                "an e-mail address of up to 100 characters",
            ));
        };
        let Some(kind) = AccountKind::of(&self.kind, realm) else {
            return Err(Invalid::new(
                "type",
                match realm {
                    Realm::Account => "admin, free, paid or registration",
                    Realm::Remote => "admin, free or paid",
                },
            ));
        };
        Ok(Profile {
            name: name.to_owned(),
            email: email.to_owned(),
            kind,
        })
    }
}

/// Characters of an account's address.
pub const EMAIL: usize = 100;

/// An account as shown to itself and to administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOut {
    /// Name of the person or company.
    name: String,
    /// E-mail address as typed; unique in the realm whatever its case.
    email: String,
    /// What it may do: `admin`, `free`, `paid` or, on the account host, `registration`.
    #[schema(value_type = String)]
    r#type: &'static str,
    /// Whether an administrator has locked it: nobody signs in, its keys stop.
    locked: bool,
}

impl From<Account> for AccountOut {
    fn from(account: Account) -> Self {
        let Account {
            name,
            email,
            kind,
            locked,
            ..
        } = account;
        Self {
            name,
            email,
            r#type: kind.name(),
            locked,
        }
    }
}

/// What `account/add`, `account/update` and `account/link` answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneAccount {
    /// The account as it stands now; of `account/link` the linked one.
    pub account: AccountOut,
}

/// What `account/all` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accounts {
    /// All accounts of the realm, by address in lower case.
    pub accounts: Vec<AccountOut>,
}

/// `account` on the account host.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOverview {
    /// The account that was asked for.
    pub account: AccountOut,
    /// Its keys with their values, by name.
    pub keys: Vec<KeyOut>,
    /// Its events and those of accounts that linked it, restricted ones included, as in `event/my`.
    pub events: Vec<Event>,
    /// The accounts that it has linked, by address.
    pub linked: Vec<AccountOut>,
}

/// `account` on the remote host.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoteAccountOverview {
    /// The account that was asked for.
    pub account: AccountOut,
    /// Its keys with their values, by name: each is a reader's or a program's.
    pub keys: Vec<KeyOut>,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn account() -> AccountIn {
        AccountIn {
            name: " Ada Osei ".into(),
            email: " Ada@Example.org ".into(),
            kind: "free".into(),
        }
    }

    #[test]
    fn a_good_account_is_taken_trimmed() {
        let profile = Profile {
            name: "Ada Osei".into(),
            email: "Ada@Example.org".into(),
            kind: AccountKind::Free,
        };
        assert_eq!(account().checked(Realm::Account), Ok(profile));
    }

    #[rstest]
    #[case("name", AccountIn { name: " ".into(), ..account() })]
    #[case("name", AccountIn { name: "é".repeat(101), ..account() })]
    #[case("email", AccountIn { email: String::new(), ..account() })]
    #[case("email", AccountIn { email: "ada@example".into(), ..account() })]
    #[case("email", AccountIn { email: format!("{}@{}.org", "a".repeat(60), "b".repeat(40)), ..account() })]
    #[case("type", AccountIn { kind: String::new(), ..account() })]
    #[case("type", AccountIn { kind: "owner".into(), ..account() })]
    #[case("type", AccountIn { kind: "Admin".into(), ..account() })]
    fn a_bad_account_names_its_field(#[case] field: &str, #[case] account: AccountIn) {
        for realm in [Realm::Account, Realm::Remote] {
            assert_eq!(
                account
                    .clone()
                    .checked(realm)
                    .map_err(|invalid| invalid.field),
                Err(field)
            );
        }
    }

    #[test]
    fn registration_accounts_are_of_the_account_host() {
        let account = AccountIn {
            kind: "registration".into(),
            ..account()
        };
        assert!(account.clone().checked(Realm::Account).is_ok());
        assert_eq!(
            account
                .checked(Realm::Remote)
                .map_err(|invalid| invalid.field),
            Err("type")
        );
    }
}
