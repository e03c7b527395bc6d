//! Events, years, distances and segments as the wire shows them (contract 2.1, 2.2, 2.6).
//!
//! The fields are in the order of the contract: snapshots are compared byte by byte.

use std::{cmp::Ordering, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa::ToSchema;

use crate::event_time::EventTime;

/// What texts with a type of their own have in common: they are read like any text.
macro_rules! reads_as_text {
    ($($type:ident),+) => {$(
        impl $type {
            /// Its text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::ops::Deref for $type {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $type {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}
pub(crate) use reads_as_text;

/// An event's name in addresses, in the form used for look-ups: without surrounding blanks, in
/// lower case. Every event name that comes from outside is turned into one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Slug(String);

impl Slug {
    /// The slug for this text; empty if the text is blank.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_lowercase())
    }

    /// Names the year `key` of this event.
    #[must_use]
    pub fn year(&self, key: &str) -> RaceKey {
        RaceKey {
            slug: self.clone(),
            year: YearKey::new(key),
        }
    }
}

/// Key of a year within its event, such as `2026` or `2026-May`; compared exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct YearKey(String);

impl YearKey {
    /// The key with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The key that a request names; `None` for an empty text, which asks for the latest year.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self::new(text))
    }
}

reads_as_text!(Slug, YearKey);

/// A year of an event, to which results belong. Written as `slug/year`: the paths of its files
/// begin with this, and its stored items are named by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RaceKey {
    /// The event, by its slug.
    pub slug: Slug,
    /// The year, by its key within the event.
    pub year: YearKey,
}

impl RaceKey {
    /// Parses what [`fmt::Display`] writes; `None` for a text without a slash.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (slug, year) = text.split_once('/')?;
        Some(Slug::new(slug).year(year))
    }
}

impl fmt::Display for RaceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.slug, self.year)
    }
}

impl Serialize for RaceKey {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RaceKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(from)?)
            .ok_or_else(|| D::Error::custom("not a slug and a year"))
    }
}

/// An event (contract 2.1).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Name as shown; not unique.
    pub name: String,
    /// Name for certificates; if empty, `name` is used.
    pub cert_name: String,
    /// Name in addresses: unique in the deployment, never changed.
    pub slug: String,
    /// The event's own site, an http or https address; may be empty.
    pub website: String,
    /// Address of a picture of the event; may be empty.
    pub image: String,
    /// Address at which runners can reach the organiser; public.
    pub contact_email: String,
    /// Whether it is restricted: readable with keys of the owner only, and never published.
    pub access_restricted: bool,
    /// How the race is decided: `distance`, `time` or `backyardultra`; empty in old data, which
    /// means `distance`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The latest start of its years, future ones included; null if it has no years. Derived, never
    /// stored.
    pub recent_time: Option<EventTime>,
    /// Colour of the race's pages, `#rrggbb` in lower case; left out when empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub accent_color: String,
    /// Address of the race's logo; left out when empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub logo: String,
    /// A line for sponsors; left out when empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sponsor: String,
}

/// The parts of a race's own look that a writer sent; `None` keeps what is stored, since a client
/// that does not know the fields must not clear them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Branding {
    /// Colour: `#rrggbb` in lower case, or empty.
    pub accent_color: Option<String>,
    /// Address of the logo, or empty.
    pub logo: Option<String>,
    /// A line for sponsors, or empty.
    pub sponsor: Option<String>,
}

impl Branding {
    /// The complete look of an event.
    #[must_use]
    pub fn of(event: &Event) -> Self {
        Self {
            accent_color: Some(event.accent_color.clone()),
            logo: Some(event.logo.clone()),
            sponsor: Some(event.sponsor.clone()),
        }
    }

    /// `event` with this look; parts that were not sent are taken from `stored`.
    #[must_use]
    pub fn over(self, stored: &Event, event: Event) -> Event {
        let or = |sent: Option<String>, stored: &String| sent.unwrap_or_else(|| stored.clone());
        Event {
            accent_color: or(self.accent_color, &stored.accent_color),
            logo: or(self.logo, &stored.logo),
            sponsor: or(self.sponsor, &stored.sponsor),
            ..event
        }
    }
}

/// The kind of an event, on which the rules of its tables depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// First over the line.
    Distance,
    /// Most laps in a given time.
    Time,
    /// One loop an hour, last one standing.
    BackyardUltra,
}

impl EventKind {
    /// Reads the wire's text; an empty or unknown one is a distance event (contract 2.1).
    #[must_use]
    pub fn of(text: &str) -> Self {
        match text {
            "time" => Self::Time,
            "backyardultra" => Self::BackyardUltra,
            _ => Self::Distance,
        }
    }
}

/// A year of an event (contract 2.2).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct Year {
    /// Key of the year within the event: text such as `2026` or `2026-May`.
    pub year: String,
    /// Start of the race, with the offset that was sent.
    pub date_time: EventTime,
    /// Whether the race is on, according to the timer; the server does not act on it.
    pub live: bool,
    /// For how many whole days after the start alerts can be subscribed to; 0 or less means never.
    pub days_allowed: i64,
    /// Which time decides the places: `gun`, `chip` or `mixed`. The site interprets it, the server
    /// does not.
    pub ranking_type: String,
    /// Whether the results are official, and since when; left out until the organiser has declared
    /// something.
    #[serde(default, skip_serializing_if = "Official::is_unsaid")]
    #[schema(value_type = String)]
    pub official: Official,
}

