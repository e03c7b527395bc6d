//! Share cards: what a link to a page of the site shows before anybody opens it, for programs that
//! do not run scripts (docs/decisions/share-cards.md).

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{
    board::{Field, Line, State},
    fold::fold,
    one_line::one_line,
    race::{Event, EventKind, Official, Slug, Year, YearKey},
    row::{Passage, ResultRow, is_dns},
    series::DisplayYear,
    sheet::cells::gender_code,
    snapshot::Snapshot,
};

/// Pages with a card: the first part of the path, and the page's title (pages.md B2). The edge has
/// the same list (template.yaml, `SitePath`).
const KINDS: [(&str, &str); 12] = [
    ("results", RESULTS),
    ("awards", "Awards"),
    ("arrivals", "Arrivals"),
    ("pntf", "PNTF Championship Rankings"),
    ("pntf-awards", "PNTF Championship Awards"),
    ("ytp-awards", "YTP Awards"),
    ("ytp-series", "YTP Series"),
    ("pntf-youth", "PNTF Youth Championship Results"),
    ("team-results", "Team Results"),
    ("series", SERIES),
    ("status", "Status"),
    (CERTIFICATE, "Finisher Certificates"),
];
const CERTIFICATE: &str = "certificate";
const RESULTS: &str = "Results";
const SERIES: &str = "Series Results";

/// How many distances or series a sentence names before it counts the rest.
const NAMED: usize = 3;
/// The maximum length of a text, in characters: services that show cards cut longer ones.
const LONGEST: usize = 200;

/// The address of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    kind: &'static str,
    is_certificate: bool,
    /// The slug of the event that the page is about.
    pub slug: Slug,
    /// The year's key; without one the page shows the latest year.
    pub year: Option<YearKey>,
    bib: Option<String>,
}

impl Address {
    /// Reads the path of an address, percent-encoded as in a browser: `/results/river-10k/2026/88`.
    /// `None` for a page without a card.
    #[must_use]
    pub fn read(path: &str) -> Option<Self> {
        let words: Vec<String> = path
            .split('/')
            .filter(|word| !word.is_empty())
            .map(decoded)
            .collect();
        let (word, rest) = words.split_first()?;
        let (word, mut kind) = KINDS.into_iter().find(|(known, _)| known == word)?;
        if rest.len() > 3 {
            return None;
        }
        // "qr" and "status" are never a year or a bib (pages.md B4.1)
        let mut rest = rest
            .iter()
            .filter(|word| *word != "qr")
            .cloned()
            .collect::<Vec<_>>();
        if word == "results" && rest.last().is_some_and(|word| word == "status") && rest.len() > 1 {
            kind = "Status";
            rest.pop();
        }
        let mut rest = rest.into_iter();
        Some(Self {
            kind,
            is_certificate: word == CERTIFICATE,
            slug: Slug::new(&rest.next()?),
            year: rest.next().map(|key| YearKey::new(&key)),
            bib: rest.next(),
        })
    }

    /// Whether the page is that of all results of a year.
    #[must_use]
    pub fn is_of_results(&self) -> bool {
        self.kind == RESULTS && self.bib.is_none()
    }

    /// Whether the page is that of series, whose year is a display year (pages.md C9).
    #[must_use]
    pub fn is_of_series(&self) -> bool {
        self.kind == SERIES
    }

    /// The bib of the runner whose page it is.
    #[must_use]
    pub fn bib(&self) -> Option<&str> {
        self.bib.as_deref().map(str::trim)
    }
}

/// A part of an address with its percent-codes decoded: `%41` becomes `A`. Anything that is not a
/// code stays, and what is not UTF-8 is replaced.
fn decoded(word: &str) -> String {
    percent_decode_str(word).decode_utf8_lossy().into_owned()
}

/// Leaves the same characters as JavaScript's `encodeURIComponent`, except for `~`, which
/// represents `%` in the result.
pub(crate) const COMPONENT: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// The path of a page as one part of another path: percent-encoded once more, with `~` for `%`, so
/// that no gateway decodes it on the way.
#[must_use]
pub fn in_one_part(path: &str) -> String {
    utf8_percent_encode(path, &COMPONENT)
        .to_string()
        .replace('%', "~")
}

/// The path of a page written by [`in_one_part`].
#[must_use]
pub fn out_of_one_part(part: &str) -> String {
    decoded(&part.replace('~', "%"))
}

