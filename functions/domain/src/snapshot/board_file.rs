//! The board object: the content of a `b-` file and of a head's `first`.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{
    FORMAT,
    column::{Column, Dictionary, deltas},
};
use crate::{
    board::{Board, Line, State},
    row::ResultRow,
};

/// A board, or its first lines, in columns.
#[derive(Debug, Serialize)]
pub struct BoardFile<'b> {
    format: u32,
    distance: &'b str,
    lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    passages: Option<Passages<'b>>,
    genders: Vec<&'b str>,
    age_groups: Vec<&'b str>,
    segments: Vec<&'b str>,
    divisions: Vec<&'b str>,
    c: Columns<'b>,
    counts: Vec<(usize, Option<Counts<'b>>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_clock: Vec<(usize, Option<Counts<'b>>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Names<'b>>,
}

/// The first passage of each segment.
pub type Passages<'b> = Vec<(&'b str, i64)>;

/// Lines of runners who moved on, for a reader who already has what has not changed.
#[derive(Debug, Serialize)]
pub struct MovedFile<'b> {
    segments: Vec<&'b str>,
    c: Progress<'b>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<(usize, Option<Counts<'b>>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_clock: Vec<(usize, Option<Counts<'b>>)>,
}

/// The names of a board's lines.
#[derive(Debug, Serialize)]
pub struct Names<'b> {
    first: Vec<&'b str>,
    last: Vec<&'b str>,
}

/// Columns of numbers of the same length are next to each other: gzip codes them with one table,
/// which saves up to 2% of a board.
#[derive(Debug, Serialize)]
struct Columns<'b> {
    div: Column<i64>,
    an: Column<i64>,
    cs: Column<i64>,
    cm: Column<i64>,
    age: Column<i64>,
    #[serde(flatten)]
    progress: Progress<'b>,
    g: Column<i64>,
    ag: Column<i64>,
}

/// The columns that change when a runner moves on.
#[derive(Debug, Serialize)]
struct Progress<'b> {
    st: Column<i64>,
    seg: Column<i64>,
    occ: Column<i64>,
    fin: Column<i64>,
    t: Column<i64>,
    dr: Column<i64>,
    r: Column<i64>,
    ms: Column<i64>,
    bib: Column<Bib<'b>>,
    s: Column<i64>,
    ar: Column<i64>,
    gr: Column<i64>,
}

/// A bib, written as a number if that loses nothing.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Bib<'b> {
    Number(u32),
    Text(&'b str),
}

impl<'b> From<&'b str> for Bib<'b> {
    fn from(bib: &'b str) -> Self {
        let plain = (1..=9).contains(&bib.len())
            && bib.bytes().all(|b| b.is_ascii_digit())
            && (bib == "0" || !bib.starts_with('0'));
        match bib.parse() {
            Ok(number) if plain => Self::Number(number),
            _ => Self::Text(bib),
        }
    }
}

/// A result row that differs from the table row; the person is that of the line.
#[derive(Debug, Serialize)]
struct Counts<'b> {
    seconds: i64,
    milliseconds: i64,
    chip_seconds: i64,
    chip_milliseconds: i64,
    segment: &'b str,
    occurence: i64,
    ranking: i64,
    age_ranking: i64,
    gender_ranking: i64,
    finish: bool,
    r#type: i64,
}

impl<'b> From<&'b ResultRow> for Counts<'b> {
    fn from(row: &'b ResultRow) -> Self {
        let row = &row.passage;
        Self {
            seconds: row.seconds,
            milliseconds: row.milliseconds,
            chip_seconds: row.chip_seconds,
            chip_milliseconds: row.chip_milliseconds,
            segment: &row.segment,
            occurence: row.occurrence,
            ranking: row.ranking,
            age_ranking: row.age_ranking,
            gender_ranking: row.gender_ranking,
            finish: row.finish,
            r#type: row.kind,
        }
    }
}

/// The names of lines.
pub fn names<'b>(lines: &[&'b Line<'b>]) -> Names<'b> {
    let (first, last) = lines
        .iter()
        .map(|line| {
            (
                line.row.person.first.as_str(),
                line.row.person.last.as_str(),
            )
        })
        .unzip();
    Names { first, last }
}

impl<'b> BoardFile<'b> {
    /// A whole board, with its names.
    #[must_use]
    pub fn whole(board: &'b Board<'b>) -> Self {
        Self::of(
            &board.distance,
            &board.lines.iter().collect::<Vec<_>>(),
            true,
        )
        .with_passages(&board.passages)
    }

