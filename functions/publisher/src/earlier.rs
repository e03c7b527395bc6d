//! Earlier versions that can be returned to, and returning (docs/decisions/returning.md).
//!
//! A version's memory names immutable files: its list of pieces, and the pieces with all rows as
//! they were. Remembering a version therefore takes no more than its name, which keeps the clean-up
//! from removing these files. Returning compares two such lists: pieces that are the same file are
//! not read, and from the others only the rows that differ are written.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use chute_domain::{
    event_time::EventTime,
    liveness::{Origin, StoredRow},
    pieces::{Index, Leaf, Piece, Range},
    race::{RaceKey, Slug},
    returning::{
        AsOf, EarlierVersion, RestoreStep, ResultVersions, Returned, UnfinishedReturn,
        rows_to_return,
    },
    row::PersonId,
    snapshot::Cause,
    stamp::Stamp,
    state::{Change, YearRecord},
    time::{Now, Time},
};
use chute_store::{Place, Result, StoreError, Tagged, Written};
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use serde::{Deserialize, Serialize};

use super::{
    Publications,
    memory::{Current, Kept, Memory, current_path, known, read_current, unpack},
};

/// How long a version can be returned to after the next one has replaced it, in seconds.
const KEPT_S: i64 = 30 * 24 * 60 * 60;
/// A version that was current for at least this long is remembered, even if the next one corrected
/// nothing. While new versions come quickly, one is remembered per this interval. In seconds.
const STOOD_S: u64 = 10 * 60;
/// The maximum number of versions that are remembered.
const MOST_EARLIER: usize = 40;
/// How many of the latest of these are kept no matter how close in time they are. Of the others,
/// those that are closest to their predecessor are dropped first.
const NEWEST_EARLIER: usize = 8;
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

/// A version that can be returned to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Earlier {
    version: u64,
    made_s: i64,
    /// When the next version replaced it.
    left_s: i64,
    /// The name of the memory object of that version.
    state: String,
    /// What the next version was made from. `changes` is how many corrections that version lists.
    cause: Cause,
    changes: usize,
}

impl Earlier {
    /// Whether it can still be returned to.
    fn is_kept(&self, now: Time) -> bool {
        self.left_s + KEPT_S > now.unix_s()
    }
}

/// The version that a new one replaces.
pub(super) struct Before {
    version: u64,
    made_s: i64,
    state: String,
    is_public: bool,
}

impl Before {
    pub(super) fn of(kept: &Kept) -> Self {
        let Memory {
            version,
            made_s,
            public,
            ..
        } = kept.memory;
        Self {
            version,
            made_s,
            state: kept.state.clone(),
            is_public: public,
        }
    }
}

/// Remembers the version before a new one, if that is worthwhile. `changes` is how many corrections
/// the new one lists.
pub(super) fn remember(
    memory: &mut Memory,
    before: Before,
    (cause, changes): (Cause, usize),
    record: &YearRecord,
    now_s: i64,
) {
    let last_s = memory.earlier.last().map_or_else(
        || record.born().map_or(0, |born| born.order_s()),
        |last| last.made_s,
    );
    let corrects = changes > 0 || matches!(cause, Cause::Delete | Cause::RollBack);
    // the clock may have been ahead at any of these times
    let is_apart = |at_s: i64, before_s: i64| at_s.abs_diff(before_s) >= STOOD_S;
    let is_worth_it = corrects || is_apart(now_s, before.made_s) || is_apart(before.made_s, last_s);
    if before.is_public && !before.state.is_empty() && is_worth_it {
        let Before {
            version,
            made_s,
            state,
            ..
        } = before;
        memory.earlier.push(Earlier {
            version,
            made_s,
            left_s: now_s,
            state,
            cause,
            changes,
        });
    }
    memory
        .earlier
        .retain(|earlier| earlier.left_s + KEPT_S > now_s);
    while memory.earlier.len() > MOST_EARLIER {
        let times: Vec<i64> = memory
            .earlier
            .iter()
            .map(|earlier| earlier.made_s)
            .collect();
        let gaps = times
            .iter()
            .zip(times.iter().skip(1))
            .map(|(before, at)| at - before)
            .take(MOST_EARLIER - NEWEST_EARLIER)
            .enumerate();
        let closest = gaps.min_by_key(|(_, gap)| *gap).map_or(0, |(at, _)| at + 1);
        memory.earlier.remove(closest);
    }
}

