//! Clean-up's reads and notes in the table of events. Each write has the mark that was seen as its
//! condition, since every delete sets a new mark.

use chute_domain::{race::RaceKey, stamp::Stamp};

use crate::{
    Result, Store,
    events::{DistanceDeleted, EventItem, item_key, milliseconds, year_key},
    port::{AttributeValue, Get, Write},
    table::{bytes, number, unreadable},
};

impl Store {
    /// Notes that clean-up will have something to do in a year, which is not deleted. Returns
    /// whether the year exists.
    pub(crate) async fn mark_unclean(&self, race: &RaceKey, stamp: Stamp) -> Result<bool> {
        Write::update(
            &self.names.events,
            item_key(&race.slug, &year_key(&race.year)),
        )
        .change("SET cl = :ms")
        .condition("attribute_exists(p) AND attribute_not_exists(gone)")
        .value(":ms", milliseconds(stamp))
        .held(&self.db)
        .await
    }

    /// Replaces the list of deletes by distance with a shorter one, unless the year has changed
    /// since the mark was seen.
    pub(crate) async fn forget_deletes(
        &self,
        mark: &EventItem,
        kept: Vec<DistanceDeleted>,
    ) -> Result<bool> {
        let list = |deletes: &[DistanceDeleted]| {
            serde_dynamo::to_attribute_value::<_, AttributeValue>(deletes)
                .map_err(unreadable("deletes"))
        };
        Write::update(&self.names.events, item_key(&mark.p, &mark.q))
            .change("SET wd = :kept REMOVE cl, cr")
            .condition("cl = :since AND wd = :seen")
            .value(":kept", list(&kept)?)
            .value(":seen", list(&mark.distances_of_rows_deleted)?)
            .value(":since", since(mark))
            .held(&self.db)
            .await
    }

    /// Changes what clean-up notes on an item, unless the item has a new mark.
    pub(crate) async fn note_on(
        &self,
        mark: &EventItem,
        expression: &str,
        now: Option<Stamp>,
    ) -> Result<bool> {
        let update = Write::update(&self.names.events, item_key(&mark.p, &mark.q))
            .change(expression)
            .condition("cl = :since");
        now.into_iter()
            .fold(update, |update, now| {
                update.value(":now", milliseconds(now))
            })
            .value(":since", since(mark))
            .held(&self.db)
            .await
    }

    /// Raises a tombstone's stamp to `at`: everything older is dead, and the key can only be
    /// re-created with a newer one. Returns the stamp, or `None` if the key has been re-created.
    pub(crate) async fn raise_tombstone(
        &self,
        mark: &EventItem,
        at: Stamp,
    ) -> Result<Option<Stamp>> {
        let at = mark.gone_at.map_or(at, |gone_at| gone_at.max(at));
        Ok(
            Write::update(&self.names.events, item_key(&mark.p, &mark.q))
                .change("SET gs = :at")
                .condition("gone = :yes AND cl = :since")
                .value(":yes", AttributeValue::Bool(true))
                .value(":at", bytes(at))
                .value(":since", since(mark))
                .held(&self.db)
                .await?
                .then_some(at),
        )
    }

    /// Whether an item is still the tombstone with this stamp.
    pub(crate) async fn is_tombstone(&self, mark: &EventItem, at: Stamp) -> Result<bool> {
        let get = Get::new(&self.names.events, item_key(&mark.p, &mark.q));
        let item: Option<EventItem> = get.read(&self.db, "events").await?;
        Ok(item.is_some_and(|now| now.gone && now.gone_at == Some(at)))
    }
}

fn since(mark: &EventItem) -> AttributeValue {
    number(mark.unclean_since.unwrap_or_default())
}
