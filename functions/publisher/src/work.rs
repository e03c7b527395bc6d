//! The pieces that a publication touches: read, changed, stored. Never a whole race at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chute_domain::{
    pieces::{Corrections, Index, Loaded, Piece, Range, Ranking, Settled, Shown, Summary, View},
    race::EventKind,
    snapshot::{self, File},
    state::{Change, YearRecord},
};
use chute_store::{AT_ONCE, Place, Result, Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};

use super::{
    manifest::{named, unpack, written},
    plan::Plan,
    race::Race,
    state::RaceState,
    tables::gather,
    turns::Turn,
    uploads::Uploads,
};

/// How many pieces are in memory at the same time: a slice of the work, after which it gives way.
pub(super) const PIECES_AT_ONCE: usize = 64;

pub(super) struct Tools<'w> {
    pub(super) store: &'w Store,
    /// The maximum number of items in a piece.
    pub(super) most_items: usize,
    /// The maximum number of pieces in a slice.
    pub(super) slice: usize,
    pub(super) turn: &'w mut Turn,
}

/// A publication's work on the pieces of a race.
pub(super) struct Work<'w> {
    tools: Tools<'w>,
    pub(super) state: RaceState,
    pub(super) record: &'w YearRecord,
    pub(super) kind: EventKind,
    pub(super) version: u64,
    pub(super) settled: Settled,
    /// Whether anything differs from what was remembered.
    pub(super) changed: bool,
    /// To be stored before the commit.
    pub(super) uploads: Uploads,
    /// The pieces that were made last, which shards will probably need.
    recent: Loaded,
}

