//! `alerts.send`: sends each claimed alert once, texts at the carrier's rate, and notes the
//! outcome.
//!
//! A claim is read when its turn comes: its words come from the row as it is then, and nothing is
//! sent about a runner who has become anonymous or has been deleted, nor to anybody who has
//! unsubscribed or said STOP. Then the claim is marked as being sent, the block list is checked a
//! last time, the message is sent, and the outcome is noted. A sender that dies between the mark
//! and the outcome leaves a doubtful claim.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::{BuildHasher, RandomState},
    iter,
    sync::Arc,
};

use chute_domain::{
    alert::{self, Channel, FRESH_S, Priority, Reason, Target},
    budget::{Budgets, Spent},
    liveness::{StoredRow, living},
    phone::Phone,
    pieces::{Overrides, View},
    privacy::Wishes,
    push_message::News,
    race::{EventKind, RaceKey},
    row::{Passage, Person, PersonId},
    stamp::Stamp,
    state::EventRecord,
    subscription,
    text_message::{self, takes_us},
};
use chute_store::{
    AddressSubscription, AlertOutcome, Carried, Carrier, Claim, ClaimName, ClaimState,
    DeviceSubscription, Mailed, PushMessage, PushSender, Pushed, Spending, Store, StoreError,
    with_causes,
};
use futures::future::{join_all, try_join_all};

use super::clock::{Clock, seconds};
use crate::{
    Caches,
    mail::Mailing,
    workers::{
        metric::{self, Unit},
        queue::{Again, AgainItem, Batch, Message},
    },
};

/// Longer than a function lives after it has begun to send, in milliseconds: by then the outcome
/// has been noted or never will be.
pub const SENDING_MS: u64 = 90_000;
/// How long the messages of a paused year stay hidden, in seconds.
const PAUSED_S: i32 = 20;
/// How long a message that another sender is working on stays hidden, in seconds.
const ELSEWHERE_S: i32 = 30;
/// How long a message stays hidden if its turn would come too late or the carrier put it off, in
/// seconds.
const SOON_S: i32 = 2;
/// The maximum time that a message put off by a push service stays hidden, in seconds.
const LATER_S: i32 = 120;
/// The maximum length of a push's topic, in characters (RFC 8030, section 5.4).
const LONGEST_TOPIC: usize = 32;
/// How far ahead a split may take a turn, and the longest it waits before it asks again while
/// finishes go first, in microseconds. A finish does not wait longer than this for splits.
const ASKS_US: u64 = 100_000;
/// The maximum number of texts sent at the same time; fewer where the rate is lower, so that nobody
/// reserves seconds ahead of a finish that comes meanwhile.
const AT_ONCE: u32 = 10;

/// How alerts are sent.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The carrier's settings.
    pub carrier: Carrier,
    /// What may be spent.
    pub budgets: Budgets,
    /// How many parts of messages per second the carrier accepts from all instances together, above
    /// 0.
    pub parts_a_second: u32,
    /// The sender of pushes; without it devices are not told.
    pub push: Option<Arc<PushSender>>,
    /// The sender of e-mails; without it addresses are not told.
    pub mail: Option<Arc<Mailing>>,
}

/// What is left to do for a message.
#[derive(Clone, Copy)]
enum Left {
    Nothing,
    /// It comes again after this many seconds.
    Later(i32),
}

/// What is known about some claims, read for all of them together.
struct Known {
    claims: HashMap<ClaimName, Claim>,
    /// The names of those whose phone is still subscribed.
    subscribed: HashSet<ClaimName>,
    /// The rows of those that wait, by race and person.
    rows: HashMap<RaceKey, HashMap<PersonId, Vec<StoredRow>>>,
}

/// The result of a look at a claim.
enum Looked {
    Over(Left),
    /// All that is missing is its turn.
    Text(Box<Text>),
}

impl From<Left> for Looked {
    fn from(left: Left) -> Self {
        Self::Over(left)
    }
}

/// A text that waits for its turn.
struct Text {
    claim: Claim,
    phone: Phone,
    words: String,
    /// When the data about its year is erased, unix seconds.
    erased_s: i64,
}

impl Text {
    fn parts(&self) -> u32 {
        text_message::parts(&self.words)
    }
}

/// When a text may be sent, unix microseconds, and whether it is paid for.
struct Turn<'s> {
    at_us: u64,
    paid: Option<(Spending<'s>, Spent)>,
}

