//! `results/add`: the upload (contract 6.2).

use chute_contract::answers::Count;
use chute_domain::{liveness::Origin, row::ResultRow};

use super::super::services::results as service;
use crate::{
    answer::Answer,
    extract::{InRace, KeyRequest, Writer},
};

/// Uploads rows: each replaces the one of the same person, location and occurrence. Invalid rows
/// are dropped.
///
/// This takes two round trips once an instance knows the key: the first reads key, event and the
/// people's rows in parallel, the second writes the changed rows in parallel.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<InRace<Vec<ResultRow>>, Writer>) -> Answer<Count> {
    let (mut call, stored) = call
        .year_with(
            |body| body.sent.len(),
            async |store, body, race| {
                store
                    .rows_of_people(race, &service::people(body.sent.iter()))
                    .await
            },
        )
        .await?;
    let sent = std::mem::take(&mut call.body.sent);
    service::add(&call, &stored, sent, Origin::Upload).await
}