    /// Some lines of a distance, with their names if the reader cannot get those elsewhere.
    #[must_use]
    pub fn of(distance: &'b str, shown: &[&'b Line<'b>], with_names: bool) -> Self {
        let mut texts = [(); 4].map(|()| Dictionary::default());
        let [genders, age_groups, segments, divisions] = &mut texts;
        let rows = || shown.iter().map(|line| &*line.row);
        let c = Columns {
            progress: Progress::of(shown, segments),
            g: rows()
                .map(|row| genders.number(&row.person.gender))
                .collect(),
            ag: rows()
                .map(|row| age_groups.number(&row.person.age_group))
                .collect(),
            div: rows()
                .map(|row| divisions.number(&row.person.division))
                .collect(),
            age: rows().map(|row| row.person.age).collect(),
            an: rows().map(|row| i64::from(row.person.anonymous)).collect(),
            cs: rows()
                .map(|row| row.passage.seconds.wrapping_sub(row.passage.chip_seconds))
                .collect(),
            cm: rows()
                .map(|row| {
                    row.passage
                        .milliseconds
                        .wrapping_sub(row.passage.chip_milliseconds)
                })
                .collect(),
        };
        let [genders, age_groups, segments, divisions] = texts.map(|dictionary| dictionary.texts);
        Self {
            format: FORMAT,
            distance,
            lines: shown.len(),
            passages: None,
            genders,
            age_groups,
            segments,
            divisions,
            c,
            counts: counts(shown),
            by_clock: by_clock(shown),
            names: with_names.then(|| names(shown)),
        }
    }

    /// Adds the first passages of the whole distance.
    #[must_use]
    pub fn with_passages(self, of: &BTreeMap<&'b str, i64>) -> Self {
        Self {
            passages: Some(passages(of)),
            ..self
        }
    }
}

impl<'b> MovedFile<'b> {
    /// These lines, sorted so that those of a segment are together.
    #[must_use]
    pub fn of(shown: &mut [&'b Line<'b>]) -> Self {
        shown.sort_by_key(|line| line.row.passage.segment.as_str());
        let mut segments = Dictionary::default();
        let c = Progress::of(shown, &mut segments);
        Self {
            segments: segments.texts,
            c,
            counts: counts(shown),
            by_clock: by_clock(shown),
        }
    }
}

impl<'b> Progress<'b> {
    fn of(shown: &[&'b Line<'b>], segments: &mut Dictionary<'b>) -> Self {
        let rows = || shown.iter().map(|line| &*line.row);
        Self {
            bib: rows().map(|row| row.person.bib.trim().into()).collect(),
            st: shown.iter().map(|line| line.state as i64).collect(),
            seg: rows()
                .map(|row| segments.number(&row.passage.segment))
                .collect(),
            r: deltas(rows().map(|row| row.passage.ranking)),
            gr: deltas_within(rows().map(|row| (&row.person.gender, row.passage.gender_ranking))),
            ar: deltas_within(rows().map(|row| {
                (
                    (&row.person.gender, &row.person.age_group),
                    row.passage.age_ranking,
                )
            })),
            s: deltas(rows().map(|row| row.passage.seconds)),
            ms: rows().map(|row| row.passage.milliseconds).collect(),
            occ: rows().map(|row| row.passage.occurrence).collect(),
            fin: rows().map(|row| i64::from(row.passage.finish)).collect(),
            t: rows().map(|row| row.passage.kind).collect(),
            dr: rows().map(|row| row.passage.division_ranking).collect(),
        }
    }
}

/// First passages in the form in which they are written.
pub fn passages<'b>(of: &BTreeMap<&'b str, i64>) -> Passages<'b> {
    of.iter().map(|(segment, ms)| (*segment, *ms)).collect()
}

fn counts<'b>(lines: &[&'b Line<'b>]) -> Vec<(usize, Option<Counts<'b>>)> {
    unlike(
        lines,
        |line| line.result,
        |line| (line.state == State::Finished).then_some(&*line.row),
    )
}

fn by_clock<'b>(lines: &[&'b Line<'b>]) -> Vec<(usize, Option<Counts<'b>>)> {
    unlike(lines, |line| line.by_clock, |line| line.result)
}

/// The lines for which a row must be written because it is not the one that the reader assumes.
fn unlike<'b>(
    lines: &[&'b Line<'b>],
    row: impl Fn(&'b Line<'b>) -> Option<&'b ResultRow>,
    assumed: impl Fn(&'b Line<'b>) -> Option<&'b ResultRow>,
) -> Vec<(usize, Option<Counts<'b>>)> {
    let lines = lines
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, line)| row(line) != assumed(line));
    lines
        .map(|(place, line)| (place, row(line).map(Counts::from)))
        .collect()
}

/// Differences from the previous value in the same group, for the first of a group from 0.
fn deltas_within<G: std::hash::Hash + Eq>(values: impl Iterator<Item = (G, i64)>) -> Column<i64> {
    let mut before: HashMap<G, i64> = HashMap::new();
    values
        .map(|(group, value)| value.wrapping_sub(before.insert(group, value).unwrap_or(0)))
        .collect()
}
