//! What a test has to itself.

use axum::Router;
use chute_api::{App, middleware};
use chute_domain::account::Realm;
use chute_edge::{Backend, Edge};
use chute_store::Store;

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
        }
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
