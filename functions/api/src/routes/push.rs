//! Alerts on a device, by Web Push (contract 4.7, 8.8). Only the server sends them: where the
//! timing client does, these routes do not exist.

use chute_contract::push::{AddDevice, PushKey, RemoveDevice};
use chute_domain::{
    device::Device,
    subscription::{Language, Refused, Sender},
};
use chute_store::{PushSender, SubscribingDevice};

use super::sms::window_of;
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json},
    extract::{Limited, LimitedByRace, PublicRaceRequest, PublicRequest},
};
use axum::extract::State;

/// The public key with which browsers subscribe to push messages; 404 where the server sends no
/// alerts.
///
/// # Errors
/// - 404: the server sends no alerts.
pub async fn key(State(app): State<App>) -> Answer<PushKey> {
    Ok(json(&PushKey {
        key: sender(&app)?.public_key().to_owned(),
    }))
}

fn sender(app: &App) -> Result<&PushSender, Problem> {
    let sender = app
        .push
        .sender
        .as_deref()
        .filter(|_| app.alerts.sender == Sender::Server);
    sender.ok_or(Problem::NotFound("Not Found"))
}

/// Subscribes a browser to the alerts about a runner, by bib or by name.
///
/// The checks run in the same order as in `sms/add`.
///
/// # Errors
/// - 401: the event is restricted, and the call has no key of its owner.
/// - 403: the time to subscribe has ended.
/// - 404: no such event or year, or the server sends no alerts.
/// - 429: a limit of the caller's address, the device or the race is reached.
pub async fn add(call: PublicRequest<AddDevice, LimitedByRace>) -> Answer<Empty> {
    let call = call.subscribing().await?;
    sender(&call.app)?;
    let now_s = call.context.unix_s();
    let (call, closes_s) = call.race(|year| window_of(year, now_s)).await?;
    let device = call.body.runner().with(|| device_of(&call))?;
    let pseudonym = call.app.secrets.pseudonym(device.endpoint())?;
    let wish = SubscribingDevice {
        race: &call.race,
        device: &device,
        runner: call.body.runner(),
        language: Language::of(&call.body.language),
        now_s,
        closes_s,
        source: &call.source,
        pseudonym: &pseudonym,
        caps: &call.app.alerts.caps,
    };
    call.context
        .until_stop(call.app.store.subscribe_device(&wish))
        .await??;
    Ok(empty())
}

/// The device, if messages can be encrypted for it.
fn device_of(call: &PublicRaceRequest<AddDevice>) -> Result<Device, Refused> {
    let sent = &call.body.subscription;
    let device = Device::of(
        &sent.endpoint,
        &sent.keys.p256dh,
        &sent.keys.auth,
        &call.app.push.services,
    )?;
    let can_reach = call
        .app
        .push
        .sender
        .as_ref()
        .is_some_and(|sender| sender.can_reach(&device));
    if can_reach {
        Ok(device)
    } else {
        Err(Refused::Device(chute_domain::device::Unusable::Keys))
    }
}

/// Removes a browser's subscriptions for a year: those about one runner, or all.
///
/// It succeeds even if nothing matched.
///
/// # Errors
/// - 404: no such event or year.
/// - 429: too many calls from the caller's address.
pub async fn remove(call: PublicRequest<RemoveDevice, Limited>) -> Answer<Empty> {
    let call = call.counted("push.remove").await?;
    let (record, year) = call.race().await?;
    let race = record.race(&year);
    call.context
        .until_stop(call.app.store.unsubscribe_device(
            &race,
            &call.body.endpoint,
            call.body.runner(),
        ))
        .await?;
    Ok(empty())
}
