//! Publishing: the next snapshot of a race from the last one and what changed (docs/decisions/storage.md, "Publisher state").
//!
//! Nothing here reads a table unless something is not as expected: a race published for the first time before its event's own news
//! arrived, a pointer that vanished, a rebuild.

mod event;
mod memory;

use std::{
    sync::Mutex,
    time::{Duration, SystemTime},
};

use chute_domain::{
    event_time::EventTime,
    snapshot,
    state::{Change, EventRecord},
};
use futures::{StreamExt, TryStreamExt, stream};

pub use event::sort_events;
use memory::{Kept, Memory, current_path, odd, unpack, version_of};

use crate::{Place, Result, Store, StoreError};

/// The least time between two publications of a race in milliseconds (contract 9.3).
const PAUSE_MS: u64 = 2_000;
/// How often a publisher starts again after another one was faster.
const TRIES: usize = 8;

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

/// How many races a publisher keeps in memory.
const KEPT: usize = 8;

/// A publisher keeps the races it published last, so that the next change of one needs no download.
#[derive(Debug)]
pub struct Publisher {
    store: Store,
    kept: Mutex<Vec<Kept>>,
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

pub(crate) fn place_of(event: &EventRecord) -> Place {
    if event.event.access_restricted { Place::Restricted } else { Place::Public }
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

    async fn known_event(&self, slug: &str) -> Result<Option<EventRecord>> {
        match self.store.get_object(Place::State, &format!("{slug}/event")).await? {
            Some(seen) => Ok(unpack(&seen.body, "an event's state").flatten()),
            None => Ok(None),
        }
    }

    /// One try; `None` when it must start again with the event as the table has it.
    async fn attempt(&self, event: &EventRecord, year: &str, changes: &[Change], anew: bool) -> Result<Option<Publication>> {
        let Some(record) = event.years.get(year) else { return Ok(Some(Publication::Nothing)) };
        let (place, path) = (place_of(event), format!("{}/{year}", event.event.slug));
        let (current_path, pointer_path) = (current_path(&path), format!("{path}/current.json"));
        let (current, pointer) =
            futures::try_join!(self.store.get_object(Place::State, &current_path), self.store.get_object(place, &pointer_path))?;
        let mut kept = self.kept_or_loaded(&path, current.as_ref(), pointer.as_ref()).await?;
        if pointer.is_none() {
            // withdrawn since, or never there: publish only what the table confirms, and no file is where it was
            kept.memory.files.clear();
            let confirmed = self.store.load_event(&event.event.slug).await?;
            if confirmed.as_ref() != Some(event) {
                return Ok(None);
            }
        }
        let changed = self.bring_up_to_date(&mut kept.memory, event, year, changes, anew).await?;
        let named = pointer.as_ref().map(version_of).transpose()?;
        let named_as_it_should = named == kept.memory.public.then_some(kept.memory.version);
        // versions never go back, whatever was lost
        kept.memory.version = kept.memory.version.max(named.unwrap_or_default());
        if !changed && named_as_it_should {
            self.keep(kept);
            return Ok(Some(Publication::Unchanged));
        }
        let shown = kept.memory.race.shown(record);
        kept.memory.version += 1;
        kept.memory.public = pointer.is_some() || !(shown.rows.is_empty() && shown.participants.is_empty() && shown.distances.is_empty());
        if !kept.memory.public {
            let committed = self.commit(kept, current.as_ref()).await?;
            return Ok(committed.map(|kept| {
                self.keep(kept);
                Publication::Nothing
            }));
        }
        let updated_at = EventTime::from_unix(i64::try_from(now_ms() / 1000).unwrap_or_default());
        let input = snapshot::Input { event: &event.event(), year: &record.year, years: &event.years(), shown: &shown };
        let published = snapshot::write(&input, kept.memory.version, &updated_at);
        let known = std::mem::replace(&mut kept.memory.files, published.files.iter().map(|file| file.name.clone()).collect());
        let new_files = published.files.into_iter().filter(|file| !known.contains(&file.name)).collect();
        self.upload(place, &path, new_files).await?;
        wait_until(kept.moved_ms + PAUSE_MS).await;
        let Some(mut kept) = self.commit(kept, current.as_ref()).await? else { return Ok(None) };
        if !self.point(place, &pointer_path, kept.memory.version, published.pointer_json, pointer).await? {
            return Ok(None);
        }
        kept.moved_ms = now_ms();
        let version = kept.memory.version;
        self.keep(kept);
        Ok(Some(Publication::Version(version)))
    }

    /// Applies what changed, or takes everything anew from the tables; says whether there is something to publish.
    async fn bring_up_to_date(&self, memory: &mut Memory, event: &EventRecord, year: &str, changes: &[Change], anew: bool) -> Result<bool> {
        let digest = event_digest(event)?;
        let mut changed = anew || digest != memory.event_digest;
        memory.event_digest = digest;
        if anew {
            memory.race = self.store.load_race(&event.event.slug, year).await?;
        }
        if !changes.is_empty() {
            let before = memory.race.clone();
            for change in changes {
                memory.race.apply(change.clone());
            }
            changed |= before != memory.race;
        }
        Ok(changed)
    }

    async fn upload(&self, place: Place, path: &str, files: Vec<snapshot::File>) -> Result<()> {
        let uploads = stream::iter(files).map(|file| {
            let path = format!("{path}/{}", file.name);
            async move { self.store.put_file(place, &path, file.body).await }
        });
        uploads.buffer_unordered(8).try_collect().await
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

/// Everything of the event that a snapshot or the choice of its rows depends on.
fn event_digest(event: &EventRecord) -> Result<String> {
    let plain = postcard::to_stdvec(event).map_err(odd("an event"))?;
    Ok(chute_domain::key::digest_bytes(&plain))
}
