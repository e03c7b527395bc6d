//! "River Run": two years, two distances, splits, and everything that can happen at a race.

use std::collections::BTreeMap;

use chute_domain::{
    event_time::EventTime,
    row::{Person, ResultRow},
};

use super::{
    course::{self, DemoEvent, Edition, Gun, Read, distance, event, in_time, places, segment},
    people::{Entrant, People},
    random::Random,
};

/// Slug of the event.
pub const SLUG: &str = "river-run";

const LONG: &str = "10 Mile";
const SHORT: &str = "5K";
const DNF: i64 = 30;
const DNS: i64 = 31;
const UNOFFICIAL: i64 = 12;

/// Segment, location, and share of the distance in thousandths.
const LONG_SPLITS: &[(&str, &str, i64)] = &[
    ("5K", "5K Mat", 311),
    ("5 Mile", "Mill Bridge", 500),
    ("8 Mile", "Boathouse", 800),
];
const SHORT_SPLITS: &[(&str, &str, i64)] = &[("2 Mile", "Old Quay", 644)];

/// How the race ends for a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Story {
    Finishes(i64),
    GivesUpAfter(usize),
    NeverStarts,
    StillOnCourse(usize),
}

struct Plan {
    year: &'static str,
    start: &'static str,
    seed: u64,
    long: i64,
    short: i64,
    /// Whether this year has runners who were never seen again, and a bib that is not a number.
    newest: bool,
}

const PLANS: [Plan; 2] = [
    Plan {
        year: "2025",
        start: "2025-05-03T08:00:00-07:00",
        seed: 2_025,
        long: 205,
        short: 125,
        newest: false,
    },
    Plan {
        year: "2026",
        start: "2026-05-02T08:00:00-07:00",
        seed: 2_026,
        long: 220,
        short: 130,
        newest: true,
    },
];

/// The event with both years.
pub fn river_run() -> DemoEvent {
    DemoEvent {
        event: event(SLUG, "River Run", "River Run", "distance"),
        editions: PLANS.iter().map(edition).collect(),
    }
}

fn edition(plan: &Plan) -> Edition {
    let date_time = EventTime::parse(plan.start).unwrap_or_default();
    let gun = Gun::of(&date_time);
    let mut random = Random::new(plan.seed * 31);
    let runners = runners(plan);
    let mut edition = Edition::new(course::year(plan.year, date_time, 2), &runners);
    edition.distances = vec![distance(LONG, "CA26014RB"), distance(SHORT, "CA26015RB")];
    edition.segments = vec![
        segment(LONG, "5K", "5K Mat", 3.11, "45.5048,-122.6719"),
        segment(LONG, "5 Mile", "Mill Bridge", 5.0, "45.4923,-122.6703"),
        segment(LONG, "8 Mile", "Boathouse", 8.0, "45.5177,-122.6689"),
        segment(LONG, "Finish", "Finish", 10.0, "45.5231,-122.6697"),
        segment(SHORT, "2 Mile", "Old Quay", 2.0, "45.5129,-122.6731"),
        segment(SHORT, "Finish", "Finish", 3.11, "45.5231,-122.6697"),
    ];
    for runner in &runners {
        edition
            .rows
            .extend(run(&gun, runner, story(plan, runner.entry), &mut random));
    }
    rank(&mut edition.rows);
    in_time(&mut edition.rows);
    hide_anonymous(&mut edition);
    edition
}

fn runners(plan: &Plan) -> Vec<Entrant> {
    let mut people = People::new(plan.seed, plan.year.parse().unwrap_or(2_026));
    let long = (1..=plan.long).map(|n| (LONG, n + n / 17, 43));
    let short = (1..=plan.short).map(|n| (SHORT, 500 + n + n / 23, 36));
    let mut runners: Vec<Entrant> = long
        .chain(short)
        .map(|(distance, bib, age)| people.next(distance, bib.to_string(), age))
        .collect();
    if plan.newest
        && let Some(guide) = runners.iter_mut().find(|runner| runner.person.bib == "520")
    {
        "F20".clone_into(&mut guide.person.bib);
    }
    for runner in &mut runners {
        runner.person.anonymous = matches!(runner.entry % 43, 5 | 26);
    }
    runners
}

