//! The connections of clients. No client keeps others out by holding connections open: one address
//! has at most half of them, and a connection on which nothing moves is closed, whatever it waits
//! for: a first byte, the rest of a request, the next request, or somebody to read an answer. Where
//! there is no room for a new one, the one that has been without a request for the longest is closed.
//!
//! A trusted proxy speaks for many clients and keeps its connections open, so none of this applies
//! to it.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, extract::ConnectInfo, http::Request, serve::Listener};
use chute_api::Source;
use http_body_util::BodyExt;
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
    service::TowerToHyperService,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
    task::JoinSet,
    time::{Instant, sleep_until, timeout},
};
use tokio_util::either::Either;
use tower::{ServiceExt, service_fn};

use crate::{counters::Counters, distribution::OverTls, lock::lock, tls::Tls};

/// How long nothing may move on a connection. No answer takes as long: writes stop eight seconds
/// after the receipt.
const STILL: Duration = Duration::from_secs(60);
/// How long requests may go on once the process is told to end: longer than any writes (contract
/// 6.2).
const END: Duration = Duration::from_secs(10);
/// The most connections at once; each takes some tens of kilobytes.
const MOST: usize = 16_384;
/// Descriptors that are left for files and for connections to elsewhere.
const OTHERS: u64 = 256;
/// How often it is logged, at most, that connections are refused.
const SAID_EVERY: Duration = Duration::from_secs(60);

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// All together.
    all: usize,
    /// Of one address, or of one IPv6 network of 64 bits.
    of_one: usize,
}

impl Limits {
    /// This process's limits, after it has raised them as far as the system allows.
    pub fn of_this_process() -> Self {
        let limit = getrlimit(Resource::Nofile);
        let highest = Rlimit {
            current: limit.maximum,
            ..limit
        };
        let current = match setrlimit(Resource::Nofile, highest) {
            Ok(()) => limit.maximum,
            Err(_) => limit.current,
        };
        // no limit at all is told as none
        let descriptors = current.unwrap_or(u64::MAX).saturating_sub(OTHERS);
        Self::of(usize::try_from(descriptors).unwrap_or(MOST).clamp(2, MOST))
    }

    fn of(all: usize) -> Self {
        Self {
            all,
            of_one: all / 2,
        }
    }
}

/// Shared by all connections of a listener.
#[derive(Debug)]
struct Connections {
    limits: Limits,
    trusted: Vec<IpAddr>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_client: HashMap<Source, usize>,
    /// Those without a request, by when that began; each ends when it is told.
    idle: BTreeMap<u64, Arc<Notify>>,
    /// The number of times that one became idle.
    idle_times: u64,
    refusal_said: Option<Instant>,
}

impl Open {
    fn note_idle(&mut self, end: &Arc<Notify>) -> u64 {
        self.idle_times += 1;
        self.idle.insert(self.idle_times, end.clone());
        self.idle_times
    }
}

/// A connection that is counted until this is dropped.
struct Place {
    connections: Arc<Connections>,
    client: Source,
    end: Arc<Notify>,
    requests: Mutex<Requests>,
}

/// The requests of a connection, locked after [`Open`].
struct Requests {
    under_way: usize,
    /// Its key among those that are idle.
    idle: Option<u64>,
}

/// A request, until the whole of its answer waits to be sent.
struct UnderWay(Option<Arc<Place>>);

impl Connections {
    fn is_trusted(&self, peer: IpAddr) -> bool {
        self.trusted.contains(&peer.to_canonical())
    }

    /// Counts a connection of a client, unless there are too many.
    fn place(self: &Arc<Self>, client: Source) -> Option<Place> {
        let mut open = lock(&self.open);
        let of_one = open.by_client.get(&client).copied().unwrap_or_default();
        let has_room = of_one < self.limits.of_one
            && (open.all < self.limits.all
                || open.idle.pop_first().is_some_and(|(_, longest)| {
                    // it is counted until it has ended, a moment from now
                    longest.notify_one();
                    true
                }));
        if !has_room {
            let is_said = open
                .refusal_said
                .is_some_and(|at| at.elapsed() < SAID_EVERY);
            if !is_said {
                open.refusal_said = Some(Instant::now());
                tracing::warn!(open = open.all, of_one, "connections are refused");
            }
            return None;
        }
        open.all += 1;
        *open.by_client.entry(client).or_default() += 1;
        let end = Arc::new(Notify::new());
        Some(Place {
            connections: self.clone(),
            client,
            requests: Mutex::new(Requests {
                under_way: 0,
                idle: Some(open.note_idle(&end)),
            }),
            end,
        })
    }
}

impl Place {
    /// Notes that everything has been sent that waited for it.
    fn note_sent(&self) {
        let (mut open, mut requests) = (lock(&self.connections.open), lock(&self.requests));
        if requests.under_way == 0 && requests.idle.is_none() {
            requests.idle = Some(open.note_idle(&self.end));
        }
    }
}

