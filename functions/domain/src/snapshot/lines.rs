//! Boards that need not be rewritten each time: an earlier version's boards with what changed
//! since, and recent changes for pages that follow a race.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    FORMAT, File, FileError,
    board_file::{BoardFile, MovedFile, Passages, names, passages},
    boards::RaceBoard,
    file, unpack,
};
use crate::revisions::LineKey;

/// How many lines of each board the head holds.
pub const FIRST_LINES: usize = 100;
/// A board is rewritten when more than one in this many lines differs from the board file.
const DRIFT: usize = 16;

/// The board and names files of a distance, and the version they belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The version in which they were written.
    pub version: u64,
    /// Name of the board file.
    pub board: String,
    /// Name of the names file.
    pub names: String,
}

/// A line that no longer exists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Gone {
    /// The distance in which it was, and its trimmed bib.
    pub line: LineKey,
    /// The first version without it.
    pub since: u64,
}

/// Changes that cannot be seen from the lines themselves.
#[derive(Clone, Copy, Debug)]
pub struct Since<'s> {
    /// Lines that no longer exist.
    pub gone: &'s BTreeSet<Gone>,
    /// By distance: the version in which its first passages last changed.
    pub passages: &'s BTreeMap<String, u64>,
}

impl Since<'_> {
    fn gone(&self, distance: &str, version: u64) -> Vec<&str> {
        self.gone
            .iter()
            .filter(|gone| gone.line.distance == distance && gone.since > version)
            .map(|gone| gone.line.bib.as_str())
            .collect()
    }

    /// The board's first passages, if they have changed since a version.
    fn passages<'b>(&self, board: &RaceBoard<'b>, version: u64) -> Option<Passages<'b>> {
        self.passages
            .get(board.distance)
            .filter(|since| **since > version)
            .map(|_| passages(&board.passages))
    }
}

#[derive(Serialize)]
struct LinesFile<'a> {
    format: u32,
    boards: Vec<BoardLines<'a>>,
}

#[derive(Serialize)]
struct BoardLines<'a> {
    distance: &'a str,
    board: Option<String>,
    names: Option<String>,
    passages: Option<Passages<'a>>,
    changed: Option<BoardFile<'a>>,
    gone: Vec<&'a str>,
}

/// Writes the lines file. Boards that are new or have drifted too far are rewritten and replace
/// theirs in `bases`. `None` if the head has every line of every board: then nothing needs to be
/// written.
///
/// # Errors
/// When a file cannot be written.
pub fn lines(
    boards: &[RaceBoard],
    bases: &mut BTreeMap<String, Base>,
    since: Since,
    version: u64,
    files: &mut Vec<File>,
) -> Result<Option<File>, FileError> {
    // the head already has every line of a small board
    let needed = |board: &&RaceBoard| board.lines.len() > FIRST_LINES;
    bases.retain(|distance, _| {
        boards
            .iter()
            .filter(needed)
            .any(|board| board.distance == distance)
    });
    let mut changed_lines = Vec::new();
    for board in boards.iter().filter(|board| !board.lines.is_empty()) {
        changed_lines.push(
            match bases
                .get(board.distance)
                .filter(|base| !has_drifted(board, base, since))
            {
                Some(base) => board.since(base.version).collect(),
                None if needed(&board) => {
                    bases.insert(board.distance.to_owned(), base(board, version, files)?);
                    Vec::new()
                }
                None => Vec::new(),
            },
        );
    }
    if bases.is_empty() {
        return Ok(None);
    }
    let listed = boards
        .iter()
        .filter(|board| !board.lines.is_empty())
        .zip(&changed_lines)
        .map(|(board, changed)| {
            let base = bases.get(board.distance);
            BoardLines {
                distance: board.distance,
                board: base.map(|base| base.board.clone()),
                names: base.map(|base| base.names.clone()),
                passages: base.and_then(|base| since.passages(board, base.version)),
                changed: (!changed.is_empty())
                    .then(|| BoardFile::of(board.distance, changed, true)),
                gone: base
                    .map(|base| since.gone(board.distance, base.version))
                    .unwrap_or_default(),
            }
        });
    file(
        'l',
        &LinesFile {
            format: FORMAT,
            boards: listed.collect(),
        },
    )
    .map(Some)
}

fn has_drifted(board: &RaceBoard, base: &Base, since: Since) -> bool {
    board.since(base.version).count() + since.gone(board.distance, base.version).len()
        > board.lines.len() / DRIFT
}

