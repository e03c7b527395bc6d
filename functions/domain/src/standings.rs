//! The previous youth standings that an organiser publishes (contract 9.2): accepts any CSV and
//! writes exactly what the site's reader can read.

use std::{collections::BTreeSet, iter};

use csv::{ReaderBuilder, StringRecord};

use crate::{formula::FORMULA_SIGNS, problems::Problems};

/// The columns of the published file, in its order.
const COLUMNS: [&str; 6] = [
    "first",
    "last",
    "tiger score",
    "seward score",
    "highest score",
    "category",
];
/// The maximum number of rows in a file.
const MOST_ROWS: usize = 20_000;
/// The age groups of a category.
const GROUPS: [&str; 7] = ["8", "8/under", "9-10", "11-12", "13-14", "15-16", "17-18"];

/// A row of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// First name.
    pub first: String,
    /// Last name.
    pub last: String,
    /// Tiger, Seward and highest score, each at least 0.
    pub scores: [f64; 3],
    /// `YTP <gender> <group>`; empty = unknown.
    pub category: String,
}

/// Checks whether a distance can be part of an address as it is (contract 9.4).
///
/// # Errors
/// What the distance must be or must not contain.
pub fn check_distance(distance: &str) -> Result<(), &'static str> {
    let reserved = |c: char| matches!(c, '\\' | '?' | '#') || c.is_control();
    if distance.trim().is_empty() {
        Err("must not be empty")
    } else if distance.chars().count() > 200 {
        Err("must have at most 200 characters")
    } else if distance.chars().any(reserved)
        || distance.split('/').any(|part| matches!(part, "." | ".."))
    {
        Err(r"must not be or contain . or .. as a part, nor contain \, ?, # or control characters")
    } else {
        Ok(())
    }
}

/// Reads a CSV: with or without byte-order mark, any line ends, quoted cells, headings in any case
/// and order. Other columns and blank rows are ignored.
///
/// # Errors
/// All [`Problems`], each with its line and column.
pub fn read(text: &str) -> Result<Vec<Standing>, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut problems = Problems::default();
    let mut lines = Lines {
        text,
        at: 0,
        line: 1,
    };
    let mut records = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
        .into_records()
        .flatten();
    let headings = records.next().unwrap_or_default();
    let at = lines.of(&headings);
    let places = COLUMNS.map(|column| place(&headings, column, at, &mut problems));
    problems.clone().or(())?;
    let mut reader = StandingsReader {
        problems,
        seen: BTreeSet::new(),
        places,
        width: headings.len(),
    };
    let mut rows = Vec::new();
    for record in records {
        let line = lines.of(&record);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if rows.len() == MOST_ROWS {
            reader.problems.add(
                "",
                line,
                format!("the file must have at most {MOST_ROWS} rows"),
            );
            break;
        }
        rows.push(reader.row(&record, line));
    }
    reader.problems.or(rows)
}

/// The published text: only line feeds, none after the last line, no quotes.
#[must_use]
pub fn write(rows: &[Standing]) -> String {
    let lines = rows.iter().map(
        |Standing {
             first,
             last,
             scores: [tiger, seward, highest],
             category,
         }| { format!("{first},{last},{tiger},{seward},{highest},{category}") },
    );
    iter::once(COLUMNS.join(","))
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Finds the line on which a record begins. The csv reader's own count is wrong if a record ends in
/// CRLF or blank lines follow.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl Lines<'_> {
    fn of(&mut self, record: &StringRecord) -> u64 {
        let start = record
            .position()
            .and_then(|position| usize::try_from(position.byte()).ok())
            .unwrap_or_default();
        let bytes = self.text.as_bytes();
        let is_end = |at: usize| {
            bytes
                .get(at)
                .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
        };
        while self.at < start || is_end(self.at) {
            let (this, next) = (bytes.get(self.at), bytes.get(self.at + 1));
            if this == Some(&b'\n') || (this == Some(&b'\r') && next != Some(&b'\n')) {
                self.line += 1;
            }
            self.at += 1;
        }
        self.line
    }
}

