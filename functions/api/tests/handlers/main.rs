//! The handlers, in this process and on the test's own tables and buckets: what a call costs, before
//! and after its key is looked up, what happens between two of its calls to the store, and what
//! depends on when it was received. The suite `routes` sees the same handlers from outside.

#![expect(clippy::indexing_slicing, clippy::expect_used, reason = "tests")]

mod deletes;
mod full;
mod keys;
mod participants;
mod published;
mod queued;
mod received;
mod reconciled;
mod test_app;
mod uploads;
