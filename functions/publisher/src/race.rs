//! A year of an event, as it is to be published, and what of it is stored.

use std::collections::BTreeSet;

use chute_domain::{
    race::{EventKind, RaceKey, YearKey},
    state::{EventRecord, YearRecord},
};
use chute_store::{
    ObjectVersion, POINTER, Place, Result, Store, Tagged, Written, pointer_path, read_pointer,
};
use futures::TryStreamExt;

use super::manifest::Current;

/// A year of an event, and where its files are.
pub(super) struct Race<'e> {
    pub(super) event: &'e EventRecord,
    pub(super) record: &'e YearRecord,
    pub(super) place: Place,
    pub(super) key: RaceKey,
    /// Digest of everything published about the event and its years, and of the year's deletes.
    pub(super) digest: String,
}

impl<'e> Race<'e> {
    pub(super) fn of(event: &'e EventRecord, year: &YearKey) -> Option<Self> {
        let record = event.years.get(year)?;
        Some(Self {
            event,
            record,
            place: Place::of(event),
            key: event.race(record),
            digest: event.digest_of(record).ok()?,
        })
    }

    pub(super) fn kind(&self) -> EventKind {
        EventKind::of(&self.event.event.kind)
    }

    pub(super) fn pointer(&self) -> String {
        pointer_path(&self.key)
    }
}

/// The state when a publication began.
pub(super) struct Standing {
    /// The object that names the newest manifest, and its tag.
    pub(super) current: Option<(Current, String)>,
    pub(super) pointer: Option<Tagged>,
}

impl Standing {
    /// Whether it belongs to an earlier incarnation of the year, before it was deleted and created
    /// again.
    pub(super) fn is_of_another_incarnation(&self, race: &Race<'_>) -> bool {
        self.current
            .as_ref()
            .is_some_and(|(current, _)| current.born != race.record.born())
    }

    /// Whether the newest version is up to date with the event, and the pointer names it. If so,
    /// and if no rows changed, there is nothing to do.
    pub(super) fn is_settled(&self, race: &Race<'_>) -> Result<bool> {
        let Some((current, _)) = &self.current else {
            return Ok(false);
        };
        let public = (!current.head.is_empty()).then_some(current.version);
        Ok(current.event_digest == race.digest && self.version()? == public && !current.unsettled)
    }

    /// The version that the pointer names.
    pub(super) fn version(&self) -> Result<Option<u64>> {
        self.pointer.as_ref().map(version_of).transpose()
    }
}

/// The version that a pointer names.
pub(super) fn version_of(pointer: &Tagged) -> Result<u64> {
    Ok(read_pointer(pointer)?.version)
}

/// The object that names a race's newest manifest, and its tag.
pub(super) async fn current_of(store: &Store, key: &RaceKey) -> Result<Option<(Current, String)>> {
    let stored = store.get_object(Place::State, &Current::path(key)).await?;
    stored
        .map(|stored| Ok((Current::read(&stored)?, stored.etag)))
        .transpose()
}

/// Replaces `current` of a race, if it still has this tag.
pub(super) async fn move_current(
    store: &Store,
    key: &RaceKey,
    current: &Current,
    tag: Option<&str>,
) -> Result<Written> {
    let path = Current::path(key);
    store
        .move_pointer(Place::State, &path, current.body()?, tag)
        .await
}

/// All versions of all objects below a folder.
pub(super) async fn versions_below(
    store: &Store,
    place: Place,
    folder: &str,
) -> Result<Vec<ObjectVersion>> {
    store
        .list_versions(place, &format!("{folder}/"))
        .try_concat()
        .await
}

/// Whether a path is that of a pointer, or of a file with one of these names.
pub(super) fn is_named(path: &str, named: &BTreeSet<String>) -> bool {
    path.rsplit('/')
        .next()
        .is_some_and(|name| name == POINTER || named.contains(name))
}
