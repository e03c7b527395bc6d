//! Events: `p` = slug, `q` = `e` for the event, `y#{year}` for its years. Deleted ones stay as
//! tombstones (`gone`), so that nobody else can take the slug, and a year's deletes outlive it. The
//! index `byOwner` (`ow`, `p`) finds an account's events.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    liveness::Deletes,
    race::{Branding, Event, Official, RaceKey, Slug, Year, YearKey},
    stamp::Stamp,
    state::{EventRecord, YearRecord},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    port::{AttributeValue, Item, Query, Write},
    table::{AT_ONCE, KeyPair, all, bytes, is_default, number, query, stamps, text, to_item},
};

/// One item of the table: the event or one of its years.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventItem {
    /// The partition key: the event's slug.
    pub p: String,
    pub(crate) q: String,
    #[serde(rename = "ow")]
    owner: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) gone: bool,
    /// On a tombstone: everything with an older stamp is dead for good. The same key can only be
    /// created again with a newer stamp.
    #[serde(
        rename = "gs",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    pub(crate) gone_at: Option<Stamp>,
    /// When the year was created.
    #[serde(
        rename = "bo",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    born: Option<Stamp>,
    /// The time of day of that in unix milliseconds, where the stamp was ahead of it.
    #[serde(rename = "bt", default, skip_serializing_if = "is_default")]
    made_ms: Option<u64>,
    /// Since when clean-up has something to do, in milliseconds of the order: set by deletes, and
    /// when a year is created.
    #[serde(rename = "cl", default, skip_serializing_if = "is_default")]
    pub(crate) unclean_since: Option<u64>,
    /// When clean-up last began to remove something of the year, in milliseconds of the order.
    #[serde(rename = "cr", default, skip_serializing_if = "is_default")]
    pub(crate) removed_ms: Option<u64>,
    #[serde(rename = "ev", default, skip_serializing_if = "is_default")]
    event: Option<Event>,
    /// The event's look (colour, logo, sponsor) is stored beside its other fields: a writer that
    /// sets none of it overwrites none of it, even while another one changes it.
    #[serde(rename = "ac", default, skip_serializing_if = "is_default")]
    accent_color: String,
    #[serde(rename = "lo", default, skip_serializing_if = "is_default")]
    logo: String,
    #[serde(rename = "sp", default, skip_serializing_if = "is_default")]
    sponsor: String,
    /// Id of the event's web hook; empty if it never had one.
    #[serde(rename = "hk", default, skip_serializing_if = "is_default")]
    pub(crate) hook: String,
    #[serde(rename = "yr", default, skip_serializing_if = "is_default")]
    year: Option<Year>,
    /// The declaration about the results (whether and since when they are official) is stored
    /// beside the year's other fields, for the same reason as an event's look.
    #[serde(rename = "of", default, skip_serializing_if = "is_default")]
    official: Official,
    #[serde(
        rename = "wr",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    rows_deleted: Option<Stamp>,
    #[serde(rename = "wd", default, skip_serializing_if = "is_default")]
    pub(crate) distances_of_rows_deleted: Vec<DistanceDeleted>,
    #[serde(
        rename = "wp",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    participants_deleted: Option<Stamp>,
    #[serde(
        rename = "wc",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    chips_deleted: Option<Stamp>,
    #[serde(
        rename = "ws",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    segments_deleted: Option<Stamp>,
    #[serde(
        rename = "wn",
        default,
        with = "stamps::maybe",
        skip_serializing_if = "is_default"
    )]
    distances_deleted: Option<Stamp>,
    /// Maximum number of rows of a year: set by the publisher while the year holds that many, and
    /// removed by every delete of rows.
    #[serde(rename = "fu", default, skip_serializing_if = "is_default")]
    full: Option<u64>,
}

/// Maximum number of deletes of distances that a year remembers: 300 names of [`LONGEST_DISTANCE`]
/// fit into an item. Clean-up forgets them hours later.
const MOST_DELETES: usize = 300;
const LONGEST_DISTANCE: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DistanceDeleted {
    #[serde(rename = "s", with = "stamps")]
    pub stamp: Stamp,
    #[serde(rename = "d")]
    pub distance: String,
}

