//! Participants: `p` = `slug/year`, `q` = id. Private. One that is deleted by id stays as a
//! tombstone, so that a late batch does not restore it. The index `byStamp` (`p`, `s`) is local, so
//! that it can be read consistently: it finds what was written since a moment.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    checkin::{Conflict, Edit, Write},
    participant::{AnonymousBy, CheckIn, Participant, ResultParticipant},
    race::RaceKey,
    roster::Roster,
    stamp::Stamp,
    state::{Change, KnownParticipant, Stamped},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    port::{self, Query},
    table::{
        AT_ONCE, KeyPair, all, bytes, from_item, get_many, is_default, query, stamps, text,
        to_item, unreadable,
    },
    transaction::{Transacted, Transaction},
};

/// A participant's id, the participant (`None` if deleted), and the stamp of the request that wrote
/// it.
pub type StoredParticipant = (String, Stamped<Participant>);

/// The participants of an edit as they are now, or those that it conflicts with: then nothing is
/// written.
pub type Edited = std::result::Result<Vec<Participant>, Vec<Conflict>>;

/// How often an edit is tried if somebody else writes the same participants.
const MAX_ATTEMPTS: usize = 8;

#[derive(Serialize, Deserialize)]
struct ParticipantItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
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
    #[serde(rename = "yb", default, skip_serializing_if = "is_default")]
    anonymous_by: Option<AnonymousBy>,
    #[serde(rename = "se", default, skip_serializing_if = "is_default")]
    sms_enabled: bool,
    #[serde(rename = "mo", default, skip_serializing_if = "is_default")]
    mobile: String,
    #[serde(rename = "ap", default, skip_serializing_if = "is_default")]
    apparel: String,
    #[serde(rename = "dv", default, skip_serializing_if = "is_default")]
    division: String,
    #[serde(rename = "ua", default, skip_serializing_if = "is_default")]
    updated_at: i64,
    #[serde(rename = "ci", default, skip_serializing_if = "is_default")]
    checked_in_at: i64,
    #[serde(rename = "cb", default, skip_serializing_if = "is_default")]
    checked_in_by: String,
    /// Devices whose edits were applied, each with the number of its last one.
    #[serde(rename = "ed", default, skip_serializing_if = "is_default")]
    done: Vec<(String, u64)>,
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
            anonymous_by: who.anonymous_by,
            sms_enabled: who.sms_enabled,
            mobile: who.mobile,
            apparel: who.apparel,
            division: who.division,
            updated_at: who.updated_at,
            checked_in_at: who.check_in.at,
            checked_in_by: who.check_in.by,
            done: who.check_in.done,
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
            anonymous_by: self.anonymous_by,
            sms_enabled: self.sms_enabled,
            mobile: self.mobile,
            apparel: self.apparel,
            division: self.division,
            updated_at: self.updated_at,
            check_in: CheckIn {
                at: self.checked_in_at,
                by: self.checked_in_by,
                done: self.done,
            },
        });
        (
            id,
            Stamped {
                stamp: self.stamp,
                item: who,
            },
        )
    }
}

/// The change in a record of the table's stream: `q` is its key; `item` is `None` if it was
/// removed.
///
/// # Errors
/// When it does not have the table's shape.
pub fn participant_change(q: &str, item: Option<serde_dynamo::Item>) -> Result<Change> {
    let Some(item) = item else {
        return Ok(Change::Participant(q.to_owned(), None));
    };
    let item: ParticipantItem =
        serde_dynamo::from_item(item).map_err(unreadable("a participant"))?;
    let (id, stored) = item.stored();
    Ok(Change::Participant(id, Some(known(stored))))
}

fn known(stored: Stamped<Participant>) -> Stamped<KnownParticipant> {
    let item = stored.item.as_ref().map(|who| KnownParticipant {
        shown: ResultParticipant::from(who),
        anonymous: who.anonymous,
    });
    Stamped {
        stamp: stored.stamp,
        item,
    }
}