/// When a message comes again.
#[derive(Clone, Copy)]
enum Comes {
    /// After the queue's visibility timeout.
    ByItself,
    /// From its queue, that of this priority, after this many seconds.
    Soon(Priority, i32),
}

/// Where somebody can be told now.
enum Reach {
    Phone(Phone),
    Device(Box<DeviceSubscription>),
    Address(Box<AddressSubscription>),
}

/// A year at the time a batch is sent.
#[derive(Default)]
struct Year {
    record: Option<EventRecord>,
    paused: bool,
    anonymous: HashSet<String>,
    /// The wishes that were granted to runners, by trimmed bib.
    wishes: HashMap<String, Wishes>,
    /// What was corrected by hand.
    overrides: Overrides,
}

impl Year {
    /// What may be told about a runner.
    fn shown(&self, runner: &Person, made: Option<Stamp>) -> Person {
        let mut shown = runner.clone();
        shown.anonymous |= self.anonymous.contains(&runner.bib);
        for bib in self.overrides.with_linked(runner.bib(), made) {
            shown.anonymous |= self.anonymous.contains(bib);
            let wishes = self.wishes.get(bib).copied().unwrap_or_default();
            wishes.apply_to_person(&mut shown);
        }
        shown
    }
}

/// Runner and passage as they were corrected by hand; `None` if the passage is not theirs.
fn corrected(
    view: View<'_>,
    runner: &Person,
    rows: &[&StoredRow],
    passage: &Passage,
) -> Option<(Person, Passage)> {
    let (mut runner, mut passage) = (runner.clone(), passage.clone());
    if let Some((_, known)) = view.correction_of(&runner) {
        known.apply_to_person(&mut runner);
        let mut passages: Vec<Passage> = rows.iter().map(|row| row.passage.clone()).collect();
        known.apply_to_passages(view.kind, &mut passages);
        passage = passages.into_iter().find(|other| {
            (&other.location, other.occurrence) == (&passage.location, passage.occurrence)
        })?;
    }
    if passage.finish && view.is_ranked_anew(&runner.distance) {
        // the place depends on the whole distance, which is not read for a text
        passage.ranking = -1;
    }
    Some((runner, passage))
}

/// The worker.
#[derive(Debug)]
pub struct Worker {
    store: Store,
    settings: Settings,
    clock: Arc<dyn Clock>,
    caches: Caches,
    /// Unique among all senders.
    id: u64,
}

impl Worker {
    /// A worker over the store.
    #[must_use]
    pub fn new(store: Store, settings: Settings, clock: Arc<dyn Clock>) -> Self {
        let id = RandomState::new().hash_one(clock.now_us());
        Self {
            store,
            settings,
            clock,
            caches: Caches::default(),
            id,
        }
    }

    /// Shares what others keep of years.
    #[must_use]
    pub fn sharing(self, caches: Caches) -> Self {
        Self { caches, ..self }
    }

    /// Sends a batch, in its order, until `stop_us` (unix microseconds). Returns the messages that
    /// must come again.
    pub async fn run(&self, batch: Batch, stop_us: u64) -> Again {
        let mut again = Again::default();
        let mut named: Vec<(Message, ClaimName)> = Vec::new();
        let mut seen = HashSet::new();
        for message in batch.messages {
            match serde_json::from_str::<ClaimName>(&message.body) {
                // queued twice: if it must come again, the first message does
                Ok(name) if !seen.insert((name.race.clone(), name.claim.clone())) => {}
                Ok(name) => named.push((message, name)),
                Err(_) => {
                    tracing::error!(message = message.message_id, "a message names no claim");
                    again.batch_item_failures.push(AgainItem {
                        item_identifier: message.message_id,
                    });
                }
            }
        }
        let races: HashSet<&RaceKey> = named.iter().map(|(_, name)| &name.race).collect();
        let years = try_join_all(
            races
                .into_iter()
                .map(async |race| Ok::<_, StoreError>((race.clone(), self.year(race).await?))),
        )
        .await;
        let years: HashMap<RaceKey, Year> = match years {
            Ok(years) => years.into_iter().collect(),
            Err(error) => {
                tracing::error!(cause = %with_causes(&error), "the years of a batch could not be read");
                let all = named.into_iter().map(|(message, _)| AgainItem {
                    item_identifier: message.message_id,
                });
                again.batch_item_failures.extend(all);
                return again;
            }
        };
        let (texts, others): (Vec<_>, Vec<_>) = named
            .into_iter()
            .partition(|(_, name)| name.channel == Channel::Sms);
        let (late_others, late_texts) = futures::join!(
            self.at_once(&others, &years, stop_us),
            self.texts(&texts, &years, stop_us)
        );
        again
            .batch_item_failures
            .extend(late_others.into_iter().chain(late_texts));
        again
    }

