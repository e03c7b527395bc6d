//! A process of `chute serve`, its data folder, and calls to it.

use std::{
    ffi::OsString,
    fs,
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{self, Child, Command, Output, Stdio},
    sync::atomic::{AtomicU16, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

pub const CHUTE: &str = env!("CARGO_BIN_EXE_chute");
/// How long a test waits for an answer, a publication or the end of a process, also on a machine
/// that is busy with something else.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// The data and site of one deployment, and the port on which its processes listen, one after
/// another.
pub struct Deployment {
    folder: TempDir,
    pub data: PathBuf,
    port: u16,
    /// Further arguments of `chute serve`.
    pub options: Vec<OsString>,
}

impl Deployment {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("site")).unwrap();
        fs::write(folder.path().join("site/index.html"), "<!doctype html>").unwrap();
        Self {
            data: folder.path().join("data"),
            folder,
            port: free_port(),
            options: Vec::new(),
        }
    }

    pub fn data(&self) -> PathBuf {
        self.data.clone()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// The command that serves the folder.
    pub fn command(&self) -> Command {
        let mut command = Command::new(CHUTE);
        self.arguments(&mut command);
        command
    }

    /// The same as people type it, with its log in the folder.
    pub fn typed_command(&self) -> Command {
        let mut command = Command::new(CHUTE);
        self.typed_arguments(&mut command);
        command
    }

    fn typed_arguments(&self, command: &mut Command) {
        command.args(["serve", "--data"]).arg(self.data());
        command
            .args(["--listen", &format!("127.0.0.1:{}", self.port), "--site"])
            .arg(self.path("site"))
            .args(&self.options);
    }

    fn arguments(&self, command: &mut Command) {
        let log = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path("log"))
            .unwrap();
        self.typed_arguments(command);
        command.args(["--log", "json"]);
        command.stdout(log.try_clone().unwrap()).stderr(log);
    }

    /// Runs `chute backup` into this file.
    pub fn back_up(&self, file: &Path) -> Output {
        Command::new(CHUTE)
            .arg("backup")
            .arg(file)
            .arg("--data")
            .arg(self.data())
            .output()
            .unwrap()
    }

    pub fn start(&self) -> Server {
        self.started(self.command().spawn().unwrap())
    }

    /// Starts it with these environment variables.
    pub fn start_with(&self, settings: &[(&str, &str)]) -> Server {
        let mut command = self.command();
        self.started(command.envs(settings.iter().copied()).spawn().unwrap())
    }

    /// Starts it with a limit of this many blocks of 512 bytes for every file, which to a writer
    /// looks like a full disk.
    pub fn start_limited(&self, blocks: u32) -> Server {
        self.start_after(&format!("trap '' XFSZ; ulimit -f {blocks}"))
    }

    /// Starts it with a limit of this many open files, which it cannot raise.
    pub fn start_with_files(&self, files: u32) -> Server {
        self.start_after(&format!("ulimit -n {files}"))
    }

    /// Starts it in a shell that has done this.
    fn start_after(&self, done: &str) -> Server {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{done}; exec \"$0\" \"$@\""), CHUTE]);
        self.arguments(&mut command);
        self.started(command.spawn().unwrap())
    }

    /// Waits until this process of the deployment answers.
    pub fn started(&self, process: Child) -> Server {
        let agent = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .build()
            .into();
        let server = Server {
            process,
            data: self.data(),
            base: format!("http://127.0.0.1:{}/", self.port),
            agent,
        };
        let began = Instant::now();
        while server.get("health").is_none() {
            assert!(began.elapsed() < PATIENCE, "no answer: {}", self.log());
            thread::sleep(Duration::from_millis(5));
        }
        server
    }
}

