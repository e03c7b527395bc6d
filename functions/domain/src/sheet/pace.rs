//! Whether times fit the length of the race: what times of two parts are, and which are worth a
//! remark.

use std::collections::BTreeMap;

use super::{
    Race, Reading, Role, Table, TwoParts, cells,
    times::{self, Time},
};
use crate::race::{EventKind, Segment};

/// The fastest and the slowest plausible pace, in milliseconds per kilometre: 1:30, which nobody
/// runs, and an hour, which is slower than the slowest walk with its nights of sleep.
const FASTEST: f64 = 90_000.0;
const SLOWEST: f64 = 3_600_000.0;

/// Whether somebody could have covered a length in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    TooFast,
    Plausible,
    TooSlow,
}

/// The pace over this many kilometres.
pub fn pace(km: f64, ms: i64) -> Pace {
    match ms as f64 / km {
        per_km if per_km < FASTEST => Pace::TooFast,
        per_km if per_km > SLOWEST => Pace::TooSlow,
        _ => Pace::Plausible,
    }
}

/// How long the distances of a year are, in kilometres, by name: where their finish is a segment. In
/// an event of laps that of a lap, which is the longest segment (contract pages C24.2).
#[must_use]
pub fn lengths<'s>(
    kind: EventKind,
    segments: impl IntoIterator<Item = &'s Segment>,
) -> BTreeMap<String, f64> {
    let mut lengths: BTreeMap<String, f64> = BTreeMap::new();
    for segment in segments {
        let counts = kind != EventKind::Distance || segment.name.eq_ignore_ascii_case("finish");
        let unit = match segment.distance_unit.as_str() {
            "m" => Some(0.001),
            unit => unit_km(unit),
        };
        let km = segment.distance_value * unit.filter(|_| counts).unwrap_or_default();
        if km > 0.0 {
            let length = lengths.entry(segment.distance_name.clone()).or_default();
            *length = length.max(km);
        }
    }
    lengths
}

/// How long a distance is, in kilometres: by the year's segments, else by its name.
pub fn length_of(race: &Race, distance: &str) -> Option<f64> {
    let known = race.lengths.get(distance).copied();
    known.or_else(|| named_length(distance))
}

/// The kilometres of a unit of lengths; `None` for an unknown one, and for `m`, which is metres or
/// miles.
fn unit_km(unit: &str) -> Option<f64> {
    Some(match unit {
        "k" | "km" | "kms" | "kilometer" | "kilometers" | "kilometre" | "kilometres"
        | "kilómetro" | "kilómetros" | "kilometros" | "quilometros" | "quilômetros"
        | "chilometri" | "kilometern" => 1.0,
        "mi" | "mile" | "miles" | "miler" | "milla" | "millas" | "meile" | "meilen" | "miglia"
        | "milhas" | "mijl" => 1.609_344,
        "yd" | "yard" | "yards" => 0.000_914_4,
        "ft" => 0.000_304_8,
        "meter" | "meters" | "metre" | "metres" | "metros" | "mètres" | "metri" => 0.001,
        _ => return None,
    })
}

const MARATHON_KM: f64 = 42.195;

/// How long a distance is by its name, in kilometres: `10 KM`, `50K`, `100 Miler`, `1500m`, `Half
/// Marathon`; `None` if the name does not tell.
fn named_length(name: &str) -> Option<f64> {
    let name = name.to_lowercase();
    numbered_length(&name).or_else(|| {
        let words: Vec<&str> = name
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
        if has(&[
            "halbmarathon",
            "halvmaraton",
            "halvmarathon",
            "halfmarathon",
            "semimarathon",
            "puolimaraton",
            "półmaraton",
        ]) {
            return Some(MARATHON_KM / 2.0);
        }
        let is_marathon = has(&["marathon", "maratón", "maraton", "maratona"]);
        let is_half = has(&[
            "half", "semi", "media", "medio", "mezza", "meia", "halve", "halva",
        ]);
        let is_other = has(&[
            "ultra", "mini", "quarter", "kids", "relay", "staffel", "relevos",
        ]);
        match (is_marathon, is_half) {
            _ if is_other => None,
            (true, true) => Some(MARATHON_KM / 2.0),
            (true, false) => Some(MARATHON_KM),
            (false, _) => None,
        }
    })
}

