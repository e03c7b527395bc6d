//! E-mails about a runner's finish, and the one that asks an address for consent (contract 8.9),
//! each as plain text and as HTML.
//!
//! Names come from what is stored, never from the request that asked for the mail.

use std::fmt::Write;

use crate::{
    alert::{chip_time, clock},
    html::escaped,
    push_message::{PassageAlert, shown},
    subscription::Language,
};

/// The subject and words of an e-mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    /// The subject, one line.
    pub subject: String,
    /// The words as plain text.
    pub text: String,
    /// The words as HTML, in which there is nothing for a mail program to fetch.
    pub html: String,
}

/// An e-mail about a finish.
#[derive(Clone, Copy, Debug)]
pub struct FinishMail<'m> {
    /// Who has finished what.
    pub alert: PassageAlert<'m>,
    /// The site's address, without a trailing slash.
    pub site: &'m str,
    /// The name of the operator, who sends it.
    pub operator: &'m str,
    /// The page on which to end mails to the address.
    pub unsubscribe: &'m str,
}

/// An e-mail that asks whether an address consents.
#[derive(Clone, Copy, Debug)]
pub struct ConfirmationMail<'m> {
    /// The event's name.
    pub event_name: &'m str,
    /// The name of the operator, who sends it.
    pub operator: &'m str,
    /// The page on which to consent.
    pub confirm: &'m str,
    /// The page on which to end mails to the address.
    pub unsubscribe: &'m str,
}

/// A paragraph: words, or the words of a link and its address.
enum Paragraph<'p> {
    Words(String),
    Link(&'static str, &'p str),
}

impl FinishMail<'_> {
    /// The e-mail in this language.
    #[must_use]
    pub fn content(&self, language: Language) -> MailContent {
        let Self {
            alert,
            site,
            operator,
            unsubscribe,
        } = self;
        let (event, operator, passage) = (shown(alert.event_name), shown(operator), alert.passage);
        let chip = chip_time(passage)
            .map(|chip| format!(" (chip {chip})"))
            .unwrap_or_default();
        let (time, place, distance) = match language {
            Language::En => ("Time", "Place", "Distance"),
            Language::Es => ("Tiempo", "Puesto", "Distancia"),
        };
        let mut facts = vec![format!("{time}: {}{chip}", clock(passage.seconds))];
        if passage.ranking > 0 {
            facts.push(format!("{place}: {}", passage.ranking));
        }
        let of = shown(&alert.runner.distance);
        if !of.is_empty() {
            facts.push(format!("{distance}: {of}"));
        }
        let title = alert.title(language);
        let (result, certificate) = (
            format!("{site}{}", alert.path("results")),
            format!("{site}{}", alert.path("certificate")),
        );
        let (to_result, to_certificate, end) = match language {
            Language::En => (
                "The whole result",
                "The finisher certificate",
                "No more e-mails",
            ),
            Language::Es => (
                "El resultado completo",
                "El certificado de finalista",
                "No recibir más correos",
            ),
        };
        let why = match language {
            Language::En => format!(
                "{operator} sends this because the address was confirmed for it. Times and places may still be corrected; the results page has what stands."
            ),
            Language::Es => format!(
                "{operator} envía esto porque la dirección se confirmó para ello. Los tiempos y puestos aún pueden corregirse; vale lo que dice la página de resultados."
            ),
        };
        let paragraphs = [
            Paragraph::Words(format!("{title}: {event}")),
            Paragraph::Words(facts.join("\n")),
            Paragraph::Link(to_result, &result),
            Paragraph::Link(to_certificate, &certificate),
            Paragraph::Words(why),
            Paragraph::Link(end, unsubscribe),
        ];
        content(format!("{title}: {event}"), language, &paragraphs)
    }
}

impl ConfirmationMail<'_> {
    /// The e-mail in this language.
    #[must_use]
    pub fn content(&self, language: Language) -> MailContent {
        let Self {
            event_name,
            operator,
            confirm,
            unsubscribe,
        } = self;
        let (event, operator) = (shown(event_name), shown(operator));
        let (subject, ask, way, other, end) = match language {
            Language::En => (
                format!("{event}: please confirm your address"),
                format!(
                    "{operator} was asked to send this address one e-mail when a runner of {event} finishes. If that was you, press “Confirm” on this page within 24 hours:"
                ),
                "Confirm the address",
                "If it was not you, do nothing: nothing more is sent. Or, so that nobody can ask again:",
                "No e-mails to this address",
            ),
            Language::Es => (
                format!("{event}: confirme su dirección"),
                format!(
                    "Se pidió a {operator} que envíe a esta dirección un correo cuando llegue a la meta un participante de {event}. Si fue usted, pulse «Confirmar» en esta página dentro de 24 horas:"
                ),
                "Confirmar la dirección",
                "Si no fue usted, no haga nada: no se envía nada más. O, para que nadie pueda volver a pedirlo:",
                "Ningún correo a esta dirección",
            ),
        };
        let paragraphs = [
            Paragraph::Words(ask),
            Paragraph::Link(way, confirm),
            Paragraph::Words(other.to_owned()),
            Paragraph::Link(end, unsubscribe),
        ];
        content(subject, language, &paragraphs)
    }
}

