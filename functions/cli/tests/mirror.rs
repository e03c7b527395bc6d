//! `chute mirror` between two deployments of `chute serve` in this process, over a link that is cut
//! again and again.
//!
//! `CHUTE_MIRROR_ROWS=6503 cargo test -p chute-cli --test mirror` runs it with a race of that size.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead, BufReader},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use chute_serve::{Deployment, Options, Running};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    runtime::Runtime,
};

const SLUG: &str = "river-run";
const YEAR: &str = "2026";
/// How long a test waits for what workers do, also on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(180);
/// Nothing listens at this port, and no test can be given it as a free one.
const NOBODY: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);

/// A deployment with an account and its key.
struct Side {
    runtime: Arc<Runtime>,
    running: Option<Running>,
    folder: TempDir,
    address: SocketAddr,
    key: String,
}

impl Side {
    fn start(runtime: &Arc<Runtime>) -> Self {
        let folder = TempDir::new().unwrap();
        let site = folder.path().join("site");
        fs::create_dir(&site).unwrap();
        fs::write(site.join("index.html"), "<!doctype html>").unwrap();
        let options = Options {
            data: folder.path().join("data"),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            site: Some(site),
            trusted_proxies: Vec::new(),
            operator: None,
            support: None,
            keep_texts: false,
            tls: None,
            metrics_for_all: false,
            backups: None,
            // two seconds are the default, for which most of these tests would wait
            settings: BTreeMap::from([("PUBLISH_PAUSE_MS".to_owned(), "200".to_owned())]),
        };
        let running = runtime.block_on(async {
            Deployment::open(options)
                .unwrap()
                .start("rk_none")
                .await
                .unwrap()
        });
        let (address, runtime) = (running.address, Arc::clone(runtime));
        let mut side = Self {
            runtime,
            running: Some(running),
            folder,
            address,
            key: String::new(),
        };
        side.key = side.account("ada@example.org");
        side
    }

    fn stack(&self) -> PathBuf {
        self.folder.path().join("data/stack.json")
    }

