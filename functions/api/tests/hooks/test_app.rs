//! An event with years and a web hook, on the test's own tables, buckets and queues and a jumping
//! clock.

use std::{ops::Deref, time::Duration};

use chute_api::{
    hooks::Hooks,
    workers::{
        hooks::{Worker, reconcile},
        queue::Message,
    },
};
use chute_domain::{
    account::Realm,
    hook::{Due, Hook},
    race::Slug,
    stamp::Stamp,
    state::Change,
    time::Time,
};
use chute_publisher::{Publication, Publisher};
use chute_store::Store;
use chute_testkit::{TestApp, queue, stored};

/// The account that owns the events.
const OWNER: &str = "owner";
pub const QUEUE: &str = "HOOK_CALLS_QUEUE";

pub struct HooksApp {
    app: TestApp,
    pub publisher: Publisher,
}

impl Deref for HooksApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl HooksApp {
    pub async fn new() -> Self {
        let app = TestApp::new(Realm::Account).await;
        let publisher = Publisher::new(app.store.clone()).pausing(Duration::ZERO);
        Self { app, publisher }
    }

    /// A stamp later than the previous one.
    fn stamp(&self) -> Stamp {
        Stamp::new(self.clock.now_ms() + self.unique(), "")
    }

    /// Adds an event with the years 2025 and 2026, each with a published version.
    pub async fn event(&self, slug: &str) {
        stored::add_event(&self.store, OWNER, &stored::event(slug)).await;
        for year in ["2025", "2026"] {
            self.year(slug, year).await;
            self.publish(slug, year).await;
        }
    }

    pub async fn year(&self, slug: &str, year: &str) {
        let year = stored::year(year, self.clock.now_s());
        stored::add_year(&self.store, OWNER, slug, &year, self.stamp()).await;
        self.publisher
            .event_changed(&Slug::new(slug))
            .await
            .expect("the buckets");
    }

    /// Uploads a finish and publishes it. Returns the new version.
    pub async fn publish(&self, slug: &str, year: &str) -> u64 {
        let (stamp, bib) = (self.stamp(), self.unique().to_string());
        let row = stored::row(&bib, "Finish", stamp);
        self.store
            .put_rows(&Slug::new(slug).year(year), std::slice::from_ref(&row))
            .await
            .expect("rows");
        let published = self
            .publisher
            .race_changed(&Slug::new(slug).year(year), &[Change::Row(Box::new(row))])
            .await
            .expect("a publication");
        // the version is dated by the machine's clock, which a slow machine lets run ahead
        self.clock.catch_up();
        match published {
            Publication::Version(version) => version,
            other => panic!("{other:?}"),
        }
    }

    /// Sets an event's hook and lets the sender see it. Earlier versions are not sent to it.
    pub async fn hook(&self, slug: &str, address: &str) {
        // versions are dated by the machine's clock, which may be ahead of the test's
        self.clock.catch_up();
        self.clock.go_on(2);
        let id = format!("h-{slug}-{}", self.clock.now_s());
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
            hook.set(address, "0123456789abcdef", self.clock.now_s())
        })
        .await;
        assert!(
            reconcile(
                &self.store,
                &self.record(slug).await,
                false,
                Time::from_ms(self.clock.now_ms() + 100_000)
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
        Hooks::new(&self.store, "https://results.example".to_owned()).with_loopback()
    }

    pub fn worker(&self, store: &Store) -> Worker {
        // secrets are read without the edge, which counts calls, since they are cached for minutes
        Worker::new(store.clone(), &self.hooks(), self.clock.clone())
    }

    /// A worker that waits this long for an answer.
    pub fn worker_waiting(&self, answer: Duration) -> Worker {
        let hooks = Hooks {
            answer,
            ..self.hooks()
        };
        Worker::new(self.store.clone(), &hooks, self.clock.clone())
    }

    /// The messages in the queue, hidden ones included.
    pub fn waiting(&self) -> Vec<Message> {
        queue::waiting(&self.backend, QUEUE)
    }

    /// Hands messages to a sender and removes those it is done with. Returns how many come again.
    pub async fn hand(&self, worker: &Worker, messages: &[Message]) -> usize {
        let private = ["CANARY", "Ruiz", "person-", "127.0.0.1"];
        queue::hand(&self.backend, QUEUE, messages, &private, async |batch| {
            worker.run(batch, u64::MAX).await
        })
        .await
    }

    /// Loses all messages.
    pub fn lose(&self) {
        queue::lose(&self.backend, QUEUE);
    }

    /// Runs the check that is made every five minutes. Returns whether it queued a call.
    pub async fn look(&self, slug: &str) -> bool {
        reconcile(
            &self.store,
            &self.record(slug).await,
            false,
            Time::from_ms(self.clock.now_ms()),
        )
        .await
        .expect("a look")
    }

    /// Does everything that is due now. Returns when the next thing is due, in unix seconds.
    pub async fn work(&self, slug: &str) -> Option<i64> {
        let worker = self.worker(&self.store);
        for _ in 0..20 {
            let waiting = self.waiting();
            if waiting.is_empty() || self.hand(&worker, &waiting).await == waiting.len() {
                break;
            }
        }
        match self.kept(slug).await.due(self.clock.now_s()) {
            Due::At(at_s) => Some(at_s),
            Due::Nothing => None,
            Due::Now(news) => panic!("{news:?} is due and was not delivered"),
        }
    }

    /// Does everything that is due, until nothing is left or `until_s` (unix seconds) is reached.
    pub async fn work_until(&self, slug: &str, until_s: i64) {
        while let Some(at_s) = self.work(slug).await.filter(|at_s| *at_s <= until_s) {
            self.clock.go_on(at_s - self.clock.now_s());
        }
    }
}
