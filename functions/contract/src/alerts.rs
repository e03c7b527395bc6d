//! Requests and answers about block lists and text alerts (contract 4.6, 4.7).

use chute_domain::subscription::Subscription;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, of_latest_year, of_year, to_follow},
};

wire! {
    /// Request of `blocked/phones/add` and `blocked/phones/unblock`.
    pub struct BlockPhone {
        /// Phone number: one of the United States or Canada in any usual notation, or `+` and 8 to
        /// 15 digits.
        pub phone: String,
    }
}

wire! {
    /// Request of `blocked/emails/add` and `blocked/emails/unblock`.
    pub struct BlockEmail {
        /// E-mail address, in any case, up to 200 characters.
        pub email: String,
    }
}

of_latest_year! {
    /// Request of `sms`.
    pub struct ReadSubscriptions {}
}

wire! {
    /// What a person saw when they agreed to get texts.
    pub struct Consent {
        /// Version of the wording that the person has seen: up to 50 letters, digits and `.-_`.
        pub wording: String,
    }
}

to_follow! {
    /// Request of `sms/add`.
    pub struct AddSubscription {
        /// Phone number that gets the texts: one of the United States or Canada, in any usual
        /// notation.
        pub phone: String,
        /// What the person agreed to. Clients that do not ask for consent themselves leave it out.
        pub consent: Option<Consent>,
    }
}

of_latest_year! {
    /// Request of `sms/remove`.
    pub struct RemoveSubscriptions {
        /// Phone number that will get no more texts about this year, in any usual notation.
        pub phone: String,
    }
}

of_latest_year! {
    /// Request of `r/alerts`.
    pub struct ReadAlerts {}
}

of_year! {
    /// Request of `r/alerts/pause`.
    pub struct PauseAlerts {
        /// Whether to send nothing for now; false resumes with alerts that are not too late yet.
        pub paused: bool,
    }
}

impl AddSubscription {
    /// The version of the wording that was agreed to; empty if none was sent, or if it is not
    /// valid.
    #[must_use]
    pub fn shown_wording(&self) -> &str {
        let wording = self
            .consent
            .as_ref()
            .map_or("", |consent| consent.wording.as_str());
        let is_version = wording.len() <= 50
            && wording
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        if is_version { wording } else { "" }
    }
}

/// Answer of `blocked/phones/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedPhones {
    /// All phone numbers that get no texts, as `+` and digits, in ascending order.
    pub phones: Vec<String>,
}

/// Answer of `blocked/emails/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedEmails {
    /// All addresses that get no e-mails, in lower case and ascending order.
    pub emails: Vec<String>,
}

/// Answer of `sms`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscriptions {
    /// Who follows whom, ordered by last name, first name, bib and phone; `[]` unless the timing
    /// client sends the alerts.
    pub subscriptions: Vec<SmsSubscription>,
}

/// The runner that a phone follows (contract 2.9).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SmsSubscription {
    /// Bib of the runner as subscribed; empty: they are identified by name.
    pub bib: String,
    /// First name of the runner as subscribed; empty: they are identified by bib.
    pub first: String,
    /// Last name of the runner as subscribed; empty: they are identified by bib.
    pub last: String,
    /// Phone number as ten digits, without the country code 1.
    pub phone: String,
}

impl From<Subscription> for SmsSubscription {
    fn from(subscription: Subscription) -> Self {
        let Subscription {
            phone,
            bib,
            first,
            last,
        } = subscription;
        Self {
            bib,
            first,
            last,
            phone: phone.ten_digits().to_owned(),
        }
    }
}

/// The state of a year's alerts: the answer of `r/alerts` (contract 4.15).
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct AlertsState {
    /// Key of the year within the event.
    pub year: String,
    /// Who sends the text alerts: `server` or `timing-client`. What the timing client sends is not
    /// known here.
    pub sender: String,
    /// Whether sending is paused.
    pub paused: bool,
    /// The followers: one entry for each channel by which they are alerted.
    pub channels: Vec<ChannelState>,
    /// Number of alerts that are waiting to be sent or being sent.
    pub waiting: u64,
    /// Number of alerts that the carrier service accepted.
    pub sent: u64,
    /// Numbers of alerts that were not sent, by reason.
    pub suppressed: Suppressed,
    /// Number of alerts that may or may not have been sent.
    pub doubtful: u64,
    /// Number of alerts that the carrier service did not accept.
    pub dead: u64,
    /// Number of alerts that carriers refused: those counted in `dead`, and those to phones that
    /// have opted out at their carrier.
    pub refused: u64,
    /// Number of parts (of at most 160 letters) of the texts that were or may have been sent;
    /// carriers count and bill these.
    pub parts: u64,
    /// What these parts cost at most, in dollars.
    pub cost: f64,
    /// How many parts per second the carrier accepts, for all years together.
    pub parts_a_second: u32,
    /// What a part costs at most, in dollars.
    pub dollars_a_part: f64,
    /// What may be spent and what has been: one entry each for the year, the day and the month.
    pub budgets: Vec<BudgetState>,
    /// The followers by the distance of the runner they follow. The last entry, without a name, is
    /// for runners whose distance is not known.
    pub distances: Vec<FollowedDistance>,
}

/// The followers of one channel.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChannelState {
    /// The channel: `sms`, `push` or `email`.
    pub channel: String,
    /// Number of phones, devices or addresses that follow somebody.
    pub subscribers: u64,
    /// Number of runners that they follow in total.
    pub subscriptions: u64,
}

/// Numbers of alerts that were not sent, by reason.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suppressed {
    /// Alerts about a passage that was more than fifteen minutes old.
    pub too_late: u64,
    /// Alerts to a phone that is on the block list.
    pub blocked: u64,
    /// Alerts for which the budget of the year, the day or the month no longer sufficed.
    pub capped: u64,
    /// Alerts about a runner who has asked that their name is not shown.
    pub anonymous: u64,
    /// Alerts to a follower who has unsubscribed.
    pub removed: u64,
    /// Alerts about a passage that was deleted, or no longer qualifies for one.
    pub deleted: u64,
    /// Alerts to a phone that has opted out at its carrier.
    pub opted_out: u64,
}

/// How much of a budget is used.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct BudgetState {
    /// `year`: the budget of this year; `day` and `month`: those of the whole deployment, in UTC.
    pub scope: String,
    /// Number of texts that may be sent in this period.
    pub texts: u64,
    /// Number of texts that count as sent.
    pub texts_used: u64,
    /// Dollars that may be spent in this period.
    pub dollars: f64,
    /// Dollars that count as spent at most, including confirmations.
    pub dollars_used: f64,
}

/// The followers of a distance.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedDistance {
    /// Name of the distance; empty for runners whose distance is not known.
    pub distance: String,
    /// Number of subscriptions to runners of this distance.
    pub subscriptions: u64,
    /// Number of segments of the distance for which alerts are sent: those on the way, and the
    /// finish.
    pub segments: u64,
}
