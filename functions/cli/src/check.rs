//! `chute check`: what to look at on the morning of a race, in ten seconds. What the process knows
//! of itself is judged there (`/health`); the event desk shows the same.

use std::{
    env, fmt,
    io::{self, ErrorKind},
    net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs, UdpSocket},
    sync::mpsc,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use chute_domain::{
    event_time::EventTime,
    key::{DAY_S, Key, KeyKind, KeySettings},
};
use chute_store::Store;
use clap::Args;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    account, addresses,
    client::{Answer, Client, refusal},
    failure::{Failure, Outcome},
    key, random, serve,
    tables::{self, Needs},
};

/// The account that owns the events of checks. Nobody signs in with it.
const CHECKER: &str = "check@chute.example";
/// The events of checks: private, named by the second in which they were made and a random number.
const SLUG: &str = "chute-check-";
const YEAR: &str = "2026";
/// From when on an event or a key of a check was left by one that was cut off.
const LEFT_S: i64 = 600;
/// By how much the clock may differ from the network's, in milliseconds: what `/health` notices.
const CLOCK_MS: i64 = 2_000;

/// What a check asks.
#[derive(Debug, Args)]
pub struct Check {
    /// Where to ask for the time (SNTP)
    #[arg(
        long,
        value_name = "HOST[:PORT]",
        default_value = "time.cloudflare.com"
    )]
    time_server: String,
    /// How long a publication may take, and a time server with the look-up of its name: for tests
    #[arg(long, hide = true, default_value = "5s", value_parser = serve::pause)]
    patience: Duration,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Well,
    /// Nothing is broken, but somebody should know.
    Note,
    Wrong,
}

/// One line of the list.
#[derive(Debug, PartialEq, Eq)]
struct Tick {
    state: State,
    of: &'static str,
    seen: String,
    remedy: String,
}

impl fmt::Display for Tick {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.state {
            State::Well => '✓',
            State::Note => '–',
            State::Wrong => '✗',
        };
        write!(to, "{mark} {}: {}", self.of, self.seen)?;
        if self.remedy.is_empty() {
            return Ok(());
        }
        write!(to, "\n    {}", self.remedy)
    }
}

fn tick(
    of: &'static str,
    state: State,
    seen: impl Into<String>,
    remedy: impl Into<String>,
) -> Tick {
    Tick {
        state,
        of,
        seen: seen.into(),
        remedy: remedy.into(),
    }
}

/// Answer of `GET /health`.
#[derive(Debug, Deserialize)]
struct Health {
    status: String,
    version: String,
    clock_fault: String,
    disk: Disk,
    visited: bool,
    backup: Option<Backup>,
}

