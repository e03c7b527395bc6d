//! Puts everything together: a data folder, the services over it, both API hosts, the downloads,
//! the site, the workers.

use std::{
    collections::BTreeMap,
    error::Error,
    fs, io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{self, Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
};

use axum::{
    Json, Router,
    extract::Request,
    middleware::from_fn_with_state,
    routing::{MethodRouter, any, get},
};
use chute_api::{
    App, Caches, alerts::Alerts, hooks::Hooks, mail::MailSettings, middleware, push::PushSettings,
};
use chute_domain::{account::Realm, subscription::Sender};
use chute_store::Store;
use serde_json::json;
use tokio::{
    net::TcpListener,
    runtime::Builder,
    sync::watch,
    task::{JoinSet, spawn_blocking},
};
use tower::ServiceExt;

use crate::{
    alerts::Sending,
    backup,
    clock::{Clock, Machine, ThisMachine},
    connections::{self, Limits},
    counters::Counters,
    data::Data,
    disk::Disk,
    distribution::{self, Files, Object, Site},
    gateway::{self, Gateway},
    health,
    hooks::Telling,
    local_aws::{LocalAws, is_setting},
    memory, metrics,
    objects::{Objects, ObjectsError},
    operator::{self, Socket},
    secrets::{Secrets, write_private},
    template::Template,
    tls::{self, Certificate, Tls},
    work::Workers,
};

/// What keeps the process from starting or from running on; shown to the operator.
pub type Failure = Box<dyn Error + Send + Sync>;

/// How a deployment is to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of its data.
    pub data: PathBuf,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of the built site; `None` for the one in this program.
    pub site: Option<PathBuf>,
    /// Proxies that are believed when they say on whose behalf they ask.
    pub trusted_proxies: Vec<IpAddr>,
    /// Who runs the deployment and sends its text alerts; takes precedence over the setting
    /// `OPERATOR`.
    pub operator: Option<String>,
    /// Where to send questions about text alerts; takes precedence over the setting `SUPPORT`.
    pub support: Option<String>,
    /// Keeps texts that would go to phones, and allows pushes and web hooks to this machine: for
    /// tests.
    pub keep_texts: bool,
    /// Whose certificate is used for HTTPS, if it is spoken beside plain http.
    pub tls: Option<Certificate>,
    /// Tells `/metrics` to other machines too.
    pub metrics_for_all: bool,
    /// Where backups go while it runs, if anywhere.
    pub backups: Option<backup::Plan>,
    /// The operator's settings, by the variables that hold them for a function on AWS (`ALERTS`,
    /// `MAIL_FROM` …). Names of tables, buckets and secrets are ignored here.
    pub settings: BTreeMap<String, String>,
}

/// Checks what the site shows in its own pages: a line of plain text.
fn plain_line(what: &str, text: &str, longest: usize) -> Result<String, Failure> {
    let line = text.trim();
    if line.chars().count() > longest
        || line.contains(|c: char| c.is_control() || c == '<' || c == '>')
    {
        return Err(
            format!("{what} is one line of plain text of at most {longest} characters").into(),
        );
    }
    Ok(line.to_owned())
}

/// A deployment whose data is open, but which cannot be reached yet.
pub struct Deployment {
    aws: LocalAws,
    account: Store,
    remote: Store,
    clock: Clock,
    options: Options,
}

/// A deployment that can be reached at its address.
pub struct Running {
    /// Where it listens, with the actual port even if any port was asked for.
    pub address: SocketAddr,
    stack: PathBuf,
    end_requests: watch::Sender<bool>,
    end_work: watch::Sender<bool>,
    servers: JoinSet<()>,
    workers: Vec<thread::JoinHandle<()>>,
    syncs: [watch::Receiver<bool>; 2],
    // ends them when it is dropped
    _backups: Option<mpsc::Sender<()>>,
    // keeps the folder locked until everything has ended
    _data: Data,
}

/// The bucket behind the downloads host.
struct Downloads {
    objects: Objects,
    bucket: String,
}

impl Files for Downloads {
    type Error = ObjectsError;

    async fn read(&self, key: &str) -> Result<Option<Object>, ObjectsError> {
        let found = self.objects.read(&self.bucket, key).await?;
        Ok(found.map(
            |crate::objects::Object {
                 body,
                 content_type,
                 content_encoding,
                 cache_control,
                 etag,
                 written_ms,
             }| Object {
                body,
                content_type,
                content_encoding,
                cache_control,
                etag,
                written_ms,
            },
        ))
    }
}

impl Deployment {
    /// Opens the data folder, or creates it.
    ///
    /// # Errors
    /// When the folder is in use or from a newer version, or cannot be read or written.
    pub fn open(options: Options) -> Result<Self, Failure> {
        Self::on(Arc::new(ThisMachine::default()), options)
    }

