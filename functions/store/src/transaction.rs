//! Writes to several items that must agree: all of them or none.

use std::time::Duration;

use crate::{
    Result,
    port::{Answer, Call, CallError, Db, Write},
};

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
#[derive(Debug, Default)]
pub struct Transaction(Vec<Write>);

impl Transaction {
    pub fn add(&mut self, write: Write) {
        self.0.push(write);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes everything or nothing. If it conflicts with another transaction on the same items, it
    /// waits and tries again.
    pub async fn send(self, db: &Db) -> Result<Transacted> {
        let mut wait = WAIT;
        for _ in 1..MAX_ATTEMPTS {
            match db.call(Call::Transact(self.0.clone())).await {
                Err(CallError::Busy(_)) => tokio::time::sleep(wait).await,
                ended => return transacted(ended),
            }
            wait *= 2;
        }
        transacted(db.call(Call::Transact(self.0)).await)
    }
}

fn transacted(ended: std::result::Result<Answer, CallError>) -> Result<Transacted> {
    match ended {
        Ok(_) => Ok(Transacted::Done),
        Err(CallError::Refused(at)) => Ok(Transacted::Refused(at)),
        Err(error) => Err(error.into()),
    }
}
