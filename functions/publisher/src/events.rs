//! Publishing the changes of an event: its years, the list of events, and the event's own file.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    export::{self, ListedEvent},
    files::EventFiles,
    race::{self, Event, RaceKey, Slug, Year, YearKey},
    snapshot::Cause,
    state::EventRecord,
};
use chute_store::{
    AT_ONCE, Lease, Place, Result, Store, Tagged, Written, event_pointer_path, pointers,
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use super::{
    commit::Publication,
    manifest::{known_event, odd, pack_event},
    names,
    publications::Publications,
    publish::Publisher,
    race::versions_below,
};

impl Publisher {
    /// Publishes a race from the tables alone, after its event.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn rebuild(&self, key: &RaceKey) -> Result<Publication> {
        update_index(self.store(), Some(&[&key.slug])).await?;
        listed_published(self.store(), &key.slug).await?;
        self.rebuilt(key).await
    }

    /// Takes over the changes of events, and publishes the list of events, then each event's own
    /// file and those of its years that have changed, a few events at a time. The list is written
    /// once for all of them. An event that fails does not hold up the others; the result of each is
    /// in the order of `slugs`.
    ///
    /// # Errors
    /// The same as those of [`Publisher::race_changed`]. Without the list, all fail.
    pub async fn events_changed(&self, slugs: &[&Slug]) -> Result<Vec<Result<()>>> {
        update_index(self.store(), Some(slugs)).await?;
        let publications = slugs.iter();
        let publications: Vec<_> = publications
            .map(|slug| Box::pin(self.listed_event_changed(slug)))
            .collect();
        Ok(stream::iter(publications).buffered(AT_ONCE).collect().await)
    }

    /// Like [`Publisher::events_changed`] for one event.
    ///
    /// # Errors
    /// As there.
    pub async fn event_changed(&self, slug: &Slug) -> Result<()> {
        self.events_changed(&[slug]).await?.into_iter().collect()
    }

    /// Like [`Publisher::event_changed`], once the list of events is up to date.
    ///
    /// # Errors
    /// As there.
    pub async fn listed_event_changed(&self, slug: &Slug) -> Result<()> {
        let store = self.store();
        let event = listed_published(store, slug).await?;
        names::event_changed(store, slug, event.as_ref()).await?;
        let Some(event) = event else {
            return Ok(());
        };
        let mut years: Vec<Year> = event.years();
        years.reverse();
        // the newest year first: it is the one people look at
        for year in years {
            let key = slug.year(&year.year);
            self.changed(&key, &[], Cause::Upload).await?;
        }
        let other = Place::of(&event).opposite();
        withdraw_moved(store, slug, other).await
    }

    /// Compares the list of events with the table and repairs it. Of events that are no longer
    /// there, the files are withdrawn. Returns the events of the table.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn reconcile_events(&self) -> Result<Vec<EventRecord>> {
        let (events, different) = update_index(self.store(), None).await?;
        for slug in different {
            tracing::info!(
                slug = slug.as_str(),
                "the list of events was not up to date"
            );
            listed_published(self.store(), &slug).await?;
        }
        Ok(events)
    }
}

/// Removes an event's files from the place that it has left, after its years have been moved,
/// unless it has come back meanwhile.
async fn withdraw_moved(store: &Store, slug: &Slug, from: Place) -> Result<()> {
    let seen = versions_below(store, from, slug).await?;
    let now = store.load_event(slug).await?;
    if now.is_some_and(|event| Place::of(&event) == from) {
        return Ok(());
    }
    store
        .delete_versions(
            from,
            seen.into_iter()
                .map(|version| (version.path, version.id))
                .collect(),
        )
        .await
}

