//! Years by key (contract 4.2).

use chute_contract::{
    answers::{EventAndYear, Years},
    requests::{ForEvent, ForYear},
};
use chute_domain::key::KeyKind;

use super::services;
use crate::{
    answer::{Answer, json},
    extract::{Access, EventRequest, KeyRequest, ValidYear, YearRequest},
};

/// `event-year`.
pub async fn one(call: KeyRequest<ForYear>) -> Answer {
    let YearRequest { record, year, .. } = call.year(KeyKind::Read, Access::Read).await?;
    Ok(json(&EventAndYear {
        event: record.event(),
        event_year: year.year,
    }))
}

/// `event-year/event`.
pub async fn list(call: KeyRequest<ForEvent>) -> Answer {
    let EventRequest { record, .. } = call.event(KeyKind::Read, Access::Read).await?;
    Ok(json(&Years {
        years: record.years(),
    }))
}

/// `event-year/add`.
pub async fn add(call: KeyRequest<ValidYear>) -> Answer {
    let EventRequest {
        body,
        record,
        context,
        app,
        ..
    } = call.event(KeyKind::Write, Access::Own).await?;
    services::years::add(&app, &context, record, body.year, body.declared).await
}

/// `event-year/update`.
pub async fn update(call: KeyRequest<ValidYear>) -> Answer {
    let YearRequest {
        body,
        record,
        year,
        context,
        app,
    } = call.year(KeyKind::Write, Access::Own).await?;
    services::years::update(&app, &context, record, year, (body.year, body.declared)).await
}

/// `event-year/delete`; an empty year deletes the latest.
pub async fn remove(call: KeyRequest<ForYear>) -> Answer {
    let call = call.year(KeyKind::Delete, Access::Own).await?;
    services::years::remove(&call.app, &call.context, call.names()).await
}
