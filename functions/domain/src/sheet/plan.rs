//! What a table would do to a year: who each line is about, the rows to write, and what changes.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    At, Change, Fault, Other, Outcome, Plan, Planned, Race, Remark, Role, State, Table, Tie,
    Written,
    age_groups::{AgeGroups, age_group},
    cells::{FilePlace, gender_code},
    covered::Covered,
    entries::{self, End, LineEntry, Passing, Read},
    identify::{Who, identify},
    names::tidy,
    places::{Places, RankedPerson, places},
    stored::{Stored, finish_of, is_state, lap_of, ms},
    times,
};
use crate::{
    liveness::{self, Deletes, Origin, RowKey, StoredRow},
    race::EventKind,
    row::{DNF_SECONDS, Passage, Person, PersonId, ResultRow, is_dnf, is_dns},
    stamp::Stamp,
};

/// A year's stored rows.
#[derive(Clone, Copy, Debug)]
pub struct Known<'s> {
    /// Its rows, dead ones included.
    pub rows: &'s [StoredRow],
    /// Its deletes of rows.
    pub deletes: &'s Deletes,
}

/// Plans what the table would do. Planning the same table again changes nothing. People who are not
/// in it stay and take part in the ranking.
#[must_use]
pub fn plan(table: &Table, race: &Race, known: Known<'_>, stamp: Stamp) -> Plan {
    let stored = stored_people(known);
    let mut reads = entries::read(table, race);
    let who = identify(&mut reads, table, race, &stored);
    let mut bodies = bodies(&stored, &mut reads, &who, (table, race));
    let evens = rank(&mut bodies, race);
    let sent = bodies
        .iter()
        .flat_map(|body| body.rows(stored.get(body.id.as_str())))
        .collect();
    let rows = liveness::rows_from(Origin::Import, known.rows, known.deletes, sent, stamp);
    let written: BTreeSet<&str> = rows.iter().map(|row| row.person_id.as_str()).collect();
    let mut lines: Vec<Planned> = reads
        .into_iter()
        .zip(&table.lines)
        .map(|(read, line)| unread(read, line.line))
        .collect();
    let sharing = sharing(&bodies, race);
    for body in &bodies {
        let Some(line) = body.entry.and_then(|entry| lines.get_mut(entry)) else {
            continue;
        };
        let before = stored.get(body.id.as_str());
        line.bib.clone_from(&body.person.bib);
        line.outcome = match before {
            None => Outcome::New,
            Some(_) if written.contains(body.id.as_str()) => Outcome::Changed,
            Some(_) => Outcome::Same,
        };
        line.changes = before
            .map(|before| changes(before, body, race))
            .unwrap_or_default();
        let column = table.column(&Role::Place);
        let told = place_remarks(body, &sharing, race);
        line.remarks
            .extend(told.into_iter().map(|what| At { column, what }));
    }
    let mut states = states(known);
    let rows = rows
        .into_iter()
        .map(|row| Written {
            seen: states.remove(&row.key()),
            row,
        })
        .collect();
    let (missing, moved) = others(&stored, &bodies, race);
    Plan {
        lines,
        rows,
        missing,
        moved,
        ties: evens,
    }
}

/// A place of the file in a distance, with the laps and the time of those who have it, in
/// milliseconds.
type FileStanding<'b> = (&'b str, i64, (i64, i64));

fn file_standing<'b>(body: &'b Body, race: &Race) -> Option<FileStanding<'b>> {
    let (place, finish) = (body.place?, body.finish(race)?);
    (finish.ranking >= 1).then(|| {
        (
            body.person.distance.as_str(),
            place.place,
            (laps_of(finish, race.kind), ranking_ms(finish, race.by_chip)),
        )
    })
}

/// How many people of the file share each of its places with the same time.
fn sharing<'b>(bodies: &'b [Body], race: &Race) -> BTreeMap<FileStanding<'b>, i64> {
    let mut sharing = BTreeMap::new();
    for standing in bodies.iter().filter_map(|body| file_standing(body, race)) {
        *sharing.entry(standing).or_default() += 1;
    }
    sharing
}

