//! A race with followers, over tables and queues of the test's own, by a clock that goes as the
//! test wants.

use std::{
    collections::{BTreeMap, HashSet},
    env,
    sync::Arc,
};

use aws_lambda_events::event::dynamodb::Event as Records;
use chute_api::workers::alerts::{
    Clock,
    overdue::settle_overdue,
    select,
    send::{self, Batch, Message, Settings},
};
use chute_domain::{
    account::Realm,
    alert::FRESH_S,
    budget::Budgets,
    event_time::EventTime,
    limit::{Limit, TooMany},
    liveness::{Mark, StoredRow},
    phone::Phone,
    race::{Event, Slug, Year},
    row::{Passage, Person},
    stamp::Stamp,
    subscription::{Caps, Sender, Subscription},
};
use chute_edge::{Backend, Edge, Fault, Queued};
use chute_store::{Store, StoreError, Subscribed, Subscribing, Tally};
use chute_testkit::clock::Jumping;
use serde_json::{Value, json};

pub const YEAR: &str = "2026";
pub const QUEUES: [&str; 2] = ["ALERT_FINISHES_QUEUE", "ALERT_SPLITS_QUEUE"];
/// 2 May 2026, eight in the morning: when races begin.
pub const EIGHT_S: i64 = 1_777_734_000;
const SECOND_US: u64 = 1_000_000;

/// Phone and words, and how often.
pub type Texts = BTreeMap<(String, String), usize>;

pub struct TestApp {
    pub backend: Backend,
    pub edge: Edge,
    /// By the edge, which breaks off.
    pub broken: Store,
    /// Past it.
    pub store: Store,
    pub clock: Arc<Jumping>,
}

pub fn phone(at: usize) -> Phone {
    Phone::subscriber(&format!("555{at:07}")).expect("a phone")
}

/// A message as the sender gets it.
pub fn message(queued: Queued) -> Message {
    Message {
        message_id: queued.id,
        receipt_handle: queued.receipt,
        body: queued.body,
    }
}

pub fn settings(parts_a_second: u32) -> Settings {
    Settings {
        parts_a_second,
        ..Settings::default()
    }
}

pub fn person(at: usize) -> Person {
    Person {
        bib: at.to_string(),
        first: "Ana".to_owned(),
        last: format!("Ruiz{}", letters(at)),
        distance: "10K".to_owned(),
        ..Person::default()
    }
}

/// A number in letters, so that names differ by them.
fn letters(at: usize) -> String {
    at.to_string()
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}

/// A passage at that time, and uploaded at once.
pub fn row(at: usize, segment: &str, unix_s: i64) -> StoredRow {
    let passage = Passage {
        segment: segment.to_owned(),
        location: segment.to_owned(),
        occurrence: 1,
        seconds: 2_000 + i64::try_from(at).expect("small"),
        ranking: i64::try_from(at).expect("small") + 1,
        finish: segment == "Finish",
        local_time: EventTime::from_unix(unix_s).as_str().to_owned(),
        ..Passage::default()
    };
    let stamp = Stamp::new(unix_s.unsigned_abs() * 1_000, &format!("{at}{segment}"));
    StoredRow {
        person_id: format!("person-{at}"),
        person: person(at),
        passage,
        stamp,
        witness: None,
        mark: Mark::default(),
    }
}

impl TestApp {
    pub async fn new() -> Self {
        let backend = env::var("CHUTE_EMULATOR").map_or_else(
            |_| Backend::open(),
            |emulator| Backend::with_queues_of(&emulator),
        );
        let edge = Edge::start(backend.address()).await.expect("a free port");
        let broken = backend.store_at(&edge.url(), Realm::Account).await;
        let store = backend.store(Realm::Account).await;
        Self {
            backend,
            edge,
            broken,
            store,
            clock: Jumping::at(EIGHT_S),
        }
    }

