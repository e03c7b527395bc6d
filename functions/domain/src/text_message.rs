//! Texts to phones: one-part texts in GSM-7, and the wording of everything we send except the
//! alerts themselves (contract 8.2, 8.6).

use deunicode::deunicode_char;

/// Maximum length of a text of one part, in septets.
pub const LONGEST_ONE_PART: usize = 160;
/// Length of each part of a longer text, in septets: the rest is needed to put the parts together.
const PART_OF_SEVERAL: usize = 153;
/// Both lengths for a text that GSM-7 cannot encode, in UTF-16 code units.
const LONGEST_ONE_WIDE_PART: usize = 70;
const WIDE_PART_OF_SEVERAL: usize = 67;
/// GSM-7 characters that take two septets: an escape and another one.
const ESCAPED: &str = "[]{}^~|\\€";

/// The version of the wording that a subscriber agreed to; it is increased with every change of the
/// confirmation below.
pub const WORDING: u32 = 2;

/// GSM-7's alphabet apart from the characters of [`is_plain`]: one septet each.
const BEYOND_ASCII: &str = "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà";

/// Whether an ASCII character is in GSM-7's own table. Characters that need an escape and thus two
/// septets (`[ ] { } ^ ~ | \ €`) are not used.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || " !\"#%&'()*+,-./:;<=>?".contains(c)
}

/// Converts a text to GSM-7: letters of other alphabets are replaced by their Latin sound, anything
/// else is left out. Each character is one septet.
#[must_use]
pub fn gsm7(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) || BEYOND_ASCII.contains(c) {
            out.push(c);
        } else if c.is_whitespace() {
            out.push(' ');
        } else {
            out.extend(
                deunicode_char(c)
                    .unwrap_or_default()
                    .chars()
                    .filter(|c| is_plain(*c)),
            );
        }
    }
    out
}

/// How many parts a carrier makes of a text and charges for: parts of GSM-7 if the text is in its
/// alphabet, otherwise of UTF-16. An empty text is one part.
#[must_use]
pub fn parts(text: &str) -> u32 {
    let septets = |c: char| match c {
        c if is_plain(c) || BEYOND_ASCII.contains(c) || c == '\n' || c == '\r' => Some(1),
        c if ESCAPED.contains(c) => Some(2),
        _ => None,
    };
    let (length, one, of_several) = match text.chars().map(septets).sum::<Option<usize>>() {
        Some(length) => (length, LONGEST_ONE_PART, PART_OF_SEVERAL),
        None => (
            text.encode_utf16().count(),
            LONGEST_ONE_WIDE_PART,
            WIDE_PART_OF_SEVERAL,
        ),
    };
    if length <= one {
        1
    } else {
        u32::try_from(length.div_ceil(of_several)).unwrap_or(u32::MAX)
    }
}

/// How long a carrier that accepts `parts_a_second` takes for this many parts, in microseconds,
/// rounded up; a rate of 0 counts as 1.
#[must_use]
pub fn takes_us(parts: u32, parts_a_second: u32) -> u64 {
    (u64::from(parts) * 1_000_000).div_ceil(u64::from(parts_a_second.max(1)))
}

/// Who sends texts, where to get help, and how many texts there will be at most: what carriers
/// require every sender to say (contract 8.2, 8.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    /// The name of the sender.
    pub operator: String,
    /// Where to get help: an address or a phone; if empty, from the race's organiser.
    pub support: String,
    /// The maximum number of texts per race.
    pub messages_a_race: u32,
}

impl Default for Brand {
    fn default() -> Self {
        Self {
            operator: "Race alerts".to_owned(),
            support: String::new(),
            messages_a_race: 20,
        }
    }
}

/// The maximum number of characters shown of the operator's name and of the support address, so
/// that there is room for the rest.
const LONGEST_OPERATOR: usize = 30;
const LONGEST_SUPPORT: usize = 50;

impl Brand {
    fn operator(&self) -> String {
        shown(&self.operator, LONGEST_OPERATOR)
    }

    fn help(&self) -> String {
        let support = shown(&self.support, LONGEST_SUPPORT);
        if support.is_empty() {
            "Help: the race's organiser.".to_owned()
        } else {
            format!("Help: {support}")
        }
    }
}

/// The beginning of a text in GSM-7, with single spaces.
fn shown(text: &str, most: usize) -> String {
    let [text] = cut([spaced(text)], most);
    text
}

