//! Participants: `p` = `slug/year`, `q` = id. Private. One deleted by id stays as a tombstone, so that a late batch does not bring it back.
//! The index `byStamp` (`p`, `s`) is local, so that it can be read consistently: it tells what was written since a moment.

use std::collections::BTreeSet;

use chute_domain::{
    participant::{Participant, ResultParticipant},
    stamp::Stamp,
    state::{Change, KnownParticipant, Stamped},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    table::{
        AT_ONCE, KeyPair, bytes, failed, from_item, get_many, is_default, put_if_seen, query, race_key, stamp_bytes, text, to_item,
        unreadable,
    },
};

/// A participant with the stamp of the request that wrote it; `None` where it was deleted.
pub type StoredParticipant = (String, Stamped<Participant>);

#[derive(Serialize, Deserialize)]
struct ParticipantItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamp_bytes")]
    stamp: Stamp,
    #[serde(rename = "gone", default, skip_serializing_if = "is_default")]
    gone: bool,
    #[serde(rename = "b", default, skip_serializing_if = "is_default")]
    bib: String,
    #[serde(rename = "f", default, skip_serializing_if = "is_default")]
    first: String,
    #[serde(rename = "l", default, skip_serializing_if = "is_default")]
    last: String,
    #[serde(rename = "bd", default, skip_serializing_if = "is_default")]
    birthdate: String,
    #[serde(rename = "g", default, skip_serializing_if = "is_default")]
    gender: String,
    #[serde(rename = "u", default, skip_serializing_if = "is_default")]
    age_group: String,
    #[serde(rename = "d", default, skip_serializing_if = "is_default")]
    distance: String,
    #[serde(rename = "y", default, skip_serializing_if = "is_default")]
    anonymous: bool,
    #[serde(rename = "se", default, skip_serializing_if = "is_default")]
    sms_enabled: bool,
    #[serde(rename = "mo", default, skip_serializing_if = "is_default")]
    mobile: String,
    #[serde(rename = "ap", default, skip_serializing_if = "is_default")]
    apparel: String,
    #[serde(rename = "ua", default, skip_serializing_if = "is_default")]
    updated_at: i64,
}

impl ParticipantItem {
    fn new(p: String, q: String, stamp: Stamp, who: Option<Participant>) -> Self {
        let gone = who.is_none();
        let who = who.unwrap_or_default();
        Self {
            p,
            q,
            stamp,
            gone,
            bib: who.bib,
            first: who.first,
            last: who.last,
            birthdate: who.birthdate,
            gender: who.gender,
            age_group: who.age_group,
            distance: who.distance,
            anonymous: who.anonymous,
            sms_enabled: who.sms_enabled,
            mobile: who.mobile,
            apparel: who.apparel,
            updated_at: who.updated_at,
        }
    }

    fn stored(self) -> StoredParticipant {
        let id = self.q.clone();
        let who = (!self.gone).then_some(Participant {
            id: self.q,
            bib: self.bib,
            first: self.first,
            last: self.last,
            birthdate: self.birthdate,
            gender: self.gender,
            age_group: self.age_group,
            distance: self.distance,
            anonymous: self.anonymous,
            sms_enabled: self.sms_enabled,
            mobile: self.mobile,
            apparel: self.apparel,
            updated_at: self.updated_at,
        });
        (id, Stamped { stamp: self.stamp, item: who })
    }
}

/// The change that a record of the table's stream tells: its key, and the item unless it was removed.
///
/// # Errors
/// When it does not have the table's shape.
pub fn participant_change(q: &str, item: Option<serde_dynamo::Item>) -> Result<Change> {
    let Some(item) = item else { return Ok(Change::Participant(q.to_owned(), None)) };
    let item: ParticipantItem = serde_dynamo::from_item(item).map_err(unreadable("a participant"))?;
    let (id, stored) = item.stored();
    Ok(Change::Participant(id, Some(known(stored))))
}

fn known(stored: Stamped<Participant>) -> Stamped<KnownParticipant> {
    let item = stored.item.as_ref().map(|who| KnownParticipant { shown: ResultParticipant::from(who), anonymous: who.anonymous });
    Stamped { stamp: stored.stamp, item }
}

