//! Locates a bib's shard: a tree over the bits of the bib's hash, partly in the head, the rest in
//! directory files.

use std::collections::BTreeMap;

use crate::row::Bib;
use serde::{Deserialize, Serialize};

use super::{FORMAT, File, FileError, file, of_format, unpack};
use crate::pieces::{Index, Range, Summary, slot};

/// The maximum number of rows in a shard, unless all are of one bib. Small in tests, so that small
/// races have several shards.
const MOST_ROWS: usize = if cfg!(test) { 9 } else { 192 };
/// If there are more shards than this below a node, they are moved into directories.
const MOST_NAMED: usize = 64;

/// A tree of file names. A fork has two subtrees: one for the next bit being 0, one for 1.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// No rows there.
    #[default]
    Empty,
    /// A shard `s-…`, or a directory `t-…` in which the tree continues.
    Name(String),
    /// The next bit decides.
    Fork(Box<[Tree; 2]>),
}

#[derive(Serialize, Deserialize)]
struct Directory {
    format: u32,
    tree: Tree,
}

impl Tree {
    /// The name at a bib's position in this tree, and the number of bits used to get there,
    /// including the `bits` used before this tree.
    #[must_use]
    pub fn find(&self, bib: Bib<'_>, bits: u8) -> Option<(&str, u8)> {
        match self {
            Self::Empty => None,
            Self::Name(name) => Some((name, bits)),
            Self::Fork(halves) => {
                let bit = slot(bib, "").checked_shl(u32::from(bits)).unwrap_or(0) >> 31;
                let [low, high] = halves.as_ref();
                if bit == 0 { low } else { high }.find(bib, bits + 1)
            }
        }
    }

    /// All names in it.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Empty => Vec::new(),
            Self::Name(name) => vec![name],
            Self::Fork(halves) => halves.iter().flat_map(Self::names).collect(),
        }
    }

    /// Reads a directory file.
    ///
    /// # Errors
    /// If it is not a directory.
    pub fn read_directory(compressed: &[u8]) -> Result<Self, FileError> {
        let directory: Directory = unpack(compressed)?;
        of_format(directory.tree, directory.format)
    }
}

/// The ranges of a race's shards: a range is divided while it has too many rows and they are of
/// more than one bib.
#[must_use]
pub fn shard_ranges(index: &Index) -> Vec<Range> {
    let leaves: Vec<(u32, &Summary)> = index
        .leaves()
        .iter()
        .map(|(start, leaf)| (*start, &leaf.summary))
        .collect();
    let mut ranges = Vec::new();
    part(Range::ALL, &leaves, &mut ranges);
    ranges
}

fn part(range: Range, leaves: &[(u32, &Summary)], ranges: &mut Vec<Range>) {
    let rows: usize = leaves.iter().map(|(_, summary)| summary.rows_shown()).sum();
    if rows == 0 {
        return;
    }
    match range.halves() {
        Some([low, high]) if rows > MOST_ROWS && has_several_slots(leaves) => {
            let (lower, upper) =
                leaves.split_at(leaves.partition_point(|(start, _)| *start < high.start));
            part(low, lower, ranges);
            part(high, upper, ranges);
        }
        _ => ranges.push(range),
    }
}

fn has_several_slots(leaves: &[(u32, &Summary)]) -> bool {
    let mut slots = leaves
        .iter()
        .flat_map(|(_, summary)| &summary.people)
        .filter(|who| who.shown > 0)
        .map(|who| who.slot);
    let first = slots.next();
    slots.any(|slot| Some(slot) != first)
}

/// Builds the complete tree over shards from their ranges.
#[must_use]
pub fn tree(shards: &BTreeMap<Range, String>) -> Tree {
    let shards: Vec<(Range, &str)> = shards
        .iter()
        .map(|(range, name)| (*range, name.as_str()))
        .collect();
    grow(Range::ALL, &shards)
}

fn grow(range: Range, shards: &[(Range, &str)]) -> Tree {
    match (shards, range.halves()) {
        ([], _) => Tree::Empty,
        ([(own, name)], _) if *own == range => Tree::Name((*name).to_owned()),
        (_, Some([low, high])) => {
            let (lower, upper) =
                shards.split_at(shards.partition_point(|(shard, _)| shard.start < high.start));
            Tree::Fork(Box::new([grow(low, lower), grow(high, upper)]))
        }
        (_, None) => Tree::Empty,
    }
}

/// Moves what is too large for the head into directory files; returns what stays in the head.
///
/// # Errors
/// When a file cannot be written.
pub fn directories(tree: Tree, files: &mut Vec<File>) -> Result<Tree, FileError> {
    let count = tree.names().len();
    let Tree::Fork(halves) = tree else {
        return Ok(tree);
    };
    if count <= MOST_NAMED {
        return Ok(Tree::Fork(halves));
    }
    let [low, high] = *halves;
    Ok(Tree::Fork(Box::new([
        filed(low, files)?,
        filed(high, files)?,
    ])))
}

fn filed(tree: Tree, files: &mut Vec<File>) -> Result<Tree, FileError> {
    let small = tree.names().len() <= MOST_NAMED;
    if !small || !matches!(tree, Tree::Fork(_)) {
        return directories(tree, files);
    }
    let directory = file(
        't',
        &Directory {
            format: FORMAT,
            tree,
        },
    )?;
    let name = directory.name.clone();
    files.push(directory);
    Ok(Tree::Name(name))
}
