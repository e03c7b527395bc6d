//! The plan of a table for a year: who each line is about, the rows to write, and what changes.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    At, Other, Outcome, Plan, Planned, Race, Remark, Role, State, Table, Written,
    changes::changes,
    entries::{self, Read},
    identify::identify,
    rank::{laps_of, rank, ranking_ms},
    rows::{Body, bodies},
    stored::{Stored, finish_of},
};
use crate::{
    liveness::{self, Deletes, Origin, RowKey, StoredRow},
    row::{Passage, Person},
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

/// Remarks about the file's place of somebody who is placed: it is shared, which no place is here,
/// or it differs from the place by the times.
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
