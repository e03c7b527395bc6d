//! Turns a table of another program into result rows, by the rules of results from a spreadsheet
//! (contract 4.17).

use std::{collections::BTreeMap, io::Read};

use chute_contract::sheet::{PlanResults, ReadingIn};
use chute_domain::{
    event_time::EventTime,
    formula::unguarded,
    race::{EventKind, Segment},
    row::{Person, PersonId, ResultRow},
    sheet::{self, Known, MOST_COLUMNS, MOST_LINES, Outcome as LineOutcome, Plan, Race},
    stamp::Stamp,
    state::{EventRecord, Stamped, YearRecord},
};
use clap::Args;
use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::failure::{Failure, Outcome};

/// The maximum number of bytes in a table, unpacked: as on the page.
pub const MOST_BYTES: u64 = 20_000_000;
/// The maximum number of bad lines shown.
const SHOWN: usize = 20;

/// How to read a table.
#[derive(Debug, Args)]
pub struct SheetOptions {
    /// Reads a column of another program's table, such as 'clock=Gun Time'; may be given more than
    /// once
    #[arg(long = "column", value_name = "ROLE=HEADING")]
    columns: Vec<String>,
    /// Line that holds the headings
    #[arg(long, default_value_t = 1, value_name = "LINE")]
    headings: u64,
    /// How cells are read, such as age_groups=ten: distance, names, numbers, two_parts, four_parts,
    /// bibs, covered, untimed, age_groups, dates, splits, laps, status, genders
    #[arg(long = "read", value_name = "FIELD=WORD", requires = "columns")]
    reading: Vec<String>,
}

impl SheetOptions {
    /// Whether the file is a table of another program.
    pub fn is_asked(&self) -> bool {
        !self.columns.is_empty()
    }
}

/// A table, with its columns by heading.
#[derive(Debug)]
pub struct SheetFile {
    headings: Vec<String>,
    table: PlanResults,
}

impl SheetFile {
    /// Reads a file to its end. Its cells are separated by commas, semicolons, tabs or bars,
    /// whichever splits the headings into the most cells.
    pub fn read(mut from: impl Read, options: &SheetOptions) -> Outcome<Self> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)
            .map_err(|error| Failure::because("The file cannot be read", &error))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| {
            Failure::new("The file is not UTF-8 text: save it as CSV in UTF-8, or import it on the page of the event desk.")
        })?;
        let text = text.trim_start_matches('\u{feff}');
        let mut headings = None;
        let mut table = PlanResults {
            reading: reading(&options.reading)?,
            ..PlanResults::default()
        };
        for row in Rows::new(text, options.headings) {
            let (line, cells) = row?;
            let Some(Headings { all, chosen }) = &headings else {
                if line == options.headings {
                    headings = Some(Headings::new(cells, &options.columns)?);
                }
                continue;
            };
            if cells.iter().all(|cell| cell.trim().is_empty()) || cells == *all {
                continue;
            }
            if table.lines.len() == MOST_LINES {
                return Err(Failure::new(format!(
                    "Line {line}: the table goes on after {MOST_LINES} lines; up to {MOST_LINES} are accepted. Split it, for example by distances."
                )));
            }
            table.lines.push(i64::try_from(line).unwrap_or(i64::MAX));
            table.cells.push(picked(&cells, chosen));
        }
        let Headings { all, chosen } = headings.ok_or_else(|| {
            Failure::Usage(format!(
                "--headings: the file has no cells in line {}",
                options.headings
            ))
        })?;
        table.columns = chosen.iter().map(|(role, _)| role.clone()).collect();
        let headings = picked(&all, &chosen);
        Ok(Self { headings, table })
    }

    /// The rows of the table, and how many lines have faults, which are printed. If there are
    /// faults, rows are returned only if those lines may be left out.
    pub fn rows(
        self,
        race: &Race,
        known: Known<'_>,
        stamp: Stamp,
        skip_invalid: bool,
    ) -> Outcome<(Vec<ResultRow>, usize)> {
        let table = self
            .table
            .table(race.kind)
            .map_err(|bad| Failure::Usage(format!("--column, --read: {}", bad.0)))?;
        let plan = sheet::plan(&table, race, known, stamp);
        report(&plan, &self.headings);
        let bad = plan.count(LineOutcome::Invalid);
        if bad > 0 && !skip_invalid {
            println!("{bad} lines have faults: nothing is written");
            return Err(Failure::new(
                "Mend the lines above, or leave them out with --skip-invalid.",
            ));
        }
        let row = |written: sheet::Written| ResultRow {
            person_id: written.row.person_id,
            person: written.row.person,
            passage: written.row.passage,
        };
        Ok((plan.rows.into_iter().map(row).collect(), bad))
    }
}

