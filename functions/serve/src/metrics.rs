//! `GET /metrics`: figures on this process in Prometheus's text format, for monitoring. The section
//! "Metrics" of docs/self-hosting.md lists them beside the alarms of the template that they stand
//! for. No label has a value that data or callers choose.

use std::{
    array, fmt, fs,
    io::{self, ErrorKind},
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::{
    Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use chute_api::Uploads;
use chute_store::Store;
use rustix::{
    fs::statvfs,
    time::{ClockId, clock_gettime},
};
use tokio::{sync, task::spawn_blocking};

use crate::{
    alerts, backup,
    counters::{CLASSES, Counter, Counters, HOSTS},
    disk::Disk,
    gateway::Gateway,
    memory::Part,
};

/// The format's version 0.0.4, which every Prometheus reads.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How long a count of waiting alerts holds: it takes some reads of the tables.
const COUNTS: Duration = Duration::from_secs(10);

/// The sources of the figures.
pub struct Sources {
    /// The counters.
    pub counters: Arc<Counters>,
    /// Uploads by key and by session.
    pub uploads: Arc<Uploads>,
    /// How many differences the reconciler has repaired.
    pub repairs: Arc<AtomicU64>,
    /// The parts of the memory budget.
    pub memory: Arc<Vec<Part>>,
    /// The data folder.
    pub folder: PathBuf,
    /// The databases in it, by name.
    pub databases: [(&'static str, PathBuf); 2],
    /// The disk under it.
    pub disk: Arc<Disk>,
    /// How backups go, if any are made.
    pub backups: Option<backup::Status>,
    /// Where alerts wait, if this machine sends them.
    pub alerts: Option<Store>,
    /// Who asks.
    pub gateway: Gateway,
    /// Whether other machines may ask too.
    pub is_open: bool,
}

struct Metrics {
    sources: Sources,
    /// In unix seconds.
    began: f64,
    /// How many alerts waited, and when that was seen.
    alerts: sync::Mutex<Option<(Instant, u64)>>,
}

/// Answers programs on this machine, and others if they may ask too; 403 otherwise.
pub fn router(sources: Sources) -> Router {
    let began = SystemTime::now().duration_since(UNIX_EPOCH);
    let metrics = Metrics {
        sources,
        began: began.unwrap_or_default().as_secs_f64(),
        alerts: sync::Mutex::default(),
    };
    Router::new()
        .route("/metrics", get(answer))
        .with_state(Arc::new(metrics))
}

async fn answer(
    State(metrics): State<Arc<Metrics>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let Sources {
        gateway, is_open, ..
    } = &metrics.sources;
    if !is_open && !gateway.is_asked_here(peer.ip(), &headers) {
        return (
            StatusCode::FORBIDDEN,
            "Only programs on this machine are told: `chute serve --metrics` tells others too.\n",
        )
            .into_response();
    }
    let text = metrics.text().await;
    let headers = [
        (header::CONTENT_TYPE, FORMAT),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text.0).into_response()
}

/// Metrics in the text format.
#[derive(Default)]
struct Exposition(String);

/// Adds metrics without labels.
macro_rules! figures {
    ($text:ident: $($name:literal, $help:literal, $value:expr;)+) => {
        $($text.one($name, $help, $value);)+
    };
}

impl Exposition {
    /// Adds a metric without labels.
    fn one(&mut self, name: &str, help: &str, value: impl Into<Option<f64>>) {
        self.each(name, help, value.into().map(|value| (String::new(), value)));
    }

    /// Adds a metric with a sample for each of these labels; none where nothing is known. A name
    /// that ends in `_total` is a counter's.
    fn each(&mut self, name: &str, help: &str, samples: impl IntoIterator<Item = (String, f64)>) {
        use fmt::Write;
        let mut samples = samples.into_iter().peekable();
        if samples.peek().is_none() {
            return;
        }
        let kind = if name.ends_with("_total") {
            "counter"
        } else {
            "gauge"
        };
        // writing into a text does not fail
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in samples {
            let _ = writeln!(self.0, "{name}{labels} {value}");
        }
    }
}

/// As a metric's value.
fn count(counter: &Counter) -> f64 {
    float(counter.get())
}

impl Metrics {
    async fn text(&self) -> Exposition {
        let mut text = Exposition::default();
        let version = format!("{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"));
        text.each(
            "chute_build_info",
            "The version that runs.",
            [(version, 1.0)],
        );
        self.add_process(&mut text);
        self.add_requests(&mut text);
        self.add_workers(&mut text);
        self.add_alerts(&mut text).await;
        self.add_memory(&mut text);
        self.add_sizes(&mut text).await;
        self.add_disk(&mut text).await;
        text
    }

    fn add_requests(&self, text: &mut Exposition) {
        let Sources {
            counters, uploads, ..
        } = &self.sources;
        let requests = HOSTS.iter().zip(&counters.requests);
        let requests = requests.flat_map(|((_, host), classes)| {
            let of_host = CLASSES.iter().zip(classes);
            of_host.map(move |(class, counter)| {
                let labels = format!("{{host=\"{host}\",code=\"{class}\"}}");
                (labels, float(counter.get()))
            })
        });
        text.each(
            "chute_requests_total",
            "Answers by host (files: the site and the downloads) and class of status.",
            requests,
        );
        figures!(text:
            "chute_connections", "Open connections.", float(counters.connections.load(Relaxed));
            "chute_connections_refused_total", "Connections that were closed at once: there were too many, or too many of one address.",
                count(&counters.refused);
            "chute_uploads_total", "Uploads of results that were stored.", float(uploads.calls());
            "chute_upload_rows_total", "Valid rows in them, changed or not.", float(uploads.rows());
        );
    }

    fn add_workers(&self, text: &mut Exposition) {
        let counters = &self.sources.counters;
        let waiting = counters.waiting();
        figures!(text:
            "chute_publications_total", "Publications of a year or of events.",
                count(&counters.publications);
            "chute_publish_errors_total", "Publications that failed and are tried again.",
                count(&counters.publish_errors);
            "chute_publish_gave_up_total", "Times that changes were left to the reconciler: they failed too often, or too many waited.",
                count(&counters.publish_gave_up);
            "chute_publish_waiting_changes", "Changes of the tables that are not published yet.",
                float(waiting.changes);
            "chute_publish_age_seconds", "How long the oldest of them has waited; 0 if none waits.",
                waiting.since.map_or(0.0, |since| since.elapsed().as_secs_f64());
            "chute_reconcile_repairs_total", "What the reconciler found wrong in published files, and repaired.",
                float(self.sources.repairs.load(Relaxed));
            "chute_reconcile_errors_total", "Comparisons with the tables that did not complete.",
                count(&counters.reconcile_errors);
            "chute_cleanup_errors_total", "Runs of the clean-up in which something failed.",
                count(&counters.cleanup_errors);
        );
    }

    async fn add_alerts(&self, text: &mut Exposition) {
        let counters = &self.sources.counters;
        if self.sources.alerts.is_some() {
            figures!(text:
                "chute_alerts_waiting", "Alerts that wait or are being sent, of races of these days.",
                    self.waiting_alerts().await;
                "chute_alerts_select_errors_total", "Times that passages were left to a later look: who follows them could not be found out.",
                    count(&counters.alerts_select_errors);
                "chute_alerts_send_errors_total", "Batches of alerts of which some have to be sent again.",
                    count(&counters.alerts_send_errors);
            );
        }
    }

    fn add_memory(&self, text: &mut Exposition) {
        let of_parts = |bytes: fn(&Part) -> usize| {
            let parts = self.sources.memory.iter();
            parts.map(move |part| (format!("{{cache=\"{}\"}}", part.name), float(bytes(part))))
        };
        text.each(
            "chute_cache_bytes",
            "What is kept in memory so that it need not be read or made again.",
            of_parts(Part::used),
        );
        text.each(
            "chute_cache_budget_bytes",
            "How much each of these may take.",
            of_parts(|part| part.budget),
        );
    }

    async fn add_disk(&self, text: &mut Exposition) {
        let Sources { disk, backups, .. } = &self.sources;
        let told = disk.now().await;
        text.one(
            "chute_disk_sync_seconds",
            "How long a small write to the disk took at the last look.",
            told.sync_ms.map(|ms| float(ms) / 1_000.0),
        );
        let backup = backups.as_ref().and_then(|backups| backups.now().age_s);
        text.one(
            "chute_backup_age_seconds",
            "The age of this process's newest backup.",
            backup.map(float),
        );
    }

    /// The figures that every program has, under the names that all of Prometheus's libraries use.
    fn add_process(&self, text: &mut Exposition) {
        text.one(
            "process_start_time_seconds",
            "When it started, in unix seconds.",
            self.began,
        );
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let used = Duration::try_from(used).map(|used| used.as_secs_f64());
        figures!(text:
            "process_cpu_seconds_total", "Processor time, user and system.", used.ok();
            "process_resident_memory_bytes", "Resident memory.", resident().map(float);
        );
        let open = fs::read_dir("/proc/self/fd").ok();
        text.one(
            "process_open_fds",
            "Open files.",
            open.map(|open| float(open.count())),
        );
    }

    async fn add_sizes(&self, text: &mut Exposition) {
        let (folder, databases) = (self.sources.folder.clone(), self.sources.databases.clone());
        // a disk that does not answer holds up no other request
        let looked = spawn_blocking(move || {
            let size = |file: &PathBuf| fs::metadata(file).ok().map(|about| float(about.len()));
            let sizes = array::from_fn::<_, 2, _>(|at| {
                let of_file = |(name, file): &(&str, PathBuf)| {
                    let file = if at == 0 {
                        file.clone()
                    } else {
                        file.with_extension("db-wal")
                    };
                    Some((format!("{{database=\"{name}\"}}"), size(&file)?))
                };
                databases.iter().filter_map(of_file).collect::<Vec<_>>()
            });
            let free = statvfs(&folder).ok();
            let free = free.map(|disk| float(disk.f_bavail.saturating_mul(disk.f_frsize)));
            (bytes_in(&folder).ok(), sizes, free)
        });
        let Ok((all, [databases, logs], free)) = looked.await else {
            return;
        };
        text.one(
            "chute_data_bytes",
            "All files of the data folder.",
            all.map(float),
        );
        text.each(
            "chute_database_bytes",
            "The files of the databases.",
            databases,
        );
        text.each("chute_wal_bytes", "Their write-ahead logs.", logs);
        text.one(
            "chute_disk_free_bytes",
            "Room that is left on the disk of the data folder.",
            free,
        );
    }

    /// How many alerts wait; `None` if the tables do not say.
    async fn waiting_alerts(&self) -> Option<f64> {
        let mut last = self.alerts.lock().await;
        if let Some((_, waiting)) = last.filter(|(at, _)| at.elapsed() < COUNTS) {
            return Some(float(waiting));
        }
        let waiting = alerts::waiting(self.sources.alerts.as_ref()?).await;
        let waiting = waiting
            .inspect_err(|error| tracing::error!(%error, "alerts that wait could not be counted"))
            .ok()?;
        *last = Some((Instant::now(), waiting));
        Some(float(waiting))
    }
}

/// The bytes of all files in a folder and its folders.
fn bytes_in(folder: &PathBuf) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        bytes += match fs::symlink_metadata(&path) {
            Ok(about) if about.is_dir() => bytes_in(&path)?,
            Ok(about) => about.len(),
            // removed meanwhile
            Err(error) if error.kind() == ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
    }
    Ok(bytes)
}

/// The resident memory in bytes; `None` where the system has no `/proc`.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = kib.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The format has no other numbers.
#[expect(
    clippy::cast_precision_loss,
    reason = "exact up to 9,007,199,254,740,992"
)]
fn float(number: impl TryInto<u64>) -> f64 {
    number.try_into().unwrap_or(u64::MAX) as f64
}
