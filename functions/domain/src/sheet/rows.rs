//! The rows to write: stored people, updated from the file, and new ones.

use std::collections::BTreeMap;

use super::{
    At, Fault, Race, Role, Table,
    age_groups::{AgeGroups, age_group},
    cells::{FilePlace, gender_code},
    entries::{End, LineEntry, Passing, Read},
    identify::Who,
    names::tidy,
    places::Places,
    stored::{Stored, finish_of, lap_of},
};
use crate::{
    race::EventKind,
    row::{DNF_SECONDS, Passage, Person, PersonId, ResultRow, is_dnf},
};

/// A person as they will be afterwards.
pub(super) struct Body {
    pub(super) id: PersonId,
    pub(super) person: Person,
    pub(super) passages: Vec<Passage>,
    /// For each passage, whether it comes from the file.
    pub(super) fresh: Vec<bool>,
    /// Position of their line in the table.
    pub(super) entry: Option<usize>,
    /// Overall place in the file.
    pub(super) place: Option<FilePlace>,
}

impl Body {
    /// The rows that differ from what readers see; if the person's fields differ, also all rows
    /// that come from the file.
    pub(super) fn rows(&self, stored: Option<&Stored<'_>>) -> Vec<ResultRow> {
        let person_stays = stored.is_some_and(|stored| *stored.person == self.person);
        let is_there = |passage: &Passage| {
            stored.is_some_and(|stored| stored.alive.iter().any(|row| row.passage == *passage))
        };
        let differ = self
            .passages
            .iter()
            .zip(&self.fresh)
            .filter(|(passage, fresh)| !is_there(passage) || (**fresh && !person_stays));
        let row = |(passage, _): (&Passage, &bool)| ResultRow {
            person_id: self.id.clone(),
            person: self.person.clone(),
            passage: passage.clone(),
        };
        differ.map(row).collect()
    }

    /// The passage that represents the result.
    pub(super) fn finish(&self, race: &Race) -> Option<&Passage> {
        finish_of(self.passages.iter(), race)
    }

    /// The passage at this index, marked as coming from the file.
    fn give(&mut self, index: usize) -> Option<&mut Passage> {
        *self.fresh.get_mut(index)? = true;
        self.passages.get_mut(index)
    }

    fn add(&mut self, passage: Passage) {
        self.passages.push(passage);
        self.fresh.push(true);
    }

    fn positions(&self, which: impl Fn(&Passage) -> bool) -> Vec<usize> {
        self.passages
            .iter()
            .enumerate()
            .filter(|(_, passage)| which(passage))
            .map(|(index, _)| index)
            .collect()
    }
}

/// Everybody as they will be: stored people, updated from the file, and new ones. A line with fewer
/// laps than are stored loses its entry.
pub(super) fn bodies(
    stored: &BTreeMap<&str, Stored<'_>>,
    reads: &mut [Read],
    who: &[Option<Who>],
    (table, race): (&Table, &Race),
) -> Vec<Body> {
    let mut all: BTreeMap<&str, Body> = stored
        .iter()
        .map(|(id, Stored { person, alive })| {
            let passages: Vec<Passage> = alive.iter().map(|row| row.passage.clone()).collect();
            let fresh = vec![false; passages.len()];
            (
                *id,
                Body {
                    id: PersonId::new(*id),
                    person: (*person).clone(),
                    passages,
                    fresh,
                    entry: None,
                    place: None,
                },
            )
        })
        .collect();
    for (read, who) in reads.iter_mut().zip(who) {
        let (Some(entry), Some(who)) = (&read.entry, who) else {
            continue;
        };
        if let Some(fault) = fewer_laps(all.get(who.id.as_str()), entry, race) {
            let column = table
                .columns
                .iter()
                .position(|role| matches!(role, Role::Laps | Role::Lap));
            read.faults.push(At {
                column,
                what: fault,
            });
            read.entry = None;
            continue;
        }
        let body = all.entry(&who.id).or_insert_with(|| Body {
            id: who.id.clone(),
            person: Person {
                age: -1,
                ..Person::default()
            },
            passages: Vec::new(),
            fresh: Vec::new(),
            entry: None,
            place: None,
        });
        body.entry = Some(entry.index);
        body.place = entry.place;
        take_person(&mut body.person, entry, &who.bib, table);
        take_end(body, entry, (table, race));
        entry
            .splits
            .iter()
            .for_each(|split| take_split(body, split, table.reading.chip_splits));
    }
    all.into_values().collect()
}