fn base(board: &RaceBoard, version: u64, files: &mut Vec<File>) -> Result<Base, FileError> {
    let lines = board.lines();
    let (written, named) = (
        file(
            'b',
            &BoardFile::of(board.distance, &lines, false).with_passages(&board.passages),
        )?,
        file('n', &names(&lines))?,
    );
    let base = Base {
        version,
        board: written.name.clone(),
        names: named.name.clone(),
    };
    files.extend([written, named]);
    Ok(base)
}

#[derive(Serialize)]
struct ChangesFile<'a> {
    format: u32,
    version: u64,
    since: u64,
    before: Option<&'a str>,
    boards: Vec<BoardChanges<'a>>,
    rows: BTreeSet<&'a str>,
}

#[derive(Serialize)]
struct BoardChanges<'a> {
    distance: &'a str,
    lines: usize,
    passages: Option<Passages<'a>>,
    changed: Option<BoardFile<'a>>,
    moved: Option<MovedFile<'a>>,
    gone: Vec<&'a str>,
}

/// Writes what changed from the version `from` up to `version`; `before` is the changes file of
/// `from`, if there is one.
///
/// # Errors
/// When the file cannot be written.
pub fn changes(
    boards: &[RaceBoard],
    since: Since,
    (from, before): (u64, Option<&str>),
    version: u64,
) -> Result<File, FileError> {
    let mut listed = Vec::new();
    let mut rows = BTreeSet::new();
    for board in boards {
        let gone = since.gone(board.distance, from);
        let passages = since.passages(board, from);
        let (changed, mut moved) = (
            board.changed(from).collect::<Vec<_>>(),
            board.moved(from).collect::<Vec<_>>(),
        );
        if !(changed.is_empty() && moved.is_empty() && gone.is_empty()) || passages.is_some() {
            listed.push(BoardChanges {
                distance: board.distance,
                lines: board.lines.len(),
                passages,
                changed: (!changed.is_empty())
                    .then(|| BoardFile::of(board.distance, &changed, true)),
                moved: (!moved.is_empty()).then(|| MovedFile::of(&mut moved)),
                gone,
            });
        }
        let touched = board
            .runners
            .iter()
            .filter(|tracked| tracked.rows_since > from && tracked.line_since <= from);
        rows.extend(touched.map(|tracked| tracked.runner.bib.as_str()));
    }
    let known: BTreeSet<&str> = boards.iter().map(|board| board.distance).collect();
    let vanished: BTreeSet<&str> = since
        .gone
        .iter()
        .filter(|gone| gone.since > from)
        .map(|gone| gone.line.distance.as_str())
        .filter(|distance| !known.contains(distance))
        .collect();
    for distance in vanished {
        listed.push(BoardChanges {
            distance,
            lines: 0,
            passages: None,
            changed: None,
            moved: None,
            gone: since.gone(distance, from),
        });
    }
    file(
        'c',
        &ChangesFile {
            format: FORMAT,
            version,
            since: from,
            before,
            boards: listed,
            rows,
        },
    )
}

#[derive(Deserialize)]
struct ReadLines {
    boards: Vec<ReadBoardLines>,
}

#[derive(Deserialize)]
struct ReadBoardLines {
    distance: String,
    board: Option<String>,
    names: Option<String>,
    passages: Option<Value>,
    changed: Option<Value>,
    gone: Vec<String>,
}

/// The names of the board and names files that a lines file refers to.
///
/// # Errors
/// When it cannot be read.
pub fn named_in_lines(lines: &[u8]) -> Result<Vec<String>, FileError> {
    let lines: ReadLines = unpack(lines)?;
    Ok(lines
        .boards
        .into_iter()
        .flat_map(|board| [board.board, board.names])
        .flatten()
        .collect())
}

