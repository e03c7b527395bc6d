//! Reads: `p` = digest of the key that stored them, `q` = the read itself: the item contains
//! nothing else, since nothing about a read can change. The parts of `q`, in the order of an
//! answer: seconds, milliseconds, then, separated by `#`, identifier, kinds, antenna, reader, rssi,
//! and the stamp of the request that stored it (older items have none). The seconds and milliseconds
//! are preceded by a letter for their length (`d120` < `e1000`), so that byte order is their numeric
//! order.
//!
//! `q` begins with the read's identity, so items with the same identity are neighbours. There may
//! be several: from requests received at the same moment, from a time when antenna and signal were
//! part of the identity, or stored again after a delete. The first of them in the table's order that
//! is not deleted is the read.
//!
//! A delete is one item under the same `p`: `q` = `!`, its stamp, and the first and the last second
//! of its range, separated by `#`. Reads received before it within the range are dead, whether or
//! not their items are still there.

use chute_domain::{
    read::{Deletion, IdentKind, Range, Read, ReadKind},
    stamp::Stamp,
};
use futures::{Stream, StreamExt, TryStreamExt, stream};

use crate::{
    Result, Store, StoreError,
    port::{AttributeValue, Item, Query},
    table::{KeyPair, part, put_many, remove, text, unpart},
};

/// How many queries of a request run at the same time.
const QUERIES: usize = 16;
/// How long after a delete no request that was received before it writes any more (contract 6.2
/// rule 4), with some room, in milliseconds.
const SETTLED_MS: u64 = 20_000;
/// How many reads are looked at at a time for the last one: more than one, as the last may be
/// deleted.
const LAST_READS: i32 = 20;

/// An order-preserving text for a non-negative number.
fn ordered(number: i64) -> String {
    let digits = number.max(0).to_string();
    let length = b'a'.saturating_add(u8::try_from(digits.len()).unwrap_or(u8::MAX));
    format!("{}{digits}", char::from(length))
}

/// Parses such a number at the beginning of a text; also returns the rest.
fn take_ordered(text: &str) -> Option<(i64, &str)> {
    let length = text.bytes().next()?.checked_sub(b'a')?;
    let (number, rest) = text.get(1..)?.split_at_checked(length.into())?;
    Some((number.parse().ok()?, rest))
}

/// The prefix of the sort keys of reads with this read's identity.
fn identity(read: &Read) -> String {
    let kind = match read.ident_type {
        IdentKind::Chip => 'c',
        IdentKind::Bib => 'b',
    };
    format!(
        "{}{}{}#{kind}",
        ordered(read.seconds),
        ordered(read.milliseconds),
        part(&read.identifier)
    )
}

fn stamp_text(stamp: Stamp) -> String {
    let digits = stamp.as_bytes().iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}

fn stamp_of(text: &str) -> Option<Stamp> {
    let number = u128::from_str_radix(text, 16).ok()?;
    Stamp::from_bytes(number.to_be_bytes().get(4..)?)
}

fn deletion_key(deletion: &Deletion) -> String {
    let Range { start, end } = deletion.range;
    format!("!{}#{start}#{end}", stamp_text(deletion.stamp))
}

fn deletion_of(sort_key: &str) -> Option<Deletion> {
    let mut parts = sort_key.strip_prefix('!')?.split('#');
    let stamp = stamp_of(parts.next()?)?;
    let (start, end) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Deletion {
        range: Range { start, end },
        stamp,
    })
}

/// A read, and when it was received.
type Received = (Read, Stamp);

fn is_dead((read, stamp): &Received, deletions: &[Deletion]) -> bool {
    deletions
        .iter()
        .any(|deletion| deletion.deletes(read.seconds, *stamp))
}

fn sort_key((read, stamp): &Received) -> String {
    let kind = match read.kind {
        ReadKind::Reader => 'r',
        ReadKind::Manual => 'm',
    };
    let received = if *stamp == Stamp::default() {
        String::new()
    } else {
        format!("#{}", stamp_text(*stamp))
    };
    format!(
        "{}{kind}#{}#{}#{}{received}",
        identity(read),
        read.antenna,
        part(&read.reader),
        part(&read.rssi)
    )
}

