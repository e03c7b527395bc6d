//! What both organiser uploads do once the caller may (contract 9.4).

use chute_domain::{
    event_time::EventTime,
    files::{FileName, FileRecord, Saved, Upload},
};

use crate::{App, answer::Problem, arrival::Arrival, random};

/// Saves a file of the event: `bytes` to publish, or `None` to withdraw it. `seen` is the version the caller knows.
pub(super) async fn save(
    app: &App,
    arrival: &Arrival,
    slug: &str,
    name: FileName,
    bytes: Option<Vec<u8>>,
    seen: Option<i64>,
) -> Result<FileRecord, Problem> {
    let not_found = if name.year().is_empty() { "Event Not Found" } else { "Event/Year Not Found" };
    let upload = Upload { name, bytes, seen, id: random::id("u_")?, at: EventTime::from_unix(arrival.unix_s()) };
    match arrival.until_stop(app.store.save_file(slug, &upload)).await? {
        Saved::Version(file) => Ok(file),
        Saved::Stale => Err(Problem::Conflict("The File Was Changed By Somebody Else")),
        Saved::TooMany => Err(Problem::Bad("The Event Has Too Many Files".to_owned())),
        Saved::Gone => Err(Problem::NotFound(not_found)),
    }
}
