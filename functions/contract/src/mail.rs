//! Requests and answers about e-mails on a finish (contract 4.7, 8.9).

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, to_follow},
};

to_follow! {
    /// Request of `mail/add`.
    pub struct AddAddress {
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

/// Answer of `mail/confirm`: the race about which the address will get e-mails.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressConfirmed {
    /// Slug of the event.
    pub slug: String,
    /// Key of the year.
    pub year: String,
}
