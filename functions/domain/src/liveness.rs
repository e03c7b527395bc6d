//! Which stored rows are alive, and which of an upload's rows must be written (contract 6.1, 6.2;
//! docs/decisions/storage.md).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    row::{Passage, Person, PersonId, ResultRow},
    stamp::Stamp,
};

/// The identity of a row within a year: person, location, occurrence (contract 6.1).
pub type RowKey = (PersonId, String, i64);

/// One row as the table holds it: the person's fields as of this row's upload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRow {
    /// The uploader's id of the person.
    pub person_id: PersonId,
    /// The person as this upload had it.
    pub person: Person,
    /// Where and when the person passed, and their places there.
    pub passage: Passage,
    /// The stamp of the request that wrote the row.
    pub stamp: Stamp,
    /// The rows alive at this row's upload; recorded only if deletes by distance make it matter.
    #[serde(rename = "vouch")]
    pub witness: Option<Witness>,
    /// Who wrote it, and what a return to an earlier version left in it.
    pub mark: Mark,
}

/// Who wrote a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Origin {
    /// A client with a key.
    #[default]
    Upload,
    /// Somebody who saw its effect beforehand, by spreadsheet or `chute import`.
    Import,
    /// A return to an earlier version.
    RollBack,
}

/// Notes about a row besides its values.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mark {
    /// Who wrote it.
    pub origin: Origin,
    /// Whether a return to an earlier version removed the row. Rules about deletes still count it
    /// as a row, but nobody sees it.
    pub gone: bool,
    /// Digests of the values refused when it was written: of passages with this row's identity, and
    /// of the person's fields.
    pub refused: Vec<Refused>,
}

/// The digest of values that a return to an earlier version undid, so that the uploader's next
/// repeat of them changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Refused(u64);

impl Refused {
    /// The digest of a passage in its stored form.
    #[must_use]
    pub fn passage(passage: &Passage) -> Self {
        Self(short_digest(passage) & !1)
    }

    /// The digest of a person's fields.
    #[must_use]
    pub fn person(person: &Person) -> Self {
        Self(short_digest(person) | 1)
    }

    /// Whether it is the digest of a person's fields.
    #[must_use]
    pub fn is_of_person(self) -> bool {
        self.0 & 1 == 1
    }

    /// The stored form.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The digest with this stored form.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }
}

fn short_digest<T: Serialize>(value: &T) -> u64 {
    let bytes = postcard::to_stdvec(value).unwrap_or_default();
    Sha256::digest(&bytes)
        .iter()
        .take(8)
        .fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}

impl StoredRow {
    /// The row's identity.
    #[must_use]
    pub fn key(&self) -> RowKey {
        (
            self.person_id.clone(),
            self.passage.location.clone(),
            self.passage.occurrence,
        )
    }
}

/// "When I was written, the person's rows from `oldest` to `newest` were alive, the others older
/// than `taken` were not, and I knew of all deletes up to `newest_delete`."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The oldest stamp among the person's rows that were alive; the newest delete's if there were
    /// none.
    pub oldest: Stamp,
    /// The newest stamp among them. A row that was received after it but written later than the
    /// witness is not included.
    pub newest: Stamp,
    /// The newest delete of a distance that had deleted rows of the person.
    pub taken: Option<Stamp>,
    /// The newest delete of a distance that was known.
    pub newest_delete: Stamp,
}

/// The deletes of many rows of a year.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Deletes {
    /// Everything older is dead.
    pub all: Option<Stamp>,
    /// Deletes of one distance.
    pub by_distance: BTreeSet<(Stamp, String)>,
}

impl Deletes {
    /// The deletes of one distance with this stamp or a newer one, oldest first. A day of
    /// "Recalculate" leaves hundreds of deletes, most of them older than all rows of a person.
    fn by_distance_since(&self, oldest: Stamp) -> impl Iterator<Item = &(Stamp, String)> {
        self.by_distance.range((oldest, String::new())..)
    }
}

impl Witness {
    fn names(&self, row: &StoredRow) -> bool {
        (self.oldest..=self.newest).contains(&row.stamp)
    }
}