/// The text in GSM-7 with single spaces.
pub(crate) fn spaced(text: &str) -> String {
    gsm7(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cuts the longest of the names until all of them together fit into `room` characters; of equally
/// long ones the last.
pub(crate) fn cut<const NAMES: usize>(names: [String; NAMES], room: usize) -> [String; NAMES] {
    let mut lengths = names.each_ref().map(|name| name.chars().count());
    while lengths.iter().sum::<usize>() > room {
        let Some(longest) = lengths.iter_mut().max_by_key(|length| **length) else {
            break;
        };
        *longest = longest.saturating_sub(1);
    }
    let mut lengths = lengths.into_iter();
    names.map(|name| {
        let short: String = name
            .chars()
            .take(lengths.next().unwrap_or_default())
            .collect();
        short.trim_end().to_owned()
    })
}

/// The confirmation of a phone's first subscription in a year. It contains only the event's stored
/// name, fixed words and the deployment's settings.
#[must_use]
pub fn confirmation(brand: &Brand, event_name: &str, asks_for_yes: bool) -> String {
    let most = brand.messages_a_race;
    let (asked, said) = if asks_for_yes {
        (
            ": reply YES within 24 hours for alerts of ",
            format!(", up to {most} msgs per race."),
        )
    } else {
        (
            ": alerts for ",
            format!(" are on, up to {most} msgs per race."),
        )
    };
    let rest = format!("{said} Msg & data rates may apply. Reply STOP to end, HELP for help.");
    let room = LONGEST_ONE_PART.saturating_sub(asked.len() + rest.len());
    let [operator, event] = cut([brand.operator(), spaced(event_name)], room);
    format!("{operator}{asked}{event}{rest}")
}

/// The answer to a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// To STOP, if the carrier service does not answer it itself.
    Stopped,
    /// To START, if the carrier service does not answer it itself.
    Started,
    /// To YES.
    Confirmed,
    /// To HELP.
    Help,
}

impl Sentence {
    /// The text to send.
    #[must_use]
    pub fn text(self, brand: &Brand) -> String {
        let (operator, help) = (brand.operator(), brand.help());
        match self {
            Self::Stopped => format!(
                "{operator}: texts are off for this number. Reply START to turn them on again. {help}"
            ),
            Self::Started => format!(
                "{operator}: texts are on again for this number. Reply STOP to end, HELP for help."
            ),
            Self::Confirmed => {
                format!(
                    "{operator}: your race alerts are on. Msg & data rates may apply. Reply STOP to end, HELP for help."
                )
            }
            Self::Help => format!(
                "{operator}: your runners' times. Msg & data rates may apply. STOP to end. {help}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn is_one_part(text: &str) -> bool {
        text.chars().count() <= LONGEST_ONE_PART
            && text
                .chars()
                .all(|c| is_plain(c) || BEYOND_ASCII.contains(c))
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
        let brand = Brand {
            operator: "Hill Timing".to_owned(),
            ..Brand::default()
        };
        assert_eq!(
            confirmation(&brand, "River 10K", false),
            "Hill Timing: alerts for River 10K are on, up to 20 msgs per race. Msg & data rates may apply. Reply STOP to end, HELP for help."
        );
        assert_eq!(
            confirmation(&brand, "River 10K", true),
            "Hill Timing: reply YES within 24 hours for alerts of River 10K, up to 20 msgs per race. Msg & data rates may apply. Reply STOP to end, HELP for help."
        );
        assert!(
            confirmation(&Brand::default(), "River 10K", false)
                .starts_with("Race alerts: alerts for River 10K")
        );
    }

    #[rstest]
    #[case(
        Sentence::Stopped,
        "Hill Timing: texts are off for this number. Reply START to turn them on again. Help: help@hill.example"
    )]
    #[case(
        Sentence::Help,
        "Hill Timing: your runners' times. Msg & data rates may apply. STOP to end. Help: help@hill.example"
    )]
    fn answers_say_who_sends_and_where_help_is(#[case] sentence: Sentence, #[case] expected: &str) {
        let brand = Brand {
            operator: "Hill Timing".to_owned(),
            support: "help@hill.example".to_owned(),
            ..Brand::default()
        };
        assert_eq!(sentence.text(&brand), expected);
        assert!(
            sentence
                .text(&Brand::default())
                .ends_with("Help: the race's organiser.")
        );
    }

    proptest! {
        #[test]
        fn any_names_make_one_part_with_the_whole_wording(
            operator in ".{0,60}", support in ".{0,100}", messages_a_race in 0_u32..1_000, name in ".{0,200}", asks_for_yes: bool
        ) {
            let brand = Brand { operator, support, messages_a_race };
            let text = confirmation(&brand, &name, asks_for_yes);
            prop_assert!(is_one_part(&text), "{}", text);
            prop_assert!(text.ends_with("Msg & data rates may apply. Reply STOP to end, HELP for help."));
            let often = format!("up to {messages_a_race} msgs per race.");
            prop_assert!(text.contains(&often));
            for sentence in [Sentence::Stopped, Sentence::Started, Sentence::Confirmed, Sentence::Help] {
                let text = sentence.text(&brand);
                prop_assert!(is_one_part(&text), "{}", text);
            }
        }
    }
}
