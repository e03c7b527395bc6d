//! The index of names (contract 9.7): keeps its files up to date with what is published.
//!
//! `state/_names/current` names everything: for each race the file of who is found there, and the
//! shards, which are in the public place. It is replaced on condition of its tag, as `current` of a
//! race is. After that the directory, which readers read first, is moved, and every file that was
//! there before and is not named any more is removed at once.
//!
//! Additions to the index are confirmed before the directory is moved: whoever hides somebody first
//! commits that and then looks at the index, so either sees the other.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    names::{
        Directory, FORMAT, IndexedRace, Moved, Shard, YearNames, shard_of, short_name, sort_keys,
    },
    race::{RaceKey, Slug, Year},
    snapshot::File,
    stamp::Stamp,
    state::EventRecord,
    time::Time,
};
use chute_store::{AT_ONCE, ObjectVersion, POINTER, Place, Result, Store, StoreError, Written};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use super::{
    manifest::{Current, odd, written},
    race::{Race, current_of, is_named, versions_below},
    state::{known, newest},
};

/// The folder of the index, in the public place and in that for state. No slug begins like this.
const FOLDER: &str = "_names";
/// A year is put into the index once it has had no version for this long: until then it is searched
/// as a live race is, and each correction would write its shards again.
pub const QUIET_MS: u64 = 6 * 60 * 60 * 1_000;
/// Files that nothing names are left by a process that died. They are removed when they are older
/// than any process that may still be about to name them (contract 9.3).
const HOUR_MS: u64 = 60 * 60 * 1_000;
/// How many years of the index are looked at in each pass, besides recent ones: a correction of an
/// old year is found within a day or two, and a pass costs the same however many years there are.
const LOOKED_AT: usize = 5;
/// How long a pass is, about.
const PASS_MS: u64 = 5 * 60 * 1_000;
/// How many years are put into the index with one commit.
const YEARS_AT_ONCE: usize = 64;
/// How often an update is tried again when others were faster.
const MAX_ATTEMPTS: usize = 16;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Index {
    /// Increases with every commit.
    commit: u64,
    /// Whether the directory is this one's, and nothing is left to remove.
    settled: bool,
    /// The races in it, also those in which nobody is found.
    races: BTreeMap<RaceKey, Indexed>,
    /// Races that may have changed while they were put into the index.
    unconfirmed: BTreeSet<RaceKey>,
    /// Where the range of each shard begins, and its file.
    shards: Vec<(String, String)>,
}

fn directory_path() -> String {
    format!("{FOLDER}/{POINTER}")
}

/// A race in the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Indexed {
    /// The file of who is found; empty if nobody is.
    file: String,
    /// The state of the race that it was made from.
    state: String,
    /// The version of the race.
    version: u64,
    /// The incarnation of the year.
    born: Option<Stamp>,
    /// The local day of the race.
    day: String,
}

impl Index {
    fn path() -> String {
        format!("{FOLDER}/current")
    }

    /// The stored index with its tag. Of one that is lost or cannot be read only the number is
    /// known, from the directory, and everything is put into a new one.
    async fn read(store: &Store) -> Result<(Self, Option<String>)> {
        let stored = store.get_object(Place::State, &Self::path()).await?;
        let tag = stored.as_ref().map(|stored| stored.etag.clone());
        if let Some(stored) = stored {
            match serde_json::from_slice(&stored.body) {
                Ok(index) => return Ok((index, tag)),
                Err(error) => {
                    tracing::error!(%error, "the index of names cannot be read and is made anew");
                }
            }
        }
        let directory = store.get_object(Place::Public, &directory_path()).await?;
        let directory = directory.and_then(|stored| Directory::read(&stored.body).ok());
        let commit = directory.map_or(0, |directory| directory.commit);
        let index = Self {
            commit,
            ..Self::default()
        };
        Ok((index, tag))
    }

    fn directory(&self) -> Directory {
        let found = self.races.values().filter(|race| !race.file.is_empty());
        let newest = found.clone().map(|race| race.day.as_str()).max();
        Directory {
            format: FORMAT,
            commit: self.commit,
            races: found.count(),
            newest: newest.unwrap_or_default().to_owned(),
            starts: self.shards.iter().map(|(start, _)| start.clone()).collect(),
            files: self
                .shards
                .iter()
                .map(|(_, file)| short_name(file).to_owned())
                .collect(),
        }
    }

    fn public_names(&self) -> BTreeSet<String> {
        self.shards.iter().map(|(_, file)| file.clone()).collect()
    }

