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
    /// The web hooks of a deployment whose site is at this address, if it is known.
    #[must_use]
    pub fn new(store: &Store, site: String) -> Self {
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

    /// Makes the sender.
    #[must_use]
    pub fn sender(&self) -> HookSender {
        HookSender::new(self.addresses, self.secrets.clone(), self.answer)
    }
}
