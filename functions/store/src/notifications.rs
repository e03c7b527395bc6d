//! Notifications: `p` = digest of the key that sent it, `q` = the second it is about, twelve
//! digits. `p` = `n#{account}`, `q` = `id`: the account's last id. A notification expires (`x`) one
//! day after it was received.

use chute_domain::{
    event_time::EventTime,
    read::{Noted, Notification, NotificationKind, SHOWN_S},
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    port::{Get, Query, Returns, Write},
    table::{KeyPair, from_item, number, number_in, text, to_item},
};

const DAY: i64 = 86_400;
/// Clients hold ids in signed 32-bit integers.
const LARGEST_ID: i64 = i32::MAX as i64;
/// Maximum number of a reader's notifications that are read, latest first; a reader sends at most
/// one per second.
const MOST: i32 = 2 * SHOWN_S as i32;

#[derive(Serialize, Deserialize)]
struct NotificationItem {
    p: String,
    q: String,
    id: i64,
    #[serde(rename = "ty")]
    kind: NotificationKind,
    #[serde(rename = "wh")]
    when: EventTime,
    #[serde(rename = "re")]
    received: i64,
    #[serde(rename = "x")]
    leaves: i64,
}

/// The sort key of a second, shifted so that the years 0 to 9999 are all above zero.
fn second(unix_s: i64) -> String {
    format!(
        "{:012}",
        unix_s
            .saturating_add(100_000_000_000)
            .clamp(0, 999_999_999_999)
    )
}

impl Store {
    /// Whether the key has sent a notification about this second.
    pub async fn has_notification(&self, key: &str, when: &EventTime) -> Result<bool> {
        let pair = KeyPair::new(key, &second(when.instant()));
        Ok(Get::new(&self.names.notifications, pair.item())
            .only("p")
            .send(&self.db)
            .await?
            .is_some())
    }

    /// Stores a notification under the next id of the account, unless the key has sent one about
    /// the same second.
    pub async fn add_notification(
        &self,
        account: &str,
        key: &str,
        kind: NotificationKind,
        when: &EventTime,
        received: i64,
    ) -> Result<()> {
        let KeyPair { p, q } = KeyPair::new(key, &second(when.instant()));
        let id = self.next_notification_id(account).await?;
        let item = NotificationItem {
            p,
            q,
            id,
            kind,
            when: when.clone(),
            received,
            leaves: received.saturating_add(DAY),
        };
        let put = Write::put(&self.names.notifications, to_item(&item)?);
        // if the same notification is sent twice at once, one of the two is kept and an id is
        // skipped
        put.condition("attribute_not_exists(p)")
            .held(&self.db)
            .await
            .map(|_| ())
    }

    async fn next_notification_id(&self, account: &str) -> Result<i64> {
        let counter = KeyPair::new(&format!("n#{account}"), "id");
        let after = Write::update(&self.names.notifications, counter.item())
            .change("ADD n :one")
            .condition("attribute_not_exists(n) OR n < :largest")
            .value(":one", number(1))
            .value(":largest", number(LARGEST_ID))
            .returning(Returns::After)
            .send(&self.db)
            .await?;
        number_in(&after, "n")
            .ok_or_else(|| StoreError::Unreadable("notifications", "not a counter".into()))
    }

    /// The latest notifications that the key sent and that may still be shown at `now` (unix
    /// seconds).
    pub async fn notifications_of(&self, key: &str, now: i64) -> Result<Vec<Noted>> {
        let answer = Query::new(&self.names.notifications, "p = :p AND q >= :first")
            .value(":p", text(key))
            .value(":first", text(&second(now.saturating_sub(SHOWN_S))))
            .descending()
            .limit(MOST)
            .send(&self.db)
            .await?;
        let items = answer.items.into_iter().map(|item| {
            let NotificationItem {
                id,
                kind,
                when,
                received,
                ..
            } = from_item(item, "notifications")?;
            Ok(Noted {
                notification: Notification { id, kind, when },
                received,
            })
        });
        items.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_in_order() {
        let times = [
            "0000-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00Z",
            "2026-05-02T08:00:00Z",
            "9999-12-30T00:00:00Z",
        ];
        let keys = times.map(|time| second(EventTime::parse(time).unwrap().instant()));
        assert!(
            keys.is_sorted() && keys.iter().all(|key| key.len() == 12),
            "{keys:?}"
        );
    }
}