/// The parts of a year that can be deleted as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Result rows.
    Rows,
    /// Participants.
    Participants,
    /// Bib chips.
    Chips,
    /// Segments.
    Segments,
    /// Distance records.
    Distances,
}

impl Area {
    fn attribute(self) -> &'static str {
        match self {
            Self::Rows => "wr",
            Self::Participants => "wp",
            Self::Chips => "wc",
            Self::Segments => "ws",
            Self::Distances => "wn",
        }
    }
}

const YEAR: &str = "y#";

pub(crate) fn year_key(year: &str) -> String {
    format!("{YEAR}{year}")
}

pub(crate) fn item_key(slug: &str, q: &str) -> Item {
    KeyPair::new(slug, q).item()
}

impl EventItem {
    /// Key of the year if this item is a year, deleted or not.
    pub(crate) fn year_key(&self) -> Option<YearKey> {
        self.q.strip_prefix(YEAR).map(YearKey::new)
    }

    /// The year, unless it is deleted.
    pub(crate) fn year_record(&self) -> Option<YearRecord> {
        self.clone().record().map(|(_, record)| record)
    }

    /// When the year was created, by the time of day, in unix milliseconds.
    pub(crate) fn born_ms(&self) -> u64 {
        let by_order = || self.born.map_or(0, |born| born.order_ms());
        self.made_ms.unwrap_or_else(by_order)
    }

    fn record(self) -> Option<(YearKey, YearRecord)> {
        let year = self.year.filter(|_| !self.gone)?;
        let by_distance = self
            .distances_of_rows_deleted
            .into_iter()
            .map(|deleted| (deleted.stamp, deleted.distance))
            .collect();
        let record = YearRecord {
            rows: Deletes {
                all: self.rows_deleted,
                by_distance,
            },
            participants: self.participants_deleted,
            chips: self.chips_deleted,
            segments: self.segments_deleted,
            distances: self.distances_deleted,
            full: self.full,
            made: self.born,
            year: Year {
                official: self.official,
                ..year.clone()
            },
        };
        Some((YearKey::new(&year.year), record))
    }

    /// Applies this item to what is known of its event; `None` in `record` means that the event
    /// does not exist.
    pub fn apply(self, record: &mut Option<EventRecord>) {
        if let Some(key) = self.q.strip_prefix(YEAR) {
            let key = YearKey::new(key);
            let known = record.get_or_insert_default();
            match self.record() {
                Some((key, year)) => known.years.insert(key, year),
                None => known.years.remove(&key),
            };
            return;
        }
        let (gone, owner, hook, accent_color, logo, sponsor) = (
            self.gone,
            self.owner,
            self.hook,
            self.accent_color,
            self.logo,
            self.sponsor,
        );
        match self.event.filter(|_| !gone) {
            Some(event) => {
                let known = record.get_or_insert_default();
                (known.owner, known.hook) = (owner, hook);
                known.event = Event {
                    accent_color,
                    logo,
                    sponsor,
                    ..event
                };
            }
            None => *record = None,
        }
    }
}

/// Groups items by slug and returns the events that exist.
fn records(items: Vec<EventItem>) -> Vec<EventRecord> {
    let mut by_slug: BTreeMap<String, Vec<EventItem>> = BTreeMap::new();
    for item in items {
        by_slug.entry(item.p.clone()).or_default().push(item);
    }
    by_slug.into_values().filter_map(record_of).collect()
}

/// The event that consists of these items.
fn record_of(items: Vec<EventItem>) -> Option<EventRecord> {
    let (events, years): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.q == "e");
    let mut record = None;
    for item in events {
        item.apply(&mut record);
    }
    record.as_ref()?;
    for item in years {
        item.apply(&mut record);
    }
    record
}

impl Store {
    /// The event and its years; `None` if no event has that slug.
    pub async fn load_event(&self, slug: &Slug) -> Result<Option<EventRecord>> {
        if slug.is_empty() {
            return Ok(None);
        }
        Ok(record_of(
            query(&self.db, &self.names.events, slug, "").await?,
        ))
    }

