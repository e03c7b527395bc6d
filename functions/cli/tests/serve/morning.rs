//! The morning of a race: `chute check`, and a report for those who mend the program.

use std::{
    fs,
    net::UdpSocket,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};

use crate::server::{CHUTE, Deployment, PATIENCE, Server, upload};

/// A time server whose clock is ahead by this much. Returns its address.
fn time_server(ahead: Duration) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let mut request = [0; 48];
        while let Ok((48, from)) = socket.recv_from(&mut request) {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + ahead;
            let seconds = u32::try_from(now.as_secs() + 2_208_988_800).unwrap();
            let mut answer = [0; 48];
            (answer[0], answer[1]) = (0x24, 2);
            answer[24..32].copy_from_slice(&request[40..48]);
            answer[32..36].copy_from_slice(&seconds.to_be_bytes());
            answer[40..44].copy_from_slice(&seconds.to_be_bytes());
            socket.send_to(&answer, from).unwrap();
        }
    });
    address
}

fn check(deployment: &Deployment, time_server: &str) -> (Output, String) {
    let output = Command::new(CHUTE)
        .arg("--data")
        .arg(deployment.data())
        .args(["check", "--patience", "180s", "--time-server", time_server])
        .output()
        .unwrap();
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    (output, said)
}

#[test]
fn a_check_finds_all_well_and_leaves_nothing() {
    let mut deployment = Deployment::new();
    fs::create_dir(deployment.path("stick")).unwrap();
    let stick = deployment.path("stick").into_os_string();
    deployment.options = ["--trusted-proxy", "127.0.0.1", "--backup-to"]
        .map(Into::into)
        .into();
    deployment.options.push(stick);
    let server = deployment.start();
    let key = server.race("morning");
    let sent = server.call("POST", "results/add", &key, &upload("morning", 0));
    assert_eq!(sent.unwrap().0, 200);
    server.settle("morning", PATIENCE);
    assert_eq!(server.get("health").unwrap().1["visited"], json!(false));
    // a phone, as a proxy tells of it
    server.form("api/twilio", "", &[("X-Forwarded-For", "192.0.2.7")]);
    assert_eq!(server.get("health").unwrap().1["visited"], json!(true));
    let right = time_server(Duration::ZERO);
    for _ in 0..2 {
        let (output, said) = check(&deployment, &right);
        assert!(output.status.success(), "{said}\n{}", deployment.log());
        for of in [
            "data", "version", "backup", "phones", "upload", "keys", "time",
        ] {
            assert!(said.contains(&format!("✓ {of}: ")), "{of}: {said}");
        }
        assert!(said.contains(" disk: "), "{said}");
    }
    let (status, list) = server.get("downloads/results/index.json").unwrap();
    let slugs = list["events"].as_array().unwrap();
    let slugs: Vec<&Value> = slugs.iter().map(|event| &event["slug"]).collect();
    assert_eq!((status, slugs), (200, vec![&json!("morning")]));
    let mine = server.call("POST", "event/all", &key, &json!({})).unwrap();
    assert!(!mine.1.to_string().contains("chute-check"), "{mine:?}");
    assert_eq!(server.end(), Some(0));
    // nor anything for the next process
    let left = fs::read_dir(deployment.data()).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    assert!(!left.contains(&"tried.part".into()), "{left:?}");
}

