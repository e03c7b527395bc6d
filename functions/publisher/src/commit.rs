//! Commits a version: stores its files, makes its manifest the newest one if nobody was faster,
//! moves the pointer, and removes what must not be found any more. What a crash leaves after each of
//! these steps is in the crate's documentation.

use std::time::Duration;

use chute_domain::{race::RaceKey, state::EventRecord};
use chute_store::{ObjectVersion, Place, Result, Store, Tagged, Written};

use super::{
    cache::CachedRace,
    names,
    race::{Race, Standing, current_of, is_named, move_current, version_of, versions_below},
    reservation::Reserver,
    state::RaceState,
    version::Next,
};

/// The result of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publication {
    /// The pointer names this version now.
    Version(u64),
    /// Nothing has changed for readers.
    Unchanged,
    /// There is nothing for readers: no such year, or nothing in it.
    Nothing,
}

/// How versions are committed.
#[derive(Debug)]
pub(super) struct Commits {
    pub(super) store: Store,
    pub(super) reserver: Reserver,
    /// The minimum time between two publications of a race.
    pub(super) pause: Duration,
    /// The limit of rows a year.
    pub(super) most_rows: Option<usize>,
}

/// A version that is stored, but not committed yet.
pub(super) struct Ready {
    seen: Standing,
    kept: CachedRace,
    /// The name of its manifest.
    name: String,
    /// Its pointer; `None` if nothing has changed for readers.
    pointer: Option<Vec<u8>>,
    /// All versions of files that existed before the commit, if some have to be removed.
    purged: Vec<ObjectVersion>,
}

pub(super) struct Outcome {
    pub(super) done: Publication,
    /// The race, to be kept in memory, unless somebody committed right after it.
    pub(super) kept: Option<CachedRace>,
}

/// Where the public pointer is after a publication.
enum Pointed {
    /// It names the new version.
    Here(Tagged),
    /// It names a later one.
    Later,
    /// It has been withdrawn meanwhile.
    Withdrawn,
}

impl Commits {
    /// Stores the rest of what the commit will name. `moved_ms` is when the pointer was last moved.
    pub(super) async fn store(
        &self,
        mut next: Next,
        seen: Standing,
        moved_ms: u64,
        race: &Race<'_>,
    ) -> Result<Ready> {
        let manifest = &mut next.state.manifest;
        // no later version can name a file that exists before the commit and is not named by it:
        // other publishers that are at work have to start over
        let purged = if manifest.purge {
            versions_below(&self.store, race.place, &race.key.to_string()).await?
        } else {
            Vec::new()
        };
        manifest.unconfirmed = next.pointer.is_some() && seen.pointer.is_none();
        let pointer = next.pointer.take();
        let (state, name) = self.store_files(next).await?;
        let kept = CachedRace {
            state,
            moved_ms,
            pointer: seen.pointer.clone().map(|pointer| (race.place, pointer)),
        };
        Ok(Ready {
            seen,
            kept,
            name,
            pointer,
            purged,
        })
    }

    /// Stores everything that a commit will name; returns the name of the manifest.
    async fn store_files(&self, next: Next) -> Result<(RaceState, String)> {
        let Next {
            mut state,
            listed,
            mut uploads,
            ..
        } = next;
        let name = state.pack(&listed, &mut uploads)?;
        uploads.send(&self.store).await?;
        Ok((state, name))
    }

    /// Makes the version the newest one, moves the pointer, and removes files that must not be found
    /// any more. `None` if somebody published, withdrew or changed the event meanwhile.
    pub(super) async fn commit(&self, ready: Ready, race: &Race<'_>) -> Result<Option<Outcome>> {
        let Ready {
            seen,
            mut kept,
            name,
            pointer,
            purged,
        } = ready;
        if pointer.is_some() {
            self.pause_since(kept.moved_ms).await;
        }
        if !self.make_newest(&mut kept.state, name, race, &seen).await? {
            return Ok(None);
        }
        let done = match pointer {
            Some(body) => {
                if !self.publish(&mut kept, race, body, seen.pointer).await? {
                    return Ok(None);
                }
                Publication::Version(kept.state.manifest.version)
            }
            None if kept.state.manifest.public => Publication::Unchanged,
            None => Publication::Nothing,
        };
        self.note_full(kept.state.rows(), race).await?;
        let kept = if kept.state.manifest.purge {
            self.purge(race.place, &kept.state, purged).await?;
            names::refresh(&self.store, &race.key).await?;
            // an attempt that did not complete may also have been one for the other place; and what was
            // moved there meanwhile has to be purged there
            if take_back(&self.store, &race.key, vec![race.place.opposite()]).await? {
                return Ok(None);
            }
            self.note_purged(kept, race).await?
        } else {
            Some(kept)
        };
        Ok(Some(Outcome { done, kept }))
    }

