//! What a shared link shows before anybody opens it: the card of a page of the site, for programs that run no script
//! (docs/decisions/share-cards.md).

pub(crate) mod html;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use percent_encoding::percent_decode_str;

use crate::{
    board::{Field, State},
    race::{Event, EventKind, Year},
    row::{ResultRow, is_dns},
    snapshot::Snapshot,
};

/// Pages with a card: the first word of the address, and what the page calls itself (pages.md B2). The edge knows the same words
/// (template.yaml, `SitePath`).
const KINDS: [(&str, &str); 12] = [
    ("results", "Results"),
    ("awards", "Awards"),
    ("arrivals", "Arrivals"),
    ("pntf", "PNTF Championship Rankings"),
    ("pntf-awards", "PNTF Championship Awards"),
    ("ytp-awards", "YTP Awards"),
    ("ytp-series", "YTP Series"),
    ("pntf-youth", "PNTF Youth Championship Results"),
    ("team-results", "Team Results"),
    ("series", "Series Results"),
    ("status", "Status"),
    (CERTIFICATE, "Finisher Certificates"),
];
const CERTIFICATE: &str = "certificate";

/// Distances that a sentence names before it counts the rest.
const NAMED_DISTANCES: usize = 3;
/// Longer texts are cut by every service that shows cards.
const LONGEST: usize = 200;

/// A page's address, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    kind: &'static str,
    is_certificate: bool,
    /// The event.
    pub slug: String,
    /// The year's key; without one the page shows the latest.
    pub year: Option<String>,
    bib: Option<String>,
}

impl Address {
    /// Reads the path of an address, percent-encoded as in a browser: `/results/river-10k/2026/88`. `None` for a page without a card.
    #[must_use]
    pub fn read(path: &str) -> Option<Self> {
        let words: Vec<String> = path.split('/').filter(|word| !word.is_empty()).map(decoded).collect();
        let (word, rest) = words.split_first()?;
        let (word, mut kind) = KINDS.into_iter().find(|(known, _)| known == word)?;
        if rest.len() > 3 {
            return None;
        }
        // "qr" and "status" are never a year or a bib (pages.md B4.1)
        let mut rest = rest.iter().filter(|word| *word != "qr").cloned().collect::<Vec<_>>();
        if word == "results" && rest.last().is_some_and(|word| word == "status") && rest.len() > 1 {
            kind = "Status";
            rest.pop();
        }
        let mut rest = rest.into_iter();
        Some(Self { kind, is_certificate: word == CERTIFICATE, slug: rest.next()?, year: rest.next(), bib: rest.next() })
    }
}

/// A part of an address without its percent-codes: `%41` becomes `A`; what is no code stays, and what is no UTF-8 is replaced.
#[must_use]
pub fn decoded(word: &str) -> String {
    percent_decode_str(word).decode_utf8_lossy().into_owned()
}

/// A title and a sentence, and what the race sets of its own look.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Card {
    /// The title: event, year, kind of page.
    pub title: String,
    /// The sentence below it.
    pub description: String,
    /// The race's colour, `#rrggbb`, or empty.
    pub color: String,
    /// Address of the race's picture, else of its logo, or empty.
    pub picture: String,
}

impl Card {
    /// The card of pages that have none of their own: the event is unknown, restricted, or has no such year. The same as in the site's
    /// index.html.
    #[must_use]
    pub fn of_the_site() -> Self {
        Self {
            title: "Race results".to_owned(),
            description: "Live race results, splits, awards and finisher certificates.".to_owned(),
            ..Self::default()
        }
    }

    /// The card of an event's page; `published` is the year's snapshot, which knows no names of anonymous people (contract 6.6).
    #[must_use]
    pub fn of_page(address: &Address, event: &Event, year: &Year, published: Option<&Snapshot>) -> Self {
        let runner = address.bib.as_deref().and_then(|bib| of_runner(address, bib, published?));
        let card = runner.unwrap_or_else(|| Self {
            title: format!("{} {} {}", shown(&year.year), event.name, address.kind),
            description: of_year(year, published.map_or(&[], |published| &published.rows)),
            ..Self::default()
        });
        let picture = if event.image.is_empty() { &event.logo } else { &event.image };
        let (color, picture) = (event.accent_color.clone(), picture.clone());
        Self { title: cut(&card.title), description: cut(&card.description), color, picture }
    }

