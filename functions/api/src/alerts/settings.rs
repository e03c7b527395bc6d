//! The settings of alerts and open routes, read once from the function's environment. An empty or
//! missing variable means the default.

use std::{fmt, num::NonZeroU32, str::FromStr};

use chute_domain::{
    budget::{Budgets, MICROS, Usage},
    limit::Limit,
    subscription::{Caps, Sender},
    text_message::Brand,
};
use chute_store::{Carrier, SecretName, Store, StoreError};

/// The deployment's settings.
#[derive(Clone, Debug)]
pub struct Alerts {
    /// `ALERTS`: `server` or `timing-client`.
    pub sender: Sender,
    /// `DOUBLE_OPT_IN`: `true` or `false`.
    pub double_opt_in: bool,
    /// `CARRIER_ANSWERS`: whether the carrier service answers STOP and START itself, as SNS and
    /// Twilio do by default.
    pub carrier_answers: bool,
    /// `AREA_CODES`: the area codes allowed, comma-separated; empty for all.
    pub area_codes: Vec<String>,
    /// `OPEN_CALLS`: the maximum number of calls of each open route per source address and hour.
    pub open_calls: Limit,
    /// `SMS_…`: the limits of `sms/add`.
    pub caps: Caps,
    /// `ALERT_TEXTS_OF_…` and `ALERT_DOLLARS_OF_…`: what alerts may cost; confirmations count
    /// towards the dollars only.
    pub budgets: Budgets,
    /// `ORIGINATION_NUMBER` and `DOLLARS_A_PART`: the number that texts come from, and what a part
    /// may cost.
    pub carrier: Carrier,
    /// `PARTS_A_SECOND`: how many parts of alerts the carrier accepts per second: 1 from a long
    /// code, 3 from a toll-free number, 100 from a short code.
    pub parts_a_second: u32,
    /// `OPERATOR`, `SUPPORT`, `MESSAGES_A_RACE`: who sends, where to get help, and the maximum
    /// number of texts a follower gets.
    pub brand: Brand,
    /// `TWILIO_ADDRESS` and the secret named by `TWILIO_SECRET`: `POST /twilio` is off without the
    /// address, and refuses every call without the secret.
    pub provider: Option<Provider>,
}

/// The provider whose texts the timing client sends.
#[derive(Clone)]
pub struct Provider {
    /// The public address of `POST /twilio`, as the provider calls it.
    pub address: String,
    /// Its token, and the previous one while tokens are being changed.
    pub tokens: Vec<Vec<u8>>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Provider at {}", self.address)
    }
}

/// A setting that cannot be read. A function that does not know its limits must not start.
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
            budgets: Budgets::default(),
            carrier: Carrier::default(),
            parts_a_second: 1,
            brand: Brand::default(),
            provider: None,
        }
    }
}

impl Alerts {
    /// Reads the settings; `setting` returns the value of the variable with that name.
    ///
    /// # Errors
    /// [`BadSetting`] names the one that cannot be read.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, BadSetting> {
        let of = given(setting);
        let (default, caps) = (Self::default(), Caps::default());
        let Budgets { year, day, month } = default.budgets;
        let usage = |texts, money, default: Usage| {
            Ok(Usage {
                texts: parsed(&of, texts, default.texts)?,
                micros: dollars(&of, money, default.micros)?,
            })
        };
        let limit = |name, default: Limit| {
            Ok(Limit {
                most: parsed(&of, name, default.most)?,
                ..default
            })
        };
        Ok(Self {
            sender: of("ALERTS").map_or(Ok(default.sender), |text| {
                Sender::named(&text).ok_or(BadSetting("ALERTS"))
            })?,
            double_opt_in: parsed(&of, "DOUBLE_OPT_IN", default.double_opt_in)?,
            carrier_answers: parsed(&of, "CARRIER_ANSWERS", default.carrier_answers)?,
            area_codes: of("AREA_CODES").map_or(Ok(Vec::new()), |text| area_codes(&text))?,
            open_calls: limit("OPEN_CALLS", default.open_calls)?,
            caps: Caps {
                confirmed_of_phone: limit("SMS_CONFIRMED_OF_PHONE", caps.confirmed_of_phone)?,
                confirmed_of_source: limit("SMS_CONFIRMED_OF_SOURCE", caps.confirmed_of_source)?,
                of_phone: limit("SMS_OF_PHONE", caps.of_phone)?,
                of_source: limit("SMS_OF_SOURCE", caps.of_source)?,
                confirmed_of_year: parsed(&of, "SMS_CONFIRMED_OF_YEAR", caps.confirmed_of_year)?,
                confirmed_of_day: parsed(&of, "SMS_CONFIRMED_OF_DAY", caps.confirmed_of_day)?,
            },
            budgets: Budgets {
                year: usage("ALERT_TEXTS_OF_YEAR", "ALERT_DOLLARS_OF_YEAR", year)?,
                day: usage("ALERT_TEXTS_OF_DAY", "ALERT_DOLLARS_OF_DAY", day)?,
                month: usage("ALERT_TEXTS_OF_MONTH", "ALERT_DOLLARS_OF_MONTH", month)?,
            },
            carrier: Carrier {
                origination: of("ORIGINATION_NUMBER").unwrap_or_default(),
                micros_a_part: dollars(&of, "DOLLARS_A_PART", default.carrier.micros_a_part)?,
            },
            parts_a_second: parsed(&of, "PARTS_A_SECOND", NonZeroU32::MIN)?.get(),
            brand: Brand {
                operator: of("OPERATOR").unwrap_or(default.brand.operator),
                support: of("SUPPORT").unwrap_or_default(),
                messages_a_race: parsed(&of, "MESSAGES_A_RACE", default.brand.messages_a_race)?,
            },
            provider: of("TWILIO_ADDRESS").map(|address| Provider {
                address,
                tokens: Vec::new(),
            }),
        })
    }

    /// Adds the provider's token, if a provider is set.
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

