//! Text alerts at the event desk, by session (contract 4.15).

use std::collections::{BTreeMap, HashMap};

use chute_contract::alerts::{
    AlertsState, BudgetState, ChannelState, FollowedDistance, PauseAlerts, ReadAlerts, Suppressed,
};
use chute_domain::{
    alert::{self, Channel, Reason},
    budget::{MICROS, Usage},
    race::EventKind,
    row::{Bib, Passage},
    subscription::{self, name_form, runner_key},
};
use chute_store::{StoreError, SubscriptionTally};

use crate::{
    answer::{Answer, Empty, empty, json},
    extract::{Helper, SessionRequest, YearRequest},
};

/// The text alerts of a year: how many follow, what is waiting, what was sent and what it costs.
///
/// # Errors
/// - 404: no such event or year.
pub async fn state(call: SessionRequest<ReadAlerts, Helper>) -> Answer<AlertsState> {
    let call = call.admit().await?.year().await?;
    let (race, store, alerts) = (&call.race, &call.app.store, &call.app.alerts);
    let now_s = call.context.unix_s();
    let (followed, tally, paused, used) = futures::try_join!(
        store.subscription_tally(race, now_s),
        store.alert_tally(race),
        store.are_alerts_paused(race),
        store.spent(race, now_s, &alerts.budgets)
    )?;
    let distances = distances(&call, &followed).await?;
    let of = |reason| tally.suppressed.get(&reason).copied().unwrap_or_default();
    let most = [
        alerts.budgets.year,
        alerts.budgets.day,
        alerts.budgets.month,
    ];
    let budgets = ["year", "day", "month"]
        .into_iter()
        .zip(most)
        .zip(used)
        .map(|((scope, most), used)| budget(scope, most, used));
    Ok(json(&AlertsState {
        year: race.year.to_string(),
        sender: alerts.sender.name().to_owned(),
        paused,
        channels: Channel::ALL
            .map(|channel| state_of(channel, &followed))
            .into(),
        waiting: tally.waiting,
        sent: tally.sent,
        doubtful: tally.doubtful,
        dead: tally.dead,
        refused: tally.dead + of(Reason::OptedOut),
        parts: tally.parts,
        cost: dollars(tally.micros),
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

fn state_of(channel: Channel, followed: &SubscriptionTally) -> ChannelState {
    ChannelState {
        channel: channel.name().to_owned(),
        subscribers: followed.subscribers(channel),
        subscriptions: followed.subscriptions(channel),
    }
}

/// Pauses or resumes the text alerts of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn pause(call: SessionRequest<PauseAlerts, Helper>) -> Answer<Empty> {
    let call = call.admit().await?.year().await?;
    let now_s = call.context.unix_s();
    let closes_s = subscription::open_until(&call.year.year)
        .unwrap_or(now_s)
        .max(now_s);
    call.app
        .store
        .pause_alerts(
            &call.race,
            call.body.paused,
            subscription::erased_at(closes_s),
        )
        .await?;
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

/// The number of phone subscriptions for each distance. Their runners are found by bib, otherwise
/// by a name that only one participant has.
async fn distances(
    call: &YearRequest<ReadAlerts>,
    followed: &SubscriptionTally,
) -> Result<Vec<FollowedDistance>, StoreError> {
    let (race, store) = (&call.race, &call.app.store);
    let mut count: BTreeMap<String, u64> = BTreeMap::new();
    let mut unknown = followed.subscriptions(Channel::Sms);
    if unknown > 0 {
        let deleted = call.year.participants;
        let of = call.app.caches.entry_lists.query(store, race, |list| {
            let (mut by_bib, mut by_name) = (HashMap::new(), HashMap::<String, Vec<&str>>::new());
            for who in list.living(deleted) {
                by_bib.insert(who.bib.as_str(), who.distance.as_str());
                if let Some(form) = name_form(&who.first, &who.last) {
                    by_name.entry(form).or_default().push(&who.distance);
                }
            }
            let by_bib = by_bib
                .into_iter()
                .map(|(bib, distance)| (runner_key(Bib::new(bib), None), distance));
            let by_name = by_name
                .into_iter()
                .filter_map(|(form, named)| match named.as_slice() {
                    [only] => Some((runner_key(Bib::default(), Some(&form)), *only)),
                    _ => None,
                });
            let followers = |key: Option<String>| key.map_or(0, |key| followed.of_runner(&key));
            let of = by_bib
                .chain(by_name)
                .map(|(key, distance)| (distance.to_owned(), followers(key)));
            of.filter(|(_, followers)| *followers > 0)
                .collect::<Vec<_>>()
        });
        for (distance, followers) in of.await? {
            if !distance.is_empty() {
                *count.entry(distance).or_default() += followers;
                unknown = unknown.saturating_sub(followers);
            }
        }
    }
    let kind = EventKind::of(&call.record.event.kind);
    let mut segments: BTreeMap<String, u64> = BTreeMap::new();
    for segment in store.segments_of(race).await? {
        let Some(segment) = segment.living(call.year.segments) else {
            continue;
        };
        let passage = Passage {
            segment: segment.name.clone(),
            occurrence: 1,
            ..Passage::default()
        };
        *segments.entry(segment.distance_name.clone()).or_default() +=
            u64::from(alert::alerts(kind, &passage).is_some());
    }
    let mut found: Vec<FollowedDistance> = count
        .into_iter()
        .map(|(distance, subscriptions)| {
            // without a list of segments there is at least an alert for the finish
            let segments = segments.get(&distance).copied().unwrap_or(1).max(1);
            FollowedDistance {
                distance,
                subscriptions,
                segments,
            }
        })
        .collect();
    let most = segments.values().copied().max().unwrap_or(1).max(1);
    found.extend((unknown > 0).then_some(FollowedDistance {
        distance: String::new(),
        subscriptions: unknown,
        segments: most,
    }));
    Ok(found)
}
