//! Returning to an earlier version (docs/decisions/returning.md): compares the lists of pieces of two
//! versions. Pieces that are the same file are not read, and from the others only the rows that
//! differ are written.

use std::{
    collections::{BTreeMap, BTreeSet},
    slice,
    time::{Duration, Instant},
};

use chute_domain::{
    event_time::EventTime,
    liveness::StoredRow,
    pieces::{Index, Leaf, Piece, Range},
    race::{RaceKey, Slug},
    returning::{
        AsOf, EarlierVersion, RestoreStep, ResultVersions, Returned, UnfinishedReturn,
        rows_to_return,
    },
    row::PersonId,
    stamp::Stamp,
    state::YearRecord,
    time::{Now, Time},
};
use chute_store::{Place, Result, Store, StoreError, Tagged, Written};
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use serde::{Deserialize, Serialize};

use super::{
    earlier::Earlier,
    manifest::{Current, odd},
    publications::Publications,
    published::public,
    state::{RaceState, known, load, read_list, read_manifest},
};

/// How long after its receipt an upload is either written or never will be, in milliseconds:
/// uploads stop writing after eight seconds, and two more allow for differences between clocks.
const SETTLED_MS: u64 = 10_000;
/// A return that nobody has continued for this long, in milliseconds, counts as given up: its
/// half-finished result is a version like any other.
const GIVEN_UP_MS: u64 = 24 * 60 * 60 * 1000;
/// How many pieces are compared at the same time.
const WINDOWS_AT_ONCE: usize = 8;
/// The object that holds [`ReturnMark`].
const MARK: &str = "returning";

/// A call to return to an earlier version.
#[derive(Clone, Copy, Debug)]
pub struct ReturnTo<'c> {
    /// The slug of the event.
    pub slug: &'c Slug,
    /// The year, as the table has it now.
    pub record: &'c YearRecord,
    /// The version to return to.
    pub version: u64,
    /// The version that the caller believes is the current one.
    pub expected: u64,
    /// When the call was received.
    pub now: Now,
    /// After how long this call has to end; repeating it continues the work.
    pub work: Duration,
    /// Whether to report what it would do, without doing it.
    pub only_look: bool,
}

impl ReturnTo<'_> {
    /// Any upload received before this is either written or never will be.
    fn settled(self) -> Stamp {
        self.now.order.back(SETTLED_MS)
    }
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returning {
    /// It made progress.
    Step(RestoreStep),
    /// This version cannot, or can no longer, be returned to.
    Unknown,
    /// The current version has changed, or rows have been deleted since.
    Outdated,
    /// Somebody else is returning to a version.
    Other,
}

/// A return in progress, or the last one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct ReturnMark {
    born: Option<Stamp>,
    version: u64,
    expected: u64,
    /// The names of the manifests of both versions: `then` to return to, `now` to replace.
    then: String,
    now: String,
    /// Slots below this are done; from 0 to 2^32.
    cursor: u64,
    is_done: bool,
    /// When its last call began, in milliseconds of the order of uploads: it is compared with
    /// stamps, and never goes back.
    at_ms: u64,
    changed: usize,
    restored: usize,
    removed: usize,
    newer: usize,
}

/// One past the last slot.
const END: u64 = 1 << 32;

impl ReturnMark {
    fn begin(call: ReturnTo<'_>, then: String, replaces: String) -> Self {
        let ReturnTo {
            version,
            expected,
            now,
            record,
            ..
        } = call;
        Self {
            born: record.born(),
            version,
            expected,
            then,
            now: replaces,
            at_ms: now.order.order_ms(),
            ..Self::default()
        }
    }

    /// Whether it belongs to this incarnation of the year and has not been given up.
    fn counts(&self, record: &YearRecord, now: Now) -> bool {
        self.born == record.born() && (self.is_done || self.is_after(now.order.back(GIVEN_UP_MS)))
    }

    /// Whether its last call began after this.
    fn is_after(&self, since: Stamp) -> bool {
        self.at_ms > since.order_ms()
    }

    fn step(&self, waits: bool) -> RestoreStep {
        let Self {
            changed,
            restored,
            removed,
            newer,
            ..
        } = *self;
        RestoreStep {
            done: self.is_done,
            waits,
            progress: self.cursor * 1000 / END,
            changed,
            restored,
            removed,
            newer,
        }
    }

