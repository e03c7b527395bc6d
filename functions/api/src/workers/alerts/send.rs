//! `alerts.send`: sends what is claimed, once, texts in the carrier's rate, and notes what became of it.
//!
//! What a claim is about is read when its turn comes: the words are those of the row as it is then, and whoever has become anonymous, was
//! deleted, has unsubscribed or said STOP meanwhile is heard. Then the claim is marked as being sent, the block list is asked a last time, SNS
//! is called, and the fate is noted. Who dies between the mark and the fate leaves a doubtful one.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    env,
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

use chute_domain::{
    alert::{self, Channel, FRESH_S, Priority, Reason, Target},
    budget::{Budgets, Spent},
    life::living,
    phone::Phone,
    push_message::News,
    race::EventKind,
    state::EventRecord,
    subscription, text_message,
};
use chute_store::{
    AddressSubscription, Carried, Carrier, Claim, ClaimName, ClaimState, DeviceSubscription, Fate, Mailed, PushMessage, PushSender, Pushed,
    Spending, Store, StoreError,
};
use futures::future::{join_all, try_join_all};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::clock::{Clock, seconds};
use crate::{mail::Mailing, rolls::Rolls, workers::publish::chain};

/// Longer than a function lives after it has begun to send, milliseconds: by then the fate is noted or never will be.
pub const SENDING_MS: u64 = 90_000;
/// So long a paused year's messages stay away, seconds.
const PAUSED_S: i32 = 20;
/// So long a message stays away that somebody else is sending, seconds.
const ELSEWHERE_S: i32 = 30;
/// So long one stays away whose turn would be too late, or that the carrier put off, seconds.
const SOON_S: i32 = 2;
/// So long one stays away at most that a push service put off, seconds.
const LATER_S: i32 = 120;
/// Characters of a push's topic (RFC 8030, section 5.4).
const LONGEST_TOPIC: usize = 32;
/// A split takes a turn that is free within this time, and asks so often while finishes go first, microseconds. A finish waits no longer for splits.
const ASKS_US: u64 = 100_000;
/// So many are sent at once at most; less where the rate is lower, so that nobody reserves seconds ahead of a finish that comes meanwhile.
const AT_ONCE: u32 = 10;

/// How alerts are sent.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The carrier's.
    pub carrier: Carrier,
    /// What may be spent.
    pub budgets: Budgets,
    /// Parts a second that the carrier takes of all instances together, above 0.
    pub parts_a_second: u32,
    /// What sends to devices; without it those are not told.
    pub push: Option<Arc<PushSender>>,
    /// What sends e-mails; without it addresses are not told.
    pub mail: Option<Arc<Mailing>>,
}

/// What a queue hands to the function.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Batch {
    /// The messages.
    #[serde(rename = "Records")]
    pub messages: Vec<Message>,
}

/// A message of a queue.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Its id, by which the function says that it must come again.
    pub message_id: String,
    /// By which it is hidden for longer.
    pub receipt_handle: String,
    /// The claim's name, in JSON.
    pub body: String,
}

/// The messages that must come again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Again {
    /// One for each.
    pub batch_item_failures: Vec<AgainItem>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgainItem {
    /// The message's id.
    pub item_identifier: String,
}

/// What is left to do for a message.
enum Left {
    Nothing,
    /// It comes again after so many seconds.
    Later(i32),
}

/// When a message comes again.
#[derive(Clone, Copy)]
enum Comes {
    /// When the queue's own time is over.
    ByItself,
    /// To the queue of this priority, after so many seconds.
    Soon(Priority, i32),
}

/// By what somebody can be told now.
enum Reach {
    Phone(Phone),
    Device(Box<DeviceSubscription>),
    Address(Box<AddressSubscription>),
}

/// A year as a batch finds it.
struct Year {
    record: Option<EventRecord>,
    paused: bool,
    anonymous: HashSet<String>,
}

/// The worker.
#[derive(Debug)]
pub struct Worker {
    store: Store,
    settings: Settings,
    clock: Arc<dyn Clock>,
    rolls: Rolls,
    /// Unlike that of any other sender.
    id: u64,
}

impl Worker {
    /// A worker over the store.
    #[must_use]
    pub fn new(store: Store, settings: Settings, clock: Arc<dyn Clock>) -> Self {
        let id = RandomState::new().hash_one(clock.now_us());
        Self { store, settings, clock, rolls: Rolls::default(), id }
    }

