//! Rate counters in the table of attempts: `p` = `l#{counter}` with the times of the calls that
//! count (`t`), `n#{counter}` with a number (`n`). Both expire (`x`).
//!
//! A log of times is read, checked by [`chute_domain::limit`], and written only if it is still as
//! it was read. So two concurrent calls never both take the last slot, and a refused call writes
//! nothing. A number takes a conditional write of its own, so that concurrent calls need not start
//! over: it is taken before the rest, and given back if that fails.

use chute_domain::{
    key::DAY_S,
    limit::{Limit, Log, TooMany},
};
use serde::Deserialize;

use crate::{
    Result, Store,
    port::{AttributeValue, Item, Write},
    table::{get_items, number, p_key, text},
    transaction::{Transacted, Transaction},
};

/// How often a call that conflicts with others at a counter is tried, with a wait in between.
pub(crate) const MAX_ATTEMPTS: u32 = 12;

/// A counter with its limit.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The counter and its owner. Network addresses and phones are in it only as pseudonyms.
    pub name: String,
    /// How many calls are allowed, and in how many seconds.
    pub limit: Limit,
}

/// A shared number, such as that of a day.
#[derive(Clone, Debug)]
pub(crate) struct SharedCounter {
    /// The counter.
    pub name: String,
    pub most: u32,
    /// When it expires, in unix seconds.
    pub goes_s: i64,
}

/// A counter as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Counted<'c> {
    pub counter: &'c Counter,
    pub log: Log,
}

#[derive(Deserialize)]
struct LogItem {
    p: String,
    #[serde(rename = "t", with = "serde_bytes")]
    times: Vec<u8>,
}

impl Counter {
    pub(crate) fn new(name: String, limit: Limit) -> Self {
        Self { name, limit }
    }

    fn key(&self) -> String {
        format!("l#{}", self.name)
    }
}

impl SharedCounter {
    /// That of the day, which is forgotten two days later.
    pub fn of_day(name: &str, now_s: i64, most: u32) -> Self {
        let day = now_s.div_euclid(DAY_S);
        Self {
            name: format!("{name}#{day}"),
            most,
            goes_s: (day + 2) * DAY_S,
        }
    }

    fn key(&self) -> String {
        format!("n#{}", self.name)
    }
}

impl Counted<'_> {
    /// The write that counts one more call, provided that nobody else has written meanwhile.
    ///
    /// # Errors
    /// [`TooMany`] if the limit is reached.
    fn one_more(&self, table: &str, now_s: u32) -> std::result::Result<Write, TooMany> {
        let after = self.counter.limit.count(&self.log, now_s)?;
        let goes = u64::from(now_s) + u64::from(self.counter.limit.within_s.get());
        let item = Item::from([
            ("p".to_owned(), text(&self.counter.key())),
            ("t".to_owned(), AttributeValue::B(after.to_bytes())),
            ("x".to_owned(), number(goes)),
        ]);
        let put = Write::put(table, item);
        Ok(if self.log == Log::default() {
            put.condition("attribute_not_exists(p)")
        } else {
            let seen = AttributeValue::B(self.log.to_bytes());
            put.condition("t = :seen").value(":seen", seen)
        })
    }
}

/// Unix seconds as counters store them: enough until 2106, and constant after that.
pub(crate) fn seconds(now_s: i64) -> u32 {
    u32::try_from(now_s.max(0)).unwrap_or(u32::MAX)
}

/// The refusal of a call because the limit of the day is reached.
pub(crate) fn tomorrow(now_s: i64) -> TooMany {
    TooMany {
        retry_after_s: seconds(DAY_S - now_s.rem_euclid(DAY_S)),
    }
}

/// A short wait before the next try, longer each time.
pub(crate) async fn pause(tried: u32) {
    tokio::time::sleep(std::time::Duration::from_millis(u64::from(tried * 4))).await;
}

impl Store {
    /// The counters as they are now.
    pub(crate) async fn counted<'c>(&self, counters: &'c [Counter]) -> Result<Vec<Counted<'c>>> {
        let keys = counters
            .iter()
            .map(|counter| Item::from([("p".to_owned(), text(&counter.key()))]))
            .collect();
        let found: Vec<LogItem> = get_items(&self.db, &self.names.attempts, keys).await?;
        let log = |counter: &Counter| {
            found
                .iter()
                .find(|item| item.p == counter.key())
                .map(|item| Log::from_bytes(&item.times))
        };
        Ok(counters
            .iter()
            .map(|counter| Counted {
                counter,
                log: log(counter).unwrap_or_default(),
            })
            .collect())
    }

    /// Adds one more call of each counter to the writes, provided that nobody else has written
    /// meanwhile.
    ///
    /// # Errors
    /// The longest wait of the counters that are full: then nothing may be written.
    pub(crate) fn count_each<'c>(
        &self,
        counted: impl IntoIterator<Item = Counted<'c>>,
        now_s: i64,
        writes: &mut Transaction,
    ) -> std::result::Result<(), TooMany> {
        let mut refused = None;
        for counted in counted {
            match counted.one_more(&self.names.attempts, seconds(now_s)) {
                Ok(put) => writes.add(put),
                Err(too_many) => refused = refused.max(Some(too_many)),
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// Whether one more call would fit at `now_s`; does not count anything.
    pub async fn has_room(
        &self,
        counter: &Counter,
        now_s: i64,
    ) -> Result<std::result::Result<(), TooMany>> {
        let counted = self.counted(std::slice::from_ref(counter)).await?;
        Ok(counted
            .iter()
            .try_for_each(|counted| counted.counter.limit.check(&counted.log, seconds(now_s))))
    }

    /// Counts a call at `now_s` (unix seconds): two round trips, or one if it is refused.
    pub async fn count(
        &self,
        counter: &Counter,
        now_s: i64,
    ) -> Result<std::result::Result<(), TooMany>> {
        for tried in 1..=MAX_ATTEMPTS {
            let counted = self.counted(std::slice::from_ref(counter)).await?;
            let mut write = Transaction::default();
            if let Err(too_many) = self.count_each(counted, now_s, &mut write) {
                return Ok(Err(too_many));
            }
            if write.send(&self.db).await? == Transacted::Done {
                return Ok(Ok(()));
            }
            pause(tried).await;
        }
        // so many concurrent calls from one place are too many, whatever the counter says
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    /// Takes one from each number, or nothing. Returns whether each had one left.
    pub(crate) async fn take_each(&self, shared: &[SharedCounter]) -> Result<bool> {
        for (place, counter) in shared.iter().enumerate() {
            if !self.take(counter).await? {
                self.give_back_each(shared.get(..place).unwrap_or_default())
                    .await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn take(&self, counter: &SharedCounter) -> Result<bool> {
        if counter.most == 0 {
            return Ok(false);
        }
        Write::update(&self.names.attempts, p_key(&counter.key()))
            .change("ADD n :one SET x = :x")
            .condition("attribute_not_exists(n) OR n < :most")
            .value(":one", number(1))
            .value(":x", number(counter.goes_s))
            .value(":most", number(counter.most))
            .held(&self.db)
            .await
    }

    /// Gives back what [`Store::take_each`] took. If this is interrupted, the rest stays taken.
    pub(crate) async fn give_back_each(&self, taken: &[SharedCounter]) -> Result<()> {
        for counter in taken {
            Write::update(&self.names.attempts, p_key(&counter.key()))
                .change("ADD n :one")
                .value(":one", number(-1))
                .once()
                .send(&self.db)
                .await?;
        }
        Ok(())
    }
}
