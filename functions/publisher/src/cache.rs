//! Races that a publisher keeps in memory, so that their next change needs no download.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chute_domain::race::RaceKey;
use chute_store::{Place, Tagged};

use super::{race::Race, state::RaceState};

/// How much memory the races that a publisher keeps may take in all, in bytes, unless it is a single
/// one: two marathons of 30,000 runners, or about 80,000 runners. The two publishers of `chute
/// serve` keep twice that at most, and the function on AWS has 1,769 MB.
const MOST_BYTES: usize = 96 * 1024 * 1024;

/// A race as this publisher left it.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) state: RaceState,
    /// When its pointer was last moved, in unix milliseconds.
    pub(super) moved_ms: u64,
    /// The pointer as this publisher last saw or moved it, and its place.
    pub(super) pointer: Option<(Place, Tagged)>,
}

impl Kept {
    fn bytes(&self) -> usize {
        let pointer = self.pointer.as_ref();
        size_of::<Self>() + self.state.bytes() + pointer.map_or(0, |(_, seen)| seen.body.len())
    }
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

/// The races that were published last, in this order, each with its size in bytes.
#[derive(Debug)]
pub(super) struct Cache {
    most_bytes: usize,
    races: Mutex<Vec<(usize, Kept)>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::of(MOST_BYTES)
    }
}

impl Cache {
    fn of(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            races: Mutex::default(),
        }
    }

    fn races(&self) -> MutexGuard<'_, Vec<(usize, Kept)>> {
        self.races.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take(&self, key: &RaceKey) -> Option<Kept> {
        let mut races = self.races();
        let at = races.iter().position(|(_, race)| race.state.key == *key)?;
        Some(races.remove(at).1)
    }

    /// Keeps a race in memory, along with the most recently used others that still fit.
    pub(super) fn keep(&self, race: Kept) {
        let mut races = self.races();
        // somebody else may have published it beside this one
        races.retain(|(_, known)| known.state.key != race.state.key);
        races.push((race.bytes(), race));
        let mut bytes = 0;
        let first = races.iter().rposition(|(size, _)| {
            bytes += size;
            bytes > self.most_bytes
        });
        let last = races.len() - 1;
        races.drain(..first.map_or(0, |first| (first + 1).min(last)));
    }

    /// The pointer as this publisher left it, with the name of the manifest that was newest then.
    pub(super) fn pointer_of(&self, race: &Race<'_>) -> Option<(String, Tagged)> {
        let races = self.races();
        let (_, ours) = races.iter().find(|(_, kept)| {
            kept.state.key == race.key && kept.state.manifest.record.born() == race.record.born()
        })?;
        let (_, pointer) = ours
            .pointer
            .as_ref()
            .filter(|(place, _)| *place == race.place)?;
        Some((ours.state.name.clone(), pointer.clone()))
    }
}

#[cfg(test)]
mod tests {
    use chute_domain::race::Slug;
    use proptest::prelude::*;

    use super::*;

    const RACES: usize = 5;

    /// A race with this many files, which its size is in proportion to.
    fn race(number: usize, files: usize) -> Kept {
        let mut state = RaceState::new(&key(number));
        state.manifest.heads = vec!["h-0123456789abcdef".to_owned(); files];
        state.into()
    }

    fn key(number: usize) -> RaceKey {
        Slug::new("race").year(&number.to_string())
    }

    proptest! {
        /// What is kept after each use is the longest row of races used last that fits, or one.
        #[test]
        fn the_races_used_last_are_kept_as_far_as_they_fit(uses in prop::collection::vec((0..RACES, 0..1_000_usize, any::<bool>()), 1..60)) {
            let cache = Cache::of(2 * race(0, 400).bytes());
            let mut used: Vec<(usize, usize)> = Vec::new();
            for (number, files, takes) in uses {
                let at = used.iter().position(|(known, _)| *known == number);
                let known = at.map(|at| used.remove(at).1);
                if takes {
                    let was = cache.take(&key(number)).map(|kept| kept.state.manifest.heads.len());
                    prop_assert_eq!(was, known);
                }
                cache.keep(race(number, files));
                used.push((number, files));
                let sizes = |used: &[(usize, usize)]| used.iter().map(|(number, files)| race(*number, *files).bytes()).sum::<usize>();
                while used.len() > 1 && sizes(&used) > cache.most_bytes {
                    used.remove(0);
                }
                let kept: Vec<usize> = cache.races().iter().map(|(_, kept)| kept.state.manifest.heads.len()).collect();
                prop_assert_eq!(kept, used.iter().map(|(_, files)| *files).collect::<Vec<_>>());
            }
        }
    }
}
