//! Result rows as CSV, with the wire's column names: what `import` reads and `export` writes.
//!
//! Errors name the line, the column and what is accepted, never the value found: it may be
//! somebody's name.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};

use chute_contract::result::ResultIn;
use chute_domain::{
    export::{self, COLUMNS},
    formula::unguarded,
    row::ResultRow,
    sheet::MOST_COLUMNS,
};
use csv::{ReaderBuilder, StringRecord};
use flate2::bufread::MultiGzDecoder;

use crate::failure::{Failure, Outcome};

/// The columns that a file of results must have; any other missing column is blank in all rows.
const REQUIRED: [&str; 7] = [
    "person_id",
    "bib",
    "distance",
    "seconds",
    "location",
    "occurence",
    "finish",
];

/// The maximum number of bytes in a file of rows, unpacked: several times as many as the rows of the
/// largest year have.
pub const MOST_BYTES: u64 = 1_000_000_000;
/// The maximum number of bytes in a line: what is longer is not a table.
const MOST_LINE: u64 = 1_000_000;
/// The maximum number of bad lines that are kept: they are shown to a person.
const MOST_BAD: usize = 20;

/// A line that is not a valid row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, and what is accepted in it.
    pub problem: String,
}

/// The content of a file.
#[derive(Debug, Default)]
pub struct Contents {
    /// The valid rows, in the order of the file.
    pub rows: Vec<ResultRow>,
    /// The first lines that are not valid rows.
    pub bad: Vec<BadLine>,
    /// How many lines are not valid rows.
    pub bad_lines: usize,
    /// Columns of the file that have no meaning here.
    pub unknown: Vec<String>,
    /// Known columns that the file does not have.
    pub missing: Vec<&'static str>,
}

/// A file that fails where it, or one of its lines, is longer than it may be: unpacked, a few
/// kilobytes may be gigabytes.
struct Bounded<R> {
    file: R,
    most: u64,
    left: u64,
    /// Length of the line so far.
    line: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        let too_long = |what: &str, most: u64| {
            let most = most / 1_000_000;
            io::Error::other(format!(
                "{what} has more than {most} MB, unpacked; up to {most} MB are accepted"
            ))
        };
        self.left = self
            .left
            .checked_sub(u64::try_from(read).unwrap_or(u64::MAX))
            .ok_or_else(|| too_long("it", self.most))?;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        for part in into.get(..read).unwrap_or_default().split_inclusive(is_end) {
            self.line += u64::try_from(part.len()).unwrap_or(u64::MAX);
            if self.line > MOST_LINE {
                return Err(too_long("a line of it", MOST_LINE));
            }
            if part.last().is_some_and(is_end) {
                self.line = 0;
            }
        }
        Ok(read)
    }
}

/// Opens a file, compressed or not (detected by its first bytes). Reading more than `most` bytes of
/// its content fails.
pub fn open(path: &Path, most: u64) -> Outcome<Box<dyn Read>> {
    let problem = |error: std::io::Error| {
        Failure::because(&format!("{} cannot be read", path.display()), &error)
    };
    let mut file = BufReader::new(File::open(path).map_err(problem)?);
    let compressed = file.fill_buf().map_err(problem)?.starts_with(&[0x1f, 0x8b]);
    let file: Box<dyn Read> = if compressed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    Ok(Box::new(Bounded {
        file,
        most,
        left: most,
        line: 0,
    }))
}

/// Reads a file to its end. Calls `seen` for each line.
pub fn read(from: impl Read, ignore_unknown: bool, mut seen: impl FnMut()) -> Outcome<Contents> {
    let mut reader = ReaderBuilder::new().from_reader(from);
    let header = reader
        .headers()
        .map_err(|error| unreadable(&error))?
        .clone();
    if header.len() > MOST_COLUMNS {
        return Err(Failure::new(format!(
            "Line 1: the file has more than {MOST_COLUMNS} columns; columns are {}.",
            COLUMNS.join(", ")
        )));
    }
    let columns: Vec<&str> = header
        .iter()
        .map(|name| name.trim().trim_start_matches('\u{feff}'))
        .collect();
    let unknown: Vec<String> = columns
        .iter()
        .filter(|name| !COLUMNS.contains(name))
        .map(|name| (*name).to_owned())
        .collect();
    let missing: Vec<&'static str> = COLUMNS
        .into_iter()
        .filter(|name| !columns.contains(name))
        .collect();
    check_header(&columns, &unknown, &missing, ignore_unknown)?;
    let mut contents = Contents {
        unknown,
        missing,
        ..Contents::default()
    };
    let mut record = StringRecord::new();
    loop {
        let line = reader.position().line();
        let bad = match reader.read_record(&mut record) {
            Ok(false) => return Ok(contents),
            Ok(true) => match row(&columns, &record) {
                Ok(row) => {
                    contents.rows.push(row);
                    None
                }
                Err(problem) => Some(BadLine {
                    line: record.position().map_or(line, csv::Position::line),
                    problem,
                }),
            },
            Err(error) => Some(bad_line(&error, line)?),
        };
        if let Some(bad) = bad {
            contents.bad_lines += 1;
            if contents.bad.len() < MOST_BAD {
                contents.bad.push(bad);
            }
        }
        seen();
    }
}

