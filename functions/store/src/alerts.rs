//! Claims of alerts, and what else is stored about a year's alerts. They are stored with the
//! subscriptions and expire (`x`) 30 days after the window.
//!
//! - `p` = `slug/year`, `q` = `a#{id}`: a claim. The id is a digest of channel, phone, person and
//!   segment with the year's salt, so that no key, queue or log reveals a phone, not even to
//!   someone with a table of digests. The phone (`tg`) is in the claim only until it has an
//!   outcome; a name never is: the text is composed from what is stored when it is sent.
//! - `p` = `slug/year`, `q` = `al`: the salt, and whether the year's alerts are paused.
//! - Counters of the claims: `alert_tally`.
//!
//! A claim is `claimed` until a sender begins to send it (`sending`, since `st`); then it is
//! `sent`, `suppressed`, `doubtful` or `dead`, for good. Every change has the state that was seen
//! as its condition. A claim that is found `sending` for longer than sending takes is doubtful, and
//! is never sent again.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    pin::pin,
};

use chute_domain::{
    alert::{Channel, Priority, Reason, Target},
    key,
    phone::Phone,
    race::RaceKey,
    row::{Bib, PersonId},
};
use futures::{StreamExt, TryStreamExt, future::try_join_all, stream};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    alert_tally::{AlertCounter, Counted},
    cleanup::Pace,
    port::{AttributeValue, Get, Query, Returns, Write},
    subscription_tally::{ADDRESS, DEVICE},
    subscriptions::confirmation_key,
    table::{AT_ONCE, KeyPair, all, from_item, get_many, is_default, number, pages, text, to_item},
    transaction::{Transacted, Transaction},
};

/// How many claims a transaction makes, which it counts as one change.
const CLAIMED_AT_ONCE: usize = 24;
/// How many such transactions run at the same time.
const CLAIMING: usize = 4;
/// How often a transaction is tried if other workers make the same claims at that moment.
const CLAIM_TRIES: u32 = 6;

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimState {
    /// Nothing has been sent yet.
    Claimed,
    /// A sender is working on it, or died while doing so.
    Sending,
    /// The carrier service accepted it.
    Sent,
    /// It was not sent, for a reason.
    Suppressed,
    /// It may or may not have been sent; never sent again.
    Doubtful,
    /// The carrier service did not accept it.
    Dead,
}

impl ClaimState {
    /// Whether it has no outcome yet.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Claimed | Self::Sending)
    }
}

/// The final outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertOutcome {
    /// The carrier service accepted it.
    Sent,
    /// It was not sent, for this reason.
    Suppressed(Reason),
    /// It may or may not have been sent.
    Doubtful,
    /// The carrier service did not accept it.
    Dead,
}

impl AlertOutcome {
    fn state(self) -> ClaimState {
        match self {
            Self::Sent => ClaimState::Sent,
            Self::Suppressed(_) => ClaimState::Suppressed,
            Self::Doubtful => ClaimState::Doubtful,
            Self::Dead => ClaimState::Dead,
        }
    }

    fn counter(self) -> AlertCounter {
        match self {
            Self::Sent => AlertCounter::Sent,
            Self::Suppressed(reason) => AlertCounter::Suppressed(reason),
            Self::Doubtful => AlertCounter::Doubtful,
            Self::Dead => AlertCounter::Dead,
        }
    }

    /// Whether it was or may have been sent, so that it may have to be paid for.
    fn costs(self) -> bool {
        matches!(self, Self::Sent | Self::Doubtful)
    }
}

