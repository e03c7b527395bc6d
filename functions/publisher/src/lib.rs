//! Publishing: makes the next version of a race from the last one and from what changed
//! (docs/decisions/storage.md, "Publisher state"). A use case over the store, which does not depend
//! on it.
//!
//! Publishing changed rows reads no table, except for a rebuild or when something unexpected
//! happens: a race is published for the first time before the record of its event has arrived, a
//! pointer has vanished, or state cannot be read.

mod earlier;
mod event;
mod files;
mod history;
mod memory;
mod next;
mod prune;
mod publications;
mod reconcile;
mod reservation;
mod tables;
mod uploads;
mod verification;
mod work;

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chute_domain::{
    pieces::MOST_ITEMS,
    race::{RaceKey, Slug, YearKey},
    snapshot::{Cause, FileError},
    state::{Change, EventRecord, YearRecord},
};
use chute_store::{
    HookCall, Lease, ObjectVersion, Place, Result, Store, StoreError, Tagged, pointer_path,
};
use tokio::sync::{Semaphore, SemaphorePermit};

pub use earlier::{ReturnTo, Returning};
pub use event::Index;
use history::Chronicle;
pub use memory::{Committed, PieceList, Published};
use memory::{Current, Kept, Pointed, current_path, read_current, version_of};
use next::Next;
pub use publications::Publications;
pub use reconcile::Repaired;
use reservation::Reserving;
pub use verification::Verdict;

/// The minimum time between two publications of a race (contract 9.3).
const PAUSE: Duration = Duration::from_secs(2);
/// How many times a publisher tries before it gives up because others are faster.
const MAX_ATTEMPTS: usize = 8;
/// After how many attempts in which others were faster a publisher reserves the race. One that
/// rebuilds the race from the tables reserves it at once.
const OUTRUN: usize = 2;
/// How many races are worked on at the same time. This limits the memory that publications use in
/// total.
const RACES_AT_ONCE: usize = 2;

/// The result of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publication {
    /// The pointer names this version now.
    Version(u64),
    /// Nothing has changed for readers.
    Unchanged,
    /// There is nothing for readers: no such year, or nothing in it.
    Nothing,
}

/// Publishes races. It keeps those that it published last in memory, so that their next change
/// needs no download.
#[derive(Debug)]
pub struct Publisher {
    store: Store,
    /// Unique among all publishers.
    id: u64,
    kept: Mutex<Vec<Kept>>,
    broken_off: BrokenOff,
    turns: Semaphore,
    pause: Duration,
    most_rows: Option<usize>,
    /// The maximum number of items in a piece of its memory.
    most_items: usize,
}

/// The outcome of one attempt at a publication.
enum Attempt {
    /// Nothing is left to do.
    Done(Publication),
    /// Somebody published, withdrew or changed the event meanwhile: the next attempt reads the
    /// event from the table again.
    Overtaken,
}

/// What an attempt has to do.
enum Decision {
    /// Store and commit this version.
    Publish(Box<Next>),
    /// Everything is published already.
    Nothing,
}

/// What an attempt starts from.
struct Loaded<'p> {
    seen: Seen,
    kept: Kept,
    /// The number of earlier attempts that did not complete.
    broken_off: usize,
    turn: SemaphorePermit<'p>,
}

/// A version that is stored, but not committed yet.
struct Ready {
    seen: Seen,
    kept: Kept,
    /// The name of its memory.
    name: String,
    /// Its pointer; `None` if nothing has changed for readers.
    pointer: Option<Vec<u8>>,
    /// All versions of files that existed before the commit, if some have to be removed.
    purged: Vec<ObjectVersion>,
    broken_off: usize,
}

/// Where a publication takes its changes from.
#[derive(Clone, Copy)]
enum Source<'s> {
    Changes(&'s [Change], Cause),
    Tables,
}

/// The error for a published file that could not be written or read.
fn written(error: FileError) -> StoreError {
    StoreError::Unreadable("a published file", Box::new(error))
}