    /// Sends pushes and e-mails, which wait neither for texts nor for each other. Returns those
    /// that must come again.
    async fn at_once(
        &self,
        named: &[(Message, ClaimName)],
        years: &HashMap<RaceKey, Year>,
        stop_us: u64,
    ) -> Vec<AgainItem> {
        let named: Vec<&(Message, ClaimName)> = named.iter().collect();
        let late = named
            .iter()
            .zip(self.comes_again(&named, years, stop_us).await)
            .filter(|(_, comes)| comes.is_some());
        late.map(|((message, _), _)| AgainItem {
            item_identifier: message.message_id.clone(),
        })
        .collect()
    }

    /// Sends texts in their order. Returns those that must come again.
    async fn texts(
        &self,
        named: &[(Message, ClaimName)],
        years: &HashMap<RaceKey, Year>,
        stop_us: u64,
    ) -> Vec<AgainItem> {
        let mut again = Vec::new();
        let at_once =
            usize::try_from((self.settings.parts_a_second / 4).clamp(1, AT_ONCE)).unwrap_or(1);
        let mut late: HashMap<&RaceKey, Comes> = HashMap::new();
        for some in named.chunks(at_once) {
            // within a year the order is kept: what follows a text that has to wait must wait as
            // long
            let (held, free): (Vec<_>, Vec<_>) = some
                .iter()
                .partition(|(_, name)| late.contains_key(&name.race));
            for (message, name) in held {
                if let Some(comes) = late.get(&name.race) {
                    self.hide(message, name, *comes).await;
                }
                again.push(AgainItem {
                    item_identifier: message.message_id.clone(),
                });
            }
            for ((message, name), comes) in free
                .iter()
                .zip(self.comes_again(&free, years, stop_us).await)
            {
                if let Some(comes) = comes {
                    late.entry(&name.race).or_insert(comes);
                    again.push(AgainItem {
                        item_identifier: message.message_id.clone(),
                    });
                }
            }
        }
        again
    }

    /// Does what messages ask for, as far as it can be done now. Returns for each message when it
    /// must come again, if it must.
    async fn comes_again(
        &self,
        named: &[&(Message, ClaimName)],
        years: &HashMap<RaceKey, Year>,
        stop_us: u64,
    ) -> Vec<Option<Comes>> {
        let known = match self.read(named).await {
            Ok(known) => known,
            // perhaps only one of them cannot be read
            Err(_) if named.len() > 1 => {
                let mut comes = Vec::with_capacity(named.len());
                for one in named.chunks(1) {
                    comes.extend(Box::pin(self.comes_again(one, years, stop_us)).await);
                }
                return comes;
            }
            Err(error) => {
                tracing::error!(claims = ?named.iter().map(|(_, name)| &name.claim).collect::<Vec<_>>(), cause = %with_causes(&error), "an alert was not sent yet");
                return named.iter().map(|_| Some(Comes::ByItself)).collect();
            }
        };
        let mut texts = Vec::new();
        let looked = join_all(named.iter().map(|(_, name)| self.look(name, &known, years))).await;
        let looked = looked.into_iter().map(|looked| match looked {
            Ok((priority, Looked::Text(text))) => {
                texts.push(*text);
                Ok((priority, None))
            }
            Ok((priority, Looked::Over(left))) => Ok((priority, Some(left))),
            Err(error) => Err(error),
        });
        let looked: Vec<Result<(Priority, Option<Left>), StoreError>> = looked.collect();
        let mut sent = self.send_in_turn(&texts, stop_us).await.into_iter();
        let done = looked.into_iter().map(|looked| match looked? {
            (priority, Some(left)) => Ok((priority, left)),
            (priority, None) => sent
                .next()
                .unwrap_or(Ok(Left::Later(SOON_S)))
                .map(|left| (priority, left)),
        });
        let done: Vec<Result<(Priority, Left), StoreError>> = done.collect();
        join_all(named.iter().zip(done).map(async |((message, name), done)| match done {
            Ok((_, Left::Nothing)) => None,
            Ok((priority, Left::Later(wait_s))) => {
                let comes = Comes::Soon(priority, wait_s);
                self.hide(message, name, comes).await;
                Some(comes)
            }
            Err(error) => {
                tracing::error!(claim = name.claim, cause = %with_causes(&error), "an alert was not sent yet");
                Some(Comes::ByItself)
            }
        }))
        .await
    }

