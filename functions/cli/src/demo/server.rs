//! A server for tests that answers the calls of a timing client from memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

/// The server's data, and the calls it got.
#[derive(Default)]
pub struct Memory {
    /// Every call, method and path.
    pub calls: Vec<String>,
    /// Years by slug, oldest first.
    pub events: BTreeMap<String, Vec<Value>>,
    /// Result rows by slug and year, then identity.
    pub rows: BTreeMap<String, BTreeMap<String, Value>>,
    /// Distances by slug and year.
    pub distances: BTreeMap<String, BTreeSet<String>>,
    /// The number of further calls to answer with 503.
    pub busy: usize,
}

/// Starts a server. Returns its address and its memory.
pub fn start() -> (String, Arc<Mutex<Memory>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/api", listener.local_addr().unwrap());
    let memory = Arc::new(Mutex::new(Memory::default()));
    let shared = Arc::clone(&memory);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            answer(stream, &mut shared.lock().unwrap());
        }
    });
    (address, memory)
}

fn answer(mut stream: TcpStream, memory: &mut Memory) {
    let mut reader = BufReader::new(&stream);
    let (mut first, mut length, mut authorised) = (String::new(), 0, false);
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            break;
        }
        authorised |= line == "authorization: bearer rk_test";
        length = line
            .strip_prefix("content-length: ")
            .map_or(length, |text| text.parse().unwrap());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let path = path.strip_prefix("/api/").unwrap();
    memory.calls.push(format!("{method} {path}"));
    let (status, answer) = match (authorised, memory.busy) {
        (false, _) => (401, json!({"message": "Key/Account Not Found"})),
        (true, 1..) => {
            memory.busy -= 1;
            (503, json!({"message": "Busy"}))
        }
        (true, 0) => (200, reply(path, &body, memory)),
    };
    let text = answer.to_string();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    )
    .unwrap();
}

fn reply(path: &str, body: &Value, memory: &mut Memory) -> Value {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let slug = text(&body["slug"]);
    let at = format!("{slug}/{}", text(&body["year"]));
    match path {
        "event/my" => {
            json!({"events": memory.events.keys().map(|slug| json!({"slug": slug})).collect::<Vec<_>>()})
        }
        "event/add" => {
            assert!(
                memory
                    .events
                    .insert(text(&body["event"]["slug"]), Vec::new())
                    .is_none(),
                "an event twice"
            );
            json!({"event": body["event"]})
        }
        "event-year/event" => json!({"years": memory.events[&slug]}),
        "event-year/add" | "event-year/update" => {
            let years = memory.events.get_mut(&slug).unwrap();
            years.retain(|year| year["year"] != body["event_year"]["year"]);
            years.push(body["event_year"].clone());
            json!({"event_year": body["event_year"]})
        }
        "results" => {
            json!({"version": "1", "distances": memory.distances.get(&at)})
        }
        "distances" => {
            json!({"distances": memory.distances.get(&at).into_iter().flatten().collect::<Vec<_>>()})
        }
        "distances/add" => {
            let names = body["distances"]
                .as_array()
                .unwrap()
                .iter()
                .map(|distance| text(&distance["name"]));
            memory.distances.entry(at).or_default().extend(names);
            json!({"distances": body["distances"]})
        }
        "segments/add" => json!({"segments": body["segments"]}),
        "results/add" => {
            let rows = body["results"].as_array().unwrap();
            assert!(rows.len() <= 20);
            let identity = |row: &Value| {
                format!(
                    "{}|{}|{}",
                    row["person_id"], row["location"], row["occurence"]
                )
            };
            memory
                .rows
                .entry(at)
                .or_default()
                .extend(rows.iter().map(|row| (identity(row), row.clone())));
            json!({"count": rows.len()})
        }
        "results/delete" => json!({"count": memory.rows.remove(&at).map_or(0, |rows| rows.len())}),
        "participants/add" => json!({"count": body["participants"].as_array().unwrap().len()}),
        "bibchips/add" => json!({"count": body["bib_chips"].as_array().unwrap().len()}),
        _ => Value::Null,
    }
}
