//! The running service that a test calls.

use std::{fs, path::Path, time::Duration};

use chute_domain::account::Realm;
use chute_serve::operator::{Operator, SOCKET};
use chute_store::Store;
use serde_json::Value;

use crate::{Host, Reply, Request};

/// A whole service, reached over HTTP.
pub trait Stack: Send + Sync {
    /// Its stack.json: addresses (`site`, `api`, `remote_api`, `downloads`), `origin_secret`, and
    /// in `env` and `remote_env` the names of tables and who may use them.
    fn description(&self) -> &Value;

    /// How long a test waits before it checks again for what a worker has not done yet.
    fn asked_again_after(&self) -> Duration;
}

impl dyn Stack {
    /// An address or a secret of the description.
    ///
    /// # Panics
    /// When there is none of this name.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.description()[name]
            .as_str()
            .unwrap_or_else(|| panic!("{name} is not in stack.json"))
    }

    /// Whether it is `chute serve`, and not deployed.
    #[must_use]
    pub fn is_one_machine(&self) -> bool {
        self.description()["env"][SOCKET].is_string()
    }

    /// One of its hosts.
    #[must_use]
    pub fn host(&'static self, realm: Realm) -> StackHost {
        StackHost { stack: self, realm }
    }

    /// The value of an environment variable in the host's functions; empty if it is not set.
    #[must_use]
    pub fn variable(&self, realm: Realm, name: &str) -> &str {
        let stack = self.description();
        let of_remote = &stack["remote_env"][name];
        let found = if realm == Realm::Remote && of_remote.is_string() {
            of_remote
        } else {
            &stack["env"][name]
        };
        found.as_str().unwrap_or_default()
    }

    /// The tables and buckets of a host: on AWS with the credentials in the environment, of `chute
    /// serve` through its socket.
    ///
    /// # Panics
    /// When the process cannot be reached.
    pub async fn store(&self, realm: Realm) -> Store {
        let named = |name: &str| self.variable(realm, name).to_owned();
        if self.is_one_machine() {
            let socket = named(SOCKET);
            let process = Operator::connect(Path::new(&socket)).await;
            process.expect("`chute serve`").store(named)
        } else {
            Store::at(Some(&named("AWS_ENDPOINT_URL")), named).await
        }
    }
}

/// A host of a stack, called over HTTP.
#[derive(Clone, Copy)]
pub struct StackHost {
    stack: &'static dyn Stack,
    realm: Realm,
}

impl StackHost {
    /// The name of its address in stack.json.
    fn name(self) -> &'static str {
        match self.realm {
            Realm::Account => "api",
            Realm::Remote => "remote_api",
        }
    }

    /// Its base URL, with a trailing slash.
    #[must_use]
    pub fn address(self) -> &'static str {
        self.stack.text(self.name())
    }
}

impl Host for StackHost {
    async fn answer(&self, request: Request) -> Reply {
        request.over_http(self.address(), self.stack.text("origin_secret"))
    }
}

/// A stack that somebody else has started.
pub(crate) struct Deployed {
    description: Value,
}

impl Deployed {
    pub(crate) fn at(file: &Path) -> Self {
        let description = fs::read(file).unwrap_or_else(|error| {
            panic!("CHUTE_STACK: {}: {error}. Is the stack up?", file.display())
        });
        Self {
            description: serde_json::from_slice(&description).expect("stack.json"),
        }
    }
}

impl Stack for Deployed {
    fn description(&self) -> &Value {
        &self.description
    }

    /// The emulator has a single thread for everything.
    /// Rarely where the emulator answers, which takes a tenth of a second for each call.
    fn asked_again_after(&self) -> Duration {
        let stack: &dyn Stack = self;
        Duration::from_millis(if stack.is_one_machine() { 30 } else { 300 })
    }
}
