//! `chute serve` in this process: its routes, workers, distribution and limits, on its own folder.

use std::{
    collections::BTreeMap,
    fs,
    net::{Ipv4Addr, SocketAddr},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use chute_edge::http::Reply;
use chute_serve::{Deployment, Machine, Options, Running};
use serde_json::Value;
use tempfile::Builder;
use tokio::runtime::{self, Runtime};

use crate::{host::Request, stack::Stack};

/// The frame of the site's pages, into which the distribution puts cards; no test here opens one.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../site/index.html");
/// The settings that `infra/local/serve.py` has for tests: the server sends the alerts (the longer
/// of the two ways), and for the usual pause between publications most of these tests would wait.
const SETTINGS: [(&str, &str); 3] = [
    ("PUBLISH_PAUSE_MS", "200"),
    ("ALERTS", "server"),
    ("MAIL_FROM", "alerts@chute.example"),
];
/// The number of threads for database calls, as in the command `chute serve`.
const BLOCKING: usize = 8;

/// A service in this process.
pub struct InProcess {
    description: Value,
    machine: Option<Arc<dyn Machine>>,
    options: Options,
    running: Option<Running>,
    runtime: Runtime,
    _folder: Child,
}

impl InProcess {
    /// Starts one, empty at first.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub(crate) fn begin() -> Self {
        Self::on(None)
    }

    /// Starts one on a machine whose clock the test sets.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn on(machine: Option<Arc<dyn Machine>>) -> Self {
        let folder = Builder::new().prefix("chute-test-").tempdir();
        let folder = folder.expect("a folder").keep();
        let remover = remove_afterwards(&folder);
        let site = folder.join("site");
        fs::create_dir(&site).expect("a folder");
        fs::copy(PAGE, site.join("index.html")).expect("site/index.html");
        let options = Options {
            data: folder.join("data"),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            site: Some(site),
            trusted_proxies: Vec::new(),
            operator: None,
            support: None,
            keep_texts: true,
            tls: None,
            metrics_for_all: false,
            backups: None,
            settings: BTreeMap::from(SETTINGS.map(|(name, value)| (name.into(), value.into()))),
        };
        let runtime = runtime::Builder::new_multi_thread()
            .max_blocking_threads(BLOCKING)
            .enable_all()
            .build()
            .expect("a runtime");
        let mut service = Self {
            description: Value::Null,
            machine,
            options,
            running: None,
            runtime,
            _folder: remover,
        };
        service.start();
        service
    }

    fn start(&mut self) {
        let options = self.options.clone();
        let machine = self.machine.clone();
        let running = self.runtime.block_on(async {
            let deployment = match machine {
                Some(machine) => Deployment::on(machine, options),
                None => Deployment::open(options),
            };
            // no page here calls with the site's key
            let deployment = deployment.expect("tables and buckets");
            deployment.start("rk_none").await.expect("a free port")
        });
        self.running = Some(running);
        let description = fs::read(self.options.data.join("stack.json")).expect("stack.json");
        self.description = serde_json::from_slice(&description).expect("stack.json");
    }

    /// Ends it and starts it again on the same data.
    ///
    /// # Panics
    /// When it does not end cleanly, or cannot be started.
    pub fn restart(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.stop()).expect("a clean end");
        }
        self.start();
    }

    /// Makes a call to a host, or to a file of the site with no host.
    #[must_use]
    pub fn answer(&self, host: &str, request: Request) -> Reply {
        let stack: &dyn Stack = self;
        request.over_http(stack.text(host), stack.text("origin_secret"))
    }
}

impl Stack for InProcess {
    fn description(&self) -> &Value {
        &self.description
    }

    fn asked_again_after(&self) -> Duration {
        Duration::from_millis(30)
    }
}

/// Starts a shell that removes the folder when this process ends. A test program ends without
/// dropping its statics, or is killed; either way the pipe to the shell closes. In its own process
/// group the shell survives Ctrl-C.
fn remove_afterwards(folder: &Path) -> Child {
    Command::new("sh")
        .args(["-c", "cat; rm -rf \"$0\""])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("a shell")
}