impl Publisher {
    /// A publisher over the store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let turns = Semaphore::new(RACES_AT_ONCE);
        let id = RandomState::new().hash_one(store.time());
        Self {
            store,
            id,
            kept: Mutex::default(),
            broken_off: BrokenOff::default(),
            turns,
            pause: PAUSE,
            most_rows: None,
            most_items: MOST_ITEMS,
        }
    }

    /// Sets a limit of rows a year: a year that has reached it is marked, and accepts only
    /// corrections (contract 1.5).
    #[must_use]
    pub fn holding(self, most_rows: usize) -> Self {
        Self {
            most_rows: Some(most_rows),
            ..self
        }
    }

    /// Sets the pause between two publications of a race, two seconds by default, for tests and
    /// measurements.
    #[must_use]
    pub fn pausing(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Makes the pieces of its memory smaller, so that tests can have small races in many pieces.
    #[must_use]
    pub fn with_pieces_of(self, most_items: usize) -> Self {
        Self { most_items, ..self }
    }

    fn publications(&self) -> Publications<'_> {
        Publications::of(&self.store).with_pieces_of(self.most_items)
    }

    /// The minimum time between two publications of a race.
    #[must_use]
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// Publishes what changed in a race. Waits if the last publication was less than two seconds
    /// ago.
    ///
    /// # Errors
    /// When the buckets do not answer, or other publishers are faster again and again. Nothing is
    /// lost: calling it again does the rest.
    pub async fn race_changed(&self, key: &RaceKey, changes: &[Change]) -> Result<Publication> {
        self.race_changed_by(Cause::Upload, key, changes).await
    }

    async fn race_changed_by(
        &self,
        cause: Cause,
        key: &RaceKey,
        changes: &[Change],
    ) -> Result<Publication> {
        let mut event = self.known_event(&key.slug).await?;
        if event
            .as_ref()
            .is_none_or(|event| !event.years.contains_key(&key.year))
        {
            event = self.store.load_event(&key.slug).await?;
        }
        self.publish(key, event, Source::Changes(changes, cause))
            .await
    }

    /// Publishes a race from the tables alone, after its event.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn rebuild(&self, key: &RaceKey) -> Result<Publication> {
        self.event_published(&key.slug).await?;
        let event = self.store.load_event(&key.slug).await?;
        self.publish(key, event, Source::Tables).await
    }

    async fn publish(
        &self,
        key: &RaceKey,
        event: Option<EventRecord>,
        source: Source<'_>,
    ) -> Result<Publication> {
        let has_hook = event.as_ref().is_some_and(|event| !event.hook.is_empty());
        let mut reserving = self.reserving(key);
        let done = self
            .publish_in_turn(key, event, source, &mut reserving)
            .await;
        if let Err(error) = reserving.give_back().await {
            tracing::warn!(slug = key.slug.as_str(), year = key.year.as_str(), %error, "a reservation was not given back: it runs out");
        }
        if let (true, Ok(Publication::Version(version))) = (has_hook, &done) {
            self.call_hook(key, *version).await;
        }
        done
    }

    /// Queues a call of the event's web hook. A failure is only logged, so that no publication
    /// fails because of the queue: the reconciler makes up for lost calls.
    async fn call_hook(&self, key: &RaceKey, version: u64) {
        let call = HookCall {
            slug: key.slug.to_string(),
            year: Some(key.year.to_string()),
            id: format!("{}_{version}", key.year),
        };
        if let Err(error) = self.store.call_hook(&call).await {
            tracing::warn!(slug = key.slug.as_str(), year = key.year.as_str(), %error, "the event's web hook was not called: the reconciler does it");
        }
    }

    async fn publish_in_turn(
        &self,
        key: &RaceKey,
        mut event: Option<EventRecord>,
        mut source: Source<'_>,
        reserving: &mut Reserving,
    ) -> Result<Publication> {
        let mut overtaken = Vec::new();
        for tried in 0..MAX_ATTEMPTS {
            let Some(race) = event.as_ref().and_then(|event| Race::of(event, &key.year)) else {
                self.take_back(key, overtaken).await?;
                return Ok(Publication::Nothing);
            };
            if matches!(source, Source::Tables) || tried >= OUTRUN {
                reserving.reserve().await?;
            }
            // on the heap: the future holds a race's memory, and callers' futures contain it
            let done = Box::pin(self.attempt(&race, source)).await;
            if !matches!(done, Ok(Attempt::Done(_))) {
                self.broken_off.note(&race.key);
            }
            match done {
                Ok(Attempt::Done(done)) => {
                    overtaken.retain(|place| *place != race.place);
                    self.take_back(key, overtaken).await?;
                    return Ok(done);
                }
                Ok(Attempt::Overtaken) => {}
                Err(StoreError::Unreadable(what, cause))
                    if matches!(source, Source::Changes(..)) =>
                {
                    tracing::error!(what, %cause, slug = key.slug.as_str(), year = key.year.as_str(), "unreadable, made anew from the tables");
                    source = Source::Tables;
                }
                Err(error) => return Err(error),
            }
            overtaken.push(race.place);
            event = self.store.load_event(&key.slug).await?;
        }
        Err(StoreError::Busy("other publishers were faster".into()))
    }

    /// Removes what is in these places if the race may not be published there any more: an attempt
    /// that was overtaken may have written there after everything was withdrawn. Not before the race
    /// is published in the other place, which takes its history along.
    async fn take_back(&self, key: &RaceKey, places: Vec<Place>) -> Result<()> {
        for place in places {
            let seen = self
                .publications()
                .versions_below(place, &key.to_string())
                .await?;
            if seen.is_empty() {
                continue;
            }
            let now = self.store.load_event(&key.slug).await?;
            let now = now.as_ref().and_then(|event| Race::of(event, &key.year));
            if now.is_some_and(|now| now.place == place) {
                continue;
            }
            let seen = seen.into_iter().map(|version| (version.path, version.id));
            self.store.delete_versions(place, seen.collect()).await?;
        }
        Ok(())
    }

    async fn known_event(&self, slug: &Slug) -> Result<Option<EventRecord>> {
        match self
            .store
            .get_object(Place::State, &format!("{slug}/event"))
            .await?
        {
            // if it cannot be read, the caller asks the table
            Some(seen) => Ok(event::known_record(&seen.body)),
            None => Ok(None),
        }
    }

    /// One attempt: look and load, confirm, decide, write, commit.
    async fn attempt(&self, race: &Race<'_>, source: Source<'_>) -> Result<Attempt> {
        let seen = self.look_in_turn(race, source).await?;
        let Some(source) = self.source_for(race, source, &seen).await? else {
            return Ok(Attempt::Overtaken);
        };
        if self.is_settled(race, source, &seen)? {
            return Ok(Attempt::Done(Publication::Unchanged));
        }
        let mut loaded = self.load(race, source, seen).await?;
        let Loaded { seen, kept, .. } = &loaded;
        if (seen.pointer.is_none() || kept.memory.unconfirmed)
            && !self.confirmed(race, seen, kept).await?
        {
            return Ok(Attempt::Overtaken);
        }
        match self.decide(&mut loaded, race, source).await? {
            Decision::Nothing => {
                self.note_full(&loaded.kept, race).await?;
                self.keep(loaded.kept);
                Ok(Attempt::Done(Publication::Unchanged))
            }
            Decision::Publish(next) => {
                let ready = self.write(loaded, *next, race).await?;
                self.commit(ready, race).await
            }
        }
    }

    /// Where an attempt takes its changes from; `None` if the event in the table has changed by
    /// now. A year that was deleted and created again is made from the tables: it needs nothing of
    /// its earlier incarnation, whose state may be about to be removed.
    async fn source_for<'s>(
        &self,
        race: &Race<'_>,
        source: Source<'s>,
        seen: &Seen,
    ) -> Result<Option<Source<'s>>> {
        if !seen.is_of_another_incarnation(race) {
            return Ok(Some(source));
        }
        // only the table knows which of the two is older
        let now = self.store.load_event(&race.event.slug()).await?;
        Ok((now.as_ref() == Some(race.event)).then_some(Source::Tables))
    }

    /// Whether there are no changes, and everything else is published, noted and cleaned up.
    fn is_settled(&self, race: &Race<'_>, source: Source<'_>, seen: &Seen) -> Result<bool> {
        let noted = |current: &Current| self.full_otherwise(current.rows, race).is_none();
        Ok(matches!(source, Source::Changes([], _))
            && self.broken_off.tries(&race.key) == 0
            && seen.is_settled(race)?
            && seen
                .current
                .as_ref()
                .is_some_and(|(current, _)| noted(current)))
    }

    /// Loads the race's memory, as soon as this publisher may work on one more race.
    async fn load(&self, race: &Race<'_>, source: Source<'_>, seen: Seen) -> Result<Loaded<'_>> {
        let broken_off = self.broken_off.tries(&race.key);
        let turn = self
            .turns
            .acquire()
            .await
            .map_err(|error| StoreError::Failed(Box::new(error)))?;
        let mut kept = match source {
            Source::Changes(..) => self.kept_or_loaded(&race.key, &seen).await?,
            Source::Tables => Kept::anew(&race.key, seen.current.as_ref())?,
        };
        if seen.is_of_another_incarnation(race) {
            kept.memory.history = Chronicle::default();
        }
        Ok(Loaded {
            seen,
            kept,
            broken_off,
            turn,
        })
    }

    /// Makes the next version, unless there is nothing to publish. Pieces and shards that fill the
    /// memory set aside for them are stored on the way: nobody finds them before the commit names
    /// them, and without one they are cleaned up later.
    async fn decide(
        &self,
        loaded: &mut Loaded<'_>,
        race: &Race<'_>,
        source: Source<'_>,
    ) -> Result<Decision> {
        let Loaded {
            seen,
            kept,
            broken_off,
            ..
        } = loaded;
        kept.pointer = seen.pointer.clone().map(|pointer| (race.place, pointer));
        // an attempt that did not complete may have left files with a name that has been hidden
        // meanwhile
        kept.memory.purge |= *broken_off > 0;
        let next = Box::pin(self.next_version(kept, race, source, seen)).await?;
        Ok(next.map_or(Decision::Nothing, |next| Decision::Publish(Box::new(next))))
    }

    /// Stores the rest of what the commit will name.
    async fn write(&self, loaded: Loaded<'_>, mut next: Next, race: &Race<'_>) -> Result<Ready> {
        let Loaded {
            seen,
            mut kept,
            broken_off,
            turn,
        } = loaded;
        drop(turn);
        // no later version can name a file that exists before the commit and is not named by it:
        // other publishers that are at work have to start over
        let purged = if kept.memory.purge {
            self.publications()
                .versions_below(race.place, &race.key.to_string())
                .await?
        } else {
            Vec::new()
        };
        kept.memory.unconfirmed = next.pointer.is_some() && seen.pointer.is_none();
        let name = self.store_version(&mut kept, &mut next).await?;
        Ok(Ready {
            seen,
            kept,
            name,
            pointer: next.pointer,
            purged,
            broken_off,
        })
    }

    /// Commits the version, then moves the pointer, and removes files that must not be found any
    /// more.
    async fn commit(&self, ready: Ready, race: &Race<'_>) -> Result<Attempt> {
        let Ready {
            seen,
            kept,
            name,
            pointer,
            purged,
            broken_off,
        } = ready;
        if pointer.is_some() {
            self.pause_since(kept.moved_ms).await;
        }
        let Some(mut kept) = self.make_newest(kept, name, race, &seen).await? else {
            return Ok(Attempt::Overtaken);
        };
        let mut done = if kept.memory.public {
            Publication::Unchanged
        } else {
            Publication::Nothing
        };
        if let Some(body) = pointer {
            let version = kept.memory.version;
            let pointed = match seen.pointer {
                Some(_) => self.point(race, version, body, seen.pointer).await?,
                None => self.point_first(race, &kept, body).await?,
            };
            let pointed = match pointed {
                Pointed::Here(pointer) => Some(pointer),
                Pointed::Later => None,
                Pointed::Withdrawn => return Ok(Attempt::Overtaken),
            };
            // without its tag the pointer could not be moved the next time
            kept.pointer = pointed
                .clone()
                .filter(|pointer| !pointer.etag.is_empty())
                .map(|pointer| (race.place, pointer));
            let now = Seen {
                pointer: pointed,
                current: None,
            };
            if kept.memory.unconfirmed && !self.confirmed(race, &now, &kept).await? {
                return Ok(Attempt::Overtaken);
            }
            kept.memory.unconfirmed = false;
            kept.moved_ms = self.store.time().ms();
            done = Publication::Version(version);
        }
        self.note_full(&kept, race).await?;
        if kept.memory.purge {
            self.publications().purge(race.place, &kept, purged).await?;
            // an attempt that did not complete may also have been one for the other place
            self.take_back(&race.key, vec![race.place.opposite()])
                .await?;
            self.note_purged(kept, race).await?;
        } else {
            self.keep(kept);
        }
        self.broken_off.forget(&race.key, broken_off);
        Ok(Attempt::Done(done))
    }

    /// Makes the pointer where there is none, if the event is still the one being published: a
    /// condition on the pointer would not notice a withdrawal, which waits for the lease instead.
    async fn point_first(&self, race: &Race<'_>, kept: &Kept, body: Vec<u8>) -> Result<Pointed> {
        let none = Seen {
            current: None,
            pointer: None,
        };
        let lease = self.store.take_lease(&race.key.slug).await?;
        let pointed = async {
            if !self.confirmed(race, &none, kept).await? || !lease.is_usable() {
                return Ok(Pointed::Withdrawn);
            }
            self.point(race, kept.memory.version, body, None).await
        };
        let pointed = pointed.await;
        self.end(lease).await;
        pointed
    }

    async fn end(&self, lease: Lease) {
        if let Err(error) = self.store.end_lease(lease).await {
            tracing::warn!(%error, "a lease was not ended: it runs out");
        }
    }

    /// Reads the current state. The pointer is not read if this publisher wrote it and nobody has
    /// committed a version since: if it has been withdrawn or lost, moving it is refused, just as
    /// if that had happened after a read. Without changes it is always read, because it is what has
    /// to be checked.
    async fn look(&self, race: &Race<'_>, source: Source<'_>) -> Result<Seen> {
        let read_pointer = async || self.store.get_object(race.place, &race.pointer()).await;
        let known = if matches!(source, Source::Changes([_, ..], _)) {
            self.known_pointer(race)
        } else {
            None
        };
        let Some((state, pointer)) = known else {
            let (current, pointer) = futures::try_join!(self.current(race), read_pointer())?;
            return Ok(Seen { current, pointer });
        };
        let current = self.current(race).await?;
        let is_ours = current
            .as_ref()
            .is_some_and(|(current, _)| current.state == state);
        Ok(Seen {
            current,
            pointer: if is_ours {
                Some(pointer)
            } else {
                read_pointer().await?
            },
        })
    }

    async fn current(&self, race: &Race<'_>) -> Result<Option<(Current, String)>> {
        let current = self
            .store
            .get_object(Place::State, &current_path(&race.key))
            .await?;
        current
            .map(|tagged| Ok((read_current(&tagged)?, tagged.etag)))
            .transpose()
    }

    /// Notes, for uploads, whether the year has reached its limit of rows.
    async fn note_full(&self, kept: &Kept, race: &Race<'_>) -> Result<()> {
        match self.full_otherwise(kept.rows(), race) {
            Some(full) => {
                self.store
                    .note_full(&race.event.slug(), race.record, full)
                    .await
            }
            None => Ok(()),
        }
    }

    /// What [`Self::note_full`] has to note for a year with this number of rows; `None` if it is
    /// noted already. The inner value is the limit if it has been reached.
    fn full_otherwise(&self, rows: usize, race: &Race<'_>) -> Option<Option<u64>> {
        let most = self.most_rows?;
        let full = (rows >= most).then(|| u64::try_from(most).unwrap_or(u64::MAX));
        (full != race.record.full).then_some(full)
    }

    async fn pause_since(&self, moved_ms: u64) {
        let over = Duration::from_millis(moved_ms) + self.pause;
        let left = over.saturating_sub(Duration::from_millis(self.store.time().ms()));
        // another machine's clock may be ahead of ours
        let longest = self.pause + Duration::from_secs(1);
        // ours was, when it noted that: how long ago that is cannot be known
        let left = if left > longest { self.pause } else { left };
        tokio::time::sleep(left).await;
    }

    /// Commits that nothing is left to remove, unless another publisher has committed meanwhile: it
    /// removes the files itself.
    async fn note_purged(&self, mut kept: Kept, race: &Race<'_>) -> Result<()> {
        let seen = Seen {
            current: self.current(race).await?,
            pointer: None,
        };
        if seen
            .current
            .as_ref()
            .is_some_and(|(current, _)| current.state == kept.state)
        {
            kept.memory.purge = false;
            let mut next = Next::nothing(&kept.shards);
            let name = self.store_version(&mut kept, &mut next).await?;
            if let Some(kept) = self.make_newest(kept, name, race, &seen).await? {
                self.keep(kept);
            }
        }
        Ok(())
    }

    /// Whether the event in the table is still the one being published. If the race may no longer
    /// be published in this place, an unconfirmed pointer is removed again.
    async fn confirmed(&self, race: &Race<'_>, seen: &Seen, kept: &Kept) -> Result<bool> {
        let now = self.store.load_event(&race.event.slug()).await?;
        if now.as_ref() == Some(race.event) {
            return Ok(true);
        }
        let still = now
            .as_ref()
            .and_then(|event| Race::of(event, &race.key.year))
            .is_some_and(|now| now.place == race.place);
        if let (false, true, Some(pointer)) = (still, kept.memory.unconfirmed, &seen.pointer) {
            self.store
                .delete_versions(race.place, vec![(race.pointer(), pointer.version.clone())])
                .await?;
        }
        Ok(false)
    }
}

