//! The settings of alerts and open routes, read once from the function's environment. Empty or missing means the default.

use std::{fmt, str::FromStr};

use chute_domain::{
    limit::Limit,
    subscription::{Caps, Sender},
};
use chute_store::{SecretName, Store, StoreError};

/// What a deployment has set.
#[derive(Clone, Debug)]
pub struct Alerts {
    /// `ALERTS`: `server` or `timing-client`.
    pub sender: Sender,
    /// `DOUBLE_OPT_IN`: `true` or `false`.
    pub double_opt_in: bool,
    /// `CARRIER_ANSWERS`: whether the carrier service itself answers STOP and START, as SNS and Twilio do unless told otherwise.
    pub carrier_answers: bool,
    /// `AREA_CODES`: comma-separated; empty for all.
    pub area_codes: Vec<String>,
    /// `OPEN_CALLS`: calls of each open route per source address and hour.
    pub open_calls: Limit,
    /// `SMS_…`: the limits of `sms/add`.
    pub caps: Caps,
    /// `TWILIO_ADDRESS` and the secret named by `TWILIO_SECRET`; both or `POST /twilio` is off.
    pub provider: Option<Provider>,
}

/// The provider whose texts the timing client sends.
#[derive(Clone)]
pub struct Provider {
    /// The public address of `POST /twilio`, as the provider calls it.
    pub address: String,
    /// Its token; while it is changed, the one before too.
    pub tokens: Vec<Vec<u8>>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Provider at {}", self.address)
    }
}

/// A setting that cannot be read; a function that does not know its limits must not start.
#[derive(Debug, thiserror::Error)]
#[error("the setting {0} cannot be read")]
pub struct BadSetting(pub(crate) &'static str);

impl Default for Alerts {
    fn default() -> Self {
        Self {
            sender: Sender::Server,
            double_opt_in: false,
            carrier_answers: true,
            area_codes: Vec::new(),
            open_calls: Limit::in_minutes(30, 60),
            caps: Caps::default(),
            provider: None,
        }
    }
}

impl Alerts {
    /// Reads the settings; `setting` gives what the variable of that name holds.
    ///
    /// # Errors
    /// [`BadSetting`] names the one that cannot be read.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, BadSetting> {
        let of = |name| setting(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (default, caps) = (Self::default(), Caps::default());
        let limit = |name, default: Limit| Ok(Limit { most: parsed(of(name), name, default.most)?, ..default });
        Ok(Self {
            sender: of("ALERTS").map_or(Ok(default.sender), |text| Sender::of(&text).ok_or(BadSetting("ALERTS")))?,
            double_opt_in: parsed(of("DOUBLE_OPT_IN"), "DOUBLE_OPT_IN", default.double_opt_in)?,
            carrier_answers: parsed(of("CARRIER_ANSWERS"), "CARRIER_ANSWERS", default.carrier_answers)?,
            area_codes: of("AREA_CODES").map_or(Ok(Vec::new()), |text| area_codes(&text))?,
            open_calls: limit("OPEN_CALLS", default.open_calls)?,
            caps: Caps {
                confirmed_of_phone: limit("SMS_CONFIRMED_OF_PHONE", caps.confirmed_of_phone)?,
                confirmed_of_source: limit("SMS_CONFIRMED_OF_SOURCE", caps.confirmed_of_source)?,
                of_phone: limit("SMS_OF_PHONE", caps.of_phone)?,
                of_source: limit("SMS_OF_SOURCE", caps.of_source)?,
                confirmed_of_year: parsed(of("SMS_CONFIRMED_OF_YEAR"), "SMS_CONFIRMED_OF_YEAR", caps.confirmed_of_year)?,
                confirmed_of_day: parsed(of("SMS_CONFIRMED_OF_DAY"), "SMS_CONFIRMED_OF_DAY", caps.confirmed_of_day)?,
            },
            provider: of("TWILIO_ADDRESS").map(|address| Provider { address, tokens: Vec::new() }),
        })
    }

    /// The same with the provider's token, if a provider is set.
    ///
    /// # Errors
    /// When the secret cannot be read.
    pub async fn with_provider(mut self, store: &Store) -> Result<Self, StoreError> {
        if let Some(provider) = &mut self.provider {
            provider.tokens = store.read_secret(SecretName::Provider).await?;
        }
        Ok(self)
    }

    /// Whether a confirmation asks for a YES: only the server confirms.
    #[must_use]
    pub fn asks_for_yes(&self) -> bool {
        self.double_opt_in && self.sender == Sender::Server
    }
}

fn parsed<T: FromStr>(text: Option<String>, name: &'static str, default: T) -> Result<T, BadSetting> {
    text.map_or(Ok(default), |text| text.parse().map_err(|_| BadSetting(name)))
}

fn area_codes(text: &str) -> Result<Vec<String>, BadSetting> {
    let codes: Vec<String> = text.split(',').map(|code| code.trim().to_owned()).filter(|code| !code.is_empty()).collect();
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|digit| digit.is_ascii_digit());
    if codes.iter().all(is_code) { Ok(codes) } else { Err(BadSetting("AREA_CODES")) }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(name: &str, text: &str) -> Result<Alerts, BadSetting> {
        Alerts::read(|asked| (asked == name).then(|| text.to_owned()))
    }

    #[test]
    fn without_settings_as_the_contract_has_it() {
        let alerts = Alerts::read(|_| Some(String::new())).unwrap();
        assert_eq!((alerts.sender, alerts.asks_for_yes(), alerts.open_calls.most), (Sender::Server, false, 30));
        assert_eq!((alerts.caps.of_phone.most, alerts.caps.of_source.most), (30, 120));
        assert_eq!((alerts.caps.confirmed_of_phone.most, alerts.caps.confirmed_of_source.most), (3, 10));
        assert_eq!((alerts.caps.confirmed_of_year, alerts.caps.confirmed_of_day), (2_000, 10_000));
        assert!(alerts.provider.is_none() && alerts.area_codes.is_empty());
    }

    #[test]
    fn settings_are_taken() {
        assert_eq!(read("SMS_OF_SOURCE", " 5000 ").unwrap().caps.of_source, Limit::in_minutes(5_000, 60));
        assert_eq!(read("OPEN_CALLS", "0").unwrap().open_calls.most, 0);
        assert_eq!(read("AREA_CODES", "206, 425,").unwrap().area_codes, ["206", "425"]);
        assert!(read("DOUBLE_OPT_IN", "true").unwrap().asks_for_yes());
        assert_eq!(read("ALERTS", "timing-client").unwrap().sender, Sender::TimingClient);
    }

    #[rstest]
    #[case("ALERTS", "Server")]
    #[case("DOUBLE_OPT_IN", "yes")]
    #[case("SMS_OF_PHONE", "many")]
    #[case("SMS_CONFIRMED_OF_DAY", "-1")]
    #[case("AREA_CODES", "206;425")]
    fn what_cannot_be_read_is_no_default(#[case] name: &str, #[case] text: &str) {
        assert_eq!(read(name, text).unwrap_err().0, name);
    }
}
