//! Requests and answers of e-mails about a finish (contract 4.7, 8.9).

use chute_domain::subscription::RunnerWish;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// `mail/add`.
    pub struct AddAddress {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Bib of the runner.
        pub bib: Option<String>,
        /// First name of the runner.
        pub first: Option<String>,
        /// Last name of the runner.
        pub last: Option<String>,
        /// Where the e-mail goes, once it is confirmed.
        pub email: String,
        /// The language of the e-mails: `en` or `es`.
        pub language: String,
    }
}

wire! {
    /// `mail/confirm`.
    pub struct ConfirmAddress {
        /// What stands in the link of the confirmation.
        pub token: String,
    }
}

names_race!(AddAddress);

impl AddAddress {
    /// Of whom the address is to hear.
    #[must_use]
    pub fn runner(&self) -> RunnerWish<'_> {
        RunnerWish { bib: self.bib.as_deref(), first: self.first.as_deref(), last: self.last.as_deref() }
    }
}

/// `mail/confirm`: of which race the address hears now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressConfirmed {
    /// Event.
    pub slug: String,
    /// Year.
    pub year: String,
}
