//! All pieces of a race: where things are, and how changes affect them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::{
    Corrections, MOST_ITEMS, Piece, PrivacyByBib, Range, Summary, Tracked, View, WishesBrief, slot,
    slot_of_participant,
};
use crate::{
    corrections::Correction,
    heap,
    liveness::Deletes,
    revisions::{LineKey, Touched},
    row::{Bib, PersonId},
    stamp::Stamp,
    state::{Change, YearRecord},
};

/// How long the names of pieces' files are, in bytes.
const FILE_NAME: usize = 26;

/// Pieces that have been read, by the start of their range.
pub type Loaded = BTreeMap<u32, Piece>;

/// A piece's range, file and summary.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Leaf {
    /// How many bits its slots share.
    pub len: u8,
    /// The file that holds the piece; empty while the piece is empty.
    pub file: String,
    /// The piece's summary.
    pub summary: Summary,
}

impl Leaf {
    pub(super) const fn range(&self, start: u32) -> Range {
        Range {
            start,
            len: self.len,
        }
    }
}

/// The pieces of a race. Their ranges never overlap, and together they cover every slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    pub(super) leaves: BTreeMap<u32, Leaf>,
    /// The privacy of linked bibs, over all pieces.
    pub(super) privacy: PrivacyByBib,
    /// The slot of each person and each participant.
    people: HashMap<PersonId, u32>,
    participants: HashMap<String, u32>,
    /// About how many bytes of the heap all summaries take, with the ids in the two maps.
    pub(super) summaries: usize,
    /// How many more while places are made from the rows.
    pub(super) ranked: usize,
    /// A piece with more items than this is halved.
    most_items: usize,
}

impl Default for Index {
    fn default() -> Self {
        Self::from_leaves(BTreeMap::from([(0, Leaf::default())]))
    }
}

/// The pieces that a step of a publication changed.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settled {
    /// Pieces that were read or created and have to be stored; the index does not know their files
    /// yet.
    pub pieces: Vec<(Range, Piece)>,
    /// Ranges in which the shown rows have changed.
    pub shown: Vec<Range>,
    /// Leaves whose summary or range has changed.
    pub leaves: BTreeSet<u32>,
    /// Lines that were there before and may have gone.
    pub gone: Vec<LineKey>,
    /// A name that readers saw, or something a runner asked to hide, must no longer be shown.
    pub hidden: bool,
    /// Somebody whom readers saw by name is still there but must no longer be named, or has asked
    /// for less to be shown: everything that remembers earlier versions must forget them.
    pub secluded: bool,
    /// The list of participants has changed.
    pub listed: bool,
    /// Lines whose runner has changed, with what readers were told about them before.
    pub touched: Touched,
}

impl Settled {
    /// Adds what another step did.
    pub fn add(&mut self, other: Self) {
        self.pieces.extend(other.pieces);
        self.shown.extend(other.shown);
        self.leaves.extend(other.leaves);
        self.gone.extend(other.gone);
        self.hidden |= other.hidden;
        self.secluded |= other.secluded;
        self.listed |= other.listed;
        self.touched.add(other.touched);
    }
}

enum Review {
    /// It must be read.
    Read,
    /// All its rows are dead.
    NoRows,
    /// All its participants are dead.
    NoParticipants,
}

impl Index {
    /// Builds the index from stored leaves.
    #[must_use]
    pub fn from_leaves(leaves: BTreeMap<u32, Leaf>) -> Self {
        let mut index = Self {
            leaves: BTreeMap::new(),
            privacy: PrivacyByBib::default(),
            people: HashMap::new(),
            participants: HashMap::new(),
            summaries: 0,
            ranked: 0,
            most_items: MOST_ITEMS,
        };
        leaves
            .values()
            .for_each(|leaf| index.remember(&leaf.summary));
        Self { leaves, ..index }
    }

