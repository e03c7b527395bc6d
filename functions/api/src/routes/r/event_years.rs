//! Years by session (contract 4.10).

use chute_contract::{
    answers::{EventAndYear, Years},
    r::AllYears,
    requests::{ForEvent, ForYear, Nothing},
};

use super::super::services;
use crate::{
    answer::{Answer, Empty, json},
    extract::{AnySession, BodyWithRace, Owner, SessionRequest, ValidYear},
};

/// All years of an event, oldest first.
///
/// # Errors
/// - 404: no such event.
pub async fn list(call: SessionRequest<BodyWithRace<ForEvent>, Owner>) -> Answer<Years> {
    let call = call.admit().await?.event().await?;
    Ok(json(&Years {
        years: call.record.years(),
    }))
}

/// The years of all unrestricted events and of the caller's own, newest first.
pub async fn all(call: SessionRequest<Nothing, AnySession>) -> Answer<AllYears> {
    let call = call.admit().await?;
    let records = call.app.store.all_events().await?;
    let seen = records
        .iter()
        .filter(|record| !record.event.access_restricted || record.owner == call.caller.id);
    Ok(json(&AllYears::of(seen)))
}

/// Adds a year to an event.
///
/// # Errors
/// - 404: no such event.
/// - 409: the event has this year already.
pub async fn add(call: SessionRequest<BodyWithRace<ValidYear>, Owner>) -> Answer<EventAndYear> {
    services::years::add(call.admit().await?.event().await?).await
}

/// Replaces all fields of a year except its key.
///
/// # Errors
/// - 404: no such event or year.
pub async fn update(call: SessionRequest<BodyWithRace<ValidYear>, Owner>) -> Answer<EventAndYear> {
    services::years::update(call.admit().await?.year().await?).await
}

/// Deletes a year with all its data.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: SessionRequest<BodyWithRace<ForYear>, Owner>) -> Answer<Empty> {
    services::years::remove(call.admit().await?.year().await?).await
}
