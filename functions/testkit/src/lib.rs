//! What tests of the API have in common: where they run and what they send.
//!
//! [`stack()`] is the whole service as its clients reach it: `chute serve` in this process, started
//! for each run of a test program, or a deployed one, when the variable `CHUTE_STACK` names its
//! stack.json. The same tests run on both. A [`TestApp`] is for tests that choose when a request is
//! received, or look behind a host's router: tables of their own, and the handlers in this process.
//! Either way a [`Request`] goes to a [`Host`], which answers with a [`Reply`].
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
mod app;
pub mod clock;
mod host;
mod in_process;
pub mod queue;
mod stack;
pub mod stored;
pub mod wire;

pub use accounts::account;
pub use app::TestApp;
pub use chute_edge::http::Reply;
pub use host::{Host, Request, TENT};
pub use in_process::InProcess;
pub use stack::{Stack, StackHost, stack};

/// The key of the year in tests that need only one.
pub const YEAR: &str = "2026";

/// Runs a future to its end, for tests that are not async.
///
/// # Panics
/// When it is called by something async.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}
