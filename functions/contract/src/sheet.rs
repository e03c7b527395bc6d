//! Requests and answers about results from a spreadsheet (contract 4.17).

use std::{collections::BTreeMap, iter};

use chute_domain::{
    key,
    race::EventKind,
    row::ResultRow,
    sheet::{
        AgeGroups, BadTable, Chosen, FourParts, Gender, LengthUnit, Line, MOST_LINES, Numbers,
        Other, Outcome, Plan, Planned, Reading, Role, State, Table, Tie, TwoParts, Untimed,
        Written,
    },
    stamp::Stamp,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    answers::ToJson,
    json::wire,
    requests::{NamesRace, of_year},
    result::{ResultIn, ResultOut},
};

wire! {
    /// How a table's cells are read.
    pub struct ReadingIn {
        /// Distance of lines that do not name one.
        pub distance: String,
        /// Order of whole names without a comma: `first-last` (the default) or `last-first`.
        pub names: String,
        /// What a time without colons is: `seconds`, `minutes`, `days`, or `parts` of a time with a
        /// dot in place of the colon; empty: a part of a day if it can be nothing else, otherwise a
        /// fault.
        pub numbers: String,
        /// What a time of two parts is: `m:ss` or `h:mm`; empty: minutes and seconds, or a fault if
        /// the race tells that finish times cannot be.
        pub two_parts: String,
        /// What a time of four parts is: `days` in front or a `fraction` of a second at the end;
        /// empty: a fault where it may be both.
        pub four_parts: String,
        /// When bibs are the same: `written` the same way (the default; 12 beside a stored 0012 is a
        /// fault), or the same `value`.
        pub bibs: String,
        /// Unit of covered distances whose cells have none: `mi` or `km`; empty: a fault.
        pub covered: String,
        /// What a line without time and status is: `left-out` or `dns`; empty: a fault.
        pub untimed: String,
        /// Years in the age groups of people for whom the table has none: `ten` or `five`; empty:
        /// they get none.
        pub age_groups: String,
        /// Order in dates such as 3/4/1990: `month-first` (the default) or `day-first`.
        pub dates: String,
        /// Kind of times in the columns of splits: `clock` (the default) or `chip`.
        pub splits: String,
        /// What the times of laps are: `total`, since the start (the default), or `each`, of this
        /// lap alone.
        pub laps: String,
        /// How the status is given: `words` (the default), or `ultrasignup` for its numbers.
        pub status: String,
        /// What single letters in the column of genders mean, such as `M:woman,V:man`: a capital
        /// letter, a colon, and `woman`, `man`, `non-binary` or `not-said`; others are read by the
        /// column's other values.
        pub genders: String,
    }
}

of_year! {
    /// Request of `r/results/plan`: a table, and what each of its columns contains.
    pub struct PlanResults {
        /// What each column contains, in the words of contract 4.17; empty: the column is ignored.
        pub columns: Vec<String>,
        /// For each line, its number in the file.
        pub lines: Vec<i64>,
        /// For each line, its cells in the order of the columns; missing cells are empty.
        pub cells: Vec<Vec<String>>,
        /// How the cells are read.
        pub reading: ReadingIn,
    }
}

of_year! {
    /// Request of `r/results/add`: rows of a plan, each with what was stored in its place when the
    /// plan was made.
    pub struct AddPlanned {
        /// The incarnation of the year: `born` of the plan.
        pub born: String,
        /// Rows of the plan.
        pub results: Vec<ResultIn>,
        /// For each row, what was stored under its key: the plan's `seen`.
        pub seen: Vec<String>,
    }
}

wire! {
    /// The column of a field in a table.
    pub struct ChosenField {
        /// Name of the field, chosen by the page that calls: 1 to 60 characters.
        pub field: String,
        /// Position of its column, from 0 to 999.
        pub column: i64,
    }
}

wire! {
    /// Request of `r/results/columns`: the columns chosen for tables with the same headings.
    pub struct ChosenColumns {
        /// Identifies the headings: at most 60 letters `a` to `z`, digits and hyphens. Empty:
        /// nothing is remembered, only read.
        pub mark: String,
        /// The fields that have a column, at most 200.
        pub fields: Vec<ChosenField>,
    }
}

