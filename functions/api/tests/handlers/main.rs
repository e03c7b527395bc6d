//! The checks of a call with a key: what calls cost before and after their key is looked up,
//! counted at the edge of the store, and what two concurrent requests do to one participant.
//!
//! Each test has its own tables and buckets; the handlers run in this process.

#![expect(clippy::indexing_slicing, clippy::expect_used, reason = "tests")]

mod deletes;
mod full;
mod keys;
mod participants;
mod published;
mod test_app;
mod uploads;
