//! Requests and answers of alerts on a device, by Web Push (contract 4.7, 8.8).

use chute_domain::subscription::RunnerWish;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// What `push/add` takes.
    pub struct AddDevice {
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
        /// What the browser says of its subscription to pushes.
        pub subscription: PushSubscription,
        /// Language of what is sent: `en` or `es`.
        pub language: String,
    }
}

wire! {
    /// A browser's subscription to pushes, as `PushSubscription.toJSON()` gives it.
    pub struct PushSubscription {
        /// Where the push service takes messages for it.
        pub endpoint: String,
        /// What messages for it are encrypted with.
        pub keys: PushKeys,
    }
}

wire! {
    /// Keys of a browser's subscription.
    pub struct PushKeys {
        /// Its public key: an uncompressed point of P-256 in base64url.
        pub p256dh: String,
        /// Its authentication secret: 16 bytes in base64url.
        pub auth: String,
    }
}

wire! {
    /// `push/remove`. With a runner, only the subscription about that one, as it was sent to
    /// `push/add`.
    pub struct RemoveDevice {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Where the push service takes messages for this browser, as it was sent to `push/add`.
        pub endpoint: String,
        /// Bib of the runner, as it was sent to `push/add`; with names missing too: all runners.
        pub bib: Option<String>,
        /// First name of the runner, as it was sent to `push/add`.
        pub first: Option<String>,
        /// Last name of the runner, as it was sent to `push/add`.
        pub last: Option<String>,
    }
}

names_race!(AddDevice, RemoveDevice);

impl AddDevice {
    /// Of whom the device wants to hear.
    #[must_use]
    pub fn runner(&self) -> RunnerWish<'_> {
        RunnerWish {
            bib: self.bib.as_deref(),
            first: self.first.as_deref(),
            last: self.last.as_deref(),
        }
    }
}

impl RemoveDevice {
    /// Of whom the device wants to hear no more; `None` for everybody.
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

/// What `push/key` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushKey {
    /// The public key that browsers subscribe with: an uncompressed point of P-256 in base64url.
    pub key: String,
}
