//! Writes what is made from the routes: the OpenAPI documents of both hosts, the block of their
//! functions in `template.yaml`, and the tables of the contract's section 10.
//!
//! ```text
//! cargo run -p chute-api --example openapi
//! cargo run -p chute-api --example openapi -- --check
//! ```
//!
//! With `--check` nothing is written; it fails if anything would be another.

mod contract;
mod handler_docs;
mod needs;
mod template;

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use chute_api::{
    openapi::{self, Operation},
    routes::{Function, OPERATIONS},
};
use chute_domain::account::Realm;

const HOSTS: [Realm; 2] = [Realm::Account, Realm::Remote];
/// A file from the root, and its text.
type Made = (PathBuf, String);

fn main() -> ExitCode {
    let only_checks = env::args().any(|argument| argument == "--check");
    let done = if only_checks { check() } else { write() };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), Box<dyn Error>> {
    for (file, text) in made()? {
        fs::write(root().join(file), text)?;
    }
    Ok(())
}

fn check() -> Result<(), Box<dyn Error>> {
    for (file, text) in made()? {
        if fs::read_to_string(root().join(&file))? != text {
            let name = file.display();
            return Err(format!(
                "{name} is not what the routes say: cargo run -p chute-api --example openapi"
            )
            .into());
        }
    }
    Ok(())
}

/// All files, as they should be.
fn made() -> Result<Vec<Made>, Box<dyn Error>> {
    let mut files = vec![];
    for realm in HOSTS {
        let name = Path::new("docs").join(openapi::file_name(realm));
        files.push((name, document(realm)?));
    }
    let template = with_parts(
        "template.yaml",
        &[("functions of routes", template::functions()?)],
    )?;
    let contract = with_parts(
        "docs/contract/api.md",
        &[
            (
                "routes of the account host",
                contract::routes(Realm::Account)?,
            ),
            (
                "routes of the remote host",
                contract::routes(Realm::Remote)?,
            ),
        ],
    )?;
    files.extend([template, contract]);
    Ok(files)
}

fn document(realm: Realm) -> Result<String, Box<dyn Error>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let document = openapi::document(OPERATIONS, realm, |handler| {
        handler_docs::of(&sources, handler)
    })?;
    Ok(openapi::text(&document)?)
}

/// A file with what is between the lines that say where its parts begin and end.
fn with_parts(file: &str, parts: &[(&str, String)]) -> Result<Made, Box<dyn Error>> {
    let mut text = fs::read_to_string(root().join(file))?;
    for (name, made) in parts {
        text = with_part(&text, name, made).ok_or_else(|| {
            format!(
                "{file} lacks a line with \"begin: {name}\", or behind it one with \"end: {name}\""
            )
        })?;
    }
    Ok((file.into(), text))
}

fn with_part(text: &str, name: &str, made: &str) -> Option<String> {
    let (before, rest) = text.split_once(&format!("begin: {name}"))?;
    let (line, rest) = rest.split_once('\n')?;
    let end = rest.find(&format!("end: {name}"))?;
    let (_, after) = rest.split_at(rest[..end].rfind('\n').map_or(0, |at| at + 1));
    Some(format!("{before}begin: {name}{line}\n\n{made}\n{after}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn routes_of(function: &Function) -> Vec<&'static Operation> {
    let own = |operation: &&Operation| function.routes.contains(&operation.name);
    OPERATIONS.iter().filter(own).collect()
}

fn host_of(function: &Function) -> Realm {
    let is_remote = |name: &&str| name.starts_with("remote.");
    if function.routes.iter().all(is_remote) {
        Realm::Remote
    } else {
        Realm::Account
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_committed_documents_match_the_routes() {
        check().unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn a_part_takes_the_place_of_the_one_before() {
        let text = "a\n  # begin: x, made\n  old\n  older\n  # end: x\nb\n";
        let wanted = "a\n  # begin: x, made\n\n  new\n\n  # end: x\nb\n";
        assert_eq!(with_part(text, "x", "  new\n").as_deref(), Some(wanted));
        assert_eq!(with_part(wanted, "x", "  new\n").as_deref(), Some(wanted));
        let empty = "# begin: x\n# end: x\n";
        assert_eq!(
            with_part(empty, "x", "new\n").as_deref(),
            Some("# begin: x\n\nnew\n\n# end: x\n")
        );
        assert_eq!(with_part("# end: x\n# begin: x\n", "x", "new\n"), None);
    }

    #[test]
    fn every_credential_that_a_route_asks_for_is_described() {
        for realm in HOSTS {
            let document: Value = serde_json::from_str(&document(realm).unwrap()).unwrap();
            let described = document["components"]["securitySchemes"]
                .as_object()
                .unwrap();
            let paths = document["paths"].as_object().unwrap().values();
            let operations = paths.flat_map(|path| path.as_object().unwrap().values());
            let asked = operations.filter_map(|operation| operation["security"].as_array());
            for credential in asked.flatten() {
                let (name, _) = credential.as_object().unwrap().iter().next().unwrap();
                assert!(described.contains_key(name), "{name}");
            }
        }
    }
}
