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

/// A year; the latest if none is named.
///
/// # Errors
/// - 404: no such event or year.
pub async fn one(call: KeyRequest<ForYear, Reader>) -> Answer<EventAndYear> {
    let YearRequest { record, year, .. } = call.year().await?;
    Ok(json(&EventAndYear {
        event: record.event(),
        event_year: year.year,
    }))
}

/// All years of an event, oldest first.
///
/// # Errors
/// - 404: no such event.
pub async fn list(call: KeyRequest<ForEvent, Reader>) -> Answer<Years> {
    let EventRequest { record, .. } = call.event().await?;
    Ok(json(&Years {
        years: record.years(),
    }))
}

/// Adds a year to an event.
///
/// # Errors
/// - 404: no such event.
/// - 409: the event has this year already.
pub async fn add(call: KeyRequest<ValidYear, Writer>) -> Answer<EventAndYear> {
    services::years::add(call.event().await?).await
}

/// Replaces all fields of a year except its key.
///
/// # Errors
/// - 404: no such event or year.
pub async fn update(call: KeyRequest<ValidYear, Writer>) -> Answer<EventAndYear> {
    services::years::update(call.year().await?).await
}

/// Deletes a year with all its data; the latest if none is named.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<ForYear, Deleter>) -> Answer<Empty> {
    services::years::remove(call.year().await?).await
}
