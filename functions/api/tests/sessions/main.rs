//! Attacks on sessions and logins of both hosts in this process, with the test's own clock.
//!
//! Each test has its own tables and secrets.

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod families;
mod links;
mod logins;
mod long_work;
mod passwords;
mod test_app;
mod tokens;