    /// Like [`Self::open`] with the clocks of this machine, for tests.
    ///
    /// # Errors
    /// As there.
    pub fn on(machine: Arc<dyn Machine>, options: Options) -> Result<Self, Failure> {
        let aws = LocalAws::open(&options.data, options.keep_texts, options.settings.clone())?;
        let clock = Clock::new(machine, aws.objects.written_ms());
        let store = |realm| aws.store(realm).with_clocks(Arc::new(clock.clone()));
        let (account, remote) = (store(Realm::Account), store(Realm::Remote));
        Ok(Self {
            aws,
            account,
            remote,
            clock,
            options,
        })
    }

    /// The tables and buckets of a host.
    #[must_use]
    pub fn store(&self, realm: Realm) -> &Store {
        match realm {
            Realm::Account => &self.account,
            Realm::Remote => &self.remote,
        }
    }

    /// Where the site's public read key is kept.
    #[must_use]
    pub fn site_key(&self) -> PathBuf {
        self.options.data.join("site-key")
    }

    /// Opens the addresses and starts the workers. The site reads with `read_key`.
    ///
    /// # Errors
    /// When the address is taken, the site is not there, or a setting cannot be read.
    pub async fn start(self, read_key: &str) -> Result<Running, Failure> {
        let Self {
            aws,
            account,
            remote,
            clock,
            options,
        } = self;
        let mut settings = aws.variables(Realm::Account);
        let named = [
            ("OPERATOR", 100, &options.operator),
            ("SUPPORT", 200, &options.support),
        ];
        for (name, longest, given) in named {
            let text = given
                .as_ref()
                .or(settings.get(name))
                .map_or("", String::as_str);
            settings.insert(name.to_owned(), plain_line(name, text, longest)?);
        }
        let LocalAws {
            data,
            template,
            services,
            objects,
            changes,
            for_alerts,
            ..
        } = aws;
        let alerts = Alerts::read(|name| settings.get(name).cloned())?
            .with_provider(&account)
            .await?;
        let push = PushSettings::read(|name| settings.get(name).cloned())?;
        let push = if options.keep_texts {
            push.with_loopback()
        } else {
            push
        };
        let push = push.open(&account).await?;
        let listener = TcpListener::bind(options.listen)
            .await
            .map_err(|error| format!("{}: {error}", options.listen))?;
        let address = listener.local_addr()?;
        let mail = MailSettings::read(|name| settings.get(name).cloned())?
            .or_site(&format!("http://{}", local(address)));
        let mail = mail.open(&account, &alerts).await?.map(Arc::new);
        let hooks = Hooks::read(&account, |name| settings.get(name).cloned())
            .or_site(&format!("http://{}", local(address)));
        let hooks = if options.keep_texts {
            hooks.with_loopback()
        } else {
            hooks
        };
        let queue_of_hooks = settings
            .get("HOOK_CALLS_QUEUE")
            .cloned()
            .unwrap_or_default();
        let telling = Telling::new(&account, &hooks, services.queues.clone(), queue_of_hooks);
        let sends = alerts.sender == Sender::Server;
        let explains_tls = matches!(options.tls, Some(Certificate::Made(_)));
        let config = json!({
            "api": "/api/", "remoteApi": "/remote-api/", "downloads": "/downloads/", "key": read_key, "product": "Chute", "alerts": true,
            "operator": settings.get("OPERATOR"), "support": settings.get("SUPPORT"), "health": "/health", "version": env!("CARGO_PKG_VERSION"), "push": sends, "mail": sends && mail.is_some(),
            "messages": alerts.brand.messages_a_race,
            "https": explains_tls.then_some(tls::EXPLAINED),
        });
        let counters: Arc<Counters> = Arc::default();
        let caches = Caches::of(memory::RESULTS, memory::PARTICIPANTS);
        let sending = for_alerts.map(|changes| {
            Sending::new(
                &account,
                &alerts,
                (&push, &mail),
                services.queues.clone(),
                &settings,
                changes,
            )
            .counting(counters.clone())
            .sharing(&caches)
        });
        let app = App::with_secrets(account.clone(), Realm::Account)
            .await?
            .with_caches(caches.clone())
            .with_alerts(alerts)
            .with_push(push)
            .with_mail(mail);
        let remote = App::with_secrets(remote, Realm::Remote).await?;
        let without_slash = middleware::without_slash(
            &app,
            "/api",
            "Not Found. The base address lacks its last slash: it ends with /api/.",
        )
        .merge(middleware::without_slash(
            &remote,
            "/remote-api",
            "Not Found. The base address lacks its last slash: it ends with /remote-api/.",
        ));
        let uploads = app.uploads.clone();
        let account_host = middleware::host(&app.with_hooks(hooks));
        let remote_host = middleware::host(&remote);
        // a nested router does not get its own root path
        let roots = Router::new()
            .route("/api/", root_of(account_host.clone()))
            .route("/remote-api/", root_of(remote_host.clone()));
        let hosts = roots
            .nest("/api", account_host)
            .nest("/remote-api", remote_host);
        let site = Site::read(options.site.as_deref(), &config.to_string())?;
        let downloads = settings
            .get("DOWNLOADS_BUCKET")
            .cloned()
            .unwrap_or_default();
        let whole = distribution::router(
            template,
            site.clone(),
            Downloads {
                objects: objects.clone(),
                bucket: downloads,
            },
            hosts.clone(),
        )?;
        let (backups, end_backups) = match options.backups {
            Some(plan) => {
                let (status, end) = backup::begin(plan, options.data.clone(), &data)?;
                (Some(status), Some(end))
            }
            None => (None, None),
        };
        let gateway = Gateway::behind(
            options.trusted_proxies.clone(),
            clock.clone(),
            objects.clone(),
            counters.clone(),
        );
        let disk = Arc::new(Disk::under(data.tried(), services.space.clone()));
        let publishing = Workers::new(
            &account,
            clock.clone(),
            services.tables.clone(),
            objects.clone(),
            |name| options.settings.get(name).cloned(),
        )?
        .counting(counters.clone());
        let (waiting, of_site) = (counters.clone(), site.clone());
        let memory = Arc::new(memory::parts(
            publishing.kept_bytes(),
            &caches,
            move || waiting.waiting().bytes,
            services.tables.stream_memory(),
            move || of_site.bytes(),
        ));
        let health = health::router(
            account.clone(),
            clock.clone(),
            disk.clone(),
            gateway.clone(),
            backups.clone(),
            memory.clone(),
        );
        let metrics = metrics::router(metrics::Sources {
            counters: counters.clone(),
            uploads,
            repairs: publishing.repairs(),
            folder: options.data,
            databases: [("tables", data.tables()), ("objects", data.objects())],
            disk,
            backups,
            memory,
            alerts: sending.is_some().then(|| account.clone()),
            gateway: gateway.clone(),
            is_open: options.metrics_for_all,
        });
        let hosts = distribution::with_cards(template, hosts)?;
        let whole = whole
            .merge(hosts)
            .merge(without_slash)
            .merge(health)
            .merge(metrics);
        let tls = match &options.tls {
            Some(certificate) => Some(Tls::open(certificate, data.folder())?),
            None => None,
        };
        let whole = if explains_tls {
            whole.merge(tls::explanation())
        } else {
            whole
        };
        let whole = whole.layer(from_fn_with_state(gateway, gateway::note));

        let socket = match Socket::open(data.folder()) {
            Ok(socket) => Some(socket),
            // such as on a full disk, or on a stick whose file system has no sockets
            Err(error) => {
                tracing::error!(%error, "the operator's command does not reach this process");
                None
            }
        };
        let stack = data.stack();
        let written = write_stack(&stack, template, &services.secrets, data.folder(), address);
        if let Err(error) = written {
            if error.kind() != io::ErrorKind::StorageFull {
                return Err(error.into());
            }
            tracing::error!(%error, "the operator's command does not find this process");
        }

        let syncs = [services.tables.is_unsafe(), objects.is_unsafe()];
        let (end_work, ended) = watch::channel(false);
        let until = ended.clone();
        let mut workers = vec![on_its_own(
            "workers",
            &mut publishing_runtime(),
            move || async move { Box::pin(publishing.run(changes, until)).await },
        )?];
        let until = ended.clone();
        workers.push(on_its_own(
            "hooks",
            &mut Builder::new_current_thread(),
            move || until_end(telling.run(), until),
        )?);
        if let Some(sending) = sending {
            workers.push(on_its_own(
                "alerts",
                &mut Builder::new_current_thread(),
                move || until_end(sending.run(), ended),
            )?);
        }
        let (end_requests, ended) = watch::channel(false);
        let limits = Limits::of_this_process();
        let mut servers = JoinSet::new();
        if let Some(socket) = socket {
            let shown = template.shown(&options.settings);
            let (texts, mails) = (services.texts.clone(), services.mails.clone());
            let router = operator::router(&account)
                .route("/settings", get(async move || Json(shown)))
                .route("/texts", get(async move || Json(texts.all())))
                .route("/mails", get(async move || Json(mails.all())));
            servers.spawn(socket.serve(router, ended.clone()));
        }
        let trusted = options.trusted_proxies;
        servers.spawn(connections::serve(
            listener, whole, limits, trusted, tls, counters, ended,
        ));
        Ok(Running {
            address,
            stack,
            end_requests,
            end_work,
            servers,
            workers,
            syncs,
            _backups: end_backups,
            _data: data,
        })
    }
}

