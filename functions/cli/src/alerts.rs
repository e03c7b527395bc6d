//! `chute alerts`: text alerts that could not be processed.

use std::env;

use crate::{
    failure::{Failure, Outcome},
    tables,
};

/// The variable with the ARN of the queue of claims that could not be processed.
const FAILURES: &str = "ALERT_FAILURES";

/// Moves the claims that could not be processed back to the queues they came from. Alerts that are
/// too late by then are not sent.
pub fn redrive() -> Outcome {
    let failures = env::var(FAILURES).ok().filter(|arn| !arn.is_empty()).ok_or_else(|| {
        Failure::new(format!(
            "The variable {FAILURES} is not set: only a stack on AWS with Alerts=server has such a queue (its output AlertFailures). `chute serve` \
             finds what is left over by itself when it starts."
        ))
    })?;
    tables::run(async {
        tables::on_aws().await?.redrive_alerts(&failures).await?;
        println!("What could not be worked off goes back to its queues.");
        Ok(())
    })
}
