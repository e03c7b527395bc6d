//! Pointers: the only file of a year, and the only one of an event, that changes (contract 9.3).

use chute_domain::{
    race::{RaceKey, Slug, YearKey},
    snapshot::PointerSummary,
    state::{EventRecord, YearRecord},
};

use crate::{Place, Result, Store, StoreError, Tagged};

/// The name of every pointer.
pub const POINTER: &str = "current.json";

/// Path of a year's pointer, in the place where the event is published.
#[must_use]
pub fn pointer_path(race: &RaceKey) -> String {
    format!("{race}/{POINTER}")
}

/// Path of an event's own file, in the place where the event is published.
#[must_use]
pub fn event_pointer_path(slug: &Slug) -> String {
    format!("{slug}/{POINTER}")
}

/// The paths of the pointers of an event with these years.
pub fn pointers<'y>(slug: &Slug, years: impl IntoIterator<Item = &'y YearKey>) -> Vec<String> {
    let of_years = years.into_iter().map(|year| pointer_path(&slug.year(year)));
    of_years.chain([event_pointer_path(slug)]).collect()
}

/// Whether an object leads to other files. Without it, a publisher starts over and does not rely on
/// any file that was there.
pub(crate) fn is_pointer(path: &str) -> bool {
    path.ends_with(POINTER)
}

/// Reads the content of a year's pointer.
///
/// # Errors
/// [`StoreError::Unreadable`] if it is not a pointer.
pub fn read_pointer(pointer: &Tagged) -> Result<PointerSummary> {
    PointerSummary::read(&pointer.body)
        .map_err(|error| StoreError::Unreadable("a pointer", Box::new(error)))
}

impl Store {
    /// The content of a year's pointer; `None` if nothing is published.
    pub async fn pointer_of(
        &self,
        event: &EventRecord,
        year: &YearRecord,
    ) -> Result<Option<PointerSummary>> {
        self.pointer_in(Place::of(event), &event.race(year)).await
    }

    /// Like [`Store::pointer_of`] in a given place where files are published, wherever the event is
    /// now.
    pub async fn pointer_in(&self, place: Place, race: &RaceKey) -> Result<Option<PointerSummary>> {
        let pointer = self.get_object(place, &pointer_path(race)).await?;
        pointer.as_ref().map(read_pointer).transpose()
    }
}
