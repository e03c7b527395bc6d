//! Summaries: figures and people of a piece, known without reading it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct as _};
use sha2::{Digest, Sha256};

use super::{BY_HAND, Piece, PrivacyByBib, Range, Shown, View, slot, slot_of_participant};
use crate::{
    board::{BoardRunner, Field},
    heap,
    liveness::{self, RowKey},
    participant::ResultParticipant,
    privacy::Wishes,
    race::EventKind,
    revisions::LineKey,
    row::{Passage, PersonId, ResultRow, last_per_segment},
    sheet::Places,
    stamp::Stamp,
    state::{Stamped, YearRecord},
};

/// A person in a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    /// The uploader's id of the person.
    pub id: PersonId,
    /// The slot of the person's rows.
    pub slot: u32,
    /// How many of their rows readers see.
    pub shown: u32,
    /// Digest of the name that readers see; 0 if they see none.
    pub name: u64,
    /// Whether readers see the person's rows without a name because somebody asked for that.
    pub anonymous: bool,
    /// For comparison of the stored rows and their stamps with the table: the sum of [`row_digest`]
    /// of each.
    pub stored: u64,
}

/// A participant in a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedBrief {
    /// The participant's id.
    pub id: String,
    /// The slot of the participant.
    pub slot: u32,
    /// The stamp of its item.
    pub stamp: Stamp,
    /// The public part of the participant.
    pub shown: Option<ResultParticipant>,
}

impl ListedBrief {
    fn heap(&self) -> usize {
        heap::text(&self.id) + self.shown.as_ref().map_or(0, ResultParticipant::heap)
    }
}

/// The wishes granted to a bib.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WishesBrief {
    /// The trimmed bib.
    pub bib: String,
    /// The stamp of its item.
    pub stamp: Stamp,
    /// The wishes in force.
    pub wishes: Wishes,
}

/// A runner, and since when readers have seen them as they are now.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Tracked {
    /// The runner as the newest version shows them.
    pub runner: BoardRunner,
    /// The version in which the line last changed.
    pub line_since: u64,
    /// The version since which the line has been there with the same person and start: later
    /// versions have at most moved it on ([`BoardRunner::steady`]).
    pub steady_since: u64,
    /// The version in which the rows last changed.
    pub rows_since: u64,
    rows: u64,
    /// The runner with the uploaded places, while those shown are made from the rows.
    #[serde(skip)]
    uploaded: Option<Box<BoardRunner>>,
}

impl Tracked {
    /// The places of the row that counts.
    pub(super) fn places(&self) -> Option<Places> {
        self.runner.result().map(|row| Places::of(&row.passage))
    }

    /// Shows other places than the uploaded ones.
    pub(super) fn rank(&mut self, places: Places) {
        self.uploaded = Some(Box::new(self.runner.clone()));
        self.runner.place(|passage| places.put(passage));
    }

    /// Shows the uploaded places again.
    pub(super) fn unrank(&mut self) {
        if let Some(uploaded) = self.uploaded.take() {
            self.runner = *uploaded;
        }
    }

    /// The places that a row of the runner gets instead of the uploaded ones: only the row that
    /// counts, but in a backyard all of them (contract 6.9).
    pub(super) fn places_of(&self, kind: EventKind, row: &ResultRow) -> Option<Places> {
        let counts = self.runner.result().filter(|_| self.uploaded.is_some())?;
        fn key(row: &ResultRow) -> (&str, &str, i64) {
            let Passage {
                location,
                occurrence,
                ..
            } = &row.passage;
            (&row.person_id, location, *occurrence)
        }
        (kind == EventKind::BackyardUltra || key(counts) == key(row))
            .then(|| Places::of(&counts.passage))
    }

    /// About how many bytes of the heap the runner with the uploaded places takes.
    pub(super) fn heap_of_uploaded(&self) -> usize {
        let uploaded = self.uploaded.as_deref();
        uploaded.map_or(0, |runner| {
            heap::block(size_of::<BoardRunner>()) + runner.heap()
        })
    }
}

/// Stored with the uploaded places ([`super::ranking`]).
impl Serialize for Tracked {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let runner = self.uploaded.as_deref().unwrap_or(&self.runner);
        let mut fields = to.serialize_struct("Tracked", 5)?;
        fields.serialize_field("runner", runner)?;
        fields.serialize_field("line_since", &self.line_since)?;
        fields.serialize_field("steady_since", &self.steady_since)?;
        fields.serialize_field("rows_since", &self.rows_since)?;
        fields.serialize_field("rows", &self.rows)?;
        fields.end()
    }
}

