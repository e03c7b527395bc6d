//! Access to published files and publisher's state for those that do not publish themselves:
//! readers of the state, clean-up, returns to earlier versions.

use std::collections::BTreeSet;

use chute_domain::{
    pieces::{Corrections, MOST_ITEMS, Piece, Range},
    race::{RaceKey, Slug, Year},
    returning::ResultVersions,
    state::{EventRecord, Lists, YearRecord},
    time::{Now, Time},
};
use chute_store::{InUse, Result, StateInUse, Store};
use futures::future::BoxFuture;

use super::{
    events::{self, Index},
    names, prune,
    published::{self, Committed, PieceList, Published},
    returns::{self, ReturnTo, Returning},
    tables::gather,
    verify::{self, Verdict},
};

/// The published files and the publisher's state in a store. Keeps nothing between calls.
#[derive(Clone, Copy, Debug)]
pub struct Publications<'s> {
    store: &'s Store,
    /// The maximum number of items in a piece.
    most_items: usize,
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

    /// The published list of events; `None` before the first event.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn published_events(&self) -> Result<Option<Index>> {
        events::published(self.store).await
    }

    /// Figures about what is published of a year of the event `slug`. Those of an earlier
    /// incarnation of the year do not count.
    ///
    /// # Errors
    /// When the buckets cannot be read.
    pub async fn published(&self, slug: &Slug, record: &YearRecord) -> Result<Published> {
        published::published(self.store, slug, record).await
    }

    /// The newest version of a year that readers with a key may read; `None` if nothing of this
    /// incarnation of the year is published.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn committed(&self, slug: &Slug, record: &YearRecord) -> Result<Option<Committed>> {
        published::committed(self.store, slug, record).await
    }

    /// Where the publisher has stored the pieces of a race. Takes one read if nothing has been
    /// published since `before`, usually two to four otherwise. Empty while nothing is published.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`chute_store::StoreError::Unreadable`]) a file that it
    /// names is gone by now.
    pub async fn piece_list(&self, race: &RaceKey, before: &PieceList) -> Result<PieceList> {
        PieceList::read(self.store, race, before).await
    }

    /// Reads a piece of the publisher's state by a file name of this list: all stored rows of some
    /// people, including dead ones until clean-up.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`chute_store::StoreError::Unreadable`]) the piece is
    /// gone by now.
    pub async fn piece_of_race(
        &self,
        race: &RaceKey,
        pieces: &PieceList,
        file: &str,
    ) -> Result<Piece> {
        pieces.piece(self.store, race, file).await
    }

    /// The items of people with some bibs, and of others in the same pieces, as the publisher has
    /// stored them: seconds behind the tables at most while it keeps up, at the cost of a few files,
    /// however large the race. `None` if there is nothing to read; the tables have everything.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn load_bibs(
        &self,
        race: &RaceKey,
        record: &YearRecord,
        bibs: &BTreeSet<&str>,
    ) -> Result<Option<Piece>> {
        published::pieces_of_bibs(self.store, race, record, bibs).await
    }

    /// All items of a race from the tables: one piece with all rows and participants, the lists
    /// of distances and segments, and what was corrected by hand.
    ///
    /// # Errors
    /// When the tables do not answer.
    pub async fn load_race(
        &self,
        race: &RaceKey,
        record: &YearRecord,
    ) -> Result<(Piece, Lists, Corrections)> {
        let gathered = gather(self.store, race, record, self.most_items).await?;
        Ok((
            gathered.piece(Range::ALL)?,
            gathered.lists,
            gathered.corrections,
        ))
    }

    /// Compares the published files of a race with those that the tables would yield.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn verify_race(&self, race: &RaceKey) -> Result<Verdict> {
        verify::verify(self.store, race, self.most_items).await
    }

    /// The versions of a year that can be returned to.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn earlier_versions(
        &self,
        slug: &Slug,
        record: &YearRecord,
        now: Now,
    ) -> Result<ResultVersions> {
        returns::earlier_versions(self.store, slug, record, now).await
    }

    /// Begins to return to an earlier version, or continues. A repeated call with the same versions
    /// continues, and may do again what is already done: this is always safe, even at the same time
    /// as another call.
    ///
    /// # Errors
    /// When table or bucket do not answer; repeating the call continues.
    pub fn return_to(self, call: ReturnTo<'s>) -> BoxFuture<'s, Result<Returning>> {
        returns::return_to(self.store, call)
    }

    /// Removes published files and publisher's state that nothing has named for an hour, in the
    /// years for which `is_meant` is true. Returns how many were removed. A year that fails does
    /// not keep the others from being processed.
    ///
    /// # Errors
    /// When a table or bucket does not answer; calling it again continues.
    pub async fn prune_published(
        &self,
        now: Time,
        is_meant: impl Fn(&Year) -> bool,
    ) -> Result<usize> {
        let names = names::prune(self.store, now).await;
        Ok(prune::prune(self.store, now, is_meant).await? + names?)
    }

    /// Does the work of [`Self::prune_published`] for one year at this time.
    ///
    /// # Errors
    /// When a table or bucket does not answer; calling it again continues.
    pub async fn prune_year(
        &self,
        event: &EventRecord,
        record: &YearRecord,
        now: Time,
    ) -> Result<usize> {
        prune::prune_year(self.store, event, record, now).await
    }
}

impl StateInUse for Publications<'_> {
    async fn state_in_use(&self, race: &RaceKey, record: &YearRecord) -> Result<Option<InUse>> {
        prune::in_use(self.store, race, record).await
    }
}
