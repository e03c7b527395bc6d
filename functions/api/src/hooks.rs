//! Web hooks: the deployment's settings, and what their secrets are derived from (contract 6.14).

use std::{sync::Arc, time::Duration};

use chute_domain::hook::{ANSWER_S, Addresses};
use chute_store::{HookSecrets, HookSender, Store};

/// The web hooks of this function.
#[derive(Clone, Debug)]
pub struct Hooks {
    /// Which addresses they may call.
    pub addresses: Addresses,
    /// Derives their secrets.
    pub secrets: Arc<HookSecrets>,
    /// How long a receiver has to answer: [`ANSWER_S`], except in tests.
    pub answer: Duration,
    /// The site's address without a trailing slash, for the links in messages; if empty, messages
    /// have none.
    pub site: String,
}

impl Hooks {
    /// Reads the setting `SITE_DOMAIN`; `setting` returns the value of the variable with that name.
    #[must_use]
    pub fn read(store: &Store, setting: impl Fn(&str) -> Option<String>) -> Self {
        let domain = setting("SITE_DOMAIN")
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
        let site = domain
            .map(|host| format!("https://{host}"))
            .unwrap_or_default();
        Self {
            addresses: Addresses::default(),
            secrets: Arc::new(HookSecrets::of(store)),
            answer: Duration::from_secs(ANSWER_S),
            site,
        }
    }

    /// Also allows receivers on this machine: for tests.
    #[must_use]
    pub fn with_loopback(self) -> Self {
        Self {
            addresses: Addresses { loopback: true },
            ..self
        }
    }

    /// Sets the site's address, unless one is configured.
    #[must_use]
    pub fn or_site(self, site: &str) -> Self {
        let site = if self.site.is_empty() {
            site.trim_end_matches('/').to_owned()
        } else {
            self.site
        };
        Self { site, ..self }
    }

    /// Makes the sender.
    #[must_use]
    pub fn sender(&self) -> HookSender {
        HookSender::new(self.addresses, self.secrets.clone(), self.answer)
    }
}
