//! `chute serve`: everything in one process on this machine.

use std::{
    env, fs, io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use chute_domain::{
    account::Realm,
    key::{KeyKind, KeySettings},
};
use chute_serve::{
    Deployment, Options, Running, backup, distribution::Site, tls::Certificate, write_private,
};
use chute_store::Store;
use clap::{Args, value_parser};
use jiff::SignedDuration;
use tokio::{
    signal::unix::{SignalKind, signal},
    time::sleep,
};

use crate::{
    account,
    addresses::addresses,
    failure::{Failure, Outcome},
    key,
    log::{self, ToTerminal},
    random,
    welcome::Welcome,
};

/// The account whose key the site reads with. It has no events, so the key opens nothing that is
/// restricted.
const SITE: &str = "public-site@chute.example";

/// Threads for database calls: each uses memory of its own, and the disk serves only a few at once.
const BLOCKING: usize = 8;

/// The data folder, unless one is named.
pub const DATA: &str = "chute-data";

/// How to serve a deployment.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Listen on the local network too, and print the addresses with a QR code for phones
    #[arg(long)]
    lan: bool,
    /// Folder of the built site; by default the one in this program, `site` beside it, or site/dist
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Address of a reverse proxy in front, whose X-Forwarded-For is trusted; may be given more
    /// than once
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
    /// Who sends the text alerts, as the site shows it; or the variable CHUTE_OPERATOR
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
    /// Where to send questions about them: an e-mail address, a page or a phone; or the variable
    /// CHUTE_SUPPORT
    #[arg(long, value_name = "CONTACT")]
    support: Option<String>,
    /// Back everything up into this folder while it runs, such as one on a stick or a share: it
    /// must be there
    #[arg(long, value_name = "DIR")]
    backup_to: Option<PathBuf>,
    /// The pause between two backups, from 1s to 24h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = pause, requires = "backup_to")]
    backup_every: Duration,
    /// How many backups to keep there; older ones of this deployment are deleted
    #[arg(long, value_name = "N", default_value = "12", value_parser = value_parser!(u16).range(1..), requires = "backup_to")]
    backup_keep: u16,
    /// Answer https too, at the same address: a camera needs it. Without a certificate of yours one is
    /// made for this machine, of which phones warn; /https explains that
    #[arg(long)]
    tls: bool,
    /// Your certificate for --tls in PEM, with those up to one that browsers know
    #[arg(long, value_name = "FILE", requires = "tls_key", requires = "tls")]
    tls_certificate: Option<PathBuf>,
    /// Its private key in PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
    /// Tell the figures of /metrics to other machines too, such as a Prometheus in the same network;
    /// otherwise only to programs on this one. They hold no name, address or key
    #[arg(long)]
    metrics: bool,
    /// Write the log to the terminal, not into the folder `log` of the data
    #[arg(long, value_enum, value_name = "FORMAT")]
    log: Option<ToTerminal>,
    /// Keep texts that would go to phones in memory, for tests
    #[arg(long, hide = true)]
    keep_texts: bool,
}

/// Writes all data of a folder into a new file.
pub fn back_up(data: &Path, file: &Path) -> Outcome {
    backup::back_up(data, file).map_err(|error| Failure::because("No backup is made", &error))?;
    eprintln!(
        "All data of {} is in {}. It holds names, keys and secrets: keep it as safe as the folder.",
        data.display(),
        file.display()
    );
    Ok(())
}

/// Reads a backup through and says what is in it.
pub fn verify(file: &Path) -> Outcome {
    let report =
        backup::verify(file).map_err(|error| Failure::because("It cannot be restored", &error))?;
    println!("{report}");
    eprintln!("{} can be restored.", file.display());
    Ok(())
}

/// Restores a backup.
pub fn restore(file: &Path, data: &Path) -> Outcome {
    let report = backup::restore(file, data)
        .map_err(|error| Failure::because("Nothing is restored", &error))?;
    println!("{report}");
    eprintln!(
        "{} is ready for `chute serve --data {}`.",
        data.display(),
        data.display()
    );
    Ok(())
}

/// A time from a second to a day.
pub fn pause(text: &str) -> Result<Duration, String> {
    let pause = text.parse::<SignedDuration>().ok();
    pause
        .and_then(|pause| Duration::try_from(pause).ok())
        .filter(|pause| (1..=24 * 60 * 60).contains(&pause.as_secs()))
        .ok_or_else(|| "a time from 1s to 24h, such as 10m".to_owned())
}

/// Serves a data folder until the process is told to end.
pub fn run(serve: Serve, data: PathBuf) -> Outcome {
    log::begin(&data, serve.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(BLOCKING)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| Failure::because("The program cannot start", &error))?;
    let ended = runtime.block_on(until_ended(serve, data));
    // a long calculation for a request that was broken off holds nothing up
    runtime.shutdown_background();
    match ended? {
        End::Told => Ok(()),
        End::Unsafe => start_anew(),
    }
}

