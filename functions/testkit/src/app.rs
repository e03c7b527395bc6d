//! A host that one test has to itself.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::SeqCst},
};

use axum::Router;
use chute_api::{App, middleware};
use chute_domain::account::Realm;
use chute_edge::{Backend, Edge};
use chute_store::Store;

use crate::clock::Jumping;

/// One host's tables, buckets, queues and secrets, for one test.
///
/// A suite puts what is its own (a clock, a publisher, its accounts) into a struct that dereferences
/// to this one: its tests then find everything in one place, and no suite repeats these fields.
/// Traits for this type instead would repeat every signature.
#[derive(Debug)]
pub struct TestApp {
    /// The host.
    pub realm: Realm,
    /// Stands in for AWS.
    pub backend: Backend,
    /// Stands before the backend; it counts calls, holds them up and breaks them off.
    pub edge: Edge,
    /// Calls the backend directly.
    pub store: Store,
    /// Calls through the edge.
    pub broken: Store,
    /// The clock of workers and of requests that are dated by it; at first the machine's time.
    pub clock: Arc<Jumping>,
    numbers: AtomicU64,
}

impl TestApp {
    /// Empty tables and buckets; two apps of one test share nothing.
    pub async fn new(realm: Realm) -> Self {
        Self::over(Backend::open(), realm).await
    }

    /// The same over a backend that is there already.
    pub async fn over(backend: Backend, realm: Realm) -> Self {
        let (edge, store) = (Edge::default(), backend.store(realm).await);
        Self {
            realm,
            broken: edge.before(store.clone()),
            store,
            backend,
            edge,
            clock: Jumping::now(),
            numbers: AtomicU64::new(0),
        }
    }

    /// With a clock that starts at this time, in unix seconds.
    #[must_use]
    pub fn at(self, unix_s: i64) -> Self {
        let clock = Jumping::at(unix_s);
        Self { clock, ..self }
    }

    /// A number that is returned only once.
    pub fn unique(&self) -> u64 {
        self.numbers.fetch_add(1, SeqCst)
    }

    /// The host in a new instance of its functions, which remembers nothing: over [`Self::store`] or
    /// [`Self::broken`], and without sessions.
    pub fn instance(&self, store: &Store) -> Router {
        middleware::host(&App::new(store.clone(), self.realm))
    }

    /// The parts of a host with sessions, over [`Self::store`].
    ///
    /// # Panics
    /// When the secrets cannot be read.
    pub async fn with_secrets(&self) -> App {
        let app = App::with_secrets(self.store.clone(), self.realm).await;
        app.expect("the secrets")
    }
}
