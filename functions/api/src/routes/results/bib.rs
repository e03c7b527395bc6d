//! `results/bib`: every row of a bib.

use axum::extract::State;
use chute_contract::{
    answers::BibResults,
    requests::ReadBib,
    result::{PersonOut, ResultOut},
};
use chute_domain::row::{Bib, ResultRow};

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::{KeyRequest, Reader, YearRequest},
};

/// Every row of a bib, with its person, segments and distance.
///
/// # Errors
/// - 404: no such event or year, or no published row of the bib.
pub async fn bib(
    State(app): State<App>,
    call: KeyRequest<ReadBib, Reader>,
) -> Answer<BibResults<'static>> {
    let YearRequest {
        body, record, year, ..
    } = call.year().await?;
    const UNKNOWN: Problem = Problem::NotFound("Person Not Found");
    let mut found = app
        .caches
        .snapshots
        .year(&app.store, &record, &year)
        .await?
        .ok_or(UNKNOWN)?;
    let published = found.of_bib(Bib::new(&body.bib)).await?.ok_or(UNKNOWN)?;
    let rows: Vec<&ResultRow> = published
        .rows
        .iter()
        .filter(|row| row.person.bib == body.bib)
        .collect();
    let newest = published.newest_of_bib.get(&body.bib);
    let newest = rows
        .iter()
        .find(|row| newest.is_none_or(|person| row.person_id == *person))
        .ok_or(UNKNOWN)?;
    let distance = &newest.person.distance;
    let single_distance = found.head().counts.len() == 1;
    Ok(json(&BibResults {
        event: &published.event,
        year: &published.year,
        person: PersonOut::new(newest),
        single_distance,
        segments: published
            .segments
            .iter()
            .filter(|segment| segment.distance_name == *distance)
            .collect(),
        distance: published
            .distances
            .iter()
            .find(|record| record.name == *distance),
        results: rows.into_iter().map(ResultOut::new).collect(),
    }))
}