fn root_of(host: Router) -> MethodRouter {
    any(move |request: Request| host.oneshot(request))
}

/// In bytes. A thread has two million by default, and in a debug build a worker that goes through a
/// race needs more.
const WORKERS_STACK: usize = 8 * 1024 * 1024;
/// Two races are worked on at the same time, while two others may be packed and stored.
const PUBLISHING_THREADS: usize = 4;

/// A runtime on which a large race, which may calculate for a second without a pause, does not hold
/// up another one.
fn publishing_runtime() -> Builder {
    let mut builder = Builder::new_multi_thread();
    builder
        .worker_threads(PUBLISHING_THREADS)
        .thread_name("publishing")
        .thread_stack_size(WORKERS_STACK);
    builder
}

/// Runs on a thread of its own, so that a publication holds up neither answers nor alerts.
fn on_its_own<W: Future<Output = ()>>(
    name: &str,
    runtime: &mut Builder,
    work: impl FnOnce() -> W + Send + 'static,
) -> io::Result<thread::JoinHandle<()>> {
    let runtime = runtime.enable_all().build()?;
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(WORKERS_STACK)
        .spawn(move || runtime.block_on(work()))
}

/// Sends alerts, or calls web hooks, until everything else ends. Whatever is unfinished then is in
/// tables and buckets, and the next start continues it.
async fn until_end(sending: impl Future<Output = ()>, mut ended: watch::Receiver<bool>) {
    tokio::select! {
        () = Box::pin(sending) => {}
        // an error means that the sender is gone, which is an end as well
        _ = ended.wait_for(|ended| *ended) => {}
    }
}