/// The rows of one person that are alive, in the order given.
///
/// A delete of a distance kills the older rows of a person who was in that distance at the time. A
/// person's distance at the time is the one in the newest of those older rows. Rows survive if a
/// newer row is a witness that they were alive.
#[must_use]
pub fn living<'r>(
    rows: impl IntoIterator<Item = &'r StoredRow>,
    deletes: &Deletes,
) -> Vec<&'r StoredRow> {
    visible(&surviving(rows, deletes))
}

/// The items of one person that no delete has removed: rows that are alive, and what is left of
/// rows that a return to an earlier version removed.
#[must_use]
pub fn surviving<'r>(
    rows: impl IntoIterator<Item = &'r StoredRow>,
    deletes: &Deletes,
) -> Vec<&'r StoredRow> {
    Survivors::of(rows, deletes).surviving
}

fn visible<'r>(surviving: &[&'r StoredRow]) -> Vec<&'r StoredRow> {
    surviving
        .iter()
        .copied()
        .filter(|row| !row.mark.gone)
        .collect()
}

/// The rows of one person that deletes have left.
struct Survivors<'r> {
    surviving: Vec<&'r StoredRow>,
    /// The newest delete of a distance that removed rows of the person: nothing received before it
    /// restores any of them.
    taken: Option<Stamp>,
}

impl<'r> Survivors<'r> {
    fn of(rows: impl IntoIterator<Item = &'r StoredRow>, deletes: &Deletes) -> Self {
        let mut alive: Vec<&StoredRow> = rows
            .into_iter()
            .filter(|row| deletes.all.is_none_or(|all| row.stamp >= all))
            .collect();
        let mut taken = None;
        // the row that named the distance of dead rows may have been overwritten since: what a
        // witness knows to be dead stays dead
        for witness in alive
            .iter()
            .filter_map(|row| row.witness)
            .collect::<Vec<_>>()
        {
            if let Some(at) = witness.taken {
                alive.retain(|row| row.stamp >= at || witness.names(row));
                taken = taken.max(Some(at));
            }
        }
        let oldest = alive.iter().map(|row| row.stamp).min();
        for (at, distance) in oldest
            .into_iter()
            .flat_map(|oldest| deletes.by_distance_since(oldest))
        {
            let then = alive
                .iter()
                .filter(|row| row.stamp < *at)
                .max_by_key(|row| row.stamp);
            if then.is_none_or(|row| row.person.distance != *distance) {
                continue;
            }
            let witnesses: Vec<Witness> = alive
                .iter()
                .filter_map(|row| row.witness)
                .filter(|witness| witness.newest_delete >= *at)
                .collect();
            let before = alive.len();
            alive.retain(|row| {
                row.stamp >= *at || witnesses.iter().any(|witness| witness.names(row))
            });
            if alive.len() < before {
                taken = taken.max(Some(*at));
            }
        }
        Self {
            surviving: alive,
            taken,
        }
    }
}

/// The person as of the newest of the living rows (contract 6.1).
#[must_use]
pub fn person_of<'r>(alive: &[&'r StoredRow]) -> Option<&'r Person> {
    alive
        .iter()
        .max_by_key(|row| row.stamp)
        .map(|row| &row.person)
}

/// All living rows of a year as readers get them, in the order of the contract (6.3), with each
/// person's fields as of their newest row.
#[must_use]
pub fn result_rows<'r>(
    rows: impl IntoIterator<Item = &'r StoredRow>,
    deletes: &Deletes,
) -> Vec<ResultRow> {
    let mut people: BTreeMap<&str, Vec<&StoredRow>> = BTreeMap::new();
    for row in rows {
        people.entry(&row.person_id).or_default().push(row);
    }
    let mut all = Vec::new();
    for rows in people.into_values() {
        let alive = living(rows, deletes);
        let Some(person) = person_of(&alive) else {
            continue;
        };
        all.extend(alive.iter().map(|row| ResultRow {
            person_id: row.person_id.clone(),
            person: person.clone(),
            passage: row.passage.clone(),
        }));
    }
    all.sort_by(|a, b| a.order().cmp(&b.order()));
    all
}

