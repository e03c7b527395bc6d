//! A race's files made from all its items at once: pieces must yield the same files, in whatever
//! order their items arrived.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    File, FileError, Input, Named, PeopleFiles, Pointer, RaceBoard, Since, changes, directories,
    head, lines, race_boards, shard_ranges, tree, write_people, write_shard,
};
use crate::{
    event_time::EventTime,
    participant::ResultParticipant,
    pieces::{
        Corrections, Index, Loaded, Piece, PrivacyByBib, Range, Ranking, Settled, Shown, View,
    },
    race::EventKind,
    row::ResultRow,
    state::YearRecord,
};

/// All pieces of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    index: Index,
    pieces: BTreeMap<u32, Piece>,
    kind: EventKind,
    record: YearRecord,
    corrections: Corrections,
}

/// The files that depend on the rows alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeFiles {
    /// The head, which names all other files.
    pub head: File,
    /// Its part about the participants' list.
    pub people: Option<PeopleFiles>,
    /// All files that it names.
    pub others: Vec<File>,
}

impl Whole {
    /// Builds a race from pieces of any size that together hold everything; `index` has a leaf for
    /// each.
    #[must_use]
    pub fn of(
        mut index: Index,
        items: impl IntoIterator<Item = (Range, Piece)>,
        view: View<'_>,
    ) -> Self {
        let mut pieces = BTreeMap::new();
        let items: Vec<(Range, Piece)> = items.into_iter().collect();
        let mut privacy = PrivacyByBib::default();
        privacy.update(items.iter().map(|(range, piece)| (*range, piece)), view);
        index = index.with_privacy(privacy);
        for (range, piece) in items {
            let settled = index.settle(Loaded::from([(range.start, piece)]), view, 1);
            pieces.extend(
                settled
                    .pieces
                    .into_iter()
                    .map(|(range, piece)| (range.start, piece)),
            );
        }
        index.rank(view, &Ranking::default(), 1, &mut Settled::default());
        Self {
            index,
            pieces,
            kind: view.kind,
            record: view.record.clone(),
            corrections: view.corrections.clone(),
        }
    }

    /// One board for each distance with runners.
    #[must_use]
    pub fn boards(&self) -> Vec<RaceBoard<'_>> {
        race_boards(&self.index, self.kind)
    }

    /// The trimmed bibs of runners who are shown without age.
    #[must_use]
    pub fn ageless(&self) -> BTreeSet<String> {
        self.index.ageless(&self.corrections, self.record.made)
    }

    fn view(&self) -> View<'_> {
        View::of(&self.record, self.kind, &self.corrections)
    }

    fn shown(&self, start: u32, piece: &Piece) -> Shown {
        self.index.shown(start, piece, self.view())
    }

    /// Every row in the order of the contract (6.3), with the names of anonymous people and what
    /// runners asked to hide: for the organiser only.
    #[must_use]
    pub fn all_corrected(&self) -> Vec<ResultRow> {
        let pieces = self.pieces.iter();
        let mut rows: Vec<ResultRow> = pieces
            .flat_map(|(start, piece)| self.index.corrected(*start, piece, self.view()))
            .collect();
        rows.sort_by(|a, b| a.order().cmp(&b.order()));
        rows
    }

    /// Every row, in the order of the contract (6.3), and the participants' list.
    #[must_use]
    pub fn all_shown(&self) -> (Vec<ResultRow>, Vec<ResultParticipant>) {
        let (mut rows, mut participants) = (Vec::new(), Vec::new());
        for (start, piece) in &self.pieces {
            let shown = self.shown(*start, piece);
            rows.extend(shown.rows);
            participants.extend(shown.participants.into_iter().map(|(_, who)| who));
        }
        rows.sort_by(|a, b| a.order().cmp(&b.order()));
        participants.sort_by(|a, b| a.order().cmp(&b.order()));
        (rows, participants)
    }

    /// The files that depend on the rows alone.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn files(&self, input: &Input) -> Result<WholeFiles, FileError> {
        let (mut others, mut shards) = (Vec::new(), BTreeMap::new());
        for range in shard_ranges(&self.index) {
            let starts = self.pieces.range(range.start..=range.last());
            let shown: Vec<Shown> = starts
                .map(|(start, piece)| self.shown(*start, piece))
                .collect();
            let shard = write_shard(&shown)?;
            shards.insert(range, shard.name.clone());
            others.push(shard);
        }
        let people = write_people(&self.index, &mut others)?;
        let tree = directories(tree(&shards), &mut others)?;
        let head = head(input, &self.boards(), &tree, people.as_ref())?;
        Ok(WholeFiles {
            head,
            people,
            others,
        })
    }

    /// Everything a first version needs: the pointer and all files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn publish(
        &self,
        input: &Input,
        updated_at: EventTime,
    ) -> Result<(Pointer, Vec<File>), FileError> {
        let WholeFiles {
            head,
            people,
            others: mut files,
        } = self.files(input)?;
        let boards = self.boards();
        let since = Since {
            gone: &Default::default(),
            passages: &Default::default(),
        };
        let lines = lines(&boards, &mut BTreeMap::new(), since, 1, &mut files)?;
        let changes = changes(&boards, since, (1, None), 1)?;
        let followed = Named {
            lines: lines.as_ref().map(|lines| lines.name.as_str()),
            changes: &changes.name,
            history: None,
        };
        let pointer = Pointer::new(
            input,
            &boards,
            (&head, people.as_ref()),
            followed,
            (1, 1, updated_at),
        )?;
        files.extend(lines.into_iter().chain([changes, head]));
        Ok((pointer, files))
    }
}
