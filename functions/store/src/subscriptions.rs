//! Subscriptions to text alerts. All items expire (`x`) 30 days after the window, and expired ones
//! are not read.
//!
//! - `p` = `slug/year`, `q` = `{phone}#{hash of bib and names}`: a subscription. So a single query
//!   finds a year's subscriptions, or those of a phone among them. The indexes `byBib` (`p`, `b`)
//!   and `byName` (`p`, `n`) find a runner's followers; `b` and `n` are only there when not empty.
//!   Those of devices (`devices`) and of e-mail addresses (`addresses`) are stored beside them;
//!   `subscription_tally` counts all of them.
//! - `p` = phone, `q` = `c#{slug}/{year}`: the confirmation that the phone got, once, and whether
//!   its subscriptions wait for a YES. It outlives a removal, so that nobody gets it twice. One
//!   query finds it for a reply, which names no year.
//! - `p` = phone, `q` = `r#{message}`: a reply that was answered.
//! - The claims of alerts are stored beside them (`alerts`).

use std::{collections::BTreeMap, pin::pin};

use chute_domain::{
    budget::Budgets,
    key::{self, DAY_S},
    limit::TooMany,
    phone::Phone,
    race::RaceKey,
    subscription::{self, Caps, Confirmation, Delivery, Sender, Subscription},
};
use futures::TryStreamExt;
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    cleanup::Pace,
    port::{Get, Write},
    rate_limits::{Counter, MAX_ATTEMPTS, SharedCounter, pause, tomorrow},
    spending::Spending,
    subscription_tally::StoredSubscription,
    table::{KeyPair, is_default, number, pages, query, text, to_item},
    transaction::{Transacted, Transaction},
};

/// The prefix of the keys of phones; the keys of all subscriptions begin with its plus.
const PHONE: &str = "+1";

/// A subscription with everything needed to store it.
#[derive(Clone, Debug)]
pub struct Subscribing<'s> {
    /// Event and year.
    pub race: &'s RaceKey,
    /// The phone, and the runner it asks for.
    pub subscription: &'s Subscription,
    /// The current time, in unix seconds.
    pub now_s: i64,
    /// When the year's window ends, in unix seconds.
    pub closes_s: i64,
    /// The pseudonym of the caller's network address: part of the record of consent.
    pub source: &'s str,
    /// The phone's pseudonym in counters.
    pub phone: &'s str,
    /// How many subscriptions a phone, a network address and a year may have.
    pub caps: &'s Caps,
    /// Who sends alerts; confirmations are only sent by the server.
    pub sender: Sender,
    /// Whether the phone has to answer YES (double opt-in).
    pub asks_for_yes: bool,
    /// The version of the wording of the confirmation.
    pub wording: u32,
    /// The version of the wording to which the person agreed; empty if the client does not say.
    pub shown: &'s str,
    /// Cost of a confirmation, in millionths of a dollar.
    pub micros: u64,
    /// The budgets.
    pub budgets: &'s Budgets,
}

/// The result of storing a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscribed {
    /// The phone has to get its confirmation now: the caller has claimed it, so nobody else sends
    /// it.
    Confirm,
    /// The phone has got its confirmation already.
    Known,
}

#[derive(Serialize, Deserialize)]
struct SubscriptionItem {
    #[serde(flatten)]
    stored: StoredSubscription,
    /// The version of the wording to which the person agreed.
    #[serde(rename = "cv", default, skip_serializing_if = "is_default")]
    shown: String,
}

impl AsRef<StoredSubscription> for SubscriptionItem {
    fn as_ref(&self) -> &StoredSubscription {
        &self.stored
    }
}

#[derive(Serialize, Deserialize)]
struct ConfirmationItem {
    p: String,
    q: String,
    #[serde(rename = "dl")]
    delivery: Delivery,
    at: i64,
    #[serde(rename = "w", default, skip_serializing_if = "is_default")]
    waits_until_s: Option<i64>,
    x: i64,
}