#[test]
fn a_check_names_what_is_wrong_and_what_to_do() {
    let deployment = Deployment::new();
    let server = deployment.start();
    server.race("late");
    let in_an_hour = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
        + 3_600;
    let until = Command::new("date")
        .args(["-u", "-d", &format!("@{in_an_hour}"), "+%Y-%m-%dT%H:%M:%SZ"])
        .output()
        .unwrap();
    let until = String::from_utf8(until.stdout).unwrap();
    let key = [
        "key",
        "create",
        "--email",
        "ada@example.org",
        "--type",
        "write",
        "--name",
        "Finish laptop",
        "--valid-until",
        until.trim(),
    ];
    server.operator(&key, "");
    let (output, said) = check(&deployment, &time_server(Duration::from_secs(3_600)));
    assert_eq!(output.status.code(), Some(1), "{said}");
    for line in [
        "✗ phones: only this machine can ask\n    Start with --lan",
        "✗ keys: these end, or have ended, within a day: Finish laptop",
        " behind the network's\n    Set the clock",
        "– backup: none is made\n    Plug in a stick",
        "✓ upload: ",
        "Wrong: 3 of 8.",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    // without a network the clock is not compared, which is no fault
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let nobody = silent.local_addr().unwrap().to_string();
    drop(silent);
    let (_, said) = check(&deployment, &nobody);
    assert!(
        said.contains("– time: no time server answers") && said.contains("Wrong: 2 of 8."),
        "{said}"
    );
    // the process is gone, its address still noted
    server.kill();
    let (output, said) = check(&deployment, &nobody);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("does not answer. Start it"), "{said}");
}

#[test]
fn a_report_has_what_helps_and_nothing_about_people() {
    const CANARIES: [&str; 10] = [
        "Canaria",
        "Ruizcanary",
        "canary@example.org",
        "5550142777",
        "1985-03-09",
        "canary-slug",
        "Canary Timing LLC",
        "help-canary",
        "rk_canary",
        "canary.example",
    ];
    let deployment = Deployment::new();
    let server = deployment.start_with(&[
        ("ROWS_A_YEAR", "4321"),
        ("OPERATOR", "Canary Timing LLC"),
        ("SUPPORT", "help-canary@example.org"),
        ("TWILIO_ADDRESS", "https://canary.example/api/twilio"),
    ]);
    let key = server.race("canary-slug");
    let people = json!({"slug": "canary-slug", "year": "2026", "participants": [{"id": "canaryid", "bib": "7", "first": "Canaria",
        "last": "Ruizcanary", "birthdate": "1985-03-09", "gender": "Woman", "age_group": "", "distance": "5K", "anonymous": true,
        "sms_enabled": true, "mobile": "+15550142777", "apparel": ""}]});
    let (status, answer) = server
        .call("POST", "participants/add", &key, &people)
        .unwrap();
    assert_eq!(status, 200, "{answer}");
    let sent = server.call("POST", "results/add", &key, &upload("canary-slug", 0));
    assert_eq!(sent.unwrap().0, 200);
    server.settle("canary-slug", PATIENCE);
    // as no version writes it: in every field, and cut off
    let mut log = deployment.log();
    for canary in CANARIES {
        let everywhere = json!({"level": canary, "target": canary, "filename": format!("functions/{canary}.rs"), "line_number": 7,
            "fields": {"message": canary, "error": canary, "route": canary, "status": 200, "ms": canary, "slug": canary, "bytes": 5_550_142_777_u64}, canary: canary});
        log += &format!(
            "{everywhere}\n{canary}\nthread '{canary}' panicked at {canary}:12:5:\n{{\"level\":\"{canary}\n"
        );
    }
    log += "thread 'x' panicked at functions/store/src/keys.rs:12:5:\nCanaria\n";
    fs::write(deployment.path("serve.log"), log).unwrap();
    let report = |name: &str| {
        let output = Command::new(CHUTE)
            .arg("--data")
            .arg(deployment.data())
            .arg("report")
            .arg(deployment.path(name))
            .arg("--log")
            .arg(deployment.path("serve.log"))
            .output()
            .unwrap();
        let text = fs::read_to_string(deployment.path(name)).unwrap_or_default();
        (output, text)
    };
    let (output, text) = report("report.json");
    assert!(output.status.success(), "{output:?}");
    let folder = deployment.data().display().to_string();
    let stack: Value =
        serde_json::from_slice(&fs::read(deployment.data().join("stack.json")).unwrap()).unwrap();
    let secrets = [&key, &folder, stack["origin_secret"].as_str().unwrap()];
    let private = CANARIES.iter().copied().chain(secrets);
    for canary in private.chain(["ada@example.org", "127.0.0.1", "First1", "canary"]) {
        assert!(
            !text.to_lowercase().contains(&canary.to_lowercase()),
            "{canary}: {text}"
        );
    }
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(told["chute"], env!("CARGO_PKG_VERSION"));
    assert!(told["bytes"]["tables.db"].as_u64() > Some(0), "{text}");
    let process = &told["process"];
    assert_eq!(process["health"]["status"], "ok");
    assert_eq!(process["settings"]["ROWS_A_YEAR"], "4321");
    assert_eq!(process["settings"]["TWILIO_ADDRESS"], "set");
    let lines = told["log"]["last"].as_array().unwrap();
    let has = |wanted: &dyn Fn(&Value) -> bool| lines.iter().any(wanted);
    assert!(has(&|line| line["route"] == "results.add"
        && line["status"] == 200
        && line["ms"].is_u64()));
    assert!(has(&|line| line["at"] == "functions/store/src/keys.rs:12"));
    assert!(has(&|line| line["at"]
        .as_str()
        .is_some_and(|at| at.starts_with("functions/api/src/workers/"))));
    // no file is overwritten
    assert_eq!(report("report.json").0.status.code(), Some(1));
    assert_eq!(report("report.json").1, text);
    // and it is made of a process that is gone
    server.kill();
    let (output, text) = report("after.json");
    assert!(
        output.status.success() && text.contains("\"process\": null"),
        "{text}"
    );
}

