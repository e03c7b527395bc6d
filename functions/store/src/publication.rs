//! Publishing: the next snapshot of a race from the last one and what changed (docs/decisions/storage.md, "Publisher state").
//!
//! Nothing here reads a table unless something is not as expected: a race published for the first time before its event's own news
//! arrived, a pointer that vanished, a rebuild.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use chute_domain::{
    event_time::EventTime,
    race::Event,
    snapshot,
    state::{Change, EventRecord, RaceState},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::{EventItem, Place, Result, Store, StoreError, Tagged, Written};

/// The least time between two publications of a race in milliseconds (contract 9.3).
const PAUSE_MS: u64 = 2_000;
/// How often a publisher starts again after another one was faster.
const TRIES: usize = 8;
const STATE_FORMAT: u8 = 1;

/// What a publication did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publication {
    /// The pointer names this version now.
    Version(u64),
    /// There was nothing new.
    Unchanged,
    /// There is nothing for readers: no such year, or nothing in it.
    Nothing,
}

/// The publisher's memory of a race between two publications.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Memory {
    version: u64,
    /// Whether a pointer named this version.
    public: bool,
    /// Digest of the event and its years as published.
    event_digest: String,
    /// The content-named files that exist.
    files: BTreeSet<String>,
    race: RaceState,
}

/// How many races a publisher keeps in memory.
const KEPT: usize = 8;

/// A publisher keeps the races it published last, so that the next change of one needs no download.
#[derive(Debug)]
pub struct Publisher {
    store: Store,
    kept: Mutex<Vec<Kept>>,
}

/// A race as this publisher left it.
#[derive(Debug)]
struct Kept {
    path: String,
    memory: Memory,
    moved_ms: u64,
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

fn place_of(event: &EventRecord) -> Place {
    if event.event.access_restricted { Place::Restricted } else { Place::Public }
}

fn odd(what: &'static str) -> impl Fn(postcard::Error) -> StoreError {
    move |error| StoreError::Unreadable(what, Box::new(error))
}

fn pack<T: Serialize>(value: &T, what: &'static str) -> Result<Vec<u8>> {
    let plain = postcard::to_stdvec(value).map_err(odd(what))?;
    let mut packed = GzEncoder::new(vec![STATE_FORMAT], Compression::fast());
    packed.write_all(&plain).and_then(|()| packed.finish()).map_err(|error| StoreError::Unreadable(what, Box::new(error)))
}

/// `None` when it is of another format: it is then made anew from the tables.
fn unpack<T: for<'de> Deserialize<'de>>(body: &[u8], what: &'static str) -> Result<Option<T>> {
    let Some((&STATE_FORMAT, packed)) = body.split_first() else { return Ok(None) };
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain).map_err(|error| StoreError::Unreadable(what, Box::new(error)))?;
    postcard::from_bytes(&plain).map(Some).map_err(odd(what))
}

#[derive(Deserialize)]
struct PointerVersion {
    version: u64,
}

