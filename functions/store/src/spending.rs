//! The cost of texts, and how fast they may follow each other: numbers of the deployment in the
//! table of attempts. Both kinds expire (`x`).
//!
//! - `p` = `n#spent#{scope}`: texts (`n`) and millionths of a dollar (`m`) of a day, a month, or an
//!   event's year.
//! - `p` = `n#rate`: until when the carrier's rate is taken (`t`, unix microseconds).
//!
//! Each changes with a single conditional write, so instances share them without coordinating, and
//! none waits for another.

use chute_domain::{
    budget::{Budgets, Spent, Usage},
    key::DAY_S,
    race::RaceKey,
    text_message,
};
use serde::Deserialize;

use crate::{
    Result, Store,
    port::{Item, Returns, Write},
    table::{get_items, number, number_in, p_key},
};

/// How often taking a turn is tried if others take theirs at the same moment.
const MAX_ATTEMPTS: u32 = 3;
/// A turn that is further ahead than this was taken while the clock was ahead, in microseconds: an
/// hour, while nothing is sent later than a quarter of an hour after it happened.
const AHEAD_US: u64 = 60 * 60 * 1_000_000;

/// An amount to spend.
#[derive(Clone, Copy, Debug)]
pub struct Spending<'s> {
    /// Event and year.
    pub race: &'s RaceKey,
    /// Number of alerts; 0 for any other text, which only costs money.
    pub texts: u64,
    /// Maximum cost, in millionths of a dollar.
    pub micros: u64,
    /// The current time, in unix seconds.
    pub now_s: i64,
    /// When the data of the year is erased, in unix seconds.
    pub erased_s: i64,
}

struct Scope {
    key: String,
    most: Usage,
    goes_s: i64,
}

#[derive(Deserialize)]
struct SpentItem {
    p: String,
    n: i64,
    m: i64,
}

fn read(item: &Item, name: &str) -> u64 {
    number_in::<i64>(item, name).map_or(0, |value| value.max(0).unsigned_abs())
}

fn scopes(race: &RaceKey, now_s: i64, erased_s: i64, budgets: &Budgets) -> [Scope; 3] {
    let day = now_s.div_euclid(DAY_S);
    let month = chute_domain::event_time::EventTime::from_unix(now_s);
    let month = month.as_str().get(..7).unwrap_or_default();
    [
        Scope {
            key: format!("n#spent#y#{race}"),
            most: budgets.year,
            goes_s: erased_s.max(now_s + DAY_S),
        },
        Scope {
            key: format!("n#spent#d#{day}"),
            most: budgets.day,
            goes_s: (day + 2) * DAY_S,
        },
        Scope {
            key: format!("n#spent#m#{month}"),
            most: budgets.month,
            goes_s: now_s + 62 * DAY_S,
        },
    ]
}

impl Store {
    /// Spends an amount within all budgets, or nothing. Returns `None` if one of them is used up,
    /// otherwise how much of each is now used.
    ///
    /// If this is interrupted, the amount stays spent: a budget is never exceeded, but part of it
    /// may remain unused.
    pub async fn spend(&self, spending: &Spending<'_>, budgets: &Budgets) -> Result<Option<Spent>> {
        let scopes = scopes(spending.race, spending.now_s, spending.erased_s, budgets);
        let mut used = Vec::with_capacity(scopes.len());
        for (at, scope) in scopes.iter().enumerate() {
            let Some(now) = self.spend_in(scope, spending).await? else {
                for taken in scopes.iter().take(at) {
                    self.unspend_in(taken, spending).await?;
                }
                return Ok(None);
            };
            used.push((now, scope.most));
        }
        Ok(Some(Spent::of(&used)))
    }

    /// Gives back what was spent but not used. If this is interrupted, the rest stays spent.
    pub async fn unspend(&self, spending: &Spending<'_>, budgets: &Budgets) -> Result<()> {
        for scope in scopes(spending.race, spending.now_s, spending.erased_s, budgets) {
            self.unspend_in(&scope, spending).await?;
        }
        Ok(())
    }

