//! `chute import`: imports a results CSV into a year, by the rules of `results/add`; a CSV that is
//! not an export follows the rules of results from a spreadsheet.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use chute_contract::event::{EventIn, YearIn};
use chute_domain::{
    liveness::{self, Deletes, Origin, StoredRow},
    pieces::{View, corrected_people},
    race::{EventKind, Slug},
    row::ResultRow,
    sheet::Known,
    stamp::Stamp,
    state::EventRecord,
};
use chute_store::Store;
use clap::Args;

use crate::{
    clock,
    csv_rows::{self, Contents},
    failure::{Failure, Outcome},
    progress::Progress,
    random,
    sheet_file::{self, SheetFile, SheetOptions},
    tables::{self, Needs},
};

/// Rows written in one batch.
const BATCH: usize = 200;

/// What to import, and where.
#[derive(Debug, Args)]
pub struct Import {
    /// A CSV file with the columns of the wire, or with others and a --column for each; may be
    /// gzip-compressed
    file: PathBuf,
    /// The event
    #[arg(long)]
    slug: String,
    /// The year's key
    #[arg(long)]
    year: String,
    /// Write; without it, only show what would be written
    #[arg(long)]
    apply: bool,
    /// Skip lines that are not valid rows
    #[arg(long)]
    skip_invalid: bool,
    /// Ignore columns that have no meaning here
    #[arg(long)]
    ignore_unknown: bool,
    #[command(flatten)]
    sheet: SheetOptions,
    #[command(flatten)]
    create: Create,
}

/// The settings of an event or a year that does not exist yet.
#[derive(Debug, Args)]
struct Create {
    /// Create the event and the year if they do not exist
    #[arg(long, requires = "date")]
    create_event: bool,
    /// E-mail address of the account that owns a new event
    #[arg(long, requires = "create_event")]
    owner: Option<String>,
    /// Name of a new event
    #[arg(long, requires = "create_event")]
    name: Option<String>,
    /// Type of a new event: distance, time or backyardultra
    #[arg(long = "type", requires = "create_event", default_value = "distance")]
    kind: String,
    /// Public contact address of a new event; its owner's, unless given
    #[arg(long, requires = "create_event")]
    contact: Option<String>,
    /// Start of a new year, such as 2026-05-02T08:00:00-07:00
    #[arg(long, requires = "create_event")]
    date: Option<String>,
    /// Time by which a new year is ranked: gun or chip
    #[arg(long, requires = "create_event", default_value = "gun")]
    ranking: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    writes: Vec<StoredRow>,
    new: usize,
    changed: usize,
    unchanged: usize,
    repeated: usize,
}

/// Imports the file, or shows what importing it would do.
pub fn run(import: &Import) -> Outcome {
    if import.sheet.is_asked() {
        let file = csv_rows::open(&import.file, sheet_file::MOST_BYTES)?;
        let file = SheetFile::read(file, &import.sheet)?;
        return tables::run(into_year(import, Held::Table(Box::new(file))));
    }
    let contents = contents(import)?;
    report_bad(&contents);
    if contents.bad_lines > 0 && !import.skip_invalid {
        println!(
            "{} rows are valid, {} lines are not: nothing is written",
            contents.rows.len(),
            contents.bad_lines
        );
        return Err(Failure::new(
            "Mend the lines above, or leave them out with --skip-invalid.",
        ));
    }
    let bad = contents.bad_lines;
    tables::run(into_year(
        import,
        Held::Rows {
            rows: contents.rows,
            bad,
        },
    ))
}

/// The content of a file.
enum Held {
    /// Rows as on the wire, and how many lines were not valid rows.
    Rows { rows: Vec<ResultRow>, bad: usize },
    /// A table that is turned into rows with the help of what is stored.
    Table(Box<SheetFile>),
}

fn contents(import: &Import) -> Outcome<Contents> {
    let spinner = Progress::counting("Reading");
    let file = csv_rows::open(&import.file, csv_rows::MOST_BYTES)?;
    let contents = csv_rows::read(file, import.ignore_unknown, || spinner.step())?;
    drop(spinner);
    if !contents.missing.is_empty() {
        eprintln!(
            "Not in the file, blank or 0 in all rows: {}",
            contents.missing.join(", ")
        );
    }
    if !contents.unknown.is_empty() {
        eprintln!("Ignored columns: {}", contents.unknown.join(", "));
    }
    Ok(contents)
}

fn report_bad(contents: &Contents) {
    for bad in &contents.bad {
        eprintln!("Line {}: {}", bad.line, bad.problem);
    }
    let more = contents.bad_lines - contents.bad.len();
    if more > 0 {
        eprintln!("… and {more} more lines");
    }
}

