//! First and last name from one cell.

use super::words::words;

/// A name from one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The first name, or the whole text where it cannot be taken apart.
    pub first: String,
    /// The last name with its suffixes; empty if there is only one part.
    pub last: String,
    /// Whether commas leave open what is the first and what the last name.
    pub is_kept_whole: bool,
}

/// Suffixes that nobody has as a first name.
const SUFFIXES: [&str; 18] = [
    "JR", "JNR", "SR", "SNR", "II", "III", "IV", "2ND", "3RD", "4TH", "PHD", "ESQ", "ESQUIRE",
    "DDS", "DMD", "DVM", "PHARMD", "PSYD",
];

/// Suffixes that may also be a first name or its first letter, as Md in "Rahman, Md".
const SUFFIXES_OR_NAMES: [&str; 22] = [
    "V", "VI", "MD", "JUN", "JUNIOR", "SEN", "SENIOR", "FILHO", "NETO", "DO", "DPT", "EDD", "JD",
    "RN", "CPA", "PE", "MBA", "MSC", "BSC", "MBE", "OBE", "RET",
];

/// Words and signs that join people: a text with one of them names several.
const JOINING: [&str; 8] = ["&", "+", "/", "and", "und", "et", "og", "och"];

/// First and last name from one cell. "Last, First" is one with a comma; suffixes behind a comma
/// stay suffixes ("Bob Orr, Jr."). Without a comma the last word is the last name, or, with
/// `last_first`, the first word. A text whose commas may mean something else is kept whole.
pub fn names(text: &str, last_first: bool) -> Name {
    let parts: Vec<String> = text.split([',', '，', '،']).map(tidy).collect();
    let has_comma = parts.len() > 1;
    let filled: Vec<&String> = parts.iter().filter(|part| !part.is_empty()).collect();
    let [name, behind @ ..] = filled.as_slice() else {
        return Name::default();
    };
    // a last name alone needs a first name: the only part that can be one is it
    let possible = behind.iter().filter(|part| !is_suffix(part, false)).count();
    let is_single = !name.contains(' ') && possible == 1;
    let (suffixes, others): (Vec<&String>, Vec<&String>) = behind
        .iter()
        .copied()
        .partition(|part| is_suffix(part, !is_single));
    let with_suffixes = |name: &str| {
        let parts = std::iter::once(name).chain(suffixes.iter().map(|part| part.as_str()));
        parts.collect::<Vec<_>>().join(", ")
    };
    match others.as_slice() {
        [] if has_comma && !name.contains(' ') => Name {
            last: with_suffixes(name),
            ..Name::default()
        },
        [] => {
            let (first, last) = apart(name, last_first);
            if last.is_empty() {
                return Name {
                    first: with_suffixes(&first),
                    ..Name::default()
                };
            }
            Name {
                first,
                last: with_suffixes(&last),
                is_kept_whole: false,
            }
        }
        [first] if !joins(name) && !joins(first) => Name {
            first: (*first).clone(),
            last: with_suffixes(name),
            is_kept_whole: false,
        },
        _ => Name {
            first: tidy(text),
            last: String::new(),
            is_kept_whole: true,
        },
    }
}

/// The text with one blank between words.
pub fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a part behind a comma consists of suffixes; `any`: also of those that may be a name.
fn is_suffix(part: &str, any: bool) -> bool {
    let known = |text: &str| {
        let word = words(text).concat();
        SUFFIXES.contains(&word.as_str()) || (any && SUFFIXES_OR_NAMES.contains(&word.as_str()))
    };
    known(part) || part.split_whitespace().all(known)
}

fn joins(part: &str) -> bool {
    part.split_whitespace()
        .any(|word| JOINING.contains(&word.to_lowercase().as_str()))
}

/// First and last name of a text without a comma; suffixes go with the last name.
fn apart(text: &str, last_first: bool) -> (String, String) {
    let mut parts: Vec<&str> = text.split(' ').collect();
    let mut suffixes: Vec<&str> = Vec::new();
    let is_suffix = |word: &str| is_suffix(word, false) || word == "MD" || word == "M.D.";
    while parts.len() > 2 && parts.last().is_some_and(|word| is_suffix(word)) {
        suffixes.splice(0..0, parts.pop());
    }
    if last_first {
        while parts.len() > 2 && parts.get(1).is_some_and(|word| is_suffix(word)) {
            suffixes.push(parts.remove(1));
        }
    }
    let (first, last) = match (parts.as_slice(), last_first) {
        ([one], _) => (vec![*one], Vec::new()),
        ([last, first @ ..], true) => (first.to_vec(), vec![*last]),
        ([first @ .., last], false) => (first.to_vec(), vec![*last]),
        ([], _) => (Vec::new(), Vec::new()),
    };
    (
        [first].concat().join(" "),
        [last, suffixes].concat().join(" "),
    )
}
