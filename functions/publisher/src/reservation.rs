//! A publisher whose work on a race takes longer than the interval at which others publish it asks
//! them to wait (docs/decisions/storage.md, "Whose work takes long").

use std::time::Duration;

use chute_domain::race::RaceKey;
use chute_store::{Result, Store, Written};
use tokio::{task::JoinSet, time::sleep};

use super::{
    manifest::{Current, Reservation},
    race::{current_of, move_current},
};

/// How many times a publisher tries before it gives up because others are faster.
pub(super) const MAX_ATTEMPTS: usize = 8;
/// How long a reservation lasts, in pauses between publications: half a minute. If its publisher
/// dies, the others continue after that.
const PAUSES: u32 = 15;

/// This publisher, for reservations.
#[derive(Clone, Debug)]
pub(super) struct Reserver {
    store: Store,
    id: u64,
    lasts: Duration,
}

impl Reserver {
    /// A publisher that waits this long between two publications of a race. Its `id` is unique
    /// among all publishers.
    pub(super) fn new(store: Store, id: u64, pause: Duration) -> Self {
        let lasts = pause * PAUSES;
        Self { store, id, lasts }
    }

    /// How long a reservation lasts.
    pub(super) fn lasts(&self) -> Duration {
        self.lasts
    }

    /// The reservation of another publisher, if it has not expired. One that has more than twice as
    /// long to go as reservations last was made by a clock that was ahead.
    pub(super) fn others<'c>(&self, current: &'c Current) -> Option<&'c Reservation> {
        let now = self.store.time();
        current.reserved.as_ref().filter(|reserved| {
            let left = Duration::from_millis(reserved.until_ms.saturating_sub(now.ms()));
            reserved.by != self.id && !left.is_zero() && left <= self.lasts * 2
        })
    }

    pub(super) fn reserving(&self, key: &RaceKey) -> Reserving {
        Reserving {
            reserver: self.clone(),
            key: key.clone(),
            renewing: JoinSet::new(),
        }
    }

    /// Asks the other publishers of a race to wait for this one, or to keep waiting. Returns
    /// whether they will.
    async fn reserve(&self, key: &RaceKey) -> Result<bool> {
        let lasts = u64::try_from(self.lasts.as_millis()).unwrap_or_default();
        self.note(key, |current| {
            let is_free = self.others(current).is_none();
            is_free.then(|| {
                current.reserved = Some(Reservation {
                    by: self.id,
                    until_ms: self.store.time().ms() + lasts,
                })
            })
        })
        .await
    }

    /// Renews a reservation as long as it is this publisher's.
    async fn renew(self, key: RaceKey) {
        loop {
            sleep(self.lasts / 3).await;
            match self.reserve(&key).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(path = %key, %error, "a reservation was not renewed: it runs out")
                }
            }
        }
    }

    /// Lets the others continue, if this publisher still has a reservation.
    async fn give_back(&self, key: &RaceKey) -> Result<bool> {
        self.note(key, |current| {
            let is_ours = current
                .reserved
                .as_ref()
                .is_some_and(|reserved| reserved.by == self.id);
            is_ours.then(|| current.reserved = None)
        })
        .await
    }

    /// Stores what `change` does to the reservation, unless that returns `None`: there is nothing
    /// to change. Returns whether it was stored.
    async fn note(
        &self,
        key: &RaceKey,
        change: impl Fn(&mut Current) -> Option<()>,
    ) -> Result<bool> {
        for _ in 0..MAX_ATTEMPTS {
            let Some((mut current, tag)) = current_of(&self.store, key).await? else {
                return Ok(false);
            };
            if change(&mut current).is_none() {
                return Ok(false);
            }
            if move_current(&self.store, key, &current, Some(&tag)).await? != Written::Outrun {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The reservations of one publication.
#[derive(Debug)]
pub(super) struct Reserving {
    reserver: Reserver,
    key: RaceKey,
    /// The task that renews the reservation; it ends when this is dropped.
    renewing: JoinSet<()>,
}

impl Reserving {
    fn is_reserved(&self) -> bool {
        !self.renewing.is_empty()
    }

    /// Reserves the race, and renews the reservation until it is given back or dropped. Does
    /// nothing if another publisher has reserved the race.
    pub(super) async fn reserve(&mut self) -> Result<()> {
        if self.reserver.reserve(&self.key).await? {
            self.renewing.abort_all();
            self.renewing
                .spawn(self.reserver.clone().renew(self.key.clone()));
        }
        Ok(())
    }

    pub(super) async fn give_back(mut self) -> Result<()> {
        if self.is_reserved() {
            self.renewing.shutdown().await;
            self.reserver.give_back(&self.key).await?;
        }
        Ok(())
    }
}