/// A claim to be made: that a follower is alerted to a passage.
#[derive(Clone, Debug)]
pub struct NewClaim<'c> {
    /// Event and year.
    pub race: &'c RaceKey,
    /// The year's salt.
    pub salt: &'c str,
    /// The follower, and the runner they follow.
    pub follower: &'c Follower,
    /// The uploader's id of the person.
    pub person: &'c PersonId,
    /// Alerted to once: the segment, or the finish, whatever its name.
    pub segment: &'c str,
    /// Where the row is: location and occurrence.
    pub row: (&'c str, i64),
    /// When the passage happened, in unix seconds.
    pub moment_s: i64,
    /// Whether it is about a finish or a split.
    pub priority: Priority,
    /// When it is claimed, in unix milliseconds.
    pub now_ms: u64,
    /// When it is erased, in unix seconds.
    pub erased_s: i64,
}

/// A subscription as an index returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Who is alerted.
    pub target: Target,
    /// Bib, first and last name of the runner, as sent.
    pub runner: (String, String, String),
    /// The part of its key after the target.
    pub hash: String,
}

impl Follower {
    /// Whether the runner is known by name alone.
    #[must_use]
    pub fn is_by_name(&self) -> bool {
        self.runner.0.is_empty()
    }

    /// Bib, first and last name.
    #[must_use]
    pub fn runner(&self) -> (&str, &str, &str) {
        let (bib, first, last) = &self.runner;
        (bib, first, last)
    }
}

/// The runner of a subscription's item, on any channel.
#[derive(Deserialize)]
struct FollowerItem {
    q: String,
    #[serde(rename = "b", default)]
    bib: String,
    #[serde(rename = "fi", default)]
    first: String,
    #[serde(rename = "la", default)]
    last: String,
    x: i64,
}

impl FollowerItem {
    fn follower(self) -> Option<Follower> {
        let (target, hash) = self.q.rsplit_once('#')?;
        let target = match (target.strip_prefix(DEVICE), target.strip_prefix(ADDRESS)) {
            (Some(id), _) => Target::Device(id.to_owned()),
            (None, Some(id)) => Target::Address(id.to_owned()),
            (None, None) => Target::Phone(Phone::subscriber(target)?),
        };
        Some(Follower {
            target,
            hash: hash.to_owned(),
            runner: (self.bib, self.first, self.last),
        })
    }
}

/// A claim as stored.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: year and id.
    pub name: ClaimName,
    /// Who is alerted; kept only until the claim has an outcome.
    pub target: Option<Target>,
    /// The hash of the subscription.
    pub subscription: String,
    /// The uploader's id of the person.
    pub person: PersonId,
    /// Where the row is.
    pub location: String,
    /// Which passage there.
    pub occurrence: i64,
    /// When the passage happened, in unix seconds.
    pub moment_s: i64,
    /// Whether it is about a finish or a split.
    pub priority: Priority,
    /// How far its sending has come.
    pub state: ClaimState,
    /// When it was claimed, in unix milliseconds.
    pub claimed_ms: u64,
    /// When its sending began, in unix milliseconds.
    pub sending_ms: Option<u64>,
    /// What was noted when its sending began: the parts, and their maximum cost in millionths of a
    /// dollar.
    pub costs: (u64, u64),
    /// When it is erased, in unix seconds.
    pub erased_s: i64,
}

/// A claim as it is queued: without phone or name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClaimName {
    /// The event and year.
    pub race: RaceKey,
    /// Its id.
    pub claim: String,
    /// Its channel.
    #[serde(rename = "by", default, skip_serializing_if = "is_default")]
    pub channel: Channel,
}

/// The settings of a year's alerts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YearAlerts {
    /// Mixed into the ids of its claims.
    pub salt: String,
    /// Whether sending is paused.
    pub paused: bool,
}

