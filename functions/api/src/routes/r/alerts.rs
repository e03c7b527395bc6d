//! Text alerts at the event desk, by session (contract 4.15).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chute_contract::alerts::{AlertsState, BudgetState, ChannelState, FollowedDistance, PauseAlerts, ReadAlerts, Suppressed};
use chute_domain::{
    alert::{self, Channel, Reason},
    budget::{MICROS, Usage},
    race::EventKind,
    row::Passage,
    subscription::{self, Subscription, name_form},
};
use chute_store::{StoreError, Tally};

use crate::{
    answer::{Answer, empty, json},
    extract::{OfYear, Right, Role, Signed},
};

/// `r/alerts`.
pub async fn state(call: Signed<ReadAlerts>) -> Answer {
    let call = call.admit(Role::Any).await?.year(Right::Help).await?;
    let ((slug, year), store, alerts) = (call.names(), &call.app.store, &call.app.alerts);
    let now_s = call.arrival.unix_s();
    let (subscriptions, devices, addresses, tally, paused, used) = futures::try_join!(
        store.subscriptions_of(slug, year, now_s),
        store.devices_of(slug, year, now_s),
        store.addresses_of(slug, year, now_s),
        store.alert_tally(slug, year),
        store.are_alerts_paused(slug, year),
        store.spent((slug, year), now_s, &alerts.budgets)
    )?;
    let distances = distances(&call, &subscriptions).await?;
    let endpoints: BTreeSet<&str> = devices.iter().map(|subscription| subscription.device.endpoint()).collect();
    let mailboxes: BTreeSet<&str> = addresses.iter().map(|subscription| subscription.address.as_str()).collect();
    let phones: BTreeSet<&str> = subscriptions.iter().map(|subscription| subscription.phone.e164()).collect();
    let Tally { waiting, sent, suppressed, doubtful, dead, parts, micros } = tally;
    let of = |reason| suppressed.get(&reason).copied().unwrap_or_default();
    let most = [alerts.budgets.year, alerts.budgets.day, alerts.budgets.month];
    let budgets = ["year", "day", "month"].into_iter().zip(most).zip(used).map(|((scope, most), used)| budget(scope, most, used));
    Ok(json(&AlertsState {
        year: year.to_owned(),
        sender: alerts.sender.name().to_owned(),
        paused,
        channels: vec![
            channel(Channel::Sms, phones.len(), subscriptions.len()),
            channel(Channel::Push, endpoints.len(), devices.len()),
            channel(Channel::Email, mailboxes.len(), addresses.len()),
        ],
        waiting,
        sent,
        doubtful,
        dead,
        refused: dead + of(Reason::OptedOut),
        parts,
        cost: dollars(micros),
        parts_a_second: alerts.parts_a_second,
        dollars_a_part: dollars(alerts.carrier.micros_a_part),
        budgets: budgets.collect(),
        distances,
        suppressed: Suppressed {
            too_late: of(Reason::TooLate),
            blocked: of(Reason::Blocked),
            capped: of(Reason::Capped),
            anonymous: of(Reason::Anonymous),
            removed: of(Reason::Removed),
            deleted: of(Reason::Deleted),
            opted_out: of(Reason::OptedOut),
        },
    }))
}

fn channel(channel: Channel, subscribers: usize, subscriptions: usize) -> ChannelState {
    ChannelState { channel: channel.name().to_owned(), subscribers: subscribers as u64, subscriptions: subscriptions as u64 }
}

/// `r/alerts/pause`.
pub async fn pause(call: Signed<PauseAlerts>) -> Answer {
    let call = call.admit(Role::Any).await?.year(Right::Help).await?;
    let now_s = call.arrival.unix_s();
    let closes_s = subscription::open_until(&call.year.year).unwrap_or(now_s).max(now_s);
    call.app.store.pause_alerts(call.names(), call.body.paused, subscription::erased_at(closes_s)).await?;
    Ok(empty())
}

fn dollars(micros: u64) -> f64 {
    micros as f64 / MICROS as f64
}

fn budget(scope: &str, most: Usage, used: Usage) -> BudgetState {
    BudgetState {
        scope: scope.to_owned(),
        texts: most.texts,
        texts_used: used.texts,
        dollars: dollars(most.micros),
        dollars_used: dollars(used.micros),
    }
}

/// How many subscriptions mean a runner of which distance: by bib, else by a name that one participant has.
async fn distances(call: &OfYear<ReadAlerts>, subscriptions: &[Subscription]) -> Result<Vec<FollowedDistance>, StoreError> {
    let ((slug, year), store) = (call.names(), &call.app.store);
    let mut count: BTreeMap<String, u64> = BTreeMap::new();
    if !subscriptions.is_empty() {
        let deleted = call.year.participants;
        let of = call.app.rolls.look(store, (slug, year), |roll| {
            let (mut by_bib, mut by_name) = (HashMap::new(), HashMap::<String, Vec<&str>>::new());
            for who in roll.living(deleted) {
                by_bib.insert(who.bib.as_str(), who.distance.as_str());
                if let Some(form) = name_form(&who.first, &who.last) {
                    by_name.entry(form).or_default().push(&who.distance);
                }
            }
            let of = |subscription: &Subscription| match (subscription.bib.as_str(), subscription.name_form()) {
                ("", Some(form)) => by_name.get(&form).and_then(|named| if let [only] = named.as_slice() { Some(*only) } else { None }),
                ("", None) => None,
                (bib, _) => by_bib.get(bib).copied(),
            };
            subscriptions.iter().map(|subscription| of(subscription).unwrap_or_default().to_owned()).collect::<Vec<_>>()
        });
        for distance in of.await? {
            *count.entry(distance).or_default() += 1;
        }
    }
    let kind = EventKind::of(&call.record.event.kind);
    let mut segments: BTreeMap<String, u64> = BTreeMap::new();
    for segment in store.segments_of(slug, year).await? {
        let Some(segment) = segment.living(call.year.segments) else { continue };
        let passage = Passage { segment: segment.name.clone(), occurrence: 1, ..Passage::default() };
        *segments.entry(segment.distance_name.clone()).or_default() += u64::from(alert::alerts(kind, &passage).is_some());
    }
    let unknown = count.remove("");
    let mut found: Vec<FollowedDistance> = count
        .into_iter()
        .map(|(distance, subscriptions)| {
            // without a list of segments at least the finish is told
            let segments = segments.get(&distance).copied().unwrap_or(1).max(1);
            FollowedDistance { distance, subscriptions, segments }
        })
        .collect();
    let most = segments.values().copied().max().unwrap_or(1).max(1);
    found.extend(unknown.map(|subscriptions| FollowedDistance { distance: String::new(), subscriptions, segments: most }));
    Ok(found)
}