impl UnderWay {
    fn begin(place: Option<Arc<Place>>) -> Self {
        if let Some(place) = &place {
            let (mut open, mut requests) = (lock(&place.connections.open), lock(&place.requests));
            requests.under_way += 1;
            if let Some(idle) = requests.idle.take() {
                open.idle.remove(&idle);
            }
        }
        Self(place)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(place) = &self.0 {
            lock(&place.requests).under_way -= 1;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        open.all -= 1;
        if let Some(idle) = lock(&self.requests).idle {
            open.idle.remove(&idle);
        }
        if let Some(of_one) = open.by_client.get_mut(&self.client) {
            *of_one -= 1;
            if *of_one == 0 {
                open.by_client.remove(&self.client);
            }
        }
    }
}

/// Answers clients until `ended`; then requests that have arrived are answered, as far as they
/// arrive whole.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: Limits,
    trusted: Vec<IpAddr>,
    tls: Option<Tls>,
    counters: Arc<Counters>,
    mut ended: watch::Receiver<bool>,
) {
    let connections = Arc::new(Connections {
        limits,
        trusted,
        open: Mutex::default(),
    });
    let mut answering = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            Some(_) = answering.join_next() => continue,
            // an error means that the sender is gone, which is an end as well
            _ = ended.wait_for(|ended| *ended) => break,
        };
        let place = if connections.is_trusted(peer.ip()) {
            None
        } else {
            let Some(place) = connections.place(peer.ip().into()) else {
                counters.refused.add();
                continue;
            };
            Some(place)
        };
        let (router, ended, open) = (router.clone(), ended.clone(), counters.opened());
        let tls = tls.clone();
        answering.spawn(async move {
            let _open = open;
            answer(stream, peer, router, place, tls, ended).await;
        });
    }
    drop(listener);
    let all = async { while answering.join_next().await.is_some() {} };
    if timeout(END, all).await.is_err() {
        tracing::warn!("not every request ended: the rest is broken off");
    }
}

/// Answers the requests of one connection. Without a place it may stand still for ever.
async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    place: Option<Place>,
    tls: Option<Tls>,
    mut ended: watch::Receiver<bool>,
) {
    let moved = Moved::default();
    let place = place.map(Arc::new);
    let of_requests = place.clone();
    let watched = |stream| Watched {
        stream,
        moved: moved.clone(),
        place: place.clone(),
    };
    let (io, over_tls) = match tls {
        None => (Either::Left(watched(stream)), false),
        Some(tls) => {
            let agree = async {
                let is_wanted = Tls::is_wanted(&stream).await?;
                let stream = tls.accept(watched(stream), is_wanted).await?;
                io::Result::Ok((stream, is_wanted))
            };
            tokio::select! {
                agreed = agree => match agreed {
                    Ok(agreed) => agreed,
                    // the client's, such as one that does not take the certificate
                    Err(_) => return,
                },
                () = moved.stands_still(), if place.is_some() => return,
                () = makes_room(place.as_ref()), if place.is_some() => return,
                // no request has arrived
                _ = ended.wait_for(|ended| *ended) => return,
            }
        }
    };
    let io = TokioIo::new(io);
    let service = TowerToHyperService::new(service_fn(move |request| {
        let under_way = UnderWay::begin(of_requests.clone());
        let answering = router.clone().oneshot(received(peer, over_tls, request));
        async move {
            let answer = answering.await?;
            // a body has this as long as it lives
            let keep = move |error| {
                let _ = &under_way;
                error
            };
            Ok::<_, Infallible>(answer.map(|body| body.map_err(keep)))
        }
    }));
    let server = auto::Builder::new(TokioExecutor::new());
    let mut connection = pin!(server.serve_connection(io, service));
    let mut is_ending = false;
    loop {
        tokio::select! {
            // an error is the client's, or the network's
            _ = connection.as_mut() => return,
            () = moved.stands_still(), if place.is_some() => return,
            () = makes_room(place.as_ref()), if place.is_some() => match &place {
                // its next request came at that moment, and is answered
                Some(place) if lock(&place.requests).under_way > 0 => connection.as_mut().graceful_shutdown(),
                _ => return,
            },
            _ = ended.wait_for(|ended| *ended), if !is_ending => {
                is_ending = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Waits until this connection is to be closed in favour of another.
async fn makes_room(place: Option<&Arc<Place>>) {
    if let Some(place) = place {
        place.end.notified().await;
    }
}

fn received<B>(peer: SocketAddr, over_tls: bool, mut request: Request<B>) -> Request<B> {
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(OverTls(over_tls));
    request
}

/// When a byte last went one way or the other; clones are the same.
#[derive(Clone, Debug)]
struct Moved(Arc<Mutex<Instant>>);

impl Default for Moved {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }
}

impl Moved {
    fn note(&self) {
        *lock(&self.0) = Instant::now();
    }

    /// Waits until nothing has moved for long.
    async fn stands_still(&self) {
        loop {
            let until = *lock(&self.0) + STILL;
            if until <= Instant::now() {
                return;
            }
            sleep_until(until).await;
        }
    }
}

/// A stream that notes when bytes go through it, and when none are left to send.
struct Watched {
    stream: TcpStream,
    moved: Moved,
    place: Option<Arc<Place>>,
}

impl Watched {
    fn noted(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(bytes)) if bytes > 0) {
            self.moved.note();
        }
        written
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before {
            self.moved.note();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noted(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // it is flushed once everything is written
        if let Some(place) = &self.place {
            place.note_sent();
        }
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
