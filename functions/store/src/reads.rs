//! Reads: `p` = digest of the key that stored them, `q` = the read itself: the item contains
//! nothing else, since nothing about a read can change. The parts of `q`, in the order of an
//! answer: seconds, milliseconds, then, separated by `#`, identifier, kinds, antenna, reader, rssi.
//! The seconds and milliseconds are preceded by a letter for their length (`d120` < `e1000`), so
//! that byte order is their numeric order.
//!
//! `q` begins with the read's identity, so items with the same identity are neighbours. There may
//! be several: from requests received at the same moment, or from a time when antenna and signal
//! were part of the identity. The first of them in the table's order is the read.

use chute_domain::read::{IdentKind, Range, Read, ReadKind};
use futures::{StreamExt, TryStreamExt, stream};

use crate::{
    Result, Store, StoreError,
    table::{Item, KeyPair, failed, part, put_many, remove, text, unpart},
};

/// How many queries of a request run at the same time.
const QUERIES: usize = 16;

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

fn sort_key(read: &Read) -> String {
    let kind = match read.kind {
        ReadKind::Reader => 'r',
        ReadKind::Manual => 'm',
    };
    format!(
        "{}{kind}#{}#{}#{}",
        identity(read),
        read.antenna,
        part(&read.reader),
        part(&read.rssi)
    )
}