    /// About how many bytes it takes in memory. Computed from sums that are kept up to date, so it
    /// costs the same for every race.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let leaves = self.leaves.len();
        heap::tree::<(u32, Leaf)>(leaves)
            + leaves * heap::block(FILE_NAME)
            + heap::table::<(PersonId, u32)>(self.people.capacity())
            + heap::table::<(String, u32)>(self.participants.capacity())
            + self.summaries
            + self.ranked
            + self.privacy.heap()
    }

    /// Sets the number of items above which a piece is halved; the default is [`MOST_ITEMS`].
    pub fn halve_above(&mut self, most_items: usize) {
        self.most_items = most_items;
    }

    /// The privacy of linked bibs, over all pieces.
    #[must_use]
    pub fn privacy(&self) -> &PrivacyByBib {
        &self.privacy
    }

    /// The index with what is known of all pieces.
    #[must_use]
    pub fn with_privacy(self, privacy: PrivacyByBib) -> Self {
        Self { privacy, ..self }
    }

    /// All leaves by the start of their range.
    #[must_use]
    pub fn leaves(&self) -> &BTreeMap<u32, Leaf> {
        &self.leaves
    }

    /// The start of the leaf that holds a slot.
    #[must_use]
    pub fn leaf_of(&self, slot: u32) -> u32 {
        self.leaves
            .range(..=slot)
            .next_back()
            .map_or(0, |(start, _)| *start)
    }

    /// The slot of a person.
    #[must_use]
    pub fn slot_of(&self, person: &PersonId) -> Option<u32> {
        self.people.get(person).copied()
    }

    /// Records the file of a piece that has been stored.
    pub fn set_file(&mut self, start: u32, file: String) {
        if let Some(leaf) = self.leaves.get_mut(&start) {
            leaf.file = file;
        }
    }

    /// Which pieces must be read before these changes can be applied. `before` is what was corrected
    /// by hand without them.
    #[must_use]
    pub fn touched(&self, changes: &[Change], before: &Corrections) -> BTreeSet<u32> {
        let mut slots = Vec::new();
        for change in changes {
            match change {
                Change::Row(row) => {
                    slots.push(slot(row.person.bib(), &row.person_id));
                    slots.extend(self.people.get(&row.person_id));
                }
                Change::RowGone((person, ..)) => slots.extend(self.people.get(person)),
                Change::Participant(id, item) => {
                    slots.extend(item.as_ref().map(|item| slot_of_participant(id, item)));
                    slots.extend(self.participants.get(id));
                }
                Change::Wishes(bib, _) => slots.push(slot(Bib::new(bib), "")),
                Change::Correction(id, item) => {
                    slots.push(slot(Correction::bib_in(id), id));
                    if let Some(person) = Correction::person_in(id) {
                        slots.extend(self.participants.get(&person));
                        slots.extend(self.people.get(&PersonId::new(person)));
                    }
                    let items = [item.as_ref(), before.items().get(id)]
                        .into_iter()
                        .flatten();
                    let known = items.filter_map(|item| item.item.as_ref());
                    let bibs = known.flat_map(|known| known.all_bibs());
                    // somebody whom another correction shows with another bib may be meant by now
                    let bibs = bibs.flat_map(|bib| before.with_linked(Bib::new(bib), None));
                    slots.extend(bibs.map(|bib| slot(Bib::new(bib), id)));
                }
                Change::Distance(..) | Change::Segment(..) => {}
            }
        }
        slots.into_iter().map(|slot| self.leaf_of(slot)).collect()
    }

    /// Applies changes to the pieces that were read.
    pub fn apply(&mut self, loaded: &mut Loaded, changes: &[Change]) {
        for change in changes {
            let at = match change {
                Change::Row(row) => *self
                    .people
                    .entry(row.person_id.clone())
                    .or_insert_with(|| slot(row.person.bib(), &row.person_id)),
                Change::RowGone((person, ..)) => match self.people.get(person) {
                    Some(slot) => *slot,
                    None => continue,
                },
                Change::Participant(id, Some(item)) => *self
                    .participants
                    .entry(id.clone())
                    .or_insert_with(|| slot_of_participant(id, item)),
                Change::Participant(id, None) => match self.participants.get(id) {
                    Some(slot) => *slot,
                    None => continue,
                },
                Change::Wishes(bib, _) => slot(Bib::new(bib), ""),
                Change::Distance(..) | Change::Segment(..) | Change::Correction(..) => continue,
            };
            if let Some(piece) = loaded.get_mut(&self.leaf_of(at)) {
                piece.apply(change.clone());
            }
        }
    }

    /// Moves items whose bib has changed to the piece of their new bib. Returns the pieces that
    /// must be read first, also because they show people otherwise for what is in these: then it has
    /// to be called again.
    pub fn rehome(&mut self, loaded: &mut Loaded, view: View<'_>) -> BTreeSet<u32> {
        let mut missing = BTreeSet::new();
        let mut moved: Vec<(u32, Change)> = Vec::new();
        for (start, piece) in loaded.iter() {
            for (id, rows) in piece.people() {
                let slot = Piece::slot_of_person(id, &rows, view);
                let target = self.leaf_of(slot);
                if target != *start {
                    moved.extend(
                        rows.into_iter()
                            .map(|row| (target, Change::Row(Box::new(row.clone())))),
                    );
                }
            }
            for (id, item) in &piece.participants {
                let target = self.leaf_of(slot_of_participant(id, item));
                if target != *start {
                    moved.push((target, Change::Participant(id.clone(), Some(item.clone()))));
                }
            }
        }
        missing.extend(
            moved
                .iter()
                .map(|(target, _)| *target)
                .filter(|target| !loaded.contains_key(target)),
        );
        if missing.is_empty() {
            for (target, change) in moved {
                move_to(loaded, target, change);
            }
            missing = self.hidden_otherwise(loaded, view);
        }
        missing
    }

    /// The pieces that are not loaded and have a bib linked to one of which these say something
    /// else than before.
    fn hidden_otherwise(&self, loaded: &Loaded, view: View<'_>) -> BTreeSet<u32> {
        let mut now = self.privacy.clone();
        let pieces = loaded.iter();
        now.update(
            pieces.map(|(start, piece)| (self.range(*start), piece)),
            view,
        );
        let linked = now.differing(&self.privacy).into_iter().flat_map(|bib| {
            let linked_to = |privacy: &PrivacyByBib| {
                let linked = privacy.linked_to(Bib::new(bib), view.corrections, view.record.made);
                linked
                    .into_iter()
                    .chain([bib])
                    .map(ToOwned::to_owned)
                    .collect::<Vec<_>>()
            };
            [linked_to(&now), linked_to(&self.privacy)].concat()
        });
        let leaves = linked.map(|bib| self.leaf_of(slot(Bib::new(&bib), "")));
        let mut leaves: BTreeSet<u32> = leaves.collect();
        leaves.retain(|start| !loaded.contains_key(start));
        leaves
    }

    pub(super) fn range(&self, start: u32) -> Range {
        let len = self.leaves.get(&start).map_or(0, |leaf| leaf.len);
        Range { start, len }
    }

    /// Takes in the pieces as they are now: halves those that are too large and summarises them.
    pub fn settle(&mut self, loaded: Loaded, view: View<'_>, version: u64) -> Settled {
        let before: HashMap<LineKey, Tracked> = loaded
            .keys()
            .filter_map(|start| self.leaves.get(start))
            .flat_map(|leaf| leaf.summary.runners())
            .map(|(key, tracked)| (key, tracked.clone()))
            .collect();
        let mut settled = Settled::default();
        let (mut names_before, mut names_after) = (BTreeSet::new(), BTreeSet::new());
        let mut named_before: BTreeSet<(bool, String)> = BTreeSet::new();
        let mut unnamed: BTreeSet<(bool, String)> = BTreeSet::new();
        let owned = |(is_person, id): (bool, &str)| (is_person, id.to_owned());
        // forget all pieces first: otherwise a person who moved to one of them could be forgotten
        // with another
        let pieces: Vec<(u32, Piece, Leaf)> = loaded
            .into_iter()
            .filter_map(|(start, piece)| Some((start, piece, self.leaves.remove(&start)?)))
            .collect();
        let privacy_before = self.privacy.clone();
        for (_, _, old) in &pieces {
            self.forget(&old.summary);
        }
        let ranges = pieces.iter();
        self.privacy.update(
            ranges.map(|(start, piece, old)| (old.range(*start), piece)),
            view,
        );
        let covers_more = self.privacy.covers_more_than(&privacy_before);
        settled.hidden |= covers_more;
        settled.secluded |= covers_more;
        for (start, mut piece, old) in pieces {
            names_before.extend(old.summary.names());
            named_before.extend(old.summary.named().map(owned));
            piece.forget_dead(view.record);
            let range = old.range(start);
            let parts = split(range, piece, view, self.most_items);
            let halved = parts.len() > 1;
            for (range, piece) in parts {
                let summary = Summary::of(&piece, range, view, &self.privacy, (&before, version));
                settled.touched.came.extend(
                    summary
                        .runners()
                        .map(|(key, _)| key)
                        .filter(|key| !before.contains_key(key)),
                );
                names_after.extend(summary.names());
                unnamed.extend(summary.unnamed().map(owned));
                if halved || summary.shown != old.summary.shown {
                    settled.shown.push(range);
                }
                settled.listed |= halved || summary.participants != old.summary.participants;
                // an age is not a name, but disappears from old files as a name does
                let shows_otherwise = summary.shown != old.summary.shown
                    || summary.participants != old.summary.participants;
                let grants_more = shows_otherwise && summary.grants_more_than(&old.summary);
                settled.hidden |= grants_more;
                settled.secluded |= grants_more;
                settled.leaves.insert(range.start);
                self.remember(&summary);
                self.leaves.insert(
                    range.start,
                    Leaf {
                        len: range.len,
                        file: String::new(),
                        summary,
                    },
                );
                settled.pieces.push((range, piece));
            }
        }
        settled.hidden |= !names_before.is_subset(&names_after);
        settled.secluded |= !named_before.is_disjoint(&unnamed);
        let is_another = |(key, known): &(&LineKey, &Tracked)| {
            self.runner(key).map(|now| &now.runner) != Some(&known.runner)
        };
        settled.touched.before = before
            .iter()
            .filter(is_another)
            .map(|(key, known)| (key.clone(), known.runner.told()))
            .collect();
        settled.gone = before
            .into_keys()
            .filter(|key| self.runner(key).is_none())
            .collect();
        settled
    }

    /// Takes in changed deletes of the year. Returns what was done without reading a piece, and the
    /// pieces that must be read for the rest.
    pub fn review(
        &mut self,
        before: &YearRecord,
        after: View<'_>,
        other_kind: bool,
    ) -> (Settled, BTreeSet<u32>) {
        let (mut settled, mut to_read) = (Settled::default(), BTreeSet::new());
        let starts: Vec<u32> = self.leaves.keys().copied().collect();
        for start in starts {
            let Some(leaf) = self.leaves.get(&start) else {
                continue;
            };
            let range = leaf.range(start);
            let mut reviews = reviews(&leaf.summary, before, after.record, other_kind);
            // without rows somebody may be shown who was corrected by hand, or in another piece
            let may_show = other_kind || !reviews.is_empty();
            if may_show
                && (after.slots_corrected_in(range).next().is_some() || self.privacy.is_in(range))
            {
                reviews.push(Review::Read);
            }
            if reviews.iter().any(|review| matches!(review, Review::Read)) {
                to_read.insert(start);
            } else if !reviews.is_empty() {
                self.empty(start, &reviews, &mut settled);
            }
        }
        (settled, to_read)
    }

    fn empty(&mut self, start: u32, reviews: &[Review], settled: &mut Settled) {
        let Some(mut leaf) = self.leaves.remove(&start) else {
            return;
        };
        self.forget(&leaf.summary);
        settled.hidden |= leaf.summary.names().next().is_some();
        settled.leaves.insert(start);
        for review in reviews {
            if matches!(review, Review::NoRows) {
                settled
                    .gone
                    .extend(leaf.summary.runners().map(|(key, _)| key));
                settled.touched.before.extend(
                    leaf.summary
                        .runners()
                        .map(|(key, known)| (key, known.runner.told())),
                );
                settled.shown.push(leaf.range(start));
                leaf.summary = leaf.summary.without_rows();
            } else {
                settled.listed = true;
                leaf.summary.participants.clear();
            }
        }
        if leaf.summary.people.is_empty()
            && leaf.summary.participants.is_empty()
            && leaf.summary.wishes.is_empty()
        {
            leaf.file.clear();
        }
        self.remember(&leaf.summary);
        self.leaves.insert(start, leaf);
    }

    /// The trimmed bibs of the runners who are shown without age (contract 6.13), if the year was
    /// created at `made`.
    #[must_use]
    pub fn ageless(&self, corrections: &Corrections, made: Option<Stamp>) -> BTreeSet<String> {
        let wishes = self.leaves.values().flat_map(|leaf| &leaf.summary.wishes);
        let granted = wishes.filter(|granted| granted.wishes.no_age);
        let mut bibs = BTreeSet::new();
        for WishesBrief { bib, .. } in granted {
            let linked = self
                .privacy
                .linked_to(Bib::new(bib), corrections, made)
                .into_iter();
            bibs.extend(linked.map(str::to_owned));
            bibs.insert(bib.clone());
        }
        bibs
    }

    /// The runner of a line.
    #[must_use]
    pub fn runner(&self, key: &LineKey) -> Option<&Tracked> {
        let leaf = self
            .leaves
            .get(&self.leaf_of(slot(Bib::new(&key.bib), "")))?;
        leaf.summary
            .parts
            .get(&key.distance)?
            .runners
            .iter()
            .find(|tracked| tracked.runner.bib == key.bib)
    }

    pub(super) fn all_runners_mut(&mut self) -> impl Iterator<Item = &mut Tracked> {
        let leaves = self.leaves.values_mut();
        let parts = leaves.flat_map(|leaf| leaf.summary.parts.values_mut());
        parts.flat_map(|part| &mut part.runners)
    }

    /// Records that the lines of these runners changed in `version` although their rows did not.
    /// Returns their leaves.
    pub fn touch_lines(
        &mut self,
        distance: &str,
        changed: impl Fn(&Tracked) -> bool,
        version: u64,
    ) -> BTreeSet<u32> {
        let mut touched = BTreeSet::new();
        for (start, leaf) in &mut self.leaves {
            let Some(part) = leaf.summary.parts.get_mut(distance) else {
                continue;
            };
            for tracked in part.runners.iter_mut().filter(|tracked| changed(tracked)) {
                (tracked.line_since, tracked.steady_since) = (version, version);
                touched.insert(*start);
            }
        }
        touched
    }

    fn forget(&mut self, summary: &Summary) {
        for who in &summary.people {
            self.people.remove(&who.id);
        }
        for who in &summary.participants {
            self.participants.remove(&who.id);
        }
        self.summaries -= with_ids(summary);
    }

    fn remember(&mut self, summary: &Summary) {
        self.people
            .extend(summary.people.iter().map(|who| (who.id.clone(), who.slot)));
        self.participants.extend(
            summary
                .participants
                .iter()
                .map(|who| (who.id.clone(), who.slot)),
        );
        self.summaries += with_ids(summary);
    }
}

