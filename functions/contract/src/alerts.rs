//! Requests and answers of the block lists and the text alerts (contract 4.6, 4.7).

use chute_domain::subscription::{Subscription, Wish};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// `blocked/phones/add`, `blocked/phones/unblock`.
    pub struct BlockPhone {
        /// Phone, in any accepted spelling.
        pub phone: String,
    }
}

wire! {
    /// `blocked/emails/add`, `blocked/emails/unblock`.
    pub struct BlockEmail {
        /// Address.
        pub email: String,
    }
}

wire! {
    /// `sms`.
    pub struct ReadSubscriptions {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
    }
}

wire! {
    /// What a person saw who agreed to texts.
    pub struct Consent {
        /// Version of the wording; up to 50 of letters, digits and `.-_`.
        pub wording: String,
    }
}

wire! {
    /// `sms/add`.
    pub struct AddSubscription {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Bib of the runner.
        pub bib: Option<String>,
        /// First name of the runner.
        pub first: Option<String>,
        /// Last name of the runner.
        pub last: Option<String>,
        /// Where the texts go.
        pub phone: String,
        /// What was agreed to; clients that ask for no consent of their own leave it out.
        pub consent: Option<Consent>,
    }
}

wire! {
    /// `sms/remove`.
    pub struct RemoveSubscriptions {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// The phone that gets no more.
        pub phone: String,
    }
}

wire! {
    /// `r/alerts`.
    pub struct ReadAlerts {
        /// Event.
        pub slug: String,
        /// Year; empty for the latest.
        pub year: String,
    }
}

wire! {
    /// `r/alerts/pause`.
    pub struct PauseAlerts {
        /// Event.
        pub slug: String,
        /// Year.
        pub year: String,
        /// Whether nothing shall be sent for now.
        pub paused: bool,
    }
}

names_race!(ReadAlerts, PauseAlerts, ReadSubscriptions, AddSubscription, RemoveSubscriptions);

impl AddSubscription {
    /// Who wants to hear of whom.
    #[must_use]
    pub fn wish(&self) -> Wish<'_> {
        Wish { bib: self.bib.as_deref(), first: self.first.as_deref(), last: self.last.as_deref(), phone: &self.phone }
    }

    /// The version of the wording that was agreed to; empty where none is named, or what is sent cannot be a version.
    #[must_use]
    pub fn shown_wording(&self) -> &str {
        let wording = self.consent.as_ref().map_or("", |consent| consent.wording.as_str());
        let is_version = wording.len() <= 50 && wording.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        if is_version { wording } else { "" }
    }
}

/// `blocked/phones/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedPhones {
    /// In E.164.
    pub phones: Vec<String>,
}

/// `blocked/emails/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedEmails {
    /// Lower-cased.
    pub emails: Vec<String>,
}

/// `sms`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscriptions {
    /// Empty unless the timing client sends the alerts.
    pub subscriptions: Vec<SmsSubscription>,
}

/// A subscription (contract 2.9).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SmsSubscription {
    /// Bib as subscribed; empty for a runner known by name.
    pub bib: String,
    /// First name as subscribed.
    pub first: String,
    /// Last name as subscribed.
    pub last: String,
    /// Ten digits.
    pub phone: String,
}

impl From<Subscription> for SmsSubscription {
    fn from(subscription: Subscription) -> Self {
        let Subscription { phone, bib, first, last } = subscription;
        Self { bib, first, last, phone: phone.ten_digits().to_owned() }
    }
}

/// `r/alerts` (contract 4.15).
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct AlertsState {
    /// The year's key.
    pub year: String,
    /// Who sends alerts: `server` or `timing-client`. Of what the timing client sends nothing is known here.
    pub sender: String,
    /// Whether nothing is sent for now.
    pub paused: bool,
    /// Who follows, by the way they are told.
    pub channels: Vec<ChannelState>,
    /// Alerts that wait or are being sent.
    pub waiting: u64,
    /// Alerts that the carrier service took.
    pub sent: u64,
    /// Alerts that were not sent, by reason.
    pub suppressed: Suppressed,
    /// Alerts that may or may not have been sent.
    pub doubtful: u64,
    /// Alerts that the carrier service did not take.
    pub dead: u64,
    /// Those that carriers refused: the dead ones, and those of phones that have opted out there.
    pub refused: u64,
    /// Parts of what was or may have been sent.
    pub parts: u64,
    /// What that costs at most, in dollars.
    pub cost: f64,
    /// Parts a second that the carrier takes, of all years together.
    pub parts_a_second: u32,
    /// What a part costs at most, in dollars.
    pub dollars_a_part: f64,
    /// What may be spent, and what is.
    pub budgets: Vec<BudgetState>,
    /// Who follows somebody of which distance, as far as that is known; the last, without a name, is of all others.
    pub distances: Vec<FollowedDistance>,
}

/// Who follows by one way.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChannelState {
    /// `sms`, `push` or `email`.
    pub channel: String,
    /// Phones or other targets.
    pub subscribers: u64,
    /// Their subscriptions.
    pub subscriptions: u64,
}

/// Alerts that were not sent, by reason.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suppressed {
    /// More than fifteen minutes old.
    pub too_late: u64,
    /// The phone is on the block list.
    pub blocked: u64,
    /// A budget is used up.
    pub capped: u64,
    /// The runner has become anonymous.
    pub anonymous: u64,
    /// The subscription was removed.
    pub removed: u64,
    /// The passage was deleted, or is none any more.
    pub deleted: u64,
    /// The phone has opted out at its carrier.
    pub opted_out: u64,
}

/// A budget.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct BudgetState {
    /// `year`: of this year; `day`, `month`: of the deployment, in UTC.
    pub scope: String,
    /// Alerts that may be sent.
    pub texts: u64,
    /// Alerts that count as sent.
    pub texts_used: u64,
    /// Dollars that may be spent.
    pub dollars: f64,
    /// Dollars that count as spent, confirmations included.
    pub dollars_used: f64,
}

/// The followers of a distance.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedDistance {
    /// Its name; empty for subscriptions whose runner's distance is not known.
    pub distance: String,
    /// Subscriptions.
    pub subscriptions: u64,
    /// Segments of the distance that are told: those on the way, and the finish.
    pub segments: u64,
}
