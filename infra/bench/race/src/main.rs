//! What a race weighs when it is published, beside the contract's JSON of the same race.
//!
//!     chute-bench-race RACE.csv.gz FOLDER
//!
//! Reads a race file as the timing client does, writes the published files into the folder and prints the figures as JSON. The files
//! are what `make bench` lets the functions read.

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fs::{self, File},
    io::Write,
    path::Path,
};

use chute_contract::{
    answers::{ByDistance, Results},
    json,
    result::{ResultIn, ResultOut},
};
use chute_domain::{
    event_time::EventTime,
    life::StoredRow,
    race::{Distance, Event, Year},
    row::ResultRow,
    snapshot::{self, Input, Snapshot},
    stamp::Stamp,
    state::{Change, RaceState, Stamped, YearRecord},
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
    snapshot: usize,
    shards: usize,
    boards: Vec<BoardFigures>,
    contract: ContractFigures,
}

/// One distance; bytes as stored, that is gzip-compressed.
#[derive(Serialize)]
struct BoardFigures {
    distance: String,
    runners: usize,
    board: usize,
    names: usize,
}

/// The answer of `POST /results` for the whole race.
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
        return Err("usage: chute-bench-race RACE.csv.gz FOLDER".into());
    };
    let rows = read_rows(Path::new(&race))?;
    let (count, state) = (rows.len(), state_of(rows));
    let event = Event {
        name: "Spring Ten Mile".to_owned(),
        slug: "bench".to_owned(),
        contact_email: "director@example.org".to_owned(),
        kind: "distance".to_owned(),
        ..Event::default()
    };
    let year = Year {
        year: "2026".to_owned(),
        date_time: EventTime::parse("2026-04-05T07:30:00-04:00")?,
        live: false,
        days_allowed: 2,
        ranking_type: "gun".to_owned(),
    };
    let shown = state.shown(&YearRecord { year: year.clone(), ..YearRecord::default() });
    let input = Input { event: &event, year: &year, years: std::slice::from_ref(&year), shown: &shown };
    let published = snapshot::write(&input, 1, &EventTime::parse("2026-04-05T11:00:00Z")?);

    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("current.json"), &published.pointer_json)?;
    let mut sizes = BTreeMap::new();
    for file in &published.files {
        fs::write(folder.join(&file.name), &file.body)?;
        sizes.insert(file.name.as_str(), file.body.len());
    }
    let packed = published.files.last().ok_or("no snapshot")?;
    let head = head_of(&published.files)?;
    let boards: Vec<BoardFigures> = head.boards.iter().map(|board| board.figures(&sizes)).collect();
    let figures = Figures {
        rows: count,
        runners: boards.iter().map(|board| board.runners).sum(),
        pointer: published.pointer_json.len(),
        head: head.bytes,
        snapshot: packed.body.len(),
        shards: head.shards.iter().filter_map(|name| sizes.get(name.as_str())).sum(),
        boards,
        contract: contract(&snapshot::read(&packed.body)?)?,
        event,
        year,
    };
    println!("{}", serde_json::to_string(&figures)?);
    Ok(())
}

fn read_rows(file: &Path) -> Outcome<Vec<ResultRow>> {
    let mut reader = ReaderBuilder::new().from_reader(MultiGzDecoder::new(File::open(file)?));
    let columns = reader.headers()?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let sent: ResultIn = json::read(&serde_json::to_vec(&as_sent(&columns, &record?)?)?)?;
        rows.extend(sent.checked());
    }
    Ok(rows)
}

/// A line as the timing client sends it: an empty number is 0.
fn as_sent(columns: &StringRecord, record: &StringRecord) -> Outcome<Map<String, Value>> {
    let mut row = Map::new();
    for (column, text) in columns.iter().zip(record) {
        let value = match column {
            _ if NUMBERS.contains(&column) => Value::from(if text.is_empty() { 0 } else { text.parse::<i64>()? }),
            _ if FLAGS.contains(&column) => Value::from(text == "true"),
            _ => Value::from(text),
        };
        row.insert(column.to_owned(), value);
    }
    Ok(row)
}

fn state_of(rows: Vec<ResultRow>) -> RaceState {
    let stamp = Stamp::new(1_775_000_000_000, "bench");
    let mut race = RaceState::default();
    for ResultRow { person_id, person, passage } in rows {
        let distance = Distance { name: person.distance.clone(), certification: "Course certified as XX00000AB".to_owned() };
        race.apply(Change::Distance(distance.name.clone(), Some(Stamped { stamp, item: Some(distance) })));
        race.apply(Change::Row(Box::new(StoredRow { person_id, person, passage, stamp, vouch: None })));
    }
    race
}

struct Head {
    bytes: usize,
    boards: Vec<BoardNames>,
    shards: Vec<String>,
}

#[derive(serde::Deserialize)]
struct BoardNames {
    distance: String,
    lines: usize,
    board: String,
    names: String,
}

#[derive(serde::Deserialize)]
struct HeadFile {
    boards: Vec<BoardNames>,
    shards: Vec<String>,
}

fn head_of(files: &[snapshot::File]) -> Outcome<Head> {
    let file = files.iter().find(|file| file.name.starts_with("h-")).ok_or("no head")?;
    let HeadFile { boards, shards } = serde_json::from_reader(MultiGzDecoder::new(file.body.as_slice()))?;
    Ok(Head { bytes: file.body.len(), boards, shards })
}

impl BoardNames {
    fn figures(&self, sizes: &BTreeMap<&str, usize>) -> BoardFigures {
        let size = |name: &str| sizes.get(name).copied().unwrap_or_default();
        BoardFigures { distance: self.distance.clone(), runners: self.lines, board: size(&self.board), names: size(&self.names) }
    }
}

/// The answer of `POST /results` without paging, as the route makes it.
fn contract(snapshot: &Snapshot) -> Outcome<ContractFigures> {
    let rows: Vec<&ResultRow> = snapshot.rows.iter().zip(&snapshot.last).filter(|(_, last)| **last).map(|(row, _)| row).collect();
    let mut results = ByDistance::new();
    for row in &rows {
        results.entry(&row.person.distance).or_default().push(ResultOut::new(row));
    }
    let answer = serde_json::to_vec(&Results {
        count: rows.len(),
        event: &snapshot.event,
        event_year: &snapshot.year,
        years: &snapshot.years,
        results,
        participants: &snapshot.participants,
        distances: &snapshot.distances,
    })?;
    // the level of the published files, so that the two compare
    let mut packed = GzEncoder::new(Vec::new(), Compression::new(6));
    packed.write_all(&answer)?;
    Ok(ContractFigures { rows: rows.len(), bytes: answer.len(), gzip: packed.finish()?.len() })
}