    fn state_names(&self) -> BTreeSet<String> {
        let files = self.races.values().map(|race| race.file.clone());
        files.chain(["current".to_owned()]).collect()
    }
}

/// Which races to look at.
#[derive(Clone, Debug, Default)]
struct Wanted {
    races: BTreeSet<RaceKey>,
    /// Whether races that are not in the index are put into it.
    adds: bool,
    /// Whether everything is made anew, instead of what differs.
    anew: bool,
}

/// A race as it is published now.
struct Derived {
    indexed: Indexed,
    names: YearNames,
    file: Option<File>,
}

struct Next {
    index: Index,
    state: Vec<File>,
    shards: Vec<File>,
}

/// Brings years that are in the index up to date with what is published of them, because something
/// of it must not be found any more.
pub(super) async fn refresh(store: &Store, race: &RaceKey) -> Result<()> {
    let wanted = Wanted {
        races: [race.clone()].into(),
        ..Wanted::default()
    };
    update(store, wanted).await
}

/// Takes the years of an event out of the index that are not public any more. `event` is what is in
/// the table.
pub(super) async fn event_changed(
    store: &Store,
    slug: &Slug,
    event: Option<&EventRecord>,
) -> Result<()> {
    let (index, _) = Index::read(store).await?;
    let races = index.races.iter().filter(|(race, _)| race.slug == *slug);
    let gone: BTreeSet<RaceKey> = races
        .filter(|(race, known)| !is_public(event, race, known.born))
        .map(|(race, _)| race.clone())
        .collect();
    if gone.is_empty() && index.unconfirmed.iter().all(|race| race.slug != *slug) {
        return Ok(());
    }
    let wanted = Wanted {
        races: gone,
        ..Wanted::default()
    };
    update(store, wanted).await
}

/// See [`crate::Publisher::reconcile_names`].
pub(super) async fn reconcile(
    store: &Store,
    events: &[EventRecord],
    now: Time,
    is_recent: impl Fn(&Year) -> bool,
) -> Result<usize> {
    let (index, _) = Index::read(store).await?;
    let by_slug: BTreeMap<Slug, &EventRecord> =
        events.iter().map(|event| (event.slug(), event)).collect();
    let event_of = |race: &RaceKey| by_slug.get(&race.slug).copied();
    let mut due: BTreeSet<RaceKey> = index
        .races
        .iter()
        .filter(|(race, known)| !is_public(event_of(race), race, known.born))
        .map(|(race, _)| race.clone())
        .collect();
    due.extend(index.unconfirmed.iter().cloned());
    let in_turn = in_turn(&index, now);
    for event in events
        .iter()
        .filter(|event| Place::of(event) == Place::Public)
    {
        for record in event.years.values() {
            let race = event.race(record);
            let known = index.races.get(&race);
            if (known.is_none() || is_recent(&record.year) || in_turn.contains(&race))
                && is_due(store, &race, record.born(), known, now).await?
            {
                due.insert(race);
            }
        }
    }
    let count = due.len();
    let all: Vec<RaceKey> = due.into_iter().collect();
    for some in all.chunks(YEARS_AT_ONCE) {
        let wanted = Wanted {
            races: some.iter().cloned().collect(),
            adds: true,
            anew: false,
        };
        update(store, wanted).await?;
    }
    if count == 0 && !index.settled && index.commit > 0 {
        update(store, Wanted::default()).await?;
    }
    Ok(count)
}

/// See [`crate::Publisher::rebuild_names`].
pub(super) async fn rebuild(store: &Store) -> Result<usize> {
    let events = store.all_events().await?;
    let public = events
        .iter()
        .filter(|event| Place::of(event) == Place::Public);
    let races = public.flat_map(|event| event.years.values().map(|record| event.race(record)));
    let wanted = Wanted {
        races: races.collect(),
        adds: true,
        anew: true,
    };
    update(store, wanted).await?;
    let (index, _) = Index::read(store).await?;
    Ok(index.races.len())
}

/// Removes files that a process has left that died before it named them.
pub(super) async fn prune(store: &Store, now: Time) -> Result<usize> {
    // listed before reading what is named: what is written meanwhile has another id
    let (public, state) = futures::try_join!(
        versions_below(store, Place::Public, FOLDER),
        versions_below(store, Place::State, FOLDER)
    )?;
    if public.is_empty() && state.is_empty() {
        return Ok(0);
    }
    let (index, _) = Index::read(store).await?;
    let old = |versions: Vec<ObjectVersion>, named: BTreeSet<String>| -> Vec<(String, String)> {
        versions
            .into_iter()
            .filter(|version| version.written_ms.saturating_add(HOUR_MS) <= now.ms())
            .filter(|version| {
                !version.is_latest || version.is_delete_marker || !is_named(&version.path, &named)
            })
            .map(|version| (version.path, version.id))
            .collect()
    };
    let (public, state) = (
        old(public, index.public_names()),
        old(state, index.state_names()),
    );
    let removed = public.len() + state.len();
    store.delete_versions(Place::Public, public).await?;
    store.delete_versions(Place::State, state).await?;
    Ok(removed)
}

