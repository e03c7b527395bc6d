//! For tests: a backend of a test's own ([`Backend`]), and the store's edge
//! ([`Edge`]), which stands between a store and its tables, buckets and services. It counts what
//! passes, and it can interrupt requests.
//!
//! Queues and texts can be those of the AWS emulator ([`Backend::with_queues_of`]).
//!
//! The model test uses it for a crash between any two calls.
//!
//! ```no_run
//! # async fn example() {
//! use chute_domain::account::Realm;
//! use chute_edge::{Backend, Edge, Fault};
//!
//! let backend = Backend::open();
//! let edge = Edge::default();
//! let store = edge.before(backend.store(Realm::Account).await);
//! edge.begin(Fault::Refuse { from: 3 });   // the third call and all after it fail
//! let counts = edge.counts();              // what the request did
//! # }
//! ```

mod backend;
mod count;
mod edge;
mod emulated;
mod fault;
pub mod http;
mod port;

pub use backend::Backend;
pub use count::Counts;
pub use edge::Edge;
pub use emulated::Queued;
pub use fault::Fault;
