//! The check-in desk by session (contract 4.13).

use chute_contract::{
    checkin::{ChangeCheckin, Checkin, CheckinChanged, ReadCheckin, Sender},
    requests::NamesRace,
};
use chute_domain::{roster::Roster, stamp::Stamp};

use super::super::services::participants::last_birthday;
use crate::{
    answer::{Answer, Problem, json},
    extract::{Helper, InRace, SessionRequest},
};

/// The maximum number of participants in an answer: each has less than a kilobyte, an answer at
/// most six million bytes (contract 1.5).
const PAGE: u16 = 5_000;
/// After this many milliseconds everything stamped earlier is written: a write is stamped with its
/// receipt and happens at most eight seconds later (contract 6.2 rule 4), and two more seconds
/// allow for clock skew.
const WRITTEN_MS: u64 = 10_000;
/// How far before the requested time changes are read, in milliseconds. More than [`WRITTEN_MS`],
/// since a wider margin costs little.
const OVERLAP_MS: u64 = 60_000;
/// How long ago `updated_after` may be, in seconds, for an answer of changes only: well below the
/// two hours for which a participant's tombstone is kept.
const STALE_S: i64 = 60 * 60;

/// The participants of a year, who is checked in, and which bibs were granted not to be named: all
/// participants, or only what changed.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: SessionRequest<ReadCheckin, Helper>) -> Answer<Checkin> {
    let call = call.admit().await?.year().await?;
    let (race, store, deleted) = (&call.race, &call.app.store, call.year.participants);
    // the cursor goes by the order of writes, not by the time of day
    let now = call.context.stamp.order_s();
    let since = call
        .body
        .updated_after
        .filter(|since| (now - STALE_S..=now).contains(since));
    let since = since
        .and_then(|since| u64::try_from(since).ok())
        .map(|since| Stamp::earliest(since * 1_000));
    let since =
        since.filter(|since| deleted.is_none_or(|deleted| deleted < since.back(WRITTEN_MS)));
    let changed = match since.filter(|_| call.body.after.is_empty()) {
        Some(since) => Some(
            store
                .participants_since(race, since.back(OVERLAP_MS))
                .await?,
        ),
        None => None,
    };
    // after an import there may be more changes than an answer holds
    let changed = changed.filter(|changed| changed.len() <= usize::from(PAGE));
    let whole = changed.is_none();
    let (stored, next) = match changed {
        Some(changed) => (changed, None),
        None => {
            store
                .participants_after(race, &call.body.after, PAGE)
                .await?
        }
    };
    let roster = Roster::new(stored, deleted);
    let gone = if whole {
        Vec::new()
    } else {
        roster.dead().cloned().collect()
    };
    let participants = roster.living().cloned().map(Into::into).collect();
    let granted = store.granted_wishes(race, call.year.made).await?;
    let hidden = granted
        .into_iter()
        .filter(|granted| granted.wishes.hidden)
        .map(|granted| granted.bib)
        .collect();
    let (event, year) = (call.record.event(), call.year.year.clone());
    Ok(json(&Checkin {
        event,
        year,
        now,
        whole,
        participants,
        gone,
        hidden,
        next: next.unwrap_or_default(),
    }))
}

/// Makes one edit at check-in, compared field by field with what is stored: completely or not at
/// all, and only once however often it is sent.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: somebody else has changed a field in the meantime; the answer lists which.
pub async fn change(call: SessionRequest<ChangeCheckin, Helper>) -> Answer<CheckinChanged> {
    let call = call.admit().await?;
    let name = call.caller.name.clone();
    let call = call.checked(|mut body, context| {
        let sender = Sender {
            name: &name,
            now_s: context.unix_s(),
            last_birthday: last_birthday(context),
        };
        let edit = body
            .checked(sender)
            .map_err(|invalid| Problem::Bad(format!("Invalid Participant. {invalid}")))?;
        Ok(InRace::new(body.slug(), body.year(), edit))
    })?;
    let call = call.year().await?;
    let (race, deleted, context) = (&call.race, call.year.participants, &call.context);
    let edited = context
        .until_stop(
            call.app
                .store
                .edit_participants(race, deleted, &call.body.sent, context.stamp),
        )
        .await?;
    let participants = edited
        .map_err(Problem::EditConflict)?
        .into_iter()
        .map(Into::into)
        .collect();
    Ok(json(&CheckinChanged {
        now: context.stamp.order_s(),
        participants,
    }))
}
