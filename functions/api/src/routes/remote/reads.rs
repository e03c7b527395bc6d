//! Chip reads (contract 5.1).

use std::time::Duration;

use chute_contract::{
    answers::Count,
    remote::{ListReads, Reads},
};
use chute_domain::read::{Gathered, Range, Read, missing};
use chute_store::{Store, StoreError};
use futures::future::try_join_all;
use tokio::time::timeout;

use super::{notifications, room::Room};
use crate::{
    answer::{Answer, json},
    extract::{AnyKey, DeleteKey, KeyRequest, ReadsToDelete, ValidReads, WriteKey},
};

/// How many keys of a reader are read at the same time; each may have as many reads as an answer
/// holds.
const KEYS_AT_ONCE: usize = 4;
/// How long a delete may clear the storage before it answers. It holds already: what there is no
/// time for is cleared by the reader's next delete.
const CLEARED_WITHIN: Duration = Duration::from_secs(2);

/// The reads of a reader within a time range, oldest first; if there are too many for an answer, it
/// ends at a whole second.
pub async fn list(call: KeyRequest<ListReads, AnyKey>) -> Answer<Reads> {
    let (body, key, app, context) = call.admit().await?;
    let keys = app.store.keys_named(&key.account, &body.reader).await?;
    let (reads, notification) = futures::try_join!(
        gather(&app.store, &keys, Range::asked(body.start, body.end)),
        notifications::shown(&app.store, &keys, context.unix_s()),
    )?;
    Ok(json(&Reads {
        count: reads.len(),
        reads,
        notification,
    }))
}

async fn gather(store: &Store, keys: &[String], range: Range) -> Result<Vec<Read>, StoreError> {
    let mut gathered = Gathered::new(range);
    for keys in keys.chunks(KEYS_AT_ONCE) {
        let (wanted, mut room) = (gathered.wanted(), Room::default());
        let mut found = Vec::new();
        for key in keys {
            let mut room = room;
            found.push(store.reads_of(key, wanted, move |read: &Read| room.takes(read)));
        }
        let found = try_join_all(found).await?.into_iter().flatten().collect();
        gathered.add(found, |read| room.takes(read));
    }
    Ok(gathered.reads())
}

/// Stores reads under the calling key. Invalid ones are dropped.
pub async fn add(call: KeyRequest<ValidReads, WriteKey>) -> Answer<Count> {
    let context = call.context.clone();
    let look_ups = |sent: &ValidReads| chute_store::look_ups(&sent.reads);
    let found = call.admit_with(look_ups, async |store, key, sent| {
        store.find_reads(key, &sent.reads).await
    });
    let ((ValidReads { count, reads }, key, app, _), stored) = context.until_stop(found).await?;
    context
        .until_stop(
            app.store
                .put_reads(&key.digest, missing(&reads, &stored), context.stamp),
        )
        .await?;
    Ok(json(&Count { count }))
}

/// Deletes the reads of a reader up to an end, or between start and end; all of them if no end is
/// given. What is uploaded later stays.
pub async fn remove(call: KeyRequest<ReadsToDelete, DeleteKey>) -> Answer<Count> {
    let (ReadsToDelete { reader, range }, key, app, context) = call.admit().await?;
    let keys = app.store.keys_named(&key.account, &reader).await?;
    let (store, stamp) = (&app.store, context.stamp);
    let deletes = keys.iter().map(|key| store.delete_reads(key, range, stamp));
    let count = context.until_stop(try_join_all(deletes)).await?;
    let clears = keys.iter().map(|key| store.clear_deleted_reads(key, stamp));
    if let Ok(Err(error)) = timeout(CLEARED_WITHIN, try_join_all(clears)).await {
        tracing::warn!(%error, "deleted reads are still stored");
    }
    Ok(json(&Count {
        count: count.into_iter().sum(),
    }))
}
