//! The publisher behind its queue: each race by itself, whatever happens to the others.

use chute_api::workers::{
    publish::Worker,
    queue::{Again, Batch, Message},
};
use chute_domain::{account::Realm, race::Slug, stamp::Stamp};
use chute_edge::Fault;
use chute_publisher::Publisher;
use chute_store::{Changes, Place, pointer_path};
use chute_testkit::{YEAR, queue, stored};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

const QUEUE: &str = "PUBLISH_QUEUE";
const FAILURES: &str = "PUBLISH_FAILURES_QUEUE";

struct Line {
    app: HandlersApp,
    /// All its calls go through the edge.
    worker: Worker,
    /// Only what its publisher calls goes through the edge.
    at_the_queue: Worker,
}

impl Line {
    async fn new() -> Self {
        let app = HandlersApp::new(Realm::Account).await;
        let worker = |store| Worker::new(store, Publisher::new(app.broken.clone()));
        Self {
            worker: worker(&app.broken),
            at_the_queue: worker(&app.store),
            app,
        }
    }

    /// A race with one finisher who is not published yet.
    async fn race(&self) -> String {
        let slug = self.app.event().await;
        let race = Slug::new(&slug).year(YEAR);
        let row = stored::finish(1, Stamp::new(1_000, ""));
        self.app.store.put_rows(&race, &[row]).await.expect("rows");
        slug
    }

    /// The streams' records so far, each with an id of its own, as on AWS.
    fn records(&self) -> Vec<Value> {
        let mut records = self.app.backend.records();
        for (at, record) in records.iter_mut().enumerate() {
            record["eventID"] = json!(format!("record {at}"));
        }
        records
    }

    fn waiting(&self) -> Vec<Message> {
        queue::waiting(&self.app.backend, QUEUE)
    }

    async fn is_public(&self, slug: &str) -> bool {
        let path = pointer_path(&Slug::new(slug).year(YEAR));
        let pointer = self.app.store.get_object(Place::Public, &path).await;
        pointer.expect("the bucket").is_some()
    }
}

fn of(message: &Message) -> String {
    let changes: Changes = serde_json::from_str(&message.body).expect("changes");
    changes.of
}

/// The message as it is delivered for the `time`th time.
fn delivered(message: &Message, time: u32) -> Message {
    let message = json!({
        "messageId": message.message_id,
        "receiptHandle": message.receipt_handle,
        "body": message.body,
        "attributes": {"ApproximateReceiveCount": time.to_string()},
    });
    serde_json::from_value(message).expect("a message")
}

fn ids(again: &Again) -> Vec<&str> {
    let items = again.batch_item_failures.iter();
    items.map(|item| item.item_identifier.as_str()).collect()
}

/// A call for a stream's records publishes nothing, and records that come again are queued once.
#[tokio::test]
async fn records_wait_by_race() {
    let line = Line::new().await;
    let (first, second) = (line.race().await, line.race().await);
    let records = line.records();
    for _ in 0..2 {
        let call = json!({"Records": records});
        let answer = line.worker.answer(call).await.expect("an answer");
        assert_eq!(answer["batchItemFailures"], json!([]));
    }
    let mut waiting: Vec<String> = line.waiting().iter().map(of).collect();
    waiting.sort();
    let (of_first, of_second) = (format!("{first}/{YEAR}"), format!("{second}/{YEAR}"));
    assert_eq!(
        waiting,
        [first.clone(), of_first, second.clone(), of_second]
    );
    assert!(!line.is_public(&first).await);
    let messages: Vec<Value> = line
        .waiting()
        .iter()
        .map(|message| {
            json!({
                "eventSource": "aws:sqs",
                "messageId": message.message_id,
                "receiptHandle": message.receipt_handle,
                "body": message.body,
            })
        })
        .collect();
    let answer = line.worker.answer(json!({"Records": messages})).await;
    assert_eq!(answer.expect("an answer"), json!({"batchItemFailures": []}));
    assert!(line.is_public(&first).await && line.is_public(&second).await);
}

/// A queue that does not answer: the stream's records come again, none is lost.
#[tokio::test]
async fn records_that_were_not_queued_come_again() {
    let line = Line::new().await;
    line.race().await;
    let records = line.records();
    line.app.edge.begin(Fault::Refuse { from: 1 });
    assert!(line.worker.queue(records.clone()).await.is_err());
    line.app.edge.begin(Fault::None);
    line.worker.queue(records).await.expect("the queue");
    assert_eq!(line.waiting().len(), 2);
}

/// A race that fails comes again, whole and in its order; the tenth time the reconciler gets it.
#[tokio::test]
async fn a_race_that_fails_is_given_up_after_ten_times() {
    let line = Line::new().await;
    let slug = line.race().await;
    line.worker.queue(line.records()).await.expect("the queue");
    let of_race = |message: &Message| of(message).contains('/');
    let mut messages = line.waiting();
    messages.retain(of_race);
    let [message] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    line.app.edge.begin(Fault::Refuse { from: 2 });
    let fails = async |worker: &Worker, time| {
        let messages = vec![delivered(message, time)];
        worker.work_off(Batch { messages }).await
    };
    for time in [1, 2, 9] {
        let again = fails(&line.at_the_queue, time).await;
        assert_eq!(ids(&again), [message.message_id.as_str()], "{time}");
    }
    let given_up = || queue::waiting(&line.app.backend, FAILURES);
    assert!(given_up().is_empty());
    // as long as the reconciler cannot be told, it stays
    let again = fails(&line.worker, 10).await;
    assert_eq!(ids(&again), [message.message_id.as_str()]);
    let again = fails(&line.at_the_queue, 10).await;
    assert_eq!(ids(&again), Vec::<&str>::new());
    assert_eq!(given_up()[0].body, format!("\"{slug}/{YEAR}\""));
    assert!(!line.is_public(&slug).await);
}
