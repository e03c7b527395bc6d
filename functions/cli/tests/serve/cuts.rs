//! Cuts the power, again and again: the process is killed, and of what it had written and not
//! synced some is taken back (`preload/disk.rs`, `preload/unsynced.rs`), as a disk without power
//! forgets it. What it acknowledged, and what it showed anybody, is there all the same.
//!
//! `CHUTE_CUTS` sets how often (5 by default), `CHUTE_KILLS_SEED` the random seed.

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::MetadataExt,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use chute_serve::integrity;
use serde_json::json;

use crate::{
    disk::OnDisk,
    kills::{Chance, Race, SLUG, number},
    server::{Deployment, PATIENCE, Server, bibs, row},
    unsynced::{self, NAMES, Note, kept},
};

/// A file whose syncs can be held up.
const LOG: &str = "tables.db-wal";

/// A folder whose disk forgets.
struct Forgetful {
    disk: OnDisk,
    /// The part of each file's writes that a cut leaves; random if not given.
    always: Option<Reaches>,
    taken: Taken,
}

#[derive(Debug, Default)]
struct Taken {
    /// Changes of names, out of those that were not synced.
    names: [usize; 2],
    /// Sectors in an earlier state, out of those that were not synced.
    sectors: [usize; 2],
    /// Writes of which a part is there, and a part is not.
    torn: usize,
}

impl fmt::Display for Taken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([names, of_names], [sectors, of_sectors]) = (self.names, self.sectors);
        write!(
            to,
            "taken back: {sectors} of {of_sectors} sectors and {names} of {of_names} names that were not synced, {} writes torn",
            self.torn
        )
    }
}

/// How much of a file reaches the disk.
#[derive(Clone, Copy)]
enum Reaches {
    Nothing,
    Everything,
    /// The new size of the file, with zeros in it.
    Size,
    /// The writes before this one, and a part of this one.
    Until(usize),
    /// Of each sector the first so many of its writes: later ones may be there without earlier ones.
    Some,
}

/// A write, or a new size, as a step from one content of a file to the next.
struct Step {
    at: usize,
    new: Vec<u8>,
    size: usize,
}

impl Forgetful {
    fn new() -> Self {
        let disk = OnDisk(Deployment::new());
        fs::create_dir(disk.0.path("data.unsynced")).unwrap();
        Self {
            disk,
            always: None,
            taken: Taken::default(),
        }
    }

    fn start(&self) -> Server {
        let server = self.disk.start(&[]);
        let (status, health) = server.get("health").unwrap();
        assert_eq!(status, 200, "{health}");
        server
    }

    /// A loss of power after a first start: both databases are whole then.
    fn cut(&mut self, chance: &mut Chance) {
        self.forget(chance);
        self.is_whole(&self.disk.0.data());
    }

    /// Takes back some of what is not synced. No process may work on the folder.
    fn forget(&mut self, chance: &mut Chance) {
        let [folder, notes] = [self.disk.0.data(), self.disk.0.path("data.unsynced")];
        // a first start can be cut off before it has made the folder
        if !folder.exists() {
            return;
        }
        self.take_names_back(&folder, &notes, chance);
        let files: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            // a socket has no content
            .filter(|file| file.is_file())
            .collect();
        for file in files {
            let inode = fs::metadata(&file).unwrap().ino();
            if file.to_str().unwrap().ends_with("-shm") {
                fs::remove_file(&file).unwrap();
            } else {
                let steps = unsynced(&notes.join(inode.to_string()));
                self.take_writes_back(&file, steps, chance);
            }
        }
        fs::remove_dir_all(&notes).unwrap();
        fs::create_dir(&notes).unwrap();
    }

