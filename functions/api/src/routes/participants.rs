//! Participants by key: the owner's own data (contract 4.4).

use std::collections::BTreeSet;

use chute_contract::{
    answers::{AddedParticipants, Count, Participants},
    participant::orders_of,
    requests::{AddParticipants, DeleteParticipants, ReadParticipants},
};
use chute_domain::roster::{Roster, WriteMode};

use super::services::participants as service;
use crate::{
    answer::{Answer, Problem, json},
    extract::{KeyRequest, Writer},
};

/// The participants of a year, with the names of anonymous ones.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: the list has another order than in the version named; read again from the first page,
///   without `of_version`.
pub async fn list(call: KeyRequest<ReadParticipants, Writer>) -> Answer<Participants> {
    service::list(call.year().await?).await
}

/// Adds or replaces participants. Invalid ones are dropped.
///
/// Only changes are written, and bibs assigned earlier are kept.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<AddParticipants, Writer>) -> Answer<AddedParticipants> {
    let (mut call, stored) = call
        .year_with(
            |body| body.participants.len(),
            async |store, body, race| {
                let ids: BTreeSet<String> = body
                    .participants
                    .iter()
                    .map(|who| who.id.clone())
                    .filter(|id| !id.is_empty() && id.chars().count() <= 100)
                    .collect();
                store.find_participants(race, ids).await
            },
        )
        .await?;
    let today = service::last_birthday(&call.context);
    let sent = std::mem::take(&mut call.body.participants);
    let orders = orders_of(&sent);
    let sent: Vec<_> = sent
        .into_iter()
        .filter_map(|who| who.added(orders, today))
        .collect();
    if sent.is_empty() {
        return Err(Problem::Bad("No Valid Participants".to_owned()));
    }
    let count = sent.len();
    let mut roster = Roster::new(stored, call.year.participants);
    let sent = service::with_ids(sent)?;
    service::enter(&call, &mut roster, sent, WriteMode::Upload).await?;
    Ok(json(&AddedParticipants {
        count,
        updated_participants: service::updated(&call, call.body.updated_after).await?,
    }))
}

/// Deletes the participants with these ids, or all if none are given.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<DeleteParticipants, Writer>) -> Answer<Count> {
    service::remove(&call.year().await?).await
}
