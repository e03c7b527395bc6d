//! Stands in for SQS: the queues of text alerts, first in, first out within a group, and the queue
//! of web hooks, whose messages belong to no group.
//!
//! The queues are in memory. Whatever a crash loses is in the tables as well: a claim that waits is
//! queued again at the next start (`work`), and a message that comes twice changes nothing.

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use s3s::crypto::{Checksum, Md5};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::tables::Answered;

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
    /// What it says.
    pub body: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Sent {
    queue_url: String,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Entry {
    id: String,
    message_body: String,
    message_group_id: Option<String>,
    message_deduplication_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Hidden {
    queue_url: String,
    receipt_handle: String,
    visibility_timeout: u64,
}

impl Queues {
    /// Answers a call in SQS's JSON protocol, at `now_ms` (unix milliseconds).
    #[must_use]
    pub fn answer(&self, operation: &str, body: &[u8], now_ms: u64) -> Answered {
        let done = match operation {
            "SendMessageBatch" => serde_json::from_slice(body).map(|sent| self.send(sent, now_ms)),
            "ChangeMessageVisibility" => {
                serde_json::from_slice(body).map(|hidden| self.hide(&hidden, now_ms))
            }
            _ => return refused("UnsupportedOperation"),
        };
        done.map_or_else(
            |_| refused("InvalidParameterValue"),
            |answer| Answered {
                status: 200,
                body: answer.to_string(),
            },
        )
    }

    fn send(&self, sent: Sent, now_ms: u64) -> Value {
        let mut queues = self.lock();
        let queue = queues.entry(sent.queue_url).or_default();
        while let Some((_, id)) = queue.lately.pop_front_if(|(at, _)| *at + SAME_MS < now_ms) {
            queue.known.remove(&id);
        }
        let mut took = Vec::new();
        for entry in sent.entries {
            let of_itself = (queue.last + 1).to_string();
            let same = entry
                .message_deduplication_id
                .unwrap_or_else(|| of_itself.clone());
            took.push(json!({"Id": entry.id, "MessageId": same, "MD5OfMessageBody": md5(&entry.message_body)}));
            if queue.known.insert(same.clone()) {
                queue.last += 1;
                queue.lately.push_back((now_ms, same));
                let (id, group) = (queue.last, entry.message_group_id.unwrap_or(of_itself));
                queue.messages.push_back(Waiting {
                    id,
                    group,
                    body: entry.message_body,
                    from_ms: 0,
                });
            }
        }
        self.news.notify_waiters();
        json!({"Successful": took, "Failed": []})
    }

    fn hide(&self, hidden: &Hidden, now_ms: u64) -> Value {
        let mut queues = self.lock();
        let messages = queues
            .get_mut(&hidden.queue_url)
            .into_iter()
            .flat_map(|queue| &mut queue.messages);
        for message in messages.filter(|message| message.id.to_string() == hidden.receipt_handle) {
            message.from_ms = now_ms + hidden.visibility_timeout * 1_000;
        }
        json!({})
    }

    /// Takes the next messages, at most `most`, the oldest first; none of a group that has a
    /// message hidden, as it is while a worker has it. As SQS does, it first takes messages of the
    /// group of the first one, so that other workers take those of other groups meanwhile.
    #[must_use]
    pub fn take(&self, queue: &str, most: usize, now_ms: u64) -> Vec<Taken> {
        let mut queues = self.lock();
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
        if let Some(queue) = self.lock().get_mut(queue) {
            queue.messages.retain(|message| !ids.contains(&message.id));
        }
    }

    /// How many messages a queue holds.
    #[cfg(test)]
    fn len(&self, queue: &str) -> usize {
        self.lock()
            .get(queue)
            .map_or(0, |queue| queue.messages.len())
    }

    /// Waits until a message is sent.
    pub async fn news(&self) {
        self.news.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn md5(text: &str) -> String {
    Md5::checksum(text.as_bytes())
        .iter()
        .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

fn refused(code: &str) -> Answered {
    Answered {
        status: 400,
        body: json!({"__type": format!("com.amazonaws.sqs#{code}"), "message": "this machine's queues do not do this"}).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEUE: &str = "AlertFinishes";

    fn send(queues: &Queues, messages: &[(&str, &str)], now_ms: u64) {
        let entries: Vec<Value> = messages
            .iter()
            .enumerate()
            .map(|(at, (group, said))| json!({"Id": at.to_string(), "MessageBody": said, "MessageGroupId": group, "MessageDeduplicationId": said}))
            .collect();
        let answer = queues.answer(
            "SendMessageBatch",
            json!({"QueueUrl": QUEUE, "Entries": entries})
                .to_string()
                .as_bytes(),
            now_ms,
        );
        assert_eq!(answer.status, 200, "{}", answer.body);
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
    fn what_is_not_done_comes_again() {
        let queues = Queues::default();
        send(&queues, &[("a", "a1"), ("a", "a2")], 0);
        assert_eq!(take(&queues, 0), ["a1", "a2"]);
        let hide =
            json!({"QueueUrl": QUEUE, "ReceiptHandle": "1", "VisibilityTimeout": 2}).to_string();
        assert_eq!(
            queues
                .answer("ChangeMessageVisibility", hide.as_bytes(), 0)
                .status,
            200
        );
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

    #[test]
    fn other_calls_are_refused() {
        assert_eq!(Queues::default().answer("PurgeQueue", b"{}", 0).status, 400);
        assert_eq!(
            Queues::default()
                .answer("SendMessageBatch", b"{}", 0)
                .status,
            400
        );
    }
}