    /// The card as a document of HTML; `path` is the address it stands for.
    #[must_use]
    pub fn html(&self, path: &str) -> String {
        html::document(self, path)
    }
}

/// "Live results of May 2, 2026: 1,204 runners, 10 KM and 5 KM."
fn of_year(year: &Year, rows: &[ResultRow]) -> String {
    let date = date(year);
    let started: BTreeSet<&str> = rows.iter().filter(|row| !is_dns(row.passage.kind)).map(|row| row.person_id.as_str()).collect();
    if started.is_empty() {
        return format!("{date}. No results yet.");
    }
    let results = if year.live { "Live results" } else { "Results" };
    let runners = if started.len() == 1 { "1 runner".to_owned() } else { format!("{} runners", grouped(started.len())) };
    let distances = distances(rows);
    let comma = if distances.is_empty() { "" } else { ", " };
    format!("{results} of {date}: {runners}{comma}{distances}.")
}

/// "10 KM, 5 KM, Kids Mile and 2 more": the one with the most people first.
fn distances(rows: &[ResultRow]) -> String {
    let mut people: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.person.distance.is_empty()) {
        people.entry(&row.person.distance).or_default().insert(&row.person_id);
    }
    let mut names: Vec<(&str, usize)> = people.into_iter().map(|(name, people)| (name, people.len())).collect();
    names.sort_by_key(|(_, people)| std::cmp::Reverse(*people));
    let more = names.len().saturating_sub(NAMED_DISTANCES);
    let mut parts: Vec<String> = names.iter().take(NAMED_DISTANCES).map(|(name, _)| (*name).to_owned()).collect();
    parts.extend((more > 0).then(|| format!("{more} more")));
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

/// The card of one runner. `None` when he is not there, is anonymous, or has no certificate: the page's own card is shown.
fn of_runner(address: &Address, bib: &str, published: &Snapshot) -> Option<Card> {
    let bib = bib.trim();
    let rows = || published.rows.iter().filter(|row| row.person.bib.trim() == bib && !row.person.anonymous);
    let newest = published.newest_of_bib.get(bib);
    let person = &rows().find(|row| newest.is_none_or(|newest| row.person_id == *newest))?.person_id;
    let own: Vec<&ResultRow> = rows().filter(|row| row.person_id == *person).collect();
    let who = &own.first()?.person;
    let name = [who.first.trim(), who.last.trim()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return None;
    }
    let (event, year) = (&published.event, &published.year);
    let kind = EventKind::of(&event.kind);
    let field = Field::of(kind, &own);
    let board = field.board(kind, &who.distance);
    let line = board.lines.first()?;
    let finish = line.result.filter(|_| line.state == State::Finished);
    let race = format!("{} {}", shown(&year.year), event.name);
    if address.is_certificate {
        // the chip time, and the event as certificates call it (pages.md C7)
        let called = if event.cert_name.is_empty() { &event.name } else { &event.cert_name };
        let time = clock(finish?.passage.chip_seconds);
        return Some(Card {
            title: format!("{name} - Finisher Certificate"),
            description: format!("{name} has completed the {called} in a time of {time} on {}.", date(year)),
            ..Card::default()
        });
    }
    let mut description = if who.distance.is_empty() { date(year) } else { format!("{}, {}", who.distance, date(year)) };
    // laps and hours are not a time over a distance
    if let Some(row) = finish.filter(|_| kind == EventKind::Distance) {
        let chip = year.ranking_type == "chip";
        let time = clock(if chip { row.passage.chip_seconds } else { row.passage.seconds });
        description = format!("{description}: {time}");
    }
    Some(Card { title: format!("{name} - {race} Results"), description: format!("{description}."), ..Card::default() })
}

/// "May 2, 2026", in the event's own offset (pages.md A11).
fn date(year: &Year) -> String {
    let day = year.date_time.as_str().get(..10).and_then(|day| day.parse::<Date>().ok());
    day.map(|day| day.strftime("%B %-d, %Y").to_string()).unwrap_or_default()
}

/// The year of a key such as "2026-May": its first four digits that stand alone, else the key (pages.md A11.2).
fn shown(key: &str) -> &str {
    key.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4).unwrap_or(key)
}

/// `h:mm:ss`, without the hour when it is 0 (pages.md A8.2).
fn clock(seconds: i64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 { format!("{minutes:02}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

/// 1,204
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn cut(text: &str) -> String {
    let words: String =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    let kept: String = words.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}
