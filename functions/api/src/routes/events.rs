//! Events by key (contract 4.2).

use axum::extract::State;
use chute_contract::{
    answers::{ByDistance, EventOverview, Events, OneEvent},
    requests::{ForEvent, Nothing},
};
use chute_domain::race;

use super::{results::by_distance, services};
use crate::{
    App,
    answer::{Answer, Empty, json, json_that_fits},
    extract::{AnyKey, Deleter, EventRequest, KeyRequest, Reader, ValidEvent, WriteKey, Writer},
};

/// All unrestricted events.
pub async fn all(call: KeyRequest<Nothing, AnyKey>) -> Answer<Events> {
    let (_, _, app, _) = call.admit().await?;
    let records = app.store.all_events().await?;
    Ok(json(&services::events::listed(
        records
            .iter()
            .filter(|record| !record.event.access_restricted),
    )))
}

/// The events of the key's account and of accounts that have linked it, including restricted ones.
pub async fn mine(call: KeyRequest<Nothing, AnyKey>) -> Answer<Events> {
    let (_, key, app, _) = call.admit().await?;
    Ok(json(&services::events::listed(
        &app.store.events_shown_to(&key.account).await?,
    )))
}

/// An event, its years, and the results of its latest year.
///
/// # Errors
/// - 404: no such event.
pub async fn overview(
    State(app): State<App>,
    call: KeyRequest<ForEvent, Reader>,
) -> Answer<EventOverview<'static>> {
    let EventRequest {
        record, context, ..
    } = call.event().await?;
    let (event, event_years) = (record.event(), record.years());
    let year = race::current_year(&event_years, context.unix_s());
    let published = match year {
        Some(year) => match record.years.get(year.year.as_str()) {
            Some(deletes) => {
                app.caches
                    .snapshots
                    .of_year(&app.store, &record, deletes)
                    .await?
            }
            None => None,
        },
        None => None,
    };
    let (results, participants) = match &published {
        Some(snapshot) => (
            by_distance(&snapshot.rows),
            snapshot.participants.as_slice(),
        ),
        None => Default::default(),
    };
    let bare = EventOverview {
        event: &event,
        event_years: &event_years,
        year,
        results: ByDistance::new(),
        participants: &[],
        message: None,
    };
    let without_results = EventOverview {
        participants,
        message: Some(WITHOUT_RESULTS),
        ..bare.clone()
    };
    let without_both = EventOverview {
        message: Some(WITHOUT_BOTH),
        ..bare.clone()
    };
    Ok(json_that_fits(
        &EventOverview {
            results,
            participants,
            ..bare
        },
        &[without_results, without_both],
    ))
}

const WITHOUT_RESULTS: &str = "The results of this year do not fit into this answer and are left out. \
    Ask results/all for them, in pages with limit and page, or accept gzip.";
const WITHOUT_BOTH: &str = "The results and participants of this year do not fit into this answer and are left out. \
    Ask results/all for results, in pages with limit and page, or accept gzip.";

/// Adds an event; the key's account owns it.
///
/// # Errors
/// - 409: the slug is taken.
pub async fn add(call: KeyRequest<ValidEvent, WriteKey>) -> Answer<OneEvent> {
    let (event, key, app, context) = call.admit().await?;
    services::events::add(&app, &context, event, &key.account).await
}

/// Replaces all fields of an event except its slug.
///
/// # Errors
/// - 404: no such event.
pub async fn update(call: KeyRequest<ValidEvent, Writer>) -> Answer<OneEvent> {
    services::events::update(call.event().await?).await
}

/// Deletes an event with its years and all their data.
///
/// # Errors
/// - 404: no such event.
pub async fn remove(call: KeyRequest<ForEvent, Deleter>) -> Answer<Empty> {
    services::events::remove(call.event().await?).await
}