fn read_of(sort_key: &str) -> Option<Received> {
    let (seconds, rest) = take_ordered(sort_key)?;
    let (milliseconds, rest) = take_ordered(rest)?;
    let mut parts = rest.split('#');
    let identifier = unpart(parts.next()?);
    let (ident_type, kind) = match parts.next()? {
        "cr" => (IdentKind::Chip, ReadKind::Reader),
        "cm" => (IdentKind::Chip, ReadKind::Manual),
        "br" => (IdentKind::Bib, ReadKind::Reader),
        "bm" => (IdentKind::Bib, ReadKind::Manual),
        _ => return None,
    };
    let antenna = parts.next()?.parse().ok()?;
    let (reader, rssi) = (unpart(parts.next()?), unpart(parts.next()?));
    let stamp = parts.next().map_or(Some(Stamp::default()), stamp_of)?;
    let read = Read {
        identifier,
        seconds,
        milliseconds,
        ident_type,
        kind,
        antenna,
        reader,
        rssi,
    };
    parts.next().is_none().then_some((read, stamp))
}

fn sort_keys(items: Vec<Item>) -> impl Iterator<Item = String> {
    items
        .into_iter()
        .filter_map(|mut item| match item.remove("q") {
            Some(AttributeValue::S(q)) => Some(q),
            _ => None,
        })
}

fn stored(sort_key: &str) -> Result<Received> {
    read_of(sort_key).ok_or_else(|| StoreError::Unreadable("reads", "not a read".into()))
}

/// Sort keys from the first to just after the last read of the range.
fn bounds(range: Range) -> Option<(String, String)> {
    let Range { start, end } = range.possible()?;
    Some((ordered(start), ordered(end) + "~"))
}

/// Sort keys combined into ranges: from before the first to after the last item with the identity
/// of one of the reads, with no more than a second between neighbours. A range costs one query,
/// however much it contains, and finds little that was not asked for.
fn stretches(reads: &[Read]) -> Vec<(String, String)> {
    let mut keys: Vec<(i64, String)> = reads
        .iter()
        .map(|read| (read.seconds, identity(read)))
        .collect();
    keys.sort_unstable();
    let together = |a: &(i64, String), b: &(i64, String)| b.0.saturating_sub(a.0) <= 1;
    let ends = |stretch: &[(i64, String)]| {
        Some((
            stretch.first()?.1.clone(),
            format!("{}~", stretch.last()?.1),
        ))
    };
    keys.chunk_by(together).filter_map(ends).collect()
}

/// How many queries [`Store::find_reads`] makes, if each finds at most a page; one of them is for
/// the deletes.
#[must_use]
pub fn look_ups(reads: &[Read]) -> usize {
    stretches(reads).len() + 1
}

/// Whether the read has the same identity as the one before it.
fn is_repeated(before: Option<&Read>, read: &Read) -> bool {
    before.is_some_and(|before| before.identity() == read.identity())
}

