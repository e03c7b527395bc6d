//! A point in time that keeps the offset it was received with (contract 1.6).

use std::fmt;

use jiff::{SignedDuration, civil};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// RFC 3339 text with whole seconds and the offset as received; offset zero is `Z`.
///
/// Shown as text, compared by [`EventTime::instant`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(
    value_type = String,
    format = DateTime,
    description = "RFC 3339 with whole seconds and the offset as received; offset zero is `Z`.",
    examples("2026-05-02T08:00:00-07:00")
)]
pub struct EventTime(String);

/// The text is not a date and time with an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date and time with an offset")]
pub struct NotATime;

impl Default for EventTime {
    /// The start of unix time, for places that need some value. It never stands for a missing time.
    fn default() -> Self {
        Self("1970-01-01T00:00:00Z".to_owned())
    }
}

impl EventTime {
    /// Reads RFC 3339 or `YYYY/MM/DD HH:MM:SS ±HH:MM` with the separators of any region (contract
    /// 1.6).
    ///
    /// # Errors
    /// [`NotATime`] if there is no offset or the date does not exist.
    pub fn parse(text: &str) -> Result<Self, NotATime> {
        parse(text.trim()).ok_or(NotATime)
    }

    /// The year that a text in one of these forms begins with, whether or not the date exists: that
    /// of another calendar may have other months.
    #[must_use]
    pub fn year_in(text: &str) -> Option<i16> {
        let (year, text) = digits(text.trim(), 4, 4)?;
        date_separator(text).map(|_| year)
    }

    /// The time `unix_s` in UTC; the default outside the years 0 to 9999, which the text cannot
    /// hold.
    #[must_use]
    pub fn from_unix(unix_s: i64) -> Self {
        let at = UNIX_START
            .checked_add(SignedDuration::from_secs(unix_s))
            .ok()
            .filter(|at| at.year() >= 0);
        at.map_or_else(Self::default, |at| {
            Self(format!("{}Z", at.strftime("%Y-%m-%dT%H:%M:%S")))
        })
    }

    /// The time this many seconds later, with the same offset; the same time if it is none of the
    /// years 0 to 9999.
    #[must_use]
    pub fn after(&self, seconds: i64) -> Self {
        let (local, zone) = self.parts();
        let later = || {
            let local: civil::DateTime = local.parse().ok()?;
            let later = local.checked_add(SignedDuration::from_secs(seconds)).ok()?;
            (later.year() >= 0)
                .then(|| Self(format!("{}{zone}", later.strftime("%Y-%m-%dT%H:%M:%S"))))
        };
        later().unwrap_or_else(|| self.clone())
    }

    /// The local time at the race, such as `2026-05-02T08:00:00`, and its offset: `-07:00` or `Z`.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        self.0.split_at_checked(LOCAL.len()).unwrap_or_default()
    }

    /// The time in unix seconds.
    #[must_use]
    pub fn instant(&self) -> i64 {
        let (local, zone) = self.parts();
        instant(local, zone).unwrap_or(0)
    }

    /// The text as on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EventTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a time begins, before its offset.
const LOCAL: &str = "YYYY-MM-DDTHH:MM:SS";
/// Where unix time starts, in UTC.
const UNIX_START: civil::DateTime = civil::DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Unix seconds of a stored time. `jiff::Timestamp` is not used: it ends on 30 December 9999, so
/// that it can be shown in any time zone.
fn instant(local: &str, zone: &str) -> Option<i64> {
    let local: civil::DateTime = local.parse().ok()?;
    Some(local.duration_since(UNIX_START).as_secs() - i64::from(offset(zone)?))
}

/// Takes `least` to `most` digits off the front; returns their number and the rest.
fn digits(text: &str, least: usize, most: usize) -> Option<(i16, &str)> {
    let end = text
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    if end < least {
        return None;
    }
    let (number, rest) = text.split_at_checked(end)?;
    Some((number.parse().ok()?, rest))
}

fn one_of<'t>(text: &'t str, allowed: &[char]) -> Option<(char, &'t str)> {
    let first = text.chars().next().filter(|c| allowed.contains(c))?;
    Some((first, text.get(first.len_utf8()..)?))
}

/// One of `allowed`, with the blanks that some regions write around it.
fn separator<'t>(text: &'t str, allowed: &[char]) -> Option<(char, &'t str)> {
    let (found, rest) = one_of(text.trim_start(), allowed)?;
    Some((found, rest.trim_start()))
}

/// A separator in front of which regions with a script from right to left put a mark.
fn date_separator(text: &str) -> Option<(char, &str)> {
    separator(text.trim_start_matches(RIGHT_TO_LEFT), &['/', '-', '.'])
}

const RIGHT_TO_LEFT: [char; 3] = ['\u{200e}', '\u{200f}', '\u{61c}'];