    fn add(&mut self, done: Window) {
        self.changed += done.changed;
        self.restored += done.restored;
        self.removed += done.removed;
        self.newer += done.newer;
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Window {
    changed: usize,
    restored: usize,
    removed: usize,
    newer: usize,
    /// Nothing was done, because it is too early: uploads may still be writing.
    waits: bool,
}

/// Both versions of a race.
struct Pair {
    then: RaceState,
    now: RaceState,
    /// The name of this return.
    name: String,
}

impl<'s> Publications<'s> {
    /// The versions of a year that can be returned to.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn earlier_versions(
        &self,
        slug: &Slug,
        record: &YearRecord,
        now: Now,
    ) -> Result<ResultVersions> {
        let store = self.store;
        let key = slug.year(&record.year.year);
        let Some(current) = public(store, &key, record).await? else {
            return Ok(ResultVersions::default());
        };
        let manifest = read_manifest(store, &key, &current.state).await?;
        let unfinished = unfinished(store, &key, record, now).await?;
        let earlier = manifest
            .earlier
            .into_iter()
            .rev()
            .filter(|earlier| earlier.is_kept(now.time))
            .map(|earlier| {
                let Earlier {
                    version,
                    made_s,
                    left_s,
                    cause,
                    changes,
                    ..
                } = earlier;
                EarlierVersion {
                    version,
                    number: record.number_of(version),
                    at: EventTime::from_unix(made_s),
                    until: EventTime::from_unix(left_s),
                    next: cause,
                    changes,
                }
            });
        Ok(ResultVersions {
            version: current.version,
            number: record.number_of(current.version),
            earlier: earlier.collect(),
            unfinished,
        })
    }

    /// Begins to return to an earlier version, or continues. A repeated call with the same versions
    /// continues, and may do again what is already done: this is always safe, even at the same time
    /// as another call.
    ///
    /// # Errors
    /// When table or bucket do not answer; repeating the call continues.
    pub fn return_to(self, call: ReturnTo<'s>) -> BoxFuture<'s, Result<Returning>> {
        let going_on = async move {
            match go_on_returning(self.store, call).await {
                // a file that a manifest names is gone by now
                Err(StoreError::Unreadable(what, cause)) => {
                    tracing::warn!(what, %cause, slug = call.slug.as_str(), "an earlier version cannot be read");
                    Ok(Returning::Unknown)
                }
                done => done,
            }
        };
        going_on.boxed()
    }
}

/// The unfinished return, if it can be continued: what it needs still exists, and nobody has
/// deleted rows since.
async fn unfinished(
    store: &Store,
    key: &RaceKey,
    record: &YearRecord,
    now: Now,
) -> Result<Option<UnfinishedReturn>> {
    let mark = return_mark(store, key).await?.map(|(mark, _)| mark);
    let Some(mark) = mark.filter(|mark| !mark.is_done && mark.counts(record, now)) else {
        return Ok(None);
    };
    let (then, now) = (
        known(read_manifest(store, key, &mark.then).await)?,
        known(read_manifest(store, key, &mark.now).await)?,
    );
    let goes_on = then.is_some() && now.is_some_and(|now| now.record.rows == record.rows);
    Ok(goes_on.then(|| UnfinishedReturn {
        version: mark.version,
        expected_version: mark.expected,
        progress: mark.step(false).progress,
    }))
}

/// Whether a return was at work after this moment in the order of uploads.
pub(super) async fn has_returned_since(store: &Store, key: &RaceKey, since: Stamp) -> Result<bool> {
    Ok(return_mark(store, key)
        .await?
        .is_some_and(|(mark, _)| mark.is_after(since)))
}

async fn go_on_returning(store: &Store, call: ReturnTo<'_>) -> Result<Returning> {
    let (began, settled) = (Instant::now(), call.settled());
    let key = call.slug.year(&call.record.year.year);
    let Some(current) = public(store, &key, call.record).await? else {
        return Ok(Returning::Unknown);
    };
    let marked = return_mark(store, &key).await?;
    let is_this =
        |mark: &ReturnMark| (mark.version, mark.expected) == (call.version, call.expected);
    let under_way = marked
        .as_ref()
        .map(|(mark, _)| mark)
        .filter(|mark| mark.counts(call.record, call.now));
    let mut mark = match under_way.filter(|mark| is_this(mark)) {
        Some(mark) if mark.is_done => return Ok(Returning::Step(mark.step(false))),
        Some(mark) => mark.clone(),
        None => {
            if !call.only_look
                && under_way.is_some_and(|mark| !mark.is_done && mark.is_after(settled))
            {
                return Ok(Returning::Other);
            }
            if current.version != call.expected {
                return Ok(Returning::Outdated);
            }
            let Some(earlier) = earlier_of(store, &key, &current, call).await? else {
                return Ok(Returning::Unknown);
            };
            ReturnMark::begin(call, earlier.state, current.state)
        }
    };
    let (then, now) =
        futures::try_join!(load(store, &key, &mark.then), load(store, &key, &mark.now))?;
    // rows have been deleted by somebody who may have seen more than this caller
    if now.manifest.record.rows != call.record.rows
        || [&then, &now]
            .iter()
            .any(|state| state.manifest.record.born() != mark.born)
    {
        return Ok(Returning::Outdated);
    }
    let name = format!("return {key} {} {}", mark.version, mark.now);
    let pair = Pair { then, now, name };
    let mut tag = marked.map(|(_, tag)| tag);
    if !call.only_look {
        mark.at_ms = call.now.order.order_ms();
        let Some(renewed) = put_return_mark(store, &key, &mark, tag).await? else {
            return Ok(Returning::Other);
        };
        tag = Some(renewed);
    }
    let waits = work_through(store, call, &pair, &mut mark, began).await?;
    mark.is_done = mark.cursor >= END;
    if !call.only_look && put_return_mark(store, &key, &mark, tag).await?.is_none() {
        return Ok(Returning::Other);
    }
    Ok(Returning::Step(mark.step(waits)))
}

/// The version to return to, if it is remembered.
async fn earlier_of(
    store: &Store,
    key: &RaceKey,
    current: &Current,
    call: ReturnTo<'_>,
) -> Result<Option<Earlier>> {
    let manifest = read_manifest(store, key, &current.state).await?;
    let mut known = manifest.earlier.into_iter();
    Ok(known.find(|known| known.version == call.version && known.is_kept(call.now.time)))
}

/// Works through the remaining parts until the time is up. Returns whether it has to wait.
async fn work_through(
    store: &Store,
    call: ReturnTo<'_>,
    pair: &Pair,
    mark: &mut ReturnMark,
    began: Instant,
) -> Result<bool> {
    let windows = windows(&pair.then.index, &pair.now.index, mark.cursor);
    let mut done = stream::iter(windows)
        .map(|range| window(store, call, pair, range))
        .buffered(WINDOWS_AT_ONCE);
    while let Some(window) = done.next().await {
        let (end, window) = window?;
        if window.waits {
            return Ok(true);
        }
        mark.add(window);
        mark.cursor = end;
        if began.elapsed() >= call.work {
            return Ok(false);
        }
    }
    mark.cursor = END;
    Ok(false)
}

/// Works on one part of the race; returns the slot at which the next part begins.
async fn window(
    store: &Store,
    call: ReturnTo<'_>,
    pair: &Pair,
    range: Range,
) -> Result<(u64, Window)> {
    let end = u64::from(range.last()) + 1;
    let rows = returned_in(store, pair, range).await?;
    let mut window = Window::default();
    for returned in &rows {
        let count = match (returned.row.mark.gone, returned.is_free) {
            (true, _) => &mut window.removed,
            (false, true) => &mut window.restored,
            (false, false) => &mut window.changed,
        };
        *count += 1;
    }
    if rows.is_empty() || call.only_look {
        return Ok((end, window));
    }
    if rows
        .iter()
        .any(|returned| returned.row.stamp.order_ms() > call.settled().order_ms())
    {
        return Ok((
            end,
            Window {
                waits: true,
                ..Window::default()
            },
        ));
    }
    let race = call.slug.year(&call.record.year.year);
    let written = store
        .put_returned(&race, &rows, pair.now.manifest.record.rows.all)
        .await?;
    window.newer = rows.len() - written;
    Ok((end, window))
}

/// The rows to write for the people of a part: those who were in it then, and those who are in
/// it now and were in no part then.
async fn returned_in(store: &Store, pair: &Pair, range: Range) -> Result<Vec<Returned>> {
    let Pair { then, now, name } = pair;
    let (Some(was), Some(is)) = (leaf(then, range), leaf(now, range)) else {
        return Ok(Vec::new());
    };
    let here = |of: &Leaf| {
        of.summary
            .people
            .iter()
            .filter(|who| range.holds(who.slot))
            .map(|who| who.id.clone())
            .collect::<Vec<_>>()
    };
    let mut ids: BTreeSet<PersonId> = here(was).into_iter().collect();
    ids.extend(
        here(is)
            .into_iter()
            .filter(|id| then.index.slot_of(id).is_none()),
    );
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let elsewhere: BTreeSet<u32> = ids
        .iter()
        .filter_map(|id| Some(now.index.leaf_of(now.index.slot_of(id)?)))
        .collect();
    let mut now_rows = BTreeMap::new();
    for start in elsewhere {
        let piece = piece_of(store, now, now.index.leaves().get(&start)).await?;
        now_rows.extend(rows_of(piece, &ids));
    }
    let then_rows = rows_of(piece_of(store, then, Some(was)).await?, &ids);
    let then = AsOf {
        rows: &then_rows,
        deletes: &then.manifest.record.rows,
    };
    let now = AsOf {
        rows: &now_rows,
        deletes: &now.manifest.record.rows,
    };
    Ok(rows_to_return(then, now, &ids, name))
}

/// Reads a piece. Unlike for the reconciler, a missing file is an error, not an empty piece.
async fn piece_of(store: &Store, state: &RaceState, leaf: Option<&Leaf>) -> Result<Piece> {
    let file = leaf.map_or("", |leaf| &leaf.file);
    state.piece(store, file).await
}

/// The names of all state that is needed to return to earlier versions, including the mark of a
/// return.
pub(super) async fn state_of_earlier(
    store: &Store,
    state: &RaceState,
    now: Time,
) -> Result<BTreeSet<String>> {
    let earlier = state
        .manifest
        .earlier
        .iter()
        .filter(|earlier| earlier.is_kept(now));
    let mut names = state_needed_by(
        store,
        &state.key,
        earlier.map(|earlier| earlier.state.as_str()),
    )
    .await?;
    names.insert(MARK.to_owned());
    Ok(names)
}

/// The names of all state that these manifests need, and possibly of more: a list of pieces that
/// several of them share is read only once. A manifest that cannot be read, because it is gone or
/// has another format, needs nothing.
async fn state_needed_by(
    store: &Store,
    key: &RaceKey,
    states: impl Iterator<Item = &str>,
) -> Result<BTreeSet<String>> {
    let files = |leaves: &[(u32, Leaf)]| {
        leaves
            .iter()
            .map(|(_, leaf)| leaf.file.clone())
            .collect::<Vec<_>>()
    };
    let (mut names, mut lists) = (BTreeSet::new(), BTreeSet::new());
    for state in states {
        let Some(manifest) = known(read_manifest(store, key, state).await)? else {
            continue;
        };
        names.insert(state.to_owned());
        names.extend(manifest.vanished);
        lists.extend(manifest.list.files().cloned());
        names.extend(
            manifest
                .list
                .inline
                .iter()
                .flat_map(|all| files(&all.leaves)),
        );
    }
    for list in lists {
        let Some(updates) = known(read_list(store, key, slice::from_ref(&list)).await)? else {
            continue;
        };
        names.extend(updates.iter().flat_map(|update| files(&update.leaves)));
        names.insert(list);
    }
    Ok(names)
}

/// The mark of the last return, which may belong to another incarnation of the year, with its
/// tag.
async fn return_mark(store: &Store, key: &RaceKey) -> Result<Option<(ReturnMark, String)>> {
    let Some(Tagged { body, etag, .. }) = store
        .get_object(Place::State, &format!("{key}/{MARK}"))
        .await?
    else {
        return Ok(None);
    };
    // a mark that cannot be read counts as done, so that it can be replaced
    let mark = serde_json::from_slice(&body).unwrap_or_else(|_| ReturnMark {
        is_done: true,
        ..ReturnMark::default()
    });
    Ok(Some((mark, etag)))
}

/// Replaces the mark that has this tag, and returns the new tag; `None` if somebody else was
/// faster.
async fn put_return_mark(
    store: &Store,
    key: &RaceKey,
    mark: &ReturnMark,
    tag: Option<String>,
) -> Result<Option<String>> {
    let body = serde_json::to_vec(mark).map_err(odd("the mark of a return"))?;
    match store
        .move_pointer(Place::State, &format!("{key}/{MARK}"), body, tag.as_deref())
        .await?
    {
        Written::Now(made) => Ok(Some(made.etag)),
        Written::Outrun => Ok(None),
    }
}

/// The leaf that contains a range.
fn leaf(state: &RaceState, range: Range) -> Option<&Leaf> {
    state.index.leaves().get(&state.index.leaf_of(range.start))
}

fn rows_of(piece: Piece, ids: &BTreeSet<PersonId>) -> BTreeMap<PersonId, Vec<StoredRow>> {
    let mut rows: BTreeMap<PersonId, Vec<StoredRow>> = BTreeMap::new();
    for row in piece
        .rows
        .into_values()
        .filter(|row| ids.contains(&row.person_id))
    {
        rows.entry(row.person_id.clone()).or_default().push(row);
    }
    rows
}

/// The parts from slot `cursor` on that may differ, in order. Each is as large as the smaller of
/// both versions' pieces there.
fn windows(then: &Index, now: &Index, cursor: u64) -> Vec<Range> {
    let mut parts = Vec::new();
    let mut next = cursor;
    while let Ok(start) = u32::try_from(next) {
        let at = |index: &Index| {
            let leaf = index.leaves().get(&index.leaf_of(start));
            // a delete hides rows, but they stay in the piece, whose file is the same, until
            // clean-up
            leaf.map(|leaf| (leaf.len, leaf.file.clone(), leaf.summary.shown))
                .unwrap_or_default()
        };
        let (was, is) = (at(then), at(now));
        let range = Range {
            start,
            len: was.0.max(is.0),
        };
        if was != is {
            parts.push(range);
        }
        next = u64::from(range.last()) + 1;
    }
    parts
}