async fn into_year(import: &Import, held: Held) -> Outcome {
    let store = tables::open(&[Needs::Accounts, Needs::Events, Needs::Races]).await?;
    let race = Slug::new(&import.slug).year(&import.year);
    let slug = &race.slug;
    let record = store.load_event(slug).await?;
    let known = record
        .as_ref()
        .and_then(|record| record.years.get(&race.year));
    let stored = if known.is_some() {
        store.rows_of_race(&race).await?
    } else {
        Vec::new()
    };
    let deletes = match known {
        Some(year) => year.rows.clone(),
        None => {
            let born = stamp_after(Stamp::default())?;
            prepare_year(&store, import, slug, record.as_ref(), born).await?
        }
    };
    // after the creation of a new year: anything older counts as deleted
    let stamp = stamp_after(newest(&stored, &deletes))?;
    let (rows, bad) = match held {
        Held::Rows { rows, bad } => (rows, bad),
        Held::Table(file) => {
            let create = &import.create;
            let segments = store.segments_of(&race).await?;
            let beside = store.beside_uploads(&race).await?;
            let shown = known.zip(record.as_ref()).map(|(year, record)| {
                let view = View {
                    record: year,
                    kind: EventKind::of(&record.event.kind),
                    corrections: &beside.corrections,
                };
                corrected_people(&stored, view)
            });
            let sheet = sheet_file::race(
                record.as_ref(),
                known,
                &segments,
                shown.unwrap_or_default(),
                (
                    create.kind.as_str(),
                    create.date.as_deref(),
                    create.ranking.as_str(),
                ),
            );
            file.rows(
                &sheet,
                Known {
                    rows: &stored,
                    deletes: &deletes,
                },
                stamp,
                import.skip_invalid,
            )?
        }
    };
    let plan = plan(&stored, &deletes, rows, stamp);
    let at = format!("{slug} {}", import.year);
    println!(
        "{at}: {} new, {} changed, {} unchanged, {} repeated, {bad} invalid",
        plan.new, plan.changed, plan.unchanged, plan.repeated
    );
    if !import.apply {
        eprintln!("Nothing is written: this was a dry run (--apply writes).");
        return Ok(());
    }
    let progress = Progress::new("Writing", plan.writes.len());
    for batch in plan.writes.chunks(BATCH) {
        store.put_rows(&race, batch).await?;
        batch.iter().for_each(|_| progress.step());
    }
    drop(progress);
    eprintln!(
        "{} rows are written; the published pages follow in a few seconds.",
        plan.writes.len()
    );
    Ok(())
}

/// Creates the event and year if missing, or (dry run) only checks that it could. Returns the
/// deletes of the new year.
async fn prepare_year(
    store: &Store,
    import: &Import,
    slug: &Slug,
    record: Option<&EventRecord>,
    born: Stamp,
) -> Outcome<Deletes> {
    let create = &import.create;
    if !create.create_event {
        let what = if record.is_some() {
            format!("{slug} has no year {}", import.year)
        } else {
            format!("There is no event {slug}")
        };
        return Err(Failure::new(format!(
            "{what}: check --slug and --year, or make it with --create-event --date …"
        )));
    }
    let date_time = create.date.clone().unwrap_or_default();
    let year = YearIn {
        year: import.year.clone(),
        date_time,
        live: false,
        days_allowed: 0,
        ranking_type: create.ranking.clone(),
        official: None,
    };
    let (year, _) = year.checked().map_err(|invalid| {
        Failure::Usage(format!(
            "--{}: {} is accepted",
            option_of(invalid.field),
            invalid.rule
        ))
    })?;
    let owner = match record {
        Some(record) => record.owner.clone(),
        None => new_event(store, create, slug, import.apply).await?,
    };
    if import.apply {
        if !store.add_year(slug, &owner, &year, born).await? {
            return Err(Failure::new(format!(
                "{slug} {} was made by somebody else just now: try again.",
                year.year
            )));
        }
        eprintln!("The year {} of {slug} is made.", year.year);
    }
    Ok(Deletes {
        all: Some(born),
        ..Deletes::default()
    })
}

/// Creates the event, or (dry run) only checks it; returns the account that owns it.
async fn new_event(store: &Store, create: &Create, slug: &Slug, apply: bool) -> Outcome<String> {
    let (Some(owner), Some(name)) = (&create.owner, &create.name) else {
        return Err(Failure::Usage(format!(
            "There is no event {slug}: to make it, --owner and --name are needed"
        )));
    };
    let event = EventIn {
        name: name.clone(),
        slug: slug.to_string(),
        contact_email: create.contact.clone().unwrap_or_else(|| owner.clone()),
        kind: create.kind.clone(),
        ..EventIn::default()
    };
    let (event, _) = event.checked().map_err(|invalid| {
        Failure::Usage(format!(
            "--{}: {} is accepted",
            option_of(invalid.field),
            invalid.rule
        ))
    })?;
    let account = store.find_account(owner.trim()).await?;
    let account = account.ok_or_else(|| {
        Failure::new(format!(
            "There is no account {owner}: make it with `chute account create`."
        ))
    })?;
    if apply {
        if !store.add_event(&event, &account.id).await? {
            return Err(Failure::new(format!(
                "The event {slug} belonged to another account: choose another slug."
            )));
        }
        eprintln!("The event {slug} is made.");
    }
    Ok(account.id)
}