fn check_header(
    columns: &[&str],
    unknown: &[String],
    missing: &[&'static str],
    ignore_unknown: bool,
) -> Outcome {
    let needed: Vec<&str> = REQUIRED
        .into_iter()
        .filter(|name| missing.contains(name))
        .collect();
    if !needed.is_empty() {
        return Err(Failure::new(format!(
            "Line 1: the file has no column {}; columns are {}.",
            needed.join(", "),
            COLUMNS.join(", ")
        )));
    }
    let twice: Vec<&str> = COLUMNS
        .into_iter()
        .filter(|name| columns.iter().filter(|column| column == &name).count() > 1)
        .collect();
    if !twice.is_empty() {
        return Err(Failure::new(format!(
            "Line 1: the file has the column {} more than once.",
            twice.join(", ")
        )));
    }
    if !unknown.is_empty() && !ignore_unknown {
        let unknown = unknown.join(", ");
        return Err(Failure::new(format!(
            "Line 1: unknown column {unknown}; columns are {} (or --ignore-unknown).",
            COLUMNS.join(", ")
        )));
    }
    Ok(())
}

fn unreadable(error: &csv::Error) -> Failure {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => Failure::new("Line 1: the header is not UTF-8 text."),
        _ => Failure::because("The file cannot be read", error),
    }
}

/// A line that the CSV reader refuses; if the file cannot be read any further, a failure.
fn bad_line(error: &csv::Error, line: u64) -> Outcome<BadLine> {
    let line = error.position().map_or(line, csv::Position::line);
    let problem = match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "UTF-8 text is accepted".to_owned(),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} cells, {expected_len} as in line 1 are accepted"),
        _ => {
            return Err(Failure::because(
                &format!("Line {line}: the file cannot be read further"),
                error,
            ));
        }
    };
    Ok(BadLine { line, problem })
}

fn row(columns: &[&str], record: &StringRecord) -> Result<ResultRow, String> {
    let mut row = ResultIn::default();
    for (column, cell) in columns.iter().zip(record) {
        // undoes what protects an exported cell from being run as a formula
        set(&mut row, column, &unguarded(cell))
            .map_err(|accepted| format!("{column}: {accepted}"))?;
    }
    if let Some(problem) = invalid(&row) {
        return Err(problem.to_owned());
    }
    row.checked()
        .ok_or_else(|| "not a valid row (contract 2.3)".to_owned())
}

/// The rule of the contract (2.3) that a row breaks, if any.
fn invalid(row: &ResultIn) -> Option<&'static str> {
    let bad = |text: &str, limit: usize| text.is_empty() || text.chars().count() > limit;
    let rules = [
        (
            bad(&row.person_id, 100),
            "person_id: 1 to 100 characters are accepted",
        ),
        (bad(&row.bib, 100), "bib: 1 to 100 characters are accepted"),
        (
            bad(&row.location, 500),
            "location: 1 to 500 characters are accepted",
        ),
        (row.seconds < 0, "seconds: 0 or more is accepted"),
        (row.chip_seconds < 0, "chip_seconds: 0 or more is accepted"),
        (row.occurrence < 0, "occurence: 0 or more is accepted"),
    ];
    rules
        .into_iter()
        .find_map(|(broken, rule)| broken.then_some(rule))
}

