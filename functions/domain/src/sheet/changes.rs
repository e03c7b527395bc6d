//! Differences between a stored person and their plan, field by field.

use super::{
    Change, Race,
    covered::Covered,
    rows::Body,
    stored::{Stored, finish_of, lap_of},
    times,
};
use crate::{
    liveness::StoredRow,
    race::EventKind,
    row::{Passage, Person, is_dnf, is_dns},
};

/// Changes of a stored person.
pub(super) fn changes(before: &Stored<'_>, after: &Body, race: &Race) -> Vec<Change> {
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
    for (field, text) in PERSON {
        note(field, "", text(before.person), text(&after.person));
    }
    let was = finish_of(before.alive.iter().map(|row| &row.passage), race);
    let is = after.finish(race);
    let of = |text: TextOf| (text_of(was, text), text_of(is, text));
    let mut note_finish = |field, (before, after)| note(field, "", before, after);
    note_finish("status", of(state));
    if race.kind != EventKind::Distance {
        let laps = |passage: &Passage| match Covered::of_segment(&passage.segment) {
            _ if passage.is_out() => String::new(),
            Some(covered) => covered.text(),
            None => lap_of(passage.occurrence, race).to_string(),
        };
        let laps = |passage: Option<&Passage>| passage.map(laps).unwrap_or_default();
        note_finish("laps", (laps(was), laps(is)));
    }
    for (field, text) in FINISH {
        note_finish(field, of(text));
    }
    let of_file = after.passages.iter().zip(&after.fresh);
    for (passage, _) in of_file.filter(|(of, fresh)| **fresh && !of.finish && !of.is_out()) {
        let same = |row: &&&StoredRow| {
            row.passage.location == passage.location && row.passage.occurrence == passage.occurrence
        };
        let was = before.alive.iter().find(same).map(|row| &row.passage);
        for (field, text) in SPLIT {
            note(field, &passage.segment, text_of(was, text), text(passage));
        }
    }
    all
}

type PersonText = fn(&Person) -> String;
type TextOf = fn(&Passage) -> String;

fn text_of(passage: Option<&Passage>, text: TextOf) -> String {
    passage.map(text).unwrap_or_default()
}

const PERSON: [(&str, PersonText); 8] = [
    ("bib", |person| person.bib.clone()),
    ("first", |person| person.first.clone()),
    ("last", |person| person.last.clone()),
    ("age", |person| shown(person.age)),
    ("gender", |person| person.gender.clone()),
    ("age_group", |person| person.age_group.clone()),
    ("distance", |person| person.distance.clone()),
    ("division", |person| person.division.clone()),
];
const FINISH: [(&str, TextOf); 6] = [
    ("clock", clock),
    ("chip", chip),
    ("place", |passage| shown(passage.ranking)),
    ("gender_place", |passage| shown(passage.gender_ranking)),
    ("age_place", |passage| shown(passage.age_ranking)),
    ("division_place", |passage| shown(passage.division_ranking)),
];
const SPLIT: [(&str, TextOf); 3] = [
    ("clock", clock),
    ("chip", chip),
    ("place", |passage| shown(passage.ranking)),
];

/// An age or a place; empty if it is not known.
fn shown(number: i64) -> String {
    if number < 1 {
        String::new()
    } else {
        number.to_string()
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
    if passage.is_out() {
        String::new()
    } else {
        times::written(passage.clock_ms())
    }
}

fn chip(passage: &Passage) -> String {
    if passage.is_out() {
        String::new()
    } else {
        times::written(passage.chip_ms())
    }
}