/// A check that has begun.
fn begun(deployment: &Deployment) -> Child {
    Command::new(CHUTE)
        .arg("--data")
        .arg(deployment.data())
        .args([
            "check",
            "--patience",
            "180s",
            "--time-server",
            "127.0.0.1:1",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Makes checks at the same time, each of which must be well.
fn at_once(deployment: &Deployment, count: usize) {
    let checks: Vec<Child> = (0..count).map(|_| begun(deployment)).collect();
    for check in checks {
        let said = check.wait_with_output().unwrap().stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("✓ upload: "), "{said}\n{}", deployment.log());
    }
}

/// The events of checks.
fn events(server: &Server, key: &str) -> Vec<Value> {
    let answer = server.get_with("api/event/my", key);
    assert!(answer["events"].is_array(), "{answer}");
    let events = answer["events"].as_array().unwrap();
    events.iter().map(|event| event["slug"].clone()).collect()
}

#[test]
fn checks_leave_each_other_alone() {
    let deployment = Deployment::new();
    let server = deployment.start();
    // the first ones, which all make the account of checks
    at_once(&deployment, 4);
    let checker = ["--email", "check@chute.example", "--type", "delete"];
    let key = [&["key", "create", "--name", "T"][..], &checker].concat();
    let key = server.operator(&key, "");
    assert_eq!(events(&server, &key), [""; 0]);

    // one that was cut off long ago
    let event = json!({"event": {"name": "Race morning", "slug": "chute-check-1000000000-00c0ffee", "contact_email": "check@chute.example",
        "type": "distance", "access_restricted": true}});
    assert_eq!(
        server.call("POST", "event/add", &key, &event).unwrap().0,
        200
    );
    at_once(&deployment, 2);
    assert_eq!(events(&server, &key), [""; 0]);
    assert_eq!(server.end(), Some(0));

    // one that is cut off now, while it waits for a publication
    let server = deployment.start_with(&[("PUBLISH_PAUSE_MS", "600000")]);
    let uploads = || {
        deployment
            .log()
            .matches("\"route\":\"results.add\"")
            .count()
    };
    let left = loop {
        let (before, began) = (uploads(), Instant::now());
        let mut cut_off = begun(&deployment);
        while uploads() == before {
            assert!(began.elapsed() < PATIENCE, "{}", deployment.log());
            thread::sleep(Duration::from_millis(1));
        }
        cut_off.kill().unwrap();
        cut_off.wait().unwrap();
        let left = events(&server, &key);
        if !left.is_empty() {
            break left;
        }
    };
    assert_eq!(server.end(), Some(0));
    let server = deployment.start();
    at_once(&deployment, 1);
    // it could still be under way
    assert_eq!(events(&server, &key), left);
    let (_, list) = server.get("downloads/results/index.json").unwrap();
    assert_eq!(list["events"], json!([]));
}
