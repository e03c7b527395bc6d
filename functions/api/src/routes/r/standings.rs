//! Previous youth standings by session (contract 9.2, 9.4).

use chute_contract::uploads::{self, StandingsSaved, UpdateStandings};
use chute_domain::{
    files::FileName,
    race::{Slug, YearKey},
    standings::{self, Standing},
};

use super::files;
use crate::{
    answer::{Answer, Problem, json},
    extract::{Checked, InRace, Owner, SessionRequest},
};

/// Validated standings to publish.
pub struct SentStandings {
    distance: String,
    /// `None` withdraws the file.
    rows: Option<Vec<Standing>>,
    version: Option<i64>,
}

impl Checked for InRace<SentStandings> {
    type Body = UpdateStandings;
    const LIMIT: usize = 1024 * 1024;

    fn check(body: UpdateStandings) -> Result<Self, Problem> {
        let UpdateStandings {
            slug,
            year,
            distance,
            csv,
            version,
        } = body;
        let slug = Slug::new(&slug);
        if slug.is_empty() || year.is_empty() {
            return Err(Problem::Bad(
                "Bad Request. Needed: slug and year".to_owned(),
            ));
        }
        // its folder on the downloads host would be the one of all snapshots
        if *slug == *"results" {
            return Err(Problem::Bad(
                "Validation Error. slug: an event named results cannot have standings".to_owned(),
            ));
        }
        standings::check_distance(&distance)
            .map_err(|rule| Problem::Bad(format!("Validation Error. distance: {rule}")))?;
        let rows = if csv.is_empty() {
            None
        } else {
            Some(standings::read(&csv)?)
        };
        let sent = SentStandings {
            distance,
            rows,
            version,
        };
        Ok(Self::new(slug, YearKey::named(&year), sent))
    }
}

/// Publishes the previous youth standings of a distance; an empty text withdraws them.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: somebody else has saved the file in the meantime.
pub async fn update(
    call: SessionRequest<InRace<SentStandings>, Owner>,
) -> Answer<StandingsSaved<'static>> {
    let call = call.admit().await?;
    let by = call.caller.id.clone();
    let call = call.year().await?;
    let (sent, slug) = (call.body.sent, call.record.slug());
    let rows = sent.rows.as_ref();
    let bytes = rows.map(|rows| standings::write(rows).into_bytes());
    let rows = rows.map_or(0, Vec::len);
    let name = FileName::Standings {
        year: call.race.year,
        distance: sent.distance,
    };
    let by = (by, sent.version);
    let saved = files::save(&call.app, &call.context, &slug, name, bytes, by).await?;
    let (url, year, distance) = (
        uploads::url(&slug, &saved.name),
        saved.name.year().map_or("", YearKey::as_str),
        saved.name.distance(),
    );
    Ok(json(&StandingsSaved {
        slug: &slug,
        year,
        distance,
        version: saved.version,
        updated_at: saved.updated_at.clone(),
        url,
        rows,
    }))
}