/// How many rows of a distance there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Rows that readers can see.
    pub rows: usize,
    /// Those in `POST /results` (contract 6.3).
    pub last: usize,
}

/// One distance in a piece.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Part {
    /// Those with a line on the board, in no particular order.
    pub runners: Vec<Tracked>,
    /// As in [`Field`].
    pub passages: BTreeMap<String, i64>,
    /// As in [`Field`].
    pub last_hour: i64,
    /// How many rows of the distance are in this piece.
    pub counts: Counts,
}

impl Part {
    fn heap(&self) -> usize {
        let passages = self.passages.keys().map(|segment| heap::text(segment));
        heap::block(size_of_val(self.runners.as_slice()))
            + self
                .runners
                .iter()
                .map(|of| of.runner.heap())
                .sum::<usize>()
            + heap::tree::<(String, i64)>(self.passages.len())
            + passages.sum::<usize>()
    }
}

/// A piece as a publication sees it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Everybody with a stored row.
    pub people: Vec<Brief>,
    /// The participants' list, as far as its slots are in this piece.
    pub participants: Vec<ListedBrief>,
    /// The shown part, by distance.
    pub parts: BTreeMap<String, Part>,
    /// Every distance that any stored row names.
    pub stored_distances: BTreeSet<String>,
    /// The oldest and the newest stamp of the stored rows.
    pub row_stamps: Option<(Stamp, Stamp)>,
    /// Whether a living participant is anonymous, which hides their bib.
    pub hides: bool,
    /// Granted wishes, by bib.
    pub wishes: Vec<WishesBrief>,
    /// Digest of all shown rows, and of who is the newest person of each shared bib.
    pub shown: u64,
}

/// The digest of a stored row, for comparing pieces with the table.
#[must_use]
pub fn row_digest((_, location, occurrence): &RowKey, stamp: Stamp) -> u64 {
    short_digest(|hash| {
        hash.update(location.as_bytes());
        hash.update(occurrence.to_be_bytes());
        hash.update(stamp.as_bytes());
    })
}

fn short_digest(of: impl FnOnce(&mut Sha256)) -> u64 {
    let mut hash = Sha256::new();
    of(&mut hash);
    hash.finalize()
        .iter()
        .take(8)
        .fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}

fn rows_digest<'r>(rows: impl IntoIterator<Item = &'r ResultRow>) -> u64 {
    short_digest(|hash| {
        for row in rows {
            // postcard writes numbers and lengths of texts, so different rows yield different bytes
            if let Ok(bytes) = postcard::to_stdvec(row) {
                hash.update(bytes);
            }
        }
    })
}

/// Digest of who is the newest person of each shared bib; 0 if no bib is shared. Needed because a
/// row that was changed and changed back looks the same, yet makes its person the newest.
fn newest_digest(newest_of_bib: &BTreeMap<String, PersonId>) -> u64 {
    if newest_of_bib.is_empty() {
        return 0;
    }
    short_digest(|hash| {
        for text in newest_of_bib
            .iter()
            .flat_map(|(bib, person)| [bib.as_str(), person.as_str()])
        {
            hash.update(text.len().to_be_bytes());
            hash.update(text.as_bytes());
        }
    })
}

fn name_digest(first: &str, last: &str) -> u64 {
    if first.is_empty() && last.is_empty() {
        return 0;
    }
    short_digest(|hash| {
        hash.update(first.as_bytes());
        hash.update([0]);
        hash.update(last.as_bytes());
    })
}

impl Summary {
    /// Summarises a piece. `privacy` is that of all linked bibs of the whole race, `before` the runners of the last
    /// version, by line.
    #[must_use]
    pub fn of(
        piece: &Piece,
        range: Range,
        view: View<'_>,
        privacy: &PrivacyByBib,
        (before, version): (&HashMap<LineKey, Tracked>, u64),
    ) -> Self {
        let (shown, record) = (piece.shown(view, range, privacy), view.record);
        let stamps = || piece.rows.values().map(|row| row.stamp);
        Self {
            people: people(piece, view, &shown),
            participants: participants(piece, &shown),
            parts: parts(&shown, view.kind, before, version),
            stored_distances: piece
                .rows
                .values()
                .map(|row| row.person.distance.clone())
                .collect(),
            row_stamps: stamps().min().zip(stamps().max()),
            hides: piece.participants.values().any(|who| {
                who.living(record.participants)
                    .is_some_and(|who| who.anonymous)
            }),
            wishes: wishes(piece, record),
            shown: if shown.rows.is_empty() {
                0
            } else {
                rows_digest(&shown.rows) ^ newest_digest(&shown.newest_of_bib)
            },
        }
    }

