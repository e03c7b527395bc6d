//! Fairness, by a virtual clock over the dispatcher, the publisher, tables and buckets as they are.
//!
//! Time passes only while everybody waits. Each call of the store takes as much of it as the
//! processor needs in docs/bench.md, on two cores that all calls share: a publication of 20 rows in
//! 1,000 needs 15 ms for some 40 calls, and 32 batches of 10,000 rows of as many people in a race
//! of 320,000 need 6,980 ms each. Two races have fewer rows than that, and each piece that is read
//! stands for so much of the work that all of them together take as long.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};

use chute_domain::{
    account::Realm,
    liveness::{Mark, StoredRow},
    race::{Event, RaceKey, Slug, Year},
    row::{Passage, Person},
    stamp::Stamp,
    time::Now,
};
use chute_store::{
    Clocks, Ports,
    port::{Answer, Buckets, Call, CallError, Db, ObjectAnswer, ObjectCall, Objects, Tables},
};
use futures::future::BoxFuture;
use tokio::sync::{Notify, Semaphore};

use super::*;
use crate::{
    LocalAws,
    clock::{Machine, ThisMachine},
};

const CORES: usize = 2;
/// How long a core works for one before it turns to the next.
const QUANTUM: Duration = Duration::from_millis(20);
/// One call of the store, with the work around it.
const CALL: Duration = Duration::from_micros(400);
const LOAD: Duration = Duration::from_millis(32 * 6_980);

const RACES: u64 = 50;
/// These are loaded: one alone would leave a turn to the others.
const LOADED: u64 = 2;
const LOADED_ROWS: u64 = 240;
const PIECES_OF: usize = 2;
/// How often each row of them is corrected.
const BATCHES: u64 = 3;
/// How soon a change is public once it is in the stream and its race's pause is over (contract 9.3).
const SOON: Duration = Duration::from_millis(2_500);

/// Everything in virtual milliseconds since the beginning.
#[derive(Debug)]
struct Virtual {
    began: Instant,
    base_ms: u64,
}

impl Virtual {
    fn ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap()
    }
}

impl Clocks for Virtual {
    fn now(&self) -> Now {
        Now::in_step(self.base_ms + self.ms())
    }
}

/// Tables and buckets whose calls take virtual time.
#[derive(Debug)]
struct Costly {
    db: Db,
    buckets: Buckets,
    clock: Arc<Virtual>,
    cores: Semaphore,
    /// Cost of reading a piece of a loaded race, in milliseconds; at 0 no call costs anything.
    piece_ms: AtomicU64,
    pieces_read: AtomicU64,
    /// When each pointer was moved, and how many rows it counted then.
    public: Mutex<BTreeMap<String, Vec<(u64, u64)>>>,
    moved: Notify,
}

impl Costly {
    async fn work(&self, mut left: Duration) {
        while !left.is_zero() {
            let some = left.min(QUANTUM);
            let _core = self.cores.acquire().await.unwrap();
            sleep(some).await;
            left -= some;
        }
    }

    /// Pays the cost of a call; `piece` says whether it reads a piece of a loaded race.
    async fn pay(&self, piece: bool) {
        let piece_ms = self.piece_ms.load(SeqCst);
        self.pieces_read.fetch_add(u64::from(piece), SeqCst);
        if piece_ms > 0 {
            let piece = Duration::from_millis(if piece { piece_ms } else { 0 });
            self.work(CALL + piece).await;
        }
    }

    /// A pointer with this content was moved.
    fn note(&self, key: &str, pointer: &[u8]) {
        let pointer: serde_json::Value = serde_json::from_slice(pointer).unwrap_or_default();
        if let (Some(slug), Some(count)) = (key.rsplit('/').nth(2), pointer["count"].as_u64()) {
            let mut public = self.public.lock().unwrap();
            let moves = public.entry(slug.to_owned()).or_default();
            moves.push((self.clock.ms(), count));
        }
        self.moved.notify_one();
    }

    /// When each pointer of a race was moved.
    fn moves(&self, slug: &str) -> Vec<(u64, u64)> {
        let public = self.public.lock().unwrap();
        public.get(slug).cloned().unwrap_or_default()
    }

    /// Waits until this is true of the pointers that were moved.
    async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            self.moved.notified().await;
        }
    }
}

impl Tables for Costly {
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        Box::pin(async move {
            self.pay(false).await;
            self.db.call(call).await
        })
    }
}

