//! Events by session (contract 4.10).

use chute_contract::{
    answers::{Events, OneEvent},
    r::{AddEventFor, EventState, OfAccount, ReadEventState, ServerClock, YearState},
    requests::{ForEvent, NamesRace},
};
use chute_domain::{race::Slug, state::YearRecord, time::Now};
use chute_publisher::Publications;
use chute_store::{Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};

use super::super::services;
use crate::{
    answer::{Answer, Empty, Problem, json},
    extract::{
        BodyWithRace, Checked, Helper, Oneself, Owner, SessionRequest, ValidEvent, no_such_event,
    },
};

/// The events of an account and of accounts that have linked it, including restricted ones.
///
/// The same list as `event/my`.
///
/// # Errors
/// - 404: no such account.
pub async fn list(call: SessionRequest<OfAccount, Oneself>) -> Answer<Events> {
    let call = call.admit().await?;
    let account = call.account(&call.body.account_email).await?;
    Ok(json(&services::events::listed(
        &call.app.store.events_shown_to(&account.id).await?,
    )))
}

/// How many years are read at the same time.
const AT_ONCE: usize = 8;

/// Figures about what is published of the years of an event, or of one year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn state(call: SessionRequest<ReadEventState, Helper>) -> Answer<EventState> {
    let call = call.admit().await?.event().await?;
    let (record, context) = (&call.record, &call.context);
    let named = call.body.year();
    let wanted = |key: &str| named.as_ref().is_none_or(|named| named.as_str() == key);
    let years = record.years();
    let records: Vec<&YearRecord> = years
        .iter()
        .filter(|year| wanted(&year.year))
        .filter_map(|year| record.years.get(year.year.as_str()))
        .collect();
    if records.is_empty() && named.is_some() {
        return Err(no_such_event(true));
    }
    let (slug, now) = (record.slug(), context.now());
    let found: Vec<_> = records
        .into_iter()
        .map(|year| state_of(&call.app.store, &slug, year, now))
        .collect();
    Ok(json(&EventState {
        years: stream::iter(found).buffered(AT_ONCE).try_collect().await?,
        clock: ServerClock::of(context.time, context.fault),
    }))
}

async fn state_of(
    store: &Store,
    slug: &Slug,
    record: &YearRecord,
    now: Now,
) -> Result<YearState, StoreError> {
    let published = Publications::of(store).published(slug, record).await?;
    Ok(YearState {
        year: record.year.year.clone(),
        version: published.version,
        updated_at: published
            .updated_at
            .map(|at| at.as_str().to_owned())
            .unwrap_or_default(),
        rows: published.rows,
        people: published.people,
        last_upload: published
            .last_upload
            .map_or(0, |stamp| now.time_of(stamp).unix_s()),
    })
}

/// A validated event to add, and the e-mail of the account that will own it.
pub struct AddedEvent {
    owner_email: String,
    event: ValidEvent,
}

impl Checked for AddedEvent {
    type Body = AddEventFor;

    fn check(body: AddEventFor) -> Result<Self, Problem> {
        let (event, branding) = body.event.checked()?;
        Ok(Self {
            owner_email: body.account_email,
            event: ValidEvent(event, branding),
        })
    }
}

/// Adds an event.
///
/// Administrators may add it for another account.
///
/// # Errors
/// - 404: no such account.
/// - 409: the slug is taken.
pub async fn add(call: SessionRequest<AddedEvent, Oneself>) -> Answer<OneEvent> {
    let call = call.admit().await?;
    let owner = call.account(&call.body.owner_email).await?;
    services::events::add(&call.app, &call.context, call.body.event, &owner.id).await
}

/// Replaces all fields of an event except its slug.
///
/// # Errors
/// - 404: no such event.
pub async fn update(call: SessionRequest<ValidEvent, Owner>) -> Answer<OneEvent> {
    services::events::update(call.admit().await?.event().await?).await
}

/// Deletes an event with its years and all their data.
///
/// # Errors
/// - 404: no such event.
pub async fn remove(call: SessionRequest<BodyWithRace<ForEvent>, Owner>) -> Answer<Empty> {
    services::events::remove(call.admit().await?.event().await?).await
}
