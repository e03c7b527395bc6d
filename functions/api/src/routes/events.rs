//! Events by key (contract 4.2).

use axum::{extract::State, response::Response};
use chute_contract::{
    answers::{EventOverview, Events, OneEvent},
    requests::{ForEvent, Nothing},
};
use chute_domain::{key::KeyKind, race, state::EventRecord};
use chute_store::{Place, sort_events};

use super::results::by_distance;
use crate::{
    App,
    answer::{Answer, Problem, empty, json},
    extract::{Access, Keyed, OfEvent, SentEvent},
};

/// `event/all`: the unrestricted events of every account.
pub async fn all(call: Keyed<Nothing>) -> Answer {
    let (_, _, app, _) = call.admit(KeyKind::Read).await?;
    let records = app.store.all_events().await?;
    Ok(listed(records.iter().filter(|record| !record.event.access_restricted)))
}

/// `event/my`: the events of the key's account.
pub async fn mine(call: Keyed<Nothing>) -> Answer {
    let (_, key, app, _) = call.admit(KeyKind::Read).await?;
    Ok(listed(&app.store.events_of(&key.account).await?))
}

fn listed<'r>(records: impl IntoIterator<Item = &'r EventRecord>) -> Response {
    let mut events: Vec<_> = records.into_iter().map(EventRecord::event).collect();
    sort_events(&mut events);
    json(&Events { events })
}

/// `event`: the event and all rows of its current year.
pub async fn overview(State(app): State<App>, call: Keyed<ForEvent>) -> Answer {
    let OfEvent { record, arrival, .. } = call.event(KeyKind::Read, Access::Read).await?;
    let (event, event_years) = (record.event(), record.years());
    let year = race::current_year(&event_years, arrival.unix_s());
    let published = match year {
        Some(year) => app.decoded.of_year(&app.store, &record, &year.year).await?,
        None => None,
    };
    let (results, participants) = match &published {
        Some(snapshot) => (by_distance(&snapshot.rows), snapshot.participants.as_slice()),
        None => Default::default(),
    };
    Ok(json(&EventOverview { event: &event, event_years: &event_years, year, results, participants }))
}

/// `event/add`.
pub async fn add(call: Keyed<SentEvent>) -> Answer {
    let (SentEvent(event), key, app, arrival) = call.admit(KeyKind::Write).await?;
    if !arrival.until_stop(app.store.add_event(&event, &key.account)).await? {
        return Err(Problem::Conflict("Slug Already In Use"));
    }
    Ok(json(&OneEvent { event }))
}

/// `event/update`.
pub async fn update(call: Keyed<SentEvent>) -> Answer {
    let OfEvent { body: SentEvent(event), record, arrival, app, .. } = call.event(KeyKind::Write, Access::Own).await?;
    let after = EventRecord { event, ..record.clone() };
    if after != record {
        let written = arrival.until_stop(app.store.update_event(&after.event, &record.owner)).await?;
        if !written {
            return Err(Problem::NotFound("Event Not Found"));
        }
    }
    if after.event.access_restricted {
        arrival.until_stop(app.store.withdraw(Place::Public, &format!("{}/", record.event.slug))).await?;
    }
    Ok(json(&OneEvent { event: after.event() }))
}

/// `event/delete`: the event, its years and all their data.
pub async fn remove(call: Keyed<ForEvent>) -> Answer {
    let OfEvent { record, arrival, app, .. } = call.event(KeyKind::Delete, Access::Own).await?;
    arrival.until_stop(app.store.delete_event(&record, arrival.stamp)).await?;
    for place in [Place::Public, Place::Restricted] {
        arrival.until_stop(app.store.withdraw(place, &format!("{}/", record.event.slug))).await?;
    }
    Ok(empty())
}
