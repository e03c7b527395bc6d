//! Common to tests of the API: where they run and what they send.
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

use std::{env, path::Path, sync::OnceLock};

pub use accounts::account;
pub use app::TestApp;
pub use chute_edge::http::Reply;
pub use host::{Host, Request, TENT};
pub use in_process::InProcess;
use stack::Deployed;
pub use stack::{Stack, StackHost};

/// The key of the year in tests that need only one.
pub const YEAR: &str = "2026";

/// The stack of this program: `chute serve` in this process, empty at first, or the deployed one
/// that `CHUTE_STACK` names.
///
/// # Panics
/// When it cannot be started, or is not there.
pub fn stack() -> &'static dyn Stack {
    static STACK: OnceLock<Box<dyn Stack>> = OnceLock::new();
    &**STACK.get_or_init(|| match env::var("CHUTE_STACK") {
        Ok(file) => Box::new(Deployed::at(Path::new(&file))),
        Err(_) => Box::new(InProcess::begin()),
    })
}

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
