//! Who each line of a table is about.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::{
    At, Fault, Race, Remark, Role, Table,
    entries::{End, LineEntry, Read},
    namesakes::{self, Ended, Found},
    stored::{Stored, finish_of, lap_of},
};
use crate::{
    fold::fold,
    race::EventKind,
    row::{Person, PersonId, is_dnf, is_dns},
};

/// A name in a form for comparison: first and last, each folded and without breaks. One that has
/// neither letters nor digits is compared as it is.
fn name_key(first: &str, last: &str) -> String {
    let [given, family] = [first, last].map(|part| fold(part).replace(' ', ""));
    if given.is_empty() && family.is_empty() {
        return format!("{first} {last}");
    }
    format!("{given} {family}")
}

/// Who a line is about: the uploader's id and the bib.
pub struct Who {
    pub id: PersonId,
    pub bib: String,
}

/// Finds the stored person of each line, or makes a new one: by bib and distance, or by name and
/// distance if there are no bibs. A new id is derived from these, so that it is always the same.
pub fn identify(
    reads: &mut [Read],
    table: &Table,
    race: &Race,
    stored: &BTreeMap<&str, Stored<'_>>,
) -> Vec<Option<Who>> {
    if table.has(&Role::Bib) {
        by_bib(reads, table, race, stored)
    } else {
        by_name(reads, table, race, stored)
    }
}

/// The stored people by something that lines say of themselves, too. Somebody who was corrected by
/// hand is found as readers see them if a line says that, but as uploaded if one says that with their
/// name. `said` are the names with which lines say it.
fn known_by<'s, K: Ord>(
    stored: &BTreeMap<&'s str, Stored<'s>>,
    race: &Race,
    said: &BTreeMap<K, BTreeSet<String>>,
    key: impl Fn(&Person) -> K,
) -> BTreeMap<K, Vec<&'s str>> {
    let mut known: BTreeMap<K, Vec<&str>> = BTreeMap::new();
    for (id, Stored { person, .. }) in stored {
        let uploaded = key(person);
        let name = name_key(&person.first, &person.last);
        let is_uploaded = said
            .get(&uploaded)
            .is_some_and(|names| names.contains(&name));
        let shown = race.shown.get(&PersonId::new(*id)).map(&key);
        let shown = shown.filter(|shown| !is_uploaded && said.contains_key(shown));
        known.entry(shown.unwrap_or(uploaded)).or_default().push(id);
    }
    known
}

/// The name in a line, as it is compared.
fn name_in(entry: &LineEntry) -> String {
    let [first, last] = [&entry.first, &entry.last].map(|part| part.as_deref().unwrap_or(""));
    name_key(first, last)
}

/// Bibs are compared as they are written, or by their value. Where they differ only by zeros in
/// front, and nothing says which it is, that is a fault: 12 and 0012 may be two people.
fn by_bib(
    reads: &mut [Read],
    table: &Table,
    race: &Race,
    stored: &BTreeMap<&str, Stored<'_>>,
) -> Vec<Option<Who>> {
    let key = |bib: &str, distance: &str| (value_of(bib).to_owned(), distance.to_owned());
    let mut said: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for entry in reads.iter().filter_map(|read| read.entry.as_ref()) {
        let names = said.entry(key(&entry.bib, &entry.distance)).or_default();
        names.insert(name_in(entry));
    }
    let known = known_by(stored, race, &said, |who| key(&who.bib, &who.distance));
    let column = table.column(&Role::Bib);
    let bib_of = |id: &str| {
        stored
            .get(id)
            .map_or("", |stored| stored.person.bib.as_str())
    };
    // who is shown with another bib by now may have the id that is made of the former one
    let corrected = race.shown.keys().cloned().collect();
    let mut lines: BTreeMap<PersonId, i64> = BTreeMap::new();
    let mut who = |entry: &LineEntry, line: i64| {
        let same = known.get(&key(&entry.bib, &entry.distance));
        let same = same.map_or(&[][..], Vec::as_slice);
        let is_shown_with = |id: &str| {
            let shown = race.shown.get(&PersonId::new(id));
            shown.is_some_and(|shown| shown.bib == entry.bib)
        };
        let written: Vec<&str> = same
            .iter()
            .copied()
            .filter(|id| bib_of(id) == entry.bib || is_shown_with(id))
            .collect();
        let found = match written.as_slice() {
            [] if table.reading.bibs_by_value => same,
            [] if !same.is_empty() => return Err((column, Fault::BibZeros)),
            written => written,
        };
        let (id, bib) = match found {
            [] => (
                free_id(("bib", &entry.bib), &entry.distance, &corrected),
                entry.bib.clone(),
            ),
            [id] => (PersonId::new(*id), bib_of(id).to_owned()),
            _ => return Err((None, Fault::Several)),
        };
        if let Some(other) = lines.get(&id) {
            return Err((None, Fault::SamePerson(*other)));
        }
        lines.insert(id.clone(), line);
        Ok(Who { id, bib })
    };
    let mut all = Vec::new();
    for (read, line) in reads.iter_mut().zip(&table.lines) {
        let found = read.entry.as_ref().map(|entry| who(entry, line.line));
        if let Some(Err((column, fault))) = &found {
            refuse(read, *column, *fault);
        }
        all.push(found.and_then(Result::ok));
    }
    all
}

/// A bib without the zeros in front of a number.
fn value_of(bib: &str) -> &str {
    if bib.bytes().all(|byte| byte.is_ascii_digit()) {
        bib.trim_start_matches('0')
    } else {
        bib
    }
}

