//! The tables and buckets of Chute; the only crate that names the AWS SDK
//! (docs/decisions/storage.md). What it asks of tables, buckets and other services is [`port`]; the
//! SDK is named only in `aws`, which is there with the feature `aws`.
//!
//! One file per table or family of objects, which describes its keys at the top. Errors here are
//! about the stores, not about HTTP: every call fails when what it reads or writes does not answer,
//! and says only what else there is to know of that.

mod accounts;
mod addresses;
mod alert_queue;
mod alert_tally;
mod alerts;
#[cfg(feature = "aws")]
mod aws;
mod block_list;
mod causes;
mod chips;
mod chosen_columns;
mod cipher;
mod cleanup;
mod clocks;
mod corrections;
mod devices;
mod events;
mod files;
mod hook;
mod https;
mod keys;
mod leases;
mod links;
mod login_attempts;
mod mail;
mod notifications;
mod participants;
mod pointers;
pub mod port;
mod privacy;
mod publish_queue;
mod push;
mod races;
mod rate_limits;
mod reads;
mod secrets;
mod sessions;
mod sms;
mod snapshots;
mod spending;
mod subscription_tally;
mod subscriptions;
mod table;
mod transaction;
mod versions;

use std::sync::Arc;

use chute_domain::account::Realm;

pub use accounts::AccountChange;
pub use addresses::{AddressSubscription, AskingAddress, SubscribingAddress};
pub use alert_tally::Tally;
pub use alerts::{AlertOutcome, Claim, ClaimName, ClaimState, Follower, NewClaim, YearAlerts};
pub use causes::{causes, with_causes};
pub use cipher::Cipher;
pub use cleanup::{CleanUp, Cleared, InUse, StateInUse};
pub use clocks::{Clocks, SystemClock};
pub use corrections::{Beside, CorrectedByHand, Correcting};
pub use devices::{DeviceSubscription, SubscribingDevice};
pub use events::{Area, EventItem};
pub use hook::{HookCall, HookSecrets, HookSender};
pub use keys::KeyChange;
pub use leases::Lease;
pub use login_attempts::Attempts;
pub use mail::{MailConsent, MailEnd, MailLinks, MailSender, OutgoingMail};
pub use participants::{Edited, StoredParticipant, participant_change};
pub use pointers::{POINTER, event_pointer_path, pointer_path, pointers, read_pointer};
pub use privacy::{AskingRunner, Deciding, GrantedWishes, PrivacyRequest};
pub use publish_queue::Changes;
pub use push::{PushMessage, PushSender, Pushed};
pub use races::{race_change, whole_people};
pub use rate_limits::Counter;
pub use reads::look_ups;
pub use secrets::SecretName;
pub use sms::{Carried, Carrier};
pub use snapshots::{Made, Place, Tagged, Written};
pub use spending::Spending;
pub use subscription_tally::SubscriptionTally;
pub use subscriptions::{Subscribed, Subscribing};
pub use table::AT_ONCE;
pub use versions::ObjectVersion;

/// The tables, buckets and services of a host, and their names. Cheap to clone: every request does
/// so several times.
#[derive(Clone, Debug)]
pub struct Store {
    db: port::Db,
    buckets: port::Buckets,
    services: Arc<dyn port::Services>,
    names: Arc<Names>,
    clocks: Arc<dyn Clocks>,
    /// The host whose tables these are. It matters here because names of keys are unique only on
    /// the remote host.
    realm: Realm,
}

/// Who answers the calls of a store.
#[derive(Clone, Debug)]
pub struct Ports {
    /// The tables.
    pub tables: port::Db,
    /// The buckets.
    pub buckets: port::Buckets,
    /// Everything else.
    pub services: Arc<dyn port::Services>,
}

macro_rules! names {
    ($($name:ident = $variable:literal,)*) => {
        #[derive(Debug)]
        struct Names {
            $($name: String,)*
        }

        impl Names {
            fn new(name: impl Fn(&str) -> String) -> Self {
                Self {
                    $($name: name($variable),)*
                }
            }
        }
    };
}

