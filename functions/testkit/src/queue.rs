//! A backend's queues, and handing their messages to workers.

use std::collections::HashSet;

use chute_api::workers::queue::{Again, Batch, Message};
use chute_edge::{Backend, Queued};

/// Messages as a worker gets them.
#[must_use]
pub fn messages(queued: Vec<Queued>) -> Vec<Message> {
    let message = |queued: Queued| Message::new(queued.id, queued.receipt, queued.body);
    queued.into_iter().map(message).collect()
}

/// The messages in a queue, hidden ones included: all of them, or those that SQS hands out.
#[must_use]
pub fn waiting(backend: &Backend, queue: &str) -> Vec<Message> {
    messages(backend.messages(queue))
}

/// Loses all messages of a queue.
pub fn lose(backend: &Backend, queue: &str) {
    remove(backend, queue, waiting(backend, queue).iter());
}

/// Hands messages to a worker and removes those it is done with. Returns how many will come again.
///
/// # Panics
/// When a message contains one of the `private` texts.
pub async fn hand(
    backend: &Backend,
    queue: &str,
    messages: &[Message],
    private: &[&str],
    work: impl AsyncFnOnce(Batch) -> Again,
) -> usize {
    for Message { body, .. } in messages {
        assert!(
            private.iter().all(|private| !body.contains(private)),
            "a queue names nobody: {body}"
        );
    }
    let messages = messages.to_vec();
    let again = work(Batch {
        messages: messages.clone(),
    })
    .await;
    let again: HashSet<&str> = again
        .batch_item_failures
        .iter()
        .map(|item| item.item_identifier.as_str())
        .collect();
    let done = messages
        .iter()
        .filter(|message| !again.contains(message.message_id.as_str()));
    remove(backend, queue, done);
    again.len()
}

fn remove<'m>(backend: &Backend, queue: &str, messages: impl Iterator<Item = &'m Message>) {
    let receipts: Vec<String> = messages
        .map(|message| message.receipt_handle.clone())
        .collect();
    backend.remove_messages(queue, &receipts);
}