fn content(subject: String, language: Language, paragraphs: &[Paragraph<'_>]) -> MailContent {
    let code = language.name();
    let (mut text, mut body) = (String::new(), String::new());
    for paragraph in paragraphs {
        // writing into a text cannot fail
        let _ = match paragraph {
            Paragraph::Words(words) => write!(text, "{words}\n\n")
                .and_then(|()| writeln!(body, "<p>{}</p>", escaped(words).replace('\n', "<br>"))),
            Paragraph::Link(words, address) => {
                write!(text, "{words}:\n{address}\n\n").and_then(|()| {
                    writeln!(
                        body,
                        "<p><a href=\"{}\">{}</a></p>",
                        escaped(address),
                        escaped(words)
                    )
                })
            }
        };
    }
    let title = escaped(&subject);
    let html = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head><meta charset=\"utf-8\"><title>{title}</title></head>\n<body>\n{body}</body>\n</html>\n"
    );
    MailContent {
        subject,
        text: text.trim_end().to_owned() + "\n",
        html,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::race::Slug;
    use crate::row::{Passage, Person};

    const SITE: &str = "https://results.example.org";
    const END: &str = "https://results.example.org/email-alerts/unsubscribe#abc";

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

    fn ana() -> Person {
        let [bib, first, last, distance] = ["88", "Ana", "Ruiz", "10K"].map(ToOwned::to_owned);
        Person {
            bib,
            first,
            last,
            distance,
            ..Person::default()
        }
    }

    fn told(
        event_name: &str,
        runner: &Person,
        passage: &Passage,
        language: Language,
    ) -> MailContent {
        let alert = PassageAlert {
            event_name,
            race: &Slug::new("river-10k").year("2026"),
            runner,
            passage,
            tag: "",
        };
        FinishMail {
            alert,
            site: SITE,
            operator: "Hill Timing",
            unsubscribe: END,
        }
        .content(language)
    }

    #[test]
    fn a_finish_in_english() {
        let mail = told("River 10K", &ana(), &finish(), Language::En);
        assert_eq!(mail.subject, "Ana Ruiz finished: River 10K");
        assert_eq!(
            mail.text,
            "Ana Ruiz finished: River 10K\n\n\
             Time: 0:45:10 (chip 0:45:01)\nPlace: 12\nDistance: 10K\n\n\
             The whole result:\nhttps://results.example.org/results/river-10k/2026/88\n\n\
             The finisher certificate:\nhttps://results.example.org/certificate/river-10k/2026/88\n\n\
             Hill Timing sends this because the address was confirmed for it. Times and places may still be corrected; the results page has what stands.\n\n\
             No more e-mails:\nhttps://results.example.org/email-alerts/unsubscribe#abc\n"
        );
        assert!(
            mail.html
                .contains("<p>Time: 0:45:10 (chip 0:45:01)<br>Place: 12<br>Distance: 10K</p>"),
            "{}",
            mail.html
        );
        assert!(mail.html.contains("<a href=\"https://results.example.org/certificate/river-10k/2026/88\">The finisher certificate</a>"));
    }

    #[rstest]
    #[case(
        finish(),
        "Ana Ruiz ha llegado a la meta: River 10K",
        "Tiempo: 0:45:10 (chip 0:45:01)\nPuesto: 12\nDistancia: 10K\n"
    )]
    #[case(Passage { ranking: -1, chip_seconds: 0, ..finish() }, "Ana Ruiz ha llegado a la meta: River 10K", "Tiempo: 0:45:10\nDistancia: 10K\n")]
    fn a_finish_in_spanish(#[case] passage: Passage, #[case] subject: &str, #[case] facts: &str) {
        let mail = told("River 10K", &ana(), &passage, Language::Es);
        assert_eq!(mail.subject, subject);
        assert!(
            mail.text.contains(facts) && mail.text.contains("El certificado de finalista:\n"),
            "{}",
            mail.text
        );
        assert!(mail.html.contains("<html lang=\"es\">"));
    }

    #[rstest]
    #[case(
        Language::En,
        "River 10K: please confirm your address",
        "Confirm the address:\nhttps://x.example/c#1\n"
    )]
    #[case(
        Language::Es,
        "River 10K: confirme su dirección",
        "Confirmar la dirección:\nhttps://x.example/c#1\n"
    )]
    fn a_question(#[case] language: Language, #[case] subject: &str, #[case] way: &str) {
        let question = ConfirmationMail {
            event_name: "River 10K",
            operator: "Hill Timing",
            confirm: "https://x.example/c#1",
            unsubscribe: END,
        };
        let mail = question.content(language);
        assert_eq!(mail.subject, subject);
        assert!(
            mail.text.contains(way) && mail.text.contains(END) && mail.text.contains("Hill Timing"),
            "{}",
            mail.text
        );
    }

    #[test]
    fn a_name_is_no_markup() {
        let odd = Person {
            first: "<b>\"A\"".to_owned(),
            last: "&co\r\nBcc: x".to_owned(),
            distance: "</p>".to_owned(),
            ..ana()
        };
        let mail = told("<script>", &odd, &finish(), Language::En);
        assert_eq!(mail.subject, "<b>\"A\" &co Bcc: x finished: <script>");
        assert!(
            mail.html.contains(
                "<title>&lt;b&gt;&quot;A&quot; &amp;co Bcc: x finished: &lt;script&gt;</title>"
            ),
            "{}",
            mail.html
        );
        assert!(!mail.html.contains("<script>") && mail.html.matches("</p>").count() == 6);
    }

    proptest! {
        #[test]
        fn a_subject_is_one_line_and_all_of_it_is_small(event_name in ".{0,100}", first in ".{0,100}", last in ".{0,100}", distance in ".{0,100}") {
            let mail = told(&event_name, &Person { first, last, distance, ..ana() }, &finish(), Language::Es);
            prop_assert!(!mail.subject.chars().any(char::is_control));
            // SES accepts subjects of 998 bytes and messages of megabytes
            prop_assert!(mail.subject.chars().count() <= 240 && mail.text.len() + mail.html.len() < 20_000);
        }
    }
}
