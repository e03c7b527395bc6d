//! Requests and answers about an event's web hook (contract 4.18, 6.14).

use std::collections::BTreeMap;

use chute_domain::{
    hook::{Addresses, Attempt, Delivery, Hook, Outcome, Waiting},
    race::YearKey,
    state::YearRecord,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid,
    requests::{NamesRace, of_event},
};

of_event! {
    /// Request of `r/hook/update`: changes of the hook, and the state that the caller has seen.
    pub struct ChangeHook {
        /// An `https` address that is notified of new versions; empty: removes the hook; missing or
        /// null: leaves it as it is. Setting the current address again sends what is waiting at
        /// once, and switches the hook on again if the receiver had switched it off.
        pub address: Option<String>,
        /// With an `address`: the one that the caller has seen, empty for none. If another one has
        /// been set meanwhile, nothing is changed and the answer is 409.
        pub seen: String,
        /// The secret that the caller has seen: the hook gets a new one, and this one signs as well
        /// for a day. Nothing changes if the secret has been replaced meanwhile.
        pub replace_secret: String,
        /// Whether to send a test.
        pub test: bool,
    }
}

impl ChangeHook {
    /// The address in the form in which it is stored; `None` if none was sent.
    ///
    /// # Errors
    /// [`Invalid`] says which addresses are accepted.
    pub fn address(&self, addresses: Addresses) -> Result<Option<String>, Invalid> {
        let Some(text) = &self.address else {
            return Ok(None);
        };
        let address = if text.trim().is_empty() {
            Some(String::new())
        } else {
            addresses.checked(text)
        };
        let rule = "an https address of a public host by its name, at most 500 characters, without user name and fragment; or nothing";
        address.map(Some).ok_or(Invalid::new("address", rule))
    }
}

/// Answer of `r/hook/state` and `r/hook/update`: the current state of an event's web hook.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HookState {
    /// Address that is notified of new versions; empty: no hook is set.
    pub address: String,
    /// Unix seconds since when this has been the address; 0 without one.
    pub since: i64,
    /// Secret with which the receiver verifies calls (`whsec_…`); empty without a hook.
    pub secret: String,
    /// Unix seconds until when the previous secret signs as well; 0: it does not.
    pub former_until: i64,
    /// Unix seconds since when the hook has been off, because the receiver answered 410; 0: it is
    /// not off.
    pub off_since: i64,
    /// Versions that are waiting to be sent, in this order.
    pub waiting: Vec<HookVersion>,
    /// Number of failed tries since the last successful one; tests do not count.
    pub tries: usize,
    /// Unix seconds since when tries have been failing; 0: the last one did not fail.
    pub failing_since: i64,
    /// Unix seconds of the next try, which is now if this is in the past; 0: nothing is waiting, or
    /// the hook is off.
    pub next_try: i64,
    /// Whether a test is waiting to be sent.
    pub test_waits: bool,
    /// The last try and its result; null before the first one.
    pub last: Option<HookTry>,
    /// The version that was given up after a day, until another one is sent; null: none.
    pub given_up: Option<HookVersion>,
    /// Unix seconds when it was given up; 0: none was.
    pub given_up_at: i64,
}

/// A version of a year.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HookVersion {
    /// The year's key.
    pub year: String,
    /// The version as in the pointer, `version` of `current.json`: it is counted from the unix
    /// seconds at which the year was created.
    pub version: u64,
    /// The version's number within the incarnation of the year, from 1, as shown to people; 0 if
    /// the year no longer exists.
    pub number: u64,
    /// Unix seconds of its publication.
    pub at: i64,
}

/// One call of the receiver, and its result.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HookTry {
    /// Unix seconds when the receiver was called.
    pub at: i64,
    /// `results.version` or `hook.test`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version that was sent; null for a test.
    pub version: Option<HookVersion>,
    /// `taken`, `refused` (another status), `gone` (410), `too_slow`, `unreachable`, or
    /// `not_public` (its name does not resolve to a machine on the public network).
    pub result: String,
    /// The receiver's status code; 0 if it did not answer.
    pub status: u16,
}

