//! Notifications of remote readers about themselves (contract 5.1).

use chute_contract::remote::{GetNotification, ShownNotification};
use chute_domain::read::{self, Notification};
use chute_store::{Store, StoreError};
use futures::future::try_join_all;

use crate::{
    answer::{Answer, Empty, empty, json, no_content},
    extract::{AnyKey, KeyRequest, ValidNotification, WriteKey},
};

/// The latest notification of a reader, if it is not older than five minutes.
///
/// # Answers
/// - 204: there is no such notification.
pub async fn get(call: KeyRequest<GetNotification, AnyKey>) -> Answer<ShownNotification> {
    let (GetNotification { reader }, key, app, context) = call.admit().await?;
    let keys = app.store.keys_named(&key.account, &reader).await?;
    Ok(match shown(&app.store, &keys, context.unix_s()).await? {
        Some(notification) => json(&ShownNotification {
            reader,
            notification,
        }),
        None => no_content(),
    })
}

/// The notification to show at `now` (unix seconds) for the reader with these keys.
pub(super) async fn shown(
    store: &Store,
    keys: &[String],
    now: i64,
) -> Result<Option<Notification>, StoreError> {
    let noted = try_join_all(keys.iter().map(|key| store.notifications_of(key, now))).await?;
    Ok(read::latest(noted.into_iter().flatten(), now))
}

/// Stores a notification of the reader to which the calling key belongs.
pub async fn save(call: KeyRequest<ValidNotification, WriteKey>) -> Answer<Empty> {
    let ((ValidNotification { kind, when }, key, app, context), known) = call
        .admit_with(
            |_| 1,
            async |store, key, sent| store.has_notification(key, &sent.when).await,
        )
        .await?;
    if !known {
        let received = context.unix_s();
        context
            .until_stop(app.store.add_notification(
                &key.account,
                &key.digest,
                kind,
                &when,
                received,
            ))
            .await?;
    }
    Ok(empty())
}