/// The few words of a finisher's certificate that are drawn in its picture: each on one line,
/// without surrounding blanks, and at most [`LONGEST`] characters long.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Certificate {
    /// The runner's name.
    pub name: String,
    /// Year and event, as on certificates: "2026 River 10K".
    pub event: String,
    /// The time with its name: "Clock time", "45:10".
    pub time: NamedValue,
    /// The overall place and the time it is based on: "Overall by clock time", "12 of 814". "of"
    /// only once the race has ended. Without a place the value is empty.
    pub place: NamedValue,
    /// Distance and date, or the one that is known: "10 KM · May 2, 2026".
    pub occasion: String,
    /// The race's colour, `#rrggbb`, or empty.
    pub color: String,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NamedValue {
    /// "Chip time"
    pub name: String,
    /// "45:01"
    pub value: String,
}

impl Certificate {
    /// The picture in words, for people who cannot see it.
    #[must_use]
    pub fn spoken(&self) -> String {
        let Self {
            name,
            event,
            time,
            place,
            occasion,
            ..
        } = self;
        let facts = [time, place]
            .into_iter()
            .filter(|fact| !fact.value.is_empty())
            .map(|fact| format!(", {} {}", fact.name, fact.value));
        let occasion = if occasion.is_empty() {
            String::new()
        } else {
            format!(" {occasion}.")
        };
        cut(&format!(
            "Finisher certificate: {name}, {event}{}.{occasion}",
            facts.collect::<String>()
        ))
    }

    /// The certificate; `None` if a text is too long to be readable in a picture.
    fn bounded(self) -> Option<Self> {
        let texts = [
            &self.name,
            &self.event,
            &self.time.name,
            &self.time.value,
            &self.place.name,
            &self.place.value,
            &self.occasion,
        ];
        let fits = texts
            .into_iter()
            .all(|text| text.chars().count() <= LONGEST);
        fits.then_some(self)
    }
}

/// A title and a sentence, and the race's own look.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Card {
    /// The title: event, year, kind of page.
    pub title: String,
    /// The sentence below it.
    pub description: String,
    /// The race's colour, `#rrggbb`, or empty.
    pub color: String,
    /// Address of the race's picture, otherwise of its logo, or empty.
    pub picture: String,
    /// For a finisher, what a picture of our own would show.
    pub certificate: Option<Certificate>,
}

impl Card {
    /// The card of pages without one of their own: the event is unknown or restricted, or does not
    /// have that year. The same as in the site's index.html.
    #[must_use]
    pub fn of_the_site() -> Self {
        Self {
            title: "Race results".to_owned(),
            description: "Live race results, splits, awards and finisher certificates.".to_owned(),
            ..Self::default()
        }
    }

    /// The card of an event's page that is not about a runner; `published` is the year's snapshot,
    /// which contains no names of anonymous people (contract 6.6).
    #[must_use]
    pub fn of_page(
        address: &Address,
        event: &Event,
        year: &Year,
        published: Option<&Snapshot>,
    ) -> Self {
        let title = format!("{} {} {}", shown(&year.year), event.name, address.kind);
        let description = of_year(year, published.map_or(&[], |published| &published.rows));
        Self {
            title,
            description,
            ..Self::default()
        }
        .dressed(event)
    }

    /// The card of the series of a display year; `published` has the rows of each of its races that
    /// has any.
    #[must_use]
    pub fn of_series(event: &Event, shown: &DisplayYear, published: &[&Snapshot]) -> Self {
        Self {
            title: format!("{} {SERIES} {}", event.name, shown.display_year),
            description: of_series(shown, published),
            ..Self::default()
        }
        .dressed(event)
    }

    /// The card of a runner's page; `published` has at least all rows of the bib, and `finished`
    /// returns how many have finished a distance. `None` if the page is not about a runner, or the
    /// runner does not exist, is anonymous, or has no certificate: then the year's card is shown.
    #[must_use]
    pub fn of_runner(
        address: &Address,
        event: &Event,
        published: &Snapshot,
        finished: impl FnOnce(&str) -> Option<usize>,
    ) -> Option<Self> {
        Some(of_runner(address, address.bib()?, published, finished)?.dressed(event))
    }

    /// The card with the event's own look, and long texts cut.
    fn dressed(self, event: &Event) -> Self {
        let picture = if event.image.is_empty() {
            &event.logo
        } else {
            &event.image
        };
        let color = &event.accent_color;
        Self {
            title: cut(&self.title),
            description: cut(&self.description),
            color: color.clone(),
            picture: picture.clone(),
            certificate: self.certificate.and_then(|certificate| {
                Certificate {
                    color: color.clone(),
                    ..certificate
                }
                .bounded()
            }),
        }
    }
}