    /// Creates an account. Returns a write key of it.
    fn account(&self, email: &str) -> String {
        let made = self.chute(&[
            "account",
            "create",
            "--type",
            "free",
            "--email",
            email,
            "--name",
            "Ada",
            "--password",
            "correct horse",
        ]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        self.new_key(email, "write")
    }

    fn new_key(&self, email: &str, kind: &str) -> String {
        let key = self.chute(&[
            "key", "create", "--email", email, "--type", kind, "--name", kind,
        ]);
        assert!(key.status.success(), "{}", text(&key.stderr));
        text(&key.stdout).trim().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chute"));
        command
            .arg("--stack")
            .arg(self.stack())
            .args(arguments)
            .stdin(Stdio::null());
        command
    }

    fn chute(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn mirror(&self, to: SocketAddr, key: &str, more: &[&str]) -> Mirrored {
        let to = format!("http://{to}/api/");
        let output = self.chute(
            &[
                &["mirror", "--event", SLUG, "--to", &to, "--key", key],
                more,
            ]
            .concat(),
        );
        Mirrored::of(&output)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        self.call_with(&self.key, method, path, body)
    }

    fn call_with(&self, key: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let address = format!("http://{}/api/{path}", self.address);
        let request = match method {
            "PUT" => agent.put(&address),
            "DELETE" => agent.delete(&address).force_send_body(),
            _ => agent.post(&address),
        };
        let request = request
            .header("Authorization", format!("Bearer {key}"))
            .header("Content-Type", "application/json");
        let mut answer = request.send(body.to_string()).unwrap();
        let body = answer
            .body_mut()
            .with_config()
            .limit(50_000_000)
            .read_to_string()
            .unwrap();
        (
            answer.status().as_u16(),
            serde_json::from_str(&body).unwrap_or_default(),
        )
    }

    fn done(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.call(method, path, body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Uploads a list as a timing client does.
    fn add(&self, path: &str, what: &str, items: &[Value]) {
        for batch in items.chunks(20) {
            self.done(
                "POST",
                path,
                &json!({ "slug": SLUG, "year": YEAR, what: batch }),
            );
        }
    }

    fn seen(&self) -> BTreeMap<&'static str, Value> {
        let of_year = json!({ "slug": SLUG, "year": YEAR });
        let paths = [
            "results",
            "results/all",
            "participants",
            "distances",
            "segments",
            "bibchips",
        ];
        let mut seen: BTreeMap<_, _> = paths
            .into_iter()
            .map(|path| (path, self.call("POST", path, &of_year).1))
            .collect();
        // each side has its own time for a participant's last update
        for who in seen
            .get_mut("participants")
            .and_then(|body| body["participants"].as_array_mut())
            .into_iter()
            .flatten()
        {
            who["updated_at"] = 0.into();
        }
        seen
    }

    fn rows(&self) -> u64 {
        self.call(
            "POST",
            "results/all",
            &json!({ "slug": SLUG, "year": YEAR }),
        )
        .1["count"]
            .as_u64()
            .unwrap_or_default()
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.stop()).unwrap();
        }
    }
}

#[derive(Debug)]
struct Mirrored {
    code: Option<i32>,
    said: String,
    sent: usize,
    unchanged: usize,
    others: usize,
    calls: usize,
    retries: usize,
}

impl Mirrored {
    fn of(output: &Output) -> Self {
        let (line, said) = (text(&output.stdout), text(&output.stderr));
        let numbers: Vec<usize> = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let [sent, unchanged, others, calls, retries] = numbers.try_into().unwrap_or_default();
        Self {
            code: output.status.code(),
            said,
            sent,
            unchanged,
            others,
            calls,
            retries,
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A run that goes on, and what it has printed so far.
struct Follower {
    process: Child,
    said: Arc<Mutex<String>>,
    listening: JoinHandle<()>,
}

impl Follower {
    fn start(here: &Side, there: &Side, key: &str, more: &[&str]) -> Self {
        let to = format!("http://{}/api/", there.address);
        let arguments = [
            "mirror", "--event", SLUG, "--to", &to, "--key", key, "--follow", "--every", "1",
        ];
        let mut process = here
            .command(&[&arguments, more].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        let listening = thread::spawn(move || {
            for line in lines {
                let mut said = heard.lock().unwrap();
                said.push_str(&line.unwrap());
                said.push('\n');
            }
        });
        Self {
            process,
            said,
            listening,
        }
    }

    fn has_said(&self, text: &str) -> bool {
        self.said.lock().unwrap().contains(text)
    }

    fn interrupt(self) -> Mirrored {
        let interrupt = Command::new("kill")
            .args(["-INT", &self.process.id().to_string()])
            .status()
            .unwrap();
        assert!(interrupt.success());
        let mut output = self.process.wait_with_output().unwrap();
        self.listening.join().unwrap();
        output.stderr = self.said.lock().unwrap().clone().into_bytes();
        Mirrored::of(&output)
    }
}

/// Waits until both sides show the same, which takes as long as a publication.
fn wait_until_equal(here: &Side, there: &Side) {
    let began = Instant::now();
    loop {
        let (ours, theirs) = (here.seen(), there.seen());
        if ours == theirs {
            return;
        }
        let differ: Vec<_> = ours
            .keys()
            .filter(|path| ours[*path] != theirs[*path])
            .collect();
        assert!(began.elapsed() < PATIENCE, "{differ:?} differ");
        thread::sleep(Duration::from_millis(300));
    }
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

struct Race {
    rows: Vec<Value>,
    participants: Vec<Value>,
    chips: Vec<Value>,
}

impl Race {
    /// Three passages per person; some people are anonymous by their rows, others by the list.
    fn of(rows: usize) -> Self {
        let passages = [("Start", 0, 0), ("Mile 3", 1, 1_500), ("Finish", 1, 3_000)];
        let people = rows.div_ceil(passages.len());
        let mut race = Self {
            rows: Vec::new(),
            participants: Vec::new(),
            chips: Vec::new(),
        };
        for (location, occurrence, seconds) in passages {
            race.rows
                .extend((0..people).map(|n| row(n, location, occurrence, seconds + n)));
        }
        race.rows.truncate(rows);
        for n in 0..people {
            race.participants.push(participant(n));
            race.chips
                .push(json!({ "bib": n.to_string(), "chip": format!("E280{n:08}") }));
        }
        race
    }

    /// Uploads the race, including the event and the year.
    fn upload(&self, to: &Side) {
        to.done("POST", "event/add", &json!({ "event": event() }));
        let year = json!({ "year": YEAR, "date_time": "2026/05/02 08:00:00 -07:00", "live": true, "days_allowed": 2, "ranking_type": "gun" });
        to.done(
            "POST",
            "event-year/add",
            &json!({ "slug": SLUG, "event_year": year }),
        );
        let distances =
            ["5K", "10K"].map(|name| json!({ "name": name, "certification": format!("XX{name}") }));
        to.add("distances/add", "distances", &distances);
        let segments = ["5K", "10K"].map(|distance| {
            json!({ "location": "Mile 3", "distance_name": distance, "name": "Mile 3", "distance_value": 3.1, "distance_unit": "mi" })
        });
        to.add("segments/add", "segments", &segments);
        to.add("participants/add", "participants", &self.participants);
        to.add("bibchips/add", "bib_chips", &self.chips);
        to.add("results/add", "results", &self.rows);
    }

    /// How many calls a first run makes over a link that does not break: two to ask, two to create
    /// event and year, then one for every 20 entries.
    fn ideal_calls(&self) -> usize {
        let anonymous = self
            .participants
            .iter()
            .filter(|who| who["anonymous"] == true)
            .count();
        let lists = [
            self.rows.len(),
            anonymous,
            self.participants.len() - anonymous,
            self.chips.len(),
            2,
            2,
        ];
        4 + lists.map(|size| size.div_ceil(20)).iter().sum::<usize>()
    }
}

fn event() -> Value {
    json!({ "name": "River Run", "slug": SLUG, "contact_email": "rd@example.org", "type": "distance", "website": "https://example.org" })
}

fn distance_of(n: usize) -> &'static str {
    if n.is_multiple_of(3) { "5K" } else { "10K" }
}

fn row(n: usize, location: &str, occurrence: i64, seconds: usize) -> Value {
    json!({
        "person_id": format!("{n}-Q7Z"), "bib": n.to_string(), "first": format!("First{n}"), "last": format!("Läst{n}"), "age": 20 + n % 60,
        "gender": "Woman", "age_group": "20-29", "distance": distance_of(n), "seconds": seconds, "milliseconds": 400,
        "chip_seconds": seconds, "chip_milliseconds": 100, "segment": location, "location": location, "occurence": occurrence,
        "ranking": n + 1, "age_ranking": 2, "gender_ranking": 4, "finish": location == "Finish", "type": if n % 41 == 7 { 30 } else { 0 },
        "anonymous": n % 13 == 5, "local_time": "2026-05-02T08:45:10.4000000-07:00", "division": "", "division_ranking": -1,
    })
}

fn participant(n: usize) -> Value {
    json!({
        "id": format!("p{n}"), "bib": n.to_string(), "first": format!("First{n}"), "last": format!("Läst{n}"), "birthdate": "7/21/1990",
        "gender": "Woman", "age_group": "20-29", "distance": distance_of(n), "anonymous": n % 11 == 3, "sms_enabled": n.is_multiple_of(2),
        "mobile": format!("555123{n:04}"), "apparel": "M", "division": "Läufer",
    })
}

/// When the link is cut: after this many bytes, alternately in a call and in an answer.
struct Cuts {
    seed: u64,
    left: usize,
    in_answer: bool,
    made: usize,
}

impl Cuts {
    /// Whether to cut the link with these bytes.
    fn cut(&mut self, bytes: usize, is_answer: bool) -> bool {
        self.left = self.left.saturating_sub(bytes);
        if self.left > 0 || self.in_answer != is_answer {
            return false;
        }
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.left = 80_000 + usize::try_from((self.seed >> 33) % 80_000).unwrap();
        self.in_answer = !self.in_answer;
        self.made += 1;
        true
    }
}

/// A proxy that cuts connections, and may stop answering.
struct Proxy {
    address: SocketAddr,
    cuts: Arc<Mutex<Cuts>>,
    /// The number of calls: each has a connection of its own.
    calls: Arc<AtomicUsize>,
}

impl Proxy {
    fn start(runtime: &Runtime, to: SocketAddr, first_cut: usize) -> Self {
        Self::answering(runtime, to, first_cut, usize::MAX)
    }

    /// Holds every call after the first `answered`: it does not arrive, and there is no answer.
    fn answering(runtime: &Runtime, to: SocketAddr, first_cut: usize, answered: usize) -> Self {
        let listener = runtime
            .block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))
            .unwrap();
        let address = listener.local_addr().unwrap();
        let cuts = Arc::new(Mutex::new(Cuts {
            seed: 7,
            left: first_cut,
            in_answer: false,
            made: 0,
        }));
        let calls = Arc::new(AtomicUsize::new(0));
        let (shared, counted) = (Arc::clone(&cuts), Arc::clone(&calls));
        runtime.spawn(async move {
            let mut held = Vec::new();
            while let Ok((client, _)) = listener.accept().await {
                if counted.fetch_add(1, Ordering::Relaxed) >= answered {
                    held.push(client);
                    continue;
                }
                let cuts = Arc::clone(&shared);
                tokio::spawn(async move {
                    let Ok(server) = TcpStream::connect(to).await else {
                        return;
                    };
                    let ((from_client, to_client), (from_server, to_server)) =
                        (client.into_split(), server.into_split());
                    tokio::select! {
                        () = pump(from_client, to_server, &cuts, false) => {}
                        () = pump(from_server, to_client, &cuts, true) => {}
                    }
                });
            }
        });
        Self {
            address,
            cuts,
            calls,
        }
    }

    fn cuts(&self) -> usize {
        self.cuts.lock().unwrap().made
    }
}

async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    cuts: &Mutex<Cuts>,
    is_answer: bool,
) {
    let mut buffer = [0; 4_096];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if cuts.lock().unwrap().cut(read, is_answer) {
            // half of a call arrives, nothing of an answer
            let arrives = if is_answer { 0 } else { read / 2 };
            let _ = to.write_all(&buffer[..arrives]).await;
            return;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

fn runtime() -> Arc<Runtime> {
    Arc::new(
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap(),
    )
}

#[test]
fn a_race_over_a_link_that_breaks_is_equal_and_is_not_sent_twice() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    let rows = env::var("CHUTE_MIRROR_ROWS")
        .ok()
        .and_then(|rows| rows.parse().ok())
        .unwrap_or(600);
    let race = Race::of(rows);
    race.upload(&here);

    let proxy = Proxy::start(&runtime, there.address, 60_000);
    let first = here.mirror(proxy.address, &there.key, &["--patience", "60"]);
    eprintln!(
        "{first:?}\n{} cuts, {} calls without any",
        proxy.cuts(),
        race.ideal_calls()
    );
    assert_eq!(
        (first.code, first.sent, first.unchanged),
        (Some(0), rows, 0),
        "{}",
        first.said
    );
    assert!(
        proxy.cuts() >= 2 && first.retries >= 2,
        "the link did not break"
    );
    assert_eq!(
        first.calls,
        proxy.calls.load(Ordering::Relaxed),
        "calls are counted"
    );
    assert_eq!(first.calls - first.retries, race.ideal_calls());
    assert!(
        first.calls * 10 <= race.ideal_calls() * 11,
        "{} calls",
        first.calls
    );
    wait_until_equal(&here, &there);

    let again = here.mirror(there.address, &there.key, &[]);
    assert_eq!(
        (again.code, again.sent, again.unchanged, again.others),
        (Some(0), 0, rows, 0),
        "{}",
        again.said
    );

    // a person is corrected, a year changes: one row and the year
    let mut corrected = row(8, "Finish", 1, 3_008);
    corrected["last"] = "Corrected".into();
    here.add("results/add", "results", &[corrected]);
    let year = json!({ "year": YEAR, "date_time": "2026-05-02T08:00:00-07:00", "live": false, "days_allowed": 2, "ranking_type": "gun" });
    here.done(
        "PUT",
        "event-year/update",
        &json!({ "slug": SLUG, "event_year": year }),
    );
    let changed = here.mirror(there.address, &there.key, &[]);
    assert_eq!(
        (
            changed.code,
            changed.sent,
            changed.unchanged,
            changed.others
        ),
        (Some(0), 1, rows - 1, 0),
        "{}",
        changed.said
    );
    assert!(changed.said.contains("live updated"), "{}", changed.said);
    wait_until_equal(&here, &there);
}

#[test]
fn data_no_longer_here_is_deleted_there_only_with_delete() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    let race = Race::of(60);
    race.upload(&here);
    assert_eq!(here.mirror(there.address, &there.key, &[]).code, Some(0));
    wait_until_equal(&here, &there);

    let of_year = json!({ "slug": SLUG, "year": YEAR, "distance": "5K" });
    here.done("DELETE", "results/delete", &of_year);
    let five: Vec<Value> = race
        .rows
        .iter()
        .filter(|row| row["distance"] == "5K")
        .cloned()
        .collect();
    here.add("results/add", "results", &five[..5]);
    here.done(
        "DELETE",
        "participants/delete",
        &json!({ "slug": SLUG, "year": YEAR, "identifiers": ["p1"] }),
    );
    here.done(
        "DELETE",
        "bibchips/delete",
        &json!({ "slug": SLUG, "year": YEAR }),
    );
    here.add("bibchips/add", "bib_chips", &race.chips[1..]);
    wait_until("the delete is seen", || {
        here.rows() == (race.rows.len() - five.len() + 5) as u64
    });

    let kept = here.mirror(there.address, &there.key, &[]);
    assert_eq!(
        (kept.code, kept.sent, kept.others),
        (Some(0), 0, 0),
        "{}",
        kept.said
    );
    let told = format!(
        "has {} rows (distances: 5K), 1 chip, 1 participant that are not here. They stay",
        five.len() - 5
    );
    assert!(kept.said.contains(&told), "{}", kept.said);
    assert_eq!(there.rows(), race.rows.len() as u64);

    let deleted = here.mirror(there.address, &there.key, &["--delete"]);
    assert_eq!(
        (deleted.code, deleted.sent, deleted.others),
        (Some(0), 5, race.chips.len() - 1),
        "{}",
        deleted.said
    );
    wait_until_equal(&here, &there);
}

/// A year of the event, as `event-year/add` takes it.
fn year(year: &str) -> Value {
    let date_time = format!("{year}/05/02 08:00:00 -07:00");
    json!({ "slug": SLUG, "event_year": { "year": year, "date_time": date_time, "live": false } })
}

#[test]
fn a_year_that_was_deleted_here_goes_only_with_delete() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    Race::of(30).upload(&here);
    let in_2025 = json!({ "slug": SLUG, "year": "2025", "results": [row(7, "Finish", 1, 3_007)] });
    here.done("POST", "event-year/add", &year("2025"));
    here.done("POST", "results/add", &in_2025);
    assert_eq!(here.mirror(there.address, &there.key, &[]).code, Some(0));
    let of_2025 = json!({ "slug": SLUG, "year": "2025" });
    let shown = |side: &Side| side.call("POST", "results/all", &of_2025).1["count"].clone();
    wait_until("both years are shown", || shown(&there) == 1);
    wait_until_equal(&here, &there);
    // only the other Chute has this one
    there.done("POST", "event-year/add", &year("2019"));
    assert_eq!(years(&there), ["2019", "2025", "2026"]);

