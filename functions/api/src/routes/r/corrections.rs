//! Single runners that an organiser corrects by hand (contract 4.20, 6.15).

use std::collections::{BTreeMap, BTreeSet};

use chute_contract::{
    Invalid,
    corrections::{
        CheckedCorrection, CorrectableRunner, Corrected, CorrectionsState, ListCorrections,
        RunnerValues, SaveCorrection, SavedCorrection,
    },
    sheet::stamp_text,
};
use chute_domain::{
    by_hand::{self, Correctable, MOST_CORRECTIONS},
    corrections::{Correction, Values},
    pieces::{Corrections, View},
    race::{EventKind, RaceKey},
    row::{Bib, PersonId},
    state::{KnownParticipant, Stamped, YearRecord},
    time::Now,
};
use chute_publisher::Publications;
use chute_store::{CorrectedByHand, Correcting, Store};

use crate::{
    answer::{Answer, Problem, json},
    compute::PLANS,
    extract::{Owner, SessionRequest},
};

/// The runners that were corrected by hand, with what has been uploaded of them since, and those
/// with a bib.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: SessionRequest<ListCorrections, Owner>) -> Answer<CorrectionsState> {
    let call = call.admit().await?.year().await?;
    let store = &call.app.store;
    let mut state = CorrectionsState {
        year: call.race.year.to_string(),
        born: stamp_text(call.year.born()),
        corrections: Vec::new(),
        runners: Vec::new(),
    };
    let noted = store.corrected_by_hand(&call.race, call.year.made).await?;
    let bib = Bib::new(&call.body.bib);
    if noted.is_empty() && bib.trimmed().is_empty() {
        return Ok(json(&state));
    }
    let kind = EventKind::of(&call.record.event.kind);
    let read = runners(store, &call.race, (&call.year, kind), &noted, bib);
    let (runners, corrections) = call.context.until_stop(read).await?;
    let view = View::of(&call.year, kind, &corrections);
    let reasons: BTreeMap<&str, &str> = noted
        .iter()
        .map(|noted| (noted.id.as_str(), noted.reason.as_str()))
        .collect();
    let of_bib = runners
        .iter()
        .filter(|_| !bib.trimmed().is_empty())
        .filter(|runner| runner.bibs(view).any(|of| of == bib.trimmed()));
    state.runners = of_bib
        .map(|runner| correctable(runner, view, &reasons))
        .collect();
    let by_id: BTreeMap<&str, &Correctable> = runners
        .iter()
        .map(|runner| (runner.id.as_str(), runner))
        .collect();
    let corrected = noted.iter().filter_map(|noted| {
        let runner = by_id.get(noted.id.as_str())?;
        let bib = noted.known.bibs.shown.as_deref();
        let is_worn = bib.is_some_and(|bib| {
            by_hand::holder_of_bib(&runners, view, (&noted.id, bib, Some(&noted.known))).is_some()
        });
        let instead = by_hand::uploaded_instead(&runners, view, runner, &noted.known);
        let now = call.context.now();
        Some(corrected(noted, (runner, instead), is_worn, view, now))
    });
    state.corrections = corrected.collect();
    state
        .corrections
        .sort_by_key(|corrected| corrected.state == STANDS);
    Ok(json(&state))
}

/// Corrects a runner, changes a correction or takes it back, and tells what readers see otherwise
/// then.
///
/// # Errors
/// - 404: no such event, year or runner, or nothing of the runner is uploaded any more.
/// - 409: something else is uploaded or corrected of the runner by now than was seen, or the year
///   was re-created.
pub async fn save(call: SessionRequest<SaveCorrection, Owner>) -> Answer<SavedCorrection> {
    let call = call.admit().await?;
    let by = call.caller.name.clone();
    let call = call.checked(|body, _| Ok(body.checked()?))?.year().await?;
    let (body, store) = (&call.body, &call.app.store);
    if body.born != stamp_text(call.year.born()) {
        return Err(Problem::Conflict("The Year Was Made Again"));
    }
    let kind = EventKind::of(&call.record.event.kind);
    if !by_hand::is_possible(kind, &body.values) {
        return Err(LAPS.into());
    }
    let read = Publications::of(store);
    let read = read.load_race(&call.race, &call.year);
    let (piece, _, corrections) = call.context.until_stop(read).await?;
    let view = View::of(&call.year, kind, &corrections);
    let runners = by_hand::runners(&piece, view);
    let runner = runners
        .iter()
        .find(|runner| runner.id == body.id)
        .ok_or(Problem::NotFound("Runner Not Found"))?;
    let known = corrections.items().get(&runner.id);
    let living = known.and_then(|known| Some(known.living(call.year.made)?.as_ref()));
    let wanted = wanted(runner, body, living)?;
    let stands = |known: &&Correction| !known.is_over();
    let now = living.filter(stands);
    let changed = now != wanted.as_ref().filter(stands);
    if changed && body.seen != runner.seen(&corrections) {
        return Err(Problem::Conflict("Changed By Somebody Else"));
    }
    let corrected = corrections.living(call.year.made);
    let corrected = corrected.filter(|(_, known)| !known.is_over());
    if changed && now.is_none() && corrected.count() >= MOST_CORRECTIONS {
        return Err(TOO_MANY.into());
    }
    let own = Bib::new(&runner.own_bib);
    let bib = wanted
        .as_ref()
        .map_or(own.trimmed(), |wanted| wanted.shown_bib(own));
    if bib != runner.shown_bib(view)
        && let Some(distance) =
            by_hand::holder_of_bib(&runners, view, (&runner.id, bib, wanted.as_ref()))
    {
        return Err(Problem::Bad(format!(
            "bib must be a bib that nobody else of the year has: {bib} is one of {distance}"
        )));
    }
    if by_hand::doubles(&runners, view, &runner.id, wanted.as_ref()) {
        return Err(DOUBLED.into());
    }
    let moves = || by_hand::moves(&piece, view, &runner.id, wanted.as_ref());
    let moves = PLANS.apart(moves).await?;
    if changed && !body.dry_run {
        let correcting = Correcting {
            race: &call.race,
            id: &runner.id,
            seen: known.map(|known| known.stamp),
            known: wanted.as_ref(),
            reason: &body.reason,
            by: &by,
            now: call.context.now(),
        };
        let done = store.correct_by_hand(&correcting);
        if !call.context.until_stop(done).await? {
            return Err(Problem::Conflict("Changed By Somebody Else"));
        }
    }
    Ok(json(&SavedCorrection::new(changed, moves)))
}

