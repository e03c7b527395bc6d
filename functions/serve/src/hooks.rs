//! Web hooks on one machine: the worker that AWS starts for their queue. What a crash takes with
//! the queue, the reconciler finds.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chute_api::{
    hooks::Hooks,
    workers::{
        alerts::{MachineClock, send},
        hooks::Worker,
    },
};
use chute_store::Store;
use futures::future::join_all;
use tokio::time::timeout;

use crate::{
    clock::now_ms,
    queues::{Queues, Taken},
};

/// As many messages as AWS hands to the function at once, and to so many of it (template.yaml).
const MESSAGES: usize = 10;
const SENDERS: usize = 5;
/// So long a sender may be at its messages, microseconds; in the queue a message that was taken
/// stays away for a minute.
const SENDING_US: u64 = 50_000_000;
/// So often the queue is looked at when it tells of nothing: a message that was hidden comes back
/// without a word.
const LOOK: Duration = Duration::from_millis(500);

/// Everything that tells receivers.
pub struct Telling {
    worker: Worker,
    queues: Queues,
    queue: String,
}

impl Telling {
    /// The worker over the store; `queue` is what the queue of hooks is called.
    #[must_use]
    pub fn new(store: &Store, hooks: &Hooks, queues: Queues, queue: String) -> Self {
        Self {
            worker: Worker::new(store.clone(), hooks, Arc::new(MachineClock)),
            queues,
            queue,
        }
    }

    /// Tells for ever.
    pub async fn run(self) {
        join_all((0..SENDERS).map(|_| self.tell())).await;
    }

    async fn tell(&self) {
        loop {
            let taken = self.queues.take(&self.queue, MESSAGES, now_ms());
            if taken.is_empty() {
                let _ = timeout(LOOK, self.queues.news()).await;
                continue;
            }
            let mut done: HashSet<u64> = taken.iter().map(|message| message.id).collect();
            let messages = taken.into_iter().map(|Taken { id, body }| send::Message {
                message_id: id.to_string(),
                receipt_handle: id.to_string(),
                body,
            });
            let again = self
                .worker
                .run(
                    send::Batch {
                        messages: messages.collect(),
                    },
                    now_ms() * 1_000 + SENDING_US,
                )
                .await;
            for failed in again.batch_item_failures {
                if let Ok(id) = failed.item_identifier.parse() {
                    done.remove(&id);
                }
            }
            self.queues.done(&self.queue, &done);
        }
    }
}
