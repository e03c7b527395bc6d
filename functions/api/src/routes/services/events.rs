//! Writing events (contract 4.2, 4.10).

use chute_contract::answers::{Events, OneEvent};
use chute_domain::{
    event_time::EventTime,
    race::{Event, Face, sort_events},
    state::EventRecord,
};
use chute_store::{Place, pointers};

use super::withdrawal::withdraw;
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json},
    extract::no_such_event,
    request_context::RequestContext,
};

/// The events in the order of contract 6.3.
pub fn listed<'r>(records: impl IntoIterator<Item = &'r EventRecord>) -> Events {
    let mut events: Vec<Event> = records.into_iter().map(EventRecord::event).collect();
    sort_events(&mut events);
    Events { events }
}

/// Adds an event for the account `owner`.
pub async fn add(
    app: &App,
    context: &RequestContext,
    event: Event,
    face: Face,
    owner: &str,
) -> Answer<OneEvent> {
    let event = face.over(&Event::default(), event);
    if !context
        .until_stop(app.store.add_event(&event, owner))
        .await?
    {
        return Err(Problem::Conflict("Slug Already In Use"));
    }
    Ok(json(&OneEvent { event }))
}

/// Replaces an event, except its owner and those parts of its face that are not given. If it is now
/// restricted, it is withdrawn before the answer.
pub async fn update(
    app: &App,
    context: &RequestContext,
    record: EventRecord,
    event: Event,
    face: Face,
) -> Answer<OneEvent> {
    let after = EventRecord {
        event: face.clone().over(&record.event, event),
        ..record.clone()
    };
    if after != record {
        let written = context
            .until_stop(app.store.update_event(&after.event, face, &record.owner))
            .await?;
        if !written {
            return Err(no_such_event(false));
        }
    }
    if after.event.access_restricted {
        // only the pointers, without which nothing is found: the publisher moves the files, which
        // the owner can read until then
        let pointers = pointers(&record.slug(), record.years.keys());
        context
            .until_stop(app.store.withdraw_pointers(Place::Public, &pointers))
            .await?;
    }
    Ok(json(&OneEvent {
        event: after.event(),
    }))
}

/// Deletes an event, its years and all their data.
pub async fn remove(app: &App, context: &RequestContext, record: &EventRecord) -> Answer<Empty> {
    context
        .until_stop(app.store.delete_event(record, context.stamp))
        .await?;
    context
        .until_stop(app.store.withdraw_files(
            &record.slug(),
            None,
            &EventTime::from_unix(context.unix_s()),
        ))
        .await?;
    let (path, pointers) = (
        format!("{}/", record.event.slug),
        pointers(&record.slug(), record.years.keys()),
    );
    withdraw(
        app,
        context,
        &[Place::Public, Place::Restricted],
        &path,
        &pointers,
    )
    .await?;
    Ok(empty())
}