    /// Sends a batch, in its order, until `stop_us` (unix microseconds). Answers which messages must come again.
    pub async fn run(&self, batch: Batch, stop_us: u64) -> Again {
        let mut again = Again::default();
        let mut named: Vec<(Message, ClaimName)> = Vec::new();
        for message in batch.messages {
            match serde_json::from_str(&message.body) {
                Ok(name) => named.push((message, name)),
                Err(_) => {
                    tracing::error!(message = message.message_id, "a message names no claim");
                    again.batch_item_failures.push(AgainItem { item_identifier: message.message_id });
                }
            }
        }
        let races: HashSet<&str> = named.iter().map(|(_, name)| name.race.as_str()).collect();
        let years = try_join_all(races.into_iter().map(async |race| Ok::<_, StoreError>((race.to_owned(), self.year(race).await?)))).await;
        let years: HashMap<String, Year> = match years {
            Ok(years) => years.into_iter().collect(),
            Err(error) => {
                tracing::error!(cause = %chain(&error), "the years of a batch could not be read");
                let all = named.into_iter().map(|(message, _)| AgainItem { item_identifier: message.message_id });
                again.batch_item_failures.extend(all);
                return again;
            }
        };
        let (texts, others): (Vec<_>, Vec<_>) = named.into_iter().partition(|(_, name)| name.channel == Channel::Sms);
        let (late_others, late_texts) = futures::join!(self.at_once(&others, &years, stop_us), self.texts(&texts, &years, stop_us));
        again.batch_item_failures.extend(late_others.into_iter().chain(late_texts));
        again
    }

    /// Pushes and e-mails wait neither for texts nor for each other. Answers those that must come again.
    async fn at_once(&self, named: &[(Message, ClaimName)], years: &HashMap<String, Year>, stop_us: u64) -> Vec<AgainItem> {
        let done = join_all(named.iter().map(async |(message, name)| self.comes_again(message, name, years, stop_us).await)).await;
        let late = named.iter().zip(done).filter(|(_, comes)| comes.is_some());
        late.map(|((message, _), _)| AgainItem { item_identifier: message.message_id.clone() }).collect()
    }

    /// Texts in their order. Answers those that must come again.
    async fn texts(&self, named: &[(Message, ClaimName)], years: &HashMap<String, Year>, stop_us: u64) -> Vec<AgainItem> {
        let mut again = Vec::new();
        let at_once = usize::try_from((self.settings.parts_a_second / 4).clamp(1, AT_ONCE)).unwrap_or(1);
        let mut late: HashMap<&str, Comes> = HashMap::new();
        for some in named.chunks(at_once) {
            // within a year the order is kept: what follows one that has to wait waits, too, and as long
            let waits = late.clone();
            let done = join_all(some.iter().map(async |(message, name)| match waits.get(name.race.as_str()) {
                Some(comes) => {
                    self.hide(message, name, *comes).await;
                    Some(*comes)
                }
                None => self.comes_again(message, name, years, stop_us).await,
            }));
            for ((message, name), comes) in some.iter().zip(done.await) {
                if let Some(comes) = comes {
                    late.entry(&name.race).or_insert(comes);
                    again.push(AgainItem { item_identifier: message.message_id.clone() });
                }
            }
        }
        again
    }

    /// Does what a message asks for, as far as it can be done now; when it must come again, if it must.
    async fn comes_again(&self, message: &Message, name: &ClaimName, years: &HashMap<String, Year>, stop_us: u64) -> Option<Comes> {
        let Some(year) = years.get(&name.race) else { return Some(Comes::ByItself) };
        match self.one(name, year, stop_us).await {
            Ok((_, Left::Nothing)) => None,
            Ok((priority, Left::Later(wait_s))) => {
                let comes = Comes::Soon(priority, wait_s);
                self.hide(message, name, comes).await;
                Some(comes)
            }
            Err(error) => {
                tracing::error!(claim = name.claim, cause = %chain(&error), "an alert was not sent yet");
                Some(Comes::ByItself)
            }
        }
    }

