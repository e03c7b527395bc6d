//! One lane: the functions in this process, which call the store through their own edge, and the
//! publisher beside them.

use std::{sync::Arc, time::Duration};

use aws_lambda_events::event::dynamodb::Event;
use axum::Router;
use chute_api::{App, middleware, workers::publish::Worker};
use chute_domain::account::Realm;
use chute_edge::{Backend, Edge, Fault};
use chute_publisher::{Publications, Publisher};
use chute_store::{Clocks, Place, Store};
use chute_testkit::{Request, clock::Stepping};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::{
    contract::Stamp,
    feed::{Feed, Records},
    steps::Delivery,
};

/// The pause between two publications of a race: long enough for the other instance to publish in
/// between.
const PAUSE: Duration = Duration::from_millis(50);

/// Few enough that most publications of a race in many pieces are made in several slices.
const PIECES_A_SLICE: usize = 2;

/// Longer than the leases of a publisher that died last.
const LEASES_END: Duration = Duration::from_secs(21);

/// Calls the functions with its key.
#[derive(Clone)]
pub struct Caller {
    router: Router,
    key: String,
    clocks: Arc<Stepping>,
}

pub struct Lane {
    pub edge: Arc<Edge>,
    pub store: Store,
    /// The clock of everything in the lane, which steps set.
    pub clocks: Arc<Stepping>,
    most_items: usize,
    /// The clean-up's own connection to the store.
    pub cleaner_edge: Arc<Edge>,
    pub cleaner: Store,
    caller: Caller,
    /// Makes calls that bypass the edge while one is held up there.
    pub beside: Caller,
    feed: Arc<Feed>,
    /// Two instances of the publisher: one may remember what the other has made outdated.
    workers: [Worker; 2],
    turn: usize,
    /// The events of all lanes.
    pub slugs: Vec<String>,
    /// Not delivered yet.
    pending: Records,
    /// Whether a publication broke off: it may have left files that no pointer ever named.
    pub broke_off: bool,
}

impl Lane {
    /// `most_items` is the maximum number of items in a piece of the publisher's memory.
    pub async fn new(backend: &Backend, feed: Arc<Feed>, key: &str, most_items: usize) -> Self {
        let clocks = Stepping::at(0);
        let direct = backend.store(Realm::Account).await;
        let direct = direct.with_clocks(clocks.clone());
        let (edge, cleaner_edge) = (Arc::new(Edge::default()), Arc::new(Edge::default()));
        let (store, cleaner) = (edge.before(direct.clone()), cleaner_edge.before(direct));
        let caller = |store: &Store| Caller {
            router: middleware::host(&App::new(store.clone(), Realm::Account)),
            key: key.to_owned(),
            clocks: clocks.clone(),
        };
        let (caller, beside) = (caller(&store), caller(&cleaner));
        let workers = workers(&store, most_items);
        Self {
            edge,
            store,
            clocks,
            most_items,
            cleaner_edge,
            cleaner,
            caller,
            beside,
            feed,
            workers,
            turn: 0,
            slugs: Vec::new(),
            broke_off: false,
            pending: Records::default(),
        }
    }

    /// Starts new instances of the publisher, with nothing left to deliver and a clock that is
    /// right, at this place in the order of uploads.
    pub fn clear(&mut self, order_ms: u64) {
        self.clocks.restart(order_ms);
        self.workers = workers(&self.store, self.most_items);
        self.pending = Records::default();
    }