impl Objects for Costly {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, CallError>> {
        Box::pin(async move {
            let pointer = match &call {
                ObjectCall::Put(put) if put.name.key.ends_with("/current.json") => {
                    Some((put.name.key.clone(), put.body.clone()))
                }
                _ => None,
            };
            let is_piece = matches!(&call, ObjectCall::Get(name)
                if name.key.contains("/load") && name.key.rsplit('/').next().is_some_and(|file| file.starts_with("r-")));
            self.pay(is_piece).await;
            let answer = self.buckets.call(call).await;
            if let (Some((key, body)), Ok(_)) = (pointer, &answer) {
                self.note(&key, &body);
            }
            answer
        })
    }
}

fn slug(race: u64) -> Slug {
    Slug::new(&if race < LOADED {
        format!("load{race}")
    } else {
        format!("race{race}")
    })
}

fn key(race: u64) -> RaceKey {
    slug(race).year("2026")
}

fn row(number: u64, at_ms: u64) -> StoredRow {
    let person = Person {
        bib: number.to_string(),
        first: format!("First{number}"),
        distance: "5K".to_owned(),
        ..Person::default()
    };
    let passage = Passage {
        location: "Finish".to_owned(),
        segment: "Finish".to_owned(),
        seconds: i64::try_from(at_ms % 100_000).unwrap(),
        ..Passage::default()
    };
    StoredRow {
        person_id: format!("p{number}").into(),
        person,
        passage,
        stamp: Stamp::new(at_ms, ""),
        witness: None,
        mark: Mark::default(),
    }
}

async fn add_race(store: &Store, race: u64, at_ms: u64) {
    let event = Event {
        slug: slug(race).to_string(),
        name: "A Race".to_owned(),
        ..Event::default()
    };
    store.add_event(&event, "ana").await.unwrap();
    let year = Year {
        year: "2026".to_owned(),
        ..Year::default()
    };
    let stamp = Stamp::new(at_ms, "");
    assert!(
        store
            .add_year(&slug(race), "ana", &year, stamp)
            .await
            .unwrap()
    );
    let rows = if race < LOADED { LOADED_ROWS } else { 1 };
    let rows: Vec<StoredRow> = (0..rows).map(|number| row(number, at_ms + 1)).collect();
    store.put_rows(&key(race), &rows).await.unwrap();
}

/// The races, the store of uploads, and what publishes them.
struct Scene {
    store: Store,
    costly: Arc<Costly>,
    clock: Arc<Virtual>,
}

impl Scene {
    fn at_ms(&self) -> u64 {
        self.clock.base_ms + self.clock.ms()
    }

    async fn put(&self, race: u64, rows: &[StoredRow]) {
        self.store.put_rows(&key(race), rows).await.unwrap();
    }

    /// New values for all rows of a loaded race.
    fn load(&self, number: u64) -> Vec<StoredRow> {
        let at_ms = self.at_ms() + number;
        let rows = 0..LOADED_ROWS;
        rows.map(|number| row(number, at_ms)).collect()
    }

    /// Waits until the newest pointer of each of these races counts this many rows.
    async fn until_public(&self, races: Range<u64>, rows: u64) {
        let is_public = |costly: &Costly, race: u64| {
            let moves = costly.moves(slug(race).as_str());
            moves.last().is_some_and(|(_, count)| *count == rows)
        };
        let are_public = |costly: &Costly| races.clone().all(|race| is_public(costly, race));
        self.costly.until(are_public).await;
    }

    /// Uploads a race's rows, and waits until its pointer is moved.
    async fn publish(&self, race: u64, rows: &[StoredRow]) {
        let known = self.costly.moves(slug(race).as_str()).len();
        self.put(race, rows).await;
        let is_next = |costly: &Costly| costly.moves(slug(race).as_str()).len() > known;
        self.costly.until(is_next).await;
    }

    /// Uploads a load once, without cost, and sets the cost of a piece so that all batches together
    /// take [`LOAD`]. Returns this, in milliseconds.
    async fn weigh(&self) -> u64 {
        let before = self.costly.pieces_read.load(SeqCst);
        self.publish(0, &self.load(0)).await;
        // a batch reads each piece once
        let pieces = self.costly.pieces_read.load(SeqCst) - before;
        assert!(pieces > LOADED_ROWS / 4, "{pieces} pieces");
        sleep(Duration::from_secs(4)).await;
        let load_ms = u64::try_from(LOAD.as_millis()).unwrap();
        let piece_ms = load_ms / pieces / BATCHES;
        self.costly.piece_ms.store(piece_ms, SeqCst);
        load_ms
    }

