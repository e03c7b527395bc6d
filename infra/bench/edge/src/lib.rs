//! The store's edge, for tests and the bench: an HTTP proxy between the functions and DynamoDB and S3. It counts what passes, and it can break off.
//!
//! Used by the model test (a crash between any two calls) and by the bench (what an upload, a publication or a page view costs).
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use chute_edge::{Edge, Fault};
//!
//! let edge = Edge::start("127.0.0.1:4570".parse().unwrap()).await?;
//! // point AWS_ENDPOINT_URL at edge.url(), then
//! edge.begin(Fault::Refuse { from: 3 });   // the third call and all after it fail
//! let counts = edge.counts();              // what the request did
//! # Ok(()) }
//! ```

mod count;
mod fault;
pub mod http;
mod proxy;
pub mod tables;

pub use count::{Counts, operation};
pub use fault::Fault;
pub use proxy::Edge;