fn read_of(sort_key: &str) -> Option<Read> {
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
    parts.next().is_none().then_some(Read {
        identifier,
        seconds,
        milliseconds,
        ident_type,
        kind,
        antenna,
        reader,
        rssi,
    })
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

/// How many queries [`Store::find_reads`] makes, if each finds at most a page.
#[must_use]
pub fn look_ups(reads: &[Read]) -> usize {
    stretches(reads).len()
}

/// Whether the read has the same identity as the one before it.
fn is_repeated(before: Option<&Read>, read: &Read) -> bool {
    before.is_some_and(|before| before.identity() == read.identity())
}

impl Store {
    /// The reads that a key stored within the range, oldest first, up to and including the first
    /// one for which `more` returns false. The query is consistent: a client continues from the
    /// last read it got, so one that appeared before that later would be lost.
    ///
    /// # Errors
    /// When the table cannot be read.
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
        let mut last = None;
        loop {
            let (page, next) = self.page_of_reads(key, &bounds, last).await?;
            for read in page {
                if is_repeated(found.last(), &read) {
                    continue;
                }
                let go_on = more(&read);
                found.push(read);
                if !go_on {
                    return Ok(found);
                }
            }
            match next {
                Some(next) => last = Some(next),
                None => return Ok(found),
            }
        }
    }

    async fn page_of_reads(
        &self,
        key: &str,
        bounds: &(String, String),
        after: Option<Item>,
    ) -> Result<(Vec<Read>, Option<Item>)> {
        let query = self
            .db
            .query()
            .table_name(&self.names.reads)
            .consistent_read(true)
            .key_condition_expression("p = :p AND q BETWEEN :first AND :last")
            .expression_attribute_values(":p", text(key))
            .expression_attribute_values(":first", text(&bounds.0))
            .expression_attribute_values(":last", text(&bounds.1))
            .projection_expression("q")
            .set_exclusive_start_key(after);
        let page = query.send().await.map_err(failed)?;
        let read = |item: &Item| {
            item.get("q")
                .and_then(|q| q.as_s().ok())
                .and_then(|q| read_of(q))
        };
        let reads = page.items().iter().map(|item| {
            read(item).ok_or_else(|| StoreError::Unreadable("reads", "not a read".into()))
        });
        Ok((reads.collect::<Result<_>>()?, page.last_evaluated_key))
    }

    /// The reads that the key has stored with the identities of these reads, and maybe others of
    /// the same seconds.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_reads(&self, key: &str, reads: &[Read]) -> Result<Vec<Read>> {
        let found = stream::iter(stretches(reads)).map(|bounds| async move {
            let (mut found, mut after) = (Vec::new(), None);
            loop {
                let (page, next) = self.page_of_reads(key, &bounds, after).await?;
                found.extend(page);
                match next {
                    Some(next) => after = Some(next),
                    None => return Ok::<_, StoreError>(found),
                }
            }
        });
        let found: Vec<Vec<Read>> = found.buffer_unordered(QUERIES).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Stores reads under the key.
    ///
    /// # Errors
    /// When one could not be written; others may have been.
    pub async fn put_reads<'r>(
        &self,
        key: &str,
        reads: impl IntoIterator<Item = &'r Read>,
    ) -> Result<()> {
        let items = reads
            .into_iter()
            .map(|read| KeyPair::new(key, &sort_key(read)).item())
            .collect();
        put_many(&self.db, &self.names.reads, items).await
    }

    /// Removes the reads that a key stored within the range, page by page. Returns how many; items
    /// with the same identity count as one.
    ///
    /// # Errors
    /// When one could not be removed; others may have been.
    pub async fn delete_reads(&self, key: &str, range: Range) -> Result<usize> {
        let Some(bounds) = bounds(range) else {
            return Ok(0);
        };
        let (mut count, mut before, mut after) = (0, None, None);
        loop {
            let (mut page, next): (Vec<Read>, Option<Item>) =
                self.page_of_reads(key, &bounds, after).await?;
            remove(
                &self.db,
                &self.names.reads,
                page.iter()
                    .map(|read| KeyPair::new(key, &sort_key(read)))
                    .collect(),
            )
            .await?;
            let last = page.last().cloned().or_else(|| before.clone());
            page.dedup_by(|a, b| a.identity() == b.identity());
            count += page
                .iter()
                .filter(|read| !is_repeated(before.as_ref(), read))
                .count();
            before = last;
            match next {
                Some(next) => after = Some(next),
                None => return Ok(count),
            }
        }
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

    proptest! {
        #[test]
        fn a_sort_key_is_the_read(read in read()) {
            let key = sort_key(&read);
            prop_assert!(key.len() <= 1024, "{} bytes are more than DynamoDB takes", key.len());
            prop_assert_eq!(read_of(&key), Some(read));
        }

        #[test]
        fn sort_keys_are_in_the_order_of_time(a in read(), b in read()) {
            let time = |read: &Read| (read.seconds, read.milliseconds);
            if time(&a) != time(&b) {
                prop_assert_eq!(sort_key(&a).cmp(&sort_key(&b)), time(&a).cmp(&time(&b)));
            }
        }

        /// Therefore a walk through the table sees all items with the same identity in a row.
        #[test]
        fn items_of_one_identity_are_neighbours(a in read(), b in read(), second in read()) {
            let Read { identifier, seconds, milliseconds, ident_type, .. } = a.clone();
            let (same, between) = (Read { identifier, seconds, milliseconds, ident_type, ..second }, b);
            if between.identity() != a.identity() {
                let (low, high) = (sort_key(&a).min(sort_key(&same)), sort_key(&a).max(sort_key(&same)));
                prop_assert!(!(low..=high).contains(&sort_key(&between)));
            }
        }

        #[test]
        fn bounds_hold_the_seconds_of_the_range(read in read(), start in any::<i64>(), end in any::<i64>()) {
            for (start, end) in [(start, end), (read.seconds, read.seconds), (0, read.seconds), (read.seconds, i64::MAX)] {
                let inside = bounds(Range { start, end }).is_some_and(|(first, last)| (first..=last).contains(&sort_key(&read)));
                prop_assert_eq!(inside, start <= read.seconds && read.seconds <= end);
            }
        }

        #[test]
        fn stretches_hold_every_read_and_no_gap(seconds in prop::collection::hash_set(0..40i64, 0..20), template in read(), other in read()) {
            let reads: Vec<Read> = seconds.iter().map(|seconds| Read { seconds: *seconds, ..template.clone() }).collect();
            let found = stretches(&reads);
            for read in &reads {
                let Read { identifier, seconds, milliseconds, ident_type, .. } = read.clone();
                let same_identity = Read { identifier, seconds, milliseconds, ident_type, ..other.clone() };
                for key in [sort_key(read), sort_key(&same_identity)] {
                    prop_assert_eq!(found.iter().filter(|(first, last)| *first <= key && key <= *last).count(), 1);
                }
            }
            let gaps = seconds.iter().filter(|second| !seconds.contains(&(**second + 1))).count();
            prop_assert_eq!(found.len(), gaps);
        }
    }
}
