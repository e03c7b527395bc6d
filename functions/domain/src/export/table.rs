//! Tables as CSV, in the form of pages.md D4, and the table of every row of a race.

use crate::{
    formula::guarded,
    row::{Passage, Person, ResultRow},
};

/// The columns of result rows, named and ordered as on the wire (contract 2.3).
pub const COLUMNS: [&str; 24] = [
    "person_id",
    "bib",
    "first",
    "last",
    "age",
    "gender",
    "age_group",
    "distance",
    "seconds",
    "milliseconds",
    "chip_seconds",
    "chip_milliseconds",
    "segment",
    "location",
    "occurence",
    "ranking",
    "age_ranking",
    "gender_ranking",
    "finish",
    "type",
    "anonymous",
    "local_time",
    "division",
    "division_ranking",
];

/// Tells a spreadsheet that the file is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A table that grows line by line.
pub(super) struct Table {
    text: String,
    at_start: bool,
}

impl Table {
    /// An empty table with these headings.
    pub(super) fn new(headings: &[&str]) -> Self {
        let mut table = Self {
            text: BYTE_ORDER_MARK.to_string(),
            at_start: true,
        };
        table.cells(headings);
        table.end();
        table
    }

    /// Adds a cell to the current line.
    pub(super) fn cell(&mut self, text: &str) {
        if !self.at_start {
            self.text.push(',');
        }
        self.at_start = false;
        let text = &*guarded(text);
        let around = |c: Option<char>| c.is_some_and(char::is_whitespace);
        let needs_quotes = text.contains([',', '"', '\r', '\n'])
            || around(text.chars().next())
            || around(text.chars().next_back());
        if !needs_quotes {
            self.text.push_str(text);
            return;
        }
        self.text.push('"');
        for part in text.split_inclusive('"') {
            self.text.push_str(part);
            if part.ends_with('"') {
                self.text.push('"');
            }
        }
        self.text.push('"');
    }