impl Publisher {
    /// A publisher over the store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, kept: Mutex::default() }
    }

    /// Publishes what changed in a race. Waits where the last publication is less than two seconds ago.
    ///
    /// # Errors
    /// When the buckets do not answer, or other publishers are faster again and again; nothing is lost, a repeat does the rest.
    pub async fn race_changed(&self, slug: &str, year: &str, changes: &[Change]) -> Result<Publication> {
        let mut event = self.known_event(slug).await?;
        if event.as_ref().is_none_or(|event| !event.years.contains_key(year)) {
            event = self.store.load_event(slug).await?;
        }
        for _ in 0..TRIES {
            let Some(known) = event else { return Ok(Publication::Nothing) };
            match self.attempt(&known, year, changes, false).await? {
                Some(done) => return Ok(done),
                // somebody published or withdrew in between: what is true now stands in the table
                None => event = self.store.load_event(slug).await?,
            }
        }
        Err(StoreError::Busy("other publishers were faster".into()))
    }

    /// Takes over the news of an event or its years, then publishes all its years, the index and the event's own file.
    ///
    /// # Errors
    /// As [`Publisher::race_changed`].
    pub async fn event_changed(&self, slug: &str, items: Vec<EventItem>) -> Result<()> {
        let path = format!("{slug}/event");
        let (before, after) = loop {
            let seen = self.store.get_object(Place::State, &path).await?;
            let before: Option<EventRecord> = match &seen {
                Some(Tagged { body, .. }) => unpack(body, "an event's state")?.flatten(),
                None => None,
            };
            let mut after = before.clone();
            for item in items.clone() {
                item.apply(&mut after);
            }
            // a year's news can come without its event's: the table has it
            if after.as_ref().is_some_and(|event| event.event.slug.is_empty()) {
                after = self.store.load_event(slug).await?;
            }
            let body = pack(&after, "an event's state")?;
            if matches!(
                self.store.move_pointer(Place::State, &path, body, seen.as_ref().map(|seen| seen.etag.as_str())).await?,
                Written::Now(_)
            ) {
                break (before, after);
            }
        };
        self.publish_event(slug, before.as_ref(), after.as_ref()).await
    }

    async fn publish_event(&self, slug: &str, before: Option<&EventRecord>, after: Option<&EventRecord>) -> Result<()> {
        let public = after.filter(|event| !event.event.access_restricted);
        self.update_index(slug, public.map(EventRecord::event)).await?;
        let Some(event) = after else {
            self.store.withdraw(Place::Public, &format!("{slug}/")).await?;
            return self.store.withdraw(Place::Restricted, &format!("{slug}/")).await;
        };
        let other = if event.event.access_restricted { Place::Public } else { Place::Restricted };
        self.store.withdraw(other, &format!("{slug}/")).await?;
        for gone in before.iter().flat_map(|event| event.years.keys()).filter(|year| !event.years.contains_key(*year)) {
            self.store.withdraw(place_of(event), &format!("{slug}/{gone}/")).await?;
        }
        self.replace(place_of(event), &format!("{slug}/current.json"), &event_file(event)).await?;
        for year in event.years.keys() {
            self.race_changed(slug, year, &[]).await?;
        }
        Ok(())
    }

    async fn replace(&self, place: Place, path: &str, body: &[u8]) -> Result<()> {
        loop {
            let seen = self.store.get_object(place, path).await?;
            if seen.as_ref().is_some_and(|seen| seen.body == body) {
                return Ok(());
            }
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if matches!(self.store.move_pointer(place, path, body.to_vec(), etag).await?, Written::Now(_)) {
                return Ok(());
            }
        }
    }

    /// Puts the event into the published list, or takes it out.
    async fn update_index(&self, slug: &str, event: Option<Event>) -> Result<()> {
        loop {
            let seen = self.store.get_object(Place::Public, "index.json").await?;
            let mut index: Index = match &seen {
                Some(seen) => serde_json::from_slice(&seen.body).map_err(|error| StoreError::Unreadable("the index", Box::new(error)))?,
                None => Index { updated_at: EventTime::default(), events: self.public_events().await? },
            };
            let before = index.events.clone();
            index.events.retain(|known| known.slug != slug);
            index.events.extend(event.clone());
            sort_events(&mut index.events);
            if seen.is_some() && index.events == before {
                return Ok(());
            }
            index.updated_at = EventTime::from_unix(i64::try_from(now_ms() / 1000).unwrap_or_default());
            let body = serde_json::to_vec(&index).map_err(|error| StoreError::Unreadable("the index", Box::new(error)))?;
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if matches!(self.store.move_pointer(Place::Public, "index.json", body, etag).await?, Written::Now(_)) {
                return Ok(());
            }
        }
    }

    async fn public_events(&self) -> Result<Vec<Event>> {
        let records = self.store.all_events().await?;
        Ok(records.iter().filter(|record| !record.event.access_restricted).map(EventRecord::event).collect())
    }

    async fn known_event(&self, slug: &str) -> Result<Option<EventRecord>> {
        match self.store.get_object(Place::State, &format!("{slug}/event")).await? {
            Some(seen) => Ok(unpack(&seen.body, "an event's state")?.flatten()),
            None => Ok(None),
        }
    }

    /// One try; `None` when it must start again with the event as the table has it.
    async fn attempt(&self, event: &EventRecord, year: &str, changes: &[Change], anew: bool) -> Result<Option<Publication>> {
        let Some(record) = event.years.get(year) else { return Ok(Some(Publication::Nothing)) };
        let (place, path) = (place_of(event), format!("{}/{year}", event.event.slug));
        let seen = self.store.get_object(place, &format!("{path}/current.json")).await?;
        let Kept { mut memory, moved_ms, .. } = self.memory(&path, seen.as_ref()).await?;
        if memory.public && seen.is_none() && !changes.is_empty() {
            // withdrawn since: publish only what the table confirms
            let confirmed = self.store.load_event(&event.event.slug).await?;
            if confirmed.as_ref() != Some(event) {
                return Ok(None);
            }
        }
        if anew {
            memory.race = self.store.load_race(&event.event.slug, year).await?;
        }
        let digest = event_digest(event)?;
        let before = if changes.is_empty() { None } else { Some(memory.race.clone()) };
        for change in changes {
            memory.race.apply(change.clone());
        }
        let changed = anew || before.is_some_and(|before| before != memory.race) || digest != memory.event_digest;
        if !changed && seen.is_some() == memory.public {
            self.keep(Kept { path, memory, moved_ms });
            return Ok(Some(Publication::Unchanged));
        }
        memory.event_digest = digest;
        let shown = memory.race.shown(record);
        memory.version += 1;
        memory.public = seen.is_some() || !(shown.rows.is_empty() && shown.participants.is_empty() && shown.distances.is_empty());
        if !memory.public {
            self.store.put_state(&state_path(&path, memory.version), pack(&memory, "a race's state")?).await?;
            self.keep(Kept { path, memory, moved_ms });
            return Ok(Some(Publication::Nothing));
        }
        let updated_at = EventTime::from_unix(i64::try_from(now_ms() / 1000).unwrap_or_default());
        let input = snapshot::Input { event: &event.event(), year: &record.year, years: &event.years(), shown: &shown };
        let published = snapshot::write(&input, memory.version, &updated_at);
        self.commit(place, Kept { path, memory, moved_ms }, published, seen.as_ref()).await
    }

    async fn commit(
        &self,
        place: Place,
        Kept { path, mut memory, moved_ms }: Kept,
        published: snapshot::Published,
        seen: Option<&Tagged>,
    ) -> Result<Option<Publication>> {
        let known = std::mem::take(&mut memory.files);
        memory.files = published.files.iter().map(|file| file.name.clone()).collect();
        let state = pack(&memory, "a race's state")?;
        let store = &self.store;
        let new_files = published.files.into_iter().filter(|file| !known.contains(&file.name));
        let upload = stream::iter(new_files)
            .map(|file| {
                let path = format!("{path}/{}", file.name);
                async move { store.put_file(place, &path, file.body).await }
            })
            .buffer_unordered(8)
            .try_collect::<Vec<()>>();
        let state_path = state_path(&path, memory.version);
        futures::try_join!(store.put_state(&state_path, state), upload)?;
        let pointer = format!("{path}/current.json");
        wait_until(moved_ms + PAUSE_MS).await;
        match store.move_pointer(place, &pointer, published.pointer_json, seen.map(|seen| seen.etag.as_str())).await? {
            Written::Outrun => Ok(None),
            Written::Now(_) => {
                let version = memory.version;
                let old = format!("{path}/{}", version.saturating_sub(1));
                store.delete_objects(Place::State, &[old]).await?;
                self.keep(Kept { path, memory, moved_ms: now_ms() });
                Ok(Some(Publication::Version(version)))
            }
        }
    }

    /// What is remembered of the race: of the version that the pointer names, else of the newest there is.
    async fn memory(&self, path: &str, pointer: Option<&Tagged>) -> Result<Kept> {
        let version = match pointer {
            Some(pointer) => {
                let pointer: PointerVersion =
                    serde_json::from_slice(&pointer.body).map_err(|error| StoreError::Unreadable("a pointer", Box::new(error)))?;
                Some(pointer.version)
            }
            None => None,
        };
        if let Some(kept) = self.take(path)
            && version.is_none_or(|version| version == kept.memory.version)
            && version.is_some() == kept.memory.public
        {
            return Ok(kept);
        }
        // another publisher's: its pointer's time is known to the second
        let moved_ms = pointer.map_or(0, |pointer| pointer.written_ms.saturating_add(999));
        let kept = |memory| Kept { path: path.to_owned(), memory, moved_ms };
        let version = match version {
            Some(version) => Some(version),
            None => self.newest_state(path).await?,
        };
        let Some(version) = version else { return Ok(kept(Memory::default())) };
        let remembered = match self.store.get_object(Place::State, &state_path(path, version)).await? {
            Some(state) => unpack(&state.body, "a race's state")?,
            None => None,
        };
        match remembered {
            Some(memory) => Ok(kept(memory)),
            None => {
                let (slug, year) = path.split_once('/').unwrap_or_default();
                let race = self.store.load_race(slug, year).await?;
                Ok(kept(Memory { version, public: pointer.is_some(), race, ..Memory::default() }))
            }
        }
    }

    fn take(&self, path: &str) -> Option<Kept> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|race| race.path == path)?;
        Some(kept.remove(at))
    }

    fn keep(&self, race: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(race);
    }

    async fn newest_state(&self, path: &str) -> Result<Option<u64>> {
        let states = self.store.list_objects(Place::State, &format!("{path}/")).await?;
        Ok(states.iter().filter_map(|path| path.rsplit_once('/')?.1.parse().ok()).max())
    }

    /// Publishes a race from the tables alone.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn rebuild(&self, slug: &str, year: &str) -> Result<Publication> {
        for _ in 0..TRIES {
            let Some(event) = self.store.load_event(slug).await? else { return Ok(Publication::Nothing) };
            if let Some(done) = self.attempt(&event, year, &[], true).await? {
                return Ok(done);
            }
        }
        Err(StoreError::Busy("other publishers were faster".into()))
    }
}

