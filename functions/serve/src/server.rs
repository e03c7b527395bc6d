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
    App, Caches,
    alerts::Alerts,
    hooks::Hooks,
    mail::{MailSettings, Mailing},
    middleware,
    push::{Push, PushSettings},
};
use chute_domain::{account::Realm, subscription::Sender};
use chute_store::Store;
use serde::Serialize;
use serde_json::{Value, json};
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
    data::{Data, files},
    disk::Disk,
    distribution::{self, Files, Site},
    gateway::{self, Gateway},
    health,
    hooks::Deliveries,
    local_aws::{LocalAws, is_setting},
    memory, metrics,
    objects::{Object, Objects, ObjectsError},
    operator::{self, Socket},
    private::{self, write_private},
    queues::Queues,
    secrets::Secrets,
    services::Services,
    stream::Changes,
    template::Template,
    tls::{self, Certificate, Tls},
    work::Workers,
};

/// Keeps the process from starting or running on; shown to the operator.
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
        self.objects.read(&self.bucket, key).await
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

    /// The settings of a function on the account host; operator and support are checked.
    fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = self.aws.variables(Realm::Account);
        let named = [
            ("OPERATOR", 100, &self.options.operator),
            ("SUPPORT", 200, &self.options.support),
        ];
        for (name, longest, given) in named {
            let text = given.as_ref().or(settings.get(name));
            let line = plain_line(name, text.map_or("", String::as_str), longest)?;
            settings.insert(name.to_owned(), line);
        }
        Ok(settings)
    }

    /// Opens the addresses and starts the workers. The site reads with `read_key`.
    ///
    /// # Errors
    /// When the address is taken, the site is not there, or a setting cannot be read.
    pub async fn start(self, read_key: &str) -> Result<Running, Failure> {
        let settings = self.settings()?;
        let (aws, options, clock, account) = (self.aws, self.options, self.clock, self.account);
        let (data, template, services, objects) =
            (aws.data, aws.template, aws.services, aws.objects);
        let front = Front::open(&account, &settings, &options, &data, read_key).await?;
        let (address, senders) = (front.address, front.senders);
        let counters: Arc<Counters> = Arc::default();
        let caches = Caches::of(memory::RESULTS, memory::PARTICIPANTS);

        let (tables, of_operator) = (services.tables.clone(), &options.settings);
        let setting = |name: &str| of_operator.get(name).cloned();
        let workers = Workers::new(&account, clock.clone(), tables, objects.clone(), setting)?
            .counting(counters.clone());
        let queues = &services.queues;
        let deliveries = senders.deliveries(&account, queues.clone(), &settings);
        let sending = aws.for_alerts.map(|changes| {
            let sending = senders.sending(&account, queues.clone(), &settings, changes);
            sending.counting(counters.clone()).sharing(&caches)
        });

        let backups = options
            .backups
            .map(|plan| backup::begin(plan, options.data.clone(), &data));
        let (backups, end_backups) = backups.transpose()?.unzip();
        let proxies = options.trusted_proxies;
        let gateway = Gateway::behind(
            proxies.clone(),
            clock.clone(),
            objects.clone(),
            counters.clone(),
        );
        let (waiting, of_site) = (counters.clone(), front.site.clone());
        let memory = memory::parts(
            workers.kept_bytes(),
            &caches,
            move || waiting.waiting().bytes,
            services.tables.stream_memory(),
            move || of_site.bytes(),
        );
        let app = App::with_secrets(account.clone(), Realm::Account)
            .await?
            .with_caches(caches);
        let sources = metrics::Sources {
            counters: counters.clone(),
            uploads: app.uploads.clone(),
            repairs: workers.repairs(),
            folder: options.data,
            databases: data.databases(),
            disk: Arc::new(Disk::under(data.file(files::TRIED), services.space.clone())),
            backups,
            memory: Arc::new(memory),
            alerts: sending.is_some().then(|| account.clone()),
            gateway: gateway.clone(),
            is_open: options.metrics_for_all,
        };
        let remote = App::with_secrets(self.remote, Realm::Remote).await?;
        let downloads = Downloads {
            objects: objects.clone(),
            bucket: variable(&settings, "DOWNLOADS_BUCKET"),
        };
        let hosts = hosts(senders.into_app(app), remote);
        let monitoring = monitoring(&account, &clock, sources);
        let mut whole = router(template, front.site, downloads, hosts)?.merge(monitoring);
        if front.explains_tls {
            whole = whole.merge(tls::explanation());
        }
        let whole = whole.layer(from_fn_with_state(gateway, gateway::note));

        let socket = operator_socket(&data);
        note_stack(&data, template, &services.secrets, address)?;
        let (end_work, ended) = watch::channel(false);
        let workers = on_threads((workers, aws.changes), deliveries, sending, &ended)?;
        let (end_requests, ended) = watch::channel(false);
        let mut servers = JoinSet::new();
        if let Some(socket) = socket {
            let router = operators(&account, &services, template.shown(&options.settings));
            servers.spawn(socket.serve(router, ended.clone()));
        }
        servers.spawn(connections::serve(
            front.listener,
            whole,
            Limits::of_this_process(),
            proxies,
            front.tls,
            counters,
            ended,
        ));
        Ok(Running {
            address,
            stack: data.file(files::STACK),
            end_requests,
            end_work,
            servers,
            workers,
            syncs: [services.tables.is_unsafe(), objects.is_unsafe()],
            _backups: end_backups,
            _data: data,
        })
    }
}

