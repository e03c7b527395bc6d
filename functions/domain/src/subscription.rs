//! Subscriptions to alerts: who may subscribe, about whom, until when, and what it takes to confirm
//! (contract 8.1 to 8.4).

use serde::{Deserialize, Serialize};

use crate::{
    device::Unusable, key, limit::Limit, named::named, phone::Phone, race::Year, row::Bib,
};

const DAY_S: i64 = 24 * 60 * 60;
/// How long after the window subscriptions and their phones are erased (contract 8.2), in seconds.
const KEPT_S: i64 = 30 * DAY_S;
/// How long a double opt-in waits for its YES, in seconds.
const OPT_IN_S: i64 = DAY_S;
/// The maximum number of characters in a bib, first or last name, as in uploads.
const LONGEST: usize = 100;
/// The maximum number of subscriptions of devices in an event's year. Pushes cost nothing but
/// calls.
pub const DEVICES_OF_YEAR: u32 = 20_000;

/// How long a link that confirms an e-mail address works, in seconds.
pub const CONFIRMS_S: i64 = DAY_S;
/// Limit of confirmations to an e-mail address per day, whoever asks for them.
pub const CONFIRMATIONS_OF_ADDRESS: Limit = Limit::in_minutes(10, 24 * 60);
/// How long a repeat of the same request sends nothing, in seconds: people press buttons twice.
pub const CONFIRMED_JUST_NOW_S: i64 = 10 * 60;

named! {
    /// Who sends the alerts of a deployment (contract 8.1).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Sender {
        /// The server, through SNS.
        #[default]
        Server = "server",
        /// The race timer's program, which fetches the subscriptions.
        TimingClient = "timing-client",
    }
}

/// The limits of subscribing (contract 8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Subscriptions that would send a confirmation, per phone.
    pub confirmed_of_phone: Limit,
    /// Subscriptions that would send a confirmation, per source address.
    pub confirmed_of_source: Limit,
    /// All subscriptions per phone.
    pub of_phone: Limit,
    /// All subscriptions per source address.
    pub of_source: Limit,
    /// Confirmations in an event's year, altogether.
    pub confirmed_of_year: u32,
    /// Confirmations of the deployment in a day (UTC).
    pub confirmed_of_day: u32,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            confirmed_of_phone: Limit::in_minutes(3, 10),
            confirmed_of_source: Limit::in_minutes(10, 60),
            of_phone: Limit::in_minutes(30, 60),
            of_source: Limit::in_minutes(120, 60),
            confirmed_of_year: 2_000,
            confirmed_of_day: 10_000,
        }
    }
}

/// A phone that asks for alerts about a runner, known by bib or by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Where the texts go.
    pub phone: Phone,
    /// Bib as sent; empty if the runner is known by name.
    pub bib: String,
    /// First name as sent.
    pub first: String,
    /// Last name as sent.
    pub last: String,
}

impl Subscription {
    /// The sort key for the order of the contract (6.3).
    #[must_use]
    pub fn order(&self) -> (&str, &str, &str, &Phone) {
        (&self.last, &self.first, &self.bib, &self.phone)
    }
}

/// Why a subscription is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Neither a bib nor both names are given, or all are empty.
    #[error("No Participant Identified")]
    Nobody,
    /// Not a phone, or one with an area code that is not served.
    #[error("Invalid Phone Number")]
    Phone,
    /// A bib or name that is too long.
    #[error("Bib, First and Last Have at Most 100 Characters")]
    TooLong,
    /// Not an address that mail can be sent to.
    #[error("Invalid Email Address")]
    Email,
    /// Not a device that can be reached.
    #[error(transparent)]
    Device(#[from] Unusable),
}

named! {
    /// The languages of alerts other than texts.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum Language {
        /// English.
        #[default]
        En = "en",
        /// Spanish.
        Es = "es",
    }
}

impl Language {
    /// The language of a code such as `es` or `es-MX`; English for any other.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code.split('-').next() {
            Some(code) if code.eq_ignore_ascii_case("es") => Self::Es,
            _ => Self::En,
        }
    }
}

/// The runner about whom somebody wants alerts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunnerWish<'w> {
    /// Bib, if given.
    pub bib: Option<&'w str>,
    /// First name, if given.
    pub first: Option<&'w str>,
    /// Last name, if given.
    pub last: Option<&'w str>,
}

impl<'w> RunnerWish<'w> {
    /// Bib, first and last name; empty where not given.
    #[must_use]
    pub fn texts(&self) -> [&'w str; 3] {
        [self.bib, self.first, self.last].map(Option::unwrap_or_default)
    }

