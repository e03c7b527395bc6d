//! Results by key (contract 4.3).

pub mod add;
pub mod bib;
pub mod delete;
pub mod multi;
pub mod read;

use chute_contract::{answers::ByDistance, result::ResultOut};
use chute_domain::row::ResultRow;

/// Rows grouped by distance, in the given order within each distance.
pub fn by_distance<'r>(rows: impl IntoIterator<Item = &'r ResultRow>) -> ByDistance<'r> {
    grouped(rows, ResultOut::new)
}

/// Rows grouped by distance, each converted with `form`.
fn grouped<'r>(
    rows: impl IntoIterator<Item = &'r ResultRow>,
    form: fn(&'r ResultRow) -> ResultOut<'r>,
) -> ByDistance<'r> {
    let mut distances = ByDistance::new();
    for row in rows {
        distances
            .entry(&row.person.distance)
            .or_default()
            .push(form(row));
    }
    distances
}