impl Store {
    /// The stored participants of a year, dead ones included, by id.
    pub async fn participants_of(&self, race: &RaceKey) -> Result<Vec<StoredParticipant>> {
        let items: Vec<ParticipantItem> =
            query(&self.db, &self.names.participants, &race.to_string(), "").await?;
        Ok(items.into_iter().map(ParticipantItem::stored).collect())
    }

    /// The participants of a year, dead ones included, that were written with the stamp `since`
    /// or a later one.
    pub async fn participants_since(
        &self,
        race: &RaceKey,
        since: Stamp,
    ) -> Result<Vec<StoredParticipant>> {
        let query = Query::new(&self.names.participants, "p = :p AND s >= :s")
            .index("byStamp")
            .value(":p", text(&race.to_string()))
            .value(":s", bytes(since));
        let found: Vec<ParticipantItem> = all(&self.db, query, "participants").await?;
        Ok(found.into_iter().map(ParticipantItem::stored).collect())
    }

    /// A page of a year's participants in the order of their ids, dead ones included: up to `most`
    /// of those after the id `after`, and the id after which there may be more.
    pub async fn participants_after(
        &self,
        race: &RaceKey,
        after: &str,
        most: u16,
    ) -> Result<(Vec<StoredParticipant>, Option<String>)> {
        let p = race.to_string();
        let (mut found, mut from) = (Vec::new(), (!after.is_empty()).then(|| after.to_owned()));
        loop {
            let left = i32::from(most) - i32::try_from(found.len()).unwrap_or(i32::MAX);
            let page = Query::new(&self.names.participants, "p = :p")
                .limit(left)
                .value(":p", text(&p))
                .from(from.map(|q| KeyPair { p: p.clone(), q }.item()))
                .send(&self.db)
                .await?;
            let is_end = page.next.is_none();
            for item in page.items {
                found.push(from_item::<ParticipantItem>(item, "participants")?.stored());
            }
            from = found.last().map(|(id, _)| id.clone());
            if is_end || found.len() >= usize::from(most) {
                return Ok((found, from.filter(|_| !is_end)));
            }
        }
    }

    /// The part of all participants of a year that matters for its snapshot.
    pub async fn known_participants_of(
        &self,
        race: &RaceKey,
    ) -> Result<Vec<(String, Stamped<KnownParticipant>)>> {
        Ok(self
            .participants_of(race)
            .await?
            .into_iter()
            .map(|(id, stored)| (id, known(stored)))
            .collect())
    }

    /// The stored participants with these ids, which must be distinct.
    pub async fn find_participants(
        &self,
        race: &RaceKey,
        ids: impl IntoIterator<Item = String>,
    ) -> Result<Vec<StoredParticipant>> {
        let p = race.to_string();
        let keys = ids
            .into_iter()
            .map(|id| KeyPair {
                p: p.clone(),
                q: id,
            })
            .collect();
        let items: Vec<ParticipantItem> =
            get_many(&self.db, &self.names.participants, keys).await?;
        Ok(items.into_iter().map(ParticipantItem::stored).collect())
    }

    /// The part of them that matters for a snapshot.
    pub async fn find_known_participants(
        &self,
        race: &RaceKey,
        ids: impl IntoIterator<Item = String>,
    ) -> Result<BTreeMap<String, Stamped<KnownParticipant>>> {
        let found = self.find_participants(race, ids).await?.into_iter();
        Ok(found.map(|(id, stored)| (id, known(stored))).collect())
    }

    /// Writes participants, each over what was seen of it: the stamp of the stored one, or `None`
    /// if there was none. Returns the ids of those that were not written because they have changed
    /// since.
    pub async fn put_participants_over(
        &self,
        race: &RaceKey,
        who: Vec<(Participant, Option<Stamp>)>,
        stamp: Stamp,
    ) -> Result<BTreeSet<String>> {
        let p = race.to_string();
        let items = who.into_iter().map(|(who, seen)| {
            let id = who.id.clone();
            Ok((
                to_item(&ParticipantItem::new(
                    p.clone(),
                    id.clone(),
                    stamp,
                    Some(who),
                ))?,
                id,
                seen,
            ))
        });
        let written = stream::iter(items.collect::<Result<Vec<_>>>()?)
            .map(async |(item, id, seen)| {
                Ok((
                    id,
                    port::Write::put(&self.names.participants, item)
                        .if_seen(seen)
                        .held(&self.db)
                        .await?,
                ))
            })
            .buffer_unordered(AT_ONCE)
            .try_filter_map(async |(id, written)| Ok((!written).then_some(id)));
        written.try_collect().await
    }

