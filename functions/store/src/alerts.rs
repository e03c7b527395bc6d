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

mod claim;
mod followers;
mod year;

use std::{
    collections::{BTreeSet, HashSet},
    pin::pin,
};

use chute_domain::{alert::Target, race::RaceKey};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;

pub use claim::{AlertOutcome, Claim, ClaimName, ClaimState, NewClaim};
use claim::{ClaimItem, attribute};
pub use followers::Follower;
pub use year::YearAlerts;

use crate::{
    Result, Store, StoreError,
    alert_tally::{Counted, WAITING},
    cleanup::Pace,
    port::Write,
    table::{KeyPair, get_many, number, pages, to_item},
    transaction::{Transacted, Transaction},
};

/// How many claims a transaction makes, which it counts as one change.
const CLAIMED_AT_ONCE: usize = 24;
/// How many such transactions run at the same time.
const CLAIMING: usize = 4;
/// How often a transaction is tried if other workers make the same claims at that moment.
const CLAIM_TRIES: u32 = 6;

impl Store {
    /// The names of those of these claims that belong to a phone's subscription that still exists.
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
        let counters = [(WAITING, i64::try_from(items.len()).unwrap_or_default())];
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
        let counters = [(WAITING, -1), (outcome.counter(), 1)];
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
}