    async fn hide(&self, message: &Message, name: &ClaimName, comes: Comes) {
        let Comes::Soon(priority, wait_s) = comes else { return };
        if let Err(error) = self.store.hide_alert(priority, &message.receipt_handle, wait_s).await {
            tracing::warn!(claim = name.claim, cause = %chain(&error), "a message could not be hidden for a moment");
        }
    }

    async fn year(&self, race: &str) -> Result<Year, StoreError> {
        let Some((slug, year)) = race.split_once('/') else { return Ok(Year { record: None, paused: false, anonymous: HashSet::new() }) };
        let (record, paused) = futures::try_join!(self.store.load_event(slug), self.store.are_alerts_paused(slug, year))?;
        let anonymous = match record.as_ref().and_then(|record| record.years.get(year)) {
            Some(record) => self.rolls.anonymous_bibs(&self.store, (slug, year), record.participants).await?,
            None => HashSet::new(),
        };
        Ok(Year { record, paused, anonymous })
    }

    /// One claim, from what is known of it to its fate.
    async fn one(&self, name: &ClaimName, year: &Year, stop_us: u64) -> Result<(Priority, Left), StoreError> {
        let Some(claim) = self.store.alert_claim(name).await? else { return Ok((Priority::Split, Left::Nothing)) };
        let left = match (claim.state, claim.sending_ms) {
            (ClaimState::Claimed, _) => self.waiting(&claim, year, stop_us).await?,
            (ClaimState::Sending, Some(began_ms)) if self.clock.now_us() / 1_000 >= began_ms + SENDING_MS => {
                self.settle(&claim, Fate::Doubtful).await?;
                Left::Nothing
            }
            (ClaimState::Sending, _) => Left::Later(ELSEWHERE_S),
            _ => Left::Nothing,
        };
        Ok((claim.priority, left))
    }

    async fn waiting(&self, claim: &Claim, year: &Year, stop_us: u64) -> Result<Left, StoreError> {
        let (slug, key) = claim.name.names();
        if !self.is_fresh(claim) {
            return self.suppress(claim, Reason::TooLate).await;
        }
        if year.paused {
            return Ok(Left::Later(PAUSED_S));
        }
        let (Some(record), Some(target)) = (&year.record, &claim.target) else { return self.suppress(claim, Reason::Deleted).await };
        let Some(of_year) = record.years.get(key) else { return self.suppress(claim, Reason::Deleted).await };
        let person = [claim.person.clone()];
        let (rows, reach) = futures::try_join!(self.store.rows_of_people(slug, key, &person), self.reach(claim, target))?;
        let rows = living(&rows, &of_year.rows);
        let Some((runner, passage)) = alert::current(&rows, &claim.location, claim.occurrence) else {
            return self.suppress(claim, Reason::Deleted).await;
        };
        if runner.anonymous || year.anonymous.contains(&runner.bib) {
            return self.suppress(claim, Reason::Anonymous).await;
        }
        // it may have become a "did not finish"
        if alert::alerts(EventKind::of(&record.event.kind), passage).is_none() {
            return self.suppress(claim, Reason::Deleted).await;
        }
        let phone = match reach {
            Ok(Reach::Phone(phone)) => phone,
            Ok(Reach::Device(device)) => {
                let tag = claim.name.claim.get(..LONGEST_TOPIC).unwrap_or(&claim.name.claim);
                let news = News { event_name: &record.event.name, race: (slug, key), runner, passage, tag };
                return self.push(claim, &device, &news).await;
            }
            Ok(Reach::Address(subscription)) => {
                let news = News { event_name: &record.event.name, race: (slug, key), runner, passage, tag: "" };
                return self.mail(claim, &subscription, news).await;
            }
            Err(reason) => return self.suppress(claim, reason).await,
        };
        let words = alert::text(&record.event.name, runner, passage);
        let Some(at_us) = self.turn(claim.priority, text_message::parts(&words), stop_us).await? else { return Ok(Left::Later(SOON_S)) };
        self.clock.until(at_us).await;
        if !self.is_fresh(claim) {
            return self.suppress(claim, Reason::TooLate).await;
        }
        if self.store.are_alerts_paused(slug, key).await? {
            return Ok(Left::Later(PAUSED_S));
        }
        let erased_s = subscription::erased_at(subscription::open_until(&of_year.year).unwrap_or_default());
        self.send(claim, &phone, &words, erased_s).await
    }

