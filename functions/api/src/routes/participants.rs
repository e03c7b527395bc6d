//! Participants by key: the owner's own data (contract 4.4).

use std::collections::BTreeMap;

use chute_contract::{
    answers::{AddedParticipants, Count, Participants},
    participant::ParticipantIn,
    requests::{AddParticipants, DeleteParticipants, ReadParticipants},
};
use chute_domain::{key::KeyKind, participant::Participant, state::Stamped};
use chute_store::{Area, StoredParticipant};
use jiff::{Timestamp, tz::TimeZone};

use super::results::read::page;
use crate::{
    answer::{Answer, Problem, json},
    arrival::Arrival,
    extract::{Access, Keyed, OfYear},
};

/// `participants`: complete, anonymous people with their names.
pub async fn list(call: Keyed<ReadParticipants>) -> Answer {
    let (call, stored) =
        call.year_beside(KeyKind::Write, Access::Own, async |store, _, (slug, year)| store.participants_of(slug, year).await).await?;
    let OfYear { body, record, year, .. } = call;
    let participants = living(stored, year.participants, body.updated_after);
    let participants = page(participants.into_iter(), body.limit, body.page);
    Ok(json(&Participants { event: record.event(), year: year.year, participants }))
}

/// Those that exist, changed at `updated_after` or later, in the order of the contract (6.3).
fn living(stored: Vec<StoredParticipant>, deleted: Option<chute_domain::stamp::Stamp>, updated_after: Option<i64>) -> Vec<Participant> {
    let after = updated_after.filter(|after| *after >= 0);
    let mut living: Vec<Participant> = stored
        .into_iter()
        .filter_map(|(_, stored)| stored.living(deleted).cloned())
        .filter(|who| after.is_none_or(|after| who.updated_at >= after))
        .collect();
    living.sort_by(|a, b| (&a.distance, &a.last, &a.first, &a.id).cmp(&(&b.distance, &b.last, &b.first, &b.id)));
    living
}

/// `participants/add`: writes what changed; keeps a bib that was given before.
pub async fn add(call: Keyed<AddParticipants>) -> Answer {
    let (mut call, stored) = call
        .year_beside(KeyKind::Write, Access::Own, async |store, body, (slug, year)| {
            let ids: std::collections::BTreeSet<String> =
                body.participants.iter().map(|who| who.id.clone()).filter(|id| !id.is_empty() && id.chars().count() <= 100).collect();
            store.find_participants(slug, year, ids).await
        })
        .await?;
    let sent = checked(std::mem::take(&mut call.body.participants), &call.arrival);
    if sent.is_empty() {
        return Err(Problem::Bad("No Valid Participants".to_owned()));
    }
    let count = sent.len();
    let stored: BTreeMap<String, Stamped<Participant>> = stored.into_iter().collect();
    let changed = changed(sent, &stored, call.year.participants, &call.arrival);
    let (slug, year) = call.names();
    call.arrival.until_stop(call.app.store.put_participants(slug, year, changed, call.arrival.stamp)).await?;
    let updated_participants = match call.body.updated_after.filter(|after| *after >= 0) {
        Some(after) => living(call.app.store.participants_of(slug, year).await?, call.year.participants, Some(after)),
        None => Vec::new(),
    };
    Ok(json(&AddedParticipants { count, updated_participants }))
}

/// The valid ones, each with an id.
fn checked(sent: Vec<ParticipantIn>, arrival: &Arrival) -> Vec<Participant> {
    let today = Timestamp::from_second(arrival.unix_s()).unwrap_or_default().to_zoned(TimeZone::UTC).date();
    // a birth date "today" somewhere east of Greenwich is not in the future there
    let today = today.tomorrow().unwrap_or(today);
    let valid = sent.into_iter().filter_map(|who| who.added(today));
    let with_ids = valid.enumerate().map(|(place, mut who)| {
        if who.id.is_empty() {
            let unique = chute_domain::key::digest(&format!("{}/{place}", arrival.request_id));
            who.id = format!("p_{}", unique.get(..16).unwrap_or_default());
        }
        who
    });
    with_ids.collect()
}

/// What must be written: of equal ids the later; not what is stored already, nor what something newer stands for.
fn changed(
    sent: Vec<Participant>,
    stored: &BTreeMap<String, Stamped<Participant>>,
    deleted: Option<chute_domain::stamp::Stamp>,
    arrival: &Arrival,
) -> Vec<(String, Option<Participant>)> {
    if deleted.is_some_and(|deleted| arrival.stamp < deleted) {
        return Vec::new();
    }
    let by_id: BTreeMap<String, Participant> = sent.into_iter().map(|who| (who.id.clone(), who)).collect();
    let changed = by_id.into_iter().filter_map(|(id, mut who)| {
        let known = stored.get(&id);
        if known.is_some_and(|known| known.stamp >= arrival.stamp) {
            return None;
        }
        if let Some(known) = known.and_then(|known| known.living(deleted)) {
            if !known.bib.is_empty() {
                who.bib.clone_from(&known.bib);
            }
            who.updated_at = known.updated_at;
            if who == *known {
                return None;
            }
        }
        who.updated_at = arrival.unix_s();
        Some((id, Some(who)))
    });
    changed.collect()
}

/// `participants/delete`: those named, or all of the year.
pub async fn remove(call: Keyed<DeleteParticipants>) -> Answer {
    let call = call.year(KeyKind::Write, Access::Own).await?;
    let ((slug, year), stamp, store) = (call.names(), call.arrival.stamp, &call.app.store);
    let named = &call.body.identifiers;
    if !named.is_empty() {
        let ids: std::collections::BTreeSet<&String> = named.iter().filter(|id| !id.is_empty() && id.len() <= 1024).collect();
        let gone = ids.into_iter().map(|id| (id.clone(), None)).collect();
        call.arrival.until_stop(store.put_participants(slug, year, gone, stamp)).await?;
        return Ok(json(&Count { count: named.len() }));
    }
    let stored = store.participants_of(slug, year).await?;
    let count = stored.iter().filter(|(_, stored)| stored.living(call.year.participants).is_some() && stored.stamp < stamp).count();
    call.arrival.until_stop(store.delete_area(slug, year, Area::Participants, stamp)).await?;
    Ok(json(&Count { count }))
}