impl ConfirmationItem {
    fn confirmation(&self) -> Confirmation {
        Confirmation {
            delivery: self.delivery,
            waits_until_s: self.waits_until_s,
        }
    }
}

pub(crate) fn confirmation_key(phone: &Phone, race: &RaceKey) -> KeyPair {
    KeyPair::new(phone.e164(), &format!("c#{}", race))
}

impl Subscribing<'_> {
    fn item(&self) -> SubscriptionItem {
        let Subscription {
            phone,
            bib,
            first,
            last,
        } = self.subscription;
        let consent = (self.now_s, self.source, self.wording);
        let stored = StoredSubscription::new(
            self.race,
            phone.e164(),
            [bib, first, last],
            consent,
            self.closes_s,
        );
        SubscriptionItem {
            stored,
            shown: self.shown.to_owned(),
        }
    }

    fn claim(&self) -> ConfirmationItem {
        let KeyPair { p, q } = confirmation_key(&self.subscription.phone, self.race);
        let Confirmation {
            delivery,
            waits_until_s,
        } = Confirmation::claimed(self.now_s, self.asks_for_yes);
        ConfirmationItem {
            p,
            q,
            delivery,
            at: self.now_s,
            waits_until_s,
            x: subscription::erased_at(self.closes_s),
        }
    }

    /// The limits of all subscriptions, then those of subscriptions with a confirmation.
    fn counters(&self) -> [Counter; 4] {
        let (source, phone) = (self.source, self.phone);
        [
            counter_of_source(self.caps, source),
            Counter::new(format!("sms#p#{phone}"), self.caps.of_phone),
            Counter::new(format!("sms#cs#{source}"), self.caps.confirmed_of_source),
            Counter::new(format!("sms#cp#{phone}"), self.caps.confirmed_of_phone),
        ]
    }

    /// The cost of its confirmation.
    fn spending(&self) -> Spending<'_> {
        Spending {
            race: self.race,
            texts: 0,
            micros: self.micros,
            now_s: self.now_s,
            erased_s: subscription::erased_at(self.closes_s),
        }
    }

    /// The shared counters: that of the year, and that of the day.
    fn shared(&self) -> [SharedCounter; 2] {
        [
            SharedCounter {
                name: format!("sms#y#{}", self.race),
                most: self.caps.confirmed_of_year,
                goes_s: subscription::erased_at(self.closes_s),
            },
            SharedCounter::of_day("sms#d", self.now_s, self.caps.confirmed_of_day),
        ]
    }
}

/// The counter of all subscriptions of a source address.
pub(crate) fn counter_of_source(caps: &Caps, source: &str) -> Counter {
    Counter::new(format!("sms#s#{source}"), caps.of_source)
}

impl Store {
    /// Whether the source may subscribe once more; does not count anything.
    pub async fn may_subscribe(
        &self,
        caps: &Caps,
        source: &str,
        now_s: i64,
    ) -> Result<std::result::Result<(), TooMany>> {
        self.has_room(&counter_of_source(caps, source), now_s).await
    }

