//! `chute serve` killed at random moments, again and again: what it acknowledged is there, what it acknowledged as deleted is not, and what
//! it publishes is what its tables say.
//!
//! `CHUTE_KILLS` says how often (20; the figures of docs/self-hosting.md are of 300), `CHUTE_KILLS_SEED` with which randomness.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Mutex, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use ureq::Agent;

const CHUTE: &str = env!("CARGO_BIN_EXE_chute");
const DISTANCES: [&str; 2] = ["Kept", "Deleted"];
const CALLERS: usize = 4;
/// A process that was killed and one that begins again take seconds, on a machine that is slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// A row by its person's number, as the callers know it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    /// An answer said that it is stored.
    Stored,
    /// An answer said that it is deleted.
    Gone,
    /// A call about it had no answer: both are right.
    Unknown,
}

struct Server {
    process: Child,
    data: PathBuf,
    base: String,
    agent: Agent,
}

impl Server {
    fn start(data: &Path, site: &Path, port: u16) -> Self {
        let listen = format!("127.0.0.1:{port}");
        let log = fs::OpenOptions::new().create(true).append(true).open(data.with_extension("log")).unwrap();
        let process = Command::new(CHUTE)
            .args(["serve", "--data"])
            .arg(data)
            .args(["--listen", &listen, "--site"])
            .arg(site)
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        let agent = Agent::config_builder().timeout_global(Some(Duration::from_secs(10))).http_status_as_error(false).build().into();
        let server = Self { process, data: data.to_owned(), base: format!("http://{listen}/"), agent };
        let began = Instant::now();
        while server.get("api/health").is_none() {
            assert!(began.elapsed() < PATIENCE, "no answer: {}", fs::read_to_string(data.with_extension("log")).unwrap());
            thread::sleep(Duration::from_millis(5));
        }
        server
    }

    fn get(&self, path: &str) -> Option<Value> {
        let mut answer = self.agent.get(format!("{}{path}", self.base)).call().ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some(serde_json::from_str(&text).unwrap_or_default())
    }

