use std::net::Ipv4Addr;

use axum::{
    body::Bytes,
    routing::{get, post},
};
use rstest::rstest;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
    task::JoinHandle,
};

use super::*;
use crate::tls::Certificate;

const REQUEST: &[u8] = b"POST / HTTP/1.1\r\nHost: chute\r\nContent-Length: 4\r\n\r\n1234";
const ASKS_TO_CONTINUE: &[u8] =
    b"POST / HTTP/1.1\r\nHost: chute\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n";
const HTTP_2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
const NEIGHBOUR: [u8; 4] = [127, 0, 0, 1];
const CLIENT: [u8; 4] = [127, 0, 0, 2];
const PROXY: [u8; 4] = [127, 0, 0, 3];
const OTHER: [u8; 4] = [127, 0, 0, 4];
const LARGE: &[u8] = b"GET /large HTTP/1.1\r\nHost: chute\r\nConnection: close\r\n\r\n";
/// More than what lies between a server and a client who does not read.
const LARGE_BYTES: usize = 64 << 20;

/// A server, whose answer is the request's body. It also speaks TLS, and has to see which of the two
/// a connection is.
struct Serving {
    address: SocketAddr,
    end: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

async fn begin(limits: Limits) -> Serving {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = watch::channel(false);
    let folder = tempfile::tempdir().unwrap();
    let tls = Tls::open(&Certificate::Made(Vec::new()), folder.path()).unwrap();
    let router = Router::new()
        .route("/", post(async |body: Bytes| body))
        .route("/large", get(async || vec![0; LARGE_BYTES]));
    let serving = tokio::spawn(serve(
        listener,
        router,
        limits,
        vec![PROXY.into()],
        Some(tls),
        Arc::default(),
        ended,
    ));
    Serving {
        address,
        end,
        serving,
    }
}

impl Serving {
    /// Connects from an address, and sends this.
    async fn sends(&self, from: [u8; 4], bytes: &[u8]) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((IpAddr::from(from), 0).into()).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        // a connection that is refused may be closed by then
        let _ = stream.write_all(bytes).await;
        stream
    }

    /// Begins a request, and waits until its body is awaited.
    async fn begins(&self, from: [u8; 4]) -> TcpStream {
        let mut stream = self.sends(from, ASKS_TO_CONTINUE).await;
        let mut seen = Vec::new();
        while !seen.ends_with(b"\r\n\r\n") {
            assert!(stream.read_buf(&mut seen).await.unwrap() > 0);
        }
        stream
    }

    async fn is_answered(&self, from: [u8; 4]) -> bool {
        answered(&mut self.sends(from, REQUEST).await).await
    }
}

/// Reads an answer; `false` if the connection was closed without one.
async fn answered(stream: &mut TcpStream) -> bool {
    let mut seen = Vec::new();
    while !seen.ends_with(b"1234") {
        match stream.read_buf(&mut seen).await {
            Ok(bytes) if bytes > 0 => {}
            _ => return false,
        }
    }
    true
}

/// Waits until it is closed. Returns how long that took.
async fn closed(mut stream: TcpStream) -> Duration {
    let began = Instant::now();
    let mut seen = Vec::new();
    // closing with something unread is a reset
    let _ = stream.read_to_end(&mut seen).await;
    began.elapsed()
}

// the clock of these tests goes on whenever all wait
#[rstest]
#[case::silent(b"")]
#[case::half_a_head(&REQUEST[..20])]
#[case::half_a_body(&REQUEST[..REQUEST.len() - 2])]
#[case::after_an_answer(REQUEST)]
#[case::http_2(HTTP_2)]
#[case::half_a_preface(&HTTP_2[..10])]
#[case::one_byte_of_tls(&[22])]
#[case::half_a_hello(&[22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])]
#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed(#[case] sent: &[u8]) {
    let server = begin(Limits::of(10)).await;
    let stream = server.sends(CLIENT, sent).await;
    let after = closed(stream).await;
    assert!((STILL..STILL * 2).contains(&after), "{after:?}");
}

#[tokio::test(start_paused = true)]
async fn a_slow_upload_arrives() {
    let server = begin(Limits::of(10)).await;
    let mut stream = server.sends(CLIENT, &REQUEST[..1]).await;
    for byte in &REQUEST[1..] {
        tokio::time::sleep(STILL / 2).await;
        stream.write_all(&[*byte]).await.unwrap();
    }
    assert!(answered(&mut stream).await);
}

