//! Bib chips, segments and distances of a year (contract 4.4, 4.5). All three are listed, uploaded
//! and deleted in the same way.

use chute_contract::answers::Count;
use chute_domain::{
    participant::BibChip,
    race::{Distance, RaceKey, Segment},
    stamp::Stamp,
    state::{Stamped, YearRecord, count_ended, items_to_write},
};
use chute_store::{Area, Store, StoreError};

use crate::{
    answer::{Answer, Problem, json},
    extract::YearRequest,
};

type Stored<T> = Result<Vec<Stamped<T>>, StoreError>;

/// An item of such an area.
pub trait AreaItem: PartialEq + Clone + Send + Sync + 'static {
    /// Where it is stored.
    const AREA: Area;
    /// Identifies it within the year.
    type Key: Ord + Send;

    /// Its key: of several with the same one, the last counts.
    fn key(&self) -> Self::Key;

    /// The last delete of the whole area.
    fn deleted(year: &YearRecord) -> Option<Stamp>;
}

/// The items of a year, in no particular order. `load` returns them with the deleted ones.
pub async fn list<T: AreaItem, C>(
    call: &YearRequest<C>,
    load: impl AsyncFnOnce(&Store, &RaceKey) -> Stored<T>,
) -> Result<Vec<T>, Problem> {
    let stored = load(&call.app.store, &call.race).await?;
    let deleted = T::deleted(&call.year);
    Ok(stored
        .iter()
        .filter_map(|item| item.living(deleted))
        .cloned()
        .collect())
}

/// Writes those of the sent items that differ from the stored ones: `put` stores them.
///
/// # Errors
/// When they could not be stored in time.
pub async fn add<T: AreaItem, C>(
    call: &YearRequest<C>,
    stored: &[Stamped<T>],
    sent: impl IntoIterator<Item = T>,
    put: impl AsyncFnOnce(&Store, &RaceKey, Vec<T>, Stamp) -> Result<(), StoreError>,
) -> Result<(), Problem> {
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let changed = items_to_write(stored, T::deleted(&call.year), sent, stamp, T::key);
    call.context
        .until_stop(put(store, race, changed, stamp))
        .await
}

/// Deletes all items of a year. `load` returns them, deleted ones included.
pub async fn remove<T: AreaItem, C>(
    call: &YearRequest<C>,
    load: impl AsyncFnOnce(&Store, &RaceKey) -> Stored<T>,
) -> Answer<Count> {
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let stored = load(store, race).await?;
    let count = count_ended(&stored, T::deleted(&call.year), stamp);
    call.context
        .until_stop(store.delete_area(race, T::AREA, stamp))
        .await?;
    Ok(json(&Count { count }))
}

impl AreaItem for BibChip {
    const AREA: Area = Area::Chips;
    type Key = String;

    fn key(&self) -> String {
        self.chip.clone()
    }

    fn deleted(year: &YearRecord) -> Option<Stamp> {
        year.chips
    }
}

impl AreaItem for Segment {
    const AREA: Area = Area::Segments;
    type Key = (String, String);

    fn key(&self) -> Self::Key {
        (self.distance_name.clone(), self.name.clone())
    }

    fn deleted(year: &YearRecord) -> Option<Stamp> {
        year.segments
    }
}

impl AreaItem for Distance {
    const AREA: Area = Area::Distances;
    type Key = String;

    fn key(&self) -> String {
        self.name.clone()
    }

    fn deleted(year: &YearRecord) -> Option<Stamp> {
        year.distances
    }
}
