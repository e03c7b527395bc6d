//! The queues of claims: one for the texts of each priority, in order within a year, and one
//! for pushes and e-mails, so that no text waits for a service that is slow to answer. A message
//! contains the name of its claim and nothing else.

use chute_domain::alert::{Channel, Priority};
use serde::Serialize;

use crate::{
    Result, Store, StoreError,
    alert_tally::share,
    alerts::ClaimName,
    port::{Message, Order, ServiceCall},
};

/// Parts per second that a message group can carry: its messages are delivered ten at a time, the
/// next ones once these have their outcomes, which takes a quarter of a second on a busy machine.
const GROUP_CARRIES: u32 = 25;

/// The message group of a claim, within which messages are delivered in order. The texts of a year
/// share one, since they share a rate. At a higher rate than a message group can carry they are
/// spread over as many groups as needed. Pushes and e-mails need no order, so each has its own
/// group.
fn group(name: &ClaimName, parts_a_second: u32) -> String {
    match (name.channel, parts_a_second.div_ceil(GROUP_CARRIES)) {
        (Channel::Push | Channel::Email, _) => name.claim.clone(),
        (Channel::Sms, 0 | 1) => name.race.to_string(),
        (Channel::Sms, groups) => format!("{}#{}", name.race, share(&name.claim, groups.into())),
    }
}

impl Store {
    /// Queues claims in this order, for a carrier that accepts `parts_a_second`. A claim that is
    /// queued again within five minutes is not queued twice.
    ///
    /// # Errors
    /// When the queue did not accept all of them; repeating the call queues the rest.
    pub async fn queue_alerts(
        &self,
        priority: Priority,
        claims: &[ClaimName],
        parts_a_second: u32,
    ) -> Result<()> {
        let (texts, others): (Vec<_>, Vec<_>) =
            claims.iter().partition(|name| name.channel == Channel::Sms);
        let most = ServiceCall::MOST;
        for some in texts.chunks(most).chain(others.chunks(most)) {
            let Some(queue) = some.first().map(|name| self.alerts(priority, name)) else {
                continue;
            };
            let in_order = |name: &&ClaimName| {
                let order = Order {
                    group: group(name, parts_a_second),
                    same: name.claim.clone(),
                };
                message(name, Some(order))
            };
            let messages = some.iter().map(in_order).collect::<Result<_>>()?;
            self.queue(queue, messages).await?;
        }
        Ok(())
    }

    /// The queue of a claim.
    fn alerts(&self, priority: Priority, name: &ClaimName) -> &str {
        match (name.channel, priority) {
            (Channel::Push | Channel::Email, _) => &self.names.alert_others,
            (Channel::Sms, Priority::Finish) => &self.names.alert_finishes,
            (Channel::Sms, Priority::Split) => &self.names.alert_splits,
        }
    }

    /// Hides the message of a claim for this many seconds, so that it is delivered again then instead of after
    /// the queue's own timeout.
    pub async fn hide_alert(
        &self,
        priority: Priority,
        name: &ClaimName,
        receipt: &str,
        seconds: i32,
    ) -> Result<()> {
        let queue = self.alerts(priority, name);
        self.hide_message(queue, receipt, seconds).await
    }

    /// Like [`Self::hide_alert`] for any queue.
    pub(crate) async fn hide_message(
        &self,
        queue: &str,
        receipt: &str,
        seconds: i32,
    ) -> Result<()> {
        let hide = ServiceCall::Hide {
            queue: queue.to_owned(),
            receipt: receipt.to_owned(),
            seconds,
        };
        self.services.call(hide).await?;
        Ok(())
    }

    /// Queues at most [`ServiceCall::MOST`] messages.
    pub(crate) async fn queue(&self, queue: &str, messages: Vec<Message>) -> Result<()> {
        let queue = queue.to_owned();
        let send = ServiceCall::Queue { queue, messages };
        self.services.call(send).await?;
        Ok(())
    }

    /// Moves all messages that were given up back to the queues they came from. `failures` is the
    /// ARN of the queue of failures.
    ///
    /// # Errors
    /// When the queue does not answer, or messages are being moved back already.
    pub async fn redrive_alerts(&self, failures: &str) -> Result<()> {
        let redrive = ServiceCall::Redrive(failures.to_owned());
        self.services.call(redrive).await?;
        Ok(())
    }
}

/// A message as JSON.
pub(crate) fn message(said: &impl Serialize, order: Option<Order>) -> Result<Message> {
    let body = serde_json::to_string(said).map_err(|error| StoreError::Failed(Box::new(error)))?;
    // SQS refuses these two of the characters that JSON does not escape
    let body = body
        .replace('\u{fffe}', r"\ufffe")
        .replace('\u{ffff}', r"\uffff");
    Ok(Message { body, order })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chute_domain::race::Slug;

    use super::*;

    fn groups(channel: Channel, parts_a_second: u32) -> BTreeMap<String, usize> {
        let names = (0..1_000).map(|at| ClaimName {
            race: Slug::new("hill").year("2026"),
            claim: format!("{at:032x}"),
            channel,
        });
        names.fold(BTreeMap::new(), |mut groups, name| {
            *groups.entry(group(&name, parts_a_second)).or_default() += 1;
            groups
        })
    }

    #[test]
    fn as_many_groups_as_the_rate_needs() {
        for parts_a_second in [0, 1, 3, 25] {
            assert_eq!(
                groups(Channel::Sms, parts_a_second),
                [("hill/2026".to_owned(), 1_000)].into()
            );
        }
        assert_eq!(groups(Channel::Sms, 26).len(), 2);
        let many = groups(Channel::Sms, 100);
        assert!(
            many.len() == 4 && many.values().all(|count| (150..350).contains(count)),
            "{many:?}"
        );
        assert_eq!(groups(Channel::Push, 1).len(), 1_000);
    }
}