    /// The years of an event that were deleted and not created again since.
    pub async fn deleted_years(&self, slug: &Slug) -> Result<BTreeSet<YearKey>> {
        let years: Vec<EventItem> = query(&self.db, &self.names.events, slug, YEAR).await?;
        let deleted = years.iter().filter(|year| year.gone);
        Ok(deleted.filter_map(EventItem::year_key).collect())
    }

    /// All events of all accounts.
    pub async fn all_events(&self) -> Result<Vec<EventRecord>> {
        let found = all(&self.db, Query::scan(&self.names.events), "events").await?;
        Ok(records(found))
    }

    /// The events of an account. Read from an index, where a change shows up after some moments.
    pub async fn events_of(&self, account: &str) -> Result<Vec<EventRecord>> {
        let query = Query::new(&self.names.events, "ow = :o")
            .eventual()
            .index("byOwner")
            .value(":o", text(account));
        let found = all(&self.db, query, "events").await?;
        Ok(records(found))
    }

    /// The events that an account sees as its own: its own, and those of the accounts that linked
    /// it (contract 3.7). Read from an index, like [`Store::events_of`].
    pub async fn events_shown_to(&self, account: &str) -> Result<Vec<EventRecord>> {
        let of_mains = async {
            let mains = self.links_to(account).await?;
            stream::iter(mains)
                .map(async |main| self.events_of(&main).await)
                .buffer_unordered(AT_ONCE)
                .try_concat()
                .await
        };
        let (mut own, of_mains): (Vec<EventRecord>, Vec<EventRecord>) =
            futures::try_join!(self.events_of(account), of_mains)?;
        own.extend(of_mains);
        Ok(own)
    }

    /// Stores a new event. Returns whether its slug was free for this owner. What clean-up still
    /// has to remove of an earlier event with that slug stays marked.
    pub async fn add_event(&self, event: &Event, owner: &str) -> Result<bool> {
        let condition = "attribute_not_exists(p) OR (gone = :yes AND ow = :o)";
        let (branding, and_remove) = (Branding::of(event), ["gone", "gs"]);
        self.write_event(event, branding, owner, condition, &and_remove)
            .await
    }

    /// Replaces an event, and of its look only what is given. Returns whether the event (still)
    /// exists.
    pub async fn update_event(&self, event: &Event, given: Branding, owner: &str) -> Result<bool> {
        self.write_event(
            event,
            given,
            owner,
            "attribute_exists(p) AND (attribute_not_exists(gone) OR gone <> :yes)",
            &[],
        )
        .await
    }

    async fn write_event(
        &self,
        event: &Event,
        branding: Branding,
        owner: &str,
        condition: &str,
        and_remove: &[&str],
    ) -> Result<bool> {
        let bare = Branding {
            accent_color: Some(String::new()),
            logo: Some(String::new()),
            sponsor: Some(String::new()),
        };
        let value = Event {
            recent_time: None::<EventTime>,
            ..bare.over(event, event.clone())
        };
        let value: AttributeValue = serde_dynamo::to_attribute_value(value)
            .map_err(crate::table::unreadable("an event"))?;
        let mut update = Write::update(&self.names.events, item_key(&event.slug, "e"))
            .value(":yes", AttributeValue::Bool(true))
            .value(":e", value);
        let (mut set, mut remove) = ("SET ev = :e, ow = :o".to_owned(), and_remove.to_vec());
        for (attribute, given) in [
            ("ac", branding.accent_color),
            ("lo", branding.logo),
            ("sp", branding.sponsor),
        ] {
            match given {
                Some(empty) if empty.is_empty() => remove.push(attribute),
                Some(given) => {
                    set += &format!(", {attribute} = :{attribute}");
                    update = update.value(format!(":{attribute}"), text(&given));
                }
                None => {}
            }
        }
        if !remove.is_empty() {
            set += &format!(" REMOVE {}", remove.join(", "));
        }
        update
            .change(set)
            .condition(condition)
            .value(":o", text(owner))
            .held(&self.db)
            .await
    }

