//! Years by key (contract 4.2).

use chute_contract::{
    answers::{EventAndYear, Years},
    requests::{ForEvent, ForYear},
};

use super::services;
use crate::{
    answer::{Answer, Empty, json},
    extract::{Deleter, EventRequest, KeyRequest, Reader, ValidYear, Writer, YearRequest},
};

/// `event-year`.
pub async fn one(call: KeyRequest<ForYear, Reader>) -> Answer<EventAndYear> {
    let YearRequest { record, year, .. } = call.year().await?;
    Ok(json(&EventAndYear {
        event: record.event(),
        event_year: year.year,
    }))
}

/// `event-year/event`.
pub async fn list(call: KeyRequest<ForEvent, Reader>) -> Answer<Years> {
    let EventRequest { record, .. } = call.event().await?;
    Ok(json(&Years {
        years: record.years(),
    }))
}

/// `event-year/add`.
pub async fn add(call: KeyRequest<ValidYear, Writer>) -> Answer<EventAndYear> {
    let EventRequest {
        body,
        record,
        context,
        app,
        ..
    } = call.event().await?;
    services::years::add(&app, &context, record, body.year, body.declared).await
}

/// `event-year/update`.
pub async fn update(call: KeyRequest<ValidYear, Writer>) -> Answer<EventAndYear> {
    let YearRequest {
        body,
        record,
        year,
        context,
        app,
        ..
    } = call.year().await?;
    services::years::update(&app, &context, record, year, (body.year, body.declared)).await
}

/// `event-year/delete`; an empty year deletes the latest.
pub async fn remove(call: KeyRequest<ForYear, Deleter>) -> Answer<Empty> {
    let call = call.year().await?;
    services::years::remove(&call.app, &call.context, &call.race).await
}
