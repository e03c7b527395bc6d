//! The series definition by session, and the list of what an event has published (contract 9.1,
//! 9.4).

use std::collections::{BTreeMap, BTreeSet};

use chute_contract::{
    requests::ForEvent,
    uploads::{self, PublishedFile, PublishedFiles, SeriesSaved, UpdateSeries},
};
use chute_domain::{
    files::FileName,
    race::Slug,
    series::{self, Definition},
    state::{EventRecord, YearRecord},
};
use chute_store::{Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};

use super::files;
use crate::{
    answer::{Answer, Problem, json},
    extract::{BodyWithRace, Checked, EventRequest, InRace, Owner, SessionRequest},
};

/// How many years are read at the same time.
const AT_ONCE: usize = 8;

/// A validated definition to publish.
pub struct SentSeries {
    definition: Definition,
    version: Option<i64>,
}

impl Checked for InRace<SentSeries> {
    type Body = UpdateSeries;
    const LIMIT: usize = 256 * 1024;

    fn check(body: UpdateSeries) -> Result<Self, Problem> {
        let slug = Slug::new(&body.slug);
        if slug.is_empty() {
            return Err(Problem::Bad("Bad Request. Needed: slug".to_owned()));
        }
        let sent = SentSeries {
            definition: series::read(&body.years.0)?,
            version: body.version,
        };
        Ok(Self::new(slug, None, sent))
    }
}

/// The series definition of an event, and every file it has on the downloads host.
///
/// # Errors
/// - 404: no such event.
pub async fn list(
    call: SessionRequest<BodyWithRace<ForEvent>, Owner>,
) -> Answer<PublishedFiles<'static>> {
    let EventRequest { record, app, .. } = call.admit().await?.event().await?;
    let slug = record.slug();
    let (files, published) = app.store.load_files_and_series(&slug).await?;
    let years = published.as_deref().map(serde_json::from_slice).transpose();
    let years = years
        .map_err(|error| StoreError::Unreadable("a series definition", Box::new(error)))?
        .unwrap_or_default();
    let files: Vec<PublishedFile> = files
        .published()
        .map(|file| PublishedFile::new(&slug, file))
        .collect();
    let version = files
        .iter()
        .find(|file| file.kind == FileName::Series.kind())
        .map_or(0, |file| file.version);
    Ok(json(&PublishedFiles {
        slug: &record.event.slug,
        version,
        years,
        files,
    }))
}

/// Publishes the series definition; an empty list of years withdraws it.
///
/// # Errors
/// - 404: no such event.
/// - 409: somebody else has saved the file in the meantime.
pub async fn update(
    call: SessionRequest<InRace<SentSeries>, Owner>,
) -> Answer<SeriesSaved<'static>> {
    let call = call.admit().await?;
    let by = call.caller.id.clone();
    let call = call.event().await?;
    let (definition, seen) = (&call.body.sent.definition, call.body.sent.version);
    let known = known_distances(&call.app.store, &call.record, definition).await?;
    let warnings = series::warnings(definition, &known);
    let bytes = (!definition.years.is_empty())
        .then(|| series::write(&definition.years))
        .transpose();
    let bytes = bytes.map_err(|error| Problem::Failed(Box::new(error)))?;
    let (slug, name) = (call.record.slug(), FileName::Series);
    let saved = files::save(&call.app, &call.context, &slug, name, bytes, (by, seen)).await?;
    let url = uploads::url(&slug, &saved.name);
    Ok(json(&SeriesSaved {
        slug: &slug,
        version: saved.version,
        updated_at: saved.updated_at,
        url,
        warnings,
    }))
}

/// The distances of every year of the event that the definition names.
async fn known_distances(
    store: &Store,
    record: &EventRecord,
    definition: &Definition,
) -> Result<BTreeMap<String, BTreeSet<String>>, StoreError> {
    let named = series::years_named(&definition.years)
        .into_iter()
        .filter_map(|year| record.years.get(year));
    let found: Vec<_> = named
        .map(|year| distances_of(store, record, year))
        .collect();
    stream::iter(found)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// A year and its distances: those with results, which the pointer of its snapshot names, and those
/// with a record.
async fn distances_of(
    store: &Store,
    record: &EventRecord,
    year: &YearRecord,
) -> Result<(String, BTreeSet<String>), StoreError> {
    let race = record.race(year);
    let (pointer, records) =
        futures::try_join!(store.pointer_of(record, year), store.distances_of(&race))?;
    let with_results = pointer
        .into_iter()
        .flat_map(|pointer| pointer.distances)
        .map(|distance| distance.name);
    let with_record = records
        .iter()
        .filter_map(|distance| distance.living(year.distances))
        .map(|distance| distance.name.clone());
    Ok((
        year.year.year.clone(),
        with_results.chain(with_record).collect(),
    ))
}
