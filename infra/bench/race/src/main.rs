//! The size of a race when published, compared with the contract's JSON of the same race.
//!
//!     chute-bench-race RACE.csv FOLDER        or RACE.csv.gz
//!
//! Reads a race file as the timing client does, writes the published files into the folder and
//! prints the figures as JSON. `make bench` lets the functions read these files.

use std::{
    collections::BTreeSet,
    env,
    error::Error,
    fs::{self, File},
    io::{Read, Write},
    path::Path,
};

use chute_contract::{
    answers::{ByDistance, Results},
    json,
    result::{ResultIn, ResultOut},
};
use chute_domain::{
    event_time::EventTime,
    liveness::StoredRow,
    pieces::{Index, Piece, Range, View},
    race::{Distance, Event, EventKind, Year},
    row::ResultRow,
    snapshot::{self, File as Published, Head, Input, Snapshot, Whole},
    stamp::Stamp,
    state::{Change, YearRecord},
};
use csv::{ReaderBuilder, StringRecord};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use serde::Serialize;
use serde_json::{Map, Value};

const NUMBERS: [&str; 11] = [
    "age",
    "seconds",
    "milliseconds",
    "chip_seconds",
    "chip_milliseconds",
    "occurence",
    "ranking",
    "age_ranking",
    "gender_ranking",
    "type",
    "division_ranking",
];
const FLAGS: [&str; 2] = ["finish", "anonymous"];

#[derive(Serialize)]
struct Figures {
    event: Event,
    year: Year,
    rows: usize,
    runners: usize,
    pointer: usize,
    head: usize,
    lines: usize,
    /// The number of shards.
    shards: usize,
    shards_bytes: usize,
    largest_shard: usize,
    boards: Vec<BoardFigures>,
    contract: ContractFigures,
}

/// One distance; sizes in bytes as stored, that is gzip-compressed.
#[derive(Serialize)]
struct BoardFigures {
    distance: String,
    runners: usize,
    board: usize,
    names: usize,
}

/// The answer to `POST /results` for the whole race.
#[derive(Serialize)]
struct ContractFigures {
    rows: usize,
    bytes: usize,
    gzip: usize,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let mut arguments = env::args().skip(1);
    let (Some(race), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: chute-bench-race RACE.csv|RACE.csv.gz FOLDER".into());
    };
    let rows = read_rows(Path::new(&race))?;
    let (count, state) = (rows.len(), state_of(rows));
    let (event, year) = (event(), year()?);
    let distances = distances_of(&state);
    let input = Input {
        event: &event,
        year: &year,
        years: std::slice::from_ref(&year),
        distances: &distances,
        segments: &[],
    };
    let whole = whole_of(state, &year);
    let (pointer, files) = whole.publish(&input, EventTime::parse("2026-04-05T11:00:00Z")?)?;
    let pointer_json = pointer.json()?;

    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("current.json"), &pointer_json)?;
    for file in &files {
        fs::write(folder.join(&file.name), &file.body)?;
    }
    let find = |name: &str| {
        files
            .iter()
            .find(|file| file.name == name)
            .map(|file| file.body.as_slice())
            .ok_or("a file is missing")
    };
    let head = find(pointer.head())?;
    let lines_file = find(
        pointer
            .followed()
            .lines
            .ok_or("a race of this size has lines beside its head")?,
    )?;
    let lines: LinesFile = serde_json::from_reader(MultiGzDecoder::new(lines_file))?;
    let shards: Vec<&Published> = files
        .iter()
        .filter(|file| file.name.starts_with("s-"))
        .collect();
    let read = shards
        .iter()
        .map(|file| snapshot::read_shard(&file.body))
        .collect::<Result<Vec<_>, _>>()?;
    let size = |name: &Option<String>| {
        name.as_deref()
            .map_or(Ok(0), |name| find(name).map(<[u8]>::len))
    };
    let mut boards = Vec::new();
    for (board, named) in whole.boards().iter().zip(&lines.boards) {
        let (board_bytes, names) = (size(&named.board)?, size(&named.names)?);
        boards.push(BoardFigures {
            distance: board.distance.to_owned(),
            runners: board.lines.len(),
            board: board_bytes,
            names,
        });
    }
    let figures = Figures {
        rows: count,
        runners: boards.iter().map(|board| board.runners).sum(),
        pointer: pointer_json.len(),
        head: head.len(),
        lines: lines_file.len(),
        shards: shards.len(),
        shards_bytes: shards.iter().map(|file| file.body.len()).sum(),
        largest_shard: shards
            .iter()
            .map(|file| file.body.len())
            .max()
            .unwrap_or_default(),
        boards,
        contract: contract(&Snapshot::of(&Head::read(head)?, read, Vec::new()), &input)?,
        event: event.clone(),
        year: year.clone(),
    };
    println!("{}", serde_json::to_string(&figures)?);
    Ok(())
}

