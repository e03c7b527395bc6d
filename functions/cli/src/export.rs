//! `chute export`: a year as readers see it, for programs. The CSV it writes is what `chute import`
//! reads.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use chute_contract::{
    answers::{ByDistance, Results},
    result::ResultOut,
};
use chute_domain::{
    participant::ResultParticipant,
    pieces::{Index, Range, View},
    race::{Distance, EventKind, Slug, YearKey},
    row::ResultRow,
    snapshot::Whole,
    state::{EventRecord, Lists, YearRecord},
};
use chute_publisher::Publications;
use clap::{Args, ValueEnum};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

use crate::{
    csv_rows,
    failure::{Failure, Outcome},
    tables::{self, Needs},
};

/// The format in which a year is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per row, columns as on the wire
    Csv,
    /// The body of `results/all` with participants and distances, and the version of Chute
    Json,
}

/// What to export.
#[derive(Debug, Args)]
pub struct Export {
    /// The event
    #[arg(long)]
    slug: String,
    /// The year's key
    #[arg(long, value_parser = |text: &str| Ok::<_, Infallible>(YearKey::new(text)))]
    year: YearKey,
    /// CSV for `chute import`, JSON as the API answers
    #[arg(long, value_enum)]
    format: Format,
    /// File to write, compressed if its name ends in .gz; standard output, unless given
    #[arg(long)]
    out: Option<PathBuf>,
    /// Keep the names of anonymous people: only for the organiser, never for publication
    #[arg(long)]
    with_anonymous: bool,
}

/// A year as readers see it.
struct Shown {
    rows: Vec<ResultRow>,
    participants: Vec<ResultParticipant>,
    distances: Vec<Distance>,
}

impl Shown {
    fn of(race: &Whole, lists: &Lists, record: &YearRecord) -> Self {
        let (rows, participants) = race.all_shown();
        Self {
            rows,
            participants,
            distances: lists.shown(record).0,
        }
    }
}

/// The body of `results/all`, and the version of the program that wrote it.
#[derive(Serialize)]
struct Exported<'r> {
    chute: &'static str,
    #[serde(flatten)]
    results: Results<'r>,
}

/// Writes the year.
pub fn run(export: &Export) -> Outcome {
    let (event, shown) = tables::run(load(export))?;
    let problem = |error: io::Error| Failure::because("The export cannot be written", &error);
    match &export.out {
        None => write(io::stdout().lock(), export, &event, &shown).map_err(problem)?,
        Some(path) => into_file(path, export, &event, &shown).map_err(problem)?,
    }
    eprintln!(
        "{} rows of {} {} are exported.",
        shown.rows.len(),
        event.event.slug,
        export.year
    );
    Ok(())
}

async fn load(export: &Export) -> Outcome<(EventRecord, Shown)> {
    let store = tables::open(&[Needs::Events, Needs::Races, Needs::Participants]).await?;
    let event = tables::event(&store, &Slug::new(&export.slug)).await?;
    let year = event.years.get(&export.year);
    let year = year.ok_or_else(|| tables::no_year(&event, &export.year))?;
    let (race, lists, corrections) = Publications::of(&store)
        .load_race(&event.race(year), year)
        .await?;
    let view = View {
        record: year,
        kind: EventKind::of(&event.event.kind),
        corrections: &corrections,
    };
    let race = Whole::of(Index::default(), [(Range::ALL, race)], view);
    let mut shown = Shown::of(&race, &lists, year);
    if export.with_anonymous {
        shown.rows = race.all_corrected();
    }
    Ok((event, shown))
}

/// Writes a file beside the target and moves it there, so that a failed export leaves no partial
/// file.
fn into_file(path: &Path, export: &Export, event: &EventRecord, shown: &Shown) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let file = BufWriter::new(File::create(&beside)?);
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut file = GzEncoder::new(file, Compression::default());
        write(&mut file, export, event, shown)?;
        file.finish()?.flush()?;
    } else {
        let mut file = file;
        write(&mut file, export, event, shown)?;
        file.flush()?;
    }
    fs::rename(&beside, path)
}

