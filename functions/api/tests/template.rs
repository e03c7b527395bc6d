//! `routes.rs` and `template.yaml` agree: every route is a function, every function a route or
//! worker, on the right host.

#![expect(clippy::expect_used, reason = "a test that cannot go on should stop")]

use std::fs;

use chute_api::{
    card::{CARD, PATH},
    routes::{ROUTES, Route, SHARED, function_of},
};

const WORKERS: [&str; 8] = [
    "snapshots.publish",
    "snapshots.reconcile",
    "alerts.select",
    "alerts.send",
    "cleanup",
    "sms.inbound",
    "not-found",
    "card",
];

/// A function in the template: its lines from `Type` to the next resource.
struct Function {
    handler: String,
    lines: Vec<String>,
}

impl Function {
    /// All values of a field at any level. Lines are searched, since the template's own tags are
    /// not understood by YAML parsers.
    fn all(&self, field: &str) -> Vec<String> {
        let field = format!("{field}: ");
        let value = |line: &String| {
            let (before, after) = line.split_once(&field)?;
            let whole_word = before.ends_with([' ', '{']) || before.is_empty();
            whole_word.then(|| {
                after
                    .split([',', '}', '#'])
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .trim_matches('"')
                    .to_owned()
            })
        };
        self.lines.iter().filter_map(value).collect()
    }

    fn has(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }
}

fn functions() -> Vec<Function> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../template.yaml"))
        .expect("template.yaml");
    let mut found: Vec<Function> = Vec::new();
    for line in text.lines() {
        let is_resource = line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':');
        if is_resource {
            found.push(Function {
                handler: String::new(),
                lines: Vec::new(),
            });
        } else if let Some(function) = found.last_mut() {
            function.lines.push(line.to_owned());
        }
    }
    found.retain(|resource| resource.has("Type: AWS::Serverless::Function"));
    for function in &mut found {
        function.handler = function.all("Handler").pop().expect("a handler");
    }
    found
}

fn is_remote(route: &Route) -> bool {
    route.name.starts_with("remote.")
}

#[test]
fn every_route_is_one_function_with_its_path_and_verb() {
    let functions = functions();
    for route in ROUTES {
        let name = function_of(route.name);
        let of_route: Vec<&Function> = functions
            .iter()
            .filter(|function| function.handler == name)
            .collect();
        let [function] = of_route.as_slice() else {
            panic!(
                "template.yaml has {} functions of {}",
                of_route.len(),
                route.name
            )
        };
        let (paths, description) = match SHARED.iter().find(|(shared, _)| *shared == name) {
            None => (
                vec![route.path.to_owned()],
                format!("{} {}", route.method, route.path),
            ),
            Some((_, begins)) => (
                begins
                    .iter()
                    .map(|begin| format!("/{begin}/{{proxy+"))
                    .collect(),
                told(name),
            ),
        };
        assert_eq!(function.all("Path"), paths, "{}", route.name);
        assert_eq!(function.all("Description"), [description], "{}", route.name);
        let methods = function.all("Method");
        assert!(
            methods.len() == paths.len() && methods.iter().all(|method| method == "any"),
            "{}: the function itself answers a wrong verb and OPTIONS",
            route.name
        );
    }
}

/// The description of a function with several routes: their methods and paths.
fn told(function: &str) -> String {
    let of_function = ROUTES
        .iter()
        .filter(|route| function_of(route.name) == function);
    of_function
        .map(|route| format!("{} {}", route.method, route.path))
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn what_shares_a_function_lies_below_its_paths() {
    for (function, begin) in SHARED
        .iter()
        .flat_map(|(function, begins)| begins.iter().map(move |begin| (function, begin)))
    {
        let below: Vec<&Route> = ROUTES
            .iter()
            .filter(|route| route.path.starts_with(&format!("/{begin}/")))
            .collect();
        assert!(
            below.len() > 1
                && below
                    .iter()
                    .all(|route| function_of(route.name) == *function),
            "{begin}"
        );
    }
}

#[test]
fn every_route_stands_on_its_own_host() {
    for function in functions() {
        let Some(route) = ROUTES
            .iter()
            .find(|route| function_of(route.name) == function.handler)
        else {
            continue;
        };
        let (api, logs) = if is_remote(route) {
            ("RemoteApi", "RemoteLogs")
        } else {
            ("AccountApi", "AccountLogs")
        };
        let apis = function.all("RestApiId");
        assert!(
            !apis.is_empty() && apis.iter().all(|of| *of == format!("!Ref {api}")),
            "{} stands on {apis:?}",
            route.name
        );
        let own_logs = function.all("LogGroup");
        assert!(
            own_logs
                .iter()
                .all(|group| *group == format!("!Ref {logs}")),
            "{} logs to {own_logs:?}",
            route.name
        );
        assert_eq!(
            own_logs.is_empty(),
            !is_remote(route),
            "{}: the default is the account host's",
            route.name
        );
        let reads_data = function.has("dynamodb:");
        assert_eq!(
            function.has("REALM: remote"),
            is_remote(route) && reads_data,
            "{}",
            route.name
        );
    }
}

#[test]
fn every_function_is_a_route_or_a_worker() {
    for Function { handler, .. } in functions() {
        assert!(
            ROUTES
                .iter()
                .any(|route| function_of(route.name) == handler)
                || WORKERS.contains(&handler.as_str()),
            "{handler} is no route"
        );
    }
}

#[test]
fn the_edge_finds_the_function_of_cards() {
    let functions = functions();
    let card = functions
        .iter()
        .find(|function| function.handler == CARD)
        .expect("the function of cards");
    assert_eq!(
        (card.all("RestApiId"), card.all("Path").len()),
        (vec!["!Ref AccountApi".to_owned()], 1)
    );
    assert!(
        card.has(&format!("RestApiId: !Ref AccountApi, Path: \"{PATH}\"")),
        "{:?}",
        card.lines
    );
}
