//! Text alerts from the row to the carrier, over tables and queues of the test's own: once only, in
//! order, within what may be spent, and every claim ends in an outcome. Workers are killed between
//! any two calls to the store, records come three times, batches are reordered and split.
//!
//!     cargo test -p chute-api --test alerts -- --nocapture
//!     CHUTE_ALERTS=10000      alerts of the long races; 60 otherwise
//!     CHUTE_EMULATOR=http://127.0.0.1:4580      with the SQS, SNS and SES of the AWS emulator there (the tests `race`, `killed` and `mails`)
//!     CHUTE_ATTACK=100000     sign-ups of the attack; 200 otherwise

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod deleted;
mod devices;
mod followed;
mod killed;
mod mails;
mod money;
mod race;
mod test_app;
mod whom;

use std::env;

fn number(variable: &str, default: usize) -> usize {
    env::var(variable).ok().map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} must be a number, not {text:?}"))
    })
}
