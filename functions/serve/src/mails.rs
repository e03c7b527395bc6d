//! Stands in for SES. One machine sends no mail: messages go into a file that a person can read or,
//! for tests, into memory.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    outbox::{Outbox, Posted},
    tables::Answered,
};

/// An e-mail that would have been sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mail {
    /// The recipient.
    pub to: String,
    /// The sender.
    pub from: String,
    /// Its subject.
    pub subject: String,
    /// Its further headers.
    pub headers: BTreeMap<String, String>,
    /// The body as plain text.
    pub text: String,
    /// The same body as HTML.
    pub html: String,
}

/// The input of `SendEmail` of SES's version 2, as far as it is used here.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SendEmail {
    from_email_address: String,
    destination: Destination,
    content: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Destination {
    to_addresses: [String; 1],
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Content {
    simple: Simple,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Simple {
    subject: Words,
    body: Body,
    headers: Vec<Header>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body {
    text: Words,
    html: Words,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Words {
    data: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Header {
    name: String,
    value: String,
}

/// Answers `SendEmail`.
#[must_use]
pub fn answer(mails: &Outbox<Mail>, path: &str, body: &[u8]) -> Answered {
    let sent: Option<SendEmail> = (path == "/v2/email/outbound-emails")
        .then(|| serde_json::from_slice(body).ok())
        .flatten();
    let Some(SendEmail {
        from_email_address: from,
        destination: Destination { to_addresses: [to] },
        content: Content { simple },
    }) = sent
    else {
        return failed(
            400,
            "Only SendEmail with a simple content to one address is known here.",
        );
    };
    let headers = simple
        .headers
        .into_iter()
        .map(|Header { name, value }| (name, value))
        .collect();
    let Body { text, html } = simple.body;
    match mails.post(Mail {
        to,
        from,
        subject: simple.subject.data,
        headers,
        text: text.data,
        html: html.data,
    }) {
        Posted::Taken(id) => Answered {
            status: 200,
            body: json!({"MessageId": id.to_string()}).to_string(),
        },
        Posted::Refused => failed(400, "This machine carries no mail."),
        Posted::Failed => failed(500, "the disk"),
    }
}

fn failed(status: u16, message: &str) -> Answered {
    Answered {
        status,
        body: json!({"message": message}).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_a_line_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mails.jsonl");
        let mails = Outbox::file(&path).unwrap();
        let body = json!({
            "FromEmailAddress": "a@b.example", "Destination": {"ToAddresses": ["c@d.example"]},
            "Content": {"Simple": {"Subject": {"Data": "s"}, "Body": {"Text": {"Data": "t"}, "Html": {"Data": "h"}},
                "Headers": [{"Name": "List-Unsubscribe", "Value": "<x>"}]}},
        });
        assert_eq!(
            answer(
                &mails,
                "/v2/email/outbound-emails",
                body.to_string().as_bytes()
            )
            .status,
            200
        );
        assert_eq!(
            answer(&mails, "/v2/email/outbound-emails", b"{}").status,
            400
        );
        assert_eq!(
            answer(&mails, "/v2/email/identities", body.to_string().as_bytes()).status,
            400
        );
        assert_eq!(
            answer(
                &Outbox::Refused,
                "/v2/email/outbound-emails",
                body.to_string().as_bytes()
            )
            .status,
            400
        );
        let line = r#"{"to":"c@d.example","from":"a@b.example","subject":"s","headers":{"List-Unsubscribe":"<x>"},"text":"t","html":"h"}"#;
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{line}\n"));
    }
}
