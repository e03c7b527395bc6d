//! The head: the first thing a page reads after the pointer.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    FORMAT, File, Input,
    board_file::{BoardFile, names},
    shard, store,
};
use crate::{
    board::Board,
    participant::ResultParticipant,
    race::{Distance, Event, Segment, Year},
};

/// How many lines of a board the head holds.
const FIRST: usize = 100;

#[derive(Serialize)]
struct Head<'a> {
    format: u32,
    event: &'a Event,
    event_year: &'a Year,
    years: &'a [Year],
    distances: &'a [Distance],
    segments: &'a [Segment],
    age_groups: BTreeSet<&'a str>,
    boards: Vec<HeadBoard<'a>>,
    shards: Vec<String>,
    people: Option<People>,
}

#[derive(Serialize)]
struct HeadBoard<'a> {
    distance: &'a str,
    lines: usize,
    board: String,
    names: String,
    first: BoardFile<'a>,
}

#[derive(Serialize)]
struct People {
    file: String,
    named: usize,
}

/// Writes the head and all it names; returns the head's name.
pub fn write(input: &Input, boards: &[Board], files: &mut Vec<File>) -> String {
    let shown = input.shown;
    let lines = || boards.iter().flat_map(|board| &board.lines);
    let head = Head {
        format: FORMAT,
        event: input.event,
        event_year: input.year,
        years: input.years,
        distances: &shown.distances,
        segments: &shown.segments,
        age_groups: lines().map(|line| line.row.person.age_group.as_str()).filter(|group| !group.is_empty()).collect(),
        boards: boards.iter().filter(|board| !board.lines.is_empty()).map(|board| head_board(board, files)).collect(),
        shards: shard::write(&shown.rows, files),
        people: people(&shown.participants, files),
    };
    store('h', &head, files)
}

fn head_board<'a>(board: &'a Board<'a>, files: &mut Vec<File>) -> HeadBoard<'a> {
    HeadBoard {
        distance: &board.distance,
        lines: board.lines.len(),
        board: store('b', &BoardFile::new(board, usize::MAX, false), files),
        names: store('n', &names(&board.lines), files),
        first: BoardFile::new(board, FIRST, true),
    }
}

fn people(participants: &[ResultParticipant], files: &mut Vec<File>) -> Option<People> {
    let named = participants.iter().filter(|who| !(who.first.is_empty() && who.last.is_empty())).count();
    (!participants.is_empty()).then(|| People { file: store('p', &participants, files), named })
}
