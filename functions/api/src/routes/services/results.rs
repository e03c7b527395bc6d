//! Writing result rows (contract 4.3, 4.17, 6.2).

use std::collections::BTreeSet;

use chute_contract::answers::Count;
use chute_domain::{
    liveness::{self, Origin, RowKey, StoredRow},
    row::{PersonId, ResultRow},
};

use crate::{
    answer::{Answer, Problem, json},
    extract::YearRequest,
};

/// The people of these rows, each once.
#[must_use]
pub fn people<'r>(rows: impl Iterator<Item = &'r ResultRow>) -> Vec<&'r PersonId> {
    let people: BTreeSet<&PersonId> = rows.map(|row| &row.person_id).collect();
    people.into_iter().collect()
}

/// Writes the rows that change the year, given the stored rows of their people. Returns how many
/// rows were sent.
///
/// # Errors
/// If the year is full and rows would be new, or if one could not be stored in time.
pub async fn add<C>(
    call: &YearRequest<C>,
    stored: &[StoredRow],
    sent: Vec<ResultRow>,
    origin: Origin,
) -> Answer<Count> {
    let count = sent.len();
    let (year, context) = (&call.year, &call.context);
    let changed = liveness::rows_from(origin, stored, &year.rows, sent, context.stamp);
    if let Some(most) = year.full {
        refuse_new(stored, &changed, most)?;
    }
    context
        .until_stop(call.app.store.put_rows(&call.race, &changed))
        .await?;
    call.app.uploads.add(count);
    Ok(json(&Count { count }))
}

/// A full year accepts corrections only.
fn refuse_new(stored: &[StoredRow], changed: &[StoredRow], most: u64) -> Result<(), Problem> {
    let known: BTreeSet<RowKey> = stored.iter().map(StoredRow::key).collect();
    let new = changed
        .iter()
        .filter(|row| !known.contains(&row.key()))
        .count();
    if new == 0 {
        return Ok(());
    }
    Err(Problem::TooLarge(
        format!(
            "This year holds {most} result rows, the most a year may have here. Rows that are stored may still be corrected; {new} of this \
             call would be new, so nothing of it was stored. Delete what is not needed (results/delete), or ask for a higher limit."
        )
        .into(),
    ))
}
