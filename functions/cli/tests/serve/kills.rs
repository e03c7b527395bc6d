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

pub const SLUG: &str = "kill";
const DISTANCES: [&str; 2] = ["Kept", "Deleted"];
const CALLERS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// It was acknowledged as stored.
    Stored,
    /// It was acknowledged as deleted.
    Gone,
    /// A call about it got no answer: the row may be there or not.
    Unknown,
}

pub fn number(variable: &str, default: usize) -> usize {
    env::var(variable)
        .ok()
        .map_or(default, |text| text.parse().unwrap())
}

/// Pseudo-random numbers, the same for the same seed.
pub struct Chance(pub u64);

impl Chance {
    /// Those of the seed that `CHUTE_KILLS_SEED` sets.
    pub fn seeded() -> Self {
        let seed = number("CHUTE_KILLS_SEED", 1) as u64;
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[test]
fn no_acknowledged_row_is_lost() {
    let kills = number("CHUTE_KILLS", 20);
    let mut chance = Chance::seeded();
    let deployment = Deployment::new();
    let mut server = deployment.start();
    let mut race = Race::new(&server);
    for kill in 0..kills {
        race.go_on_until_killed(server, kill % 3 == 0, &mut chance);
        server = deployment.start();
    }

    // processes that live for a second publish hardly anything: the last one has to publish it all
    let settling = Instant::now();
    server.settle(SLUG, PATIENCE + Duration::from_secs(2) * kills as u32);
    eprintln!(
        "published {:.0} s after the last start",
        settling.elapsed().as_secs_f32()
    );
    eprintln!("{kills} kills: {}", race.check(&server));
    assert!(
        race.stored() > 20 * kills / 4,
        "hardly anything was uploaded"
    );
    server.kill();
}

/// A race that is uploaded by a few callers at once while processes end, and what they know of it.
pub struct Race {
    key: String,
    outcomes: Mutex<BTreeMap<usize, (usize, Outcome)>>,
    /// The first person and the distance of uploads without an answer, which are made again.
    unanswered: Mutex<Vec<(usize, usize)>>,
    next: AtomicUsize,
    /// An upload during a delete may take effect before or after it.
    deleting: RwLock<()>,
}

impl Race {
    pub fn new(server: &Server) -> Self {
        Self {
            key: server.race(SLUG),
            outcomes: Mutex::default(),
            unanswered: Mutex::default(),
            next: AtomicUsize::new(0),
            deleting: RwLock::default(),
        }
    }

    /// Uploads and deletes until the process is killed at a random moment: late enough for
    /// publications if it `goes_on` for long, else also during its start.
    pub fn go_on_until_killed(&mut self, server: Server, goes_on: bool, chance: &mut Chance) {
        let moment = Duration::from_millis(chance.below(if goes_on { 3_000 } else { 400 }));
        let (ended, first) = (AtomicBool::new(false), self.next.load(SeqCst));
        let race = &*self;
        thread::scope(|scope| {
            for caller in 0..CALLERS {
                let (server, ended) = (&server, &ended);
                scope.spawn(move || {
                    while !ended.load(SeqCst) {
                        race.act(server, caller);
                    }
                });
            }
            if goes_on {
                // a slow machine stores something, too
                let began = Instant::now();
                while !race.is_kept(first) && began.elapsed() < PATIENCE {
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
    }

    fn act(&self, server: &Server, caller: usize) {
        if caller == 0 && self.next.load(SeqCst) % 7 == 3 {
            let _alone = self.deleting.write().unwrap();
            self.delete(server);
        }
        let _not_deleted = self.deleting.read().unwrap();
        let again = self.unanswered.lock().unwrap().pop();
        let (first, distance) =
            again.unwrap_or_else(|| (self.next.fetch_add(20, SeqCst), caller % 2));
        self.upload(server, first, distance);
    }

    /// Whether a row that no delete is about was acknowledged as stored, of those from person
    /// `first` on.
    fn is_kept(&self, first: usize) -> bool {
        let outcomes = self.outcomes.lock().unwrap();
        outcomes
            .range(first..)
            .any(|(_, known)| *known == (0, Outcome::Stored))
    }

    /// How many rows were acknowledged as stored.
    pub fn stored(&self) -> usize {
        let outcomes = self.outcomes.lock().unwrap();
        let stored = outcomes
            .values()
            .filter(|(_, known)| *known == Outcome::Stored);
        stored.count()
    }

    /// Compares what was acknowledged with what is published. Returns how much that was.
    pub fn check(&self, server: &Server) -> String {
        let there = bibs(server, SLUG, &self.key);
        let outcomes = self.outcomes.lock().unwrap();
        let mut gone = 0;
        for (person, (_, outcome)) in outcomes.iter() {
            match (outcome, there.binary_search(person).is_ok()) {
                (Outcome::Stored, is_there) => {
                    assert!(is_there, "person {person} was acknowledged and is lost");
                }
                (Outcome::Gone, is_there) => {
                    assert!(!is_there, "person {person} was deleted and is back");
                    gone += 1;
                }
                (Outcome::Unknown, _) => {}
            }
        }
        let known = outcomes.len();
        drop(outcomes);
        let stored = self.stored();
        format!(
            "{stored} rows acknowledged and there, {gone} deleted and gone, {} of neither answer",
            known - stored - gone
        )
    }

    fn upload(&self, server: &Server, first: usize, distance: usize) {
        let people = first..first + 20;
        let rows: Vec<Value> = people
            .clone()
            .map(|person| row(person, DISTANCES[distance]))
            .collect();
        // noted before it is sent, since a delete may be answered in the meantime
        let note = |outcome: Outcome| {
            self.outcomes
                .lock()
                .unwrap()
                .extend(people.clone().map(|person| (person, (distance, outcome))))
        };
        note(Outcome::Unknown);
        match server.call(
            "POST",
            "results/add",
            &self.key,
            &json!({"slug": SLUG, "year": "2026", "results": rows}),
        ) {
            Some((200, answer)) => {
                assert_eq!(answer["count"], 20, "{answer}");
                note(Outcome::Stored);
            }
            other => {
                if let Some((status, answer)) = other {
                    assert!(status >= 500, "{status} {answer}");
                }
                self.unanswered.lock().unwrap().push((first, distance));
            }
        }
    }

    /// Deletes a distance.
    fn delete(&self, server: &Server) {
        let known: Vec<(usize, Outcome)> = self
            .outcomes
            .lock()
            .unwrap()
            .iter()
            .filter(|(_, (distance, _))| *distance == 1)
            .map(|(person, (_, outcome))| (*person, *outcome))
            .collect();
        let answer = server.call(
            "DELETE",
            "results/delete",
            &self.key,
            &json!({"slug": SLUG, "year": "2026", "distance": DISTANCES[1]}),
        );
        let outcome = if matches!(answer, Some((200, _))) {
            Outcome::Gone
        } else {
            Outcome::Unknown
        };
        let mut outcomes = self.outcomes.lock().unwrap();
        for (person, before) in known {
            // a row whose upload got no answer may still be stored, by a request that the delete
            // has overtaken
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
}
