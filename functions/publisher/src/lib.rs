//! Publishing: makes the next version of a race from the last one and from what changed
//! (docs/decisions/storage.md, "Publisher state"). A use case over the store, which does not depend
//! on it.
//!
//! # The order of steps
//!
//! `publish` makes one attempt after another until one is not overtaken by somebody else. An attempt
//! takes these steps. The table says what a crash right after a step leaves, and who puts it right.
//!
//! | step | where | what a crash after it leaves |
//! |---|---|---|
//! | look at `current` and the pointer; wait for who has reserved the race | `publish`, `reservation` | nothing; a reservation runs out |
//! | take a turn (below); load the state from memory or its files; ask the table about a first pointer | `turns`, `publish`, `cache`, `state` | nothing |
//! | plan: why is there a version, and what is it made from | `plan` | nothing |
//! | make: bring pieces up to date, make files; pass the turn on | `version`, `work`, `files`, `corrections` | files that nothing names, if there were too many to hold: the clean-up removes them after an hour |
//! | store the rest: pieces, their list, published files, the manifest | `commit` | the same |
//! | commit: replace `current`, if it still has the tag that was seen | `commit` | the version is the newest one, and `current` names all of it, but readers still have the version before. The next attempt or the reconciler sees a pointer that names another version than `current`, and publishes one more version |
//! | point: replace the pointer, never by an earlier version | `commit` | readers have the version. If there was no pointer, a lease is left, for which withdrawals wait until it runs out, and `current` says that something is left to do (`unsettled`): the next attempt asks the table whether the race may be published there, and otherwise removes the pointer |
//! | ask the table again, if there was no pointer | `commit` | readers have the version |
//! | purge: remove all files that were there before the commit and that it does not name, if a name must not be seen any more | `commit` | some of these files. The manifest still says `purge`, and `current` `unsettled`: the next attempt publishes one more version, and removes them |
//! | commit that nothing is left to remove | `commit` | nothing |
//!
//! Between crash and repair, readers have a whole version: the one before, or the new one. Whoever
//! loses the race for `current` has only stored files that nothing names, and begins again from what
//! the winner committed. An attempt that was overtaken may have written where the race is published
//! no longer: `publish` then takes that back.
//!
//! # Turns and memory
//!
//! A publisher works on two races at a time, from loading the state until its files are made. Of
//! those that wait, the smallest change goes first: the number of changes, or of the race's rows
//! where it is made from the tables. Whoever has waited for ten seconds goes before smaller ones. A
//! race with many changes is worked on in slices of at most 64 pieces, about a tenth of a second
//! each (10,000 rows of as many people: docs/bench.md). The first rows of a new race are one slice,
//! since there are no pieces yet. After each slice it lets smaller changes of other races go first,
//! with its pieces, files and calls as if it had never stopped. So nobody waits for another race's
//! publication, but at most for a slice.
//!
//! Memory holds the states of the two races that are worked on, of at most four that gave way
//! (`turns` says why), and of those that are being stored, whose number is that of the races
//! published at the time. Of what is being made, each has at most a slice of pieces and the bytes
//! that `uploads` gathers. Whoever stores, or waits for the pause to be over, has no turn: it needs
//! neither the processor nor more memory than before.
//!
//! # What always holds
//!
//! - Everything that `current` or a pointer names was stored before it was named, and is never
//!   replaced: its name is a digest of its content.
//! - Only `current`, pointers, the list and the state of events, the mark of a return and the
//!   clean-up's ledger are replaced, each on condition that it has the tag that was seen.
//! - A pointer names a version that was committed. It never goes back.
//! - The numbers of versions and commits only grow, also where a race is made from the tables.
//! - What is removed was seen: removals are of versions of objects, by their ids. What somebody
//!   writes meanwhile has another id.
//! - The same items yield the same files, byte for byte, no matter in how many steps ([`Verdict`]).
//! - Publishing changed rows reads no table, except where there is no pointer: then the table is
//!   asked for the event. Tables are read for a race that is made again from them.
//!
//! # The modules
//!
//! Each uses only those above it.
//!
//! - `earlier`, `manifest`: what is stored, as data
//! - `uploads`, `race`, `state`, `cache`: reading it, writing it, keeping it
//! - `turns`, `tables`, `plan`, `files`, `corrections`, `work`, `version`: making a version
//! - `reservation`, `commit`, `publish`: publishing it
//! - `events`, `published`, `returns`, `verify`, `prune`, `reconcile`: what is built on that
//! - `publications`, and this module: the entries