    /// About how many bytes of the heap it takes.
    pub(super) fn heap(&self) -> usize {
        let people = self.people.iter().map(|who| heap::text(who.id.as_str()));
        let participants = self.participants.iter().map(ListedBrief::heap);
        let parts = self.parts.iter();
        let parts = parts.map(|(distance, part)| heap::text(distance) + part.heap());
        let distances = self.stored_distances.iter();
        let distances = distances.map(|distance| heap::text(distance));
        let wishes = self.wishes.iter().map(|granted| heap::text(&granted.bib));
        let within = people.chain(participants).chain(parts);
        let within = within.chain(distances).chain(wishes);
        heap::block(size_of_val(self.people.as_slice()))
            + heap::block(size_of_val(self.participants.as_slice()))
            + heap::tree::<(String, Part)>(self.parts.len())
            + heap::tree::<String>(self.stored_distances.len())
            + heap::block(size_of_val(self.wishes.as_slice()))
            + within.sum::<usize>()
    }

    /// Whether somebody has a wish in force that they did not have in `before`: earlier files may
    /// then have to be removed.
    #[must_use]
    pub fn grants_more_than(&self, before: &Self) -> bool {
        let had = |bib: &str| before.wishes.iter().find(|known| known.bib == bib);
        self.wishes.iter().any(|now| {
            let had = had(&now.bib).map(|known| known.wishes);
            now.wishes.covers_more_than(had.unwrap_or_default())
        })
    }

    /// The people and participants of this piece whom readers see without a name or not at all;
    /// `true` marks a person.
    pub fn unnamed(&self) -> impl Iterator<Item = (bool, &str)> {
        self.ids(|who| who.anonymous, |who| who.shown.is_none())
    }

    /// Those whom readers see by name; `true` marks a person.
    pub fn named(&self) -> impl Iterator<Item = (bool, &str)> {
        self.ids(|who| who.name != 0, |who| who.shown.is_some())
    }

    fn ids(
        &self,
        is_meant: fn(&Brief) -> bool,
        is_listed: fn(&ListedBrief) -> bool,
    ) -> impl Iterator<Item = (bool, &str)> {
        let people = self.people.iter().filter(move |who| is_meant(who));
        let listed = self.participants.iter().filter(move |who| is_listed(who));
        let people = people.map(|who| (true, who.id.as_str()));
        people.chain(listed.map(|who| (false, who.id.as_str())))
    }

    /// How many rows readers see.
    #[must_use]
    pub fn rows_shown(&self) -> usize {
        self.parts.values().map(|part| part.counts.rows).sum()
    }

    /// Digests of the names readers see.
    pub fn names(&self) -> impl Iterator<Item = u64> {
        let listed = self
            .participants
            .iter()
            .filter_map(|who| who.shown.as_ref())
            .map(|who| name_digest(&who.first, &who.last));
        self.people
            .iter()
            .map(|person| person.name)
            .chain(listed)
            .filter(|name| *name != 0)
    }

    /// The runners by line.
    pub fn runners(&self) -> impl Iterator<Item = (LineKey, &Tracked)> {
        self.parts.iter().flat_map(|(distance, part)| {
            part.runners.iter().map(move |tracked| {
                let key = LineKey {
                    distance: distance.clone(),
                    bib: tracked.runner.bib.clone(),
                };
                (key, tracked)
            })
        })
    }

    /// The summary of the same piece after a delete of all its rows.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        Self {
            participants: self.participants.clone(),
            hides: self.hides,
            wishes: self.wishes.clone(),
            ..Self::default()
        }
    }
}

