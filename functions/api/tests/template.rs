//! `routes.rs` and `template.yaml` say the same: every route is a function, every function a route or worker.

#![expect(clippy::expect_used, reason = "a test that cannot go on should stop")]

use std::{collections::BTreeMap, fs};

use chute_api::routes::ROUTES;

const WORKERS: [&str; 3] = ["snapshots.publish", "cleanup", "not-found"];

/// Handler → the paths of the function's events, read line by line: the template's own tags keep YAML readers out.
fn functions() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../template.yaml")).expect("template.yaml");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut handler = String::new();
    for line in text.lines() {
        let field = |name: &str| {
            let at = line.find(&format!("{name}: "))?;
            let value = line[at + name.len() + 2..].split([',', '}', '#']).next()?;
            Some(value.trim().trim_matches('"').to_owned())
        };
        if let Some(name) = field("Handler") {
            handler = name;
            found.entry(handler.clone()).or_default();
        }
        if let Some(path) = field("Path").filter(|path| path.starts_with('/') && !handler.is_empty()) {
            found.entry(handler.clone()).or_default().push(path);
        }
    }
    found
}

#[test]
fn every_route_is_a_function_with_its_path() {
    let functions = functions();
    for route in ROUTES {
        let paths = functions.get(route.name).unwrap_or_else(|| panic!("{} is not in template.yaml", route.name));
        assert!(paths.iter().any(|path| path == route.path), "{} has {paths:?}, not {}", route.name, route.path);
    }
}

#[test]
fn every_function_is_a_route_or_a_worker() {
    for name in functions().keys() {
        assert!(ROUTES.iter().any(|route| route.name == name) || WORKERS.contains(&name.as_str()), "{name} is no route");
    }
}
