//! Publishes one race: one attempt after another, until one is not overtaken.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chute_domain::{
    last_used::LastUsed,
    pieces::MOST_ITEMS,
    race::{RaceKey, Slug},
    snapshot::Cause,
    state::{Change, EventRecord},
};
use chute_store::{HookCall, Place, Result, Store, StoreError};
use tokio::time::sleep;

use super::{
    cache::{self, CachedRace},
    commit::{Commits, Outcome, Publication, confirmed, take_back},
    manifest::{Chronicle, Current, known_event},
    plan::{Plan, Source},
    race::{Race, Standing, current_of},
    reservation::{MAX_ATTEMPTS, Reserver, Reserving},
    state::{self, RaceState},
    turns::{Turn, Turns},
    version::{self, Made},
    work::{PIECES_AT_ONCE, Tools},
};

/// The minimum time between two publications of a race (contract 9.3).
const PAUSE: Duration = Duration::from_secs(2);
/// After how many attempts in which others were faster a publisher reserves the race. One that
/// rebuilds the race from the tables reserves it at once.
const OUTRUN: usize = 2;

/// Publishes races. It keeps those that it published last in memory, so that their next change
/// needs no download.
#[derive(Debug)]
pub struct Publisher {
    commits: Commits,
    kept: Arc<LastUsed<CachedRace>>,
    broken_off: BrokenOff,
    turns: Turns,
    /// Unique among all publishers.
    id: u64,
    /// The maximum number of items in a piece of its state.
    most_items: usize,
    /// The maximum number of pieces in a slice of its work.
    slice: usize,
}

struct Loaded {
    seen: Standing,
    kept: CachedRace,
    /// The number of earlier attempts that did not complete.
    broken_off: usize,
    turn: Turn,
}