impl Store {
    /// The reads that a key stored within the range, oldest first, up to and including the first
    /// one for which `more` returns false. The query is consistent: a client continues from the
    /// last read it got, so one that appeared before that later would be lost.
    pub async fn reads_of(
        &self,
        key: &str,
        range: Range,
        mut more: impl FnMut(&Read) -> bool,
    ) -> Result<Vec<Read>> {
        let mut found = Vec::new();
        let Some(bounds) = bounds(range) else {
            return Ok(found);
        };
        let deletions = self.deletions_of(key).await?;
        let mut pages = self.pages_of_reads(key, &bounds);
        while let Some(page) = pages.try_next().await? {
            let living = page.into_iter().filter(|read| !is_dead(read, &deletions));
            for (read, _) in living {
                if is_repeated(found.last(), &read) {
                    continue;
                }
                let go_on = more(&read);
                found.push(read);
                if !go_on {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    fn pages_of_reads(
        &self,
        key: &str,
        bounds: &(String, String),
    ) -> impl Stream<Item = Result<Vec<Received>>> + Send + Unpin + use<> {
        let pages = self.keys_between(key, bounds).pages(&self.db);
        pages.map(|page| sort_keys(page?).map(|q| stored(&q)).collect())
    }

    fn keys_between(&self, key: &str, (first, last): &(String, String)) -> Query {
        Query::new(&self.names.reads, "p = :p AND q BETWEEN :first AND :last")
            .value(":p", text(key))
            .value(":first", text(first))
            .value(":last", text(last))
            .only("q")
    }

    /// The read with the latest time that a key has stored; `None` without one.
    pub async fn last_read(&self, key: &str) -> Result<Option<Read>> {
        let Some(bounds) = bounds(Range::ALL) else {
            return Ok(None);
        };
        let deletions = self.deletions_of(key).await?;
        let latest_first = self.keys_between(key, &bounds).descending();
        let mut pages = latest_first.limit(LAST_READS).pages(&self.db);
        while let Some(page) = pages.try_next().await? {
            for q in sort_keys(page) {
                let read = stored(&q)?;
                if !is_dead(&read, &deletions) {
                    return Ok(Some(read.0));
                }
            }
        }
        Ok(None)
    }

    /// The deletes of the key's reads.
    async fn deletions_of(&self, key: &str) -> Result<Vec<Deletion>> {
        let bounds = ("!".to_owned(), "!~".to_owned());
        let items = self.keys_between(key, &bounds).pages(&self.db).try_concat();
        Ok(sort_keys(items.await?)
            .filter_map(|q| deletion_of(&q))
            .collect())
    }

    /// The reads that the key has stored with the identities of these reads, and maybe others of
    /// the same seconds.
    pub async fn find_reads(&self, key: &str, reads: &[Read]) -> Result<Vec<Read>> {
        let found = stream::iter(stretches(reads))
            .map(|bounds| self.pages_of_reads(key, &bounds).try_concat())
            .buffer_unordered(QUERIES)
            .try_concat();
        let (found, deletions) = futures::try_join!(found, self.deletions_of(key))?;
        let living = found.into_iter().filter(|read| !is_dead(read, &deletions));
        Ok(living.map(|(read, _)| read).collect())
    }

    /// Stores reads that were received at `stamp` under the key.
    ///
    /// # Errors
    /// When one could not be written; others may have been.
    pub async fn put_reads<'r>(
        &self,
        key: &str,
        reads: impl IntoIterator<Item = &'r Read>,
        stamp: Stamp,
    ) -> Result<()> {
        let items = reads
            .into_iter()
            .map(|read| KeyPair::new(key, &sort_key(&(read.clone(), stamp))).item())
            .collect();
        put_many(&self.db, &self.names.reads, items).await
    }

    /// Deletes the reads that a key stored within the range before `stamp`: from now on they are
    /// dead. Returns how many there were; items with the same identity count as one.
    ///
    /// # Errors
    /// When the table does not answer; they may be dead all the same.
    pub async fn delete_reads(&self, key: &str, range: Range, stamp: Stamp) -> Result<usize> {
        let Some(bounds) = bounds(range) else {
            return Ok(0);
        };
        let deletion = Deletion { range, stamp };
        let earlier = self.deletions_of(key).await?;
        let item = KeyPair::new(key, &deletion_key(&deletion)).item();
        put_many(&self.db, &self.names.reads, vec![item]).await?;
        let (mut count, mut before) = (0, None);
        let mut pages = self.pages_of_reads(key, &bounds);
        while let Some(page) = pages.try_next().await? {
            let deleted = page.into_iter().filter(|read| {
                deletion.deletes(read.0.seconds, read.1) && !is_dead(read, &earlier)
            });
            for (read, _) in deleted {
                count += usize::from(!is_repeated(before.as_ref(), &read));
                before = Some(read);
            }
        }
        Ok(count)
    }

    /// Removes the key's dead reads, and then the deletes of which nothing can be left: no request
    /// received before them is at work any more at `now`.
    ///
    /// # Errors
    /// When the table does not answer; calling it again removes the rest.
    pub async fn clear_deleted_reads(&self, key: &str, now: Stamp) -> Result<()> {
        for deletion in self.deletions_of(key).await? {
            if let Some(bounds) = bounds(deletion.range) {
                let mut pages = self.pages_of_reads(key, &bounds);
                while let Some(page) = pages.try_next().await? {
                    let dead = page
                        .iter()
                        .filter(|read| is_dead(read, &[deletion]))
                        .map(|read| KeyPair::new(key, &sort_key(read)));
                    self.remove_reads(dead).await?;
                }
            }
            if deletion.stamp < now.back(SETTLED_MS) {
                self.remove_reads([KeyPair::new(key, &deletion_key(&deletion))])
                    .await?;
            }
        }
        Ok(())
    }

    async fn remove_reads(&self, keys: impl IntoIterator<Item = KeyPair>) -> Result<()> {
        remove(&self.db, &self.names.reads, keys.into_iter().collect()).await
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read() -> impl Strategy<Value = Read> {
        let kinds = (any::<bool>(), any::<bool>());
        let numbers = (
            0..=i64::MAX,
            prop_oneof![0..1000i64, 0..=i64::MAX],
            any::<i64>(),
        );
        (".{1,100}", numbers, kinds, ".{0,50}", ".{0,10}").prop_map(
            |(identifier, (seconds, milliseconds, antenna), kinds, reader, rssi)| Read {
                identifier,
                seconds,
                milliseconds,
                ident_type: if kinds.0 {
                    IdentKind::Chip
                } else {
                    IdentKind::Bib
                },
                kind: if kinds.1 {
                    ReadKind::Reader
                } else {
                    ReadKind::Manual
                },
                antenna,
                reader,
                rssi,
            },
        )
    }

    fn stamp() -> impl Strategy<Value = Stamp> {
        let of_a_request = (0..1_u64 << 48, ".{0,8}").prop_map(|(ms, id)| Stamp::new(ms, &id));
        prop_oneof![Just(Stamp::default()), of_a_request]
    }

    fn received() -> impl Strategy<Value = Received> {
        (read(), stamp())
    }

    proptest! {
        #[test]
        fn a_sort_key_is_the_read(read in received()) {
            let key = sort_key(&read);
            prop_assert!(key.len() <= 1024, "{} bytes are more than DynamoDB takes", key.len());
            prop_assert_eq!(read_of(&key), Some(read));
        }

        #[test]
        fn a_sort_key_is_the_delete(start in any::<i64>(), end in any::<i64>(), stamp in stamp(), read in received()) {
            let deletion = Deletion { range: Range { start, end }, stamp };
            let key = deletion_key(&deletion);
            prop_assert_eq!(deletion_of(&key), Some(deletion));
            prop_assert!(key < sort_key(&read), "it is in no range of reads");
        }

        #[test]
        fn sort_keys_are_in_the_order_of_time(a in received(), b in received()) {
            let time = |(read, _): &Received| (read.seconds, read.milliseconds);
            if time(&a) != time(&b) {
                prop_assert_eq!(sort_key(&a).cmp(&sort_key(&b)), time(&a).cmp(&time(&b)));
            }
        }

        /// Therefore a walk through the table sees all items with the same identity in a row.
        #[test]
        fn items_of_one_identity_are_neighbours(a in received(), b in received(), second in received()) {
            let Read { identifier, seconds, milliseconds, ident_type, .. } = a.0.clone();
            let (same, between) = ((Read { identifier, seconds, milliseconds, ident_type, ..second.0 }, second.1), b);
            if between.0.identity() != a.0.identity() {
                let (low, high) = (sort_key(&a).min(sort_key(&same)), sort_key(&a).max(sort_key(&same)));
                prop_assert!(!(low..=high).contains(&sort_key(&between)));
            }
        }

        #[test]
        fn bounds_hold_the_seconds_of_the_range(received in received(), start in any::<i64>(), end in any::<i64>()) {
            let read = &received.0;
            for (start, end) in [(start, end), (read.seconds, read.seconds), (0, read.seconds), (read.seconds, i64::MAX)] {
                let inside = bounds(Range { start, end }).is_some_and(|(first, last)| (first..=last).contains(&sort_key(&received)));
                prop_assert_eq!(inside, start <= read.seconds && read.seconds <= end);
            }
        }

        #[test]
        fn stretches_hold_every_read_and_no_gap(seconds in prop::collection::hash_set(0..40i64, 0..20), template in read(), other in read(), stamp in stamp()) {
            let reads: Vec<Read> = seconds.iter().map(|seconds| Read { seconds: *seconds, ..template.clone() }).collect();
            let found = stretches(&reads);
            for read in &reads {
                let Read { identifier, seconds, milliseconds, ident_type, .. } = read.clone();
                let same_identity = Read { identifier, seconds, milliseconds, ident_type, ..other.clone() };
                for key in [sort_key(&(read.clone(), stamp)), sort_key(&(same_identity, Stamp::default()))] {
                    prop_assert_eq!(found.iter().filter(|(first, last)| *first <= key && key <= *last).count(), 1);
                }
            }
            let gaps = seconds.iter().filter(|second| !seconds.contains(&(**second + 1))).count();
            prop_assert_eq!(found.len(), gaps);
        }
    }
}
