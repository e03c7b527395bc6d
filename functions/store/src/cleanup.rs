//! Clearing storage after deletes. What is dead is invisible at once; here its items go.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use chute_domain::{
    event_time::EventTime,
    life::{self, RowKey, StoredRow},
    state::YearRecord,
};

use crate::{
    Place, Result, Store,
    events::EventItem,
    table::{failed, from_item, held, text},
};

/// A request that began before a delete can still write for so long; only then nothing dead is added any more (contract 6.2 rule 4).
const SETTLED_MS: u64 = 60_000;

impl Store {
    /// Removes the dead items of all years whose last delete is settled at `now_ms`. Returns the number of years.
    ///
    /// # Errors
    /// When a table does not answer; a repeat goes on.
    pub async fn clear_dead_items(&self, now_ms: u64) -> Result<usize> {
        let scan = self.db.scan().table_name(&self.names.events).filter_expression("attribute_exists(cl) AND cl < :before");
        let before = AttributeValue::N(now_ms.saturating_sub(SETTLED_MS).to_string());
        let mut items = scan.expression_attribute_values(":before", before).into_paginator().items().send();
        let now = EventTime::from_unix(i64::try_from(now_ms / 1000).unwrap_or_default());
        let mut cleared = 0;
        while let Some(item) = items.next().await {
            let item: EventItem = from_item(item.map_err(failed)?, "events")?;
            if let Some((slug, year)) = item.year_names() {
                self.clear_year(slug, year, item.year_record().as_ref()).await?;
                self.withdraw_files_left(slug, year, &now).await?;
                cleared += 1;
            } else {
                self.withdraw_files_left(&item.p, "", &now).await?;
            }
            self.mark_clean(&item).await?;
        }
        Ok(cleared)
    }

    /// `record` is `None` for a deleted year: everything of it is dead.
    async fn clear_year(&self, slug: &str, year: &str, record: Option<&YearRecord>) -> Result<()> {
        let rows = self.rows_of_race(slug, year).await?;
        for keys in dead_rows(&rows, record) {
            self.remove_rows(slug, year, &keys).await?;
        }
        let participants = self.participants_of(slug, year).await?.into_iter();
        let dead = participants.filter(|(_, who)| record.is_none_or(|record| record.participants.is_some_and(|at| who.stamp < at)));
        self.remove_participants(slug, year, &dead.map(|(id, _)| id).collect::<Vec<_>>()).await?;
        let chips = self.chips_of(slug, year).await?.into_iter();
        let dead = chips.filter(|chip| record.is_none_or(|record| chip.living(record.chips).is_none()));
        self.remove_chips(slug, year, &dead.filter_map(|chip| Some(chip.item?.chip)).collect::<Vec<_>>()).await?;
        let segments = self.segments_of(slug, year).await?.into_iter();
        let dead = segments.filter(|segment| record.is_none_or(|record| segment.living(record.segments).is_none()));
        let dead = dead.filter_map(|segment| segment.item.map(|segment| (segment.distance_name, segment.name)));
        self.remove_segments(slug, year, &dead.collect::<Vec<_>>()).await?;
        let distances = self.distances_of(slug, year).await?.into_iter();
        let dead = distances.filter(|distance| record.is_none_or(|record| distance.living(record.distances).is_none()));
        self.remove_distances(slug, year, &dead.filter_map(|distance| Some(distance.item?.name)).collect::<Vec<_>>()).await?;
        if record.is_none() {
            self.forget_subscriptions(slug, year).await?;
            for place in [Place::Public, Place::Restricted] {
                self.withdraw(place, &format!("{slug}/{year}/")).await?;
            }
        }
        Ok(())
    }

    async fn mark_clean(&self, item: &EventItem) -> Result<()> {
        let (p, q, since) = item.unclean();
        let update = self.db.update_item().table_name(&self.names.events).key("p", text(p)).key("q", text(q));
        let update = update.update_expression("REMOVE cl").condition_expression("cl = :seen");
        held(update.expression_attribute_values(":seen", AttributeValue::N(since.to_string())).send().await).map(|_| ())
    }
}

/// The dead rows in two steps: a person's newest dead row last, since it tells which distance the person was in when it was deleted.
fn dead_rows(rows: &[StoredRow], record: Option<&YearRecord>) -> [Vec<RowKey>; 2] {
    let mut people: BTreeMap<&str, Vec<&StoredRow>> = BTreeMap::new();
    for row in rows {
        people.entry(&row.person_id).or_default().push(row);
    }
    let mut steps = [Vec::new(), Vec::new()];
    for rows in people.into_values() {
        let alive: BTreeSet<RowKey> =
            record.map(|record| life::living(rows.iter().copied(), &record.rows)).unwrap_or_default().iter().map(|row| row.key()).collect();
        let mut dead: Vec<&StoredRow> = rows.into_iter().filter(|row| !alive.contains(&row.key())).collect();
        dead.sort_by_key(|row| row.stamp);
        let newest = dead.pop();
        steps[0].extend(dead.iter().map(|row| row.key()));
        steps[1].extend(newest.map(StoredRow::key));
    }
    steps
}
