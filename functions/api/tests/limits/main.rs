//! Limits under load: crowds subscribe and fill the block lists, and what is stored is exactly what
//! the limits allow (contract 4.6, 8.3).
//!
//!     cargo test -p chute-api --test limits      the pure rule: 100,000 calls per crowd, in memory; and the handlers on their own tables
//!     CHUTE_CROWD=100000                         calls per crowd for the handlers; 1,000 by default
//!
//! The tests set the clock: each request carries its time as the gateway's receipt. Every
//! answer is compared with a model that counts the slow way, and at the end the tables are counted.

#![expect(clippy::indexing_slicing, clippy::expect_used, reason = "tests")]

mod crowd;
mod devices;
mod given_back;
mod handlers;
mod mails;
mod model;
mod privacy;
mod pure;
mod replies;
mod sign_ins;
mod test_app;
