//! Distance records by key (contract 4.5).

use chute_contract::{
    answers::{AnyDistances, Count, Distances, OneDistance},
    requests::{AddDistances, ForYear, ReadDistances},
    setup::DistanceIn,
};
use chute_domain::{
    race::Distance,
    state::{count_ended, items_to_write},
};
use chute_store::Area;

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
    let race = &call.race;
    let stored = call.app.store.distances_of(race).await?;
    let mut distances: Vec<Distance> = stored
        .iter()
        .filter_map(|distance| distance.living(call.year.distances))
        .cloned()
        .collect();
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
    let (stamp, deleted) = (call.context.stamp, call.year.distances);
    let name = |distance: &Distance| distance.name.clone();
    let sent = distances.iter().cloned();
    let changed = items_to_write(&stored, deleted, sent, stamp, name);
    let race = &call.race;
    call.context
        .until_stop(call.app.store.put_distances(race, changed, stamp))
        .await?;
    Ok(json(&Distances { distances }))
}

/// Deletes all distances of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<ForYear, Writer>) -> Answer<Count> {
    let call = call.year().await?;
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let stored = store.distances_of(race).await?;
    let count = count_ended(&stored, call.year.distances, stamp);
    call.context
        .until_stop(store.delete_area(race, Area::Distances, stamp))
        .await?;
    Ok(json(&Count { count }))
}
