//! Requests about block lists, alerts and runners, and what is checked in them.

use chute_contract::{
    alerts::{AddSubscription, BlockEmail, BlockPhone, ReadSubscriptions, RemoveSubscriptions},
    email,
    mail::{AddAddress, ConfirmAddress},
    privacy::{AskPrivacy, Asked},
    push::{AddDevice, RemoveDevice},
    requests::NamesRace,
};
use chute_domain::phone::Phone;

use super::body::{Checked, InRace, SMALL, unchecked};
use crate::answer::Problem;

/// The maximum length of an address on the block list (contract 2.12).
const LONGEST_EMAIL: usize = 200;

/// A phone for the block list.
pub struct ValidPhone(pub Phone);

impl Checked for ValidPhone {
    type Body = BlockPhone;

    fn check(body: BlockPhone) -> Result<Self, Problem> {
        Phone::blockable(&body.phone)
            .map(Self)
            .ok_or_else(|| Problem::Bad("Invalid Phone Field".to_owned()))
    }
}

/// An address for the block list.
pub struct ValidEmail(pub String);

impl Checked for ValidEmail {
    type Body = BlockEmail;

    fn check(body: BlockEmail) -> Result<Self, Problem> {
        let address = email::checked(&body.email, LONGEST_EMAIL).map(str::to_lowercase);
        address
            .map(Self)
            .ok_or_else(|| Problem::Bad("Invalid Email Field".to_owned()))
    }
}

/// A runner's request.
impl Checked for InRace<Asked> {
    type Body = AskPrivacy;

    fn check(body: AskPrivacy) -> Result<Self, Problem> {
        Ok(Self::new(body.slug(), body.year(), body.checked()?))
    }
}

unchecked!(SMALL =>
    ReadSubscriptions,
    AddSubscription,
    RemoveSubscriptions,
    AddDevice,
    RemoveDevice,
    AddAddress,
    ConfirmAddress
);
