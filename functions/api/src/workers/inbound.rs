//! `sms.inbound`: replies that the carrier service puts into an SNS topic (contract 8.1, 8.6).

use aws_lambda_events::event::sns::SnsEvent;
use chute_domain::phone::Phone;
use chute_store::{Store, StoreError};
use serde::Deserialize;

use crate::alerts::{self, Alerts};

/// A message in the carrier service's format.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Inbound {
    origination_number: String,
    message_body: String,
    inbound_message_id: String,
}

/// Does what each message asks for, and sends an answer where one is due: only once, however often
/// the message comes.
///
/// # Errors
/// When a table does not answer: all messages come again, and repeating what has already been done
/// is harmless.
pub async fn run(store: &Store, settings: &Alerts, event: SnsEvent) -> Result<(), StoreError> {
    let now_s = store.time().unix_s();
    for record in event.records {
        let Some((phone, message)) = read(&record.sns.message) else {
            // the text is not logged: it may contain a phone number
            tracing::warn!(
                message = record.sns.message_id,
                "a reply was passed over: it is no text message of a phone"
            );
            continue;
        };
        if let Some(sentence) = settings
            .obey(store, &phone, &message.message_body, now_s)
            .await?
            && store
                .claim_answer(&phone, &message.inbound_message_id, now_s)
                .await?
        {
            let carried = alerts::send(
                store,
                &phone,
                &sentence.text(&settings.brand),
                &settings.carrier,
            )
            .await;
            tracing::info!(?sentence, ?carried, "a reply was answered");
        }
    }
    Ok(())
}

fn read(message: &str) -> Option<(Phone, Inbound)> {
    let message: Inbound = serde_json::from_str(message).ok()?;
    Some((Phone::blockable(&message.origination_number)?, message))
}
