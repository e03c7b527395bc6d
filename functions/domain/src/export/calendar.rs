//! The public events as a calendar to which programs subscribe (RFC 5545).

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::{
    event_time::EventTime,
    race::{Event, EventKind, Year},
};

/// The maximum length of a line, in bytes; a longer one continues on the next line, which begins
/// with a blank (RFC 5545, 3.1).
const LONGEST_LINE: usize = 75;
/// How long a start stays in the calendar, in seconds: a year, so that a season is there as a whole.
const SHOWN_S: i64 = 366 * 86_400;
/// Characters that stay as they are in a path.
const IN_A_PATH: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// When years of an event start, by their keys.
pub type Starts = BTreeMap<String, EventTime>;

/// An event in the published list of events (contract 9.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedEvent {
    /// The event.
    #[serde(flatten)]
    pub event: Event,
    /// The starts that the calendar shows ([`shown_starts`]), or more: those that have become too
    /// old since. `None` in a list that an earlier version made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Starts>,
}

/// The starts of an event's years that the calendar shows at `now_s` (unix seconds): those of the
/// last 366 days and all to come, and the latest however long ago it was.
#[must_use]
pub fn shown_starts(years: &[Year], now_s: i64) -> Starts {
    let latest = years.iter().map(|year| year.date_time.instant()).max();
    let shown = years
        .iter()
        .filter(|year| is_shown(&year.date_time, latest, now_s));
    shown
        .map(|year| (year.year.clone(), year.date_time.clone()))
        .collect()
}

/// `latest` is the latest start of the event.
fn is_shown(start: &EventTime, latest: Option<i64>, now_s: i64) -> bool {
    latest.is_some_and(|latest| start.instant() >= latest.min(now_s - SHOWN_S))
}

/// The calendar of the events in the given order. Each year of an event that is shown at `now_s`
/// ([`shown_starts`]) has an entry at its start, on the race's own clock, until some hours later: how
/// long a race takes is not known. `updated_at` is when the list was made; `site` is the address of
/// the site, such as `https://results.example.org`.
#[must_use]
pub fn calendar(
    events: &[ListedEvent],
    now_s: i64,
    updated_at: &EventTime,
    site: Option<&str>,
) -> String {
    let mut lines = Lines(String::new());
    let head = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Chute//Race results//EN",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ];
    head.into_iter().for_each(|line| lines.add(line));
    let shown: Vec<(&Event, &str, &EventTime)> = events
        .iter()
        .filter_map(|listed| Some((&listed.event, listed.starts.as_ref()?)))
        .flat_map(|(event, years)| {
            let latest = years.values().map(EventTime::instant).max();
            years
                .iter()
                .filter(move |(_, start)| is_shown(start, latest, now_s))
                .map(move |(year, start)| (event, year.as_str(), start))
        })
        .collect();
    let zones: BTreeSet<String> = shown.iter().map(|(_, _, start)| offset(start)).collect();
    zones.iter().for_each(|offset| zone(&mut lines, offset));
    for (event, year, start) in shown {
        entry(&mut lines, event, (year, start), &utc(updated_at), site);
    }
    lines.add("END:VCALENDAR");
    lines.0
}

/// The offset of a start as a time zone: the name of the region's zone is not known.
fn zone(lines: &mut Lines, offset: &str) {
    lines.add("BEGIN:VTIMEZONE");
    lines.add(&format!("TZID:UTC{offset}"));
    lines.add("BEGIN:STANDARD");
    lines.add("DTSTART:19700101T000000");
    lines.add(&format!("TZOFFSETFROM:{offset}"));
    lines.add(&format!("TZOFFSETTO:{offset}"));
    lines.add("END:STANDARD");
    lines.add("END:VTIMEZONE");
}

fn entry(
    lines: &mut Lines,
    event: &Event,
    (year, start): (&str, &EventTime),
    made: &str,
    site: Option<&str>,
) {
    let slug = utf8_percent_encode(&event.slug, &IN_A_PATH);
    let year = utf8_percent_encode(year, &IN_A_PATH);
    let host = site
        .and_then(|site| site.split_once("://"))
        .map_or("chute.invalid", |(_, host)| host);
    lines.add("BEGIN:VEVENT");
    // without the start, so that a race that is postponed moves instead of standing there twice
    lines.add(&format!("UID:{slug}/{year}@{host}"));
    lines.add(&format!("DTSTAMP:{made}"));
    let offset = offset(start);
    let end = start.after(usual_length_s(event));
    lines.add(&format!("DTSTART;TZID=UTC{offset}:{}", on_its_clock(start)));
    lines.add(&format!("DTEND;TZID=UTC{offset}:{}", on_its_clock(&end)));
    lines.add(&format!("SUMMARY:{}", escaped(&event.name)));
    if let Some(site) = site {
        lines.add(&format!("URL:{site}/results/{slug}/{year}"));
    }
    lines.add("END:VEVENT");
}