async fn wait_until(ms: u64) {
    let now = now_ms();
    if ms > now {
        tokio::time::sleep(Duration::from_millis((ms - now).min(PAUSE_MS + 1_000))).await;
    }
}

fn state_path(path: &str, version: u64) -> String {
    format!("{path}/{version}")
}

/// Everything of the event that a snapshot or the choice of its rows depends on.
fn event_digest(event: &EventRecord) -> Result<String> {
    let plain = postcard::to_stdvec(event).map_err(odd("an event"))?;
    Ok(chute_domain::key::digest_bytes(&plain))
}

#[derive(Serialize)]
struct EventFile<'e> {
    slug: &'e str,
    latest: Option<&'e str>,
    years: &'e [chute_domain::race::Year],
}

fn event_file(event: &EventRecord) -> Vec<u8> {
    let years = event.years();
    let latest = chute_domain::race::latest_year(&years).map(|year| year.year.as_str());
    serde_json::to_vec(&EventFile { slug: &event.event.slug, latest, years: &years }).unwrap_or_default()
}

#[derive(Serialize, Deserialize)]
struct Index {
    updated_at: EventTime,
    events: Vec<Event>,
}

/// Puts events in the order of the contract (6.3): newest first, those without years last, then by slug.
pub fn sort_events(events: &mut [Event]) {
    let newest = |event: &Event| event.recent_time.as_ref().map(EventTime::instant);
    events.sort_by(|a, b| newest(b).cmp(&newest(a)).then_with(|| a.slug.cmp(&b.slug)));
}

