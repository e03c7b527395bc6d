//! An event with years and a web hook, over tables, buckets and queues of the test's own, by a
//! clock that jumps.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use chute_api::{
    hooks::Hooks,
    workers::{
        alerts::{
            Clock,
            send::{Batch, Message},
        },
        hooks::{Worker, look_after},
    },
};
use chute_domain::{
    account::Realm,
    event_time::EventTime,
    hook::{Due, Hook},
    liveness::StoredRow,
    race::{Event, Slug, Year},
    row::{Passage, Person},
    stamp::Stamp,
    state::Change,
};
use chute_edge::{Backend, Edge};
use chute_publisher::{Publication, Publisher};
use chute_store::Store;
use chute_testkit::clock::Jumping;

pub const QUEUE: &str = "HOOK_CALLS_QUEUE";
const SECOND_US: u64 = 1_000_000;

pub struct TestApp {
    pub backend: Backend,
    pub edge: Edge,
    /// By the edge, which breaks off.
    pub broken: Store,
    /// Past it.
    pub store: Store,
    pub clock: Arc<Jumping>,
    pub publisher: Publisher,
    rows: AtomicU64,
}

impl TestApp {
    pub async fn new() -> Self {
        let backend = Backend::open();
        let edge = Edge::start(backend.address()).await.expect("a free port");
        let broken = backend.store_at(&edge.url(), Realm::Account).await;
        let store = backend.store(Realm::Account).await;
        let clock = Jumping::at_the_machines();
        let publisher = Publisher::new(store.clone()).pausing(Duration::ZERO);
        Self {
            backend,
            edge,
            broken,
            store,
            clock,
            publisher,
            rows: AtomicU64::new(0),
        }
    }

    pub fn now_s(&self) -> i64 {
        self.clock.now_s()
    }

    pub fn go_on(&self, seconds: i64) {
        self.clock.go_on(seconds);
    }

    /// Later than the one before.
    fn stamp(&self) -> Stamp {
        Stamp::new(
            self.clock.now_us() / 1_000 + self.rows.fetch_add(1, SeqCst),
            "",
        )
    }

    /// An event with the years 2025 and 2026, each of them with a version.
    pub async fn event(&self, slug: &str) {
        let event = Event {
            name: "River 10K".to_owned(),
            slug: slug.to_owned(),
            ..Event::default()
        };
        assert!(
            self.store
                .add_event(&event, "owner")
                .await
                .expect("an event")
        );
        for year in ["2025", "2026"] {
            self.year(slug, year).await;
            self.publish(slug, year).await;
        }
    }

    pub async fn year(&self, slug: &str, year: &str) {
        let year = Year {
            year: year.to_owned(),
            date_time: EventTime::from_unix(self.now_s()),
            live: true,
            ..Year::default()
        };
        assert!(
            self.store
                .add_year(&Slug::new(slug), "owner", &year, self.stamp())
                .await
                .expect("a year")
        );
        self.publisher
            .event_changed(&Slug::new(slug))
            .await
            .expect("the buckets");
    }

    /// Somebody passes the finish; the version that says so.
    pub async fn publish(&self, slug: &str, year: &str) -> u64 {
        let stamp = self.stamp();
        let number = self.rows.load(SeqCst);
        let (first, last) = ("Ana".to_owned(), "Ruiz".to_owned());
        let person = Person {
            bib: number.to_string(),
            first,
            last,
            distance: "10K".to_owned(),
            ..Person::default()
        };
        let seconds = 2_000 + i64::try_from(number).expect("few");
        let passage = Passage {
            location: "Finish".to_owned(),
            segment: "Finish".to_owned(),
            seconds,
            finish: true,
            ..Passage::default()
        };
        let row = StoredRow {
            person_id: format!("person-{number}"),
            person,
            passage,
            stamp,
            witness: None,
            mark: Default::default(),
        };
        self.store
            .put_rows(&Slug::new(slug).year(year), std::slice::from_ref(&row))
            .await
            .expect("rows");
        match self
            .publisher
            .race_changed(&Slug::new(slug).year(year), &[Change::Row(Box::new(row))])
            .await
            .expect("a publication")
        {
            Publication::Version(version) => version,
            other => panic!("{other:?}"),
        }
    }

