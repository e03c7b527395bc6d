//! Result rows in requests and answers (contract 2.3, 2.4).

use chute_domain::row::{Passage, Person, ResultRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// A result row as sent by the timing client: one passage of one person at one place. It is
    /// silently dropped if it is invalid: if `person_id`, `bib` or `location` is empty or too long,
    /// or a time or `occurence` is below 0.
    pub struct ResultIn {
        /// The timing client's id of the person within the year, opaque, 1 to 100 characters.
        /// Unrelated to a participant's id.
        pub person_id: String,
        /// Bib, text and not always a number, 1 to 100 characters. Several people may share it.
        pub bib: String,
        /// First name, up to 100 characters; longer ones are cut. Also sent for anonymous people.
        pub first: String,
        /// Last name, up to 100 characters; longer ones are cut. Also sent for anonymous people.
        pub last: String,
        /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
        pub age: i64,
        /// Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and
        /// others; empty: not given.
        pub gender: String,
        /// Age group of the person within the distance, free text such as `20-29` or `Under 20`;
        /// may be empty.
        pub age_group: String,
        /// Name of the person's distance; may be empty.
        pub distance: String,
        /// Clock (gun) time of the passage: whole seconds since the race's start, 0 or more.
        /// 1000000 for people who did not finish (types 3 and 30), no matter what was sent.
        pub seconds: i64,
        /// Fraction of a second of the clock time, in milliseconds; as sent, not checked.
        pub milliseconds: i64,
        /// Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard:
        /// the total running time of all loops so far.
        pub chip_seconds: i64,
        /// Fraction of a second of the chip time, in milliseconds; as sent, not checked.
        pub chip_milliseconds: i64,
        /// Name of the segment that ends here, within which people are placed and by which the
        /// course is looked up; may be empty.
        pub segment: String,
        /// Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to
        /// 500 characters.
        pub location: String,
        /// How many times the person has passed there, including this time (the field has this
        /// spelling). 0 or more: 0 is the start; in a backyard, loop h starts with 2h and ends with
        /// 2h+1.
        #[serde(rename = "occurence")]
        pub occurrence: i64,
        /// Overall place within the distance in this segment, from 1, as counted by the timing
        /// client; -1: not placed.
        pub ranking: i64,
        /// Place within gender and age group in this segment, from 1, as counted by the timing
        /// client; -1: not placed.
        pub age_ranking: i64,
        /// Place within the gender in this segment, from 1, as counted by the timing client; -1:
        /// not placed.
        pub gender_ranking: i64,
        /// Whether the row belongs to the finish segment; in races by time and in backyards every
        /// lap or loop does.
        pub finish: bool,
        /// Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish,
        /// 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other
        /// number is kept.
        #[serde(rename = "type")]
        pub kind: i64,
        /// Whether the person's name must not be shown to anybody except the owner.
        pub anonymous: bool,
        /// Date and time of the passage at the race, as the timing client wrote it: opaque, up to
        /// 100 characters.
        pub local_time: String,
        /// Division of the person, free text of up to 500 characters; may be empty.
        pub division: String,
        /// Place within the division, from 1, as counted by the timing client; -1: not placed.
        pub division_ranking: i64,
    }
}

impl ResultIn {
    /// The row, or `None` if it is invalid and has to be dropped (contract 2.3).
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
            person_id: self.person_id.into(),
            person,
            passage: passage.normalised(),
        })
    }
}

/// A result row as answered: one passage of one person at one place. Times and places are those
/// that the timing client sent. The fields are in the order of the contract. Version 1 has neither
/// `person_id` nor the fields after `anonymous`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Result)]
pub struct ResultOut<'r> {
    /// The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated
    /// to a participant's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    person_id: Option<&'r str>,
    /// Bib, text and not always a number, 1 to 100 characters. Several people may share it.
    bib: &'r str,
    /// First name; empty if the person is anonymous.
    first: &'r str,
    /// Last name; empty if the person is anonymous.
    last: &'r str,
    /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
    age: i64,
    /// Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others;
    /// empty: not given.
    gender: &'r str,
    /// Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be
    /// empty.
    age_group: &'r str,
    /// Name of the person's distance; may be empty.
    distance: &'r str,
    /// Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000
    /// for people who did not finish (types 3 and 30), no matter what was sent.
    seconds: i64,
    /// Fraction of a second of the clock time, in milliseconds; as sent, not checked.
    milliseconds: i64,
    /// Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard: the
    /// total running time of all loops so far.
    chip_seconds: i64,
    /// Fraction of a second of the chip time, in milliseconds; as sent, not checked.
    chip_milliseconds: i64,
    /// Name of the segment that ends here, within which people are placed and by which the course
    /// is looked up; may be empty.
    segment: &'r str,
    /// Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500
    /// characters.
    location: &'r str,
    /// How many times the person has passed there, including this time (the field has this
    /// spelling). 0 or more: 0 is the start; in a backyard, loop h starts with 2h and ends with
    /// 2h+1.
    occurence: i64,
    /// Overall place within the distance in this segment, from 1, as counted by the timing client;
    /// -1: not placed.
    ranking: i64,
    /// Place within gender and age group in this segment, from 1, as counted by the timing client;
    /// -1: not placed.
    age_ranking: i64,
    /// Place within the gender in this segment, from 1, as counted by the timing client; -1: not
    /// placed.
    gender_ranking: i64,
    /// Whether the row belongs to the finish segment; in races by time and in backyards every lap
    /// or loop does.
    finish: bool,
    /// Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10
    /// moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other number
    /// is kept.
    r#type: i64,
    /// Whether the name is withheld: the person was uploaded as anonymous, or a participant with
    /// this bib is.
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
    /// Place within the division, from 1, as counted by the timing client; -1: not placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    division_ranking: Option<i64>,
}

impl<'r> ResultOut<'r> {
    /// The row in the current form.
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

    /// The row in the form of version 1 (contract 2.11).
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

/// A person in uploaded results, as in their newest row (contract 2.4).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Person)]
pub struct PersonOut<'r> {
    /// The timing client's id of the person within the year.
    id: &'r str,
    /// Bib; several people may share it.
    bib: &'r str,
    /// First name; empty if the person is anonymous.
    first: &'r str,
    /// Last name; empty if the person is anonymous.
    last: &'r str,
    /// Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
    age: i64,
    /// Gender, free text; empty: not given.
    gender: &'r str,
    /// Age group, free text; may be empty.
    age_group: &'r str,
    /// Name of the person's distance; may be empty.
    distance: &'r str,
    /// Whether the name is withheld.
    anonymous: bool,
}

impl<'r> PersonOut<'r> {
    /// The person of a row.
    #[must_use]
    pub fn new(row: &'r ResultRow) -> Self {
        let person = &row.person;
        Self {
            id: &row.person_id,
            bib: &person.bib,
            first: &person.first,
            last: &person.last,
            age: person.age,
            gender: &person.gender,
            age_group: &person.age_group,
            distance: &person.distance,
            anonymous: person.anonymous,
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
