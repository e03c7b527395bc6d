//! Subscriptions of devices to alerts by Web Push. They lie with those of phones and go by themselves (`x`) 30 days after the window.
//!
//! - `p` = `slug/year`, `q` = `+d#{digest of the endpoint}#{hash of bib and names}`: a subscription. The indexes `byBib` (`p`, `b`) and `byName`
//!   (`p`, `n`) find a runner's followers, those with phones and those with devices alike.

use chute_domain::{
    device::Device,
    limit::TooMany,
    subscription::{self, Caps, DEVICES_OF_YEAR, Language, RunnerWish, erased_at, name_form, runner_hash},
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    limits::{Counter, TRIES, pause, seconds},
    subscriptions::counter_of_source,
    table::{KeyPair, failed, from_item, is_default, query, race_key, remove_seen, text, to_item},
    transaction::{self, Transacted, Transaction},
};

const DAY_S: i64 = 24 * 60 * 60;
/// The wording beside the button that asks the browser.
const WORDING: u32 = 1;
/// What keys of devices begin with: with a plus like those of phones, so that one query finds both.
pub(crate) const DEVICE: &str = "+d#";

/// A device that wants to hear of a runner, with all that its storing depends on.
#[derive(Clone, Debug)]
pub struct SubscribingDevice<'s> {
    /// Event and year.
    pub race: (&'s str, &'s str),
    /// The device.
    pub device: &'s Device,
    /// Of whom it wants to hear, checked.
    pub runner: RunnerWish<'s>,
    /// In which language.
    pub language: Language,
    /// Unix seconds.
    pub now_s: i64,
    /// When its window ends, unix seconds.
    pub closes_s: i64,
    /// What stands for the caller's address: part of the record of consent.
    pub source: &'s str,
    /// What stands for the device in counters.
    pub pseudonym: &'s str,
    /// The limits.
    pub caps: &'s Caps,
}

/// A subscription of a device as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceSubscription {
    /// The device.
    pub device: Device,
    /// As sent; empty when the runner is known by name.
    pub bib: String,
    /// As sent.
    pub first: String,
    /// As sent.
    pub last: String,
    /// In which language it is told.
    pub language: Language,
    /// What its key has behind the device.
    pub hash: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct DeviceItem {
    p: String,
    pub q: String,
    #[serde(rename = "en")]
    endpoint: String,
    #[serde(rename = "kp")]
    p256dh: String,
    #[serde(rename = "ka")]
    auth: String,
    #[serde(rename = "ln", default, skip_serializing_if = "is_default")]
    language: Language,
    #[serde(rename = "b", default, skip_serializing_if = "is_default")]
    bib: String,
    #[serde(rename = "n", default, skip_serializing_if = "is_default")]
    name: Option<String>,
    #[serde(rename = "fi", default, skip_serializing_if = "is_default")]
    first: String,
    #[serde(rename = "la", default, skip_serializing_if = "is_default")]
    last: String,
    /// The record of consent: when, from where (a pseudonym), after which wording. The browser itself has asked.
    #[serde(rename = "ca")]
    consented_s: i64,
    #[serde(rename = "cs")]
    source: String,
    #[serde(rename = "cw")]
    wording: u32,
    pub x: i64,
}

impl DeviceItem {
    /// The subscription; `None` where its keys are none.
    pub(crate) fn subscription(self) -> Option<DeviceSubscription> {
        let hash = self.q.rsplit('#').next()?.to_owned();
        let device = Device::stored(&self.endpoint, &self.p256dh, &self.auth)?;
        Some(DeviceSubscription { device, bib: self.bib, first: self.first, last: self.last, language: self.language, hash })
    }
}

impl SubscribingDevice<'_> {
    fn item(&self) -> DeviceItem {
        let [bib, first, last] = self.runner.texts();
        let [p256dh, auth] = self.device.keys();
        DeviceItem {
            p: race_key(self.race.0, self.race.1),
            q: format!("{DEVICE}{}#{}", self.device.id(), runner_hash(bib, first, last)),
            endpoint: self.device.endpoint().to_owned(),
            p256dh,
            auth,
            language: self.language,
            bib: bib.to_owned(),
            name: name_form(first, last),
            first: first.to_owned(),
            last: last.to_owned(),
            consented_s: self.now_s,
            source: self.source.to_owned(),
            wording: WORDING,
            x: erased_at(self.closes_s),
        }
    }

    /// A source's subscriptions are counted together, by whichever way they are told.
    fn counters(&self) -> [Counter; 2] {
        [counter_of_source(self.caps, self.source), Counter { name: format!("push#d#{}", self.pseudonym), limit: self.caps.of_phone }]
    }
}