/// How long an entry lasts, in seconds: some hours on race day, or a day for timed races, of which
/// those of 24 hours and longer are the most.
fn usual_length_s(event: &Event) -> i64 {
    let hours = match EventKind::of(&event.kind) {
        EventKind::Distance => 4,
        EventKind::Time | EventKind::BackyardUltra => 24,
    };
    hours * 3_600
}

/// "-0700"
fn offset(time: &EventTime) -> String {
    match time.parts().1 {
        "" | "Z" => "+0000".to_owned(),
        offset => offset.replace(':', ""),
    }
}

/// "20260502T080000", as the clock at the race shows it.
fn on_its_clock(time: &EventTime) -> String {
    time.parts().0.replace(['-', ':'], "")
}

/// "20260502T150000Z"
fn utc(time: &EventTime) -> String {
    EventTime::from_unix(time.instant())
        .as_str()
        .replace(['-', ':'], "")
}

/// A text as a value: line ends and value separators are escaped (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\\' | ';' | ',' => out.extend(['\\', letter]),
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
    out
}

/// Lines of at most [`LONGEST_LINE`] bytes that end in CRLF.
struct Lines(String);

impl Lines {
    fn add(&mut self, line: &str) {
        let mut used = 0;
        for letter in line.chars() {
            if used + letter.len_utf8() > LONGEST_LINE {
                self.0.push_str("\r\n ");
                used = 1;
            }
            self.0.push(letter);
            used += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event(slug: &str, name: &str, years: &[(&str, &str)]) -> ListedEvent {
        let event = Event {
            slug: slug.into(),
            name: name.into(),
            ..Event::default()
        };
        let years = years
            .iter()
            .map(|(year, start)| ((*year).to_owned(), time(start)));
        ListedEvent {
            event,
            starts: Some(years.collect()),
        }
    }

    fn time(text: &str) -> EventTime {
        EventTime::parse(text).unwrap()
    }

    const NOW: &str = "2026-05-01T12:00:00Z";

    fn at(now: &str, events: &[ListedEvent], site: Option<&str>) -> String {
        let now = time(now);
        calendar(events, now.instant(), &now, site)
    }

    /// Each entry's UID and start.
    fn entries(text: &str) -> Vec<(&str, &str)> {
        let values = |name: &'static str| {
            text.split("\r\n")
                .filter_map(move |line| line.strip_prefix(name))
        };
        values("UID:")
            .zip(values("DTSTART;TZID=UTC-0700:"))
            .collect()
    }

    #[test]
    fn a_year_stands_at_its_start_on_its_own_clock() {
        let events = [
            event(
                "river-10k",
                "River, 10K; \\ Ñandú",
                &[("2026", "2026-05-02T08:00:00-07:00")],
            ),
            event("none", "No year", &[]),
        ];
        let text = at(NOW, &events, Some("https://results.example.org"));
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Chute//Race results//EN",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
            "BEGIN:VTIMEZONE",
            "TZID:UTC-0700",
            "BEGIN:STANDARD",
            "DTSTART:19700101T000000",
            "TZOFFSETFROM:-0700",
            "TZOFFSETTO:-0700",
            "END:STANDARD",
            "END:VTIMEZONE",
            "BEGIN:VEVENT",
            "UID:river-10k/2026@results.example.org",
            "DTSTAMP:20260501T120000Z",
            "DTSTART;TZID=UTC-0700:20260502T080000",
            "DTEND;TZID=UTC-0700:20260502T120000",
            "SUMMARY:River\\, 10K\\; \\\\ Ñandú",
            "URL:https://results.example.org/results/river-10k/2026",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(text.split("\r\n").collect::<Vec<_>>(), expected);
    }

    #[test]
    fn without_a_site_there_are_no_links() {
        let event = event("a b", "A", &[("2026", "2026-05-02T08:00:00Z")]);
        let text = at(NOW, &[event], None);
        assert!(
            text.contains("UID:a%20b/2026@chute.invalid\r\n") && !text.contains("URL:"),
            "{text}"
        );
    }

    #[test]
    fn a_postponed_year_is_the_same_entry() {
        let of = |start| {
            let text = at(NOW, &[event("a", "A", &[("2026", start)])], None);
            entries(&text)
                .iter()
                .map(|(uid, _)| (*uid).to_owned())
                .collect::<Vec<_>>()
        };
        let before = of("2026-12-30T08:00:00-07:00");
        assert_eq!(before, ["a/2026@chute.invalid"]);
        assert_eq!(before, of("2027-01-09T09:00:00-07:00"));
    }

    #[test]
    fn the_next_year_stands_beside_the_coming_one() {
        let years = [
            ("2026", "2026-12-19T09:00:00-07:00"),
            ("2027", "2027-12-11T09:00:00-07:00"),
        ];
        let text = at(NOW, &[event("a", "A", &years)], None);
        let expected = [
            ("a/2026@chute.invalid", "20261219T090000"),
            ("a/2027@chute.invalid", "20271211T090000"),
        ];
        assert_eq!(entries(&text), expected);
    }

    #[test]
    fn years_of_more_than_a_year_ago_are_gone_but_for_the_latest() {
        let all = [
            ("2024", "2024-05-04T08:00:00-07:00"),
            ("2025", "2025-04-30T08:00:00-07:00"),
            ("2025-May", "2025-04-30T12:00:00Z"),
            ("2026", "2026-04-30T08:00:00-07:00"),
        ];
        let shown = |years: &[(&str, &str)], now: &str| {
            let text = at(now, &[event("a", "A", years)], None);
            let uids = text.matches("UID:").count();
            let years: Vec<Year> = years
                .iter()
                .map(|(year, start)| Year {
                    year: (*year).to_owned(),
                    date_time: time(start),
                    ..Year::default()
                })
                .collect();
            let kept = shown_starts(&years, time(now).instant());
            assert_eq!(kept.len(), uids, "what is kept is what is shown");
            kept.into_keys().collect::<Vec<_>>()
        };
        let (day, second_later) = ("2026-05-01T12:00:00Z", "2026-05-01T12:00:01Z");
        assert_eq!(shown(&all, day), ["2025", "2025-May", "2026"]);
        assert_eq!(shown(&all, second_later), ["2025", "2026"]);
        assert_eq!(shown(&all, "2031-01-01T00:00:00Z"), ["2026"]);
        assert_eq!(shown(&all[..1], day), ["2024"]);
        assert_eq!(shown(&[], day), Vec::<String>::new());
    }

    #[test]
    fn a_timed_race_lasts_into_the_next_day_and_years_stay_whole() {
        let mut night = event("a", "A", &[("2026", "2026-12-31T09:00:00+05:30")]);
        night.event.kind = "time".to_owned();
        let text = at(NOW, &[night], None);
        assert!(
            text.contains("DTEND;TZID=UTC+0530:20270101T090000\r\n"),
            "{text}"
        );
    }

    /// What an earlier version wrote has no starts and is read; all other fields stay.
    #[test]
    fn a_listed_event_is_an_event_with_its_starts() {
        let listed = event("a", "A", &[("2026", "2026-05-02T08:00:00-07:00")]);
        let mut json = serde_json::to_value(&listed).unwrap();
        assert_eq!(
            json["starts"],
            serde_json::json!({"2026": "2026-05-02T08:00:00-07:00"})
        );
        assert_eq!(json["slug"], "a");
        assert_eq!(
            serde_json::from_value::<ListedEvent>(json.clone()).unwrap(),
            listed
        );
        json.as_object_mut().unwrap().remove("starts");
        let before = serde_json::from_value::<ListedEvent>(json).unwrap();
        assert_eq!((before.event, before.starts), (listed.event, None));
    }

    proptest! {
        /// No name breaks out of its line, and each can be read back unchanged.
        #[test]
        fn a_name_stays_a_name(name in "[a-zé🏃,;\\\\\n:\r]{0,120}") {
            let text = at(NOW, &[event("a", &name, &[("2026", "2026-05-02T08:00:00Z")])], None);
            prop_assert!(text.split("\r\n").all(|line| line.len() <= LONGEST_LINE && !line.contains(['\r', '\n'])));
            let unfolded = text.replace("\r\n ", "");
            let lines: Vec<&str> = unfolded.split("\r\n").filter(|line| line.starts_with("SUMMARY:")).collect();
            prop_assert_eq!(lines.len(), 1);
            let mut value = String::new();
            let mut letters = lines[0]["SUMMARY:".len()..].chars();
            while let Some(letter) = letters.next() {
                value.push(match letter {
                    '\\' => match letters.next() { Some('n') => '\n', other => other.unwrap() },
                    other => other,
                });
            }
            prop_assert_eq!(value, name.replace('\r', ""));
        }
    }
}
