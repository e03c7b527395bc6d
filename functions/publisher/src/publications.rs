//! What is published of races and remembered of them, for those who do not publish: readers of the
//! state, clean-up, returns to earlier versions.

use chute_domain::pieces::MOST_ITEMS;
use chute_store::Store;

/// The published files and the publisher's state, over the tables and buckets of a store. It keeps
/// nothing between calls.
#[derive(Clone, Copy, Debug)]
pub struct Publications<'s> {
    pub(super) store: &'s Store,
    /// The most items of a piece.
    pub(super) most_items: usize,
}

impl<'s> Publications<'s> {
    /// Those of this store.
    #[must_use]
    pub fn of(store: &'s Store) -> Self {
        Self {
            store,
            most_items: MOST_ITEMS,
        }
    }

    /// Of a publisher [with smaller pieces](crate::Publisher::with_pieces_of).
    #[must_use]
    pub fn with_pieces_of(self, most_items: usize) -> Self {
        Self { most_items, ..self }
    }
}