fn set(row: &mut ResultIn, column: &str, cell: &str) -> Result<(), &'static str> {
    match column {
        "person_id" => cell.clone_into(&mut row.person_id),
        "bib" => cell.clone_into(&mut row.bib),
        "first" => cell.clone_into(&mut row.first),
        "last" => cell.clone_into(&mut row.last),
        "gender" => cell.clone_into(&mut row.gender),
        "age_group" => cell.clone_into(&mut row.age_group),
        "distance" => cell.clone_into(&mut row.distance),
        "segment" => cell.clone_into(&mut row.segment),
        "location" => cell.clone_into(&mut row.location),
        "local_time" => cell.clone_into(&mut row.local_time),
        "division" => cell.clone_into(&mut row.division),
        "finish" => row.finish = yes_or_no(cell)?,
        "anonymous" => row.anonymous = yes_or_no(cell)?,
        "age" => row.age = number(cell)?,
        "seconds" => row.seconds = number(cell)?,
        "milliseconds" => row.milliseconds = number(cell)?,
        "chip_seconds" => row.chip_seconds = number(cell)?,
        "chip_milliseconds" => row.chip_milliseconds = number(cell)?,
        "occurence" => row.occurrence = number(cell)?,
        "ranking" => row.ranking = number(cell)?,
        "age_ranking" => row.age_ranking = number(cell)?,
        "gender_ranking" => row.gender_ranking = number(cell)?,
        "type" => row.kind = number(cell)?,
        "division_ranking" => row.division_ranking = number(cell)?,
        _ => {}
    }
    Ok(())
}

fn number(cell: &str) -> Result<i64, &'static str> {
    match cell.trim() {
        "" => Ok(0),
        digits => digits
            .parse()
            .map_err(|_| "a whole number or nothing is accepted"),
    }
}

fn yes_or_no(cell: &str) -> Result<bool, &'static str> {
    match cell.trim() {
        "" => Ok(false),
        text if text.eq_ignore_ascii_case("true") => Ok(true),
        text if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err("true, false or nothing is accepted"),
    }
}

/// Writes rows with all columns, in the format of the published file (pages.md D4).
pub fn write<'r>(
    mut to: impl Write,
    rows: impl IntoIterator<Item = &'r ResultRow>,
) -> std::io::Result<()> {
    to.write_all(export::rows_csv(rows).as_bytes())
}

#[cfg(test)]
mod tests {
    use chute_domain::row::{Passage, Person};
    use flate2::{Compression, write::GzEncoder};
    use rstest::rstest;

    use super::*;

    const HEADER: &str = "person_id,bib,first,distance,seconds,location,occurence,finish";

    fn read_text(text: &str) -> Outcome<Contents> {
        read(text.as_bytes(), false, || ())
    }

    fn odd_row() -> ResultRow {
        ResultRow {
            person_id: "a,b\"c".into(),
            person: Person {
                bib: "=1+1".into(),
                first: "Zoë\nMarie".into(),
                last: " -O'Neill ".into(),
                age: -1,
                gender: "Woman".into(),
                age_group: "Under 20".into(),
                distance: "10 Mile".into(),
                anonymous: true,
                division: "@club".into(),
            },
            passage: Passage {
                seconds: 1_000_000,
                milliseconds: 999,
                chip_seconds: 7,
                chip_milliseconds: 1,
                segment: String::new(),
                location: "Start/Finish".into(),
                occurrence: 3,
                ranking: -1,
                age_ranking: 2,
                gender_ranking: 3,
                finish: true,
                kind: 30,
                local_time: "2026-04-05T07:30:00.0000000-04:00".into(),
                division_ranking: -1,
            },
        }
    }

    #[test]
    fn written_rows_are_read_back() {
        let rows = [
            odd_row(),
            ResultRow {
                person_id: "2".into(),
                ..odd_row()
            },
        ];
        let mut file = Vec::new();
        write(&mut file, &rows).unwrap();
        let contents = read(file.as_slice(), false, || ()).unwrap();
        assert_eq!(contents.rows, rows);
        assert!(contents.bad.is_empty() && contents.missing.is_empty());
    }

