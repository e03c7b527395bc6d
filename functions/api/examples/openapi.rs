//! Writes the OpenAPI documents of both hosts into `docs/`: `cargo run -p chute-api --example
//! openapi`.

use std::{fs, io, path::Path};

use chute_api::openapi;
use chute_domain::account::Realm;

fn main() -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for realm in [Realm::Account, Realm::Remote] {
        fs::write(docs.join(openapi::file_name(realm)), openapi::text(realm)?)?;
    }
    let undocumented = openapi::undocumented();
    if !undocumented.is_empty() {
        println!(
            "Not in the documents, for want of a second line in routes.rs: {}",
            undocumented.join(", ")
        );
    }
    Ok(())
}
