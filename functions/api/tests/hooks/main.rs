//! Web hooks from a publication to the receiver, over tables, buckets and queues of the test's own
//! and real receivers on this machine: at least once, signed, in order, given up after a day. The
//! sender is killed between any two calls to the store, messages are lost and come twice.
//!
//!     cargo test -p chute-api --test hooks -- --nocapture
//!     CHUTE_HOOKS=10000       steps of the long walk; 120 otherwise

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod ended;
mod killed;
mod receiver;
mod test_app;
mod told;
mod walk;
