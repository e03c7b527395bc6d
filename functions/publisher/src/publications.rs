//! Access to published files and publisher's state for those that do not publish themselves:
//! readers of the state, clean-up, returns to earlier versions.

use chute_domain::pieces::MOST_ITEMS;
use chute_store::Store;

/// The published files and the publisher's state in a store. Keeps nothing between calls.
#[derive(Clone, Copy, Debug)]
pub struct Publications<'s> {
    pub(super) store: &'s Store,
    /// The maximum number of items in a piece.
    pub(super) most_items: usize,
}

impl<'s> Publications<'s> {
    /// The publications of this store.
    #[must_use]
    pub fn of(store: &'s Store) -> Self {
        Self {
            store,
            most_items: MOST_ITEMS,
        }
    }

    /// Uses the piece size of a publisher [with smaller pieces](crate::Publisher::with_pieces_of).
    #[must_use]
    pub fn with_pieces_of(self, most_items: usize) -> Self {
        Self { most_items, ..self }
    }
}