    /// Tells the publisher, through the table's stream, that an event's files have changed, which
    /// are named in the event's published file. `upload` is the id of the upload that changed them.
    /// Does nothing if the event was deleted.
    pub(crate) async fn tell_files_changed(&self, slug: &Slug, upload: &str) -> Result<()> {
        Write::update(&self.names.events, item_key(slug, "e"))
            .change("SET fi = :u")
            .value(":u", text(upload))
            .condition("attribute_exists(p) AND (attribute_not_exists(gone) OR gone <> :yes)")
            .value(":yes", AttributeValue::Bool(true))
            .held(&self.db)
            .await
            .map(drop)
    }

    /// Deletes an event and its years. The event goes last, so that an interrupted delete can be
    /// sent again.
    pub async fn delete_event(&self, record: &EventRecord, stamp: Stamp) -> Result<()> {
        for year in record.years.values() {
            self.delete_year(&record.race(year), stamp).await?;
        }
        self.mark_gone(&record.event.slug, "e", stamp).await
    }

    /// Stores a new year and marks it for clean-up; everything older under its key counts as
    /// deleted. Returns whether the key was free.
    pub async fn add_year(
        &self,
        slug: &Slug,
        owner: &str,
        year: &Year,
        stamp: Stamp,
    ) -> Result<bool> {
        let born = Some(stamp);
        let made_ms = self.time().ms();
        let item = to_item(&EventItem {
            p: slug.to_string(),
            q: year_key(&year.year),
            owner: owner.to_owned(),
            born,
            made_ms: Some(made_ms).filter(|made| *made < stamp.order_ms()),
            unclean_since: Some(stamp.order_ms()),
            year: Some(Year {
                official: Official::Unsaid,
                ..year.clone()
            }),
            official: year.official.clone(),
            rows_deleted: born,
            participants_deleted: born,
            chips_deleted: born,
            segments_deleted: born,
            distances_deleted: born,
            ..EventItem::default()
        })?;
        let condition =
            "attribute_not_exists(p) OR (gone = :yes AND (attribute_not_exists(gs) OR gs < :s))";
        Write::put(&self.names.events, item)
            .condition(condition)
            .value(":yes", AttributeValue::Bool(true))
            .value(":s", bytes(stamp))
            .held(&self.db)
            .await
    }

    /// Replaces a year's fields, and the declaration about its results if one is given; its deletes
    /// stay. Returns whether the year (still) exists.
    pub async fn update_year(
        &self,
        slug: &Slug,
        year: &Year,
        said: Option<&Official>,
    ) -> Result<bool> {
        let bare = Year {
            official: Official::Unsaid,
            ..year.clone()
        };
        let value: AttributeValue =
            serde_dynamo::to_attribute_value(bare).map_err(crate::table::unreadable("a year"))?;
        let update = Write::update(&self.names.events, item_key(slug, &year_key(&year.year)));
        let update = match said {
            None => update.change("SET yr = :y"),
            Some(Official::Unsaid) => update.change("SET yr = :y REMOVE #of"),
            Some(said) => {
                let said = text(&String::from(said.clone()));
                update.change("SET yr = :y, #of = :of").value(":of", said)
            }
        };
        let update = if said.is_some() {
            update.name("#of", "of")
        } else {
            update
        };
        update
            .value(":y", value)
            .condition("attribute_exists(p) AND attribute_not_exists(gone)")
            .held(&self.db)
            .await
    }

    /// Deletes a year.
    pub async fn delete_year(&self, race: &RaceKey, stamp: Stamp) -> Result<()> {
        self.mark_gone(&race.slug, &year_key(&race.year), stamp)
            .await
    }