/// The organiser's declaration about a year's results: nothing, `unofficial`, or the time at which
/// they became official.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Official {
    /// The organiser has not declared anything.
    #[default]
    Unsaid,
    /// They may change.
    Unofficial,
    /// They are official since then.
    Since(EventTime),
}

impl Official {
    /// Whether nothing was declared.
    #[must_use]
    pub fn is_unsaid(&self) -> bool {
        *self == Self::Unsaid
    }
}

const UNOFFICIAL: &str = "unofficial";

impl From<String> for Official {
    fn from(text: String) -> Self {
        match EventTime::parse(&text) {
            Ok(since) => Self::Since(since),
            Err(_) if text == UNOFFICIAL => Self::Unofficial,
            Err(_) => Self::Unsaid,
        }
    }
}

impl From<Official> for String {
    fn from(official: Official) -> Self {
        match official {
            Official::Unsaid => Self::new(),
            Official::Unofficial => UNOFFICIAL.to_owned(),
            Official::Since(since) => since.to_string(),
        }
    }
}

/// A writer's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// Replaces the stored declaration.
    As(Official),
    /// Official from now on, or since the time already stored if they are official.
    Now,
}

impl Declared {
    /// The value from `now` on, given that `stored` was the value before.
    #[must_use]
    pub fn over(self, stored: &Official, now: EventTime) -> Official {
        match (self, stored) {
            (Self::As(official), _) => official,
            (Self::Now, Official::Since(since)) => Official::Since(since.clone()),
            (Self::Now, _) => Official::Since(now),
        }
    }
}

/// Sorts years in the order of the contract (6.3): oldest first, then by key.
pub fn sort_years(years: &mut [Year]) {
    years.sort_unstable_by(|a, b| {
        (a.date_time.instant(), &a.year).cmp(&(b.date_time.instant(), &b.year))
    });
}

/// Sorts events in the order of the contract (6.3): newest first, events without years last, then
/// by slug.
pub fn sort_events(events: &mut [Event]) {
    events.sort_unstable_by(order_of_events);
}

/// The order of [`sort_events`].
#[must_use]
pub fn order_of_events(a: &Event, b: &Event) -> Ordering {
    let newest = |event: &Event| event.recent_time.as_ref().map(EventTime::instant);
    newest(b).cmp(&newest(a)).then_with(|| a.slug.cmp(&b.slug))
}

/// The latest year, future ones included (contract 6.4); `years` in the order of [`sort_years`].
#[must_use]
pub fn latest_year(years: &[Year]) -> Option<&Year> {
    years.last()
}

/// The year `POST /event` shows: the latest that is not after `now_s` (unix seconds), else the
/// earliest (contract 6.4).
#[must_use]
pub fn current_year(years: &[Year], now_s: i64) -> Option<&Year> {
    years
        .iter()
        .rev()
        .find(|year| year.date_time.instant() <= now_s)
        .or(years.first())
}

/// A distance, besides its results (contract 2.6).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct Distance {
    /// Name; identifies the distance within the year.
    pub name: String,
    /// How the course was measured, such as the number of a certificate.
    pub certification: String,
}

/// A named stretch of a distance up to a timing point (contract 2.6).
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, ToSchema)]
pub struct Segment {
    /// Name of the point at its end.
    pub location: String,
    /// Name of the distance it belongs to.
    pub distance_name: String,
    /// Name of the segment, unique within the distance; rows find it by this name.
    pub name: String,
    /// Distance of its end from the start along the course, in `distance_unit`.
    pub distance_value: f64,
    /// Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`.
    pub distance_unit: String,
    /// Position of the point, opaque text; may be empty.
    pub gps: String,
    /// Address of a map of the point; may be empty.
    pub map_link: String,
}

/// Sorts segments in the order of the contract (6.3).
pub fn sort_segments(segments: &mut [Segment]) {
    segments.sort_unstable_by(|a, b| {
        a.distance_name
            .cmp(&b.distance_name)
            .then(a.distance_value.total_cmp(&b.distance_value))
            .then_with(|| a.name.cmp(&b.name))
    });
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("river-10k", "river-10k")]
    #[case(" River-10K\t", "river-10k")]
    #[case("ÉTÉ", "été")]
    #[case("  ", "")]
    fn a_slug_is_without_blanks_and_capitals(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(&*Slug::new(text), expected);
        assert_eq!(Slug::new(expected), Slug::new(text), "once is enough");
    }

    #[rstest]
    #[case("river-10k/2026", Some(("river-10k", "2026")))]
    #[case("river-10k/2026-May", Some(("river-10k", "2026-May")))]
    #[case("river-10k", None)]
    fn a_race_is_read_as_it_is_written(#[case] text: &str, #[case] expected: Option<(&str, &str)>) {
        let race = RaceKey::read(text);
        assert_eq!(
            race.as_ref().map(|race| (&*race.slug, &*race.year)),
            expected
        );
        assert_eq!(
            serde_json::from_value::<RaceKey>(text.into()).ok().as_ref(),
            race.as_ref()
        );
        if let Some(race) = race {
            assert_eq!(race.to_string(), text);
            assert_eq!(
                serde_json::to_value(&race).unwrap(),
                text,
                "as it is stored"
            );
        }
    }
}
