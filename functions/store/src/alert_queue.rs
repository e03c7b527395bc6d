//! The queues of claims, one for each priority, first in, first out within a year (SQS). A message names its claim and nothing else.

use aws_sdk_sqs::{Client, types::SendMessageBatchRequestEntry};
use chute_domain::alert::{Channel, Priority};

use crate::{Result, Store, StoreError, alerts::ClaimName, table::failed};

/// As many messages as SQS takes in a call.
const AT_ONCE: usize = 10;

/// What is sent in order: the texts of a year, for they share a rate. Pushes and e-mails wait for nobody.
fn group(name: &ClaimName) -> &str {
    match name.channel {
        Channel::Sms => &name.race,
        Channel::Push | Channel::Email => &name.claim,
    }
}

impl Store {
    /// Queues claims in this order. What is queued again within five minutes is not queued twice.
    ///
    /// # Errors
    /// When the queue did not take all of them; a repeat does the rest.
    pub async fn queue_alerts(&self, priority: Priority, claims: &[ClaimName]) -> Result<()> {
        let queue = match priority {
            Priority::Finish => &self.names.alert_finishes,
            Priority::Split => &self.names.alert_splits,
        };
        for some in claims.chunks(AT_ONCE) {
            let entries = some.iter().enumerate().map(|(at, name)| {
                let body = serde_json::to_string(name).map_err(|error| StoreError::Failed(Box::new(error)))?;
                let entry = SendMessageBatchRequestEntry::builder().id(at.to_string()).message_body(body);
                let entry = entry.message_group_id(group(name)).message_deduplication_id(&name.claim);
                entry.build().map_err(|error| StoreError::Failed(Box::new(error)))
            });
            let send = self.sqs().send_message_batch().queue_url(queue).set_entries(Some(entries.collect::<Result<_>>()?));
            let answer = send.send().await.map_err(failed)?;
            if let Some(refused) = answer.failed.first() {
                return Err(StoreError::Busy(format!("the queue did not take a claim: {}", refused.code).into()));
            }
        }
        Ok(())
    }

    /// Hides a message for so many seconds, so that it comes again then and not when the queue's own time is over.
    ///
    /// # Errors
    /// When the queue does not answer.
    pub async fn hide_alert(&self, priority: Priority, receipt: &str, seconds: i32) -> Result<()> {
        let queue = match priority {
            Priority::Finish => &self.names.alert_finishes,
            Priority::Split => &self.names.alert_splits,
        };
        let hide = self.sqs().change_message_visibility().queue_url(queue).receipt_handle(receipt).visibility_timeout(seconds);
        hide.send().await.map(|_| ()).map_err(failed)
    }

    /// Has every message that was given up go back to the queue it came from. `failures` is the ARN of the queue of failures.
    ///
    /// # Errors
    /// When the queue does not answer, or messages are going back already.
    pub async fn redrive_alerts(&self, failures: &str) -> Result<()> {
        self.sqs().start_message_move_task().source_arn(failures).send().await.map(|_| ()).map_err(failed)
    }

    fn sqs(&self) -> &Client {
        self.sqs.get_or_init(|| Client::new(&self.config))
    }
}
