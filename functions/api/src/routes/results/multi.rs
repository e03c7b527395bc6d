//! `results/multi`: every row of several years.

use std::{collections::BTreeMap, sync::Arc};

use axum::extract::State;
use chute_contract::{answers::MultiResults, requests::ReadMulti};
use chute_domain::snapshot::Snapshot;

use super::by_distance;
use crate::{
    App,
    answer::{Answer, json},
    compute::EXPORTS,
    extract::{EventRequest, KeyRequest, Reader},
};

/// Every row of several years.
///
/// Unknown years are empty; a year named twice counts once.
///
/// # Errors
/// - 404: no such event.
pub async fn multi(
    State(app): State<App>,
    call: KeyRequest<ReadMulti, Reader>,
) -> Answer<MultiResults<'static>> {
    let EventRequest { body, record, .. } = call.event().await?;
    let mut years: BTreeMap<&str, Option<Arc<Snapshot>>> = BTreeMap::new();
    for year in &body.years {
        let wanted = record
            .years
            .get(year.as_str())
            .filter(|_| !years.contains_key(year.as_str()));
        let published = match wanted {
            Some(deletes) => {
                app.caches
                    .snapshots
                    .of_year(&app.store, &record, deletes)
                    .await?
            }
            None => None,
        };
        years.entry(year).or_insert(published);
    }
    let answer = || {
        let results = years.iter().map(|(year, snapshot)| {
            (
                *year,
                snapshot
                    .as_ref()
                    .map(|snapshot| by_distance(&snapshot.rows))
                    .unwrap_or_default(),
            )
        });
        json(&MultiResults {
            event: &record.event(),
            results: results.collect(),
        })
    };
    Ok(EXPORTS.apart(answer).await?)
}