/// Who can be corrected, of the stored items of corrected people and those with a `bib`. It costs by
/// their number, unless the uploader has given a corrected person a bib that none of them knows, or the
/// bib is of nobody who is published. The rows of those with the bib are as newly stored as [`save`]
/// finds them; somebody who got it in the last seconds may be missing.
async fn runners(
    store: &Store,
    race: &RaceKey,
    (record, kind): (&YearRecord, EventKind),
    noted: &[CorrectedByHand],
    bib: Bib<'_>,
) -> chute_store::Result<(Vec<Correctable>, Corrections)> {
    let publications = Publications::of(store);
    let asked = Some(bib.trimmed()).filter(|bib| !bib.is_empty());
    let entries = entries(store, race, noted).await?;
    let bibs = noted.iter().flat_map(|noted| noted.known.all_bibs());
    let bibs = bibs.chain(entries.values().filter_map(|who| {
        let who = who.item.as_ref()?;
        Some(who.shown.bib.trim()).filter(|bib| !bib.is_empty())
    }));
    if let Some(mut piece) = publications
        .load_bibs(race, record, &bibs.chain(asked).collect())
        .await?
    {
        piece.participants.extend(entries.clone());
        if let Some(asked) = asked {
            let with_bib = piece
                .rows
                .values()
                .filter(|row| row.person.bib().trimmed() == asked);
            let people: BTreeSet<PersonId> = with_bib.map(|row| row.person_id.clone()).collect();
            let people: Vec<&PersonId> = people.iter().collect();
            for row in store.rows_of_people(race, &people).await? {
                piece.rows.insert(row.key(), row);
            }
        }
        let corrections = store.beside_uploads(race).await?.corrections;
        let view = View::of(record, kind, &corrections);
        let runners = by_hand::runners(&piece, view);
        let there = runners.iter().filter(|runner| runner.uploaded.is_some());
        let there: BTreeSet<&str> = there.map(|runner| runner.id.as_str()).collect();
        let is_there = |of: &CorrectedByHand| there.contains(of.id.as_str());
        let bibs = || runners.iter().flat_map(|runner| runner.bibs(view));
        let is_known = asked.is_none_or(|asked| bibs().any(|bib| bib == asked));
        if is_known && noted.iter().all(|of| !of.known.is_uploaded || is_there(of)) {
            return Ok((runners, corrections));
        }
    }
    let (piece, _, corrections) = publications.load_race(race, record).await?;
    let runners = by_hand::runners(&piece, View::of(record, kind, &corrections));
    Ok((runners, corrections))
}

/// The entries that were corrected before anything was uploaded of them: their bibs may be others by
/// now.
async fn entries(
    store: &Store,
    race: &RaceKey,
    noted: &[CorrectedByHand],
) -> chute_store::Result<BTreeMap<String, Stamped<KnownParticipant>>> {
    let entered = noted.iter().filter(|noted| !noted.known.is_uploaded);
    let ids: BTreeSet<String> = entered
        .filter_map(|noted| Correction::person_in(&noted.id))
        .collect();
    store.find_known_participants(race, ids).await
}

/// The state of a correction that nobody has to look at.
const STANDS: &str = "stands";
const LAPS: Invalid = Invalid {
    field: "status",
    rule: "dnf, dns or dsq where laps count",
};
const DOUBLED: Invalid = Invalid {
    field: "distance",
    rule: "a distance in which this runner has no result yet",
};
const TOO_MANY: Invalid = Invalid {
    field: "corrected",
    rule: "at most 1000 corrections a year",
};
/// The most bibs that a runner is ever shown with beside the uploaded one.
const MOST_BIBS: usize = 20;
const TOO_MANY_BIBS: Invalid = Invalid {
    field: "bib",
    rule: "at most 20 different bibs a runner",
};
const NAMELESS: Invalid = Invalid {
    field: "last",
    rule: "a first or a last name",
};