/// The first number with a unit behind it, in kilometres.
fn numbered_length(name: &str) -> Option<f64> {
    let mut rest = name;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let from = rest.get(at..)?;
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
        let end = from.find(|c: char| !is_number(c)).unwrap_or(from.len());
        let (number, behind) = from.split_at_checked(end)?;
        let behind = behind.trim_start_matches([' ', '-', '\u{a0}']);
        let end = behind.find(|c: char| !c.is_alphabetic());
        let (unit, after) = behind.split_at_checked(end.unwrap_or(behind.len()))?;
        let value = number.replace(',', ".").parse::<f64>().ok();
        // 4x5 km is the length of one leg
        let is_leg = rest.get(..at)?.trim_end().ends_with(['x', '×', '*']) || unit.starts_with('x');
        let km = match value {
            _ if is_leg => return None,
            Some(metres) if unit == "m" && metres >= 400.0 => Some(metres / 1_000.0),
            Some(value) if value > 0.0 => unit_km(unit).map(|unit| value * unit),
            _ => None,
        };
        if km.is_some() {
            return km;
        }
        rest = if unit.is_empty() { behind } else { after };
    }
    None
}

/// A finish time of two parts, and what is known of its line.
struct FinishTime {
    time: Time,
    km: Option<f64>,
    place: Option<i64>,
}

/// Whether the finish times of two parts must be asked about: as minutes and seconds they are too
/// fast for the race, or contradict the file's places, and as hours and minutes they do not.
pub fn asks_for_two_parts(table: &Table, race: &Race) -> bool {
    if table.reading.two_parts.is_some() || race.kind != EventKind::Distance {
        return false;
    }
    let seen = seen(table, race);
    let two = || seen.iter().filter(|seen| seen.time.is_two_parts);
    let fits = |seen: &FinishTime, factor: i64| {
        seen.km
            .map(|km| pace(km, seen.time.ms * factor) == Pace::Plausible)
    };
    let votes: Vec<bool> = two()
        .filter_map(|seen| match (fits(seen, 1)?, fits(seen, HOURS)?) {
            (false, true) => Some(true),
            (true, false) => Some(false),
            _ => None,
        })
        .collect();
    if !votes.is_empty() {
        return votes.contains(&true);
    }
    two().next().is_some() && inversions(&seen, 1) > inversions(&seen, HOURS)
}

/// How much longer a time is as hours and minutes than as minutes and seconds.
const HOURS: i64 = 60;

fn seen(table: &Table, race: &Race) -> Vec<FinishTime> {
    let [clock, chip, distance, place] =
        [Role::Clock, Role::Chip, Role::Distance, Role::Place].map(|role| table.column(&role));
    let reading = Reading {
        two_parts: Some(TwoParts::Minutes),
        ..table.reading.clone()
    };
    let mut lengths: BTreeMap<&str, Option<f64>> = BTreeMap::new();
    let line = |cells: &'_ [String]| {
        let cell = |column: Option<usize>| column.and_then(|column| cells.get(column));
        let time = [clock, chip]
            .into_iter()
            .find_map(|column| times::time(cell(column)?, &reading).ok())?;
        let place = cell(place).and_then(|text| cells::place(text));
        Some((time, place.map(|place| place.place)))
    };
    let mut all = Vec::new();
    for cells in table.lines.iter().map(|line| &line.cells) {
        let Some((time, place)) = line(cells) else {
            continue;
        };
        let own = distance.and_then(|column| cells.get(column));
        let name = own.map_or("", |cell| cell.trim());
        let name = if name.is_empty() {
            table.reading.distance.trim()
        } else {
            name
        };
        let km = *lengths.entry(name).or_insert_with(|| length_of(race, name));
        all.push(FinishTime { time, km, place });
    }
    all
}

/// How often a better place of the file has a longer time than the next one, if times of two parts
/// are this many times as long.
fn inversions(seen: &[FinishTime], factor: i64) -> usize {
    let mut placed: Vec<(i64, i64)> = seen
        .iter()
        .filter_map(|seen| {
            let factor = if seen.time.is_two_parts { factor } else { 1 };
            Some((seen.place?, seen.time.ms * factor))
        })
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    placed
        .windows(2)
        .filter(|pair| matches!(pair, [(a, before), (b, after)] if a < b && before > after))
        .count()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("10 KM", Some(10.0))]
    #[case("50K", Some(50.0))]
    #[case("5-km Run", Some(5.0))]
    #[case("10,8 km", Some(10.8))]
    #[case("100 Miler", Some(160.934_4))]
    #[case("2026 10K", Some(10.0))]
    #[case("1500m", Some(1.5))]
    #[case("100M", None)]
    #[case("4 x 5 km", None)]
    #[case("4x5 km", None)]
    #[case("Half Marathon", Some(MARATHON_KM / 2.0))]
    #[case("Media Maratón", Some(MARATHON_KM / 2.0))]
    #[case("Marathon", Some(MARATHON_KM))]
    #[case("Ultra Marathon", None)]
    #[case("Long", None)]
    #[case("", None)]
    fn a_name_tells_the_length(#[case] name: &str, #[case] km: Option<f64>) {
        assert_eq!(
            named_length(name).map(|km| (km * 1e6).round()),
            km.map(|km| (km * 1e6).round())
        );
    }
}
