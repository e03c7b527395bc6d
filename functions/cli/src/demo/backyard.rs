//! "Old Mill Backyard": one loop an hour until one runner is left; the race continues while it is
//! watched.
//!
//! The whole race is determined by its start: what has happened so far is a prefix of it, so it can
//! be resumed at any time.

use std::collections::BTreeMap;

use chute_domain::{
    event_time::EventTime,
    race::{Event, Year},
    row::{Person, PersonId, ResultRow},
};
use jiff::{Timestamp, tz::Offset};

use super::{
    course::{self, Edition, Gun, Places, Read, distance, event, in_time, places, segment},
    people::{Entrant, People},
    random::Random,
};

/// Slug of the event.
pub const SLUG: &str = "old-mill-backyard";

const DISTANCE: &str = "Backyard";
const PLACE: &str = "Start/Finish";
const RUNNERS: i64 = 36;
/// Loops of the last runner standing.
const LOOPS: i64 = 41;
const HOURS_RUN: i64 = 8;
const HOUR_MS: i64 = 3_600_000;

/// The event without its years.
pub fn old_mill() -> Event {
    event(SLUG, "Old Mill Backyard", "", "backyardultra")
}

/// A year that began eight full hours ago, at seven in the morning in whatever offset that is.
pub fn year_at(now_s: i64) -> Year {
    let start_s = now_s - now_s.rem_euclid(3_600) - HOURS_RUN * 3_600;
    let utc_hour = start_s.rem_euclid(86_400) / 3_600;
    let east = (7 - utc_hour).rem_euclid(24);
    let east = if east > 11 { east - 24 } else { east };
    let offset = i32::try_from(east)
        .ok()
        .and_then(|hours| Offset::from_seconds(hours * 3_600).ok())
        .unwrap_or(Offset::UTC);
    let start = Timestamp::from_second(start_s).unwrap_or_default();
    let there = start.to_zoned(offset.to_time_zone());
    let text = there.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    let date_time = EventTime::parse(&text).unwrap_or_default();
    Year {
        live: true,
        ..course::year(&there.year().to_string(), date_time, 3)
    }
}

/// A race from its start to its end.
#[derive(Clone, Debug)]
pub struct Backyard {
    year: Year,
    start_s: i64,
    runners: Vec<Entrant>,
    /// In the order of passing, without places.
    rows: Vec<ResultRow>,
}

impl Backyard {
    /// The race of this year.
    pub fn new(year: &Year) -> Self {
        let gun = Gun::of(&year.date_time);
        let mut people = People::new(4_167, 2_026);
        let mut random = Random::new(41);
        let runners: Vec<Entrant> = (1..=RUNNERS)
            .map(|n| people.next(DISTANCE, n.to_string(), 41))
            .collect();
        let mut rows: Vec<ResultRow> = runners
            .iter()
            .flat_map(|runner| run(&gun, runner, &mut random))
            .collect();
        in_time(&mut rows);
        Self {
            year: year.clone(),
            start_s: year.date_time.instant(),
            runners,
            rows,
        }
    }

    /// The year with what is uploaded of it by this time.
    pub fn edition(&self, now_ms: i64) -> Edition {
        let mut edition = Edition::new(self.year.clone(), &self.runners);
        edition.distances = vec![distance(DISTANCE, "OR26007BY")];
        edition.segments = vec![
            segment(DISTANCE, "Halfway", "Halfway", 2.08, "44.0582,-121.3153"),
            segment(DISTANCE, "Loop", PLACE, 4.167, "44.0617,-121.3080"),
        ];
        edition.rows = self.rows_at(now_ms);
        edition
    }

    /// The rows of everything that has happened by now, each with the runner's place.
    pub fn rows_at(&self, now_ms: i64) -> Vec<ResultRow> {
        let elapsed_ms = now_ms - self.start_s * 1_000;
        let mut rows: Vec<ResultRow> = self
            .rows
            .iter()
            .take_while(|row| clock_ms(row) <= elapsed_ms)
            .cloned()
            .collect();
        let places = standing(&rows);
        for row in &mut rows {
            places
                .get(&row.person_id)
                .copied()
                .unwrap_or(Places::NONE)
                .put(&mut row.passage);
        }
        rows
    }

