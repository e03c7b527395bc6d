//! Backups: one is restored whole or not at all, is made again and again while the process serves,
//! and another machine goes on from it.

use std::{
    fs::{self, File},
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

use chute_serve::backup;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    kills::Chance,
    server::{CHUTE, Deployment, PATIENCE, Server, bibs, upload},
};

const PAGE: usize = 4096;

fn chute(arguments: &[&Path]) -> Output {
    Command::new(CHUTE).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn restore(file: &Path, data: &Path) -> Output {
    chute(&["restore".as_ref(), file, "--data".as_ref(), data])
}

fn send(server: &Server, slug: &str, key: &str, people: std::ops::Range<usize>) {
    for first in people.step_by(20) {
        let sent = server.call("POST", "results/add", key, &upload(slug, first));
        assert_eq!(sent.unwrap().0, 200);
    }
}

/// Waits for something that the process does on its own.
fn until<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{what}: not in {PATIENCE:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A backup of a race with this many rows, and one of the same deployment that is older.
fn two_backups(deployment: &Deployment, rows: usize) -> (PathBuf, PathBuf) {
    let [older, newer] = ["older.tar", "newer.tar"].map(|name| deployment.path(name));
    let server = deployment.start();
    let key = server.race("safe");
    send(&server, "safe", &key, 0..20);
    let back_up = |file: &Path| {
        let made = deployment.back_up(file);
        assert!(made.status.success(), "{}", said(&made));
    };
    back_up(&older);
    send(&server, "safe", &key, 20..rows);
    server.settle("safe", PATIENCE);
    back_up(&newer);
    (older, newer)
}

/// The members of a tar, by name.
fn members(file: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(File::open(file).unwrap());
    let read = |entry: std::io::Result<tar::Entry<'_, File>>| {
        let (mut entry, mut content) = (entry.unwrap(), Vec::new());
        entry.read_to_end(&mut content).unwrap();
        (entry.path().unwrap().display().to_string(), content)
    };
    archive.entries().unwrap().map(read).collect()
}

fn packed(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        archive
            .append_data(&mut header, name, content.as_slice())
            .unwrap();
    }
    archive.into_inner().unwrap()
}

/// With the digest at its end.
fn sealed(mut tar: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::digest(&tar);
    tar.extend_from_slice(&digest);
    tar
}

/// The place of a random page.
fn page(of: usize, chance: &mut Chance) -> std::ops::Range<usize> {
    let at = chance.below(of.div_ceil(PAGE) as u64) as usize * PAGE;
    at..(at + PAGE).min(of)
}

/// A damaged copy, and what was done to it.
fn damaged(
    newer: &[u8],
    of_newer: &[(String, Vec<u8>)],
    of_older: &[(String, Vec<u8>)],
    kind: usize,
    chance: &mut Chance,
) -> (&'static str, Vec<u8>) {
    let mut file = newer.to_vec();
    let (one, other) = (page(file.len(), chance), page(file.len(), chance));
    match kind {
        0 => {
            file[one].fill_with(|| chance.below(256) as u8);
            ("a page overwritten", file)
        }
        1 => {
            file[one].fill(0);
            ("a page of zeros", file)
        }
        2 => {
            file.truncate(chance.below(newer.len() as u64) as usize);
            ("cut off", file)
        }
        3 => {
            let middle = file.len() / 2;
            if chance.below(2) == 0 {
                file[..middle].fill(0);
            } else {
                file[middle..].fill(0);
            }
            ("half of it zeros", file)
        }
        4 => {
            let moved = file[one.clone()].to_vec();
            let length = moved.len().min(other.len());
            file.copy_within(other.start..other.start + length, one.start);
            file[other.start..other.start + length].copy_from_slice(&moved[..length]);
            ("two pages swapped", file)
        }
        5 => {
            let mut members = of_newer.to_vec();
            let at = 1 + chance.below(members.len() as u64 - 1) as usize;
            members[at] = of_older
                .iter()
                .find(|(name, _)| *name == members[at].0)
                .unwrap()
                .clone();
            ("a member of another backup", sealed(packed(&members)))
        }
        6 => {
            let mut members = of_newer.to_vec();
            let content = members[1].1.clone();
            members[1].1 = std::mem::replace(&mut members[2].1, content);
            ("two members swapped", sealed(packed(&members)))
        }
        7 => {
            let at = chance.below(file.len() as u64) as usize;
            file[at] ^= 1 << chance.below(8);
            ("a bit flipped", file)
        }
        _ => unreachable!(),
    }
}