    /// Turns an item into a tombstone, which keeps its key, owner and stamp. Does nothing to a year
    /// that was created after the delete was received.
    async fn mark_gone(&self, slug: &str, q: &str, stamp: Stamp) -> Result<()> {
        let change = "SET gone = :yes, gs = :s, cl = :ms \
            REMOVE ev, ac, lo, sp, hk, yr, #of, wr, wd, wp, wc, ws, wn, fu, bo, cr";
        let condition = "attribute_exists(p) AND attribute_not_exists(gone) \
            AND (attribute_not_exists(bo) OR bo < :s)";
        Write::update(&self.names.events, item_key(slug, q))
            .change(change)
            .condition(condition)
            .name("#of", "of")
            .value(":yes", AttributeValue::Bool(true))
            .value(":s", bytes(stamp))
            .value(":ms", milliseconds(stamp))
            .held(&self.db)
            .await
            .map(drop)
    }

    /// Notes that a year holds as many rows as it may (`full` is their number), or no longer does
    /// (`None`); does nothing if all rows have been deleted since the record was read.
    pub async fn note_full(
        &self,
        slug: &Slug,
        record: &YearRecord,
        full: Option<u64>,
    ) -> Result<()> {
        let update = Write::update(
            &self.names.events,
            item_key(slug, &year_key(&record.year.year)),
        );
        let update = match full {
            Some(most) => update.change("SET fu = :m").value(":m", number(most)),
            None => update.change("REMOVE fu"),
        };
        let update = match record.rows.all {
            Some(all) => update
                .condition("attribute_not_exists(gone) AND wr = :all")
                .value(":all", bytes(all)),
            None => update.condition(
                "attribute_exists(yr) AND attribute_not_exists(gone) AND attribute_not_exists(wr)",
            ),
        };
        update.held(&self.db).await.map(drop)
    }

    /// Deletes everything in an area of a year that is older than the stamp, in a single write
    /// however much there is.
    pub async fn delete_area(&self, race: &RaceKey, area: Area, stamp: Stamp) -> Result<()> {
        let at = area.attribute();
        let full = if area == Area::Rows { " REMOVE fu" } else { "" };
        let condition = format!(
            "attribute_exists(p) AND attribute_not_exists(gone) \
            AND (attribute_not_exists({at}) OR {at} < :s)"
        );
        let key = item_key(&race.slug, &year_key(&race.year));
        Write::update(&self.names.events, key)
            .change(format!("SET {at} = :s, cl = :ms{full}"))
            .condition(condition)
            .value(":s", bytes(stamp))
            .value(":ms", milliseconds(stamp))
            .held(&self.db)
            .await
            .map(drop)
    }

    /// Deletes the rows of a distance that are older than the stamp. Returns whether the delete
    /// could be remembered: not if too many distances were deleted within hours, or if the name is
    /// longer than a name can be.
    pub async fn delete_rows_of_distance(
        &self,
        race: &RaceKey,
        distance: &str,
        stamp: Stamp,
    ) -> Result<bool> {
        if distance.len() > LONGEST_DISTANCE {
            return Ok(false);
        }
        let deleted = DistanceDeleted {
            stamp,
            distance: distance.to_owned(),
        };
        let deleted = serde_dynamo::to_attribute_value(vec![deleted])
            .map_err(crate::table::unreadable("a delete"))?;
        let key = item_key(&race.slug, &year_key(&race.year));
        let condition = "attribute_exists(p) AND attribute_not_exists(gone) \
            AND (attribute_not_exists(wd) OR size(wd) < :most)";
        let update = Write::update(&self.names.events, key)
            .change("SET wd = list_append(if_not_exists(wd, :none), :d), cl = :ms REMOVE fu")
            .condition(condition)
            .value(":d", deleted)
            .value(":none", AttributeValue::L(Vec::new()))
            .value(":most", number(MOST_DELETES))
            .value(":ms", milliseconds(stamp));
        if update.held(&self.db).await? {
            return Ok(true);
        }
        let event = self.load_event(&race.slug).await?;
        Ok(event.is_none_or(|event| {
            event
                .years
                .get(&race.year)
                .is_none_or(|year| year.rows.by_distance.len() < MOST_DELETES)
        }))
    }
}

pub(crate) fn milliseconds(stamp: Stamp) -> AttributeValue {
    number(stamp.order_ms())
}
