//! Stored people with their rows, and the passage that stands for their result.

use super::Race;
use crate::{
    liveness::StoredRow,
    race::EventKind,
    row::{Passage, Person},
};

/// A stored person, as of their newest row, with the rows that are alive.
pub struct Stored<'s> {
    pub person: &'s Person,
    pub alive: Vec<&'s StoredRow>,
}

/// The passage that represents the result.
pub fn finish_of<'p>(
    passages: impl Iterator<Item = &'p Passage>,
    race: &Race,
) -> Option<&'p Passage> {
    let laps = race.kind != EventKind::Distance;
    passages
        .filter(|passage| passage.finish || passage.is_out())
        .max_by_key(|passage| {
            (
                passage.is_out(),
                if laps { passage.occurrence } else { 0 },
                passage.seconds,
                passage.milliseconds,
            )
        })
}

/// The lap or the hour of a row's occurrence (contract 6.9).
pub const fn lap_of(occurrence: i64, race: &Race) -> i64 {
    if matches!(race.kind, EventKind::BackyardUltra) {
        occurrence / 2 + 1
    } else {
        occurrence
    }
}