    pub async fn event(&self, slug: &str, kind: &str) {
        let event = Event {
            name: "River 10K".to_owned(),
            slug: slug.to_owned(),
            kind: kind.to_owned(),
            ..Event::default()
        };
        assert!(
            self.store
                .add_event(&event, "owner")
                .await
                .expect("an event")
        );
        let date_time = EventTime::from_unix(EIGHT_S);
        let year = Year {
            year: YEAR.to_owned(),
            date_time,
            live: true,
            days_allowed: 2,
            ..Year::default()
        };
        let born = Stamp::new((EIGHT_S - 3_600).unsigned_abs() * 1_000, "born");
        assert!(
            self.store
                .add_year(&Slug::new(slug), "owner", &year, born)
                .await
                .expect("a year")
        );
    }

    pub async fn follow(&self, slug: &str, at: usize, bib: &str, name: Option<(&str, &str)>) {
        let (first, last) = name.unwrap_or_default();
        let subscription = Subscription {
            phone: phone(at),
            bib: bib.to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
        };
        self.subscribe(
            slug,
            &subscription,
            &wide(),
            &Budgets::default(),
            Sender::TimingClient,
        )
        .await
        .expect("within the limits");
    }

    /// Signs up; the error is a limit.
    pub async fn subscribe(
        &self,
        slug: &str,
        subscription: &Subscription,
        caps: &Caps,
        budgets: &Budgets,
        sender: Sender,
    ) -> Result<Subscribed, TooMany> {
        self.try_to_subscribe(&self.store, slug, subscription, caps, budgets, sender)
            .await
            .expect("the tables")
    }

    /// The same by a store that may break off.
    pub async fn try_to_subscribe(
        &self,
        store: &Store,
        slug: &str,
        subscription: &Subscription,
        caps: &Caps,
        budgets: &Budgets,
        sender: Sender,
    ) -> Result<Result<Subscribed, TooMany>, StoreError> {
        let e164 = subscription.phone.e164();
        let wish = Subscribing {
            race: &Slug::new(slug).year(YEAR),
            subscription,
            now_s: self.clock.now_s(),
            closes_s: EIGHT_S + 2 * 86_400,
            source: e164,
            phone: e164,
            caps,
            sender,
            asks_for_yes: false,
            wording: 1,
            shown: "",
            micros: 20_000,
            budgets,
        };
        store.subscribe(&wish).await
    }

    pub async fn upload(&self, slug: &str, rows: &[StoredRow]) -> Vec<Value> {
        let _ = self.backend.records();
        self.store
            .put_rows(&Slug::new(slug).year(YEAR), rows)
            .await
            .expect("rows");
        self.backend.records()
    }

    pub fn select(&self, store: &Store) -> select::Worker {
        select::Worker::new(store.clone(), self.clock.clone(), 1)
    }

    pub fn sender(&self, store: &Store, settings: Settings) -> send::Worker {
        send::Worker::new(store.clone(), settings, self.clock.clone())
    }

    /// Brings records to the selector; those that failed come again until none is left or it is
    /// dead.
    pub async fn deliver(&self, select: &select::Worker, records: &[Value]) -> bool {
        let event: Records =
            serde_json::from_value(json!({ "Records": records })).expect("records");
        select.run(event).await.batch_item_failures.is_empty()
    }

    /// What waits in a queue, whether hidden or not: all of it, or what SQS hands out of it.
    pub fn waiting(&self, queue: &str) -> Vec<Message> {
        self.backend
            .messages(queue)
            .into_iter()
            .map(message)
            .collect()
    }

    /// Hands messages to the sender; what is done leaves the queue. Returns how many come again.
    pub async fn hand(&self, sender: &send::Worker, queue: &str, messages: &[Message]) -> usize {
        self.hand_until(
            sender,
            queue,
            messages,
            self.clock.now_us() + 50 * SECOND_US,
        )
        .await
    }

    /// The same, to a sender that has until `stop_us`.
    pub async fn hand_until(
        &self,
        sender: &send::Worker,
        queue: &str,
        messages: &[Message],
        stop_us: u64,
    ) -> usize {
        for Message { body, .. } in messages {
            assert!(
                ["+1555", "Ruiz", "person-"]
                    .iter()
                    .all(|private| !body.contains(private)),
                "a queue names claims and nobody: {body}"
            );
        }
        let again = sender
            .run(
                Batch {
                    messages: messages.to_vec(),
                },
                stop_us,
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
            queue,
            &done
                .map(|message| message.receipt_handle.clone())
                .collect::<Vec<_>>(),
        );
        again.len()
    }