#[derive(Debug, Deserialize)]
struct Disk {
    free_mb: Option<u64>,
    sync_ms: Option<u64>,
    fault: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Backup {
    age_s: Option<u64>,
    failure: Option<String>,
}

/// Makes all checks and prints them.
///
/// # Errors
/// When something is wrong, or the process does not answer.
pub fn run(check: &Check) -> Outcome {
    // asked for first: the answer comes while everything else is looked at
    let (tell, told) = mpsc::channel();
    let (server, patience) = (check.time_server.clone(), check.patience);
    thread::spawn(move || tell.send(clock_is_ahead_by(&server, patience)));
    let began = Instant::now();
    let Ok(api) = env::var("CHUTE_API") else {
        return Err(Failure::Usage(
            "--data: the folder that `chute serve` serves".to_owned(),
        ));
    };
    let site = api.strip_suffix("api/").unwrap_or(&api);
    let health = health(site)?;
    let mut ticks = health.ticks();
    ticks.extend(phones(site, health.visited));
    ticks.extend(tables::run(of_tables(&api, site, patience))?);
    let told = told.recv_timeout(patience.saturating_sub(began.elapsed()));
    ticks.push(time(told.ok().and_then(Result::ok)));
    for tick in &ticks {
        println!("{tick}");
    }
    match ticks
        .iter()
        .filter(|tick| tick.state == State::Wrong)
        .count()
    {
        0 => Ok(()),
        wrong => Err(Failure::new(format!("Wrong: {wrong} of {}.", ticks.len()))),
    }
}

fn health(site: &str) -> Outcome<Health> {
    let silent = |error: &dyn std::error::Error| {
        Failure::because(
            &format!("✗ process: {site} does not answer. Start it: chute serve --data DIR"),
            error,
        )
    };
    let Answer { body, .. } = Client::new("--data", site, "")?
        .once("GET", "health", &Value::Null)
        .map_err(|error| silent(&error))?;
    read(body).map_err(|error| silent(&error))
}

fn read<T: DeserializeOwned>(body: Value) -> serde_json::Result<T> {
    serde_json::from_value(body)
}

impl Health {
    fn ticks(&self) -> Vec<Tick> {
        let data = match self.status.as_str() {
            "ok" => tick("data", State::Well, "what pages need can be read", ""),
            _ => tick(
                "data",
                State::Wrong,
                "what pages need cannot be read",
                "The log says what it is. Restore the last backup into another folder: chute restore",
            ),
        };
        let own = env!("CARGO_PKG_VERSION");
        let version = if self.version == own {
            tick("version", State::Well, own, "")
        } else {
            let seen = format!("{} is running, this program is {own}", self.version);
            tick(
                "version",
                State::Note,
                seen,
                "Start `chute serve` again, not during the race",
            )
        };
        let mut all = vec![data, version];
        if !self.clock_fault.is_empty() {
            all.push(tick(
                "clock",
                State::Wrong,
                self.clock_fault.as_str(),
                "Set the clock of this machine",
            ));
        }
        all.extend([self.disk.tick(), backup(self.backup.as_ref())]);
        all
    }
}

impl Disk {
    fn tick(&self) -> Tick {
        let free = self
            .free_mb
            .map_or("?".to_owned(), |mb| format!("{:.1} GB", mb as f64 / 1e3));
        let sync = self
            .sync_ms
            .map_or("none".to_owned(), |ms| format!("{ms} ms"));
        let seen = format!("{free} free, a sync takes {sync}");
        let (state, remedy) = match self.fault.as_deref() {
            None => (State::Well, ""),
            Some("low" | "full") => (State::Wrong, "Make room on the disk of the data folder"),
            Some("slow") => (
                State::Note,
                "Uploads wait for it: end what else uses the disk, and no data folder on a stick or a card",
            ),
            Some(_) => (
                State::Wrong,
                "Nothing can be written: the log says why. Is the disk read-only?",
            ),
        };
        tick("disk", state, seen, remedy)
    }
}

fn backup(backup: Option<&Backup>) -> Tick {
    let Some(Backup { age_s, failure }) = backup else {
        return tick(
            "backup",
            State::Note,
            "none is made",
            "Plug in a stick and start with --backup-to /media/stick",
        );
    };
    let age = age_s.map(|age| format!("the last one is {} min old", age / 60));
    let seen = age.unwrap_or_else(|| "none since the start".to_owned());
    let remedy = match failure.as_deref() {
        None => return tick("backup", State::Well, seen, ""),
        Some("missing") => "Its folder is not there: plug the stick in",
        Some("full") => {
            "No room, there or beside the data: delete old files, or take another stick"
        }
        Some("late") => "Its folder does not answer: look at the stick or the share",
        Some(_) => "The log says why none is made",
    };
    tick("backup", State::Wrong, seen, remedy)
}

/// The addresses of this machine at which others reach the process.
fn phones(site: &str, visited: bool) -> Option<Tick> {
    let port = site
        .trim_end_matches('/')
        .rsplit_once(':')?
        .1
        .parse()
        .ok()?;
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
    // only a connection: a request would count as a visit
    let found: Vec<String> = addresses::addresses(everywhere)
        .into_iter()
        .filter(|address| !address.ip().is_loopback())
        .filter(|address| TcpStream::connect_timeout(address, Duration::from_secs(1)).is_ok())
        .map(|address| format!("http://{address}/"))
        .collect();
    let at = found.join(" or ");
    Some(match (found.is_empty(), visited) {
        (true, true) => tick(
            "phones",
            State::Well,
            "another device has asked, through a proxy on this machine",
            "",
        ),
        (true, false) => tick(
            "phones",
            State::Wrong,
            "only this machine can ask",
            "Start with --lan, or open a page through the proxy once; is the machine in a network?",
        ),
        (false, true) => tick(
            "phones",
            State::Well,
            format!("{at}; another device has asked"),
            "",
        ),
        (false, false) => tick(
            "phones",
            State::Note,
            format!("{at}; no other device has asked since the start"),
            "Open it on a phone. If it does not open: same network? client isolation off? firewall of this machine?",
        ),
    })
}

fn time(told: Option<Ahead>) -> Tick {
    let Some(Ahead {
        by_ms,
        give_or_take_ms,
    }) = told
    else {
        return tick(
            "time",
            State::Note,
            "no time server answers: the clock was not compared",
            "Compare it with a phone",
        );
    };
    let by = format!("{:.1} s", by_ms.unsigned_abs() as f64 / 1e3);
    let side = if by_ms < 0 { "behind" } else { "ahead of" };
    let seen = format!("{by} {side} the network's");
    if by_ms.abs() - give_or_take_ms <= CLOCK_MS {
        return tick("time", State::Well, seen, "");
    }
    tick("time", State::Wrong, seen, "Set the clock of this machine")
}

/// By how much this machine's clock is ahead of another, in milliseconds; negative if it is behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ahead {
    by_ms: i64,
    /// Half of the time that the answer was on the way.
    give_or_take_ms: i64,
}

