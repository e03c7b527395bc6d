//! Subscriptions of devices to alerts by Web Push. They are stored with those of phones and expire
//! (`x`) 30 days after the window.
//!
//! - `p` = `slug/year`, `q` = `+d#{digest of the endpoint}#{hash of bib and names}`: a
//!   subscription. The indexes `byBib` (`p`, `b`) and `byName` (`p`, `n`) find a runner's followers
//!   on all channels.

use chute_domain::{
    device::Device,
    limit::TooMany,
    race::RaceKey,
    row::Bib,
    subscription::{self, Caps, DEVICES_OF_YEAR, Language, RunnerWish, runner_hash},
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    rate_limits::{Counter, MAX_ATTEMPTS, SharedCounter, pause, tomorrow},
    subscription_tally::{DEVICE, StoredSubscription},
    subscriptions::counter_of_source,
    table::{is_default, query, text, to_item},
    transaction::{Transacted, Transaction},
};

/// The version of the wording beside the button that asks the browser.
const WORDING: u32 = 1;

/// A device that asks for alerts about a runner, with everything needed to store its subscription.
#[derive(Clone, Debug)]
pub struct SubscribingDevice<'s> {
    /// Event and year.
    pub race: &'s RaceKey,
    /// The browser that gets the notifications.
    pub device: &'s Device,
    /// The runner it asks for, checked.
    pub runner: RunnerWish<'s>,
    /// The language of its alerts.
    pub language: Language,
    /// The current time, in unix seconds.
    pub now_s: i64,
    /// When the year's window ends, in unix seconds.
    pub closes_s: i64,
    /// The pseudonym of the caller's network address: part of the record of consent.
    pub source: &'s str,
    /// The device's pseudonym in counters.
    pub pseudonym: &'s str,
    /// How many subscriptions a device, a network address and a year may have.
    pub caps: &'s Caps,
}

/// A subscription of a device, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceSubscription {
    /// The browser that gets the notifications.
    pub device: Device,
    /// As sent; empty if the runner is known by name.
    pub bib: String,
    /// First name as sent; empty if the runner is known by bib.
    pub first: String,
    /// Last name as sent; empty if the runner is known by bib.
    pub last: String,
    /// The language of its alerts.
    pub language: Language,
    /// The part of its key after the device.
    pub hash: String,
}

#[derive(Serialize, Deserialize)]
struct DeviceItem {
    /// The consent is the one that the browser itself asked for.
    #[serde(flatten)]
    stored: StoredSubscription,
    #[serde(rename = "en")]
    endpoint: String,
    #[serde(rename = "kp")]
    p256dh: String,
    #[serde(rename = "ka")]
    auth: String,
    #[serde(rename = "ln", default, skip_serializing_if = "is_default")]
    language: Language,
}

impl AsRef<StoredSubscription> for DeviceItem {
    fn as_ref(&self) -> &StoredSubscription {
        &self.stored
    }
}

impl DeviceItem {
    /// The subscription; `None` if its keys are malformed.
    fn subscription(self) -> Option<DeviceSubscription> {
        let hash = self.stored.hash().to_owned();
        let device = Device::stored(&self.endpoint, &self.p256dh, &self.auth)?;
        let StoredSubscription {
            bib, first, last, ..
        } = self.stored;
        Some(DeviceSubscription {
            device,
            bib,
            first,
            last,
            language: self.language,
            hash,
        })
    }
}

impl SubscribingDevice<'_> {
    fn item(&self) -> DeviceItem {
        let [p256dh, auth] = self.device.keys();
        let target = format!("{DEVICE}{}", self.device.id());
        let consent = (self.now_s, self.source, WORDING);
        DeviceItem {
            stored: StoredSubscription::new(
                self.race,
                &target,
                self.runner.texts(),
                consent,
                self.closes_s,
            ),
            endpoint: self.device.endpoint().to_owned(),
            p256dh,
            auth,
            language: self.language,
        }
    }

    /// The counter of a source counts all channels together.
    fn counters(&self) -> [Counter; 2] {
        [
            counter_of_source(self.caps, self.source),
            Counter::new(format!("push#d#{}", self.pseudonym), self.caps.of_phone),
        ]
    }

    /// The counter that a whole year shares.
    fn of_year(&self) -> SharedCounter {
        let name = format!("push#y#{}", self.race);
        SharedCounter {
            name,
            most: DEVICES_OF_YEAR,
            goes_s: subscription::erased_at(self.closes_s),
        }
    }
}

