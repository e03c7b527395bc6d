//! Distance records by key (contract 4.5).

use chute_contract::{
    answers::{AnyDistances, Count, Distances, OneDistance},
    requests::{AddDistances, ForYear, ReadDistances},
    setup::DistanceIn,
};
use chute_domain::race::Distance;
use chute_store::Store;

use super::services::areas as service;
use crate::{
    answer::{Answer, json},
    extract::{KeyRequest, Reader, Writer},
};

/// The distances of a year, or only the one named.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: KeyRequest<ReadDistances, Reader>) -> Answer<AnyDistances> {
    let call = call.year().await?;
    let mut distances = service::list(&call, Store::distances_of).await?;
    distances.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    match call.body.distance {
        Some(name) => Ok(json(&AnyDistances::One(OneDistance {
            distance: distances.into_iter().find(|distance| distance.name == name),
        }))),
        None => Ok(json(&AnyDistances::All(Distances { distances }))),
    }
}

/// Adds or replaces distances.
///
/// Returns what was accepted, duplicates included, in the order sent.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<AddDistances, Writer>) -> Answer<Distances> {
    let (mut call, stored) = call
        .year_with(|_| 1, async |store, _, race| store.distances_of(race).await)
        .await?;
    let distances: Vec<Distance> = std::mem::take(&mut call.body.distances)
        .into_iter()
        .filter_map(DistanceIn::checked)
        .collect();
    service::add(
        &call,
        &stored,
        distances.iter().cloned(),
        Store::put_distances,
    )
    .await?;
    Ok(json(&Distances { distances }))
}

/// Deletes all distances of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<ForYear, Writer>) -> Answer<Count> {
    service::remove(&call.year().await?, Store::distances_of).await
}
