//! Leases on making a pointer where there is none.
//!
//! A publisher moves a pointer under a condition that its removal breaks. Where there is none yet,
//! there is nothing that such a condition could name: a publisher that has just read an event
//! could make its pointer after the event was restricted or deleted and everything was withdrawn. So
//! it stores a lease first, then reads the event, then makes the pointer; what withdraws writes the
//! event first, then waits until there are no leases, then withdraws. One of the two sees the
//! other.

use std::{
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

use chute_domain::race::Slug;
use futures::TryStreamExt;
use tokio::time::sleep;

use crate::{Place, Result, Store, StoreError, Written};

/// How long after it was taken a pointer may still be sent.
const USABLE: Duration = Duration::from_secs(10);
/// How long withdrawals wait for a lease whose publisher has died: what was sent at the last moment
/// has arrived or failed by then.
const LASTS: Duration = Duration::from_secs(20);
/// The pause between two looks for leases.
const LOOK: Duration = Duration::from_millis(50);

/// A lease that is to be [ended](Store::end_lease).
#[derive(Debug)]
pub struct Lease {
    path: String,
    version: String,
    taken: Instant,
}

impl Lease {
    /// Whether a pointer may still be sent: not after a pause in which the machine slept.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.taken.elapsed() < USABLE
    }
}

impl Store {
    /// Takes a lease on making the first pointers of an event and its years. Others may have one too.
    pub async fn take_lease(&self, slug: &Slug) -> Result<Lease> {
        let taken = Instant::now();
        let until_ms = Duration::from_millis(self.time().ms()) + LASTS;
        let id = RandomState::new().hash_one(taken);
        let path = format!("{}{}-{id:x}", folder(slug), until_ms.as_millis());
        match self
            .move_pointer(Place::Restricted, &path, Vec::new(), None)
            .await?
        {
            Written::Now(made) => Ok(Lease {
                path,
                version: made.version,
                taken,
            }),
            Written::Outrun => Err(StoreError::Busy("a lease has this name already".into())),
        }
    }

    /// Ends a lease. A failure is only logged: the lease runs out.
    pub async fn end_lease(&self, lease: Lease) {
        let gone = vec![(lease.path, lease.version)];
        if let Err(error) = self.delete_versions(Place::Restricted, gone).await {
            tracing::warn!(%error, "a lease was not ended: it runs out");
        }
    }

    /// Waits until nobody has a lease on making the first pointers of an event and its years. Those of
    /// publishers that died run out, and go with their event.
    pub async fn wait_for_leases(&self, slug: &Slug) -> Result<()> {
        loop {
            let leases = self.list_versions(Place::Restricted, &folder(slug));
            let leases = leases.try_concat().await?;
            let now_ms = self.time().ms();
            if !leases.iter().any(|lease| lasts(&lease.path, now_ms)) {
                return Ok(());
            }
            sleep(LOOK).await;
        }
    }
}

fn folder(slug: &Slug) -> String {
    format!("{slug}/leases/")
}

/// Whether a lease lasts. One that has longer to go than any was taken by a clock that has been put
/// right since.
fn lasts(path: &str, now_ms: u64) -> bool {
    let until_ms = path
        .rsplit('/')
        .next()
        .and_then(|name| name.split('-').next())
        .and_then(|until| until.parse::<u64>().ok());
    let left = until_ms.and_then(|until_ms| until_ms.checked_sub(now_ms));
    left.is_some_and(|ms| ms > 0 && Duration::from_millis(ms) <= LASTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_ends_by_itself_also_where_the_clock_was_wrong() {
        let year_ms = 365 * 24 * 60 * 60 * 1000;
        let now_ms = 3 * year_ms;
        let until = |ms: u64| format!("race/leases/{ms}-a1");
        for (path, live) in [
            (until(now_ms + 20_000), true),
            (until(now_ms + 1), true),
            (until(now_ms), false),
            (until(now_ms - year_ms), false),
            (until(now_ms + year_ms), false),
            ("race/leases/".to_owned(), false),
        ] {
            assert_eq!(lasts(&path, now_ms), live, "{path}");
        }
    }
}
