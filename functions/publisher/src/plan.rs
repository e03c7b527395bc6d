//! Why a version is made, and what it is made from: decided once, from what was seen, before
//! anything is made.

use std::collections::BTreeSet;

use chute_domain::{liveness::Origin, snapshot::Cause, state::Change};
use chute_store::Result;

use super::{
    manifest::Current,
    race::{Race, Standing},
    state::RaceState,
};

/// Where a publication takes its changes from.
#[derive(Clone, Copy)]
pub(super) enum Source<'s> {
    Changes(&'s [Change], Cause),
    Tables,
}

impl Source<'_> {
    /// How much work it is, in changes. A race that is made from the tables counts as its rows, and
    /// as large if nobody knows how many these are.
    pub(super) fn size(&self, current: Option<&Current>) -> usize {
        match self {
            Self::Changes(changes, _) => changes.len(),
            Self::Tables => current.map_or(usize::MAX, |current| current.rows),
        }
    }
}

/// Why a version is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The race is made from the tables alone: its state cannot be read, is of another incarnation
    /// of the year, or is not to be trusted. Nobody knows whose names its files contain.
    Rebuild,
    /// The event, its years or the year's deletes are otherwise than published.
    Event,
    /// The pointer names none or another version than was committed, or there are files left to
    /// remove.
    Unfinished,
    /// At most the race's own items have changed. There is a version if readers see something of it.
    Items,
}

pub(super) struct Plan<'c> {
    why: Why,
    pub(super) source: Source<'c>,
    /// The version's number, if there is one.
    pub(super) version: u64,
    /// The published files of the version before, which the pointer names. `None` for a race that is
    /// made from the tables, is published for the first time, or whose pointer has vanished: what
    /// that named may be gone as well. Such a version begins anew, and relies on no file.
    pub(super) base: Option<BTreeSet<String>>,
    /// Whether there is a pointer. Once there is one, the race stays public even if it is empty.
    pub(super) is_pointed: bool,
}

impl<'c> Plan<'c> {
    pub(super) fn of(
        source: Source<'c>,
        race: &Race<'_>,
        seen: &Standing,
        state: &RaceState,
    ) -> Result<Self> {
        let manifest = &state.manifest;
        let named = seen.version()?;
        let is_rebuild = matches!(source, Source::Tables);
        let why = if is_rebuild {
            Why::Rebuild
        } else if manifest.event_digest != race.digest {
            Why::Event
        } else if named != manifest.public.then_some(manifest.version) || manifest.purge {
            Why::Unfinished
        } else {
            Why::Items
        };
        Ok(Self {
            why,
            source,
            version: race
                .record
                .first_version()
                .max(manifest.version + 1)
                .max(named.unwrap_or_default() + 1),
            base: (named.is_some() && !is_rebuild).then(|| state.public_names()),
            is_pointed: named.is_some(),
        })
    }

    /// Whether there is a version even if no item has changed.
    pub(super) fn is_due(&self) -> bool {
        self.why != Why::Items
    }

    /// Whether nobody can tell whose names earlier versions must not show.
    pub(super) fn forgets_earlier(&self) -> bool {
        self.why == Why::Rebuild
    }

    /// Whether readers can get this file already.
    pub(super) fn has(&self, file: &str) -> bool {
        self.base.as_ref().is_some_and(|base| base.contains(file))
    }
}

/// The cause of a version, judging by its changes: corrections by hand if there is nothing else; by
/// its rows a return if one wrote any of them, an import if one wrote all of them, otherwise an
/// upload.
pub(super) fn cause_of(changes: &[Change]) -> Cause {
    let by_hand = |change: &Change| matches!(change, Change::Correction(..));
    if !changes.is_empty() && changes.iter().all(by_hand) {
        return Cause::Correction;
    }
    let origins: BTreeSet<u8> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Row(row) => Some(row.mark.origin as u8),
            _ => None,
        })
        .collect();
    if origins.contains(&(Origin::RollBack as u8)) {
        Cause::RollBack
    } else if origins.contains(&(Origin::Import as u8)) && origins.len() == 1 {
        Cause::Import
    } else {
        Cause::Upload
    }
}
