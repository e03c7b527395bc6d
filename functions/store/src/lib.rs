//! The tables and buckets of Chute; the only crate that names the AWS SDK
//! (docs/decisions/storage.md). What it asks of tables and buckets is [`port`]; the SDKs of DynamoDB
//! and S3 are named only in `aws`.
//!
//! One file per table or family of objects, which describes its keys at the top. Errors here are
//! about the stores, not about HTTP.

mod accounts;
mod addresses;
mod alert_queue;
mod alert_tally;
mod alerts;
mod aws;
mod block_list;
mod causes;
mod chips;
mod chosen_columns;
mod cipher;
mod cleanup;
mod clocks;
mod devices;
mod events;
mod files;
mod hook;
mod inside;
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

use std::{
    env,
    sync::{Arc, OnceLock},
    time::Duration,
};

use aws::{AwsObjects, AwsTables, Credentials, SharedCredentialsProvider};
use aws_config::{
    BehaviorVersion, Region, SdkConfig, environment::EnvironmentVariableCredentialsProvider,
    retry::RetryConfig, timeout::TimeoutConfig,
};
use aws_smithy_async::{
    rt::sleep::{SharedAsyncSleep, TokioSleep},
    time::SystemTimeSource,
};
use chute_domain::account::Realm;

pub use accounts::AccountChange;
pub use addresses::{AddressSubscription, AskingAddress, SubscribingAddress};
pub use alert_tally::Tally;
pub use alerts::{AlertOutcome, Claim, ClaimName, ClaimState, Follower, NewClaim, YearAlerts};
pub use causes::{causes, with_causes};
pub use cipher::Cipher;
pub use cleanup::{CleanUp, Cleared, InUse, StateInUse};
pub use clocks::{Clocks, SystemClock};
pub use devices::{DeviceSubscription, SubscribingDevice};
pub use events::{Area, EventItem};
pub use hook::{HookCall, HookSecrets, HookSender};
pub use inside::Inside;
pub use keys::KeyChange;
pub use leases::Lease;
pub use login_attempts::Attempts;
pub use mail::{MailConsent, MailEnd, MailLinks, MailSender, Mailed, OutgoingMail};
pub use participants::{Edited, StoredParticipant, participant_change};
pub use pointers::{POINTER, event_pointer_path, pointer_path, pointers, read_pointer};
pub use privacy::{AskingRunner, Deciding, GrantedWishes, PrivacyRequest};
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

/// The clients, and the names of the tables, buckets and queues they reach. Cheap to clone: every
/// request does so several times.
#[derive(Clone, Debug)]
pub struct Store {
    db: port::Db,
    buckets: port::Buckets,
    config: Arc<SdkConfig>,
    sns: Arc<OnceLock<aws_sdk_sns::Client>>,
    sqs: Arc<OnceLock<aws_sdk_sqs::Client>>,
    names: Arc<Names>,
    clocks: Arc<dyn Clocks>,
    /// The host whose tables these are. It matters here because names of keys are unique only on
    /// the remote host.
    realm: Realm,
}

#[derive(Debug)]
struct Names {
    accounts: String,
    sessions: String,
    attempts: String,
    keys: String,
    key_use: String,
    links: String,
    events: String,
    races: String,
    participants: String,
    bibchips: String,
    blocks: String,
    subscriptions: String,
    reads: String,
    notifications: String,
    alert_finishes: String,
    alert_splits: String,
    alert_others: String,
    hook_calls: String,
    downloads: String,
    private: String,
    token_secret: String,
    cipher_secret: String,
    origin_secret: String,
    twilio_secret: String,
    push_secret: String,
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

/// What every call returns.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Timeout of one attempt of a call within a request.
const REQUEST: Duration = Duration::from_secs(3);
/// Timeout of one attempt of a call in an operator's command.
const OPERATOR: Duration = Duration::from_secs(60);

fn retries() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(4)
        .with_initial_backoff(Duration::from_millis(50))
}

fn timeouts(patience: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(1))
        .operation_attempt_timeout(patience)
        .operation_timeout(patience.max(Duration::from_secs(8)))
        .build()
}

