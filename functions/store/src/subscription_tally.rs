//! The subscriptions of a year, their targets and the runners they follow, counted without reading
//! them.
//!
//! - `p` = `f#slug/year`, `q` = a number below [`SHARDS`]: counters, of which only the sum over all
//!   shards is meaningful; a single one may be below zero. `{channel}` counts subscriptions,
//!   `{channel}+` their targets, `r#{runner}` the subscriptions of phones to a runner.
//! - `p` = `slug/year`, `q` = `s#{target}`: how many subscriptions (`k`) a target has, as long as
//!   it has any; this shows which one is its first.
//!
//! Both change in the transaction that stores or removes a subscription, provided that the
//! subscription and `k` are still as they were seen. So they always match the subscriptions, even
//! after failures, repeats and concurrent changes. They expire (`x`) with these: if a year's day is
//! moved, earlier ones are counted until the new ones expire.

use std::collections::HashMap;

use chute_domain::{
    alert::Channel,
    race::RaceKey,
    row::Bib,
    subscription::{erased_at, name_form, runner_hash, runner_key},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Result, Store, StoreError,
    alert_tally::share,
    port::{AttributeValue, Get, Item, Write},
    rate_limits::{MAX_ATTEMPTS, pause},
    table::{KeyPair, get_many, is_default, number, query},
    transaction::{Transacted, Transaction},
};

/// The prefix of the keys of addresses; it begins with a plus like the keys of phones, so that one
/// query finds all.
pub(crate) const ADDRESS: &str = "+e#";
/// The prefix of the keys of devices; it begins with a plus like the keys of phones, so that one
/// query finds both.
pub(crate) const DEVICE: &str = "+d#";
/// How many items share the counters of a year, as in `alert_tally`.
const SHARDS: u64 = 32;
const RUNNER: &str = "r#";

/// The number of subscriptions of a year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionTally {
    counters: HashMap<String, u64>,
}

impl SubscriptionTally {
    /// The number of subscriptions on this channel.
    #[must_use]
    pub fn subscriptions(&self, channel: Channel) -> u64 {
        self.of(channel.name())
    }

    /// The number of phones, devices or addresses that have at least one.
    #[must_use]
    pub fn subscribers(&self, channel: Channel) -> u64 {
        self.of(&subscribers(channel))
    }

    /// The number of subscriptions of phones to a runner, by [`runner_key`].
    #[must_use]
    pub fn of_runner(&self, key: &str) -> u64 {
        self.of(&format!("{RUNNER}{key}"))
    }

    fn of(&self, counter: &str) -> u64 {
        self.counters.get(counter).copied().unwrap_or_default()
    }
}

fn subscribers(channel: Channel) -> String {
    format!("{}+", channel.name())
}

/// The fields of every subscription's item, on any channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSubscription {
    p: String,
    pub q: String,
    #[serde(rename = "b", default, skip_serializing_if = "is_default")]
    pub bib: String,
    #[serde(rename = "n", default, skip_serializing_if = "is_default")]
    name: Option<String>,
    #[serde(rename = "fi", default, skip_serializing_if = "is_default")]
    pub first: String,
    #[serde(rename = "la", default, skip_serializing_if = "is_default")]
    pub last: String,
    /// The record of consent: when (unix seconds), from where (a pseudonym), after which wording.
    #[serde(rename = "ca")]
    pub consented_s: i64,
    #[serde(rename = "cs")]
    source: String,
    #[serde(rename = "cw")]
    wording: u32,
    pub x: i64,
}

/// A subscription and its target, as read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsRead {
    pub is_there: bool,
    /// How many subscriptions the target has; `None` if they were never counted.
    of_target: Option<u64>,
}

#[derive(Deserialize)]
struct SeenItem {
    q: String,
    #[serde(default)]
    k: u64,
}

impl StoredSubscription {
    /// The subscription of `target`, which its key begins with, to a runner (bib, first and last
    /// name) until `closes_s`, with the record of consent.
    pub(crate) fn new(
        race: &RaceKey,
        target: &str,
        [bib, first, last]: [&str; 3],
        (consented_s, source, wording): (i64, &str, u32),
        closes_s: i64,
    ) -> Self {
        Self {
            p: race.to_string(),
            q: format!("{target}#{}", runner_hash(Bib::new(bib), first, last)),
            bib: bib.to_owned(),
            name: name_form(first, last),
            first: first.to_owned(),
            last: last.to_owned(),
            consented_s,
            source: source.to_owned(),
            wording,
            x: erased_at(closes_s),
        }
    }