#[derive(Serialize, Deserialize)]
struct ClaimItem {
    #[serde(rename = "p")]
    race: RaceKey,
    q: String,
    #[serde(rename = "ch")]
    channel: Channel,
    #[serde(rename = "tg", default, skip_serializing_if = "is_default")]
    target: Option<String>,
    #[serde(rename = "su")]
    subscription: String,
    #[serde(rename = "pe")]
    person: PersonId,
    #[serde(rename = "lo")]
    location: String,
    #[serde(rename = "oc")]
    occurrence: i64,
    #[serde(rename = "mo")]
    moment_s: i64,
    #[serde(rename = "pr")]
    priority: Priority,
    #[serde(rename = "fa")]
    state: ClaimState,
    #[serde(rename = "re", default, skip_serializing_if = "is_default")]
    reason: Option<Reason>,
    #[serde(rename = "at")]
    claimed_ms: u64,
    #[serde(rename = "st", default, skip_serializing_if = "is_default")]
    sending_ms: Option<u64>,
    #[serde(rename = "pa", default, skip_serializing_if = "is_default")]
    parts: u64,
    #[serde(rename = "co", default, skip_serializing_if = "is_default")]
    micros: u64,
    x: i64,
}

#[derive(Deserialize)]
struct YearItem {
    #[serde(default)]
    sa: String,
    #[serde(default)]
    pd: bool,
}

impl ClaimName {
    fn key(&self) -> KeyPair {
        KeyPair::new(&self.race.to_string(), &format!("a#{}", self.claim))
    }
}

impl NewClaim<'_> {
    /// The name under which it is stored and queued.
    #[must_use]
    pub fn name(&self) -> ClaimName {
        let Self {
            salt,
            follower,
            person,
            segment,
            ..
        } = self;
        let (channel, target) = (follower.target.channel(), follower.target.name());
        let person = person.as_str();
        // the length keeps person and segment apart, whatever they contain
        let said = format!(
            "{salt}\0{}\0{target}\0{}\0{person}\0{segment}",
            channel.name(),
            person.len()
        );
        let claim = key::digest(&said).chars().take(40).collect();
        ClaimName {
            race: self.race.clone(),
            claim,
            channel,
        }
    }

    fn item(&self) -> ClaimItem {
        let name = self.name();
        ClaimItem {
            q: name.key().q,
            race: name.race,
            channel: self.follower.target.channel(),
            target: Some(self.follower.target.name().to_owned()),
            subscription: self.follower.hash.clone(),
            person: self.person.clone(),
            location: self.row.0.to_owned(),
            occurrence: self.row.1,
            moment_s: self.moment_s,
            priority: self.priority,
            state: ClaimState::Claimed,
            reason: None,
            claimed_ms: self.now_ms,
            sending_ms: None,
            parts: 0,
            micros: 0,
            x: self.erased_s,
        }
    }
}

impl ClaimItem {
    /// The counter that the claim is counted in now, and its costs: parts, and millionths of a
    /// dollar.
    fn counter(&self) -> (AlertCounter, (i64, i64)) {
        use ClaimState::{Claimed, Dead, Doubtful, Sending, Sent, Suppressed};
        let costs = (self.parts.cast_signed(), self.micros.cast_signed());
        match self.state {
            Claimed | Sending => (AlertCounter::Waiting, (0, 0)),
            Sent => (AlertCounter::Sent, costs),
            Doubtful => (AlertCounter::Doubtful, costs),
            Dead => (AlertCounter::Dead, (0, 0)),
            Suppressed => (
                AlertCounter::Suppressed(self.reason.unwrap_or(Reason::TooLate)),
                (0, 0),
            ),
        }
    }

    fn key(&self) -> KeyPair {
        KeyPair::new(&self.race.to_string(), &self.q)
    }

    fn name(&self) -> ClaimName {
        ClaimName {
            claim: self.q.trim_start_matches("a#").to_owned(),
            race: self.race.clone(),
            channel: self.channel,
        }
    }

    fn claim(self) -> Claim {
        Claim {
            target: self
                .target
                .as_deref()
                .and_then(|name| Target::of(self.channel, name)),
            name: self.name(),
            subscription: self.subscription,
            person: self.person,
            location: self.location,
            occurrence: self.occurrence,
            moment_s: self.moment_s,
            priority: self.priority,
            state: self.state,
            claimed_ms: self.claimed_ms,
            sending_ms: self.sending_ms,
            costs: (self.parts, self.micros),
            erased_s: self.x,
        }
    }
}

