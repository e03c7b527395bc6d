//! A race with followers, on the test's own tables, queues and clock.

use std::{collections::BTreeMap, env, ops::Deref};

use aws_lambda_events::event::dynamodb::Event as Records;
use chute_api::workers::{
    alerts::{
        Clock,
        overdue::settle_overdue,
        select,
        send::{self, Settings},
    },
    queue::Message,
};
use chute_domain::{
    account::Realm,
    alert::{FRESH_S, Reason},
    budget::Budgets,
    event_time::EventTime,
    limit::{Limit, TooMany},
    liveness::StoredRow,
    phone::Phone,
    race::{Event, Slug},
    row::{Passage, Person},
    stamp::Stamp,
    subscription::{Caps, Sender, Subscription},
    time::Time,
};
use chute_edge::{Backend, Fault};
use chute_store::{Store, StoreError, Subscribed, Subscribing, Tally};
use chute_testkit::{TestApp, queue, stored};
pub use chute_testkit::{YEAR, clock::EIGHT_S};
use serde_json::{Value, json};

/// The account that owns the events.
pub const OWNER: &str = "owner";
/// The queues of finishes, of splits, and of what is no text.
pub const QUEUES: [&str; 3] = [
    "ALERT_FINISHES_QUEUE",
    "ALERT_SPLITS_QUEUE",
    "ALERT_OTHERS_QUEUE",
];
const SECOND_US: u64 = 1_000_000;

/// How often each text was sent, by phone and text.
pub type Texts = BTreeMap<(String, String), usize>;

pub struct AlertsApp(TestApp);

impl Deref for AlertsApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

pub fn phone(at: usize) -> Phone {
    Phone::subscriber(&format!("555{at:07}")).expect("a phone")
}

pub fn settings(parts_a_second: u32) -> Settings {
    Settings {
        parts_a_second,
        ..Settings::default()
    }
}

/// `Ruiz` and a number in letters, so that no two people have the same name.
pub fn last_name(at: usize) -> String {
    let letters = at.to_string().into_bytes().into_iter();
    "Ruiz"
        .chars()
        .chain(letters.map(|digit| char::from(digit - b'0' + b'a')))
        .collect()
}

/// A passage at this time, uploaded immediately.
pub fn row(at: usize, segment: &str, unix_s: i64) -> StoredRow {
    let stamp = Stamp::new(unix_s.unsigned_abs() * 1_000, &format!("{at}{segment}"));
    let row = stored::row(&at.to_string(), segment, stamp);
    let number = i64::try_from(at).expect("small");
    StoredRow {
        person: Person {
            last: last_name(at),
            ..row.person
        },
        passage: Passage {
            seconds: 2_000 + number,
            ranking: number + 1,
            local_time: EventTime::from_unix(unix_s).as_str().to_owned(),
            ..row.passage
        },
        ..row
    }
}

impl AlertsApp {
    pub async fn new() -> Self {
        let backend = env::var("CHUTE_EMULATOR").map_or_else(
            |_| Backend::open(),
            |emulator| Backend::with_queues_of(&emulator),
        );
        Self(TestApp::over(backend, Realm::Account).await.at(EIGHT_S))
    }

    pub async fn event(&self, slug: &str, kind: &str) {
        let event = Event {
            kind: kind.to_owned(),
            ..stored::event(slug)
        };
        stored::add_event(&self.store, OWNER, &event).await;
        let born = Stamp::new((EIGHT_S - 3_600).unsigned_abs() * 1_000, "born");
        let year = stored::year(YEAR, EIGHT_S);
        stored::add_year(&self.store, OWNER, slug, &year, born).await;
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

    /// Signs up; the error is the limit that refused it.
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

    /// Signs up through a store that may break off.
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

    /// Delivers records to the selector. Returns whether it is done with all of them.
    pub async fn deliver(&self, select: &select::Worker, records: &[Value]) -> bool {
        let event: Records =
            serde_json::from_value(json!({ "Records": records })).expect("records");
        select.run(event).await.batch_item_failures.is_empty()
    }

    /// Uploads rows, of which a selector takes note.
    pub async fn select_rows(&self, slug: &str, rows: &[StoredRow]) {
        let records = self.upload(slug, rows).await;
        assert!(self.deliver(&self.select(&self.store), &records).await);
    }

    /// The messages in a queue, hidden ones included: all of them, or those that SQS hands out.
    pub fn waiting(&self, queue: &str) -> Vec<Message> {
        queue::waiting(&self.backend, queue)
    }

    /// Hands messages to the sender and removes those it is done with. Returns how many come again.
    pub async fn hand(&self, sender: &send::Worker, queue: &str, messages: &[Message]) -> usize {
        self.hand_until(
            sender,
            queue,
            messages,
            self.clock.now_us() + 50 * SECOND_US,
        )
        .await
    }

    /// Hands messages to a sender that must stop at `stop_us`.
    pub async fn hand_until(
        &self,
        sender: &send::Worker,
        queue: &str,
        messages: &[Message],
        stop_us: u64,
    ) -> usize {
        let private = ["+1555", "Ruiz", "person-"];
        queue::hand(&self.backend, queue, messages, &private, async |batch| {
            sender.run(batch, stop_us).await
        })
        .await
    }

    /// Sends everything that is waiting, finishes first, ten at a time.
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
                // messages that come again do so after a delay
                self.clock.go_on(i64::from(again > 0) * 35);
            }
        }
    }

    /// Sends everything that is waiting with these settings.
    pub async fn send(&self, settings: Settings) {
        self.send_all(&self.sender(&self.store, settings)).await;
    }

    /// How many alerts were not sent for this reason, once everything has its outcome.
    pub async fn suppressed(&self, slug: &str, reason: Reason) -> u64 {
        let suppressed = self.settle(slug).await.suppressed;
        suppressed.get(&reason).copied().unwrap_or_default()
    }

    /// Advances the clock by hours, after which everything that is left gets its outcome.
    pub async fn settle(&self, slug: &str) -> Tally {
        self.clock.go_on(FRESH_S + 3_600);
        self.edge.begin(Fault::None);
        settle_overdue(
            &self.store,
            &Slug::new(slug).year(YEAR),
            Time::from_ms(self.clock.now_ms()),
        )
        .await
        .expect("a clean-up");
        self.tally(slug).await
    }

    /// The counters, which always equal a count of the claims.
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

    /// The texts that were sent, and how often each phone got each.
    pub fn texts(&self) -> Texts {
        self.backend
            .texts()
            .into_iter()
            .fold(Texts::new(), |mut texts, text| {
                *texts.entry(text).or_default() += 1;
                texts
            })
    }

    /// The claims as they are stored.
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
