//! Texts to phones: one part of GSM-7, the wording of everything we send but the alerts themselves (contract 8.2, 8.6).

use deunicode::deunicode_char;

/// Septets of a text of one part.
pub const LONGEST_ONE_PART: usize = 160;
/// Septets of each part of a longer one: the rest says how they belong together.
const PART_OF_SEVERAL: usize = 153;
/// The same for a text that GSM-7 cannot hold, in units of UTF-16.
const LONGEST_ONE_WIDE_PART: usize = 70;
const WIDE_PART_OF_SEVERAL: usize = 67;
/// GSM-7's signs that take an escape and a second septet.
const ESCAPED: &str = "[]{}^~|\\€";

/// Which wording the person who subscribed agreed to; counts up with every change of the confirmation below.
pub const WORDING: u32 = 1;

/// GSM-7's alphabet besides ASCII letters, digits and the signs of [`is_plain`]: one septet each.
const BEYOND_ASCII: &str = "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà";

/// Whether the ASCII character is in GSM-7's own table. What needs an escape and two septets (`[ ] { } ^ ~ | \ €`) is not used.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || " !\"#%&'()*+,-./:;<=>?".contains(c)
}

/// The text in GSM-7: letters of other alphabets by their Latin sound, anything else left out. One character is one septet.
#[must_use]
pub fn gsm7(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) || BEYOND_ASCII.contains(c) {
            out.push(c);
        } else if c.is_whitespace() {
            out.push(' ');
        } else {
            out.extend(deunicode_char(c).unwrap_or_default().chars().filter(|c| is_plain(*c)));
        }
    }
    out
}

/// How many parts a carrier makes of a text, and charges: those of GSM-7 if the text is in its alphabet, else those of UTF-16. An empty text is one.
#[must_use]
pub fn parts(text: &str) -> u32 {
    let septets = |c: char| match c {
        c if is_plain(c) || BEYOND_ASCII.contains(c) || c == '\n' || c == '\r' => Some(1),
        c if ESCAPED.contains(c) => Some(2),
        _ => None,
    };
    let (length, one, of_several) = match text.chars().map(septets).sum::<Option<usize>>() {
        Some(length) => (length, LONGEST_ONE_PART, PART_OF_SEVERAL),
        None => (text.encode_utf16().count(), LONGEST_ONE_WIDE_PART, WIDE_PART_OF_SEVERAL),
    };
    if length <= one { 1 } else { u32::try_from(length.div_ceil(of_several)).unwrap_or(u32::MAX) }
}

/// A name and what is said after it, in one part: the name is cut, never the rest.
fn one_part(name: &str, rest: &str) -> String {
    let room = LONGEST_ONE_PART.saturating_sub(rest.chars().count());
    let name: String = gsm7(name).trim().chars().take(room).collect();
    format!("{}{rest}", name.trim_end())
}

/// The confirmation of a phone's first subscription in a year. The event's stored name is all it holds besides fixed words.
#[must_use]
pub fn confirmation(event_name: &str, asks_for_yes: bool) -> String {
    let rest = if asks_for_yes {
        ": reply YES within 24 hours to get text alerts here. Msg & data rates may apply. Reply STOP to end, HELP for help."
    } else {
        ": text alerts are on for this number. Msg & data rates may apply. Reply STOP to end, HELP for help."
    };
    one_part(event_name, rest)
}

/// What a reply is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// To STOP, where the carrier service does not say it.
    Stopped,
    /// To START, where the carrier service does not say it.
    Started,
    /// To YES.
    Confirmed,
    /// To HELP.
    Help,
}

impl Sentence {
    /// The sentence.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Stopped => "Race alerts are off for this number. Reply START to turn them on again.",
            Self::Started => "Race alerts are on again for this number. Reply STOP to end, HELP for help.",
            Self::Confirmed => "Thank you, your race alerts are on. Msg & data rates may apply. Reply STOP to end, HELP for help.",
            Self::Help => {
                "Race alerts: texts about the runners you follow. Msg & data rates may apply. Reply STOP to end, START to begin again."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn is_one_part(text: &str) -> bool {
        text.chars().count() <= LONGEST_ONE_PART && text.chars().all(|c| is_plain(c) || BEYOND_ASCII.contains(c))
    }

    #[rstest]
    #[case("River 10K", "River 10K")]
    #[case("Zürich Århus", "Zürich Århus")]
    #[case("Łódź", "Lodz")]
    #[case("Прага", "Praga")]
    #[case("Québec – Noël", "Québec - Noel")]
    #[case("a\u{a0}b\tc", "a b c")]
    #[case("[x]", "x")]
    #[case("\u{0}\u{7}", "")]
    fn letters_of_other_alphabets(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(gsm7(text), expected);
    }

    #[rstest]
    #[case("", 1)]
    #[case(&"a".repeat(160), 1)]
    #[case(&"a".repeat(161), 2)]
    #[case(&"é".repeat(160), 1)]
    #[case(&"a".repeat(306), 2)]
    #[case(&"a".repeat(307), 3)]
    #[case(&"[".repeat(80), 1)]
    #[case(&"[".repeat(81), 2)]
    #[case(&"ł".repeat(70), 1)]
    #[case(&"ł".repeat(71), 2)]
    #[case(&"ł".repeat(135), 3)]
    #[case(&"😀".repeat(35), 1)]
    #[case(&"😀".repeat(36), 2)]
    fn parts_as_carriers_count_them(#[case] text: &str, #[case] expected: u32) {
        assert_eq!(parts(text), expected);
    }

    #[test]
    fn the_confirmation_reads_as_the_contract_shows_it() {
        assert_eq!(
            confirmation("River 10K", false),
            "River 10K: text alerts are on for this number. Msg & data rates may apply. Reply STOP to end, HELP for help."
        );
        assert!(confirmation("River 10K", true).contains("reply YES within 24 hours"));
    }

    #[rstest]
    #[case(Sentence::Stopped)]
    #[case(Sentence::Started)]
    #[case(Sentence::Confirmed)]
    #[case(Sentence::Help)]
    fn sentences_are_one_part(#[case] sentence: Sentence) {
        assert!(is_one_part(sentence.text()));
    }

    proptest! {
        #[test]
        fn any_name_makes_one_part_with_the_whole_wording(name in ".{0,200}", asks_for_yes: bool) {
            let text = confirmation(&name, asks_for_yes);
            prop_assert!(is_one_part(&text), "{}", text);
            prop_assert!(text.ends_with("Reply STOP to end, HELP for help."));
        }
    }
}