    /// Looks at a copy: a look replays the log and would leave less to the next start.
    fn is_whole(&self, folder: &Path) {
        let copy = self.disk.0.path("copy");
        let _ = fs::remove_dir_all(&copy);
        fs::create_dir(&copy).unwrap();
        for name in ["tables.db", "objects.db"] {
            for name in [name.to_owned(), format!("{name}-wal")] {
                if folder.join(&name).exists() {
                    fs::copy(folder.join(&name), copy.join(&name)).unwrap();
                }
            }
            let check = if name == "tables.db" {
                integrity::of_tables
            } else {
                integrity::of_objects
            };
            check(&copy.join(name)).unwrap();
        }
    }

    /// Names change in order: no change is there without those before it.
    fn take_names_back(&mut self, folder: &Path, notes: &Path, chance: &mut Chance) {
        let changes = unsynced(&notes.join(NAMES));
        let left = match self.always {
            Some(Reaches::Nothing) => 0,
            Some(_) => changes.len(),
            None => chance.below(changes.len() as u64 + 1) as usize,
        };
        self.taken.names[0] += changes.len() - left;
        self.taken.names[1] += changes.len();
        for change in changes.into_iter().skip(left).rev() {
            match change {
                Note::Created { name } => {
                    let _ = fs::remove_file(folder.join(name));
                }
                // the kill may have come between a note and what it is about
                Note::Renamed { from, to, replaced } if !folder.join(&from).exists() => {
                    fs::rename(folder.join(&to), folder.join(from)).unwrap();
                    if let Some(inode) = replaced {
                        fs::rename(notes.join(kept(inode)), folder.join(to)).unwrap();
                    }
                }
                Note::Removed { name, inode } if !folder.join(&name).exists() => {
                    fs::rename(notes.join(kept(inode)), folder.join(name)).unwrap();
                }
                _ => {}
            }
        }
    }

    fn take_writes_back(&mut self, file: &Path, notes: Vec<Note>, chance: &mut Chance) {
        let mut image = fs::read(file).unwrap();
        let mut steps = Vec::new();
        for note in notes.into_iter().rev() {
            let size = image.len();
            let (at, new) = match note {
                Note::Written {
                    at,
                    count,
                    size: before,
                    old,
                } => {
                    let (at, end) = (at as usize, (at + count) as usize);
                    // less is there if the kill came before the write
                    let new = image.get(at..end.min(size)).unwrap_or_default().to_vec();
                    image.resize(size.max(at + old.len()), 0);
                    image[at..at + old.len()].copy_from_slice(&old);
                    image.resize(before as usize, 0);
                    (at, new)
                }
                Note::Resized { from, to, old } => {
                    let (from, to) = (from as usize, to as usize);
                    image.resize(from, 0);
                    image[from - old.len()..].copy_from_slice(&old);
                    (to.min(from), vec![0; old.len()])
                }
                _ => continue,
            };
            steps.push(Step { at, new, size });
        }
        if steps.is_empty() {
            return;
        }
        steps.reverse();
        let reaches = self.always.unwrap_or_else(|| match chance.below(6) {
            0 => Reaches::Nothing,
            1 => Reaches::Everything,
            2 => Reaches::Size,
            3 | 4 => Reaches::Until(chance.below(steps.len() as u64) as usize),
            _ => Reaches::Some,
        });
        self.apply(&mut image, &steps, reaches, chance);
        let mut open = OpenOptions::new().write(true).open(file).unwrap();
        open.write_all(&image).unwrap();
        open.set_len(image.len() as u64).unwrap();
    }

