//! Writing years (contract 4.2, 4.10).

use chute_contract::answers::EventAndYear;
use chute_domain::{
    event_time::EventTime,
    race::{Declared, Official, RaceKey, Year, YearKey},
    state::{EventRecord, YearRecord},
};
use chute_store::pointer_path;

use super::withdrawal::withdraw;
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json},
    extract::no_such_event,
    request_context::RequestContext,
};

/// Adds a year to an event.
pub async fn add(
    app: &App,
    context: &RequestContext,
    mut record: EventRecord,
    year: Year,
    declared: Option<Declared>,
) -> Answer<EventAndYear> {
    let year = Year {
        official: over(declared, &Official::Unsaid, context).unwrap_or_default(),
        ..year
    };
    let slug = record.slug();
    let added = app
        .store
        .add_year(&slug, &record.owner, &year, context.stamp);
    if record.years.contains_key(year.year.as_str()) || !context.until_stop(added).await? {
        return Err(Problem::Conflict("Year Already Exists"));
    }
    record.years.insert(
        YearKey::new(&year.year),
        YearRecord {
            year: year.clone(),
            ..YearRecord::default()
        },
    );
    Ok(json(&EventAndYear {
        event: record.event(),
        event_year: year,
    }))
}

/// The new status of the results, if the request declares one.
fn over(
    declared: Option<Declared>,
    stored: &Official,
    context: &RequestContext,
) -> Option<Official> {
    Some(declared?.over(stored, EventTime::from_unix(context.unix_s())))
}

/// Replaces the fields of a year. Whether its results are official stays as it is unless the
/// request declares it.
pub async fn update(
    app: &App,
    context: &RequestContext,
    mut record: EventRecord,
    stored: YearRecord,
    (sent, declared): (Year, Option<Declared>),
) -> Answer<EventAndYear> {
    let said = over(declared, &stored.year.official, context);
    let sent = Year {
        official: said.clone().unwrap_or_else(|| stored.year.official.clone()),
        ..sent
    };
    if stored.year != sent {
        let written = context
            .until_stop(app.store.update_year(&record.slug(), &sent, said.as_ref()))
            .await?;
        if !written {
            return Err(no_such_event(true));
        }
    }
    record.years.insert(
        YearKey::new(&sent.year),
        YearRecord {
            year: sent.clone(),
            ..stored
        },
    );
    Ok(json(&EventAndYear {
        event: record.event(),
        event_year: sent,
    }))
}

/// Deletes a year and its data.
pub async fn remove(app: &App, context: &RequestContext, race: &RaceKey) -> Answer<Empty> {
    context
        .until_stop(app.store.delete_year(race, context.stamp))
        .await?;
    context
        .until_stop(app.store.withdraw_files(
            &race.slug,
            Some(&race.year),
            &EventTime::from_unix(context.unix_s()),
        ))
        .await?;
    withdraw(
        app,
        context,
        &race.slug,
        &format!("{race}/"),
        &[pointer_path(race)],
    )
    .await?;
    Ok(empty())
}
