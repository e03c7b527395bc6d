//! The content of links in e-mails: encrypted, so that addresses appear nowhere and only we can
//! make links.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chute_domain::{
    email::EmailAddress,
    subscription::{Language, RunnerWish},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Cipher, Result, StoreError};

/// Maximum length of a link's token, in characters. The longest names take about 2,200.
const LONGEST: usize = 4_000;

/// Makes and opens links.
#[derive(Debug)]
pub struct MailLinks(Cipher);

/// The content of a link by which an address consents: by opening it and pressing the button there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailConsent {
    /// Slug of the event.
    #[serde(rename = "s")]
    pub slug: String,
    /// Key of the year.
    #[serde(rename = "y")]
    pub year: String,
    /// The address, as it was typed.
    #[serde(rename = "a")]
    pub address: String,
    /// The runner it asks for.
    #[serde(rename = "b")]
    pub bib: Option<String>,
    /// The runner's first name, if it asks by name.
    #[serde(rename = "f")]
    pub first: Option<String>,
    /// The runner's last name, if it asks by name.
    #[serde(rename = "l")]
    pub last: Option<String>,
    /// The language of its e-mails.
    #[serde(rename = "n")]
    pub language: Language,
    /// Until when the button works, in unix seconds.
    #[serde(rename = "t")]
    pub until_s: i64,
}

/// The content of a link by which an address ends its mails. It works as long as the secret is
/// known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailEnd {
    /// `slug/year` that the mail was about.
    #[serde(rename = "r")]
    pub race: String,
    /// The address, as it was typed.
    #[serde(rename = "a")]
    pub address: String,
}

impl MailConsent {
    /// The runner that the address asks for.
    #[must_use]
    pub fn runner(&self) -> RunnerWish<'_> {
        RunnerWish {
            bib: self.bib.as_deref(),
            first: self.first.as_deref(),
            last: self.last.as_deref(),
        }
    }
}

impl MailEnd {
    /// The address whose mails end; `None` if what the link holds is no address.
    #[must_use]
    pub fn address(&self) -> Option<EmailAddress> {
        EmailAddress::of(&self.address)
    }
}

impl MailLinks {
    /// Makes links with the first version of a secret, and opens them with all versions.
    ///
    /// # Errors
    /// When no key can be derived.
    pub(super) fn new(versions: &[Vec<u8>]) -> Result<Self> {
        Cipher::of_links(versions).map(Self)
    }

    /// The token of a link by which an address consents.
    ///
    /// # Errors
    /// When there is no secret or no randomness.
    pub fn seal_consent(&self, consent: &MailConsent) -> Result<String> {
        self.seal(consent, "consent")
    }

    /// The content of such a token, if we made it and it still works at `now_s`.
    #[must_use]
    pub fn open_consent(&self, token: &str, now_s: i64) -> Option<MailConsent> {
        self.open(token, "consent")
            .filter(|consent: &MailConsent| now_s <= consent.until_s)
    }

    /// The token of a link by which an address ends its mails.
    ///
    /// # Errors
    /// When there is no secret or no randomness.
    pub fn seal_end(&self, end: &MailEnd) -> Result<String> {
        self.seal(end, "end")
    }

    /// The content of such a token, if we made it.
    #[must_use]
    pub fn open_end(&self, token: &str) -> Option<MailEnd> {
        self.open(token, "end")
    }

    /// Encrypts the content, bound to its purpose, so that a token works for no other one.
    fn seal(&self, said: &impl Serialize, act: &str) -> Result<String> {
        let said =
            serde_json::to_string(said).map_err(|error| StoreError::Failed(Box::new(error)))?;
        Ok(URL_SAFE_NO_PAD.encode(self.0.seal(&said, act)?))
    }

    fn open<T: DeserializeOwned>(&self, token: &str, act: &str) -> Option<T> {
        let sealed = URL_SAFE_NO_PAD
            .decode(Some(token).filter(|token| token.len() <= LONGEST)?)
            .ok()?;
        serde_json::from_str(&self.0.open(&sealed, act)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(secrets: &[&[u8]]) -> MailLinks {
        MailLinks::new(
            &secrets
                .iter()
                .map(|secret| secret.to_vec())
                .collect::<Vec<_>>(),
        )
        .unwrap()
    }

    fn consent() -> MailConsent {
        let [slug, year, address, bib] =
            ["river-10k", "2026", "ana@example.org", "88"].map(ToOwned::to_owned);
        MailConsent {
            slug,
            year,
            address,
            bib: Some(bib),
            first: None,
            last: None,
            language: Language::Es,
            until_s: 1_000,
        }
    }

    fn end() -> MailEnd {
        MailEnd {
            race: "river-10k/2026".to_owned(),
            address: "ana@example.org".to_owned(),
        }
    }

    #[test]
    fn a_link_opens_in_time_and_nobody_reads_it() {
        let links = links(&[b"a secret"]);
        let token = links.seal_consent(&consent()).unwrap();
        assert_eq!(links.open_consent(&token, 1_000), Some(consent()));
        assert_eq!(links.open_consent(&token, 1_001), None);
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        assert!(!bytes.windows(7).any(|some| some == b"example"));
        assert!(
            token
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
        assert_ne!(token, links.seal_consent(&consent()).unwrap());
    }

    #[test]
    fn no_link_does_what_another_does() {
        let links = links(&[b"a secret"]);
        let (agree, leave) = (
            links.seal_consent(&consent()).unwrap(),
            links.seal_end(&end()).unwrap(),
        );
        assert_eq!(
            (links.open_end(&leave), links.open_end(&agree)),
            (Some(end()), None)
        );
        assert_eq!(links.open_consent(&leave, 0), None);
    }

    #[test]
    fn a_changed_or_foreign_token_does_not_open() {
        let (ours, others) = (links(&[b"a secret"]), links(&[b"another"]));
        let token = ours.seal_end(&end()).unwrap();
        assert_eq!(others.open_end(&token), None);
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(
                ours.open_end(&String::from_utf8(changed).unwrap()),
                None,
                "{at}"
            );
        }
        for text in [
            "",
            "x",
            "a b",
            &token[..token.len() - 4],
            &"A".repeat(LONGEST + 4),
        ] {
            assert_eq!(ours.open_end(text), None, "{text}");
        }
    }

    #[test]
    fn after_a_rotation_links_of_before_open() {
        let token = links(&[b"old"]).seal_end(&end()).unwrap();
        assert_eq!(links(&[b"new", b"old"]).open_end(&token), Some(end()));
    }

    #[test]
    fn the_longest_link_fits() {
        let of = |letters: usize| "\u{1f3c3}".repeat(letters);
        let longest = MailConsent {
            slug: "s".repeat(50),
            address: "a".repeat(100),
            bib: Some(of(100)),
            first: Some(of(100)),
            last: Some(of(100)),
            ..consent()
        };
        let links = links(&[b"a secret"]);
        let token = links.seal_consent(&longest).unwrap();
        assert!(token.len() <= LONGEST, "{}", token.len());
        assert_eq!(links.open_consent(&token, 0), Some(longest));
        // SES accepts a header of 870 characters, part of which is the site's address
        let end = MailEnd {
            race: format!("{}/{}", "s".repeat(50), "2".repeat(20)),
            address: "a".repeat(100),
        };
        assert!(links.seal_end(&end).unwrap().len() <= 400);
    }
}