fn fewer_laps(body: Option<&Body>, entry: &LineEntry, race: &Race) -> Option<Fault> {
    let last = occurrence(entry.laps.last()?.number, race);
    let stored = body?
        .passages
        .iter()
        .filter(|passage| passage.finish && !passage.is_out())
        .map(|passage| passage.occurrence)
        .max()?;
    if stored <= last {
        return None;
    }
    Some(Fault::FewerLaps(lap_of(stored, race)))
}

/// The occurrence of a lap's row, from 1; each hour of a backyard has two (contract 6.9).
const fn occurrence(lap: i64, race: &Race) -> i64 {
    if matches!(race.kind, EventKind::BackyardUltra) {
        2 * lap - 1
    } else {
        lap
    }
}

/// Applies what the line says about a person to what is stored. Names of anonymous people are left
/// alone.
fn take_person(person: &mut Person, entry: &LineEntry, bib: &str, table: &Table) {
    bib.clone_into(&mut person.bib);
    person.distance.clone_from(&entry.distance);
    // a name in one cell does not tell where the first name ends
    let is_named = entry.whole_name.as_ref().is_some_and(|whole| {
        !whole.is_empty() && *whole == tidy(&format!("{} {}", person.first, person.last))
    });
    if !person.anonymous && !is_named {
        take(&mut person.first, entry.first.as_ref());
        take(&mut person.last, entry.last.as_ref());
    }
    // F and Woman mean the same
    let code = gender_code(&person.gender);
    if person.gender.is_empty()
        || entry
            .gender
            .as_deref()
            .is_some_and(|gender| gender_code(gender) != code)
    {
        take(&mut person.gender, entry.gender.as_ref());
    }
    if let Some(age) = entry.age {
        person.age = age;
    }
    take(&mut person.age_group, entry.age_group.as_ref());
    if entry.age_group.is_none() && table.reading.groups != AgeGroups::None {
        take(
            &mut person.age_group,
            Some(age_group(person.age, table.reading.groups))
                .filter(|group| !group.is_empty())
                .as_ref(),
        );
    }
    take(&mut person.division, entry.division.as_ref());
}

fn take(text: &mut String, from: Option<&String>) {
    if let Some(from) = from {
        text.clone_from(from);
    }
}

/// Ends the race at these passages; where there are none, at a new one.
fn end_at(body: &mut Body, mut at: Vec<usize>, new: Passage, how: End, table: &Table) {
    if at.is_empty() {
        body.add(new);
        at = vec![body.passages.len() - 1];
    }
    for index in at {
        if let Some(passage) = body.give(index) {
            end(passage, how, table);
        }
    }
}

fn take_end(body: &mut Body, entry: &LineEntry, (table, race): (&Table, &Race)) {
    if race.kind == EventKind::Distance {
        let at = body.positions(|passage| passage.finish || passage.is_out());
        return end_at(
            body,
            at,
            new_passage("Finish", "Finish", 1),
            entry.end,
            table,
        );
    }
    if entry.laps.is_empty() {
        let at = body.positions(Passage::is_out);
        // occurrence 0, so that it can become the row of a start
        return end_at(body, at, new_passage("Finish", "", 0), entry.end, table);
    }
    for lap in &entry.laps {
        take_lap(body, lap, entry.end, (table, race));
    }
    // somebody with laps is no longer a DNF
    for index in body.positions(Passage::is_out) {
        if let Some(passage) = body.give(index) {
            let segment = if passage.occurrence == 0 { "Start" } else { "" };
            *passage = Passage {
                segment: segment.to_owned(),
                ..new_passage(&passage.location.clone(), "", passage.occurrence)
            };
        }
    }
}

