//! The first start of `chute serve`, as its operator sees it: five lines, a folder with data and
//! log, and questions on the terminal.

use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::server::{CHUTE, Deployment};

/// Runs `chute admin create` on a terminal and answers its questions; `Hidden` ones once the
/// terminal shows nothing any more, which is a moment after the question. Returns what the terminal
/// showed, and whether the command succeeded.
fn asked(deployment: &Deployment, answers: &[(&str, Typed, &str)]) -> (bool, String) {
    let command = format!(
        "tty; '{CHUTE}' --data '{}' admin create",
        deployment.data().display()
    );
    let mut terminal = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keyboard = terminal.stdin.take().unwrap();
    let mut screen = terminal.stdout.take().unwrap();
    let mut shown = Vec::new();
    // the same question asked again is one that is shown after the answer
    let mut read_to = |end: &str, shown: &mut Vec<u8>| {
        let before = shown.len();
        while !String::from_utf8_lossy(&shown[before..]).ends_with(end) {
            let mut byte = [0];
            screen.read_exact(&mut byte).unwrap();
            shown.extend(byte);
        }
    };
    read_to("\n", &mut shown);
    let device = String::from_utf8_lossy(&shown).trim().to_owned();
    let is_hidden = || {
        let stty = Command::new("stty").args(["-a", "-F", &device]).output();
        String::from_utf8_lossy(&stty.unwrap().stdout).contains(" -echo ")
    };
    for (question, typed, answer) in answers {
        read_to(question, &mut shown);
        while is_hidden() != (*typed == Typed::Hidden) {}
        keyboard.write_all(answer.as_bytes()).unwrap();
        keyboard.write_all(b"\n").unwrap();
    }
    screen.read_to_end(&mut shown).unwrap();
    let done = terminal.wait().unwrap();
    (done.success(), String::from_utf8(shown).unwrap())
}

/// Whether the terminal shows what is typed.
#[derive(PartialEq, Eq)]
enum Typed {
    Shown,
    Hidden,
}

#[test]
fn five_lines_and_nothing_else() {
    let deployment = Deployment::new();
    let mut command = deployment.typed_command();
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = deployment.started(command.spawn().unwrap());
    server.race("first");
    let (mut stdout, mut stderr) = (String::new(), String::new());
    let (out, told) = (server.process.stdout.take(), server.process.stderr.take());
    assert_eq!(server.end(), Some(0));
    out.unwrap().read_to_string(&mut stdout).unwrap();
    told.unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stdout, "");
    let begins: Vec<&str> = stderr
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(
        begins,
        ["Results", "Phones", "First administrator", "Data", "Stop"],
        "{stderr}"
    );

    // everything else is in the log, which nobody else may read
    let folder = deployment.data().join("log");
    let mode = fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    let log: String = files
        .iter()
        .map(|file| fs::read_to_string(file.as_ref().unwrap().path()).unwrap())
        .collect();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let has = |field: &str, value: &str| lines.iter().any(|line| line["fields"][field] == value);
    assert!(
        has("route", "key.add") || has("version", env!("CARGO_PKG_VERSION")),
        "{log}"
    );
    assert!(
        lines.iter().all(|line| line["timestamp"].is_string()),
        "{log}"
    );

    // a report has it without being told where it is
    let report = deployment.path("report.json");
    let made = Command::new(CHUTE)
        .arg("--data")
        .arg(deployment.data())
        .arg("report")
        .arg(&report)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let told: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    assert_eq!(told["log"]["lines"], lines.len());
}

#[test]
fn without_a_place_for_the_log_it_serves_all_the_same() {
    let deployment = Deployment::new();
    fs::create_dir(deployment.data()).unwrap();
    fs::write(deployment.data().join("log"), "no folder").unwrap();
    let mut command = deployment.typed_command();
    let terminal = fs::File::create(deployment.path("log")).unwrap();
    command
        .stdout(terminal.try_clone().unwrap())
        .stderr(terminal);
    let server = deployment.started(command.spawn().unwrap());
    server.race("first");
    assert_eq!(server.end(), Some(0));
    let said = deployment.log();
    assert!(said.contains("The log is here instead."), "{said}");
    assert!(said.contains("\"route\":"), "{said}");
}

#[test]
fn once_there_is_an_administrator_it_says_where_to_sign_in() {
    let deployment = Deployment::new();
    let server = deployment.start();
    server.race("first");
    assert_eq!(server.end(), Some(0));
    let _server = deployment.start();
    let log = deployment.log();
    assert!(log.contains("First administrator: "), "{log}");
    assert!(log.contains("/login\n"), "{log}");
}

#[test]
fn the_terminal_is_asked_for_what_is_not_said() {
    let deployment = Deployment::new();
    let server = deployment.start();
    // an answer that is not accepted is asked for again
    let (is_made, shown) = asked(
        &deployment,
        &[
            ("E-mail address: ", Typed::Shown, "ada"),
            ("E-mail address: ", Typed::Shown, "ada@example.org"),
            ("Name: ", Typed::Shown, ""),
            ("Name: ", Typed::Shown, "Ada Osei"),
            ("shown): ", Typed::Hidden, "short"),
            ("shown): ", Typed::Hidden, "correct horse"),
            ("again: ", Typed::Hidden, "another horse"),
            ("again: ", Typed::Hidden, "correct horse"),
        ],
    );
    assert!(is_made, "{shown}");
    assert!(
        shown.contains("Ada Osei") && !shown.contains("horse"),
        "{shown}"
    );
    let signed_in = server.call(
        "POST",
        "account/login",
        "",
        &serde_json::json!({"email": "ada@example.org", "password": "correct horse"}),
    );
    assert_eq!(signed_in.unwrap().0, 200);
}

#[test]
fn without_a_terminal_the_missing_option_is_named() {
    let deployment = Deployment::new();
    let _server = deployment.start();
    for (given, missing) in [
        (&[][..], "--email"),
        (&["--email", "ada@example.org"], "--name"),
        (
            &["--email", "ada@example.org", "--name", "Ada"],
            "--password-stdin",
        ),
    ] {
        let refused = Command::new(CHUTE)
            .arg("--data")
            .arg(deployment.data())
            .args(["admin", "create"])
            .args(given)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("{missing} is missing")), "{said}");
    }
}