    pub fn publications(&self) -> Publications<'_> {
        Publications::of(&self.store).with_pieces_of(self.most_items)
    }

    /// An instance of the publisher that remembers nothing.
    pub fn publisher(&self) -> Publisher {
        Publisher::new(self.store.clone()).with_pieces_of(self.most_items)
    }

    /// Sends a request received at `stamp`; it breaks off as `fault` says.
    pub async fn send(
        &self,
        verb: &str,
        path: &str,
        body: &Value,
        stamp: Stamp,
        fault: Fault,
    ) -> (u16, Value) {
        self.edge.begin(fault);
        let answer = self.caller.send(verb, path, body, stamp).await;
        self.edge.begin(Fault::None);
        self.outlive(fault);
        answer
    }

    /// Loses the streams' records of rows and participants so far, which never reach a publisher.
    pub fn lose_records(&mut self, slug: &str) {
        self.read_streams(slug);
        self.pending[1].clear();
        self.pending[2].clear();
    }

    /// Delivers the streams' records to the publisher. Returns whether it broke off.
    pub async fn deliver(&mut self, slug: &str, how: Delivery, fault: Fault) -> bool {
        self.read_streams(slug);
        if how.cold {
            self.turn = 1 - self.turn;
        }
        self.edge.begin(fault);
        let order = if how.race_first { [1, 2, 0] } else { [0, 1, 2] };
        let done = if how.together {
            // each stream is handled by its own instance
            join_all(order.map(|stream| {
                self.deliver_batch(stream, how, &self.workers[(self.turn + stream) % 2])
            }))
            .await
        } else {
            let mut done = Vec::new();
            for stream in order {
                done.push(
                    self.deliver_batch(stream, how, &self.workers[self.turn])
                        .await,
                );
            }
            done
        };
        let stayed = self.work_off(slug, how).await;
        self.edge.begin(Fault::None);
        for (stream, done) in order.into_iter().zip(&done) {
            self.pending[stream].drain(..done.unwrap_or_default());
        }
        let broke_off = done.contains(&None) || stayed;
        self.broke_off |= broke_off;
        self.outlive(fault);
        broke_off
    }

    /// After a death, work goes on once the leases of the dead have run out.
    fn outlive(&self, fault: Fault) {
        if matches!(fault, Fault::Refuse { .. } | Fault::Die { .. }) {
            self.clocks.pass(LEASES_END);
        }
    }

    fn read_streams(&mut self, slug: &str) {
        for (pending, new) in self.pending.iter_mut().zip(self.feed.take(slug)) {
            pending.extend(new);
        }
    }

    /// Delivers a stream's records. Returns the number of records that need not come again; `None`
    /// when the publisher failed.
    async fn deliver_batch(&self, stream: usize, how: Delivery, worker: &Worker) -> Option<usize> {
        let all = &self.pending[stream];
        let count = if how.half {
            all.len().div_ceil(2)
        } else {
            all.len()
        };
        if count == 0 || (stream == 0 && how.hold_events) {
            return Some(0);
        }
        for _ in 0..=usize::from(how.again) {
            let event: Event = serde_json::from_value(json!({ "Records": all.get(..count) }))
                .expect("a stream's event");
            if how.queued {
                let records = all.iter().take(count).cloned().collect();
                if worker.queue(records).await.is_err() {
                    return None;
                }
                continue;
            }
            if !worker
                .run(event.records)
                .await
                .batch_item_failures
                .is_empty()
            {
                return None;
            }
        }
        Some(count)
    }

    /// Publishes what waits in the queue. Returns whether some of it stays there.
    async fn work_off(&self, slug: &str, how: Delivery) -> bool {
        let mut messages = self.feed.queued(slug);
        if how.half {
            messages.truncate(messages.len().div_ceil(2));
        }
        if messages.is_empty() {
            return false;
        }
        let worker = &self.workers[self.turn];
        let work = async |batch| worker.work_off(batch).await;
        self.feed.hand(&messages, work).await
    }

    /// The version that the pointer names.
    ///
    /// # Errors
    /// When there is none.
    pub async fn published_version(&self, slug: &str, year: &str) -> Result<u64, String> {
        for place in [Place::Public, Place::Restricted] {
            let found = self
                .store
                .get_object(place, &format!("{slug}/{year}/current.json"))
                .await
                .map_err(|error| error.to_string())?;
            if let Some(pointer) = found {
                let pointer: Value = serde_json::from_slice(&pointer.body).unwrap_or_default();
                return pointer["version"]
                    .as_u64()
                    .ok_or_else(|| format!("a pointer without a version: {pointer}"));
            }
        }
        Err("there is no pointer".to_owned())
    }

    /// Delivers until nothing is left.
    ///
    /// # Errors
    /// When the same records come again and again.
    pub async fn settle(&mut self, slug: &str) -> Result<(), String> {
        for _ in 0..5 {
            self.deliver(slug, Delivery::PLAIN, Fault::None).await;
            self.read_streams(slug);
            if self.pending.iter().all(Vec::is_empty) && self.feed.queued(slug).is_empty() {
                return Ok(());
            }
        }
        Err(format!(
            "the publisher does not take {:?} records",
            self.pending.each_ref().map(Vec::len)
        ))
    }
}

impl Caller {
    /// Sends a request received at `stamp` (unix milliseconds), with an id made from it.
    pub async fn send(&self, verb: &str, path: &str, body: &Value, stamp: Stamp) -> (u16, Value) {
        self.clocks.received(stamp);
        let request = Request::new(verb, path)
            .id(format!("r-{stamp}"))
            .at_ms(stamp)
            .time(self.clocks.now().time)
            .bearer(&self.key)
            .json(body);
        let reply = request.send(&self.router).await;
        (reply.status, reply.json())
    }
}

/// Two instances, which work in turn as the publishers of one machine do.
fn workers(store: &Store, most_items: usize) -> [Worker; 2] {
    let publisher = || {
        Publisher::new(store.clone())
            .with_pieces_of(most_items)
            .with_slices_of(PIECES_A_SLICE)
            .pausing(PAUSE)
    };
    let first = publisher();
    let second = publisher().in_turn_with(&first);
    [first, second].map(|publisher| Worker::new(store, publisher))
}
