//! Web hooks: the deployment's settings and what makes their secrets (contract 6.14).

use std::sync::Arc;

use chute_domain::hook::Addresses;
use chute_store::{HookSecrets, HookSender, Store};

/// Web hooks of this function.
#[derive(Clone, Debug)]
pub struct Hooks {
    /// Where they may lead.
    pub addresses: Addresses,
    /// What makes their secrets.
    pub secrets: Arc<HookSecrets>,
    /// The site's address, without a slash at its end, from which messages say where results are; empty: they do not.
    pub site: String,
}

impl Hooks {
    /// Reads the setting `SITE_DOMAIN`; `setting` gives what the variable of that name holds.
    #[must_use]
    pub fn read(store: &Store, setting: impl Fn(&str) -> Option<String>) -> Self {
        let domain = setting("SITE_DOMAIN").map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let site = domain.map(|host| format!("https://{host}")).unwrap_or_default();
        Self { addresses: Addresses::default(), secrets: Arc::new(HookSecrets::of(store)), site }
    }

    /// The same, and receivers on this machine: for tests.
    #[must_use]
    pub fn with_loopback(self) -> Self {
        Self { addresses: Addresses { loopback: true }, ..self }
    }

    /// The same, and where no site is named, that at this address.
    #[must_use]
    pub fn or_site(self, site: &str) -> Self {
        let site = if self.site.is_empty() { site.trim_end_matches('/').to_owned() } else { self.site };
        Self { site, ..self }
    }

    /// What sends.
    #[must_use]
    pub fn sender(&self) -> HookSender {
        HookSender::new(self.addresses, self.secrets.clone())
    }
}