    /// Applies an edit of check-in to what is stored, as a whole or not at all; participants older
    /// than `deleted` are dead. If somebody else writes the same participants meanwhile, it decides
    /// again. Returns the participants as they are now, in the edit's order, or those that the edit
    /// conflicts with.
    ///
    /// # Errors
    /// When the table does not answer, or others write the same participants at each try.
    pub async fn edit_participants(
        &self,
        race: &RaceKey,
        deleted: Option<Stamp>,
        edit: &Edit,
        stamp: Stamp,
    ) -> Result<Edited> {
        let ids: BTreeSet<String> = edit.changes.iter().map(|(id, _)| id.clone()).collect();
        for _ in 0..MAX_ATTEMPTS {
            let mut roster = Roster::new(
                self.find_participants(race, ids.iter().cloned()).await?,
                deleted,
            );
            let writes = match roster.edit(edit, stamp) {
                Ok(writes) => writes,
                Err(conflicts) => return Ok(Err(conflicts)),
            };
            if self.put_edit(race, writes.clone()).await? {
                roster.take(writes);
                return Ok(Ok(edit
                    .changes
                    .iter()
                    .filter_map(|(id, _)| roster.find(id).cloned())
                    .collect()));
            }
        }
        Err(StoreError::Busy(
            "others wrote the same participants every time".into(),
        ))
    }

    /// Writes an edit as a whole or not at all, each participant over what was seen of it. Returns
    /// whether it did: not if one of them has changed since.
    async fn put_edit(&self, race: &RaceKey, writes: Vec<Write>) -> Result<bool> {
        let (p, table) = (race.to_string(), &self.names.participants);
        let items = writes.into_iter().map(|Write { who, seen, stamp }| {
            let item = ParticipantItem::new(p.clone(), who.id.clone(), stamp, Some(who));
            Ok((to_item(&item)?, seen))
        });
        let mut items = items.collect::<Result<Vec<_>>>()?;
        if items.len() <= 1 {
            let Some((item, seen)) = items.pop() else {
                return Ok(true);
            };
            let put = port::Write::put(table, item).if_seen(seen);
            return put.held(&self.db).await;
        }
        let mut transaction = Transaction::default();
        for (item, seen) in items {
            transaction.add(port::Write::put(table, item).if_seen(seen));
        }
        Ok(transaction.send(&self.db).await? == Transacted::Done)
    }

    /// Writes participants, or (`None`) that they are deleted, each unless the stored one is newer.
    pub async fn put_participants(
        &self,
        race: &RaceKey,
        who: Vec<(String, Option<Participant>)>,
        stamp: Stamp,
    ) -> Result<()> {
        let p = race.to_string();
        let items = who.into_iter().map(|(id, who)| {
            Ok((
                to_item(&ParticipantItem::new(p.clone(), id, stamp, who))?,
                stamp,
            ))
        });
        self.put_all(&self.names.participants, items.collect::<Result<Vec<_>>>()?)
            .await
    }

    /// Deletes participants by id: each leaves a tombstone, so that a late batch does not restore
    /// it, until clean-up removes the tombstone too. Ids must be distinct.
    pub async fn delete_participants(
        &self,
        race: &RaceKey,
        ids: Vec<String>,
        stamp: Stamp,
    ) -> Result<()> {
        // the mark first: everything written after it will be cleared
        if self.mark_unclean(race, stamp).await? {
            self.put_participants(race, ids.into_iter().map(|id| (id, None)).collect(), stamp)
                .await?;
        }
        Ok(())
    }
}
