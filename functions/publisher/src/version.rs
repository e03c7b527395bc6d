//! Makes the next version of a race: its pieces are brought up to date, its files made. Consumes the
//! state before, and returns the new one with what has to be stored before it can be committed.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    pieces::{Range, Settled, View},
    race::EventKind,
    revisions::{Covered, LineKey},
    snapshot::Cause,
    stamp::Stamp,
};
use chute_store::{Result, Store};

use super::{
    earlier::{Before, remember},
    files,
    manifest::Manifest,
    plan::{Plan, Source, cause_of},
    race::Race,
    revisions::{self, Did},
    state::{Listed, RaceState},
    uploads::Uploads,
    work::{Tools, Work},
};

/// A version that is ready to be stored and committed.
pub(super) struct Next {
    pub(super) state: RaceState,
    pub(super) listed: Listed,
    /// The pointer; `None` if nothing has changed for readers.
    pub(super) pointer: Option<Vec<u8>>,
    /// To be stored before the commit.
    pub(super) uploads: Uploads,
}

pub(super) enum Made {
    Next(Box<Next>),
    /// Nothing at all has changed.
    Nothing(Box<RaceState>),
}

/// Brings a race up to date and makes the files of its next version. Pieces and shards that fill the
/// memory set aside for them are stored on the way: nobody finds them before the commit names them,
/// and without one they are cleaned up later. After each slice of the work it gives way to smaller
/// changes of other races.
pub(super) async fn make(
    tools: Tools<'_>,
    mut state: RaceState,
    plan: &Plan<'_>,
    race: &Race<'_>,
) -> Result<Made> {
    let kind = race.kind();
    let shards_before = state.shards.clone();
    let lists_before = state.manifest.lists.shown(&state.manifest.record);
    let before = replaced(&state);
    let mut covered = covered(&state, state.manifest.record.made);
    let corrections = state.manifest.corrections.clone();
    // summaries are brought up to date with the uploaded places
    let ranking = state.index.lift_ranking(View::of(
        &state.manifest.record,
        EventKind::of(&state.manifest.kind),
        &state.manifest.corrections,
    ));

    let store = tools.store;
    let mut work = Work::new(tools, state, race.record, kind, plan.version);
    let (deleted, cause) = bring_up_to_date(&mut work, race, plan.source).await?;
    work.rank(&ranking);
    let gives_up = revisions::gives_up(store, &work.state, race.record).await?;
    let is_due = plan.is_due() || gives_up;
    if !work.changed && !is_due {
        return Ok(Made::Nothing(Box::new(work.state)));
    }
    let now_covered = self::covered(&work.state, race.record.made);
    let newly_covered = now_covered.beyond(&covered);
    covered.add(now_covered);
    let now_corrected = &work.state.manifest.corrections;
    let renumbered = now_corrected.renumbered(&corrections, race.record.made);
    let is_new = is_due
        || (!newly_covered.is_empty() && !work.state.manifest.history.is_empty())
        || work.shows_something_new()
        || lists_before != work.state.manifest.lists.shown(race.record);
    let visible = plan.is_pointed || work.is_visible();
    if is_new && visible {
        work.shards(plan, race.place).await?;
    }
    let (mut next, settled) = Next::after(work, shards_before, race, visible);
    if is_new {
        let did = Did {
            settled,
            deleted,
            cause,
            covered,
            newly_covered,
            renumbered,
        };
        next.finish(store, plan, race, before, did).await?;
    }
    Ok(Made::Next(Box::new(next)))
}

/// What the history must not tell of these runners.
fn covered(state: &RaceState, made: Option<Stamp>) -> Covered {
    let (index, corrections) = (&state.index, &state.manifest.corrections);
    Covered {
        ages: index.ageless(corrections, made),
        links: index.privacy().veiled(corrections, made),
    }
}

/// The version that the next one replaces, if readers have it.
fn replaced(state: &RaceState) -> Option<Before> {
    (state.manifest.public && !state.name.is_empty()).then(|| Before {
        version: state.manifest.version,
        made_s: state.manifest.made_s,
        state: state.name.clone(),
    })
}

impl Next {
    /// A version that changes nothing for readers, so that the state is stored.
    pub(super) fn of(state: RaceState) -> Self {
        let listed = Listed {
            shards_before: state.shards.clone(),
            ..Listed::default()
        };
        Self {
            state,
            listed,
            pointer: None,
            uploads: Uploads::default(),
        }
    }

