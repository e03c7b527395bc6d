//! Races that a publisher keeps in memory, so that their next change needs no download.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chute_domain::race::RaceKey;
use chute_store::{Place, Tagged};

use super::{race::Race, state::RaceState};

/// The maximum number of people and participants in all races that a publisher keeps in memory.
const MOST_KEPT: usize = 60_000;

/// A race as this publisher left it.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) state: RaceState,
    /// When its pointer was last moved, in unix milliseconds.
    pub(super) moved_ms: u64,
    /// The pointer as this publisher last saw or moved it, and its place.
    pub(super) pointer: Option<(Place, Tagged)>,
}

impl From<RaceState> for Kept {
    fn from(state: RaceState) -> Self {
        Self {
            state,
            moved_ms: 0,
            pointer: None,
        }
    }
}

/// The races that were published last.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<Vec<Kept>>);

impl Cache {
    fn races(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take(&self, key: &RaceKey) -> Option<Kept> {
        let mut races = self.races();
        let at = races.iter().position(|race| race.state.key == *key)?;
        Some(races.remove(at))
    }

    /// Keeps a race in memory, along with the most recently used others that still fit.
    pub(super) fn keep(&self, race: Kept) {
        let mut races = self.races();
        races.push(race);
        let mut weight = 0;
        let first = races.iter().rposition(|race| {
            weight += race.state.weight();
            weight > MOST_KEPT
        });
        let last = races.len() - 1;
        races.drain(..first.map_or(0, |first| (first + 1).min(last)));
    }

    /// The pointer as this publisher left it, with the name of the manifest that was newest then.
    pub(super) fn pointer_of(&self, race: &Race<'_>) -> Option<(String, Tagged)> {
        let races = self.races();
        let ours = races.iter().find(|kept| {
            kept.state.key == race.key && kept.state.manifest.record.born() == race.record.born()
        })?;
        let (_, pointer) = ours
            .pointer
            .as_ref()
            .filter(|(place, _)| *place == race.place)?;
        Some((ours.state.name.clone(), pointer.clone()))
    }
}