impl Store {
    /// Stores a device's subscription within all limits, or nothing at all. One that is there is renewed.
    ///
    /// # Errors
    /// When a table does not answer.
    pub async fn subscribe_device(&self, call: &SubscribingDevice<'_>) -> Result<std::result::Result<(), TooMany>> {
        let (item, counters) = (call.item(), call.counters());
        let key = KeyPair::new(&item.p, &item.q);
        let of_year = (format!("push#y#{}", item.p), subscription::erased_at(call.closes_s));
        let is_new = !self.has_item(&key).await?;
        if is_new && !self.take(&of_year.0, DEVICES_OF_YEAR, of_year.1).await? {
            return Ok(Err(TooMany { retry_after_s: seconds(DAY_S - call.now_s.rem_euclid(DAY_S)) }));
        }
        let stored = self.put_counted(&item, &counters, call.now_s).await;
        if is_new && !matches!(stored, Ok(Ok(()))) {
            self.give_back(&of_year.0).await?;
        }
        stored
    }

    async fn has_item(&self, key: &KeyPair) -> Result<bool> {
        let get = self.db.get_item().table_name(&self.names.subscriptions).set_key(Some(key.item())).projection_expression("p");
        Ok(get.send().await.map_err(failed)?.item.is_some())
    }

    /// Writes the item and one more of each counter, on the condition that the counters are as they were read.
    async fn put_counted(&self, item: &DeviceItem, counters: &[Counter], now_s: i64) -> Result<std::result::Result<(), TooMany>> {
        for tried in 1..=TRIES {
            let mut writes = Transaction::new(&self.db);
            let mut refused = None;
            for counted in self.counted(counters).await? {
                match counted.one_more(&self.names.attempts, seconds(now_s)) {
                    Ok(put) => writes.put(put)?,
                    Err(too_many) => refused = refused.max(Some(too_many)),
                }
            }
            if let Some(too_many) = refused {
                return Ok(Err(too_many));
            }
            writes.put(transaction::put(&self.names.subscriptions, to_item(item)?))?;
            if writes.send().await? == Transacted::Done {
                return Ok(Ok(()));
            }
            pause(tried).await;
        }
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    /// Removes a device's subscriptions for a year: that about a runner, or all of them.
    ///
    /// # Errors
    /// When the table does not answer; a repeat goes on.
    pub async fn unsubscribe_device(&self, (slug, year): (&str, &str), endpoint: &str, runner: Option<RunnerWish<'_>>) -> Result<()> {
        let device = format!("{DEVICE}{}#", chute_domain::device::id(endpoint));
        let prefix = match runner {
            Some(runner) => {
                let [bib, first, last] = runner.texts();
                device + &runner_hash(bib, first, last)
            }
            None => device,
        };
        self.remove_devices(&race_key(slug, year), &prefix).await
    }

    /// Removes all subscriptions of a year whose device the push service does not know any more.
    ///
    /// # Errors
    /// As above.
    pub async fn end_device(&self, race: &str, device: &Device) -> Result<()> {
        self.remove_devices(race, &format!("{DEVICE}{}#", device.id())).await
    }

    /// Each as it was seen: one that was renewed meanwhile, with other keys, stays.
    async fn remove_devices(&self, p: &str, prefix: &str) -> Result<()> {
        #[derive(Deserialize)]
        struct Seen {
            q: String,
            kp: String,
        }
        let found: Vec<Seen> = query(&self.db, &self.names.subscriptions, p, prefix).await?;
        for Seen { q, kp } in found {
            remove_seen(&self.db, &self.names.subscriptions, &KeyPair::new(p, &q), "kp", text(&kp)).await?;
        }
        Ok(())
    }

    /// A device's subscription by its year and by what its key has behind that, as it is at `now_s`.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn device_subscription(&self, race: &str, device: &str, hash: &str, now_s: i64) -> Result<Option<DeviceSubscription>> {
        let key = KeyPair::new(race, &format!("{DEVICE}{device}#{hash}")).item();
        let get = self.db.get_item().table_name(&self.names.subscriptions).set_key(Some(key)).consistent_read(true);
        let Some(item) = get.send().await.map_err(failed)?.item else { return Ok(None) };
        let item: DeviceItem = from_item(item, "a device")?;
        Ok(if item.x > now_s { item.subscription() } else { None })
    }

    /// The subscriptions of a year's devices at `now_s`.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn devices_of(&self, slug: &str, year: &str, now_s: i64) -> Result<Vec<DeviceSubscription>> {
        let items: Vec<DeviceItem> = query(&self.db, &self.names.subscriptions, &race_key(slug, year), DEVICE).await?;
        Ok(items.into_iter().filter(|item| item.x > now_s).filter_map(DeviceItem::subscription).collect())
    }
}