    fn apply(
        &mut self,
        image: &mut Vec<u8>,
        steps: &[Step],
        reaches: Reaches,
        chance: &mut Chance,
    ) {
        let sector = if chance.below(2) == 0 { 512 } else { 4096 };
        let sizes: Vec<usize> = [image.len()]
            .into_iter()
            .chain(steps.iter().map(|step| step.size))
            .collect();
        let size = match reaches {
            Reaches::Nothing => sizes[0],
            Reaches::Everything | Reaches::Size => sizes[steps.len()],
            Reaches::Until(step) => sizes[step + chance.below(2) as usize],
            Reaches::Some => sizes[chance.below(sizes.len() as u64) as usize],
        };
        let parts = |step: &Step| {
            let (at, end) = (step.at, step.at + step.new.len());
            (at / sector..end.div_ceil(sector))
                .map(move |number| {
                    (
                        number,
                        at.max(number * sector)..end.min((number + 1) * sector),
                    )
                })
                .collect::<Vec<_>>()
        };
        let mut writes: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, _) in steps.iter().flat_map(parts) {
            *writes.entry(number).or_default() += 1;
        }
        let end = steps.iter().map(|step| step.at + step.new.len()).max();
        image.resize(image.len().max(end.unwrap_or_default()).max(size), 0);
        let left: BTreeMap<usize, usize> = writes
            .iter()
            .map(|(number, count)| (*number, chance.below(*count as u64 + 1) as usize))
            .collect();
        let mut done: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, step) in steps.iter().enumerate() {
            let mut there = 0;
            let parts = parts(step);
            for (number, part) in &parts {
                let before = done.entry(*number).or_default();
                let is_there = match reaches {
                    Reaches::Nothing | Reaches::Size => false,
                    Reaches::Everything => true,
                    Reaches::Until(until) => {
                        place < until || place == until && chance.below(2) == 0
                    }
                    Reaches::Some => *before < left[number],
                };
                if is_there {
                    let new = &step.new[part.start - step.at..part.end - step.at];
                    image[part.clone()].copy_from_slice(new);
                    *before += 1;
                    there += 1;
                }
            }
            self.taken.torn += usize::from(there > 0 && there < parts.len());
        }
        let whole = writes
            .iter()
            .filter(|(number, count)| done[number] == **count);
        self.taken.sectors[0] += writes.len() - whole.count();
        self.taken.sectors[1] += writes.len();
        image.truncate(size);
    }
}

/// The notes of what is not on the disk, in order.
fn unsynced(log: &Path) -> Vec<Note> {
    let notes = unsynced::all(&fs::read(log).unwrap_or_default());
    let synced = notes.iter().filter_map(|(_, note)| match note {
        Note::Synced { before } => Some(*before),
        _ => None,
    });
    let from = synced.max().unwrap_or_default();
    notes
        .into_iter()
        .filter(|(at, note)| *at >= from && !matches!(note, Note::Synced { .. }))
        .map(|(_, note)| note)
        .collect()
}

impl Forgetful {
    /// Uploads a row whose sync does not end: it is committed when this returns, and has no answer.
    fn commit<'s>(&self, calls: &'s thread::Scope<'s, '_>, server: &'s Server, key: &'s str) {
        let [held, waits] = ["data.held", "data.waits"].map(|name| self.disk.0.path(name));
        fs::write(&held, LOG).unwrap();
        calls.spawn(move || assert!(add(server, key, 1).is_none(), "it was acknowledged"));
        let began = Instant::now();
        while !waits.exists() {
            assert!(began.elapsed() < PATIENCE, "nothing was written");
            thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(waits).unwrap();
    }

    fn let_go(&self) {
        fs::remove_file(self.disk.0.path("data.held")).unwrap();
    }
}

/// A race in which person 0 is published. Returns its key.
fn race_with_a_row(server: &Server) -> String {
    let key = server.race(SLUG);
    assert_eq!(add(server, &key, 0), Some(200));
    server.settle(SLUG, PATIENCE);
    assert_eq!(bibs(server, SLUG, &key), [0]);
    key
}

fn add(server: &Server, key: &str, person: usize) -> Option<u16> {
    let body = json!({"slug": SLUG, "year": "2026", "results": [row(person, "5K")]});
    Some(server.call("POST", "results/add", key, &body)?.0)
}

