//! Recording what a version corrects. A version that corrects nothing writes no file (contract
//! 9.6).

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    pieces::Settled,
    race::{Official, Year},
    revisions::{self, LineKey, Revisions, Rule, Touched, Vanished},
    snapshot::{Cause, CorrectedVersion, File, History},
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
    /// Whoever is shown without age, or was in the version before.
    pub(super) ageless: BTreeSet<String>,
    /// Of these, whoever was not.
    pub(super) newly_ageless: BTreeSet<String>,
}

/// Takes out of the whole history where these bibs stood in their age groups, since they must
/// not show it any more, and has the files as they were removed. Returns the last file's
/// content, which is not stored yet, or `None` if nothing had to be taken out.
async fn forget_ages(
    store: &Store,
    state: &mut RaceState,
    bibs: &BTreeSet<String>,
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
        some |= history.forget_ages(bibs);
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
        ageless,
        newly_ageless,
    } = did;
    let mut last = None;
    if !newly_ageless.is_empty() && !state.manifest.history.is_empty() {
        last = Box::pin(forget_ages(store, state, &newly_ageless, race, uploads)).await?;
    }
    if plan.base.is_none() && last.is_none() {
        Box::pin(take_history_along(store, state, race, uploads)).await?;
    }
    if touched == Touched::default() {
        return Ok(0);
    }
    let vanished = match state.vanished.take() {
        Some(known) => known,
        None => vanished(store, state).await?,
    };
    let index = &state.index;
    let now = |key: &LineKey| index.runner(key).map(|tracked| tracked.runner.told());
    let Year { live, official, .. } = &race.record.year;
    let rule = Rule {
        kind: race.kind(),
        live: *live,
        official: matches!(official, Official::Since(_)),
    };
    let mut revisions = Revisions::of(&touched, &deleted, &vanished, now, rule);
    // an age that comes or goes with a wish is no revision
    revisions::forget_ages(&mut revisions.lines, &ageless);
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

/// Notes the results that have disappeared with these revisions.
fn note_vanished(
    state: &mut RaceState,
    revisions: &Revisions,
    uploads: &mut Uploads,
) -> Result<()> {
    if revisions.vanished.is_empty() {
        return Ok(());
    }
    let all = state.vanished.get_or_insert_default();
    all.extend(revisions.vanished.clone());
    let (name, body) = named('g', all, VANISHED)?;
    uploads.add_state(format!("{}/{name}", state.key), body);
    state.manifest.vanished = Some(name);
    Ok(())
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
