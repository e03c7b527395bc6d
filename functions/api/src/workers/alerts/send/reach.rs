//! Where somebody is told: phones, which wait for the carrier's rate, and devices and addresses,
//! which are told at once; budgets do not matter to these.

use chute_domain::{
    alert::{FRESH_S, Reason, Target},
    phone::Phone,
    push_message::PassageAlert,
};
use chute_store::{
    AddressSubscription, AlertOutcome, Carried, Claim, DeviceSubscription, PushMessage, Pushed,
    StoreError,
};

use super::{ELSEWHERE_S, Left, SOON_S, Worker};
use crate::workers::alerts::clock::seconds;

/// The maximum time that a message put off by a push service stays hidden, in seconds.
const LATER_S: i32 = 120;

/// Where somebody can be told now.
pub(super) enum Reach {
    Phone(Phone),
    Device(Box<DeviceSubscription>),
    Address(Box<AddressSubscription>),
}

impl Worker {
    /// Where the target can be told, or why it cannot; `is_subscribed` says it of a phone. Whether a
    /// phone or an address is blocked is asked later, when the claim has been marked.
    pub(super) async fn reach(
        &self,
        claim: &Claim,
        target: &Target,
        is_subscribed: bool,
    ) -> Result<Result<Reach, Reason>, StoreError> {
        let (store, race, wanted) = (&self.store, &claim.name.race, &claim.subscription);
        let now_s = seconds(self.clock.now_us());
        Ok(match target {
            Target::Phone(phone) if is_subscribed => Ok(Reach::Phone(phone.clone())),
            Target::Phone(_) => Err(Reason::Removed),
            Target::Device(id) => {
                let found = store.device_subscription(race, id, wanted, now_s);
                let found = found.await?;
                found
                    .map(|device| Reach::Device(Box::new(device)))
                    .ok_or(Reason::Removed)
            }
            Target::Address(id) => {
                let found = store.address_subscription(race, id, wanted, now_s);
                let found = found.await?;
                found
                    .map(|address| Reach::Address(Box::new(address)))
                    .ok_or(Reason::Removed)
            }
        })
    }

    /// Tells a device; the carrier and the budgets do not matter here.
    pub(super) async fn push(
        &self,
        claim: &Claim,
        device: &DeviceSubscription,
        alert: &PassageAlert<'_>,
    ) -> Result<Left, StoreError> {
        let Some(sender) = &self.settings.push else {
            return self.suppress(claim, Reason::Removed).await;
        };
        let now_us = self.clock.now_us();
        let (now_s, began_ms) = (seconds(now_us), now_us / 1_000);
        let Some(begun) = self
            .store
            .begin_sending(claim, self.id, began_ms, (0, 0))
            .await?
        else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        let payload = alert.message(device.language);
        let lives_s = u32::try_from(claim.moment_s.saturating_add(FRESH_S).saturating_sub(now_s))
            .unwrap_or_default();
        let message = PushMessage {
            payload: payload.as_bytes(),
            lives_s,
            topic: alert.tag,
        };
        let outcome = match sender.send(&device.device, &message, now_s).await {
            Pushed::Sent => AlertOutcome::Sent,
            Pushed::Unknown => AlertOutcome::Doubtful,
            Pushed::Refused => AlertOutcome::Dead,
            Pushed::Gone => {
                self.store
                    .end_device(&claim.name.race, &device.device)
                    .await?;
                AlertOutcome::Suppressed(Reason::Removed)
            }
            Pushed::PutOff(after_s) => {
                self.store.put_off(&begun).await?;
                let after_s = after_s
                    .and_then(|after_s| i32::try_from(after_s).ok())
                    .unwrap_or(SOON_S);
                return Ok(Left::Later(after_s.clamp(SOON_S, LATER_S)));
            }
        };
        self.settle(&begun, outcome).await?;
        Ok(Left::Nothing)
    }

    /// Tells an address; the carrier and the budgets do not matter here.
    pub(super) async fn mail(
        &self,
        claim: &Claim,
        subscription: &AddressSubscription,
        alert: PassageAlert<'_>,
    ) -> Result<Left, StoreError> {
        let Some(mail) = &self.settings.mail else {
            return self.suppress(claim, Reason::Removed).await;
        };
        let began_ms = self.clock.now_us() / 1_000;
        let Some(begun) = self
            .store
            .begin_sending(claim, self.id, began_ms, (0, 0))
            .await?
        else {
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: an unsubscribe click that came before is obeyed, however long the
        // mail has waited
        let outcome = if self.store.is_email_blocked(&subscription.address).await? {
            AlertOutcome::Suppressed(Reason::Blocked)
        } else {
            match mail
                .tell(&subscription.address, alert, subscription.language)
                .await
            {
                Ok(Carried::Sent) => AlertOutcome::Sent,
                Ok(Carried::Unknown) => AlertOutcome::Doubtful,
                Ok(Carried::Refused | Carried::OptedOut) => AlertOutcome::Dead,
                Ok(Carried::PutOff) => {
                    self.store.put_off(&begun).await?;
                    return Ok(Left::Later(SOON_S));
                }
                Err(error) => {
                    self.store.put_off(&begun).await?;
                    return Err(error);
                }
            }
        };
        self.settle(&begun, outcome).await?;
        Ok(Left::Nothing)
    }
}