    /// A version with what was done to the pieces. Returns the rest of what that was.
    fn after(
        work: Work<'_>,
        shards_before: BTreeMap<Range, String>,
        race: &Race<'_>,
        visible: bool,
    ) -> (Self, Settled) {
        let Work {
            mut state,
            mut settled,
            uploads,
            ..
        } = work;
        state.manifest = Manifest {
            kind: race.event.event.kind.clone(),
            event_digest: race.digest.clone(),
            record: race.record.clone(),
            public: visible,
            ..state.manifest
        };
        let listed = Listed {
            leaves: std::mem::take(&mut settled.leaves),
            shards_before,
        };
        let next = Self {
            state,
            listed,
            pointer: None,
            uploads,
        };
        (next, settled)
    }

    /// Gives the version its number, notes which lines it changes, and makes its files.
    async fn finish(
        &mut self,
        store: &Store,
        plan: &Plan<'_>,
        race: &Race<'_>,
        before: Option<Before>,
        mut did: Did,
    ) -> Result<()> {
        let (state, version) = (&mut self.state, plan.version);
        state.manifest.version = version;
        if did.settled.hidden {
            files::forget_names(&mut state.manifest);
        }
        if plan.base.is_none() {
            files::begin_anew(state, version);
        }
        let gone = std::mem::take(&mut did.settled.gone);
        let leaves = files::note_lines(state, gone, race.kind(), version)?;
        self.listed.leaves.extend(leaves);
        if state.manifest.public {
            self.publish(store, plan, race, before, did).await
        } else {
            files::name_nothing(state);
            Ok(())
        }
    }

    /// Makes what readers get, except shards, and notes the version that it replaces.
    async fn publish(
        &mut self,
        store: &Store,
        plan: &Plan<'_>,
        race: &Race<'_>,
        before: Option<Before>,
        did: Did,
    ) -> Result<()> {
        let now = store.time();
        let updated_at = EventTime::from_unix(now.unix_s());
        let (cause, listed, secluded) = (did.cause, did.settled.listed, did.settled.secluded);
        let Self { state, uploads, .. } = self;
        // on the heap, because most versions do not need it: they correct nothing
        let record = revisions::record(store, state, did, plan, &updated_at, race, uploads);
        let changes = Box::pin(record).await?;
        let manifest = &mut state.manifest;
        if secluded || plan.forgets_earlier() {
            manifest.earlier.clear();
        } else {
            let before = before.map(|before| before.replaced(cause, changes, now));
            let born_s = race.record.born().map_or(0, |born| born.order_s());
            remember(&mut manifest.earlier, before, born_s, now);
        }
        manifest.made_s = now.unix_s();
        let listed = listed || plan.base.is_none();
        let (files, pointer) = files::write(state, race, (plan.version, updated_at), listed)?;
        for file in files.into_iter().filter(|file| !plan.has(&file.name)) {
            uploads.add_file(race.place, &race.key, file);
        }
        self.pointer = Some(pointer);
        Ok(())
    }
}

/// Brings the pieces up to date. Returns the lines that a delete of many removed, and what the
/// version is made from.
async fn bring_up_to_date(
    work: &mut Work<'_>,
    race: &Race<'_>,
    source: Source<'_>,
) -> Result<(BTreeSet<LineKey>, Cause)> {
    let (changes, mut cause) = match source {
        Source::Changes(changes, Cause::Upload) => (changes, cause_of(changes)),
        Source::Changes(changes, cause) => (changes, cause),
        Source::Tables => {
            work.take_from_tables(race).await?;
            return Ok((BTreeSet::new(), Cause::Repair));
        }
    };
    let other_kind = work.state.manifest.kind != race.event.event.kind;
    let mut deleted = BTreeSet::new();
    if other_kind || work.state.manifest.record != *race.record {
        work.review(other_kind).await?;
        let lines = work.settled.touched.before.keys();
        deleted = lines
            .filter(|key| work.state.index.runner(key).is_none())
            .cloned()
            .collect();
        if !work.settled.touched.before.is_empty() {
            cause = if deleted.is_empty() {
                Cause::Settings
            } else {
                Cause::Delete
            };
        }
    }
    work.apply(changes).await?;
    Ok((deleted, cause))
}
