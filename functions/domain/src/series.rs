//! The series definition that an organiser publishes (contract 9.1): read with all its problems,
//! compared with the event, and always written as the same bytes.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::problems::Problems;

/// The maximum number of warnings listed in an answer.
const WARNINGS: usize = 50;

/// The most answers about people of one series.
const ANSWERS: usize = 1000;

/// The longest bib, in characters.
const BIB: usize = 100;

/// One display year of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DisplayYear {
    /// The year offered by the site, unique in the file.
    pub display_year: i64,
    /// Its series, in the order of the file.
    pub series: Vec<Series>,
}

/// A series of races.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Series {
    /// Heading, unique within the display year.
    pub name: String,
    /// How many races count, which is also how many a runner needs.
    pub best: i64,
    /// The races that count towards it, in the order of the file.
    pub distances: Vec<SeriesRace>,
    /// The organiser's answers on who is who.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<PeopleAnswer>,
}

/// A race of a series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeriesRace {
    /// Year key of the event.
    pub year: String,
    /// Distance name in that year.
    pub name: String,
    /// Length, in the unit `type`.
    #[serde(serialize_with = "plain_number")]
    pub value: f64,
    /// Unit of `value`, with which the pace is labelled.
    #[serde(rename = "type")]
    pub unit: String,
}

/// An answer of the organiser: who of the runners of a series is who.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PeopleAnswer {
    /// Whether all of them are one person, or each somebody else.
    pub same: bool,
    /// At least two.
    pub runners: Vec<SeriesRunner>,
}

/// A runner of a race; never by the name, as the file is public.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
pub struct SeriesRunner {
    /// Year key of the event.
    pub year: String,
    /// Distance name in that year.
    pub distance: String,
    /// The bib, without blanks around it.
    pub bib: String,
}

impl SeriesRunner {
    fn is_complete(&self) -> bool {
        !self.year.is_empty() && !self.distance.is_empty() && !self.bib.is_empty()
    }
}

/// Writes whole numbers without a fraction, as organisers type them.
fn plain_number<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        to.serialize_i64(*value as i64)
    } else {
        to.serialize_f64(*value)
    }
}

/// An accepted definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The display years in the order sent.
    pub years: Vec<DisplayYear>,
    /// Paths of the keys that were dropped because the format does not have them.
    pub dropped: Vec<String>,
}

/// Reads a definition as sent; `null` means the zero value everywhere.
///
/// # Errors
/// All [`Problems`], including wrong JSON types.
pub fn read(sent: &Value) -> Result<Definition, Problems> {
    let mut reader = SeriesReader::default();
    let mut seen = BTreeSet::new();
    let years = reader.list("years", sent, 0..=50, |reader, at, entry| {
        reader.display_year(at, entry, &mut seen)
    });
    let SeriesReader { problems, dropped } = reader;
    problems.or(Definition { years, dropped })
}

/// The bytes of the published file: the same definition yields the same bytes.
///
/// # Errors
/// The serialiser's. Numbers, texts and lists cause none; should they ever do, no file is better
/// than an empty one.
pub fn write(years: &[DisplayYear]) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(years)
}

#[derive(Default)]
struct SeriesReader {
    problems: Problems,
    dropped: Vec<String>,
}

impl SeriesReader {
    fn display_year(&mut self, at: &str, entry: &Value, seen: &mut BTreeSet<i64>) -> DisplayYear {
        let Some(fields) = self.object(at, entry, &["display_year", "series"]) else {
            return DisplayYear::default();
        };
        let year_at = format!("{at}.display_year");
        let display_year = fields.whole("display_year");
        match display_year {
            Some(year @ 1900..=9999) => {
                if !seen.insert(year) {
                    self.wrong(year_at, "must be different from the years before");
                }
            }
            _ => self.wrong(year_at, "must be a whole number from 1900 to 9999"),
        }
        let series_at = format!("{at}.series");
        let mut names = BTreeSet::new();
        let series = self.list(
            &series_at,
            fields.get("series"),
            1..=50,
            |reader, at, entry| reader.series(at, entry, &mut names),
        );
        DisplayYear {
            display_year: display_year.unwrap_or_default(),
            series,
        }
    }

