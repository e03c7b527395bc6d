//! Requests and answers about e-mails on a finish (contract 4.7, 8.9).

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_runner, of_latest_year},
};

of_latest_year! {
    /// Request of `mail/add`.
    pub struct AddAddress {
        /// Bib of the runner to follow, up to 100 characters; missing or empty if they are
        /// identified by name.
        pub bib: Option<String>,
        /// First name of the runner to follow; missing or empty if the bib identifies them.
        pub first: Option<String>,
        /// Last name of the runner to follow; missing or empty if the bib identifies them.
        pub last: Option<String>,
        /// Address that is sent an e-mail about the finish, once the link in the confirmation has
        /// been opened; plain ASCII.
        pub email: String,
        /// Language of the messages: `en` or `es`.
        pub language: String,
    }
}

wire! {
    /// Request of `mail/confirm`.
    pub struct ConfirmAddress {
        /// The value after `token=` in the link of the confirmation.
        pub token: String,
    }
}

names_runner!(AddAddress);

/// Answer of `mail/confirm`: the race about which the address will get e-mails.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressConfirmed {
    /// Slug of the event.
    pub slug: String,
    /// Key of the year.
    pub year: String,
}
