//! The work that key routes and session routes share, once the caller is known to be allowed to
//! request it.
//!
//! Each service takes an admitted request and returns the answer.

pub mod areas;
pub mod events;
pub mod participants;
pub mod results;
mod withdrawal;
pub mod years;
