//! For tests and the bench: a backend of a test's own ([`Backend`]), and the store's edge
//! ([`Edge`]): an HTTP proxy between the functions and DynamoDB and S3, and a decorator of their
//! services. It counts what passes, and it can interrupt requests.
//!
//! Queues and texts can be those of the AWS emulator ([`Backend::with_queues_of`]).
//!
//! Used by the model test (a crash between any two calls) and by the bench (what an upload, a
//! publication or a page view costs).
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use chute_domain::account::Realm;
//! use chute_edge::{Backend, Edge, Fault};
//!
//! let backend = Backend::open();
//! let edge = Edge::start(backend.address()).await?;
//! let store = edge.before(backend.store_at(&edge.url(), Realm::Account).await);
//! edge.begin(Fault::Refuse { from: 3 });   // the third call and all after it fail
//! let counts = edge.counts();              // what the request did
//! # Ok(()) }
//! ```

mod backend;
mod count;
mod emulated;
mod fault;
pub mod http;
mod proxy;

pub use backend::Backend;
pub use count::{Counts, operation};
pub use emulated::Queued;
pub use fault::Fault;
pub use proxy::Edge;
