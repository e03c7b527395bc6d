//! Result rows in requests and answers (contract 2.3, 2.4).

use chute_domain::row::{Passage, Person, ResultRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// A result row as the timing client sends it: one passage of one person at one place. One that
    /// is not valid is dropped without a word: ids or location empty, a time or `occurence` below 0.
    ///
    ///
    pub struct ResultIn {
        /// The timing client's id of the person within the year, opaque, 1 to 100 characters.
        /// Unrelated to a participant's id.
        pub person_id: String,
        /// Bib, text and not always a number, 1 to 100 characters. Several people may have the
        /// same.
        pub bib: String,
        /// First name, up to 100 characters; longer ones are cut. Sent also of anonymous people.
        pub first: String,
        /// Last name, up to 100 characters; longer ones are cut. Sent also of anonymous people.
        pub last: String,
        /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
        pub age: i64,
        /// Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and
        /// others; empty: not told.
        pub gender: String,
        /// Age group of the person within the distance, free text such as `20-29` or `Under 20`;
        /// may be empty.
        pub age_group: String,
        /// Name of the distance that the person runs; may be empty.
        pub distance: String,
        /// Clock (gun) time of the passage: whole seconds since the race's start, 0 or more.
        /// 1000000 for who did not finish (types 3 and 30), whatever was sent.
        pub seconds: i64,
        /// The part of the clock time below a second, in milliseconds; as sent, not checked.
        pub milliseconds: i64,
        /// Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard
        /// the running time of all loops so far.
        pub chip_seconds: i64,
        /// The part of the chip time below a second, in milliseconds; as sent, not checked.
        pub chip_milliseconds: i64,
        /// Name of the segment that ends here, by which places are made and the course is looked
        /// up; may be empty.
        pub segment: String,
        /// Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to
        /// 500 characters.
        pub location: String,
        /// How many times the person has passed there, this one included (spelled so on the wire).
        /// 0 or more: 0 is the start, in a backyard loop h starts with 2h and ends with 2h+1.
        #[serde(rename = "occurence")]
        pub occurrence: i64,
        /// Place among all of the distance in this segment, from 1, as the timing client counts;
        /// -1: not placed.
        pub ranking: i64,
        /// Place within gender and age group in this segment, from 1, as the timing client counts;
        /// -1: not placed.
        pub age_ranking: i64,
        /// Place within the gender in this segment, from 1, as the timing client counts; -1: not
        /// placed.
        pub gender_ranking: i64,
        /// Whether the row is of the finish segment; in races by time and in backyards every lap or
        /// loop is.
        pub finish: bool,
        /// Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish,
        /// 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other
        /// is kept.
        #[serde(rename = "type")]
        pub kind: i64,
        /// Whether the person's name must not be shown to anybody but the owner.
        pub anonymous: bool,
        /// Date and time of the passage at the race, as the timing client wrote it: opaque, up to
        /// 100 characters.
        pub local_time: String,
        /// Division of the person, free text of up to 500 characters; may be empty.
        pub division: String,
        /// Place within the division, from 1, as the timing client counts; -1: not placed.
        pub division_ranking: i64,
    }
}

impl ResultIn {
    /// The row, or `None` when it is invalid and to be dropped (contract 2.3).
    #[must_use]
    pub fn checked(self) -> Option<ResultRow> {
        let identified = is_identity(&self.person_id, 100)
            && is_identity(&self.bib, 100)
            && is_identity(&self.location, 500);
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
        Some(ResultRow {
            person_id: self.person_id,
            person,
            passage: passage.normalised(),
        })
    }
}

