//! Readings of cells: places, ages, codes of genders.

use jiff::civil::Date;

use super::words::{is_invisible, words};
use crate::birthdate::{Orders, birthday};

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

pub fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
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
