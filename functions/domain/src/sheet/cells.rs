//! What a cell says: times, places, ages, genders.

use jiff::civil::Date;

use super::{
    Fault, Numbers,
    words::{is_invisible, words},
};
use crate::birthdate::{Orders, birthday};

/// The age groups to use for people whose age is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AgeGroups {
    /// None.
    #[default]
    None,
    /// `Under 20`, `20-29` … `60-69`, `Over 70`.
    Ten,
    /// `Under 20`, `20-24` … `75-79`, `Over 80`.
    Five,
}

/// The age group of an age; empty for an unknown age.
#[must_use]
pub fn age_group(age: i64, groups: AgeGroups) -> String {
    let (width, last) = match groups {
        AgeGroups::None => return String::new(),
        AgeGroups::Ten => (10, 70),
        AgeGroups::Five => (5, 80),
    };
    match age {
        ..1 | 130.. => String::new(),
        ..20 => "Under 20".to_owned(),
        _ if age >= last => format!("Over {last}"),
        _ => format!(
            "{}-{}",
            age / width * width,
            age / width * width + width - 1
        ),
    }
}

/// The code of a gender (pages A6), by which people are grouped; `None` if no gender is given.
#[must_use]
pub fn gender_code(text: &str) -> Option<String> {
    let letters: String = text
        .to_uppercase()
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect();
    let begins = |beginnings: &[&str]| {
        beginnings
            .iter()
            .any(|beginning| letters.starts_with(beginning))
    };
    match letters.as_str() {
        "F" | "W" => Some("W".to_owned()),
        "M" => Some("M".to_owned()),
        "X" | "NB" | "NONBINARY" => Some("X".to_owned()),
        "" | "U" | "O" | "NS" | "NOTSPECIFIED" => None,
        _ if begins(&["FE", "WO"]) => Some("W".to_owned()),
        _ if begins(&["MA", "ME"]) => Some("M".to_owned()),
        _ if begins(&["UN", "OT", "PREFERNOT"]) => None,
        _ => Some(letters),
    }
}

/// Whether a cell means that there is nothing: only signs and zeros, or a word for it.
pub fn is_blank(text: &str) -> bool {
    let signs = |c: char| {
        matches!(
            c,
            '0' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '.' | ':' | '*' | '/' | '_'
        ) || c.is_whitespace()
            || is_invisible(c)
    };
    text.chars().all(signs)
        || matches!(
            &*words(text).concat(),
            "NA" | "NONE" | "NULL" | "NT" | "NOTIME"
        )
}

/// A place in a file's column of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace {
    pub place: i64,
    /// Whether a mark says that others share it: `T2`, `=2`.
    pub is_tied: bool,
}

/// Words and letters beside a number that is a place: `2nd`, `2e`, `No. 2`, `Platz 2`, and the
/// suffixes of our own tables (pages A10).
const PLACE_WORDS: [&str; 36] = [
    "ST", "ND", "RD", "TH", "E", "ER", "RE", "ERE", "EME", "ME", "DE", "STE", "O", "A", "DEG",
    "NO", "NR", "N", "PL", "PLACE", "PLATZ", "PLATS", "PLASS", "PLADS", "PLAATS", "PUESTO",
    "POSTO", "POS", "POSITION", "RANK", "RANG", "RANKED", "D", "V", "L", "TE",
];

/// Words that say that a place is shared.
const TIE_WORDS: [&str; 14] = [
    "T", "TIE", "TIED", "TIES", "EQ", "EQUAL", "J", "JOINT", "EX", "EXAEQUO", "EXAEQ", "AEQUO",
    "GLEICH", "EMPATE",
];

/// The place that a cell names, with its marks: `2`, `2.`, `2nd`, `#2`, `(2)`, `T2`, `=2`, `2 of
/// 150`; `None` for another text.
pub fn place(text: &str) -> Option<FilePlace> {
    let all = words(text);
    let mut numbers: Vec<&String> = all.iter().filter(|word| is_number(word)).collect();
    // spreadsheets write whole numbers with a fraction, and large ones in groups of three
    let signs: String = text
        .chars()
        .filter(|c| !is_invisible(*c) && !c.is_whitespace())
        .collect();
    let grouped = numbers.len() == 2 && all.len() == 2 && signs.contains([',', '.', '\'', '’']);
    let joined = match numbers.as_slice() {
        [first, second] if grouped && second.len() == 3 && first.len() <= 3 => {
            Some(format!("{first}{second}"))
        }
        [_, second] if grouped && *second == "0" => {
            numbers.truncate(1);
            None
        }
        // the number of runners stands behind
        [_, _] if signs.contains('/') || all.iter().any(|word| OF.contains(&word.as_str())) => {
            numbers.truncate(1);
            None
        }
        _ => None,
    };
    let number = match (joined, numbers.as_slice()) {
        (Some(number), _) => number,
        (None, [number]) => (*number).clone(),
        _ => return None,
    };
    let is_known = |word: &String| {
        is_number(word)
            || [&PLACE_WORDS[..], &TIE_WORDS[..], &OF[..]]
                .iter()
                .any(|known| known.contains(&word.as_str()))
    };
    // a sign before a number makes it another one
    let is_signed = signs.starts_with(['-', '\u{2212}']);
    if is_signed || !all.iter().all(is_known) {
        return None;
    }
    Some(FilePlace {
        place: whole(&number).filter(|place| *place >= 1)?,
        is_tied: signs.contains(['=', '＝'])
            || all.iter().any(|word| TIE_WORDS.contains(&word.as_str())),
    })
}

