//! Years by key (contract 4.2).

use chute_contract::{
    answers::{EventAndYear, Years},
    requests::{ForEvent, ForYear},
};
use chute_domain::{key::KeyKind, state::YearRecord};
use chute_store::Place;

use crate::{
    answer::{Answer, Problem, empty, json},
    extract::{Access, Keyed, OfEvent, OfYear, SentYear},
};

/// `event-year`.
pub async fn one(call: Keyed<ForYear>) -> Answer {
    let OfYear { record, year, .. } = call.year(KeyKind::Read, Access::Read).await?;
    Ok(json(&EventAndYear { event: record.event(), event_year: year.year }))
}

/// `event-year/event`.
pub async fn list(call: Keyed<ForEvent>) -> Answer {
    let OfEvent { record, .. } = call.event(KeyKind::Read, Access::Read).await?;
    Ok(json(&Years { years: record.years() }))
}

/// `event-year/add`.
pub async fn add(call: Keyed<SentYear>) -> Answer {
    let OfEvent { body: SentYear { year, .. }, mut record, arrival, app, .. } = call.event(KeyKind::Write, Access::Own).await?;
    let added = app.store.add_year(&record.event.slug, &record.owner, &year, arrival.stamp);
    if record.years.contains_key(&year.year) || !arrival.until_stop(added).await? {
        return Err(Problem::Conflict("Year Already Exists"));
    }
    record.years.insert(year.year.clone(), YearRecord { year: year.clone(), ..YearRecord::default() });
    Ok(json(&EventAndYear { event: record.event(), event_year: year }))
}

/// `event-year/update`.
pub async fn update(call: Keyed<SentYear>) -> Answer {
    let OfYear { body: SentYear { year: sent, .. }, mut record, year, arrival, app } = call.year(KeyKind::Write, Access::Own).await?;
    if year.year != sent {
        let written = arrival.until_stop(app.store.update_year(&record.event.slug, &sent)).await?;
        if !written {
            return Err(Problem::NotFound("Event/Year Not Found"));
        }
    }
    record.years.insert(sent.year.clone(), YearRecord { year: sent.clone(), ..year });
    Ok(json(&EventAndYear { event: record.event(), event_year: sent }))
}

/// `event-year/delete`; an empty year deletes the latest.
pub async fn remove(call: Keyed<ForYear>) -> Answer {
    let call = call.year(KeyKind::Delete, Access::Own).await?;
    let (slug, year) = call.names();
    call.arrival.until_stop(call.app.store.delete_year(slug, year, call.arrival.stamp)).await?;
    for place in [Place::Public, Place::Restricted] {
        call.arrival.until_stop(call.app.store.withdraw(place, &format!("{slug}/{year}/"))).await?;
    }
    Ok(empty())
}
