//! What a publisher remembers of a race, where it keeps that, and how it commits a publication.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    sync::PoisonError,
};

use chute_domain::{key::digest_bytes, state::RaceState};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};

use super::{KEPT, Publisher};
use crate::{Place, Result, Store, StoreError, Tagged, Written};

const STATE_FORMAT: u8 = 2;

/// The publisher's memory of a race between two publications.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) version: u64,
    /// Whether a pointer names this version, or is about to.
    pub(super) public: bool,
    /// Digest of the event and its years as published.
    pub(super) event_digest: String,
    /// The content-named files that exist.
    pub(super) files: BTreeSet<String>,
    pub(super) race: RaceState,
}

/// A race as this publisher left it.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) path: String,
    pub(super) memory: Memory,
    /// The file that holds `memory`; empty when there is none yet.
    pub(super) state: String,
    pub(super) moved_ms: u64,
}

/// Which state of a race is the newest: `current` beside it. Moving this with a condition on its tag is what commits a publication; the
/// public pointer follows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Current {
    pub(super) version: u64,
    pub(super) state: String,
    /// The state before, still there for a publisher that is about to read it.
    pub(super) previous: String,
}

pub(super) fn odd(what: &'static str) -> impl Fn(postcard::Error) -> StoreError {
    move |error| StoreError::Unreadable(what, Box::new(error))
}

pub(super) fn pack<T: Serialize>(value: &T, what: &'static str) -> Result<Vec<u8>> {
    let plain = postcard::to_stdvec(value).map_err(odd(what))?;
    let mut packed = GzEncoder::new(vec![STATE_FORMAT], Compression::fast());
    packed.write_all(&plain).and_then(|()| packed.finish()).map_err(|error| StoreError::Unreadable(what, Box::new(error)))
}

/// `None` when it is of another format or broken: it is then made anew from the tables.
pub(super) fn unpack<T: for<'de> Deserialize<'de>>(body: &[u8], what: &'static str) -> Option<T> {
    let (&STATE_FORMAT, packed) = body.split_first()? else { return None };
    let mut plain = Vec::new();
    let read = GzDecoder::new(packed).read_to_end(&mut plain).map_err(|error| error.to_string());
    match read.and_then(|_| postcard::from_bytes(&plain).map_err(|error| error.to_string())) {
        Ok(value) => Some(value),
        Err(cause) => {
            tracing::error!(what, cause, "unreadable, made anew from the tables");
            None
        }
    }
}

#[derive(Deserialize)]
struct PointerVersion {
    version: u64,
}

impl Publisher {
    pub(super) fn take(&self, path: &str) -> Option<Kept> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|race| race.path == path)?;
        Some(kept.remove(at))
    }

    pub(super) fn keep(&self, race: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(race);
    }

    /// Makes a memory the newest one; `None` when another publisher was faster.
    pub(super) async fn commit(&self, mut kept: Kept, seen: Option<&Tagged>) -> Result<Option<Kept>> {
        let body = pack(&kept.memory, "a race's state")?;
        let name = format!("{}-{}", kept.memory.version, digest_bytes(&body).get(..16).unwrap_or_default());
        self.store.put_state(&format!("{}/{name}", kept.path), body).await?;
        let before: Current = seen.map(read_current).transpose()?.unwrap_or_default();
        let current = Current { version: kept.memory.version, state: name.clone(), previous: before.state };
        let current = serde_json::to_vec(&current).map_err(|error| StoreError::Unreadable("a state's name", Box::new(error)))?;
        let etag = seen.map(|seen| seen.etag.as_str());
        if self.store.move_pointer(Place::State, &current_path(&kept.path), current, etag).await? == Written::Outrun {
            return Ok(None);
        }
        if !before.previous.is_empty() {
            self.store.delete_objects(Place::State, &[format!("{}/{}", kept.path, before.previous)]).await?;
        }
        kept.state = name;
        Ok(Some(kept))
    }

    /// Moves the public pointer to this version, unless a later one is there already; `false` when it was withdrawn meanwhile.
    pub(super) async fn point(&self, place: Place, path: &str, version: u64, body: Vec<u8>, mut seen: Option<Tagged>) -> Result<bool> {
        loop {
            if seen.as_ref().map(version_of).transpose()?.is_some_and(|named| named >= version) {
                return Ok(true);
            }
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if self.store.move_pointer(place, path, body.clone(), etag).await? != Written::Outrun {
                return Ok(true);
            }
            let now = self.store.get_object(place, path).await?;
            if seen.is_some() && now.is_none() {
                return Ok(false);
            }
            seen = now;
        }
    }

    /// What is remembered of the race: in this instance, or in the newest state.
    pub(super) async fn kept_or_loaded(&self, path: &str, current: Option<&Tagged>, pointer: Option<&Tagged>) -> Result<Kept> {
        let current = current.map(read_current).transpose()?;
        let state = current.as_ref().map(|current| current.state.clone()).unwrap_or_default();
        if let Some(kept) = self.take(path).filter(|kept| kept.state == state) {
            return Ok(kept);
        }
        // another publisher's: its pointer's time is known to the second
        let moved_ms = pointer.map_or(0, |pointer| pointer.written_ms.saturating_add(999));
        let kept = |memory| Kept { path: path.to_owned(), memory, state: state.clone(), moved_ms };
        let remembered = match self.store.get_object(Place::State, &format!("{path}/{state}")).await? {
            Some(stored) if current.is_some() => unpack(&stored.body, "a race's state"),
            _ => None,
        };
        if let Some(memory) = remembered {
            return Ok(kept(memory));
        }
        if current.is_none() && pointer.is_none() {
            return Ok(kept(Memory::default()));
        }
        let (slug, year) = path.split_once('/').unwrap_or_default();
        let race = self.store.load_race(slug, year).await?;
        let version = current.as_ref().map(|current| current.version).unwrap_or_default();
        Ok(kept(Memory { version, public: pointer.is_some(), race, ..Memory::default() }))
    }
}

impl Store {
    /// The names of all files of a race's newest version, the pointer included; `None` where nothing is remembered.
    pub(crate) async fn named_files(&self, path: &str) -> Result<Option<BTreeSet<String>>> {
        let Some(current) = self.get_object(Place::State, &current_path(path)).await? else { return Ok(None) };
        let state = read_current(&current)?.state;
        let Some(state) = self.get_object(Place::State, &format!("{path}/{state}")).await? else { return Ok(None) };
        let Some(memory) = unpack::<Memory>(&state.body, "a race's state") else { return Ok(None) };
        Ok(Some(memory.files.into_iter().chain(["current.json".to_owned()]).collect()))
    }
}

pub(super) fn current_path(path: &str) -> String {
    format!("{path}/current")
}

pub(super) fn read_current(stored: &Tagged) -> Result<Current> {
    serde_json::from_slice(&stored.body).map_err(|error| StoreError::Unreadable("a state's name", Box::new(error)))
}

pub(super) fn version_of(pointer: &Tagged) -> Result<u64> {
    let pointer: PointerVersion =
        serde_json::from_slice(&pointer.body).map_err(|error| StoreError::Unreadable("a pointer", Box::new(error)))?;
    Ok(pointer.version)
}
