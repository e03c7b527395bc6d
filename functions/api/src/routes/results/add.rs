//! `results/add`: the upload (contract 6.2).

use std::collections::BTreeSet;

use chute_contract::{answers::Count, requests::AddResults, result::ResultIn};
use chute_domain::{
    key::KeyKind,
    life::{self, RowKey, StoredRow},
};

use crate::{
    answer::{Answer, Problem, json},
    extract::{Access, Keyed},
};

/// Two round trips, once an instance knows the key: the key, the event and the people's rows at once; then the changed rows at once.
pub async fn add(call: Keyed<AddResults>) -> Answer {
    let (mut call, stored) = call
        .year_beside(
            KeyKind::Write,
            Access::Own,
            |body| body.results.len(),
            async |store, body, (slug, year)| {
                let people: BTreeSet<String> =
                    body.results.iter().filter(|row| !row.person_id.is_empty()).map(|row| row.person_id.clone()).collect();
                store.rows_of_people(slug, year, &people.into_iter().collect::<Vec<_>>()).await
            },
        )
        .await?;
    let sent: Vec<_> = std::mem::take(&mut call.body.results).into_iter().filter_map(ResultIn::checked).collect();
    let count = sent.len();
    let changed = life::rows_to_write(&stored, &call.year.rows, sent, call.arrival.stamp);
    if let Some(most) = call.year.full {
        refuse_new(&stored, &changed, most)?;
    }
    let (slug, year) = call.names();
    call.arrival.until_stop(call.app.store.put_rows(slug, year, &changed)).await?;
    Ok(json(&Count { count }))
}

/// A year that is full takes corrections only.
fn refuse_new(stored: &[StoredRow], changed: &[StoredRow], most: u64) -> Result<(), Problem> {
    let known: BTreeSet<RowKey> = stored.iter().map(StoredRow::key).collect();
    let new = changed.iter().filter(|row| !known.contains(&row.key())).count();
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
