//! Years by session (contract 4.10).

use chute_contract::{
    answers::Years,
    r::AllYears,
    requests::{ForEvent, ForYear, Nothing},
};

use super::super::services;
use crate::{
    answer::{Answer, json},
    extract::{
        BodyWithRace, OwnedEventRequest, Right, Role, SessionRequest, ValidYear, YearRequest,
    },
};

/// `r/event-year`: the years of an event.
pub async fn list(call: SessionRequest<BodyWithRace<ForEvent>>) -> Answer {
    let call = call.admit(Role::Any).await?.event(Right::Own).await?;
    Ok(json(&Years {
        years: call.record.years(),
    }))
}

/// `r/event-year/all`: the years of all unrestricted events and of the caller's own.
pub async fn all(call: SessionRequest<Nothing>) -> Answer {
    let call = call.admit(Role::Any).await?;
    let records = call.app.store.all_events().await?;
    let seen = records
        .iter()
        .filter(|record| !record.event.access_restricted || record.owner == call.caller.id);
    Ok(json(&AllYears::of(seen)))
}

/// `r/event-year/add`.
pub async fn add(call: SessionRequest<BodyWithRace<ValidYear>>) -> Answer {
    let OwnedEventRequest {
        body: BodyWithRace(sent),
        record,
        context,
        app,
    } = call.admit(Role::Any).await?.event(Right::Own).await?;
    services::years::add(&app, &context, record, sent.year, sent.declared).await
}

/// `r/event-year/update`.
pub async fn update(call: SessionRequest<BodyWithRace<ValidYear>>) -> Answer {
    let YearRequest {
        body: BodyWithRace(sent),
        record,
        year,
        context,
        app,
    } = call.admit(Role::Any).await?.year(Right::Own).await?;
    services::years::update(&app, &context, record, year, (sent.year, sent.declared)).await
}

/// `r/event-year/delete`.
pub async fn remove(call: SessionRequest<BodyWithRace<ForYear>>) -> Answer {
    let call = call.admit(Role::Any).await?.year(Right::Own).await?;
    services::years::remove(&call.app, &call.context, call.names()).await
}