    /// By what the target can be told, or why it is not.
    async fn reach(&self, claim: &Claim, target: &Target) -> Result<Result<Reach, Reason>, StoreError> {
        let race = &claim.name.race;
        Ok(match target {
            Target::Phone(phone) => {
                let (is_subscribed, is_blocked) =
                    futures::try_join!(self.store.is_subscribed(race, phone, &claim.subscription), self.store.is_phone_blocked(phone))?;
                match (is_subscribed, is_blocked) {
                    (false, _) => Err(Reason::Removed),
                    (true, true) => Err(Reason::Blocked),
                    (true, false) => Ok(Reach::Phone(phone.clone())),
                }
            }
            Target::Device(id) => {
                let found = self.store.device_subscription(race, id, &claim.subscription, seconds(self.clock.now_us())).await?;
                found.map(|device| Reach::Device(Box::new(device))).ok_or(Reason::Removed)
            }
            Target::Address(id) => {
                let found = self.store.address_subscription(race, id, &claim.subscription, seconds(self.clock.now_us())).await?;
                found.map(|address| Reach::Address(Box::new(address))).ok_or(Reason::Removed)
            }
        })
    }

    /// Tells a device, for which no carrier and no budget is asked.
    async fn push(&self, claim: &Claim, device: &DeviceSubscription, news: &News<'_>) -> Result<Left, StoreError> {
        let Some(sender) = &self.settings.push else { return self.suppress(claim, Reason::Removed).await };
        let now_us = self.clock.now_us();
        let (now_s, began_ms) = (seconds(now_us), now_us / 1_000);
        let Some(begun) = self.store.begin_sending(claim, self.id, began_ms, (0, 0)).await? else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        let payload = news.message(device.language);
        let lives_s = u32::try_from(claim.moment_s.saturating_add(FRESH_S).saturating_sub(now_s)).unwrap_or_default();
        let message = PushMessage { payload: payload.as_bytes(), lives_s, topic: news.tag };
        let fate = match sender.send(&device.device, &message, now_s).await {
            Pushed::Sent => Fate::Sent,
            Pushed::Unknown => Fate::Doubtful,
            Pushed::Refused => Fate::Dead,
            Pushed::Gone => {
                self.store.end_device(&claim.name.race, &device.device).await?;
                Fate::Suppressed(Reason::Removed)
            }
            Pushed::PutOff(after_s) => {
                self.store.put_off(&begun).await?;
                let after_s = after_s.and_then(|after_s| i32::try_from(after_s).ok()).unwrap_or(SOON_S);
                return Ok(Left::Later(after_s.clamp(SOON_S, LATER_S)));
            }
        };
        self.settle(&begun, fate).await?;
        Ok(Left::Nothing)
    }

    /// Tells an address, for which no carrier and no budget is asked.
    async fn mail(&self, claim: &Claim, subscription: &AddressSubscription, news: News<'_>) -> Result<Left, StoreError> {
        let Some(mail) = &self.settings.mail else { return self.suppress(claim, Reason::Removed).await };
        let began_ms = self.clock.now_us() / 1_000;
        let Some(begun) = self.store.begin_sending(claim, self.id, began_ms, (0, 0)).await? else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: one click that came before is obeyed, however long the mail has waited
        let fate = if self.store.is_email_blocked(&subscription.address).await? {
            Fate::Suppressed(Reason::Blocked)
        } else {
            match mail.tell(&subscription.address, news, subscription.language).await {
                Ok(Mailed::Sent) => Fate::Sent,
                Ok(Mailed::Unknown) => Fate::Doubtful,
                Ok(Mailed::Refused) => Fate::Dead,
                Ok(Mailed::PutOff) => {
                    self.store.put_off(&begun).await?;
                    return Ok(Left::Later(SOON_S));
                }
                Err(error) => {
                    self.store.put_off(&begun).await?;
                    return Err(error);
                }
            }
        };
        self.settle(&begun, fate).await?;
        Ok(Left::Nothing)
    }

    fn is_fresh(&self, claim: &Claim) -> bool {
        alert::is_fresh(claim.moment_s, seconds(self.clock.now_us()))
    }