impl<'w> Work<'w> {
    pub(super) fn new(
        tools: Tools<'w>,
        mut state: RaceState,
        record: &'w YearRecord,
        kind: EventKind,
        version: u64,
    ) -> Self {
        state.index.halve_above(tools.most_items);
        Self {
            tools,
            state,
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
        let manifest = &mut self.state.manifest;
        let lists = manifest.lists.clone();
        let corrections = manifest.corrections.clone();
        for change in changes {
            manifest.lists.apply(change);
            if let Change::Correction(id, item) = change {
                manifest.corrections.apply(id, item.clone());
                self.changed = true;
            }
        }
        self.changed |= lists != manifest.lists;
        for group in groups(&self.state.index, changes, &corrections, self.tools.slice) {
            self.tools.turn.give_way().await;
            let touched = self.state.index.touched(&group, &corrections);
            if touched.is_empty() {
                continue;
            }
            let mut loaded = self.load(touched).await?;
            self.state.index.apply(&mut loaded, &group);
            self.settle(loaded).await?;
        }
        Ok(())
    }

    /// Applies changed deletes or a changed event type.
    pub(super) async fn review(&mut self, other_kind: bool) -> Result<()> {
        let view = View::of(self.record, self.kind, &self.state.manifest.corrections);
        let (settled, to_read) =
            self.state
                .index
                .review(&self.state.manifest.record, view, other_kind);
        self.changed |= !settled.leaves.is_empty() || !to_read.is_empty();
        self.settled.add(settled);
        self.tools.turn.grow(to_read.len());
        for some in to_read
            .into_iter()
            .collect::<Vec<_>>()
            .chunks(self.tools.slice)
        {
            self.tools.turn.give_way().await;
            let loaded = self.load(some.iter().copied().collect()).await?;
            self.settle(loaded).await?;
        }
        Ok(())
    }

    /// Makes the places of distances in which a result was corrected by hand, now that all rows are
    /// up to date. `before` are those of the version before.
    pub(super) fn rank(&mut self, before: &Ranking) {
        self.state
            .manifest
            .corrections
            .forget_dead(self.record.made);
        let view = View::of(self.record, self.kind, &self.state.manifest.corrections);
        let (index, settled) = (&mut self.state.index, &mut self.settled);
        index.rank(view, before, self.version, settled);
    }

    /// Whether the rows or people that are shown have changed.
    pub(super) fn shows_something_new(&self) -> bool {
        !self.settled.shown.is_empty() || self.settled.listed
    }

    /// Whether there is anything for readers.
    pub(super) fn is_visible(&self) -> bool {
        let mut summaries = self.state.index.leaves().values().map(|leaf| &leaf.summary);
        let rows = |summary: &Summary| {
            summary.rows_shown() > 0 || summary.participants.iter().any(|who| who.shown.is_some())
        };
        summaries.any(rows) || !self.state.manifest.lists.shown(self.record).0.is_empty()
    }

    pub(super) async fn take_from_tables(&mut self, race: &Race<'_>) -> Result<()> {
        let Tools {
            store, most_items, ..
        } = self.tools;
        let gathered = gather(store, &race.key, race.record, most_items).await?;
        self.state.manifest.lists = gathered.lists.clone();
        self.state.manifest.corrections = gathered.corrections.clone();
        let privacy = gathered.privacy(self.record, self.kind)?;
        self.state.index = gathered.index().with_privacy(privacy);
        for range in gathered.ranges() {
            self.tools.turn.give_way().await;
            let piece = gathered.piece(range)?;
            self.settle(Loaded::from([(range.start, piece)])).await?;
        }
        self.changed = true;
        Ok(())
    }

    async fn load(&self, starts: BTreeSet<u32>) -> Result<Loaded> {
        let files: Vec<(u32, String)> = starts
            .into_iter()
            .filter_map(|start| Some((start, self.state.index.leaves().get(&start)?.file.clone())))
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
        if let Some(waiting) = self.uploads.waiting(&format!("{}/{file}", self.state.key)) {
            return unpack(waiting, "a piece");
        }
        self.state.piece(self.tools.store, file).await
    }

    /// Summarizes the pieces, and adds those that have changed to the uploads.
    async fn settle(&mut self, mut loaded: Loaded) -> Result<()> {
        loop {
            let view = View::of(self.record, self.kind, &self.state.manifest.corrections);
            let missing = self.state.index.rehome(&mut loaded, view);
            if missing.is_empty() {
                break;
            }
            loaded.extend(self.load(missing).await?);
        }
        let before: HashMap<u32, String> = loaded
            .keys()
            .filter_map(|start| Some((*start, self.state.index.leaves().get(start)?.file.clone())))
            .collect();
        let view = View::of(self.record, self.kind, &self.state.manifest.corrections);
        let mut settled = self.state.index.settle(loaded, view, self.version);
        let privacy = self.state.index.privacy();
        if *privacy != self.state.manifest.privacy {
            self.state.manifest.privacy = privacy.clone();
        }
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
                        .add_state(format!("{}/{name}", self.state.key), body);
                }
            }
            self.state.index.set_file(range.start, name);
            self.recent.insert(range.start, piece);
        }
        self.settled.add(settled);
        self.send_if_full().await
    }

    async fn send_if_full(&mut self) -> Result<()> {
        if self.uploads.is_full() {
            self.uploads.send(self.tools.store).await
        } else {
            Ok(())
        }
    }

    /// Makes the shards in which rows that are shown have changed, or all shards, and adds those
    /// that readers cannot get yet to the uploads.
    pub(super) async fn shards(&mut self, plan: &Plan<'_>, place: Place) -> Result<()> {
        let all = plan.base.is_none();
        let ranges = snapshot::shard_ranges(&self.state.index);
        self.state
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
            .filter(|range| all || !self.state.shards.contains_key(range) || other(range))
            .collect();
        self.tools.turn.grow(wanted.len());
        for some in wanted.chunks(self.tools.slice) {
            self.tools.turn.give_way().await;
            let shards = stream::iter(some.iter().copied())
                .map(async |range| Ok::<_, StoreError>((range, self.shard(range).await?)));
            let shards: Vec<(Range, File)> = shards.buffer_unordered(AT_ONCE).try_collect().await?;
            let names: Vec<(Range, String)> = shards
                .iter()
                .map(|(range, file)| (*range, file.name.clone()))
                .collect();
            for (_, file) in shards.into_iter().filter(|(_, file)| !plan.has(&file.name)) {
                self.uploads.add_file(place, &self.state.key, file);
            }
            self.state.shards.extend(names);
            self.send_if_full().await?;
        }
        Ok(())
    }

    async fn shard(&self, range: Range) -> Result<File> {
        let leaves = self.state.index.leaves().range(range.start..=range.last());
        let starts = leaves
            .filter(|(_, leaf)| leaf.summary.rows_shown() > 0)
            .map(|(start, _)| *start)
            .collect();
        let pieces = self.load(starts).await?;
        let view = View::of(self.record, self.kind, &self.state.manifest.corrections);
        let shown: Vec<Shown> = pieces
            .iter()
            .map(|(start, piece)| self.state.index.shown(*start, piece, view))
            .collect();
        snapshot::write_shard(&shown).map_err(written)
    }
}

/// Divides changes into groups that each touch at most `slice` pieces. All changes of one person or participant
/// are in one group, in their order. Changes of neighbouring pieces are in one group, so that a
/// piece is written only once even if it has many changes.
fn groups(
    index: &Index,
    changes: &[Change],
    corrections: &Corrections,
    slice: usize,
) -> Vec<Vec<Change>> {
    let mut by_id: BTreeMap<&str, (BTreeSet<u32>, Vec<Change>)> = BTreeMap::new();
    for change in changes {
        let id = match change {
            Change::Row(row) => row.person_id.as_str(),
            Change::RowGone((person, ..)) => person.as_str(),
            Change::Participant(id, _) => id.as_str(),
            Change::Wishes(bib, _) => bib.as_str(),
            Change::Correction(id, _) => id.as_str(),
            Change::Distance(..) | Change::Segment(..) => continue,
        };
        let (pieces, of_id) = by_id.entry(id).or_default();
        pieces.extend(index.touched(std::slice::from_ref(change), corrections));
        of_id.push(change.clone());
    }
    let mut in_order: Vec<_> = by_id.into_values().collect();
    in_order.sort_by_key(|(pieces, _)| pieces.first().copied());
    let mut groups: Vec<(BTreeSet<u32>, Vec<Change>)> = Vec::new();
    for (pieces, of_id) in in_order {
        match groups
            .last_mut()
            .filter(|(known, _)| known.union(&pieces).count() <= slice)
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
