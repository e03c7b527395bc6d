//! Writing events (contract 4.2, 4.10).

use chute_contract::answers::{Events, OneEvent};
use chute_domain::{
    event_time::EventTime,
    race::{Event, Slug, sort_events},
    state::EventRecord,
};
use chute_store::{Place, StoreError, pointers};

use super::withdrawal::withdraw;
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json},
    extract::{EventRequest, ValidEvent, no_such_event},
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
    ValidEvent(event, branding): ValidEvent,
    owner: &str,
) -> Answer<OneEvent> {
    let event = branding.over(&Event::default(), event);
    if !context
        .until_stop(app.store.add_event(&event, owner))
        .await?
    {
        return Err(Problem::Conflict("Slug Already In Use"));
    }
    Ok(json(&OneEvent { event }))
}

/// Replaces an event, except its owner and those parts of its branding that are not given. If it is now
/// restricted, nothing of it can be read in public any more when this answers; 503 while that takes
/// longer.
pub async fn update(call: EventRequest<ValidEvent>) -> Answer<OneEvent> {
    let (record, context, app) = (call.record, &call.context, &call.app);
    let ValidEvent(event, branding) = call.body;
    let after = EventRecord {
        event: branding.clone().over(&record.event, event),
        ..record.clone()
    };
    if after != record {
        let written = context
            .until_stop(
                app.store
                    .update_event(&after.event, branding, &record.owner),
            )
            .await?;
        if !written {
            return Err(no_such_event(false));
        }
    }
    if after.event.access_restricted {
        context.until_stop(seclude(app, &record.slug())).await?;
    }
    Ok(json(&OneEvent {
        event: after.event(),
    }))
}

/// Moves everything of a restricted event out of the public place. A publisher that began before
/// may move a pointer once more meanwhile; afterwards it finds none that it could move, and one that
/// was about to make the first one is waited for.
async fn seclude(app: &App, slug: &Slug) -> Result<(), StoreError> {
    app.store.wait_for_leases(slug).await?;
    while app.store.seclude(&format!("{slug}/")).await? {
        let now = app.store.load_event(slug).await?;
        if now.is_some_and(|event| Place::of(&event) == Place::Public) {
            return Ok(());
        }
    }
    Ok(())
}

/// Deletes an event, its years and all their data.
pub async fn remove<C>(call: EventRequest<C>) -> Answer<Empty> {
    let (record, context, store) = (&call.record, &call.context, &call.app.store);
    let (slug, at) = (record.slug(), EventTime::from_unix(context.unix_s()));
    context
        .until_stop(store.delete_event(record, context.stamp))
        .await?;
    context
        .until_stop(store.withdraw_files(&slug, None, &at))
        .await?;
    let path = format!("{}/", record.event.slug);
    let pointers = pointers(&slug, record.years.keys());
    withdraw(&call.app, context, &slug, &path, &pointers).await?;
    Ok(empty())
}
