//! The rights that a route requires, as types. They are part of the request's type in the handler's
//! signature, so no handler can do without one, and the OpenAPI documents read them there.

use chute_domain::{account::AccountKind, key::KeyKind};

/// The right that a route requires of a key.
pub trait KeyRight {
    /// The weakest kind of key that may call it (K7).
    const KIND: KeyKind;

    /// Who may call it, for the OpenAPI document.
    fn who() -> String;
}

/// Step K9: the required relation of the key's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The event is unrestricted, or the account's own.
    Read,
    /// The event is the account's own.
    Own,
}

/// A right of a route whose request names an event. Only requests with such a right can load the
/// event's record.
pub trait NamesEvent: KeyRight {
    /// How the key's account must be related to the event (K9).
    const ACCESS: Access;
}

/// A right of a route whose request names no event, so that the check of the key is the only one.
/// A request that names an event cannot be had without the check of its owner.
pub trait NamesNoEvent: KeyRight {}

/// Who has a key of this kind, of an account with this access to the event if the request names
/// one.
fn who(kind: KeyKind, access: Option<Access>) -> String {
    let keys = match kind {
        KeyKind::Read => "any key",
        KeyKind::Write => "write keys",
        KeyKind::Delete => "delete keys",
    };
    match access {
        None => keys.to_owned(),
        Some(Access::Read) => format!("{keys}; a restricted event: a key of its owner"),
        Some(Access::Own) => format!("{keys} of the owner"),
    }
}

macro_rules! key_rights {
    ($($(#[$doc:meta])* $right:ident: $kind:ident $(, $access:ident)?;)*) => {$(
        $(#[$doc])*
        pub enum $right {}

        key_rights!(@$right $kind $($access)?);
    )*};
    (@$right:ident $kind:ident) => {
        impl KeyRight for $right {
            const KIND: KeyKind = KeyKind::$kind;

            fn who() -> String {
                who(Self::KIND, None)
            }
        }

        impl NamesNoEvent for $right {}
    };
    (@$right:ident $kind:ident $access:ident) => {
        impl KeyRight for $right {
            const KIND: KeyKind = KeyKind::$kind;

            fn who() -> String {
                who(Self::KIND, Some(Self::ACCESS))
            }
        }

        impl NamesEvent for $right {
            const ACCESS: Access = Access::$access;
        }
    };
}
key_rights! {
    /// A key of any kind; no event is named.
    AnyKey: Read;
    /// A write key or a delete key; no event is named.
    WriteKey: Write;
    /// A delete key; no event is named.
    DeleteKey: Delete;
    /// Reads what is shown of an event.
    Reader: Read, Read;
    /// Writes to an event of its own account.
    Writer: Write, Own;
    /// Deletes an event of its own account, or a year.
    Deleter: Delete, Own;
}

/// The right that a route requires of a signed-in account.
pub trait SessionRight {
    /// The kind of account that may call it (S4).
    const ROLE: Role;
    /// Who may call it, for the OpenAPI document.
    const WHO: &'static str;
}

/// Step S4: the required type of account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Any account.
    Any,
    /// Any but a registration account.
    NotRegistration,
    /// Paid accounts and administrators.
    PaidOrAdmin,
    /// Administrators.
    Admin,
}

impl Role {
    pub(super) fn holds(self, kind: AccountKind) -> bool {
        match self {
            Self::Any => true,
            Self::NotRegistration => kind != AccountKind::Registration,
            Self::PaidOrAdmin => matches!(kind, AccountKind::Paid | AccountKind::Admin),
            Self::Admin => kind == AccountKind::Admin,
        }
    }
}

macro_rules! session_rights {
    ($($(#[$doc:meta])* $right:ident: $role:ident, $who:literal;)*) => {$(
        $(#[$doc])*
        pub enum $right {}

        impl SessionRight for $right {
            const ROLE: Role = Role::$role;
            const WHO: &'static str = $who;
        }
    )*};
}
session_rights! {
    /// Anybody who is signed in.
    AnySession: Any, "any session";
    /// An administrator.
    Admin: Admin, "administrators";
    /// An account that may link others.
    Linker: PaidOrAdmin, "paid accounts and administrators";
    /// One's own account; an administrator may name another's (S6).
    Oneself: Any, "oneself; another's: administrators";
    /// Like [`Oneself`], but not for registration accounts, which have no keys.
    KeyHolder: NotRegistration, "oneself; for another: administrators; not registration accounts";
    /// The account that has the key named by the request (S8).
    KeyOwner: Any, "the owner and administrators";
    /// The account that owns the event (S8).
    Owner: Any, "the owner and administrators";
    /// The account that owns the event, or one that the owner linked (S8).
    Helper: Any, "the owner, accounts the owner linked, and administrators";
}

/// A right of a route whose request may name an account by its e-mail (S6).
pub trait NamesAccount {}
impl NamesAccount for Admin {}
impl NamesAccount for Oneself {}
impl NamesAccount for KeyHolder {}

/// A right of a route whose request names a key by its value (S7, S8).
pub trait NamesKey {}
impl NamesKey for KeyOwner {}

/// A right of a route whose request names an event (S7, S8).
pub trait EventRight {
    /// Whether an account that the owner linked may call it, too.
    const MAY_HELP: bool;
}

impl EventRight for Owner {
    const MAY_HELP: bool = false;
}

impl EventRight for Helper {
    const MAY_HELP: bool = true;
}

/// The condition for a caller without a credential.
pub trait PublicRight {
    /// Who may call it, for the OpenAPI document.
    const WHO: &'static str;
}

/// A right of a route that is open for every race, restricted or not, or that names none.
pub trait AnyRace {}
impl AnyRace for Limited {}
impl AnyRace for LinkHolder {}

/// Everybody, within the rate limit of the caller's address.
pub enum Limited {}

impl PublicRight for Limited {
    const WHO: &'static str = "everybody, rate-limited";
}

/// Like [`Limited`], for a race; a restricted one needs a key of its owner.
pub enum LimitedByRace {}

impl PublicRight for LimitedByRace {
    const WHO: &'static str =
        "everybody, rate-limited; a restricted event: with a key of its owner";
}

/// Anybody who has a link that the server sent.
pub enum LinkHolder {}

impl PublicRight for LinkHolder {
    const WHO: &'static str = "who has the link";
}