/// The correction with these values; `None` takes it back.
fn wanted(
    runner: &Correctable,
    body: &CheckedCorrection,
    known: Option<&Correction>,
) -> Result<Option<Correction>, Problem> {
    let (values, bib) = (&body.values, &body.bib);
    // without anything to compare with, no value would be a correction, and the stored one be lost
    let corrects = !values.is_empty() || bib.is_some();
    if runner.uploaded.is_none() && runner.entered.is_none() && corrects {
        return Err(Problem::NotFound("Nothing Of The Runner Is Uploaded"));
    }
    let wanted = runner.corrected(values.clone(), bib.clone(), known);
    if wanted
        .as_ref()
        .is_some_and(|known| known.bibs.ever.len() > MOST_BIBS)
    {
        return Err(TOO_MANY_BIBS.into());
    }
    let is_nameless = |known: &Correction| {
        let name = |corrected: &Option<String>, seen: &Option<String>| {
            corrected
                .as_ref()
                .or(seen.as_ref())
                .is_none_or(String::is_empty)
        };
        let (corrected, seen) = (&known.corrected, &known.seen);
        (corrected.first.is_some() || corrected.last.is_some())
            && name(&corrected.first, &seen.first)
            && name(&corrected.last, &seen.last)
    };
    if wanted.as_ref().is_some_and(is_nameless) {
        return Err(NAMELESS.into());
    }
    Ok(wanted)
}

fn correctable(
    runner: &Correctable,
    view: View<'_>,
    reasons: &BTreeMap<&str, &str>,
) -> CorrectableRunner {
    let known = view.corrections.items().get(&runner.id);
    let known = known.and_then(|known| known.living(view.record.made));
    CorrectableRunner {
        id: runner.id.clone(),
        bib: runner.bib.clone(),
        seen: runner.seen(view.corrections),
        corrected: known
            .map(|known| corrected_values(known))
            .unwrap_or_default(),
        reason: reasons
            .get(runner.id.as_str())
            .map(|reason| (*reason).to_owned())
            .unwrap_or_default(),
        uploaded: uncorrected(runner, runner.uploaded.as_ref()),
        entered: uncorrected(runner, runner.entered.as_ref()),
    }
}

fn corrected_values(known: &Correction) -> RunnerValues {
    let values = RunnerValues::from(known.corrected.clone());
    values.with_bib(known.bibs.shown.as_deref())
}

fn uncorrected(runner: &Correctable, values: Option<&Values>) -> Option<RunnerValues> {
    let values = RunnerValues::from(values?.clone());
    Some(values.with_bib(Some(&runner.own_bib)))
}

/// `instead`: who else is uploaded where the runner is not; `is_worn`: somebody else is shown with
/// the bib that was corrected.
fn corrected(
    noted: &CorrectedByHand,
    (runner, instead): (&Correctable, Option<&Correctable>),
    is_worn: bool,
    view: View<'_>,
    now: Now,
) -> Corrected {
    let known = &noted.known;
    let uploaded = runner.uploaded.as_ref();
    let entered = runner.entered.as_ref().filter(|_| !known.is_uploaded);
    let there = instead.map_or(uploaded, |other| other.uploaded.as_ref());
    let conflicts = there.or(entered).map(|values| known.conflicts(values));
    let mut conflicts = conflicts.unwrap_or_default();
    let own = &runner.own_bib;
    let is_other =
        known.bibs.shown.is_some() && uploaded.is_some() && !known.all_bibs().any(|bib| bib == own);
    let is_elsewhere = instead.is_some() || runner.moved_to.is_some();
    conflicts.extend((is_worn || is_other || is_elsewhere).then_some("bib"));
    let state = match uploaded {
        _ if !conflicts.is_empty() => "conflict",
        None if known.by_hand(view.kind).is_none() => "absent",
        _ => STANDS,
    };
    let either = |corrected: &Option<String>, seen: &Option<String>| {
        corrected
            .clone()
            .or_else(|| seen.clone())
            .unwrap_or_default()
    };
    let (values, seen) = (&known.corrected, &known.seen);
    Corrected {
        id: noted.id.clone(),
        bib: known.bib.clone(),
        first: either(&values.first, &seen.first),
        last: either(&values.last, &seen.last),
        distance: either(&values.distance, &seen.distance),
        state,
        conflicts,
        reason: noted.reason.clone(),
        since: now.time_of(noted.since).unix_s(),
        by: noted.by.clone(),
        seen: runner.seen(view.corrections),
        corrected: corrected_values(known),
        before: RunnerValues::from(seen.clone()).with_bib(Some(&known.bib)),
        uploaded: uncorrected(instead.unwrap_or(runner), there),
        entered: entered.filter(|_| there.is_none()).map(|values| {
            let bib = runner.moved_to.as_ref().unwrap_or(own);
            RunnerValues::from(values.clone()).with_bib(Some(bib))
        }),
    }
}