/// A free port that stays free between two processes of a deployment: the system takes those for
/// connections, and for listeners without a wish, from 32,768 on.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let own = u16::try_from(process::id() % 1_000).unwrap() * 10;
    loop {
        let port = 20_000 + (own + NEXT.fetch_add(1, Relaxed)) % 10_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Drop for Deployment {
    /// Keeps the folder of a failed test, so that it can be examined.
    fn drop(&mut self) {
        if thread::panicking() {
            self.folder.disable_cleanup(true);
            eprintln!("data and log are kept in {}", self.folder.path().display());
        }
    }
}

/// A process that answers. It is killed when dropped.
pub struct Server {
    pub process: Child,
    data: PathBuf,
    base: String,
    agent: Agent,
}

impl Server {
    /// The address of a path such as "api/".
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Host and port, for a connection of one's own.
    pub fn socket(&self) -> &str {
        self.base
            .trim_start_matches("http://")
            .trim_end_matches('/')
    }

    /// The answer's status and raw body.
    pub fn text(&self, path: &str) -> (u16, String) {
        let mut answer = self
            .agent
            .get(self.address(path))
            .header("Accept", "*/*")
            .call()
            .unwrap();
        (
            answer.status().as_u16(),
            answer.body_mut().read_to_string().unwrap(),
        )
    }

    /// The status of the answer to a `GET` with these headers.
    pub fn status_with(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let request = self.agent.get(self.address(path));
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        request.call().unwrap().status().as_u16()
    }

    pub fn get(&self, path: &str) -> Option<(u16, Value)> {
        let mut answer = self.agent.get(format!("{}{path}", self.base)).call().ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((
            answer.status().as_u16(),
            serde_json::from_str(&text).unwrap_or_default(),
        ))
    }

    /// The body of an answer to a `GET` with a key.
    pub fn get_with(&self, path: &str, key: &str) -> Value {
        let request = self.agent.get(self.address(path));
        let request = request.header("Authorization", format!("Bearer {key}"));
        serde_json::from_str(&request.call().unwrap().body_mut().read_to_string().unwrap()).unwrap()
    }

    /// The status of the answer to a form with these headers.
    pub fn form(&self, path: &str, fields: &str, headers: &[(&str, &str)]) -> u16 {
        let request = self
            .agent
            .post(self.address(path))
            .header("Content-Type", "application/x-www-form-urlencoded");
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        request.send(fields).unwrap().status().as_u16()
    }

    /// The answer's status and body; `None` if there was no answer.
    pub fn call(&self, method: &str, path: &str, key: &str, body: &Value) -> Option<(u16, Value)> {
        let address = format!("{}api/{path}", self.base);
        let request = match method {
            "DELETE" => self.agent.delete(&address).force_send_body(),
            "PUT" => self.agent.put(&address),
            _ => self.agent.post(&address),
        };
        let request = request
            .header("Authorization", format!("Bearer {key}"))
            .header("Accept", "application/json");
        let mut answer = request
            .header("Content-Type", "application/json")
            .send(body.to_string())
            .ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((
            answer.status().as_u16(),
            serde_json::from_str(&text).unwrap_or_default(),
        ))
    }

    pub fn operator(&self, arguments: &[&str], given: &str) -> String {
        let mut command = Command::new(CHUTE);
        let mut command = command
            .arg("--data")
            .arg(&self.data)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        command
            .stdin
            .take()
            .unwrap()
            .write_all(given.as_bytes())
            .unwrap();
        let done = command.wait_with_output().unwrap();
        assert!(
            done.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    /// Creates an account and an event with the year 2026. Returns a delete key for it.
    pub fn race(&self, slug: &str) -> String {
        self.operator(
            &[
                "admin",
                "create",
                "--email",
                "ada@example.org",
                "--name",
                "Ada",
                "--password-stdin",
            ],
            "correct horse",
        );
        let key = self.operator(
            &[
                "key",
                "create",
                "--email",
                "ada@example.org",
                "--type",
                "delete",
                "--name",
                "T",
            ],
            "",
        );
        let event = json!({"event": {"name": "A race", "slug": slug, "contact_email": "a@example.org", "type": "distance", "access_restricted": false}});
        assert_eq!(self.call("POST", "event/add", &key, &event).unwrap().0, 200);
        let year = json!({"slug": slug, "event_year": {"year": "2026", "date_time": "2026/04/05 07:30:00 -04:00", "live": true}});
        assert_eq!(
            self.call("POST", "event-year/add", &key, &year).unwrap().0,
            200
        );
        key
    }

    /// Waits until the published files match the tables, but no longer than `patience`.
    pub fn settle(&self, slug: &str, patience: Duration) {
        let began = Instant::now();
        loop {
            let checking = Instant::now();
            let mut check = Command::new(CHUTE);
            let done = check
                .arg("--data")
                .arg(&self.data)
                .args(["rebuild", "--check", "--slug", slug])
                .output()
                .unwrap();
            if done.status.success() {
                return;
            }
            assert!(
                began.elapsed() < patience,
                "{}",
                String::from_utf8_lossy(&done.stderr)
            );
            // a check takes processor time from the process it waits for
            thread::sleep(checking.elapsed() * 2);
        }
    }

    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks the process to end. Returns its exit code.
    pub fn end(mut self) -> Option<i32> {
        assert!(
            Command::new("kill")
                .arg(self.process.id().to_string())
                .status()
                .unwrap()
                .success()
        );
        let began = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code();
            }
            assert!(began.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.try_wait().is_ok_and(|ended| ended.is_none()) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

pub fn row(person: usize, distance: &str) -> Value {
    json!({
        "person_id": format!("p{person}"), "bib": person.to_string(), "first": format!("First{person}"), "last": "Last", "age": 30, "gender": "Woman",
        "age_group": "30-39", "distance": distance, "seconds": person, "milliseconds": 0, "chip_seconds": person, "chip_milliseconds": 0,
        "segment": "Finish", "location": "Finish", "occurence": 1, "ranking": -1, "age_ranking": -1, "gender_ranking": -1, "finish": true,
        "type": 0, "anonymous": false, "division": "", "division_ranking": -1, "local_time": "2026-04-05T08:00:00-04:00",
    })
}

/// The body of an upload of twenty rows, from this person on.
pub fn upload(slug: &str, first: usize) -> Value {
    let rows: Vec<Value> = (first..first + 20)
        .map(|person| row(person, "5K"))
        .collect();
    json!({"slug": slug, "year": "2026", "results": rows})
}

/// The bibs in `results/all`, which shows the published version, in order.
pub fn bibs(server: &Server, slug: &str, key: &str) -> Vec<usize> {
    fn collect(value: &Value, found: &mut Vec<usize>) {
        match value {
            Value::Object(fields) => {
                found.extend(
                    fields
                        .get("bib")
                        .and_then(Value::as_str)
                        .and_then(|bib| bib.parse::<usize>().ok()),
                );
                fields.values().for_each(|value| collect(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let (status, answer) = server
        .call(
            "POST",
            "results/all",
            key,
            &json!({"slug": slug, "year": "2026"}),
        )
        .unwrap();
    assert_eq!(status, 200, "{answer}");
    let mut found = Vec::new();
    collect(&answer, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}
