//! Reading and writing participants (contract 4.4, 4.11, 6.11).

use std::collections::{BTreeMap, BTreeSet};

use chute_contract::{
    answers::{Count, Participants},
    requests::{DeleteParticipants, ReadParticipants},
};
use chute_domain::{
    participant::Participant,
    roster::{Roster, WriteMode},
    stamp::Stamp,
    time::ClockFault,
};
use chute_store::Area;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    answer::{Answer, Problem, json},
    entry_lists::{Part, order_of},
    extract::YearRequest,
    random,
    request_context::RequestContext,
    routes::results::read::page,
};

const GONE: Problem = Problem::Conflict(
    "Version Is Gone. Participants have come, gone or changed places in the list. Read again from the first page, without of_version.",
);

/// Lists the participants, with the names of anonymous people. A page reads only its own
/// participants, and a request for changes reads only what changed.
pub async fn list(call: YearRequest<ReadParticipants>) -> Answer<Participants> {
    let (body, race, store, deleted) = (
        &call.body,
        &call.race,
        &call.app.store,
        call.year.participants,
    );
    let is_page = body.limit > 0 || !body.of_version.is_empty();
    let (participants, version) = match body.updated_after.filter(|after| *after >= 0) {
        Some(after) => {
            let changed = changed_since(&call, after).await?;
            let version = is_page.then(|| order_of(changed.iter()));
            let page = page(changed.into_iter(), body.limit, body.page);
            (page, version)
        }
        None if is_page => {
            let part = Part {
                deleted,
                limit: body.limit,
                page: body.page,
            };
            let (page, version) = call.app.caches.entry_lists.page(store, race, part).await?;
            (page, Some(version))
        }
        None => {
            let all = Roster::new(store.participants_of(race).await?, deleted).list(None);
            (all, None)
        }
    };
    if !body.of_version.is_empty() && version.as_ref() != Some(&body.of_version) {
        return Err(GONE);
    }
    Ok(json(&Participants {
        event: call.record.event(),
        year: call.year.year,
        participants,
        version,
    }))
}

/// The participants changed at `after` (an `updated_at`, in seconds) or later. That is the stamp of
/// the request that wrote them.
async fn changed_since<C>(call: &YearRequest<C>, after: i64) -> Result<Vec<Participant>, Problem> {
    let since_ms = u64::try_from(after)
        .unwrap_or_default()
        .saturating_mul(1_000);
    let since = Stamp::earliest(since_ms);
    let changed = call.app.store.participants_since(&call.race, since).await?;
    Ok(Roster::new(changed, call.year.participants).list(Some(after)))
}

/// The maximum number of attempts at an entry while others write the same participants.
const MAX_ATTEMPTS: usize = 8;

/// Writes the changes that `sent` makes to the roster of its ids. Each is written only over what
/// was read, so a bib that check-in assigned in the meantime is seen and kept. Returns the
/// participants that were sent, as they are now.
///
/// # Errors
/// When one could not be stored in time.
pub async fn enter<C>(
    call: &YearRequest<C>,
    roster: &mut Roster,
    sent: Vec<Participant>,
    entry: WriteMode,
) -> Result<Vec<Participant>, Problem> {
    let context = &call.context;
    context
        .until_stop(write(call, roster, sent.clone(), entry))
        .await?;
    let standing = |who| roster.standing(who, context.stamp);
    Ok(sent.iter().map(standing).collect())
}

async fn write<C>(
    call: &YearRequest<C>,
    roster: &mut Roster,
    mut sent: Vec<Participant>,
    entry: WriteMode,
) -> Result<(), Problem> {
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    for _ in 0..MAX_ATTEMPTS {
        let seen: BTreeMap<String, Option<Stamp>> = sent
            .iter()
            .map(|who| (who.id.clone(), roster.seen(&who.id)))
            .collect();
        let changed = roster.enter(sent.clone(), entry, stamp).into_iter();
        let changed = changed
            .map(|who| {
                let seen = seen.get(&who.id).copied().flatten();
                (who, seen)
            })
            .collect();
        let others = store.put_participants_over(race, changed, stamp).await?;
        if others.is_empty() {
            return Ok(());
        }
        roster.look_again(
            &others,
            store
                .find_participants(race, others.iter().cloned())
                .await?,
        );
        sent.retain(|who| others.contains(&who.id));
    }
    Err(Problem::Busy(
        "others wrote the same participants every time".into(),
    ))
}

/// The participants changed at `updated_after` (unix seconds) or later, for the answer to a write;
/// none if it is not given.
pub async fn updated<C>(
    call: &YearRequest<C>,
    updated_after: Option<i64>,
) -> Result<Vec<Participant>, Problem> {
    let Some(after) = updated_after.filter(|after| *after >= 0) else {
        return Ok(Vec::new());
    };
    changed_since(call, after).await
}

/// Deletes the participants with the given ids, or all of the year if none are given.
pub async fn remove(call: &YearRequest<DeleteParticipants>) -> Answer<Count> {
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let named = &call.body.identifiers;
    if !named.is_empty() {
        let ids: BTreeSet<&String> = named
            .iter()
            .filter(|id| !id.is_empty() && id.len() <= 1024)
            .collect();
        let ids = ids.into_iter().cloned().collect();
        call.context
            .until_stop(store.delete_participants(race, ids, stamp))
            .await?;
        return Ok(json(&Count { count: named.len() }));
    }
    let count =
        Roster::new(store.participants_of(race).await?, call.year.participants).ended_by(stamp);
    call.context
        .until_stop(store.delete_area(race, Area::Participants, stamp))
        .await?;
    Ok(json(&Count { count }))
}

/// The latest valid birth date: tomorrow in UTC, which may already be today in the easternmost time
/// zone. A clock that is behind takes nobody for unborn.
pub fn last_birthday(context: &RequestContext) -> Date {
    if context.fault == Some(ClockFault::Unset) {
        return Date::MAX;
    }
    let now_s = context.unix_s().max(context.stamp.order_s());
    let today = Timestamp::from_second(now_s)
        .unwrap_or_default()
        .to_zoned(TimeZone::UTC)
        .date();
    today.tomorrow().unwrap_or(today)
}

/// Gives each participant without an id a new one: people of the same name must not overwrite each
/// other.
///
/// # Errors
/// When the system provides no random bytes.
pub fn with_ids(mut sent: Vec<Participant>) -> Result<Vec<Participant>, Problem> {
    for who in sent.iter_mut().filter(|who| who.id.is_empty()) {
        who.id = random::id("p_")?;
    }
    Ok(sent)
}
