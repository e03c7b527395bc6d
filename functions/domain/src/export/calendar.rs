//! The public events as a calendar to which programs subscribe (RFC 5545).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{event_time::EventTime, race::Event};

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
/// latest start, in UTC, without an end, since the length of a race is not known. `updated_at` is
/// when the list was made; `site` is the address of the site, such as
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
    for event in events {
        let Some(start) = &event.recent_time else {
            continue;
        };
        entry(&mut lines, event, &utc(start), &utc(updated_at), site);
    }
    lines.add("END:VCALENDAR");
    lines.0
}

fn entry(lines: &mut Lines, event: &Event, start: &str, made: &str, site: Option<&str>) {
    let slug = utf8_percent_encode(&event.slug, &IN_A_PATH);
    let host = site
        .and_then(|site| site.split_once("://"))
        .map_or("chute.invalid", |(_, host)| host);
    lines.add("BEGIN:VEVENT");
    // the id contains the start, so that the next year of an event is another entry
    lines.add(&format!("UID:{slug}-{start}@{host}"));
    lines.add(&format!("DTSTAMP:{made}"));
    lines.add(&format!("DTSTART:{start}"));
    lines.add(&format!("SUMMARY:{}", escaped(&event.name)));
    if let Some(site) = site {
        lines.add(&format!("URL:{site}/results/{slug}"));
    }
    lines.add("END:VEVENT");
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
            "BEGIN:VEVENT",
            "UID:river-10k-20260502T150000Z@results.example.org",
            "DTSTAMP:20260501T120000Z",
            "DTSTART:20260502T150000Z",
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
            text.contains("UID:a%20b-20260502T080000Z@chute.invalid\r\n") && !text.contains("URL:"),
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