/// The races of the index whose turn it is in this pass.
fn in_turn(index: &Index, now: Time) -> BTreeSet<RaceKey> {
    let count = index.races.len();
    if count == 0 {
        return BTreeSet::new();
    }
    let pass = usize::try_from(now.ms() / PASS_MS).unwrap_or_default();
    let first = pass.wrapping_mul(LOOKED_AT) % count;
    let races = index.races.keys().cycle().skip(first);
    races.take(LOOKED_AT.min(count)).cloned().collect()
}

/// Whether a year of the index is the one that everybody may read.
fn is_public(event: Option<&EventRecord>, race: &RaceKey, born: Option<Stamp>) -> bool {
    event
        .filter(|event| Place::of(event) == Place::Public)
        .and_then(|event| event.years.get(&race.year))
        .is_some_and(|record| record.born() == born)
}

/// Whether a year has a version that the index does not know, and has had no other for long enough.
async fn is_due(
    store: &Store,
    race: &RaceKey,
    born: Option<Stamp>,
    known: Option<&Indexed>,
    now: Time,
) -> Result<bool> {
    let Some(stored) = store.get_object(Place::State, &Current::path(race)).await? else {
        return Ok(false);
    };
    let current = Current::read(&stored)?;
    let is_new = known.is_none_or(|known| known.version != current.version || known.born != born);
    Ok(is_new
        && current.born == born
        && !current.head.is_empty()
        && stored.written_ms.saturating_add(QUIET_MS) <= now.ms())
}

