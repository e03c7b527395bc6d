//! Attacks on sessions and logins, against both hosts in this process, with a clock of the test's
//! own.
//!
//! Each test has tables and secrets of its own.

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod families;
mod links;
mod logins;
mod passwords;
mod test_app;
mod tokens;
