//! Stand-ins for AWS services beside the buckets; the store calls them by its ports (`port`).

mod port;

use chute_store::port::Mail;
use serde::Serialize;

use crate::{outbox::Outbox, queues::Queues, secrets::Secrets, space::Space, tables::Tables};

/// All services of a deployment.
pub struct Services {
    /// DynamoDB.
    pub tables: Tables,
    /// The secrets.
    pub secrets: Secrets,
    /// Where texts go. One machine cannot send any: a text is refused, and the subscription stays; or
    /// it goes into a file that a person can read.
    pub texts: Outbox<SentText>,
    /// The same for e-mails.
    pub mails: Outbox<Mail>,
    /// The queues.
    pub queues: Queues,
    /// The room on the disk.
    pub space: Space,
}

/// A text that would have gone to a phone.
#[derive(Clone, Debug, Serialize)]
pub struct SentText {
    /// The phone number in E.164.
    pub phone: String,
    /// The words of the text.
    pub message: String,
}

impl std::fmt::Debug for Services {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Services")
            .field("tables", &self.tables)
            .field("secrets", &self.secrets)
            .finish_non_exhaustive()
    }
}