impl Publisher {
    /// A publisher over the store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let id = RandomState::new().hash_one(store.time());
        Self {
            commits: Commits {
                reserver: Reserver::new(store.clone(), id, PAUSE),
                store,
                pause: PAUSE,
                most_rows: None,
            },
            kept: Arc::new(LastUsed::of(cache::MOST_BYTES)),
            broken_off: BrokenOff::default(),
            turns: Turns::default(),
            id,
            most_items: MOST_ITEMS,
            slice: PIECES_AT_ONCE,
        }
    }

    /// Sets a limit of rows a year: a year that has reached it is marked, and accepts only
    /// corrections (contract 1.5).
    #[must_use]
    pub fn holding(mut self, most_rows: usize) -> Self {
        self.commits.most_rows = Some(most_rows);
        self
    }

    /// Sets the pause between two publications of a race, two seconds by default, for tests and
    /// measurements.
    #[must_use]
    pub fn pausing(mut self, pause: Duration) -> Self {
        self.commits.pause = pause;
        self.commits.reserver = Reserver::new(self.store().clone(), self.id, pause);
        self
    }

    /// Makes the pieces of its state smaller, so that tests can have small races in many pieces.
    #[must_use]
    pub fn with_pieces_of(mut self, most_items: usize) -> Self {
        self.most_items = most_items;
        self
    }

    /// Makes the slices smaller after which its work gives way, so that tests can have small loads in
    /// many slices.
    #[must_use]
    pub fn with_slices_of(mut self, pieces: usize) -> Self {
        self.slice = pieces;
        self
    }

    /// Works in turn with another publisher of the same process: both together work on as many
    /// races at a time as one alone, and keep as many in memory.
    #[must_use]
    pub fn in_turn_with(mut self, other: &Self) -> Self {
        self.turns = other.turns.clone();
        self.kept = other.kept.clone();
        self
    }

    /// Keeps races in memory that take this many bytes together, or a single one that takes more; 96
    /// MiB by default.
    #[must_use]
    pub fn keeping(mut self, most_bytes: usize) -> Self {
        self.kept = Arc::new(LastUsed::of(most_bytes));
        self
    }

    /// How many bytes the races take that are kept in memory, now and whenever it is called.
    pub fn kept_bytes(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let kept = self.kept.clone();
        move || kept.bytes()
    }

    pub(super) fn store(&self) -> &Store {
        &self.commits.store
    }

    /// The minimum time between two publications of a race.
    #[must_use]
    pub fn pause(&self) -> Duration {
        self.commits.pause
    }

    /// Publishes what changed in a race. Waits if the last publication was less than two seconds
    /// ago.
    ///
    /// # Errors
    /// When the buckets do not answer, or other publishers are faster again and again. Nothing is
    /// lost: calling it again does the rest.
    pub async fn race_changed(&self, key: &RaceKey, changes: &[Change]) -> Result<Publication> {
        self.changed(key, changes, Cause::Upload).await
    }

    /// Publishes what changed in a race.
    pub(super) async fn changed(
        &self,
        key: &RaceKey,
        changes: &[Change],
        cause: Cause,
    ) -> Result<Publication> {
        let mut event = self.known_event(&key.slug).await?;
        if event
            .as_ref()
            .is_none_or(|event| !event.years.contains_key(&key.year))
        {
            event = self.store().load_event(&key.slug).await?;
        }
        self.publish(key, event, Source::Changes(changes, cause))
            .await
    }

    /// Publishes a race from the tables alone.
    pub(super) async fn rebuilt(&self, key: &RaceKey) -> Result<Publication> {
        let event = self.store().load_event(&key.slug).await?;
        self.publish(key, event, Source::Tables).await
    }

    async fn known_event(&self, slug: &Slug) -> Result<Option<EventRecord>> {
        let path = format!("{slug}/event");
        let seen = self.store().get_object(Place::State, &path).await?;
        // if it cannot be read, the caller asks the table
        Ok(seen.and_then(|seen| known_event(&seen.body)))
    }

    async fn publish(
        &self,
        key: &RaceKey,
        event: Option<EventRecord>,
        source: Source<'_>,
    ) -> Result<Publication> {
        let has_hook = event.as_ref().is_some_and(|event| !event.hook.is_empty());
        let mut reserving = self.commits.reserver.reserving(key);
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
        if let Err(error) = self.store().call_hook(&call).await {
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
                take_back(self.store(), key, overtaken).await?;
                return Ok(Publication::Nothing);
            };
            if matches!(source, Source::Tables) || tried >= OUTRUN {
                reserving.reserve().await?;
            }
            // on the heap: the future holds a race's state, and callers' futures contain it
            let done = Box::pin(self.attempt(&race, source)).await;
            if !matches!(done, Ok(Some(_))) {
                self.broken_off.note(&race.key);
            }
            match done {
                Ok(Some(done)) => {
                    overtaken.retain(|place| *place != race.place);
                    take_back(self.store(), key, overtaken).await?;
                    return Ok(done);
                }
                Ok(None) => {}
                Err(StoreError::Unreadable(what, cause))
                    if matches!(source, Source::Changes(..)) =>
                {
                    tracing::error!(what, %cause, slug = key.slug.as_str(), year = key.year.as_str(), "unreadable, made anew from the tables");
                    source = Source::Tables;
                }
                Err(error) => return Err(error),
            }
            overtaken.push(race.place);
            event = self.store().load_event(&key.slug).await?;
        }
        Err(StoreError::Busy("other publishers were faster".into()))
    }

    /// One attempt: look and load, confirm, plan, make, store, commit. `None` if somebody published,
    /// withdrew or changed the event meanwhile: the next attempt reads the event from the table
    /// again.
    async fn attempt(&self, race: &Race<'_>, source: Source<'_>) -> Result<Option<Publication>> {
        let seen = self.look_in_turn(race, source).await?;
        let Some(source) = self.source_for(race, source, &seen).await? else {
            return Ok(None);
        };
        if self.is_settled(race, source, &seen)? {
            return Ok(Some(Publication::Unchanged));
        }
        let Loaded {
            seen,
            kept,
            broken_off,
            mut turn,
        } = self.load(race, source, seen).await?;
        let unconfirmed = kept.state.manifest.unconfirmed;
        if seen.pointer.is_none() || unconfirmed {
            let pointer = seen.pointer.as_ref().filter(|_| unconfirmed);
            if !confirmed(self.store(), race, pointer).await? {
                return Ok(None);
            }
        }
        let plan = Plan::of(source, race, &seen, &kept.state)?;
        let CachedRace {
            state, moved_ms, ..
        } = kept;
        let tools = Tools {
            store: self.store(),
            most_items: self.most_items,
            slice: self.slice,
            turn: &mut turn,
        };
        let made = Box::pin(version::make(tools, state, &plan, race)).await?;
        match made {
            Made::Nothing(state) => {
                self.commits.note_full(state.rows(), race).await?;
                let kept = CachedRace {
                    state: *state,
                    moved_ms,
                    pointer: seen.pointer.map(|pointer| (race.place, pointer)),
                };
                cache::keep(&self.kept, kept);
                Ok(Some(Publication::Unchanged))
            }
            Made::Next(next) => {
                drop(turn);
                let ready = self.commits.store(*next, seen, moved_ms, race).await?;
                let Some(Outcome { done, kept }) = self.commits.commit(ready, race).await? else {
                    return Ok(None);
                };
                if let Some(kept) = kept {
                    cache::keep(&self.kept, kept);
                }
                self.broken_off.forget(&race.key, broken_off);
                Ok(Some(done))
            }
        }
    }

    /// Waits until no other publisher has reserved the race, and returns what is stored then.
    async fn look_in_turn(&self, race: &Race<'_>, source: Source<'_>) -> Result<Standing> {
        let reserver = &self.commits.reserver;
        let (mut since, mut known) = (Instant::now(), None);
        loop {
            let seen = self.look(race, source).await?;
            let reserved = seen
                .current
                .as_ref()
                .and_then(|(current, _)| reserver.others(current));
            if reserved.is_none() {
                return Ok(seen);
            }
            if reserved != known.as_ref() {
                (since, known) = (Instant::now(), reserved.cloned());
            } else if since.elapsed() > reserver.lasts() {
                // nobody renews it: the clock by which its expiry was set may be ahead of ours
                return Ok(seen);
            }
            sleep(self.commits.pause / 8).await;
        }
    }

    /// Reads what is stored. The pointer is not read if this publisher wrote it and nobody has
    /// committed a version since: if it has been withdrawn or lost, moving it is refused, just as
    /// if that had happened after a read. Without changes it is always read, because it is what has
    /// to be checked.
    async fn look(&self, race: &Race<'_>, source: Source<'_>) -> Result<Standing> {
        let read_pointer = async || self.store().get_object(race.place, &race.pointer()).await;
        let known = if matches!(source, Source::Changes([_, ..], _)) {
            cache::pointer_of(&self.kept, race)
        } else {
            None
        };
        let Some((state, pointer)) = known else {
            let (current, pointer) =
                futures::try_join!(current_of(self.store(), &race.key), read_pointer())?;
            return Ok(Standing { current, pointer });
        };
        let current = current_of(self.store(), &race.key).await?;
        let is_ours = current
            .as_ref()
            .is_some_and(|(current, _)| current.state == state);
        Ok(Standing {
            current,
            pointer: if is_ours {
                Some(pointer)
            } else {
                read_pointer().await?
            },
        })
    }

    /// Where an attempt takes its changes from; `None` if the event in the table has changed by
    /// now. A year that was deleted and created again is made from the tables: it needs nothing of
    /// its earlier incarnation, whose state may be about to be removed.
    async fn source_for<'s>(
        &self,
        race: &Race<'_>,
        source: Source<'s>,
        seen: &Standing,
    ) -> Result<Option<Source<'s>>> {
        if !seen.is_of_another_incarnation(race) {
            return Ok(Some(source));
        }
        // only the table knows which of the two is older
        let now = self.store().load_event(&race.event.slug()).await?;
        Ok((now.as_ref() == Some(race.event)).then_some(Source::Tables))
    }

    /// Whether there are no changes, nor results that are given up, and everything else is published,
    /// noted and cleaned up.
    fn is_settled(&self, race: &Race<'_>, source: Source<'_>, seen: &Standing) -> Result<bool> {
        let is_noted =
            |current: &Current| self.commits.full_otherwise(current.rows, race).is_none();
        Ok(matches!(source, Source::Changes([], Cause::Upload))
            && self.broken_off.tries(&race.key) == 0
            && seen.is_settled(race)?
            && seen
                .current
                .as_ref()
                .is_some_and(|(current, _)| is_noted(current)))
    }

    /// Loads the race's state, as soon as this publisher may work on one more race.
    async fn load(&self, race: &Race<'_>, source: Source<'_>, seen: Standing) -> Result<Loaded> {
        let broken_off = self.broken_off.tries(&race.key);
        let current = seen.current.as_ref().map(|(current, _)| current);
        let turn = self.turns.take(source.size(current)).await;
        let mut kept = match source {
            Source::Changes(..) => self.kept_or_loaded(&race.key, &seen).await?,
            Source::Tables => RaceState::anew(&race.key, current).into(),
        };
        if seen.is_of_another_incarnation(race) {
            kept.state.manifest.history = Chronicle::default();
        }
        // an attempt that did not complete may have left files with a name that has been hidden
        // meanwhile
        kept.state.manifest.purge |= broken_off > 0;
        Ok(Loaded {
            seen,
            kept,
            broken_off,
            turn,
        })
    }

    /// The race, from memory or else as it is stored.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if a part of it is missing or corrupt: then the race must be
    /// rebuilt from the tables.
    async fn kept_or_loaded(&self, key: &RaceKey, seen: &Standing) -> Result<CachedRace> {
        let Some((current, _)) = &seen.current else {
            return match seen.pointer {
                None => Ok(RaceState::new(key).into()),
                Some(_) => Err(StoreError::Unreadable(
                    "a race's manifest",
                    "a pointer without state".into(),
                )),
            };
        };
        let kept = self.kept.take(&key.to_string());
        if let Some(kept) = kept.filter(|kept| kept.state.name == current.state) {
            return Ok(kept);
        }
        let state = state::load(self.store(), key, &current.state).await?;
        // another publisher moved the pointer, and the time of that is known only to the second
        let moved_ms = seen
            .pointer
            .as_ref()
            .map_or(0, |pointer| pointer.written_ms.saturating_add(999));
        Ok(CachedRace {
            moved_ms,
            ..state.into()
        })
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
