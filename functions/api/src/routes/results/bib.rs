//! `results/bib`: every row of a bib.

use axum::extract::State;
use chute_contract::{
    answers::BibResults,
    requests::ReadBib,
    result::{PersonOut, ResultOut},
};
use chute_domain::{key::KeyKind, row::ResultRow};

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::{Access, Keyed, OfYear},
};

/// 404 when no row of the bib was ever uploaded.
pub async fn bib(State(app): State<App>, call: Keyed<ReadBib>) -> Answer {
    let OfYear { body, record, year, .. } = call.year(KeyKind::Read, Access::Read).await?;
    let published = app.decoded.of_year(&app.store, &record, &year.year.year).await?.ok_or(Problem::NotFound("Person Not Found"))?;
    let rows: Vec<&ResultRow> = published.rows.iter().filter(|row| row.person.bib == body.bib).collect();
    let newest = published.newest_of_bib.get(&body.bib);
    let newest =
        rows.iter().find(|row| newest.is_none_or(|person| row.person_id == *person)).ok_or(Problem::NotFound("Person Not Found"))?;
    let distance = &newest.person.distance;
    let single_distance = published.rows.iter().all(|row| row.person.distance == *distance);
    Ok(json(&BibResults {
        event: &published.event,
        year: &published.year,
        person: PersonOut::new(newest),
        single_distance,
        segments: published.segments.iter().filter(|segment| segment.distance_name == *distance).collect(),
        distance: published.distances.iter().find(|record| record.name == *distance),
        results: rows.into_iter().map(ResultOut::new).collect(),
    }))
}
