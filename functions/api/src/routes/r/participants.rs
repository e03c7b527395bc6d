//! Participants by session: the owner's list, and check-in by people whom the owner linked
//! (contract 4.11).

use std::collections::BTreeSet;

use chute_contract::{
    answers::{Count, Participants},
    participant::{ParticipantIn, orders_of},
    r::{WriteParticipant, WrittenParticipant, WrittenParticipants},
    requests::{AddParticipants, DeleteParticipants, NamesRace, ReadParticipants},
};
use chute_domain::{
    birthdate::Orders,
    participant::Participant,
    roster::{Roster, WriteMode},
};

use super::super::services::participants as service;
use crate::{
    answer::{Answer, Problem, json},
    extract::{Helper, InRace, Owner, SessionRequest, YearRequest},
    request_context::RequestContext,
};

/// The participants of a year, with the names of anonymous ones.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: the list has another order than in the version named; read again from the first page,
///   without `of_version`.
pub async fn list(call: SessionRequest<ReadParticipants, Helper>) -> Answer<Participants> {
    service::list(call.admit().await?.year().await?).await
}

/// Adds or replaces a participant, who keeps a bib assigned earlier. One who is anonymous stays
/// so, and an empty age group or T-shirt size empties nothing.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: SessionRequest<WriteParticipant, Helper>) -> Answer<WrittenParticipant> {
    let call = call.admit().await?.checked(|body, context| {
        Entries::one(body, |who| who.one_added(service::last_birthday(context)))
    })?;
    one(call.year().await?, WriteMode::Add).await
}

/// Replaces all fields of a participant except the id. One who is anonymous stays so, and an empty
/// age group or T-shirt size empties nothing.
///
/// # Errors
/// - 404: no such event, year or participant.
pub async fn update(call: SessionRequest<WriteParticipant, Helper>) -> Answer<WrittenParticipant> {
    let call = call
        .admit()
        .await?
        .checked(|body, _| Entries::one(body, ParticipantIn::one_updated))?;
    one(call.year().await?, WriteMode::Update).await
}

/// Adds or replaces participants, who keep bibs assigned earlier. Invalid ones are dropped. What
/// `r/participants/add` keeps is kept.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add_many(
    call: SessionRequest<AddParticipants, Helper>,
) -> Answer<WrittenParticipants> {
    let added = |body, context: &RequestContext| {
        let today = service::last_birthday(context);
        Entries::many(
            body,
            |who, orders| who.added(orders, today),
            "Invalid Participants: none has a distance",
        )
    };
    let call = call.admit().await?.checked(added)?;
    many(call.year().await?, WriteMode::Add).await
}

/// Replaces participants: all of them, or none if one is unknown. Invalid ones are dropped. What
/// `r/participants/update` keeps is kept.
///
/// # Errors
/// - 404: no such event or year, or one of the participants is unknown.
pub async fn update_many(
    call: SessionRequest<AddParticipants, Helper>,
) -> Answer<WrittenParticipants> {
    let call = call
        .admit()
        .await?
        .checked(|body, _| Entries::many(body, ParticipantIn::updated, "No Valid Participants"))?;
    many(call.year().await?, WriteMode::Update).await
}

/// Deletes the participants with these ids, or all if none are given.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: SessionRequest<DeleteParticipants, Owner>) -> Answer<Count> {
    service::remove(&call.admit().await?.year().await?).await
}

async fn one(
    mut call: YearRequest<InRace<Entries>>,
    entry: WriteMode,
) -> Answer<WrittenParticipant> {
    let written = write(&mut call, entry).await?;
    let participant = written
        .into_iter()
        .next()
        .ok_or(Problem::NotFound("Participant Not Found"))?;
    Ok(json(&WrittenParticipant {
        participant,
        updated_participants: service::updated(&call, call.body.sent.updated_after).await?,
    }))
}

async fn many(
    mut call: YearRequest<InRace<Entries>>,
    entry: WriteMode,
) -> Answer<WrittenParticipants> {
    let participants = write(&mut call, entry).await?;
    Ok(json(&WrittenParticipants {
        participants,
        updated_participants: service::updated(&call, call.body.sent.updated_after).await?,
    }))
}

/// Writes the participants and returns them as they are now. An update is refused as a whole if one
/// of them does not exist.
async fn write(
    call: &mut YearRequest<InRace<Entries>>,
    entry: WriteMode,
) -> Result<Vec<Participant>, Problem> {
    let sent = service::with_ids(std::mem::take(&mut call.body.sent.participants))?;
    let ids: BTreeSet<String> = sent.iter().map(|who| who.id.clone()).collect();
    let race = &call.race;
    let mut roster = Roster::new(
        call.app.store.find_participants(race, ids).await?,
        call.year.participants,
    );
    if entry == WriteMode::Update && sent.iter().any(|who| roster.find(&who.id).is_none()) {
        return Err(Problem::NotFound("Participant Not Found"));
    }
    service::enter(call, &mut roster, sent, entry).await
}

/// Valid participants to write.
struct Entries {
    participants: Vec<Participant>,
    updated_after: Option<i64>,
}

impl Entries {
    fn one<E: std::fmt::Display>(
        body: WriteParticipant,
        valid: impl FnOnce(ParticipantIn) -> Result<Participant, E>,
    ) -> Result<InRace<Self>, Problem> {
        let (slug, year) = (body.slug(), body.year());
        let participant = valid(body.participant)
            .map_err(|invalid| Problem::Bad(format!("Invalid Participant. {invalid}")))?;
        let entries = Self {
            participants: vec![participant],
            updated_after: body.updated_after,
        };
        Ok(InRace::new(slug, year, entries))
    }

    fn many(
        body: AddParticipants,
        valid: impl Fn(ParticipantIn, Orders) -> Option<Participant>,
        none: &str,
    ) -> Result<InRace<Self>, Problem> {
        let (slug, year) = (body.slug(), body.year());
        let orders = orders_of(&body.participants);
        let participants: Vec<Participant> = body
            .participants
            .into_iter()
            .filter_map(|who| valid(who, orders))
            .collect();
        if participants.is_empty() {
            return Err(Problem::Bad(none.to_owned()));
        }
        let entries = Self {
            participants,
            updated_after: body.updated_after,
        };
        Ok(InRace::new(slug, year, entries))
    }
}