    /// The answer's status and body; `None` when there was none.
    fn call(&self, method: &str, path: &str, key: &str, body: &Value) -> Option<(u16, Value)> {
        let address = format!("{}api/{path}", self.base);
        let request = if method == "DELETE" { self.agent.delete(&address).force_send_body() } else { self.agent.post(&address) };
        let request = request.header("Authorization", format!("Bearer {key}")).header("Accept", "application/json");
        let mut answer = request.header("Content-Type", "application/json").send(body.to_string()).ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default()))
    }

    fn operator(&self, arguments: &[&str], given: &str) -> String {
        let mut command = Command::new(CHUTE);
        let mut command =
            command.arg("--data").arg(&self.data).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        command.stdin.take().unwrap().write_all(given.as_bytes()).unwrap();
        let done = command.wait_with_output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn row(person: usize, distance: &str) -> Value {
    json!({
        "person_id": format!("p{person}"), "bib": person.to_string(), "first": format!("First{person}"), "last": "Last", "age": 30, "gender": "Woman",
        "age_group": "30-39", "distance": distance, "seconds": person, "milliseconds": 0, "chip_seconds": person, "chip_milliseconds": 0,
        "segment": "Finish", "location": "Finish", "occurence": 1, "ranking": -1, "age_ranking": -1, "gender_ranking": -1, "finish": true,
        "type": 0, "anonymous": false, "division": "", "division_ranking": -1, "local_time": "2026-04-05T08:00:00-04:00",
    })
}

fn number(variable: &str, default: usize) -> usize {
    env::var(variable).ok().map_or(default, |text| text.parse().unwrap())
}

/// Numbers that look random and are the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[test]
fn nothing_acknowledged_is_lost() {
    let kills = number("CHUTE_KILLS", 20);
    let mut chance = Chance(number("CHUTE_KILLS_SEED", 1) as u64 * 0x9E37_79B9_7F4A_7C15 | 1);
    let place = tempfile::tempdir().unwrap();
    let (data, site) = (place.path().join("data"), place.path().join("site"));
    fs::create_dir(&site).unwrap();
    fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();

    let server = Server::start(&data, &site, port);
    server.operator(&["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin"], "correct horse");
    let key = server.operator(&["key", "create", "--email", "ada@example.org", "--type", "delete", "--name", "T"], "");
    let event = json!({"event": {"name": "Kill", "slug": "kill", "contact_email": "a@example.org", "type": "distance", "access_restricted": false}});
    assert_eq!(server.call("POST", "event/add", &key, &event).unwrap().0, 200);
    let year = json!({"slug": "kill", "event_year": {"year": "2026", "date_time": "2026/04/05 07:30:00 -04:00", "live": true}});
    assert_eq!(server.call("POST", "event-year/add", &key, &year).unwrap().0, 200);

    let fates: Mutex<BTreeMap<usize, (usize, Fate)>> = Mutex::default();
    let next = AtomicUsize::new(0);
    // what is uploaded while it is deleted may be before it or after it
    let deleting = RwLock::new(());
    let mut server = server;
    for kill in 0..kills {
        let ended = AtomicBool::new(false);
        // long enough for publications, short enough to hit the start, too
        let moment = Duration::from_millis(chance.below(if kill % 3 == 0 { 3_000 } else { 400 }));
        thread::scope(|scope| {
            for caller in 0..CALLERS {
                let (server, key, fates, next, ended, deleting) = (&server, &key, &fates, &next, &ended, &deleting);
                scope.spawn(move || {
                    while !ended.load(SeqCst) {
                        if caller == 0 && next.load(SeqCst) % 7 == 3 {
                            let _alone = deleting.write().unwrap();
                            delete(server, key, fates);
                        }
                        let _not_deleted = deleting.read().unwrap();
                        upload(server, key, fates, next.fetch_add(20, SeqCst), caller % 2);
                    }
                });
            }
            thread::sleep(moment);
            let id = server.process.id();
            Command::new("kill").args(["-9", &id.to_string()]).status().unwrap();
            ended.store(true, SeqCst);
        });
        server.kill();
        server = Server::start(&data, &site, port);
    }

    // what is published follows within seconds, and is what the tables say
    let began = Instant::now();
    let rebuilt = loop {
        let mut check = Command::new(CHUTE);
        let done = check.arg("--data").arg(&data).args(["rebuild", "--check", "--slug", "kill"]).output().unwrap();
        if done.status.success() || began.elapsed() > PATIENCE {
            break done;
        }
        thread::sleep(Duration::from_millis(500));
    };
    assert!(rebuilt.status.success(), "{}", String::from_utf8_lossy(&rebuilt.stderr));
    let (status, answer) = server.call("POST", "results/all", &key, &json!({"slug": "kill", "year": "2026"})).unwrap();
    assert_eq!(status, 200, "{answer}");
    let there: Vec<usize> = rows_of(&answer);
    let fates = fates.into_inner().unwrap();
    let (mut stored, mut gone) = (0, 0);
    for (person, (_, fate)) in &fates {
        match (fate, there.contains(person)) {
            (Fate::Stored, is_there) => {
                assert!(is_there, "person {person} was acknowledged and is lost");
                stored += 1;
            }
            (Fate::Gone, is_there) => {
                assert!(!is_there, "person {person} was deleted and is back");
                gone += 1;
            }
            (Fate::Unknown, _) => {}
        }
    }
    eprintln!(
        "{kills} kills: {stored} rows acknowledged and there, {gone} deleted and gone, {} of neither answer",
        fates.len() - stored - gone
    );
    assert!(stored > 20 * kills / 4, "hardly anything was uploaded: {stored}");
    server.kill();
}

fn upload(server: &Server, key: &str, fates: &Mutex<BTreeMap<usize, (usize, Fate)>>, first: usize, distance: usize) {
    let people = first..first + 20;
    let rows: Vec<Value> = people.clone().map(|person| row(person, DISTANCES[distance])).collect();
    // known before it is sent: a delete may be answered meanwhile
    let note = |fate: Fate| people.clone().for_each(|person| drop(fates.lock().unwrap().insert(person, (distance, fate))));
    note(Fate::Unknown);
    match server.call("POST", "results/add", key, &json!({"slug": "kill", "year": "2026", "results": rows})) {
        Some((200, answer)) => {
            assert_eq!(answer["count"], 20, "{answer}");
            note(Fate::Stored);
        }
        Some((status, answer)) => assert!(status >= 500, "{status} {answer}"),
        None => {}
    }
}

/// Deletes a distance.
fn delete(server: &Server, key: &str, fates: &Mutex<BTreeMap<usize, (usize, Fate)>>) {
    let known: Vec<(usize, Fate)> =
        fates.lock().unwrap().iter().filter(|(_, (distance, _))| *distance == 1).map(|(person, (_, fate))| (*person, *fate)).collect();
    let answer = server.call("DELETE", "results/delete", key, &json!({"slug": "kill", "year": "2026", "distance": DISTANCES[1]}));
    let fate = if matches!(answer, Some((200, _))) { Fate::Gone } else { Fate::Unknown };
    let mut fates = fates.lock().unwrap();
    for (person, before) in known {
        // one whose upload had no answer may still be stored: by a request that the delete has overtaken
        let fate = if before == Fate::Unknown {
            Fate::Unknown
        } else if before == Fate::Gone {
            Fate::Gone
        } else {
            fate
        };
        fates.insert(person, (1, fate));
    }
}

fn rows_of(answer: &Value) -> Vec<usize> {
    fn collect(value: &Value, found: &mut Vec<usize>) {
        match value {
            Value::Object(fields) => {
                if let Some(bib) = fields.get("bib").and_then(Value::as_str).and_then(|bib| bib.parse().ok()) {
                    found.push(bib);
                }
                fields.values().for_each(|value| collect(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(answer, &mut found);
    found
}
