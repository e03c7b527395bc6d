//! The store's calls of services other than its tables and buckets.

use std::{collections::BTreeMap, fmt};

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::cause;
use crate::{Cause, StoreError};

/// The carrier of texts, the sender of e-mails, the queues and the secrets of a deployment.
pub trait Services: fmt::Debug + Send + Sync + 'static {
    /// Makes a call: once if doing it twice would be noticed, that is for a text or an e-mail.
    fn call(
        &self,
        call: ServiceCall,
    ) -> BoxFuture<'_, std::result::Result<ServiceAnswer, ServiceError>>;
}

/// A call to the services.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServiceCall {
    /// Sends a text to a phone.
    Text(TextMessage),
    /// Sends an e-mail.
    Mail(Mail),
    /// Puts messages into a queue, in this order: at most [`ServiceCall::MOST`].
    Queue {
        /// The queue.
        queue: String,
        /// The messages.
        messages: Vec<Message>,
    },
    /// Hides a message of a queue, so that it is delivered again after this time.
    Hide {
        /// The queue.
        queue: String,
        /// The receipt that the message was delivered with.
        receipt: String,
        /// For how many seconds.
        seconds: i32,
    },
    /// Moves the messages of the queue with this ARN, which were given up, back to the queues they
    /// came from.
    Redrive(String),
    /// Reads the versions of the secret with this name.
    Secret(String),
}

impl ServiceCall {
    /// How many messages a call takes.
    pub const MOST: usize = 10;
}

/// The versions of the secret that was read, the current one first: at most two. Empty for other
/// calls.
pub type ServiceAnswer = Vec<Vec<u8>>;

/// Why a call was not carried out, or may not have been. The causes of a text and of an e-mail name
/// nobody.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum ServiceError {
    /// The phone has opted out at the carrier.
    #[error("the phone has opted out")]
    OptedOut(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
    /// Worth another try: it is certainly not done, or may be done twice.
    #[error("the service is busy")]
    Busy(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
    /// It is certainly not done.
    #[error("the service refuses it")]
    Refused(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
    /// It may have been done.
    #[error("the service failed")]
    Unknown(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
}

impl From<ServiceError> for StoreError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Busy(cause) => Self::Busy(cause),
            ServiceError::OptedOut(cause)
            | ServiceError::Refused(cause)
            | ServiceError::Unknown(cause) => Self::Failed(cause),
        }
    }
}

/// A text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextMessage {
    /// The phone in E.164.
    pub phone: String,
    /// The words.
    pub message: String,
    /// The number that it comes from, in E.164; if empty, the carrier chooses one.
    pub origination: String,
    /// Its maximum cost, in millionths of a dollar.
    pub most_micros: u64,
}

/// An e-mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The recipient.
    pub to: String,
    /// The sender.
    pub from: String,
    /// Its subject.
    pub subject: String,
    /// Its further headers.
    pub headers: BTreeMap<String, String>,
    /// The body as plain text.
    pub text: String,
    /// The same body as HTML.
    pub html: String,
}

/// A message of a queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The text.
    pub body: String,
    /// For a queue that keeps an order; `None` for one that does not.
    pub order: Option<Order>,
}

/// The order of a [`Message`] in a queue that keeps one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Messages of a group are delivered one after another.
    pub group: String,
    /// A message with the same one that comes within five minutes is not queued a second time.
    pub same: String,
}