fn attribute(value: impl Serialize) -> Result<AttributeValue> {
    serde_dynamo::to_attribute_value(value).map_err(crate::table::unreadable("an outcome"))
}

fn year_pair(race: &RaceKey) -> KeyPair {
    KeyPair::new(&race.to_string(), "al")
}

impl Store {
    /// Whether anybody follows a runner of a year; one read, however many subscriptions there are.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn has_subscriptions(&self, race: &RaceKey) -> Result<bool> {
        Ok(
            !Query::new(&self.names.subscriptions, "p = :p AND begins_with(q, :q)")
                .limit(1)
                .only("p")
                .value(":p", text(&race.to_string()))
                .value(":q", text("+"))
                .send(&self.db)
                .await?
                .items
                .is_empty(),
        )
    }

    /// The subscriptions to this bib, and those to this form of a name, that are valid at `now_s`.
    /// Those that wait for a YES are among them (see [`Self::phones_that_wait`]).
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn followers(
        &self,
        race: &RaceKey,
        bib: Bib<'_>,
        name: Option<&str>,
        now_s: i64,
    ) -> Result<Vec<Follower>> {
        let p = race.to_string();
        let by_name = async {
            match name {
                Some(name) => self.by_index(&p, "byName", "n", name).await,
                None => Ok(Vec::new()),
            }
        };
        let (by_bib, by_name) =
            futures::try_join!(self.by_index(&p, "byBib", "b", bib.as_str()), by_name)?;
        let mut found: HashMap<String, Follower> = HashMap::new();
        for item in by_bib
            .into_iter()
            .chain(by_name)
            .filter(|item| item.x > now_s)
        {
            let q = item.q.clone();
            found.extend(item.follower().map(|follower| (q, follower)));
        }
        Ok(found.into_values().collect())
    }

    async fn by_index(
        &self,
        p: &str,
        index: &str,
        attribute: &str,
        value: &str,
    ) -> Result<Vec<FollowerItem>> {
        if value.is_empty() {
            return Ok(Vec::new());
        }
        let query = Query::new(&self.names.subscriptions, "p = :p AND #a = :v")
            .eventual()
            .index(index)
            .name("#a", attribute)
            .value(":p", text(p))
            .value(":v", text(value));
        all(&self.db, query, "subscriptions").await
    }

    /// Those of these phones whose subscriptions for the year wait for a YES, in E.164.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn phones_that_wait(&self, race: &RaceKey, phones: &[&Phone]) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Waiting {
            p: String,
            w: Option<i64>,
        }
        let mut keys: Vec<KeyPair> = phones
            .iter()
            .map(|phone| confirmation_key(phone, race))
            .collect();
        keys.sort_by(|one, other| one.p.cmp(&other.p));
        keys.dedup();
        let found: Vec<Waiting> = get_many(&self.db, &self.names.subscriptions, keys).await?;
        Ok(found
            .into_iter()
            .filter(|item| item.w.is_some())
            .map(|item| item.p)
            .collect())
    }

    /// The names of those of these claims that belong to a phone's subscription that still exists.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn subscribed<'c>(&self, claims: &[&'c Claim]) -> Result<HashSet<&'c ClaimName>> {
        #[derive(Deserialize)]
        struct There {
            p: String,
            q: String,
        }
        let key_of = |claim: &Claim| match &claim.target {
            Some(Target::Phone(phone)) => Some((
                claim.name.race.to_string(),
                format!("{}#{}", phone.e164(), claim.subscription),
            )),
            _ => None,
        };
        let keys: BTreeSet<(String, String)> =
            claims.iter().filter_map(|claim| key_of(claim)).collect();
        let keys = keys.iter().map(|(p, q)| KeyPair::new(p, q)).collect();
        let found: Vec<There> = get_many(&self.db, &self.names.subscriptions, keys).await?;
        let found: HashSet<(String, String)> =
            found.into_iter().map(|There { p, q }| (p, q)).collect();
        let there = claims
            .iter()
            .filter(|claim| key_of(claim).is_some_and(|key| found.contains(&key)));
        Ok(there.map(|claim| &claim.name).collect())
    }

    /// The settings of the year's alerts; the first call sets the salt to `salt`.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn salted_year(
        &self,
        race: &RaceKey,
        salt: &str,
        erased_s: i64,
    ) -> Result<YearAlerts> {
        let item = Write::update(&self.names.subscriptions, year_pair(race).item())
            .change("SET sa = if_not_exists(sa, :sa), x = :x")
            .returning(Returns::After)
            .value(":sa", text(salt))
            .value(":x", number(erased_s))
            .send(&self.db)
            .await?;
        let YearItem { sa, pd } = from_item(item, "a year's alerts")?;
        Ok(YearAlerts {
            salt: sa,
            paused: pd,
        })
    }

    /// Whether the year's alerts are paused.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn are_alerts_paused(&self, race: &RaceKey) -> Result<bool> {
        let key = year_pair(race).item();
        let get = Get::new(&self.names.subscriptions, key);
        let Some(item) = get.send(&self.db).await? else {
            return Ok(false);
        };
        Ok(from_item::<YearItem>(item, "a year's alerts")?.pd)
    }

    /// Pauses a year's alerts, or resumes them.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn pause_alerts(&self, race: &RaceKey, paused: bool, erased_s: i64) -> Result<()> {
        Write::update(&self.names.subscriptions, year_pair(race).item())
            .change("SET pd = :pd, x = :x")
            .value(":pd", AttributeValue::Bool(paused))
            .value(":x", number(erased_s))
            .send(&self.db)
            .await
            .map(drop)
    }

    /// Claims alerts of one year, each unless it was claimed before. Returns those that wait to be
    /// sent, in this order and each once: the new ones, and those that may never have reached the
    /// queue.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call claims the rest.
    pub async fn claim_alerts(&self, new: &[NewClaim<'_>]) -> Result<Vec<ClaimName>> {
        let mut seen = HashSet::new();
        let items: Vec<ClaimItem> = new
            .iter()
            .map(NewClaim::item)
            .filter(|item| seen.insert(item.q.clone()))
            .collect();
        let some = stream::iter(items.chunks(CLAIMED_AT_ONCE)).map(|some| self.claim_some(some));
        some.buffered(CLAIMING).try_concat().await
    }

    async fn claim_some(&self, items: &[ClaimItem]) -> Result<Vec<ClaimName>> {
        #[derive(Deserialize)]
        struct StoredClaim {
            q: String,
            fa: ClaimState,
        }
        let (mut missing, mut known) = (items.iter().collect::<Vec<_>>(), HashSet::new());
        for _ in 0..CLAIM_TRIES {
            if missing.is_empty() || self.put_claims(&missing).await? == Transacted::Done {
                return Ok(items
                    .iter()
                    .filter(|item| !known.contains(&item.q))
                    .map(ClaimItem::name)
                    .collect());
            }
            let keys = items.iter().map(ClaimItem::key).collect();
            let there: Vec<StoredClaim> =
                get_many(&self.db, &self.names.subscriptions, keys).await?;
            missing.retain(|item| there.iter().all(|seen| seen.q != item.q));
            known = there
                .into_iter()
                .filter(|seen| seen.fa != ClaimState::Claimed)
                .map(|seen| seen.q)
                .collect();
        }
        Err(StoreError::Busy("others make the same claims".into()))
    }

    async fn put_claims(&self, items: &[&ClaimItem]) -> Result<Transacted> {
        let Some(first) = items.first() else {
            return Ok(Transacted::Done);
        };
        let table = &self.names.subscriptions;
        let mut writes = Transaction::default();
        for item in items {
            writes.add(Write::put(table, to_item(item)?).condition("attribute_not_exists(p)"));
        }
        let counters = [(
            AlertCounter::Waiting,
            i64::try_from(items.len()).unwrap_or_default(),
        )];
        let counted = Counted {
            race: &first.race,
            claim: &first.q,
            counters: &counters,
            costs: (0, 0),
            erased_s: first.x,
        };
        writes.add(counted.update(table));
        writes.send(&self.db).await
    }

    /// The existing claims with these names, which must be distinct, in any order.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn alert_claims(&self, names: &[&ClaimName]) -> Result<Vec<Claim>> {
        let keys = names.iter().map(|name| name.key()).collect();
        let found: Vec<ClaimItem> = get_many(&self.db, &self.names.subscriptions, keys).await?;
        Ok(found.into_iter().map(ClaimItem::claim).collect())
    }

    /// Begins to send a claim, so that nobody else does. Returns the claim as it is now, or `None`
    /// if another sender had begun. A repeat by the same `sender` at the same time succeeds, since
    /// the answer to its first call may have been lost. The possible costs are noted right away,
    /// since the alert may be sent without anybody learning of it.
    ///
    /// # Errors
    /// When the table does not answer: the claim may then be `sending`, and becomes doubtful.
    pub async fn begin_sending(
        &self,
        claim: &Claim,
        sender: u64,
        now_ms: u64,
        costs: (u32, u64),
    ) -> Result<Option<Claim>> {
        let update = Write::update(&self.names.subscriptions, claim.name.key().item())
            .change("SET fa = :to, st = :now, sb = :by, pa = :pa, co = :co")
            .condition("fa = :from OR (fa = :to AND st = :now AND sb = :by)")
            .value(":by", number(sender))
            .value(":from", attribute(ClaimState::Claimed)?)
            .value(":to", attribute(ClaimState::Sending)?)
            .value(":now", number(now_ms))
            .value(":pa", number(costs.0))
            .value(":co", number(costs.1));
        let costs = (costs.0.into(), costs.1);
        let begun = Claim {
            state: ClaimState::Sending,
            sending_ms: Some(now_ms),
            costs,
            ..claim.clone()
        };
        Ok(update.held(&self.db).await?.then_some(begun))
    }

    /// Undoes [`Self::begin_sending`], because the carrier service certainly did not accept the
    /// alert but may do so later. Returns whether the claim was still as it was seen.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn put_off(&self, begun: &Claim) -> Result<bool> {
        Write::update(&self.names.subscriptions, begun.name.key().item())
            .change("SET fa = :to REMOVE st, sb, pa, co")
            .condition("fa = :from AND st = :st")
            .value(":from", attribute(ClaimState::Sending)?)
            .value(":to", attribute(ClaimState::Claimed)?)
            .value(":st", number(begun.sending_ms.unwrap_or_default()))
            .held(&self.db)
            .await
    }

    /// Settles a claim that waits or is being sent, forgets its phone, and counts the outcome.
    /// Returns whether the claim was still as it was seen.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn settle_alert(&self, seen: &Claim, outcome: AlertOutcome) -> Result<bool> {
        let table = &self.names.subscriptions;
        let update = Write::update(table, seen.name.key().item())
            .value(":from", attribute(seen.state)?)
            .value(":to", attribute(outcome.state())?);
        let update = match seen.sending_ms {
            Some(began_ms) => update
                .condition("fa = :from AND st = :st")
                .value(":st", number(began_ms)),
            None => update.condition("fa = :from"),
        };
        let remove = if outcome.costs() {
            "REMOVE tg"
        } else {
            "REMOVE tg, pa, co"
        };
        let update = match outcome {
            AlertOutcome::Suppressed(reason) => update
                .change(format!("SET fa = :to, re = :re {remove}"))
                .value(":re", attribute(reason)?),
            _ => update.change(format!("SET fa = :to {remove}")),
        };
        let costs = if outcome.costs() {
            (seen.costs.0.cast_signed(), seen.costs.1.cast_signed())
        } else {
            (0, 0)
        };
        let counters = [(AlertCounter::Waiting, -1), (outcome.counter(), 1)];
        let counted = Counted {
            race: &seen.name.race,
            claim: &seen.name.claim,
            counters: &counters,
            costs,
            erased_s: seen.erased_s,
        };
        let mut writes = Transaction::default();
        writes.add(update);
        writes.add(counted.update(table));
        Ok(writes.send(&self.db).await? == Transacted::Done)
    }

    /// The claims of a year without an outcome, found by reading all claims: to be called only if
    /// [`Self::alert_tally`] says that some wait.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn open_alerts(&self, race: &RaceKey) -> Result<Vec<Claim>> {
        let found = pages::<ClaimItem>(
            &self.db,
            &self.names.subscriptions,
            &race.to_string(),
            "a#",
            None,
        );
        let open = found.map_ok(|page| {
            page.into_iter()
                .map(ClaimItem::claim)
                .filter(|claim| claim.state.is_open())
                .collect::<Vec<_>>()
        });
        open.try_concat().await
    }

    /// Removes the claims of a deleted year, or of an earlier incarnation of a year, that were made
    /// before `before_ms` (unix milliseconds), with any phone left in them. Returns whether there
    /// was time for all of them and none changed meanwhile.
    pub(crate) async fn clear_alerts(
        &self,
        race: &RaceKey,
        before_ms: u64,
        pace: &Pace,
    ) -> Result<bool> {
        let mut pages = pin!(pages::<ClaimItem>(
            &self.db,
            &self.names.subscriptions,
            &race.to_string(),
            "a#",
            None
        ));
        let mut all = true;
        while let Some(page) = pages.try_next().await? {
            for seen in page.iter().filter(|claim| claim.claimed_ms < before_ms) {
                if !pace.wait().await {
                    return Ok(false);
                }
                all &= self.remove_claim(seen).await?;
            }
        }
        Ok(all)
    }

    /// Removes a claim if it is still as it was seen, and stops counting it.
    async fn remove_claim(&self, seen: &ClaimItem) -> Result<bool> {
        let table = &self.names.subscriptions;
        let delete = Write::delete(table, seen.key().item())
            .value(":fa", attribute(seen.state)?)
            .value(":at", number(seen.claimed_ms))
            .name("#at", "at");
        let delete = match seen.sending_ms {
            Some(began_ms) => delete
                .condition("#at = :at AND fa = :fa AND st = :st")
                .value(":st", number(began_ms)),
            None => delete.condition("#at = :at AND fa = :fa AND attribute_not_exists(st)"),
        };
        let (counter, (parts, micros)) = seen.counter();
        let name = seen.name();
        let counters = [(counter, -1)];
        let counted = Counted {
            race: &name.race,
            claim: &name.claim,
            counters: &counters,
            costs: (-parts, -micros),
            erased_s: seen.x,
        };
        let mut writes = Transaction::default();
        writes.add(delete);
        writes.add(counted.update(table));
        Ok(writes.send(&self.db).await? == Transacted::Done)
    }

    /// Which of the years have a salt, that is, may have claims.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn years_with_alerts(&self, years: &[RaceKey]) -> Result<Vec<RaceKey>> {
        let mut found = Vec::new();
        for some in years.chunks(AT_ONCE) {
            let salted = try_join_all(some.iter().map(async |race| {
                let key = year_pair(race).item();
                let get = Get::new(&self.names.subscriptions, key)
                    .eventual()
                    .only("sa");
                let item = get.send(&self.db).await?;
                Ok::<_, StoreError>(item.is_some_and(|item| item.contains_key("sa")))
            }));
            found.extend(
                some.iter()
                    .zip(salted.await?)
                    .filter(|(_, salted)| *salted)
                    .map(|(race, _)| race.clone()),
            );
        }
        Ok(found)
    }
}
