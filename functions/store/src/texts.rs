//! Texts to phones through SNS.

use aws_config::{retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_sns::{
    Client,
    config::Builder,
    error::{ProvideErrorMetadata, SdkError},
    operation::publish::PublishError,
    types::MessageAttributeValue,
};
use chute_domain::{phone::Phone, subscription::Delivery};
use std::time::Duration;

use crate::Store;

/// How often a text that SNS puts off is tried.
const TRIES: u32 = 3;

impl Store {
    /// Sends a text and says what became of it; it never fails, since nobody may be kept from subscribing by it.
    ///
    /// A call whose outcome is unknown is not repeated: the phone might get the text twice.
    pub async fn send_text(&self, phone: &Phone, text: &str) -> Delivery {
        let patience = TimeoutConfig::builder().operation_timeout(Duration::from_secs(3)).build();
        let once = Builder::from(&self.config).retry_config(RetryConfig::disabled()).timeout_config(patience).build();
        let publish = Client::from_conf(once).publish().phone_number(phone.e164()).message(text);
        let kind = MessageAttributeValue::builder().data_type("String").string_value("Transactional").build();
        let publish = publish.set_message_attributes(kind.ok().map(|kind| [("AWS.SNS.SMS.SMSType".to_owned(), kind)].into()));
        for tried in 1..=TRIES {
            let Err(error) = publish.clone().send().await else { return Delivery::Sent };
            match fate(&error) {
                None if tried < TRIES => tokio::time::sleep(Duration::from_millis(100 << tried)).await,
                fate => {
                    let delivery = fate.unwrap_or(Delivery::Dead);
                    // the service's own words may hold the number
                    tracing::warn!(code = error.code().unwrap_or("no answer"), ?delivery, "a text was not sent");
                    return delivery;
                }
            }
        }
        Delivery::Dead
    }
}

/// What a failed call means for its text; `None` when it was only put off.
fn fate(error: &SdkError<PublishError>) -> Option<Delivery> {
    match error {
        SdkError::ConstructionFailure(_) => Some(Delivery::Dead),
        SdkError::DispatchFailure(failure) if failure.is_user() => Some(Delivery::Dead),
        SdkError::ServiceError(service) => match service.err() {
            refused if is_opted_out(refused) => Some(Delivery::Suppressed),
            refused if is_throttled(refused) => None,
            refused if refused.is_internal_error_exception() => Some(Delivery::Doubtful),
            _ if service.raw().status().is_server_error() => Some(Delivery::Doubtful),
            _ => Some(Delivery::Dead),
        },
        _ => Some(Delivery::Doubtful),
    }
}

fn is_opted_out(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.contains("OptedOut")) || error.message().is_some_and(|text| text.contains("opted out"))
}

fn is_throttled(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.starts_with("Thrott"))
}
