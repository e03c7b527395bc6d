//! `routes.rs` and `template.yaml` agree: API Gateway hands each route to the one function that
//! serves it, and every function serves routes, on the right host, or is a worker.

#![expect(clippy::expect_used, reason = "a test that cannot go on should stop")]

use std::fs;

use chute_api::{
    card::{CARD, PATH},
    routes::{ROUTES, Route, of_function},
};

const WORKERS: [&str; 6] = [
    "snapshots.publish",
    "snapshots.reconcile",
    "alerts.select",
    "alerts.send",
    "cleanup",
    "sms.inbound",
];
/// What API Gateway hands over a path by that no other function takes.
const ALL_OTHERS: &str = "/{proxy+";

/// A function in the template: its lines from `Type` to the next resource.
struct Function {
    handler: String,
    /// What API Gateway hands over: the API and the path.
    paths: Vec<(String, String)>,
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

    /// Its routes, in the order of the `Handler`.
    fn routes(&self) -> Vec<&'static Route> {
        let named = |name| ROUTES.iter().find(|route| route.name == name);
        self.handler.split('+').filter_map(named).collect()
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
                paths: Vec::new(),
                lines: Vec::new(),
            });
        } else if let Some(function) = found.last_mut() {
            function.lines.push(line.to_owned());
        }
    }
    found.retain(|resource| resource.has("Type: AWS::Serverless::Function"));
    for function in &mut found {
        function.handler = function.all("Handler").pop().expect("a handler");
        let apis = function.all("RestApiId").into_iter();
        function.paths = apis.zip(function.all("Path")).collect();
    }
    found
}

fn is_remote(route: &Route) -> bool {
    route.name.starts_with("remote.")
}

fn api_of(route: &Route) -> &'static str {
    if is_remote(route) {
        "!Ref RemoteApi"
    } else {
        "!Ref AccountApi"
    }
}

/// The function to which API Gateway hands a route, and by which path: an exact one comes first,
/// then the longest that ends in `{proxy+}`.
fn handed<'f>(functions: &'f [Function], route: &Route) -> (&'f Function, &'f str) {
    let paths = functions
        .iter()
        .flat_map(|function| function.paths.iter().map(move |path| (function, path)));
    let (_, function, path) = paths
        .filter(|(_, (api, _))| api == api_of(route))
        .filter_map(|(function, (_, path))| {
            let specific = match path.strip_suffix("{proxy+") {
                None => (path == route.path).then_some(usize::MAX),
                Some(begin) => route.path.starts_with(begin).then_some(begin.len()),
            };
            Some((specific?, function, path))
        })
        .max_by_key(|(specific, ..)| *specific)
        .expect("a function takes every path");
    (function, path)
}

#[test]
fn every_route_is_one_function_with_its_path_and_verb() {
    let functions = functions();
    for route in ROUTES {
        let of_route = functions
            .iter()
            .filter(|function| function.routes().iter().any(|own| own.name == route.name));
        let handlers: Vec<&str> = of_route.map(|function| &*function.handler).collect();
        let (function, _) = handed(&functions, route);
        assert_eq!(handlers, [&function.handler], "{}", route.name);
    }
}

#[test]
fn every_path_of_a_function_leads_to_one_of_its_routes() {
    let functions = functions();
    let used: Vec<(&str, &str)> = ROUTES
        .iter()
        .map(|route| handed(&functions, route))
        .map(|(function, path)| (&*function.handler, path))
        .collect();
    for function in functions.iter().filter(|one| !one.routes().is_empty()) {
        let name = &*function.handler;
        let mut described: Vec<String> = function
            .routes()
            .into_iter()
            .map(|route| format!("{} {}", route.method, route.path))
            .collect();
        let paths = || function.paths.iter().map(|(_, path)| &**path);
        let takes_all_others = paths().any(|path| path == ALL_OTHERS);
        if takes_all_others {
            described.push("ANY every other path".into());
        }
        for path in paths() {
            // `{proxy+}` does not stand for nothing
            let is_root = takes_all_others && path == "/";
            assert!(
                is_root || used.contains(&(name, path)),
                "no route of {name} needs {path}"
            );
        }
        assert_eq!(function.all("Description"), [described.join("; ")]);
        let methods = function.all("Method");
        assert!(
            methods.len() == function.paths.len() && methods.iter().all(|method| method == "any"),
            "{name}: the function itself answers a wrong verb and OPTIONS",
        );
    }
}

#[test]
fn every_route_stands_on_its_own_host() {
    for function in functions() {
        let routes = function.routes();
        let Some(first) = routes.first() else {
            continue;
        };
        let name = &function.handler;
        assert!(
            routes
                .iter()
                .all(|route| is_remote(route) == is_remote(first)),
            "{name}"
        );
        assert!(
            function.paths.iter().all(|(api, _)| api == api_of(first)),
            "{name} stands on {:?}",
            function.paths
        );
        let own_logs = if is_remote(first) {
            vec!["!Ref RemoteLogs"]
        } else {
            vec![] // the default is the account host's
        };
        assert_eq!(function.all("LogGroup"), own_logs, "{name}");
        let reads_data = function.has("dynamodb:");
        assert_eq!(
            function.has("REALM: remote"),
            is_remote(first) && reads_data,
            "{name}"
        );
    }
}

#[test]
fn every_function_serves_routes_or_is_a_worker() {
    for Function { handler, .. } in functions() {
        assert!(
            of_function(&handler).is_some() || WORKERS.contains(&handler.as_str()),
            "{handler} names no routes and no worker"
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
    assert_eq!(card.paths.len(), 1);
    assert!(
        card.has(&format!("RestApiId: !Ref AccountApi, Path: \"{PATH}\"")),
        "{:?}",
        card.lines
    );
}