/// Prints what to know before writing: faults by line and column, ties, who is missing from the
/// file. No names.
fn report(plan: &Plan, headings: &[String]) {
    let faults: Vec<String> = plan
        .lines
        .iter()
        .flat_map(|line| line.faults.iter().map(|at| (line.line, at)))
        .map(
            |(line, at)| match at.column.and_then(|column| headings.get(column)) {
                Some(heading) => format!("Line {line}, {heading}: {}", at.what),
                None => format!("Line {line}: {}", at.what),
            },
        )
        .collect();
    faults
        .iter()
        .take(SHOWN)
        .for_each(|fault| eprintln!("{fault}"));
    if faults.len() > SHOWN {
        eprintln!("… and {} more faults", faults.len() - SHOWN);
    }
    for tie in plan.ties.iter().take(SHOWN) {
        eprintln!(
            "The same time from place {} on: bibs {}",
            tie.place,
            tie.bibs.join(", ")
        );
    }
    let skipped = plan.count(LineOutcome::Skipped);
    if skipped > 0 {
        eprintln!("{skipped} lines are titles, or left out");
    }
    if !plan.missing.is_empty() {
        eprintln!(
            "{} people of these distances are not in the file: they stay",
            plan.missing.len()
        );
    }
}

/// The headings of a table, and which of its columns are read.
struct Headings {
    all: Vec<String>,
    /// Role and position of each.
    chosen: Vec<(String, usize)>,
}

impl Headings {
    fn new(all: Vec<String>, columns: &[String]) -> Outcome<Self> {
        let chosen = columns.iter().map(|column| chosen(column, &all));
        Ok(Self {
            chosen: chosen.collect::<Outcome<_>>()?,
            all,
        })
    }
}

/// The cells in the chosen columns.
fn picked(cells: &[String], chosen: &[(String, usize)]) -> Vec<String> {
    let cell = |(_, column): &(String, usize)| cells.get(*column).cloned().unwrap_or_default();
    chosen.iter().map(cell).collect()
}

/// The records of a text one after the other, each with the line it begins on: as many as a table
/// may have are kept, and a file may have any number.
struct Rows<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    record: ByteRecord,
    at: usize,
    line: u64,
}

impl<'t> Rows<'t> {
    /// Cells are separated by whatever splits the line of the headings into the most.
    fn new(text: &'t str, headings: u64) -> Self {
        let begin = usize::try_from(headings.saturating_sub(1)).unwrap_or(usize::MAX);
        let head = text.lines().nth(begin).unwrap_or_default();
        let delimiter = [b',', b';', b'\t', b'|'].into_iter().max_by_key(|sign| {
            (
                head.bytes().filter(|byte| byte == sign).count(),
                *sign == b',',
            )
        });
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter.unwrap_or(b','))
            .from_reader(text.as_bytes());
        Self {
            text,
            reader,
            record: ByteRecord::new(),
            at: 0,
            line: 1,
        }
    }

    fn row(&mut self) -> Outcome<(u64, Vec<String>)> {
        let start = self
            .record
            .position()
            .and_then(|position| usize::try_from(position.byte()).ok())
            .unwrap_or_default();
        // the reader's own count is off after blank lines and CRLF
        let blank = self.text.get(start..).map_or(0, |rest| {
            rest.len() - rest.trim_start_matches(['\r', '\n']).len()
        });
        let begin = start + blank;
        self.line += self.text.get(self.at..begin).map_or(0, |before| {
            before.bytes().map(|byte| u64::from(byte == b'\n')).sum()
        });
        self.at = begin;
        let cell = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
        let filled = self
            .record
            .iter()
            .rposition(|cell| !cell.trim_ascii().is_empty())
            .map_or(0, |last| last + 1);
        if filled > MOST_COLUMNS {
            return Err(Failure::new(format!(
                "Line {}: a cell beyond column {MOST_COLUMNS} is filled in; up to {MOST_COLUMNS} columns are accepted.",
                self.line
            )));
        }
        let cells = self.record.iter().take(filled).map(cell).collect();
        Ok((self.line, cells))
    }
}

