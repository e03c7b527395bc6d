//! Result rows in requests and answers (contract 2.3, 2.4).

use chute_domain::row::{Passage, Person, ResultRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// A result row as sent.
    pub struct ResultIn {
        /// Person.
        pub person_id: String,
        /// Bib.
        pub bib: String,
        /// First name.
        pub first: String,
        /// Last name.
        pub last: String,
        /// Age in years.
        pub age: i64,
        /// Gender.
        pub gender: String,
        /// Age group.
        pub age_group: String,
        /// Distance.
        pub distance: String,
        /// Clock seconds.
        pub seconds: i64,
        /// Clock milliseconds.
        pub milliseconds: i64,
        /// Chip seconds.
        pub chip_seconds: i64,
        /// Chip milliseconds.
        pub chip_milliseconds: i64,
        /// Segment.
        pub segment: String,
        /// Location.
        pub location: String,
        /// Occurrence, spelled as on the wire.
        #[serde(rename = "occurence")]
        pub occurrence: i64,
        /// Overall place.
        pub ranking: i64,
        /// Age-group place.
        pub age_ranking: i64,
        /// Gender place.
        pub gender_ranking: i64,
        /// Whether it is of the finish segment.
        pub finish: bool,
        /// Result type.
        #[serde(rename = "type")]
        pub kind: i64,
        /// Anonymous.
        pub anonymous: bool,
        /// Local time, opaque.
        pub local_time: String,
        /// Division.
        pub division: String,
        /// Place in the division.
        pub division_ranking: i64,
    }
}

impl ResultIn {
    /// The row, or `None` when it is invalid and to be dropped (contract 2.3).
    #[must_use]
    pub fn checked(self) -> Option<ResultRow> {
        let identified = is_identity(&self.person_id, 100) && is_identity(&self.bib, 100) && is_identity(&self.location, 500);
        if !identified || self.seconds < 0 || self.chip_seconds < 0 || self.occurrence < 0 {
            return None;
        }
        let person = Person {
            bib: self.bib,
            first: cut(self.first, 100),
            last: cut(self.last, 100),
            age: self.age,
            gender: cut(self.gender, 50),
            age_group: cut(self.age_group, 200),
            distance: cut(self.distance, 200),
            anonymous: self.anonymous,
            division: cut(self.division, 500),
        };
        let passage = Passage {
            seconds: self.seconds,
            milliseconds: self.milliseconds,
            chip_seconds: self.chip_seconds,
            chip_milliseconds: self.chip_milliseconds,
            segment: cut(self.segment, 500),
            location: self.location,
            occurrence: self.occurrence,
            ranking: self.ranking,
            age_ranking: self.age_ranking,
            gender_ranking: self.gender_ranking,
            finish: self.finish,
            kind: self.kind,
            local_time: cut(self.local_time, 100),
            division_ranking: self.division_ranking,
        };
        Some(ResultRow { person_id: self.person_id, person, passage: passage.normalised() })
    }
}

/// A result row as answered, fields in the order of the contract. `person_id` and what follows `anonymous` are left out in version 1.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Result)]
pub struct ResultOut<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    person_id: Option<&'r str>,
    bib: &'r str,
    first: &'r str,
    last: &'r str,
    age: i64,
    gender: &'r str,
    age_group: &'r str,
    distance: &'r str,
    seconds: i64,
    milliseconds: i64,
    chip_seconds: i64,
    chip_milliseconds: i64,
    segment: &'r str,
    location: &'r str,
    occurence: i64,
    ranking: i64,
    age_ranking: i64,
    gender_ranking: i64,
    finish: bool,
    r#type: i64,
    anonymous: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    local_time: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    division: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    division_ranking: Option<i64>,
}

impl<'r> ResultOut<'r> {
    /// The row as the current form of the wire shows it.
    #[must_use]
    pub fn new(row: &'r ResultRow) -> Self {
        let (person, passage) = (&row.person, &row.passage);
        Self {
            person_id: Some(&row.person_id),
            local_time: Some(&passage.local_time),
            division: Some(&person.division),
            division_ranking: Some(passage.division_ranking),
            ..Self::version_1(row)
        }
    }

    /// The row as version 1 shows it (contract 2.11).
    #[must_use]
    pub fn version_1(row: &'r ResultRow) -> Self {
        let (person, passage) = (&row.person, &row.passage);
        Self {
            person_id: None,
            bib: &person.bib,
            first: &person.first,
            last: &person.last,
            age: person.age,
            gender: &person.gender,
            age_group: &person.age_group,
            distance: &person.distance,
            seconds: passage.seconds,
            milliseconds: passage.milliseconds,
            chip_seconds: passage.chip_seconds,
            chip_milliseconds: passage.chip_milliseconds,
            segment: &passage.segment,
            location: &passage.location,
            occurence: passage.occurrence,
            ranking: passage.ranking,
            age_ranking: passage.age_ranking,
            gender_ranking: passage.gender_ranking,
            finish: passage.finish,
            r#type: passage.kind,
            anonymous: person.anonymous,
            local_time: None,
            division: None,
            division_ranking: None,
        }
    }
}

/// A person as answered (contract 2.4).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Person)]
pub struct PersonOut<'r> {
    id: &'r str,
    bib: &'r str,
    first: &'r str,
    last: &'r str,
    age: i64,
    gender: &'r str,
    age_group: &'r str,
    distance: &'r str,
    anonymous: bool,
}

impl<'r> PersonOut<'r> {
    /// The person of a row.
    #[must_use]
    pub fn new(row: &'r ResultRow) -> Self {
        let Person { bib, first, last, age, gender, age_group, distance, anonymous, .. } = &row.person;
        Self { id: &row.person_id, bib, first, last, age: *age, gender, age_group, distance, anonymous: *anonymous }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn row() -> ResultIn {
        ResultIn { person_id: "1-Q7Z".into(), bib: "1".into(), location: "Finish".into(), ..ResultIn::default() }
    }

    #[rstest]
    #[case(ResultIn { person_id: String::new(), ..row() })]
    #[case(ResultIn { bib: String::new(), ..row() })]
    #[case(ResultIn { location: String::new(), ..row() })]
    #[case(ResultIn { person_id: "p".repeat(101), ..row() })]
    #[case(ResultIn { bib: "1".repeat(101), ..row() })]
    #[case(ResultIn { location: "l".repeat(501), ..row() })]
    #[case(ResultIn { seconds: -1, ..row() })]
    #[case(ResultIn { chip_seconds: -1, ..row() })]
    #[case(ResultIn { occurrence: -1, ..row() })]
    #[case(ResultIn::default())]
    fn an_invalid_row_is_dropped(#[case] row: ResultIn) {
        assert_eq!(row.checked(), None);
    }

    #[test]
    fn a_long_name_is_cut_and_a_dnf_gets_its_seconds() {
        let row = ResultIn { first: "é".repeat(150), kind: 30, seconds: 5, age: -1, ..row() }.checked().unwrap();
        assert_eq!(row.person.first.chars().count(), 100);
        assert_eq!(row.passage.seconds, 1_000_000);
    }
}
