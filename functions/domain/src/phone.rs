//! Phones: the forms that are accepted and the one form that is stored (contract 2.12, 4.6).

use std::fmt;

use crate::fold::is_invisible;

/// A phone number in E.164. All accepted spellings of a number are equal, so that a removal and a
/// STOP always match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phone(String);

impl Phone {
    /// Reads a phone that alerts can go to (contract 2.12): ten digits, or a `1` or `+1` before
    /// them, in groups of three, three and four with at most one blank, dash or dot between two; the
    /// first group may stand in brackets. Invisible characters do not count.
    #[must_use]
    pub fn subscriber(text: &str) -> Option<Self> {
        let text = visible(text);
        let ten = |text: &str| {
            let (area, rest) = match text.strip_prefix('(') {
                Some(rest) => {
                    let (area, rest) = digits(rest, 3)?;
                    (area, rest.strip_prefix(')')?)
                }
                None => digits(text, 3)?,
            };
            let (exchange, rest) = digits(separated(rest), 3)?;
            let (line, rest) = digits(separated(rest), 4)?;
            rest.is_empty()
                .then(|| Self(format!("+1{area}{exchange}{line}")))
        };
        match text.strip_prefix('+') {
            Some(rest) => ten(separated(rest.strip_prefix('1')?)),
            None => text
                .strip_prefix('1')
                .and_then(|rest| ten(separated(rest)))
                .or_else(|| ten(&text)),
        }
    }

    /// The phone of ten digits, or of eleven of which the first is a 1.
    #[must_use]
    pub fn of_digits(digits: &str) -> Option<Self> {
        let ten = match digits.len() {
            10 => digits,
            11 => digits.strip_prefix('1')?,
            _ => return None,
        };
        Self::subscriber(ten)
    }

    /// Reads a phone for the block list, which also accepts other countries: `+` and 8 to 15
    /// digits, with blanks, dashes, dots and brackets anywhere.
    #[must_use]
    pub fn blockable(text: &str) -> Option<Self> {
        Self::subscriber(text).or_else(|| {
            let text = visible(text);
            let rest = text.strip_prefix('+')?;
            let is_allowed =
                |c: char| c.is_ascii_digit() || matches!(c, '(' | ')') || is_separator(c);
            let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
            let is_phone = rest.chars().all(is_allowed) && (8..=15).contains(&digits.len());
            is_phone.then(|| Self(format!("+{digits}")))
        })
    }

    /// `+` and digits.
    #[must_use]
    pub fn e164(&self) -> &str {
        &self.0
    }

    /// The ten digits after `+1`, as the timing client accepts them; empty for other countries.
    #[must_use]
    pub fn ten_digits(&self) -> &str {
        self.0
            .strip_prefix("+1")
            .filter(|ten| ten.len() == 10)
            .unwrap_or_default()
    }

    /// The first three of the ten digits.
    #[must_use]
    pub fn area_code(&self) -> &str {
        self.ten_digits().get(..3).unwrap_or_default()
    }
}

/// Does not show the number, since logs and panics may print it.
impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Phone(…)")
    }
}

/// The text without invisible characters, and without blanks around it.
fn visible(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    visible.trim().to_owned()
}

/// This many digits at the beginning, and the rest.
fn digits(text: &str, count: usize) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then_some((digits, rest))
}

/// The text without the separator that it may begin with.
fn separated(text: &str) -> &str {
    text.strip_prefix(is_separator).unwrap_or(text)
}

