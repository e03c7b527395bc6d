//! The edge itself: what every call passes, and what tests ask it.

use std::{
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use futures::FutureExt;
use tokio::sync::{Notify, watch};

use crate::{
    count::{Counts, Passed},
    fault::{Fault, Handling},
};

/// If no call arrives within this time, no more are expected.
const QUIET: Duration = Duration::from_millis(100);
/// How long a busy machine may take to make the calls that are expected.
const PATIENCE: Duration = Duration::from_secs(60);

/// The layer between a store and its tables, buckets and services ([`Edge::before`]).
#[derive(Debug, Default)]
pub struct Edge {
    ledger: Arc<Ledger>,
}

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    book: Mutex<Book>,
    /// The operation whose calls wait at the edge.
    holding: watch::Sender<Option<&'static str>>,
    held: Notify,
    released: Notify,
}

#[derive(Debug, Default)]
struct Book {
    fault: Fault,
    /// Calls that reached the edge.
    arrived: usize,
    /// How many of them were held back.
    held: usize,
    counts: Counts,
}

impl Edge {
    pub(crate) fn ledger(&self) -> Arc<Ledger> {
        self.ledger.clone()
    }

    /// Resets all counts and begins a request that is interrupted as `fault` says.
    pub fn begin(&self, fault: Fault) {
        // a call that nobody waited for was held back
        let _ = self.ledger.held.notified().now_or_never();
        *self.ledger.book() = Book {
            fault,
            ..Book::default()
        };
    }

    /// The counts since [`Edge::begin`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.ledger.book().counts.clone()
    }

    /// Holds back the calls of an operation that arrive from now on, until [`Edge::release`].
    pub fn hold(&self, operation: &'static str) {
        self.ledger.holding.send_replace(Some(operation));
    }

    /// Lets all calls go on.
    pub fn release(&self) {
        self.ledger.holding.send_replace(None);
    }

    /// How many calls were held back since [`Edge::begin`].
    #[must_use]
    pub fn held(&self) -> usize {
        self.ledger.book().held
    }

    /// Waits until a call is held back, at least `least` have arrived since [`Edge::begin`] (or a
    /// minute has passed), and no more arrive. Returns how many have arrived.
    pub async fn settled(&self, least: usize) -> usize {
        let (until, mut arrived) = (Instant::now() + PATIENCE, 0);
        loop {
            tokio::time::sleep(QUIET).await;
            let before = std::mem::replace(&mut arrived, self.arrived());
            let expected = self.held() > 0 && arrived >= least;
            if (expected || Instant::now() > until) && arrived == before {
                return arrived;
            }
        }
    }

    /// Waits until a call is held back as [`Fault::Hold`] says.
    pub async fn waiting(&self) {
        self.ledger.held.notified().await;
    }

    /// Lets every call go on that waits as [`Fault::Hold`] says: that of [`Edge::waiting`], and any
    /// that was held back although nobody waited for it.
    pub fn let_go(&self) {
        self.ledger.released.notify_waiters();
    }

    /// How many calls have reached the edge since [`Edge::begin`], including refused ones.
    #[must_use]
    pub fn arrived(&self) -> usize {
        self.ledger.book().arrived
    }
}

impl Ledger {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a call is there; returns once it may go on, or at once if it may not.
    pub(crate) async fn arrive(&self, operation: &str) -> Handling {
        let handling = {
            let mut book = self.book();
            book.arrived += 1;
            book.fault.handling(book.arrived)
        };
        if handling == Handling::Refuse {
            return handling;
        }
        let mut holding = self.holding.subscribe();
        if *holding.borrow() == Some(operation) {
            self.book().held += 1;
            // the sender is our own and outlives this
            let _ = holding.wait_for(|held| *held != Some(operation)).await;
        }
        if handling == Handling::Wait {
            let mut released = pin!(self.released.notified());
            released.as_mut().enable();
            self.held.notify_one();
            released.await;
        }
        handling
    }

    /// Notes that a call is answered, and what it did.
    pub(crate) fn answered(&self, operation: &str, passed: Passed) {
        self.book().counts.note(operation, passed);
    }
}
