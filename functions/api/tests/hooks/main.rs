//! Web hooks from a publication to the receiver, with the test's own tables, buckets and queues and
//! real receivers on this machine: calls are made at least once, signed, in order, and given up
//! after a day. The sender is killed between any two calls to the store, messages are lost and come
//! twice.
//!
//!     cargo test -p chute-api --test hooks -- --nocapture
//!     CHUTE_HOOKS=10000       number of steps of the long walk; 120 by default

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod deliveries;
mod ended;
mod killed;
mod receiver;
mod test_app;
mod walk;