impl Store {
    /// Stores a device's subscription within all limits, or nothing. An existing one is renewed.
    pub async fn subscribe_device(
        &self,
        call: &SubscribingDevice<'_>,
    ) -> Result<std::result::Result<(), TooMany>> {
        let (item, counters) = (call.item(), call.counters());
        let of_year = [call.of_year()];
        let is_new = !self.seen(&item.stored).await?.is_there;
        if is_new && !self.take_each(&of_year).await? {
            return Ok(Err(tomorrow(call.now_s)));
        }
        let stored = self.put_counted(&item, &counters, call.now_s).await;
        if is_new && !matches!(stored, Ok(Ok(()))) {
            self.give_back_each(&of_year).await?;
        }
        stored
    }

    /// Writes the item and increments each counter, provided that all are still as they were read.
    async fn put_counted(
        &self,
        item: &DeviceItem,
        counters: &[Counter],
        now_s: i64,
    ) -> Result<std::result::Result<(), TooMany>> {
        for tried in 1..=MAX_ATTEMPTS {
            let mut writes = Transaction::default();
            let (seen, counted) =
                futures::try_join!(self.seen(&item.stored), self.counted(counters))?;
            if let Err(too_many) = self.count_each(counted, now_s, &mut writes) {
                return Ok(Err(too_many));
            }
            item.stored
                .store(&self.names.subscriptions, to_item(item)?, seen, &mut writes);
            if writes.send(&self.db).await? == Transacted::Done {
                return Ok(Ok(()));
            }
            pause(tried).await;
        }
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    /// Removes a device's subscriptions for a year: the one for a runner, or all of them.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call removes the rest.
    pub async fn unsubscribe_device(
        &self,
        race: &RaceKey,
        endpoint: &str,
        runner: Option<RunnerWish<'_>>,
    ) -> Result<()> {
        let device = format!("{DEVICE}{}#", chute_domain::device::id(endpoint));
        let prefix = match runner {
            Some(runner) => {
                let [bib, first, last] = runner.texts();
                device + &runner_hash(Bib::new(bib), first, last)
            }
            None => device,
        };
        self.remove_devices(race, &prefix).await
    }

    /// Removes all subscriptions for a year of a device that the push service no longer knows.
    ///
    /// # Errors
    /// When the table does not answer; repeating the call removes the rest.
    pub async fn end_device(&self, race: &RaceKey, device: &Device) -> Result<()> {
        self.remove_devices(race, &format!("{DEVICE}{}#", device.id()))
            .await
    }

    /// Removes each if it is still as it was seen: one that was renewed with other keys meanwhile
    /// stays.
    async fn remove_devices(&self, race: &RaceKey, prefix: &str) -> Result<()> {
        let p = race.to_string();
        let found: Vec<DeviceItem> = query(&self.db, &self.names.subscriptions, &p, prefix).await?;
        for DeviceItem { stored, p256dh, .. } in found {
            self.remove_subscription(&stored, "kp", text(&p256dh))
                .await?;
        }
        Ok(())
    }

    /// A device's subscription by its year and the rest of its key, if it is valid at `now_s`.
    pub async fn device_subscription(
        &self,
        race: &RaceKey,
        device: &str,
        hash: &str,
        now_s: i64,
    ) -> Result<Option<DeviceSubscription>> {
        let item: Option<DeviceItem> = self
            .subscription_item(race, &format!("{DEVICE}{device}#{hash}"), now_s)
            .await?;
        Ok(item.and_then(DeviceItem::subscription))
    }

    /// The subscriptions of a year's devices that are valid at `now_s`.
    pub async fn devices_of(&self, race: &RaceKey, now_s: i64) -> Result<Vec<DeviceSubscription>> {
        let items: Vec<DeviceItem> = self.subscription_items(race, DEVICE, now_s).await?;
        Ok(items
            .into_iter()
            .filter_map(DeviceItem::subscription)
            .collect())
    }
}