/// How the published files of a race compare with what the tables say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Byte for byte the same.
    Identical(usize),
    /// These files differ or are missing.
    Different(Vec<String>),
    /// Nothing is published.
    NotPublished,
}

impl Store {
    /// The names of all files that the pointer of a race names, itself included; `None` where nothing is published or remembered.
    pub(crate) async fn named_files(&self, place: Place, path: &str) -> Result<Option<BTreeSet<String>>> {
        let Some(pointer) = self.get_object(place, &format!("{path}/current.json")).await? else { return Ok(None) };
        let shape = |error: serde_json::Error| StoreError::Unreadable("a pointer", Box::new(error));
        let PointerVersion { version } = serde_json::from_slice(&pointer.body).map_err(shape)?;
        let Some(state) = self.get_object(Place::State, &state_path(path, version)).await? else { return Ok(None) };
        let Some(memory) = unpack::<Memory>(&state.body, "a race's state")? else { return Ok(None) };
        Ok(Some(memory.files.into_iter().chain(["current.json".to_owned()]).collect()))
    }

    /// All items of a race from the tables.
    ///
    /// # Errors
    /// When the tables do not answer.
    pub async fn load_race(&self, slug: &str, year: &str) -> Result<RaceState> {
        let (rows, distances, segments, participants) = futures::try_join!(
            self.rows_of_race(slug, year),
            self.distances_of(slug, year),
            self.segments_of(slug, year),
            self.known_participants_of(slug, year)
        )?;
        let mut race = RaceState { participants: participants.into_iter().collect(), ..RaceState::default() };
        race.rows = rows.into_iter().map(|row| (row.key(), row)).collect();
        race.distances = distances.into_iter().filter_map(|item| Some((item.item.as_ref()?.name.clone(), item))).collect();
        let named = segments.into_iter().filter_map(|item| {
            let segment = item.item.as_ref()?;
            Some(((segment.distance_name.clone(), segment.name.clone()), item))
        });
        race.segments = named.collect();
        Ok(race)
    }

