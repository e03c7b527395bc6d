//! Phones: the forms that are accepted and the one form that is stored (contract 2.12, 4.6).

use std::fmt;

/// A phone number in E.164. All accepted spellings of a number are equal, so that a removal and a
/// STOP always match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phone(String);

impl Phone {
    /// Reads a phone that alerts can go to: either `+1` and ten digits or, without the `+`, ten
    /// digits or eleven that begin with `1`.
    #[must_use]
    pub fn subscriber(text: &str) -> Option<Self> {
        let (plus, digits) = digits_of(text)?;
        let ten = match (plus, digits.len()) {
            (false, 10) => digits.as_str(),
            (_, 11) => digits.strip_prefix('1')?,
            _ => return None,
        };
        Some(Self(format!("+1{ten}")))
    }

    /// Reads a phone for the block list, which also accepts other countries: `+` and 8 to 15
    /// digits.
    #[must_use]
    pub fn blockable(text: &str) -> Option<Self> {
        Self::subscriber(text).or_else(|| {
            let (plus, digits) = digits_of(text)?;
            (plus && (8..=15).contains(&digits.len())).then(|| Self(format!("+{digits}")))
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

/// Whether the text begins with `+`, and its digits; `None` if it contains anything but digits and
/// separators.
fn digits_of(text: &str) -> Option<(bool, String)> {
    let text = text.trim();
    let (plus, rest) = text
        .strip_prefix('+')
        .map_or((false, text), |rest| (true, rest));
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '(' | ')');
    rest.chars()
        .all(allowed)
        .then(|| (plus, rest.chars().filter(char::is_ascii_digit).collect()))
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
    #[case("(555 123-4567")]
    #[case(" 555.123.4567\t")]
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
    #[case("555\u{a0}123\u{a0}4567", None)]
    fn refused_for_alerts(#[case] text: &str, #[case] blockable: Option<&str>) {
        assert_eq!(Phone::subscriber(text), None);
        assert_eq!(Phone::blockable(text).as_ref().map(Phone::e164), blockable);
    }

    #[test]
    fn a_phone_is_not_printed() {
        assert!(!format!("{:?}", Phone::subscriber("5551234567")).contains("555"));
    }

    proptest! {
        #[test]
        fn what_is_stored_reads_as_itself(text in "[+ ()0-9.x-]{0,20}") {
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
