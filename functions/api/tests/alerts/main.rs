//! Text alerts from the row to the carrier, on the test's own tables and queues: they are sent only
//! once, in order and within budget, and every claim ends in an outcome. Workers are killed between
//! any two calls to the store, records come three times, batches are reordered and split.
//!
//!     cargo test -p chute-api --test alerts -- --nocapture
//!     CHUTE_ALERTS=10000      number of alerts in the long races; 60 by default
//!     CHUTE_EMULATOR=http://127.0.0.1:4580      with the SQS, SNS and SES of the AWS emulator there (the tests `race`, `killed` and `mails`)
//!     CHUTE_ATTACK=100000     number of sign-ups in the attack; 200 by default

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
