//! Runners' requests about their own data, at the event desk (contract 4.16, 6.13).

use std::collections::HashMap;

use chute_contract::{
    Invalid,
    privacy::{
        DecidePrivacy, DecidedRequest, GrantedWish, OtherYear, PrivacyState, ReadPrivacy,
        RunnerRequest, request_id, request_of,
    },
};
use chute_domain::{
    participant::Participant,
    privacy::{Wish, same_person},
    race::RaceKey,
    row::Bib,
    state::{EventRecord, YearRecord},
    time::Now,
};
use chute_store::{CorrectedByHand, Deciding, GrantedWishes, PrivacyRequest};

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::{Helper, SessionRequest},
};

/// The requests of a year's runners about their own data, and what was granted.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: SessionRequest<ReadPrivacy, Helper>) -> Answer<PrivacyState> {
    let call = call.admit().await?.year().await?;
    let mut state = state(&call.app, &call.record, &call.year, call.context.now()).await?;
    if let Some((bib, wish)) =
        request_of(&call.body.id).filter(|(_, wish)| *wish != Wish::Correction)
    {
        state.other_years =
            other_years(&call.app, &call.record, &call.year, Bib::new(bib), wish).await?;
    }
    Ok(json(&state))
}

/// Grants or refuses what a runner asked for, or withdraws what was granted.
///
/// # Errors
/// - 404: no such event, year or request.
/// - 409: the request has already been decided differently.
pub async fn decide(call: SessionRequest<DecidePrivacy, Helper>) -> Answer<PrivacyState> {
    let call = call.admit().await?;
    let by = call.caller.name.clone();
    let call = call.checked(|body, _| Ok(body.checked()?))?.year().await?;
    let DecidedRequest {
        bib,
        wish,
        decision,
        years,
        ..
    } = &call.body;
    let found = if years.is_empty() {
        Vec::new()
    } else {
        other_years(&call.app, &call.record, &call.year, Bib::new(bib), *wish).await?
    };
    let in_years: Option<Vec<&OtherYear>> = years
        .iter()
        .map(|year| found.iter().find(|other| other.year == *year))
        .collect();
    let in_years = in_years.ok_or(NOT_FOUND_THERE)?;
    let store = &call.app.store;
    let deciding = Deciding {
        race: &call.race,
        bib: Bib::new(bib),
        wish: *wish,
        decision: *decision,
        by: &by,
        now: call.context.now(),
        made: call.year.made,
    };
    call.context
        .until_stop(store.decide_privacy(&deciding))
        .await??;
    // if this is interrupted, repeating the same decision completes it
    for other in in_years {
        let made = call
            .record
            .years
            .get(other.year.as_str())
            .and_then(|year| year.made);
        let race = deciding.race.slug.year(&other.year);
        let granting = Deciding {
            race: &race,
            bib: Bib::new(&other.bib),
            made,
            ..deciding
        };
        call.context.until_stop(store.grant_wish(&granting)).await?;
    }
    Ok(json(
        &state(&call.app, &call.record, &call.year, call.context.now()).await?,
    ))
}

const NOT_FOUND_THERE: Invalid = Invalid {
    field: "years",
    rule: "years of the event in which one participant has the name and the birth date of this runner",
};

/// The privacy requests and the granted wishes of a year.
async fn state(
    app: &App,
    record: &EventRecord,
    year: &YearRecord,
    now: Now,
) -> Result<PrivacyState, Problem> {
    let race = &record.race(year);
    let (requests, granted) = futures::try_join!(
        app.store
            .privacy_requests(race, year.made, now.time.unix_s()),
        app.store.granted_wishes(race, year.made)
    )?;
    let names = if requests.is_empty() && granted.is_empty() {
        HashMap::new()
    } else {
        names(app, race, year).await?
    };
    let name_of = |bib: &str| names.get(bib).cloned().flatten().unwrap_or_default();
    Ok(PrivacyState {
        year: race.year.to_string(),
        requests: requests
            .into_iter()
            .map(|request| request_out(request, &name_of))
            .collect(),
        granted: granted
            .into_iter()
            .flat_map(|granted| granted_out(&granted, now, &name_of))
            .collect(),
        other_years: Vec::new(),
    })
}

