//! Files of deleted events and years: published ones, the publisher's states, organisers' files,
//! with all their old versions.

use std::{
    pin::pin,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use chute_domain::{
    event_time::EventTime,
    files::FileName,
    race::{RaceKey, Slug, YearKey},
    stamp::Stamp,
    state::YearRecord,
};
use futures::TryStreamExt;

use super::{CleanUp, EventItem, Pace, StateInUse};
use crate::{Place, Result, Store, pointers::is_pointer, versions::ObjectVersion};

/// A part of a bucket, and which of its paths belong to it.
#[derive(Clone)]
struct Part {
    place: Place,
    prefix: String,
    is_meant: fn(&str) -> bool,
}

/// The tombstone as it was when clearing began.
struct Grave<'g> {
    store: &'g Store,
    mark: &'g EventItem,
    at: Stamp,
    /// Versions written before this are removed, unix milliseconds.
    before_ms: u64,
    pace: &'g Pace,
}

fn all(_: &str) -> bool {
    true
}

/// Youth standings are in the downloads bucket, among everything else:
/// `{slug}/{year}/{distance}/ytp-standings.csv`.
fn is_standings(path: &str) -> bool {
    path.ends_with("/ytp-standings.csv")
}

/// Whether this is an object without content that only says which version is next, so that versions
/// never go back. It contains nobody's name, and is kept.
fn is_counter(place: Place, path: &str) -> bool {
    match place {
        Place::State => path.ends_with("/current"),
        Place::Files => path.ends_with("/index"),
        _ => false,
    }
}

impl Part {
    fn new(place: Place, prefix: String) -> Self {
        Self {
            place,
            prefix,
            is_meant: all,
        }
    }

    /// Everything that may exist of a deleted year, or of a deleted event and its years.
    fn of_gone(slug: &Slug, year: Option<&YearKey>) -> Vec<Self> {
        let prefix = year.map_or_else(|| format!("{slug}/"), |year| format!("{slug}/{year}/"));
        let mut parts: Vec<Self> = [Place::Public, Place::Restricted, Place::State]
            .into_iter()
            .map(|place| Self::new(place, prefix.clone()))
            .collect();
        parts.push(Self {
            place: Place::Downloads,
            prefix,
            is_meant: is_standings,
        });
        if year.is_none() {
            parts.push(Self::new(Place::Downloads, FileName::Series.path(slug)));
            parts.extend(
                [Place::Files, Place::Hooks].map(|place| Self::new(place, format!("{slug}/"))),
            );
        }
        parts
    }
}

impl Store {
    /// Removes the versions of a place's objects that were written before `before_ms` (unix
    /// milliseconds) and have been replaced or deleted, and the markers of deletes from before
    /// then. Current versions are not touched. Returns whether there was time for all of them.
    pub(super) async fn erase_replaced(
        &self,
        place: Place,
        prefix: &str,
        before_ms: u64,
        pace: &Pace,
    ) -> Result<bool> {
        self.erase_replaced_of(&Part::new(place, prefix.to_owned()), before_ms, pace)
            .await
    }

    /// Like [`Store::erase_replaced`] for everything that belongs to a year; of the youth standings
    /// only what was written before the year was created (`born_ms`).
    pub(super) async fn erase_replaced_of_year(
        &self,
        race: &RaceKey,
        born_ms: u64,
        before_ms: u64,
        pace: &Pace,
    ) -> Result<bool> {
        for place in [Place::Public, Place::Restricted, Place::State] {
            if !self
                .erase_replaced(place, &format!("{race}/"), before_ms, pace)
                .await?
            {
                return Ok(false);
            }
        }
        let standings = Part {
            place: Place::Downloads,
            prefix: format!("{race}/"),
            is_meant: is_standings,
        };
        Ok(self.erase_replaced_of(&standings, born_ms, pace).await?
            && self
                .erase_replaced(Place::Files, &format!("{}/", race.slug), before_ms, pace)
                .await?)
    }

    /// Removes the publisher's state of a year that its newest manifest does not need. That manifest
    /// must have been the newest since before `before_ms`, so that everybody who read the name of
    /// the previous one has long since read the object. If there is no manifest of this incarnation
    /// of the year, the publisher makes one, and pruning removes the rest.
    pub(super) async fn erase_old_states(
        &self,
        race: &RaceKey,
        record: &YearRecord,
        before_ms: u64,
        state: &impl StateInUse,
        pace: &Pace,
    ) -> Result<bool> {
        let Some(in_use) = state
            .state_in_use(race, record)
            .await?
            .filter(|in_use| in_use.since_ms < before_ms)
        else {
            return Ok(true);
        };
        let is_needed = |path: &str| {
            path.rsplit('/')
                .next()
                .is_some_and(|name| in_use.names.contains(name))
        };
        let is_old =
            |version: &ObjectVersion| version.written_ms < before_ms && !is_needed(&version.path);
        self.remove_versions(&Part::new(Place::State, format!("{race}/")), pace, is_old)
            .await
    }

