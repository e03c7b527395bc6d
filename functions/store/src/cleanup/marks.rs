//! What clean-up reads and notes in the table of events. Each write has the mark that was seen as
//! its condition, since every delete sets a new mark.

use aws_sdk_dynamodb::types::AttributeValue;
use chute_domain::{race::RaceKey, stamp::Stamp};

use crate::{
    Result, Store,
    events::{DistanceDeleted, EventItem, Mark, item_key, milliseconds, year_key},
    table::{bytes, failed, from_item, held, unreadable},
};

impl Store {
    /// Notes that clean-up will have something to do in a year, which is not deleted. Returns
    /// whether the year exists.
    pub(crate) async fn mark_unclean(&self, race: &RaceKey, stamp: Stamp) -> Result<bool> {
        let update = self
            .db
            .update_item()
            .table_name(&self.names.events)
            .set_key(Some(item_key(&race.slug, &year_key(&race.year))));
        let update = update
            .update_expression("SET cl = :ms")
            .condition_expression("attribute_exists(p) AND attribute_not_exists(gone)");
        held(
            update
                .expression_attribute_values(":ms", milliseconds(stamp))
                .send()
                .await,
        )
    }

    /// Replaces the list of deletes by distance with a shorter one, unless the year has changed
    /// since the mark was seen.
    pub(crate) async fn forget_deletes(
        &self,
        mark: &Mark,
        kept: Vec<DistanceDeleted>,
    ) -> Result<bool> {
        let list = |deletes: &[DistanceDeleted]| {
            serde_dynamo::to_attribute_value::<_, AttributeValue>(deletes)
                .map_err(unreadable("deletes"))
        };
        let update = self
            .db
            .update_item()
            .table_name(&self.names.events)
            .set_key(Some(item_key(&mark.p, &mark.q)));
        let update = update
            .update_expression("SET wd = :kept REMOVE cl, cr")
            .condition_expression("cl = :since AND wd = :seen");
        let update = update
            .expression_attribute_values(":kept", list(&kept)?)
            .expression_attribute_values(":seen", list(&mark.distances_deleted)?);
        held(
            update
                .expression_attribute_values(":since", since(mark))
                .send()
                .await,
        )
    }

    /// Changes what clean-up notes on an item, unless the item has a new mark.
    pub(crate) async fn note_on(
        &self,
        mark: &Mark,
        expression: &str,
        now: Option<Stamp>,
    ) -> Result<bool> {
        let update = self
            .db
            .update_item()
            .table_name(&self.names.events)
            .set_key(Some(item_key(&mark.p, &mark.q)));
        let update = update
            .update_expression(expression)
            .condition_expression("cl = :since");
        let update = now.into_iter().fold(update, |update, now| {
            update.expression_attribute_values(":now", milliseconds(now))
        });
        held(
            update
                .expression_attribute_values(":since", since(mark))
                .send()
                .await,
        )
    }

    /// Raises a tombstone's stamp to `at`: everything older is dead, and the key can only be
    /// re-created with a newer one. Returns the stamp, or `None` if the key has been re-created.
    pub(crate) async fn raise_tombstone(&self, mark: &Mark, at: Stamp) -> Result<Option<Stamp>> {
        let at = mark.gone_at.map_or(at, |gone_at| gone_at.max(at));
        let update = self
            .db
            .update_item()
            .table_name(&self.names.events)
            .set_key(Some(item_key(&mark.p, &mark.q)));
        let update = update
            .update_expression("SET gs = :at")
            .condition_expression("gone = :yes AND cl = :since");
        let update = update
            .expression_attribute_values(":yes", AttributeValue::Bool(true))
            .expression_attribute_values(":at", bytes(at));
        Ok(held(
            update
                .expression_attribute_values(":since", since(mark))
                .send()
                .await,
        )?
        .then_some(at))
    }

    /// Whether an item is still the tombstone with this stamp.
    pub(crate) async fn is_tombstone(&self, mark: &Mark, at: Stamp) -> Result<bool> {
        let get = self
            .db
            .get_item()
            .table_name(&self.names.events)
            .set_key(Some(item_key(&mark.p, &mark.q)))
            .consistent_read(true);
        let Some(item) = get.send().await.map_err(failed)?.item else {
            return Ok(false);
        };
        let now = from_item::<EventItem>(item, "events")?.mark();
        Ok(now.gone && now.gone_at == Some(at))
    }
}

fn since(mark: &Mark) -> AttributeValue {
    AttributeValue::N(mark.since_ms.unwrap_or_default().to_string())
}