/// What is worth knowing about the file's place of somebody who is placed: that it is shared, which
/// no place is here, and that it differs from the place by the times.
fn place_remarks(
    body: &Body,
    sharing: &BTreeMap<FileStanding<'_>, i64>,
    race: &Race,
) -> Vec<Remark> {
    let (Some(place), Some(standing), Some(finish)) =
        (body.place, file_standing(body, race), body.finish(race))
    else {
        return Vec::new();
    };
    let count = sharing.get(&standing).copied().unwrap_or(1);
    let is_shared = place.is_tied || count > 1;
    let differs = !(place.place..place.place + count).contains(&finish.ranking);
    let shared = Some(Remark::PlaceShared(place.place)).filter(|_| is_shared);
    let differs = Some(Remark::PlaceDiffers(place.place)).filter(|_| differs);
    shared.into_iter().chain(differs).collect()
}

/// How far somebody came in an event of laps: laps, or metres where the distance stands in place of
/// the laps; 0 in an event of a distance.
#[must_use]
pub fn laps_of(passage: &Passage, kind: EventKind) -> i64 {
    match Covered::of_segment(&passage.segment) {
        _ if kind == EventKind::Distance => 0,
        Some(covered) if passage.finish => covered.metres(),
        _ => passage.occurrence,
    }
}

/// The time by which somebody is ranked, in milliseconds.
#[must_use]
pub const fn ranking_ms(passage: &Passage, by_chip: bool) -> i64 {
    if by_chip {
        ms(passage.chip_seconds, passage.chip_milliseconds)
    } else {
        ms(passage.seconds, passage.milliseconds)
    }
}

/// The stored state of each key.
#[must_use]
pub fn states(known: Known<'_>) -> BTreeMap<RowKey, State> {
    let people = people(known);
    let alive: BTreeSet<RowKey> = people
        .into_values()
        .flat_map(|rows| liveness::living(rows, known.deletes))
        .map(StoredRow::key)
        .collect();
    let state = |row: &StoredRow| {
        let key = row.key();
        let state = State {
            stamp: row.stamp,
            is_alive: alive.contains(&key),
        };
        (key, state)
    };
    known.rows.iter().map(state).collect()
}

fn people(known: Known<'_>) -> BTreeMap<&str, Vec<&StoredRow>> {
    let mut people: BTreeMap<&str, Vec<&StoredRow>> = BTreeMap::new();
    for row in known.rows {
        people.entry(&row.person_id).or_default().push(row);
    }
    people
}

fn unread(
    Read {
        entry,
        faults,
        remarks,
    }: Read,
    line: i64,
) -> Planned {
    let outcome = if faults.is_empty() && entry.is_none() {
        Outcome::Skipped
    } else {
        Outcome::Invalid
    };
    Planned {
        line,
        outcome,
        bib: String::new(),
        faults,
        remarks,
        changes: Vec::new(),
    }
}

