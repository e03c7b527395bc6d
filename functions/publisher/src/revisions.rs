//! Recording what a version corrects. A version that corrects nothing writes no file (contract
//! 9.6).

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    pieces::Settled,
    race::{Official, Year},
    revisions::{Covered, Done, LineKey, Recalculation, Revisions, Rule, Touched, Vanished},
    snapshot::{Cause, CorrectedVersion, File, History},
    state::YearRecord,
};
use chute_store::{Place, Result, Store};

use super::{
    manifest::{Chronicle, named, written},
    plan::Plan,
    race::Race,
    state::{RaceState, read},
    uploads::Uploads,
};

/// What a version did to the pieces.
pub(super) struct Did {
    pub(super) settled: Settled,
    /// The lines that a delete of many removed.
    pub(super) deleted: BTreeSet<LineKey>,
    pub(super) cause: Cause,
    /// What must not be told of whom, or not of the version before.
    pub(super) covered: Covered,
    /// Of this, what was not covered in the version before.
    pub(super) newly_covered: Covered,
    /// The lines of runners whose bib was corrected, as they were and as they are now.
    pub(super) renumbered: BTreeMap<LineKey, LineKey>,
}

/// Takes out of the whole history what it must not show any more, and has the files as they were
/// removed. Returns the last file's content, which is not stored yet, or `None` if nothing had to be
/// taken out.
async fn forget(
    store: &Store,
    state: &mut RaceState,
    covered: &Covered,
    race: &Race<'_>,
    uploads: &mut Uploads,
) -> Result<Option<History>> {
    let mut known = Vec::new();
    for name in &state.manifest.history.files {
        let found = history_file(store, race, name).await?;
        match found.and_then(|(_, body)| History::read(&body).ok()) {
            Some(history) => known.push(history),
            // files before a lost one are not found either
            None => known.clear(),
        }
    }
    let mut some = false;
    for history in &mut known {
        some |= history.forget(covered);
    }
    if !some {
        return Ok(None);
    }
    let (mut chronicle, mut last) = (Chronicle::default(), History::after(None));
    for mut history in known {
        let Some(CorrectedVersion { version, at, .. }) = history.entries.last().cloned() else {
            continue;
        };
        history.before = chronicle.files.last().cloned();
        let file = history.file().map_err(written)?;
        chronicle.put(file.name.clone(), version, at, false);
        uploads.add_file(race.place, &race.key, file);
        last = history;
    }
    state.manifest.history = chronicle;
    state.manifest.purge = true;
    Ok(Some(last))
}

/// Brings the history of revisions up to date, and records what a version corrects, if anything.
/// Returns the number of changes that it lists.
pub(super) async fn record(
    store: &Store,
    state: &mut RaceState,
    did: Did,
    plan: &Plan<'_>,
    at: &EventTime,
    race: &Race<'_>,
    uploads: &mut Uploads,
) -> Result<usize> {
    let Did {
        settled: Settled { touched, .. },
        deleted,
        cause,
        covered,
        newly_covered,
        renumbered,
    } = did;
    let mut last = None;
    if !newly_covered.is_empty() && !state.manifest.history.is_empty() {
        last = Box::pin(forget(store, state, &newly_covered, race, uploads)).await?;
    }
    if plan.base.is_none() && last.is_none() {
        Box::pin(take_history_along(store, state, race, uploads)).await?;
    }
    let recalculation = recalculation(store, state, race.record, at.instant());
    if touched == Touched::default() && !recalculation.is_over() {
        return Ok(0);
    }
    let vanished = match state.vanished.take() {
        Some(known) => known,
        None => vanished(store, state).await?,
    };
    let index = &state.index;
    let now = |key: &LineKey| index.runner(key).map(|tracked| tracked.runner.told());
    let done = Done {
        touched: &touched,
        deleted: &deleted,
        vanished: &vanished,
        recalculation,
        renumbered: &renumbered,
        veiled: &covered.links,
    };
    let mut revisions = Revisions::of(done, now, rule_of(race));
    // an age that comes or goes with a wish is no revision
    covered.forget_in(&mut revisions.lines);
    state.vanished = Some(vanished);
    note_vanished(state, &revisions, uploads)?;
    if revisions.is_empty() {
        return Ok(0);
    }
    let changes = revisions.lines.len()
        + revisions
            .deleted
            .iter()
            .map(|(_, lines)| lines)
            .sum::<usize>();
    let known = match last {
        Some(last) => Some(last),
        None => last_file(store, state, race).await?,
    };
    let goes_on = known.as_ref().is_some_and(|known| !known.is_full());
    let mut history = known
        .filter(|_| goes_on)
        .unwrap_or_else(|| History::after(state.manifest.history.files.last().cloned()));
    history.entries.push(CorrectedVersion::of(
        revisions,
        plan.version,
        at.clone(),
        cause,
    ));
    let file = history.file().map_err(written)?;
    state
        .manifest
        .history
        .put(file.name.clone(), plan.version, at.clone(), goes_on);
    uploads.add_file(race.place, &race.key, file);
    Ok(changes)
}

