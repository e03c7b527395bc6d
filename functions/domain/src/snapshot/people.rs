//! The participants' list, split into several files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{File, FileError, file, unpack};
use crate::{
    participant::ResultParticipant,
    pieces::{Index, Range},
};

/// The maximum number of people in a file of the list, unless they all have one bib.
const MOST: usize = 512;

/// The files of the list, and how many people in it have a name.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PeopleFiles {
    /// Names of the files.
    pub files: Vec<String>,
    /// Number of people with a first or last name.
    pub named: usize,
}

/// Writes the list; `None` if it is empty.
///
/// # Errors
/// When a file cannot be written.
pub fn write_people(
    index: &Index,
    files: &mut Vec<File>,
) -> Result<Option<PeopleFiles>, FileError> {
    let mut by_slot: BTreeMap<u32, Vec<&ResultParticipant>> = BTreeMap::new();
    for who in index
        .leaves()
        .values()
        .flat_map(|leaf| &leaf.summary.participants)
    {
        if let Some(shown) = &who.shown {
            by_slot.entry(who.slot).or_default().push(shown);
        }
    }
    let all: Vec<(u32, Vec<&ResultParticipant>)> = by_slot.into_iter().collect();
    let mut people = PeopleFiles::default();
    part(Range::ALL, &all, &mut people, files)?;
    Ok((!people.files.is_empty()).then_some(people))
}

fn part(
    range: Range,
    slots: &[(u32, Vec<&ResultParticipant>)],
    people: &mut PeopleFiles,
    files: &mut Vec<File>,
) -> Result<(), FileError> {
    let count: usize = slots.iter().map(|(_, listed)| listed.len()).sum();
    match range.halves() {
        _ if count == 0 => Ok(()),
        Some([low, high]) if count > MOST && slots.len() > 1 => {
            let (lower, upper) =
                slots.split_at(slots.partition_point(|(slot, _)| *slot < high.start));
            part(low, lower, people, files)?;
            part(high, upper, people, files)
        }
        _ => {
            let mut listed: Vec<&ResultParticipant> = slots
                .iter()
                .flat_map(|(_, listed)| listed.iter().copied())
                .collect();
            listed.sort_by(|a, b| order(a).cmp(&order(b)));
            people.named += listed
                .iter()
                .filter(|who| !(who.first.is_empty() && who.last.is_empty()))
                .count();
            let written = file('p', &listed)?;
            people.files.push(written.name.clone());
            files.push(written);
            Ok(())
        }
    }
}

fn order(who: &ResultParticipant) -> ((&str, &str, &str, &str), (&str, &str)) {
    (who.order(), (&who.age_group, &who.gender))
}

/// Sorts the list in the order of the contract (6.3).
pub fn sort(people: &mut [ResultParticipant]) {
    people.sort_by(|a, b| order(a).cmp(&order(b)));
}

/// Reads a file of the list.
///
/// # Errors
/// If it is not a file of the list.
pub fn read_people(compressed: &[u8]) -> Result<Vec<ResultParticipant>, FileError> {
    unpack(compressed)
}