    /// Uploads all batches. Returns how long it took, in milliseconds.
    async fn upload_loads(&self) -> u64 {
        let began_ms = self.clock.ms();
        for number in 0..BATCHES {
            for race in 1..LOADED {
                self.put(race - 1, &self.load(number)).await;
            }
            self.publish(LOADED - 1, &self.load(number)).await;
        }
        self.clock.ms() - began_ms
    }

    /// Uploads three rows of each other race, the first ones at once, the others each at its own
    /// time. Returns race, number of rows then and time of each.
    async fn upload_others(&self) -> Vec<(u64, u64, u64)> {
        let mut told = Vec::new();
        sleep(Duration::from_secs(3)).await;
        for number in 1..4 {
            for race in LOADED..RACES {
                if number > 1 {
                    sleep(Duration::from_millis(race * 7 % 191 * 5)).await;
                }
                self.put(race, &[row(number, self.at_ms())]).await;
                told.push((race, number + 1, self.clock.ms()));
            }
        }
        told
    }

    /// How long each upload waited for its version, in milliseconds, and its race; ascending.
    fn waits(&self, told: Vec<(u64, u64, u64)>) -> Vec<(u64, u64)> {
        let wait = |(race, rows, told_ms): (u64, u64, u64)| {
            let moves = self.costly.moves(slug(race).as_str());
            let (before, after): (Vec<_>, Vec<_>) =
                moves.into_iter().partition(|(_, count)| *count < rows);
            let pause_over_ms = before.last().map_or(0, |(moved_ms, _)| moved_ms + 2_000);
            (after[0].0.saturating_sub(told_ms.max(pause_over_ms)), race)
        };
        let mut waits: Vec<(u64, u64)> = told.into_iter().map(wait).collect();
        waits.sort_unstable();
        waits
    }
}

#[tokio::test(start_paused = true)]
async fn no_race_waits_for_another_that_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let aws = LocalAws::open(&folder.path().join("data"), true, BTreeMap::new()).unwrap();
    let clock = Arc::new(Virtual {
        began: Instant::now(),
        base_ms: ThisMachine::default().time_ms(),
    });
    // the uploads' own calls are not measured
    let store = aws.store(Realm::Account).with_clocks(clock.clone());
    let costly = Arc::new(Costly {
        db: store.ports().tables,
        buckets: store.ports().buckets,
        clock: clock.clone(),
        cores: Semaphore::new(CORES),
        piece_ms: AtomicU64::new(0),
        pieces_read: AtomicU64::new(0),
        public: Mutex::default(),
        moved: Notify::new(),
    });
    let publishing = store.clone().with_ports(Ports {
        tables: costly.clone(),
        buckets: costly.clone(),
        services: store.ports().services,
    });
    let publisher = || publisher(&publishing, |_| None).unwrap();
    let workers = Workers::with(
        &publishing,
        (
            Clock::new(Arc::new(ThisMachine::default()), 0),
            aws.services.tables.clone(),
            aws.objects.clone(),
        ),
        (
            publisher().with_pieces_of(PIECES_OF).with_slices_of(1),
            publisher(),
        ),
    );
    let (end, ended) = watch::channel(false);
    let dispatching = tokio::spawn(Arc::new(workers).publish(aws.changes, ended));

    let scene = Scene {
        store,
        costly: costly.clone(),
        clock,
    };
    for race in 0..RACES {
        add_race(&scene.store, race, scene.at_ms()).await;
    }
    scene.until_public(0..LOADED, LOADED_ROWS).await;
    scene.until_public(LOADED..RACES, 1).await;
    sleep(Duration::from_secs(4)).await;

    let load_ms = scene.weigh().await;
    let (load_took_ms, told) = tokio::join!(scene.upload_loads(), scene.upload_others());
    scene.until_public(LOADED..RACES, 4).await;
    let waits = scene.waits(told);
    eprintln!(
        "{} s of load, pieces of {} ms; waited {} ms (median), {} ms (slowest)",
        load_took_ms / 1_000,
        costly.piece_ms.load(SeqCst),
        waits[waits.len() / 2].0,
        waits[waits.len() - 1].0,
    );
    assert!(load_took_ms >= load_ms, "{load_took_ms} ms");
    let (slowest_ms, race) = waits[waits.len() - 1];
    assert!(
        Duration::from_millis(slowest_ms) <= SOON,
        "{} waited {slowest_ms} ms: {waits:?}",
        slug(race)
    );
    end.send_replace(true);
    dispatching.await.unwrap();
}