/// A variable that names a table or bucket is not set.
#[derive(Debug, thiserror::Error)]
#[error("the variable {0} is not set")]
pub struct NotConfigured(&'static str);

impl Store {
    /// Makes the clients from the environment variables that a function is started with: region,
    /// credentials and endpoint, and names from `…_TABLE`, `…_BUCKET` and `…_SECRET`. A function
    /// without one of these variables cannot use that table: its calls fail. Credentials come from
    /// nowhere else: the SDK's other sources (profiles, roles, containers) would make the binary
    /// about 5 % larger.
    #[must_use]
    pub fn from_env() -> Self {
        let name = |variable: &str| env::var(variable).unwrap_or_default();
        let endpoint = env::var("AWS_ENDPOINT_URL").ok();
        let region = [name("AWS_REGION"), name("AWS_DEFAULT_REGION")]
            .into_iter()
            .find(|region| !region.is_empty());
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .credentials_provider(SharedCredentialsProvider::new(
                EnvironmentVariableCredentialsProvider::new(),
            ))
            .retry_config(retries())
            .timeout_config(timeouts(REQUEST))
            .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
            .time_source(SystemTimeSource::new());
        let mut config = config.region(region.map(Region::new));
        config.set_endpoint_url(endpoint.clone());
        Self::of_config(config.build(), endpoint.is_some(), name)
    }

    /// Like [`Store::from_env`] for the operator's command, which may wait longer than a request
    /// and finds credentials wherever the SDK looks for them.
    pub async fn for_operator() -> Self {
        let endpoint = env::var("AWS_ENDPOINT_URL").ok();
        Self::with(
            endpoint.as_deref(),
            None,
            |variable| env::var(variable).unwrap_or_default(),
            OPERATOR,
        )
        .await
    }

    /// Like [`Store::for_operator`] with another endpoint, other names and the patience of a
    /// request: `name` returns the value of the variable with that name.
    pub async fn at(endpoint: Option<&str>, name: impl Fn(&str) -> String) -> Self {
        Self::with(endpoint, None, name, REQUEST).await
    }

    /// Like [`Store::at`] with an access key and its secret instead of those of the machine, and
    /// with the operator's patience: for tests, whose machine may be busy.
    pub async fn signed_by(
        (key, secret): (String, String),
        endpoint: &str,
        name: impl Fn(&str) -> String,
    ) -> Self {
        let credentials = Credentials::new(key, secret, None, None, "given");
        Self::with(Some(endpoint), Some(credentials), name, OPERATOR).await
    }

    async fn with(
        endpoint: Option<&str>,
        credentials: Option<Credentials>,
        name: impl Fn(&str) -> String,
        patience: Duration,
    ) -> Self {
        let config = aws_config::defaults(BehaviorVersion::latest())
            .retry_config(retries())
            .timeout_config(timeouts(patience));
        let config = match endpoint {
            Some(endpoint) => config.endpoint_url(endpoint),
            None => config,
        };
        let config = match credentials {
            Some(credentials) => config
                .credentials_provider(credentials)
                .region(Region::new("local")),
            None => config,
        };
        Self::of_config(config.load().await, endpoint.is_some(), name)
    }

    fn of_config(config: SdkConfig, path_style: bool, name: impl Fn(&str) -> String) -> Self {
        let realm = Realm::of(&name("REALM")).unwrap_or_default();
        Self {
            db: Arc::new(AwsTables::new(&config)),
            buckets: Arc::new(AwsObjects::new(&config, path_style)),
            sns: Arc::default(),
            sqs: Arc::default(),
            config: Arc::new(config),
            names: Arc::new(Names::new(|variable| name_of(realm, variable, &name))),
            clocks: Arc::new(SystemClock),
            realm,
        }
    }

    /// Its tables, for a decorator of their calls (see [`Store::with_tables`]).
    #[must_use]
    pub fn tables(&self) -> port::Db {
        self.db.clone()
    }

    /// The same store with other tables, or with a decorator of its own: what tests count, delay or
    /// let fail is done there.
    #[must_use]
    pub fn with_tables(self, db: port::Db) -> Self {
        Self { db, ..self }
    }

    /// Its buckets, for a decorator of their calls (see [`Store::with_buckets`]).
    #[must_use]
    pub fn buckets(&self) -> port::Buckets {
        self.buckets.clone()
    }

    /// Like [`Store::with_tables`] for the buckets.
    #[must_use]
    pub fn with_buckets(self, buckets: port::Buckets) -> Self {
        Self { buckets, ..self }
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

impl Names {
    fn new(name: impl Fn(&str) -> String) -> Self {
        Self {
            accounts: name("ACCOUNTS_TABLE"),
            sessions: name("SESSIONS_TABLE"),
            attempts: name("ATTEMPTS_TABLE"),
            keys: name("KEYS_TABLE"),
            key_use: name("KEY_USE_TABLE"),
            links: name("LINKS_TABLE"),
            events: name("EVENTS_TABLE"),
            races: name("RACES_TABLE"),
            participants: name("PARTICIPANTS_TABLE"),
            bibchips: name("BIBCHIPS_TABLE"),
            blocks: name("BLOCKS_TABLE"),
            subscriptions: name("SUBSCRIPTIONS_TABLE"),
            reads: name("READS_TABLE"),
            notifications: name("NOTIFICATIONS_TABLE"),
            alert_finishes: name("ALERT_FINISHES_QUEUE"),
            alert_splits: name("ALERT_SPLITS_QUEUE"),
            alert_others: name("ALERT_OTHERS_QUEUE"),
            hook_calls: name("HOOK_CALLS_QUEUE"),
            downloads: name("DOWNLOADS_BUCKET"),
            private: name("PRIVATE_BUCKET"),
            token_secret: name("TOKEN_SECRET"),
            cipher_secret: name("CIPHER_SECRET"),
            origin_secret: name("ORIGIN_SECRET"),
            twilio_secret: name("TWILIO_SECRET"),
            push_secret: name("PUSH_SECRET"),
        }
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
