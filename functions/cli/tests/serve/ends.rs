//! SIGTERM ends the process whatever waits, and the next start makes up for what was not published.

use std::{
    io::Write,
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::server::{Deployment, PATIENCE, Server, upload};

/// A pause between two publications of a race in which everything else waits: ten hours.
const FOR_EVER: [(&str, &str); 1] = [("PUBLISH_PAUSE_MS", "36000000")];

fn event(slug: &str, name: &str) -> Value {
    json!({"event": {"name": name, "slug": slug, "contact_email": "a@example.org", "type": "distance", "access_restricted": false}})
}

fn done(server: &Server, method: &str, path: &str, key: &str, body: &Value) {
    let (status, answer) = server.call(method, path, key, body).unwrap();
    assert_eq!(status, 200, "{path}: {answer}");
}

/// The slugs and names of the published list of events.
fn listed(server: &Server) -> Vec<(String, String)> {
    let (_, list) = server.get("downloads/results/index.json").unwrap();
    let text = |event: &Value, field: &str| event[field].as_str().unwrap().to_owned();
    let events = list["events"].as_array().into_iter().flatten();
    let mut events: Vec<_> = events
        .map(|event| (text(event, "slug"), text(event, "name")))
        .collect();
    events.sort();
    events
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn changes_not_published_at_the_end_are_published_at_the_next_start() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("first");
    done(&server, "POST", "event/add", &key, &event("gone", "Gone"));
    done(&server, "POST", "results/add", &key, &upload("first", 0));
    server.settle("first", PATIENCE);
    assert_eq!(server.end(), Some(0), "{}", deployment.log());

    let server = deployment.start_with(&FOR_EVER);
    let renamed = event("first", "Renamed");
    done(&server, "PUT", "event/update", &key, &renamed);
    // from here on the publisher waits for the end of the race's pause
    wait_until("the new name is listed", || {
        listed(&server).iter().any(|(_, name)| name == "Renamed")
    });
    done(&server, "POST", "results/add", &key, &upload("first", 20));
    done(&server, "POST", "event/add", &key, &event("later", "Later"));
    done(
        &server,
        "DELETE",
        "event/delete",
        &key,
        &json!({"slug": "gone"}),
    );
    // and a request that never ends does not hold it up either
    let mut half = TcpStream::connect(server.socket()).unwrap();
    half.write_all(b"POST /api/results/add HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
        .unwrap();
    assert_eq!(server.end(), Some(0), "{}", deployment.log());

    let server = deployment.start();
    let expected = [("first", "Renamed"), ("later", "Later")]
        .map(|(slug, name)| (slug.to_owned(), name.to_owned()));
    wait_until("the list is as the table", || listed(&server) == expected);
    server.settle("first", PATIENCE);
}

/// `CHUTE_EVENTS` sets how many.
#[test]
fn an_end_right_after_many_events_were_made_leaves_none_out() {
    let events: usize = std::env::var("CHUTE_EVENTS")
        .ok()
        .map_or(60, |number| number.parse().unwrap());
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("e0");
    let mut expected = vec!["e0".to_owned()];
    let making = Instant::now();
    for number in 1..events {
        let slug = format!("e{number}");
        let year = json!({"slug": slug, "event_year": {"year": "2026", "date_time": "2026/04/05 07:30:00 -04:00", "live": true}});
        done(&server, "POST", "event/add", &key, &event(&slug, &slug));
        done(&server, "POST", "event-year/add", &key, &year);
        done(&server, "POST", "results/add", &key, &upload(&slug, 0));
        expected.push(slug);
    }
    let (making, ending) = (making.elapsed(), Instant::now());
    let then = listed(&server).len();
    assert_eq!(server.end(), Some(0), "{}", deployment.log());
    let (ending, starting) = (ending.elapsed(), Instant::now());
    expected.sort();
    let server = deployment.start();
    let at_start = listed(&server).len();
    wait_until("all are listed", || {
        listed(&server)
            .into_iter()
            .map(|(slug, _)| slug)
            .eq(expected.iter().cloned())
    });
    eprintln!(
        "{events} events made in {:.1} s, {then} of them listed; ended in {:.1} s, {at_start} listed then, all {:.1} s after the next start",
        making.as_secs_f32(),
        ending.as_secs_f32(),
        starting.elapsed().as_secs_f32()
    );
}
