//! The Web Push message about a passage: a title, a sentence, and a link to the rest (contract
//! 8.8).

use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde_json::json;

use crate::{
    alert::{chip_time, clock},
    card::COMPONENT,
    one_line::one_line,
    race::RaceKey,
    row::{Passage, Person},
    subscription::Language,
};

/// The maximum number of characters shown of a name. A message must fit, whatever was uploaded.
const LONGEST: usize = 100;
/// Like `encodeURIComponent`, with which the site makes its own addresses.
const PART: &AsciiSet = &COMPONENT.remove(b'~');

/// The alert of a passage, for a device.
#[derive(Clone, Copy, Debug)]
pub struct PassageAlert<'n> {
    /// The event's name.
    pub event_name: &'n str,
    /// Event and year.
    pub race: &'n RaceKey,
    /// Who has passed.
    pub runner: &'n Person,
    /// The passage.
    pub passage: &'n Passage,
    /// The same for every message about this passage to this device, and for no other.
    pub tag: &'n str,
}

impl PassageAlert<'_> {
    /// The message: JSON with title, body, the path of the runner's page, and the tag.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        let (title, body) = (self.title(language), self.body(language));
        json!({"title": title, "body": body, "path": self.path("results"), "tag": self.tag})
            .to_string()
    }

    /// The path of one of the runner's pages: `results` or `certificate`.
    pub(crate) fn path(&self, page: &str) -> String {
        let Self {
            race: RaceKey { slug, year },
            runner,
            ..
        } = self;
        let [slug, year, bib] = [slug.as_str(), year.as_str(), runner.bib.as_str()]
            .map(|part| utf8_percent_encode(part, PART));
        format!("/{page}/{slug}/{year}/{bib}")
    }

    /// Who has passed what.
    pub(crate) fn title(&self, language: Language) -> String {
        let Self {
            runner, passage, ..
        } = self;
        let name = shown(&format!("{} {}", runner.first, runner.last));
        let name = match (name.is_empty(), language) {
            (false, _) => name,
            (true, Language::En) => format!("Bib {}", shown(&runner.bib)),
            (true, Language::Es) => format!("Dorsal {}", shown(&runner.bib)),
        };
        match (passage.finish, language) {
            (true, Language::En) => format!("{name} finished"),
            (true, Language::Es) => format!("{name} ha llegado a la meta"),
            (false, Language::En) => format!("{name} passed {}", shown(&passage.segment)),
            (false, Language::Es) => format!("{name} ha pasado por {}", shown(&passage.segment)),
        }
    }

    fn body(&self, language: Language) -> String {
        let Self {
            event_name,
            passage,
            ..
        } = self;
        let chip = chip_time(passage)
            .map(|chip| format!(" (chip {chip})"))
            .unwrap_or_default();
        let place = match (passage.finish && passage.ranking > 0, language) {
            (false, _) => String::new(),
            (true, Language::En) => format!(", place {}", passage.ranking),
            (true, Language::Es) => format!(", puesto {}", passage.ranking),
        };
        format!(
            "{}: {}{chip}{place}",
            shown(event_name),
            clock(passage.seconds)
        )
    }
}

/// A name on one line, shortened to [`LONGEST`].
pub(crate) fn shown(name: &str) -> String {
    let words = one_line(name);
    words
        .chars()
        .take(LONGEST)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::Value;

    use super::*;
    use crate::race::Slug;

    fn finish() -> Passage {
        Passage {
            finish: true,
            segment: "Finish".to_owned(),
            seconds: 2710,
            chip_seconds: 2701,
            ranking: 12,
            ..Passage::default()
        }
    }

    fn split() -> Passage {
        Passage {
            finish: false,
            segment: "Mile 3".to_owned(),
            seconds: 1450,
            chip_seconds: 1442,
            ..finish()
        }
    }

    fn runner(first: &str, last: &str) -> Person {
        Person {
            bib: "88".to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
            ..Person::default()
        }
    }

    fn told(runner: &Person, passage: &Passage, language: Language) -> Value {
        let alert = PassageAlert {
            event_name: "River 10K",
            race: &Slug::new("river-10k").year("2026-May"),
            runner,
            passage,
            tag: "abc",
        };
        serde_json::from_str(&alert.message(language)).unwrap()
    }

    #[rstest]
    #[case(
        finish(),
        Language::En,
        "Ana Ruiz finished",
        "River 10K: 0:45:10 (chip 0:45:01), place 12"
    )]
    #[case(
        finish(),
        Language::Es,
        "Ana Ruiz ha llegado a la meta",
        "River 10K: 0:45:10 (chip 0:45:01), puesto 12"
    )]
    #[case(
        split(),
        Language::En,
        "Ana Ruiz passed Mile 3",
        "River 10K: 0:24:10 (chip 0:24:02)"
    )]
    #[case(
        split(),
        Language::Es,
        "Ana Ruiz ha pasado por Mile 3",
        "River 10K: 0:24:10 (chip 0:24:02)"
    )]
    #[case(Passage { ranking: -1, chip_seconds: 0, ..finish() }, Language::En, "Ana Ruiz finished", "River 10K: 0:45:10")]
    fn texts_of_a_push_message(
        #[case] passage: Passage,
        #[case] language: Language,
        #[case] title: &str,
        #[case] body: &str,
    ) {
        let message = told(&runner("Ana", "Ruiz"), &passage, language);
        assert_eq!(
            message,
            json!({"title": title, "body": body, "path": "/results/river-10k/2026-May/88", "tag": "abc"})
        );
    }

    #[rstest]
    #[case("", "", Language::En, "Bib 88 finished")]
    #[case(" ", "\u{7}", Language::Es, "Dorsal 88 ha llegado a la meta")]
    #[case(" Zoë ", "Żółć\n", Language::En, "Zoë Żółć finished")]
    #[case(
        "\u{202e}Zoë",
        "\u{2066}Żółć\u{2069}",
        Language::En,
        "Zoë Żółć finished"
    )]
    fn a_push_names_the_runner_or_the_bib(
        #[case] first: &str,
        #[case] last: &str,
        #[case] language: Language,
        #[case] title: &str,
    ) {
        assert_eq!(
            told(&runner(first, last), &finish(), language)["title"],
            title
        );
    }

    #[test]
    fn a_bib_is_a_part_of_an_address_whatever_it_is() {
        let odd = Person {
            bib: "A/8 8?é".to_owned(),
            ..runner("Ana", "Ruiz")
        };
        assert_eq!(
            told(&odd, &finish(), Language::En)["path"],
            "/results/river-10k/2026-May/A%2F8%208%3F%C3%A9"
        );
    }

    proptest! {
        /// Fields as long as the contract allows (2.1 to 2.3).
        #[test]
        fn every_message_fits(
            event_name in ".{0,100}", first in ".{0,100}", last in ".{0,100}", bib in ".{0,100}", segment in ".{0,500}", finish: bool, seconds in 0_i64..10_000_000,
        ) {
            let (runner, passage) = (Person { bib, ..runner(&first, &last) }, Passage { finish, segment, seconds, ..split() });
            let race = Slug::new(&"s".repeat(50)).year("20260000000000000000");
            let alert = PassageAlert { event_name: &event_name, race: &race, runner: &runner, passage: &passage, tag: "0123456789abcdef0123456789abcdef" };
            for language in [Language::En, Language::Es] {
                prop_assert!(alert.message(language).len() <= 3_993, "{}", alert.message(language).len());
            }
        }
    }
}