/// Words between a place and the number of runners.
const OF: [&str; 4] = ["OF", "VON", "SUR", "DE"];

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

const DAY_MS: f64 = 86_400_000.0;
/// The maximum time: 99,999 hours, more than any race.
const MOST_MS: i64 = 99_999 * 3_600_000;

/// A time since the start, in milliseconds: `h:mm:ss` or `m:ss`, with an optional fraction after
/// `.` or `,`, and with a date in front, as spreadsheets write times of more than 24 hours; or a
/// plain number, read according to `numbers`.
pub fn time(text: &str, numbers: Numbers) -> Result<i64, Fault> {
    let lower = text.to_lowercase();
    if lower.contains(':')
        && ["am", "pm", "a.m.", "p.m."]
            .iter()
            .any(|half| lower.ends_with(half))
    {
        return Err(Fault::TimeOfDay);
    }
    let (days, rest) = without_date(text).ok_or(Fault::BadTime)?;
    let rest = rest.replace(',', ".");
    let ms = if rest.contains(':') {
        colons(&rest).ok_or(Fault::BadTime)?
    } else {
        number(&rest, numbers)?
    };
    Some(days * 86_400_000 + ms)
        .filter(|ms| (1..=MOST_MS).contains(ms))
        .ok_or(Fault::BadTime)
}

/// The time that stands beside words in a cell, such as `41:02 HC`.
pub fn time_beside(text: &str) -> Option<i64> {
    let pieces = text.split(|c: char| c.is_whitespace() || "()[];*|".contains(c));
    pieces
        .map(|piece| piece.trim_matches(|c: char| !c.is_ascii_digit()))
        .filter(|piece| piece.contains(':'))
        .find_map(|piece| time(piece, Numbers::Refused).ok())
}

/// Splits off a date from the first days of a spreadsheet's calendar, which precedes the time if
/// the cell was written with its date. Returns the number of days and the rest.
fn without_date(text: &str) -> Option<(i64, &str)> {
    let Some((date, rest)) = text.split_once([' ', 'T']) else {
        return Some((0, text));
    };
    let days = match date {
        "1899-12-30" | "1899-12-31" | "1900-01-00" | "1/0/1900" | "12/30/1899" | "30.12.1899" => 0,
        "1900-01-01" | "1/1/1900" => 1,
        _ => return None,
    };
    Some((days, rest.trim_start()))
}

fn colons(text: &str) -> Option<i64> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, thousandths(fraction)?),
        None => (text, 0),
    };
    let parts: Vec<&str> = whole.split(':').collect();
    let part = |text: &str, longest: usize| -> Option<i64> {
        let plain =
            (1..=longest).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let inner = |text: &str| part(text, 2).filter(|value| text.len() == 2 && *value < 60);
    let seconds = match parts.as_slice() {
        [minutes, seconds] => part(minutes, 5)? * 60 + inner(seconds)?,
        [hours, minutes, seconds] => {
            part(hours, 5)? * 3_600 + inner(minutes)? * 60 + inner(seconds)?
        }
        _ => return None,
    };
    Some(seconds * 1_000 + fraction)
}

/// Fractional digits as milliseconds; digits after the third are dropped.
fn thousandths(digits: &str) -> Option<i64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{digits:0<3}").get(..3)?.parse().ok()
}

fn number(text: &str, numbers: Numbers) -> Result<i64, Fault> {
    let plain = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-'));
    let value: f64 = text
        .parse()
        .ok()
        .filter(|value: &f64| plain && value.is_finite() && *value > 0.0)
        .ok_or(Fault::BadTime)?;
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let ms = match numbers {
        Numbers::Seconds => value * 1_000.0,
        Numbers::Minutes => value * 60_000.0,
        Numbers::Days => value * DAY_MS,
        // nobody writes seconds or minutes with that many digits
        Numbers::Refused if (value < 1.0 && decimals >= 4) || (value < 10.0 && decimals >= 6) => {
            value * DAY_MS
        }
        Numbers::Refused => return Err(Fault::PlainNumber),
    };
    if ms > 1e15 {
        return Err(Fault::BadTime);
    }
    let whole = ms.round() as i64;
    Ok(whole)
}

/// Formats a time as `1:02:03.4`: hours without leading zeros, and only as many fractional digits
/// as needed.
pub fn written(ms: i64) -> String {
    let (seconds, rest) = (ms / 1_000, ms % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let text = format!("{hours}:{minutes:02}:{seconds:02}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A whole number, also if written with `.0` as spreadsheets do.
pub fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(".0").unwrap_or(text);
    let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// The age on `day` of somebody born on the date in the text; `None` if that is not a date or is
/// after `day`.
pub fn age_on(day: Date, text: &str, day_first: bool) -> Option<i64> {
    let orders = if day_first {
        Orders::DAY_FIRST
    } else {
        Orders::UNKNOWN
    };
    let born = birthday(text, orders).filter(|born| *born <= day)?;
    let had = (day.month(), day.day()) >= (born.month(), born.day());
    Some(i64::from(day.year()) - i64::from(born.year()) - i64::from(!had))
}