/// Brings the state of an event and its own file up to date with the table, once the list of events
/// is. Returns the event.
pub(super) async fn listed_published(store: &Store, slug: &Slug) -> Result<Option<EventRecord>> {
    let path = format!("{slug}/event");
    let (before, after) = loop {
        // the table is read after the state: if another publisher writes the state meanwhile,
        // this write is refused
        let seen = store.get_object(Place::State, &path).await?;
        let before: Option<EventRecord> = seen.as_ref().and_then(|seen| known_event(&seen.body));
        let after = store.load_event(slug).await?;
        if before == after && seen.is_some() {
            break (before, after);
        }
        let body = pack_event(after.as_ref())?;
        let etag = seen.as_ref().map(|seen| seen.etag.as_str());
        if matches!(
            store.move_pointer(Place::State, &path, body, etag).await?,
            Written::Now(_)
        ) {
            break (before, after);
        }
    };
    let Some(event) = &after else {
        store.withdraw(Place::Public, &format!("{slug}/")).await?;
        store
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
    store
        .withdraw_pointers(other, &pointers(slug, known))
        .await?;
    for gone in before
        .iter()
        .flat_map(|event| event.years.keys())
        .filter(|year| !event.years.contains_key(*year))
    {
        store
            .withdraw(Place::of(event), &format!("{slug}/{gone}/"))
            .await?;
    }
    // on the heap, so that callers' futures stay small
    Box::pin(publish_event_file(store, slug, Place::of(event))).await?;
    Ok(after)
}

/// Brings an event's own file up to date. The event and the list of its files are read after the
/// file to be replaced, and again after every write. So a slow publisher restores nothing outdated
/// and leaves no file in a place that the event has left meanwhile.
async fn publish_event_file(store: &Store, slug: &Slug, place: Place) -> Result<()> {
    let path = event_pointer_path(slug);
    loop {
        let seen = store.get_object(place, &path).await?;
        let lease = match seen {
            Some(_) => None,
            None => Some(store.take_lease(slug).await?),
        };
        let is_done = replace_event_file(store, slug, place, seen, lease.as_ref()).await;
        if let Some(lease) = lease {
            store.end_lease(lease).await;
        }
        if is_done? {
            return Ok(());
        }
    }
}

/// Replaces what was seen of an event's own file. Returns whether nothing was to be done.
async fn replace_event_file(
    store: &Store,
    slug: &Slug,
    place: Place,
    seen: Option<Tagged>,
    lease: Option<&Lease>,
) -> Result<bool> {
    let path = event_pointer_path(slug);
    let (event, files) = futures::try_join!(store.load_event(slug), store.load_files(slug))?;
    let Some(event) = event.filter(|event| Place::of(event) == place) else {
        store.withdraw_pointers(place, &[path]).await?;
        return Ok(true);
    };
    let body = event_file(&event, &files)?;
    if seen.as_ref().is_some_and(|seen| seen.body == body) {
        return Ok(true);
    }
    if lease.is_none_or(Lease::is_usable) {
        let etag = seen.as_ref().map(|seen| seen.etag.as_str());
        store.move_pointer(place, &path, body, etag).await?;
    }
    Ok(false)
}

/// Brings the published list of events up to date with the table: these events, or all of them
/// (`None`). Returns these, as far as they are there, and those that were otherwise. The table is
/// read after the list: if another publisher writes the list meanwhile, this write is refused.
async fn update_index(
    store: &Store,
    slugs: Option<&[&Slug]>,
) -> Result<(Vec<EventRecord>, BTreeSet<Slug>)> {
    loop {
        let seen = store.get_object(Place::Public, INDEX).await?;
        let known = seen.as_ref().map(read_index).transpose()?;
        let before = known.map(|index| index.events).unwrap_or_default();
        // a list of an earlier version is made anew from all events
        let is_whole = seen.is_some() && before.iter().all(|event| event.starts.is_some());
        let slugs = slugs.filter(|_| is_whole);
        let records = match slugs {
            Some(slugs) => events(store, slugs).await?,
            None => store.all_events().await?,
        };
        let is_other = |listed: &&ListedEvent| {
            slugs.is_some_and(|slugs| !slugs.iter().any(|slug| listed.event.slug == ***slug))
        };
        let others = before.iter().filter(is_other).cloned();
        let updated_at = EventTime::from(store.time());
        let mut events: Vec<ListedEvent> = others
            .chain(public(&records, updated_at.instant()))
            .collect();
        events.sort_unstable_by(|a, b| race::order_of_events(&a.event, &b.event));
        if seen.is_some() && events == before {
            return Ok((records, BTreeSet::new()));
        }
        let index = Index { updated_at, events };
        let body = serde_json::to_vec(&index).map_err(odd("the index"))?;
        let etag = seen.as_ref().map(|seen| seen.etag.as_str());
        if matches!(
            store.move_pointer(Place::Public, INDEX, body, etag).await?,
            Written::Now(_)
        ) {
            return Ok((records, different(&before, &index.events)));
        }
    }
}

/// These events, as far as they are in the table.
async fn events(store: &Store, slugs: &[&Slug]) -> Result<Vec<EventRecord>> {
    let reads: Vec<_> = slugs.iter().map(|slug| store.load_event(slug)).collect();
    let reads = stream::iter(reads).buffered(AT_ONCE);
    let records: Vec<_> = reads.try_collect().await?;
    Ok(records.into_iter().flatten().collect())
}

/// The events that everybody may see, as they are listed at `now_s` (unix seconds).
fn public(records: &[EventRecord], now_s: i64) -> impl Iterator<Item = ListedEvent> {
    let public = records
        .iter()
        .filter(|record| !record.event.access_restricted);
    public.map(move |record| ListedEvent {
        event: record.event(),
        starts: Some(export::shown_starts(&record.years(), now_s)),
    })
}

/// The events in which two lists differ; not by starts, of which some have become too old.
fn different(before: &[ListedEvent], after: &[ListedEvent]) -> BTreeSet<Slug> {
    let by_slug = |events: &[ListedEvent]| -> BTreeMap<Slug, Event> {
        let named = events.iter().map(|listed| &listed.event);
        named
            .map(|event| (Slug::new(&event.slug), event.clone()))
            .collect()
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
    .map_err(odd("an event's file"))
}

/// The published list of events (contract 9.3).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Index {
    /// When it was made.
    pub updated_at: EventTime,
    /// In the order of the contract (6.3).
    pub events: Vec<ListedEvent>,
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
    serde_json::from_slice(&stored.body).map_err(odd("the index"))
}

const INDEX: &str = "index.json";
