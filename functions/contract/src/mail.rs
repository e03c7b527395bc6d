//! Requests and answers of e-mails about a finish (contract 4.7, 8.9).

use chute_domain::subscription::RunnerWish;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// What `mail/add` takes.
    pub struct AddAddress {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Bib of the runner who is followed, up to 100 characters; missing or empty: known by
        /// name.
        pub bib: Option<String>,
        /// First name of the runner who is followed; missing or empty where the bib says who.
        pub first: Option<String>,
        /// Last name of the runner who is followed; missing or empty where the bib says who.
        pub last: Option<String>,
        /// Where the e-mail of the finish goes once the link of the confirmation was pressed; plain
        /// ASCII.
        pub email: String,
        /// Language of what is sent: `en` or `es`.
        pub language: String,
    }
}

wire! {
    /// What `mail/confirm` takes.
    pub struct ConfirmAddress {
        /// What stands behind `token=` in the link of the confirmation.
        pub token: String,
    }
}

names_race!(AddAddress);

impl AddAddress {
    /// Of whom the address is to hear.
    #[must_use]
    pub fn runner(&self) -> RunnerWish<'_> {
        RunnerWish {
            bib: self.bib.as_deref(),
            first: self.first.as_deref(),
            last: self.last.as_deref(),
        }
    }
}

/// `mail/confirm`: of which race the address hears now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressConfirmed {
    /// Slug of the event.
    pub slug: String,
    /// Key of the year.
    pub year: String,
}
