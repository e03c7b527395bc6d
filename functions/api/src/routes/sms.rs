//! Text alerts (contract 4.7, 8).

use chute_contract::alerts::{
    AddSubscription, ReadSubscriptions, RemoveSubscriptions, SmsSubscription, Subscriptions,
};
use chute_domain::{
    phone::Phone,
    state::YearRecord,
    subscription::{self, Sender, Subscription},
    text_message::WORDING,
};
use chute_store::{Subscribed, Subscribing};
use futures::FutureExt;

use crate::{
    alerts,
    answer::{Answer, Empty, Problem, empty, json},
    extract::{
        KeyRequest, Limited, LimitedByRace, PublicRaceRequest, PublicRequest, Writer, YearRequest,
    },
};

/// The subscriptions to text alerts if the timing client sends the texts; otherwise none.
///
/// If the server sends them, a timing client with the list would send each text a second time.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: KeyRequest<ReadSubscriptions, Writer>) -> Answer<Subscriptions> {
    let call = call.year().await?;
    let subscriptions = match call.app.alerts.sender {
        Sender::Server => Vec::new(),
        Sender::TimingClient => unblocked(&call).await?,
    };
    Ok(json(&Subscriptions { subscriptions }))
}

/// The year's subscriptions without those of blocked phones, to which the timing client would
/// otherwise send texts.
async fn unblocked(call: &YearRequest<ReadSubscriptions>) -> Result<Vec<SmsSubscription>, Problem> {
    let (race, store) = (&call.race, &call.app.store);
    let (mut found, blocked) = futures::try_join!(
        store.subscriptions_of(race, call.context.unix_s()),
        store.blocked_phones()
    )?;
    found.sort_unstable_by(|a, b| a.order().cmp(&b.order()));
    let is_free = |phone: &Phone| {
        blocked
            .binary_search_by(|blocked| blocked.as_str().cmp(phone.e164()))
            .is_err()
    };
    Ok(found
        .into_iter()
        .filter(|subscription| is_free(&subscription.phone))
        .map(SmsSubscription::from)
        .collect())
}

/// Subscribes a phone to the alerts about a runner, by bib or by name.
///
/// The checks run in the order that the contract prescribes.
///
/// # Errors
/// - 401: the event is restricted, and the call has no key of its owner.
/// - 403: the time to subscribe has ended.
/// - 404: no such event or year.
/// - 429: a limit of the caller's address, the phone, the race or the day is reached, or the budget
///   for texts is spent.
pub async fn add(call: PublicRequest<AddSubscription, LimitedByRace>) -> Answer<Empty> {
    let call = call.subscribing().await?;
    let now_s = call.context.unix_s();
    let (call, closes_s) = call.race(|year| window_of(year, now_s)).await?;
    let subscription = Subscription::of(
        call.body.runner(),
        &call.body.phone,
        &call.app.alerts.area_codes,
    )?;
    let text = call.app.alerts.confirmation(&call.record.event.name);
    if subscribe(&call, &subscription, closes_s, &text).await? == Subscribed::Confirm {
        let told = alerts::confirm(
            &call.app.store,
            &subscription.phone,
            &call.race,
            &text,
            &call.app.alerts.carrier,
        );
        // if this is cut off, the claim already counts as doubtful; the subscription is kept
        let _ = call.context.until_stop::<_, Problem>(told.map(Ok)).await;
    }
    Ok(empty())
}

async fn subscribe(
    call: &PublicRaceRequest<AddSubscription>,
    subscription: &Subscription,
    closes_s: i64,
    text: &str,
) -> Result<Subscribed, Problem> {
    let alerts = &call.app.alerts;
    let phone = call.app.secrets.pseudonym(subscription.phone.e164())?;
    let wish = Subscribing {
        race: &call.race,
        subscription,
        now_s: call.context.unix_s(),
        closes_s,
        source: &call.source,
        phone: &phone,
        caps: &alerts.caps,
        sender: alerts.sender,
        asks_for_yes: alerts.asks_for_yes(),
        wording: WORDING,
        shown: call.body.shown_wording(),
        micros: alerts.carrier.micros(text),
        budgets: &alerts.budgets,
    };
    Ok(call
        .context
        .until_stop(call.app.store.subscribe(&wish))
        .await??)
}

/// Removes all subscriptions of a phone for a year.
///
/// # Errors
/// - 404: no such event or year.
/// - 429: too many calls from the caller's address.
pub async fn remove(call: PublicRequest<RemoveSubscriptions, Limited>) -> Answer<Empty> {
    let call = call.counted("sms.remove").await?;
    let (record, year) = call.race().await?;
    let phone = Phone::subscriber(&call.body.phone).ok_or(subscription::Refused::Phone)?;
    call.context
        .until_stop(call.app.store.unsubscribe(&record.race(&year), &phone))
        .await?;
    Ok(empty())
}

/// When the year stops accepting subscriptions, in unix seconds; 403 if it accepts none at `now_s`.
pub(super) fn window_of(year: &YearRecord, now_s: i64) -> Result<i64, Problem> {
    let closes_s = subscription::open_until(&year.year).filter(|closes_s| now_s <= *closes_s);
    closes_s.ok_or(Problem::Forbidden("Time Limit to Subscribe Exceeded"))
}