    /// Compares the published files of a race with what the tables give.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn verify_race(&self, slug: &str, year: &str) -> Result<Verdict> {
        let Some(event) = self.load_event(slug).await? else { return Ok(Verdict::NotPublished) };
        let Some(record) = event.years.get(year) else { return Ok(Verdict::NotPublished) };
        let (place, path) = (place_of(&event), format!("{slug}/{year}"));
        let Some(pointer) = self.get_object(place, &format!("{path}/current.json")).await? else { return Ok(Verdict::NotPublished) };
        let shape = |error: serde_json::Error| StoreError::Unreadable("a pointer", Box::new(error));
        let seen: SeenPointer = serde_json::from_slice(&pointer.body).map_err(shape)?;
        let shown = self.load_race(slug, year).await?.shown(record);
        let input = snapshot::Input { event: &event.event(), year: &record.year, years: &event.years(), shown: &shown };
        let wanted = snapshot::write(&input, seen.version, &seen.updated_at);
        let mut different = Vec::new();
        if wanted.pointer_json != pointer.body {
            different.push("current.json".to_owned());
        }
        let files = wanted.files.len() + 1;
        for file in wanted.files {
            let stored = self.get_object(place, &format!("{path}/{}", file.name)).await?;
            if stored.is_none_or(|stored| stored.body != file.body) {
                different.push(file.name);
            }
        }
        Ok(if different.is_empty() { Verdict::Identical(files) } else { Verdict::Different(different) })
    }
}

#[derive(Deserialize)]
struct SeenPointer {
    version: u64,
    updated_at: EventTime,
}