fn kill(server: &Server) {
    let id = server.process.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-9", &id])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn acknowledged_and_published_rows_survive_power_cuts() {
    let cuts = number("CHUTE_CUTS", 5);
    let mut chance = Chance::seeded();
    let mut disk = Forgetful::new();
    let mut server = disk.start();
    let mut race = Race::new(&server);
    let mut kills = 0;
    let mut kept = String::new();
    for cut in 0..cuts {
        race.go_on_until_killed(server, cut % 2 == 0, &mut chance);
        // of what is not synced nothing is lost yet: the system still has it
        for _ in 0..chance.below(3) {
            race.go_on_until_killed(disk.start(), false, &mut chance);
            kills += 1;
        }
        disk.cut(&mut chance);
        server = disk.start();
        server.settle(SLUG, PATIENCE);
        kept = race.check(&server);
    }
    eprintln!(
        "{cuts} power cuts and {kills} kills: {kept}; {}",
        disk.taken
    );
    assert!(
        race.stored() > 20 * cuts / 4,
        "hardly anything was uploaded"
    );
}

/// An upload that the last process committed without an answer is there for the next one, which
/// says of the same upload that nothing has changed.
#[test]
fn an_upload_that_is_repeated_after_a_kill_survives_a_power_cut() {
    let mut disk = Forgetful::new();
    disk.always = Some(Reaches::Nothing);
    let server = disk.start();
    let key = race_with_a_row(&server);
    thread::scope(|calls| {
        disk.commit(calls, &server, &key);
        kill(&server);
    });
    server.kill();
    disk.let_go();
    let server = disk.start();
    assert_eq!(add(&server, &key, 1), Some(200));
    server.kill();
    disk.cut(&mut Chance::seeded());
    let server = disk.start();
    server.settle(SLUG, PATIENCE);
    assert_eq!(bibs(&server, SLUG, &key), [0, 1]);
}

/// Nobody is shown a row that a power cut takes back.
#[test]
fn no_row_is_published_before_it_is_on_the_disk() {
    let mut disk = Forgetful::new();
    disk.always = Some(Reaches::Nothing);
    let server = disk.start();
    let key = race_with_a_row(&server);
    let pointer = format!("downloads/results/{SLUG}/2026/current.json");
    let mut shown = 1;
    thread::scope(|calls| {
        disk.commit(calls, &server, &key);
        // a publication takes two seconds; on a slower machine this may overlook one
        let began = Instant::now();
        while shown == 1 && began.elapsed() < Duration::from_secs(4) {
            shown = server.get(&pointer).unwrap().1["count"].as_u64().unwrap();
            thread::sleep(Duration::from_millis(20));
        }
        kill(&server);
    });
    assert_eq!(shown, 1);
    server.kill();
    disk.let_go();
    disk.cut(&mut Chance::seeded());
    let server = disk.start();
    server.settle(SLUG, PATIENCE);
    assert_eq!(bibs(&server, SLUG, &key), [0]);
}

#[test]
fn a_first_start_that_is_cut_off_is_made_up_for() {
    let mut chance = Chance::seeded();
    for _ in 0..number("CHUTE_CUTS", 5) {
        let mut disk = Forgetful::new();
        let mut process = disk.disk.command().spawn().unwrap();
        thread::sleep(Duration::from_millis(chance.below(1_500)));
        process.kill().unwrap();
        process.wait().unwrap();
        disk.forget(&mut chance);
        let server = disk.start();
        race_with_a_row(&server);
    }
}

/// The site goes on reading with a key that is known.
#[test]
fn a_cut_leaves_the_key_of_the_site() {
    let mut disk = Forgetful::new();
    disk.always = Some(Reaches::Size);
    disk.start().kill();
    disk.cut(&mut Chance::seeded());
    let server = disk.start();
    let (status, config) = server.get("config.json").unwrap();
    assert_eq!(status, 200);
    let read_key = config["key"].as_str().unwrap();
    let body = json!({"slug": "none", "year": "2026"});
    let answer = server.call("POST", "results", read_key, &body);
    assert_eq!(answer.map(|(status, _)| status), Some(404), "{read_key:?}");
}
