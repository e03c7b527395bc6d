//! E-mail.

mod links;

use std::sync::Arc;

use chute_domain::{email::EmailAddress, mail_message::MailContent};

pub use links::{MailConsent, MailEnd, MailLinks};

use crate::{
    Carried, Result, SecretName, Store, causes,
    port::{Mail, ServiceCall, Services},
};

/// An e-mail to one address.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingMail<'m> {
    /// The recipient.
    pub to: &'m EmailAddress,
    /// Subject and text.
    pub content: &'m MailContent,
    /// The address at which one click ends the mails (RFC 8058); it accepts a POST.
    pub one_click: &'m str,
}

/// Sends e-mails.
#[derive(Debug)]
pub struct MailSender {
    from: String,
    services: Arc<dyn Services>,
}

impl Store {
    /// A sender of e-mails from this address, named `operator`, and the maker of their links;
    /// `None` if this function has no secret for links.
    pub async fn mail_sender(
        &self,
        from: &EmailAddress,
        operator: &str,
    ) -> Result<Option<(MailSender, MailLinks)>> {
        let versions = self.read_secret(SecretName::Push).await?;
        if versions.is_empty() {
            return Ok(None);
        }
        let sender = MailSender::over(self.services.clone(), mailbox(from, operator));
        Ok(Some((sender, MailLinks::new(&versions)?)))
    }
}

/// The sender as written in a header: with the name, unless the name would have to be encoded.
fn mailbox(from: &EmailAddress, operator: &str) -> String {
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic() && !"\"\\".contains(c);
    let name = operator.trim();
    if !name.is_empty() && name.chars().all(is_plain) {
        format!("\"{name}\" <{}>", from.as_str())
    } else {
        from.as_str().to_owned()
    }
}

impl MailSender {
    pub(crate) fn over(services: Arc<dyn Services>, from: String) -> Self {
        Self { from, services }
    }

    /// Sends an e-mail once. Never fails; neither addresses nor what the service says is logged.
    pub async fn send(&self, mail: &OutgoingMail<'_>) -> Carried {
        let OutgoingMail {
            to,
            content,
            one_click,
        } = *mail;
        let headers = [
            ("List-Unsubscribe", format!("<{one_click}>")),
            (
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ),
            ("Auto-Submitted", "auto-generated".to_owned()),
        ];
        let mail = Mail {
            to: to.as_str().to_owned(),
            from: self.from.clone(),
            subject: content.subject.clone(),
            headers: headers.map(|(name, value)| (name.to_owned(), value)).into(),
            text: content.text.clone(),
            html: content.html.clone(),
        };
        let Err(error) = self.services.call(ServiceCall::Mail(mail)).await else {
            return Carried::Sent;
        };
        let carried = Carried::from(&error);
        tracing::warn!(code = causes(&error), mailed = ?carried, "a mail was not sent");
        carried
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_named_where_its_name_can_stand_in_a_header() {
        let named = |operator: &str| mailbox(&EmailAddress::of("a@b.example").unwrap(), operator);
        assert_eq!(
            named(" Hill Timing, LLC "),
            "\"Hill Timing, LLC\" <a@b.example>"
        );
        for operator in ["", "Läufer", "a\"b", "a\\b", "a\r\nBcc: x"] {
            assert_eq!(named(operator), "a@b.example", "{operator}");
        }
    }
}
