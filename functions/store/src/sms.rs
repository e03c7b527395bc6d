//! Texts to phones through SNS.

use std::{collections::HashMap, time::Duration};

use aws_config::{retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_sns::{
    Client,
    config::Builder,
    error::{ProvideErrorMetadata, SdkError},
    operation::publish::PublishError,
    types::MessageAttributeValue,
};
use chute_domain::{phone::Phone, subscription::Delivery, text_message::parts};

use crate::Store;

/// How often a text is tried that SNS puts off.
const MAX_ATTEMPTS: u32 = 3;

/// How texts are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// The number they come from, in E.164; if empty, SNS chooses one.
    pub origination: String,
    /// Maximum cost of a part, in millionths of a dollar: SNS sends nothing that costs more, so no
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

/// The outcome of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// SNS accepted it.
    Sent,
    /// The phone has opted out at the carrier.
    OptedOut,
    /// SNS certainly did not accept it, but may later.
    PutOff,
    /// SNS certainly did not accept it.
    Refused,
    /// SNS may or may not have accepted it.
    Unknown,
}

impl Store {
    /// Sends a text, and tries again for a moment if SNS puts it off. Never fails, since a text
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
        let publish = self
            .sns()
            .publish()
            .phone_number(phone.e164())
            .message(text)
            .set_message_attributes(Some(attributes(text, carrier)));
        let Err(error) = publish.send().await else {
            return Carried::Sent;
        };
        let carried = carried(&error);
        // the service's message may contain the number
        tracing::warn!(
            code = error.code().unwrap_or("no answer"),
            ?carried,
            "a text was not sent"
        );
        carried
    }

    fn sns(&self) -> &Client {
        self.sns.get_or_init(|| {
            let patience = TimeoutConfig::builder()
                .operation_timeout(Duration::from_secs(3))
                .build();
            let once = Builder::from(&*self.config)
                .retry_config(RetryConfig::disabled())
                .timeout_config(patience)
                .build();
            Client::from_conf(once)
        })
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

fn attributes(text: &str, carrier: &Carrier) -> HashMap<String, MessageAttributeValue> {
    let micros = carrier.micros(text);
    let price = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let said = [
        ("SMS.SMSType", "String", "Transactional"),
        ("SMS.MaxPrice", "Number", &price),
    ];
    let number = (!carrier.origination.is_empty()).then_some((
        "MM.SMS.OriginationNumber",
        "String",
        carrier.origination.as_str(),
    ));
    said.into_iter()
        .map(|(name, kind, value)| (format!("AWS.SNS.{name}"), kind, value))
        .chain(number.map(|(name, kind, value)| (format!("AWS.{name}"), kind, value)))
        .filter_map(|(name, kind, value)| {
            Some((
                name,
                MessageAttributeValue::builder()
                    .data_type(kind)
                    .string_value(value)
                    .build()
                    .ok()?,
            ))
        })
        .collect()
}

/// The outcome of a text whose call failed.
fn carried(error: &SdkError<PublishError>) -> Carried {
    match error {
        SdkError::ConstructionFailure(_) => Carried::Refused,
        SdkError::DispatchFailure(failure) if failure.is_user() => Carried::Refused,
        SdkError::ServiceError(service) => match service.err() {
            refused if is_opted_out(refused) => Carried::OptedOut,
            refused if is_throttled(refused) => Carried::PutOff,
            refused if refused.is_internal_error_exception() => Carried::Unknown,
            _ if service.raw().status().is_server_error() => Carried::Unknown,
            _ => Carried::Refused,
        },
        _ => Carried::Unknown,
    }
}

fn is_opted_out(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.contains("OptedOut"))
        || error
            .message()
            .is_some_and(|text| text.contains("opted out"))
}

fn is_throttled(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.starts_with("Thrott"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sns_is_told_of_a_text() {
        let carrier = Carrier {
            origination: "+18005550100".to_owned(),
            micros_a_part: 20_000,
        };
        let said = |carrier: &Carrier, text: &str| {
            let mut said: Vec<(String, String)> = attributes(text, carrier)
                .into_iter()
                .map(|(name, value)| (name, value.string_value().unwrap_or_default().to_owned()))
                .collect();
            said.sort();
            said.into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            said(&carrier, "hello"),
            [
                "AWS.MM.SMS.OriginationNumber=+18005550100",
                "AWS.SNS.SMS.MaxPrice=0.020000",
                "AWS.SNS.SMS.SMSType=Transactional"
            ]
        );
        assert_eq!(
            said(&Carrier::default(), &"a".repeat(161)),
            [
                "AWS.SNS.SMS.MaxPrice=0.040000",
                "AWS.SNS.SMS.SMSType=Transactional"
            ]
        );
    }
}