    /// Sets the hook of an event, and has the sender look at it. What is there is not told.
    pub async fn hook(&self, slug: &str, address: &str) {
        // versions are dated by the machine's clock, which may have gone on further
        self.clock.catch_up();
        self.go_on(2);
        let id = format!("h-{slug}-{}", self.now_s());
        if self
            .store
            .name_hook(&Slug::new(slug), &id)
            .await
            .expect("the table")
        {
            self.publisher
                .event_changed(&Slug::new(slug))
                .await
                .expect("the buckets");
        }
        self.change(slug, &|hook| {
            hook.set(address, "0123456789abcdef", self.now_s())
        })
        .await;
        assert!(
            look_after(
                &self.store,
                &self.record(slug).await,
                false,
                (self.clock.now_us() + 100 * SECOND_US) / 1_000
            )
            .await
            .expect("a look")
        );
        self.hand(&self.worker(&self.store), &self.waiting()).await;
        assert_eq!(self.kept(slug).await.waiting, [], "nothing of before");
    }

    pub async fn change(&self, slug: &str, change: &(dyn Fn(&mut Hook) + Sync)) {
        let id = self.record(slug).await.hook;
        self.store
            .change_hook(&Slug::new(slug), &id, change)
            .await
            .expect("the bucket")
            .expect("an event");
    }

    pub async fn record(&self, slug: &str) -> chute_domain::state::EventRecord {
        self.store
            .load_event(&Slug::new(slug))
            .await
            .expect("the table")
            .expect("an event")
    }

    pub async fn kept(&self, slug: &str) -> Hook {
        self.store
            .load_hook(&Slug::new(slug), &self.record(slug).await.hook)
            .await
            .expect("the bucket")
            .0
    }

    pub async fn secret(&self, slug: &str) -> String {
        self.hooks()
            .secrets
            .shown(&self.kept(slug).await)
            .await
            .expect("a secret")
    }

    pub fn hooks(&self) -> Hooks {
        Hooks::read(&self.store, |_| Some("results.example".to_owned())).with_loopback()
    }

    pub fn worker(&self, store: &Store) -> Worker {
        // secrets are read past the edge: they are held for minutes, and calls are counted
        Worker::new(store.clone(), &self.hooks(), self.clock.clone())
    }

    /// What waits in the queue, whether hidden or not.
    pub fn waiting(&self) -> Vec<Message> {
        let message = |queued: chute_edge::Queued| Message {
            message_id: queued.id,
            receipt_handle: queued.receipt,
            body: queued.body,
        };
        self.backend
            .messages(QUEUE)
            .into_iter()
            .map(message)
            .collect()
    }

    /// Hands messages to a sender; what is done leaves the queue. Returns how many come again.
    pub async fn hand(&self, worker: &Worker, messages: &[Message]) -> usize {
        for Message { body, .. } in messages {
            assert!(
                ["CANARY", "Ruiz", "person-", "127.0.0.1"]
                    .iter()
                    .all(|private| !body.contains(private)),
                "a queue names events only: {body}"
            );
        }
        let again = worker
            .run(
                Batch {
                    messages: messages.to_vec(),
                },
                u64::MAX,
            )
            .await;
        let again: HashSet<&str> = again
            .batch_item_failures
            .iter()
            .map(|item| item.item_identifier.as_str())
            .collect();
        let done = messages
            .iter()
            .filter(|message| !again.contains(message.message_id.as_str()));
        self.backend.remove_messages(
            QUEUE,
            &done
                .map(|message| message.receipt_handle.clone())
                .collect::<Vec<_>>(),
        );
        again.len()
    }

    /// All messages are lost.
    pub fn lose(&self) {
        let receipts: Vec<String> = self
            .waiting()
            .into_iter()
            .map(|message| message.receipt_handle)
            .collect();
        self.backend.remove_messages(QUEUE, &receipts);
    }

    /// The look of every five minutes; whether it called.
    pub async fn look(&self, slug: &str) -> bool {
        look_after(
            &self.store,
            &self.record(slug).await,
            false,
            self.clock.now_us() / 1_000,
        )
        .await
        .expect("a look")
    }

    /// Works everything off that is due now, and tells when something is due later, unix seconds.
    pub async fn work(&self, slug: &str) -> Option<i64> {
        let worker = self.worker(&self.store);
        for _ in 0..20 {
            let waiting = self.waiting();
            if waiting.is_empty() || self.hand(&worker, &waiting).await == waiting.len() {
                break;
            }
        }
        match self.kept(slug).await.due(self.now_s()) {
            Due::At(at_s) => Some(at_s),
            Due::Nothing => None,
            Due::Now(news) => panic!("{news:?} is due and nobody tells it"),
        }
    }

    /// The same, on and on until nothing is left, or until `until_s` (unix seconds).
    pub async fn work_until(&self, slug: &str, until_s: i64) {
        while let Some(at_s) = self.work(slug).await.filter(|at_s| *at_s <= until_s) {
            self.go_on(at_s - self.now_s());
        }
    }
}
