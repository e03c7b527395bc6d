//! Places in every segment for which the file has times.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Race, Tie,
    covered::Covered,
    places::{Places, RankedPerson, places},
    rows::Body,
};
use crate::{race::EventKind, row::Passage};

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
        passage.chip_ms()
    } else {
        passage.clock_ms()
    }
}

/// Computes the places in every segment for which the file has times; returns the ties among people
/// in the file.
pub(super) fn rank(bodies: &mut [Body], race: &Race) -> Vec<Tie> {
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
            if (laps && !passage.finish) || (passage.occurrence < 1 && !passage.is_out()) {
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
                    passage.is_out(),
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
                keeps_tie: false,
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
        let tied = even
            .runners
            .iter()
            .filter_map(|index| taking_part.get(*index).and_then(|(at, _)| bodies.get(*at)));
        if tied.clone().all(|body| body.entry.is_none()) {
            continue;
        }
        let first = even.runners.first().and_then(|first| all.get(*first));
        ties.push(Tie {
            distance: distance.clone(),
            segment: segment.clone(),
            place: first.map_or(-1, |places| places.overall),
            bibs: tied.map(|body| body.person.bib.clone()).collect(),
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
    let runs = !passage.is_out() && !matches!(passage.kind, 2 | 12);
    runs && (body.fresh.get(index) == Some(&true) || passage.ranking >= 1)
}
