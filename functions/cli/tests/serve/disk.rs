//! A disk without room, and one that does not take what is written (`preload/disk.rs`).

use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::server::{Deployment, PATIENCE, Server, bibs, upload};

const SLUG: &str = "full";

/// The library that makes a disk faulty.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("faulty-disk-{}.so", process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preload/disk.rs");
        let rustc = Path::new(env!("CARGO")).with_file_name("rustc");
        let mut compile = Command::new(rustc);
        compile.args(["--edition", "2024", "--crate-type", "cdylib", "-o"]);
        assert!(
            compile
                .arg(&library)
                .arg(source)
                .status()
                .unwrap()
                .success()
        );
        library
    })
}

/// A deployment on a faulty disk.
pub struct OnDisk(pub Deployment);

impl OnDisk {
    pub fn start(&self, settings: &[(&str, &str)]) -> Server {
        let mut command = self.command();
        self.0
            .started(command.envs(settings.iter().copied()).spawn().unwrap())
    }

    pub fn command(&self) -> Command {
        let mut command = self.0.command();
        command
            .env("LD_PRELOAD", library())
            .env("FAULTY_DISK", self.0.data());
        command
    }

    fn used(&self) -> u64 {
        let files = fs::read_dir(self.0.data()).unwrap();
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum()
    }

    /// Leaves room for this many bytes more.
    fn leave(&self, bytes: u64) {
        let room = self.used() + bytes;
        // in one step, for a process that reads it
        let (part, file) = (self.0.path("data.part"), self.0.path("data.room"));
        fs::write(&part, room.to_string()).unwrap();
        fs::rename(part, file).unwrap();
    }
}

fn add(server: &Server, key: &str, first: usize) -> Option<(u16, Value)> {
    server.call("POST", "results/add", key, &upload(SLUG, first))
}

/// Stored rows can be read, the reason is given, and no write is accepted.
fn is_read_only(server: &Server, key: &str, stored: &[usize]) {
    let (status, health) = server.get("health").unwrap();
    assert_eq!((status, &health["status"]), (200, &Value::from("ok")));
    assert_eq!(health["disk"]["fault"], "full", "{health}");
    let pointer = server
        .get(&format!("downloads/results/{SLUG}/2026/current.json"))
        .unwrap();
    assert_eq!(pointer.0, 200);
    let shown = bibs(server, SLUG, key);
    assert!(
        !shown.is_empty() && shown.iter().all(|bib| stored.contains(bib)),
        "{shown:?}"
    );
    let (status, answer) = add(server, key, 90_000).unwrap();
    let reason = answer["message"].as_str().unwrap();
    assert_eq!(status, 503, "{answer}");
    assert!(reason.starts_with("No Room On The Disk."), "{answer}");
}

/// Uploads until there is no room.
fn until_refused(server: &Server, key: &str, stored: &mut Vec<usize>) {
    let next = stored.len();
    for first in (next..).step_by(20) {
        match add(server, key, first).unwrap() {
            (200, _) => stored.extend(first..first + 20),
            (status, answer) => {
                assert_eq!(status, 503, "{answer}");
                return;
            }
        }
        assert!(stored.len() < 50_000, "the disk was never full");
    }
}

#[test]
fn without_room_it_is_read_only_starts_and_writes_again_by_itself() {
    let disk = OnDisk(Deployment::new());
    let server = disk.start(&[]);
    let key = server.race(SLUG);
    let mut stored: Vec<usize> = (0..20).collect();
    assert_eq!(add(&server, &key, 0).unwrap().0, 200);
    server.settle(SLUG, PATIENCE);

    disk.leave(400_000);
    until_refused(&server, &key, &mut stored);
    is_read_only(&server, &key, &stored);
    // from here on somebody else takes all the room there is
    disk.leave(0);
    is_read_only(&server, &key, &stored);
    assert_eq!(server.end(), Some(0), "{}", disk.0.log());

    // a start may itself free some room
    disk.leave(0);
    let server = disk.start(&[]);
    disk.leave(0);
    until_refused(&server, &key, &mut stored);
    is_read_only(&server, &key, &stored);
    server.kill();

    // also if nothing was kept for it, as by an earlier version
    fs::remove_file(disk.0.data().join("reserve")).unwrap();
    disk.leave(0);
    let server = disk.start(&[]);
    is_read_only(&server, &key, &stored);

    fs::remove_file(disk.0.path("data.room")).unwrap();
    let began = Instant::now();
    while add(&server, &key, 90_000).unwrap().0 != 200 {
        assert!(began.elapsed() < PATIENCE, "it stays read-only");
        thread::sleep(Duration::from_millis(50));
    }
    stored.extend(90_000..90_020);
    assert_ne!(server.get("health").unwrap().1["disk"]["fault"], "full");
    server.settle(SLUG, PATIENCE);
    let there = bibs(&server, SLUG, &key);
    assert!(
        stored.iter().all(|bib| there.binary_search(bib).is_ok()),
        "{} of {} are left",
        there.len(),
        stored.len()
    );
}

