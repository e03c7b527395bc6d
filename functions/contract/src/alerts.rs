//! Requests and answers of the block lists and the text alerts (contract 4.6, 4.7).

use chute_domain::subscription::{Subscription, Wish};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    json::wire,
    requests::{NamesRace, names_race},
};

wire! {
    /// What `blocked/phones/add` and `blocked/phones/unblock` take.
    pub struct BlockPhone {
        /// A phone of the United States or Canada in any usual spelling, or `+` and 8 to 15 digits.
        pub phone: String,
    }
}

wire! {
    /// What `blocked/emails/add` and `blocked/emails/unblock` take.
    pub struct BlockEmail {
        /// E-mail address, in any case, up to 200 characters.
        pub email: String,
    }
}

wire! {
    /// What `sms` takes.
    pub struct ReadSubscriptions {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
    }
}

wire! {
    /// What a person saw who agreed to texts.
    pub struct Consent {
        /// Which version of the words the person has seen: up to 50 letters, digits and `.-_`.
        pub wording: String,
    }
}

wire! {
    /// What `sms/add` takes.
    pub struct AddSubscription {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// Bib of the runner who is followed, up to 100 characters; missing or empty: known by
        /// name.
        pub bib: Option<String>,
        /// First name of the runner who is followed; missing or empty where the bib says who.
        pub first: Option<String>,
        /// Last name of the runner who is followed; missing or empty where the bib says who.
        pub last: Option<String>,
        /// Where the texts go: a phone of the United States or Canada in any usual spelling.
        pub phone: String,
        /// What the person agreed to; clients that ask for no consent of their own leave it out.
        pub consent: Option<Consent>,
    }
}

wire! {
    /// What `sms/remove` takes.
    pub struct RemoveSubscriptions {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
        /// The phone that gets no more texts of this year, in any usual spelling.
        pub phone: String,
    }
}

wire! {
    /// What `r/alerts` takes.
    pub struct ReadAlerts {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future
        /// ones included.
        pub year: String,
    }
}

wire! {
    /// What `r/alerts/pause` takes.
    pub struct PauseAlerts {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// Whether nothing shall be sent for now; false goes on with what is still fresh.
        pub paused: bool,
    }
}

names_race!(
    ReadAlerts,
    PauseAlerts,
    ReadSubscriptions,
    AddSubscription,
    RemoveSubscriptions
);

impl AddSubscription {
    /// Who wants to hear of whom.
    #[must_use]
    pub fn wish(&self) -> Wish<'_> {
        Wish {
            bib: self.bib.as_deref(),
            first: self.first.as_deref(),
            last: self.last.as_deref(),
            phone: &self.phone,
        }
    }

    /// The version of the wording that was agreed to; empty where none is named, or what is sent
    /// cannot be a version.
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

/// What `blocked/phones/get` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedPhones {
    /// All phones that get no texts, as `+` and digits, ascending.
    pub phones: Vec<String>,
}

/// What `blocked/emails/get` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockedEmails {
    /// All addresses that get no e-mails, in lower case, ascending.
    pub emails: Vec<String>,
}

/// What `sms` answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscriptions {
    /// Who follows whom, by last and first name, bib and phone; `[]` unless the timing client sends
    /// the alerts.
    pub subscriptions: Vec<SmsSubscription>,
}

/// Whom a phone follows (contract 2.9).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SmsSubscription {
    /// Bib of the runner as subscribed; empty: known by name.
    pub bib: String,
    /// First name of the runner as subscribed; empty: known by bib.
    pub first: String,
    /// Last name of the runner as subscribed; empty: known by bib.
    pub last: String,
    /// The phone as ten digits, without the country's 1.
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

/// `r/alerts` (contract 4.15).
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct AlertsState {
    /// Key of the year within the event.
    pub year: String,
    /// Who sends alerts: `server` or `timing-client`. Of what the timing client sends nothing is
    /// known here.
    pub sender: String,
    /// Whether nothing is sent for now.
    pub paused: bool,
    /// Who follows, one entry for each way they are told by.
    pub channels: Vec<ChannelState>,
    /// Alerts that wait to be sent or are being sent.
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
    /// Parts (of 160 letters at most) of the texts that were or may have been sent; carriers count
    /// and bill these.
    pub parts: u64,
    /// What that costs at most, in dollars.
    pub cost: f64,
    /// Parts a second that the carrier takes, of all years together.
    pub parts_a_second: u32,
    /// What a part costs at most, in dollars.
    pub dollars_a_part: f64,
    /// What may be spent, and what is: one entry for the year, the day and the month.
    pub budgets: Vec<BudgetState>,
    /// Who follows somebody of which distance, as far as that is known; the last, without a name,
    /// is of all others.
    pub distances: Vec<FollowedDistance>,
}

/// Who follows by one way.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChannelState {
    /// The way: `sms`, `push` or `email`.
    pub channel: String,
    /// Phones, devices or addresses that follow somebody.
    pub subscribers: u64,
    /// How many runners they follow, all together.
    pub subscriptions: u64,
}

/// Alerts that were not sent, by reason.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suppressed {
    /// The passage was more than fifteen minutes old.
    pub too_late: u64,
    /// The phone is on the block list.
    pub blocked: u64,
    /// The budget of the year, the day or the month was used up.
    pub capped: u64,
    /// The runner has asked for no name to be shown.
    pub anonymous: u64,
    /// Who followed has ended it.
    pub removed: u64,
    /// The passage was deleted, or is none any more.
    pub deleted: u64,
    /// The phone has opted out at its carrier.
    pub opted_out: u64,
}

/// How much of a budget is used.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct BudgetState {
    /// `year`: of this year; `day`, `month`: of the deployment, in UTC.
    pub scope: String,
    /// Texts that may be sent in its time.
    pub texts: u64,
    /// Texts that count as sent.
    pub texts_used: u64,
    /// Dollars that may be spent in its time.
    pub dollars: f64,
    /// Dollars that count as spent at most, confirmations included.
    pub dollars_used: f64,
}

/// The followers of a distance.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedDistance {
    /// Its name; empty for subscriptions whose runner's distance is not known.
    pub distance: String,
    /// How many times a runner of it is followed.
    pub subscriptions: u64,
    /// Segments of the distance that are told: those on the way, and the finish.
    pub segments: u64,
}