    async fn hide(&self, message: &Message, name: &ClaimName, comes: Comes) {
        let Comes::Soon(priority, wait_s) = comes else {
            return;
        };
        if let Err(error) = self
            .store
            .hide_alert(priority, name, &message.receipt_handle, wait_s)
            .await
        {
            tracing::warn!(claim = name.claim, cause = %with_causes(&error), "a message could not be hidden for a moment");
        }
    }

    async fn year(&self, race: &RaceKey) -> Result<Year, StoreError> {
        let (record, paused) = futures::try_join!(
            self.store.load_event(&race.slug),
            self.store.are_alerts_paused(race)
        )?;
        let (anonymous, beside) = match record
            .as_ref()
            .and_then(|record| record.years.get(&race.year))
        {
            Some(record) => futures::try_join!(
                self.caches
                    .rolls
                    .anonymous_bibs(&self.store, race, record.participants),
                self.store.beside_uploads(race)
            )?,
            None => Default::default(),
        };
        let made = record
            .as_ref()
            .and_then(|record| record.years.get(&race.year)?.made);
        Ok(Year {
            record,
            paused,
            anonymous,
            wishes: beside.wishes_in_force(made),
            overrides: beside.overrides,
        })
    }

    /// Reads what the tables hold about some claims.
    async fn read(&self, named: &[&(Message, ClaimName)]) -> Result<Known, StoreError> {
        let names: Vec<&ClaimName> = named.iter().map(|(_, name)| name).collect();
        let claims = self.store.alert_claims(&names).await?;
        let waiting: Vec<&Claim> = claims
            .iter()
            .filter(|claim| claim.state == ClaimState::Claimed)
            .collect();
        let mut people: BTreeMap<&RaceKey, BTreeSet<&PersonId>> = BTreeMap::new();
        for claim in &waiting {
            people
                .entry(&claim.name.race)
                .or_default()
                .insert(&claim.person);
        }
        let rows = try_join_all(people.into_iter().map(async |(race, people)| {
            let mut by_person: HashMap<PersonId, Vec<StoredRow>> = HashMap::new();
            for row in self
                .store
                .rows_of_people(race, &people.into_iter().collect::<Vec<_>>())
                .await?
            {
                by_person
                    .entry(row.person_id.clone())
                    .or_default()
                    .push(row);
            }
            Ok::<_, StoreError>((race.clone(), by_person))
        }));
        let (rows, subscribed) = futures::try_join!(rows, self.store.subscribed(&waiting))?;
        let (rows, subscribed) = (
            rows.into_iter().collect(),
            subscribed.into_iter().cloned().collect(),
        );
        Ok(Known {
            claims: claims
                .into_iter()
                .map(|claim| (claim.name.clone(), claim))
                .collect(),
            subscribed,
            rows,
        })
    }

    /// Looks at one claim and does what it needs, except for a text, which waits for its turn.
    async fn look(
        &self,
        name: &ClaimName,
        known: &Known,
        years: &HashMap<RaceKey, Year>,
    ) -> Result<(Priority, Looked), StoreError> {
        let Some(year) = years.get(&name.race) else {
            return Ok((Priority::Split, Left::Later(SOON_S).into()));
        };
        let Some(claim) = known.claims.get(name) else {
            return Ok((Priority::Split, Left::Nothing.into()));
        };
        let priority = claim.priority;
        let looked = match (claim.state, claim.sending_ms) {
            (ClaimState::Claimed, _) => self.waiting(claim, known, year).await?,
            (ClaimState::Sending, Some(began_ms))
                if (self.clock.now_us() / 1_000).abs_diff(began_ms) >= SENDING_MS =>
            {
                self.settle(claim, AlertOutcome::Doubtful).await?;
                Left::Nothing.into()
            }
            (ClaimState::Sending, _) => Left::Later(ELSEWHERE_S).into(),
            _ => Left::Nothing.into(),
        };
        Ok((priority, looked))
    }

