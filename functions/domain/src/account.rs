//! Accounts: who may sign in, and what their type allows (contract 2.7, 3.6, 3.7).

use serde::{Deserialize, Serialize};

use crate::{named::named, password};

named! {
    /// One of the two separate sets of accounts, keys, sessions and secrets: nothing of one grants
    /// anything in the other.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Realm {
        /// The account host.
        #[default]
        Account = "account",
        /// The remote host.
        Remote = "remote",
    }
}

named! {
    /// The type of an account.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum AccountKind {
        /// May do everything, for other accounts too.
        Admin = "admin",
        /// May manage its own events and keys.
        Free = "free",
        /// As [`Self::Free`], and may link registration accounts.
        Paid = "paid",
        /// May manage participants of the accounts that linked it, but has no keys. Account host only.
        Registration = "registration",
    }
}

impl AccountKind {
    /// Reads the text on the wire; the remote host has no registration accounts.
    #[must_use]
    pub fn of(text: &str, realm: Realm) -> Option<Self> {
        Self::named(text).filter(|kind| realm == Realm::Account || *kind != Self::Registration)
    }
}

/// An account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Opaque id, which never changes. On the remote host a decimal number from 1 to 2³¹ − 1.
    pub id: String,
    /// E-mail address as typed; compared in lower case.
    pub email: String,
    /// Name of the person or organisation, for people to read; need not be unique.
    pub name: String,
    /// Its type.
    pub kind: AccountKind,
    /// Whether an administrator has locked it: it cannot sign in, and no session or key works.
    pub locked: bool,
    /// Whether it was deleted. Its e-mail address stays taken.
    pub deleted: bool,
    /// Grows whenever all sessions are ended; tokens carry it.
    pub generation: u64,
    /// Argon2id hash of the password in PHC form.
    pub password_hash: String,
}

impl AccountKind {
    /// Whether accounts of this type may add and change API keys.
    #[must_use]
    pub fn may_have_keys(self) -> bool {
        self != Self::Registration
    }

    /// Whether accounts of this type may link registration accounts.
    #[must_use]
    pub fn may_link(self) -> bool {
        matches!(self, Self::Admin | Self::Paid)
    }

    /// Whether accounts of this type may be linked.
    #[must_use]
    pub fn may_be_linked(self) -> bool {
        self == Self::Registration
    }
}

/// The public fields of an account, which an update replaces (contract 2.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Name of the person or organisation, trimmed; need not be unique.
    pub name: String,
    /// E-mail address as typed, trimmed.
    pub email: String,
    /// Its type.
    pub kind: AccountKind,
}

impl Account {
    /// A new account, which may sign in.
    #[must_use]
    pub fn new(id: String, profile: Profile, password_hash: String) -> Self {
        let Profile { name, email, kind } = profile;
        Self {
            id,
            email,
            name,
            kind,
            locked: false,
            deleted: false,
            generation: 0,
            password_hash,
        }
    }

