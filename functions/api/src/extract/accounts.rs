//! Bodies about accounts and keys (contract 4.8, 4.9). What depends on the realm is checked in the
//! handlers.

use chute_contract::{
    account::{AddAccount, ChangeEmail, EMAIL, ForAccount, UpdateAccount},
    email,
    key::{AddKey, DeleteKey, UpdateKey, is_value},
};

use super::{
    body::{Checked, SMALL, bad, needs, unchecked},
    credentials,
};
use crate::answer::Problem;

unchecked!(SMALL => ForAccount, UpdateAccount, AddKey);
unchecked!(credentials::LIMIT => AddAccount);
needs!("the key's value" if |body| is_value(&body.key.value) => SMALL: UpdateKey);
needs!("the key's value" if |body| is_value(&body.key) => SMALL: DeleteKey);

/// The required e-mail address of an account.
pub struct NamedAccount(pub String);

impl Checked for NamedAccount {
    type Body = ForAccount;

    fn check(body: ForAccount) -> Result<Self, Problem> {
        if body.email.trim().is_empty() {
            Err(bad("email"))
        } else {
            Ok(Self(body.email))
        }
    }
}

/// The address by which the account is known, and the new one.
pub struct EmailChange {
    /// As sent.
    pub old: String,
    /// Checked, trimmed.
    pub new: String,
}

impl Checked for EmailChange {
    type Body = ChangeEmail;

    fn check(body: ChangeEmail) -> Result<Self, Problem> {
        let both =
            email::checked(&body.old_email, EMAIL).zip(email::checked(&body.new_email, EMAIL));
        let (old, new) = both.ok_or_else(|| Problem::Bad("Invalid Email(s)".to_owned()))?;
        Ok(Self {
            old: old.to_owned(),
            new: new.to_owned(),
        })
    }
}