    /// The part of its key after the target.
    pub(crate) fn hash(&self) -> &str {
        self.q.rsplit_once('#').map_or("", |(_, hash)| hash)
    }

    fn target(&self) -> &str {
        self.q
            .rsplit_once('#')
            .map_or(&self.q, |(target, _)| target)
    }

    fn channel(&self) -> Channel {
        match self.target() {
            target if target.starts_with(DEVICE) => Channel::Push,
            target if target.starts_with(ADDRESS) => Channel::Email,
            _ => Channel::Sms,
        }
    }

    fn key(&self) -> KeyPair {
        KeyPair::new(&self.p, &self.q)
    }

    fn target_key(&self) -> KeyPair {
        KeyPair::new(&self.p, &format!("s#{}", self.target()))
    }

    /// The change of the counters by `more` subscriptions and `targets` targets.
    fn counted(&self, table: &str, more: i64, targets: i64) -> Write {
        let channel = self.channel();
        let runner = (channel == Channel::Sms)
            .then(|| runner_key(Bib::new(&self.bib), self.name.as_deref()))
            .flatten();
        let shard = share(runner.as_deref().unwrap_or(self.target()), SHARDS);
        let key = KeyPair::new(&partition(&self.p), &shard.to_string()).item();
        let update = Write::update(table, key)
            .name("#s", channel.name())
            .value(":more", number(more));
        let (update, of_target) = match targets {
            0 => (update, ""),
            _ => {
                let update = update.name("#t", subscribers(channel));
                (update.value(":targets", number(targets)), ", #t :targets")
            }
        };
        let (update, of_runner) = match runner {
            Some(runner) => (update.name("#r", format!("{RUNNER}{runner}")), ", #r :more"),
            None => (update, ""),
        };
        update
            .value(":x", number(self.x))
            .change(format!("ADD #s :more{of_target}{of_runner} SET x = :x"))
    }

    /// Adds the writes that store `item`, which is this subscription with the fields of its
    /// channel: a new one is counted, an existing one is renewed.
    pub(crate) fn store(&self, table: &str, item: Item, seen: AsRead, writes: &mut Transaction) {
        let put = Write::put(table, item);
        if seen.is_there {
            writes.add(put.condition("attribute_exists(p)"));
            return;
        }
        writes.add(put.condition("attribute_not_exists(p)"));
        writes.add(self.of_target(
            table,
            seen.of_target,
            seen.of_target.unwrap_or_default() + 1,
        ));
        writes.add(self.counted(table, 1, i64::from(seen.of_target.is_none())));
    }

    /// The change of the target's number of subscriptions from what was seen to `now`.
    fn of_target(&self, table: &str, seen: Option<u64>, now: u64) -> Write {
        let update = Write::update(table, self.target_key().item())
            .change("SET k = :k, x = :x")
            .value(":k", number(now))
            .value(":x", number(self.x));
        match seen {
            Some(seen) => update.condition("k = :seen").value(":seen", number(seen)),
            None => update.condition("attribute_not_exists(p)"),
        }
    }

    /// Adds the writes that remove the subscription if `attribute` is still as it was seen.
    fn remove(
        &self,
        table: &str,
        (attribute, value): (&str, AttributeValue),
        seen: AsRead,
        writes: &mut Transaction,
    ) {
        let delete = Write::delete(table, self.key().item()).condition("#seen = :seen");
        writes.add(delete.name("#seen", attribute).value(":seen", value));
        match seen.of_target {
            // it was stored before subscriptions were counted, but may be stored again, and
            // counted, meanwhile
            None => {
                let nothing = Write::delete(table, self.target_key().item());
                writes.add(nothing.condition("attribute_not_exists(p)"));
            }
            Some(of_target @ ..=1) => {
                let last = Write::delete(table, self.target_key().item()).condition("k = :seen");
                writes.add(last.value(":seen", number(of_target)));
                writes.add(self.counted(table, -1, -1));
            }
            Some(of_target) => {
                writes.add(self.of_target(table, seen.of_target, of_target - 1));
                writes.add(self.counted(table, -1, 0));
            }
        }
    }
}

