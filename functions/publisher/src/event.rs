//! Publishing the changes of an event: its years, the list of events, and the event's own file.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    files::EventFiles,
    race::{self, Event, Slug, Year, YearKey},
    state::EventRecord,
};
use chute_store::{
    AT_ONCE, Lease, Place, Result, StoreError, Tagged, Written, event_pointer_path, pointers,
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use super::{
    Publications, Publisher,
    memory::{pack, unpack},
};

/// Packs what the publisher keeps of an event. It is JSON, since an event may omit fields, which
/// the encoding of other state cannot express.
fn state_of(event: Option<&EventRecord>) -> Result<Vec<u8>> {
    let plain = serde_json::to_string(&event)
        .map_err(|error| StoreError::Unreadable(STATE, Box::new(error)))?;
    pack(&plain, STATE)
}

/// Reads what [`state_of`] wrote. It is `None` also if another version of the program wrote it in
/// another format: the caller can read the table instead.
pub(super) fn known_record(body: &[u8]) -> Option<EventRecord> {
    serde_json::from_str(&unpack::<String>(body, STATE).ok()?)
        .ok()
        .flatten()
}

const STATE: &str = "an event's state";

impl Publisher {
    /// Takes over the changes of events, and publishes the list of events, then each event's own
    /// file and those of its years that have changed. The list is written once for all of them. An
    /// event that fails does not hold up the others; the result of each is in the order of `slugs`.
    ///
    /// # Errors
    /// The same as those of [`Publisher::race_changed`]. Without the list, all fail.
    pub async fn events_changed(&self, slugs: &[&Slug]) -> Result<Vec<Result<()>>> {
        self.update_index(Some(slugs)).await?;
        let mut done = Vec::with_capacity(slugs.len());
        for slug in slugs {
            done.push(self.listed_event_changed(slug).await);
        }
        Ok(done)
    }

    /// Like [`Publisher::events_changed`] for one event.
    ///
    /// # Errors
    /// As there.
    pub async fn event_changed(&self, slug: &Slug) -> Result<()> {
        self.update_index(Some(&[slug])).await?;
        self.listed_event_changed(slug).await
    }

    /// Compares the list of events with the table and repairs it. Of events that are no longer
    /// there, the files are withdrawn. Returns the events of the table.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn reconcile_events(&self) -> Result<Vec<EventRecord>> {
        let (events, different) = self.update_index(None).await?;
        for slug in different {
            tracing::info!(
                slug = slug.as_str(),
                "the list of events was not up to date"
            );
            self.listed_event_published(&slug).await?;
        }
        Ok(events)
    }

    /// Like [`Publisher::event_changed`], once the list of events is up to date.
    ///
    /// # Errors
    /// As there.
    pub async fn listed_event_changed(&self, slug: &Slug) -> Result<()> {
        let Some(event) = self.listed_event_published(slug).await? else {
            return Ok(());
        };
        let mut years: Vec<Year> = event.years();
        years.reverse();
        // the newest year first: it is the one people look at
        for year in years {
            self.race_changed(&slug.year(&year.year), &[]).await?;
        }
        let other = Place::of(&event).opposite();
        self.withdraw_moved(slug, other).await
    }

    /// Removes an event's files from the place that it has left, after its years have been moved,
    /// unless it has come back meanwhile.
    async fn withdraw_moved(&self, slug: &Slug, from: Place) -> Result<()> {
        let seen = self.publications().versions_below(from, slug).await?;
        let now = self.store.load_event(slug).await?;
        if now.is_some_and(|event| Place::of(&event) == from) {
            return Ok(());
        }
        self.store
            .delete_versions(
                from,
                seen.into_iter()
                    .map(|version| (version.path, version.id))
                    .collect(),
            )
            .await
    }

    /// Brings the state of an event, the index and its own file up to date with the table. Returns
    /// the event.
    pub(super) async fn event_published(&self, slug: &Slug) -> Result<Option<EventRecord>> {
        self.update_index(Some(&[slug])).await?;
        self.listed_event_published(slug).await
    }

    /// Like [`Publisher::event_published`], once the index is up to date.
    pub(super) async fn listed_event_published(&self, slug: &Slug) -> Result<Option<EventRecord>> {
        let path = format!("{slug}/event");
        let (before, after) = loop {
            // the table is read after the state: if another publisher writes the state meanwhile,
            // this write is refused
            let seen = self.store.get_object(Place::State, &path).await?;
            let before: Option<EventRecord> =
                seen.as_ref().and_then(|seen| known_record(&seen.body));
            let after = self.store.load_event(slug).await?;
            if before == after && seen.is_some() {
                break (before, after);
            }
            let body = state_of(after.as_ref())?;
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if matches!(
                self.store
                    .move_pointer(Place::State, &path, body, etag)
                    .await?,
                Written::Now(_)
            ) {
                break (before, after);
            }
        };
        let Some(event) = &after else {
            self.store
                .withdraw(Place::Public, &format!("{slug}/"))
                .await?;
            self.store
                .withdraw(Place::Restricted, &format!("{slug}/"))
                .await?;
            return Ok(after);
        };
        let other = Place::of(event).opposite();
        let known: BTreeSet<&YearKey> = before
            .iter()
            .chain([event])
            .flat_map(|event| event.years.keys())
            .collect();
        self.store
            .withdraw_pointers(other, &pointers(slug, known))
            .await?;
        for gone in before
            .iter()
            .flat_map(|event| event.years.keys())
            .filter(|year| !event.years.contains_key(*year))
        {
            self.store
                .withdraw(Place::of(event), &format!("{slug}/{gone}/"))
                .await?;
        }
        // on the heap, so that callers' futures stay small
        Box::pin(self.publish_event_file(slug, Place::of(event))).await?;
        Ok(after)
    }

    /// Brings an event's own file up to date. The event and the list of its files are read after
    /// the file that is to be replaced, and again after every write, so that a slow publisher does
    /// not restore outdated content, and no file is left in a place that the event has left
    /// meanwhile.
    async fn publish_event_file(&self, slug: &Slug, place: Place) -> Result<()> {
        let path = event_pointer_path(slug);
        loop {
            let seen = self.store.get_object(place, &path).await?;
            let lease = match seen {
                Some(_) => None,
                None => Some(self.store.take_lease(slug).await?),
            };
            let is_done = self
                .replace_event_file(slug, place, &path, seen, lease.as_ref())
                .await;
            if let Some(lease) = lease {
                self.end(lease).await;
            }
            if is_done? {
                return Ok(());
            }
        }
    }

    /// Replaces what was seen of an event's own file. Returns whether nothing was to be done.
    async fn replace_event_file(
        &self,
        slug: &Slug,
        place: Place,
        path: &String,
        seen: Option<Tagged>,
        lease: Option<&Lease>,
    ) -> Result<bool> {
        let (event, files) =
            futures::try_join!(self.store.load_event(slug), self.store.load_files(slug))?;
        let Some(event) = event.filter(|event| Place::of(event) == place) else {
            self.store
                .withdraw_pointers(place, std::slice::from_ref(path))
                .await?;
            return Ok(true);
        };
        let body = event_file(&event, &files)?;
        if seen.as_ref().is_some_and(|seen| seen.body == body) {
            return Ok(true);
        }
        if lease.is_none_or(Lease::is_usable) {
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            self.store.move_pointer(place, path, body, etag).await?;
        }
        Ok(false)
    }

    /// Brings the published list of events up to date with the table: these events, or all of them
    /// (`None`). Returns these, as far as they are there, and those that were otherwise. The table is
    /// read after the list: if another publisher writes the list meanwhile, this write is refused.
    async fn update_index(
        &self,
        slugs: Option<&[&Slug]>,
    ) -> Result<(Vec<EventRecord>, BTreeSet<Slug>)> {
        loop {
            let seen = self.store.get_object(Place::Public, INDEX).await?;
            let known = seen.as_ref().map(read_index).transpose()?;
            let before = known.map(|index| index.events).unwrap_or_default();
            let slugs = slugs.filter(|_| seen.is_some());
            let records = match slugs {
                Some(slugs) => self.events(slugs).await?,
                None => self.store.all_events().await?,
            };
            let is_other = |event: &&Event| {
                slugs.is_some_and(|slugs| !slugs.iter().any(|slug| event.slug == ***slug))
            };
            let others = before.iter().filter(is_other).cloned();
            let mut events: Vec<Event> = others.chain(public(&records)).collect();
            race::sort_events(&mut events);
            if seen.is_some() && events == before {
                return Ok((records, BTreeSet::new()));
            }
            let index = Index {
                updated_at: EventTime::from(self.store.time()),
                events,
            };
            let body = serde_json::to_vec(&index)
                .map_err(|error| StoreError::Unreadable("the index", Box::new(error)))?;
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if matches!(
                self.store
                    .move_pointer(Place::Public, INDEX, body, etag)
                    .await?,
                Written::Now(_)
            ) {
                return Ok((records, different(&before, &index.events)));
            }
        }
    }

    /// These events, as far as they are in the table.
    async fn events(&self, slugs: &[&Slug]) -> Result<Vec<EventRecord>> {
        let records = stream::iter(slugs).map(|slug| self.store.load_event(slug));
        let records: Vec<_> = records.buffered(AT_ONCE).try_collect().await?;
        Ok(records.into_iter().flatten().collect())
    }
}

