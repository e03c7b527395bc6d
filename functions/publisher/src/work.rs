//! The pieces that a publication touches: read, changed, stored. Never a whole race at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chute_domain::{
    pieces::{Index, Loaded, Piece, Range, Settled, Shown, Summary},
    race::EventKind,
    snapshot::{self, File},
    state::{Change, YearRecord},
};
use chute_store::{AT_ONCE, Place, Result, StoreError};
use futures::{StreamExt, TryStreamExt, stream};

use super::{
    Publications,
    memory::{Kept, named, unpack},
    uploads::Uploads,
    written,
};

/// How many pieces are in memory at the same time.
const PIECES_AT_ONCE: usize = 64;

/// A publication's work on the pieces of a race.
pub(super) struct Work<'w> {
    pub(super) publications: Publications<'w>,
    pub(super) kept: &'w mut Kept,
    pub(super) record: &'w YearRecord,
    pub(super) kind: EventKind,
    pub(super) version: u64,
    /// What was done to the pieces.
    pub(super) settled: Settled,
    /// Whether anything differs from what was remembered.
    pub(super) changed: bool,
    /// What to store before the commit.
    pub(super) uploads: Uploads,
    /// The pieces that were made last, which shards will probably need.
    recent: Loaded,
}

impl<'w> Work<'w> {
    pub(super) fn new(
        publications: Publications<'w>,
        kept: &'w mut Kept,
        record: &'w YearRecord,
        kind: EventKind,
        version: u64,
    ) -> Self {
        kept.index.halve_above(publications.most_items);
        Self {
            publications,
            kept,
            record,
            kind,
            version,
            settled: Settled::default(),
            changed: false,
            uploads: Uploads::default(),
            recent: Loaded::new(),
        }
    }

    /// Applies the changes in the tables' streams.
    pub(super) async fn apply(&mut self, changes: &[Change]) -> Result<()> {
        let lists = self.kept.memory.lists.clone();
        for change in changes {
            self.kept.memory.lists.apply(change);
        }
        self.changed |= lists != self.kept.memory.lists;
        for group in groups(&self.kept.index, changes) {
            let touched = self.kept.index.touched(&group);
            if touched.is_empty() {
                continue;
            }
            let mut loaded = self.load(touched).await?;
            self.kept.index.apply(&mut loaded, &group);
            self.settle(loaded).await?;
        }
        Ok(())
    }

    /// Applies changed deletes or a changed event type.
    pub(super) async fn review(&mut self, other_kind: bool) -> Result<()> {
        let (settled, to_read) =
            self.kept
                .index
                .review(&self.kept.memory.record, self.record, other_kind);
        self.changed |= !settled.leaves.is_empty() || !to_read.is_empty();
        self.settled.add(settled);
        for some in to_read
            .into_iter()
            .collect::<Vec<_>>()
            .chunks(PIECES_AT_ONCE)
        {
            let loaded = self.load(some.iter().copied().collect()).await?;
            self.settle(loaded).await?;
        }
        Ok(())
    }

    /// Whether the rows or people that are shown have changed.
    pub(super) fn shows_something_new(&self) -> bool {
        !self.settled.shown.is_empty() || self.settled.listed
    }

    /// Whether there is anything for readers.
    pub(super) fn is_visible(&self) -> bool {
        let mut summaries = self.kept.index.leaves().values().map(|leaf| &leaf.summary);
        let rows = |summary: &Summary| {
            summary.rows_shown() > 0 || summary.participants.iter().any(|who| who.shown.is_some())
        };
        summaries.any(rows) || !self.kept.memory.lists.shown(self.record).0.is_empty()
    }

    /// Takes over a piece made from the tables.
    pub(super) async fn take(&mut self, start: u32, piece: Piece) -> Result<()> {
        self.settle(Loaded::from([(start, piece)])).await
    }

    async fn load(&self, starts: BTreeSet<u32>) -> Result<Loaded> {
        let files: Vec<(u32, String)> = starts
            .into_iter()
            .filter_map(|start| Some((start, self.kept.index.leaves().get(&start)?.file.clone())))
            .collect();
        let read = stream::iter(files).map(async |(start, file)| {
            if let Some(known) = self.recent.get(&start) {
                return Ok((start, known.clone()));
            }
            Ok((start, self.read(&file).await?))
        });
        read.buffer_unordered(AT_ONCE).try_collect().await
    }

    async fn read(&self, file: &str) -> Result<Piece> {
        if file.is_empty() {
            return Ok(Piece::default());
        }
        let path = format!("{}/{file}", self.kept.key);
        if let Some(at_hand) = self
            .uploads
            .waiting(&path)
            .or_else(|| self.kept.only_piece(file))
        {
            return unpack(at_hand, "a piece");
        }
        let stored = self
            .publications
            .store
            .get_object(Place::State, &path)
            .await?;
        unpack(
            &stored
                .ok_or_else(|| StoreError::Unreadable("a piece", "it is missing".into()))?
                .body,
            "a piece",
        )
    }

