//! The functions without a route (contract 10.3).

mod cleanup;
pub mod inbound;
pub mod publish;
mod reconcile;

use std::{env, time::Duration};

use chute_store::{Publisher, Store};
use lambda_runtime::{Error, LambdaEvent, service_fn};

use crate::alerts::Alerts;

/// Runs the worker of this name until the instance ends; `false` when there is none of it.
///
/// # Errors
/// When the runtime does not answer.
pub async fn run(name: &str, store: &Store, alerts: &Alerts) -> Result<bool, Error> {
    match name {
        "snapshots.publish" => {
            let worker = publish::Worker::new(store, publisher(store)?);
            lambda_runtime::run(service_fn(|event: LambdaEvent<_>| async { Ok::<_, Error>(worker.run(event.payload).await) })).await?;
        }
        "cleanup" => {
            lambda_runtime::run(service_fn(|event: LambdaEvent<cleanup::Task>| async move {
                cleanup::run(store, &event.payload).await.map_err(Error::from)
            }))
            .await?;
        }
        "snapshots.reconcile" => {
            let worker = reconcile::Worker::new(store.clone());
            lambda_runtime::run(service_fn(|event: LambdaEvent<_>| async { worker.run(event.payload).await })).await?;
        }
        "sms.inbound" => {
            lambda_runtime::run(service_fn(|event: LambdaEvent<_>| async move {
                inbound::run(store, alerts, event.payload).await.map_err(Error::from)
            }))
            .await?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A publisher that pauses two seconds between two publications of a race, or as many milliseconds as `PUBLISH_PAUSE_MS` says: with it
/// `make bench` replays an hour in minutes. The template does not set it.
fn publisher(store: &Store) -> Result<Publisher, Error> {
    let publisher = Publisher::new(store.clone());
    let Ok(pause) = env::var("PUBLISH_PAUSE_MS") else { return Ok(publisher) };
    let pause = pause.parse().map_err(|_| format!("PUBLISH_PAUSE_MS must be a number of milliseconds, not {pause:?}"))?;
    Ok(publisher.pausing(Duration::from_millis(pause)))
}
