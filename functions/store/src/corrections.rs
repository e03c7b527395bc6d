//! An organiser's corrections of single people by hand (contract 6.15).
//!
//! Races: `p` = `slug/year`, `q` = `wc#{id}`, beside the wishes of runners (`privacy`): whoever reads
//! rows needs both, and one query finds both.

use std::collections::HashMap;

use chute_domain::{
    corrections::{Bibs, Correction},
    pieces::Corrections,
    privacy::Wishes,
    race::RaceKey,
    stamp::Stamp,
    state::Stamped,
    time::Now,
};
use serde::{Deserialize, Serialize};
use serde_dynamo::AttributeValue;

use crate::{
    Result, Store,
    port::{Get, Item, Write},
    privacy::WishesItem,
    table::{KeyPair, from_item, is_default, items, part, query, stamps, to_item, unpart},
};

/// The prefix of the keys of corrections.
pub(crate) const CORRECTIONS: &str = "wc#";
/// The prefix of everything that stands beside the uploads of a year: wishes and corrections.
pub(crate) const BESIDE: &str = "w";

/// Wishes and corrections beside a year's uploads, those of earlier incarnations included.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Granted wishes, by bib.
    pub wishes: Vec<(String, Stamped<Wishes>)>,
    /// Corrections by hand.
    pub corrections: Corrections,
}

impl Beside {
    /// The wishes in force, by bib, if the year was created at `made`.
    #[must_use]
    pub fn wishes_in_force(&self, made: Option<Stamp>) -> HashMap<String, Wishes> {
        let living = self.wishes.iter().filter_map(|(bib, item)| {
            let wishes = item.living(made).filter(|wishes| wishes.any())?;
            Some((bib.clone(), *wishes))
        });
        living.collect()
    }
}

/// A correction with what only staff may know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedByHand {
    /// The id of the person.
    pub id: String,
    /// The correction.
    pub known: Correction,
    /// Why.
    pub reason: String,
    /// Name of the account that corrected last.
    pub by: String,
    /// When it did.
    pub since: Stamp,
}

/// A correction to be stored over what was seen of it.
#[derive(Clone, Copy, Debug)]
pub struct Correcting<'c> {
    /// Event and year.
    pub race: &'c RaceKey,
    /// The id of the person.
    pub id: &'c str,
    /// The stamp of the item that was seen, also of one that was taken back; `None` for none.
    pub seen: Option<Stamp>,
    /// The new correction; `None` takes it back.
    pub known: Option<&'c Correction>,
    /// Why, for staff only.
    pub reason: &'c str,
    /// Name of the account that corrects.
    pub by: &'c str,
    /// When the request was received.
    pub now: Now,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct CorrectionItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    /// Missing in one that was taken back.
    #[serde(rename = "v", default, skip_serializing_if = "is_default")]
    known: Option<Correction>,
    /// The bibs that stand or stood instead of the uploaded one.
    #[serde(rename = "b", default, skip_serializing_if = "is_default")]
    bibs: Bibs,
    #[serde(rename = "rs", default, skip_serializing_if = "is_default")]
    reason: String,
    #[serde(rename = "by", default, skip_serializing_if = "is_default")]
    by: String,
}

impl CorrectionItem {
    fn id(&self) -> String {
        unpart(self.q.strip_prefix(CORRECTIONS).unwrap_or_default())
    }

    /// The id of the person, and what was corrected.
    pub(crate) fn stored(self) -> (String, Stamped<Box<Correction>>) {
        let (id, stamp) = (self.id(), self.stamp);
        let item = self.known().map(Box::new);
        (id, Stamped { stamp, item })
    }

    fn known(self) -> Option<Correction> {
        let bibs = self.bibs;
        self.known.map(|known| Correction { bibs, ..known })
    }
}

fn is_correction(item: &Item) -> bool {
    matches!(item.get("q"), Some(AttributeValue::S(q)) if q.starts_with(CORRECTIONS))
}

impl Store {
    /// Everything that stands beside the uploads of a year.
    pub async fn beside_uploads(&self, race: &RaceKey) -> Result<Beside> {
        let mut beside = Beside::default();
        let mut corrections = Vec::new();
        for item in items(&self.db, &self.names.races, &race.to_string(), BESIDE).await? {
            if is_correction(&item) {
                corrections.push(from_item::<CorrectionItem>(item, "a correction")?.stored());
            } else {
                beside
                    .wishes
                    .push(from_item::<WishesItem>(item, "granted wishes")?.stored());
            }
        }
        beside.corrections = Corrections::of(corrections);
        Ok(beside)
    }

    /// A year's corrections by hand that stand, with who made them and why. `made` is when the year
    /// was created: anything older belongs to another incarnation of it.
    pub async fn corrected_by_hand(
        &self,
        race: &RaceKey,
        made: Option<Stamp>,
    ) -> Result<Vec<CorrectedByHand>> {
        let p = race.to_string();
        let found: Vec<CorrectionItem> =
            query(&self.db, &self.names.races, &p, CORRECTIONS).await?;
        let mut corrected = Vec::new();
        for item in found {
            let id = item.id();
            let (since, reason, by) = (item.stamp, item.reason.clone(), item.by.clone());
            if let Some(known) = item.known().filter(|known| !known.is_over())
                && made.is_none_or(|made| since >= made)
            {
                corrected.push(CorrectedByHand {
                    id,
                    known,
                    reason,
                    by,
                    since,
                });
            }
        }
        Ok(corrected)
    }

    /// Stores a correction if its item is still the one that was seen. Returns whether it did.
    pub async fn correct_by_hand(&self, call: &Correcting<'_>) -> Result<bool> {
        // the publisher keeps the newest stamp, which must be this one even if the previous clock
        // was ahead
        let stamp = call
            .seen
            .map_or(call.now.order, |seen| call.now.order.max(seen.next()));
        let KeyPair { p, q } = KeyPair::new(
            &call.race.to_string(),
            &format!("{CORRECTIONS}{}", part(call.id)),
        );
        let item = CorrectionItem {
            p,
            q,
            stamp,
            known: call.known.cloned(),
            bibs: call
                .known
                .map(|known| known.bibs.clone())
                .unwrap_or_default(),
            reason: call.reason.to_owned(),
            by: call.by.to_owned(),
        };
        let write = Write::put(&self.names.races, to_item(&item)?).if_seen(call.seen);
        if write.held(&self.db).await? {
            return Ok(true);
        }
        // a try whose answer was lost may have written it
        let get = Get::new(&self.names.races, KeyPair::new(&item.p, &item.q).item());
        let stored: Option<CorrectionItem> = get.read(&self.db, "a correction").await?;
        Ok(stored.is_some_and(|stored| stored.stamp == stamp))
    }
}
