//! Attacks on sessions and logins, against both hosts in this process with a clock of the test's own.
//!
//!     cargo test -p chute-api --test sessions -- --ignored --nocapture       with AWS_ENDPOINT_URL of an emulator, as in chute.env
//!
//! Each test makes tables and secrets of its own in the emulator and removes the tables at the end.

#![expect(clippy::indexing_slicing, clippy::expect_used, clippy::panic, reason = "a test")]

mod families;
mod ground;
mod links;
mod logins;
mod passwords;
mod tokens;