    let delete_key = here.new_key("ada@example.org", "delete");
    let (status, answer) = here.call_with(&delete_key, "DELETE", "event-year/delete", &of_2025);
    assert_eq!(status, 200, "{answer}");
    let kept = here.mirror(there.address, &there.key, &[]);
    assert_eq!((kept.code, kept.sent), (Some(0), 0), "{}", kept.said);
    for told in [
        "2025: the year was deleted here. It stays over there; --delete",
        "2019: the other Chute has this year, which was never here. It stays.",
    ] {
        assert!(kept.said.contains(told), "{}", kept.said);
    }
    // a year that is named concerns no other
    let named = here.mirror(there.address, &there.key, &["--delete", "--year", YEAR]);
    assert_eq!(named.code, Some(0), "{}", named.said);

    // deletes that this key may not make are reported, and rows are sent all the same
    here.add("results/add", "results", &[row(90, "Finish", 1, 3_090)]);
    let refused = here.mirror(there.address, &there.key, &["--delete"]);
    assert_eq!(
        (refused.code, refused.sent),
        (Some(1), 1),
        "{}",
        refused.said
    );
    assert!(refused.said.contains("delete key"), "{}", refused.said);
    assert_eq!(years(&there), ["2019", "2025", "2026"]);

    let may_delete = there.new_key("ada@example.org", "delete");
    let deleted = here.mirror(there.address, &may_delete, &["--delete"]);
    assert_eq!(
        (deleted.code, deleted.sent),
        (Some(0), 0),
        "{}",
        deleted.said
    );
    assert_eq!(years(&there), ["2019", "2026"]);