fn parse(text: &str) -> Option<EventTime> {
    let (year, text) = digits(text, 4, 4)?;
    let (between, text) = date_separator(text)?;
    let (month, text) = digits(text, 2, 2)?;
    let (_, text) = date_separator(text).filter(|(found, _)| *found == between)?;
    let (day, text) = digits(text, 2, 2)?;
    let text = text.strip_prefix('.').unwrap_or(text);
    let (_, text) = one_of(text, &[' ', 'T', 't'])?;
    let (hour, text) = digits(text, 2, 2)?;
    let (between, text) = separator(text, &[':', '.', 'h'])?;
    let (minute, text) = digits(text, 2, 2)?;
    let (_, text) = separator(text, &[between])?;
    let (second, text) = digits(text, 2, 2)?;
    let text = match text.strip_prefix('.').or(text.strip_prefix(',')) {
        Some(fraction) => digits_skipped(fraction)?,
        None => text,
    };
    let offset_s = offset(text.trim_start())?;
    civil::DateTime::new(
        year,
        month.try_into().ok()?,
        day.try_into().ok()?,
        hour.try_into().ok()?,
        minute.try_into().ok()?,
        second.min(59).try_into().ok()?,
        0,
    )
    .ok()?;
    if second > 60 {
        return None;
    }
    let zone = if offset_s == 0 {
        "Z".to_owned()
    } else {
        let (sign, size) = (if offset_s < 0 { '-' } else { '+' }, offset_s.abs() / 60);
        format!("{sign}{:02}:{:02}", size / 60, size % 60)
    };
    Some(EventTime(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}{zone}",
        second.min(59)
    )))
}

fn digits_skipped(text: &str) -> Option<&str> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| text.get(end..)).flatten()
}

/// Reads `Z` or `±HH:MM`, with the time separator of any region, as seconds east of Greenwich.
fn offset(text: &str) -> Option<i32> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let (sign, text) = one_of(text, &['+', '-'])?;
    let (hours, text) = digits(text, 2, 2)?;
    let (_, text) = one_of(text, &[':', '.'])?;
    let (minutes, text) = digits(text, 2, 2)?;
    if !text.is_empty() || hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
    Some(if sign == '-' { -seconds } else { seconds })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2026-05-02T08:00:00-07:00", "2026-05-02T08:00:00-07:00")]
    #[case("2026-05-02T08:00:00.1234567-07:00", "2026-05-02T08:00:00-07:00")]
    #[case("2026/05/02 08:00:00 -07:00", "2026-05-02T08:00:00-07:00")]
    #[case("2026.05.02 08.00.00 +05.30", "2026-05-02T08:00:00+05:30")]
    #[case("2026. 05. 02 08:00:00 +02:00", "2026-05-02T08:00:00+02:00")]
    #[case("2026.\u{a0}05.\u{a0}02 08:00:00 +02:00", "2026-05-02T08:00:00+02:00")]
    #[case("2026. 05. 02. 08:00:00 +02:00", "2026-05-02T08:00:00+02:00")]
    #[case("2026-05-02 08 h 00 h 00 -04:00", "2026-05-02T08:00:00-04:00")]
    #[case(
        "2026\u{200f}/05\u{200f}/02 08:00:00 +03:00",
        "2026-05-02T08:00:00+03:00"
    )]
    #[case("2026 / 05 / 02 08:00:00 +00:00", "2026-05-02T08:00:00Z")]
    #[case("2026-05-02T08:00:00Z", "2026-05-02T08:00:00Z")]
    #[case("2026-05-02T08:00:00+00:00", "2026-05-02T08:00:00Z")]
    #[case("2026-05-02t08:00:00z", "2026-05-02T08:00:00Z")]
    #[case("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z")]
    #[case("9999/12/31 23:59:59 -12:00", "9999-12-31T23:59:59-12:00")]
    #[case("0000-01-01T00:00:00+14:00", "0000-01-01T00:00:00+14:00")]
    fn keeps_the_offset(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(EventTime::parse(text).unwrap().as_str(), expected);
    }

    #[rstest]
    #[case("2026-05-02T08:00:00")]
    #[case("2026-02-30T08:00:00Z")]
    #[case("2026-05-02")]
    #[case("2026/05-02 08:00:00 Z")]
    #[case("2026 05 02 08:00:00 Z")]
    #[case("2026/05/02 08 00 00 Z")]
    #[case("2026/05/02 08h00:00 Z")]
    #[case("2026-05-02T25:00:00Z")]
    #[case("2026-05-02T08:00:00.Z")]
    #[case("")]
    #[case("yesterday")]
    fn other_texts_are_no_time(#[case] text: &str) {
        assert_eq!(EventTime::parse(text), Err(NotATime));
    }

    #[rstest]
    #[case("1970-01-01T00:00:00Z", 0)]
    #[case("2026-05-02T08:00:00-07:00", 1_777_734_000)]
    #[case("1969-12-31T23:59:59Z", -1)]
    #[case("9999-12-31T23:59:59Z", 253_402_300_799)]
    #[case("9999-12-31T23:59:59-12:00", 253_402_343_999)]
    #[case("0000-01-01T00:00:00Z", -62_167_219_200)]
    fn a_time_is_an_instant_in_unix_seconds(#[case] text: &str, #[case] expected: i64) {
        let time = EventTime::parse(text).unwrap();
        assert_eq!(time.instant(), expected);
        if text.ends_with('Z') {
            assert_eq!(EventTime::from_unix(expected), time);
        }
    }

    #[rstest]
    #[case(i64::MIN)]
    #[case(-62_167_219_201)]
    #[case(253_402_300_800)]
    #[case(i64::MAX)]
    fn a_time_outside_the_years_0_to_9999_is_the_default(#[case] unix_s: i64) {
        assert_eq!(EventTime::from_unix(unix_s), EventTime::default());
    }

    #[test]
    fn offsets_make_no_other_instant() {
        let west = EventTime::parse("2026-05-02T08:00:00-07:00").unwrap();
        assert_eq!(
            west.instant(),
            EventTime::parse("2026-05-02T15:00:00Z").unwrap().instant()
        );
    }
}
