//! Results from a spreadsheet by session (contract 4.17).

use std::collections::BTreeMap;

use chute_contract::{
    result::ResultIn,
    sheet::{AddPlanned, AllRememberedColumns, BadReading, ChosenColumns, PlanResults, ResultsPlan, rows_of, stamp_text},
};
use chute_domain::{
    life::{RowKey, StoredRow},
    race::EventKind,
    row::ResultRow,
    sheet::{self, Known, Race},
};

use super::super::acts::results as acts;
use crate::{
    answer::{Answer, Problem, json, json_bytes},
    extract::{Right, Role, Signed},
};

/// `r/results/plan`: what a table would do to a year. Nothing is written.
pub async fn plan(call: Signed<PlanResults>) -> Answer {
    let mut call = call.admit(Role::Any).await?.year(Right::Own).await?;
    let year = &call.year.year;
    let race = Race { kind: EventKind::of(&call.record.event.kind), start: year.date_time.clone(), by_chip: year.ranking_type == "chip" };
    let table = std::mem::take(&mut call.body).table(race.kind)?;
    let (slug, year) = call.names();
    let stored = call.arrival.until_stop(call.app.store.rows_of_race(slug, year)).await?;
    let plan = sheet::plan(&table, &race, Known { rows: &stored, deletes: &call.year.rows }, call.arrival.stamp);
    let rows = rows_of(&plan);
    let told = ResultsPlan::new(plan, &rows, call.year.born()).to_json();
    Ok(json_bytes(told.map_err(|error| Problem::Failed(Box::new(error)))?.into()))
}

/// `r/results/add`: rows of a plan, as `results/add`, unless somebody else has written one of them since the plan saw it.
pub async fn add(call: Signed<AddPlanned>) -> Answer {
    let mut call = call.admit(Role::Any).await?.year(Right::Own).await?;
    let AddPlanned { born, results, seen, .. } = std::mem::take(&mut call.body);
    let sent = planned(results, seen)?;
    if !sent.is_empty() && born != stamp_text(call.year.born()) {
        return Err(Problem::Conflict("The Year Was Made Again"));
    }
    let people = people(&sent);
    let (slug, year) = call.names();
    let stored = call.arrival.until_stop(call.app.store.rows_of_people(slug, year, &people)).await?;
    if is_overtaken(&stored, &sent) {
        return Err(Problem::Conflict("Changed By Somebody Else"));
    }
    acts::add(&call, &stored, sent.into_iter().map(|(row, _)| row).collect()).await
}

/// `r/results/columns`: what the account chose for its tables; with a choice in the request, it is remembered first.
pub async fn columns(call: Signed<ChosenColumns>) -> Answer {
    let call = call.admit(Role::Any).await?;
    let (store, account) = (&call.app.store, &call.caller.id);
    let remembered = match call.body.checked()? {
        Some(chosen) => store.choose_columns(account, chosen).await?,
        None => store.chosen_columns(account).await?,
    };
    Ok(json(&AllRememberedColumns::from(remembered)))
}

/// The rows, each with what the plan saw under its key.
fn planned(results: Vec<ResultIn>, seen: Vec<String>) -> Result<Vec<(ResultRow, String)>, Problem> {
    let count = results.len();
    let sent: Vec<(ResultRow, String)> = results.into_iter().zip(seen).filter_map(|(row, seen)| Some((row.checked()?, seen))).collect();
    // a plan has no invalid rows
    if sent.len() == count {
        Ok(sent)
    } else {
        Err(Problem::Bad("Bad Request. Needed: valid results, and seen for each of them".to_owned()))
    }
}

fn people(sent: &[(ResultRow, String)]) -> Vec<String> {
    let mut people: Vec<String> = sent.iter().map(|(row, _)| row.person_id.clone()).collect();
    people.sort_unstable();
    people.dedup();
    people
}

/// Whether a row is another by now than the plan saw. One that is as it shall be was written by an earlier turn of the same call.
fn is_overtaken(stored: &[StoredRow], sent: &[(ResultRow, String)]) -> bool {
    let stored: BTreeMap<RowKey, &StoredRow> = stored.iter().map(|row| (row.key(), row)).collect();
    sent.iter().any(|(row, seen)| {
        let key = (row.person_id.clone(), row.passage.location.clone(), row.passage.occurrence);
        stored.get(&key).is_some_and(|there| {
            let is_done = there.passage == row.passage && there.person == row.person;
            !is_done && stamp_text(Some(there.stamp)) != *seen
        })
    })
}

impl From<BadReading> for Problem {
    fn from(BadReading(what): BadReading) -> Self {
        Self::Bad(format!("Bad Request. {what}"))
    }
}