/// Looks at races anew, and at what an earlier update left, until the index is as they are.
async fn update(store: &Store, mut wanted: Wanted) -> Result<()> {
    for _ in 0..MAX_ATTEMPTS {
        // on the heap, so that callers' futures stay small
        match Box::pin(attempt(store, &mut wanted)).await {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(StoreError::Unreadable(what, cause)) if !wanted.anew => {
                tracing::error!(what, %cause, "the index of names is made anew");
                let (index, _) = Index::read(store).await?;
                wanted.races.extend(index.races.into_keys());
                (wanted.adds, wanted.anew) = (true, true);
            }
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Busy(
        "the index of names was changed by others again and again".into(),
    ))
}

/// One attempt; `false` if somebody else was faster, or something has changed meanwhile.
async fn attempt(store: &Store, wanted: &mut Wanted) -> Result<bool> {
    let (before, tag) = Index::read(store).await?;
    let looked_at: BTreeSet<RaceKey> = wanted
        .races
        .iter()
        .filter(|race| wanted.adds || before.races.contains_key(*race))
        .chain(&before.unconfirmed)
        .cloned()
        .collect();
    if looked_at.is_empty() && before.settled && !wanted.anew {
        return Ok(true);
    }
    if looked_at.is_empty() && before.commit == 0 {
        return Ok(true);
    }
    let derived = derived(store, looked_at).await?;
    let next = match next(store, &before, derived, wanted.anew).await {
        // whoever was faster has removed what this index named
        Err(StoreError::Unreadable(..)) if Index::read(store).await?.1 != tag => return Ok(false),
        next => next?,
    };
    let is_same = next.index.races == before.races
        && next.index.shards == before.shards
        && next.index.unconfirmed.is_empty();
    if is_same && before.settled {
        return Ok(true);
    }
    // no later index can name a file that is there before this commit and is not named by it:
    // others that are at work have to start over
    let there = versions_below(store, Place::Public, FOLDER).await?;
    let mut index = next.index;
    put(store, next.state, next.shards).await?;
    let Some(tag) = commit(store, &mut index, tag.as_deref()).await? else {
        return Ok(false);
    };
    // from here on only what is left is to be done, even if this goes on with another attempt
    wanted.anew = false;
    if !all_confirmed(store, &index).await? {
        return Ok(false);
    }
    point(store, &index).await?;
    purge(store, &index, there).await?;
    (index.settled, index.unconfirmed) = (true, BTreeSet::new());
    // whoever was faster has seen that something was left, and does it
    commit(store, &mut index, Some(&tag)).await?;
    Ok(true)
}

/// These races as they are published now; `None` for those that are not.
async fn derived(
    store: &Store,
    races: BTreeSet<RaceKey>,
) -> Result<Vec<(RaceKey, Option<Derived>)>> {
    let reads = races.into_iter().map(async |race| {
        let derived = derive(store, &race).await?;
        Ok::<_, StoreError>((race, derived))
    });
    stream::iter(reads).buffered(4).try_collect().await
}

async fn derive(store: &Store, key: &RaceKey) -> Result<Option<Derived>> {
    let Some(event) = store.load_event(&key.slug).await? else {
        return Ok(None);
    };
    let Some(race) = Race::of(&event, &key.year).filter(|race| race.place == Place::Public) else {
        return Ok(None);
    };
    // a state that cannot be read is made anew by the reconciler, and then looked at again
    let Some(Some(state)) = known(newest(store, key, race.record).await)? else {
        return Ok(None);
    };
    if !state.manifest.public {
        return Ok(None);
    }
    let shown = IndexedRace::of(&event.event, &race.record.year);
    let day = shown.day.clone();
    let leaves = state.index.leaves().values();
    let names = YearNames::of(shown, leaves.map(|leaf| &leaf.summary));
    let file = if names.people.is_empty() {
        None
    } else {
        Some(names.file().map_err(written)?)
    };
    Ok(Some(Derived {
        indexed: Indexed {
            file: file
                .as_ref()
                .map_or_else(String::new, |file| file.name.clone()),
            state: state.name.clone(),
            version: state.manifest.version,
            born: race.record.born(),
            day,
        },
        names,
        file,
    }))
}

/// The index in which these races are as given, and the files that it names in addition.
async fn next(
    store: &Store,
    before: &Index,
    derived: Vec<(RaceKey, Option<Derived>)>,
    anew: bool,
) -> Result<Next> {
    let mut index = Index {
        commit: before.commit,
        ..Index::default()
    };
    if !anew {
        index.races.clone_from(&before.races);
        index.shards.clone_from(&before.shards);
    }
    let (mut moved, mut state) = (Moved::default(), Vec::new());
    for (race, now) in derived {
        let known = index.races.get(&race);
        let is_new = now.as_ref().map(|now| &now.indexed) != known;
        let file = known.map(|known| known.file.as_str()).unwrap_or_default();
        if now.as_ref().map_or("", |now| now.indexed.file.as_str()) != file {
            let old = year_names(store, file).await?;
            let change = YearNames::since(now.as_ref().map(|now| &now.names), old.as_ref());
            moved.gone.extend(change.gone);
            moved.new.extend(change.new);
        }
        match now {
            Some(Derived { indexed, file, .. }) => {
                // also when the name is known: if nothing named it meanwhile, it may be removed
                state.extend(file);
                if is_new {
                    index.unconfirmed.insert(race.clone());
                }
                index.races.insert(race, indexed);
            }
            None => {
                index.races.remove(&race);
            }
        }
    }
    let shards = Box::pin(moved_shards(store, &mut index, moved)).await?;
    Ok(Next {
        index,
        state,
        shards,
    })
}

async fn year_names(store: &Store, file: &str) -> Result<Option<YearNames>> {
    if file.is_empty() {
        return Ok(None);
    }
    let path = format!("{FOLDER}/{file}");
    let stored = store.get_object(Place::State, &path).await?;
    let stored =
        stored.ok_or_else(|| StoreError::Unreadable("names of a year", "missing".into()))?;
    YearNames::read(&stored.body).map(Some).map_err(written)
}

/// Moves people between shards: reads those that this concerns, and returns what takes their place.
async fn moved_shards(store: &Store, index: &mut Index, moved: Moved) -> Result<Vec<File>> {
    let starts: Vec<String> = index
        .shards
        .iter()
        .map(|(start, _)| start.clone())
        .collect();
    let mut changes: BTreeMap<usize, Vec<(String, _, bool)>> = BTreeMap::new();
    let gone = moved.gone.into_iter().map(|entry| (entry, false));
    let new = moved.new.into_iter().map(|entry| (entry, true));
    for (entry, is_new) in gone.chain(new) {
        for key in sort_keys(&entry) {
            let place = shard_of(&starts, &key);
            let change = (key, entry.clone(), is_new);
            changes.entry(place).or_default().push(change);
        }
    }
    let reads = changes.keys().copied().map(|place| {
        let named = index.shards.get(place).cloned();
        let to = starts.get(place + 1).cloned();
        async move { Ok::<_, StoreError>((place, shard(store, named, to).await?)) }
    });
    let read: Vec<(usize, Shard)> = stream::iter(reads.collect::<Vec<_>>())
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let (mut files, mut put) = (BTreeMap::new(), Vec::new());
    for (place, mut shard) in read {
        for (key, entry, is_new) in changes.remove(&place).unwrap_or_default() {
            if is_new {
                shard.add(key, entry);
            } else {
                shard.take_out(&key, &entry);
            }
        }
        let start = starts.get(place).map_or("", String::as_str);
        let start = shard.start_at(start);
        let written = shard.files(&start).map_err(written)?;
        let named = written
            .iter()
            .map(|(start, file)| (start.clone(), file.name.clone()));
        files.insert(place, named.collect::<Vec<_>>());
        put.extend(written.into_iter().map(|(_, file)| file));
    }
    if index.shards.is_empty() {
        index.shards = files.remove(&0).unwrap_or_default();
    } else {
        let shards = std::mem::take(&mut index.shards).into_iter().enumerate();
        index.shards = shards
            .flat_map(|(place, shard)| files.remove(&place).unwrap_or_else(|| vec![shard]))
            .collect();
    }
    // a range that is empty now belongs to the shard before it
    if let Some((start, _)) = index.shards.first_mut() {
        start.clear();
    }
    Ok(put)
}

async fn shard(
    store: &Store,
    named: Option<(String, String)>,
    to: Option<String>,
) -> Result<Shard> {
    let Some((start, file)) = named else {
        return Ok(Shard::default());
    };
    let path = format!("{FOLDER}/{file}");
    let stored = store.get_object(Place::Public, &path).await?;
    let stored =
        stored.ok_or_else(|| StoreError::Unreadable("a shard of names", "missing".into()))?;
    Shard::read(&stored.body, &start, to.as_deref()).map_err(written)
}

async fn put(store: &Store, state: Vec<File>, shards: Vec<File>) -> Result<()> {
    let state = state.into_iter().map(async |file| {
        let path = format!("{FOLDER}/{}", file.name);
        store.put_state(&path, file.body).await
    });
    let shards = shards.into_iter().map(async |file| {
        let path = format!("{FOLDER}/{}", file.name);
        store.put_file(Place::Public, &path, file.body).await
    });
    stream::iter(state)
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    stream::iter(shards)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// Makes an index the newest one, with the next number. Returns its tag; `None` if somebody else was
/// faster.
async fn commit(store: &Store, index: &mut Index, seen: Option<&str>) -> Result<Option<String>> {
    if !index.settled {
        index.commit += 1;
    }
    let body = serde_json::to_vec(index).map_err(odd("the index of names"))?;
    let moved = store
        .move_pointer(Place::State, &Index::path(), body, seen)
        .await?;
    Ok(match moved {
        Written::Now(made) => Some(made.etag),
        Written::Outrun => None,
    })
}

/// Whether the races that were put into the index are still published as they were read.
async fn all_confirmed(store: &Store, index: &Index) -> Result<bool> {
    for race in &index.unconfirmed {
        let Some(known) = index.races.get(race) else {
            continue;
        };
        let current = current_of(store, race).await?;
        let event = store.load_event(&race.slug).await?;
        if current.is_none_or(|(current, _)| current.state != known.state)
            || !is_public(event.as_ref(), race, known.born)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Moves the directory to this index, unless a later one is there.
async fn point(store: &Store, index: &Index) -> Result<()> {
    let path = directory_path();
    let body = index.directory().json().map_err(written)?;
    loop {
        let seen = store.get_object(Place::Public, &path).await?;
        let there = seen
            .as_ref()
            .and_then(|seen| Directory::read(&seen.body).ok());
        if there.is_some_and(|there| there.commit >= index.commit) {
            return Ok(());
        }
        let tag = seen.as_ref().map(|seen| seen.etag.as_str());
        let moved = store
            .move_pointer(Place::Public, &path, body.clone(), tag)
            .await?;
        if matches!(moved, Written::Now(_)) {
            return Ok(());
        }
    }
}

/// Removes everything that was there before an index was committed and that it does not name.
async fn purge(store: &Store, index: &Index, there: Vec<ObjectVersion>) -> Result<()> {
    let named = index.public_names();
    let gone = there
        .into_iter()
        // the directory of before: where shards begin there may be a part of a name
        .filter(|version| version.path.ends_with(POINTER) || !is_named(&version.path, &named));
    let gone = gone.map(|version| (version.path, version.id)).collect();
    store.delete_versions(Place::Public, gone).await
}
