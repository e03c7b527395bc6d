//! Writing years (contract 4.2, 4.10).

use chute_contract::answers::EventAndYear;
use chute_domain::{
    event_time::EventTime,
    race::{Declared, Official, Year, YearKey},
    state::YearRecord,
};
use chute_store::pointer_path;

use super::withdrawal::withdraw;
use crate::{
    answer::{Answer, Empty, Problem, empty, json},
    extract::{EventRequest, ValidYear, YearRequest, no_such_event},
    request_context::RequestContext,
};

/// Adds a year to an event.
pub async fn add(call: EventRequest<impl Into<ValidYear>>) -> Answer<EventAndYear> {
    let (mut record, context) = (call.record, &call.context);
    let ValidYear { year, declared, .. } = call.body.into();
    let year = Year {
        official: over(declared, &Official::Unsaid, context).unwrap_or_default(),
        ..year
    };
    let slug = record.slug();
    let store = &call.app.store;
    let added = store.add_year(&slug, &record.owner, &year, context.stamp);
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
pub async fn update(call: YearRequest<impl Into<ValidYear>>) -> Answer<EventAndYear> {
    let (mut record, stored, store) = (call.record, call.year, &call.app.store);
    let ValidYear { year, declared, .. } = call.body.into();
    let said = over(declared, &stored.year.official, &call.context);
    let sent = Year {
        official: said.clone().unwrap_or_else(|| stored.year.official.clone()),
        ..year
    };
    if stored.year != sent {
        let slug = record.slug();
        let written = store.update_year(&slug, &sent, said.as_ref());
        if !call.context.until_stop(written).await? {
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
pub async fn remove<C>(call: YearRequest<C>) -> Answer<Empty> {
    let YearRequest {
        race, context, app, ..
    } = call;
    context
        .until_stop(app.store.delete_year(&race, context.stamp))
        .await?;
    context
        .until_stop(app.store.withdraw_files(
            &race.slug,
            Some(&race.year),
            &EventTime::from_unix(context.unix_s()),
        ))
        .await?;
    withdraw(
        &app,
        &context,
        &race.slug,
        &format!("{race}/"),
        &[pointer_path(&race)],
    )
    .await?;
    Ok(empty())
}