    /// Checks the request in the contract's order (4.7). `target` reads the recipient, at its place
    /// between the other checks.
    ///
    /// # Errors
    /// [`Refused`] names the first check that fails.
    pub fn with<T>(&self, target: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
        if self.bib.is_none() && (self.first.is_none() || self.last.is_none()) {
            return Err(Refused::Nobody);
        }
        let target = target()?;
        let texts = self.texts();
        if texts.iter().all(|text| text.is_empty()) {
            return Err(Refused::Nobody);
        }
        if texts.iter().any(|text| text.chars().count() > LONGEST) {
            return Err(Refused::TooLong);
        }
        Ok(target)
    }
}

/// Identifies a runner in the keys of subscriptions.
#[must_use]
pub fn runner_hash(bib: Bib<'_>, first: &str, last: &str) -> String {
    key::short_digest(&format!("{}\0{first}\0{last}", bib.as_str()))
}

/// Identifies the runner of a subscription when subscriptions are counted: by the bib, otherwise by
/// the form of the name ([`name_form`]); `None` if there is neither. Of a name only a digest is
/// kept, and so it is of a bib of more than forty bytes.
#[must_use]
pub fn runner_key(bib: Bib<'_>, form: Option<&str>) -> Option<String> {
    match (bib.as_str(), form) {
        ("", None) => None,
        ("", Some(form)) => Some(format!("n#{}", key::short_digest(form))),
        (bib, _) if bib.len() <= 40 => Some(format!("b#{bib}")),
        (bib, _) => Some(format!("l#{}", key::short_digest(bib))),
    }
}

impl Subscription {
    /// Checks a request in the contract's order (4.7). `phone` is as typed; `area_codes` are the ones
    /// served, empty means all.
    ///
    /// # Errors
    /// [`Refused`] names the first check that fails.
    pub fn of(runner: RunnerWish<'_>, phone: &str, area_codes: &[String]) -> Result<Self, Refused> {
        let served = |phone: &Phone| {
            area_codes.is_empty() || area_codes.iter().any(|code| code == phone.area_code())
        };
        let phone = runner.with(|| {
            Phone::subscriber(phone)
                .filter(served)
                .ok_or(Refused::Phone)
        })?;
        let [bib, first, last] = runner.texts();
        Ok(Self {
            phone,
            bib: bib.to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
        })
    }

    /// The form in which names are compared; `None` if there are no letters, which matches nobody.
    #[must_use]
    pub fn name_form(&self) -> Option<String> {
        name_form(&self.first, &self.last)
    }
}

/// The letters of first and last name together, in lower case (contract 8.5); `None` if there are
/// none.
#[must_use]
pub fn name_form(first: &str, last: &str) -> Option<String> {
    let form: String = first
        .chars()
        .chain(last.chars())
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    (!form.is_empty()).then_some(form)
}

/// Until when the year accepts subscriptions (unix seconds, inclusive); `None` if it never does.
#[must_use]
pub fn open_until(year: &Year) -> Option<i64> {
    (year.days_allowed > 0).then(|| {
        year.date_time
            .instant()
            .saturating_add(year.days_allowed.saturating_mul(DAY_S))
    })
}

/// When the data of a window that ends at `closes_s` is erased; both in unix seconds.
#[must_use]
pub fn erased_at(closes_s: i64) -> i64 {
    closes_s.saturating_add(KEPT_S)
}

/// The state of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Delivery {
    /// About to be sent. A text found in this state later is doubtful.
    Claimed,
    /// The carrier service accepted it.
    Sent,
    /// Not sent, because the phone is on the block list.
    Suppressed,
    /// It may or may not have been sent; never sent again.
    Doubtful,
    /// The carrier service did not accept it.
    Dead,
}

/// A phone's one confirmation of its subscriptions in a year (contract 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The text's outcome.
    pub delivery: Delivery,
    /// Double opt-in: until when a YES counts (unix seconds); without it the subscriptions are
    /// live.
    pub waits_until_s: Option<i64>,
}

impl Confirmation {
    /// The claim that precedes the text.
    #[must_use]
    pub fn claimed(now_s: i64, asks_for_yes: bool) -> Self {
        Self {
            delivery: Delivery::Claimed,
            waits_until_s: asks_for_yes.then(|| now_s.saturating_add(OPT_IN_S)),
        }
    }

    /// Whether a YES at `now_s` makes the subscriptions live.
    #[must_use]
    pub fn takes_yes(&self, now_s: i64) -> bool {
        self.waits_until_s.is_some_and(|until| now_s <= until)
    }
}

