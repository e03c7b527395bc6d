//! Races: `p` = `slug/year`; `q` = `r#{person}#{location}#{occurrence}` for a row, `d#{name}` for a
//! distance, `s#{distance}#{name}` for a segment, `w#{bib}` for the wishes granted to a runner
//! (`privacy`), `wc#{id}` for what was corrected of a person by hand (`corrections`).
//!
//! A location too long for a key is hashed in the key, and in full in `z`. The names of attributes
//! are short, so that a row takes 200 bytes.

use std::pin::pin;

use chute_domain::{
    liveness::{Mark, Origin, Refused, RowKey, StoredRow, Witness},
    race::{Distance, RaceKey, Segment},
    returning::Returned,
    row::{Passage, Person, PersonId},
    stamp::Stamp,
    state::{Change, Stamped},
};
use futures::{Stream, StreamExt, TryStreamExt, future::try_join_all, stream};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Result, Store, StoreError,
    corrections::{CORRECTIONS, CorrectionItem},
    port::{Item, Query, Write},
    privacy::WishesItem,
    table::{
        AT_ONCE, KeyPair, bytes, from_item, is_default, pages, part, put_if_newer, query,
        remove_seen, stamps, text, to_item, unpart, unreadable,
    },
};

#[derive(Serialize, Deserialize)]
struct RowItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    #[serde(rename = "b")]
    bib: String,
    #[serde(rename = "f", default, skip_serializing_if = "is_default")]
    first: String,
    #[serde(rename = "l", default, skip_serializing_if = "is_default")]
    last: String,
    #[serde(rename = "a", default, skip_serializing_if = "is_default")]
    age: i64,
    #[serde(rename = "g", default, skip_serializing_if = "is_default")]
    gender: String,
    #[serde(rename = "u", default, skip_serializing_if = "is_default")]
    age_group: String,
    #[serde(rename = "d", default, skip_serializing_if = "is_default")]
    distance: String,
    #[serde(rename = "y", default, skip_serializing_if = "is_default")]
    anonymous: bool,
    #[serde(rename = "v", default, skip_serializing_if = "is_default")]
    division: String,
    #[serde(rename = "t", default, skip_serializing_if = "is_default")]
    seconds: i64,
    #[serde(rename = "m", default, skip_serializing_if = "is_default")]
    milliseconds: i64,
    #[serde(rename = "c", default, skip_serializing_if = "is_default")]
    chip_seconds: i64,
    #[serde(rename = "k", default, skip_serializing_if = "is_default")]
    chip_milliseconds: i64,
    /// Left out when it is the same as the location.
    #[serde(rename = "e", default, skip_serializing_if = "is_default")]
    segment: Option<String>,
    #[serde(rename = "z", default, skip_serializing_if = "is_default")]
    long_location: Option<String>,
    #[serde(rename = "o", default, skip_serializing_if = "is_default")]
    ranking: i64,
    #[serde(rename = "h", default, skip_serializing_if = "is_default")]
    age_ranking: i64,
    #[serde(rename = "j", default, skip_serializing_if = "is_default")]
    gender_ranking: i64,
    #[serde(rename = "n", default, skip_serializing_if = "is_default")]
    finish: bool,
    #[serde(rename = "i", default, skip_serializing_if = "is_default")]
    kind: i64,
    #[serde(rename = "w", default, skip_serializing_if = "is_default")]
    local_time: String,
    /// −1, the value in nearly all rows, is left out.
    #[serde(
        rename = "x",
        default = "unplaced",
        skip_serializing_if = "is_unplaced"
    )]
    division_ranking: i64,
    #[serde(
        rename = "vo",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    witness_oldest: Option<Stamp>,
    #[serde(
        rename = "vn",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    witness_newest: Option<Stamp>,
    #[serde(
        rename = "vx",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    witness_taken: Option<Stamp>,
    #[serde(
        rename = "vd",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    witness_newest_delete: Option<Stamp>,
    /// Left out for uploads; 1 for an import, 2 for a return to an earlier version.
    #[serde(rename = "og", default, skip_serializing_if = "is_default")]
    origin: u8,
    /// The row was removed by a return to an earlier version.
    #[serde(rename = "gn", default, skip_serializing_if = "is_default")]
    gone: bool,
    /// Refused alerts, eight bytes each.
    #[serde(rename = "rf", default, skip_serializing_if = "is_default")]
    refused: serde_bytes::ByteBuf,
}