impl ChosenColumns {
    /// Checks the choice; `None` if nothing is chosen.
    ///
    /// # Errors
    /// [`BadReading`] for the first thing that is wrong.
    pub fn checked(self) -> Result<Option<Chosen>, BadReading> {
        let wrong = |what: &str| Err(BadReading(what.to_owned()));
        if self.mark.is_empty() {
            return Ok(None);
        }
        let is_mark =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if self.mark.len() > 60 || !self.mark.chars().all(is_mark) {
            return wrong("mark must be at most 60 letters a to z, digits and hyphens");
        }
        if self.fields.len() > 200 {
            return wrong("fields must be at most 200");
        }
        let mut fields = Vec::with_capacity(self.fields.len());
        for (index, ChosenField { field, column }) in self.fields.into_iter().enumerate() {
            let column = u16::try_from(column).ok().filter(|column| *column < 1_000);
            match column {
                Some(column) if !field.is_empty() && field.chars().count() <= 60 => {
                    fields.push((field, column))
                }
                _ => {
                    return wrong(&format!(
                        "fields[{index}] must have a field of 1 to 60 characters and a column of 0 to 999"
                    ));
                }
            }
        }
        Ok(Some(Chosen {
            mark: self.mark,
            fields,
        }))
    }
}

/// The column of a field in an earlier table.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RememberedField {
    /// Name of the field.
    pub field: String,
    /// Position of its column, from 0.
    pub column: u16,
}

/// The columns chosen for tables with the same headings.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RememberedColumns {
    /// Identifies the headings.
    pub mark: String,
    /// The fields that had a column.
    pub fields: Vec<RememberedField>,
}

/// Answer of `r/results/columns`: what an account has chosen for its tables.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AllRememberedColumns {
    /// At most 20 choices, the latest first.
    pub remembered: Vec<RememberedColumns>,
}

impl From<Vec<Chosen>> for AllRememberedColumns {
    fn from(all: Vec<Chosen>) -> Self {
        let field = |(field, column)| RememberedField { field, column };
        let one = |Chosen { mark, fields }| RememberedColumns {
            mark,
            fields: fields.into_iter().map(field).collect(),
        };
        Self {
            remembered: all.into_iter().map(one).collect(),
        }
    }
}

/// The fault of a request about a table: the path of a field, and what is accepted there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadReading(pub String);

impl From<BadTable> for BadReading {
    fn from(bad: BadTable) -> Self {
        Self(bad.to_string())
    }
}

impl PlanResults {
    /// Checks the table.
    ///
    /// # Errors
    /// [`BadReading`] for the first thing that is wrong.
    pub fn table(self, kind: EventKind) -> Result<Table, BadReading> {
        if self.lines.len() != self.cells.len() || self.lines.len() > MOST_LINES {
            return Err(BadTable::Lines.into());
        }
        let columns = self
            .columns
            .iter()
            .enumerate()
            .map(|(index, word)| Role::of(word).ok_or(BadTable::Unknown(index)));
        let columns = columns.collect::<Result<Vec<Role>, BadTable>>()?;
        let lines = iter::zip(self.lines, self.cells)
            .map(|(line, cells)| Line { line, cells })
            .collect();
        Ok(Table::new(columns, lines, self.reading.checked()?, kind)?)
    }
}

impl ReadingIn {
    /// Checks that every word is known.
    ///
    /// # Errors
    /// [`BadReading`] for the first word that is not known.
    pub fn checked(self) -> Result<Reading, BadReading> {
        let switch = |field: &str, word: &str, off: &str, on: &str| match word {
            _ if word == on => Ok(true),
            _ if word.is_empty() || word == off => Ok(false),
            _ => Err(BadReading(format!("reading.{field} must be {off} or {on}"))),
        };
        Ok(Reading {
            last_first: switch("names", &self.names, "first-last", "last-first")?,
            day_first: switch("dates", &self.dates, "month-first", "day-first")?,
            chip_splits: switch("splits", &self.splits, "clock", "chip")?,
            each_lap: switch("laps", &self.laps, "total", "each")?,
            numbered_status: switch("status", &self.status, "words", "ultrasignup")?,
            numbers: choice("numbers", &self.numbers, &Numbers::ALL, Numbers::name)?
                .unwrap_or_default(),
            two_parts: choice("two_parts", &self.two_parts, &TwoParts::ALL, TwoParts::name)?,
            four_parts: choice(
                "four_parts",
                &self.four_parts,
                &FourParts::ALL,
                FourParts::name,
            )?,
            untimed: choice("untimed", &self.untimed, &Untimed::ALL, Untimed::name)?
                .unwrap_or_default(),
            groups: choice(
                "age_groups",
                &self.age_groups,
                &AgeGroups::ALL,
                AgeGroups::name,
            )?
            .unwrap_or_default(),
            bibs_by_value: switch("bibs", &self.bibs, "written", "value")?,
            covered: choice("covered", &self.covered, &LengthUnit::ALL, LengthUnit::name)?,
            letters: letters(&self.genders)?,
            distance: self.distance,
        })
    }
}

