//! Requests and answers of the block lists and the text alerts (contract 4.6, 4.7).

use chute_domain::subscription::{Subscription, Wish};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// `blocked/phones/add`, `blocked/phones/unblock`.
    pub struct BlockPhone {
        /// Phone, in any accepted spelling.
        pub phone: String,
    }
}

wire! {
    /// `blocked/emails/add`, `blocked/emails/unblock`.
    pub struct BlockEmail {
        /// Address.
        pub email: String,
    }
}

wire! {
    /// `sms`.
    pub struct ReadSubscriptions {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
    }
}

wire! {
    /// `sms/add`.
    pub struct AddSubscription {
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
        /// Where the texts go.
        pub phone: String,
    }
}

wire! {
    /// `sms/remove`.
    pub struct RemoveSubscriptions {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The phone that gets no more.
        pub phone: String,
    }
}

names_race!(ReadSubscriptions, AddSubscription, RemoveSubscriptions);

impl AddSubscription {
    /// Who wants to hear of whom.
    #[must_use]
    pub fn wish(&self) -> Wish<'_> {
        Wish { bib: self.bib.as_deref(), first: self.first.as_deref(), last: self.last.as_deref(), phone: &self.phone }
    }
}

/// `blocked/phones/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedPhones {
    /// In E.164.
    pub phones: Vec<String>,
}

/// `blocked/emails/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedEmails {
    /// Lower-cased.
    pub emails: Vec<String>,
}

/// `sms`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscriptions {
    /// Empty unless the timing client sends the alerts.
    pub subscriptions: Vec<SmsSubscription>,
}

/// A subscription (contract 2.9).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SmsSubscription {
    /// Bib as subscribed; empty for a runner known by name.
    pub bib: String,
    /// First name as subscribed.
    pub first: String,
    /// Last name as subscribed.
    pub last: String,
    /// Ten digits.
    pub phone: String,
}

impl From<Subscription> for SmsSubscription {
    fn from(subscription: Subscription) -> Self {
        let Subscription { phone, bib, first, last } = subscription;
        Self { bib, first, last, phone: phone.ten_digits().to_owned() }
    }
}
