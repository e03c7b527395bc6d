//! Accounts on the wire (contract 2.7, 4.8, 5.2).

use chute_domain::{
    account::{Account, AccountKind, Profile, Realm},
    race::Event,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Invalid, email, json::wire, key::KeyOut, text::is_over};

wire! {
    /// An account as sent by an administrator or its owner.
    pub struct AccountIn {
        /// Name of the person or company, 1 to 100 characters after trimming.
        pub name: String,
        /// E-mail address, up to 100 characters, unique among the host's accounts regardless of
        /// case. In an update it identifies the account; use `account/email` to change it.
        pub email: String,
        /// What it may do: `admin`, `free` or `paid`; on the account host also `registration`. Only
        /// administrators can change it; others keep theirs.
        #[serde(rename = "type")]
        pub kind: String,
    }
}

wire! {
    /// Names an account; without an address, the caller's own.
    pub struct ForAccount {
        /// E-mail address of the account, in any case; empty: the caller's own, if the route allows
        /// it.
        pub email: String,
    }
}

wire! {
    /// Request of `account/add`.
    pub struct AddAccount {
        /// The new account.
        pub account: AccountIn,
        /// Its initial password: at least 8 characters and at most 1,024 bytes.
        pub password: String,
    }
}

wire! {
    /// Request of `account/update`.
    pub struct UpdateAccount {
        /// The account with its new values; identified by its address.
        pub account: AccountIn,
    }
}

wire! {
    /// Request of `account/email`.
    pub struct ChangeEmail {
        /// The account's current address.
        pub old_email: String,
        /// The account's new address, up to 100 characters. All its sessions end.
        pub new_email: String,
    }
}

impl AccountIn {
    /// Checks the account.
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

/// The maximum length of an account's address, in characters.
pub const EMAIL: usize = 100;

/// An account as shown to itself and to administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOut {
    /// Name of the person or company.
    name: String,
    /// E-mail address as typed; unique among the host's accounts regardless of case.
    email: String,
    /// What it may do: `admin`, `free`, `paid` or, on the account host, `registration`.
    #[schema(value_type = String)]
    r#type: &'static str,
    /// Whether an administrator has locked it: nobody can sign in, and its keys do not work.
    locked: bool,
}

impl From<Account> for AccountOut {
    fn from(account: Account) -> Self {
        Self {
            name: account.name,
            email: account.email,
            r#type: account.kind.name(),
            locked: account.locked,
        }
    }
}

/// Answer of `account/add`, `account/update` and `account/link`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneAccount {
    /// The account as it is now; for `account/link`, the linked account.
    pub account: AccountOut,
}

/// Answer of `account/all`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accounts {
    /// All accounts of the host, ordered by address in lower case.
    pub accounts: Vec<AccountOut>,
}

/// Answer of `account` on the account host.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOverview {
    /// The account that was asked for.
    pub account: AccountOut,
    /// Its keys with their values, ordered by name.
    pub keys: Vec<KeyOut>,
    /// Its events and those of accounts that have linked it, including restricted ones, as in
    /// `event/my`.
    pub events: Vec<Event>,
    /// The accounts that it has linked, ordered by address.
    pub linked: Vec<AccountOut>,
}

/// Answer of `account` on the remote host.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoteAccountOverview {
    /// The account that was asked for.
    pub account: AccountOut,
    /// Its keys with their values, ordered by name. Each belongs to a reader or a program.
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
