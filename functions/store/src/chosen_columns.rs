//! Columns that an account chose for its tables: a small file for each account in the private
//! bucket, replaced only if it is as it was read.

use chute_domain::sheet::{Chosen, remember};

use crate::{Place, Result, Store, StoreError, Written};

/// How often a choice is stored again because the account chose elsewhere at the same moment.
const MAX_ATTEMPTS: usize = 5;

fn path(account: &str) -> String {
    format!("{account}.json")
}

impl Store {
    /// What an account chose, the latest first.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn chosen_columns(&self, account: &str) -> Result<Vec<Chosen>> {
        Ok(self.chosen_and_tag(account).await?.0)
    }

    /// Remembers a choice and returns all that are then remembered. Repeating a choice writes
    /// nothing.
    ///
    /// # Errors
    /// When the bucket does not answer, or the account chooses elsewhere every time.
    pub async fn choose_columns(&self, account: &str, chosen: Chosen) -> Result<Vec<Chosen>> {
        for _ in 0..MAX_ATTEMPTS {
            let (known, etag) = self.chosen_and_tag(account).await?;
            if known.first() == Some(&chosen) {
                return Ok(known);
            }
            let all = remember(known, chosen.clone());
            let body = serde_json::to_vec(&all).map_err(unreadable)?;
            if matches!(
                self.move_pointer(Place::Columns, &path(account), body, etag.as_deref())
                    .await?,
                Written::Now(_)
            ) {
                return Ok(all);
            }
        }
        Err(StoreError::Busy(
            "the account chose other columns at the same time".into(),
        ))
    }

    async fn chosen_and_tag(&self, account: &str) -> Result<(Vec<Chosen>, Option<String>)> {
        let Some(stored) = self.get_object(Place::Columns, &path(account)).await? else {
            return Ok((Vec::new(), None));
        };
        Ok((
            serde_json::from_slice(&stored.body).map_err(unreadable)?,
            Some(stored.etag),
        ))
    }
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unreadable("chosen columns", Box::new(error))
}
