//! Accounts: who may sign in, and what their type allows (contract 2.7, 3.6, 3.7).

use serde::{Deserialize, Serialize};

/// One of the two worlds of accounts, keys, sessions and secrets; nothing of one opens anything of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Realm {
    /// The account host.
    #[default]
    Account,
    /// The remote host.
    Remote,
}

impl Realm {
    /// Its name in tokens and settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Remote => "remote",
        }
    }

    /// Reads the name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::Account, Self::Remote].into_iter().find(|realm| realm.name() == name)
    }
}

/// What an account may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    /// Everything, also for others.
    Admin,
    /// Own events and keys.
    Free,
    /// The same, and linking of registration accounts.
    Paid,
    /// Participants of the accounts that linked it; no keys. Account host only.
    Registration,
}

impl AccountKind {
    /// Reads the wire's text; the remote host knows no registration accounts.
    #[must_use]
    pub fn of(text: &str, realm: Realm) -> Option<Self> {
        match text {
            "admin" => Some(Self::Admin),
            "free" => Some(Self::Free),
            "paid" => Some(Self::Paid),
            "registration" if realm == Realm::Account => Some(Self::Registration),
            _ => None,
        }
    }

    /// The wire's text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Free => "free",
            Self::Paid => "paid",
            Self::Registration => "registration",
        }
    }
}

/// An account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Opaque id, never changes. On the remote host a number from 1 to 2³¹ − 1 in decimal.
    pub id: String,
    /// E-mail as typed; compared lower-cased.
    pub email: String,
    /// Name.
    pub name: String,
    /// Type.
    pub kind: AccountKind,
    /// An administrator's lock: no sign-in, no session, no key.
    pub locked: bool,
    /// Deleted accounts keep their e-mail taken.
    pub deleted: bool,
    /// Grows with whatever ends all sessions; tokens carry it.
    pub generation: u64,
    /// Argon2id hash of the password in PHC form.
    pub password_hash: String,
}

impl Account {
    /// Whether it may sign in and its sessions and keys work.
    #[must_use]
    pub fn stands(&self) -> bool {
        !self.locked && !self.deleted
    }

    /// Whether this address is the account's own, in any case.
    #[must_use]
    pub fn has_email(&self, email: &str) -> bool {
        self.email.to_lowercase() == email.trim().to_lowercase()
    }
}