impl Iterator for Rows<'_> {
    type Item = Outcome<(u64, Vec<String>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.reader.read_byte_record(&mut self.record) {
            Ok(false) => None,
            Ok(true) => Some(self.row()),
            Err(error) => Some(Err(Failure::because(
                "The file cannot be read further",
                &error,
            ))),
        }
    }
}

/// The role of a column, and its position.
fn chosen(column: &str, headings: &[String]) -> Outcome<(String, usize)> {
    let (role, heading) = column.split_once('=').ok_or_else(|| {
        Failure::Usage(format!(
            "--column {column}: ROLE=HEADING is accepted, such as 'clock=Gun Time'"
        ))
    })?;
    let headings: Vec<String> = headings
        .iter()
        .map(|cell| unguarded(cell).trim().to_owned())
        .collect();
    let found = headings
        .iter()
        .position(|known| known.eq_ignore_ascii_case(heading.trim()));
    let found = found.ok_or_else(|| {
        Failure::Usage(format!(
            "--column {column}: the headings are {}",
            headings.join(", ")
        ))
    })?;
    Ok((role.trim().to_owned(), found))
}

fn reading(words: &[String]) -> Outcome<ReadingIn> {
    let mut reading = ReadingIn::default();
    for word in words {
        let (field, value) = word.split_once('=').ok_or_else(|| {
            Failure::Usage(format!(
                "--read {word}: FIELD=WORD is accepted, such as age_groups=ten"
            ))
        })?;
        let place = match field.trim() {
            "distance" => &mut reading.distance,
            "names" => &mut reading.names,
            "numbers" => &mut reading.numbers,
            "two_parts" => &mut reading.two_parts,
            "four_parts" => &mut reading.four_parts,
            "bibs" => &mut reading.bibs,
            "covered" => &mut reading.covered,
            "untimed" => &mut reading.untimed,
            "age_groups" => &mut reading.age_groups,
            "dates" => &mut reading.dates,
            "splits" => &mut reading.splits,
            "laps" => &mut reading.laps,
            "status" => &mut reading.status,
            "genders" => &mut reading.genders,
            _ => {
                let fields = "distance, names, numbers, two_parts, four_parts, bibs, covered, untimed, age_groups, dates, splits, laps, status or genders";
                return Err(Failure::Usage(format!(
                    "--read {word}: {fields} is accepted before ="
                )));
            }
        };
        value.trim().clone_into(place);
    }
    Ok(reading)
}

/// The race that a table belongs to: as stored, or with the settings it is about to be created with
/// (type, start, ranking).
pub fn race(
    record: Option<&EventRecord>,
    year: Option<&YearRecord>,
    segments: &[Stamped<Segment>],
    shown: BTreeMap<PersonId, Person>,
    (kind, date, ranking): (&str, Option<&str>, &str),
) -> Race {
    let start = year.map(|year| year.year.date_time.clone());
    let start = start
        .or_else(|| EventTime::parse(date?).ok())
        .unwrap_or_default();
    let kind = EventKind::of(record.map_or(kind, |record| record.event.kind.as_str()));
    Race {
        kind,
        start,
        by_chip: year.map_or(ranking, |year| year.year.ranking_type.as_str()) == "chip",
        lengths: sheet::lengths(
            kind,
            segments
                .iter()
                .filter_map(|segment| segment.living(year.and_then(|year| year.segments))),
        ),
        shown,
    }
}

#[cfg(test)]
mod tests {
    use chute_domain::liveness::Deletes;

    use super::*;

    fn options(columns: &[&str], headings: u64, reading: &[&str]) -> SheetOptions {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        SheetOptions {
            columns: texts(columns),
            headings,
            reading: texts(reading),
        }
    }

    fn rows(
        text: &str,
        options: &SheetOptions,
        skip_invalid: bool,
    ) -> Outcome<(Vec<ResultRow>, usize)> {
        let race = race(
            None,
            None,
            &[],
            BTreeMap::new(),
            ("distance", Some("2026-05-02T08:00:00-07:00"), "gun"),
        );
        let known = Known {
            rows: &[],
            deletes: &Deletes::default(),
        };
        SheetFile::read(text.as_bytes(), options)?.rows(
            &race,
            known,
            Stamp::new(1, ""),
            skip_invalid,
        )
    }

