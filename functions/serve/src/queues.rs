//! Stands in for SQS: the queues of text alerts, first in, first out within a group, and the queue
//! of web hooks, whose messages belong to no group.
//!
//! The queues are in memory. Whatever a crash loses is in the tables as well: a claim that waits is
//! queued again at the next start (`work`), and a message that comes twice changes nothing.

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    sync::{Arc, Mutex},
};

use chute_api::workers::queue;
use chute_store::port::{Message, Order};
use tokio::sync::Notify;

use crate::lock::lock;

/// How long a message stays hidden after it was taken, in milliseconds.
const HIDDEN_MS: u64 = 60_000;
/// How long the same message is not queued a second time, in milliseconds.
const SAME_MS: u64 = 5 * 60 * 1_000;

/// All queues, by name; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Queues {
    queues: Arc<Mutex<BTreeMap<String, Queue>>>,
    news: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Waiting>,
    /// The messages that came recently, and when, so that none is queued twice.
    lately: VecDeque<(u64, String)>,
    known: HashSet<String>,
    last: u64,
}

#[derive(Debug)]
struct Waiting {
    id: u64,
    group: String,
    body: String,
    /// Unix milliseconds.
    from_ms: u64,
}

/// A message as a worker takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its number in its queue; also its receipt.
    pub id: u64,
    /// The text.
    pub body: String,
}

impl From<Taken> for queue::Message {
    fn from(Taken { id, body }: Taken) -> Self {
        Self::new(id.to_string(), id.to_string(), body)
    }
}

impl Queues {
    /// Queues messages, at `now_ms` (unix milliseconds).
    pub fn send(&self, queue: String, messages: Vec<Message>, now_ms: u64) {
        let mut queues = lock(&self.queues);
        let queue = queues.entry(queue).or_default();
        while let Some((_, same)) = queue.lately.pop_front_if(|(at, _)| *at + SAME_MS < now_ms) {
            queue.known.remove(&same);
        }
        for Message { body, order } in messages {
            let of_itself = (queue.last + 1).to_string();
            let Order { group, same } = order.unwrap_or_else(|| Order {
                group: of_itself.clone(),
                same: of_itself,
            });
            if queue.known.insert(same.clone()) {
                queue.last += 1;
                queue.lately.push_back((now_ms, same));
                queue.messages.push_back(Waiting {
                    id: queue.last,
                    group,
                    body,
                    from_ms: 0,
                });
            }
        }
        self.news.notify_waiters();
    }

    /// Hides the message with this receipt for so many seconds from `now_ms`. Returns whether there is
    /// one.
    #[must_use]
    pub fn hide(&self, queue: &str, receipt: &str, seconds: i32, now_ms: u64) -> bool {
        let mut queues = lock(&self.queues);
        let messages = queues.get_mut(queue).into_iter();
        let mut messages = messages.flat_map(|queue| &mut queue.messages);
        let found = messages.find(|message| message.id.to_string() == receipt);
        found.is_some_and(|message| {
            message.from_ms = now_ms + u64::try_from(seconds).unwrap_or_default() * 1_000;
            true
        })
    }

    /// Takes the next messages, at most `most`, the oldest first; none of a group that has a
    /// message hidden, as it is while a worker has it. As SQS does, it first takes messages of the
    /// group of the first one, so that other workers take those of other groups meanwhile.
    #[must_use]
    pub fn take(&self, queue: &str, most: usize, now_ms: u64) -> Vec<Taken> {
        let mut queues = lock(&self.queues);
        let Some(queue) = queues.get_mut(queue) else {
            return Vec::new();
        };
        let held: HashSet<String> = queue
            .messages
            .iter()
            .filter(|message| message.from_ms > now_ms)
            .map(|message| message.group.clone())
            .collect();
        let mut free: Vec<&mut Waiting> = queue
            .messages
            .iter_mut()
            .filter(|message| !held.contains(&message.group))
            .collect();
        let first = free.first().map(|message| message.group.clone());
        free.sort_by_key(|message| Some(&message.group) != first.as_ref());
        let taken = free.into_iter().take(most).map(|message| {
            message.from_ms = now_ms + HIDDEN_MS;
            Taken {
                id: message.id,
                body: message.body.clone(),
            }
        });
        taken.collect()
    }