/// What a version was made from, judging by its rows: a return if one wrote any of them, an import
/// if one wrote all of them, otherwise an upload.
pub(super) fn cause_of(changes: &[Change]) -> Cause {
    let origins: BTreeSet<u8> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Row(row) => Some(row.mark.origin as u8),
            _ => None,
        })
        .collect();
    if origins.contains(&(Origin::RollBack as u8)) {
        Cause::RollBack
    } else if origins.contains(&(Origin::Import as u8)) && origins.len() == 1 {
        Cause::Import
    } else {
        Cause::Upload
    }
}

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
    /// What was received before this is either written or never will be.
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
    /// The names of the memories of both versions: `then` to return to, `now` to replace.
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

/// What was done with one part of a race.
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
    then: Kept,
    now: Kept,
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
        let key = slug.year(&record.year.year);
        let Some(current) = self.current_of(&key, record).await? else {
            return Ok(ResultVersions::default());
        };
        let memory: Memory = self.memory_of(&key, &current.state).await?;
        let unfinished = self.unfinished(&key, record, now).await?;
        let earlier = memory
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

    /// The unfinished return, if it can be continued: what it needs still exists, and nobody has
    /// deleted rows since.
    async fn unfinished(
        &self,
        key: &RaceKey,
        record: &YearRecord,
        now: Now,
    ) -> Result<Option<UnfinishedReturn>> {
        let mark = self.return_mark(key).await?.map(|(mark, _)| mark);
        let Some(mark) = mark.filter(|mark| !mark.is_done && mark.counts(record, now)) else {
            return Ok(None);
        };
        let (then, now) = (
            known(self.memory_of(key, &mark.then).await)?,
            known(self.memory_of(key, &mark.now).await)?,
        );
        let goes_on = then.is_some() && now.is_some_and(|now| now.record.rows == record.rows);
        Ok(goes_on.then(|| UnfinishedReturn {
            version: mark.version,
            expected_version: mark.expected,
            progress: mark.step(false).progress,
        }))
    }

    /// Whether a return was at work after this moment in the order of uploads.
    pub(super) async fn has_returned_since(&self, key: &RaceKey, since: Stamp) -> Result<bool> {
        Ok(self
            .return_mark(key)
            .await?
            .is_some_and(|(mark, _)| mark.is_after(since)))
    }

    async fn memory_of(&self, key: &RaceKey, state: &str) -> Result<Memory> {
        self.state(key, state, "a race's memory").await
    }

    /// Begins to return to an earlier version, or continues. A repeated call with the same versions
    /// continues, and may do again what is already done: this is always safe, even at the same time
    /// as another call.
    ///
    /// # Errors
    /// When table or bucket do not answer; repeating the call continues.
    pub fn return_to(self, call: ReturnTo<'s>) -> BoxFuture<'s, Result<Returning>> {
        let going_on = async move {
            match self.go_on_returning(call).await {
                // a file that a memory names is gone by now
                Err(StoreError::Unreadable(what, cause)) => {
                    tracing::warn!(what, %cause, slug = call.slug.as_str(), "an earlier version cannot be read");
                    Ok(Returning::Unknown)
                }
                done => done,
            }
        };
        going_on.boxed()
    }

    async fn go_on_returning(&self, call: ReturnTo<'_>) -> Result<Returning> {
        let (began, settled) = (Instant::now(), call.settled());
        let key = call.slug.year(&call.record.year.year);
        let Some(current) = self.current_of(&key, call.record).await? else {
            return Ok(Returning::Unknown);
        };
        let marked = self.return_mark(&key).await?;
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
                let memory: Memory = self.memory_of(&key, &current.state).await?;
                let found = memory
                    .earlier
                    .into_iter()
                    .find(|known| known.version == call.version && known.is_kept(call.now.time));
                let Some(earlier) = found else {
                    return Ok(Returning::Unknown);
                };
                ReturnMark::begin(call, earlier.state, current.state)
            }
        };
        let (then, now) = futures::try_join!(
            self.load_memory(&key, &mark.then),
            self.load_memory(&key, &mark.now)
        )?;
        // rows have been deleted by somebody who may have seen more than this caller
        if now.memory.record.rows != call.record.rows
            || [&then, &now]
                .iter()
                .any(|kept| kept.memory.record.born() != mark.born)
        {
            return Ok(Returning::Outdated);
        }
        let name = format!("return {key} {} {}", mark.version, mark.now);
        let pair = Pair { then, now, name };
        let mut tag = marked.map(|(_, tag)| tag);
        if !call.only_look {
            mark.at_ms = call.now.order.order_ms();
            let Some(renewed) = self.put_return_mark(&key, &mark, tag).await? else {
                return Ok(Returning::Other);
            };
            tag = Some(renewed);
        }
        let waits = self.windows(call, &pair, &mut mark, began).await?;
        mark.is_done = mark.cursor >= END;
        if !call.only_look && self.put_return_mark(&key, &mark, tag).await?.is_none() {
            return Ok(Returning::Other);
        }
        Ok(Returning::Step(mark.step(waits)))
    }

    /// Works through the remaining parts until the time is up. Returns whether it has to wait.
    async fn windows(
        &self,
        call: ReturnTo<'_>,
        pair: &Pair,
        mark: &mut ReturnMark,
        began: Instant,
    ) -> Result<bool> {
        let windows = windows(&pair.then.index, &pair.now.index, mark.cursor);
        let mut done = stream::iter(windows)
            .map(|range| self.window(call, pair, range))
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
    async fn window(&self, call: ReturnTo<'_>, pair: &Pair, range: Range) -> Result<(u64, Window)> {
        let end = u64::from(range.last()) + 1;
        let rows = self.returned_in(pair, range).await?;
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
        let written = self
            .store
            .put_returned(&race, &rows, pair.now.memory.record.rows.all)
            .await?;
        window.newer = rows.len() - written;
        Ok((end, window))
    }

    /// The rows to write for the people of a part: those who were in it then, and those who are in
    /// it now and were in no part then.
    async fn returned_in(&self, pair: &Pair, range: Range) -> Result<Vec<Returned>> {
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
            let piece = self.piece_of(now, now.index.leaves().get(&start)).await?;
            now_rows.extend(rows_of(piece, &ids));
        }
        let then_rows = rows_of(self.piece_of(then, Some(was)).await?, &ids);
        let then = AsOf {
            rows: &then_rows,
            deletes: &then.memory.record.rows,
        };
        let now = AsOf {
            rows: &now_rows,
            deletes: &now.memory.record.rows,
        };
        Ok(rows_to_return(then, now, &ids, name))
    }

    /// Reads a piece. Unlike for the reconciler, a missing file is an error, not an empty piece.
    async fn piece_of(&self, kept: &Kept, leaf: Option<&Leaf>) -> Result<Piece> {
        let Some(file) = leaf
            .map(|leaf| leaf.file.as_str())
            .filter(|file| !file.is_empty())
        else {
            return Ok(Piece::default());
        };
        match kept.only_piece(file) {
            Some(packed) => unpack(packed, "a piece"),
            None => self.state(&kept.key, file, "a piece").await,
        }
    }

    /// The names of all state that is needed to return to earlier versions, including the mark of a
    /// return.
    pub(super) async fn state_of_earlier(
        &self,
        kept: &Kept,
        now: Time,
    ) -> Result<BTreeSet<String>> {
        let earlier = kept
            .memory
            .earlier
            .iter()
            .filter(|earlier| earlier.is_kept(now));
        let mut names = self
            .state_needed_by(&kept.key, earlier.map(|earlier| earlier.state.as_str()))
            .await?;
        names.insert(MARK.to_owned());
        Ok(names)
    }

    async fn current_of(&self, key: &RaceKey, record: &YearRecord) -> Result<Option<Current>> {
        let current = self
            .store
            .get_object(Place::State, &current_path(key))
            .await?;
        let current = current.map(|tagged| read_current(&tagged)).transpose()?;
        Ok(current.filter(|current| current.born == record.born() && !current.head.is_empty()))
    }

    /// The mark of the last return, which may belong to another incarnation of the year, with its
    /// tag.
    async fn return_mark(&self, key: &RaceKey) -> Result<Option<(ReturnMark, String)>> {
        let Some(Tagged { body, etag, .. }) = self
            .store
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
        &self,
        key: &RaceKey,
        mark: &ReturnMark,
        tag: Option<String>,
    ) -> Result<Option<String>> {
        let body = serde_json::to_vec(mark)
            .map_err(|error| StoreError::Unreadable("the mark of a return", Box::new(error)))?;
        match self
            .store
            .move_pointer(Place::State, &format!("{key}/{MARK}"), body, tag.as_deref())
            .await?
        {
            Written::Now(made) => Ok(Some(made.etag)),
            Written::Outrun => Ok(None),
        }
    }
}

/// The leaf that contains a range.
fn leaf(kept: &Kept, range: Range) -> Option<&Leaf> {
    kept.index.leaves().get(&kept.index.leaf_of(range.start))
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