/// The rows of an upload that must be written, given what is `stored` of the people in it (contract
/// 6.2).
///
/// Left out are rows equal to what is stored, rows for which something newer is stored, rows that a
/// later delete has already removed, and what a return to an earlier version has refused. If `sent`
/// contains an identity twice, the last row wins; so do the last fields of a person.
///
/// Rows of other origins are never refused, since only uploads are repeated without anybody asking
/// for it.
#[must_use]
pub fn rows_from(
    origin: Origin,
    stored: &[StoredRow],
    deletes: &Deletes,
    sent: Vec<ResultRow>,
    stamp: Stamp,
) -> Vec<StoredRow> {
    if deletes.all.is_some_and(|all| stamp < all) {
        return Vec::new();
    }
    let mut newest_person: BTreeMap<PersonId, Person> = BTreeMap::new();
    let mut passages: BTreeMap<RowKey, Passage> = BTreeMap::new();
    for row in sent {
        let passage = row.passage.normalised();
        passages.insert(
            (
                row.person_id.clone(),
                passage.location.clone(),
                passage.occurrence,
            ),
            passage,
        );
        newest_person.insert(row.person_id, row.person);
    }
    let mut stored_of: BTreeMap<&str, Vec<&StoredRow>> = BTreeMap::new();
    for row in stored {
        stored_of.entry(&row.person_id).or_default().push(row);
    }
    let mut changed = Vec::new();
    for (key, passage) in passages {
        let Some(person) = newest_person.get(&key.0) else {
            continue;
        };
        let rows = stored_of.get(key.0.as_str()).map_or(&[][..], Vec::as_slice);
        let Survivors { surviving, taken } = Survivors::of(rows.iter().copied(), deletes);
        if taken.is_some_and(|at| stamp < at) {
            continue;
        }
        let same = rows
            .iter()
            .find(|row| row.passage.location == key.1 && row.passage.occurrence == key.2);
        if same.is_some_and(|row| row.stamp >= stamp) {
            continue;
        }
        let alive = visible(&surviving);
        let Some((person, passage, refused)) =
            accepted(origin, &surviving, &alive, person.clone(), passage)
        else {
            continue;
        };
        let unchanged = alive
            .iter()
            .any(|row| row.passage == passage && row.person == person)
            && person_of(&alive) == Some(&person);
        if unchanged {
            continue;
        }
        let witness = witness_for(&surviving, taken, deletes, stamp);
        let row = StoredRow {
            person_id: key.0,
            person,
            passage,
            stamp,
            witness,
            mark: Mark {
                origin,
                gone: false,
                refused,
            },
        };
        if would_survive(&row, rows, deletes) {
            changed.push(row);
        }
    }
    changed
}

/// The accepted parts of a row that was sent, and the refusals that stay; `None` if it repeats a
/// row that a return to an earlier version removed. The person's fields and the passage are refused
/// separately, as they are stored.
fn accepted(
    origin: Origin,
    surviving: &[&StoredRow],
    alive: &[&StoredRow],
    mut person: Person,
    mut passage: Passage,
) -> Option<(Person, Passage, Vec<Refused>)> {
    let now = person_of(alive);
    let people = refused_people(surviving);
    let here = surviving.iter().find(|row| {
        row.passage.location == passage.location && row.passage.occurrence == passage.occurrence
    });
    if origin == Origin::Upload {
        // a request not to be named always counts, even if the person's fields were refused
        let hides = |now: &Person| person.anonymous && !now.anonymous;
        if let Some(now) =
            now.filter(|now| people.contains(&Refused::person(&person)) && !hides(now))
        {
            person = now.clone();
        }
        if let Some(here) =
            here.filter(|here| here.mark.refused.contains(&Refused::passage(&passage)))
        {
            if here.mark.gone {
                return None;
            }
            passage = here.passage.clone();
        }
    }
    let same_person = now == Some(&person);
    let same_passage = here.filter(|here| !here.mark.gone && here.passage == passage);
    let mut refused: Vec<Refused> = people.into_iter().filter(|_| same_person).collect();
    refused.extend(
        same_passage
            .into_iter()
            .flat_map(|here| here.mark.refused.iter().copied())
            .filter(|known| !known.is_of_person()),
    );
    Some((person, passage, refused))
}