    pub(super) fn cells(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| self.cell(text));
    }

    pub(super) fn number(&mut self, number: i64) {
        self.cell(&number.to_string());
    }

    /// Ends the current line.
    pub(super) fn end(&mut self) {
        self.text.push_str("\r\n");
        self.at_start = true;
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Every row on a line of its own: the file that `chute import` reads.
#[must_use]
pub fn rows_csv<'r>(rows: impl IntoIterator<Item = &'r ResultRow>) -> String {
    let mut table = Table::new(&COLUMNS);
    for ResultRow {
        person_id,
        person,
        passage,
    } in rows
    {
        let Person {
            bib,
            first,
            last,
            age,
            gender,
            age_group,
            distance,
            anonymous,
            division,
        } = person;
        table.cells(&[person_id, bib, first, last]);
        table.number(*age);
        table.cells(&[gender, age_group, distance]);
        let Passage {
            seconds,
            milliseconds,
            chip_seconds,
            chip_milliseconds,
            segment,
            location,
            occurrence,
            ..
        } = passage;
        [seconds, milliseconds, chip_seconds, chip_milliseconds]
            .into_iter()
            .for_each(|number| table.number(*number));
        table.cells(&[segment, location]);
        let Passage {
            ranking,
            age_ranking,
            gender_ranking,
            finish,
            kind,
            local_time,
            division_ranking,
            ..
        } = passage;
        [occurrence, ranking, age_ranking, gender_ranking]
            .into_iter()
            .for_each(|number| table.number(*number));
        table.cell(yes_or_no(*finish));
        table.number(*kind);
        table.cells(&[yes_or_no(*anonymous), local_time, division]);
        table.number(*division_ranking);
        table.end();
    }
    table.into_text()
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::formula::{FORMULA_SIGNS, unguarded};

    fn line(cells: &[&str]) -> String {
        let mut table = Table {
            text: String::new(),
            at_start: true,
        };
        table.cells(cells);
        table.into_text()
    }

    #[rstest]
    #[case("Ana", "Ana")]
    #[case("", "")]
    #[case("=1+1", "'=1+1")]
    #[case("@SUM(A1)", "'@SUM(A1)")]
    #[case("-Ana", "'-Ana")]
    #[case("-", "-")]
    #[case("-12", "-12")]
    #[case("+1.5", "+1.5")]
    #[case("-1.", "'-1.")]
    #[case("'=1", "''=1")]
    #[case("'-5", "''-5")]
    #[case("'Ana", "'Ana")]
    #[case("\tAna", "'\tAna")]
    #[case("a,b", "\"a,b\"")]
    #[case("a\"b\"", "\"a\"\"b\"\"\"")]
    #[case("\"", "\"\"\"\"")]
    #[case(" a", "\" a\"")]
    #[case("=a\nb", "\"'=a\nb\"")]
    #[case("＝1", "'＝1")]
    #[case("＠SUM(A1)", "'＠SUM(A1)")]
    #[case("\n=1", "\"'\n'=1\"")]
    #[case("Ana;=1+1", "Ana;'=1+1")]
    #[case("Ana;\"=1+1\"", "\"Ana;'\"\"=1+1\"\"\"")]
    #[case("Ana\t@SUM(A1)\r\n-1", "\"Ana\t'@SUM(A1)\r\n'-1\"")]
    #[case("Ana;＋1;b", "Ana;'＋1;b")]
    #[case("Ana;'=1", "Ana;''=1")]
    #[case("Ana;Bea", "Ana;Bea")]
    fn a_cell_is_quoted_and_never_run(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(line(&[text, "x"]), format!("{expected},x"));
    }

    /// The site writes the same files, and reads these.
    #[test]
    fn a_file_is_the_sites() {
        #[derive(serde::Deserialize)]
        struct Case {
            input: Lines,
            expected: String,
        }
        #[derive(serde::Deserialize)]
        struct Lines {
            head: Vec<String>,
            rows: Vec<Vec<String>>,
        }
        fn texts(line: &[String]) -> Vec<&str> {
            line.iter().map(String::as_str).collect()
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../site/golden/cases/csv.json")).unwrap();
        assert!(cases.len() > 3);
        for Case { input, expected } in cases {
            let mut table = Table::new(&texts(&input.head));
            for row in &input.rows {
                table.cells(&texts(row));
                table.end();
            }
            assert_eq!(table.into_text(), format!("\u{feff}{expected}"));
        }
    }

    #[test]
    fn rows_have_the_columns_of_the_wire() {
        let person = Person {
            bib: "=7".into(),
            first: "Zoë".into(),
            age: -1,
            anonymous: false,
            ..Person::default()
        };
        let passage = Passage {
            seconds: 60,
            location: "Finish".into(),
            occurrence: 1,
            ranking: -1,
            finish: true,
            ..Passage::default()
        };
        let text = rows_csv(&[ResultRow {
            person_id: "a".into(),
            person,
            passage,
        }]);
        let (head, rest) = text.split_once("\r\n").unwrap();
        assert_eq!(head, format!("\u{feff}{}", COLUMNS.join(",")));
        assert_eq!(
            rest,
            "a,'=7,Zoë,,-1,,,,60,0,0,0,,Finish,1,-1,0,0,true,0,false,,,0\r\n"
        );
    }

    proptest! {
        #[test]
        fn any_cell_reads_back_as_written(text in "[-=+@＝＠'a1., ;\"\t\r\n]{0,8}") {
            let file = format!("{}\r\n", line(&[&text, "x"]));
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.as_bytes());
            let record = reader.records().next().unwrap().unwrap();
            for part in record[0].split([';', '\t', '\r', '\n']).skip(1) {
                prop_assert!(!part.trim_start_matches('"').starts_with(FORMULA_SIGNS), "{}", file);
            }
            prop_assert_eq!(unguarded(&record[0]), text);
        }
    }
}
