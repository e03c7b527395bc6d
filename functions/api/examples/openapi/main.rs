//! Writes the OpenAPI documents of both hosts into `docs/`: `cargo run -p chute-api --example
//! openapi`.

mod handler_docs;

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use chute_api::{openapi, routes::OPERATIONS};
use chute_domain::account::Realm;

const HOSTS: [Realm; 2] = [Realm::Account, Realm::Remote];

fn main() -> ExitCode {
    for realm in HOSTS {
        let written = text(realm).and_then(|text| Ok(fs::write(committed(realm), text)?));
        if let Err(error) = written {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn text(realm: Realm) -> Result<String, Box<dyn Error>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let document = openapi::document(OPERATIONS, realm, |handler| {
        handler_docs::of(&sources, handler)
    })?;
    Ok(openapi::text(&document)?)
}

fn committed(realm: Realm) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(openapi::file_name(realm))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_committed_documents_are_those_of_the_code() {
        for realm in HOSTS {
            assert!(
                fs::read_to_string(committed(realm)).unwrap() == text(realm).unwrap(),
                "{} is old: cargo run -p chute-api --example openapi",
                openapi::file_name(realm)
            );
        }
    }

    #[test]
    fn every_credential_that_a_route_asks_for_is_described() {
        for realm in HOSTS {
            let document: Value = serde_json::from_str(&text(realm).unwrap()).unwrap();
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