fn stored_people(known: Known<'_>) -> BTreeMap<&str, Stored<'_>> {
    let living = people(known).into_iter().filter_map(|(id, rows)| {
        let alive = liveness::living(rows, known.deletes);
        liveness::person_of(&alive).map(|person| (id, Stored { person, alive }))
    });
    living.collect()
}

/// A person as they will be afterwards.
struct Body {
    id: PersonId,
    person: Person,
    passages: Vec<Passage>,
    /// For each passage, whether it comes from the file.
    fresh: Vec<bool>,
    /// Position of their line in the table.
    entry: Option<usize>,
    /// Overall place in the file.
    place: Option<FilePlace>,
}

impl Body {
    /// The rows that differ from what readers see; if the person's fields differ, also all rows
    /// that come from the file.
    fn rows(&self, stored: Option<&Stored<'_>>) -> Vec<ResultRow> {
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
    fn finish(&self, race: &Race) -> Option<&Passage> {
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
fn bodies(
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
        .filter(|passage| passage.finish && !is_state(passage))
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

fn take_end(body: &mut Body, entry: &LineEntry, (table, race): (&Table, &Race)) {
    if race.kind == EventKind::Distance {
        let mut at = body.positions(|passage| passage.finish || is_state(passage));
        if at.is_empty() {
            body.add(new_passage("Finish", "Finish", 1));
            at = vec![body.passages.len() - 1];
        }
        for index in at {
            if let Some(passage) = body.give(index) {
                end(passage, entry.end, table);
            }
        }
        return;
    }
    if entry.laps.is_empty() {
        let mut at = body.positions(is_state);
        if at.is_empty() {
            // occurrence 0, so that it can become the row of a start
            body.add(new_passage("Finish", "", 0));
            at = vec![body.passages.len() - 1];
        }
        for index in at {
            if let Some(passage) = body.give(index) {
                end(passage, entry.end, table);
            }
        }
        return;
    }
    for lap in &entry.laps {
        take_lap(body, lap, entry.end, (table, race));
    }
    // somebody with laps is no longer a DNF
    for index in body.positions(is_state) {
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
            let was = (
                ms(before.seconds, before.milliseconds),
                ms(before.chip_seconds, before.chip_milliseconds),
            );
            let timed = before.finish && !is_state(&before);
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
            } else if is_state(&before)
                || (is_ranked == Some(true) && matches!(before.kind, 2 | 12))
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
    if is_state(passage) {
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
        |passage: &Passage| !passage.finish && !is_state(passage) && passage.occurrence >= 1;
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
            ms(passage.chip_seconds, passage.chip_milliseconds) == split.chip
        } else {
            ms(passage.seconds, passage.milliseconds) == split.clock
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

/// Computes the places in every segment for which the file has times; returns the ties among people
/// in the file.
fn rank(bodies: &mut [Body], race: &Race) -> Vec<Tie> {
    let laps = race.kind != EventKind::Distance;
    let segment_of = |passage: &Passage| {
        if laps || passage.finish {
            String::new()
        } else {
            passage.segment.clone()
        }
    };
    let mut groups: BTreeMap<(String, String), Vec<(usize, usize)>> = BTreeMap::new();
    let mut touched: BTreeSet<(String, String)> = BTreeSet::new();
    for (at, body) in bodies.iter().enumerate() {
        let mut standing: BTreeMap<String, usize> = BTreeMap::new();
        for (index, passage) in body.passages.iter().enumerate() {
            if (laps && !passage.finish) || (passage.occurrence < 1 && !is_state(passage)) {
                continue;
            }
            let segment = segment_of(passage);
            if body.fresh.get(index) == Some(&true) {
                touched.insert((body.person.distance.clone(), segment.clone()));
            }
            let stands = standing
                .get(&segment)
                .and_then(|other| body.passages.get(*other));
            let key = |passage: &Passage| {
                (
                    is_state(passage),
                    if laps { passage.occurrence } else { 0 },
                    passage.seconds,
                    passage.milliseconds,
                )
            };
            if stands.is_none_or(|other| key(other) < key(passage)) {
                standing.insert(segment, index);
            }
        }
        for (segment, index) in standing {
            groups
                .entry((body.person.distance.clone(), segment))
                .or_default()
                .push((at, index));
        }
    }
    let mut ties = Vec::new();
    for group in touched {
        let Some(members) = groups.get(&group) else {
            continue;
        };
        rank_group(bodies, members, race, &group, &mut ties);
    }
    ties
}

fn rank_group(
    bodies: &mut [Body],
    members: &[(usize, usize)],
    race: &Race,
    (distance, segment): &(String, String),
    ties: &mut Vec<Tie>,
) {
    let laps = race.kind != EventKind::Distance;
    let taking_part: Vec<(usize, usize)> = members
        .iter()
        .copied()
        .filter(|(at, index)| takes_part(bodies, *at, *index))
        .collect();
    let runners: Vec<RankedPerson<'_>> = taking_part
        .iter()
        .filter_map(|(at, index)| {
            let body = bodies.get(*at)?;
            let passage = body.passages.get(*index)?;
            let of_file = body.place.filter(|_| passage.finish).map(|file| file.place);
            let place = of_file
                .or(Some(passage.ranking).filter(|place| *place >= 1))
                .unwrap_or(i64::MAX);
            Some(RankedPerson {
                laps: laps_of(passage, race.kind),
                ms: ranking_ms(passage, race.by_chip),
                place,
                of_file: of_file.is_some(),
                person: &body.person,
            })
        })
        .collect();
    let (all, evens) = places(&runners);
    for even in evens {
        let of = |index: &usize| taking_part.get(*index).and_then(|(at, _)| bodies.get(*at));
        if even
            .runners
            .iter()
            .filter_map(of)
            .all(|body| body.entry.is_none())
        {
            continue;
        }
        ties.push(Tie {
            distance: distance.clone(),
            segment: segment.clone(),
            place: even
                .runners
                .first()
                .and_then(|first| all.get(*first))
                .map_or(-1, |places| places.overall),
            bibs: even
                .runners
                .iter()
                .filter_map(of)
                .map(|body| body.person.bib.clone())
                .collect(),
            by_place: even.by_place,
        });
    }
    let mut given: BTreeMap<(usize, usize), Places> = taking_part.into_iter().zip(all).collect();
    for (at, index) in members {
        let Some(body) = bodies.get_mut(*at) else {
            continue;
        };
        let of_file = body.fresh.get(*index) == Some(&true);
        let found = given.remove(&(*at, *index));
        // people who are not in the file and have no place stay without one
        let Some(places) = found.or(Some(Places::NONE).filter(|_| of_file)) else {
            continue;
        };
        if laps {
            body.passages
                .iter_mut()
                .filter(|passage| passage.finish)
                .for_each(|passage| places.put(passage));
        } else if let Some(passage) = body.passages.get_mut(*index) {
            places.put(passage);
        }
    }
}

/// Whether a passage takes part in the ranking: it must be an official time that either comes from
/// the file or has a place already.
fn takes_part(bodies: &[Body], at: usize, index: usize) -> bool {
    let Some(body) = bodies.get(at) else {
        return false;
    };
    let Some(passage) = body.passages.get(index) else {
        return false;
    };
    let runs = !is_state(passage) && !matches!(passage.kind, 2 | 12);
    runs && (body.fresh.get(index) == Some(&true) || passage.ranking >= 1)
}

/// Changes of a stored person.
fn changes(before: &Stored<'_>, after: &Body, race: &Race) -> Vec<Change> {
    let mut all = Vec::new();
    let mut note = |field: &'static str, segment: &str, before: String, after: String| {
        if before != after {
            all.push(Change {
                field,
                segment: segment.to_owned(),
                before,
                after,
            });
        }
    };
    let (old, new) = (before.person, &after.person);
    note("bib", "", old.bib.clone(), new.bib.clone());
    note("first", "", old.first.clone(), new.first.clone());
    note("last", "", old.last.clone(), new.last.clone());
    note("age", "", known_age(old.age), known_age(new.age));
    note("gender", "", old.gender.clone(), new.gender.clone());
    note(
        "age_group",
        "",
        old.age_group.clone(),
        new.age_group.clone(),
    );
    note("distance", "", old.distance.clone(), new.distance.clone());
    note("division", "", old.division.clone(), new.division.clone());
    let was = finish_of(before.alive.iter().map(|row| &row.passage), race);
    let is = after.finish(race);
    note(
        "status",
        "",
        was.map(state).unwrap_or_default(),
        is.map(state).unwrap_or_default(),
    );
    if race.kind != EventKind::Distance {
        let laps = |passage: &Passage| match Covered::of_segment(&passage.segment) {
            _ if is_state(passage) => String::new(),
            Some(covered) => covered.text(),
            None => lap_of(passage.occurrence, race).to_string(),
        };
        note(
            "laps",
            "",
            was.map(laps).unwrap_or_default(),
            is.map(laps).unwrap_or_default(),
        );
    }
    note(
        "clock",
        "",
        was.map(clock).unwrap_or_default(),
        is.map(clock).unwrap_or_default(),
    );
    note(
        "chip",
        "",
        was.map(chip).unwrap_or_default(),
        is.map(chip).unwrap_or_default(),
    );
    for (field, place) in PLACES {
        note(
            field,
            "",
            was.map(|was| shown(place(was))).unwrap_or_default(),
            is.map(|is| shown(place(is))).unwrap_or_default(),
        );
    }
    for (passage, _) in after
        .passages
        .iter()
        .zip(&after.fresh)
        .filter(|(passage, fresh)| **fresh && !passage.finish && !is_state(passage))
    {
        let same = |row: &&&StoredRow| {
            row.passage.location == passage.location && row.passage.occurrence == passage.occurrence
        };
        let was = before.alive.iter().find(same).map(|row| &row.passage);
        note(
            "clock",
            &passage.segment,
            was.map(clock).unwrap_or_default(),
            clock(passage),
        );
        note(
            "chip",
            &passage.segment,
            was.map(chip).unwrap_or_default(),
            chip(passage),
        );
        note(
            "place",
            &passage.segment,
            was.map(|was| shown(was.ranking)).unwrap_or_default(),
            shown(passage.ranking),
        );
    }
    all
}

/// Reads one of a row's places.
type PlaceOf = fn(&Passage) -> i64;

/// The fields with places, and how to read them.
const PLACES: [(&str, PlaceOf); 4] = [
    ("place", |passage| passage.ranking),
    ("gender_place", |passage| passage.gender_ranking),
    ("age_place", |passage| passage.age_ranking),
    ("division_place", |passage| passage.division_ranking),
];

fn known_age(age: i64) -> String {
    if age < 1 {
        String::new()
    } else {
        age.to_string()
    }
}

fn shown(place: i64) -> String {
    if place < 1 {
        String::new()
    } else {
        place.to_string()
    }
}

fn state(passage: &Passage) -> String {
    let word = if is_dnf(passage.kind) {
        "DNF"
    } else if is_dns(passage.kind) {
        "DNS"
    } else if matches!(passage.kind, 2 | 12) {
        "unofficial"
    } else {
        "finished"
    };
    word.to_owned()
}

fn clock(passage: &Passage) -> String {
    if is_state(passage) {
        String::new()
    } else {
        times::written(ms(passage.seconds, passage.milliseconds))
    }
}

fn chip(passage: &Passage) -> String {
    if is_state(passage) {
        String::new()
    } else {
        times::written(ms(passage.chip_seconds, passage.chip_milliseconds))
    }
}

/// People who are stored in a distance of the file but are not in the file, and those of them whose
/// place changes.
fn others(
    stored: &BTreeMap<&str, Stored<'_>>,
    bodies: &[Body],
    race: &Race,
) -> (Vec<Other>, Vec<Other>) {
    let distances: BTreeSet<&str> = bodies
        .iter()
        .filter(|body| body.entry.is_some())
        .map(|body| body.person.distance.as_str())
        .collect();
    let missing: Vec<Other> = bodies
        .iter()
        .filter(|body| body.entry.is_none() && distances.contains(body.person.distance.as_str()))
        .map(|body| {
            let Person {
                bib,
                first,
                last,
                distance,
                ..
            } = body.person.clone();
            let was = stored
                .get(body.id.as_str())
                .and_then(|stored| finish_of(stored.alive.iter().map(|row| &row.passage), race));
            let place = |passage: Option<&Passage>| {
                passage
                    .map(|passage| passage.ranking)
                    .filter(|place| *place >= 1)
                    .unwrap_or(-1)
            };
            Other {
                bib,
                first,
                last,
                distance,
                before: place(was),
                after: place(body.finish(race)),
            }
        })
        .collect();
    let moved = missing
        .iter()
        .filter(|other| other.before != other.after)
        .cloned()
        .collect();
    (missing, moved)
}
