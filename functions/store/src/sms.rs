//! Texts to phones.

use std::time::Duration;

use chute_domain::{phone::Phone, subscription::Delivery, text_message::parts};

use crate::{
    Store, causes,
    port::{ServiceCall, ServiceError, TextMessage},
};

/// How often a text is tried that the carrier puts off.
const MAX_ATTEMPTS: u32 = 3;

/// How texts are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// The number they come from, in E.164; if empty, the carrier chooses one.
    pub origination: String,
    /// Maximum cost of a part, in millionths of a dollar: nothing is sent that costs more, so no
    /// budget is exceeded.
    pub micros_a_part: u64,
}

impl Default for Carrier {
    fn default() -> Self {
        Self {
            origination: String::new(),
            micros_a_part: 20_000,
        }
    }
}

impl Carrier {
    /// Maximum cost of a text, in millionths of a dollar.
    #[must_use]
    pub fn micros(&self, text: &str) -> u64 {
        u64::from(parts(text)) * self.micros_a_part
    }
}

/// The outcome of a text or an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// The carrier or the mail service accepted it.
    Sent,
    /// The phone has opted out at the carrier; never of an e-mail.
    OptedOut,
    /// It certainly was not accepted, but may later.
    PutOff,
    /// It certainly was not accepted.
    Refused,
    /// It may or may not have been accepted.
    Unknown,
}

impl Store {
    /// Sends a text, and tries again for a moment if the carrier puts it off. Never fails, since a text
    /// must not keep anybody from subscribing.
    ///
    /// A call whose outcome is unknown is not repeated: the phone might get the text twice.
    pub async fn send_text(&self, phone: &Phone, text: &str, carrier: &Carrier) -> Carried {
        for tried in 1..MAX_ATTEMPTS {
            match self.send_text_once(phone, text, carrier).await {
                Carried::PutOff => tokio::time::sleep(Duration::from_millis(100 << tried)).await,
                carried => return carried,
            }
        }
        self.send_text_once(phone, text, carrier).await
    }

    /// Like [`Store::send_text`] with a single call.
    pub async fn send_text_once(&self, phone: &Phone, text: &str, carrier: &Carrier) -> Carried {
        let text = TextMessage {
            phone: phone.e164().to_owned(),
            message: text.to_owned(),
            origination: carrier.origination.clone(),
            most_micros: carrier.micros(text),
        };
        let Err(error) = self.services.call(ServiceCall::Text(text)).await else {
            return Carried::Sent;
        };
        let carried = Carried::from(&error);
        tracing::warn!(code = causes(&error), ?carried, "a text was not sent");
        carried
    }
}

impl From<&ServiceError> for Carried {
    fn from(error: &ServiceError) -> Self {
        match error {
            ServiceError::OptedOut(_) => Self::OptedOut,
            ServiceError::Busy(_) => Self::PutOff,
            ServiceError::Refused(_) => Self::Refused,
            ServiceError::Unknown(_) => Self::Unknown,
        }
    }
}

impl From<Carried> for Delivery {
    fn from(carried: Carried) -> Self {
        match carried {
            Carried::Sent => Self::Sent,
            Carried::OptedOut => Self::Suppressed,
            Carried::PutOff | Carried::Refused => Self::Dead,
            Carried::Unknown => Self::Doubtful,
        }
    }
}