/// First and last name.
type Name = (String, String);

/// The names of participants by bib, and those of the runners that a bib was corrected to; `None`
/// where several people have the bib.
async fn names(
    app: &App,
    race: &RaceKey,
    year: &YearRecord,
) -> Result<HashMap<String, Option<Name>>, Problem> {
    let names = app.caches.entry_lists.query(&app.store, race, |list| {
        let mut names: HashMap<String, Option<Name>> = HashMap::new();
        for who in list.living(year.participants) {
            let name = Some((who.first.clone(), who.last.clone()));
            names
                .entry(who.bib.trim().to_owned())
                .and_modify(|known| *known = None)
                .or_insert(name);
        }
        names
    });
    let (mut names, corrected) =
        futures::try_join!(names, app.store.corrected_by_hand(race, year.made))?;
    for CorrectedByHand { known, .. } in corrected {
        let Some(bib) = known.bibs.shown else {
            continue;
        };
        let (corrected, seen) = (known.corrected, known.seen);
        let name = Some((
            corrected.first.or(seen.first).unwrap_or_default(),
            corrected.last.or(seen.last).unwrap_or_default(),
        ));
        names
            .entry(bib)
            .and_modify(|known| {
                known.take_if(|known| name.as_ref() != Some(known));
            })
            .or_insert_with(|| name.clone());
    }
    Ok(names)
}

fn request_out(request: PrivacyRequest, name_of: &impl Fn(&str) -> Name) -> RunnerRequest {
    let (first, last) = name_of(&request.bib);
    RunnerRequest {
        id: request_id(Bib::new(&request.bib), request.wish),
        bib: request.bib,
        first,
        last,
        wish: request.wish.name().to_owned(),
        proof: request.proof.name().to_owned(),
        text: request.text,
        contact: request.contact,
        asked_at: request.asked_s,
        state: request.state.name().to_owned(),
        decided_at: request.decided_s,
        decided_by: request.decided_by,
    }
}

fn granted_out(
    granted: &GrantedWishes,
    now: Now,
    name_of: &impl Fn(&str) -> Name,
) -> Vec<GrantedWish> {
    let (first, last) = name_of(&granted.bib);
    let in_force = Wish::ALL
        .into_iter()
        .filter(|wish| granted.wishes.has(*wish));
    let out = in_force.map(|wish| GrantedWish {
        id: request_id(Bib::new(&granted.bib), wish),
        bib: granted.bib.clone(),
        first: first.clone(),
        last: last.clone(),
        wish: wish.name().to_owned(),
        since: now.time_of(granted.since).unix_s(),
        by: granted.by.clone(),
    });
    out.collect()
}

/// The other years in which the runner with this bib is found, oldest first.
async fn other_years(
    app: &App,
    record: &EventRecord,
    year: &YearRecord,
    bib: Bib<'_>,
    wish: Wish,
) -> Result<Vec<OtherYear>, Problem> {
    let here: Vec<Participant> = app
        .caches
        .entry_lists
        .query(&app.store, &record.race(year), |list| {
            list.living(year.participants)
                .filter(|who| who.bib.trim() == bib.trimmed())
                .cloned()
                .collect()
        })
        .await?;
    let mut found = Vec::new();
    for other in record
        .years()
        .into_iter()
        .filter(|other| other.year != year.year.year)
    {
        let Some(there) = record.years.get(other.year.as_str()) else {
            continue;
        };
        let race = &record.race(there);
        let bib = app
            .caches
            .entry_lists
            .query(&app.store, race, |list| {
                same_person(bib, &here, list.living(there.participants))
            })
            .await?;
        if let Some(bib) = bib {
            let granted = app
                .store
                .beside_uploads(race)
                .await?
                .wishes_in_force(there.made)
                .get(&bib)
                .is_some_and(|wishes| wishes.has(wish));
            found.push(OtherYear {
                year: other.year,
                bib,
                granted,
            });
        }
    }
    Ok(found)
}