/// The address, the site and the senders: opened first, since settings may be wrong there.
struct Front {
    listener: TcpListener,
    address: SocketAddr,
    senders: Senders,
    site: Site,
    tls: Option<Tls>,
    explains_tls: bool,
}

impl Front {
    async fn open(
        account: &Store,
        settings: &Settings,
        options: &Options,
        data: &Data,
        read_key: &str,
    ) -> Result<Self, Failure> {
        let listener = TcpListener::bind(options.listen)
            .await
            .map_err(|error| format!("{}: {error}", options.listen))?;
        let address = listener.local_addr()?;
        let senders = Senders::open(account, settings, options.keep_texts, address).await?;
        let explains_tls = matches!(options.tls, Some(Certificate::Made(_)));
        let config = senders.config(settings, read_key, explains_tls);
        let tls = options.tls.as_ref();
        Ok(Self {
            site: Site::read(options.site.as_deref(), &config.to_string())?,
            tls: tls.map(|of| Tls::open(of, data.folder())).transpose()?,
            listener,
            address,
            senders,
            explains_tls,
        })
    }
}

/// The site, the downloads, both hosts and the cards.
fn router(
    template: &'static Template,
    site: Site,
    downloads: Downloads,
    (hosts, without_slash): (Router, Router),
) -> Result<Router, Failure> {
    Ok(
        distribution::router(template, site, downloads, hosts.clone())?
            .merge(distribution::with_cards(template, hosts)?)
            .merge(without_slash),
    )
}

/// The variables of a function.
type Settings = BTreeMap<String, String>;

fn variable(settings: &Settings, name: &str) -> String {
    settings.get(name).cloned().unwrap_or_default()
}

struct Senders {
    alerts: Alerts,
    push: Push,
    mail: Option<Arc<Mailing>>,
    hooks: Hooks,
}

impl Senders {
    /// As the settings say. Addresses of the site are this process's unless a setting names others;
    /// with `for_tests` pushes and web hooks may go to this machine.
    async fn open(
        account: &Store,
        settings: &Settings,
        for_tests: bool,
        address: SocketAddr,
    ) -> Result<Self, Failure> {
        let setting = |name: &str| settings.get(name).cloned();
        let site = format!("http://{}", local(address));
        let alerts = Alerts::read(setting)?.with_provider(account).await?;
        let mut push = PushSettings::read(setting)?;
        let mail = MailSettings::read(setting)?.or_site(&site);
        let mut hooks = Hooks::new(account, mail.site.clone());
        if for_tests {
            (push, hooks) = (push.with_loopback(), hooks.with_loopback());
        }
        Ok(Self {
            push: push.open(account).await?,
            mail: mail.open(account, &alerts).await?.map(Arc::new),
            alerts,
            hooks,
        })
    }

    /// The site's `config.json`.
    fn config(&self, settings: &Settings, read_key: &str, explains_tls: bool) -> Value {
        let sends = self.alerts.sender == Sender::Server;
        json!({
            "api": "/api/", "remoteApi": "/remote-api/", "downloads": "/downloads/", "key": read_key, "product": "Chute", "alerts": true,
            "operator": settings.get("OPERATOR"), "support": settings.get("SUPPORT"), "health": "/health", "version": env!("CARGO_PKG_VERSION"), "push": sends, "mail": sends && self.mail.is_some(),
            "messages": self.alerts.brand.messages_a_race,
            "https": explains_tls.then_some(tls::EXPLAINED),
        })
    }