    async fn erase_replaced_of(&self, part: &Part, before_ms: u64, pace: &Pace) -> Result<bool> {
        let old = |version: &ObjectVersion| version.written_ms < before_ms;
        let marks = AtomicBool::default();
        let is_replaced = |version: &ObjectVersion| {
            marks.fetch_or(version.is_delete_marker, Relaxed);
            old(version) && !version.is_latest && !version.is_delete_marker
        };
        // contents before the markers above them: without its marker, a deleted content would
        // reappear
        Ok(self.remove_versions(part, pace, is_replaced).await?
            && (!marks.load(Relaxed)
                || self
                    .remove_versions(part, pace, |version| {
                        old(version) && version.is_delete_marker
                    })
                    .await?))
    }

    async fn remove_versions(
        &self,
        part: &Part,
        pace: &Pace,
        is_wanted: impl Fn(&ObjectVersion) -> bool,
    ) -> Result<bool> {
        let mut pages = pin!(self.list_versions(part.place, &part.prefix));
        while let Some(page) = pages.try_next().await? {
            let wanted = page
                .into_iter()
                .filter(|version| (part.is_meant)(&version.path) && is_wanted(version));
            let wanted: Vec<(String, String)> =
                wanted.map(|version| (version.path, version.id)).collect();
            if !pace.wait().await {
                return Ok(false);
            }
            self.delete_versions(part.place, wanted).await?;
        }
        Ok(true)
    }

    /// Removes every file of a deleted event or year. Returns whether nothing is left.
    pub(super) async fn erase_gone(
        &self,
        mark: &EventItem,
        year: Option<&YearKey>,
        at: Stamp,
        run: &CleanUp,
        pace: &Pace,
    ) -> Result<bool> {
        let grave = Grave {
            store: self,
            mark,
            at,
            before_ms: run.written_before_ms(),
            pace,
        };
        let slug = Slug::new(&mark.p);
        let now = EventTime::from(run.now.time);
        if !self
            .withdraw_files_left(&slug, year, at, &now, async || grave.exists().await)
            .await?
        {
            return Ok(false);
        }
        let mut clean = true;
        for part in Part::of_gone(&slug, year) {
            clean &= grave.erase(&part).await?;
        }
        let (place, prefix) = if year.is_some() {
            (Place::Files, format!("{slug}/"))
        } else {
            (Place::Public, "index.json".to_owned())
        };
        Ok(clean
            && self
                .erase_replaced(place, &prefix, run.written_before_ms(), pace)
                .await?)
    }
}

impl Grave<'_> {
    async fn exists(&self) -> Result<bool> {
        self.store.is_tombstone(self.mark, self.at).await
    }

    /// Removes old versions first, then what leads to files, then the files, then the delete
    /// markers. The tombstone is checked between each listing and its removal: what was listed
    /// while it existed belongs to nobody else. Returns whether nothing is left.
    async fn erase(&self, part: &Part) -> Result<bool> {
        let content = |version: &ObjectVersion| !version.is_delete_marker;
        Ok(self
            .pass(part, |version| content(version) && !version.is_latest)
            .await?
            && self
                .pass(part, |version| {
                    content(version) && is_pointer(&version.path)
                })
                .await?
            && self
                .pass(part, |version| {
                    content(version) && !is_counter(part.place, &version.path)
                })
                .await?
            && self.pass(part, |version| version.is_delete_marker).await?)
    }

    /// Returns `false` if something to be removed is too recent, the time is up, or the key has
    /// been re-created.
    async fn pass(&self, part: &Part, is_wanted: impl Fn(&ObjectVersion) -> bool) -> Result<bool> {
        let mut pages = pin!(self.store.list_versions(part.place, &part.prefix));
        let mut all = true;
        while let Some(page) = pages.try_next().await? {
            let wanted = page
                .into_iter()
                .filter(|version| (part.is_meant)(&version.path) && is_wanted(version));
            let (old, young): (Vec<_>, Vec<_>) =
                wanted.partition(|version| version.written_ms < self.before_ms);
            all &= young.is_empty();
            if old.is_empty() {
                continue;
            }
            if !self.pace.wait().await || !self.exists().await? {
                return Ok(false);
            }
            self.store
                .delete_versions(
                    part.place,
                    old.into_iter()
                        .map(|version| (version.path, version.id))
                        .collect(),
                )
                .await?;
        }
        Ok(all)
    }
}