fn event() -> Event {
    Event {
        name: "Spring Ten Mile".to_owned(),
        slug: "bench".to_owned(),
        contact_email: "director@example.org".to_owned(),
        kind: "distance".to_owned(),
        ..Event::default()
    }
}

fn year() -> Outcome<Year> {
    Ok(Year {
        year: "2026".to_owned(),
        date_time: EventTime::parse("2026-04-05T07:30:00-04:00")?,
        live: false,
        days_allowed: 2,
        ranking_type: "gun".to_owned(),
        ..Year::default()
    })
}

fn whole_of(state: Piece, year: &Year) -> Whole {
    let record = YearRecord {
        year: year.clone(),
        ..YearRecord::default()
    };
    Whole::of(
        Index::default(),
        [(Range::ALL, state)],
        View::uncorrected(&record, EventKind::Distance),
    )
}

fn read_rows(file: &Path) -> Outcome<Vec<ResultRow>> {
    let plain = File::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let is_packed = file.extension().is_some_and(|extension| extension == "gz");
    let text: Box<dyn Read> = if is_packed {
        Box::new(MultiGzDecoder::new(plain))
    } else {
        Box::new(plain)
    };
    let mut reader = ReaderBuilder::new().from_reader(text);
    let columns = reader.headers()?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let sent: ResultIn = json::read(&serde_json::to_vec(&as_sent(&columns, &record?)?)?)?;
        rows.extend(sent.checked());
    }
    Ok(rows)
}

/// A line as the timing client sends it: an empty number is sent as 0.
fn as_sent(columns: &StringRecord, record: &StringRecord) -> Outcome<Map<String, Value>> {
    let mut row = Map::new();
    for (column, text) in columns.iter().zip(record) {
        let value = match column {
            _ if NUMBERS.contains(&column) => Value::from(if text.is_empty() {
                0
            } else {
                text.parse::<i64>()?
            }),
            _ if FLAGS.contains(&column) => Value::from(text == "true"),
            _ => Value::from(text),
        };
        row.insert(column.to_owned(), value);
    }
    Ok(row)
}

fn state_of(rows: Vec<ResultRow>) -> Piece {
    let stamp = Stamp::new(1_775_000_000_000, "bench");
    let mut race = Piece::default();
    for ResultRow {
        person_id,
        person,
        passage,
    } in rows
    {
        race.apply(Change::Row(Box::new(StoredRow {
            person_id,
            person,
            passage,
            stamp,
            witness: None,
            mark: Default::default(),
        })));
    }
    race
}

fn distances_of(race: &Piece) -> Vec<Distance> {
    let names: BTreeSet<&String> = race.rows.values().map(|row| &row.person.distance).collect();
    names
        .into_iter()
        .map(|name| Distance {
            name: name.clone(),
            certification: "Course certified as XX00000AB".to_owned(),
        })
        .collect()
}

#[derive(serde::Deserialize)]
struct LinesFile {
    boards: Vec<BoardNames>,
}

#[derive(serde::Deserialize)]
struct BoardNames {
    board: Option<String>,
    names: Option<String>,
}

