//! The boards of a race, put together from the summaries of its pieces.

use std::collections::{BTreeMap, HashMap};

use crate::{
    board::{self, Line},
    pieces::{Counts, Index, Tracked},
    race::EventKind,
};

/// The board of a distance.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceBoard<'i> {
    /// Name of the distance.
    pub distance: &'i str,
    /// Its lines in the order of the board, each with what is tracked of its runner.
    pub lines: Vec<(Line<'i>, &'i Tracked)>,
    /// As in [`board::Field`], over the whole distance.
    pub passages: BTreeMap<&'i str, i64>,
    /// As in [`board::Field`], over the whole distance.
    pub last_hour: i64,
    /// How many rows of the distance there are.
    pub counts: Counts,
    /// Its runners, in no particular order.
    pub runners: Vec<&'i Tracked>,
}

impl<'i> RaceBoard<'i> {
    /// The lines alone.
    #[must_use]
    pub fn lines(&self) -> Vec<&Line<'i>> {
        self.lines.iter().map(|(line, _)| line).collect()
    }

    /// The lines that changed after this version.
    pub fn since(&self, version: u64) -> impl Iterator<Item = &Line<'i>> {
        self.lines
            .iter()
            .filter(move |(_, tracked)| tracked.line_since > version)
            .map(|(line, _)| line)
    }

    /// Those of them whose runner a reader of that version saw and who has only moved on, with the
    /// same person and start.
    pub fn moved(&self, version: u64) -> impl Iterator<Item = &Line<'i>> {
        self.parted(version, true)
    }

    /// Those of them that a reader of that version must get completely.
    pub fn changed(&self, version: u64) -> impl Iterator<Item = &Line<'i>> {
        self.parted(version, false)
    }

    fn parted(&self, version: u64, moved: bool) -> impl Iterator<Item = &Line<'i>> {
        let later = self
            .lines
            .iter()
            .filter(move |(_, tracked)| tracked.line_since > version);
        later
            .filter(move |(_, tracked)| (tracked.steady_since <= version) == moved)
            .map(|(line, _)| line)
    }
}

/// All boards of a race, in byte order of the distance's name. One without lines has only rows
/// without a bib.
#[must_use]
pub fn race_boards(index: &Index, kind: EventKind) -> Vec<RaceBoard<'_>> {
    let mut boards = race_distances(index);
    for board in &mut boards {
        let last_hour = board.last_hour;
        board.lines = board
            .runners
            .iter()
            .filter_map(|tracked| Some((tracked.runner.line(last_hour)?, *tracked)))
            .collect();
        board::sort(kind, &mut board.lines, |(line, _)| line);
    }
    boards
}

/// Like [`race_boards`], but without filling in the lines.
#[must_use]
pub fn race_distances(index: &Index) -> Vec<RaceBoard<'_>> {
    let mut boards: HashMap<&str, RaceBoard> = HashMap::new();
    for (distance, part) in index.leaves().values().flat_map(|leaf| &leaf.summary.parts) {
        let board = boards.entry(distance).or_insert_with(|| RaceBoard {
            distance,
            lines: Vec::new(),
            passages: BTreeMap::new(),
            last_hour: 0,
            counts: Counts::default(),
            runners: Vec::new(),
        });
        board.last_hour = board.last_hour.max(part.last_hour);
        board.counts.rows += part.counts.rows;
        board.counts.last += part.counts.last;
        board.runners.extend(&part.runners);
        for (segment, ms) in &part.passages {
            let first = board.passages.entry(segment).or_insert(*ms);
            *first = (*ms).min(*first);
        }
    }
    let mut boards: Vec<RaceBoard> = boards.into_values().collect();
    boards.sort_by_key(|board| board.distance);
    boards
}