fn story(plan: &Plan, entry: i64) -> Story {
    match entry % 50 {
        _ if plan.newest && matches!(entry, 100 | 160) => Story::StillOnCourse(2),
        _ if plan.newest && entry == 101 => Story::StillOnCourse(0),
        7 | 33 => Story::GivesUpAfter(1),
        13 => Story::NeverStarts,
        19 => Story::Finishes(11),
        23 | 46 => Story::Finishes(UNOFFICIAL),
        29 | 41 => Story::Finishes(14),
        31 if entry > plan.long => Story::Finishes(10),
        _ => Story::Finishes(0),
    }
}

/// All rows of a runner.
fn run(gun: &Gun, runner: &Entrant, story: Story, random: &mut Random) -> Vec<ResultRow> {
    let (splits, fastest, middle) = if runner.person.distance == LONG {
        (LONG_SPLITS, 3_150, 5_700)
    } else {
        (SHORT_SPLITS, 985, 1_860)
    };
    let chip_finish = random
        .around(middle, middle / 5)
        .max(fastest + random.between(0, 90))
        * 1_000
        + random.between(0, 999);
    // slower runners stand further back at the start
    let mut delay = (chip_finish / middle - 500).clamp(0, 1_000) * 150 + random.between(200, 9_000);
    if story == Story::Finishes(14) {
        delay += 900_000 + random.between(0, 300_000);
    }
    let at = |segment, location, occurrence, chip_ms| Read {
        segment,
        location,
        occurrence,
        clock_ms: delay + chip_ms,
        chip_ms,
        ..Read::default()
    };
    let finish = Read {
        finish: true,
        ..at("Finish", "Finish", 1, chip_finish)
    };
    let (kind, seen, last) = match story {
        Story::NeverStarts => {
            return vec![gun.row(
                runner,
                Read {
                    clock_ms: 0,
                    chip_ms: 0,
                    kind: DNS,
                    ..finish
                },
            )];
        }
        Story::GivesUpAfter(seen) => (
            0,
            seen,
            Some(Read {
                kind: DNF,
                ..finish
            }),
        ),
        Story::StillOnCourse(seen) => (0, seen, None),
        Story::Finishes(kind) => (kind, splits.len(), Some(Read { kind, ..finish })),
    };
    // the second half is a little slower
    let split_ms = |way: i64| {
        chip_finish * way / 1_000 - chip_finish * way / 1_000 * (1_000 - way) / 1_000 / 12
    };
    let mut reads = vec![Read {
        kind,
        ..at("Start", "Start", 0, 0)
    }];
    reads.extend(splits.iter().take(seen).map(|(name, location, way)| Read {
        kind,
        ..at(name, location, 1, split_ms(*way))
    }));
    reads.extend(last);
    reads
        .into_iter()
        .map(|read| gun.row(runner, read))
        .collect()
}

/// Places within each segment of each distance, by clock time; none for starts, DNF, DNS and
/// unofficial runners.
fn rank(rows: &mut [ResultRow]) {
    let mut segments: BTreeMap<(String, String), Vec<&mut ResultRow>> = BTreeMap::new();
    for row in rows.iter_mut().filter(|row| {
        row.passage.occurrence > 0 && !matches!(row.passage.kind, DNF | DNS | UNOFFICIAL)
    }) {
        segments
            .entry((row.person.distance.clone(), row.passage.segment.clone()))
            .or_default()
            .push(row);
    }
    for rows in segments.values_mut() {
        rows.sort_by(|a, b| a.order().cmp(&b.order()));
        let people: Vec<Person> = rows.iter().map(|row| row.person.clone()).collect();
        for (row, places) in rows.iter_mut().zip(places(&people)) {
            places.put(&mut row.passage);
        }
    }
}

