//! Replaces AWS on one machine: the tables, buckets and secrets of the template in a folder, and
//! SNS and SES.

use std::{
    collections::{BTreeMap, HashSet},
    io,
    path::Path,
    sync::Arc,
    time::Duration,
};

use chute_domain::account::Realm;
use chute_store::{Ports, Store};
use serde_json::Value;

use crate::{
    Failure,
    calls::PATIENCE,
    data::{Data, files},
    objects::{self, Objects},
    outbox::Outbox,
    queues::{Queues, Taken},
    secrets::Secrets,
    services::Services,
    space::Space,
    stream::{Changes, records, stream},
    tables::{self, Tables},
    template::Template,
};

/// The services over one folder, which is locked for this process until all of them are dropped.
#[derive(Debug)]
pub struct LocalAws {
    pub(crate) data: Data,
    pub(crate) template: &'static Template,
    pub(crate) services: Arc<Services>,
    pub(crate) objects: Objects,
    pub(crate) changes: Changes,
    /// A second end of the stream, for text alerts, if this machine sends them.
    pub(crate) for_alerts: Option<Changes>,
    /// How long a call of a store may take before its caller hears that it is busy.
    pub patience: Duration,
    settings: BTreeMap<String, String>,
}

impl LocalAws {
    /// Opens the folder, or creates it. `settings` are the operator's, by variable. Texts and mails
    /// are kept in memory for tests; otherwise, if this machine sends alerts (`ALERTS=server`),
    /// they are written into files in the folder; otherwise they go nowhere.
    ///
    /// # Errors
    /// When the folder is in use or from a newer version, lacks a file, or cannot be read or written.
    pub fn open(
        folder: &Path,
        keep_texts: bool,
        settings: BTreeMap<String, String>,
    ) -> Result<Self, Failure> {
        let data = Data::open(folder)?;
        let space = Space::given_up(folder)?;
        let template = Template::of_this_build()?;
        let secrets = Secrets::open(&data.file(files::SECRETS), &template.secrets())?;
        let sends = settings
            .get("ALERTS")
            .is_some_and(|sender| sender == "server");
        let (stream, changes) = stream();
        let (stream, for_alerts) = if sends {
            stream.twice()
        } else {
            (stream, None)
        };
        let tables = Tables::open(
            &data.file(files::TABLES),
            &template.tables(),
            stream,
            space.clone(),
        )?;
        let objects = Objects::open(&data.file(files::OBJECTS), template.buckets())?;
        data.note_complete()?;
        space.keep();
        let (texts, mails) = match (keep_texts, sends) {
            (true, _) => (Outbox::kept(), Outbox::kept()),
            (false, true) => (
                Outbox::file(&data.file(files::TEXTS))?,
                Outbox::file(&data.file(files::MAILS))?,
            ),
            (false, false) => (Outbox::Refused, Outbox::Refused),
        };
        let queues = Queues::default();
        let services = Arc::new(Services {
            tables,
            secrets,
            texts,
            mails,
            queues,
            space,
        });
        Ok(Self {
            data,
            template,
            services,
            objects,
            changes,
            for_alerts,
            patience: PATIENCE,
            settings,
        })
    }

    /// The tables and buckets of a host, called without a network.
    #[must_use]
    pub fn store(&self, realm: Realm) -> Store {
        let variables = self.variables(realm);
        let ports = Ports {
            tables: Arc::new(tables::Port {
                tables: self.services.tables.clone(),
                patience: self.patience,
            }),
            buckets: Arc::new(objects::Port {
                objects: self.objects.clone(),
                space: self.services.space.clone(),
                patience: self.patience,
            }),
            services: self.services.clone(),
        };
        Store::over(ports, |name| {
            variables.get(name).cloned().unwrap_or_default()
        })
    }

    /// The environment variables of the functions of a host. The operator's settings take
    /// precedence, so that a deployment is configured as on AWS.
    #[must_use]
    pub fn variables(&self, realm: Realm) -> BTreeMap<String, String> {
        let told = self.template.variables(realm).into_iter();
        told.map(|(name, value)| {
            (
                name.clone(),
                self.settings
                    .get(&name)
                    .filter(|_| is_setting(&name))
                    .cloned()
                    .unwrap_or(value),
            )
        })
        .collect()
    }

    /// Sets a new value of a secret; its name is the value of the secret's variable.
    ///
    /// # Errors
    /// When there is no such secret, the value is empty, or the file cannot be written.
    pub fn rotate(&self, secret: &str, value: &str) -> io::Result<()> {
        self.services.secrets.rotate(secret, value)
    }

    /// The next messages of a queue; its name is the value of the queue's variable.
    #[must_use]
    pub fn take_messages(&self, queue: &str, most: usize, now_ms: u64) -> Vec<Taken> {
        self.services.queues.take(queue, most, now_ms)
    }

    /// Removes messages that a worker is done with.
    pub fn remove_messages(&self, queue: &str, ids: &HashSet<u64>) {
        self.services.queues.done(queue, ids);
    }

    /// The texts that were kept, oldest first.
    ///
    /// # Errors
    /// When they cannot be written as JSON.
    pub fn texts(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self.services.texts.all())
    }

    /// The e-mails that were kept, oldest first.
    ///
    /// # Errors
    /// When they cannot be written as JSON.
    pub fn mails(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self.services.mails.all())
    }

    /// The records of the streams since the last call, as AWS hands them to a worker.
    ///
    /// # Errors
    /// When an item is not valid.
    pub fn records(&mut self) -> serde_json::Result<Vec<Value>> {
        records(&self.changes.waiting(usize::MAX)).collect()
    }
}

/// Whether the operator may set this variable. Names of tables, buckets and secrets are always the
/// template's: those of an AWS deployment in the operator's shell mean nothing here.
pub(crate) fn is_setting(variable: &str) -> bool {
    !["_TABLE", "_BUCKET", "_SECRET"]
        .iter()
        .any(|kind| variable.ends_with(kind))
        && variable != "REALM"
}