/// The settings without space around them; an empty one is missing.
pub(crate) fn given(setting: impl Fn(&str) -> Option<String>) -> impl Fn(&str) -> Option<String> {
    move |name| {
        let text = setting(name)?.trim().to_owned();
        (!text.is_empty()).then_some(text)
    }
}

fn parsed<T: FromStr>(of: Setting<'_>, name: &'static str, default: T) -> Result<T, BadSetting> {
    of(name).map_or(Ok(default), |text| {
        text.parse().map_err(|_| BadSetting(name))
    })
}

/// Looks up a setting; `None` if it is empty.
type Setting<'s> = &'s dyn Fn(&str) -> Option<String>;

/// Reads dollars with at most six decimal places, as millionths.
fn dollars(of: Setting<'_>, name: &'static str, default: u64) -> Result<u64, BadSetting> {
    let Some(text) = of(name) else {
        return Ok(default);
    };
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || part.len() > 6 || !is_number(whole) || !is_number(part) {
        return Err(BadSetting(name));
    }
    let micros = |digits: &str| digits.parse::<u64>().map_err(|_| BadSetting(name));
    micros(whole)?
        .checked_mul(MICROS)
        .and_then(|whole| whole.checked_add(micros(&format!("{part:0<6}")).ok()?))
        .ok_or(BadSetting(name))
}

fn area_codes(text: &str) -> Result<Vec<String>, BadSetting> {
    let codes: Vec<String> = text
        .split(',')
        .map(|code| code.trim().to_owned())
        .filter(|code| !code.is_empty())
        .collect();
    let is_code =
        |code: &String| code.len() == 3 && code.bytes().all(|digit| digit.is_ascii_digit());
    if codes.iter().all(is_code) {
        Ok(codes)
    } else {
        Err(BadSetting("AREA_CODES"))
    }
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
        assert_eq!(
            (alerts.sender, alerts.asks_for_yes(), alerts.open_calls.most),
            (Sender::Server, false, 30)
        );
        assert_eq!(
            (alerts.caps.of_phone.most, alerts.caps.of_source.most),
            (30, 120)
        );
        assert_eq!(
            (
                alerts.caps.confirmed_of_phone.most,
                alerts.caps.confirmed_of_source.most
            ),
            (3, 10)
        );
        assert_eq!(
            (alerts.caps.confirmed_of_year, alerts.caps.confirmed_of_day),
            (2_000, 10_000)
        );
        assert_eq!(
            (alerts.parts_a_second, alerts.carrier.origination.as_str()),
            (1, "")
        );
        assert_eq!(
            (alerts.budgets, alerts.brand),
            (Budgets::default(), Brand::default())
        );
        assert!(alerts.provider.is_none() && alerts.area_codes.is_empty());
    }

    #[test]
    fn settings_are_taken() {
        assert_eq!(
            read("SMS_OF_SOURCE", " 5000 ").unwrap().caps.of_source,
            Limit::in_minutes(5_000, 60)
        );
        assert_eq!(read("OPEN_CALLS", "0").unwrap().open_calls.most, 0);
        assert_eq!(
            read("AREA_CODES", "206, 425,").unwrap().area_codes,
            ["206", "425"]
        );
        assert!(read("DOUBLE_OPT_IN", "true").unwrap().asks_for_yes());
        assert_eq!(
            read("ALERT_DOLLARS_OF_DAY", "12.5").unwrap().budgets.day,
            Usage {
                texts: 20_000,
                micros: 12_500_000
            }
        );
        assert_eq!(
            read("ALERT_TEXTS_OF_YEAR", "7").unwrap().budgets.year.texts,
            7
        );
        assert_eq!(
            read("DOLLARS_A_PART", "0.00965")
                .unwrap()
                .carrier
                .micros_a_part,
            9_650
        );
        assert_eq!(read("PARTS_A_SECOND", "100").unwrap().parts_a_second, 100);
        assert_eq!(
            read("OPERATOR", "Hill Timing").unwrap().brand.operator,
            "Hill Timing"
        );
        assert_eq!(
            read("ALERTS", "timing-client").unwrap().sender,
            Sender::TimingClient
        );
    }

    #[rstest]
    #[case("ALERTS", "Server")]
    #[case("DOUBLE_OPT_IN", "yes")]
    #[case("SMS_OF_PHONE", "many")]
    #[case("SMS_CONFIRMED_OF_DAY", "-1")]
    #[case("AREA_CODES", "206;425")]
    #[case("PARTS_A_SECOND", "0")]
    #[case("DOLLARS_A_PART", "1e3")]
    #[case("DOLLARS_A_PART", ".5")]
    #[case("DOLLARS_A_PART", "0.0000001")]
    #[case("ALERT_DOLLARS_OF_MONTH", "-1")]
    #[case("ALERT_DOLLARS_OF_MONTH", "99999999999999999999")]
    fn an_unreadable_setting_is_an_error(#[case] name: &str, #[case] text: &str) {
        assert_eq!(read(name, text).unwrap_err().0, name);
    }
}
