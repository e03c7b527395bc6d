//! Results from a spreadsheet by session (contract 4.17), and the return to earlier versions
//! (4.19).

use std::{collections::BTreeMap, time::Duration};

use chute_contract::{
    answers::Count,
    result::ResultIn,
    sheet::{
        AddPlanned, AllRememberedColumns, BadReading, ChosenColumns, PlanResults, ResultsPlan,
        is_as_seen, rows_of, stamp_text,
    },
    versions::{ReadVersions, RestoreVersion},
};
use chute_domain::{
    liveness::{Origin, RowKey, StoredRow},
    pieces::{View, corrected_people},
    race::EventKind,
    returning::{RestoreStep, ResultVersions},
    row::ResultRow,
    sheet::{self, Known, Race},
};
use chute_publisher::{Publications, ReturnTo, Returning};

use super::super::services::results as service;
use crate::{
    answer::{Answer, Problem, WrittenJson, json},
    compute::PLANS,
    extract::{AnySession, Owner, SessionRequest},
};

/// How long a call that returns to a version works; it checks the clock after each part of the
/// race. The time left until the stop is for the last part.
const WORK: Duration = Duration::from_secs(4);

/// Previews what a table of results would do to a year: which rows are new, changed, unchanged or
/// wrong. Nothing is written.
///
/// # Errors
/// - 404: no such event or year.
pub async fn plan(call: SessionRequest<PlanResults, Owner>) -> Answer<ResultsPlan<'static>> {
    let mut call = call.admit().await?.year().await?;
    let kind = EventKind::of(&call.record.event.kind);
    let body = std::mem::take(&mut call.body);
    let table = PLANS.apart(|| body.table(kind)).await??;
    let store = &call.app.store;
    let read = async {
        tokio::try_join!(
            store.rows_of_race(&call.race),
            store.segments_of(&call.race),
            store.beside_uploads(&call.race)
        )
    };
    let (stored, segments, beside) = call.context.until_stop(read).await?;
    let view = View {
        record: &call.year,
        kind,
        corrections: &beside.corrections,
    };
    let year = &call.year.year;
    let living = segments
        .iter()
        .filter_map(|segment| segment.living(call.year.segments));
    let race = Race {
        kind,
        start: year.date_time.clone(),
        by_chip: year.ranking_type == "chip",
        lengths: sheet::lengths(kind, living),
        shown: corrected_people(&stored, view),
    };
    let known = Known {
        rows: &stored,
        deletes: &call.year.rows,
    };
    let plan = || {
        let plan = sheet::plan(&table, &race, known, call.context.stamp);
        let rows = rows_of(&plan);
        WrittenJson::of(&ResultsPlan::new(plan, &rows, call.year.born()))
    };
    Ok(PLANS.apart(plan).await??.into())
}

/// Uploads rows of a plan, as results/add does; 409 if one has changed since the plan.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: somebody else has written or deleted a row since the plan saw it, or the year was
///   re-created.
pub async fn add(call: SessionRequest<AddPlanned, Owner>) -> Answer<Count> {
    let mut call = call.admit().await?.year().await?;
    let AddPlanned {
        born,
        results,
        seen,
        ..
    } = std::mem::take(&mut call.body);
    let sent = planned(results, seen)?;
    if !sent.is_empty() && born != stamp_text(call.year.born()) {
        return Err(Problem::Conflict("The Year Was Made Again"));
    }
    let people = service::people(sent.iter().map(|(row, _)| row));
    let race = &call.race;
    let stored = call
        .context
        .until_stop(call.app.store.rows_of_people(race, &people))
        .await?;
    let known = Known {
        rows: &stored,
        deletes: &call.year.rows,
    };
    if is_overtaken(known, &sent) {
        return Err(Problem::Conflict("Changed By Somebody Else"));
    }
    service::add(
        &call,
        &stored,
        sent.into_iter().map(|(row, _)| row).collect(),
        Origin::Import,
    )
    .await
}

