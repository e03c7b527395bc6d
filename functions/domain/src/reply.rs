//! Replies to texts (contract 8.6): whole words decide, and a wish to stop takes precedence over
//! everything else.

/// The command in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Stop sending texts to this phone.
    Stop,
    /// Send texts again.
    Start,
    /// Yes to a waiting double opt-in.
    Yes,
    /// An explanation of what this is.
    Help,
    /// None of these.
    Other,
}

/// A reply as it was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The command.
    pub reply: Reply,
    /// Whether the message is exactly one keyword: carrier services answer such messages
    /// themselves.
    pub is_keyword: bool,
}

/// As the first word of the message, or its only one.
const STOP_FIRST: [&str; 20] = [
    "stop",
    "stopall",
    "quit",
    "end",
    "revoke",
    "optout",
    "opt-out",
    "cancel",
    "unsubscribe",
    "remove",
    "arret",
    "td",
    "arreter",
    "arretez",
    "alto",
    "parar",
    "cancelar",
    "baja",
    "desist",
    "cease",
];
/// Anywhere in the message.
const STOP: [&str; 14] = [
    "stop",
    "stopall",
    "unsubscribe",
    "revoke",
    "optout",
    "opt-out",
    "unsub",
    "unsubscribed",
    "stopp",
    "sotp",
    "st0p",
    "unsuscribe",
    "unsubcribe",
    "unenroll",
];
/// Anywhere in the message, as consecutive words: written by people who do not know the keywords.
const STOP_PHRASES: [&str; 34] = [
    "remove me",
    "remove my",
    "take me off",
    "get me off",
    "sign me off",
    "opt me out",
    "leave me alone",
    "leave me out",
    "delete me",
    "delete my number",
    "delete my phone",
    "erase my number",
    "lose my number",
    "wrong number",
    "not interested",
    "do not text",
    "dont text",
    "do not message",
    "dont message",
    "do not contact",
    "dont contact",
    "do not send",
    "dont send",
    "do not call",
    "dont call",
    "do not sms",
    "withdraw my consent",
    "didnt sign up",
    "did not sign up",
    "never signed up",
    "didnt subscribe",
    "did not subscribe",
    "never subscribed",
    "no more please",
];
/// Anywhere in the message, if it is also about texts.
const STOP_TEXTS: [&str; 26] = [
    "cancel",
    "end",
    "quit",
    "remove",
    "cease",
    "desist",
    "discontinue",
    "enough",
    "block",
    "halt",
    "withdraw",
    "dont want",
    "do not want",
    "dont need",
    "do not need",
    "no longer want",
    "no longer wish",
    "no longer need",
    "no more",
    "tired of",
    "sick of",
    "off",
    "out of",
    "no mas",
    "dont wish",
    "do not wish",
];
/// Words that show that a message is about texts.
const TEXTS: [&str; 22] = [
    "text",
    "texts",
    "texting",
    "message",
    "messages",
    "messaging",
    "msg",
    "msgs",
    "alert",
    "alerts",
    "sms",
    "notification",
    "notifications",
    "subscription",
    "subscriptions",
    "update",
    "updates",
    "spam",
    "list",
    "mensajes",
    "consent",
    "these",
];
/// Before a stop word these say the opposite, unless the message is about texts: "I can't stop
/// watching" is not a wish to end them, "I can't stop these messages" is.
const NOT: [&str; 13] = [
    "cant", "cannot", "dont", "never", "wont", "not", "non", "doesnt", "didnt", "wouldnt",
    "couldnt", "shouldnt", "isnt",
];
const START_FIRST: [&str; 2] = ["start", "unstop"];
const YES_FIRST: &str = "yes";
const HELP: [&str; 2] = ["help", "info"];

/// Interprets a message; a `yes` counts only while a double opt-in of the phone is waiting.
#[must_use]
pub fn read(message: &str, opt_in_waits: bool) -> Reading {
    let words = words(message);
    let first = words.first().map_or("", String::as_str);
    let anywhere = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let reply = if stops(&words) {
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
    Reading {
        reply,
        is_keyword: words.len() == 1 && reply != Reply::Other,
    }
}

/// Whether a message asks, in any reasonable words, for no more texts. In case of doubt it does:
/// somebody who did not mean it can reply START, but ignoring such a wish breaks the law.
fn stops(words: &[String]) -> bool {
    let sentence = format!(" {} ", words.join(" "));
    let says = |phrase: &str| sentence.contains(&format!(" {phrase} "));
    let is_about_texts = words.iter().any(|word| TEXTS.contains(&word.as_str()));
    let before = |at: usize| {
        at.checked_sub(1)
            .and_then(|at| words.get(at))
            .map_or("", String::as_str)
    };
    let mut stop_words = words
        .iter()
        .enumerate()
        .filter(|(_, word)| STOP.contains(&word.as_str()));
    words
        .first()
        .is_some_and(|first| STOP_FIRST.contains(&first.as_str()))
        || stop_words.any(|(at, _)| is_about_texts || !NOT.contains(&before(at)))
        || STOP_PHRASES.iter().any(|phrase| says(phrase))
        || is_about_texts && STOP_TEXTS.iter().any(|phrase| says(phrase))
        || sentence == " no more "
}

/// The words of a message in lower case: letters, digits and inner hyphens. Letters of other
/// alphabets are replaced by their Latin sound, apostrophes removed; `opt out` is one word.
fn words(message: &str) -> Vec<String> {
    let message: String = message.chars().filter(|c| !"'’‘`´".contains(*c)).collect();
    let message = deunicode::deunicode(&message).to_lowercase();
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
            for message in [
                word.to_owned(),
                word.to_uppercase(),
                format!(" {word}. "),
                format!("{word} please"),
                format!("\"{word}!\" ok"),
            ] {
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
    // these stop only as the first word
    #[case("the end", Reply::Other)]
    #[case("please cancel", Reply::Other)]
    #[case("please remove it", Reply::Other)]
    #[case("please remove me", Reply::Stop)]
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

    #[test]
    fn wishes_to_stop_in_any_reasonable_words() {
        let sentences: Vec<&str> = include_str!("../tests/replies/stop.txt")
            .lines()
            .filter(|line| !line.is_empty())
            .collect();
        assert!(sentences.len() >= 130, "{}", sentences.len());
        let missed: Vec<&&str> = sentences
            .iter()
            .filter(|sentence| reply(sentence) != Reply::Stop)
            .collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn sentences_that_are_no_wish_to_stop() {
        let sentences: Vec<&str> = include_str!("../tests/replies/go_on.txt")
            .lines()
            .filter(|line| !line.is_empty())
            .collect();
        assert!(sentences.len() >= 70, "{}", sentences.len());
        let stopped: Vec<&&str> = sentences
            .iter()
            .filter(|sentence| reply(sentence) == Reply::Stop)
            .collect();
        assert!(stopped.is_empty(), "{stopped:#?}");
    }

    proptest! {
        #[test]
        fn a_stop_word_anywhere_stops(before in "[a-z ,.!]{0,12}", after in "[a-z ,.!]{0,12}", at in 0..STOP.len()) {
            prop_assume!(!words(&before).last().is_some_and(|word| NOT.contains(&word.as_str())));
            prop_assert_eq!(reply(&format!("{before} {} {after}", STOP[at])), Reply::Stop);
        }
    }
}
