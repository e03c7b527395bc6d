//! Boards of rows on standard input, for the golden cases: a JSON list of `{"event_type", "rows"}`,
//! each with all rows of one distance in the order of the answer, gives a JSON list of board
//! objects with names (docs/decisions/snapshot-format.md).

use std::io::{self, Read};

use chute_domain::{
    board::Field,
    race::EventKind,
    row::{Passage, Person, ResultRow},
    snapshot::BoardFile,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    event_type: String,
    rows: Vec<WireRow>,
}

/// A row as on the wire; what is missing is empty, 0 or false.
#[derive(Default, Deserialize)]
#[serde(default)]
struct WireRow {
    person_id: String,
    bib: String,
    first: String,
    last: String,
    age: i64,
    gender: String,
    age_group: String,
    distance: String,
    seconds: i64,
    milliseconds: i64,
    chip_seconds: i64,
    chip_milliseconds: i64,
    segment: String,
    location: String,
    occurence: i64,
    ranking: i64,
    age_ranking: i64,
    gender_ranking: i64,
    finish: bool,
    r#type: i64,
    anonymous: bool,
    local_time: String,
    division: String,
    division_ranking: i64,
}

impl From<WireRow> for ResultRow {
    fn from(row: WireRow) -> Self {
        let person = Person {
            bib: row.bib,
            first: row.first,
            last: row.last,
            age: row.age,
            gender: row.gender,
            age_group: row.age_group,
            distance: row.distance,
            anonymous: row.anonymous,
            division: row.division,
        };
        let passage = Passage {
            seconds: row.seconds,
            milliseconds: row.milliseconds,
            chip_seconds: row.chip_seconds,
            chip_milliseconds: row.chip_milliseconds,
            segment: row.segment,
            location: row.location,
            occurrence: row.occurence,
            ranking: row.ranking,
            age_ranking: row.age_ranking,
            gender_ranking: row.gender_ranking,
            finish: row.finish,
            kind: row.r#type,
            local_time: row.local_time,
            division_ranking: row.division_ranking,
        };
        Self {
            person_id: row.person_id.into(),
            person,
            passage,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let cases: Vec<Case> = serde_json::from_str(&text)?;
    let mut boards = Vec::with_capacity(cases.len());
    for case in cases {
        let rows: Vec<ResultRow> = case.rows.into_iter().map(Into::into).collect();
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let distance = rows
            .first()
            .map(|row| row.person.distance.clone())
            .unwrap_or_default();
        let kind = EventKind::of(&case.event_type);
        let field = Field::of(kind, &rows);
        boards.push(serde_json::to_value(BoardFile::whole(
            &field.board(kind, &distance),
        ))?);
    }
    println!("{}", serde_json::to_string(&boards)?);
    Ok(())
}
