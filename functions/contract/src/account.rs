//! Accounts on the wire (contract 2.7, 4.8, 5.2).

use chute_domain::{
    account::{Account, AccountKind, Profile, Realm},
    race::Event,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Invalid, email, json::wire, key::KeyOut, text::is_over};

wire! {
    /// An account as sent.
    pub struct AccountIn {
        /// Name.
        pub name: String,
        /// E-mail address; in an update the way to the account.
        pub email: String,
        /// `admin`, `free`, `paid`, on the account host also `registration`.
        #[serde(rename = "type")]
        pub kind: String,
    }
}

wire! {
    /// Whose; without an address the caller himself.
    pub struct ForAccount {
        /// E-mail address.
        pub email: String,
    }
}

wire! {
    /// `account/add`.
    pub struct AddAccount {
        /// The account.
        pub account: AccountIn,
        /// Its first password.
        pub password: String,
    }
}

wire! {
    /// `account/update`.
    pub struct UpdateAccount {
        /// The account.
        pub account: AccountIn,
    }
}

wire! {
    /// `account/email`.
    pub struct ChangeEmail {
        /// The address by which the account is known.
        pub old_email: String,
        /// The one it shall have.
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
            return Err(Invalid::new("email", "an e-mail address of up to 100 characters"));
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
        Ok(Profile { name: name.to_owned(), email: email.to_owned(), kind })
    }
}

/// Characters of an account's address.
pub const EMAIL: usize = 100;

/// An account as shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOut {
    name: String,
    email: String,
    #[schema(value_type = String)]
    r#type: &'static str,
    locked: bool,
}

impl From<Account> for AccountOut {
    fn from(account: Account) -> Self {
        let Account { name, email, kind, locked, .. } = account;
        Self { name, email, r#type: kind.name(), locked }
    }
}

/// `account/add`, `account/update`, `account/link`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OneAccount {
    /// The account.
    pub account: AccountOut,
}

/// `account/all`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accounts {
    /// By address.
    pub accounts: Vec<AccountOut>,
}

/// `account` on the account host.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountOverview {
    /// The account.
    pub account: AccountOut,
    /// Its keys.
    pub keys: Vec<KeyOut>,
    /// Its events and those of accounts that linked it, as in `event/my`.
    pub events: Vec<Event>,
    /// The accounts it has linked.
    pub linked: Vec<AccountOut>,
}

/// `account` on the remote host.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoteAccountOverview {
    /// The account.
    pub account: AccountOut,
    /// Its keys.
    pub keys: Vec<KeyOut>,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn account() -> AccountIn {
        AccountIn { name: " Ada Osei ".into(), email: " Ada@Example.org ".into(), kind: "free".into() }
    }

    #[test]
    fn a_good_account_is_taken_trimmed() {
        let profile = Profile { name: "Ada Osei".into(), email: "Ada@Example.org".into(), kind: AccountKind::Free };
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
            assert_eq!(account.clone().checked(realm).map_err(|invalid| invalid.field), Err(field));
        }
    }

    #[test]
    fn registration_accounts_are_of_the_account_host() {
        let account = AccountIn { kind: "registration".into(), ..account() };
        assert!(account.clone().checked(Realm::Account).is_ok());
        assert_eq!(account.checked(Realm::Remote).map_err(|invalid| invalid.field), Err("type"));
    }
}
