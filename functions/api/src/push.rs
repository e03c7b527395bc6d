//! Web Push: the deployment's settings and its sender (contract 1.7, 8.8).

use std::sync::Arc;

use chute_domain::device::PushServices;
use chute_store::{PushSender, Store, StoreError};

use crate::alerts::{BadSetting, given};

/// The deployment's settings.
#[derive(Clone, Debug, Default)]
pub struct PushSettings {
    /// `PUSH_SERVICES`: comma-separated hosts; a `*.` prefix means all hosts below one.
    pub services: PushServices,
    /// `SUPPORT`: how push services can reach the operator, as a `mailto:` or `https:` address;
    /// empty if they cannot.
    pub contact: String,
}

/// The pushes of this function; they are off without a sender.
#[derive(Clone, Debug, Default)]
pub struct Push {
    /// Which services they may go to.
    pub services: PushServices,
    /// The sender.
    pub sender: Option<Arc<PushSender>>,
}

impl PushSettings {
    /// Reads the settings; `setting` returns the value of the variable with that name.
    ///
    /// # Errors
    /// [`BadSetting`] names the one that cannot be read.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, BadSetting> {
        let of = given(setting);
        let services = of("PUSH_SERVICES").map_or(Some(PushServices::default()), |text| {
            PushServices::of(&text)
        });
        Ok(Self {
            services: services.ok_or(BadSetting("PUSH_SERVICES"))?,
            contact: of("SUPPORT").map(contact).unwrap_or_default(),
        })
    }

    /// Also allows services on this machine: for tests.
    #[must_use]
    pub fn with_loopback(self) -> Self {
        Self {
            services: self.services.with_loopback(),
            ..self
        }
    }

    /// Makes the sender, if this function has a secret for it.
    ///
    /// # Errors
    /// When the secret cannot be read.
    pub async fn open(self, store: &Store) -> Result<Push, StoreError> {
        let sender = store
            .push_sender(self.services.clone(), &self.contact)
            .await?;
        Ok(Push {
            services: self.services,
            sender: sender.map(Arc::new),
        })
    }
}

/// The operator's e-mail address or page in the form that services accept; empty for anything else,
/// such as a phone number.
fn contact(support: String) -> String {
    match support {
        page if page.starts_with("https://") => page,
        address if address.contains('@') && !address.contains(':') => format!("mailto:{address}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(name: &str, text: &str) -> Result<PushSettings, BadSetting> {
        PushSettings::read(|asked| (asked == name).then(|| text.to_owned()))
    }

    #[rstest]
    #[case("", "")]
    #[case("timing@example.org", "mailto:timing@example.org")]
    #[case("https://example.org/help", "https://example.org/help")]
    #[case("206 555 0100", "")]
    fn the_support_address_is_the_contact_of_pushes(#[case] support: &str, #[case] expected: &str) {
        assert_eq!(read("SUPPORT", support).unwrap().contact, expected);
    }

    #[test]
    fn push_services_are_read_or_refused() {
        assert_eq!(
            read("PUSH_SERVICES", " ").unwrap().services,
            PushServices::default()
        );
        assert_eq!(
            read("PUSH_SERVICES", "push.example.org").unwrap().services,
            PushServices::of("push.example.org").unwrap()
        );
        assert!(read("PUSH_SERVICES", "127.0.0.1").is_err());
    }
}
