//! What tests of the API have in common: where they run and what they send.
//!
//! [`stack()`] is the whole service as its clients reach it: `chute serve` in this process, started
//! for each run of a test program, or a deployed one, when the variable `CHUTE_STACK` names its
//! stack.json. The same tests run on both. A [`Request`] calls a host's router without the rest, at
//! a time and from an address that the test chooses. Both answer with a [`Reply`].
//!
//! The parts of a race are made here, too: in [`wire`] as clients send them, in [`stored`] as the
//! tables hold them.

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

/// The key of the year in tests that need only one.
pub const YEAR: &str = "2026";