    /// The apostrophes of our own exports are taken away, in cells as in headings.
    #[test]
    fn guarded_cells_are_read_as_they_were() {
        let file = "Bib,Name,'=Time\r\n7,\"'\tAna\",45:10\r\n8,\" '=1\",46:10\r\n9,Ana;'=1,47:10\r\n10,''-x,48:10\r\n";
        let options = options(
            &["bib=Bib", "first=Name", "clock==Time"],
            1,
            &["distance=10 KM"],
        );
        let (rows, _) = rows(file, &options, false).unwrap();
        let mut names: Vec<&str> = rows.iter().map(|row| row.person.first.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["'-x", "'=1", "Ana", "Ana;=1"]);
    }

    const TABLE: &str = "\u{feff}River Run;;;\r\n\r\nBib;Name;Gun Time;5K Split\r\n7;\"Ruiz, Ana\";45:10,4;22:00\r\n8;Lee Park;4o:00;\r\nBib;Name;Gun Time;5K Split\r\n9;Di Roe;DNF;\r\n";

    #[test]
    fn a_table_below_titles_becomes_rows() {
        let options = options(
            &[
                "bib=Bib",
                "name=name",
                "clock=Gun Time",
                "split:5K=5K Split",
            ],
            3,
            &["distance=10 KM", "age_groups=ten"],
        );
        let Err(Failure::Failed(told)) = rows(TABLE, &options, false) else {
            panic!("accepted")
        };
        assert!(told.contains("--skip-invalid"));
        let (rows, bad) = rows(TABLE, &options, true).unwrap();
        let told: Vec<(&str, &str, i64, i64)> = rows
            .iter()
            .map(|row| {
                (
                    row.person.bib.as_str(),
                    row.passage.segment.as_str(),
                    row.passage.seconds,
                    row.passage.ranking,
                )
            })
            .collect();
        assert_eq!(bad, 1);
        let mut sorted = told.clone();
        sorted.sort_unstable();
        assert_eq!(
            sorted,
            [
                ("7", "5K", 1_320, 1),
                ("7", "Finish", 2_710, 1),
                ("9", "Finish", 1_000_000, -1)
            ]
        );
    }

    #[test]
    fn lines_are_counted_as_editors_do() {
        let lines: Vec<u64> = Rows::new("a;b\r\n\r\n\"x\r\ny\";1\r\n\r\nz;2\r\n", 1)
            .map(|row| row.unwrap().0)
            .collect();
        assert_eq!(lines, [1, 3, 6]);
    }

    #[test]
    fn a_table_is_read_up_to_its_limits() {
        let options = options(&["bib=Bib", "clock=Time"], 1, &["distance=10K"]);
        let told = |table: &str| match rows(table, &options, false) {
            Err(Failure::Failed(told)) => told,
            other => panic!("accepted: {other:?}"),
        };
        let many: Vec<String> = (0..=MOST_LINES)
            .map(|bib| format!("{bib},40:00\n"))
            .collect();
        let lines = told(&format!("Bib,Time\n{}", many.concat()));
        assert!(
            lines.starts_with("Line 20002: the table goes on"),
            "{lines}"
        );
        let columns = told(&format!("Bib,Time\n7,40:00{}x\n", ",".repeat(499)));
        assert!(
            columns.starts_with("Line 2: a cell beyond column 500"),
            "{columns}"
        );
        // spreadsheets write these for lines and columns that only have a format
        let blank = ",".repeat(16_384);
        let table = format!("Bib,Time{blank}\n7,40:00{blank}\n{}", ",\n".repeat(30_000));
        let (rows, bad) = rows(&table, &options, false).unwrap();
        assert_eq!((rows.len(), bad), (1, 0));
    }

    #[test]
    fn wrong_options_are_told() {
        for (options, part) in [
            (options(&["bib"], 1, &[]), "ROLE=HEADING is accepted"),
            (
                options(&["bib=Number"], 3, &[]),
                "the headings are Bib, Name, Gun Time, 5K Split",
            ),
            (
                options(&["bib=Bib", "clock=Gun Time"], 3, &["shoe=1"]),
                "is accepted before =",
            ),
            (
                options(&["bib=Bib", "clock=Gun Time"], 3, &["numbers=hours"]),
                "reading.numbers must be",
            ),
            (
                options(&["bib=Bib", "time=Gun Time"], 3, &[]),
                "columns[1] must be",
            ),
            (options(&["bib=Bib"], 90, &[]), "no cells in line 90"),
        ] {
            let Err(Failure::Usage(told)) = rows(TABLE, &options, true) else {
                panic!("accepted: {options:?}")
            };
            assert!(told.contains(part), "{told}");
        }
    }
}
