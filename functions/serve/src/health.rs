//! `GET /health`: whether this process can answer, and how its clock, its disk and its backups are,
//! for monitoring and `chute check`. Each host also has the `health` route of the contract.

use std::{
    io::{self, Read},
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use chute_domain::{
    event_time::EventTime,
    race::{RaceKey, Slug},
};
use chute_store::{Clocks, Place, Store, StoreError, pointer_path};
use flate2::read::GzDecoder;
use md5::{Digest, Md5};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;

use crate::{backup, clock::Clock, disk::Disk, gateway::Gateway, memory::Part, objects::hex};

/// How long a check counts: anybody may call, as often as they like.
const COUNTS: Duration = Duration::from_secs(1);

/// 200 when what pages need can be read, else 503; the reason is in the log. Each check reads what
/// the pages of one event need, the next check those of the next event, until one cannot be read:
/// then that one is read again.
///
/// `clock` is what the clock shows, and `clock_fault` a sentence on what is wrong with it, else
/// empty: a clock that is wrong does not keep this process from answering. `disk` is the disk of
/// the data, `visited` whether another device has asked since the start. With backups, `backup`
/// says how they are going. `memory` is what is kept in memory, and what may be. Anybody may read all this: it holds no name, address or path.
pub fn router(
    store: Store,
    clock: Clock,
    disk: Arc<Disk>,
    gateway: Gateway,
    backups: Option<backup::Status>,
    memory: Arc<Vec<Part>>,
) -> Router {
    let health = Health {
        store,
        clock,
        disk,
        gateway,
        backups,
        memory,
        last: Mutex::default(),
    };
    Router::new()
        .route("/health", get(answer))
        .with_state(Arc::new(health))
}

struct Health {
    store: Store,
    clock: Clock,
    disk: Arc<Disk>,
    gateway: Gateway,
    backups: Option<backup::Status>,
    memory: Arc<Vec<Part>>,
    last: Mutex<Check>,
}

/// The last check.
#[derive(Default)]
struct Check {
    /// When it ended, and whether all could be read; `None` before the first.
    ended: Option<(Instant, bool)>,
    /// How many checks could read all.
    turn: usize,
}

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0} is not as it was stored")]
    Damaged(String),
    #[error("{0} is missing")]
    Missing(String),
    #[error("{0}: {1}")]
    Content(String, #[source] io::Error),
}

/// The list of events.
#[derive(Deserialize)]
struct List {
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    slug: String,
}

/// The files that a pointer names, in any format: older ones may lack some of them.
#[derive(Deserialize)]
struct Named {
    url: String,
    #[serde(default)]
    lines: Option<String>,
    #[serde(default)]
    changes: Option<String>,
}

/// A lines file.
#[derive(Deserialize)]
struct Lines {
    boards: Vec<Board>,
}

/// Where the lines of a board are.
#[derive(Deserialize)]
struct Board {
    board: Option<String>,
    names: Option<String>,
}

async fn answer(State(health): State<Arc<Health>>) -> Response {
    let (status, word) = if health.is_readable().await {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
    };
    let megabytes =
        |bytes: fn(&Part) -> usize| health.memory.iter().map(bytes).sum::<usize>() / 1_000_000;
    let mut told = json!({
        "status": word,
        "version": env!("CARGO_PKG_VERSION"),
        "clock": EventTime::from(health.clock.now().time),
        "clock_fault": health.clock.fault(),
        "disk": health.disk.now().await,
        "visited": health.gateway.is_visited(),
        "memory": {"kept_mb": megabytes(Part::used), "budget_mb": megabytes(|part| part.budget)},
    });
    if let (Some(backups), Some(told)) = (&health.backups, told.as_object_mut()) {
        told.insert("backup".to_owned(), json!(backups.now()));
    }
    (status, [(header::CACHE_CONTROL, "no-store")], Json(told)).into_response()
}

impl Health {
    async fn is_readable(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, was_readable)) = last.ended
            && at.elapsed() < COUNTS
        {
            return was_readable;
        }
        let read = self.read_part(last.turn).await;
        match &read {
            Ok(()) => last.turn = last.turn.wrapping_add(1),
            Err(error) => {
                tracing::error!(
                    error = chute_store::with_causes(error),
                    "the data cannot be read"
                );
            }
        }
        last.ended = Some((Instant::now(), read.is_ok()));
        read.is_ok()
    }

    /// Reads the list of events, and what the pages of one of them need.
    async fn read_part(&self, turn: usize) -> Result<(), Unreadable> {
        let events = match self.read(Place::Public, "index.json").await? {
            Some(list) => parsed::<List>("index.json", &list)?.events,
            None => Vec::new(),
        };
        let event = turn
            .checked_rem(events.len())
            .and_then(|next| events.get(next));
        let slug = event.map_or("health", |event| event.slug.as_str());
        self.read_event(&Slug::new(slug)).await
    }

    /// Reads the event in the table, and the files with which its pages open.
    async fn read_event(&self, slug: &Slug) -> Result<(), Unreadable> {
        let Some(event) = self.store.load_event(slug).await? else {
            return Ok(());
        };
        let place = Place::of(&event);
        for record in event.years.values() {
            let race = event.race(record);
            let pointer = pointer_path(&race);
            let mut seen = None;
            // while it is read, another version may replace this one, or the event be withdrawn
            while let Some(newest) = self.read(place, &pointer).await? {
                match self.read_files(place, &race, &newest).await {
                    Err(Unreadable::Missing(_)) if seen.as_ref() != Some(&newest) => {
                        seen = Some(newest);
                    }
                    done => {
                        done?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    async fn read_files(
        &self,
        place: Place,
        race: &RaceKey,
        pointer: &[u8],
    ) -> Result<(), Unreadable> {
        let named: Named = parsed("a pointer", pointer)?;
        // the path of the head begins at the host
        let (_, head) = named.url.rsplit_once('/').unwrap_or(("", &named.url));
        self.file(place, race, head).await?;
        if let Some(changes) = &named.changes {
            self.file(place, race, changes).await?;
        }
        let Some(lines) = &named.lines else {
            return Ok(());
        };
        let (packed, mut plain) = (self.file(place, race, lines).await?, Vec::new());
        GzDecoder::new(packed.as_slice())
            .read_to_end(&mut plain)
            .map_err(|error| Unreadable::Content(lines.clone(), error))?;
        for Board { board, names } in parsed::<Lines>(lines, &plain)?.boards {
            for name in board.iter().chain(&names) {
                self.file(place, race, name).await?;
            }
        }
        Ok(())
    }

    async fn file(&self, place: Place, race: &RaceKey, name: &str) -> Result<Vec<u8>, Unreadable> {
        let path = format!("{race}/{name}");
        let found = self.read(place, &path).await?;
        found.ok_or(Unreadable::Missing(path))
    }

    /// An object, whose bytes are those of its tag.
    async fn read(&self, place: Place, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let Some(found) = self.store.get_object(place, path).await? else {
            return Ok(None);
        };
        if hex(Md5::digest(&found.body)) == found.etag.trim_matches('"') {
            Ok(Some(found.body))
        } else {
            Err(Unreadable::Damaged(path.to_owned()))
        }
    }
}

fn parsed<T: for<'de> Deserialize<'de>>(name: &str, text: &[u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(text).map_err(|error| Unreadable::Content(name.to_owned(), error.into()))
}
