//! The columns that an account chose for its tables: a small file per account in the private
//! bucket, replaced only if it is still as it was read.

use chute_domain::sheet::{Chosen, remember};

use crate::{Place, Result, Store, StoreError};

/// How often storing a choice is tried if the account makes another one at the same moment.
const MAX_ATTEMPTS: usize = 5;
const WHAT: &str = "chosen columns";

fn path(account: &str) -> String {
    format!("{account}.json")
}

impl Store {
    /// The choices of an account, the latest first.
    pub async fn chosen_columns(&self, account: &str) -> Result<Vec<Chosen>> {
        Ok(self.chosen_and_tag(account).await?.0)
    }

    /// Remembers a choice and returns all remembered ones. Repeating the latest choice writes
    /// nothing.
    ///
    /// # Errors
    /// When the bucket does not answer, or the account makes another choice at each try.
    pub async fn choose_columns(&self, account: &str, chosen: Chosen) -> Result<Vec<Chosen>> {
        for _ in 0..MAX_ATTEMPTS {
            let (known, etag) = self.chosen_and_tag(account).await?;
            if known.first() == Some(&chosen) {
                return Ok(known);
            }
            let all = remember(known, chosen.clone());
            let path = path(account);
            if self
                .put_json(Place::Columns, &path, (WHAT, &all), etag.as_deref())
                .await?
            {
                return Ok(all);
            }
        }
        Err(StoreError::Busy(
            "the account chose other columns at the same time".into(),
        ))
    }

    async fn chosen_and_tag(&self, account: &str) -> Result<(Vec<Chosen>, Option<String>)> {
        let found = self.get_json(Place::Columns, &path(account), WHAT).await?;
        Ok(found.map_or_else(Default::default, |(known, etag)| (known, Some(etag))))
    }
}