impl Running {
    /// Returns once something did not reach the disk. From then on nothing more can be stored: only
    /// the next process knows what is there.
    pub async fn is_unsafe(&self) {
        let [mut tables, mut objects] = self.syncs.clone();
        // an error means that the sender is gone: nothing is written any more
        tokio::select! {
            Ok(_) = tables.wait_for(|is_unsafe| *is_unsafe) => {}
            Ok(_) = objects.wait_for(|is_unsafe| *is_unsafe) => {}
            else => std::future::pending().await,
        }
    }

    /// Ends cleanly: requests that have arrived are answered, and what they wrote is published.
    /// Neither takes longer than ten seconds: a request that has not arrived or been answered by
    /// then is broken off, and what is not published is left to the next start.
    ///
    /// # Errors
    /// When a server ended with an error.
    pub async fn stop(mut self) -> Result<(), Failure> {
        self.end_requests.send_replace(true);
        while let Some(done) = self.servers.join_next().await {
            done?;
        }
        self.end_work.send_replace(true);
        for worker in self.workers {
            spawn_blocking(|| worker.join())
                .await?
                .map_err(|_| "the workers broke off")?;
        }
        match fs::remove_file(&self.stack) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// What the operator's command needs, in the form of the emulator's `.local/stack.json`.
fn write_stack(
    file: &Path,
    template: &Template,
    secrets: &Secrets,
    folder: &Path,
    address: SocketAddr,
) -> io::Result<()> {
    let socket = path::absolute(folder)?.join(operator::NAME);
    let socket = socket.into_os_string().into_string();
    // without it in the file, `--data` knows the path
    let socket = socket.ok().map(|path| (operator::SOCKET.to_owned(), path));
    let env: BTreeMap<String, String> = template
        .variables(Realm::Account)
        .into_iter()
        .filter(|(name, _)| !is_setting(name))
        .chain(socket)
        .collect();
    let remote: BTreeMap<String, String> = template
        .variables(Realm::Remote)
        .into_iter()
        .filter(|(name, value)| env.get(name) != Some(value))
        .collect();
    let site = format!("http://{}/", local(address));
    let stack = json!({
        "site": site, "api": format!("{site}api/"), "remote_api": format!("{site}remote-api/"), "downloads": format!("{site}downloads/"),
        "process": std::process::id(), "origin_secret": secrets.current("OriginSecret"), "env": env, "remote_env": remote,
    });
    write_private(file, &serde_json::to_vec_pretty(&stack)?)
}

/// The address by which this machine reaches a listener, even one that listens on all addresses.
fn local(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::plain_line;

    #[rstest]
    #[case("", Some(""))]
    #[case(" River Timing LLC ", Some("River Timing LLC"))]
    #[case("Läufer & Söhne", Some("Läufer & Söhne"))]
    #[case("123456789 123456789é", Some("123456789 123456789é"))]
    #[case("123456789 123456789é1", None)]
    #[case("a<b>", None)]
    #[case("a\nb", None)]
    fn what_the_site_names_is_a_line_of_plain_text(
        #[case] text: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(plain_line("OPERATOR", text, 20).ok().as_deref(), expected);
    }
}
