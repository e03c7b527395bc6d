//! Web Push (RFC 8030): a message to a browser through the push service of its maker. It needs no
//! phone number and no carrier, and costs nothing.

mod message;
mod vapid;

use std::{fmt, time::Duration};

use bytes::Bytes;
use chute_domain::device::{Device, PushServices};
use http::{Request, header};
use http_body_util::Full;
use tokio::time::timeout;
use vapid::VapidKey;

use crate::{
    Result, SecretName, Store, StoreError,
    https::{Https, Unanswered},
};

/// Timeouts for connecting to a service, and for its answer.
const CONNECT: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(5);

/// A message for a push service to deliver.
#[derive(Clone, Copy, Debug)]
pub struct PushMessage<'m> {
    /// The content, at most 3,993 bytes.
    pub payload: &'m [u8],
    /// How long the service tries to deliver it, in seconds.
    pub lives_s: u32,
    /// A later message on the same topic replaces one that has not been delivered yet; at most 32
    /// characters of base64url.
    pub topic: &'m str,
}

/// The outcome of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The service accepted it.
    Sent,
    /// The browser's subscription has ended: the service no longer knows it.
    Gone,
    /// The service certainly did not accept it, but may later: after this many seconds, if it says
    /// so.
    PutOff(Option<u32>),
    /// The service certainly did not accept it.
    Refused,
    /// The service may or may not have accepted it.
    Unknown,
}

/// Sends messages to devices.
pub struct PushSender {
    /// The first one is given to browsers; the second one is known to those that subscribed before
    /// the secret was changed.
    keys: Vec<VapidKey>,
    services: PushServices,
    contact: String,
    https: Https,
}

impl fmt::Debug for PushSender {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("PushSender")
            .field("services", &self.services)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// A sender of pushes to these services; `None` if this function has no secret for them.
    /// `contact` is how a service can reach the operator (`mailto:` or `https:`); it may be empty,
    /// but Apple's service does not accept that.
    pub async fn push_sender(
        &self,
        services: PushServices,
        contact: &str,
    ) -> Result<Option<PushSender>> {
        let versions = self.read_secret(SecretName::Push).await?;
        if versions.is_empty() {
            return Ok(None);
        }
        PushSender::new(&versions, services, contact).map(Some)
    }
}

impl PushSender {
    /// A sender with the versions of a secret, the current one first.
    fn new(secrets: &[Vec<u8>], services: PushServices, contact: &str) -> Result<Self> {
        let keys = secrets
            .iter()
            .map(|secret| VapidKey::of(secret))
            .collect::<std::result::Result<_, _>>();
        let keys = keys.map_err(|_| StoreError::Failed("no key pair can be derived".into()))?;
        Ok(Self {
            keys,
            services,
            contact: contact.to_owned(),
            https: Https::new(|_| true, CONNECT),
        })
    }

    /// The public key that browsers subscribe with, in base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.keys.first().map(VapidKey::public).unwrap_or_default()
    }

    /// Whether messages can be sent to a device: it must belong to one of the services, and its key
    /// must be a point of the curve.
    #[must_use]
    pub fn can_reach(&self, device: &Device) -> bool {
        self.services.origin(device.endpoint()).is_some() && message::encrypt(device, &[]).is_ok()
    }

    /// Sends a message once. Never fails; neither endpoints nor what services say is logged.
    pub async fn send(&self, device: &Device, message: &PushMessage<'_>, now_s: i64) -> Pushed {
        let mut pushed = Pushed::Refused;
        for key in &self.keys {
            match self.send_as(key, device, message, now_s).await {
                // the subscription may have been made with the previous key
                Ok(401 | 403) => pushed = Pushed::Refused,
                Ok(status) => return status_means(status),
                Err(pushed) => return pushed,
            }
        }
        tracing::warn!(?pushed, "a push service does not know us");
        pushed
    }

    /// Returns the service's status, or what its absence means.
    async fn send_as(
        &self,
        key: &VapidKey,
        device: &Device,
        message: &PushMessage<'_>,
        now_s: i64,
    ) -> std::result::Result<u16, Pushed> {
        let request = self
            .request(key, device, message, now_s)
            .ok_or(Pushed::Refused)?;
        let Ok(answer) = timeout(ANSWER, self.https.call(request)).await else {
            return Err(Pushed::Unknown);
        };
        match answer {
            Ok(answer) if matches!(answer.status, 429 | 503) => Err(Pushed::PutOff(answer.after_s)),
            Ok(answer) => Ok(answer.status),
            Err(unanswered) => {
                let pushed = match unanswered {
                    Unanswered::NotReached => Pushed::PutOff(None),
                    _ => Pushed::Unknown,
                };
                tracing::warn!(?pushed, "a push service did not answer");
                Err(pushed)
            }
        }
    }

    fn request(
        &self,
        key: &VapidKey,
        device: &Device,
        message: &PushMessage<'_>,
        now_s: i64,
    ) -> Option<Request<Full<Bytes>>> {
        // an endpoint that was stored under other settings is not called either
        let origin = self.services.origin(device.endpoint())?;
        let authorization = key.authorization(origin, &self.contact, now_s).ok()?;
        let body = message::encrypt(device, message.payload)
            .ok()
            .filter(|_| message.payload.len() <= message::LONGEST)?;
        let request = Request::post(device.endpoint())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", message.lives_s)
            .header("urgency", "high")
            .header("topic", message.topic);
        request.body(body.into()).ok()
    }
}

/// The meaning of an answer (RFC 8030, sections 5 and 7).
fn status_means(status: u16) -> Pushed {
    match status {
        200..=299 => Pushed::Sent,
        404 | 410 => Pushed::Gone,
        429 | 500..=599 => Pushed::PutOff(None),
        _ => Pushed::Refused,
    }
}

#[cfg(test)]
pub(crate) mod tests;