fn people(piece: &Piece, view: View<'_>, shown: &Shown) -> Vec<Brief> {
    let mut seen: HashMap<&str, (u32, u64, bool)> = HashMap::new();
    for row in &shown.rows {
        let name = || name_digest(&row.person.first, &row.person.last);
        seen.entry(&row.person_id)
            .or_insert_with(|| (0, name(), row.person.anonymous))
            .0 += 1;
    }
    let brief = |(id, stored): (&PersonId, Vec<&liveness::StoredRow>)| {
        let (rows, name, anonymous) = seen.get(id.as_str()).copied().unwrap_or_default();
        let digest = stored.iter().fold(0_u64, |sum, row| {
            sum.wrapping_add(row_digest(&row.key(), row.stamp))
        });
        Brief {
            id: id.clone(),
            slot: Piece::slot_of_person(id, &stored, view),
            shown: rows,
            name,
            anonymous,
            stored: digest,
        }
    };
    let mut people: Vec<Brief> = piece.people().map(brief).collect();
    // people of whom nothing is stored but a correction
    let by_hand: Vec<&ResultRow> = shown
        .rows
        .iter()
        .filter(|row| row.person_id.starts_with(BY_HAND))
        .filter(|row| people.iter().all(|who| who.id != row.person_id))
        .collect();
    people.extend(by_hand.into_iter().map(|row| Brief {
        id: row.person_id.clone(),
        slot: slot(row.person.bib(), &row.person_id),
        shown: 1,
        name: name_digest(&row.person.first, &row.person.last),
        anonymous: row.person.anonymous,
        stored: 0,
    }));
    people
}

fn participants(piece: &Piece, shown: &Shown) -> Vec<ListedBrief> {
    let seen: HashMap<&str, &ResultParticipant> = shown
        .participants
        .iter()
        .map(|(id, who)| (id.as_str(), who))
        .collect();
    let brief = |(id, item): (&String, &_)| ListedBrief {
        id: id.clone(),
        slot: slot_of_participant(id, item),
        stamp: item.stamp,
        shown: seen.get(id.as_str()).map(|who| (*who).clone()),
    };
    piece.participants.iter().map(brief).collect()
}

fn wishes(piece: &Piece, record: &YearRecord) -> Vec<WishesBrief> {
    let brief = |(bib, item): (&String, &Stamped<Wishes>)| WishesBrief {
        bib: bib.clone(),
        stamp: item.stamp,
        wishes: item.living(record.made).copied().unwrap_or_default(),
    };
    piece.wishes.iter().map(brief).collect()
}

fn parts(
    shown: &Shown,
    kind: EventKind,
    before: &HashMap<LineKey, Tracked>,
    version: u64,
) -> BTreeMap<String, Part> {
    let mut by_distance: BTreeMap<&str, (Vec<&ResultRow>, Counts)> = BTreeMap::new();
    for (row, last) in shown.rows.iter().zip(last_per_segment(&shown.rows)) {
        let (rows, counts) = by_distance.entry(&row.person.distance).or_default();
        rows.push(row);
        counts.rows += 1;
        counts.last += usize::from(last);
    }
    let part = |distance: &str, rows: Vec<&ResultRow>, counts| {
        let Field {
            runners,
            passages,
            last_hour,
        } = Field::of(kind, &rows);
        let mut rows_of: HashMap<&str, Vec<&ResultRow>> = HashMap::new();
        for row in rows {
            rows_of.entry(row.person.bib.trim()).or_default().push(row);
        }
        let tracked = |runner: BoardRunner| {
            let rows = rows_digest(rows_of.remove(runner.bib.as_str()).unwrap_or_default());
            let known = before.get(&LineKey {
                distance: distance.to_owned(),
                bib: runner.bib.clone(),
            });
            let line_since = known
                .filter(|known| known.runner == runner)
                .map_or(version, |known| known.line_since);
            let rows_since = known
                .filter(|known| known.rows == rows)
                .map_or(version, |known| known.rows_since);
            let steady = runner.steady();
            let was_steady =
                known.filter(|known| steady.is_some() && known.runner.steady() == steady);
            let steady_since = was_steady.map_or(version, |known| known.steady_since);
            Tracked {
                runner,
                line_since,
                steady_since,
                rows_since,
                rows,
                uploaded: None,
            }
        };
        Part {
            runners: runners.into_iter().map(tracked).collect(),
            passages,
            last_hour,
            counts,
        }
    };
    by_distance
        .into_iter()
        .map(|(distance, (rows, counts))| (distance.to_owned(), part(distance, rows, counts)))
        .collect()
}
