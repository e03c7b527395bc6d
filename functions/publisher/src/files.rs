//! The published files of a version, except its shards (docs/decisions/snapshot-format.md).

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    key::digest_bytes,
    pieces::Index,
    race::EventKind,
    revisions::LineKey,
    snapshot::{self, File, Gone, Input, Named, Pointer, RaceBoard, Since},
};
use chute_store::Result;

use super::{
    manifest::{Manifest, odd, written},
    race::Race,
    state::RaceState,
};

/// How many versions' changes a changes file contains.
const FOLLOWED: u64 = 6;
/// How many changes files are kept: they are enough for a page that has missed this many versions.
const CHANGES_KEPT: usize = 10;

/// Notes which lines have changed since the previous version. Returns the leaves of lines that have
/// changed although their rows have not, because the hour has changed.
pub(super) fn note_lines(
    state: &mut RaceState,
    gone: Vec<LineKey>,
    kind: EventKind,
    version: u64,
) -> Result<BTreeSet<u32>> {
    let hours = note_distances(&mut state.manifest, &state.index, kind, version)?;
    let mut leaves = BTreeSet::new();
    for (distance, before, now) in hours {
        leaves.extend(state.index.touch_lines(
            &distance,
            |tracked| tracked.runner.line(before) != tracked.runner.line(now),
            version,
        ));
    }
    let gone = gone.into_iter().map(|line| Gone {
        line,
        since: version,
    });
    state.manifest.gone.extend(gone);
    let index = &state.index;
    let oldest = oldest_needed(&state.manifest, version);
    state
        .manifest
        .gone
        .retain(|gone| index.runner(&gone.line).is_none() && gone.since > oldest);
    Ok(leaves)
}

/// The version up to which lines that are gone can be forgotten: no page needs to be told of them.
fn oldest_needed(manifest: &Manifest, version: u64) -> u64 {
    manifest
        .bases
        .values()
        .map(|base| base.version)
        .min()
        .unwrap_or(version)
        .min(version.saturating_sub(FOLLOWED))
}

/// Notes the hours and first passages of the distances. Returns the distances whose hour has
/// changed, with the hour before and now.
fn note_distances(
    manifest: &mut Manifest,
    index: &Index,
    kind: EventKind,
    version: u64,
) -> Result<Vec<(String, i64, i64)>> {
    let boards = snapshot::race_distances(index);
    let mut other = Vec::new();
    let hours: BTreeMap<String, i64> = boards
        .iter()
        .map(|board| (board.distance.to_owned(), board.last_hour))
        .collect();
    if kind == EventKind::BackyardUltra {
        for (distance, now) in &hours {
            let before = manifest.hours.get(distance).copied().unwrap_or_default();
            other.extend((before != *now).then(|| (distance.clone(), before, *now)));
        }
    }
    manifest.hours = hours;
    let mut passages = BTreeMap::new();
    for board in &boards {
        let digest =
            digest_bytes(&postcard::to_stdvec(&board.passages).map_err(odd("first passages"))?);
        let known = manifest
            .passages
            .get(board.distance)
            .filter(|(known, _)| *known == digest)
            .cloned();
        passages.insert(
            board.distance.to_owned(),
            known.unwrap_or((digest, version)),
        );
    }
    manifest.passages = passages;
    Ok(other)
}

/// Writes all files of a version except its shards, and its pointer, which is returned last.
pub(super) fn write(
    state: &mut RaceState,
    race: &Race<'_>,
    (version, updated_at): (u64, EventTime),
    listed: bool,
) -> Result<(Vec<File>, Vec<u8>)> {
    let record = race.record;
    let (event, years) = (race.event.event(), race.event.years());
    let (distances, segments) = state.manifest.lists.shown(record);
    let input = Input {
        event: &event,
        year: &record.year,
        years: &years,
        distances: &distances,
        segments: &segments,
    };
    let mut files = Vec::new();
    if listed || (state.manifest.people.is_none() && state.manifest.heads.is_empty()) {
        state.manifest.people =
            snapshot::write_people(&state.index, &mut files).map_err(written)?;
    }
    let boards = snapshot::race_boards(&state.index, race.kind());
    let tree = snapshot::directories(snapshot::tree(&state.shards), &mut files).map_err(written)?;
    let directories: Vec<String> = files
        .iter()
        .filter(|file| file.name.starts_with("t-"))
        .map(|file| file.name.clone())
        .collect();
    let head =
        snapshot::head(&input, &boards, &tree, state.manifest.people.as_ref()).map_err(written)?;
    let followed = followed(&mut state.manifest, &boards, version, &mut files)?;
    let names = Named {
        lines: followed.0.as_deref(),
        changes: &followed.1,
        history: state.manifest.history.newest.as_ref(),
    };
    let people = state.manifest.people.as_ref();
    let made = (version, record.number_of(version), updated_at);
    let pointer = Pointer::new(&input, &boards, (&head, people), names, made)
        .and_then(|pointer| pointer.json());
    state.manifest.heads = [head.name.clone()]
        .into_iter()
        .chain(followed.0)
        .chain(directories)
        .collect();
    files.push(head);
    Ok((files, pointer.map_err(written)?))
}

/// Writes the files that depend on earlier versions; returns the names of the lines file, if there
/// is one, and of the changes file.
fn followed(
    manifest: &mut Manifest,
    boards: &[RaceBoard],
    version: u64,
    files: &mut Vec<File>,
) -> Result<(Option<String>, String)> {
    let passages: BTreeMap<String, u64> = manifest
        .passages
        .iter()
        .map(|(distance, (_, since))| (distance.clone(), *since))
        .collect();
    let since = Since {
        gone: &manifest.gone,
        passages: &passages,
    };
    let lines =
        snapshot::lines(boards, &mut manifest.bases, since, version, files).map_err(written)?;
    let from = version.saturating_sub(FOLLOWED).max(manifest.known_from);
    let before = manifest
        .changes
        .iter()
        .find(|(known, _)| *known == from)
        .map(|(_, name)| name.as_str());
    let changes = snapshot::changes(boards, since, (from, before), version).map_err(written)?;
    manifest.changes.push((version, changes.name.clone()));
    let surplus = manifest.changes.len().saturating_sub(CHANGES_KEPT);
    manifest.changes.drain(..surplus);
    let names = (
        lines.as_ref().map(|lines| lines.name.clone()),
        changes.name.clone(),
    );
    files.extend(lines.into_iter().chain([changes]));
    Ok(names)
}

/// Forgets the versions before this one: pages that followed them must read everything again.
pub(super) fn begin_anew(state: &mut RaceState, version: u64) {
    state.manifest.known_from = version;
    state.manifest.bases.clear();
    state.manifest.gone.clear();
    state.manifest.passages.clear();
    state.manifest.changes.clear();
}

/// Forgets all published files, because there is nothing for readers any more.
pub(super) fn name_nothing(state: &mut RaceState) {
    begin_anew(state, state.manifest.version);
    state.manifest.heads.clear();
    state.manifest.people = None;
    state.shards.clear();
}

/// Stops referring to files of earlier versions, because they contain a name that must not be seen
/// any more, and has them removed.
pub(super) fn forget_names(manifest: &mut Manifest) {
    manifest.bases.clear();
    manifest.changes.clear();
    manifest.purge = true;
}