impl Store {
    /// The stored participants of a year, dead ones included, by id.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn participants_of(&self, slug: &str, year: &str) -> Result<Vec<StoredParticipant>> {
        let items: Vec<ParticipantItem> = query(&self.db, &self.names.participants, &race_key(slug, year), "").await?;
        Ok(items.into_iter().map(ParticipantItem::stored).collect())
    }

    /// Those of a year, dead ones included, that requests received at `since_ms` (unix milliseconds) or later have written.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn participants_since(&self, slug: &str, year: &str, since_ms: u64) -> Result<Vec<StoredParticipant>> {
        let query = self.db.query().table_name(&self.names.participants).index_name("byStamp").consistent_read(true);
        let query = query.key_condition_expression("p = :p AND s >= :s").expression_attribute_values(":p", text(&race_key(slug, year)));
        let query = query.expression_attribute_values(":s", bytes(Stamp::earliest(since_ms)));
        let mut items = query.into_paginator().items().send();
        let mut found = Vec::new();
        while let Some(item) = items.next().await {
            found.push(from_item::<ParticipantItem>(item.map_err(failed)?, "participants")?.stored());
        }
        Ok(found)
    }

    /// What of all participants of a year concerns its snapshot.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn known_participants_of(&self, slug: &str, year: &str) -> Result<Vec<(String, Stamped<KnownParticipant>)>> {
        Ok(self.participants_of(slug, year).await?.into_iter().map(|(id, stored)| (id, known(stored))).collect())
    }

    /// The stored participants with these ids; ids must be different.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_participants(&self, slug: &str, year: &str, ids: impl IntoIterator<Item = String>) -> Result<Vec<StoredParticipant>> {
        let p = race_key(slug, year);
        let keys = ids.into_iter().map(|id| KeyPair { p: p.clone(), q: id }).collect();
        let items: Vec<ParticipantItem> = get_many(&self.db, &self.names.participants, keys).await?;
        Ok(items.into_iter().map(ParticipantItem::stored).collect())
    }

    /// Writes participants, each over what was seen of it: the stamp of what was stored, `None` for nothing. Returns the ids of those
    /// that are stored otherwise by now, and were not written.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put_participants_over(
        &self,
        slug: &str,
        year: &str,
        who: Vec<(Participant, Option<Stamp>)>,
        stamp: Stamp,
    ) -> Result<BTreeSet<String>> {
        let p = race_key(slug, year);
        let items = who.into_iter().map(|(who, seen)| {
            let id = who.id.clone();
            Ok((to_item(&ParticipantItem::new(p.clone(), id.clone(), stamp, Some(who)))?, id, seen))
        });
        let written = stream::iter(items.collect::<Result<Vec<_>>>()?)
            .map(async |(item, id, seen)| Ok((id, put_if_seen(&self.db, &self.names.participants, item, seen).await?)))
            .buffer_unordered(AT_ONCE)
            .try_filter_map(async |(id, written)| Ok((!written).then_some(id)));
        written.try_collect().await
    }

    /// Writes participants, or (`None`) that they are deleted, each unless something newer is stored.
    ///
    /// # Errors
    /// When one could not be written.
    pub async fn put_participants(&self, slug: &str, year: &str, who: Vec<(String, Option<Participant>)>, stamp: Stamp) -> Result<()> {
        let p = race_key(slug, year);
        let items = who.into_iter().map(|(id, who)| Ok((to_item(&ParticipantItem::new(p.clone(), id, stamp, who))?, stamp)));
        self.put_all(&self.names.participants, items.collect::<Result<Vec<_>>>()?).await
    }

    /// Deletes participants by id: what is left of each is that it is gone, so that a late batch does not bring it back, until clean-up
    /// removes that too. Ids must be different.
    ///
    /// # Errors
    /// When one could not be written.
    pub async fn delete_participants(&self, slug: &str, year: &str, ids: Vec<String>, stamp: Stamp) -> Result<()> {
        // the mark first: whatever is written after it will be cleared
        if self.mark_unclean(slug, year, stamp).await? {
            self.put_participants(slug, year, ids.into_iter().map(|id| (id, None)).collect(), stamp).await?;
        }
        Ok(())
    }
}