    async fn waiting(
        &self,
        claim: &Claim,
        known: &Known,
        year: &Year,
    ) -> Result<Looked, StoreError> {
        let race = &claim.name.race;
        if !self.is_fresh(claim) {
            return self
                .suppress(claim, Reason::TooLate)
                .await
                .map(Looked::Over);
        }
        if year.paused {
            return Ok(Left::Later(PAUSED_S).into());
        }
        let (Some(record), Some(target)) = (&year.record, &claim.target) else {
            return self
                .suppress(claim, Reason::Deleted)
                .await
                .map(Looked::Over);
        };
        let Some(of_year) = record.years.get(&race.year) else {
            return self
                .suppress(claim, Reason::Deleted)
                .await
                .map(Looked::Over);
        };
        let rows = known
            .rows
            .get(race)
            .and_then(|people| people.get(&claim.person))
            .map_or(&[][..], Vec::as_slice);
        let reach = self.reach(claim, target, known).await?;
        let rows = living(rows, &of_year.rows);
        let Some((runner, passage)) = alert::current(&rows, &claim.location, claim.occurrence)
        else {
            return self
                .suppress(claim, Reason::Deleted)
                .await
                .map(Looked::Over);
        };
        if alert::is_overtaken(&rows, &claim.location, claim.occurrence) {
            return self
                .suppress(claim, Reason::TooLate)
                .await
                .map(Looked::Over);
        }
        let kind = EventKind::of(&record.event.kind);
        let view = View {
            record: of_year,
            kind,
            overrides: &year.overrides,
        };
        let Some((runner, passage)) = corrected(view, runner, &rows, passage) else {
            return self
                .suppress(claim, Reason::Deleted)
                .await
                .map(Looked::Over);
        };
        let (runner, passage) = (&year.shown(&runner, of_year.made), &passage);
        if runner.anonymous {
            return self
                .suppress(claim, Reason::Anonymous)
                .await
                .map(Looked::Over);
        }
        // the passage may have become a "did not finish"
        if alert::alerts(kind, passage).is_none() {
            return self
                .suppress(claim, Reason::Deleted)
                .await
                .map(Looked::Over);
        }
        let phone = match reach {
            Ok(Reach::Phone(phone)) => phone,
            Ok(Reach::Device(device)) => {
                let tag = claim
                    .name
                    .claim
                    .get(..LONGEST_TOPIC)
                    .unwrap_or(&claim.name.claim);
                let news = News {
                    event_name: &record.event.name,
                    race,
                    runner,
                    passage,
                    tag,
                };
                return self.push(claim, &device, &news).await.map(Looked::Over);
            }
            Ok(Reach::Address(subscription)) => {
                let news = News {
                    event_name: &record.event.name,
                    race,
                    runner,
                    passage,
                    tag: "",
                };
                return self
                    .mail(claim, &subscription, news)
                    .await
                    .map(Looked::Over);
            }
            Err(reason) => return self.suppress(claim, reason).await.map(Looked::Over),
        };
        let words = alert::text(&record.event.name, runner, passage);
        let erased_s =
            subscription::erased_at(subscription::open_until(&of_year.year).unwrap_or_default());
        Ok(Looked::Text(Box::new(Text {
            claim: claim.clone(),
            phone,
            words,
            erased_s,
        })))
    }

    /// Where the target can be told, or why it cannot. Whether a phone or an address is blocked is
    /// asked later, when the claim has been marked.
    async fn reach(
        &self,
        claim: &Claim,
        target: &Target,
        known: &Known,
    ) -> Result<Result<Reach, Reason>, StoreError> {
        let race = &claim.name.race;
        Ok(match target {
            Target::Phone(phone) if known.subscribed.contains(&claim.name) => {
                Ok(Reach::Phone(phone.clone()))
            }
            Target::Phone(_) => Err(Reason::Removed),
            Target::Device(id) => {
                let found = self
                    .store
                    .device_subscription(
                        race,
                        id,
                        &claim.subscription,
                        seconds(self.clock.now_us()),
                    )
                    .await?;
                found
                    .map(|device| Reach::Device(Box::new(device)))
                    .ok_or(Reason::Removed)
            }
            Target::Address(id) => {
                let found = self
                    .store
                    .address_subscription(
                        race,
                        id,
                        &claim.subscription,
                        seconds(self.clock.now_us()),
                    )
                    .await?;
                found
                    .map(|address| Reach::Address(Box::new(address)))
                    .ok_or(Reason::Removed)
            }
        })
    }