names! {
    accounts = "ACCOUNTS_TABLE",
    sessions = "SESSIONS_TABLE",
    attempts = "ATTEMPTS_TABLE",
    keys = "KEYS_TABLE",
    key_use = "KEY_USE_TABLE",
    links = "LINKS_TABLE",
    events = "EVENTS_TABLE",
    races = "RACES_TABLE",
    participants = "PARTICIPANTS_TABLE",
    bibchips = "BIBCHIPS_TABLE",
    blocks = "BLOCKS_TABLE",
    subscriptions = "SUBSCRIPTIONS_TABLE",
    reads = "READS_TABLE",
    notifications = "NOTIFICATIONS_TABLE",
    alert_finishes = "ALERT_FINISHES_QUEUE",
    alert_splits = "ALERT_SPLITS_QUEUE",
    alert_others = "ALERT_OTHERS_QUEUE",
    hook_calls = "HOOK_CALLS_QUEUE",
    publish_queue = "PUBLISH_QUEUE",
    publish_failures = "PUBLISH_FAILURES_QUEUE",
    downloads = "DOWNLOADS_BUCKET",
    private = "PRIVATE_BUCKET",
    token_secret = "TOKEN_SECRET",
    cipher_secret = "CIPHER_SECRET",
    origin_secret = "ORIGIN_SECRET",
    twilio_secret = "TWILIO_SECRET",
    push_secret = "PUSH_SECRET",
}

/// A failure of tables or buckets.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Overloaded or unreachable: worth another try.
    #[error("the store is busy")]
    Busy(#[source] Cause),
    /// There is no room on the disk of a deployment on one machine.
    #[error("there is no room left on the disk")]
    Full(#[source] Cause),
    /// Any other failed call.
    #[error("the store failed")]
    Failed(#[source] Cause),
    /// An item that does not have the expected shape.
    #[error("unreadable item in {0}")]
    Unreadable(&'static str, #[source] Cause),
}

/// The cause of a [`StoreError`].
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The result of every call.
pub type Result<T> = std::result::Result<T, StoreError>;

impl Store {
    /// A store whose calls are answered by `ports`, with these names: `name` returns the value of the
    /// variable with that name.
    #[must_use]
    pub fn over(ports: Ports, name: impl Fn(&str) -> String) -> Self {
        let realm = Realm::named(&name("REALM")).unwrap_or_default();
        Self {
            db: ports.tables,
            buckets: ports.buckets,
            services: ports.services,
            names: Arc::new(Names::new(|variable| name_of(realm, variable, &name))),
            clocks: Arc::new(SystemClock),
            realm,
        }
    }

    /// Who answers its calls, for a decorator (see [`Store::with_ports`]).
    #[must_use]
    pub fn ports(&self) -> Ports {
        Ports {
            tables: self.db.clone(),
            buckets: self.buckets.clone(),
            services: self.services.clone(),
        }
    }

    /// The same store whose calls others answer, or a decorator of its own: what tests count, delay
    /// or let fail is done there.
    #[must_use]
    pub fn with_ports(self, ports: Ports) -> Self {
        Self {
            db: ports.tables,
            buckets: ports.buckets,
            services: ports.services,
            ..self
        }
    }

    /// The host whose tables these are.
    #[must_use]
    pub fn realm(&self) -> Realm {
        self.realm
    }

    /// Name of the table of events.
    #[must_use]
    pub fn events_table(&self) -> &str {
        &self.names.events
    }

    /// Name of the table of participants.
    #[must_use]
    pub fn participants_table(&self) -> &str {
        &self.names.participants
    }
}

/// The value of a variable for a function of a host: on the remote host, the variable with
/// `REMOTE_` before its name takes precedence if it is set.
fn name_of(realm: Realm, variable: &str, name: impl Fn(&str) -> String) -> String {
    let of_remote = if realm == Realm::Remote {
        name(&format!("REMOTE_{variable}"))
    } else {
        String::new()
    };
    if of_remote.is_empty() {
        name(variable)
    } else {
        of_remote
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remote_hosts_names_stand_in_the_place_of_the_others() {
        let name = |variable: &str| {
            if variable == "READS_TABLE" || variable.contains("KEYS") {
                variable.to_owned()
            } else {
                String::new()
            }
        };
        let all = |realm| {
            ["KEYS_TABLE", "READS_TABLE", "RACES_TABLE"]
                .map(|variable| name_of(realm, variable, name))
        };
        assert_eq!(all(Realm::Account), ["KEYS_TABLE", "READS_TABLE", ""]);
        assert_eq!(all(Realm::Remote), ["REMOTE_KEYS_TABLE", "READS_TABLE", ""]);
    }
}