/// Does what the timing client does: it takes the names of anonymous people out of their rows. Some
/// people are anonymous only by the list.
fn hide_anonymous(edition: &mut Edition) {
    for row in edition.rows.iter_mut().filter(|row| row.person.anonymous) {
        row.person.first.clear();
        row.person.last.clear();
    }
    for who in edition
        .participants
        .iter_mut()
        .filter(|who| who.bib == "61" || who.bib == "561")
    {
        who.anonymous = true;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_race_every_time() {
        let (one, two) = (river_run(), river_run());
        for (a, b) in one.editions.iter().zip(&two.editions) {
            assert_eq!(a.rows, b.rows);
            assert_eq!(a.participants, b.participants);
        }
        assert_eq!(one.editions.len(), 2);
    }

    #[test]
    fn everything_that_happens_at_a_race_happens() {
        for edition in river_run().editions {
            let kinds: BTreeSet<i64> = edition.rows.iter().map(|row| row.passage.kind).collect();
            assert_eq!(
                kinds,
                BTreeSet::from([0, 10, 11, 12, 14, 30, 31]),
                "{}",
                edition.year.year
            );
            let distances: BTreeSet<&str> = edition
                .rows
                .iter()
                .map(|row| row.person.distance.as_str())
                .collect();
            assert_eq!(distances, BTreeSet::from([LONG, SHORT]));
            assert!(
                edition
                    .rows
                    .iter()
                    .any(|row| row.person.anonymous && row.person.first.is_empty())
            );
            assert!(
                edition
                    .participants
                    .iter()
                    .any(|who| who.anonymous && !who.first.is_empty())
            );
            assert!((300..=360).contains(&edition.participants.len()));
        }
    }

    #[test]
    fn the_newer_year_has_an_odd_bib_and_runners_still_out() {
        let edition = river_run().editions.pop().unwrap();
        assert!(edition.rows.iter().any(|row| row.person.bib == "F20"));
        let done: BTreeSet<&str> = edition
            .rows
            .iter()
            .filter(|row| row.passage.finish)
            .map(|row| row.person_id.as_str())
            .collect();
        let seen: BTreeSet<&str> = edition
            .rows
            .iter()
            .map(|row| row.person_id.as_str())
            .collect();
        assert_eq!(seen.difference(&done).count(), 3);
    }

    #[test]
    fn places_are_complete_and_follow_the_clock() {
        for edition in river_run().editions {
            for (name, segment) in [(LONG, "Finish"), (SHORT, "Finish"), (LONG, "5 Mile")] {
                let rows = edition.rows.iter().filter(|row| {
                    row.person.distance == name
                        && row.passage.segment == segment
                        && row.passage.ranking > 0
                });
                let order: Vec<i64> = rows.map(|row| row.passage.ranking).collect();
                let expected: Vec<i64> = (1..).take(order.len()).collect();
                assert_eq!(order, expected, "{name} {segment}");
            }
            let unplaced = edition.rows.iter().filter(|row| row.passage.ranking < 0);
            assert!(
                unplaced
                    .clone()
                    .all(|row| row.passage.occurrence == 0
                        || matches!(row.passage.kind, 12 | 30 | 31))
            );
            assert!(unplaced.clone().any(|row| row.passage.kind == 12));
        }
    }

    #[test]
    fn splits_come_one_after_the_other() {
        for edition in river_run().editions {
            let mut last: BTreeMap<&str, i64> = BTreeMap::new();
            for row in edition.rows.iter().filter(|row| row.passage.kind != DNS) {
                let chip = row.passage.chip_seconds;
                assert!(
                    last.insert(&row.person_id, chip)
                        .is_none_or(|before| before < chip),
                    "{row:?}"
                );
                assert!(row.passage.seconds >= chip);
            }
        }
    }
}