#[test]
fn rows_on_a_full_disk_are_published_once_there_is_room() {
    let disk = OnDisk(Deployment::new());
    let server = disk.start(&[]);
    let key = server.race(SLUG);
    assert_eq!(add(&server, &key, 0).unwrap().0, 200);
    server.settle(SLUG, PATIENCE);
    assert_eq!(add(&server, &key, 20).unwrap().0, 200);
    // before it is published
    server.kill();

    fs::remove_file(disk.0.data().join("reserve")).unwrap();
    disk.leave(0);
    let server = disk.start(&[]);
    let began = Instant::now();
    while !disk
        .0
        .log()
        .contains("could not be compared with the tables")
    {
        assert!(began.elapsed() < PATIENCE, "{}", disk.0.log());
        thread::sleep(Duration::from_millis(50));
    }
    fs::remove_file(disk.0.path("data.room")).unwrap();
    are_there(&server, &key, &(0..40).collect::<Vec<_>>());
}

/// Uploads until a sync has failed. Returns whose rows were acknowledged.
fn until_something_is_lost(disk: &OnDisk, server: &Server, key: &str) -> Vec<usize> {
    assert_eq!(add(server, key, 0).unwrap().0, 200);
    fs::write(disk.0.path("data.lost"), "").unwrap();
    let mut stored: Vec<usize> = (0..20).collect();
    for first in (20..).step_by(20) {
        match add(server, key, first) {
            Some((200, _)) => stored.extend(first..first + 20),
            Some((status, answer)) => {
                assert_eq!(status, 503, "{answer}");
                break;
            }
            None => break,
        }
        assert!(stored.len() < 50_000, "no sync has failed");
    }
    stored
}

fn are_there(server: &Server, key: &str, stored: &[usize]) {
    server.settle(SLUG, PATIENCE);
    let there = bibs(server, SLUG, key);
    assert!(
        stored.iter().all(|bib| there.binary_search(bib).is_ok()),
        "{} of {} are left",
        there.len(),
        stored.len()
    );
}

#[test]
fn after_a_failed_sync_it_starts_itself_anew() {
    let disk = OnDisk(Deployment::new());
    let server = disk.start(&[]);
    let key = server.race(SLUG);
    let stored = until_something_is_lost(&disk, &server, &key);
    let began = Instant::now();
    while add(&server, &key, 90_000).is_none_or(|(status, _)| status != 200) {
        assert!(began.elapsed() < PATIENCE, "{}", disk.0.log());
        thread::sleep(Duration::from_millis(50));
    }
    assert!(disk.0.log().contains("it starts anew"));
    are_there(&server, &key, &stored);
    // it is the same process for whoever has started it
    assert_eq!(server.end(), Some(0), "{}", disk.0.log());
}

#[test]
fn after_a_failed_sync_a_supervisor_starts_it_again() {
    let disk = OnDisk(Deployment::new());
    let mut server = disk.start(&[("INVOCATION_ID", "0123456789abcdef")]);
    let key = server.race(SLUG);
    let stored = until_something_is_lost(&disk, &server, &key);
    assert_eq!(server.process.wait().unwrap().code(), Some(1));
    assert!(disk.0.log().contains("start it again"), "{}", disk.0.log());
    let server = disk.start(&[]);
    are_there(&server, &key, &stored);
}