/// Why serving has ended.
enum End {
    /// The process was told to.
    Told,
    /// Something did not reach the disk.
    Unsafe,
}

/// How long to wait after that: a disk that fails again and again is not asked all the time.
const BEFORE_NEW: Duration = Duration::from_secs(1);

/// Goes on from what is on the disk, as another process: this one does not know what that is. Where
/// a supervisor is known to start it again, it only ends.
fn start_anew() -> Outcome {
    const WHY: &str = "Something could not be brought to the disk, so it is not known what is on it. Nothing that was acknowledged is lost";
    if ["INVOCATION_ID", "NOTIFY_SOCKET"]
        .iter()
        .any(|of_systemd| env::var_os(of_systemd).is_some())
    {
        return Err(Failure::new(format!("{WHY}: start it again.")));
    }
    eprintln!("{WHY}: it starts anew.");
    let failed = |error: io::Error| Failure::because(WHY, &error);
    let program = env::current_exe().map_err(failed)?;
    let mut same = Command::new(program);
    Err(failed(same.args(env::args_os().skip(1)).exec()))
}

async fn until_ended(serve: Serve, data: PathBuf) -> Outcome<End> {
    let listen = if serve.lan {
        SocketAddr::from((Ipv4Addr::UNSPECIFIED, serve.listen.port()))
    } else {
        serve.listen
    };
    let site = serve
        .site
        .map_or_else(built_site, |folder| Ok(Some(folder)))?;
    let given = serve.tls_certificate.zip(serve.tls_key);
    let tls = serve.tls.then(|| match given {
        Some((chain, key)) => Certificate::Given { chain, key },
        None => Certificate::Made(addresses(listen).iter().map(SocketAddr::ip).collect()),
    });
    let or_variable = |given: Option<String>, name: &str| given.or_else(|| env::var(name).ok());
    let options = Options {
        data: data.clone(),
        listen,
        site,
        trusted_proxies: serve.trusted_proxy,
        operator: or_variable(serve.operator, "CHUTE_OPERATOR"),
        support: or_variable(serve.support, "CHUTE_SUPPORT"),
        keep_texts: serve.keep_texts,
        tls: tls.clone(),
        metrics_for_all: serve.metrics,
        backups: serve.backup_to.map(|to| backup::Plan {
            to,
            every: serve.backup_every,
            keep: serve.backup_keep.into(),
        }),
        settings: env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
    };
    let failed = |error: chute_serve::Failure| Failure::because("Chute cannot be served", &*error);
    let deployment = Deployment::open(options).map_err(failed)?;
    let store = deployment.store(Realm::Account);
    let read_key = site_key(store, &deployment.site_key()).await?;
    let has_admin = !store.active_admins().await?.is_empty();
    let running = deployment.start(&read_key).await.map_err(failed)?;
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "Chute serves");
    let welcome = Welcome {
        listener: running.address,
        data: &data,
        has_admin,
        tls: tls.as_ref(),
    };
    eprintln!("{welcome}");
    tokio::select! {
        told = ended() => told?,
        () = running.is_unsafe() => {
            sleep(BEFORE_NEW).await;
            return Ok(End::Unsafe);
        }
    }
    Running::stop(running).await.map_err(failed)?;
    Ok(End::Told)
}

/// The key the site reads with; created at the first start.
async fn site_key(store: &Store, file: &Path) -> Outcome<String> {
    match fs::read_to_string(file) {
        Ok(key) if !key.trim().is_empty() => return Ok(key.trim().to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(Failure::because(
                &format!("{} cannot be read", file.display()),
                &error,
            ));
        }
    }
    let account = account::of_program(store, SITE, "Public site").await?;
    // the name distinguishes keys if the file was lost and another key was created
    let settings = KeySettings {
        name: random::id("Site ")?,
        kind: KeyKind::Read,
        allowed_hosts: String::new(),
        valid_until: None,
    };
    let value = key::issue(store, &account, settings).await?;
    write_private(file, format!("{value}\n").as_bytes()).map_err(|error| {
        Failure::because(&format!("{} cannot be written", file.display()), &error)
    })?;
    Ok(value)
}

/// The folder of the built site, where this program contains none: beside it or in the checkout.
fn built_site() -> Outcome<Option<PathBuf>> {
    if Site::is_contained() {
        return Ok(None);
    }
    let beside = env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.join("site")));
    let found = beside
        .into_iter()
        .chain([PathBuf::from("site/dist")])
        .find(|folder| folder.join("index.html").exists());
    found.map(Some).ok_or_else(|| {
        Failure::Usage(
            "--site: this program contains no site, and there is none beside it: name the folder of a built one".to_owned(),
        )
    })
}

async fn ended() -> Outcome {
    let failed = |error: io::Error| Failure::because("The program cannot hear of its end", &error);
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    tokio::select! {
        done = tokio::signal::ctrl_c() => done.map_err(failed),
        _ = terminate.recv() => Ok(()),
    }
}
