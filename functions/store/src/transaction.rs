//! Writes to several items that must agree: all of them or none.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    error::BuildError,
    operation::transact_write_items::TransactWriteItemsError,
    types::{
        CancellationReason, ConditionCheck, Delete, Put, TransactWriteItem, Update,
        builders::{ConditionCheckBuilder, DeleteBuilder, PutBuilder, UpdateBuilder},
    },
};

use crate::{Cause, Result, StoreError, table::failed};

/// How often a transaction is tried that conflicts with another one.
const MAX_ATTEMPTS: u32 = 6;
/// The wait before the second try; it doubles with each further one.
const WAIT: Duration = Duration::from_millis(15);

/// The result of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transacted {
    /// Everything is written.
    Done,
    /// Nothing is written: the condition of the write at this position (from 0) did not hold.
    Refused(usize),
}

/// Up to 100 writes, in the order in which they were added.
pub struct Transaction<'d> {
    db: &'d Client,
    writes: Vec<TransactWriteItem>,
}

impl<'d> Transaction<'d> {
    pub fn new(db: &'d Client) -> Self {
        Self {
            db,
            writes: Vec::new(),
        }
    }

    pub fn put(&mut self, put: PutBuilder) -> Result<()> {
        self.writes.push(
            TransactWriteItem::builder()
                .put(put.build().map_err(unbuilt)?)
                .build(),
        );
        Ok(())
    }

    pub fn update(&mut self, update: UpdateBuilder) -> Result<()> {
        self.writes.push(
            TransactWriteItem::builder()
                .update(update.build().map_err(unbuilt)?)
                .build(),
        );
        Ok(())
    }

    pub fn delete(&mut self, delete: DeleteBuilder) -> Result<()> {
        self.writes.push(
            TransactWriteItem::builder()
                .delete(delete.build().map_err(unbuilt)?)
                .build(),
        );
        Ok(())
    }

    pub fn check(&mut self, check: ConditionCheckBuilder) -> Result<()> {
        self.writes.push(
            TransactWriteItem::builder()
                .condition_check(check.build().map_err(unbuilt)?)
                .build(),
        );
        Ok(())
    }

    /// Writes everything or nothing. If it conflicts with another transaction on the same items, it
    /// waits and tries again.
    pub async fn send(self) -> Result<Transacted> {
        let mut wait = WAIT;
        for _ in 1..MAX_ATTEMPTS {
            match self.attempt().await {
                Err(StoreError::Busy(_)) => tokio::time::sleep(wait).await,
                ended => return ended,
            }
            wait *= 2;
        }
        self.attempt().await
    }

    async fn attempt(&self) -> Result<Transacted> {
        let Err(error) = self
            .db
            .transact_write_items()
            .set_transact_items(Some(self.writes.clone()))
            .send()
            .await
        else {
            return Ok(Transacted::Done);
        };
        let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
            error.as_service_error()
        else {
            return Err(failed(error));
        };
        let reasons = cancelled.cancellation_reasons();
        if let Some(refused) = reasons
            .iter()
            .position(|reason| code(reason) == "ConditionalCheckFailed")
        {
            return Ok(Transacted::Refused(refused));
        }
        let busy = [
            "TransactionConflict",
            "ThrottlingError",
            "ProvisionedThroughputExceeded",
        ];
        let is_busy = reasons.iter().any(|reason| busy.contains(&code(reason)));
        let cause: Cause = Box::new(error);
        Err(if is_busy {
            StoreError::Busy(cause)
        } else {
            StoreError::Failed(cause)
        })
    }
}

fn code(reason: &CancellationReason) -> &str {
    reason.code().unwrap_or_default()
}

fn unbuilt(error: BuildError) -> StoreError {
    StoreError::Failed(Box::new(error))
}

/// Starts a write of a whole item.
pub fn put(table: &str, item: crate::table::Item) -> PutBuilder {
    Put::builder().table_name(table).set_item(Some(item))
}

/// Starts a change of the item `p`.
pub fn update(table: &str, p: &str) -> UpdateBuilder {
    Update::builder()
        .table_name(table)
        .key("p", crate::table::text(p))
}

/// Starts a delete of the item `p`.
pub fn delete(table: &str, p: &str) -> DeleteBuilder {
    Delete::builder()
        .table_name(table)
        .key("p", crate::table::text(p))
}

/// Starts a condition on the item `p`, which is not written.
pub fn check(table: &str, p: &str) -> ConditionCheckBuilder {
    ConditionCheck::builder()
        .table_name(table)
        .key("p", crate::table::text(p))
}
