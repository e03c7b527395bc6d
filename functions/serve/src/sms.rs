//! Stands in for SNS. One machine cannot send text messages: a text is refused, and the
//! subscription stays; or texts go into a file that a person can read. For tests they can be kept
//! instead.

use serde::Serialize;

use crate::{
    outbox::{Outbox, Posted},
    tables::Answered,
};

/// A text that would have gone to a phone.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    /// The phone number in E.164.
    pub phone: String,
    /// The words of the text.
    pub message: String,
}

/// Answers `Publish` in the query protocol.
#[must_use]
pub fn answer(texts: &Outbox<Text>, body: &[u8]) -> Answered {
    let fields: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    let field = |name: &str| {
        fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
            .unwrap_or_default()
    };
    let posted = match field("Action").as_str() {
        "Publish" => texts.post(Text {
            phone: field("PhoneNumber"),
            message: field("Message"),
        }),
        _ => Posted::Refused,
    };
    match posted {
        Posted::Taken(id) => Answered {
            status: 200,
            body: format!(
                "<PublishResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><PublishResult><MessageId>{id}</MessageId>\
                 </PublishResult></PublishResponse>"
            ),
        },
        Posted::Failed => Answered { status: 500, body: String::new() },
        Posted::Refused => Answered {
            status: 400,
            body: "<ErrorResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><Error><Type>Sender</Type>\
                   <Code>InvalidParameter</Code><Message>This machine has no carrier.</Message></Error></ErrorResponse>"
                .to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_texts_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("texts.jsonl");
        for message in ["one", "two"] {
            let texts = Outbox::file(&path).unwrap();
            let body = format!("Action=Publish&PhoneNumber=%2B15551234567&Message={message}");
            assert_eq!(answer(&texts, body.as_bytes()).status, 200);
            assert_eq!(answer(&texts, b"Action=Subscribe").status, 400);
        }
        let found = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            found,
            "{\"phone\":\"+15551234567\",\"message\":\"one\"}\n{\"phone\":\"+15551234567\",\"message\":\"two\"}\n"
        );
    }
}
