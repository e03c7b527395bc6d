//! Leaks that no step may cause: files of a restricted event in the public place, and names that
//! are no longer shown, in any file.

use std::{
    collections::BTreeSet,
    io::Read,
    pin::Pin,
    sync::{
        Arc,
        atomic::{
            AtomicBool,
            Ordering::{Relaxed, SeqCst},
        },
    },
    time::Duration,
};

use chute_domain::{
    race::{Slug, YearKey},
    state::EventRecord,
    time::Time,
};
use chute_edge::{Edge, Fault};
use chute_store::{Clocks, Place, Store, pointer_path, pointers};
use flate2::read::GzDecoder;
use serde_json::json;
use tokio::{task::JoinSet, time::sleep};

use crate::{
    lane::Lane,
    play::{Game, PEOPLE_NAMES, Totals, YEAR, expect, participant_name},
    steps::Delivery,
};

/// Longer than the hour for which files are kept that no pointer leads to, in milliseconds.
const PRUNED_MS: u64 = 4_000_000;
/// How long a reader rests.
const BETWEEN_READS: Duration = Duration::from_millis(6);

/// Somebody who reads pointers over and over.
struct PointerReader {
    withdrawn: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    reading: JoinSet<Result<usize, String>>,
}

impl PointerReader {
    fn start(store: &Store, pointers: Vec<(Place, String)>) -> Self {
        let (withdrawn, over) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let (store, gone, end) = (store.clone(), withdrawn.clone(), over.clone());
        let mut reading = JoinSet::new();
        reading.spawn(async move {
            let mut reads = 0;
            while !end.load(SeqCst) {
                for (place, path) in &pointers {
                    let must_be_gone = gone.load(SeqCst);
                    let read = store.get_object(*place, path).await;
                    if must_be_gone && read.map_err(|error| error.to_string())?.is_some() {
                        return Err(format!("{path} was read after it had been withdrawn"));
                    }
                    reads += usize::from(must_be_gone);
                }
                sleep(BETWEEN_READS).await;
            }
            Ok(reads)
        });
        Self {
            withdrawn,
            over,
            reading,
        }
    }

    /// Notes that what it reads has been withdrawn: from now on nothing may be there.
    fn withdrawn(&self) {
        self.withdrawn.store(true, SeqCst);
    }

    /// Ends it. Returns how often it looked in vain.
    async fn end(mut self) -> Result<usize, String> {
        self.over.store(true, SeqCst);
        let read = self.reading.join_next().await.ok_or("nobody reads")?;
        read.map_err(|error| error.to_string())?
    }
}

/// A publication that is held up at one of its calls, or has come to its end before that.
struct Held<'l> {
    publishing: Option<Pin<Box<dyn Future<Output = bool> + 'l>>>,
    edge: Arc<Edge>,
    totals: &'l Totals,
}

impl<'l> Held<'l> {
    async fn start(lane: &'l mut Lane, slug: &'l Slug, at: usize, totals: &'l Totals) -> Self {
        let edge = lane.edge.clone();
        let mut publishing: Pin<Box<dyn Future<Output = bool> + 'l>> =
            Box::pin(lane.deliver(slug.as_str(), Delivery::PLAIN, Fault::Hold { at }));
        let held = tokio::select! {
            _ = &mut publishing => false,
            () = edge.waiting() => true,
        };
        Self {
            publishing: held.then_some(publishing),
            edge,
            totals,
        }
    }

    /// Lets `change` happen while the publication is held up, then lets that go on; or, if the
    /// publication has a lease, for which the change has to wait, as soon as the change is written.
    async fn during(
        self,
        store: &Store,
        slug: &Slug,
        is_written: impl Fn(Option<EventRecord>) -> bool,
        change: impl Future<Output = Result<(), String>>,
    ) -> Result<(), String> {
        let leases = format!("{slug}/leases");
        if paths_below(store, Place::Restricted, &leases)
            .await?
            .is_empty()
        {
            change.await?;
            self.let_go().await;
            return Ok(());
        }
        self.totals.waited.fetch_add(1, Relaxed);
        let let_go = async {
            while !is_written(
                store
                    .load_event(slug)
                    .await
                    .map_err(|error| error.to_string())?,
            ) {
                sleep(BETWEEN_READS).await;
            }
            self.let_go().await;
            Ok(())
        };
        futures::try_join!(change, let_go).map(|_| ())
    }