/// Asks a time server by how much this machine's clock is ahead of it (SNTP, RFC 4330). Plain UDP, since with a wrong clock no certificate would be valid.
fn clock_is_ahead_by(server: &str, patience: Duration) -> io::Result<Ahead> {
    let with_port = if server.contains(':') {
        server.to_owned()
    } else {
        format!("{server}:123")
    };
    let mut last = io::Error::from(ErrorKind::NotFound);
    for address in with_port.to_socket_addrs()? {
        match ahead_of(address, patience) {
            Ok(ahead) => return Ok(ahead),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn ahead_of(server: SocketAddr, patience: Duration) -> io::Result<Ahead> {
    let socket = if server.is_ipv4() {
        UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?
    } else {
        UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0))?
    };
    socket.connect(server)?;
    socket.set_read_timeout(Some(patience / 2))?;
    // version 4, a client
    let mut request = [0; 48];
    let sent = now();
    let time = sent.to_be_bytes();
    request
        .iter_mut()
        .zip([0x23].iter().chain(&[0; 39]).chain(&time))
        .for_each(|(to, from)| *to = *from);
    socket.send(&request)?;
    let mut answer = [0; 48];
    let length = socket.recv(&mut answer)?;
    ahead(&answer, length, sent, now()).ok_or_else(|| ErrorKind::InvalidData.into())
}

/// The time as the protocol has it: seconds since 1900, and below them 32 bits of a second. It
/// begins anew in 2036, which differences do not notice.
fn now() -> u64 {
    const UNTIL_1970_S: u64 = 2_208_988_800;
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    ((since.as_secs() + UNTIL_1970_S) << 32)
        | ((u64::from(since.subsec_nanos()) << 32) / 1_000_000_000)
}

/// How far the clock that sent and received is ahead; `None` if the answer is not
/// one to this request, or its server does not know the time.
fn ahead(answer: &[u8; 48], length: usize, sent: u64, received: u64) -> Option<Ahead> {
    let field = |at: usize| {
        let bytes = answer.get(at..at + 8)?.try_into().ok()?;
        Some(u64::from_be_bytes(bytes))
    };
    let [first, stratum, ..] = *answer;
    let knows = first >> 6 != 3 && (1..=15).contains(&stratum);
    if length < answer.len() || first & 7 != 4 || !knows || field(24)? != sent {
        return None;
    }
    let between = |own: u64, other: u64| i128::from(own.wrapping_sub(other).cast_signed());
    let (there, back) = (between(sent, field(32)?), between(received, field(40)?));
    let half_ms = |units: i128| i64::try_from((units * 500) >> 32).ok();
    Some(Ahead {
        by_ms: half_ms(there + back)?,
        give_or_take_ms: half_ms(back - there)?,
    })
}

/// Checks that need tables: keys that end, and an upload.
async fn of_tables(api: &str, site: &str, patience: Duration) -> Outcome<Vec<Tick>> {
    let store = tables::open(&[Needs::Accounts, Needs::Keys, Needs::Events]).await?;
    let uploaded = upload(&store, api, site, patience).await?;
    Ok(vec![uploaded, keys(&store).await?])
}

async fn keys(store: &Store) -> Outcome<Tick> {
    let now = unix_s();
    let mut ending = Vec::new();
    for account in store.all_accounts().await? {
        if account.email == CHECKER || account.deleted {
            continue;
        }
        for key in store.keys_of(&account.id).await? {
            let until = key.valid_until.filter(|until| {
                (now - DAY_S..now + DAY_S).contains(&until.instant()) && !key.disabled
            });
            ending.extend(until.map(|until| format!("{} ({until})", key.name)));
        }
    }
    if ending.is_empty() {
        return Ok(tick(
            "keys",
            State::Well,
            "none ends, or has ended, within a day",
            "",
        ));
    }
    ending.sort();
    Ok(tick(
        "keys",
        State::Wrong,
        format!(
            "these end, or have ended, within a day: {}",
            ending.join(", ")
        ),
        "Change \"Valid until\" on the page of the account, or make another key: chute key create",
    ))
}

fn unix_s() -> i64 {
    crate::clock::now_ms() / 1_000
}

/// Uploads a row to a private event of its own and reads it as published; what it made is deleted.
async fn upload(store: &Store, api: &str, site: &str, patience: Duration) -> Outcome<Tick> {
    let account = account::of_program(store, CHECKER, "Race morning").await?;
    let now = unix_s();
    for old in store.keys_of(&account.id).await? {
        // those of checks have an end
        if old
            .valid_until
            .as_ref()
            .is_some_and(|until| until.instant() < now)
        {
            // another check may have deleted it
            let _ = store.delete_key(&old).await?;
        }
    }
    let settings = KeySettings {
        name: random::id("Check ")?,
        kind: KeyKind::Delete,
        allowed_hosts: String::new(),
        valid_until: Some(EventTime::from_unix(now + LEFT_S)),
    };
    let value = key::issue(store, &account, settings.clone()).await?;
    let client = Client::new("--data", api, &value)?;
    for event in store.events_of(&account.id).await? {
        let slug = event.event.slug.as_str();
        let made = slug
            .strip_prefix(SLUG)
            .and_then(|rest| rest.split('-').next()?.parse::<i64>().ok());
        if made.is_some_and(|made| made + LEFT_S < now) {
            call(&client, "DELETE", "event/delete", &json!({"slug": slug}))?;
        }
    }
    let slug = format!("{SLUG}{now}-{:08x}", u32::from_be_bytes(random::bytes()?));
    let done = published(&client, site, &slug, patience);
    let removed = call(&client, "DELETE", "event/delete", &json!({"slug": slug}));
    let _ = store
        .delete_key(&Key::new(&value, &account.id, settings))
        .await?;
    Ok(match done.and_then(|took| removed.map(|_| took)) {
        Ok(took) => {
            let seen = format!(
                "a row was shown {:.1} s after its upload, and nothing of it in public",
                took.as_secs_f64()
            );
            tick("upload", State::Well, seen, "")
        }
        Err(failure) => tick(
            "upload",
            State::Wrong,
            failure.to_string(),
            "The log says more (in the folder `log` of the data, or on the terminal of `chute serve --log json`). Start it again if it stays so",
        ),
    })
}

fn call(client: &Client, method: &str, path: &str, body: &Value) -> Outcome<Value> {
    match client.once(method, path, body) {
        Ok(Answer {
            status: 200 | 204,
            body,
            ..
        }) => Ok(body),
        // another check has removed what was left
        Ok(Answer {
            status: 404, body, ..
        }) if method == "DELETE" => Ok(body),
        Ok(Answer { status, body, .. }) => Err(Failure::new(refusal(path, status, &body))),
        Err(error) => Err(Failure::because(&format!("{path} does not answer"), &error)),
    }
}

/// How long after an upload its row is shown to the event's owner. Nobody else may see the event.
fn published(client: &Client, site: &str, slug: &str, patience: Duration) -> Outcome<Duration> {
    let event = json!({"event": {"name": "Race morning", "slug": slug, "contact_email": CHECKER, "type": "distance",
        "access_restricted": true}});
    call(client, "POST", "event/add", &event)?;
    let year = json!({"slug": slug, "event_year": {"year": YEAR, "date_time": EventTime::from_unix(unix_s()), "live": false}});
    call(client, "POST", "event-year/add", &year)?;
    let row = json!({"person_id": "check", "bib": "1", "first": "Race", "last": "Morning", "age": 0, "gender": "", "age_group": "",
        "distance": "Check", "seconds": 1, "milliseconds": 0, "chip_seconds": 1, "chip_milliseconds": 0, "segment": "Finish",
        "location": "Finish", "occurence": 1, "ranking": 1, "age_ranking": 1, "gender_ranking": 1, "finish": true, "type": 0,
        "anonymous": false, "division": "", "division_ranking": 0, "local_time": EventTime::from_unix(unix_s())});
    call(
        client,
        "POST",
        "results/add",
        &json!({"slug": slug, "year": YEAR, "results": [row]}),
    )?;
    let uploaded = Instant::now();
    let all = json!({"slug": slug, "year": YEAR});
    while !has_rows(&call(client, "POST", "results/all", &all)?) {
        if uploaded.elapsed() > patience {
            return Err(Failure::new(format!(
                "a row was acknowledged, but not published within {} s",
                patience.as_secs()
            )));
        }
        thread::sleep(Duration::from_millis(50));
    }
    let took = uploaded.elapsed();
    let everybody = Client::new("--data", site, "")?;
    let get = |path: &str| {
        let answer = everybody.once("GET", path, &Value::Null);
        answer.map_err(|error| Failure::because(&format!("{path} does not answer"), &error))
    };
    let page = get(&format!("results/{slug}/{YEAR}"))?.status;
    if page != 200 {
        return Err(Failure::new(format!("the page of results answered {page}")));
    }
    let pointer = get(&format!("downloads/results/{slug}/{YEAR}/current.json"))?;
    let list = get("downloads/results/index.json")?;
    if pointer.status == 200 || list.body.to_string().contains(slug) {
        return Err(Failure::new("a private event is public"));
    }
    Ok(took)
}

/// Whether an answer of results has a row.
fn has_rows(answer: &Value) -> bool {
    answer
        .get("count")
        .and_then(Value::as_u64)
        .is_some_and(|count| count > 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const SENT: u64 = 0xec00_0000_0000_0000;

    /// An answer of a server whose clock is this far ahead, in milliseconds.
    fn answer(first: u8, stratum: u8, echo: u64, by_ms: i64) -> [u8; 48] {
        let own = SENT.wrapping_add(((i128::from(by_ms) << 32) / 1_000) as u64);
        let (mut all, own) = ([0; 48], own.to_be_bytes());
        (all[0], all[1]) = (first, stratum);
        all[24..32].copy_from_slice(&echo.to_be_bytes());
        all[32..40].copy_from_slice(&own);
        all[40..].copy_from_slice(&own);
        all
    }

    #[rstest]
    #[case::equal(answer(0x24, 2, SENT, 0), Some(0))]
    #[case::behind(answer(0x24, 1, SENT, 5_500), Some(-5_500))]
    #[case::from_1970(answer(0x24, 1, SENT, 56 * 365 * 86_400_000), Some(-56 * 365 * 86_400_000))]
    #[case::ahead(answer(0x24, 15, SENT, -86_400_000), Some(86_400_000))]
    #[case::another_request(answer(0x24, 2, SENT + 1, 0), None)]
    #[case::not_a_server(answer(0x23, 2, SENT, 0), None)]
    #[case::not_set(answer(0xe4, 2, SENT, 0), None)]
    #[case::goodbye(answer(0x24, 0, SENT, 0), None)]
    fn answers_of_time_servers(#[case] answer: [u8; 48], #[case] expected: Option<i64>) {
        let found = ahead(&answer, 48, SENT, SENT);
        assert_eq!(found.map(|found| found.by_ms), expected);
        assert_eq!(ahead(&answer, 47, SENT, SENT), None);
    }

    #[rstest]
    #[case(None, State::Note)]
    #[case(Some((-2_000, 0)), State::Well)]
    #[case(Some((2_001, 0)), State::Wrong)]
    #[case::the_answer_took_six_seconds(Some((5_000, 3_000)), State::Well)]
    fn two_seconds_off_are_wrong(#[case] ahead: Option<(i64, i64)>, #[case] expected: State) {
        let told = ahead.map(|(by_ms, give_or_take_ms)| Ahead {
            by_ms,
            give_or_take_ms,
        });
        assert_eq!(time(told).state, expected);
    }

    #[rstest]
    #[case(None, State::Well)]
    #[case(Some("slow"), State::Note)]
    #[case(Some("low"), State::Wrong)]
    #[case(Some("of a later version"), State::Wrong)]
    fn a_disk_with_a_fault_has_a_remedy(#[case] fault: Option<&str>, #[case] expected: State) {
        let disk = Disk {
            free_mb: Some(12_345),
            sync_ms: None,
            fault: fault.map(str::to_owned),
        };
        let tick = disk.tick();
        assert_eq!(tick.state, expected);
        assert_eq!(tick.remedy.is_empty(), expected == State::Well);
        assert!(tick.seen.starts_with("12.3 GB"), "{tick}");
    }

    #[test]
    fn a_failed_backup_has_a_remedy() {
        let failures = [None, Some("missing"), Some("full"), Some("late"), Some("x")];
        for failure in failures {
            let told = Backup {
                age_s: Some(120),
                failure: failure.map(str::to_owned),
            };
            let tick = backup(Some(&told));
            assert_eq!(tick.remedy.is_empty(), failure.is_none());
        }
        assert_eq!(backup(None).state, State::Note);
        assert!(backup(None).to_string().contains("--backup-to"));
    }
}