    /// Removes messages that a worker is done with.
    pub fn done(&self, queue: &str, ids: &HashSet<u64>) {
        if let Some(queue) = lock(&self.queues).get_mut(queue) {
            queue.messages.retain(|message| !ids.contains(&message.id));
        }
    }

    /// How many messages a queue holds.
    #[cfg(test)]
    fn len(&self, queue: &str) -> usize {
        lock(&self.queues)
            .get(queue)
            .map_or(0, |queue| queue.messages.len())
    }

    /// Waits until a message is sent.
    pub async fn news(&self) {
        self.news.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEUE: &str = "AlertFinishes";

    fn send(queues: &Queues, messages: &[(&str, &str)], now_ms: u64) {
        let message = |(group, said): &(&str, &str)| Message {
            body: (*said).to_owned(),
            order: Some(Order {
                group: (*group).to_owned(),
                same: (*said).to_owned(),
            }),
        };
        let messages = messages.iter().map(message).collect();
        queues.send(QUEUE.to_owned(), messages, now_ms);
    }

    fn take(queues: &Queues, now_ms: u64) -> Vec<String> {
        queues
            .take(QUEUE, 10, now_ms)
            .into_iter()
            .map(|taken| taken.body)
            .collect()
    }

    #[test]
    fn in_order_within_a_group() {
        let queues = Queues::default();
        send(&queues, &[("a", "a1"), ("b", "b1"), ("a", "a2")], 0);
        assert_eq!(take(&queues, 0), ["a1", "a2", "b1"]);
        send(&queues, &[("a", "a3"), ("c", "c1")], 0);
        assert_eq!(
            take(&queues, 0),
            ["c1"],
            "those of a group come when the ones before are done"
        );
        queues.done(QUEUE, &HashSet::from([1, 3]));
        assert_eq!(take(&queues, 0), ["a3"]);
        assert_eq!(queues.len(QUEUE), 3);
    }

    #[test]
    fn two_workers_take_of_two_groups() {
        let queues = Queues::default();
        let names: Vec<(&str, String)> = (0..30)
            .map(|at| (["a", "b"][at % 2], format!("{at:02}")))
            .collect();
        for some in names.chunks(10) {
            send(
                &queues,
                &some
                    .iter()
                    .map(|(group, said)| (*group, said.as_str()))
                    .collect::<Vec<_>>(),
                0,
            );
        }
        assert_eq!(
            take(&queues, 0),
            ["00", "02", "04", "06", "08", "10", "12", "14", "16", "18"]
        );
        assert_eq!(
            take(&queues, 0),
            ["01", "03", "05", "07", "09", "11", "13", "15", "17", "19"]
        );
        assert!(take(&queues, 0).is_empty());
    }

    #[test]
    fn an_unfinished_message_comes_again() {
        let queues = Queues::default();
        send(&queues, &[("a", "a1"), ("a", "a2")], 0);
        assert_eq!(take(&queues, 0), ["a1", "a2"]);
        assert!(queues.hide(QUEUE, "1", 2, 0) && !queues.hide(QUEUE, "3", 2, 0));
        queues.done(QUEUE, &HashSet::from([2]));
        assert!(take(&queues, 1_999).is_empty());
        assert_eq!(take(&queues, 2_000), ["a1"]);
        assert!(take(&queues, 2_000 + HIDDEN_MS - 1).is_empty());
        assert_eq!(take(&queues, 2_000 + HIDDEN_MS), ["a1"]);
    }

    #[test]
    fn the_same_is_queued_once_in_five_minutes() {
        let queues = Queues::default();
        send(&queues, &[("a", "a1"), ("a", "a1")], 0);
        send(&queues, &[("a", "a1")], SAME_MS);
        assert_eq!(queues.len(QUEUE), 1);
        send(&queues, &[("a", "a1")], SAME_MS + 1);
        assert_eq!(queues.len(QUEUE), 2);
    }
}