/// Checks whether a lines file, with the files it names, yields these boards; returns the distances
/// that differ. `read` looks up a file. Without a lines file the head must have every line.
///
/// # Errors
/// When a file cannot be read.
pub fn check_lines<'f>(
    boards: &[RaceBoard],
    lines: Option<&[u8]>,
    read: impl Fn(&str) -> Option<&'f [u8]>,
) -> Result<Vec<String>, FileError> {
    let Some(lines) = lines else {
        let large = boards
            .iter()
            .filter(|board| board.lines.len() > FIRST_LINES);
        return Ok(large.map(|board| board.distance.to_owned()).collect());
    };
    let read_lines: ReadLines = unpack(lines)?;
    let shown: Vec<&RaceBoard> = boards
        .iter()
        .filter(|board| !board.lines.is_empty())
        .collect();
    let mut wrong = Vec::new();
    if !shown.iter().map(|board| board.distance).eq(read_lines
        .boards
        .iter()
        .map(|board| board.distance.as_str()))
    {
        wrong.push("the list of boards".to_owned());
    }
    for published in read_lines.boards {
        let Some(board) = shown
            .iter()
            .find(|board| board.distance == published.distance)
        else {
            continue;
        };
        let whole = serde_json::to_value(
            BoardFile::of(board.distance, &board.lines(), true).with_passages(&board.passages),
        )
        .map_err(FileError::Json)?;
        let wanted = plain_lines(&whole, None);
        let (Some(name), Some(names)) = (&published.board, &published.names) else {
            if board.lines.len() > FIRST_LINES {
                wrong.push(published.distance);
            }
            continue;
        };
        let (Some(stored), Some(stored_names)) = (read(name), read(names)) else {
            wrong.push(published.distance);
            continue;
        };
        let (stored, stored_names): (Value, Value) = (unpack(stored)?, unpack(stored_names)?);
        let mut seen = plain_lines(&stored, Some(&stored_names));
        published.gone.iter().for_each(|bib| drop(seen.remove(bib)));
        seen.extend(
            published
                .changed
                .iter()
                .flat_map(|changed| plain_lines(changed, None)),
        );
        let passages = published.passages.as_ref().or(stored.get("passages"));
        if seen != wanted || passages != whole.get("passages") {
            wrong.push(published.distance);
        }
    }
    Ok(wrong)
}

/// The lines of a board object by bib, with all values resolved: no differences, no numbers of a
/// list.
fn plain_lines(board: &Value, names: Option<&Value>) -> BTreeMap<String, Vec<Value>> {
    let mut running = Running::default();
    let count = board
        .get("lines")
        .and_then(Value::as_u64)
        .and_then(|lines| usize::try_from(lines).ok())
        .unwrap_or_default();
    (0..count)
        .map(|line| running.line(board, names.or(board.get("names")), line))
        .collect()
}

/// The values that the differences in columns are relative to.
#[derive(Default)]
struct Running {
    ranking: i64,
    seconds: i64,
    genders: BTreeMap<i64, i64>,
    groups: BTreeMap<(i64, i64), i64>,
}

impl Running {
    fn line(&mut self, board: &Value, names: Option<&Value>, line: usize) -> (String, Vec<Value>) {
        let at = |column: &str| {
            board
                .get("c")
                .and_then(|c| c.get(column))
                .map(|c| c.get(line).unwrap_or(c))
                .cloned()
                .unwrap_or_default()
        };
        let number = |column| at(column).as_i64().unwrap_or_default();
        let listed = |list: &str, column| {
            let place = usize::try_from(number(column)).unwrap_or_default();
            board
                .get(list)
                .and_then(|list| list.get(place))
                .cloned()
                .unwrap_or_default()
        };
        let told = |list: &str| {
            let entries = board.get(list).and_then(Value::as_array);
            entries
                .and_then(|entries| {
                    entries
                        .iter()
                        .find(|entry| entry.get(0) == Some(&line.into()))
                })
                .and_then(|entry| entry.get(1))
                .cloned()
        };
        let name = |which| {
            names
                .and_then(|names| names.get(which))
                .and_then(|list| list.get(line))
                .cloned()
                .unwrap_or_default()
        };
        self.ranking = self.ranking.wrapping_add(number("r"));
        self.seconds = self.seconds.wrapping_add(number("s"));
        let gender = self.genders.entry(number("g")).or_default();
        *gender = gender.wrapping_add(number("gr"));
        let group = self.groups.entry((number("g"), number("ag"))).or_default();
        *group = group.wrapping_add(number("ar"));
        let mut values = vec![
            name("first"),
            name("last"),
            self.ranking.into(),
            self.seconds.into(),
            (*gender).into(),
            (*group).into(),
        ];
        values.extend([
            listed("genders", "g"),
            listed("age_groups", "ag"),
            listed("segments", "seg"),
            listed("divisions", "div"),
        ]);
        values.extend(["st", "age", "an", "ms", "cs", "cm", "occ", "fin", "t", "dr"].map(at));
        values.extend([told("counts").into(), told("by_clock").into()]);
        let bib = at("bib");
        (
            bib.as_str().map_or_else(|| bib.to_string(), str::to_owned),
            values,
        )
    }
}