#[tokio::test(start_paused = true)]
async fn a_proxy_keeps_its_connections() {
    let server = begin(Limits::of(2)).await;
    let mut kept = Vec::new();
    for _ in 0..5 {
        kept.push(server.sends(PROXY, REQUEST).await);
    }
    tokio::time::sleep(STILL * 100).await;
    for stream in &mut kept {
        assert!(answered(stream).await);
        stream.write_all(REQUEST).await.unwrap();
        assert!(answered(stream).await);
    }
}

/// Half of 2,000 connections send nothing, half of them half a request.
#[tokio::test]
async fn one_client_leaves_room_for_the_others() {
    let limits = Limits::of_this_process();
    let server = begin(Limits::of(limits.all.min(2_000))).await;
    let mut held = Vec::new();
    for number in 0..1_000 {
        held.push(server.sends(CLIENT, &REQUEST[..20 * (number % 2)]).await);
    }
    assert!(!server.is_answered(CLIENT).await, "it has its half");
    assert!(server.is_answered(NEIGHBOUR).await);
    held.truncate(990);
    // until the server has seen that they are closed
    while !server.is_answered(CLIENT).await {}
}

#[tokio::test(start_paused = true)]
async fn the_end_waits_for_requests_but_not_for_ever() {
    let server = begin(Limits::of(10)).await;
    let _half = server.sends(CLIENT, &REQUEST[..20]).await;
    let mut slow = server.sends(CLIENT, &REQUEST[..REQUEST.len() - 2]).await;
    // so that both are known
    assert!(server.is_answered(CLIENT).await);
    server.end.send_replace(true);
    tokio::time::sleep(END / 2).await;
    slow.write_all(b"34").await.unwrap();
    assert!(answered(&mut slow).await);
    let began = Instant::now();
    server.serving.await.unwrap();
    assert!(began.elapsed() <= END);
}

/// Four connections are all that there may be, and two of each client.
#[tokio::test]
async fn the_longest_idle_makes_room() {
    let server = begin(Limits::of(4)).await;
    let mut under_way = server.begins(CLIENT).await;
    let mut first = server.sends(CLIENT, REQUEST).await;
    assert!(answered(&mut first).await);
    let silent = server.sends(OTHER, b"").await;
    let mut last = server.sends(OTHER, REQUEST).await;
    assert!(answered(&mut last).await);
    // from now on it has been idle for less long than all others
    first.write_all(REQUEST).await.unwrap();
    assert!(answered(&mut first).await);

    let mut new = server.begins(NEIGHBOUR).await;
    closed(silent).await;
    let mut newer = server.begins(NEIGHBOUR).await;
    closed(last).await;
    for stream in [&mut under_way, &mut new, &mut newer] {
        stream.write_all(b"1234").await.unwrap();
        assert!(answered(stream).await);
    }
    first.write_all(REQUEST).await.unwrap();
    assert!(answered(&mut first).await, "it was never the longest idle");
}

#[tokio::test]
async fn no_request_makes_room() {
    let server = begin(Limits::of(2)).await;
    let mut under_way = [server.begins(CLIENT).await, server.begins(OTHER).await];
    assert!(!server.is_answered(NEIGHBOUR).await);
    for stream in &mut under_way {
        stream.write_all(b"1234").await.unwrap();
        assert!(answered(stream).await);
    }
    assert!(server.is_answered(NEIGHBOUR).await);
}

/// An answer that its client reads slowly is still under way.
#[tokio::test]
async fn an_answer_makes_no_room() {
    let server = begin(Limits::of(2)).await;
    let mut reading = server.sends(CLIENT, LARGE).await;
    let mut begun = [0; 64];
    reading.read_exact(&mut begun).await.unwrap();
    let mut idle = Vec::new();
    for number in 10..15 {
        let mut stream = server.sends([127, 0, 0, number], REQUEST).await;
        assert!(answered(&mut stream).await);
        idle.push(stream);
    }
    let mut rest = Vec::new();
    reading.read_to_end(&mut rest).await.unwrap();
    assert!(rest.len() > LARGE_BYTES - begun.len());
}