#[test]
fn of_200_damaged_backups_none_is_restored() {
    let deployment = Deployment::new();
    let (older, newer) = two_backups(&deployment, 400);
    let report = backup::verify(&newer).unwrap();
    assert_eq!((report.events, report.years, report.rows), (1, 1, 400));
    let [of_older, of_newer] = [&older, &newer].map(|file| members(file));
    let whole = fs::read(&newer).unwrap();
    assert!(
        whole == sealed(packed(&of_newer)),
        "what is swapped below is otherwise the same"
    );
    let (mut chance, file) = (
        Chance(0x9E37_79B9_7F4A_7C15),
        deployment.path("damaged.tar"),
    );
    let mut accepted = Vec::new();
    for tried in 0..200 {
        let (how, damaged) = loop {
            let (how, damaged) = damaged(&whole, &of_newer, &of_older, tried % 8, &mut chance);
            // a page may have been zeros before, and a small file the same
            if damaged != whole {
                break (how, damaged);
            }
        };
        fs::write(&file, damaged).unwrap();
        if backup::verify(&file).is_ok() {
            accepted.push(how);
        }
        // a restore of one of each kind, as the operator sees it
        if tried < 8 {
            let there = || fs::read_dir(deployment.path(".")).unwrap().count();
            let before = there();
            let refused = restore(&file, &deployment.path("again"));
            let sentence = said(&refused);
            assert_eq!(refused.status.code(), Some(1), "{how}: {sentence}");
            assert!(
                sentence.starts_with("Nothing is restored: "),
                "{how}: {sentence}"
            );
            assert_eq!(there(), before, "{how}: something is left");
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
    let verified = chute(&["backup".as_ref(), "--verify".as_ref(), &newer]);
    let sentence = said(&verified);
    assert!(
        verified.status.success()
            && sentence.contains("result rows:   400")
            && sentence.contains(env!("CARGO_PKG_VERSION")),
        "{sentence}"
    );
}

/// Backups made before November 2026 have neither description nor digests.
#[test]
fn a_backup_without_digests_is_checked_as_far_as_that_goes() {
    let deployment = Deployment::new();
    let (_, newer) = two_backups(&deployment, 200);
    let mut of_old = members(&newer);
    assert_eq!(of_old.remove(0).0, "backup.json");
    let (old, file) = (packed(&of_old), deployment.path("old.tar"));
    fs::write(&file, &old).unwrap();
    let restored = restore(&file, &deployment.path("again"));
    let sentence = said(&restored);
    assert!(
        restored.status.success()
            && sentence.contains("no digests")
            && sentence.contains("result rows:   200"),
        "{sentence}"
    );
    // each database begins at a block behind its header
    let databases: Vec<_> = of_old
        .iter()
        .scan(0, |at, (name, content)| {
            let begin = *at + 512;
            *at = begin + content.len().next_multiple_of(512);
            Some((name.ends_with(".db"), begin..begin + content.len()))
        })
        .filter_map(|(is_database, place)| is_database.then_some(place))
        .collect();
    let mut chance = Chance(77);
    let mut accepted = Vec::new();
    for tried in 0..40 {
        let mut damaged = old.clone();
        let database = databases[tried % databases.len()].clone();
        let page = page(database.len(), &mut chance);
        let place = database.start + page.start..database.start + page.end;
        if tried % 4 < 2 {
            damaged[place.clone()].fill_with(|| chance.below(256) as u8);
        } else {
            damaged[place.clone()].fill(0);
        }
        if damaged == old {
            continue;
        }
        fs::write(&file, &damaged).unwrap();
        if backup::verify(&file).is_ok() {
            accepted.push(place);
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
}

#[test]
fn data_that_is_damaged_is_not_backed_up_and_not_healthy() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("hurt");
    send(&server, "hurt", &key, 0..60);
    assert_eq!(server.end(), Some(0));
    // which brings what is still in the log into the database
    assert_eq!(deployment.start().end(), Some(0));
    let database = deployment.data().join("objects.db");
    let whole = fs::read(&database).unwrap();
    let pointer = b"hurt/2026/current.json";
    let hurt: Vec<u8> = whole
        .chunks(PAGE)
        .flat_map(|page| {
            if page.windows(pointer.len()).any(|part| part == pointer) {
                vec![0; page.len()]
            } else {
                page.to_vec()
            }
        })
        .collect();
    assert!(hurt != whole, "the pointer is not there");
    fs::write(&database, hurt).unwrap();
    let server = deployment.start();
    assert_ne!(
        server.text("downloads/results/hurt/2026/current.json").0,
        200
    );
    until("the health says so", || {
        (server.text("health").0 == 503).then_some(())
    });
    let file = deployment.path("hurt.tar");
    let refused = deployment.back_up(&file);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(!file.exists());
}

#[test]
fn data_without_its_secrets_is_refused() {
    let deployment = Deployment::new();
    assert_eq!(deployment.start().end(), Some(0));
    let (secrets, away) = (
        deployment.data().join("secrets.json"),
        deployment.path("away"),
    );
    fs::rename(&secrets, &away).unwrap();
    let refused = deployment.command().status().unwrap();
    assert!(
        !refused.success() && !secrets.exists(),
        "{}",
        deployment.log()
    );
    assert!(
        deployment.log().contains("no secrets.json"),
        "{}",
        deployment.log()
    );
    fs::rename(&away, &secrets).unwrap();
    assert_eq!(deployment.start().end(), Some(0));
}

/// A folder outside for the backups of a deployment, which are made every second.
fn onto_a_stick(deployment: &mut Deployment, stick: &Path) {
    deployment.options = vec![
        "--backup-to".into(),
        stick.into(),
        "--backup-every".into(),
        "1s".into(),
        "--backup-keep".into(),
        "3".into(),
    ];
}

/// The complete backups on a stick by number.
fn numbered(stick: &Path) -> Vec<(u64, PathBuf)> {
    let mut all: Vec<(u64, PathBuf)> = fs::read_dir(stick)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.strip_suffix(".tar")?;
            Some((name.split('-').nth(2)?.parse().ok()?, path.clone()))
        })
        .collect();
    all.sort();
    all
}

fn newest(stick: &Path) -> u64 {
    numbered(stick).last().map_or(0, |(number, _)| *number)
}
fn told(server: &Server, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    until(what, || {
        let (status, told) = server.get("health").unwrap();
        assert_eq!(status, 200, "{told}");
        Some(told["backup"].clone()).filter(&is_it)
    })
}

fn is_well(told: &Value) -> bool {
    told["age_s"].is_u64() && told["failure"].is_null()
}

#[test]
fn backups_are_made_while_it_serves_and_the_last_ones_kept() {
    let mut deployment = Deployment::new();
    let stick = deployment.path("stick");
    fs::create_dir(&stick).unwrap();
    onto_a_stick(&mut deployment, &stick);
    let server = deployment.start();
    let key = server.race("kept");
    told(&server, "a backup", is_well);
    let first = numbered(&stick)[0].1.clone();
    let name = first.file_name().unwrap().to_str().unwrap();
    let deployment_id = name.split('-').nth(1).unwrap();
    // of others, or not written by this program
    let others = [
        "chute-00000000-000001-20260101T000000Z.tar".to_owned(),
        format!("chute-{deployment_id}-000000-20260101T000000Z.tar"),
        "notes.txt".to_owned(),
    ];
    for other in &others {
        fs::write(stick.join(other), "of somebody else").unwrap();
    }
    let cut_off = stick.join(format!(
        "chute-{deployment_id}-000001-20260101T000000Z.tar.1.part"
    ));
    File::create(&cut_off).unwrap();
    send(&server, "kept", &key, 0..40);
    let by_now = newest(&stick);
    until("the oldest are gone", || {
        let numbers: Vec<u64> = numbered(&stick)
            .into_iter()
            .map(|(number, _)| number)
            .collect();
        let [first, .., last] = numbers[..] else {
            return None;
        };
        // both files of others have such a name
        (numbers.len() == 5 && first == 0 && last > by_now + 3).then_some(())
    });
    assert!(!first.exists() && !cut_off.exists());
    for other in &others {
        assert_eq!(
            fs::read_to_string(stick.join(other)).unwrap(),
            "of somebody else"
        );
    }
    assert_eq!(server.end(), Some(0));
    let report = backup::verify(&numbered(&stick).last().unwrap().1).unwrap();
    assert_eq!(report.rows, 40);
}

#[test]
fn a_stick_that_is_not_there_is_said_and_tried_again() {
    let mut deployment = Deployment::new();
    let [stick, away] = ["stick", "away"].map(|name| deployment.path(name));
    onto_a_stick(&mut deployment, &stick);
    let server = deployment.start();
    let key = server.race("gone");
    let missing = told(&server, "it is missed", |told| told["failure"] == "missing");
    assert!(missing["age_s"].is_null() && !stick.exists(), "{missing}");
    fs::create_dir(&stick).unwrap();
    told(&server, "it is there", is_well);
    fs::rename(&stick, &away).unwrap();
    let missing = told(&server, "it is missed again", |told| {
        told["failure"] == "missing"
    });
    assert!(missing["age_s"].is_u64() && !stick.exists(), "{missing}");
    send(&server, "gone", &key, 0..20);
    let before = newest(&away);
    fs::rename(&away, &stick).unwrap();
    told(&server, "it is back", is_well);
    until("a new backup", || (newest(&stick) > before).then_some(()));
    assert!(
        deployment.log().contains("no backup was made"),
        "{}",
        deployment.log()
    );
}

/// A limit for every file, above the size of both databases but below that of a backup, stands in
/// for a stick that is full.
#[test]
fn a_stick_that_is_full_gets_no_half_file() {
    let source = Deployment::new();
    let (_, file) = two_backups(&source, 400);
    let mut deployment = Deployment::new();
    // without what SQLite has left free
    assert!(restore(&file, &deployment.data()).status.success());
    let stick = deployment.path("stick");
    fs::create_dir(&stick).unwrap();
    onto_a_stick(&mut deployment, &stick);
    let size = |file: &Path| fs::metadata(file).unwrap().len();
    let largest = ["tables.db", "objects.db"].map(|name| size(&deployment.data().join(name)));
    let largest = largest.into_iter().max().unwrap();
    let limit = largest.midpoint(size(&file));
    let server = deployment.start_limited(u32::try_from(limit / 512).unwrap());
    let failed = told(&server, "it has failed", |told| !told["failure"].is_null());
    assert_eq!(failed["failure"], "failed", "{failed}");
    assert_eq!(server.end(), Some(0));
    assert_eq!(numbered(&stick).len(), 0);
    let server = deployment.start();
    told(&server, "there is room", is_well);
}

/// The steps of docs/self-hosting.md for a laptop that breaks during a race.
#[test]
fn a_second_laptop_takes_over() {
    let (mut first, mut second) = (Deployment::new(), Deployment::new());
    let shared = tempfile::tempdir().unwrap();
    let stick = shared.path();
    onto_a_stick(&mut first, stick);
    onto_a_stick(&mut second, stick);
    let server = first.start();
    let key = server.race("take");
    send(&server, "take", &key, 0..200);
    // the one under way may have been begun before
    let by_now = newest(stick);
    until("two more backups", || {
        (newest(stick) >= by_now + 2).then_some(())
    });
    send(&server, "take", &key, 200..280);
    server.kill();
    fs::remove_dir_all(first.data()).unwrap();

    let began = Instant::now();
    let (_, last) = numbered(stick).pop().unwrap();
    let restored = restore(&last, &second.data());
    assert!(restored.status.success(), "{}", said(&restored));
    let before = newest(stick);
    let server = second.start();
    server.settle("take", PATIENCE);
    let there = bibs(&server, "take", &key);
    assert!((0..200).all(|person| there.contains(&person)), "{there:?}");
    // the timing program knows the race, and has the same key
    send(&server, "take", &key, 0..300);
    server.settle("take", PATIENCE);
    assert_eq!(bibs(&server, "take", &key), (0..300).collect::<Vec<_>>());
    until("its own backups", || (newest(stick) > before).then_some(()));
    let mut seconds = std::io::stderr();
    writeln!(
        seconds,
        "taken over in {:.1} s",
        began.elapsed().as_secs_f32()
    )
    .unwrap();
}
