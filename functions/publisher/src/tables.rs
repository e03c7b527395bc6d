//! Collecting a race from the tables alone, in pieces, for rebuilds, verification and exports.

use std::collections::BTreeMap;

use chute_domain::{
    liveness::StoredRow,
    pieces::{Corrections, Index, Piece, PrivacyByBib, Range, View, slot, slot_of_participant},
    race::{EventKind, RaceKey},
    row::Bib,
    state::{Lists, YearRecord},
};
use chute_store::{Result, Store};

use super::{manifest::odd, publications::Publications};

/// By how many of the first bits of their slot rows are grouped.
const BITS: u8 = 8;
/// About how many pieces are summarized at once.
const GROUP: usize = 64;

/// All items of a race, packed: about a hundred bytes a row.
#[derive(Debug)]
pub(super) struct Gathered {
    buckets: BTreeMap<u8, Vec<u8>>,
    items: usize,
    /// Everything except the rows.
    listed: Piece,
    pub(super) lists: Lists,
    pub(super) corrections: Corrections,
    most_items: usize,
}

/// Collects a race's items from the tables, a page at a time.
///
/// # Errors
/// When the tables do not answer.
pub(super) async fn gather(
    store: &Store,
    race: &RaceKey,
    record: &YearRecord,
    most_items: usize,
) -> Result<Gathered> {
    let (distances, segments, participants, beside) = futures::try_join!(
        store.distances_of(race),
        store.segments_of(race),
        store.known_participants_of(race),
        // on the heap, so that callers' futures stay small
        Box::pin(store.beside_uploads(race))
    )?;
    let named = segments.into_iter().filter_map(|item| {
        let segment = item.item.as_ref()?;
        Some(((segment.distance_name.clone(), segment.name.clone()), item))
    });
    let lists = Lists {
        distances: distances
            .into_iter()
            .filter_map(|item| Some((item.item.as_ref()?.name.clone(), item)))
            .collect(),
        segments: named.collect(),
    };
    let listed = Piece {
        participants: participants.into_iter().collect(),
        wishes: beside.wishes.into_iter().collect(),
        ..Piece::default()
    };
    let mut gathered = Gathered {
        buckets: BTreeMap::new(),
        items: listed.len(),
        listed,
        lists,
        corrections: beside.corrections,
        most_items,
    };
    // the table's order keeps a person's rows together
    let mut person: Vec<StoredRow> = Vec::new();
    let mut gone_wrong = None;
    store
        .each_row(race, |row| {
            if person
                .last()
                .is_some_and(|last| last.person_id != row.person_id)
            {
                gone_wrong = gone_wrong
                    .take()
                    .or(gathered.add(&std::mem::take(&mut person), record).err());
            }
            person.push(row);
        })
        .await?;
    gathered.add(&person, record)?;
    gone_wrong.map_or(Ok(gathered), Err)
}

impl Publications<'_> {
    /// All items of a race from the tables: one piece with all rows and participants, the lists
    /// of distances and segments, and what was corrected by hand.
    ///
    /// # Errors
    /// When the tables do not answer.
    pub async fn load_race(
        &self,
        race: &RaceKey,
        record: &YearRecord,
    ) -> Result<(Piece, Lists, Corrections)> {
        let gathered = gather(self.store, race, record, self.most_items).await?;
        Ok((
            gathered.piece(Range::ALL)?,
            gathered.lists,
            gathered.corrections,
        ))
    }
}

impl Gathered {
    fn add(&mut self, rows: &[StoredRow], record: &YearRecord) -> Result<()> {
        let Some(first) = rows.first() else {
            return Ok(());
        };
        // which piece somebody is in does not depend on the kind
        let view = View::of(record, EventKind::Distance, &self.corrections);
        let slot = Piece::slot_of_person(&first.person_id, &rows.iter().collect::<Vec<_>>(), view);
        let bucket = self
            .buckets
            .entry(u8::try_from(slot >> (32 - u32::from(BITS))).unwrap_or_default())
            .or_default();
        for row in rows {
            let bytes = postcard::to_stdvec(row).map_err(odd("a row"))?;
            let length = u32::try_from(bytes.len()).map_err(odd("a row"))?;
            bucket.extend(length.to_be_bytes());
            bucket.extend(bytes);
        }
        self.items += rows.len();
        Ok(())
    }

    /// The ranges in which the race is taken over, each small enough to be unpacked in memory.
    pub(super) fn ranges(&self) -> Vec<Range> {
        let mut ranges = vec![Range::ALL];
        while ranges.len() * GROUP * self.most_items < self.items
            && ranges.first().is_some_and(|range| range.len < BITS)
        {
            ranges = ranges
                .into_iter()
                .filter_map(Range::halves)
                .flatten()
                .collect();
        }
        ranges
    }

    /// The privacy of people with linked bibs ([`Index::privacy`]).
    ///
    /// # Errors
    /// As [`Self::piece`].
    pub(super) fn privacy(&self, record: &YearRecord, kind: EventKind) -> Result<PrivacyByBib> {
        let mut privacy = PrivacyByBib::default();
        let view = View::of(record, kind, &self.corrections);
        // hardly any race has some, and all rows would be unpacked once more; the second time it is
        // known which bibs people were given since
        if self.corrections.linked_bibs().next().is_some() {
            for range in [self.ranges(), self.ranges()].concat() {
                let piece = self.piece(range)?;
                privacy.update([(range, &piece)].into_iter(), view);
            }
        }
        Ok(privacy)
    }

    /// The items of a range.
    ///
    /// # Errors
    /// When what was packed cannot be read, which would be a bug.
    pub(super) fn piece(&self, range: Range) -> Result<Piece> {
        let mut piece = Piece::default();
        let bucket_of =
            |slot: u32| u8::try_from(slot >> (32 - u32::from(BITS))).unwrap_or_default();
        for bucket in self
            .buckets
            .range(bucket_of(range.start)..=bucket_of(range.last()))
            .map(|(_, bucket)| bucket)
        {
            let mut rest = bucket.as_slice();
            while let Some((length, after)) = rest.split_first_chunk::<4>() {
                let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or_default();
                let Some((bytes, after)) = after.split_at_checked(length) else {
                    break;
                };
                let row: StoredRow = postcard::from_bytes(bytes).map_err(odd("a row"))?;
                piece.rows.insert(row.key(), row);
                rest = after;
            }
        }
        let own = self
            .listed
            .participants
            .iter()
            .filter(|(id, item)| range.holds(slot_of_participant(id, item)));
        piece.participants = own.map(|(id, item)| (id.clone(), item.clone())).collect();
        let own = self
            .listed
            .wishes
            .iter()
            .filter(|(bib, _)| range.holds(slot(Bib::new(bib), "")));
        piece.wishes = own.map(|(bib, item)| (bib.clone(), item.clone())).collect();
        Ok(piece)
    }

    /// An index of empty leaves, at least one for each of the ranges.
    pub(super) fn index(&self) -> Index {
        let leaf = |range: Range| {
            (
                range.start,
                chute_domain::pieces::Leaf {
                    len: range.len,
                    ..Default::default()
                },
            )
        };
        let mut index = Index::from_leaves(self.ranges().into_iter().map(leaf).collect());
        index.halve_above(self.most_items);
        index
    }
}
