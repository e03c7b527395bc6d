//! Replies to texts (contract 8.6): whole words decide, and a wish to stop comes before everything else.

/// What a reply asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// No more texts to this phone.
    Stop,
    /// Texts again.
    Start,
    /// Yes to a waiting double opt-in.
    Yes,
    /// What this is.
    Help,
    /// Nothing we know.
    Other,
}

/// A reply as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it asks for.
    pub reply: Reply,
    /// The message is exactly one keyword: carrier services answer such a message themselves.
    pub is_keyword: bool,
}

/// First word, or the whole message.
const STOP_FIRST: [&str; 12] =
    ["stop", "stopall", "quit", "end", "revoke", "optout", "opt-out", "cancel", "unsubscribe", "remove", "arret", "td"];
/// Anywhere.
const STOP: [&str; 6] = ["stop", "stopall", "unsubscribe", "revoke", "optout", "opt-out"];
const START_FIRST: [&str; 2] = ["start", "unstop"];
const YES_FIRST: &str = "yes";
const HELP: [&str; 2] = ["help", "info"];

/// Reads a message; a `yes` counts only while a double opt-in of the phone waits.
#[must_use]
pub fn read(message: &str, opt_in_waits: bool) -> Reading {
    let words = words(message);
    let first = words.first().map_or("", String::as_str);
    let anywhere = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let reply = if STOP_FIRST.contains(&first) || anywhere(&STOP) {
        Reply::Stop
    } else if START_FIRST.contains(&first) {
        Reply::Start
    } else if opt_in_waits && first == YES_FIRST {
        Reply::Yes
    } else if anywhere(&HELP) {
        Reply::Help
    } else {
        Reply::Other
    };
    Reading { reply, is_keyword: words.len() == 1 && reply != Reply::Other }
}

/// Lower-case words of letters, digits and inner hyphens; `opt out` is one word.
fn words(message: &str) -> Vec<String> {
    let message = message.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in message.split(|c: char| !c.is_alphanumeric() && c != '-') {
        let word = word.trim_matches('-');
        match words.last_mut() {
            Some(last) if last == "opt" && word == "out" => last.push_str("out"),
            _ if word.is_empty() => {}
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn reply(message: &str) -> Reply {
        read(message, true).reply
    }

    #[test]
    fn every_stop_word_stops_alone_and_as_first_word() {
        for word in STOP_FIRST {
            for message in [word.to_owned(), word.to_uppercase(), format!(" {word}. "), format!("{word} please"), format!("\"{word}!\" ok")]
            {
                assert_eq!(reply(&message), Reply::Stop, "{message}");
            }
            assert!(read(word, false).is_keyword, "{word}");
            assert!(!read(&format!("{word} it"), false).is_keyword, "{word}");
        }
    }

    #[rstest]
    #[case("please stop", Reply::Stop)]
    #[case("yes stop", Reply::Stop)]
    #[case("start stop", Reply::Stop)]
    #[case("help, stopall", Reply::Stop)]
    #[case("I unsubscribe", Reply::Stop)]
    #[case("I revoke it", Reply::Stop)]
    #[case("I want to opt out", Reply::Stop)]
    #[case("I want to opt  OUT now", Reply::Stop)]
    #[case("I want to opt-out", Reply::Stop)]
    #[case("please optout", Reply::Stop)]
    #[case("Opt out", Reply::Stop)]
    #[case("STOP\nSTOP", Reply::Stop)]
    // these stop only in front
    #[case("the end", Reply::Other)]
    #[case("please cancel", Reply::Other)]
    #[case("please remove me", Reply::Other)]
    #[case("never quit", Reply::Other)]
    // parts of words
    #[case("friend", Reply::Other)]
    #[case("friend end", Reply::Other)]
    #[case("nonstop", Reply::Other)]
    #[case("non-stop running", Reply::Other)]
    #[case("stopwatch", Reply::Other)]
    #[case("opt in", Reply::Other)]
    #[case("opt x out", Reply::Other)]
    #[case("start", Reply::Start)]
    #[case("Start again please", Reply::Start)]
    #[case("UNSTOP", Reply::Start)]
    #[case("please start", Reply::Other)]
    #[case("start help", Reply::Start)]
    #[case("yes", Reply::Yes)]
    #[case("Yes!", Reply::Yes)]
    #[case("yes please help", Reply::Yes)]
    #[case("oh yes", Reply::Other)]
    #[case("yesterday", Reply::Other)]
    #[case("help", Reply::Help)]
    #[case("I need HELP", Reply::Help)]
    #[case("more info?", Reply::Help)]
    #[case("information", Reply::Other)]
    #[case("helpful", Reply::Other)]
    #[case("", Reply::Other)]
    #[case(" -- ", Reply::Other)]
    #[case("-stop-", Reply::Stop)]
    #[case("go Ana!", Reply::Other)]
    fn first_matching_line(#[case] message: &str, #[case] expected: Reply) {
        assert_eq!(reply(message), expected);
    }

    #[rstest]
    #[case("yes", Reply::Other)]
    #[case("yes, help", Reply::Help)]
    fn yes_counts_only_while_something_waits(#[case] message: &str, #[case] expected: Reply) {
        assert_eq!(read(message, false).reply, expected);
    }

    proptest! {
        #[test]
        fn a_stop_word_anywhere_stops(before in "[a-z ,.!]{0,12}", after in "[a-z ,.!]{0,12}", at in 0..STOP.len()) {
            prop_assert_eq!(reply(&format!("{before} {} {after}", STOP[at])), Reply::Stop);
        }
    }
}
