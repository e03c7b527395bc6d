//! `results/delete`: a stamp on the year, whatever there is to delete (contract 6.2 rule 5).

use chute_contract::{answers::Count, requests::DeleteResults};
use chute_domain::{
    key::KeyKind,
    life::{self, Deletes},
};
use chute_store::Area;

use crate::{
    answer::{Answer, json},
    extract::{Access, Keyed},
};

/// Deletes all rows, or those of the people of one distance; answers how many there were.
pub async fn remove(call: Keyed<DeleteResults>) -> Answer {
    let call = call.year(KeyKind::Write, Access::Own).await?;
    let ((slug, year), stamp, store) = (call.names(), call.arrival.stamp, &call.app.store);
    let before = &call.year.rows;
    let after = if call.body.distance.is_empty() {
        call.arrival.until_stop(store.delete_area(slug, year, Area::Rows, stamp)).await?;
        Deletes { all: Some(before.all.map_or(stamp, |all| all.max(stamp))), by_distance: Vec::new() }
    } else {
        call.arrival.until_stop(store.delete_rows_of_distance(slug, year, &call.body.distance, stamp)).await?;
        let mut after = before.clone();
        after.by_distance.push((stamp, call.body.distance.clone()));
        after
    };
    let rows = store.rows_of_race(slug, year).await?;
    let count = life::result_rows(&rows, before).len().saturating_sub(life::result_rows(&rows, &after).len());
    Ok(json(&Count { count }))
}
