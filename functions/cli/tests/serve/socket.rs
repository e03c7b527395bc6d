//! The socket by which commands reach the process that serves a folder.

use std::{
    fs,
    io::{Read, Write},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt},
        net::UnixStream,
    },
    process::{Child, Command, Stdio},
};

use crate::{
    kills::{Chance, number},
    server::{CHUTE, Deployment, row},
};

fn begun(deployment: &Deployment, arguments: &[&str]) -> Child {
    let mut command = Command::new(CHUTE);
    command.arg("--data").arg(deployment.data()).args(arguments);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The standard output of a command that goes well, or the standard error of one that fails.
fn said(command: Child) -> Result<String, String> {
    let done = command.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if done.status.success() {
        Ok(text(done.stdout))
    } else {
        assert_eq!(done.status.code(), Some(1), "{:?}", text(done.stderr));
        Err(text(done.stderr))
    }
}

const NEW_ACCOUNT: [&str; 10] = [
    "account",
    "create",
    "--type",
    "free",
    "--email",
    "b@example.org",
    "--name",
    "B",
    "--password",
    "correct horse",
];

/// Writes a file with rows of these people. Returns the arguments that import it.
fn file(deployment: &Deployment, slug: &str, first: usize, count: usize) -> Vec<String> {
    let path = deployment.path(&format!("{first}.csv"));
    let mut lines = String::new();
    for person in first..first + count {
        let row = row(person, "5K");
        let row = row.as_object().unwrap();
        if lines.is_empty() {
            let names: Vec<&str> = row.keys().map(String::as_str).collect();
            lines += &format!("{}\n", names.join(","));
        }
        let cells = row.values().map(|value| match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        });
        lines += &format!("{}\n", cells.collect::<Vec<_>>().join(","));
    }
    fs::write(&path, lines).unwrap();
    let path = path.display().to_string();
    ["import", &path, "--slug", slug, "--year", "2026"]
        .map(str::to_owned)
        .to_vec()
}

fn import(deployment: &Deployment, file: &[String], apply: bool) -> Child {
    let arguments = file.iter().map(String::as_str);
    let arguments = arguments.chain(apply.then_some("--apply"));
    begun(deployment, &arguments.collect::<Vec<_>>())
}

#[test]
fn only_the_owner_can_connect_however_deep_the_folder_is() {
    let mut deployment = Deployment::new();
    let deep = "d".repeat(120);
    deployment.data = deployment.path(&format!("{deep}/{deep}/data"));
    let server = deployment.start();
    let socket = deployment.data().join("operator.sock");
    let of_socket = fs::symlink_metadata(&socket).unwrap();
    assert!(of_socket.file_type().is_socket());
    assert_eq!(of_socket.permissions().mode() & 0o777, 0o600);
    let of_stack = fs::metadata(deployment.data().join("stack.json")).unwrap();
    assert_eq!(of_stack.permissions().mode() & 0o777, 0o600);
    assert!(!deployment.data().join("operator.part").exists());
    server.race("deep");
    let stack = deployment.data().join("stack.json");
    let mut by_file = Command::new(CHUTE);
    let by_file = by_file.arg("--stack").arg(stack).args(NEW_ACCOUNT);
    assert!(by_file.status().unwrap().success());
    // another folder, which the same commands do not reach
    let other = Deployment::new();
    let refused = said(begun(&other, &NEW_ACCOUNT)).unwrap_err();
    assert!(
        refused.contains("No `chute serve` is running on"),
        "{refused}"
    );
}

#[test]
fn the_socket_of_a_killed_process_is_replaced() {
    let deployment = Deployment::new();
    let socket = deployment.data().join("operator.sock");
    deployment.start().kill();
    assert!(socket.exists());
    let refused = said(begun(&deployment, &NEW_ACCOUNT)).unwrap_err();
    let why = format!("no `chute serve` answers at {}", socket.display());
    assert!(refused.contains(&why), "{refused}");
    let server = deployment.start();
    said(begun(&deployment, &NEW_ACCOUNT)).unwrap();
    assert_eq!(server.end(), Some(0));
    assert!(!socket.exists());
    let refused = said(begun(&deployment, &NEW_ACCOUNT)).unwrap_err();
    assert!(
        refused.contains("No `chute serve` is running on"),
        "{refused}"
    );
}

#[test]
fn a_command_of_another_build_is_refused() {
    let deployment = Deployment::new();
    let _server = deployment.start();
    for (told, named) in [
        ("chute-build: 0.0.9 (00000000)\r\n", "0.0.9 (00000000)"),
        ("", "none"),
    ] {
        let mut socket = UnixStream::connect(deployment.data().join("operator.sock")).unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: h\r\n{told}Connection: close\r\n\r\n");
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let both = format!(
            "this command is of Chute {named}, and the process that serves the folder of Chute {} (",
            env!("CARGO_PKG_VERSION")
        );
        assert!(
            answer.starts_with("HTTP/1.1 409 ") && answer.contains(&both),
            "{answer}"
        );
    }
}

#[test]
fn two_commands_at_once_do_all_of_their_work() {
    const COUNT: usize = 400;
    let deployment = Deployment::new();
    let server = deployment.start();
    server.race("two");
    let files = [0, COUNT].map(|first| file(&deployment, "two", first, COUNT));
    let imports = files.each_ref().map(|file| import(&deployment, file, true));
    for import in imports {
        said(import).unwrap();
    }
    for file in &files {
        let found = said(import(&deployment, file, false)).unwrap();
        let all = format!("0 new, 0 changed, {COUNT} unchanged");
        assert!(found.contains(&all), "{found}");
    }
}

/// An acknowledged import is there after a kill, and one that the kill has cut off says so and can
/// be repeated.
#[test]
fn imports_outlive_kills() {
    const COUNT: usize = 1_000;
    let mut chance = Chance::seeded();
    let deployment = Deployment::new();
    let mut server = deployment.start();
    server.race("imports");
    let (mut files, mut cut_off) = (Vec::new(), 0);
    for round in 0..number("CHUTE_KILLS", 20) / 4 {
        let file = file(&deployment, "imports", round * COUNT, COUNT);
        let importing = import(&deployment, &file, true);
        std::thread::sleep(std::time::Duration::from_millis(chance.below(600)));
        server.kill();
        if let Err(refused) = said(importing) {
            cut_off += 1;
            assert!(refused.contains("no `chute serve` answers at"), "{refused}");
            server = deployment.start();
            said(import(&deployment, &file, true)).unwrap();
        } else {
            server = deployment.start();
        }
        files.push(file);
        for file in &files {
            let found = said(import(&deployment, file, false)).unwrap();
            let all = format!("0 new, 0 changed, {COUNT} unchanged");
            assert!(found.contains(&all), "{found}");
        }
    }
    eprintln!("{cut_off} of {} imports were cut off", files.len());
}