/// Whether a subscription sends a confirmation: if it is the phone's first in the year, or if the
/// first text was certainly not sent.
///
/// A phone on the block list counts like any other, although nothing is sent to it: otherwise the
/// limits would reveal who is on the list.
#[must_use]
pub fn needs_confirmation(sender: Sender, known: Option<&Confirmation>) -> bool {
    sender == Sender::Server && known.is_none_or(|known| known.delivery == Delivery::Dead)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::event_time::EventTime;

    const PHONE: &str = "(555) 123-4567";

    #[rstest]
    #[case(None, None, None, "x", Err(Refused::Nobody))]
    #[case(None, Some("Ana"), None, "x", Err(Refused::Nobody))]
    #[case(None, None, Some("Ruiz"), PHONE, Err(Refused::Nobody))]
    #[case(Some(""), None, None, "x", Err(Refused::Phone))]
    #[case(Some(""), Some(""), Some(""), PHONE, Err(Refused::Nobody))]
    #[case(None, Some(""), Some(""), PHONE, Err(Refused::Nobody))]
    #[case(Some(""), Some("Ana"), None, PHONE, Ok(("", "Ana", "")))]
    #[case(None, Some("Ana"), Some("Ruiz"), PHONE, Ok(("", "Ana", "Ruiz")))]
    #[case(Some("88"), None, None, PHONE, Ok(("88", "", "")))]
    #[case(Some("88"), None, None, "206 123 4567", Err(Refused::Phone))]
    fn checks_in_order(
        #[case] bib: Option<&str>,
        #[case] first: Option<&str>,
        #[case] last: Option<&str>,
        #[case] phone: &str,
        #[case] expected: Result<(&str, &str, &str), Refused>,
    ) {
        let found = Subscription::of(
            RunnerWish { bib, first, last },
            phone,
            &["555".to_owned(), "425".to_owned()],
        );
        let expected = expected.map(|(bib, first, last)| Subscription {
            phone: Phone::subscriber(PHONE).unwrap(),
            bib: bib.to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bib_has_at_most_100_characters() {
        let of = |characters| {
            Subscription::of(
                RunnerWish {
                    bib: Some(&"é".repeat(characters)),
                    ..RunnerWish::default()
                },
                "2061234567",
                &[],
            )
        };
        assert!(of(100).is_ok());
        assert_eq!(of(101), Err(Refused::TooLong));
    }

    #[test]
    fn a_runner_is_counted_by_bib_or_by_name() {
        assert_eq!(
            runner_key(Bib::new("88"), Some("anaruiz")).as_deref(),
            Some("b#88")
        );
        assert_eq!(runner_key(Bib::default(), None), None);
        let [name, other, long] = [
            ("", "anaruiz"),
            ("", "anaruis"),
            (&"9".repeat(41), "anaruiz"),
        ]
        .map(|(bib, form)| runner_key(Bib::new(bib), Some(form)).unwrap());
        assert!(name.starts_with("n#") && long.starts_with("l#") && name != other);
        assert!(
            [&name, &long]
                .iter()
                .all(|key| key.len() == 34 && !key.contains("ana")),
            "{name} {long}"
        );
    }

    #[rstest]
    #[case("Ana", "Ruiz", Some("anaruiz"))]
    #[case(" Ana-Lena ", "O'Neil 2nd", Some("analenaoneilnd"))]
    #[case("ÉMILE", "Ångström", Some("émileångström"))]
    #[case("1", "-", None)]
    #[case("", "", None)]
    fn names_are_compared_by_their_letters(
        #[case] first: &str,
        #[case] last: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(name_form(first, last).as_deref(), expected);
    }

    #[rstest]
    #[case(2, Some(2 * 86_400))]
    #[case(0, None)]
    #[case(-1, None)]
    #[case(i64::MAX, Some(i64::MAX))]
    fn the_days_allowed_give_the_end(#[case] days_allowed: i64, #[case] closes_s: Option<i64>) {
        let year = Year {
            date_time: EventTime::from_unix(0),
            days_allowed,
            ..Year::default()
        };
        assert_eq!(open_until(&year), closes_s);
    }

    #[rstest]
    #[case(Sender::Server, None, true)]
    #[case(Sender::Server, Some(Delivery::Claimed), false)]
    #[case(Sender::Server, Some(Delivery::Sent), false)]
    #[case(Sender::Server, Some(Delivery::Suppressed), false)]
    #[case(Sender::Server, Some(Delivery::Doubtful), false)]
    #[case(Sender::Server, Some(Delivery::Dead), true)]
    #[case(Sender::TimingClient, None, false)]
    fn one_text_per_phone_and_year(
        #[case] sender: Sender,
        #[case] known: Option<Delivery>,
        #[case] expected: bool,
    ) {
        let known = known.map(|delivery| Confirmation {
            delivery,
            waits_until_s: None,
        });
        assert_eq!(needs_confirmation(sender, known.as_ref()), expected);
    }

    #[test]
    fn a_yes_counts_for_a_day() {
        let waiting = Confirmation::claimed(1_000, true);
        assert!(waiting.takes_yes(1_000 + 86_400) && !waiting.takes_yes(1_001 + 86_400));
        assert!(!Confirmation::claimed(1_000, false).takes_yes(1_000));
    }
}