    /// Stores a subscription within all limits, or nothing.
    ///
    /// The subscription, its counters and the claim to confirm it are written in one transaction,
    /// provided that all are still as they were read. The two shared counters are not part of it,
    /// since all transactions would conflict there: they are taken before, and given back if it
    /// fails.
    pub async fn subscribe(
        &self,
        call: &Subscribing<'_>,
    ) -> Result<std::result::Result<Subscribed, TooMany>> {
        for tried in 1..=MAX_ATTEMPTS {
            match self.try_to_subscribe(call).await? {
                Attempt::Done(subscribed) => return Ok(Ok(subscribed)),
                Attempt::TooMany(too_many) => return Ok(Err(too_many)),
                Attempt::Overtaken => pause(tried).await,
            }
        }
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    async fn try_to_subscribe(&self, call: &Subscribing<'_>) -> Result<Attempt> {
        let (item, counters) = (call.item(), call.counters());
        let confirmation = self.confirmation(&call.subscription.phone, call.race, call.now_s);
        let (known, seen, counted) = futures::try_join!(
            confirmation,
            self.seen(&item.stored),
            self.counted(&counters)
        )?;
        let confirms = subscription::needs_confirmation(call.sender, known.as_ref());
        let mut writes = Transaction::default();
        let counted = counted.into_iter().take(if confirms { 4 } else { 2 });
        if let Err(too_many) = self.count_each(counted, call.now_s, &mut writes) {
            return Ok(Attempt::TooMany(too_many));
        }
        item.stored.store(
            &self.names.subscriptions,
            to_item(&item)?,
            seen,
            &mut writes,
        );
        if !confirms {
            return Ok(Attempt::of(writes.send(&self.db).await?, Subscribed::Known));
        }
        writes.add(
            Write::put(&self.names.subscriptions, to_item(&call.claim())?)
                .condition("attribute_not_exists(p) OR dl = :dead OR x <= :now")
                .value(":dead", text("dead"))
                .value(":now", number(call.now_s)),
        );
        if let Some(too_many) = self.take_shared(call).await? {
            return Ok(Attempt::TooMany(too_many));
        }
        let attempt = Attempt::of(writes.send(&self.db).await?, Subscribed::Confirm);
        if attempt == Attempt::Overtaken {
            self.give_back_each(&call.shared()).await?;
            self.unspend(&call.spending(), call.budgets).await?;
        }
        Ok(attempt)
    }

    /// Takes one from each shared counter, and the cost of the confirmation from the budgets, or
    /// nothing.
    async fn take_shared(&self, call: &Subscribing<'_>) -> Result<Option<TooMany>> {
        let shared = call.shared();
        if !self.take_each(&shared).await? {
            return Ok(Some(tomorrow(call.now_s)));
        }
        if self.spend(&call.spending(), call.budgets).await?.is_none() {
            self.give_back_each(&shared).await?;
            return Ok(Some(tomorrow(call.now_s)));
        }
        Ok(None)
    }

    /// The confirmation that the phone got for this year.
    pub async fn confirmation(
        &self,
        phone: &Phone,
        race: &RaceKey,
        now_s: i64,
    ) -> Result<Option<Confirmation>> {
        let key = confirmation_key(phone, race).item();
        let get = Get::new(&self.names.subscriptions, key);
        let item: Option<ConfirmationItem> = get.read(&self.db, "subscriptions").await?;
        let living = item.filter(|item| item.x > now_s);
        Ok(living.as_ref().map(ConfirmationItem::confirmation))
    }

    /// Notes the delivery of a confirmation that was claimed.
    ///
    /// # Errors
    /// When the table cannot be written: the confirmation stays claimed, which means doubtful.
    pub async fn settle_confirmation(
        &self,
        phone: &Phone,
        race: &RaceKey,
        delivery: Delivery,
    ) -> Result<()> {
        let update = Write::update(
            &self.names.subscriptions,
            confirmation_key(phone, race).item(),
        )
        .change("SET dl = :d")
        .condition("attribute_exists(p)");
        let delivery = serde_dynamo::to_attribute_value(delivery)
            .map_err(crate::table::unreadable("a delivery"))?;
        update.value(":d", delivery).held(&self.db).await.map(drop)
    }

    /// Activates the phone's waiting subscriptions: those that still accept a YES at `now_s`, or
    /// all with `None`. Returns the number of their years.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call activates the rest.
    pub async fn accept_opt_ins(&self, phone: &Phone, now_s: Option<i64>) -> Result<usize> {
        let items: Vec<ConfirmationItem> =
            query(&self.db, &self.names.subscriptions, phone.e164(), "c#").await?;
        let mut accepted = 0;
        for item in items {
            if now_s.map_or(item.waits_until_s.is_some(), |now_s| {
                item.confirmation().takes_yes(now_s)
            }) {
                let key = KeyPair::new(&item.p, &item.q).item();
                let update = Write::update(&self.names.subscriptions, key)
                    .change("REMOVE w")
                    .condition("attribute_exists(w)");
                accepted += usize::from(update.held(&self.db).await?);
            }
        }
        Ok(accepted)
    }

    /// Claims the answer to a reply. Returns whether it had not been claimed: services deliver a
    /// message more than once.
    pub async fn claim_answer(&self, phone: &Phone, message: &str, now_s: i64) -> Result<bool> {
        let mut item = KeyPair::new(phone.e164(), &format!("r#{}", key::digest(message))).item();
        item.insert("x".to_owned(), number(now_s + DAY_S));
        Write::put(&self.names.subscriptions, item)
            .condition("attribute_not_exists(p)")
            .held(&self.db)
            .await
    }

    /// The subscriptions of a year's phones that are valid at `now_s`, by phone.
    pub async fn subscriptions_of(&self, race: &RaceKey, now_s: i64) -> Result<Vec<Subscription>> {
        let items: Vec<SubscriptionItem> = self.subscription_items(race, PHONE, now_s).await?;
        let mut found = BTreeMap::new();
        for SubscriptionItem {
            stored:
                StoredSubscription {
                    q,
                    bib,
                    first,
                    last,
                    ..
                },
            ..
        } in items
        {
            let phone = q.split('#').next().and_then(Phone::subscriber);
            let phone = phone.ok_or_else(|| {
                crate::StoreError::Unreadable("subscriptions", "no phone in the key".into())
            })?;
            found.insert(
                q,
                Subscription {
                    phone,
                    bib,
                    first,
                    last,
                },
            );
        }
        Ok(found.into_values().collect())
    }

    /// Removes every subscription of a phone for a year, each if it is still as it was seen: one
    /// that was agreed to again meanwhile stays. So does the note of the phone's confirmation.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call removes the rest.
    pub async fn unsubscribe(&self, race: &RaceKey, phone: &Phone) -> Result<()> {
        self.remove_subscriptions(&race.to_string(), &format!("{}#", phone.e164()))
            .await
    }

    /// Removes the subscriptions to a deleted year, or to an earlier incarnation of a year, that
    /// were agreed to before `before_ms` (unix milliseconds), each with the note of its phone's
    /// confirmation. Returns whether there was time for all of them.
    pub(crate) async fn clear_subscriptions(
        &self,
        race: &RaceKey,
        before_ms: u64,
        pace: &Pace,
    ) -> Result<bool> {
        let p = race.to_string();
        // the time of a consent is known to the second
        let before_s = i64::try_from(before_ms / 1_000).unwrap_or(i64::MAX);
        let mut pages = pin!(pages::<StoredSubscription>(
            &self.db,
            &self.names.subscriptions,
            &p,
            "+",
            None
        ));
        while let Some(page) = pages.try_next().await? {
            for stored in page
                .into_iter()
                .filter(|stored| stored.consented_s < before_s)
            {
                if !pace.wait().await {
                    return Ok(false);
                }
                let phone = stored.q.split('#').next().unwrap_or_default();
                let told = KeyPair::new(phone, &format!("c#{p}"));
                Write::delete(&self.names.subscriptions, told.item())
                    .condition("#at <= :before")
                    .name("#at", "at")
                    .value(":before", number(before_s.saturating_sub(1)))
                    .held(&self.db)
                    .await?;
                self.remove_subscription(&stored, "ca", number(stored.consented_s))
                    .await?;
            }
        }
        Ok(true)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    Done(Subscribed),
    TooMany(TooMany),
    /// Somebody else has written meanwhile: read again.
    Overtaken,
}

impl Attempt {
    fn of(transacted: Transacted, subscribed: Subscribed) -> Self {
        match transacted {
            Transacted::Done => Self::Done(subscribed),
            Transacted::Refused(_) => Self::Overtaken,
        }
    }
}
