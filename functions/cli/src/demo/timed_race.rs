//! "Lakeside 24 Hour": most laps in a day.

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
pub const SLUG: &str = "lakeside-24-hour";

const DISTANCE: &str = "24 Hour";
const PLACE: &str = "Start/Finish";
const RUNNERS: i64 = 60;
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// The event with its year.
pub fn lakeside() -> DemoEvent {
    let date_time = EventTime::parse("2026-07-18T09:00:00-04:00").unwrap_or_default();
    let gun = Gun::of(&date_time);
    let mut random = Random::new(24);
    let mut people = People::new(2_400, 2_026);
    let runners: Vec<Entrant> = (1..=RUNNERS)
        .map(|n| people.next(DISTANCE, (200 + n).to_string(), 46))
        .collect();
    let mut edition = Edition::new(course::year("2026", date_time, 2), &runners);
    edition.distances = vec![distance(DISTANCE, "NY26031DH")];
    edition.segments = vec![segment(DISTANCE, "Lap", PLACE, 5.2, "42.4406,-76.5147")];
    let mut races: Vec<Vec<ResultRow>> = runners
        .iter()
        .map(|runner| laps(&gun, runner, &mut random))
        .collect();
    rank(&mut races);
    edition.rows = races.into_iter().flatten().collect();
    in_time(&mut edition.rows);
    DemoEvent {
        event: event(SLUG, "Lakeside 24 Hour", "Lakeside 24 Hour", "time"),
        editions: vec![edition],
    }
}

/// The start and every lap of a runner; some go home early, most rest at night.
fn laps(gun: &Gun, runner: &Entrant, random: &mut Random) -> Vec<ResultRow> {
    let start_ms = random.between(0, 20_000);
    let pace_ms = random.around(3_300, 600) * 1_000;
    let goes_home_ms = if random.percent(45) {
        random.between(4, 20) * 3_600_000
    } else {
        DAY_MS
    };
    let mut rows = vec![gun.row(
        runner,
        Read {
            segment: "Start",
            location: PLACE,
            clock_ms: start_ms,
            ..Read::default()
        },
    )];
    let mut clock_ms = start_ms;
    for lap in 1.. {
        let tired = pace_ms / 100 * (lap * 3).min(60);
        let rest = if random.percent(12) {
            random.between(15, 90) * 60_000
        } else {
            0
        };
        clock_ms += pace_ms + tired + rest + random.between(-60_000, 90_000);
        if clock_ms > goes_home_ms {
            break;
        }
        let name = format!("Lap {lap}");
        let read = Read {
            segment: &name,
            location: PLACE,
            occurrence: lap,
            clock_ms,
            chip_ms: clock_ms - start_ms,
            finish: true,
            ..Read::default()
        };
        rows.push(gun.row(runner, read));
    }
    rows
}

/// Gives each runner who has a lap one place, by number of laps, then by the clock at the last one;
/// it is written into all their laps.
fn rank(races: &mut [Vec<ResultRow>]) {
    races.sort_by_key(|rows| {
        let last = rows.last().map(|row| {
            (
                row.passage.seconds,
                row.passage.milliseconds,
                row.person.bib.clone(),
            )
        });
        (std::cmp::Reverse(rows.len()), last)
    });
    let people: Vec<Person> = races
        .iter()
        .filter(|rows| rows.len() > 1)
        .filter_map(|rows| rows.first())
        .map(|row| row.person.clone())
        .collect();
    for (rows, places) in races.iter_mut().zip(places(&people)) {
        for row in rows.iter_mut().filter(|row| row.passage.finish) {
            places.put(&mut row.passage);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_same_race_every_time_within_a_day() {
        let rows = lakeside().editions.pop().unwrap().rows;
        assert_eq!(rows, lakeside().editions.pop().unwrap().rows);
        assert!(rows.iter().all(|row| row.passage.seconds <= 86_400));
        assert!((500..1_300).contains(&rows.len()), "{} rows", rows.len());
    }

    #[test]
    fn more_laps_win_then_the_earlier_last_lap() {
        let rows = lakeside().editions.pop().unwrap().rows;
        let mut runners: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.passage.finish) {
            runners.entry(&row.person_id).or_default().push(row);
        }
        let mut results: Vec<(i64, i64, i64)> = Vec::new();
        for laps in runners.values() {
            let last = laps
                .iter()
                .max_by_key(|row| row.passage.occurrence)
                .unwrap();
            assert!(
                laps.iter()
                    .all(|row| row.passage.ranking == last.passage.ranking),
                "one place on all laps"
            );
            assert_eq!(laps.len() as i64, last.passage.occurrence);
            results.push((
                last.passage.ranking,
                last.passage.occurrence,
                last.passage.seconds,
            ));
        }
        results.sort_unstable();
        for (place, pair) in (1..).zip(results.windows(2)) {
            assert_eq!(pair[0].0, place);
            assert!(
                pair[0].1 > pair[1].1 || (pair[0].1 == pair[1].1 && pair[0].2 <= pair[1].2),
                "{pair:?}"
            );
        }
    }
}