/// "Live results of May 2, 2026: 1,204 runners, 10 KM and 5 KM."
fn of_year(year: &Year, rows: &[ResultRow]) -> String {
    let date = date(year);
    let started: BTreeSet<&str> = rows
        .iter()
        .filter(|row| !is_dns(row.passage.kind))
        .map(|row| row.person_id.as_str())
        .collect();
    if started.is_empty() {
        return format!("{date}. No results yet.");
    }
    let results = match year.official {
        Official::Since(_) => "Official results",
        Official::Unofficial => "Unofficial results",
        Official::Unsaid if year.live => "Live results",
        Official::Unsaid => "Results",
    };
    let runners = counted(started.len(), "runner");
    let distances = distances(rows);
    let comma = if distances.is_empty() { "" } else { ", " };
    format!("{results} of {date}: {runners}{comma}{distances}.")
}

/// "1 runner", "1,204 runners".
fn counted(count: usize, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(count))
}

/// "Spring Series and Winter Series: 812 runners in 5 races."
fn of_series(shown: &DisplayYear, published: &[&Snapshot]) -> String {
    let names: Vec<String> = shown.series.iter().map(|one| one.name.clone()).collect();
    let races: BTreeSet<(&str, &str)> = shown
        .series
        .iter()
        .flat_map(|series| &series.distances)
        .map(|race| (race.year.as_str(), race.name.as_str()))
        .collect();
    let mut nameless: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut named: BTreeMap<String, Genders<'_>> = BTreeMap::new();
    for published in published {
        let year = published.year.year.as_str();
        for row in &published.rows {
            let race = (year, row.person.distance.as_str());
            if !races.contains(&race) || row.person.anonymous || is_dns(row.passage.kind) {
                continue;
            }
            let name = fold(&format!("{} {}", row.person.first, row.person.last));
            if name.is_empty() {
                nameless.insert((year, row.person_id.as_str()));
                continue;
            }
            let gender = gender_code(&row.person.gender).unwrap_or_default();
            let genders = named.entry(name).or_default();
            genders.entry(gender).or_default().insert(race);
        }
    }
    let runners = nameless.len() + named.values().map(namesakes).sum::<usize>();
    let names = listed(names);
    let races = counted(races.len(), "race");
    let colon = if names.is_empty() { "" } else { ": " };
    if runners == 0 {
        return format!("{names}{colon}{races}. No results yet.");
    }
    let runners = counted(runners, "runner");
    format!("{names}{colon}{runners} in {races}.")
}

/// The races, by year and distance, in which a name was run under with a gender; `""` where none is
/// said.
type Genders<'r> = BTreeMap<String, BTreeSet<(&'r str, &'r str)>>;

/// How many people of a series have a name (pages.md C9.2): one for each gender. Who has none in
/// one race is who has one in another, unless there are two whom it could be, or both ran one race.
/// The page tells namesakes apart by their ages, too, which makes no difference worth a card's
/// reading of them.
fn namesakes(genders: &Genders<'_>) -> usize {
    match genders.get("") {
        Some(unsaid) if genders.len() == 2 => {
            let said = genders.iter().filter(|(gender, _)| !gender.is_empty());
            let together = said
                .flat_map(|(_, races)| races)
                .any(|race| unsaid.contains(race));
            1 + usize::from(together)
        }
        _ => genders.len(),
    }
}

/// "10 KM, 5 KM, Kids Mile and 2 more": the distance with the most people first.
fn distances(rows: &[ResultRow]) -> String {
    let mut people: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.person.distance.is_empty()) {
        people
            .entry(&row.person.distance)
            .or_default()
            .insert(&row.person_id);
    }
    let mut names: Vec<(&str, usize)> = people
        .into_iter()
        .map(|(name, people)| (name, people.len()))
        .collect();
    names.sort_by_key(|(_, people)| std::cmp::Reverse(*people));
    listed(names.into_iter().map(|(name, _)| name.to_owned()).collect())
}