/// The answer to `POST /results` without paging, as the route makes it.
fn contract(snapshot: &Snapshot, input: &Input) -> Outcome<ContractFigures> {
    let rows: Vec<&ResultRow> = snapshot
        .rows
        .iter()
        .zip(&snapshot.last)
        .filter(|(_, last)| **last)
        .map(|(row, _)| row)
        .collect();
    let mut results = ByDistance::new();
    for row in &rows {
        results
            .entry(&row.person.distance)
            .or_default()
            .push(ResultOut::new(row));
    }
    let answer = serde_json::to_vec(&Results {
        count: rows.len(),
        event: &snapshot.event,
        event_year: &snapshot.year,
        years: input.years,
        results,
        participants: &snapshot.participants,
        distances: &snapshot.distances,
        version: None,
    })?;
    // the compression level of the published files, so that the two can be compared
    let mut packed = GzEncoder::new(Vec::new(), Compression::new(6));
    packed.write_all(&answer)?;
    Ok(ContractFigures {
        rows: rows.len(),
        bytes: answer.len(),
        gzip: packed.finish()?.len(),
    })
}

/// Reads and publishes the repository's race, whose people are invented (infra/bench/races), as the
/// bench does.
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const RACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../races/quay-ten-mile.csv");

    #[test]
    fn every_line_is_a_row_that_the_wire_takes() {
        let lines = fs::read_to_string(RACE).unwrap().lines().count();
        assert_eq!(read_rows(Path::new(RACE)).unwrap().len(), lines - 1);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read_rows(Path::new("no/such/race.csv")).unwrap_err();
        assert!(
            error.to_string().starts_with("no/such/race.csv: "),
            "{error}"
        );
    }

    #[test]
    fn rows_are_published_as_sent_but_for_names_of_anonymous_people() {
        let sent = read_rows(Path::new(RACE)).unwrap();
        let (event, year) = (event(), year().unwrap());
        let input = Input {
            event: &event,
            year: &year,
            years: std::slice::from_ref(&year),
            distances: &[],
            segments: &[],
        };
        let whole = whole_of(state_of(sent.clone()), &year);
        let (_, files) = whole
            .publish(&input, EventTime::parse("2026-04-05T11:00:00Z").unwrap())
            .unwrap();

        let shards = files
            .iter()
            .filter(|file| file.name.starts_with("s-"))
            .map(|file| snapshot::read_shard(&file.body).unwrap());
        let key = |row: &ResultRow| {
            (
                row.person_id.clone(),
                row.passage.location.clone(),
                row.passage.occurrence,
            )
        };
        let published: BTreeMap<_, ResultRow> = shards
            .flat_map(|shard| shard.rows)
            .map(|(row, _)| (key(&row), row))
            .collect();
        assert_eq!(published.len(), sent.len());
        assert!(
            sent.iter().any(|row| row.person.anonymous),
            "the race has nobody who wants no name shown"
        );
        for row in &sent {
            let mut shown = row.clone();
            if row.person.anonymous {
                (shown.person.first, shown.person.last) = Default::default();
            }
            assert_eq!(published.get(&key(row)), Some(&shown));
        }
    }

    #[test]
    fn a_board_begins_with_who_was_sent_as_the_first() {
        let sent = read_rows(Path::new(RACE)).unwrap();
        let first = sent
            .iter()
            .filter(|row| row.passage.finish && row.passage.ranking == 1);
        let mut first: BTreeMap<&str, &str> = first
            .map(|row| (&*row.person.distance, &*row.person.bib))
            .collect();
        let whole = whole_of(state_of(sent.clone()), &year().unwrap());
        for board in whole.boards() {
            let leader = board
                .lines()
                .first()
                .map(|line| line.row.person.bib.clone());
            assert_eq!(
                leader.as_deref(),
                first.remove(board.distance),
                "{}",
                board.distance
            );
        }
        assert_eq!(first, BTreeMap::new(), "distances without a board");
    }
}