    fn series(&mut self, at: &str, entry: &Value, names: &mut BTreeSet<String>) -> Series {
        let Some(fields) = self.object(at, entry, &["name", "best", "distances", "people"]) else {
            return Series::default();
        };
        let name = self.text(format!("{at}.name"), fields.get("name"), 100);
        if !name.is_empty() && !names.insert(name.clone()) {
            self.wrong(
                format!("{at}.name"),
                "must be different from the other series of the year",
            );
        }
        let best = fields.whole("best").filter(|best| *best >= 1);
        if best.is_none() {
            self.wrong(format!("{at}.best"), "must be a whole number of at least 1");
        }
        let distances_at = format!("{at}.distances");
        let mut races = BTreeSet::new();
        let distances = self.list(
            &distances_at,
            fields.get("distances"),
            1..=200,
            |reader, at, entry| reader.race(at, entry, &mut races),
        );
        let people_at = format!("{at}.people");
        let people = self.list(&people_at, fields.get("people"), 0..=ANSWERS, Self::answer);
        self.agreement(&people_at, &people);
        Series {
            name,
            best: best.unwrap_or_default(),
            distances,
            people,
        }
    }

    fn answer(&mut self, at: &str, entry: &Value) -> PeopleAnswer {
        let Some(fields) = self.object(at, entry, &["same", "runners"]) else {
            return PeopleAnswer::default();
        };
        let same = fields.get("same").as_bool();
        if same.is_none() {
            self.wrong(format!("{at}.same"), "must be true or false");
        }
        let runners_at = format!("{at}.runners");
        let mut seen = BTreeSet::new();
        let runners = self.list(
            &runners_at,
            fields.get("runners"),
            2..=200,
            |reader, at, entry| reader.runner(at, entry, &mut seen),
        );
        PeopleAnswer {
            same: same.unwrap_or_default(),
            runners,
        }
    }

    fn runner(
        &mut self,
        at: &str,
        entry: &Value,
        seen: &mut BTreeSet<SeriesRunner>,
    ) -> SeriesRunner {
        let Some(fields) = self.object(at, entry, &["year", "distance", "bib"]) else {
            return SeriesRunner::default();
        };
        let year = self.year_key(at, fields.get("year"));
        let distance = self.text(format!("{at}.distance"), fields.get("distance"), 200);
        let bib = self.text(format!("{at}.bib"), fields.get("bib"), BIB);
        let runner = SeriesRunner {
            year,
            distance,
            bib: bib.trim().to_owned(),
        };
        if runner.is_complete() && !seen.insert(runner.clone()) {
            self.wrong(at, "must be different from the other runners of the answer");
        }
        runner
    }

    /// Whether all answers can be true: nobody runs a race twice, and nobody is two people.
    fn agreement(&mut self, at: &str, answers: &[PeopleAnswer]) {
        let mut people = Together::default();
        // Incomplete runners have been reported already.
        let whole = |answer: &PeopleAnswer| answer.runners.iter().all(SeriesRunner::is_complete);
        for (n, answer) in answers
            .iter()
            .enumerate()
            .filter(|(_, answer)| answer.same && whole(answer))
        {
            if let Err((one, other)) = people.join(&answer.runners) {
                self.wrong(format!("{at}[{n}]"), format!(
                        "would make bibs {} and {} of {} {} one person, who cannot run a race twice",
                        one.bib, other.bib, one.year, one.distance
                    ),
                );
            }
        }
        for (n, answer) in answers
            .iter()
            .enumerate()
            .filter(|(_, answer)| !answer.same && whole(answer))
        {
            let mut met = BTreeMap::new();
            for runner in &answer.runners {
                if let Some(other) = met.insert(people.person(runner), runner)
                    && other != runner
                {
                    self.wrong(format!("{at}[{n}]"), format!(
                            "says that bib {} of {} {} and bib {} of {} {} are two people; by other answers they are one",
                            other.bib, other.year, other.distance,
                            runner.bib, runner.year, runner.distance
                        ),
                    );
                }
            }
        }
    }

