//! E-mails: the deployment's settings, their sender, and where their links lead (contract 1.7,
//! 8.9).

use chute_domain::{
    email::EmailAddress,
    mail_message::{ConfirmationMail, FinishMail, MailContent},
    push_message::PassageAlert,
    race::{RaceKey, Slug},
    subscription::Language,
};
use chute_store::{
    Carried, MailConsent, MailEnd, MailLinks, MailSender, OutgoingMail, Store, StoreError,
};

use crate::alerts::{Alerts, BadSetting, given};

/// The deployment's settings.
#[derive(Clone, Debug, Default)]
pub struct MailSettings {
    /// `MAIL_FROM`: the sender's address; without one no mail is sent.
    pub from: Option<EmailAddress>,
    /// The site's address without a trailing slash: `https` and the host in `SITE_DOMAIN`; if
    /// empty, no mail is sent.
    pub site: String,
}

/// The sender of mail, and what mails say about the deployment.
#[derive(Debug)]
pub struct Mailing {
    sender: MailSender,
    links: MailLinks,
    site: String,
    operator: String,
}

impl MailSettings {
    /// Reads the settings; `setting` returns the value of the variable with that name.
    ///
    /// # Errors
    /// [`BadSetting`] names the one that cannot be read.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, BadSetting> {
        let of = given(setting);
        let from = of("MAIL_FROM")
            .map(|text| EmailAddress::of(&text).ok_or(BadSetting("MAIL_FROM")))
            .transpose()?;
        Ok(Self {
            from,
            site: of("SITE_DOMAIN")
                .map(|host| format!("https://{host}"))
                .unwrap_or_default(),
        })
    }

    /// Sets the site's address, unless one is configured.
    #[must_use]
    pub fn or_site(mut self, site: &str) -> Self {
        if self.site.is_empty() {
            site.trim_end_matches('/').clone_into(&mut self.site);
        }
        self
    }

    /// The sender, if this function is to send mail.
    ///
    /// # Errors
    /// When the secret cannot be read.
    pub async fn open(self, store: &Store, alerts: &Alerts) -> Result<Option<Mailing>, StoreError> {
        let Self {
            from: Some(from),
            site,
        } = self
        else {
            return Ok(None);
        };
        if site.is_empty() {
            return Ok(None);
        }
        let operator = alerts.brand.operator.clone();
        let opened = store.mail_sender(&from, &operator).await?;
        Ok(opened.map(|(sender, links)| Mailing {
            sender,
            links,
            site,
            operator,
        }))
    }
}

impl Mailing {
    /// Tells an address about a finish.
    ///
    /// # Errors
    /// When no link can be made; nothing has been sent then.
    pub async fn tell(
        &self,
        to: &EmailAddress,
        alert: PassageAlert<'_>,
        language: Language,
    ) -> Result<Carried, StoreError> {
        let end = self.end_of(to, alert.race)?;
        let mail = FinishMail {
            alert,
            site: &self.site,
            operator: &self.operator,
            unsubscribe: &self.page_of_end(&end),
        };
        Ok(self.send(to, mail.content(language), &end).await)
    }

    /// Asks an address for its consent.
    ///
    /// # Errors
    /// When no link can be made; nothing has been sent then.
    pub async fn ask(
        &self,
        to: &EmailAddress,
        event_name: &str,
        consent: &MailConsent,
    ) -> Result<Carried, StoreError> {
        let end = self.end_of(to, &Slug::new(&consent.slug).year(&consent.year))?;
        let confirm = format!(
            "{}/email-alerts/confirm#{}",
            self.site,
            self.links.seal_consent(consent)?
        );
        let mail = ConfirmationMail {
            event_name,
            operator: &self.operator,
            confirm: &confirm,
            unsubscribe: &self.page_of_end(&end),
        };
        Ok(self.send(to, mail.content(consent.language), &end).await)
    }

    /// Sends an e-mail with a link that ends e-mails to the address.
    async fn send(&self, to: &EmailAddress, content: MailContent, end: &str) -> Carried {
        let mail = OutgoingMail {
            to,
            content: &content,
            one_click: &self.one_click(end),
        };
        self.sender.send(&mail).await
    }

    /// Makes and opens the tokens in the links.
    #[must_use]
    pub fn links(&self) -> &MailLinks {
        &self.links
    }

    fn end_of(&self, to: &EmailAddress, race: &RaceKey) -> Result<String, StoreError> {
        self.links.seal_end(&MailEnd {
            race: race.to_string(),
            address: to.as_str().to_owned(),
        })
    }

    /// The page that asks for confirmation before mail is ended. The part after the `#` does not
    /// appear in any server's log.
    #[must_use]
    pub fn page_of_end(&self, token: &str) -> String {
        format!("{}/email-alerts/unsubscribe#{token}", self.site)
    }

    /// Where a mail program posts to (RFC 8058).
    fn one_click(&self, token: &str) -> String {
        format!("{}/api/mail/unsubscribe?token={token}", self.site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<MailSettings, BadSetting> {
        MailSettings::read(|asked| {
            settings
                .iter()
                .find(|(name, _)| *name == asked)
                .map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn settings_are_read_and_missing_ones_are_empty() {
        let none = read(&[("MAIL_FROM", " "), ("SITE_DOMAIN", "")]).unwrap();
        assert_eq!((none.from, none.site.as_str()), (None, ""));
        let some = read(&[
            ("MAIL_FROM", "alerts@hill.example"),
            ("SITE_DOMAIN", "results.hill.example"),
        ])
        .unwrap();
        assert_eq!(
            (some.from.clone(), some.site.as_str()),
            (
                EmailAddress::of("alerts@hill.example"),
                "https://results.hill.example"
            )
        );
        assert_eq!(
            some.or_site("http://127.0.0.1:8080/").site,
            "https://results.hill.example"
        );
        assert_eq!(
            read(&[]).unwrap().or_site("http://127.0.0.1:8080/").site,
            "http://127.0.0.1:8080"
        );
        assert_eq!(
            read(&[("MAIL_FROM", "Hill <alerts@hill.example>")])
                .unwrap_err()
                .to_string(),
            "the setting MAIL_FROM cannot be read"
        );
    }
}