    /// The year.
    pub fn year(&self) -> &Year {
        &self.year
    }

    /// Hours that have begun since the start.
    pub fn hour(&self, now_ms: i64) -> i64 {
        (now_ms - self.start_s * 1_000).div_euclid(HOUR_MS)
    }

    /// Whether the last loop has been run.
    pub fn is_over(&self, now_ms: i64) -> bool {
        self.rows
            .last()
            .is_none_or(|row| clock_ms(row) <= now_ms - self.start_s * 1_000)
    }
}

fn clock_ms(row: &ResultRow) -> i64 {
    row.passage.seconds * 1_000 + row.passage.milliseconds
}

/// How many loops a runner completes: a quarter of them stop within the first eight hours, two are
/// left for a duel at the end.
fn loops_of(entry: i64, random: &mut Random) -> i64 {
    match entry {
        17 => LOOPS,
        29 => LOOPS - 1,
        _ if entry % 4 == 0 => random.between(2, 8),
        _ => random.between(9, 36),
    }
}

/// Every start, half and loop of a runner.
fn run(gun: &Gun, runner: &Entrant, random: &mut Random) -> Vec<ResultRow> {
    let loops = loops_of(runner.entry, random);
    let usual_ms = random.between(37, 53) * 60_000;
    // most start once more and do not come back in time; the winner does not have to
    let tries_again = loops == LOOPS - 1 || (loops < LOOPS && random.percent(60));
    let mut rows = Vec::new();
    let mut running_ms = 0;
    for hour in 0..loops + i64::from(tries_again) {
        let gun_ms = hour * HOUR_MS;
        let start = if hour == 0 {
            "Start".to_owned()
        } else {
            format!("Start {}", hour + 1)
        };
        let read = Read {
            location: PLACE,
            chip_ms: running_ms,
            ..Read::default()
        };
        rows.push(gun.row(
            runner,
            Read {
                segment: &start,
                occurrence: 2 * hour,
                clock_ms: gun_ms + random.between(0, 9_000),
                ..read
            },
        ));
        let loop_ms = (usual_ms + hour * 9_000 + random.between(-150_000, 150_000))
            .min(3_560_000 + random.between(0, 39_000));
        let half_ms = loop_ms * 48 / 100;
        let half = Read {
            segment: "Halfway",
            location: "Halfway",
            occurrence: hour + 1,
            clock_ms: gun_ms + half_ms,
            chip_ms: running_ms + half_ms,
            ..read
        };
        rows.push(gun.row(runner, half));
        if hour == loops {
            break;
        }
        running_ms += loop_ms;
        let name = format!("Hour {}", hour + 1);
        let end = Read {
            segment: &name,
            occurrence: 2 * hour + 1,
            clock_ms: gun_ms + loop_ms,
            chip_ms: running_ms,
            finish: true,
            ..read
        };
        rows.push(gun.row(runner, end));
    }
    rows
}