    fn race(
        &mut self,
        at: &str,
        entry: &Value,
        races: &mut BTreeSet<(String, String)>,
    ) -> SeriesRace {
        let Some(fields) = self.object(at, entry, &["year", "name", "value", "type"]) else {
            return SeriesRace::default();
        };
        let year = self.year_key(at, fields.get("year"));
        let name = self.text(format!("{at}.name"), fields.get("name"), 200);
        let value = fields.get("value");
        let number = value.as_f64().unwrap_or_default();
        if !value.is_number() && !value.is_null() {
            self.wrong(format!("{at}.value"), "must be a number greater than 0");
        } else if number <= 0.0 {
            self.wrong(format!("{at}.value"), "must be greater than 0");
        }
        let unit = self.text(format!("{at}.type"), fields.get("type"), 12);
        if !year.is_empty() && !name.is_empty() && !races.insert((year.clone(), name.clone())) {
            self.wrong(
                format!("{at}.name"),
                "must be different from the other races of that year in the series",
            );
        }
        SeriesRace {
            year,
            name,
            value: number,
            unit,
        }
    }

    /// The key of a year; empty if it is not accepted.
    fn year_key(&mut self, at: &str, value: &Value) -> String {
        let year = value
            .as_str()
            .filter(|year| is_year_key(year))
            .unwrap_or_default();
        if year.is_empty() {
            self.wrong(
                format!("{at}.year"),
                "must be a year of the event: 1 to 20 letters, digits and hyphens",
            );
        }
        year.to_owned()
    }

    /// The fields of an object, `null` counting as an object without fields; keys that are not
    /// among `known` are dropped.
    fn object<'v>(&mut self, at: &str, value: &'v Value, known: &[&str]) -> Option<Fields<'v>> {
        match value {
            Value::Null => Some(Fields(None)),
            Value::Object(map) => {
                self.dropped.extend(
                    map.keys()
                        .filter(|key| !known.contains(&key.as_str()))
                        .map(|key| format!("{at}.{key}")),
                );
                Some(Fields(Some(map)))
            }
            _ => {
                self.wrong(at, "must be an object");
                None
            }
        }
    }

    /// What is read of the entries of a list, each with its path.
    fn list<T>(
        &mut self,
        at: &str,
        value: &Value,
        accepted: RangeInclusive<usize>,
        mut read: impl FnMut(&mut Self, &str, &Value) -> T,
    ) -> Vec<T> {
        let entries = match value {
            Value::Null => &[],
            Value::Array(entries) => entries.as_slice(),
            _ => {
                self.wrong(at, "must be a list");
                return Vec::new();
            }
        };
        if !accepted.contains(&entries.len()) {
            let (least, most) = accepted.into_inner();
            self.wrong(
                at,
                if least == 0 {
                    format!("must have at most {most} entries")
                } else {
                    format!("must have {least} to {most} entries")
                },
            );
        }
        entries
            .iter()
            .enumerate()
            .map(|(n, entry)| read(self, &format!("{at}[{n}]"), entry))
            .collect()
    }

    fn wrong(&mut self, at: impl Into<String>, message: impl Into<String>) {
        self.problems.add(at, 0, message);
    }

    /// A non-empty text of at most `most` characters; empty if it is not accepted.
    fn text(&mut self, at: String, value: &Value, most: usize) -> String {
        let text = value
            .as_str()
            .filter(|text| !text.trim().is_empty() && text.chars().count() <= most);
        if text.is_none() {
            self.wrong(at, format!("must be a text of 1 to {most} characters"));
        }
        text.unwrap_or_default().to_owned()
    }
}

/// Runners who are one person by the answers read so far.
#[derive(Default)]
struct Together<'d> {
    /// The person of each runner.
    people: BTreeMap<&'d SeriesRunner, usize>,
    /// The runners of each person; empty for one who turned out to be another.
    runners: Vec<Vec<&'d SeriesRunner>>,
}

impl<'d> Together<'d> {
    /// Makes one person of these runners, and of whoever any of them is already.
    ///
    /// # Errors
    /// Two runners of one race; nothing is joined then.
    fn join(
        &mut self,
        runners: &'d [SeriesRunner],
    ) -> Result<(), (&'d SeriesRunner, &'d SeriesRunner)> {
        let before: BTreeSet<usize> = runners
            .iter()
            .filter_map(|runner| self.people.get(runner).copied())
            .collect();
        let all: BTreeSet<&SeriesRunner> = before
            .iter()
            .filter_map(|person| self.runners.get(*person))
            .flatten()
            .copied()
            .chain(runners)
            .collect();
        let mut races = BTreeMap::new();
        for runner in &all {
            if let Some(other) = races.insert((&runner.year, &runner.distance), *runner) {
                return Err((other, runner));
            }
        }
        for person in before {
            if let Some(gone) = self.runners.get_mut(person) {
                gone.clear();
            }
        }
        self.people
            .extend(all.iter().map(|runner| (*runner, self.runners.len())));
        self.runners.push(all.into_iter().collect());
        Ok(())
    }