    #[rstest]
    #[case(
        "1,7,Secret,5K,x,Finish,1,true",
        "seconds: a whole number or nothing is accepted"
    )]
    #[case(
        "1,7,Secret,5K,1.5,Finish,1,true",
        "seconds: a whole number or nothing is accepted"
    )]
    #[case("1,7,Secret,5K,-1,Finish,1,true", "seconds: 0 or more is accepted")]
    #[case("1,7,Secret,5K,1,Finish,-1,true", "occurence: 0 or more is accepted")]
    #[case(
        "1,7,Secret,5K,1,Finish,1,yes",
        "finish: true, false or nothing is accepted"
    )]
    #[case(
        ",7,Secret,5K,1,Finish,1,true",
        "person_id: 1 to 100 characters are accepted"
    )]
    #[case(
        "1,,Secret,5K,1,Finish,1,true",
        "bib: 1 to 100 characters are accepted"
    )]
    #[case(
        "1,7,Secret,5K,1,,1,true",
        "location: 1 to 500 characters are accepted"
    )]
    #[case("1,7,Secret,5K,1,Finish,1", "7 cells, 8 as in line 1 are accepted")]
    fn a_bad_line_is_named_and_the_others_are_read(#[case] line: &str, #[case] problem: &str) {
        let good = "9,9,\"Two\nlines\",5K,60,Finish,1,TRUE";
        let contents = read_text(&format!("{HEADER}\n{good}\n{line}\n{good}\n")).unwrap();
        assert_eq!(
            contents.bad,
            [BadLine {
                line: 4,
                problem: problem.to_owned()
            }]
        );
        assert_eq!(contents.rows.len(), 2);
        assert!(!contents.bad[0].problem.contains("Secret"));
    }

    /// The message about a compressed file with this content, of which `most` bytes may be read.
    fn refusal_of(content: &[u8], most: u64) -> String {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut packed = GzEncoder::new(&file, Compression::fast());
        packed.write_all(content).unwrap();
        packed.finish().unwrap();
        match read(open(file.path(), most).unwrap(), true, || ()) {
            Err(Failure::Failed(sentence)) => sentence,
            other => panic!("accepted: {other:?}"),
        }
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_a_table_is_not_read_on() {
        let lines = format!(
            "{HEADER}\n{}",
            "1,7,A,5K,60,Finish,1,true\n".repeat(100_000)
        );
        let sentence = refusal_of(lines.as_bytes(), 2_000_000);
        assert!(
            sentence.ends_with("it has more than 2 MB, unpacked; up to 2 MB are accepted"),
            "{sentence}"
        );
        let line = refusal_of(&vec![b','; 1_500_000], 2_000_000);
        assert!(
            line.ends_with("a line of it has more than 1 MB, unpacked; up to 1 MB are accepted"),
            "{line}"
        );
    }

    #[test]
    fn of_many_columns_nothing_is_said_but_their_number() {
        let Err(Failure::Failed(sentence)) = read_text(&format!("{HEADER}{}", ",x".repeat(500)))
        else {
            panic!("accepted")
        };
        assert!(sentence.contains("more than 500 columns") && sentence.len() < 500);
    }

    #[test]
    fn of_many_bad_lines_the_first_are_kept() {
        let contents = read_text(&format!("{HEADER}\n{}", "x\n".repeat(30))).unwrap();
        assert_eq!((contents.bad.len(), contents.bad_lines), (20, 30));
    }

    #[test]
    fn a_line_that_is_not_utf8_is_named() {
        let mut file = format!("{HEADER}\n").into_bytes();
        file.extend(b"1,7,\xff,5K,1,Finish,1,true\n1,7,A,5K,1,Finish,1,true\n");
        let contents = read(file.as_slice(), false, || ()).unwrap();
        assert_eq!(
            contents.bad,
            [BadLine {
                line: 2,
                problem: "UTF-8 text is accepted".to_owned()
            }]
        );
        assert_eq!(contents.rows.len(), 1);
    }

    #[rstest]
    #[case(
        "bib,first\n",
        "person_id, distance, seconds, location, occurence, finish"
    )]
    #[case("", "person_id, bib, distance")]
    #[case(&format!("{HEADER},occurrence,Time\n"), "unknown column occurrence, Time")]
    #[case(&format!("{HEADER},bib\n"), "column bib more than once")]
    fn a_wrong_header_is_told(#[case] text: &str, #[case] part: &str) {
        let Err(Failure::Failed(sentence)) = read_text(text) else {
            panic!("accepted")
        };
        assert!(sentence.contains(part), "{sentence}");
    }

    #[test]
    fn unknown_columns_can_be_ignored_and_a_byte_order_mark_is() {
        let text = format!("\u{feff}{HEADER},shoe\n1,7,A,5K,,Finish,1,,42\n");
        let contents = read(text.as_bytes(), true, || ()).unwrap();
        assert_eq!((contents.rows.len(), contents.unknown.len()), (1, 1));
        assert_eq!(contents.rows[0].passage.seconds, 0);
        assert_eq!(contents.missing.len(), 24 - 8);
    }
}
