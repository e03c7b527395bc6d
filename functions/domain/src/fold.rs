//! Names as they are compared: without case, accents, apostrophes and signs (pages.md A14). The
//! site has the same rule, which reads the same table; golden cases hold both together.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde::Deserialize;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// The words of a text in a form for comparison, with single blanks between them. Everything that
/// is no letter and no digit ends a word. "" if there are none.
#[must_use]
pub fn fold(text: &str) -> String {
    let table = &*TABLE;
    let plain: String = text
        .chars()
        // Before the decomposition, which takes some of them for a blank with an accent.
        .filter(|c| !table.apostrophes.contains(c))
        .nfkd()
        .filter(|&c| !is_combining_mark(c) && !table.is_dropped(c))
        .collect();
    let mut words = String::with_capacity(plain.len());
    for c in plain.to_lowercase().chars() {
        match table.letters.get(&c) {
            Some(letters) => words.push_str(letters),
            None if c.is_alphanumeric() => words.push(c),
            None if words.is_empty() || words.ends_with(' ') => {}
            None => words.push(' '),
        }
    }
    words.truncate(words.trim_end().len());
    words
}

/// Whether nothing is seen of a character: a mark of direction, a soft hyphen, a joiner.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    is_combining_mark(c) || TABLE.is_invisible(c)
}

#[derive(Default)]
struct Table {
    apostrophes: BTreeSet<char>,
    /// First and last of each range.
    invisible: Vec<(u32, u32)>,
    /// Letters that have no decomposition, and what stands for them.
    letters: BTreeMap<char, String>,
}

impl Table {
    fn is_dropped(&self, c: char) -> bool {
        self.apostrophes.contains(&c) || self.is_invisible(c)
    }

    fn is_invisible(&self, c: char) -> bool {
        let mut ranges = self.invisible.iter();
        ranges.any(|&(first, last)| (first..=last).contains(&u32::from(c)))
    }
}

/// The file of the table, in which letters with the same replacement stand together.
#[derive(Default, Deserialize)]
struct Written {
    apostrophes: String,
    invisible: Vec<(u32, u32)>,
    letters: BTreeMap<String, String>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    // It is compiled in, so it is either always readable or never, which the tests would show.
    let written: Written = serde_json::from_str(include_str!("../../../site/src/format/fold.json"))
        .unwrap_or_default();
    let letters = written.letters.into_iter().flat_map(|(to, letters)| {
        letters
            .chars()
            .map(|letter| (letter, to.clone()))
            .collect::<Vec<_>>()
    });
    Table {
        apostrophes: written.apostrophes.chars().collect(),
        invisible: written.invisible,
        letters: letters.collect(),
    }
});

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, string::string_regex};
    use serde_json::Value;
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn cases(text: &str) -> Vec<Value> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn the_golden_cases() {
        let mut seen = 0;
        for case in cases(include_str!("../../../site/golden/cases/fold.json")) {
            let inputs = case["input"].as_array().unwrap();
            let expected = case["expected"].as_array().unwrap();
            assert_eq!(inputs.len(), expected.len());
            for (input, expected) in inputs.iter().zip(expected) {
                let input = input.as_str().unwrap();
                assert_eq!(fold(input), expected.as_str().unwrap(), "{input}");
                seen += 1;
            }
        }
        assert!(seen > 40);
    }

    #[test]
    fn every_character_is_folded_as_by_the_site() {
        let mut characters = 0;
        for case in cases(include_str!("../../../site/golden/cases/fold-letters.json")) {
            let blocks: Vec<Vec<(u32, u32)>> =
                serde_json::from_value(case["input"].clone()).unwrap();
            let expected: Vec<String> = serde_json::from_value(case["expected"].clone()).unwrap();
            assert_eq!(blocks.len(), expected.len());
            for (block, expected) in blocks.iter().zip(expected) {
                let mut digest = Sha256::new();
                for code in block.iter().flat_map(|&(first, last)| first..=last) {
                    let c = char::from_u32(code).unwrap();
                    digest.update(format!("{}\n", fold(&format!("a{c}b"))));
                    characters += 1;
                }
                let digest: String = digest.finalize()[..8]
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                assert_eq!(digest, expected, "{block:x?}");
            }
        }
        assert_eq!(characters, 144_762);
    }

    proptest! {
        #[test]
        fn folding_once_is_enough(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn case_and_accents_make_no_difference(
            text in string_regex("[a-zà-öø-ÿа-яа-я' .,-]{0,20}").unwrap()
        ) {
            let plain = fold(&text);
            prop_assert_eq!(fold(&text.to_uppercase()), plain.clone());
            let accented: String = text.chars().flat_map(|c| [c, '\u{301}']).collect();
            prop_assert_eq!(fold(&accented), plain);
        }
    }
}