    /// The use of the year, the day and the month at `now_s`.
    pub async fn spent(&self, race: &RaceKey, now_s: i64, budgets: &Budgets) -> Result<[Usage; 3]> {
        let scopes = scopes(race, now_s, now_s, budgets);
        let keys = scopes.iter().map(|scope| p_key(&scope.key)).collect();
        let found: Vec<SpentItem> = get_items(&self.db, &self.names.attempts, keys).await?;
        Ok(scopes.each_ref().map(|scope| {
            let item = found.iter().find(|item| item.p == scope.key);
            item.map_or_else(Usage::default, |item| Usage {
                texts: item.n.max(0).unsigned_abs(),
                micros: item.m.max(0).unsigned_abs(),
            })
        }))
    }

    async fn spend_in(&self, scope: &Scope, spending: &Spending<'_>) -> Result<Option<Usage>> {
        let Some(left) = scope.most.less(spending.texts, spending.micros) else {
            return Ok(None);
        };
        let update = Write::update(&self.names.attempts, p_key(&scope.key))
            .returning(Returns::After)
            .change("ADD n :n, m :m SET x = :x");
        let money = "(attribute_not_exists(m) OR m <= :money)";
        // a text that is not an alert only counts as money
        let update = if spending.texts > 0 {
            let texts = format!("{money} AND (attribute_not_exists(n) OR n <= :texts)");
            update.condition(texts).value(":texts", number(left.texts))
        } else {
            update.condition(money)
        };
        let update = update
            .value(":money", number(left.micros))
            .value(":n", number(spending.texts))
            .value(":m", number(spending.micros))
            .value(":x", number(scope.goes_s));
        let after = update.send_if(&self.db).await?;
        Ok(after.map(|now| Usage {
            texts: read(&now, "n"),
            micros: read(&now, "m"),
        }))
    }

    async fn unspend_in(&self, scope: &Scope, spending: &Spending<'_>) -> Result<()> {
        let update = Write::update(&self.names.attempts, p_key(&scope.key))
            .change("ADD n :n, m :m")
            .value(":n", number(format!("-{}", spending.texts)))
            .value(":m", number(format!("-{}", spending.micros)));
        update.once().send(&self.db).await.map(drop)
    }

    /// Takes the next turn of the carrier's rate for this many parts. Returns the moment (unix
    /// microseconds) from which they may be sent, or `None` if that would be later than
    /// `latest_us`: then nothing is taken.
    ///
    /// Each turn takes one write, and no two are the same, so the carrier need not put anybody off.
    pub async fn take_turn(
        &self,
        parts: u32,
        parts_a_second: u32,
        now_us: u64,
        latest_us: u64,
    ) -> Result<Option<u64>> {
        let takes_us = text_message::takes_us(parts, parts_a_second);
        let update =
            || Write::update(&self.names.attempts, p_key("n#rate")).returning(Returns::After);
        let goes = number(now_us / 1_000_000 + 24 * 60 * 60);
        let ahead = number(now_us + AHEAD_US);
        for _ in 0..MAX_ATTEMPTS {
            let behind = update()
                .change("SET t = t + :takes, x = :x")
                .condition("t >= :now AND t <= :latest")
                .value(":takes", number(takes_us))
                .value(":x", goes.clone())
                .value(":now", number(now_us))
                .value(":latest", number(latest_us));
            if let Some(now) = behind.send_if(&self.db).await? {
                return Ok(Some(read(&now, "t").saturating_sub(takes_us)));
            }
            let first = update()
                .change("SET t = :then, x = :x")
                .condition("attribute_not_exists(t) OR t < :now OR t > :ahead")
                .value(":then", number(now_us + takes_us))
                .value(":ahead", ahead.clone())
                .value(":x", goes.clone())
                .value(":now", number(now_us));
            if first.held(&self.db).await? {
                return Ok(Some(now_us));
            }
            // somebody else took the first turn: there may be one after it
            if latest_us <= now_us {
                return Ok(None);
            }
        }
        Ok(None)
    }
}
