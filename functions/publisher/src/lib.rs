#![doc = include_str!("../README.md")]

mod cache;
mod commit;
mod earlier;
mod events;
mod files;
mod manifest;
mod names;
mod plan;
mod prune;
mod publications;
mod publish;
mod published;
mod race;
mod reconcile;
mod reservation;
mod returns;
mod revisions;
mod state;
mod tables;
mod turns;
mod uploads;
mod verify;
mod version;
mod work;

use std::{sync::Arc, time::Duration};

use chute_domain::{
    last_used::LastUsed,
    race::{RaceKey, Slug, Year},
    snapshot::Cause,
    stamp::Stamp,
    state::{Change, EventRecord},
    time::Time,
};
use chute_store::{Result, Store};

pub use commit::Publication;
pub use events::Index;
pub use names::QUIET_MS;
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
        self.0.commits.most_rows = Some(most_rows);
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
        self.0.most_items = most_items;
        self
    }

    /// Makes the slices smaller after which its work gives way, so that tests can have small loads in
    /// many slices.
    #[must_use]
    pub fn with_slices_of(mut self, pieces: usize) -> Self {
        self.0.slice = pieces;
        self
    }

    /// Works in turn with another publisher of the same process: both together work on as many
    /// races at a time as one alone, and keep as many in memory.
    #[must_use]
    pub fn in_turn_with(mut self, other: &Self) -> Self {
        self.0.turns = other.0.turns.clone();
        self.0.kept = other.0.kept.clone();
        self
    }

    /// Keeps races in memory that take this many bytes together, or a single one that takes more; 96
    /// MiB by default.
    #[must_use]
    pub fn keeping(mut self, most_bytes: usize) -> Self {
        self.0.kept = Arc::new(LastUsed::of(most_bytes));
        self
    }

    /// How many bytes the races take that are kept in memory, now and whenever it is called.
    pub fn kept_bytes(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let kept = self.0.kept.clone();
        move || kept.bytes()
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

    /// Puts years of these events, which are those of the table, into the index of names once they
    /// have been quiet, and repairs what differs there (contract 9.7). `is_recent` says which years
    /// may change soon. Returns how many years it looked at anew.
    ///
    /// # Errors
    /// When the table or a bucket does not answer, or others are faster again and again. Nothing is
    /// lost: calling it again does the rest.
    pub async fn reconcile_names(
        &self,
        events: &[EventRecord],
        now: Time,
        is_recent: impl Fn(&Year) -> bool,
    ) -> Result<usize> {
        names::reconcile(self.0.store(), events, now, is_recent).await
    }

    /// Makes the whole index of names anew from what is published, also of years that are not quiet
    /// yet. Returns how many years are in it.
    ///
    /// # Errors
    /// As those of [`Publisher::reconcile_names`].
    pub async fn rebuild_names(&self) -> Result<usize> {
        names::rebuild(self.0.store()).await
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
