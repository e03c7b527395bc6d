//! Kills `chute serve` at random moments, again and again: what it acknowledged is there, what it
//! acknowledged as deleted is not, and what it publishes matches its tables.
//!
//! `CHUTE_KILLS` sets how often (20 by default; the figures in docs/self-hosting.md are from 300),
//! `CHUTE_KILLS_SEED` the random seed.

use std::{
    collections::BTreeMap,
    env,
    process::Command,
    sync::{
        Mutex, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::server::{Deployment, PATIENCE, Server, bibs, row};

const DISTANCES: [&str; 2] = ["Kept", "Deleted"];
const CALLERS: usize = 4;

/// What is known about a row, by the number of its person.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// It was acknowledged as stored.
    Stored,
    /// It was acknowledged as deleted.
    Gone,
    /// A call about it got no answer: the row may be there or not.
    Unknown,
}

fn number(variable: &str, default: usize) -> usize {
    env::var(variable)
        .ok()
        .map_or(default, |text| text.parse().unwrap())
}

/// Pseudo-random numbers, the same for the same seed.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[test]
fn nothing_acknowledged_is_lost() {
    let kills = number("CHUTE_KILLS", 20);
    let mut chance =
        Chance((number("CHUTE_KILLS_SEED", 1) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("kill");

    let outcomes: Mutex<BTreeMap<usize, (usize, Outcome)>> = Mutex::default();
    let next = AtomicUsize::new(0);
    // an upload during a delete may take effect before or after it
    let deleting = RwLock::new(());
    let mut server = server;
    for kill in 0..kills {
        let (ended, first) = (AtomicBool::new(false), next.load(SeqCst));
        // long enough for publications, short enough to hit the start as well
        let moment = Duration::from_millis(chance.below(if kill % 3 == 0 { 3_000 } else { 400 }));
        thread::scope(|scope| {
            for caller in 0..CALLERS {
                let (server, key, outcomes, next, ended, deleting) =
                    (&server, &key, &outcomes, &next, &ended, &deleting);
                scope.spawn(move || {
                    while !ended.load(SeqCst) {
                        if caller == 0 && next.load(SeqCst) % 7 == 3 {
                            let _alone = deleting.write().unwrap();
                            delete(server, key, outcomes);
                        }
                        let _not_deleted = deleting.read().unwrap();
                        upload(
                            server,
                            key,
                            outcomes,
                            next.fetch_add(20, SeqCst),
                            caller % 2,
                        );
                    }
                });
            }
            if kill % 3 == 0 {
                // a slow machine stores something, too
                let began = Instant::now();
                while !is_kept(&outcomes, first) && began.elapsed() < PATIENCE {
                    thread::sleep(Duration::from_millis(5));
                }
            }
            thread::sleep(moment);
            let id = server.process.id();
            Command::new("kill")
                .args(["-9", &id.to_string()])
                .status()
                .unwrap();
            ended.store(true, SeqCst);
        });
        server.kill();
        server = deployment.start();
    }

    // processes that live for a second publish hardly anything: the last one has to publish it all
    let settling = Instant::now();
    server.settle("kill", PATIENCE + Duration::from_secs(2) * kills as u32);
    eprintln!(
        "published {:.0} s after the last start",
        settling.elapsed().as_secs_f32()
    );
    let there = bibs(&server, "kill", &key);
    let outcomes = outcomes.into_inner().unwrap();
    let (mut stored, mut gone) = (0, 0);
    for (person, (_, outcome)) in &outcomes {
        match (outcome, there.binary_search(person).is_ok()) {
            (Outcome::Stored, is_there) => {
                assert!(is_there, "person {person} was acknowledged and is lost");
                stored += 1;
            }
            (Outcome::Gone, is_there) => {
                assert!(!is_there, "person {person} was deleted and is back");
                gone += 1;
            }
            (Outcome::Unknown, _) => {}
        }
    }
    eprintln!(
        "{kills} kills: {stored} rows acknowledged and there, {gone} deleted and gone, {} of neither answer",
        outcomes.len() - stored - gone
    );
    assert!(
        stored > 20 * kills / 4,
        "hardly anything was uploaded: {stored}"
    );
    server.kill();
}

/// Whether a row that no delete is about was acknowledged as stored, of those from person `first`
/// on.
fn is_kept(outcomes: &Mutex<BTreeMap<usize, (usize, Outcome)>>, first: usize) -> bool {
    let outcomes = outcomes.lock().unwrap();
    outcomes
        .range(first..)
        .any(|(_, known)| *known == (0, Outcome::Stored))
}

fn upload(
    server: &Server,
    key: &str,
    outcomes: &Mutex<BTreeMap<usize, (usize, Outcome)>>,
    first: usize,
    distance: usize,
) {
    let people = first..first + 20;
    let rows: Vec<Value> = people
        .clone()
        .map(|person| row(person, DISTANCES[distance]))
        .collect();
    // noted before it is sent, since a delete may be answered in the meantime
    let note = |outcome: Outcome| {
        outcomes
            .lock()
            .unwrap()
            .extend(people.clone().map(|person| (person, (distance, outcome))))
    };
    note(Outcome::Unknown);
    match server.call(
        "POST",
        "results/add",
        key,
        &json!({"slug": "kill", "year": "2026", "results": rows}),
    ) {
        Some((200, answer)) => {
            assert_eq!(answer["count"], 20, "{answer}");
            note(Outcome::Stored);
        }
        Some((status, answer)) => assert!(status >= 500, "{status} {answer}"),
        None => {}
    }
}

/// Deletes a distance.
fn delete(server: &Server, key: &str, outcomes: &Mutex<BTreeMap<usize, (usize, Outcome)>>) {
    let known: Vec<(usize, Outcome)> = outcomes
        .lock()
        .unwrap()
        .iter()
        .filter(|(_, (distance, _))| *distance == 1)
        .map(|(person, (_, outcome))| (*person, *outcome))
        .collect();
    let answer = server.call(
        "DELETE",
        "results/delete",
        key,
        &json!({"slug": "kill", "year": "2026", "distance": DISTANCES[1]}),
    );
    let outcome = if matches!(answer, Some((200, _))) {
        Outcome::Gone
    } else {
        Outcome::Unknown
    };
    let mut outcomes = outcomes.lock().unwrap();
    for (person, before) in known {
        // a row whose upload got no answer may still be stored, by a request that the delete has
        // overtaken
        let outcome = if before == Outcome::Unknown {
            Outcome::Unknown
        } else if before == Outcome::Gone {
            Outcome::Gone
        } else {
            outcome
        };
        outcomes.insert(person, (1, outcome));
    }
}