    /// Makes a stored manifest the newest one; `false` if another publisher was faster.
    async fn make_newest(
        &self,
        state: &mut RaceState,
        name: String,
        race: &Race<'_>,
        seen: &Standing,
    ) -> Result<bool> {
        let mut current = state.current(name.clone(), race, seen);
        let before = seen.current.as_ref();
        current.reserved = before.and_then(|(before, _)| self.reserver.others(before).cloned());
        let mut tag = before.map(|(_, tag)| tag.clone());
        while move_current(&self.store, &race.key, &current, tag.as_deref()).await?
            == Written::Outrun
        {
            // this publisher may have renewed its own reservation meanwhile: then only the
            // reservation differs
            let now = current_of(&self.store, &race.key).await?;
            let (Some((before, _)), Some((mut now, now_tag))) = (before, now) else {
                return Ok(false);
            };
            if self.reserver.others(&now).is_some() {
                return Ok(false);
            }
            now.reserved.clone_from(&before.reserved);
            if now != *before {
                return Ok(false);
            }
            current.reserved = None;
            tag = Some(now_tag);
        }
        state.name = name;
        Ok(true)
    }

    /// Moves the pointer to the version that was just committed, unless it has been withdrawn
    /// (`false`).
    async fn publish(
        &self,
        kept: &mut CachedRace,
        race: &Race<'_>,
        body: Vec<u8>,
        seen: Option<Tagged>,
    ) -> Result<bool> {
        let manifest = &mut kept.state.manifest;
        let pointed = match seen {
            Some(_) => self.point(race, manifest.version, body, seen).await?,
            None => self.point_first(race, manifest.version, body).await?,
        };
        let pointed = match pointed {
            Pointed::Here(pointer) => Some(pointer),
            Pointed::Later => None,
            Pointed::Withdrawn => return Ok(false),
        };
        if manifest.unconfirmed && !confirmed(&self.store, race, pointed.as_ref()).await? {
            return Ok(false);
        }
        manifest.unconfirmed = false;
        // without its tag the pointer could not be moved the next time
        kept.pointer = pointed
            .filter(|pointer| !pointer.etag.is_empty())
            .map(|pointer| (race.place, pointer));
        kept.moved_ms = self.store.time().ms();
        Ok(true)
    }

    /// Makes the pointer where there is none, if the event is still the one being published: a
    /// condition on the pointer would not notice a withdrawal, which waits for the lease instead.
    async fn point_first(&self, race: &Race<'_>, version: u64, body: Vec<u8>) -> Result<Pointed> {
        let lease = self.store.take_lease(&race.key.slug).await?;
        let pointed = async {
            if !confirmed(&self.store, race, None).await? || !lease.is_usable() {
                return Ok(Pointed::Withdrawn);
            }
            self.point(race, version, body, None).await
        };
        let pointed = pointed.await;
        self.store.end_lease(lease).await;
        pointed
    }

    /// Moves the public pointer to this version, unless a later one is there already.
    async fn point(
        &self,
        race: &Race<'_>,
        version: u64,
        body: Vec<u8>,
        mut seen: Option<Tagged>,
    ) -> Result<Pointed> {
        loop {
            if seen
                .as_ref()
                .map(version_of)
                .transpose()?
                .is_some_and(|named| named >= version)
            {
                return Ok(Pointed::Later);
            }
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if let Written::Now(made) = self
                .store
                .move_pointer(race.place, &race.pointer(), body.clone(), etag)
                .await?
            {
                return Ok(Pointed::Here(Tagged {
                    body,
                    etag: made.etag,
                    version: made.version,
                    written_ms: self.store.time().ms(),
                }));
            }
            let now = self.store.get_object(race.place, &race.pointer()).await?;
            if seen.is_some() && now.is_none() {
                return Ok(Pointed::Withdrawn);
            }
            seen = now;
        }
    }

