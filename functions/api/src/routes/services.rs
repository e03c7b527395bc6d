//! What key routes and session routes have in common: the work itself, once the caller is allowed
//! to ask for it.
//!
//! Each service takes a request that a chain has admitted, and returns the answer.

pub mod events;
pub mod participants;
pub mod results;
mod withdrawal;
pub mod years;