    async fn let_go(self) {
        if let Some(publishing) = self.publishing {
            self.totals.held.fetch_add(1, Relaxed);
            self.edge.let_go();
            publishing.await;
        }
    }
}

impl Game<'_> {
    /// Makes the event restricted or public at some call of a publication. If nothing else is new,
    /// its owner can read it without interruption.
    pub async fn restrict(
        &mut self,
        lane: &mut Lane,
        first: bool,
        at: usize,
    ) -> Result<(), String> {
        self.restricted = !self.restricted;
        let (event, stamp, year) = (
            self.event(),
            self.stamp(0),
            json!({"slug": self.slug, "year": YEAR}),
        );
        let owner = lane.beside.clone();
        let (store, slug, restricted) =
            (lane.cleaner.clone(), Slug::new(&self.slug), self.restricted);
        // whatever address readers remember: nothing is there
        let nothing_in_public = async || {
            let left = if restricted {
                paths_below(&store, Place::Public, slug.as_str()).await?
            } else {
                Vec::new()
            };
            if left.is_empty() {
                Ok(())
            } else {
                Err(format!("readable after the event was restricted: {left:?}"))
            }
        };
        let owner_reads = async || {
            let read = owner.send("POST", "/results/all", &year, stamp).await;
            expect("results/all", &read, &[200]).map(|()| read.1["results"].clone())
        };
        let before = if first {
            lane.settle(&self.slug).await?;
            Some(owner_reads().await?)
        } else {
            None
        };
        let reader = restricted.then(|| {
            let pointers = self.pointers().into_iter();
            PointerReader::start(&store, pointers.map(|path| (Place::Public, path)).collect())
        });
        let change = async || {
            expect(
                "event/update",
                &owner.send("PUT", "/event/update", &event, stamp).await,
                &[200],
            )?;
            reader.iter().for_each(PointerReader::withdrawn);
            nothing_in_public().await
        };
        if first {
            change().await?;
        }
        let held = Held::start(lane, &slug, at, self.totals).await;
        let meanwhile = if first {
            let read = owner_reads().await?;
            held.let_go().await;
            Some(read)
        } else {
            let is_written = |event: Option<EventRecord>| {
                event.is_some_and(|event| event.event.access_restricted == restricted)
            };
            held.during(&store, &slug, is_written, change()).await?;
            None
        };
        if !lane.broke_off {
            nothing_in_public().await?;
        }
        lane.settle(&self.slug).await?;
        self.end(reader).await?;
        let after = owner_reads().await?;
        if before == meanwhile && before.as_ref().is_none_or(|before| *before == after) {
            Ok(())
        } else {
            Err(format!(
                "restricted or not, the owner's answer is another: {before:?}, {meanwhile:?}, {after}"
            ))
        }
    }

    /// Deletes the year at some call of a publication, and creates it again.
    pub async fn delete_during(&mut self, lane: &mut Lane, at: usize) -> Result<(), String> {
        let (stamp, year) = (self.stamp(0), json!({"slug": self.slug, "year": YEAR}));
        let (owner, store, slug) = (
            lane.beside.clone(),
            lane.cleaner.clone(),
            Slug::new(&self.slug),
        );
        let pointer = pointer_path(&slug.year(YEAR));
        let places = [Place::Public, Place::Restricted];
        let reader =
            PointerReader::start(&store, places.map(|place| (place, pointer.clone())).into());
        let delete = async {
            let deleted = owner.send("DELETE", "/event-year/delete", &year, stamp - 10);
            expect("event-year/delete", &deleted.await, &[200])?;
            reader.withdrawn();
            Ok(())
        };
        let is_written =
            |event: Option<EventRecord>| event.is_some_and(|event| !event.years.contains_key(YEAR));
        let held = Held::start(lane, &slug, at, self.totals).await;
        held.during(&store, &slug, is_written, delete).await?;
        lane.settle(&self.slug).await?;
        self.end(Some(reader)).await?;
        self.part = self.step;
        self.make_year(lane, stamp - 5, Fault::None).await
    }

    async fn end(&self, reader: Option<PointerReader>) -> Result<(), String> {
        if let Some(reader) = reader {
            let reads = reader.end().await?;
            self.totals.reads_in_vain.fetch_add(reads, Relaxed);
        }
        Ok(())
    }

    fn pointers(&self) -> Vec<String> {
        pointers(&Slug::new(&self.slug), [&YearKey::new(YEAR)])
    }

    /// Checks that none of the event's files is in the wrong place.
    pub async fn compare_places(&self, lane: &Lane) -> Result<(), String> {
        let other = if self.restricted {
            Place::Public
        } else {
            Place::Restricted
        };
        let mut left = paths_below(&lane.store, other, &self.slug).await?;
        // those of publishers that died run out, and go with their event
        left.retain(|path| !path.contains("/leases/"));
        if left.is_empty() {
            Ok(())
        } else {
            Err(format!(
                "restricted is {}, and {other:?} has {left:?}",
                self.restricted
            ))
        }
    }

    /// Prunes twice, more than an hour apart: then all files that no pointer leads to are gone.
    pub async fn prune(&self, lane: &Lane) -> Result<(), String> {
        let event = lane
            .store
            .load_event(&Slug::new(&self.slug))
            .await
            .map_err(|error| error.to_string())?
            .ok_or("there is no event")?;
        if let Some(record) = event.years.get(YEAR) {
            for later_ms in [0, PRUNED_MS] {
                let now = Time::from_ms(lane.clocks.now().time.ms() + later_ms);
                lane.publications()
                    .prune_year(&event, record, now)
                    .await
                    .map_err(|error| format!("pruning: {error}"))?;
            }
        }
        Ok(())
    }

    /// Checks that no published file contains a name that is no longer shown, whether a pointer
    /// leads to it or not. Files left by an interrupted publication, to which no pointer ever led,
    /// are pruned first.
    pub async fn compare_names(&self, lane: &Lane) -> Result<(), String> {
        if lane.broke_off {
            self.prune(lane).await?;
        }
        let expected = self.race.expected();
        if expected.is_open {
            return Ok(());
        }
        let shown = expected
            .rows
            .values()
            .flatten()
            .flatten()
            .map(|row| row.person.first.clone());
        let listed = expected.participants.as_ref();
        let shown: BTreeSet<String> = shown
            .chain(listed.into_iter().flatten().map(|id| participant_name(id)))
            .collect();
        let hidden: Vec<String> = PEOPLE_NAMES
            .iter()
            .map(|name| (*name).to_owned())
            .chain(
                listed
                    .is_some()
                    .then(|| self.race.participants.keys().map(|id| participant_name(id)))
                    .into_iter()
                    .flatten(),
            )
            .filter(|name| !shown.contains(name))
            .collect();
        let place = if self.restricted {
            Place::Restricted
        } else {
            Place::Public
        };
        for path in paths_below(&lane.store, place, &self.slug).await? {
            let Some(file) = lane
                .store
                .get_object(place, &path)
                .await
                .map_err(|error| error.to_string())?
            else {
                continue;
            };
            let text = plain(&file.body);
            if let Some(name) = hidden
                .iter()
                .find(|name| text.contains(&format!("\"{name}\"")))
            {
                return Err(format!("{path} still holds {name:?}, {shown:?} are shown"));
            }
        }
        Ok(())
    }
}

async fn paths_below(store: &Store, place: Place, folder: &str) -> Result<Vec<String>, String> {
    let folder = format!("{folder}/");
    let paths = store.list_objects(place, &folder).await;
    paths.map_err(|error| error.to_string())
}

fn plain(body: &[u8]) -> String {
    let mut text = Vec::new();
    match GzDecoder::new(body).read_to_end(&mut text) {
        Ok(_) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}
