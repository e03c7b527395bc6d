//! The edge itself: a decorator of tables, buckets and services.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chute_store::{
    Store,
    port::{
        Answer, Buckets, Call, Db, ObjectAnswer, ObjectCall, ObjectError, Objects, ServiceAnswer,
        ServiceCall, ServiceError, Services, TableError, Tables,
    },
};
use futures::future::BoxFuture;
use serde::Serialize;
use tokio::sync::{Notify, watch};

use crate::{
    count::{Counts, of_buckets, of_services, of_tables},
    fault::{Fault, Handling},
};

/// If no call arrives within this time, no more are expected.
const QUIET: Duration = Duration::from_millis(100);
/// How long a busy machine may take to make the calls that are expected.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is between a store and those that answer its calls.
#[derive(Debug, Default)]
pub struct Edge {
    ledger: Arc<Ledger>,
}

#[derive(Debug, Default)]
struct Ledger {
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
    /// The longest chain among the answered calls.
    answered_depth: usize,
    counts: Counts,
}

/// The call was broken off.
#[derive(Debug)]
struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("broken off")
    }
}

impl std::error::Error for Cut {}

impl Edge {
    /// The same store behind this edge.
    #[must_use]
    pub fn before(&self, store: Store) -> Store {
        let ledger = || self.ledger.clone();
        let tables = Behind(ledger(), store.tables());
        let buckets = Behind(ledger(), store.buckets());
        let services = Behind(ledger(), store.services());
        store
            .with_tables(Arc::new(tables))
            .with_buckets(Arc::new(buckets))
            .with_services(Arc::new(services))
    }

    /// Resets all counts and begins a request that is interrupted as `fault` says.
    pub fn begin(&self, fault: Fault) {
        *self.ledger.book() = Book {
            fault,
            ..Book::default()
        };
    }

    /// What has passed since [`Edge::begin`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        let book = self.ledger.book();
        Counts {
            round_trips: book.answered_depth,
            ..book.counts.clone()
        }
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

    /// Lets the call that waits go on; only after [`Edge::waiting`].
    pub fn let_go(&self) {
        self.ledger.released.notify_one();
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

    /// What happens to a call that has just arrived, and the length of the chain that it may end.
    fn arrive(&self) -> (Handling, usize) {
        let mut book = self.book();
        book.arrived += 1;
        (book.fault.handling(book.arrived), book.answered_depth + 1)
    }

    fn answered(&self, depth: usize, note: impl FnOnce(&mut Counts)) {
        let mut book = self.book();
        book.answered_depth = book.answered_depth.max(depth);
        note(&mut book.counts);
    }

    async fn wait_for_release(&self, operation: &str, handling: Handling) {
        let mut holding = self.holding.subscribe();
        if *holding.borrow() == Some(operation) {
            self.book().held += 1;
            // the sender is our own and outlives this
            let _ = holding.wait_for(|held| *held != Some(operation)).await;
        }
        if handling == Handling::Wait {
            self.held.notify_one();
            self.released.notified().await;
        }
    }
}

/// Those who answer a store, behind an edge.
#[derive(Debug)]
struct Behind<T>(Arc<Ledger>, T);

impl Tables for Behind<Db> {
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, TableError>> {
        let Self(ledger, inner) = self;
        Box::pin(async move {
            let name = of_tables(&call);
            loop {
                let (handling, depth) = ledger.arrive();
                if handling == Handling::Refuse {
                    return Err(TableError::Failed(Cut.into()));
                }
                ledger.wait_for_release(name, handling).await;
                let done = inner.call(call.clone()).await;
                ledger.answered(depth, |counts| {
                    counts.note(name, size(&call), size(&done));
                    if let Ok(answer) = &done {
                        counts.note_items(&call, answer);
                    }
                });
                match (handling, &call) {
                    (Handling::Forget, _) => return Err(TableError::Failed(Cut.into())),
                    // whoever calls over a network does so once more, except for these
                    (Handling::Cut, Call::Write(write)) if write.once => {
                        return Err(TableError::Busy(Cut.into()));
                    }
                    // AWS knows a transaction that comes again, and answers as before
                    (Handling::Cut, call) if !matches!(call, Call::Transact(_)) => {}
                    _ => return done,
                }
            }
        })
    }
}

impl Objects for Behind<Buckets> {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, ObjectError>> {
        let Self(ledger, inner) = self;
        Box::pin(async move {
            let name = of_buckets(&call);
            loop {
                let (handling, depth) = ledger.arrive();
                if handling == Handling::Refuse {
                    return Err(ObjectError::Failed(Cut.into()));
                }
                ledger.wait_for_release(name, handling).await;
                let done = inner.call(call.clone()).await;
                ledger.answered(depth, |counts| counts.note(name, size(&call), size(&done)));
                match handling {
                    Handling::Forget => return Err(ObjectError::Failed(Cut.into())),
                    // whoever calls over a network does so once more
                    Handling::Cut => {}
                    _ => return done,
                }
            }
        })
    }
}

impl Services for Behind<Arc<dyn Services>> {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
        let Self(ledger, inner) = self;
        Box::pin(async move {
            let name = of_services(&call);
            // nobody wants a text or an e-mail twice
            let is_made_once = matches!(call, ServiceCall::Text(_) | ServiceCall::Mail(_));
            loop {
                let (handling, depth) = ledger.arrive();
                if handling == Handling::Refuse {
                    return Err(ServiceError::Refused(Cut.into()));
                }
                ledger.wait_for_release(name, handling).await;
                let done = inner.call(call.clone()).await;
                ledger.answered(depth, |counts| counts.note(name, size(&call), size(&done)));
                match handling {
                    Handling::Forget => return Err(ServiceError::Refused(Cut.into())),
                    Handling::Cut if is_made_once => return Err(ServiceError::Unknown(Cut.into())),
                    Handling::Cut => {}
                    _ => return done,
                }
            }
        })
    }
}

fn size(call_or_answer: &impl Serialize) -> usize {
    serde_json::to_vec(call_or_answer).map_or(0, |text| text.len())
}