    /// Tells a device; the carrier and the budgets do not matter here.
    async fn push(
        &self,
        claim: &Claim,
        device: &DeviceSubscription,
        news: &News<'_>,
    ) -> Result<Left, StoreError> {
        let Some(sender) = &self.settings.push else {
            return self.suppress(claim, Reason::Removed).await;
        };
        let now_us = self.clock.now_us();
        let (now_s, began_ms) = (seconds(now_us), now_us / 1_000);
        let Some(begun) = self
            .store
            .begin_sending(claim, self.id, began_ms, (0, 0))
            .await?
        else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        let payload = news.message(device.language);
        let lives_s = u32::try_from(claim.moment_s.saturating_add(FRESH_S).saturating_sub(now_s))
            .unwrap_or_default();
        let message = PushMessage {
            payload: payload.as_bytes(),
            lives_s,
            topic: news.tag,
        };
        let outcome = match sender.send(&device.device, &message, now_s).await {
            Pushed::Sent => AlertOutcome::Sent,
            Pushed::Unknown => AlertOutcome::Doubtful,
            Pushed::Refused => AlertOutcome::Dead,
            Pushed::Gone => {
                self.store
                    .end_device(&claim.name.race, &device.device)
                    .await?;
                AlertOutcome::Suppressed(Reason::Removed)
            }
            Pushed::PutOff(after_s) => {
                self.store.put_off(&begun).await?;
                let after_s = after_s
                    .and_then(|after_s| i32::try_from(after_s).ok())
                    .unwrap_or(SOON_S);
                return Ok(Left::Later(after_s.clamp(SOON_S, LATER_S)));
            }
        };
        self.settle(&begun, outcome).await?;
        Ok(Left::Nothing)
    }