/// "Spring Series, Summer Series, Winter Series and 2 more".
fn listed(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let mut parts: Vec<String> = names.into_iter().take(NAMED).collect();
    parts.extend((more > 0).then(|| format!("{more} more")));
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

fn of_runner(
    address: &Address,
    bib: &str,
    published: &Snapshot,
    finished: impl FnOnce(&str) -> Option<usize>,
) -> Option<Card> {
    let rows = || {
        published
            .rows
            .iter()
            .filter(|row| row.person.bib.trim() == bib && !row.person.anonymous)
    };
    let newest = published.newest_of_bib.get(bib);
    let person = &rows()
        .find(|row| newest.is_none_or(|newest| row.person_id == *newest))?
        .person_id;
    let own: Vec<&ResultRow> = rows().filter(|row| row.person_id == *person).collect();
    let who = &own.first()?.person;
    let name = one_line(&format!("{} {}", who.first, who.last));
    if name.is_empty() {
        return None;
    }
    let (event, year) = (&published.event, &published.year);
    let kind = EventKind::of(&event.kind);
    let field = Field::of(kind, &own);
    let board = field.board(kind, &who.distance);
    let line = board.lines.first()?;
    let finish = finish_of(line);
    let ranked_by = if year.ranking_type == "chip" {
        Basis::Chip
    } else {
        Basis::Clock
    };
    // a certificate shows the chip time, a runner's page the time that places are based on
    let basis = if address.is_certificate {
        Basis::Chip
    } else {
        ranked_by
    };
    // only a distance event has a time over a distance
    let certificate = finish
        .filter(|_| kind == EventKind::Distance)
        .map(|passage| Certificate {
            name: name.clone(),
            event: one_line(&format!("{} {}", shown(&year.year), called(event))),
            time: NamedValue {
                name: capital(basis.name()),
                value: clock(basis.seconds(passage)),
            },
            place: overall(
                passage,
                ranked_by,
                if year.live {
                    None
                } else {
                    finished(&who.distance)
                },
            ),
            occasion: [one_line(&who.distance), date(year)]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" · "),
            color: String::new(),
        });
    if address.is_certificate {
        let time = clock(finish?.chip_seconds);
        return Some(Card {
            title: format!("{name} - Finisher Certificate"),
            description: format!(
                "{name} has completed the {} in a time of {time} on {}.",
                called(event),
                date(year)
            ),
            certificate,
            ..Card::default()
        });
    }
    let mut description = if who.distance.is_empty() {
        date(year)
    } else {
        format!("{}, {}", who.distance, date(year))
    };
    if let Some(Certificate { time, .. }) = &certificate {
        description = format!("{description}: {} {}", time.value, basis.name());
    }
    let title = format!("{name} - {} {} Results", shown(&year.year), event.name);
    Some(Card {
        title,
        description: format!("{description}."),
        certificate,
        ..Card::default()
    })
}

/// The passage that makes a runner a finisher.
fn finish_of<'r>(line: &Line<'r>) -> Option<&'r Passage> {
    line.result
        .filter(|_| line.state == State::Finished)
        .map(|row| &row.passage)
}

/// The event's name as on certificates (pages.md C7).
fn called(event: &Event) -> &str {
    if event.cert_name.is_empty() {
        &event.name
    } else {
        &event.cert_name
    }
}

/// One of a row's two times (pages.md A13).
#[derive(Clone, Copy)]
enum Basis {
    Clock,
    Chip,
}

impl Basis {
    /// The name as used within a sentence.
    fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock time",
            Self::Chip => "chip time",
        }
    }

    fn seconds(self, passage: &Passage) -> i64 {
        match self {
            Self::Clock => passage.seconds,
            Self::Chip => passage.chip_seconds,
        }
    }
}

/// The overall place as on the certificate: the time it is based on, the meaning of the row's type
/// in words, and out of how many finishers (pages.md C7.3).
fn overall(passage: &Passage, basis: Basis, finished: Option<usize>) -> NamedValue {
    let Some(place) = usize::try_from(passage.ranking)
        .ok()
        .filter(|place| *place > 0 && passage.occurrence != 0)
    else {
        return NamedValue::default();
    };
    let suffix = match passage.kind {
        1 | 11 => ", early start",
        2 | 12 => ", unofficial",
        10 => ", changed distance (drop)",
        13 => ", virtual",
        14 => ", late start",
        _ => "",
    };
    let of = finished
        .filter(|finished| *finished >= place)
        .map_or_else(String::new, |finished| format!(" of {}", grouped(finished)));
    NamedValue {
        name: format!("Overall by {}{suffix}", basis.name()),
        value: format!("{}{of}", grouped(place)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// "May 2, 2026", in the event's own offset (pages.md A11).
fn date(year: &Year) -> String {
    let day = year
        .date_time
        .as_str()
        .get(..10)
        .and_then(|day| day.parse::<Date>().ok());
    day.map(|day| day.strftime("%B %-d, %Y").to_string())
        .unwrap_or_default()
}

/// The year of a key such as "2026-May": its first run of exactly four digits, otherwise the whole
/// key (pages.md A11.2).
pub(crate) fn shown(key: &str) -> &str {
    key.split(|c: char| !c.is_ascii_digit())
        .find(|digits| digits.len() == 4)
        .unwrap_or(key)
}

/// `h:mm:ss`, without the hour when it is 0 (pages.md A8.2).
fn clock(seconds: i64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 {
        format!("{minutes:02}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
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
    let words = one_line(text);
    if words.chars().count() <= LONGEST {
        return words;
    }
    let kept: String = words.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}
