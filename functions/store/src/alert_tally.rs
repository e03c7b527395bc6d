//! The claims of a year by outcome, counted without reading them.
//!
//! `p` = `n#slug/year`, `q` = a number below [`SHARDS`]: counters, of which only the sum over all
//! shards is meaningful; a single one may be below zero. They change in the transaction that
//! changes the claim, so they always match the claims, even after failures and repeats. They expire
//! (`x`) with the claims.

use std::collections::{BTreeMap, HashMap};

use chute_domain::{alert::Reason, race::RaceKey};
use serde::Deserialize;

use crate::{
    Result, Store,
    port::Write,
    table::{KeyPair, number, query},
};

/// How many items share the counters of a year. A transaction locks what it writes for about ten
/// milliseconds and makes others try again, so a single item could take about sixty changes a
/// second; at a hundred texts a second each shard is written three times a second.
const SHARDS: u64 = 32;
const PARTS: &str = "parts";
const MICROS: &str = "micros";

/// The claims of a year by outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Claims that wait or are being sent.
    pub waiting: u64,
    /// Claims that the carrier service accepted.
    pub sent: u64,
    /// Claims that were not sent, by reason.
    pub suppressed: BTreeMap<Reason, u64>,
    /// Claims that may or may not have been sent.
    pub doubtful: u64,
    /// Claims that the carrier service did not accept.
    pub dead: u64,
    /// Parts of the claims that were or may have been sent.
    pub parts: u64,
    /// Maximum cost of these parts, in millionths of a dollar.
    pub micros: u64,
}

/// The counters of claims; those that were not sent are counted by the name of the reason.
pub(crate) const WAITING: &str = "waiting";
pub(crate) const SENT: &str = "sent";
pub(crate) const DOUBTFUL: &str = "doubtful";
pub(crate) const DEAD: &str = "dead";

/// A change to the counters of a year.
#[derive(Debug)]
pub(crate) struct Counted<'c> {
    /// The year that the claim belongs to.
    pub race: &'c RaceKey,
    /// The id of the claim that changes, which determines the shard.
    pub claim: &'c str,
    /// By how many claims each counter changes.
    pub counters: &'c [(&'static str, i64)],
    /// By how much their costs change: parts, and millionths of a dollar.
    pub costs: (i64, i64),
    /// When the counters are erased, in unix seconds.
    pub erased_s: i64,
}

impl Counted<'_> {
    /// The change as part of a transaction.
    pub fn update(&self, table: &str) -> Write {
        let shard = share(self.claim, SHARDS);
        let mut update = Write::update(
            table,
            KeyPair::new(&partition(self.race), &shard.to_string()).item(),
        );
        let costs = [(PARTS, self.costs.0), (MICROS, self.costs.1)];
        let counters = self.counters.iter().copied().chain(costs);
        let mut adds = Vec::new();
        for (at, (name, more)) in counters.filter(|(_, more)| *more != 0).enumerate() {
            adds.push(format!("#n{at} :n{at}"));
            update = update
                .name(format!("#n{at}"), name)
                .value(format!(":n{at}"), number(more));
        }
        update = update.value(":x", number(self.erased_s));
        update.change(format!("ADD {} SET x = :x", adds.join(", ")))
    }
}

/// Which of `of` shares a claim belongs to, by its id.
pub(crate) fn share(claim: &str, of: u64) -> u64 {
    claim.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    }) % of.max(1)
}

fn partition(race: &RaceKey) -> String {
    format!("n#{race}")
}

impl Store {
    /// The sums of counters over the shards of a partition that are not erased by `now_s`.
    pub(crate) async fn sums(&self, partition: &str, now_s: i64) -> Result<HashMap<String, i64>> {
        #[derive(Deserialize)]
        struct Shard {
            #[serde(rename = "p")]
            _p: String,
            #[serde(rename = "q")]
            _q: String,
            x: i64,
            #[serde(flatten)]
            counters: HashMap<String, i64>,
        }
        let shards: Vec<Shard> = query(&self.db, &self.names.subscriptions, partition, "").await?;
        let mut sums: HashMap<String, i64> = HashMap::new();
        let shards = shards.into_iter().filter(|shard| shard.x > now_s);
        for (name, count) in shards.flat_map(|shard| shard.counters) {
            *sums.entry(name).or_default() += count;
        }
        Ok(sums)
    }

    /// The number of a year's claims by outcome; one query of a few kilobytes, however many there
    /// are.
    pub async fn alert_tally(&self, race: &RaceKey) -> Result<Tally> {
        let sums = self.sums(&partition(race), i64::MIN).await?;
        // the shards are read one after the other: a claim may change its state meanwhile
        let sum = |name: &str| {
            sums.get(name)
                .copied()
                .unwrap_or_default()
                .max(0)
                .unsigned_abs()
        };
        let suppressed = Reason::ALL
            .into_iter()
            .map(|reason| (reason, sum(reason.name())))
            .filter(|(_, count)| *count > 0);
        Ok(Tally {
            waiting: sum(WAITING),
            sent: sum(SENT),
            suppressed: suppressed.collect(),
            doubtful: sum(DOUBTFUL),
            dead: sum(DEAD),
            parts: sum(PARTS),
            micros: sum(MICROS),
        })
    }
}
