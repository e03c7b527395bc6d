//! `alerts.send`: sends each claimed alert once, texts at the carrier's rate, and notes the
//! outcome.
//!
//! A claim is read when its turn comes: its words come from the row as it is then, and nothing is
//! sent about a runner who has become anonymous or has been deleted, nor to anybody who has
//! unsubscribed or said STOP. Then the claim is marked as being sent, the block list is checked a
//! last time, the message is sent, and the outcome is noted. A sender that dies between the mark
//! and the outcome leaves a doubtful claim.

mod look;
mod pace;
mod reach;

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

use chute_domain::{
    alert::{self, Channel, Priority, Reason},
    budget::Budgets,
    race::RaceKey,
};
use chute_store::{
    AlertOutcome, Carrier, Claim, ClaimName, PushSender, Store, StoreError, with_causes,
};
use futures::future::{join_all, try_join_all};

use self::look::{Looked, Year};
use super::clock::{Clock, seconds};
use crate::{
    Caches,
    mail::Mailing,
    workers::queue::{Again, AgainItem, Batch, Message},
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
/// The maximum number of texts sent at the same time; fewer where the rate is lower, so that nobody
/// reserves seconds ahead of a finish that comes meanwhile.
const AT_ONCE: u32 = 10;

/// How alerts are sent.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The carrier's settings.
    pub carrier: Carrier,
    /// The budgets.
    pub budgets: Budgets,
    /// How many parts of messages per second the carrier accepts from all instances together, above
    /// 0.
    pub parts_a_second: u32,
    /// The sender of pushes; without it devices are not told.
    pub push: Option<Arc<PushSender>>,
    /// The sender of e-mails; without it addresses are not told.
    pub mail: Option<Arc<Mailing>>,
}

#[derive(Clone, Copy)]
enum Left {
    Nothing,
    /// It comes again after this many seconds.
    Later(i32),
}

/// When a message comes again.
#[derive(Clone, Copy)]
enum Comes {
    /// After the queue's visibility timeout.
    ByItself,
    /// From its queue, that of this priority, after this many seconds.
    Soon(Priority, i32),
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
                    again.batch_item_failures.push(message.again());
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
                let all = named.iter().map(|(message, _)| message.again());
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
        late.map(|((message, _), _)| message.again()).collect()
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
                again.push(message.again());
            }
            for ((message, name), comes) in free
                .iter()
                .zip(self.comes_again(&free, years, stop_us).await)
            {
                if let Some(comes) = comes {
                    late.entry(&name.race).or_insert(comes);
                    again.push(message.again());
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

    fn is_fresh(&self, claim: &Claim) -> bool {
        alert::is_fresh(claim.moment_s, seconds(self.clock.now_us()))
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