/// How many attempts of this process did not complete, by race, since the files that
/// such attempts leave were last removed.
#[derive(Debug, Default)]
struct BrokenOff(Mutex<HashMap<RaceKey, usize>>);

impl BrokenOff {
    fn of(&self) -> MutexGuard<'_, HashMap<RaceKey, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, race: &RaceKey) {
        *self.of().entry(race.clone()).or_default() += 1;
    }

    fn tries(&self, race: &RaceKey) -> usize {
        self.of().get(race).copied().unwrap_or_default()
    }

    /// Notes that the files of this number of attempts have been removed. If another attempt has
    /// failed meanwhile, nothing is forgotten, since it may have left more.
    fn forget(&self, race: &RaceKey, tries: usize) {
        let mut of = self.of();
        if of.get(race) == Some(&tries) {
            of.remove(race);
        }
    }
}

/// A year of an event, and where its files are.
struct Race<'e> {
    event: &'e EventRecord,
    record: &'e YearRecord,
    place: Place,
    key: RaceKey,
    /// Digest of everything published about the event and its years, and of the year's deletes.
    digest: String,
}

impl<'e> Race<'e> {
    fn of(event: &'e EventRecord, year: &YearKey) -> Option<Self> {
        let record = event.years.get(year)?;
        Some(Self {
            event,
            record,
            place: Place::of(event),
            key: event.race(record),
            digest: event.digest_of(record).ok()?,
        })
    }

    fn pointer(&self) -> String {
        pointer_path(&self.key)
    }
}

/// What was there when a publication began.
struct Seen {
    /// The object that names the newest memory, and its tag.
    current: Option<(Current, String)>,
    pointer: Option<Tagged>,
}

impl Seen {
    /// Whether it belongs to an earlier incarnation of the year, before it was deleted and created
    /// again.
    fn is_of_another_incarnation(&self, race: &Race<'_>) -> bool {
        self.current
            .as_ref()
            .is_some_and(|(current, _)| current.born != race.record.born())
    }

    /// Whether the newest version is up to date with the event, and the pointer names it. If so,
    /// and if no rows changed, there is nothing to do.
    fn is_settled(&self, race: &Race<'_>) -> Result<bool> {
        let Some((current, _)) = &self.current else {
            return Ok(false);
        };
        let named = self.pointer.as_ref().map(version_of).transpose()?;
        let public = (!current.head.is_empty()).then_some(current.version);
        Ok(current.event_digest == race.digest && named == public && !current.unsettled)
    }
}