fn take_lap(body: &mut Body, lap: &Passing, how: End, (table, race): (&Table, &Race)) {
    let number = occurrence(lap.number, race);
    let place = body
        .passages
        .iter()
        .find(|passage| passage.finish)
        .map_or_else(|| "Finish".to_owned(), |passage| passage.location.clone());
    let at = body.positions(|passage| {
        passage.occurrence == number && (passage.finish || passage.location == place)
    });
    let index = at.first().copied().unwrap_or_else(|| {
        let word = if race.kind == EventKind::BackyardUltra {
            "Hour"
        } else {
            "Lap"
        };
        body.add(new_passage(
            &place,
            &format!("{word} {}", lap.number),
            number,
        ));
        body.passages.len() - 1
    });
    if !lap.name.is_empty()
        && let Some(passage) = body.give(index)
    {
        passage.segment.clone_from(&lap.name);
    }
    let is_ranked = match how {
        End::Finished { is_ranked, .. } => is_ranked,
        End::Dnf | End::Dns => None,
    };
    if let Some(passage) = body.give(index) {
        end(
            passage,
            End::Finished {
                clock: lap.clock,
                chip: lap.chip,
                is_ranked,
            },
            table,
        );
    }
}

fn new_passage(location: &str, segment: &str, occurrence: i64) -> Passage {
    let mut passage = Passage {
        location: location.to_owned(),
        segment: segment.to_owned(),
        occurrence,
        ..Passage::default()
    };
    Places::NONE.put(&mut passage);
    passage
}

/// Writes how a race ended into its row. If the file has only one of clock and chip time, the other
/// moves along with it.
fn end(passage: &mut Passage, how: End, table: &Table) {
    let before = passage.clone();
    passage.finish = true;
    match how {
        End::Finished {
            clock,
            chip,
            is_ranked,
        } => {
            let was = (before.clock_ms(), before.chip_ms());
            let timed = before.finish && !before.is_out();
            let (has_clock, has_chip) = (table.has(&Role::Clock), table.has(&Role::Chip));
            let clock = if timed && has_chip && !has_clock {
                (was.0 + chip - was.1).max(1)
            } else {
                clock
            };
            let chip = if timed && has_clock && !has_chip {
                (was.1 + clock - was.0).max(0)
            } else {
                chip
            };
            put_times(passage, clock, chip);
            if is_ranked == Some(false) {
                passage.kind = 12;
            } else if before.is_out() || (is_ranked == Some(true) && matches!(before.kind, 2 | 12))
            {
                passage.kind = 0;
            }
            if passage.segment.is_empty() {
                "Finish".clone_into(&mut passage.segment);
            }
        }
        End::Dnf => {
            put_times(passage, DNF_SECONDS * 1_000, 0);
            passage.kind = if is_dnf(before.kind) { before.kind } else { 30 };
        }
        End::Dns => {
            put_times(passage, 0, 0);
            passage.kind = 31;
        }
    }
    if passage.is_out() {
        Places::NONE.put(passage);
    }
    let same = |a: &Passage| {
        (
            a.seconds,
            a.milliseconds,
            a.chip_seconds,
            a.chip_milliseconds,
            a.kind,
        )
    };
    if same(passage) != same(&before) {
        passage.local_time.clear();
    }
}

fn take_split(body: &mut Body, split: &Passing, by_chip: bool) {
    let on_course =
        |passage: &Passage| !passage.finish && !passage.is_out() && passage.occurrence >= 1;
    let named = body.positions(|passage| on_course(passage) && passage.segment == split.name);
    let there = body.positions(|passage| passage.location == split.name && passage.occurrence == 1);
    let Some(index) = named.last().or(there.first()).copied() else {
        let mut passage = new_passage(&split.name, &split.name, 1);
        put_times(&mut passage, split.clock, split.chip);
        body.add(passage);
        return;
    };
    if let Some(passage) = body.give(index) {
        let same = if by_chip {
            passage.chip_ms() == split.chip
        } else {
            passage.clock_ms() == split.clock
        };
        if !same {
            put_times(passage, split.clock, split.chip);
            passage.local_time.clear();
        }
    }
}

const fn put_times(passage: &mut Passage, clock: i64, chip: i64) {
    passage.seconds = clock / 1_000;
    passage.milliseconds = clock % 1_000;
    passage.chip_seconds = chip / 1_000;
    passage.chip_milliseconds = chip % 1_000;
}
