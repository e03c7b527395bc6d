//! A publisher whose work on a race takes longer than the interval at which others publish it asks
//! them to wait (docs/decisions/storage.md, "Whose work takes long").

use std::time::{Duration, Instant};

use chute_domain::{race::RaceKey, time::Time};
use chute_store::{Place, Result, Store, Written};
use serde::{Deserialize, Serialize};
use tokio::{task::JoinSet, time::sleep};

use super::{
    MAX_ATTEMPTS, Publications, Publisher, Race, Seen, Source,
    memory::{Current, current_path, read_current},
};

/// How long a reservation lasts, in pauses between publications: half a minute. If its publisher
/// dies, the others continue after that.
const PAUSES: u32 = 15;

/// Reserves the next version of a race for one publisher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reservation {
    by: u64,
    until_ms: u64,
}

impl Current {
    /// The reservation of a publisher other than `than`, if it has not expired. One that has more
    /// than twice as long to go as reservations last was made by a clock that was ahead.
    fn reserved_for_others(&self, than: u64, lasts: Duration, now: Time) -> Option<&Reservation> {
        self.reserved.as_ref().filter(|reserved| {
            let left = Duration::from_millis(reserved.until_ms.saturating_sub(now.ms()));
            reserved.by != than && !left.is_zero() && left <= lasts * 2
        })
    }
}

/// This publisher, for reservations.
#[derive(Clone, Debug)]
pub(super) struct Reserver {
    store: Store,
    id: u64,
    lasts: Duration,
}

impl Reserver {
    /// Asks the other publishers of a race to wait for this one, or to keep waiting. Returns
    /// whether they will.
    async fn reserve(&self, key: &RaceKey) -> Result<bool> {
        let lasts = u64::try_from(self.lasts.as_millis()).unwrap_or_default();
        self.note(key, |current| {
            let now = self.store.time();
            let is_free = current
                .reserved_for_others(self.id, self.lasts, now)
                .is_none();
            is_free.then(|| {
                current.reserved = Some(Reservation {
                    by: self.id,
                    until_ms: now.ms() + lasts,
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
            let Some(seen) = self
                .store
                .get_object(Place::State, &current_path(key))
                .await?
            else {
                return Ok(false);
            };
            let mut current = read_current(&seen)?;
            if change(&mut current).is_none() {
                return Ok(false);
            }
            if Publications::of(&self.store)
                .move_current(key, &current, Some(&seen.etag))
                .await?
                != Written::Outrun
            {
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

impl Publisher {
    fn lasts(&self) -> Duration {
        self.pause * PAUSES
    }

    /// The reservation of another publisher, if there is one.
    pub(super) fn reserved_for_others<'c>(&self, current: &'c Current) -> Option<&'c Reservation> {
        current.reserved_for_others(self.id, self.lasts(), self.store.time())
    }

    pub(super) fn reserving(&self, key: &RaceKey) -> Reserving {
        let reserver = Reserver {
            store: self.store.clone(),
            id: self.id,
            lasts: self.lasts(),
        };
        Reserving {
            reserver,
            key: key.clone(),
            renewing: JoinSet::new(),
        }
    }

    /// Waits until no other publisher has reserved the race, and returns what is stored then.
    pub(super) async fn look_in_turn(&self, race: &Race<'_>, source: Source<'_>) -> Result<Seen> {
        let (mut since, mut known) = (Instant::now(), None);
        loop {
            let seen = self.look(race, source).await?;
            let reserved = seen
                .current
                .as_ref()
                .and_then(|(current, _)| self.reserved_for_others(current));
            if reserved.is_none() {
                return Ok(seen);
            }
            if reserved != known.as_ref() {
                (since, known) = (Instant::now(), reserved.cloned());
            } else if since.elapsed() > self.lasts() {
                // nobody renews it: the clock by which its expiry was set may be ahead of ours
                return Ok(seen);
            }
            sleep(self.pause / 8).await;
        }
    }
}