    /// Its turn in the carrier's rate, unix microseconds. A finish reserves one; a split takes one that is free in a moment, so that no finish waits
    /// longer for it.
    async fn turn(&self, priority: Priority, parts: u32, stop_us: u64) -> Result<Option<u64>, StoreError> {
        let rate = self.settings.parts_a_second;
        loop {
            let now_us = self.clock.now_us();
            let latest_us = if priority == Priority::Finish { stop_us } else { now_us + ASKS_US };
            if let Some(at_us) = self.store.take_turn(parts, rate, now_us, latest_us).await? {
                return Ok(Some(at_us));
            }
            // the time of one part: sooner there is none
            let next_us = now_us + ASKS_US.min(1_000_000 / u64::from(rate.max(1)));
            if priority == Priority::Finish || next_us >= stop_us {
                return Ok(None);
            }
            self.clock.until(next_us).await;
        }
    }

    async fn send(&self, claim: &Claim, phone: &Phone, words: &str, erased_s: i64) -> Result<Left, StoreError> {
        let (carrier, budgets) = (&self.settings.carrier, &self.settings.budgets);
        let now_us = self.clock.now_us();
        let spending = Spending { race: claim.name.names(), texts: 1, micros: carrier.micros(words), now_s: seconds(now_us), erased_s };
        let Some(spent) = self.store.spend(&spending, budgets).await? else { return self.suppress(claim, Reason::Capped).await };
        let costs = (text_message::parts(words), spending.micros);
        let Some(begun) = self.store.begin_sending(claim, self.id, now_us / 1_000, costs).await? else {
            self.store.unspend(&spending, budgets).await?;
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: a STOP that came before is obeyed, however long the text has waited
        let fate = if self.store.is_phone_blocked(phone).await? {
            Fate::Suppressed(Reason::Blocked)
        } else {
            match self.store.send_text_once(phone, words, carrier).await {
                Carried::Sent => Fate::Sent,
                Carried::Unknown => Fate::Doubtful,
                Carried::Refused => Fate::Dead,
                Carried::OptedOut => {
                    self.store.block_phone(phone).await?;
                    Fate::Suppressed(Reason::OptedOut)
                }
                Carried::PutOff => {
                    self.store.put_off(&begun).await?;
                    self.store.unspend(&spending, budgets).await?;
                    return Ok(Left::Later(SOON_S));
                }
            }
        };
        self.settle(&begun, fate).await?;
        if matches!(fate, Fate::Dead | Fate::Suppressed(_)) {
            self.store.unspend(&spending, budgets).await?;
        }
        tell_metric(spent, fate);
        Ok(Left::Nothing)
    }

    async fn suppress(&self, claim: &Claim, reason: Reason) -> Result<Left, StoreError> {
        self.settle(claim, Fate::Suppressed(reason)).await?;
        Ok(Left::Nothing)
    }

    async fn settle(&self, seen: &Claim, fate: Fate) -> Result<(), StoreError> {
        // somebody else may have settled it: then it has a fate
        let is_first = self.store.settle_alert(seen, fate).await?;
        if is_first {
            tracing::info!(claim = seen.name.claim, ?fate, "an alert has its fate");
        }
        Ok(())
    }
}

/// How much of the budgets is used, and what became of texts, as metrics: a line in CloudWatch's embedded metric format.
fn tell_metric(Spent { percent }: Spent, fate: Fate) {
    let Ok(function) = env::var("AWS_LAMBDA_FUNCTION_NAME") else { return };
    let count = |is: bool| u32::from(is);
    let figures: BTreeMap<&str, u64> = [
        ("BudgetUsed", percent),
        ("TextsRefused", count(fate == Fate::Dead).into()),
        ("TextsDoubtful", count(fate == Fate::Doubtful).into()),
    ]
    .into();
    let metrics: Vec<_> =
        figures.keys().map(|name| json!({"Name": name, "Unit": if *name == "BudgetUsed" { "Percent" } else { "Count" }})).collect();
    let mut line = json!({
        "_aws": {
            "Timestamp": crate::arrival::now_ms(),
            "CloudWatchMetrics": [{"Namespace": "Chute", "Dimensions": [["FunctionName"]], "Metrics": metrics}],
        },
        "FunctionName": function,
    });
    if let Some(line) = line.as_object_mut() {
        line.extend(figures.into_iter().map(|(name, figure)| (name.to_owned(), figure.into())));
    }
    // the format must stand on a line of its own, without the log's fields around it
    println!("{line}");
}