fn mark_of(origin: u8, gone: bool, refused: &[u8]) -> Mark {
    let origin = match origin {
        1 => Origin::Import,
        2 => Origin::RollBack,
        _ => Origin::Upload,
    };
    let refused = refused
        .chunks_exact(8)
        .filter_map(|bytes| Some(Refused::from_bytes(bytes.try_into().ok()?)))
        .collect();
    Mark {
        origin,
        gone,
        refused,
    }
}

fn unplaced() -> i64 {
    -1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_unplaced(place: &i64) -> bool {
    *place == unplaced()
}

/// The longest location in a sort key (which has at most 1,024 bytes), in bytes after escaping.
const LONGEST_LOCATION: usize = 500;

fn location_part(location: &str) -> (String, Option<String>) {
    let escaped = part(location);
    if escaped.len() <= LONGEST_LOCATION {
        (escaped, None)
    } else {
        (
            format!("~{}", chute_domain::key::digest(location)),
            Some(location.to_owned()),
        )
    }
}

/// Whether the row can be found again from the record of its removal in the stream (see
/// [`race_change`]).
pub(crate) fn has_plain_key(row: &StoredRow) -> bool {
    location_part(&row.passage.location).1.is_none()
}

fn row_prefix(person: &PersonId) -> String {
    format!("r#{}#", part(person.as_str()))
}

fn distance_key(name: &str) -> String {
    format!("d#{}", part(name))
}

fn segment_key(distance: &str, name: &str) -> String {
    format!("s#{}#{}", part(distance), part(name))
}

fn row_pair(p: &str, (person, location, occurrence): &RowKey) -> KeyPair {
    KeyPair::new(
        p,
        &format!(
            "{}{}#{occurrence}",
            row_prefix(person),
            location_part(location).0
        ),
    )
}

impl RowItem {
    fn new(p: &str, row: &StoredRow) -> Self {
        let StoredRow {
            person,
            passage,
            stamp,
            witness,
            mark,
            ..
        } = row.clone();
        let KeyPair { p, q } = row_pair(p, &row.key());
        let (_, long_location) = location_part(&passage.location);
        Self {
            p,
            q,
            stamp,
            bib: person.bib,
            first: person.first,
            last: person.last,
            age: person.age,
            gender: person.gender,
            age_group: person.age_group,
            distance: person.distance,
            anonymous: person.anonymous,
            division: person.division,
            seconds: passage.seconds,
            milliseconds: passage.milliseconds,
            chip_seconds: passage.chip_seconds,
            chip_milliseconds: passage.chip_milliseconds,
            segment: (passage.segment != passage.location).then_some(passage.segment),
            long_location,
            ranking: passage.ranking,
            age_ranking: passage.age_ranking,
            gender_ranking: passage.gender_ranking,
            finish: passage.finish,
            kind: passage.kind,
            local_time: passage.local_time,
            division_ranking: passage.division_ranking,
            witness_oldest: witness.map(|witness| witness.oldest),
            witness_newest: witness.map(|witness| witness.newest),
            witness_taken: witness.and_then(|witness| witness.taken),
            witness_newest_delete: witness.map(|witness| witness.newest_delete),
            origin: match mark.origin {
                Origin::Upload => 0,
                Origin::Import => 1,
                Origin::RollBack => 2,
            },
            gone: mark.gone,
            refused: mark
                .refused
                .iter()
                .flat_map(|refused| refused.to_bytes())
                .collect::<Vec<u8>>()
                .into(),
        }
    }

    fn row(self) -> Result<StoredRow> {
        let (person_id, location, occurrence) = row_key(&self.q).ok_or_else(|| odd_key("a row"))?;
        let location = self.long_location.unwrap_or(location);
        let witness = match (
            self.witness_oldest,
            self.witness_newest,
            self.witness_newest_delete,
        ) {
            (Some(oldest), Some(newest), Some(newest_delete)) => Some(Witness {
                oldest,
                newest,
                taken: self.witness_taken,
                newest_delete,
            }),
            _ => None,
        };
        Ok(StoredRow {
            person_id,
            person: Person {
                bib: self.bib,
                first: self.first,
                last: self.last,
                age: self.age,
                gender: self.gender,
                age_group: self.age_group,
                distance: self.distance,
                anonymous: self.anonymous,
                division: self.division,
            },
            passage: Passage {
                seconds: self.seconds,
                milliseconds: self.milliseconds,
                chip_seconds: self.chip_seconds,
                chip_milliseconds: self.chip_milliseconds,
                segment: self.segment.unwrap_or_else(|| location.clone()),
                location,
                occurrence,
                ranking: self.ranking,
                age_ranking: self.age_ranking,
                gender_ranking: self.gender_ranking,
                finish: self.finish,
                kind: self.kind,
                local_time: self.local_time,
                division_ranking: self.division_ranking,
            },
            stamp: self.stamp,
            witness,
            mark: mark_of(self.origin, self.gone, &self.refused),
        })
    }
}

fn odd_key(what: &'static str) -> StoreError {
    StoreError::Unreadable(what, "its key has another form".into())
}

fn row_key(q: &str) -> Option<RowKey> {
    let mut parts = q.strip_prefix("r#")?.split('#');
    let (person, location, occurrence) = (parts.next()?, parts.next()?, parts.next()?);
    Some((
        unpart(person).into(),
        unpart(location),
        occurrence.parse().ok()?,
    ))
}

/// A distance or a segment.
#[derive(Serialize, Deserialize)]
struct ListItem<T> {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    #[serde(rename = "n")]
    item: T,
}

impl<T> ListItem<T> {
    fn stored(self) -> Stamped<T> {
        Stamped {
            stamp: self.stamp,
            item: Some(self.item),
        }
    }
}

/// How many of the rows, in the order of the table, belong to people whose rows are complete: the
/// last person may have more.
#[must_use]
pub fn whole_people(rows: &[StoredRow]) -> usize {
    let Some(last) = rows.last() else { return 0 };
    rows.iter()
        .rposition(|row| row.person_id != last.person_id)
        .map_or(0, |at| at + 1)
}

/// The change in a record of the table's stream: `q` is its key; `item` is `None` if it was
/// removed.
///
/// # Errors
/// When it does not have the table's shape.
pub fn race_change(q: &str, item: Option<serde_dynamo::Item>) -> Result<Change> {
    fn read<T: DeserializeOwned>(
        item: Option<serde_dynamo::Item>,
        what: &'static str,
    ) -> Result<Option<T>> {
        item.map(|item| serde_dynamo::from_item(item).map_err(unreadable(what)))
            .transpose()
    }
    if let Some(name) = q.strip_prefix("d#") {
        let item = read(item, "a distance")?.map(ListItem::stored);
        return Ok(Change::Distance(unpart(name), item));
    }
    if let Some(names) = q.strip_prefix("s#") {
        let (distance, name) = names.split_once('#').ok_or_else(|| odd_key("a segment"))?;
        let item = read(item, "a segment")?.map(ListItem::stored);
        let key = (unpart(distance), unpart(name));
        return Ok(Change::Segment(key, item));
    }
    if let Some(bib) = q.strip_prefix("w#") {
        let item = read::<WishesItem>(item, "granted wishes")?;
        return Ok(Change::Wishes(
            unpart(bib),
            item.map(|item| item.stored().1),
        ));
    }
    if let Some(id) = q.strip_prefix(CORRECTIONS) {
        let item = read::<CorrectionItem>(item, "a correction")?;
        return Ok(Change::Correction(
            unpart(id),
            item.map(|item| item.stored().1),
        ));
    }
    match read::<RowItem>(item, "a row")? {
        Some(item) => Ok(Change::Row(Box::new(item.row()?))),
        // the location cannot be recovered from a hash: such a dead row stays in the publisher's
        // state, where it does no harm
        None => row_key(q)
            .map(Change::RowGone)
            .ok_or_else(|| odd_key("a row")),
    }
}

impl Store {
    /// All stored rows of these people, dead ones included.
    pub async fn rows_of_people(
        &self,
        race: &RaceKey,
        people: &[&PersonId],
    ) -> Result<Vec<StoredRow>> {
        let p = race.to_string();
        let mut rows = Vec::new();
        for some in people.chunks(AT_ONCE) {
            let found =
                try_join_all(some.iter().map(|person| self.rows_of_person(&p, person))).await?;
            rows.extend(found.into_iter().flatten());
        }
        Ok(rows)
    }

    async fn rows_of_person(&self, p: &str, person: &PersonId) -> Result<Vec<StoredRow>> {
        let items: Vec<RowItem> =
            query(&self.db, &self.names.races, p, &row_prefix(person)).await?;
        items.into_iter().map(RowItem::row).collect()
    }

    /// All stored rows of a year, dead ones included.
    pub async fn rows_of_race(&self, race: &RaceKey) -> Result<Vec<StoredRow>> {
        let items: Vec<RowItem> =
            query(&self.db, &self.names.races, &race.to_string(), "r#").await?;
        items.into_iter().map(RowItem::row).collect()
    }

    /// Passes each stored row of a year to `take`, dead ones included, in the order of the table,
    /// which keeps a person's rows together. There is never more than one page of them in memory.
    pub async fn each_row(&self, race: &RaceKey, mut take: impl FnMut(StoredRow)) -> Result<()> {
        let mut pages = pin!(pages::<RowItem>(
            &self.db,
            &self.names.races,
            &race.to_string(),
            "r#",
            None
        ));
        while let Some(page) = pages.try_next().await? {
            for item in page {
                take(item.row()?);
            }
        }
        Ok(())
    }

    /// All stored rows of a year, dead ones included, or `None` if there are more than `most`:
    /// reads one page, however many there are.
    pub async fn rows_of_small_race(
        &self,
        race: &RaceKey,
        most: u16,
    ) -> Result<Option<Vec<StoredRow>>> {
        let page = Query::new(&self.names.races, "p = :p AND begins_with(q, :q)")
            .limit(i32::from(most).saturating_add(1))
            .value(":p", text(&race.to_string()))
            .value(":q", text("r#"))
            .send(&self.db)
            .await?;
        let items = page.items;
        if page.next.is_some() || items.len() > usize::from(most) {
            return Ok(None);
        }
        let rows = items
            .into_iter()
            .map(|item| from_item::<RowItem>(item, "races")?.row());
        rows.collect::<Result<_>>().map(Some)
    }

    /// Writes rows, each unless the stored one is newer.
    ///
    /// # Errors
    /// When a row could not be written: others may have been written, and a repeat is harmless.
    pub async fn put_rows(&self, race: &RaceKey, rows: &[StoredRow]) -> Result<()> {
        let p = race.to_string();
        let items = rows
            .iter()
            .map(|row| Ok((to_item(&RowItem::new(&p, row))?, row.stamp)))
            .collect::<Result<Vec<_>>>()?;
        self.put_all(&self.names.races, items).await
    }

    /// Writes the rows of a return to an earlier version, each only over the row that was seen, or
    /// over what this same return wrote. `dead` is the delete of everything: rows older than it do
    /// not count. Returns how many were written; the others had been replaced by newer ones.
    ///
    /// # Errors
    /// When a row could not be written: others may have been written, and a repeat is harmless.
    pub async fn put_returned(
        &self,
        race: &RaceKey,
        rows: &[Returned],
        dead: Option<Stamp>,
    ) -> Result<usize> {
        let p = race.to_string();
        let writes = rows.iter().map(|returned| {
            let mut condition = "s = :mine".to_owned();
            let mut put = Write::put(
                &self.names.races,
                to_item(&RowItem::new(&p, &returned.row))?,
            );
            put = put.value(":mine", bytes(returned.row.stamp));
            if let Some(seen) = returned.seen {
                condition.push_str(" OR s = :seen");
                put = put.value(":seen", bytes(seen));
            }
            if returned.is_free {
                condition.push_str(" OR attribute_not_exists(p)");
                if let Some(dead) = dead {
                    condition.push_str(" OR s < :dead");
                    put = put.value(":dead", bytes(dead));
                }
            }
            Ok(put.condition(condition))
        });
        let writes = stream::iter(writes.collect::<Result<Vec<_>>>()?)
            .map(|put| async move { put.held(&self.db).await });
        let written: Vec<bool> = writes.buffer_unordered(AT_ONCE).try_collect().await?;
        Ok(written.into_iter().filter(|written| *written).count())
    }

    pub(crate) async fn put_all(&self, table: &str, items: Vec<(Item, Stamp)>) -> Result<()> {
        stream::iter(items)
            .map(|(item, stamp)| put_if_newer(&self.db, table, item, stamp))
            .buffer_unordered(AT_ONCE)
            .try_collect::<Vec<bool>>()
            .await?;
        Ok(())
    }

    /// All stored rows of the year with this [key](RaceKey) page by page, in the order of
    /// their people, dead ones included.
    ///
    /// # Errors
    /// When the table cannot be read: the stream then ends with the error.
    pub fn pages_of_rows(
        &self,
        p: &str,
    ) -> impl Stream<Item = Result<Vec<StoredRow>>> + Send + use<> {
        pages::<RowItem>(&self.db, &self.names.races, p, "r#", None)
            .map(|page| page.and_then(|page| page.into_iter().map(RowItem::row).collect()))
    }

    /// Removes a row's item if it is unchanged since it was seen. Returns whether it did.
    pub(crate) async fn remove_row(&self, p: &str, row: &StoredRow) -> Result<bool> {
        remove_seen(
            &self.db,
            &self.names.races,
            &row_pair(p, &row.key()),
            "s",
            bytes(row.stamp),
        )
        .await
    }

    /// The stored distances of a year, dead ones included, by name.
    pub async fn distances_of(&self, race: &RaceKey) -> Result<Vec<Stamped<Distance>>> {
        self.list_of(race, "d#").await
    }

    /// Writes distances, each unless the stored one is newer.
    pub async fn put_distances(
        &self,
        race: &RaceKey,
        distances: Vec<Distance>,
        stamp: Stamp,
    ) -> Result<()> {
        let key = |distance: &Distance| distance_key(&distance.name);
        self.put_list(race, distances, key, stamp).await
    }

    /// The stored segments of a year, dead ones included.
    pub async fn segments_of(&self, race: &RaceKey) -> Result<Vec<Stamped<Segment>>> {
        self.list_of(race, "s#").await
    }

    /// Writes segments, each unless the stored one is newer.
    pub async fn put_segments(
        &self,
        race: &RaceKey,
        segments: Vec<Segment>,
        stamp: Stamp,
    ) -> Result<()> {
        let key = |segment: &Segment| segment_key(&segment.distance_name, &segment.name);
        self.put_list(race, segments, key, stamp).await
    }

    async fn list_of<T: DeserializeOwned>(
        &self,
        race: &RaceKey,
        prefix: &str,
    ) -> Result<Vec<Stamped<T>>> {
        let p = race.to_string();
        let items: Vec<ListItem<T>> = query(&self.db, &self.names.races, &p, prefix).await?;
        Ok(items.into_iter().map(ListItem::stored).collect())
    }

    async fn put_list<T: Serialize>(
        &self,
        race: &RaceKey,
        items: Vec<T>,
        key: impl Fn(&T) -> String,
        stamp: Stamp,
    ) -> Result<()> {
        let p = race.to_string();
        let items = items.into_iter().map(|item| {
            let (p, q) = (p.clone(), key(&item));
            let item = to_item(&ListItem { p, q, stamp, item })?;
            Ok((item, stamp))
        });
        self.put_all(&self.names.races, items.collect::<Result<Vec<_>>>()?)
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::AttributeValue;

    fn row(person: &str, location: &str) -> StoredRow {
        StoredRow {
            person_id: person.into(),
            person: Person {
                bib: "12345".into(),
                first: "Margaret".into(),
                last: "Featherstone".into(),
                age: 34,
                gender: "Woman".into(),
                age_group: "30-39".into(),
                distance: "10 Mile".into(),
                ..Person::default()
            },
            passage: Passage {
                seconds: 5025,
                milliseconds: 400,
                chip_seconds: 4999,
                chip_milliseconds: 100,
                segment: "Finish".into(),
                location: location.to_owned(),
                occurrence: 1,
                ranking: 4711,
                age_ranking: 321,
                gender_ranking: 1234,
                finish: true,
                kind: 0,
                local_time: "2026-04-05T08:53:45.4000000-04:00".into(),
                division_ranking: -1,
            },
            stamp: Stamp::new(1_777_705_200_000, "c0ffee"),
            witness: None,
            mark: Mark::default(),
        }
    }

    fn through_the_table(row: &StoredRow) -> StoredRow {
        let item: Item = to_item(&RowItem::new("river-10k/2026", row)).unwrap();
        serde_dynamo::from_item::<_, RowItem>(item)
            .unwrap()
            .row()
            .unwrap()
    }

    #[test]
    fn a_row_comes_back_as_it_went() {
        for (person, location) in [
            ("1-Q7Z", "Finish"),
            ("a#b%23", "Start#Finish"),
            ("x", &"é#".repeat(250)),
            ("p", "~odd"),
        ] {
            let mut row = row(person, location);
            row.witness = Some(Witness {
                oldest: Stamp::new(1, "a"),
                newest: Stamp::new(3, "d"),
                taken: Some(Stamp::new(0, "c")),
                newest_delete: Stamp::new(2, "b"),
            });
            row.mark = Mark {
                origin: Origin::RollBack,
                gone: true,
                refused: vec![Refused::passage(&row.passage), Refused::person(&row.person)],
            };
            assert_eq!(through_the_table(&row), row, "{location}");
        }
    }

    /// DynamoDB's size of an item: names and values in bytes; a number takes one byte per two
    /// digits, plus one.
    #[test]
    fn a_plain_finish_row_has_at_most_200_bytes() {
        let item: Item = to_item(&RowItem::new(
            "spring-ten-mile/2026",
            &row("12345-Q7Z", "Finish"),
        ))
        .unwrap();
        let size: usize = item
            .iter()
            .map(|(name, value)| {
                name.len()
                    + match value {
                        AttributeValue::S(text) => text.len(),
                        AttributeValue::N(number) => number.len().div_ceil(2) + 1,
                        AttributeValue::B(bytes) => bytes.len(),
                        _ => 1,
                    }
            })
            .sum();
        assert!(size <= 200, "{size} bytes");
    }
}