mod cache;
mod commit;
mod corrections;
mod earlier;
mod events;
mod files;
mod manifest;
mod plan;
mod prune;
mod publications;
mod publish;
mod published;
mod race;
mod reconcile;
mod reservation;
mod returns;
mod state;
mod tables;
mod turns;
mod uploads;
mod verify;
mod version;
mod work;

use std::time::Duration;

use chute_domain::{
    race::{RaceKey, Slug},
    snapshot::Cause,
    stamp::Stamp,
    state::{Change, EventRecord},
};
use chute_store::{Result, Store};

pub use commit::Publication;
pub use events::Index;
pub use publications::Publications;
use publish::Races;
pub use published::{Committed, PieceList, Published};
pub use reconcile::Repaired;
pub use returns::{ReturnTo, Returning};
pub use verify::Verdict;

/// Publishes races. It keeps those that it published last in memory, so that their next change
/// needs no download.
#[derive(Debug)]
pub struct Publisher(Races);

impl Publisher {
    /// A publisher over the store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self(Races::new(store))
    }

    /// Sets a limit of rows a year: a year that has reached it is marked, and accepts only
    /// corrections (contract 1.5).
    #[must_use]
    pub fn holding(mut self, most_rows: usize) -> Self {
        self.0.set_most_rows(most_rows);
        self
    }

    /// Sets the pause between two publications of a race, two seconds by default, for tests and
    /// measurements.
    #[must_use]
    pub fn pausing(mut self, pause: Duration) -> Self {
        self.0.set_pause(pause);
        self
    }

    /// Makes the pieces of its state smaller, so that tests can have small races in many pieces.
    #[must_use]
    pub fn with_pieces_of(mut self, most_items: usize) -> Self {
        self.0.set_most_items(most_items);
        self
    }

    /// Makes the slices smaller after which its work gives way, so that tests can have small loads in
    /// many slices.
    #[must_use]
    pub fn with_slices_of(mut self, pieces: usize) -> Self {
        self.0.set_slice(pieces);
        self
    }

    /// Works in turn with another publisher of the same process: both together work on as many
    /// races at a time as one alone.
    #[must_use]
    pub fn in_turn_with(mut self, other: &Self) -> Self {
        self.0.share_turns_of(&other.0);
        self
    }

    /// The minimum time between two publications of a race.
    #[must_use]
    pub fn pause(&self) -> Duration {
        self.0.pause()
    }

    /// Publishes what changed in a race. Waits if the last publication was less than two seconds
    /// ago.
    ///
    /// # Errors
    /// When the buckets do not answer, or other publishers are faster again and again. Nothing is
    /// lost: calling it again does the rest.
    pub async fn race_changed(&self, key: &RaceKey, changes: &[Change]) -> Result<Publication> {
        self.0.changed(key, changes, Cause::Upload).await
    }

    /// Publishes a race from the tables alone, after its event.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn rebuild(&self, key: &RaceKey) -> Result<Publication> {
        events::rebuild(&self.0, key).await
    }

    /// Takes over the changes of events, and publishes the list of events, then each event's own
    /// file and those of its years that have changed. The list is written once for all of them. An
    /// event that fails does not hold up the others; the result of each is in the order of `slugs`.
    ///
    /// # Errors
    /// The same as those of [`Publisher::race_changed`]. Without the list, all fail.
    pub async fn events_changed(&self, slugs: &[&Slug]) -> Result<Vec<Result<()>>> {
        events::changed(&self.0, slugs).await
    }

    /// Like [`Publisher::events_changed`] for one event.
    ///
    /// # Errors
    /// As there.
    pub async fn event_changed(&self, slug: &Slug) -> Result<()> {
        events::changed(&self.0, &[slug])
            .await?
            .into_iter()
            .collect()
    }

    /// Like [`Publisher::event_changed`], once the list of events is up to date.
    ///
    /// # Errors
    /// As there.
    pub async fn listed_event_changed(&self, slug: &Slug) -> Result<()> {
        events::listed_changed(&self.0, slug).await
    }

    /// Compares the list of events with the table and repairs it. Of events that are no longer
    /// there, the files are withdrawn. Returns the events of the table.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn reconcile_events(&self) -> Result<Vec<EventRecord>> {
        events::reconcile(self.0.store()).await
    }

    /// Compares a race with the tables and repairs what differs, except what was received in the
    /// two minutes before `now`, and the list of events ([`Publisher::reconcile_events`]).
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn reconcile(&self, key: &RaceKey, now: Stamp) -> Result<Repaired> {
        reconcile::reconcile(&self.0, key, now).await
    }
}
