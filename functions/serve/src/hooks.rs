//! Web hooks on one machine: the worker that AWS starts for the queue of hooks. The reconciler
//! finds what a crash loses from the queue.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chute_api::{
    hooks::Hooks,
    workers::{
        alerts::{Clock, MachineClock, send},
        hooks::Worker,
    },
};
use chute_store::Store;
use futures::future::join_all;
use tokio::time::timeout;

use crate::{
    clock::running_ms,
    queues::{Queues, Taken},
};

/// The number of messages that AWS hands to the function at once, and the number of instances
/// (template.yaml).
const MESSAGES: usize = 10;
const SENDERS: usize = 5;
/// How long a sender may take for its messages, in microseconds; a message that was taken from the
/// queue stays hidden for a minute.
const SENDING_US: u64 = 50_000_000;
/// How often a quiet queue is checked: a hidden message comes back without notice.
const LOOK: Duration = Duration::from_millis(500);

/// Everything that calls receivers.
pub struct Telling {
    worker: Worker,
    queues: Queues,
    queue: String,
}

impl Telling {
    /// The worker over the store; `queue` is the name of the queue of hooks.
    #[must_use]
    pub fn new(store: &Store, hooks: &Hooks, queues: Queues, queue: String) -> Self {
        Self {
            worker: Worker::new(store.clone(), hooks, Arc::new(MachineClock)),
            queues,
            queue,
        }
    }

    /// Calls receivers for ever.
    pub async fn run(self) {
        join_all((0..SENDERS).map(|_| self.tell())).await;
    }

    async fn tell(&self) {
        loop {
            let taken = self.queues.take(&self.queue, MESSAGES, running_ms());
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
                    MachineClock.now_us() + SENDING_US,
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