/// The choice that a field's word stands for; `None` for an empty field that stands for none.
fn choice<T: Copy>(
    field: &str,
    word: &str,
    known: &[T],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, BadReading> {
    let found = known.iter().copied().find(|one| name(*one) == word);
    if found.is_some() || word.is_empty() {
        return Ok(found);
    }
    let words: Vec<&str> = known.iter().copied().map(name).collect();
    let (last, others) = words.split_last().unwrap_or((&"", &[]));
    let others: Vec<&str> = others
        .iter()
        .copied()
        .filter(|own| !own.is_empty())
        .collect();
    Err(BadReading(format!(
        "reading.{field} must be empty, {} or {last}",
        others.join(", ")
    )))
}

/// The meanings of letters in the column of genders.
fn letters(text: &str) -> Result<BTreeMap<char, Gender>, BadReading> {
    let pair = |pair: &str| {
        let (letter, word) = pair.split_once(':')?;
        let mut letters = letter.chars();
        let letter = letters.next().filter(char::is_ascii_uppercase)?;
        let gender = Gender::named(word)?;
        letters.next().is_none().then_some((letter, gender))
    };
    let pairs = text.split_terminator(',').map(|text| {
        pair(text).ok_or_else(|| {
            BadReading(
                "reading.genders must be pairs such as M:woman,V:man: a capital letter A to Z and woman, man, non-binary or not-said"
                    .to_owned(),
            )
        })
    });
    pairs.collect()
}

/// How many lines have each outcome.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutcomeCounts {
    /// People of whom nothing is stored yet.
    pub new: usize,
    /// People for whom something changes.
    pub changed: usize,
    /// People who stay as they are.
    pub same: usize,
    /// Lines with faults.
    pub invalid: usize,
    /// Lines that are left out.
    pub skipped: usize,
}

/// Answer of `r/results/plan`: what the table would do to the year.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultsPlan<'p> {
    /// Identifies the incarnation of the year, for `r/results/add`.
    pub born: String,
    /// How many lines have each outcome.
    pub counts: OutcomeCounts,
    /// Lines about which there is something to report: new and unchanged ones without a remark are
    /// left out.
    pub lines: Vec<Planned>,
    /// The rows to write, those of a person next to each other.
    pub results: Vec<ResultOut<'p>>,
    /// For each of these rows, what is stored under its key, to be sent as it is: a stamp, with a
    /// hyphen before it if that row is deleted; empty: nothing is stored.
    pub seen: Vec<String>,
    /// People who are stored with a distance of the table, but are not in it; they stay.
    pub missing: Vec<Other>,
    /// Those of `missing` whose place changes.
    pub moved: Vec<Other>,
    /// People with the same time.
    pub ties: Vec<Tie>,
}

/// The rows of a plan in the form for [`ResultsPlan::new`], which borrows them.
#[must_use]
pub fn rows_of(plan: &Plan) -> Vec<ResultRow> {
    let row = |written: &Written| ResultRow {
        person_id: written.row.person_id.clone(),
        person: written.row.person.clone(),
        passage: written.row.passage.clone(),
    };
    plan.rows.iter().map(row).collect()
}

impl<'p> ResultsPlan<'p> {
    /// The answer for a plan; `rows` are those of [`rows_of`].
    #[must_use]
    pub fn new(plan: Plan, rows: &'p [ResultRow], born: Option<Stamp>) -> Self {
        let count = |outcome| plan.count(outcome);
        let counts = OutcomeCounts {
            new: count(Outcome::New),
            changed: count(Outcome::Changed),
            same: count(Outcome::Same),
            invalid: count(Outcome::Invalid),
            skipped: count(Outcome::Skipped),
        };
        let Plan {
            lines,
            rows: written,
            missing,
            moved,
            ties,
        } = plan;
        let seen = written
            .iter()
            .map(|written| seen_text(written.seen))
            .collect();
        let told = |line: &Planned| {
            !matches!(line.outcome, Outcome::New | Outcome::Same) || !line.remarks.is_empty()
        };
        Self {
            born: stamp_text(born),
            counts,
            lines: lines.into_iter().filter(told).collect(),
            results: rows.iter().map(ResultOut::new).collect(),
            seen,
            missing,
            moved,
            ties,
        }
    }
}

impl ToJson for ResultsPlan<'_> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

/// The state stored under a row's key, in the form of a plan's `seen`.
#[must_use]
pub fn seen_text(state: Option<State>) -> String {
    let deleted = if state.is_some_and(|state| !state.is_alive) {
        DELETED
    } else {
        ""
    };
    format!("{deleted}{}", stamp_text(state.map(|state| state.stamp)))
}