/// The refusals of a person's fields, as noted in their newest rows.
fn refused_people(surviving: &[&StoredRow]) -> Vec<Refused> {
    let newest = surviving.iter().map(|row| row.stamp).max();
    let of_newest = surviving
        .iter()
        .filter(|row| Some(row.stamp) == newest)
        .flat_map(|row| row.mark.refused.iter().copied());
    let mut people: Vec<Refused> = Vec::new();
    for refused in of_newest.filter(|refused| refused.is_of_person()) {
        if !people.contains(&refused) {
            people.push(refused);
        }
    }
    people
}

fn would_survive(row: &StoredRow, rows: &[&StoredRow], deletes: &Deletes) -> bool {
    let others = rows
        .iter()
        .copied()
        .filter(|other| other.key() != row.key());
    surviving(others.chain([row]), deletes)
        .iter()
        .any(|there| there.key() == row.key())
}

/// The witness for a row that is written with this stamp, given what is `stored` of its person.
#[must_use]
pub fn witness_over(stored: &[StoredRow], deletes: &Deletes, stamp: Stamp) -> Option<Witness> {
    let Survivors { surviving, taken } = Survivors::of(stored, deletes);
    witness_for(&surviving, taken, deletes, stamp)
}

fn witness_for(
    alive: &[&StoredRow],
    taken: Option<Stamp>,
    deletes: &Deletes,
    stamp: Stamp,
) -> Option<Witness> {
    // a request that arrives late says nothing about deletes that were received after it
    let newest_delete = deletes
        .by_distance
        .range(..(stamp, String::new()))
        .next_back()
        .map(|(at, _)| *at)
        .unwrap_or_default();
    let stamps = || alive.iter().map(|row| row.stamp);
    let (oldest, newest) = (
        stamps().min().unwrap_or(newest_delete),
        stamps().max().unwrap_or(newest_delete),
    );
    (taken.is_some() || oldest < newest_delete).then_some(Witness {
        oldest,
        newest,
        taken,
        newest_delete,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(at: u64) -> Stamp {
        Stamp::new(at, "")
    }

    fn sent(person: &str, distance: &str, occurrence: i64, seconds: i64) -> ResultRow {
        ResultRow {
            person_id: person.into(),
            person: Person {
                bib: "7".to_owned(),
                distance: distance.to_owned(),
                ..Person::default()
            },
            passage: Passage {
                seconds,
                location: "Finish".to_owned(),
                occurrence,
                ..Passage::default()
            },
        }
    }

    /// A table in memory: applies an upload the way the store does.
    fn upload(
        table: &mut Vec<StoredRow>,
        deletes: &Deletes,
        rows: Vec<ResultRow>,
        at: u64,
    ) -> usize {
        let changed = rows_from(Origin::Upload, table, deletes, rows, stamp(at));
        let count = changed.len();
        for row in changed {
            table.retain(|other| other.key() != row.key());
            table.push(row);
        }
        count
    }

    fn seen(table: &[StoredRow], deletes: &Deletes) -> Vec<(String, i64)> {
        result_rows(table, deletes)
            .into_iter()
            .map(|row| (row.person.distance, row.passage.seconds))
            .collect()
    }

    #[test]
    fn an_unchanged_row_is_not_written() {
        let (mut table, deletes) = (Vec::new(), Deletes::default());
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 1),
            1
        );
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 2),
            0
        );
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 101)], 3),
            1
        );
    }

    #[test]
    fn an_older_request_never_undoes_a_newer_one() {
        let (mut table, deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 5);
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 90)], 4),
            0
        );
        assert_eq!(seen(&table, &deletes), [("5K".to_owned(), 100)]);
    }

    #[test]
    fn a_person_is_what_the_newest_row_says_in_all_rows() {
        let (mut table, deletes) = (Vec::new(), Deletes::default());
        upload(
            &mut table,
            &deletes,
            vec![sent("a", "5K", 0, 1), sent("a", "5K", 1, 100)],
            1,
        );
        upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 2);
        assert_eq!(
            seen(&table, &deletes),
            [("10K".to_owned(), 1), ("10K".to_owned(), 100)]
        );
        upload(&mut table, &deletes, vec![sent("a", "5K", 0, 1)], 3);
        assert_eq!(
            seen(&table, &deletes),
            [("5K".to_owned(), 1), ("5K".to_owned(), 100)]
        );
    }

    #[test]
    fn of_equal_rows_in_one_request_the_later_wins() {
        let (mut table, deletes) = (Vec::new(), Deletes::default());
        assert_eq!(
            upload(
                &mut table,
                &deletes,
                vec![sent("a", "5K", 1, 100), sent("a", "10K", 1, 101)],
                1
            ),
            1
        );
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 101)]);
    }

    #[test]
    fn a_batch_older_than_the_delete_brings_nothing_back() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 1);
        deletes.all = Some(stamp(5));
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 4),
            0
        );
        assert_eq!(seen(&table, &deletes), []);
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 6),
            1
        );
        assert_eq!(seen(&table, &deletes), [("5K".to_owned(), 100)]);
    }

    #[test]
    fn a_distance_delete_takes_whoever_was_in_it_then() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(
            &mut table,
            &deletes,
            vec![sent("a", "5K", 0, 1), sent("b", "10K", 0, 2)],
            1,
        );
        upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 2);
        deletes.by_distance.insert((stamp(3), "5K".to_owned()));
        assert_eq!(
            seen(&table, &deletes).len(),
            3,
            "a has moved to the 10K before"
        );
        // a's newer row is overwritten, and with it the proof that a had moved: the witness keeps
        // that
        upload(&mut table, &deletes, vec![sent("a", "10K", 1, 101)], 4);
        assert_eq!(seen(&table, &deletes).len(), 3);
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 102)], 5);
        assert_eq!(seen(&table, &deletes).len(), 3);
        deletes.by_distance.insert((stamp(6), "5K".to_owned()));
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 2)]);
    }

    #[test]
    fn rows_that_a_distance_delete_took_stay_dead_when_their_proof_is_overwritten() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "10K", 0, 1)], 1);
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 2);
        deletes.by_distance.insert((stamp(3), "5K".to_owned()));
        assert_eq!(seen(&table, &deletes), []);
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 100)], 4);
        assert_eq!(seen(&table, &deletes), [("5K".to_owned(), 100)]);
        upload(&mut table, &deletes, vec![sent("a", "5K", 1, 101)], 5);
        assert_eq!(seen(&table, &deletes), [("5K".to_owned(), 101)]);
    }

    #[test]
    fn a_late_batch_does_not_undo_the_delete_of_its_distance() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("b", "10K", 0, 1)], 1);
        deletes.by_distance.insert((stamp(3), "5K".to_owned()));
        assert_eq!(
            upload(
                &mut table,
                &deletes,
                vec![sent("a", "5K", 1, 100), sent("b", "5K", 1, 100)],
                2
            ),
            0
        );
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 1)]);
    }

    #[test]
    fn a_late_batch_brings_nothing_of_a_deleted_person_back() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "5K", 0, 1)], 1);
        deletes.by_distance.insert((stamp(4), "5K".to_owned()));
        assert_eq!(
            upload(
                &mut table,
                &deletes,
                vec![sent("a", "10K", 0, 1), sent("a", "10K", 1, 100)],
                3
            ),
            0,
            "the delete had taken a"
        );
        // nor if the row that shows it was overwritten
        upload(&mut table, &deletes, vec![sent("a", "10K", 0, 1)], 6);
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 3),
            0
        );
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 1)]);
        // late, but the delete in between did not concern a
        deletes.by_distance.insert((stamp(8), "Walk".to_owned()));
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 7),
            1
        );
    }

    #[test]
    fn a_witness_is_not_for_a_late_batch() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "5K", 0, 1)], 1);
        deletes.by_distance.insert((stamp(5), "10K".to_owned()));
        upload(&mut table, &deletes, vec![sent("a", "10K", 0, 1)], 6);
        assert_eq!(
            upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 4),
            0
        );
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 1)]);
    }

    #[test]
    fn the_same_distance_deleted_twice_stays_deleted() {
        let (mut table, mut deletes) = (Vec::new(), Deletes::default());
        upload(&mut table, &deletes, vec![sent("a", "5K", 0, 1)], 1);
        deletes.by_distance.insert((stamp(3), "5K".to_owned()));
        upload(&mut table, &deletes, vec![sent("a", "10K", 1, 100)], 5);
        deletes.by_distance.insert((stamp(9), "5K".to_owned()));
        assert_eq!(seen(&table, &deletes), [("10K".to_owned(), 100)]);
    }
}