/// Bytes that a summary takes of the heap, and once more those of its people's ids.
fn with_ids(summary: &Summary) -> usize {
    let people = summary.people.iter().map(|who| who.id.as_str());
    let ids = people.chain(summary.participants.iter().map(|who| who.id.as_str()));
    summary.heap() + ids.map(heap::text).sum::<usize>()
}

fn move_to(loaded: &mut Loaded, target: u32, change: Change) {
    for (_, piece) in loaded.iter_mut().filter(|(start, _)| **start != target) {
        match &change {
            Change::Row(row) => drop(piece.rows.remove(&row.key())),
            Change::Participant(id, _) => drop(piece.participants.remove(id)),
            _ => {}
        }
    }
    if let Some(piece) = loaded.get_mut(&target) {
        piece.apply(change);
    }
}

fn reviews(
    summary: &Summary,
    before: &YearRecord,
    after: &YearRecord,
    other_kind: bool,
) -> Vec<Review> {
    let mut reviews = Vec::new();
    if let Some((oldest, newest)) = summary.row_stamps {
        let all = after.rows.all.filter(|_| after.rows.all != before.rows.all);
        if all.is_some_and(|all| newest < all) {
            // participants hidden only because of a row's flag are no longer hidden
            let may_show = summary.participants.iter().any(|who| who.shown.is_none());
            reviews.push(if may_show {
                Review::Read
            } else {
                Review::NoRows
            });
        } else if other_kind
            || all.is_some_and(|all| oldest < all)
            || other_distances(summary, oldest, &before.rows, &after.rows)
        {
            reviews.push(Review::Read);
        }
    }
    if let Some(at) = after
        .participants
        .filter(|_| after.participants != before.participants)
    {
        let dead = |stamp: Stamp| stamp < at;
        if summary.participants.iter().all(|who| dead(who.stamp)) && !summary.hides {
            if !summary.participants.is_empty() {
                reviews.push(Review::NoParticipants);
            }
        } else if summary.participants.iter().any(|who| dead(who.stamp)) {
            reviews.push(Review::Read);
        }
    }
    reviews
}

