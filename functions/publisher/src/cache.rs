//! Races that a publisher keeps in memory, so that their next change needs no download.

use chute_domain::last_used::{LastUsed, Weighs};
use chute_store::{Place, Tagged};

use super::{race::Race, state::RaceState};

/// How much memory the races that a publisher keeps may take in all, in bytes, unless it is a single
/// one: two marathons of 30,000 runners, or about 80,000 runners. The function on AWS has 1,769 MB.
pub(super) const MOST_BYTES: usize = 96 * 1024 * 1024;

/// A race as this publisher left it.
#[derive(Debug)]
pub(super) struct CachedRace {
    pub(super) state: RaceState,
    /// When its pointer was last moved, in unix milliseconds.
    pub(super) moved_ms: u64,
    /// The pointer as this publisher last saw or moved it, and its place.
    pub(super) pointer: Option<(Place, Tagged)>,
}

impl Weighs for CachedRace {
    fn bytes(&self) -> usize {
        let pointer = self.pointer.as_ref();
        self.state.bytes() + pointer.map_or(0, |(_, seen)| seen.body.len())
    }
}

impl From<RaceState> for CachedRace {
    fn from(state: RaceState) -> Self {
        Self {
            state,
            moved_ms: 0,
            pointer: None,
        }
    }
}

/// The pointer as this publisher left it, with the name of the manifest that was newest then.
pub(super) fn pointer_of(
    races: &LastUsed<CachedRace>,
    race: &Race<'_>,
) -> Option<(String, Tagged)> {
    races.seen(&race.key.to_string(), |ours| {
        let (_, pointer) = ours.pointer.as_ref().filter(|(place, _)| {
            *place == race.place && ours.state.manifest.record.born() == race.record.born()
        })?;
        Some((ours.state.name.clone(), pointer.clone()))
    })
}

pub(super) fn keep(races: &LastUsed<CachedRace>, race: CachedRace) {
    races.keep(race.state.key.to_string(), race);
}
