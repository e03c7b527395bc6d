//! Uploads an event as the desktop timing client does: the same calls, 20 rows per call, one after
//! the other.

use std::{
    collections::BTreeSet,
    thread,
    time::{Duration, Instant},
};

use chute_contract::result::ResultOut;
use chute_domain::{
    race::{Event, RaceKey, Slug, Year},
    row::ResultRow,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::course::Edition;
use crate::{
    client::Client,
    failure::{Failure, Outcome},
    progress::Progress,
};

/// Rows per call.
pub const BATCH: usize = 20;

/// How long a publication may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// The slugs of the key's account.
pub fn my_events(client: &Client) -> Outcome<BTreeSet<String>> {
    let answer = client.call("GET", "event/my", &Value::Null)?;
    let events = list(&answer, "events")?;
    Ok(events
        .iter()
        .filter_map(|event| event.get("slug")?.as_str())
        .map(str::to_owned)
        .collect())
}

/// Creates the event unless it is among `mine`. Returns its years, oldest first.
pub fn link_event(client: &Client, event: &Event, mine: &BTreeSet<String>) -> Outcome<Vec<Year>> {
    if !mine.contains(&event.slug) {
        client.call("POST", "event/add", &json!({ "event": event }))?;
    }
    let answer = client.call("POST", "event-year/event", &json!({ "slug": event.slug }))?;
    serde_json::from_value(answer.get("years").cloned().unwrap_or_default())
        .map_err(|error| Failure::because("event-year/event answered something else", &error))
}

/// Creates the year unless it is among `years`.
pub fn link_year(client: &Client, slug: &Slug, year: &Year, years: &[Year]) -> Outcome {
    if years.iter().any(|known| known.year == year.year) {
        return Ok(());
    }
    client
        .call(
            "POST",
            "event-year/add",
            &json!({ "slug": slug, "event_year": year }),
        )
        .map(|_| ())
}

/// Whether everything of a year was uploaded: distances go last, so they show it.
pub fn is_complete(client: &Client, at: &RaceKey, edition: &Edition) -> Outcome<bool> {
    let answer = client.call(
        "POST",
        "distances",
        &json!({ "slug": at.slug, "year": at.year }),
    )?;
    Ok(list(&answer, "distances")?.len() >= edition.distances.len())
}

/// Waits until readers see everything of a year: what was uploaded last is published last.
///
/// # Errors
/// When it is not public after [`PATIENCE`].
pub fn public(client: &Client, at: &RaceKey, edition: &Edition) -> Outcome {
    let asked = Instant::now();
    while asked.elapsed() < PATIENCE {
        let one = json!({ "slug": at.slug, "year": at.year, "limit": 1 });
        let answer = client.call("POST", "results", &one)?;
        let is_published = answer.get("version").is_some();
        if is_published && list(&answer, "distances")?.len() >= edition.distances.len() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(500));
    }
    Err(Failure::new(format!(
        "{} {} is uploaded, but not public after {} s: see the log of the publisher",
        at.slug,
        at.year,
        PATIENCE.as_secs()
    )))
}

/// The number of calls that [`edition`] makes.
pub fn calls(edition: &Edition) -> usize {
    2 + [
        edition.participants.len(),
        edition.chips.len(),
        edition.rows.len(),
    ]
    .map(|rows| rows.div_ceil(BATCH))
    .iter()
    .sum::<usize>()
}

/// Uploads everything of a year.
pub fn edition(client: &Client, at: &RaceKey, edition: &Edition, progress: &Progress) -> Outcome {
    all_at_once(client, at, "segments", &edition.segments, progress)?;
    in_batches(
        client,
        at,
        ("participants/add", "participants"),
        &edition.participants,
        progress,
    )?;
    in_batches(
        client,
        at,
        ("bibchips/add", "bib_chips"),
        &edition.chips,
        progress,
    )?;
    rows(client, at, &edition.rows, progress)?;
    all_at_once(client, at, "distances", &edition.distances, progress)
}

/// Uploads rows.
pub fn rows(client: &Client, at: &RaceKey, rows: &[ResultRow], progress: &Progress) -> Outcome {
    let rows: Vec<ResultOut<'_>> = rows.iter().map(ResultOut::new).collect();
    in_batches(client, at, ("results/add", "results"), &rows, progress)
}

fn all_at_once(
    client: &Client,
    at: &RaceKey,
    what: &str,
    items: &[impl Serialize],
    progress: &Progress,
) -> Outcome {
    let path = format!("{what}/add");
    let answer = client.call(
        "POST",
        &path,
        &json!({ "slug": at.slug, "year": at.year, what: items }),
    )?;
    progress.step();
    taken(&path, list(&answer, what)?.len(), items.len())
}

fn in_batches(
    client: &Client,
    at: &RaceKey,
    (path, what): (&str, &str),
    items: &[impl Serialize],
    progress: &Progress,
) -> Outcome {
    for batch in items.chunks(BATCH) {
        let answer = client.call(
            "POST",
            path,
            &json!({ "slug": at.slug, "year": at.year, what: batch }),
        )?;
        let count = answer
            .get("count")
            .and_then(Value::as_u64)
            .and_then(|count| usize::try_from(count).ok());
        taken(path, count.unwrap_or(0), batch.len())?;
        progress.step();
    }
    Ok(())
}

fn taken(path: &str, count: usize, sent: usize) -> Outcome {
    if count == sent {
        Ok(())
    } else {
        Err(Failure::new(format!("{path} took {count} of {sent} rows")))
    }
}

fn list<'a>(answer: &'a Value, name: &str) -> Outcome<&'a Vec<Value>> {
    answer.get(name).and_then(Value::as_array).ok_or_else(|| {
        Failure::new(format!(
            "An answer has no list `{name}`: is --api the address of the account API?"
        ))
    })
}