fn partition(race: &str) -> String {
    format!("f#{race}")
}

impl Store {
    /// The number of subscriptions of a year that are valid at `now_s` (unix seconds), also by
    /// runner: one query of some bytes for each runner with followers.
    pub async fn subscription_tally(
        &self,
        race: &RaceKey,
        now_s: i64,
    ) -> Result<SubscriptionTally> {
        let sums = self.sums(&partition(&race.to_string()), now_s).await?;
        let counters = sums
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| (name, count.unsigned_abs()));
        Ok(SubscriptionTally {
            counters: counters.collect(),
        })
    }

    /// The item of a subscription, unless it has expired at `now_s`.
    pub(crate) async fn subscription_item<T: DeserializeOwned + AsRef<StoredSubscription>>(
        &self,
        race: &RaceKey,
        q: &str,
        now_s: i64,
    ) -> Result<Option<T>> {
        let key = KeyPair::new(&race.to_string(), q).item();
        let get = Get::new(&self.names.subscriptions, key);
        let item: Option<T> = get.read(&self.db, "a subscription").await?;
        Ok(item.filter(|item| item.as_ref().x > now_s))
    }

    /// The items of a year's subscriptions whose keys begin with `prefix`, except those that have
    /// expired at `now_s`.
    pub(crate) async fn subscription_items<T: DeserializeOwned + AsRef<StoredSubscription>>(
        &self,
        race: &RaceKey,
        prefix: &str,
        now_s: i64,
    ) -> Result<Vec<T>> {
        let mut items: Vec<T> = query(
            &self.db,
            &self.names.subscriptions,
            &race.to_string(),
            prefix,
        )
        .await?;
        items.retain(|item| item.as_ref().x > now_s);
        Ok(items)
    }

    /// Reads what is stored of a subscription and its target.
    pub(crate) async fn seen(&self, subscription: &StoredSubscription) -> Result<AsRead> {
        let keys = vec![subscription.key(), subscription.target_key()];
        let found: Vec<SeenItem> = get_many(&self.db, &self.names.subscriptions, keys).await?;
        let of_target = found
            .iter()
            .find(|item| item.q != subscription.q)
            .map(|item| item.k);
        Ok(AsRead {
            is_there: found.iter().any(|item| item.q == subscription.q),
            of_target,
        })
    }

    /// Removes the subscriptions of a year whose keys begin with `prefix`, each only if its consent
    /// is still the one that was seen.
    ///
    /// # Errors
    /// When the table does not answer, or others keep changing the subscriptions of the same
    /// target; repeating the call removes the rest.
    pub(crate) async fn remove_subscriptions(&self, race: &str, prefix: &str) -> Result<()> {
        let found: Vec<StoredSubscription> =
            query(&self.db, &self.names.subscriptions, race, prefix).await?;
        for stored in found {
            self.remove_subscription(&stored, "ca", number(stored.consented_s))
                .await?;
        }
        Ok(())
    }

    /// Removes a subscription, and stops counting it, if `attribute` is still as it was seen.
    /// Returns whether it was removed.
    ///
    /// # Errors
    /// When the table does not answer, or others keep changing the subscriptions of the same
    /// target; the call can be repeated.
    pub(crate) async fn remove_subscription(
        &self,
        subscription: &StoredSubscription,
        attribute: &str,
        value: AttributeValue,
    ) -> Result<bool> {
        let table = &self.names.subscriptions;
        for tried in 1..=MAX_ATTEMPTS {
            let key = subscription.target_key().item();
            let get = Get::new(table, key);
            let item: Option<SeenItem> = get.read(&self.db, "a count of subscriptions").await?;
            let of_target = item.map(|item| item.k);
            let mut writes = Transaction::default();
            subscription.remove(
                table,
                (attribute, value.clone()),
                AsRead {
                    is_there: true,
                    of_target,
                },
                &mut writes,
            );
            match writes.send(&self.db).await? {
                Transacted::Done => return Ok(true),
                // gone, or replaced meanwhile
                Transacted::Refused(0) => return Ok(false),
                Transacted::Refused(_) => pause(tried).await,
            }
        }
        Err(StoreError::Busy(
            "others change the subscriptions of the same target".into(),
        ))
    }
}
