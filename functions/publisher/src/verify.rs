//! Checks that a race's published files match the tables.

use std::collections::BTreeMap;

use chute_domain::{
    pieces::View,
    race::{EventKind, RaceKey},
    snapshot::{self, File, Input, Pointer, Whole, WholeFiles},
};
use chute_store::{POINTER, Place, Result, Store, StoreError, Tagged, pointer_path};

use super::{manifest::written, publications::Publications, tables::gather};

/// How the published files of a race compare with the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are the same byte for byte; the lines file and the boards that it names have the same
    /// meaning. The number of files compared, with the pointer.
    Identical(usize),
    /// These files differ or are missing.
    Different(Vec<String>),
    /// Nothing is published.
    NotPublished,
}

impl Publications<'_> {
    /// Compares the published files of a race with those that the tables would yield.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn verify_race(&self, race: &RaceKey) -> Result<Verdict> {
        let store = self.store;
        let Some(event) = store.load_event(&race.slug).await? else {
            return Ok(Verdict::NotPublished);
        };
        let Some(record) = event.years.get(&race.year) else {
            return Ok(Verdict::NotPublished);
        };
        let place = Place::of(&event);
        let Some(stored) = store.get_object(place, &pointer_path(race)).await? else {
            return Ok(Verdict::NotPublished);
        };
        let published = Pointer::read(&stored.body).map_err(written)?;

        let gathered = gather(store, race, record, self.most_items).await?;
        let kind = EventKind::of(&event.event.kind);
        let items = gathered
            .ranges()
            .into_iter()
            .map(|range| Ok((range, gathered.piece(range)?)))
            .collect::<Result<Vec<_>>>()?;
        let whole = Whole::of(
            gathered.index(),
            items,
            View::of(record, kind, &gathered.corrections),
        );
        let boards = whole.boards();
        let (shown_event, years) = (event.event(), event.years());
        let (distances, segments) = gathered.lists.shown(record);
        let input = Input {
            event: &shown_event,
            year: &record.year,
            years: &years,
            distances: &distances,
            segments: &segments,
        };
        let WholeFiles {
            head,
            people,
            others: mut files,
        } = whole.files(&input).map_err(written)?;
        let (version, updated_at) = published.made();
        let made = (version, record.number_of(version), updated_at);
        let pointer = Pointer::new(
            &input,
            &boards,
            (&head, people.as_ref()),
            published.followed(),
            made,
        )
        .map_err(written)?;
        files.push(head);

        let count = files.len() + 1;
        let mut different = other_files(store, place, race, files).await?;
        if pointer.json().map_err(written)? != stored.body {
            different.insert(0, POINTER.to_owned());
        }
        different.extend(other_lines(store, place, race, &published, &boards).await?);
        Ok(if different.is_empty() {
            Verdict::Identical(count)
        } else {
            Verdict::Different(different)
        })
    }
}

async fn published(
    store: &Store,
    place: Place,
    race: &RaceKey,
    name: &str,
) -> Result<Option<Tagged>> {
    store.get_object(place, &format!("{race}/{name}")).await
}

/// The files that are missing or otherwise than these.
async fn other_files(
    store: &Store,
    place: Place,
    race: &RaceKey,
    files: Vec<File>,
) -> Result<Vec<String>> {
    let mut different = Vec::new();
    for file in files {
        let stored = published(store, place, race, &file.name).await?;
        if stored.is_none_or(|stored| stored.body != file.body) {
            different.push(file.name);
        }
    }
    Ok(different)
}

/// The distances whose published lines differ from these boards.
async fn other_lines(
    store: &Store,
    place: Place,
    race: &RaceKey,
    pointer: &Pointer,
    boards: &[snapshot::RaceBoard<'_>],
) -> Result<Vec<String>> {
    let snapshot::Named {
        lines: name,
        changes,
        history,
    } = pointer.followed();
    let mut read: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let missing = |name: &str| {
        StoreError::Unreadable("a published file", format!("{name} is missing").into())
    };
    let lines = match name {
        Some(name) => {
            let stored = published(store, place, race, name).await?;
            Some(stored.ok_or_else(|| missing(name))?.body)
        }
        None => None,
    };
    if published(store, place, race, changes).await?.is_none() {
        return Ok(vec![changes.to_owned()]);
    }
    if let Some(history) = history {
        let stored = published(store, place, race, &history.file).await?;
        if stored.is_none_or(|stored| snapshot::History::read(&stored.body).is_err()) {
            return Ok(vec![history.file.clone()]);
        }
    }
    let named = lines
        .as_deref()
        .map(snapshot::named_in_lines)
        .transpose()
        .map_err(written)?;
    for name in named.into_iter().flatten() {
        if let Some(stored) = published(store, place, race, &name).await? {
            read.insert(name, stored.body);
        }
    }
    snapshot::check_lines(boards, lines.as_deref(), |name| {
        read.get(name).map(Vec::as_slice)
    })
    .map_err(written)
}
