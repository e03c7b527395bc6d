//! One row: one passage of one person (contract 2.3).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{heap, race::reads_as_text};

/// A bib as it was given: text, not always a number; empty for none. Rows and alerts are looked up
/// by the exact text, pages and runners' wishes by the text without surrounding blanks
/// ([`Bib::trimmed`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Bib<'b>(&'b str);

impl<'b> Bib<'b> {
    /// The bib with this text.
    #[must_use]
    pub fn new(text: &'b str) -> Self {
        Self(text)
    }

    /// Its text, as it was given.
    #[must_use]
    pub fn as_str(self) -> &'b str {
        self.0
    }

    /// Its text without the blanks around it.
    #[must_use]
    pub fn trimmed(self) -> &'b str {
        self.0.trim()
    }
}

/// The uploader's id of a person within a year: opaque, compared exactly. Not a participant's id.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(String);

impl PersonId {
    /// The id with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

reads_as_text!(PersonId);

impl From<String> for PersonId {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for PersonId {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl PartialEq<str> for PersonId {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for PersonId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// The part of a row that is the same in all rows of a person (contract 6.1).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Person {
    /// Bib as uploaded; text, not always a number.
    pub bib: String,
    /// First name; as uploaded, also of anonymous people.
    pub first: String,
    /// Last name; as uploaded, also of anonymous people.
    pub last: String,
    /// Age on race day in years; −1 and 0 mean unknown.
    pub age: i64,
    /// Gender, free text.
    pub gender: String,
    /// Age group, free text.
    pub age_group: String,
    /// Name of the distance; may be empty.
    pub distance: String,
    /// Whether the name must not leave the server on a public route (contract 6.6).
    pub anonymous: bool,
    /// Division, free text.
    pub division: String,
}

impl Person {
    /// The person's bib.
    #[must_use]
    pub fn bib(&self) -> Bib<'_> {
        Bib(&self.bib)
    }
}

/// The part of a row about the passage itself.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Passage {
    /// Clock time since the gun, in whole seconds.
    pub seconds: i64,
    /// Millisecond part of the clock time; not checked.
    pub milliseconds: i64,
    /// Chip time, in whole seconds.
    pub chip_seconds: i64,
    /// Millisecond part of the chip time; not checked.
    pub chip_milliseconds: i64,
    /// Name of the segment; may be empty.
    pub segment: String,
    /// Name of the timing point.
    pub location: String,
    /// The n-th passage there (contract 6.9).
    pub occurrence: i64,
    /// Overall place within the segment; −1 = not placed.
    pub ranking: i64,
    /// Age-group place within the segment.
    pub age_ranking: i64,
    /// Gender place within the segment.
    pub gender_ranking: i64,
    /// Whether the row belongs to the finish segment.
    pub finish: bool,
    /// Result type (contract 6.8).
    pub kind: i64,
    /// Local time of the passage, opaque text.
    pub local_time: String,
    /// Place in the division; −1 = not placed.
    pub division_ranking: i64,
}

impl Passage {
    /// Whether it says that there is no finish: did not finish, or did not start.
    #[must_use]
    pub fn is_out(&self) -> bool {
        is_dnf(self.kind) || is_dns(self.kind)
    }

    /// Clock time since the gun, in milliseconds.
    #[must_use]
    pub const fn clock_ms(&self) -> i64 {
        self.seconds
            .saturating_mul(1_000)
            .saturating_add(self.milliseconds)
    }

    /// Chip time, in milliseconds.
    #[must_use]
    pub const fn chip_ms(&self) -> i64 {
        self.chip_seconds
            .saturating_mul(1_000)
            .saturating_add(self.chip_milliseconds)
    }

    /// The stored form: a DNF has 1,000,000 seconds, whatever was sent (contract 6.7).
    #[must_use]
    pub fn normalised(mut self) -> Self {
        if is_dnf(self.kind) {
            self.seconds = DNF_SECONDS;
        }
        self
    }
}

/// Clock seconds of a DNF row (contract 6.7).
pub const DNF_SECONDS: i64 = 1_000_000;

/// Whether a result type is "did not finish" (contract 6.8).
#[must_use]
pub fn is_dnf(kind: i64) -> bool {
    matches!(kind, 3 | 30)
}

/// Whether a result type is "did not start" (contract 6.8).
#[must_use]
pub fn is_dns(kind: i64) -> bool {
    kind == 31
}

/// A row as readers get it: person and passage together.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResultRow {
    /// The uploader's id of the person within the year.
    pub person_id: PersonId,
    /// The person as of their newest row.
    pub person: Person,
    /// The passage.
    pub passage: Passage,
}

impl ResultRow {
    /// About how many bytes of the heap it takes.
    pub(crate) fn heap(&self) -> usize {
        let (who, passage) = (&self.person, &self.passage);
        let of_person = [
            self.person_id.as_str(),
            &who.bib,
            &who.first,
            &who.last,
            &who.gender,
            &who.age_group,
            &who.distance,
            &who.division,
        ];
        let of_passage = [&passage.segment, &passage.location, &passage.local_time];
        let texts = of_person.into_iter();
        texts
            .chain(of_passage.map(String::as_str))
            .map(heap::text)
            .sum()
    }

    /// The sort key of result rows, used everywhere (contract 6.3): clock time, bib, location,
    /// occurrence, person.
    #[must_use]
    pub fn order(&self) -> (i64, i64, &str, &str, i64, &str) {
        let passage = &self.passage;
        (
            passage.seconds,
            passage.milliseconds,
            &self.person.bib,
            &passage.location,
            passage.occurrence,
            &self.person_id,
        )
    }
}

/// Flags the rows that `POST /results` returns (contract 6.3): for each person and segment the one
/// with the most clock seconds (ties: larger occurrence, larger milliseconds, greater location),
/// and every DNF and DNS. `rows` may be in any order.
#[must_use]
pub fn last_per_segment(rows: &[ResultRow]) -> Vec<bool> {
    let mut last: HashMap<(&str, &str), usize> = HashMap::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let known = last
            .entry((&row.person_id, &row.passage.segment))
            .or_insert(place);
        if rows
            .get(*known)
            .is_some_and(|best| lateness(row) > lateness(best))
        {
            *known = place;
        }
    }
    let mut flags: Vec<bool> = rows.iter().map(|row| row.passage.is_out()).collect();
    for place in last.into_values() {
        if let Some(flag) = flags.get_mut(place) {
            *flag = true;
        }
    }
    flags
}

/// Orders a person's rows in a segment: the greatest is the last (contract 6.3).
fn lateness(row: &ResultRow) -> (i64, i64, i64, &str) {
    let passage = &row.passage;
    (
        passage.seconds,
        passage.occurrence,
        passage.milliseconds,
        &passage.location,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_person_is_stored_as_its_text() {
        let id = PersonId::new("1-Q7Z");
        assert_eq!(
            postcard::to_stdvec(&id).unwrap(),
            postcard::to_stdvec("1-Q7Z").unwrap()
        );
        assert_eq!(serde_json::to_value(&id).unwrap(), "1-Q7Z");
    }
}