/// Whether it is a blank, a dash or a dot.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{3000}'
            | '-'
            | '\u{2010}'..='\u{2015}'
            | '\u{2212}'
            | '.'
            | '·'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("5551234567")]
    #[case("555-123-4567")]
    #[case("555 123 4567")]
    #[case("(555)123-4567")]
    #[case("(555) 123-4567")]
    #[case("1 555 123 4567")]
    #[case("1-555-123-4567")]
    #[case("15551234567")]
    #[case("+1 (555) 123-4567")]
    #[case("+15551234567")]
    #[case(" 555.123.4567\t")]
    #[case("(555)\u{a0}123-4567")]
    #[case("\u{202a}(555) 123-4567\u{202c}")]
    #[case("+1 (555) 123\u{2011}4567")]
    #[case("1.555.123.4567")]
    #[case("555\u{a0}123\u{a0}4567")]
    #[case("555\u{200b}123\u{2013}4567")]
    fn one_number_in_all_its_spellings(#[case] text: &str) {
        let phone = Phone::subscriber(text).unwrap();
        assert_eq!(
            (phone.e164(), phone.ten_digits(), phone.area_code()),
            ("+15551234567", "5551234567", "555")
        );
        assert_eq!(Phone::blockable(text), Some(phone));
    }

    #[rstest]
    #[case("(123) 555-1234", "+11235551234")]
    #[case("123-555-1234", "+11235551234")]
    #[case("1234567890", "+11234567890")]
    fn ten_digits_may_begin_with_one(#[case] text: &str, #[case] stored: &str) {
        assert_eq!(Phone::subscriber(text).unwrap().e164(), stored);
    }

    #[rstest]
    #[case("555-1234", None)]
    #[case("+44 20 7946 0958", Some("+442079460958"))]
    #[case("25551234567", None)]
    #[case("+5551234567", Some("+5551234567"))]
    #[case("555123456x", None)]
    #[case("", None)]
    #[case("+", None)]
    #[case("5+551234567", None)]
    #[case("++15551234567", None)]
    #[case("+1234567", None)]
    #[case("+12345678", Some("+12345678"))]
    #[case("+123456789012345", Some("+123456789012345"))]
    #[case("+1234567890123456", None)]
    #[case("12345678", None)]
    #[case("５５５1234567", None)]
    #[case("(555 123-4567", None)]
    #[case("555) 123-4567", None)]
    #[case("555  123-4567", None)]
    #[case("555 - 123 - 4567", None)]
    #[case("55-5123-4567", None)]
    #[case("555-123-4567 ext. 8", None)]
    #[case("tel:+15551234567", None)]
    #[case("+1 555 12 34 567", Some("+15551234567"))]
    fn refused_for_alerts(#[case] text: &str, #[case] blockable: Option<&str>) {
        assert_eq!(Phone::subscriber(text), None);
        assert_eq!(Phone::blockable(text).as_ref().map(Phone::e164), blockable);
    }

    /// The page has the same rule (`site/src/checks/phone.ts`).
    #[test]
    fn the_golden_cases() {
        let cases = include_str!("../../../site/golden/cases/phone.json");
        let cases: Vec<serde_json::Value> = serde_json::from_str(cases).unwrap();
        for case in cases {
            let texts = case["input"].as_array().unwrap();
            for (text, expected) in texts.iter().zip(case["expected"].as_array().unwrap()) {
                let read = Phone::subscriber(text.as_str().unwrap());
                let digits = read.as_ref().map_or("", Phone::ten_digits);
                assert_eq!(digits, expected[2].as_str().unwrap(), "{text}");
            }
        }
    }

    #[test]
    fn a_phone_is_not_printed() {
        assert!(!format!("{:?}", Phone::subscriber("5551234567")).contains("555"));
    }

    proptest! {
        #[test]
        fn a_stored_phone_parses_as_itself(text in "[+ ()0-9.x-]{0,20}") {
            if let Some(phone) = Phone::blockable(&text) {
                prop_assert_eq!(Phone::blockable(phone.e164()).unwrap(), phone.clone());
                prop_assert!(phone.e164().len() <= 16);
            }
            if let Some(phone) = Phone::subscriber(&text) {
                prop_assert_eq!(Phone::subscriber(phone.ten_digits()).unwrap(), phone);
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in ".*") {
            let _ = Phone::blockable(&text);
        }
    }
}
