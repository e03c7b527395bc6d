//! The public events as a calendar to which programs subscribe (RFC 5545).

use std::collections::BTreeSet;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{
    event_time::EventTime,
    race::{Event, EventKind},
};

/// The maximum length of a line, in bytes; a longer one continues on the next line, which begins
/// with a blank (RFC 5545, 3.1).
const LONGEST_LINE: usize = 75;
/// Characters that stay as they are in a path.
const IN_A_PATH: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The calendar of the events in the given order. Each event with a start has one entry at its
/// latest start, on the race's own clock, until some hours later: how long a race takes is not
/// known. `updated_at` is when the list was made; `site` is the address of the site, such as
/// `https://results.example.org`.
#[must_use]
pub fn calendar(events: &[Event], updated_at: &EventTime, site: Option<&str>) -> String {
    let mut lines = Lines(String::new());
    let head = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Chute//Race results//EN",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ];
    head.into_iter().for_each(|line| lines.add(line));
    let started = || {
        events
            .iter()
            .filter_map(|event| Some((event, event.recent_time.as_ref()?)))
    };
    let zones: BTreeSet<String> = started().map(|(_, start)| offset(start)).collect();
    zones.iter().for_each(|offset| zone(&mut lines, offset));
    for (event, start) in started() {
        entry(&mut lines, event, start, &utc(updated_at), site);
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

fn entry(lines: &mut Lines, event: &Event, start: &EventTime, made: &str, site: Option<&str>) {
    let slug = utf8_percent_encode(&event.slug, &IN_A_PATH);
    let host = site
        .and_then(|site| site.split_once("://"))
        .map_or("chute.invalid", |(_, host)| host);
    lines.add("BEGIN:VEVENT");
    // without the start, so that a race that is postponed moves instead of standing there twice
    lines.add(&format!("UID:{slug}@{host}"));
    lines.add(&format!("DTSTAMP:{made}"));
    let offset = offset(start);
    let end = start.after(usual_length_s(event));
    lines.add(&format!("DTSTART;TZID=UTC{offset}:{}", on_its_clock(start)));
    lines.add(&format!("DTEND;TZID=UTC{offset}:{}", on_its_clock(&end)));
    lines.add(&format!("SUMMARY:{}", escaped(&event.name)));
    if let Some(site) = site {
        lines.add(&format!("URL:{site}/results/{slug}"));
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

    fn event(slug: &str, name: &str, start: Option<&str>) -> Event {
        let recent_time = start.map(|start| EventTime::parse(start).unwrap());
        Event {
            slug: slug.into(),
            name: name.into(),
            recent_time,
            ..Event::default()
        }
    }

    fn made() -> EventTime {
        EventTime::parse("2026-05-01T12:00:00Z").unwrap()
    }

    #[test]
    fn an_event_stands_at_its_start_in_utc() {
        let events = [
            event(
                "river-10k",
                "River, 10K; \\ Ñandú",
                Some("2026-05-02T08:00:00-07:00"),
            ),
            event("none", "No year", None),
        ];
        let text = calendar(&events, &made(), Some("https://results.example.org"));
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
            "UID:river-10k@results.example.org",
            "DTSTAMP:20260501T120000Z",
            "DTSTART;TZID=UTC-0700:20260502T080000",
            "DTEND;TZID=UTC-0700:20260502T120000",
            "SUMMARY:River\\, 10K\\; \\\\ Ñandú",
            "URL:https://results.example.org/results/river-10k",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(text.split("\r\n").collect::<Vec<_>>(), expected);
    }

    #[test]
    fn without_a_site_there_are_no_links() {
        let text = calendar(
            &[event("a b", "A", Some("2026-05-02T08:00:00Z"))],
            &made(),
            None,
        );
        assert!(
            text.contains("UID:a%20b@chute.invalid\r\n") && !text.contains("URL:"),
            "{text}"
        );
    }

    #[test]
    fn a_postponed_race_is_the_same_entry() {
        let uid = |start| {
            let text = calendar(&[event("a", "A", Some(start))], &made(), None);
            text.split("\r\n")
                .find(|line| line.starts_with("UID:"))
                .map(str::to_owned)
        };
        assert_eq!(
            uid("2026-12-30T08:00:00-07:00"),
            uid("2027-01-09T09:00:00-07:00")
        );
    }

    #[test]
    fn a_timed_race_lasts_into_the_next_day_and_years_stay_whole() {
        let mut night = event("a", "A", Some("2026-12-31T09:00:00+05:30"));
        night.kind = "time".to_owned();
        let text = calendar(&[night], &made(), None);
        assert!(
            text.contains("DTEND;TZID=UTC+0530:20270101T090000\r\n"),
            "{text}"
        );
    }

    proptest! {
        /// No name breaks out of its line, and each can be read back unchanged.
        #[test]
        fn a_name_stays_a_name(name in "[a-zé🏃,;\\\\\n:\r]{0,120}") {
            let text = calendar(&[event("a", &name, Some("2026-05-02T08:00:00Z"))], &made(), None);
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