    /// Sends all that waits, finishes first, ten at a time.
    pub async fn send_all(&self, sender: &send::Worker) {
        for queue in QUEUES {
            let mut idle = 0;
            while idle < 40 {
                let waiting = self.waiting(queue);
                if waiting.is_empty() {
                    break;
                }
                let mut again = 0;
                for some in waiting.chunks(10) {
                    again += self.hand(sender, queue, some).await;
                }
                idle = if again < waiting.len() { 0 } else { idle + 1 };
                // what comes again does so after a moment
                self.clock.go_on(i64::from(again > 0) * 35);
            }
        }
    }

    /// What is left over long afterwards gets its outcome.
    pub async fn settle(&self, slug: &str) -> Tally {
        self.clock.go_on(FRESH_S + 3_600);
        self.edge.begin(Fault::None);
        settle_overdue(
            &self.store,
            &Slug::new(slug).year(YEAR),
            self.clock.now_us() / 1_000,
        )
        .await
        .expect("a clean-up");
        self.tally(slug).await
    }

    /// What the counters say, which is always a count of the claims.
    pub async fn tally(&self, slug: &str) -> Tally {
        let tally = self
            .store
            .alert_tally(&Slug::new(slug).year(YEAR))
            .await
            .expect("a tally");
        assert_eq!(
            tally,
            self.counted(slug),
            "{slug}: the counters are no count of the claims"
        );
        tally
    }

    /// The claims of a race, counted one by one.
    fn counted(&self, slug: &str) -> Tally {
        let race = format!("{slug}/{YEAR}");
        let number = |claim: &Value, name: &str| {
            claim[name]["N"]
                .as_str()
                .map_or(0, |text| text.parse().expect("a number"))
        };
        self.backend
            .items("SUBSCRIPTIONS_TABLE", &race, "a#")
            .iter()
            .fold(Tally::default(), |mut tally, claim| {
                let state = claim["fa"]["S"].as_str().expect("a state");
                match state {
                    "claimed" | "sending" => tally.waiting += 1,
                    "sent" => tally.sent += 1,
                    "doubtful" => tally.doubtful += 1,
                    "dead" => tally.dead += 1,
                    _ => {
                        *tally
                            .suppressed
                            .entry(
                                serde_json::from_value(claim["re"]["S"].clone()).expect("a reason"),
                            )
                            .or_default() += 1
                    }
                }
                if state != "sending" {
                    tally.parts += number(claim, "pa");
                    tally.micros += number(claim, "co");
                }
                tally
            })
    }

    /// The texts and how often each phone got each.
    pub fn texts(&self) -> Texts {
        self.backend
            .texts()
            .into_iter()
            .fold(Texts::new(), |mut texts, text| {
                *texts.entry(text).or_default() += 1;
                texts
            })
    }

    /// The claims as they lie in the table.
    pub fn claims(&self) -> Vec<Value> {
        let items: Value =
            serde_json::from_str(&self.backend.text("SUBSCRIPTIONS_TABLE")).expect("items");
        let is_claim = |item: &&Value| item["q"]["S"].as_str().is_some_and(|q| q.starts_with("a#"));
        items
            .as_array()
            .expect("a list")
            .iter()
            .filter(is_claim)
            .cloned()
            .collect()
    }
}

pub fn total(tally: &Tally) -> u64 {
    tally.waiting
        + tally.sent
        + tally.suppressed.values().sum::<u64>()
        + tally.doubtful
        + tally.dead
}

/// Limits that no test of alerts reaches by accident.
pub fn wide() -> Caps {
    let most = Limit::in_minutes(1_000_000, 60);
    Caps {
        confirmed_of_phone: most,
        confirmed_of_source: most,
        of_phone: most,
        of_source: most,
        confirmed_of_year: u32::MAX,
        confirmed_of_day: u32::MAX,
    }
}
