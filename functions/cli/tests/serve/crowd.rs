//! A client that holds thousands of connections, of which some have sent half a request.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{net::TcpSocket, runtime::Builder};

use crate::server::{Deployment, PATIENCE, Server};

const CLIENT: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const CONNECTIONS: usize = 2_000;
/// Fewer than one client asks for, and no more can be had.
const FILES: u32 = 1_024;
const HALF_A_HEAD: &[u8] = b"GET / HTTP/1.1\r\nHost: ch";
const HALF_A_BODY: &[u8] =
    b"POST /api/results/add HTTP/1.1\r\nHost: chute\r\nContent-Length: 100\r\n\r\n{";

/// A new connection from this address.
fn connect(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let runtime = Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The answer to a request for the site's page on a new connection; empty if it is refused.
fn page(from: Ipv4Addr, to: SocketAddr) -> String {
    let mut stream = connect(from, to);
    let mut answer = String::new();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: chute\r\nConnection: close\r\n\r\n");
    let _ = stream.read_to_string(&mut answer);
    answer
}

fn address(server: &Server) -> SocketAddr {
    let base = server.address("");
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    host.parse().unwrap()
}

#[test]
fn one_clients_connections_keep_nobody_else_out() {
    let limit = getrlimit(Resource::Nofile);
    let current = limit.maximum;
    setrlimit(Resource::Nofile, Rlimit { current, ..limit }).unwrap();
    let deployment = Deployment::new();
    let server = deployment.start_with_files(FILES);
    let to = address(&server);
    let mut held = Vec::new();
    for number in 0..CONNECTIONS {
        let mut stream = connect(CLIENT, to);
        let sent: &[u8] = [b"", HALF_A_HEAD, HALF_A_BODY][number % 3];
        // one that is refused may be closed by then
        let _ = stream.write_all(sent);
        held.push(stream);
    }
    let answer = page(NEIGHBOUR, to);
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    // the connections that were too many are closed, not left waiting: the last one is one of them
    let _ = held.pop().unwrap().read_to_end(&mut Vec::new());
    drop(held);
    // until the server has seen that they are gone
    while !page(CLIENT, to).starts_with("HTTP/1.1 200 OK") {}
    assert_eq!(server.end(), Some(0));
}