/// The events that everybody may see.
fn public(records: &[EventRecord]) -> impl Iterator<Item = Event> {
    let public = records
        .iter()
        .filter(|record| !record.event.access_restricted);
    public.map(EventRecord::event)
}

/// The events in which two lists differ.
fn different(before: &[Event], after: &[Event]) -> BTreeSet<Slug> {
    let by_slug = |events: &[Event]| -> BTreeMap<Slug, Event> {
        let named = events.iter().map(|event| (Slug::new(&event.slug), event));
        named.map(|(slug, event)| (slug, event.clone())).collect()
    };
    let (before, after) = (by_slug(before), by_slug(after));
    let all = before.keys().chain(after.keys());
    all.filter(|slug| before.get(*slug) != after.get(*slug))
        .cloned()
        .collect()
}

#[derive(Serialize)]
struct EventFile<'e> {
    slug: &'e str,
    latest: Option<&'e str>,
    years: &'e [Year],
    /// The paths of the organiser's files below the downloads host: those of the event, and those
    /// of years that exist.
    files: Vec<String>,
}

fn event_file(event: &EventRecord, files: &EventFiles) -> Result<Vec<u8>> {
    let years = event.years();
    let latest = race::latest_year(&years).map(|year| year.year.as_str());
    let slug = event.slug();
    let names = files
        .published()
        .map(|(file, _)| &file.name)
        .filter(|name| {
            name.year()
                .is_none_or(|year| event.years.contains_key(year))
        });
    let files = names.map(|name| name.path(&slug)).collect();
    serde_json::to_vec(&EventFile {
        slug: &event.event.slug,
        latest,
        years: &years,
        files,
    })
    .map_err(|error| StoreError::Unreadable("an event's file", Box::new(error)))
}

/// The published list of events (contract 9.3).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Index {
    /// When it was made.
    pub updated_at: EventTime,
    /// In the order of the contract (6.3).
    pub events: Vec<Event>,
}

impl Publications<'_> {
    /// The published list of events; `None` before the first event.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn published_events(&self) -> Result<Option<Index>> {
        let stored = self.store.get_object(Place::Public, INDEX).await?;
        stored.map(|stored| read_index(&stored)).transpose()
    }
}

fn read_index(stored: &Tagged) -> Result<Index> {
    serde_json::from_slice(&stored.body)
        .map_err(|error| StoreError::Unreadable("the index", Box::new(error)))
}

const INDEX: &str = "index.json";
