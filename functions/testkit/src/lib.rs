//! What tests of the API have in common: where they run and what they say.
//!
//! [`stack()`] is the whole service as its clients reach it: `chute serve` in this process, begun
//! anew for each run of a test program, or one that is deployed, when the variable `CHUTE_STACK`
//! names its stack.json. The same tests run on both. A [`Request`] asks a host's router without the
//! rest, at a time and from an address of the test's own. Both answer with a [`Reply`].
//!
//! What a race consists of is made in one place, too: [`wire`] as clients send it, [`stored`] as the
//! tables have it.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "for tests: what fails is the end of one, and a missing field is null"
)]

mod accounts;
pub mod clock;
mod in_process;
pub mod queue;
mod request;
mod stack;
pub mod stored;
pub mod wire;

pub use accounts::account;
pub use chute_edge::http::Reply;
pub use request::{Request, TENT};
pub use stack::{Stack, stack};

/// The key of the year that a race has where a test needs only one.
pub const YEAR: &str = "2026";