/// A result row as answered: one passage of one person at one place. Times and places are those
/// that the timing client sent; fields in the order of the contract. `person_id` and what follows
/// `anonymous` are left out in version 1.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Result)]
pub struct ResultOut<'r> {
    /// The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated
    /// to a participant's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    person_id: Option<&'r str>,
    /// Bib, text and not always a number, 1 to 100 characters. Several people may have the same.
    bib: &'r str,
    /// First name; empty where the person is anonymous.
    first: &'r str,
    /// Last name; empty where the person is anonymous.
    last: &'r str,
    /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
    age: i64,
    /// Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others;
    /// empty: not told.
    gender: &'r str,
    /// Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be
    /// empty.
    age_group: &'r str,
    /// Name of the distance that the person runs; may be empty.
    distance: &'r str,
    /// Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000
    /// for who did not finish (types 3 and 30), whatever was sent.
    seconds: i64,
    /// The part of the clock time below a second, in milliseconds; as sent, not checked.
    milliseconds: i64,
    /// Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard the
    /// running time of all loops so far.
    chip_seconds: i64,
    /// The part of the chip time below a second, in milliseconds; as sent, not checked.
    chip_milliseconds: i64,
    /// Name of the segment that ends here, by which places are made and the course is looked up;
    /// may be empty.
    segment: &'r str,
    /// Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500
    /// characters.
    location: &'r str,
    /// How many times the person has passed there, this one included (spelled so on the wire). 0 or
    /// more: 0 is the start, in a backyard loop h starts with 2h and ends with 2h+1.
    occurence: i64,
    /// Place among all of the distance in this segment, from 1, as the timing client counts; -1:
    /// not placed.
    ranking: i64,
    /// Place within gender and age group in this segment, from 1, as the timing client counts; -1:
    /// not placed.
    age_ranking: i64,
    /// Place within the gender in this segment, from 1, as the timing client counts; -1: not
    /// placed.
    gender_ranking: i64,
    /// Whether the row is of the finish segment; in races by time and in backyards every lap or
    /// loop is.
    finish: bool,
    /// Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10
    /// moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other is kept.
    r#type: i64,
    /// Whether the name is withheld: the uploaded person asked for it, or a participant with this
    /// bib.
    anonymous: bool,
    /// Date and time of the passage at the race, as the timing client wrote it: opaque, up to 100
    /// characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    local_time: Option<&'r str>,
    /// Division of the person, free text of up to 500 characters; may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    division: Option<&'r str>,
    /// Place within the division, from 1, as the timing client counts; -1: not placed.
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

/// A person of uploaded results, as of the newest row of theirs (contract 2.4).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Person)]
pub struct PersonOut<'r> {
    /// The timing client's id of the person within the year.
    id: &'r str,
    /// Bib; several people may have the same.
    bib: &'r str,
    /// First name; empty where the person is anonymous.
    first: &'r str,
    /// Last name; empty where the person is anonymous.
    last: &'r str,
    /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
    age: i64,
    /// Gender, free text; empty: not told.
    gender: &'r str,
    /// Age group, free text; may be empty.
    age_group: &'r str,
    /// Name of the distance that the person runs; may be empty.
    distance: &'r str,
    /// Whether the name is withheld.
    anonymous: bool,
}

impl<'r> PersonOut<'r> {
    /// The person of a row.
    #[must_use]
    pub fn new(row: &'r ResultRow) -> Self {
        let Person {
            bib,
            first,
            last,
            age,
            gender,
            age_group,
            distance,
            anonymous,
            ..
        } = &row.person;
        Self {
            id: &row.person_id,
            bib,
            first,
            last,
            age: *age,
            gender,
            age_group,
            distance,
            anonymous: *anonymous,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn row() -> ResultIn {
        ResultIn {
            person_id: "1-Q7Z".into(),
            bib: "1".into(),
            location: "Finish".into(),
            ..ResultIn::default()
        }
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
        let row = ResultIn {
            first: "é".repeat(150),
            kind: 30,
            seconds: 5,
            age: -1,
            ..row()
        }
        .checked()
        .unwrap();
        assert_eq!(row.person.first.chars().count(), 100);
        assert_eq!(row.passage.seconds, 1_000_000);
    }
}