    /// Whether it may sign in and its sessions and keys work.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.locked && !self.deleted
    }

    /// Whether it can act as an administrator: a realm must never be without such an account.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.kind == AccountKind::Admin && self.is_active()
    }

    /// Whether this is the account's e-mail address, ignoring case.
    #[must_use]
    pub fn has_email(&self, email: &str) -> bool {
        self.email.to_lowercase() == email.trim().to_lowercase()
    }

    /// Whether it may change what `owner` owns (step S8).
    #[must_use]
    pub fn may_change_things_of(&self, owner: &str) -> bool {
        self.kind == AccountKind::Admin || self.id == owner
    }

    /// The account with a profile's name and, if `by` is an administrator, its type. The address
    /// stays.
    #[must_use]
    pub fn updated(&self, profile: &Profile, by: &Self) -> Self {
        let kind = if by.kind == AccountKind::Admin {
            profile.kind
        } else {
            self.kind
        };
        Self {
            name: profile.name.clone(),
            kind,
            ..self.clone()
        }
    }

    /// The account with another address. Its sessions end, unless the address is exactly the same.
    #[must_use]
    pub fn moved_to(&self, email: &str) -> Self {
        if self.email == email {
            self.clone()
        } else {
            Self {
                email: email.to_owned(),
                ..self.ended()
            }
        }
    }

    /// The account, locked: its sessions end. Locking it again changes nothing.
    #[must_use]
    pub fn locked(&self) -> Self {
        if self.locked {
            self.clone()
        } else {
            Self {
                locked: true,
                ..self.ended()
            }
        }
    }

    /// The account, no longer locked. The generation grows here too: it shows the order of locks
    /// and unlocks.
    #[must_use]
    pub fn unlocked(&self) -> Self {
        if self.locked {
            Self {
                locked: false,
                ..self.ended()
            }
        } else {
            self.clone()
        }
    }

    /// The account, deleted: its sessions end, its address stays taken, its password no longer
    /// works.
    #[must_use]
    pub fn deleted(&self) -> Self {
        if self.deleted {
            self.clone()
        } else {
            Self {
                deleted: true,
                password_hash: password::NOBODYS.to_owned(),
                ..self.ended()
            }
        }
    }

    fn ended(&self) -> Self {
        Self {
            generation: self.generation.saturating_add(1),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn account(id: &str, kind: AccountKind) -> Account {
        let profile = Profile {
            name: "Ada".into(),
            email: format!("{id}@Example.org"),
            kind,
        };
        Account::new(id.into(), profile, "hash".into())
    }

    #[rstest]
    #[case("admin", Some(AccountKind::Admin), Some(AccountKind::Admin))]
    #[case("free", Some(AccountKind::Free), Some(AccountKind::Free))]
    #[case("paid", Some(AccountKind::Paid), Some(AccountKind::Paid))]
    #[case("registration", Some(AccountKind::Registration), None)]
    #[case("Admin", None, None)]
    #[case("", None, None)]
    fn types_of_each_realm(
        #[case] text: &str,
        #[case] on_account: Option<AccountKind>,
        #[case] on_remote: Option<AccountKind>,
    ) {
        assert_eq!(AccountKind::of(text, Realm::Account), on_account);
        assert_eq!(AccountKind::of(text, Realm::Remote), on_remote);
        assert!(on_account.is_none_or(|kind| kind.name() == text));
    }

    #[rstest]
    #[case(AccountKind::Admin, true, true, false)]
    #[case(AccountKind::Paid, true, true, false)]
    #[case(AccountKind::Free, true, false, false)]
    #[case(AccountKind::Registration, false, false, true)]
    fn each_kind_of_account_has_its_rights(
        #[case] kind: AccountKind,
        #[case] keys: bool,
        #[case] links: bool,
        #[case] linked: bool,
    ) {
        assert_eq!(
            (kind.may_have_keys(), kind.may_link(), kind.may_be_linked()),
            (keys, links, linked)
        );
    }

    #[rstest]
    #[case(AccountKind::Free, "a", true)]
    #[case(AccountKind::Free, "b", false)]
    #[case(AccountKind::Admin, "b", true)]
    fn an_account_changes_its_own_things_and_an_admin_all(
        #[case] kind: AccountKind,
        #[case] owner: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(account("a", kind).may_change_things_of(owner), expected);
        assert!(
            account("a", kind).has_email(" A@EXAMPLE.ORG ") && !account("a", kind).has_email("")
        );
    }

    #[rstest]
    #[case(AccountKind::Free, AccountKind::Admin, AccountKind::Free)]
    #[case(
        AccountKind::Registration,
        AccountKind::Paid,
        AccountKind::Registration
    )]
    #[case(AccountKind::Admin, AccountKind::Paid, AccountKind::Paid)]
    fn only_an_administrator_gives_types(
        #[case] by: AccountKind,
        #[case] asked: AccountKind,
        #[case] expected: AccountKind,
    ) {
        let by = account("a", by);
        let profile = Profile {
            name: "Bo".into(),
            email: "other@example.org".into(),
            kind: asked,
        };
        let after = by.updated(&profile, &by);
        assert_eq!(
            after,
            Account {
                name: "Bo".into(),
                kind: expected,
                ..by.clone()
            },
            "the address stays, sessions go on"
        );
    }

    #[test]
    fn a_lock_a_delete_and_a_new_address_end_sessions() {
        let before = account("a", AccountKind::Admin);
        for after in [
            before.locked(),
            before.deleted(),
            before.moved_to("b@example.org"),
        ] {
            assert_eq!(after.generation, before.generation + 1, "{after:?}");
        }
        for (once, twice) in [
            (before.locked(), before.locked().locked()),
            (before.deleted(), before.deleted().deleted()),
            (before.clone(), before.unlocked()),
            (before.clone(), before.moved_to(&before.email)),
        ] {
            assert_eq!(once, twice, "a repeat changes nothing");
        }
        assert_eq!(
            before.moved_to("A@example.org").generation,
            1,
            "typed otherwise"
        );
        assert_eq!(
            before.locked().unlocked().generation,
            2,
            "never back to a generation that was locked"
        );
    }

    #[test]
    fn only_an_unlocked_admin_administers() {
        let admin = account("a", AccountKind::Admin);
        assert!(admin.administers());
        assert!(!admin.locked().administers() && !admin.deleted().administers());
        assert!(!account("b", AccountKind::Paid).administers());
        assert_eq!(admin.deleted().password_hash, password::NOBODYS);
    }
}