    // the year is made again, with another row
    here.done("POST", "event-year/add", &year("2025"));
    let again = json!({ "slug": SLUG, "year": "2025", "results": [row(8, "Finish", 1, 3_008)] });
    here.done("POST", "results/add", &again);
    let made = here.mirror(there.address, &there.key, &[]);
    assert_eq!((made.code, made.sent), (Some(0), 1), "{}", made.said);
    wait_until("the new year is shown", || shown(&there) == 1);
}

/// The years of the event.
fn years(side: &Side) -> Vec<String> {
    let found = side.done("POST", "event-year/event", &json!({ "slug": SLUG }));
    let years = found["years"].as_array().unwrap().iter();
    years
        .map(|year| year["year"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_year_that_was_made_again_over_there_stays() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    Race::of(30).upload(&here);
    let in_2025 = |n: usize| json!({ "slug": SLUG, "year": "2025", "results": [row(n, "Finish", 1, 3_000 + n)] });
    let of_2025 = json!({ "slug": SLUG, "year": "2025" });
    for unchanged in ["2024", "2025"] {
        here.done("POST", "event-year/add", &year(unchanged));
    }
    here.done("POST", "results/add", &in_2025(7));
    let [delete_here, delete_there] =
        [&here, &there].map(|side| side.new_key("ada@example.org", "delete"));
    let follower = Follower::start(&here, &there, &delete_there, &["--delete"]);
    let shown = |bib: &str| {
        let (_, answer) = there.call("POST", "results/all", &of_2025);
        answer["count"] == 1 && answer.to_string().contains(&format!("\"bib\":\"{bib}\""))
    };
    wait_until("the year is there", || shown("7"));
    there.call_with(&delete_there, "DELETE", "event-year/delete", &of_2025);
    there.done("POST", "event-year/add", &year("2025"));
    there.done("POST", "results/add", &in_2025(9));
    wait_until("the new year is shown", || shown("9"));
    for of in [&of_2025, &json!({ "slug": SLUG, "year": "2024" })] {
        here.call_with(&delete_here, "DELETE", "event-year/delete", of);
    }
    let told = "2025: the year was deleted here, and changed over there since this began. It stays";
    wait_until("the end of it was seen", || {
        follower.has_said(told)
            || follower.has_said("2025: the year was deleted here. It is deleted there")
    });
    wait_until("the other one is gone", || {
        !years(&there).contains(&"2024".to_owned())
    });
    assert_eq!(years(&there), ["2025", "2026"]);
    assert!(shown("9"));
    let done = follower.interrupt();
    assert_eq!(done.code, Some(0), "{}", done.said);
    // who asks again, knows of it
    let again = here.mirror(there.address, &delete_there, &["--delete"]);
    assert_eq!(again.code, Some(0), "{}", again.said);
    assert_eq!(years(&there), ["2026"]);
}

#[test]
fn a_mirror_resumes_where_it_broke_off_and_sends_nothing_to_strangers() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    let race = Race::of(300);
    race.upload(&here);

    // nothing listens at the other end, so the run gives up
    let lost = here.mirror(NOBODY, &there.key, &["--patience", "1"]);
    assert_eq!((lost.code, lost.sent), (Some(1), 0));
    assert!(
        lost.said.contains("the same command goes on from here"),
        "{}",
        lost.said
    );

    // a run is killed halfway, while it waits for an answer
    let proxy = Proxy::answering(&runtime, there.address, usize::MAX, 12);
    let to = format!("http://{}/api/", proxy.address);
    let arguments = ["mirror", "--event", SLUG, "--to", &to, "--key", &there.key];
    let mut killed = here
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("half of the calls are made", || {
        proxy.calls.load(Ordering::Relaxed) > 12
    });
    killed.kill().unwrap();
    killed.wait().unwrap();
    // five batches of rows were acknowledged, whether or not they are visible yet
    let rest = here.mirror(there.address, &there.key, &[]);
    assert_eq!(
        (rest.code, rest.sent, rest.unchanged),
        (Some(0), race.rows.len() - 100, 100),
        "{}",
        rest.said
    );
    wait_until_equal(&here, &there);

    // on the other side the slug belongs to another account
    let stranger = there.account("eve@example.org");
    let refused = here.mirror(there.address, &stranger, &[]);
    assert_eq!(
        (refused.code, refused.sent, refused.others),
        (Some(1), 0, 0)
    );
    assert!(
        refused.said.contains("belongs to another account"),
        "{}",
        refused.said
    );
    assert!(
        !refused.said.contains("Läst") && !rest.said.contains("Läst"),
        "a name was told"
    );
}

#[test]
fn a_mirror_follows_a_race_that_goes_on() {
    let runtime = runtime();
    let (here, there) = (Side::start(&runtime), Side::start(&runtime));
    let race = Race::of(90);
    race.upload(&here);
    let follower = Follower::start(&here, &there, &there.key, &["--year", YEAR]);
    wait_until("the race is there", || there.rows() == 90);

    let more: Vec<Value> = (100..105).map(|n| row(n, "Finish", 1, 4_000 + n)).collect();
    here.add("results/add", "results", &more);
    wait_until("new rows are there", || there.rows() == 95);
    // somebody asks at check-in not to be named
    let mut asked = participant(1);
    asked["anonymous"] = true.into();
    here.add("participants/add", "participants", &[asked]);
    let named = || {
        there
            .call(
                "POST",
                "results/all",
                &json!({ "slug": SLUG, "year": YEAR }),
            )
            .1
            .to_string()
            .contains("First1\"")
    };
    wait_until("the name is gone", || !named());
    here.done(
        "DELETE",
        "results/delete",
        &json!({ "slug": SLUG, "year": YEAR }),
    );
    here.add("results/add", "results", &race.rows);
    let told = "has 5 rows (distances: 10K, 5K) that are not here. They stay";
    wait_until("the upload after the delete is seen", || {
        follower.has_said(told)
    });
    // nothing of it is sent before what comes later
    here.add("results/add", "results", &[row(105, "Finish", 1, 4_105)]);
    wait_until("the last row is there", || there.rows() == 96);

    let done = follower.interrupt();
    eprintln!("{done:?}");
    assert_eq!(done.code, Some(0), "{}", done.said);
    // 90, 5 new ones, one for the person who is anonymous now, and the last one; what was deleted
    // and uploaded again is still there
    assert_eq!((done.sent, done.unchanged), (97, 0), "{}", done.said);
    let (before, _) = done.said.split_once("1 of 95 rows").unwrap_or_default();
    assert!(
        !before.is_empty() && !before.contains("not here"),
        "{}",
        done.said
    );
    assert_eq!(there.rows(), 96);
}
