//! Events by session (contract 4.10).

use chute_contract::{
    r::{AddEventFor, OfAccount},
    requests::ForEvent,
};
use chute_domain::race::Event;

use super::super::acts;
use crate::{
    answer::{Answer, Problem, json},
    extract::{Checked, Given, OwnedEvent, Right, Role, SentEvent, Signed},
};

/// `r/event`: what `event/my` lists, of the caller or of another account.
pub async fn list(call: Signed<OfAccount>) -> Answer {
    let call = call.admit(Role::Any).await?;
    let account = call.account(&call.body.account_email).await?;
    Ok(json(&acts::events::listed(&call.app.store.events_shown_to(&account.id).await?)))
}

/// An event to be added, checked, and whose it shall be.
pub struct AddedEvent {
    owner_email: String,
    event: Event,
}

impl Checked for AddedEvent {
    type Body = AddEventFor;

    fn check(body: AddEventFor) -> Result<Self, Problem> {
        Ok(Self { owner_email: body.account_email, event: body.event.checked()? })
    }
}

/// `r/event/add`: an event of the caller or of another account.
pub async fn add(call: Signed<AddedEvent>) -> Answer {
    let call = call.admit(Role::Any).await?;
    let owner = call.account(&call.body.owner_email).await?;
    acts::events::add(&call.app, &call.arrival, call.body.event, &owner.id).await
}

/// `r/event/update`.
pub async fn update(call: Signed<SentEvent>) -> Answer {
    let OwnedEvent { body: SentEvent(event), record, arrival, app } = call.admit(Role::Any).await?.event(Right::Own).await?;
    acts::events::update(&app, &arrival, record, event).await
}

/// `r/event/delete`: the event, its years and all their data.
pub async fn remove(call: Signed<Given<ForEvent>>) -> Answer {
    let call = call.admit(Role::Any).await?.event(Right::Own).await?;
    acts::events::remove(&call.app, &call.arrival, &call.record).await
}
