//! Requests and answers about alerts on a device, by Web Push (contract 4.7, 8.8).

use chute_domain::subscription::RunnerWish;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, of_latest_year, to_follow},
};

to_follow! {
    /// Request of `push/add`.
    pub struct AddDevice {
        /// The browser's push subscription.
        pub subscription: PushSubscription,
        /// Language of the messages: `en` or `es`.
        pub language: String,
    }
}

wire! {
    /// A browser's push subscription, as returned by `PushSubscription.toJSON()`.
    pub struct PushSubscription {
        /// Address at which the push service accepts messages for it.
        pub endpoint: String,
        /// The keys with which messages for it are encrypted.
        pub keys: PushKeys,
    }
}

wire! {
    /// Keys of a browser's push subscription.
    pub struct PushKeys {
        /// Its public key: an uncompressed P-256 point in base64url.
        pub p256dh: String,
        /// Its authentication secret: 16 bytes in base64url.
        pub auth: String,
    }
}

of_latest_year! {
    /// Request of `push/remove`. If it names a runner, only the subscription to that runner ends,
    /// as it was sent to `push/add`.
    pub struct RemoveDevice {
        /// Address at which the push service accepts messages for this browser, as it was sent to
        /// `push/add`.
        pub endpoint: String,
        /// Bib of the runner, as it was sent to `push/add`. If bib and names are all missing: all
        /// runners.
        pub bib: Option<String>,
        /// First name of the runner, as it was sent to `push/add`.
        pub first: Option<String>,
        /// Last name of the runner, as it was sent to `push/add`.
        pub last: Option<String>,
    }
}

impl RemoveDevice {
    /// The runner that the device no longer wants to follow; `None`: all of them.
    #[must_use]
    pub fn runner(&self) -> Option<RunnerWish<'_>> {
        let wish = RunnerWish {
            bib: self.bib.as_deref(),
            first: self.first.as_deref(),
            last: self.last.as_deref(),
        };
        (wish != RunnerWish::default()).then_some(wish)
    }
}

/// Answer of `push/key`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushKey {
    /// The public key with which browsers subscribe: an uncompressed P-256 point in base64url.
    pub key: String,
}