    /// Summarizes the pieces, and adds those that have changed to the uploads.
    async fn settle(&mut self, mut loaded: Loaded) -> Result<()> {
        loop {
            let missing = self.kept.index.rehome(&mut loaded, self.record);
            if missing.is_empty() {
                break;
            }
            loaded.extend(self.load(missing).await?);
        }
        let before: HashMap<u32, String> = loaded
            .keys()
            .filter_map(|start| Some((*start, self.kept.index.leaves().get(start)?.file.clone())))
            .collect();
        let mut settled = self
            .kept
            .index
            .settle(loaded, self.record, self.kind, self.version);
        self.recent.clear();
        for (range, piece) in std::mem::take(&mut settled.pieces) {
            let known = before.get(&range.start);
            let (name, body) = if piece.is_empty() {
                Default::default()
            } else {
                named('r', &piece, "a piece")?
            };
            if known != Some(&name) {
                self.changed = true;
                if !body.is_empty() {
                    self.uploads
                        .add_state(format!("{}/{name}", self.kept.key), body);
                }
            }
            self.kept.index.set_file(range.start, name);
            self.recent.insert(range.start, piece);
        }
        self.settled.add(settled);
        self.send_if_full().await
    }

    async fn send_if_full(&mut self) -> Result<()> {
        if self.uploads.is_full() {
            self.uploads.send(self.publications.store).await
        } else {
            Ok(())
        }
    }

    /// Makes the shards in which rows that are shown have changed, or all shards, and adds those
    /// that are not in `known` to the uploads.
    pub(super) async fn shards(
        &mut self,
        all: bool,
        known: &BTreeSet<String>,
        place: Place,
    ) -> Result<()> {
        let ranges = snapshot::shard_ranges(&self.kept.index);
        self.kept
            .shards
            .retain(|range, _| ranges.binary_search(range).is_ok());
        let other = |range: &Range| {
            self.settled
                .shown
                .iter()
                .any(|shown| shown.start <= range.last() && range.start <= shown.last())
        };
        let wanted: Vec<Range> = ranges
            .into_iter()
            .filter(|range| all || !self.kept.shards.contains_key(range) || other(range))
            .collect();
        for some in wanted.chunks(PIECES_AT_ONCE) {
            let shards = stream::iter(some.iter().copied())
                .map(async |range| Ok::<_, StoreError>((range, self.shard(range).await?)));
            let shards: Vec<(Range, File)> = shards.buffer_unordered(AT_ONCE).try_collect().await?;
            let names: Vec<(Range, String)> = shards
                .iter()
                .map(|(range, file)| (*range, file.name.clone()))
                .collect();
            for (_, file) in shards
                .into_iter()
                .filter(|(_, file)| !known.contains(&file.name))
            {
                self.uploads.add_file(place, &self.kept.key, file);
            }
            self.kept.shards.extend(names);
            self.send_if_full().await?;
        }
        Ok(())
    }

    async fn shard(&self, range: Range) -> Result<File> {
        let leaves = self.kept.index.leaves().range(range.start..=range.last());
        let starts = leaves
            .filter(|(_, leaf)| leaf.summary.rows_shown() > 0)
            .map(|(start, _)| *start)
            .collect();
        let pieces = self.load(starts).await?;
        let shown: Vec<Shown> = pieces
            .values()
            .map(|piece| piece.shown(self.record))
            .collect();
        snapshot::write_shard(&shown).map_err(written)
    }
}

/// Divides changes into groups that each touch few pieces. All changes of one person or participant
/// are in one group, in their order. Changes of neighbouring pieces are in one group, so that a
/// piece is written only once even if it has many changes.
fn groups(index: &Index, changes: &[Change]) -> Vec<Vec<Change>> {
    let mut by_id: BTreeMap<&str, (BTreeSet<u32>, Vec<Change>)> = BTreeMap::new();
    for change in changes {
        let id = match change {
            Change::Row(row) => row.person_id.as_str(),
            Change::RowGone((person, ..)) => person.as_str(),
            Change::Participant(id, _) => id.as_str(),
            Change::Wishes(bib, _) => bib.as_str(),
            Change::Distance(..) | Change::Segment(..) => continue,
        };
        let (pieces, of_id) = by_id.entry(id).or_default();
        pieces.extend(index.touched(std::slice::from_ref(change)));
        of_id.push(change.clone());
    }
    let mut in_order: Vec<_> = by_id.into_values().collect();
    in_order.sort_by_key(|(pieces, _)| pieces.first().copied());
    let mut groups: Vec<(BTreeSet<u32>, Vec<Change>)> = Vec::new();
    for (pieces, of_id) in in_order {
        match groups
            .last_mut()
            .filter(|(known, _)| known.union(&pieces).count() <= PIECES_AT_ONCE)
        {
            Some((known, group)) => {
                known.extend(pieces);
                group.extend(of_id);
            }
            None => groups.push((pieces, of_id)),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