/// The current version of the results, and the earlier ones that can be returned to.
///
/// # Errors
/// - 404: no such event or year.
pub async fn versions(call: SessionRequest<ReadVersions, Owner>) -> Answer<ResultVersions> {
    let call = call.admit().await?.year().await?;
    let found = Publications::of(&call.app.store)
        .earlier_versions(&call.record.slug(), &call.year, call.context.now())
        .await?;
    Ok(json(&found))
}

/// Returns to an earlier version, as far as the time of one call allows; repeating the call
/// continues.
///
/// # Errors
/// - 404: no such event or year, or the version cannot be returned to.
/// - 409: the current version is no longer the expected one, or somebody else is returning to a
///   version.
pub async fn restore(call: SessionRequest<RestoreVersion, Owner>) -> Answer<RestoreStep> {
    let call = call.admit().await?.year().await?;
    let wanted = |version: i64| u64::try_from(version).ok().filter(|version| *version > 0);
    let (Some(version), Some(expected)) = (
        wanted(call.body.version),
        wanted(call.body.expected_version),
    ) else {
        return Err(Problem::Bad(
            "Bad Request. Needed: version and expected_version, of r/results/versions".to_owned(),
        ));
    };
    let slug = call.record.slug();
    let to = ReturnTo {
        slug: &slug,
        record: &call.year,
        version,
        expected,
        now: call.context.now(),
        work: WORK,
        only_look: call.body.dry_run,
    };
    match call
        .context
        .until_stop(Publications::of(&call.app.store).return_to(to))
        .await?
    {
        Returning::Step(step) => Ok(json(&step)),
        Returning::Unknown => Err(Problem::NotFound("Version Not Found")),
        Returning::Outdated => Err(Problem::Conflict("Another Version Stands By Now")),
        Returning::Other => Err(Problem::Conflict("Somebody Else Is Returning To A Version")),
    }
}

/// The columns that the account chose for its tables; a choice in the request is saved first.
pub async fn columns(
    call: SessionRequest<ChosenColumns, AnySession>,
) -> Answer<AllRememberedColumns> {
    let call = call.admit().await?;
    let (store, account) = (&call.app.store, &call.caller.id);
    let remembered = match call.body.checked()? {
        Some(chosen) => store.choose_columns(account, chosen).await?,
        None => store.chosen_columns(account).await?,
    };
    Ok(json(&AllRememberedColumns::from(remembered)))
}

/// The validated rows, each with what the plan saw under its key.
fn planned(results: Vec<ResultIn>, seen: Vec<String>) -> Result<Vec<(ResultRow, String)>, Problem> {
    let count = results.len();
    let sent: Vec<(ResultRow, String)> = results
        .into_iter()
        .zip(seen)
        .filter_map(|(row, seen)| Some((row.checked()?, seen)))
        .collect();
    // a plan has no invalid rows
    if sent.len() == count {
        Ok(sent)
    } else {
        Err(Problem::Bad(
            "Bad Request. Needed: valid results, and seen for each of them".to_owned(),
        ))
    }
}

/// Whether something else is stored than what the plan saw, a deleted row where it saw a living one
/// included. A row that already has the wanted values was written by an earlier attempt at the same
/// call.
fn is_overtaken(known: Known<'_>, sent: &[(ResultRow, String)]) -> bool {
    let states = sheet::states(known);
    let stored: BTreeMap<RowKey, &StoredRow> =
        known.rows.iter().map(|row| (row.key(), row)).collect();
    sent.iter().any(|(row, seen)| {
        let key = (
            row.person_id.clone(),
            row.passage.location.clone(),
            row.passage.occurrence,
        );
        let now = states.get(&key).copied();
        let is_done = now.is_some_and(|now| now.is_alive)
            && stored
                .get(&key)
                .is_some_and(|there| there.passage == row.passage && there.person == row.person);
        !is_done && !is_as_seen(now, seen)
    })
}

impl From<BadReading> for Problem {
    fn from(BadReading(what): BadReading) -> Self {
        Self::Bad(format!("Bad Request. {what}"))
    }
}