fn write(
    mut to: impl Write,
    export: &Export,
    event: &EventRecord,
    shown: &Shown,
) -> io::Result<()> {
    match export.format {
        Format::Csv => csv_rows::write(to, &shown.rows),
        Format::Json => {
            json(&mut to, &export.year, event, shown)?;
            to.write_all(b"\n")
        }
    }
}

fn json(to: impl Write, year: &YearKey, event: &EventRecord, shown: &Shown) -> io::Result<()> {
    let Some(record) = event.years.get(year) else {
        return Ok(());
    };
    let (full_event, years) = (event.event(), event.years());
    let results = Results {
        count: shown.rows.len(),
        event: &full_event,
        event_year: &record.year,
        years: &years,
        results: by_distance(&shown.rows),
        participants: &shown.participants,
        distances: &shown.distances,
        version: None,
    };
    let exported = Exported {
        chute: env!("CARGO_PKG_VERSION"),
        results,
    };
    serde_json::to_writer(to, &exported).map_err(io::Error::from)
}

fn by_distance(rows: &[ResultRow]) -> ByDistance<'_> {
    let mut distances: BTreeMap<&str, Vec<ResultOut<'_>>> = BTreeMap::new();
    for row in rows {
        distances
            .entry(&row.person.distance)
            .or_default()
            .push(ResultOut::new(row));
    }
    distances
}

#[cfg(test)]
mod tests {
    use chute_domain::{
        liveness::{Mark, StoredRow},
        row::{Passage, Person},
        stamp::Stamp,
    };

    use super::*;

    fn export(format: Format) -> Export {
        Export {
            slug: "river-run".into(),
            year: YearKey::new("2026"),
            format,
            out: None,
            with_anonymous: false,
        }
    }

    fn row(person: &str, anonymous: bool) -> StoredRow {
        let person_fields = Person {
            bib: person.into(),
            first: "Ana".into(),
            last: "Ruiz".into(),
            distance: "5K".into(),
            anonymous,
            ..Person::default()
        };
        let passage = Passage {
            seconds: 1_000,
            location: "Finish".into(),
            occurrence: 1,
            finish: true,
            ..Passage::default()
        };
        StoredRow {
            person_id: person.into(),
            person: person_fields,
            passage,
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        }
    }

    fn race() -> (EventRecord, Shown) {
        let mut race = chute_domain::pieces::Piece::default();
        for row in [row("1", false), row("2", true)] {
            race.rows.insert(row.key(), row);
        }
        let mut event = EventRecord::default();
        event
            .years
            .insert(YearKey::new("2026"), YearRecord::default());
        let record = YearRecord::default();
        let view = View::uncorrected(&record, EventKind::Distance);
        let race = Whole::of(Index::default(), [(Range::ALL, race)], view);
        (event, Shown::of(&race, &Lists::default(), &record))
    }

    #[test]
    fn an_export_comes_back_through_import_without_anonymous_names() {
        let (event, shown) = race();
        let mut file = Vec::new();
        write(&mut file, &export(Format::Csv), &event, &shown).unwrap();
        let text = String::from_utf8(file.clone()).unwrap();
        assert_eq!(text.matches("Ana").count(), 1, "{text}");
        let contents = csv_rows::read(file.as_slice(), false, || ()).unwrap();
        assert_eq!(contents.rows, shown.rows);
    }

    #[test]
    fn json_has_the_shape_of_the_contract() {
        let (event, shown) = race();
        let mut file = Vec::new();
        write(&mut file, &export(Format::Json), &event, &shown).unwrap();
        let body: serde_json::Value = serde_json::from_slice(&file).unwrap();
        assert_eq!(body["count"], 2);
        assert_eq!(body["results"]["5K"][1]["first"], "");
        assert_eq!(body["event_year"]["live"], false);
    }

    #[test]
    fn a_file_is_whole_or_not_there() {
        let (event, shown) = race();
        let folder = std::env::temp_dir().join(format!("chute-export-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("race.csv.gz");
        into_file(&path, &export(Format::Csv), &event, &shown).unwrap();
        let contents = csv_rows::read(
            csv_rows::open(&path, csv_rows::MOST_BYTES).unwrap(),
            false,
            || (),
        )
        .unwrap();
        assert_eq!(contents.rows, shown.rows);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