/// Whether a delete of a distance that is in only one of the two may affect a row.
fn other_distances(summary: &Summary, oldest: Stamp, before: &Deletes, after: &Deletes) -> bool {
    let concerns = |(at, distance): &(Stamp, String)| {
        oldest < *at && summary.stored_distances.contains(distance)
    };
    after
        .by_distance
        .symmetric_difference(&before.by_distance)
        .any(concerns)
}

/// Halves a piece repeatedly, until it has few enough items or all of them are in one slot.
fn split(range: Range, piece: Piece, view: View<'_>, most_items: usize) -> Vec<(Range, Piece)> {
    // somebody corrected by hand may be shown without an item
    let corrected: Vec<u32> = view.slots_corrected_in(range).collect();
    if piece.len() + corrected.len() <= most_items {
        return vec![(range, piece)];
    }
    let slots_of_people: HashMap<PersonId, u32> = piece
        .people()
        .map(|(id, rows)| (id.clone(), Piece::slot_of_person(id, &rows, view)))
        .collect();
    let slots_of_participants = piece
        .participants
        .iter()
        .map(|(id, item)| slot_of_participant(id, item));
    let slots_of_wishes = piece.wishes.keys().map(|bib| slot(Bib::new(bib), ""));
    let slots: BTreeSet<u32> = slots_of_people
        .values()
        .copied()
        .chain(slots_of_participants)
        .chain(slots_of_wishes)
        .chain(corrected)
        .collect();
    let Some([low, high]) = range.halves().filter(|_| slots.len() > 1) else {
        return vec![(range, piece)];
    };
    let mut halves = [Piece::default(), Piece::default()];
    let [lower, upper] = &mut halves;
    for (key, row) in piece.rows {
        let slot = slots_of_people.get(&key.0).copied().unwrap_or(range.start);
        if high.holds(slot) {
            upper.rows.insert(key, row)
        } else {
            lower.rows.insert(key, row)
        };
    }
    for (id, item) in piece.participants {
        let slot = slot_of_participant(&id, &item);
        if high.holds(slot) {
            upper.participants.insert(id, item)
        } else {
            lower.participants.insert(id, item)
        };
    }
    for (bib, item) in piece.wishes {
        let half = if high.holds(slot(Bib::new(&bib), "")) {
            &mut *upper
        } else {
            &mut *lower
        };
        half.wishes.insert(bib, item);
    }
    let [lower, upper] = halves;
    let mut parts = split(low, lower, view, most_items);
    parts.extend(split(high, upper, view, most_items));
    parts
}