    /// Tells an address; the carrier and the budgets do not matter here.
    async fn mail(
        &self,
        claim: &Claim,
        subscription: &AddressSubscription,
        news: News<'_>,
    ) -> Result<Left, StoreError> {
        let Some(mail) = &self.settings.mail else {
            return self.suppress(claim, Reason::Removed).await;
        };
        let began_ms = self.clock.now_us() / 1_000;
        let Some(begun) = self
            .store
            .begin_sending(claim, self.id, began_ms, (0, 0))
            .await?
        else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: an unsubscribe click that came before is obeyed, however long the
        // mail has waited
        let outcome = if self.store.is_email_blocked(&subscription.address).await? {
            AlertOutcome::Suppressed(Reason::Blocked)
        } else {
            match mail
                .tell(&subscription.address, news, subscription.language)
                .await
            {
                Ok(Mailed::Sent) => AlertOutcome::Sent,
                Ok(Mailed::Unknown) => AlertOutcome::Doubtful,
                Ok(Mailed::Refused) => AlertOutcome::Dead,
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
        self.settle(&begun, outcome).await?;
        Ok(Left::Nothing)
    }

    fn is_fresh(&self, claim: &Claim) -> bool {
        alert::is_fresh(claim.moment_s, seconds(self.clock.now_us()))
    }

    /// Sends texts, each at its turn. Returns their results in the same order.
    async fn send_in_turn(&self, texts: &[Text], stop_us: u64) -> Vec<Result<Left, StoreError>> {
        let mut done = Vec::with_capacity(texts.len());
        for some in together(texts, self.settings.parts_a_second) {
            match self.begun(some, stop_us).await {
                Ok((turns, paused)) => done.extend(
                    join_all(
                        some.iter()
                            .zip(turns)
                            .map(|(text, turn)| self.at_turn(text, turn, &paused)),
                    )
                    .await,
                ),
                Err(error) => {
                    tracing::error!(cause = %with_causes(&error), "no turn could be taken");
                    done.extend(some.iter().map(|_| Ok(Left::Later(SOON_S))));
                }
            }
        }
        done
    }

    /// Takes the turns of some texts, waits for the first of them, and asks which of the texts'
    /// years are paused by then. Returns the turns and those years.
    async fn begun<'t>(
        &self,
        texts: &'t [Text],
        stop_us: u64,
    ) -> Result<(Vec<Option<Turn<'t>>>, HashSet<&'t RaceKey>), StoreError> {
        let turns = self.turns(texts, stop_us).await?;
        let Some(Some(first)) = turns.first() else {
            return Ok((turns, HashSet::new()));
        };
        self.clock.until(first.at_us).await;
        let races: HashSet<&RaceKey> = texts.iter().map(|text| &text.claim.name.race).collect();
        let asked = races.into_iter().map(async |race| {
            Ok::<_, StoreError>((race, self.store.are_alerts_paused(race).await?))
        });
        let paused = try_join_all(asked)
            .await?
            .into_iter()
            .filter(|(_, is_paused)| *is_paused);
        Ok((turns, paused.map(|(race, _)| race).collect()))
    }

    /// Takes the turns of some texts, which follow one another, with one write, and pays for the
    /// texts of each race with another. Without turns they come again. A text that is not paid for
    /// here is paid for by itself later, so that the rest of a budget goes to the first of the
    /// texts.
    async fn turns<'t>(
        &self,
        texts: &'t [Text],
        stop_us: u64,
    ) -> Result<Vec<Option<Turn<'t>>>, StoreError> {
        let all = texts.iter().map(Text::parts).sum();
        let (Some(first), rate) = (texts.first(), self.settings.parts_a_second) else {
            return Ok(Vec::new());
        };
        let Some(begins_us) = self.turn(first, all, stop_us).await? else {
            return Ok(texts.iter().map(|_| None).collect());
        };
        let mut paid = self.pay(texts).await?;
        let mut before = 0;
        let turns = texts.iter().map(|text| {
            let at_us = begins_us + takes_us(before, rate);
            before += text.parts();
            Some(Turn {
                at_us,
                paid: paid.remove(text.claim.name.claim.as_str()),
            })
        });
        Ok(turns.collect())
    }

    /// Pays for the texts of the same race together. Returns the payments by claim; there is none
    /// for the only text of a race, nor for texts that together exceed a budget.
    async fn pay<'t>(
        &self,
        texts: &'t [Text],
    ) -> Result<HashMap<&'t str, (Spending<'t>, Spent)>, StoreError> {
        let now_s = seconds(self.clock.now_us());
        let mut races: BTreeMap<&RaceKey, Vec<(&str, Spending<'_>)>> = BTreeMap::new();
        for text in texts {
            races
                .entry(&text.claim.name.race)
                .or_default()
                .push((&text.claim.name.claim, self.spending(text, now_s)));
        }
        let mut paid = HashMap::new();
        for of_race in races.into_values().filter(|of_race| of_race.len() > 1) {
            let Some((_, one)) = of_race.first() else {
                continue;
            };
            let (texts, micros) = of_race.iter().fold((0, 0), |(texts, micros), (_, one)| {
                (texts + one.texts, micros + one.micros)
            });
            if let Some(spent) = self
                .store
                .spend(
                    &Spending {
                        texts,
                        micros,
                        ..*one
                    },
                    &self.settings.budgets,
                )
                .await?
            {
                paid.extend(
                    of_race
                        .into_iter()
                        .map(|(claim, one)| (claim, (one, spent))),
                );
            }
        }
        Ok(paid)
    }

    fn spending<'t>(&self, text: &'t Text, now_s: i64) -> Spending<'t> {
        let micros = self.settings.carrier.micros(&text.words);
        Spending {
            race: &text.claim.name.race,
            texts: 1,
            micros,
            now_s,
            erased_s: text.erased_s,
        }
    }

    /// The start of a turn for texts with this many parts at the carrier's rate, unix microseconds.
    /// Finishes reserve a turn; splits only take one that starts within [`ASKS_US`], so that no
    /// finish waits longer for them. `None` if there is no such turn before `stop_us`.
    async fn turn(
        &self,
        first: &Text,
        parts: u32,
        stop_us: u64,
    ) -> Result<Option<u64>, StoreError> {
        let (rate, is_finish) = (
            self.settings.parts_a_second,
            first.claim.priority == Priority::Finish,
        );
        let behind_us = takes_us(parts.saturating_sub(first.parts()), rate);
        loop {
            let now_us = self.clock.now_us();
            let latest_us = if is_finish {
                stop_us
            } else {
                now_us + ASKS_US.saturating_sub(behind_us)
            };
            if let Some(at_us) = self.store.take_turn(parts, rate, now_us, latest_us).await? {
                return Ok(Some(at_us));
            }
            // no turn becomes free before the time of one part has passed
            let next_us = now_us + ASKS_US.min(takes_us(1, rate));
            if is_finish || next_us >= stop_us {
                return Ok(None);
            }
            self.clock.until(next_us).await;
        }
    }

    /// Waits for a text's turn, and sends the text if it may still be sent.
    async fn at_turn(
        &self,
        text: &Text,
        turn: Option<Turn<'_>>,
        paused: &HashSet<&RaceKey>,
    ) -> Result<Left, StoreError> {
        let Some(Turn { at_us, paid }) = turn else {
            return Ok(Left::Later(SOON_S));
        };
        self.clock.until(at_us).await;
        let left = if !self.is_fresh(&text.claim) {
            self.suppress(&text.claim, Reason::TooLate).await?
        } else if paused.contains(&text.claim.name.race) {
            Left::Later(PAUSED_S)
        } else {
            return self.send(text, paid).await;
        };
        if let Some((spending, _)) = paid {
            self.store
                .unspend(&spending, &self.settings.budgets)
                .await?;
        }
        Ok(left)
    }

    async fn send(
        &self,
        text: &Text,
        paid: Option<(Spending<'_>, Spent)>,
    ) -> Result<Left, StoreError> {
        let Text {
            claim,
            phone,
            words,
            ..
        } = text;
        let (carrier, budgets) = (&self.settings.carrier, &self.settings.budgets);
        let now_us = self.clock.now_us();
        let (spending, spent) = match paid {
            Some(paid) => paid,
            None => {
                let spending = self.spending(text, seconds(now_us));
                let Some(spent) = self.store.spend(&spending, budgets).await? else {
                    return self.suppress(claim, Reason::Capped).await;
                };
                (spending, spent)
            }
        };
        let Some(begun) = self
            .store
            .begin_sending(
                claim,
                self.id,
                now_us / 1_000,
                (text.parts(), spending.micros),
            )
            .await?
        else {
            self.store.unspend(&spending, budgets).await?;
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: a STOP that came before is obeyed, however long the text has waited
        let outcome = if self.store.is_phone_blocked(phone).await? {
            AlertOutcome::Suppressed(Reason::Blocked)
        } else {
            match self.store.send_text_once(phone, words, carrier).await {
                Carried::Sent => AlertOutcome::Sent,
                Carried::Unknown => AlertOutcome::Doubtful,
                Carried::Refused => AlertOutcome::Dead,
                Carried::OptedOut => {
                    self.store.block_phone(phone).await?;
                    AlertOutcome::Suppressed(Reason::OptedOut)
                }
                Carried::PutOff => {
                    self.store.put_off(&begun).await?;
                    self.store.unspend(&spending, budgets).await?;
                    return Ok(Left::Later(SOON_S));
                }
            }
        };
        self.settle(&begun, outcome).await?;
        if matches!(outcome, AlertOutcome::Dead | AlertOutcome::Suppressed(_)) {
            self.store.unspend(&spending, budgets).await?;
        }
        tell_metric(spent, outcome);
        Ok(Left::Nothing)
    }

    async fn suppress(&self, claim: &Claim, reason: Reason) -> Result<Left, StoreError> {
        self.settle(claim, AlertOutcome::Suppressed(reason)).await?;
        Ok(Left::Nothing)
    }

    async fn settle(&self, seen: &Claim, outcome: AlertOutcome) -> Result<(), StoreError> {
        // another sender may have settled it: then it has an outcome
        let is_first = self.store.settle_alert(seen, outcome).await?;
        if is_first {
            tracing::info!(
                claim = seen.name.claim,
                ?outcome,
                "an alert has its outcome"
            );
        }
        Ok(())
    }
}

/// Groups the texts whose turns are taken together: those of one priority, and only as many splits
/// as take half the time that a finish may wait for them, so that their turn can be reserved ahead.
fn together(texts: &[Text], parts_a_second: u32) -> impl Iterator<Item = &[Text]> {
    let mut rest = texts;
    iter::from_fn(move || {
        let priority = rest.first()?.claim.priority;
        let most_us = if priority == Priority::Finish {
            u64::MAX
        } else {
            ASKS_US / 2
        };
        let mut parts = 0;
        let fitting = rest.iter().take_while(|text| {
            parts += text.parts();
            text.claim.priority == priority && takes_us(parts, parts_a_second) <= most_us
        });
        let (some, others) = rest.split_at(fitting.count().max(1));
        rest = others;
        Some(some)
    })
}

/// Writes how much of the budgets is used, and what became of texts, as metrics.
fn tell_metric(Spent { percent }: Spent, outcome: AlertOutcome) {
    let count = |is: bool| u64::from(is);
    metric::tell(&[
        ("BudgetUsed", Unit::Percent, percent),
        (
            "TextsRefused",
            Unit::Count,
            count(outcome == AlertOutcome::Dead),
        ),
        (
            "TextsDoubtful",
            Unit::Count,
            count(outcome == AlertOutcome::Doubtful),
        ),
    ]);
}
