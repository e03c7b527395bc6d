//! Subscriptions of e-mail addresses to a runner's finish (contract 8.9). They are stored with
//! those of phones and expire (`x`) 30 days after the window.
//!
//! - `p` = `slug/year`, `q` = `+e#{digest of the address}#{hash of bib and names}`: a confirmed
//!   subscription. The indexes `byBib` and `byName` find it together with those of phones and
//!   devices.
//! - `p` = `slug/year`, `q` = `ec#{pseudonym of the address}#{hash of bib and names}`: that a
//!   confirmation was sent (`at`), kept for a day. Nothing else is stored about an address that has
//!   not confirmed: its request is sealed in the link that is sent to it.

use chute_domain::{
    email::EmailAddress,
    limit::TooMany,
    race::RaceKey,
    row::Bib,
    subscription::{
        CONFIRMATIONS_OF_ADDRESS, CONFIRMED_JUST_NOW_S, CONFIRMS_S, Caps, Language, RunnerWish,
        erased_at, runner_hash,
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    port::{Get, Write},
    rate_limits::{Counter, MAX_ATTEMPTS, SharedCounter, pause, tomorrow},
    subscription_tally::{ADDRESS, StoredSubscription},
    subscriptions::counter_of_source,
    table::{KeyPair, is_default, number, remove_seen, to_item},
    transaction::{Transacted, Transaction},
};

/// The version of the wording of the form and the confirmation.
const WORDING: u32 = 1;
/// A request for alerts about a runner to an address whose owner has not confirmed yet.
#[derive(Clone, Debug)]
pub struct AskingAddress<'s> {
    /// Event and year.
    pub race: &'s RaceKey,
    /// The runner, checked.
    pub runner: RunnerWish<'s>,
    /// The current time, in unix seconds.
    pub now_s: i64,
    /// When the year's window ends, in unix seconds.
    pub closes_s: i64,
    /// The pseudonym of the caller's network address.
    pub source: &'s str,
    /// The pseudonym of the e-mail address.
    pub pseudonym: &'s str,
    /// How many subscriptions an address, a network address and a year may have.
    pub caps: &'s Caps,
}

/// An address that has confirmed, with everything needed to store its subscription.
#[derive(Clone, Debug)]
pub struct SubscribingAddress<'s> {
    /// Event and year.
    pub race: &'s RaceKey,
    /// The address that gets the e-mails.
    pub address: &'s EmailAddress,
    /// The runner it asks for, checked.
    pub runner: RunnerWish<'s>,
    /// The language of its e-mails.
    pub language: Language,
    /// The current time, in unix seconds.
    pub now_s: i64,
    /// When the year's window ends, in unix seconds.
    pub closes_s: i64,
    /// The pseudonym of the network address that confirmed: part of the record of consent.
    pub source: &'s str,
}

/// A subscription of an address, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressSubscription {
    /// The address that gets the e-mails.
    pub address: EmailAddress,
    /// As asked for; empty if the runner is known by name.
    pub bib: String,
    /// As asked for.
    pub first: String,
    /// As asked for.
    pub last: String,
    /// The language of its e-mails.
    pub language: Language,
    /// The part of its key after the address.
    pub hash: String,
}

#[derive(Serialize, Deserialize)]
struct AddressItem {
    #[serde(flatten)]
    stored: StoredSubscription,
    #[serde(rename = "em")]
    address: String,
    #[serde(rename = "ln", default, skip_serializing_if = "is_default")]
    language: Language,
}

impl AsRef<StoredSubscription> for AddressItem {
    fn as_ref(&self) -> &StoredSubscription {
        &self.stored
    }
}

#[derive(Serialize, Deserialize)]
struct AskedItem {
    p: String,
    q: String,
    at: i64,
    x: i64,
}

impl AddressItem {
    /// The subscription; `None` if its address is malformed.
    fn subscription(self) -> Option<AddressSubscription> {
        let hash = self.stored.hash().to_owned();
        let address = EmailAddress::of(&self.address)?;
        let StoredSubscription {
            bib, first, last, ..
        } = self.stored;
        Some(AddressSubscription {
            address,
            bib,
            first,
            last,
            language: self.language,
            hash,
        })
    }
}

impl SubscribingAddress<'_> {
    fn item(&self) -> AddressItem {
        let target = format!("{ADDRESS}{}", self.address.id());
        let consent = (self.now_s, self.source, WORDING);
        let stored = StoredSubscription::new(
            self.race,
            &target,
            self.runner.texts(),
            consent,
            self.closes_s,
        );
        AddressItem {
            stored,
            address: self.address.as_str().to_owned(),
            language: self.language,
        }
    }
}

impl AskingAddress<'_> {
    fn item(&self) -> AskedItem {
        let [bib, first, last] = self.runner.texts();
        AskedItem {
            p: self.race.to_string(),
            q: format!(
                "ec#{}#{}",
                self.pseudonym,
                runner_hash(Bib::new(bib), first, last)
            ),
            at: self.now_s,
            x: self.now_s + CONFIRMS_S,
        }
    }

    /// The counters of a source count all channels together. Each request for an address sends a
    /// confirmation.
    fn counters(&self) -> [Counter; 5] {
        let (source, address) = (self.source, self.pseudonym);
        [
            counter_of_source(self.caps, source),
            Counter::new(format!("sms#cs#{source}"), self.caps.confirmed_of_source),
            Counter::new(format!("mail#a#{address}"), self.caps.of_phone),
            Counter::new(format!("mail#ca#{address}"), self.caps.confirmed_of_phone),
            Counter::new(format!("mail#da#{address}"), CONFIRMATIONS_OF_ADDRESS),
        ]
    }

    /// The shared counters: that of the year, and that of the day.
    fn shared(&self) -> [SharedCounter; 2] {
        [
            SharedCounter {
                name: format!("mail#y#{}", self.race),
                most: self.caps.confirmed_of_year,
                goes_s: erased_at(self.closes_s),
            },
            SharedCounter::of_day("mail#d", self.now_s, self.caps.confirmed_of_day),
        ]
    }
}