impl HookState {
    /// The state of the hook of an event that has these years.
    #[must_use]
    pub fn of(hook: &Hook, secret: String, years: &BTreeMap<YearKey, YearRecord>) -> Self {
        let is_on = hook.is_on();
        Self {
            address: hook.address.clone(),
            since: hook.set_s,
            secret,
            former_until: hook.former.as_ref().map_or(0, |former| former.until_s),
            off_since: hook.off_s.unwrap_or_default(),
            waiting: hook
                .waiting
                .iter()
                .map(|of| HookVersion::of(of, years))
                .collect(),
            tries: hook.failed_attempts,
            failing_since: hook.failing_since_s.unwrap_or_default(),
            next_try: hook
                .waiting
                .first()
                .filter(|_| is_on)
                .map_or(0, |first| hook.next_s.max(first.queued_s)),
            test_waits: hook.test_s.is_some(),
            last: hook.last.as_ref().map(|tried| HookTry::of(tried, years)),
            given_up: hook
                .given_up
                .as_ref()
                .map(|given_up| HookVersion::of(&given_up.of, years)),
            given_up_at: hook.given_up.as_ref().map_or(0, |given_up| given_up.at_s),
        }
    }
}

impl HookVersion {
    fn of(of: &Waiting, years: &BTreeMap<YearKey, YearRecord>) -> Self {
        Self {
            year: of.year.to_string(),
            version: of.version,
            number: years
                .get(&of.year)
                .map_or(0, |year| year.number_of(of.version)),
            at: of.at_s,
        }
    }
}

impl HookTry {
    fn of(tried: &Attempt, years: &BTreeMap<YearKey, YearRecord>) -> Self {
        let (result, status) = match tried.outcome {
            Outcome::Taken(status) => ("taken", status),
            Outcome::Refused(status, _) => ("refused", status),
            Outcome::Gone => ("gone", 410),
            Outcome::TooSlow => ("too_slow", 0),
            Outcome::Unreachable => ("unreachable", 0),
            Outcome::NotPublic => ("not_public", 0),
        };
        let version = match &tried.delivery {
            Delivery::Version(of) => Some(HookVersion::of(of, years)),
            Delivery::Test(_) => None,
        };
        Self {
            at: tried.at_s,
            kind: tried.delivery.kind().to_owned(),
            version,
            result: result.to_owned(),
            status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(address: Option<&str>) -> Result<Option<String>, &'static str> {
        let sent = ChangeHook {
            address: address.map(ToOwned::to_owned),
            ..ChangeHook::default()
        };
        sent.address(Addresses::default())
            .map_err(|invalid| invalid.field)
    }

    #[test]
    fn an_address_is_https_or_empty() {
        assert_eq!(sent(None), Ok(None));
        assert_eq!(sent(Some(" ")), Ok(Some(String::new())));
        assert_eq!(
            sent(Some("https://Club.example/a")),
            Ok(Some("https://club.example/a".to_owned()))
        );
        assert_eq!(sent(Some("http://club.example/a")), Err("address"));
    }

    #[test]
    fn the_state_of_a_hook() {
        let mut hook = Hook::none("life");
        let nothing = HookState::of(&hook, String::new(), &BTreeMap::new());
        assert_eq!(
            (
                nothing.address.as_str(),
                nothing.since,
                nothing.next_try,
                &nothing.last
            ),
            ("", 0, 0, &None)
        );
        hook.set("https://club.example/a", "salt", 1_000);
        hook.enqueue(&YearKey::new("2026"), 5, 1_001, 1_002);
        let years = BTreeMap::from([(YearKey::new("2026"), YearRecord::default())]);
        let waits = HookState::of(&hook, "whsec_x".to_owned(), &years);
        assert_eq!(
            (
                waits.since,
                waits.next_try,
                waits.tries,
                waits.failing_since
            ),
            (1_000, 1_002, 0, 0)
        );
        hook.take_lease(Delivery::Version(hook.waiting[0].clone()), "lease", 1_003);
        hook.record("lease", Outcome::Refused(503, None), "timer", 1_003);
        hook.ask_test(1_004);
        let failed = HookState::of(&hook, "whsec_x".to_owned(), &years);
        assert_eq!(
            (
                failed.tries,
                failed.failing_since,
                failed.next_try,
                failed.test_waits
            ),
            (1, 1_003, 1_008, true)
        );
        let last = failed.last.unwrap();
        assert_eq!(
            (last.kind.as_str(), last.result.as_str(), last.status),
            ("results.version", "refused", 503)
        );
        assert_eq!(
            last.version,
            Some(HookVersion {
                year: "2026".to_owned(),
                version: 5,
                number: 5,
                at: 1_001
            })
        );
    }
}
