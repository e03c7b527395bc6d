//! Attempts to sign in: `p` = `le#{e-mail}`, `lo#{source address}`, `lp#{account}`, with keyed
//! hashes in place of all but the last; removed by the table itself some time after `x`. An item is
//! only written if nobody else has written it since it was read, so that concurrent attempts all
//! count.

use chute_domain::login::{Counter, EmailAttempts, SourceAttempts};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Result, Store, StoreError,
    port::{Get, Write},
    table::{number, p_key, to_item},
};

/// How often a change is tried that conflicts with others.
const MAX_ATTEMPTS: u32 = 12;

/// A kind of attempts that are counted.
pub trait Attempts: Default + Clone + PartialEq + Serialize + DeserializeOwned {
    /// The prefix of the item's key.
    const PREFIX: &'static str;
    /// From when on it no longer counts, in unix seconds.
    fn forgotten_s(&self) -> i64;
}

macro_rules! attempts {
    ($($type:ty = $prefix:literal),*) => {$(
        impl Attempts for $type {
            const PREFIX: &'static str = $prefix;

            fn forgotten_s(&self) -> i64 {
                Self::forgotten_s(self)
            }
        }
    )*};
}

attempts!(
    EmailAttempts = "le#",
    SourceAttempts = "lo#",
    Counter = "lp#"
);

#[derive(Serialize, Deserialize)]
struct AttemptsItem<A> {
    p: String,
    /// Grows with every change.
    v: u64,
    x: i64,
    a: A,
}

impl Store {
    /// The known attempts of an address, source or account.
    pub async fn attempts<A: Attempts>(&self, of: &str) -> Result<A> {
        Ok(self
            .attempts_item(&format!("{}{of}", A::PREFIX))
            .await?
            .map(|item: AttemptsItem<A>| item.a)
            .unwrap_or_default())
    }

    /// Changes the attempts and returns what `change` returns. `change` runs again if others were
    /// faster; the item is written even if nothing changed, so that the effort is always the same.
    ///
    /// # Errors
    /// When the table cannot be read or written, or too many others change it at the same time.
    pub async fn change_attempts<A: Attempts, T>(
        &self,
        of: &str,
        change: impl Fn(&mut A) -> T,
    ) -> Result<T> {
        let p = format!("{}{of}", A::PREFIX);
        for turn in 0..MAX_ATTEMPTS {
            let (mut attempts, version) = match self.attempts_item(&p).await? {
                Some(AttemptsItem { a, v, .. }) => (a, v),
                None => (A::default(), 0),
            };
            let said = change(&mut attempts);
            if self
                .put_attempts(AttemptsItem {
                    p: p.clone(),
                    v: version + 1,
                    x: attempts.forgotten_s(),
                    a: attempts,
                })
                .await?
            {
                return Ok(said);
            }
            tokio::time::sleep(std::time::Duration::from_millis(u64::from(turn))).await;
        }
        Err(StoreError::Busy("too many attempts at once".into()))
    }

    /// Forgets the attempts of an address, source or account.
    pub async fn forget_attempts<A: Attempts>(&self, of: &str) -> Result<()> {
        Write::delete(&self.names.attempts, p_key(&format!("{}{of}", A::PREFIX)))
            .send(&self.db)
            .await?;
        Ok(())
    }

    async fn attempts_item<A: Attempts>(&self, p: &str) -> Result<Option<AttemptsItem<A>>> {
        let get = Get::new(&self.names.attempts, p_key(p));
        get.read(&self.db, "attempts").await
    }

    async fn put_attempts<A: Attempts>(&self, item: AttemptsItem<A>) -> Result<bool> {
        let put = Write::put(&self.names.attempts, to_item(&item)?);
        let put = match item.v.checked_sub(1) {
            None | Some(0) => put.condition("attribute_not_exists(p)"),
            Some(read) => put.condition("v = :v").value(":v", number(read)),
        };
        put.held(&self.db).await
    }
}