/// The position of a column among the headings; problems are noted.
fn place(headings: &StringRecord, column: &str, line: u64, problems: &mut Problems) -> usize {
    let is_column = |heading: &str| {
        heading
            .split_whitespace()
            .map(str::to_lowercase)
            .eq(column.split(' ').map(ToOwned::to_owned))
    };
    let mut places = headings
        .iter()
        .enumerate()
        .filter(|(_, heading)| is_column(heading))
        .map(|(place, _)| place);
    let found = places.next();
    if found.is_none() {
        problems.add(column, line, "the heading is missing");
    } else if places.next().is_some() {
        problems.add(column, line, "the heading is there twice");
    }
    found.unwrap_or_default()
}

struct StandingsReader {
    problems: Problems,
    seen: BTreeSet<String>,
    places: [usize; 6],
    width: usize,
}

impl StandingsReader {
    fn row(&mut self, record: &StringRecord, line: u64) -> Standing {
        if record
            .iter()
            .skip(self.width)
            .any(|cell| !cell.trim().is_empty())
        {
            self.problems
                .add("", line, "there are more cells than headings");
        }
        let [first, last, tiger, seward, highest, category] = self
            .places
            .map(|place| record.get(place).unwrap_or_default().trim());
        let (first, last) = (
            self.name("first", first, line),
            self.name("last", last, line),
        );
        if !first.is_empty() && !last.is_empty() && !self.seen.insert(seen_as(&first, &last)) {
            self.problems
                .add("last", line, "this first and last name are there already");
        }
        let scores = [
            ("tiger score", tiger),
            ("seward score", seward),
            ("highest score", highest),
        ];
        let scores = scores.map(|(column, cell)| {
            score(cell).unwrap_or_else(|| {
                self.problems.add(
                    column,
                    line,
                    "must be a number of at least 0, such as 88.25",
                );
                0.0
            })
        });
        let category = category_of(category).unwrap_or_else(|| {
            self.problems.add(
                "category",
                line,
                "must be empty, or YTP, Female, Male, Unknown or another word, and 8, 9-10, 11-12, 13-14, 15-16 or 17-18",
            );
            String::new()
        });
        Standing {
            first,
            last,
            scores,
            category,
        }
    }

    /// A name that the site's reader accepts and that no spreadsheet runs as a formula; empty if
    /// the cell is not accepted.
    fn name(&mut self, column: &str, cell: &str, line: u64) -> String {
        let problem = if cell.is_empty() {
            "must not be empty"
        } else if cell.split(';').any(|part| part.starts_with(FORMULA_SIGNS)) {
            "must not begin with =, +, - or @"
        } else if cell.contains([',', '"']) {
            "must not contain a comma or a quote"
        } else if cell.chars().any(char::is_control) {
            "must not contain a line break or another control character"
        } else {
            return cell.to_owned();
        };
        self.problems.add(column, line, problem);
        String::new()
    }
}

/// The name by which the site's reader identifies people: of two rows with the same one it would
/// keep the later and lose the other.
fn seen_as(first: &str, last: &str) -> String {
    [first, last]
        .iter()
        .flat_map(|name| name.split_whitespace())
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// A number written with digits and an optional fraction; an empty cell is 0.
fn score(cell: &str) -> Option<f64> {
    if cell.is_empty() {
        return Some(0.0);
    }
    let plain = cell
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    cell.parse()
        .ok()
        .filter(|value: &f64| plain && value.is_finite())
}

fn category_of(cell: &str) -> Option<String> {
    let words: Vec<&str> = cell.split_whitespace().collect();
    match words.as_slice() {
        [] => Some(String::new()),
        [series, gender, group] if series.eq_ignore_ascii_case("YTP") => {
            let group = group.to_lowercase();
            let known = ["Female", "Male", "Unknown"]
                .into_iter()
                .find(|known| known.eq_ignore_ascii_case(gender));
            let gender = known.unwrap_or(gender);
            let is_word = !gender.contains([',', '"']) && !gender.chars().any(char::is_control);
            (is_word && GROUPS.contains(&group.as_str())).then(|| format!("YTP {gender} {group}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