/// Places by the last loop: more loops first, then the earlier arrival.
fn standing(rows: &[ResultRow]) -> BTreeMap<PersonId, Places> {
    let mut last: BTreeMap<&str, &ResultRow> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.passage.finish) {
        last.insert(&row.person_id, row);
    }
    let mut order: Vec<&ResultRow> = last.into_values().collect();
    order.sort_by(|a, b| (b.passage.occurrence, a.order()).cmp(&(a.passage.occurrence, b.order())));
    let people: Vec<&Person> = order.iter().map(|row| &row.person).collect();
    order
        .iter()
        .map(|row| row.person_id.clone())
        .zip(places(people))
        .collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const NOW_S: i64 = 1_795_239_000;

    #[rstest]
    #[case(1_795_239_000, "2026-11-21T07:00:00+10:00")]
    #[case(1_795_287_600, "2026-11-21T07:00:00-04:00")]
    fn the_race_began_at_seven_in_the_morning(#[case] now_s: i64, #[case] start: &str) {
        let year = year_at(now_s);
        assert!((8 * 3_600..9 * 3_600).contains(&(now_s - year.date_time.instant())));
        assert_eq!(
            (year.year.as_str(), year.date_time.as_str()),
            ("2026", start),
            "{now_s}"
        );
    }

    #[test]
    fn the_race_grows_and_nothing_that_happened_changes_but_places() {
        let race = Backyard::new(&year_at(NOW_S));
        let key = |row: &ResultRow| {
            (
                row.person_id.clone(),
                row.passage.location.clone(),
                row.passage.occurrence,
                clock_ms(row),
            )
        };
        let now: Vec<_> = race.rows_at(NOW_S * 1_000).iter().map(key).collect();
        let later: Vec<_> = Backyard::new(&year_at(NOW_S))
            .rows_at((NOW_S + 3_600) * 1_000)
            .iter()
            .map(key)
            .collect();
        assert_eq!(now[..], later[..now.len()]);
        assert!(later.len() > now.len() + 40);
        assert!((500..900).contains(&now.len()), "{} rows", now.len());
        assert!(!race.is_over(NOW_S * 1_000));
    }

    #[test]
    fn one_is_left_standing() {
        let race = Backyard::new(&year_at(NOW_S));
        let end_ms = (race.start_s + LOOPS * 3_600) * 1_000;
        assert!(race.is_over(end_ms) && !race.is_over(end_ms - HOUR_MS));
        let rows = race.rows_at(end_ms);
        let last_hour: Vec<_> = rows
            .iter()
            .filter(|row| row.passage.finish && row.passage.occurrence == 2 * LOOPS - 1)
            .collect();
        assert_eq!(last_hour.len(), 1);
        assert!(
            rows.iter()
                .filter(|row| row.person_id == last_hour[0].person_id)
                .all(|row| row.passage.ranking == 1)
        );
        assert_eq!(
            rows.iter()
                .filter(|row| row.passage.occurrence == 2 * (LOOPS - 1)
                    && row.passage.location == PLACE)
                .count(),
            2
        );
    }

    #[test]
    fn places_are_one_for_each_runner_by_last_loop() {
        let race = Backyard::new(&year_at(NOW_S));
        for minutes in [30, 45, 500, 530, 900] {
            let rows = race.rows_at((race.start_s + minutes * 60) * 1_000);
            let mut last: BTreeMap<&str, &ResultRow> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.passage.finish) {
                last.insert(&row.person_id, row);
            }
            let mut results: Vec<_> = last
                .values()
                .map(|row| (row.passage.ranking, -row.passage.occurrence, clock_ms(row)))
                .collect();
            results.sort_unstable();
            assert!(
                results.is_sorted_by_key(|(_, hour, clock)| (*hour, *clock)),
                "minute {minutes}"
            );
            assert!((1..).zip(&results).all(|(place, result)| result.0 == place));
            for row in &rows {
                let expected = last
                    .get(row.person_id.as_str())
                    .map_or(-1, |row| row.passage.ranking);
                assert_eq!(row.passage.ranking, expected);
            }
        }
    }

    #[test]
    fn every_loop_is_run_within_its_hour() {
        let race = Backyard::new(&year_at(NOW_S));
        for row in race.rows.iter().filter(|row| row.passage.location == PLACE) {
            let hour = row.passage.occurrence / 2;
            assert!(
                (hour * HOUR_MS..(hour + 1) * HOUR_MS).contains(&clock_ms(row)),
                "{row:?}"
            );
            assert_eq!(row.passage.finish, row.passage.occurrence % 2 == 1);
            assert!(row.passage.chip_seconds <= row.passage.seconds);
        }
    }
}
