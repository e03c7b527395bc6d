//! Making the next version of a race: its pieces are brought up to date, its files made.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    corrections::{LineKey, Rule},
    event_time::EventTime,
    pieces::Range,
    race::{EventKind, Official, Year},
    snapshot::Cause,
};
use chute_store::Result;

use super::{
    Publisher, Race, Seen, Source,
    earlier::{Before, cause_of, remember},
    files::{self, About},
    history::Done,
    memory::{Kept, version_of},
    uploads::Uploads,
    work::Work,
};

/// A version that is ready to be stored and committed.
pub(super) struct Next {
    /// Pieces whose summary has changed.
    pub(super) leaves: BTreeSet<u32>,
    /// The shards of the previous version.
    pub(super) shards_before: BTreeMap<Range, String>,
    /// The pointer; `None` if nothing has changed for readers.
    pub(super) pointer: Option<Vec<u8>>,
    /// What must be stored before the commit.
    pub(super) uploads: Uploads,
}

impl Next {
    /// A version that changes nothing, so that the memory is stored.
    pub(super) fn nothing(shards: &BTreeMap<Range, String>) -> Self {
        Self {
            leaves: BTreeSet::new(),
            shards_before: shards.clone(),
            pointer: None,
            uploads: Uploads::default(),
        }
    }
}

impl Publisher {
    /// Brings a race up to date and makes the files of its next version; `None` if nothing at all
    /// has changed.
    pub(super) async fn next_version(
        &self,
        kept: &mut Kept,
        race: &Race<'_>,
        source: Source<'_>,
        seen: &Seen,
    ) -> Result<Option<Next>> {
        let named = seen.pointer.as_ref().map(version_of).transpose()?;
        let named_as_it_should = named == kept.memory.public.then_some(kept.memory.version);
        let version = race
            .record
            .first_version()
            .max(kept.memory.version + 1)
            .max(named.unwrap_or_default() + 1);
        let kind = EventKind::of(&race.event.event.kind);
        let shards_before = kept.shards.clone();
        let known = if matches!(source, Source::Tables) || named.is_none() {
            BTreeSet::new()
        } else {
            kept.public_names()
        };
        let other_event = kept.memory.event_digest != race.digest;
        let lists_before = kept.memory.lists.shown(&kept.memory.record);
        let before = Before::of(kept);
        let mut ageless = kept.index.ageless();

        let mut work = Work::new(self.publications(), kept, race.record, kind, version);
        let (deleted, cause) = bring_up_to_date(&mut work, race, source).await?;
        if !work.changed && !other_event && named_as_it_should && !work.kept.memory.purge {
            return Ok(None);
        }
        let is_new = other_event
            || !named_as_it_should
            || work.kept.memory.purge
            || matches!(source, Source::Tables);
        let now_ageless = work.kept.index.ageless();
        let newly_ageless: BTreeSet<String> = now_ageless.difference(&ageless).cloned().collect();
        ageless.extend(now_ageless);
        let is_new = is_new
            || (!newly_ageless.is_empty() && !work.kept.memory.history.is_empty())
            || work.shows_something_new()
            || lists_before != work.kept.memory.lists.shown(race.record);
        let visible = named.is_some() || work.is_visible();
        if is_new && visible {
            work.shards(known.is_empty(), &known, race.place).await?;
        }
        let Work {
            settled, uploads, ..
        } = work;
        race.event.event.kind.clone_into(&mut kept.memory.kind);
        kept.memory.event_digest.clone_from(&race.digest);
        kept.memory.record = race.record.clone();
        kept.memory.public = visible;
        let mut next = Next {
            leaves: settled.leaves,
            shards_before,
            pointer: None,
            uploads,
        };
        if !is_new {
            return Ok(Some(next));
        }
        kept.memory.version = version;
        if settled.hidden {
            files::forget_names(&mut kept.memory);
        }
        // where there is no pointer, the files that it named may be gone as well
        if matches!(source, Source::Tables) || named.is_none() {
            files::begin_anew(kept, version);
        }
        next.leaves
            .extend(files::note_lines(kept, settled.gone, kind, version)?);
        if visible {
            let now_s = self.store.time().unix_s();
            let updated_at = EventTime::from_unix(now_s);
            let mut last = None;
            if !newly_ageless.is_empty() && !kept.memory.history.is_empty() {
                let forget =
                    Box::pin(self.forget_ages(kept, &newly_ageless, race, &mut next.uploads));
                last = forget.await?;
            }
            if known.is_empty() && last.is_none() {
                Box::pin(self.take_history_along(kept, race, &mut next.uploads)).await?;
            }
            let Year { live, official, .. } = &race.record.year;
            let rule = Rule {
                kind,
                live: *live,
                official: matches!(official, Official::Since(_)),
            };
            let done = Done {
                touched: settled.touched,
                deleted,
                cause,
                rule,
                ageless,
                last,
            };
            // on the heap, because most versions do not need it: they correct nothing
            let changes =
                Box::pin(self.record(kept, done, (version, &updated_at), race, &mut next.uploads))
                    .await?;
            // a rebuild from the tables cannot tell whose names earlier versions must not show
            if settled.secluded || matches!(source, Source::Tables) {
                kept.memory.earlier.clear();
            } else {
                remember(
                    &mut kept.memory,
                    before,
                    (cause, changes),
                    race.record,
                    now_s,
                );
            }
            kept.memory.made_s = now_s;
            let about = About {
                event: race.event,
                record: race.record,
                version,
                updated_at,
            };
            let written = files::write(kept, &about, settled.listed || known.is_empty(), kind)?;
            for file in written
                .files
                .into_iter()
                .filter(|file| !known.contains(&file.name))
            {
                next.uploads.add_file(race.place, &race.key, file);
            }
            next.pointer = Some(written.pointer);
        } else {
            files::name_nothing(kept);
        }
        Ok(Some(next))
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
            take_from_tables(work, race).await?;
            return Ok((BTreeSet::new(), Cause::Repair));
        }
    };
    let other_kind = work.kept.memory.kind != race.event.event.kind;
    let mut deleted = BTreeSet::new();
    if other_kind || work.kept.memory.record != *race.record {
        work.review(other_kind).await?;
        let lines = work.settled.touched.before.keys();
        deleted = lines
            .filter(|key| work.kept.index.runner(key).is_none())
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

async fn take_from_tables(work: &mut Work<'_>, race: &Race<'_>) -> Result<()> {
    let gathered = work
        .publications
        .gather(&race.event.race(race.record), race.record)
        .await?;
    work.kept.memory.lists = gathered.lists.clone();
    work.kept.index = gathered.index();
    for range in gathered.ranges() {
        work.take(range.start, gathered.piece(range)?).await?;
    }
    work.changed = true;
    Ok(())
}