    /// Removes every file of a race that existed before its newest version was committed and that
    /// this version does not name.
    async fn purge(
        &self,
        place: Place,
        state: &RaceState,
        before: Vec<ObjectVersion>,
    ) -> Result<()> {
        let named = state.public_names();
        let gone = before
            .into_iter()
            .filter(|version| !is_named(&version.path, &named));
        let gone = gone.map(|version| (version.path, version.id)).collect();
        self.store.delete_versions(place, gone).await
    }

    /// Commits that nothing is left to remove, unless another publisher has committed meanwhile
    /// (`None`): it removes the files itself.
    async fn note_purged(
        &self,
        mut kept: CachedRace,
        race: &Race<'_>,
    ) -> Result<Option<CachedRace>> {
        let seen = Standing {
            current: current_of(&self.store, &race.key).await?,
            pointer: None,
        };
        let is_newest = seen
            .current
            .as_ref()
            .is_some_and(|(current, _)| current.state == kept.state.name);
        if !is_newest {
            return Ok(None);
        }
        kept.state.manifest.purge = false;
        let (state, name) = self.store_files(Next::of(kept.state)).await?;
        kept.state = state;
        let is_newest = self.make_newest(&mut kept.state, name, race, &seen).await?;
        Ok(is_newest.then_some(kept))
    }

    /// Notes, for uploads, whether the year has reached its limit of rows.
    pub(super) async fn note_full(&self, rows: usize, race: &Race<'_>) -> Result<()> {
        match self.full_otherwise(rows, race) {
            Some(full) => {
                self.store
                    .note_full(&race.event.slug(), race.record, full)
                    .await
            }
            None => Ok(()),
        }
    }

    /// The note that [`Self::note_full`] has to make for a year with this number of rows; `None` if
    /// it is made already. The inner value is the limit if it has been reached.
    pub(super) fn full_otherwise(&self, rows: usize, race: &Race<'_>) -> Option<Option<u64>> {
        let most = self.most_rows?;
        let full = (rows >= most).then(|| u64::try_from(most).unwrap_or(u64::MAX));
        (full != race.record.full).then_some(full)
    }

    async fn pause_since(&self, moved_ms: u64) {
        let over = Duration::from_millis(moved_ms) + self.pause;
        let left = over.saturating_sub(Duration::from_millis(self.store.time().ms()));
        // another machine's clock may be ahead of ours
        let longest = self.pause + Duration::from_secs(1);
        // ours was, when it noted that: how long ago that is cannot be known
        let left = if left > longest { self.pause } else { left };
        tokio::time::sleep(left).await;
    }
}

/// Whether the event in the table is still the one being published. If the race may no longer be
/// published in this place, an unconfirmed pointer is removed again.
pub(super) async fn confirmed(
    store: &Store,
    race: &Race<'_>,
    unconfirmed: Option<&Tagged>,
) -> Result<bool> {
    let now = store.load_event(&race.event.slug()).await?;
    if now.as_ref() == Some(race.event) {
        return Ok(true);
    }
    let still = place_of(now.as_ref(), &race.key) == Some(race.place);
    if let (false, Some(pointer)) = (still, unconfirmed) {
        let pointer = (race.pointer(), pointer.version.clone());
        store.delete_versions(race.place, vec![pointer]).await?;
    }
    Ok(false)
}

/// Removes what is in these places if the race may not be published there any more: an attempt that
/// was overtaken may have written there after everything was withdrawn. Not before the race is
/// published in the other place, which takes its history along. Returns whether it is published in
/// one of these places by now, and has files there.
pub(super) async fn take_back(store: &Store, key: &RaceKey, places: Vec<Place>) -> Result<bool> {
    let mut stays = false;
    for place in places {
        let seen = versions_below(store, place, &key.to_string()).await?;
        if seen.is_empty() {
            continue;
        }
        let now = store.load_event(&key.slug).await?;
        if place_of(now.as_ref(), key) == Some(place) {
            stays = true;
            continue;
        }
        let seen = seen.into_iter().map(|version| (version.path, version.id));
        store.delete_versions(place, seen.collect()).await?;
    }
    Ok(stays)
}

/// Where a race is published; `None` if it is not.
fn place_of(event: Option<&EventRecord>, key: &RaceKey) -> Option<Place> {
    let race = event.and_then(|event| Race::of(event, &key.year));
    race.map(|race| race.place)
}