/// Whether a plan that saw this may write its row now. Of a deleted row nothing may be left in the
/// meantime.
#[must_use]
pub fn is_as_seen(now: Option<State>, seen: &str) -> bool {
    seen_text(now) == *seen || (now.is_none() && seen.starts_with(DELETED))
}

/// Stands before the stamp of a deleted row.
const DELETED: &str = "-";

/// A stamp in hexadecimal digits; empty for none.
#[must_use]
pub fn stamp_text(stamp: Option<Stamp>) -> String {
    stamp.map_or_else(String::new, |stamp| key::hex(stamp.as_bytes()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::json::read;

    fn plan(body: &str) -> Result<Table, BadReading> {
        read::<PlanResults>(body.as_bytes())
            .expect("readable")
            .table(EventKind::Distance)
    }

    #[test]
    fn a_table_is_read() {
        let table = plan(
            r#"{"columns":["bib","clock","","split:5K"],"lines":[2,3],"cells":[["1","10:00"],["2"]],"reading":{"distance":"5K","genders":"M:woman,V:man"}}"#,
        );
        assert!(table.is_ok(), "{table:?}");
    }

    #[rstest]
    #[case(r#"{"columns":["bib","time"]}"#, "columns[1] must be empty, bib")]
    #[case(
        r#"{"columns":["bib","clock","split:Finish"]}"#,
        "columns[2] must be empty, bib"
    )]
    #[case(
        r#"{"columns":["bib","clock","bib"]}"#,
        "columns[2] is read as what another column is read as"
    )]
    #[case(
        r#"{"columns":["bib"]}"#,
        "columns must have one of clock, chip and lap"
    )]
    #[case(
        r#"{"columns":["clock"]}"#,
        "columns must have bib, name, first, last or team"
    )]
    #[case(
        r#"{"columns":["bib","clock","laps"]}"#,
        "columns must not have laps, lap or covered"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"lines":[1]}"#,
        "lines must be at most 20000, as many as cells"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"names":"x"}}"#,
        "reading.names must be first-last or last-first"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"numbers":"hours"}}"#,
        "reading.numbers must be empty, seconds, minutes, days or parts"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"two_parts":"hh:mm"}}"#,
        "reading.two_parts must be empty, m:ss or h:mm"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"four_parts":"x"}}"#,
        "reading.four_parts must be empty, days or fraction"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"bibs":"x"}}"#,
        "reading.bibs must be written or value"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"covered":"m"}}"#,
        "reading.covered must be empty, mi or km"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"untimed":"x"}}"#,
        "reading.untimed must be empty, left-out or dns"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"age_groups":"x"}}"#,
        "reading.age_groups must be empty, ten or five"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"genders":"M:woman,V"}}"#,
        "reading.genders must be pairs such as M:woman,V:man"
    )]
    #[case(
        r#"{"columns":["bib","clock"],"reading":{"genders":"m:woman"}}"#,
        "reading.genders must be pairs"
    )]
    fn a_wrong_table_is_told(#[case] body: &str, #[case] told: &str) {
        let BadReading(message) = plan(body).unwrap_err();
        assert!(message.starts_with(told), "{message}");
    }

    #[rstest]
    #[case("{}", Ok(None))]
    #[case(r#"{"mark":"results-1-2","fields":[{"field":"bib","column":3}]}"#, Ok(Some(Chosen { mark: "results-1-2".to_owned(), fields: vec![("bib".to_owned(), 3)] })))]
    #[case(r#"{"mark":"A"}"#, Err("mark must be at most 60 letters"))]
    #[case(
        r#"{"mark":"a","fields":[{"field":"bib"},{"field":"bib","column":-1}]}"#,
        Err("fields[1] must have")
    )]
    #[case(
        r#"{"mark":"a","fields":[{"field":"bib","column":1000}]}"#,
        Err("fields[0] must have")
    )]
    #[case(r#"{"mark":"a","fields":[{"column":1}]}"#, Err("fields[0] must have"))]
    fn chosen_columns_are_checked(
        #[case] body: &str,
        #[case] expected: Result<Option<Chosen>, &str>,
    ) {
        match (
            read::<ChosenColumns>(body.as_bytes())
                .expect("readable")
                .checked(),
            expected,
        ) {
            (Ok(chosen), Ok(expected)) => assert_eq!(chosen, expected),
            (Err(BadReading(message)), Err(told)) => {
                assert!(message.starts_with(told), "{message}")
            }
            (chosen, expected) => panic!("{chosen:?}, not {expected:?}"),
        }
    }

    #[test]
    fn a_stamp_is_told_as_text() {
        assert_eq!(stamp_text(None), "");
        assert_eq!(
            stamp_text(Stamp::from_bytes(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255])),
            "000102030405060708090aff"
        );
    }
}
