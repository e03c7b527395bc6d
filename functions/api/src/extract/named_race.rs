//! Looks up the event and the year that a request names, or answers 404 (contract 3.2 K8, 3.4 S7).

use chute_domain::{
    race::{Slug, YearKey},
    state::{EventRecord, YearRecord},
};
use chute_store::Store;

use crate::answer::Problem;

/// The 404 for an event that does not exist; the message differs if the request also names a year.
pub fn no_such_event(names_year: bool) -> Problem {
    Problem::NotFound(if names_year {
        "Event/Year Not Found"
    } else {
        "Event Not Found"
    })
}

/// The named year, or else the latest.
///
/// # Errors
/// 404 when the event has no such year, or none at all.
pub fn year_of(record: &EventRecord, named: Option<&YearKey>) -> Result<YearRecord, Problem> {
    record
        .year(named)
        .cloned()
        .ok_or_else(|| no_such_event(true))
}

/// The event with this slug, and the named year or else the latest.
///
/// # Errors
/// 404 when there is no such event or year.
pub async fn race_of(
    store: &Store,
    slug: &Slug,
    named: Option<&YearKey>,
) -> Result<(EventRecord, YearRecord), Problem> {
    let record = store
        .load_event(slug)
        .await?
        .ok_or_else(|| no_such_event(named.is_some()))?;
    let year = year_of(&record, named)?;
    Ok((record, year))
}
