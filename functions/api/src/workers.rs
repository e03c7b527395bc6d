//! The functions without a route (contract 10.3).

pub mod alerts;
pub mod cleanup;
pub mod hooks;
pub mod inbound;
mod metric;
pub mod publish;
pub mod queue;
pub mod reconcile;

use std::{env, sync::Arc, time::Duration};

use chute_domain::{
    race::{RaceKey, Year},
    time::Time,
};
pub use chute_publisher::Publisher;
use chute_store::{Store, StoreError};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use serde_json::Value;

use crate::{alerts::Alerts, hooks::Hooks, mail::Mailing, push::Push};
use alerts::{Clock, MachineClock, select, send};

/// How long before and after its date a year is recent, in seconds.
const RECENT_S: i64 = 3 * 24 * 60 * 60;
/// The maximum number of rows in a year (contract 1.5): with up to this many, a publisher's memory
/// fits in that of its function.
const ROWS_A_YEAR: usize = 500_000;
/// How long before its function's deadline a worker takes its last turn, in microseconds: a handful
/// of calls follow each turn.
const SEND_STOP_US: u64 = 10_000_000;
/// How long before its function's deadline the reconciler begins with its last event, in
/// microseconds: longer than a year of 500,000 rows takes.
const COMPARE_STOP_US: u64 = 90_000_000;

/// Runs the worker with this name until the instance ends; returns `false` if there is none.
///
/// # Errors
/// When the runtime does not answer.
pub async fn run(
    name: &str,
    store: &Store,
    alerts: &Alerts,
    ways: (&Push, &Option<Arc<Mailing>>),
    hooks: &Hooks,
) -> Result<bool, Error> {
    match name {
        "snapshots.publish" => {
            let worker = publish::Worker::new(store, publisher(store, |name| env::var(name).ok())?);
            lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async {
                worker.answer(event.payload).await
            }))
            .await?;
        }
        "cleanup" => {
            lambda_runtime::run(service_fn(|event: LambdaEvent<cleanup::Task>| async move {
                cleanup::run(store, &event.payload)
                    .await
                    .map_err(Error::from)
            }))
            .await?;
        }
        "snapshots.reconcile" => {
            // it also reads the queue of web hooks, since it looks after those too
            let worker = &reconcile::Worker::new(
                store.clone(),
                publisher(store, |name| env::var(name).ok())?,
            );
            let hooks = &hooks::Worker::new(store.clone(), hooks, Arc::new(MachineClock));
            lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
                let stop_us = (event.context.deadline * 1_000).saturating_sub(SEND_STOP_US);
                if is_of_hooks(store, &event.payload) {
                    return Ok::<_, Error>(serde_json::to_value(
                        hooks
                            .run(serde_json::from_value(event.payload)?, stop_us)
                            .await,
                    )?);
                }
                let stop_us = (event.context.deadline * 1_000).saturating_sub(COMPARE_STOP_US);
                let is_over = || MachineClock.now_us() >= stop_us;
                worker
                    .run(&serde_json::from_value(event.payload)?, is_over)
                    .await
                    .map(|()| Value::Null)
            }))
            .await?;
        }
        "alerts.select" => {
            let worker =
                &select::Worker::new(store.clone(), Arc::new(MachineClock), alerts.parts_a_second);
            lambda_runtime::run(service_fn(|event: LambdaEvent<_>| async {
                Ok::<_, Error>(worker.run(event.payload).await)
            }))
            .await?;
        }
        "alerts.send" => {
            let worker = &send::Worker::new(
                store.clone(),
                send_settings(alerts, ways),
                Arc::new(MachineClock),
            );
            lambda_runtime::run(service_fn(|event: LambdaEvent<queue::Batch>| async move {
                let stop_us = (event.context.deadline * 1_000).saturating_sub(SEND_STOP_US);
                Ok::<_, Error>(worker.run(event.payload, stop_us).await)
            }))
            .await?;
        }
        "sms.inbound" => {
            lambda_runtime::run(service_fn(|event: LambdaEvent<_>| async move {
                inbound::run(store, alerts, event.payload)
                    .await
                    .map_err(Error::from)
            }))
            .await?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whether an event comes from the queue of web hooks.
fn is_of_hooks(store: &Store, event: &Value) -> bool {
    event
        .pointer("/Records/0/eventSourceARN")
        .and_then(Value::as_str)
        .is_some_and(|arn| store.is_queue_of_hooks(arn))
}

/// The settings with which `alerts.send` sends texts, pushes and e-mails.
#[must_use]
pub fn send_settings(
    alerts: &Alerts,
    (push, mail): (&Push, &Option<Arc<Mailing>>),
) -> send::Settings {
    let (carrier, push, mail) = (alerts.carrier.clone(), push.sender.clone(), mail.clone());
    send::Settings {
        carrier,
        budgets: alerts.budgets,
        parts_a_second: alerts.parts_a_second,
        push,
        mail,
    }
}

/// Whether a year may still change: it is live, or its date is only days away. Corrections come in
/// the days after it.
#[must_use]
pub fn is_recent(year: &Year, now: Time) -> bool {
    year.live || is_near(year, now)
}

/// The years that may still change, of all events.
///
/// # Errors
/// When the events cannot be read.
pub async fn recent_races(store: &Store, now: Time) -> Result<Vec<RaceKey>, StoreError> {
    let events = store.all_events().await?;
    let years = events.iter().flat_map(|event| {
        let recent = event.years.values();
        let recent = recent.filter(|record| is_recent(&record.year, now));
        recent.map(|record| event.race(record))
    });
    Ok(years.collect())
}

/// Whether the date of a year is only days away. Many a year stays live for ever.
fn is_near(year: &Year, now: Time) -> bool {
    let now_s = now.unix_s();
    (now_s - RECENT_S..=now_s + RECENT_S).contains(&year.date_time.instant())
}

/// Returns a publisher configured by these settings, where given:
///
/// - `ROWS_A_YEAR`: the maximum number of rows in a year; 500,000 by default.
/// - `PUBLISH_PAUSE_MS`: the minimum time between two publications of a race, in milliseconds;
///   2,000 by default. The template does not set it: `make bench` uses it to replay an hour in
///   minutes.
///
/// # Errors
/// If one of them is not a number.
pub fn publisher(
    store: &Store,
    setting: impl Fn(&str) -> Option<String>,
) -> Result<Publisher, Error> {
    let number = |name| number(name, setting(name));
    let most_rows = number("ROWS_A_YEAR")?
        .and_then(|rows| usize::try_from(rows).ok())
        .unwrap_or(ROWS_A_YEAR);
    let publisher = Publisher::new(store.clone()).holding(most_rows);
    Ok(match number("PUBLISH_PAUSE_MS")? {
        Some(pause) => publisher.pausing(Duration::from_millis(pause)),
        None => publisher,
    })
}

fn number(name: &str, setting: Option<String>) -> Result<Option<u64>, Error> {
    let Some(text) = setting.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    text.parse()
        .map(Some)
        .map_err(|_| format!("{name} must be a whole number, not {text:?}").into())
}