    /// Who a runner is: equal for runners who are one person.
    fn person<'r>(&self, runner: &'r SeriesRunner) -> Result<usize, &'r SeriesRunner> {
        self.people.get(runner).copied().ok_or(runner)
    }
}

/// The fields of an object; `None` for `null`.
struct Fields<'v>(Option<&'v Map<String, Value>>);

impl<'v> Fields<'v> {
    fn get(&self, name: &str) -> &'v Value {
        self.0.and_then(|map| map.get(name)).unwrap_or(&Value::Null)
    }

    fn whole(&self, name: &str) -> Option<i64> {
        self.get(name).as_i64()
    }
}

/// Whether a text has the form of a year's key (contract 2.2).
fn is_year_key(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The year that a page of series shows: the one whose display year, as text, equals the wanted
/// one; the largest if none is wanted (pages.md C9).
#[must_use]
pub fn chosen<'y>(years: &'y [DisplayYear], wanted: Option<&str>) -> Option<&'y DisplayYear> {
    match wanted {
        Some(wanted) => years
            .iter()
            .find(|year| year.display_year.to_string() == wanted),
        None => years.iter().rev().max_by_key(|year| year.display_year),
    }
}

/// The year keys that a definition names.
#[must_use]
pub fn years_named(years: &[DisplayYear]) -> BTreeSet<&str> {
    races(years).map(|(_, race)| race.year.as_str()).collect()
}

fn races(years: &[DisplayYear]) -> impl Iterator<Item = (String, &SeriesRace)> {
    all_series(years).flat_map(|(at, series)| {
        series
            .distances
            .iter()
            .enumerate()
            .map(move |(n, race)| (format!("{at}.distances[{n}]"), race))
    })
}

fn all_series(years: &[DisplayYear]) -> impl Iterator<Item = (String, &Series)> {
    years.iter().enumerate().flat_map(|(y, year)| {
        year.series
            .iter()
            .enumerate()
            .map(move |(s, series)| (format!("years[{y}].series[{s}]"), series))
    })
}

/// Possible mistakes, in at most fifty sentences and one that counts the rest. `known` has the
/// event's years and their distances.
#[must_use]
pub fn warnings(
    definition: &Definition,
    known: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let Definition { years, dropped } = definition;
    let mut warnings: Vec<String> = dropped
        .iter()
        .map(|path| format!("{path}: not known, dropped."))
        .collect();
    for (at, series) in all_series(years) {
        let count = series.distances.len();
        if i64::try_from(count).is_ok_and(|count| series.best > count) {
            warnings.push(format!(
                "{at}.best: {} races count, but the series has {count}.",
                series.best
            ));
        }
        let units: BTreeSet<&str> = series
            .distances
            .iter()
            .map(|race| race.unit.as_str())
            .collect();
        if units.len() > 1 {
            warnings.push(format!(
                "{at}.distances: different units ({}).",
                units.into_iter().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    for (at, series) in all_series(years) {
        for (n, answer) in series.people.iter().enumerate() {
            for SeriesRunner { year, distance, .. } in &answer.runners {
                let named = |race: &SeriesRace| race.year == *year && race.name == *distance;
                if !series.distances.iter().any(named) {
                    warnings.push(format!(
                        "{at}.people[{n}]: the series has no race {year} {distance}, its runner is passed over."
                    ));
                }
            }
        }
    }
    for (at, SeriesRace { year, name, .. }) in races(years) {
        match known.get(year) {
            None => warnings.push(format!("{at}.year: the event has no year {year} yet.")),
            Some(distances) if !distances.contains(name) => {
                warnings.push(format!("{at}.name: {year} has no distance {name} yet."))
            }
            Some(_) => {}
        }
    }
    let more = warnings.len().saturating_sub(WARNINGS);
    if more > 0 {
        warnings.truncate(WARNINGS);
        warnings.push(format!("And {more} more."));
    }
    warnings
}

#[cfg(test)]
mod tests;