    fn deliveries(&self, account: &Store, queues: Queues, settings: &Settings) -> Deliveries {
        let queue = variable(settings, "HOOK_CALLS_QUEUE");
        Deliveries::new(account, &self.hooks, queues, queue)
    }

    fn sending(
        &self,
        account: &Store,
        queues: Queues,
        settings: &Settings,
        changes: Changes,
    ) -> Sending {
        let ways = (&self.push, &self.mail);
        Sending::new(account, &self.alerts, ways, queues, settings, changes)
    }

    fn into_app(self, mut app: App) -> App {
        app.alerts = Arc::new(self.alerts);
        (app.push, app.mail, app.hooks) = (self.push, self.mail, self.hooks);
        app
    }
}

/// Both API hosts below their paths, and what answers a base address without its last slash.
fn hosts(account: App, remote: App) -> (Router, Router) {
    let without_slash = middleware::without_slash(
        &account,
        "/api",
        "Not Found. The base address lacks its last slash: it ends with /api/.",
    )
    .merge(middleware::without_slash(
        &remote,
        "/remote-api",
        "Not Found. The base address lacks its last slash: it ends with /remote-api/.",
    ));
    let (account, remote) = (middleware::host(&account), middleware::host(&remote));
    // a nested router does not get its own root path
    let hosts = Router::new()
        .route("/api/", root_of(account.clone()))
        .route("/remote-api/", root_of(remote.clone()))
        .nest("/api", account)
        .nest("/remote-api", remote);
    (hosts, without_slash)
}

/// `/health` and `/metrics`.
fn monitoring(account: &Store, clock: &Clock, sources: metrics::Sources) -> Router {
    let health = health::router(
        account.clone(),
        clock.clone(),
        sources.disk.clone(),
        sources.gateway.clone(),
        sources.backups.clone(),
        sources.memory.clone(),
    );
    health.merge(metrics::router(sources))
}

/// Starts the workers, each on a thread of its own.
fn on_threads(
    (workers, changes): (Workers, Changes),
    deliveries: Deliveries,
    sending: Option<Sending>,
    ended: &watch::Receiver<bool>,
) -> io::Result<Vec<thread::JoinHandle<()>>> {
    let until = ended.clone();
    let publishing = move || async move { Box::pin(workers.run(changes, until)).await };
    let mut threads = vec![on_its_own(
        "workers",
        &mut publishing_runtime(),
        publishing,
    )?];
    let until = ended.clone();
    threads.push(on_its_own(
        "hooks",
        &mut Builder::new_current_thread(),
        move || until_end(deliveries.run(), until),
    )?);
    if let Some(sending) = sending {
        let until = ended.clone();
        threads.push(on_its_own(
            "alerts",
            &mut Builder::new_current_thread(),
            move || until_end(sending.run(), until),
        )?);
    }
    Ok(threads)
}

/// Routes for the operator's command and for tests.
fn operators(account: &Store, services: &Services, shown: impl Serialize) -> Router {
    let shown = json!(shown);
    let (texts, mails) = (services.texts.clone(), services.mails.clone());
    operator::router(account)
        .route("/settings", get(async move || Json(shown)))
        .route("/texts", get(async move || Json(texts.all())))
        .route("/mails", get(async move || Json(mails.all())))
}

/// The socket for the operator's command; without one the process runs all the same.
fn operator_socket(data: &Data) -> Option<Socket> {
    let opened = Socket::open(data.folder());
    // such as on a full disk, or on a stick whose file system has no sockets
    let told =
        |error: &_| tracing::error!(%error, "the operator's command does not reach this process");
    opened.inspect_err(told).ok()
}

/// Writes `stack.json`, but not on a full disk.
fn note_stack(
    data: &Data,
    template: &Template,
    secrets: &Secrets,
    address: SocketAddr,
) -> io::Result<()> {
    match write_stack(
        &data.file(files::STACK),
        template,
        secrets,
        data.folder(),
        address,
    ) {
        Err(error) if error.kind() == io::ErrorKind::StorageFull => {
            tracing::error!(%error, "the operator's command does not find this process");
            Ok(())
        }
        written => written,
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
        Ok(private::gone(fs::remove_file(&self.stack))?)
    }
}

/// Writes what the operator's command needs, in the form of the emulator's `.local/stack.json`.
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
    fn a_setting_shown_on_the_site_is_a_line_of_plain_text(
        #[case] text: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(plain_line("OPERATOR", text, 20).ok().as_deref(), expected);
    }
}
