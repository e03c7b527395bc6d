//! Web hooks on one machine: the worker that AWS starts for the queue of hooks. The reconciler
//! finds what a crash loses from the queue.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chute_api::{
    hooks::Hooks,
    workers::{
        alerts::{Clock, MachineClock},
        hooks::Worker,
        queue::Batch,
    },
};
use chute_store::Store;
use futures::{StreamExt, stream::FuturesUnordered};
use tokio::time::timeout;

use crate::{
    clock::running_ms,
    queues::{Queues, Taken},
};

/// How many messages are worked off at the same time. Each by itself: a receiver that takes its time
/// holds up nobody else's message.
const AT_ONCE: usize = 250;
/// How long a message may take, in microseconds; once taken from the queue it stays hidden for a
/// minute.
const SENDING_US: u64 = 50_000_000;
/// How often a quiet queue is checked: a hidden message comes back without notice.
const POLL: Duration = Duration::from_millis(500);

/// Everything that calls receivers.
pub struct Deliveries {
    worker: Worker,
    queues: Queues,
    queue: String,
}

impl Deliveries {
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
        let mut deliveries = FuturesUnordered::new();
        loop {
            let free = AT_ONCE - deliveries.len();
            let taken = self.queues.take(&self.queue, free, running_ms());
            deliveries.extend(taken.into_iter().map(|message| self.deliver(message)));
            tokio::select! {
                Some(()) = deliveries.next() => {}
                _ = timeout(POLL, self.queues.news()) => {}
            }
        }
    }

    async fn deliver(&self, message: Taken) {
        let id = message.id;
        let batch = Batch {
            messages: vec![message.into()],
        };
        let until_us = MachineClock.now_us() + SENDING_US;
        let again = self.worker.run(batch, until_us).await;
        if again.batch_item_failures.is_empty() {
            self.queues.done(&self.queue, &HashSet::from([id]));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chute_domain::{
        account::Realm,
        race::{Event, Slug},
    };
    use chute_store::HookCall;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
    };

    use super::*;
    use crate::local_aws::LocalAws;

    /// Longer than any machine takes.
    const PATIENCE: Duration = Duration::from_secs(180);
    /// As many as took all senders when messages were worked off in batches.
    const SLOW: usize = 5;

    /// An event whose hook is to be tested, and who listens at its address.
    async fn event(store: &Store, slug: &str) -> TcpListener {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let event = Event {
            slug: slug.to_owned(),
            ..Event::default()
        };
        assert!(store.add_event(&event, "owner").await.unwrap());
        let slug = Slug::new(slug);
        assert!(store.name_hook(&slug, "h").await.unwrap());
        let now_s = i64::try_from(MachineClock.now_us() / 1_000_000).unwrap();
        let test = |hook: &mut chute_domain::hook::Hook| {
            hook.set(&address, "0123456789abcdef", now_s);
            hook.ask_test(now_s);
        };
        store.change_hook(&slug, "h", &test).await.unwrap().unwrap();
        let call = HookCall {
            slug: slug.to_string(),
            year: None,
            id: slug.to_string(),
        };
        store.call_hook(&call).await.unwrap();
        listener
    }

    /// Waits until a receiver has been sent its call, and leaves it unanswered.
    async fn called(listener: &TcpListener) -> TcpStream {
        let (mut stream, _) = timeout(PATIENCE, listener.accept())
            .await
            .expect("a call, though others do not answer theirs")
            .unwrap();
        let mut head = Vec::new();
        while !head.windows(4).any(|four| four == b"\r\n\r\n") {
            assert!(stream.read_buf(&mut head).await.unwrap() > 0);
        }
        stream
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn receivers_that_do_not_answer_hold_up_nobody_elses_call() {
        let folder = tempfile::tempdir().unwrap();
        let aws = LocalAws::open(&folder.path().join("data"), true, BTreeMap::new()).unwrap();
        let store = aws.store(Realm::Account);
        let hooks = Hooks {
            answer: PATIENCE * 2,
            ..Hooks::new(&store, String::new()).with_loopback()
        };
        let queue = aws.variables(Realm::Account)["HOOK_CALLS_QUEUE"].clone();
        let deliveries = Deliveries::new(&store, &hooks, aws.services.queues.clone(), queue);
        let deliveries = tokio::spawn(deliveries.run());
        let mut unanswered = Vec::new();
        for number in 0..SLOW {
            // one after the other, so that no sender takes two of them
            let listener = event(&store, &format!("slow-{number}")).await;
            unanswered.push(called(&listener).await);
        }
        let mut answered = called(&event(&store, "quick").await).await;
        answered
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            .await
            .unwrap();
        deliveries.abort();
    }
}