impl Store {
    /// Claims the confirmation of an address, within all limits. Returns whether to send it: not if
    /// the same was requested a moment ago.
    ///
    /// # Errors
    /// When a table does not answer: then nothing is sent, and the request can be repeated after at
    /// most ten minutes.
    pub async fn ask_address(
        &self,
        call: &AskingAddress<'_>,
    ) -> Result<std::result::Result<bool, TooMany>> {
        let item = call.item();
        if self.was_just_asked(&item).await? {
            return Ok(Ok(false));
        }
        let shared = call.shared();
        if !self.take_each(&shared).await? {
            return Ok(Err(tomorrow(call.now_s)));
        }
        let claimed = self.claim_counted(call, &item).await;
        if !matches!(claimed, Ok(Ok(true))) {
            self.give_back_each(&shared).await?;
        }
        claimed
    }

    async fn was_just_asked(&self, item: &AskedItem) -> Result<bool> {
        let key = KeyPair::new(&item.p, &item.q).item();
        let get = Get::new(&self.names.subscriptions, key);
        let found: Option<AskedItem> = get.read(&self.db, "a confirmation").await?;
        Ok(found.is_some_and(|found| item.at < found.at.saturating_add(CONFIRMED_JUST_NOW_S)))
    }

    /// Writes the claim and increments each counter, provided that all are still as they were read.
    async fn claim_counted(
        &self,
        call: &AskingAddress<'_>,
        item: &AskedItem,
    ) -> Result<std::result::Result<bool, TooMany>> {
        for tried in 1..=MAX_ATTEMPTS {
            let counters = call.counters();
            let mut writes = Transaction::default();
            if let Err(too_many) =
                self.count_each(self.counted(&counters).await?, call.now_s, &mut writes)
            {
                return Ok(Err(too_many));
            }
            let claim = Write::put(&self.names.subscriptions, to_item(item)?)
                .condition("attribute_not_exists(p) OR #at <= :before")
                .name("#at", "at");
            writes.add(claim.value(
                ":before",
                number(call.now_s.saturating_sub(CONFIRMED_JUST_NOW_S)),
            ));
            match writes.send(&self.db).await? {
                Transacted::Done => return Ok(Ok(true)),
                // the claim is the last write: somebody else has just made the same request
                Transacted::Refused(place) if place == counters.len() => return Ok(Ok(false)),
                Transacted::Refused(_) => pause(tried).await,
            }
        }
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    /// Releases the claim of a confirmation that was certainly not sent, so that it can be
    /// requested again at once.
    pub async fn forget_asking(&self, call: &AskingAddress<'_>) -> Result<()> {
        let AskedItem { p, q, at, .. } = call.item();
        remove_seen(
            &self.db,
            &self.names.subscriptions,
            &KeyPair::new(&p, &q),
            "at",
            number(at),
        )
        .await
        .map(|_| ())
    }

    /// Stores the subscription of an address that has confirmed. An existing one is renewed.
    pub async fn subscribe_address(&self, call: &SubscribingAddress<'_>) -> Result<()> {
        let item = call.item();
        for tried in 1..=MAX_ATTEMPTS {
            let mut writes = Transaction::default();
            let seen = self.seen(&item.stored).await?;
            item.stored.store(
                &self.names.subscriptions,
                to_item(&item)?,
                seen,
                &mut writes,
            );
            if writes.send(&self.db).await? == Transacted::Done {
                return Ok(());
            }
            pause(tried).await;
        }
        Err(StoreError::Busy(
            "others change the subscriptions of the same address".into(),
        ))
    }

    /// Removes an address's subscriptions for a year, each if it is still as it was seen: one that
    /// was confirmed again meanwhile stays.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call removes the rest.
    pub async fn unsubscribe_address(&self, race: &str, address: &EmailAddress) -> Result<()> {
        self.remove_subscriptions(race, &format!("{ADDRESS}{}#", address.id()))
            .await
    }

    /// An address's subscription by its year and the rest of its key, if it is valid at `now_s`.
    pub async fn address_subscription(
        &self,
        race: &RaceKey,
        address: &str,
        hash: &str,
        now_s: i64,
    ) -> Result<Option<AddressSubscription>> {
        let item: Option<AddressItem> = self
            .subscription_item(race, &format!("{ADDRESS}{address}#{hash}"), now_s)
            .await?;
        Ok(item.and_then(AddressItem::subscription))
    }

    /// The subscriptions of a year's addresses that are valid at `now_s`.
    pub async fn addresses_of(
        &self,
        race: &RaceKey,
        now_s: i64,
    ) -> Result<Vec<AddressSubscription>> {
        let items: Vec<AddressItem> = self.subscription_items(race, ADDRESS, now_s).await?;
        Ok(items
            .into_iter()
            .filter_map(AddressItem::subscription)
            .collect())
    }
}