/// The option that sets a field of the wire.
fn option_of(field: &str) -> &str {
    match field {
        "date_time" => "date",
        "ranking_type" => "ranking",
        "contact_email" => "contact",
        other => other,
    }
}

/// The newest stamp that an import has to win over.
fn newest(stored: &[StoredRow], deletes: &Deletes) -> Stamp {
    let deleted = deletes.by_distance.iter().map(|(at, _)| *at);
    let stamps = stored.iter().map(|row| row.stamp);
    let newest = stamps.chain(deletes.all).chain(deleted).max();
    newest.unwrap_or_default()
}

/// The stamp of what is received now, and later than `newest`, which may have been given while the
/// clock was ahead.
fn stamp_after(newest: Stamp) -> Outcome<Stamp> {
    let now_ms = u64::try_from(clock::now_ms())
        .ok()
        .filter(|ms| *ms > 0)
        .ok_or_else(|| Failure::new("The clock of this machine is set before 1970."))?;
    let order_ms = now_ms.max(newest.order_ms() + 1);
    Ok(Stamp::new(order_ms, &random::id("import-")?))
}

/// Decides which rows must be written, and counts the others.
fn plan(stored: &[StoredRow], deletes: &Deletes, rows: Vec<ResultRow>, stamp: Stamp) -> Plan {
    let mut people: BTreeMap<&str, Vec<&StoredRow>> = BTreeMap::new();
    for row in stored {
        people.entry(&row.person_id).or_default().push(row);
    }
    let alive: BTreeSet<_> = people
        .into_values()
        .flat_map(|rows| liveness::living(rows, deletes))
        .map(StoredRow::key)
        .collect();
    let sent = rows.len();
    let distinct: BTreeSet<_> = rows
        .iter()
        .map(|row| {
            (
                &row.person_id,
                &row.passage.location,
                row.passage.occurrence,
            )
        })
        .collect();
    let distinct = distinct.len();
    let writes = liveness::rows_from(Origin::Import, stored, deletes, rows, stamp);
    let changed = writes
        .iter()
        .filter(|row| alive.contains(&row.key()))
        .count();
    Plan {
        new: writes.len() - changed,
        changed,
        unchanged: distinct - writes.len(),
        repeated: sent - distinct,
        writes,
    }
}

#[cfg(test)]
mod tests {
    use chute_domain::row::{Passage, Person};

    use super::*;

    fn row(person: &str, seconds: i64) -> ResultRow {
        ResultRow {
            person_id: person.into(),
            person: Person {
                bib: "7".to_owned(),
                ..Person::default()
            },
            passage: Passage {
                seconds,
                location: "Finish".to_owned(),
                occurrence: 1,
                ..Passage::default()
            },
        }
    }

    #[test]
    fn a_second_import_writes_nothing() {
        let first = plan(
            &[],
            &Deletes::default(),
            vec![row("1", 10), row("2", 20), row("2", 21)],
            Stamp::new(1, ""),
        );
        assert_eq!(
            (first.new, first.changed, first.unchanged, first.repeated),
            (2, 0, 0, 1)
        );
        let second = plan(
            &first.writes,
            &Deletes::default(),
            vec![row("1", 10), row("2", 21)],
            Stamp::new(2, ""),
        );
        assert_eq!(
            second,
            Plan {
                unchanged: 2,
                ..Plan::default()
            }
        );
        let third = plan(
            &first.writes,
            &Deletes::default(),
            vec![row("1", 11), row("3", 30)],
            Stamp::new(3, ""),
        );
        assert_eq!((third.new, third.changed, third.unchanged), (1, 1, 0));
    }

    #[test]
    fn rows_that_were_deleted_are_new() {
        let first = plan(
            &[],
            &Deletes::default(),
            vec![row("1", 10)],
            Stamp::new(1, ""),
        );
        let deletes = Deletes {
            all: Some(Stamp::new(2, "")),
            ..Deletes::default()
        };
        let again = plan(
            &first.writes,
            &deletes,
            vec![row("1", 10)],
            Stamp::new(3, ""),
        );
        assert_eq!((again.new, again.changed), (1, 0));
    }
}