fn rule_of(race: &Race<'_>) -> Rule {
    let Year { live, official, .. } = &race.record.year;
    Rule {
        kind: race.kind(),
        live: *live,
        official: matches!(official, Official::Since(_)),
    }
}

/// Notes the results that have disappeared with these revisions, and forgets those that are back.
fn note_vanished(
    state: &mut RaceState,
    revisions: &Revisions,
    uploads: &mut Uploads,
) -> Result<()> {
    let Revisions { vanished, back, .. } = revisions;
    if vanished.is_empty() && back.is_empty() {
        return Ok(());
    }
    let all = state.vanished.get_or_insert_default();
    all.retain(|key, _| !back.contains(key));
    all.extend(vanished.clone());
    if all.is_empty() {
        state.manifest.vanished = None;
        return Ok(());
    }
    let (name, body) = named('g', all, VANISHED)?;
    uploads.add_state(format!("{}/{name}", state.key), body);
    state.manifest.vanished = Some(name);
    Ok(())
}

/// Whether results that a delete took may have been coming back when the last version was made, and
/// may be at `now_s`.
fn recalculation(
    store: &Store,
    state: &RaceState,
    record: &YearRecord,
    now_s: i64,
) -> Recalculation {
    let now = store.now();
    // deletes are known by their stamps, which may be ahead of the clock
    let ahead_s = now.order.order_s() - now.time.unix_s();
    let made_s = state.manifest.made_s + ahead_s;
    Recalculation::of(&record.rows, made_s, now_s + ahead_s)
}

/// Whether results that a delete took were waited for, and are not any more: what was not told
/// meanwhile is told now.
pub(super) async fn gives_up(
    store: &Store,
    state: &RaceState,
    record: &YearRecord,
) -> Result<bool> {
    let is_over = || recalculation(store, state, record, store.time().unix_s()).is_over();
    if state.manifest.vanished.is_none() || !is_over() {
        return Ok(false);
    }
    let is_taken = |all: &BTreeMap<LineKey, Vanished>| {
        let mut taken = all.iter().filter(|(_, was)| !was.listed);
        taken.any(|(key, _)| state.index.runner(key).is_none())
    };
    Ok(match &state.vanished {
        Some(known) => is_taken(known),
        None => is_taken(&vanished(store, state).await?),
    })
}

/// The content of the last file of the history. If that is gone, the history begins anew.
async fn last_file(
    store: &Store,
    state: &mut RaceState,
    race: &Race<'_>,
) -> Result<Option<History>> {
    let Some(newest) = state.manifest.history.files.last() else {
        return Ok(None);
    };
    let found = history_file(store, race, newest).await?;
    let known = found.and_then(|(_, body)| History::read(&body).ok());
    if known.is_none() {
        tracing::warn!(path = %state.key, "the history is gone: it begins anew");
        state.manifest.history = Chronicle::default();
    }
    Ok(known)
}

/// Copies the history to where the race is published now. A file that cannot be found is
/// forgotten, along with all files before it.
async fn take_history_along(
    store: &Store,
    state: &mut RaceState,
    race: &Race<'_>,
    uploads: &mut Uploads,
) -> Result<()> {
    let files = state.manifest.history.files.clone();
    for (place, name) in files.iter().enumerate().rev() {
        match history_file(store, race, name).await? {
            Some((found, _)) if found == race.place => {}
            Some((_, body)) => uploads.add_file(
                race.place,
                &race.key,
                File {
                    name: name.clone(),
                    body,
                },
            ),
            None => {
                state.manifest.history.files.drain(..=place);
                break;
            }
        }
    }
    if state.manifest.history.is_empty() {
        state.manifest.history = Chronicle::default();
    }
    Ok(())
}

/// A file of the history, and its place: that of the race, or still the opposite one if the
/// event has just been restricted or opened.
async fn history_file(
    store: &Store,
    race: &Race<'_>,
    name: &str,
) -> Result<Option<(Place, Vec<u8>)>> {
    for place in [race.place, race.place.opposite()] {
        if let Some(found) = store
            .get_object(place, &format!("{}/{name}", race.key))
            .await?
        {
            return Ok(Some((place, found.body)));
        }
    }
    Ok(None)
}

/// The results that have disappeared.
async fn vanished(store: &Store, state: &RaceState) -> Result<BTreeMap<LineKey, Vanished>> {
    match &state.manifest.vanished {
        Some(name) => read(store, &state.key, name, VANISHED).await,
        None => Ok(BTreeMap::new()),
    }
}
const VANISHED: &str = "results that are none any more";