/// In a file without bibs: people of one name are told apart by [`namesakes`], and new ones get the
/// numbers that nobody has.
fn by_name(
    reads: &mut [Read],
    table: &Table,
    race: &Race,
    stored: &BTreeMap<&str, Stored<'_>>,
) -> Vec<Option<Who>> {
    let mut named: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (index, read) in reads.iter().enumerate() {
        let Some(entry) = &read.entry else { continue };
        let key = (name_in(entry), entry.distance.clone());
        named.entry(key).or_default().push(index);
    }
    let said = named
        .keys()
        .map(|key| (key.clone(), BTreeSet::from([key.0.clone()])));
    let said = said.collect();
    let key = |who: &Person| (name_key(&who.first, &who.last), who.distance.clone());
    let known = known_by(stored, race, &said, key);
    let mut ids: BTreeMap<usize, PersonId> = BTreeMap::new();
    let mut taken: BTreeSet<PersonId> = stored.keys().map(|id| PersonId::new(*id)).collect();
    for ((key, distance), indices) in named {
        let people = known.get(&(key.clone(), distance.clone()));
        let people = people.map_or(&[][..], Vec::as_slice);
        let lines: Vec<namesakes::Known> = indices
            .iter()
            .filter_map(|index| Some(known_of(reads.get(*index)?.entry.as_ref()?)))
            .collect();
        let of_stored: Vec<namesakes::Known> = people
            .iter()
            .filter_map(|id| Some(known_of_stored(stored.get(id)?, race)))
            .collect();
        let all_found = namesakes::find(&lines, &of_stored);
        let line_of = |at: usize| {
            let line = indices.get(at).and_then(|index| table.lines.get(*index));
            line.map_or(0, |line| line.line)
        };
        let is_somebody = |found: &Found| !matches!(found, Found::Again(_));
        let several = all_found.iter().filter(|found| is_somebody(found)).count() > 1;
        for (at, (index, found)) in indices.iter().zip(&all_found).enumerate() {
            let Some(read) = reads.get_mut(*index) else {
                continue;
            };
            let id = match found {
                Found::Stored(person) => people.get(*person).map(|id| PersonId::new(*id)),
                Found::New => Some(free_id(("name", &key), &distance, &taken)),
                Found::Again(other) => {
                    refuse(read, None, Fault::SamePerson(line_of(*other)));
                    None
                }
                Found::Open => {
                    refuse(read, None, Fault::Several);
                    None
                }
            };
            let Some(id) = id else { continue };
            if several || (*found == Found::New && !people.is_empty()) {
                let other = (0..all_found.len())
                    .find(|other| *other != at && all_found.get(*other).is_some_and(is_somebody));
                let what = Remark::Namesake(other.map_or(0, line_of));
                read.remarks.push(At { column: None, what });
            }
            taken.insert(id.clone());
            ids.insert(*index, id);
        }
    }
    with_bibs(ids, reads.len(), stored)
}

/// The people with their bibs; new ones get the lowest numbers that nobody has.
fn with_bibs(
    mut ids: BTreeMap<usize, PersonId>,
    lines: usize,
    stored: &BTreeMap<&str, Stored<'_>>,
) -> Vec<Option<Who>> {
    let mut bibs: BTreeSet<String> = stored
        .values()
        .map(|stored| stored.person.bib.clone())
        .collect();
    let mut next_bib = 1_u64;
    (0..lines)
        .map(|index| {
            let id = ids.remove(&index)?;
            let bib = match stored.get(id.as_str()) {
                Some(stored) => stored.person.bib.clone(),
                None => loop {
                    let bib = next_bib.to_string();
                    next_bib += 1;
                    if bibs.insert(bib.clone()) {
                        break bib;
                    }
                },
            };
            Some(Who { id, bib })
        })
        .collect()
}

fn known_of(entry: &LineEntry) -> namesakes::Known {
    let ended = match entry.end {
        End::Finished { clock, chip, .. } => match entry.laps.last() {
            Some(lap) => Ended::Finished {
                laps: lap.number,
                clock: lap.clock,
                chip: lap.chip,
            },
            None => Ended::Finished {
                laps: 0,
                clock,
                chip,
            },
        },
        End::Dnf => Ended::Dnf,
        End::Dns => Ended::Dns,
    };
    namesakes::Known {
        age: entry.age,
        ended,
    }
}

fn known_of_stored(stored: &Stored<'_>, race: &Race) -> namesakes::Known {
    let passages = stored.alive.iter().map(|row| &row.passage);
    let ended = match finish_of(passages, race) {
        Some(passage) if is_dns(passage.kind) => Ended::Dns,
        Some(passage) if !is_dnf(passage.kind) => Ended::Finished {
            laps: match race.kind {
                EventKind::Distance => 0,
                _ => lap_of(passage.occurrence, race),
            },
            clock: passage.clock_ms(),
            chip: passage.chip_ms(),
        },
        _ => Ended::Dnf,
    };
    let age = stored.person.age;
    namesakes::Known {
        age: Some(age).filter(|age| (1..130).contains(age)),
        ended,
    }
}

/// An id for a new person of this bib or name that nobody has.
fn free_id((kind, key): (&str, &str), distance: &str, taken: &BTreeSet<PersonId>) -> PersonId {
    let mut id = made_id(kind, key, distance);
    let mut number = 2;
    while taken.contains(&id) {
        id = made_id(kind, &format!("{key}\n{number}"), distance);
        number += 1;
    }
    id
}

fn refuse(read: &mut Read, column: Option<usize>, what: Fault) {
    read.entry = None;
    read.faults.push(At { column, what });
}

fn made_id(kind: &str, key: &str, distance: &str) -> PersonId {
    let digest = Sha256::digest(format!("{kind}\n{key}\n{distance}").as_bytes());
    let hex: String = digest
        .iter()
        .take(10)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    PersonId::new(format!("sheet-{hex}"))
}
