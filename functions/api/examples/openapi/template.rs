//! The functions of routes in `template.yaml`.

use chute_api::{
    openapi::Operation,
    routes::{FUNCTIONS, Function},
};
use chute_domain::account::Realm;

use super::{
    host_of,
    needs::{self, Needed, Right},
    routes_of,
};

/// Where API Gateway hands over every path that no other function takes.
const ALL_OTHERS: &str = "/{proxy+}";

/// All of them, in the order of the routes.
pub fn functions() -> Result<String, String> {
    let blocks: Vec<String> = FUNCTIONS.iter().map(block).collect::<Result<_, _>>()?;
    Ok(blocks.join("\n"))
}

fn block(function: &Function) -> Result<String, String> {
    let routes = routes_of(function);
    let realm = host_of(function);
    let needed = needs::of(function, realm)?;
    let names: Vec<&str> = routes.iter().map(|route| route.name).collect();
    let mut described: Vec<String> = routes
        .iter()
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    if needed.events.iter().any(|(_, path)| path == ALL_OTHERS) {
        described.push("ANY every other path".to_owned());
    }
    let mut lines = comment(function.about.concat().trim(), 2);
    lines.extend([
        format!("  {}:", function.name),
        "    Type: AWS::Serverless::Function".to_owned(),
        "    Properties:".to_owned(),
        format!("      Handler: {}", names.join("+")),
        format!("      Description: {}", described.join("; ")),
    ]);
    if let Some((megabytes, why)) = &needed.memory {
        lines.extend(comment(why, 6));
        lines.push(format!("      MemorySize: {megabytes}"));
    }
    if let Some(instances) = &needed.reserved {
        lines.push(format!(
            "      ReservedConcurrentExecutions: !If [Reserves, {instances}, !Ref AWS::NoValue]"
        ));
    }
    if realm == Realm::Remote {
        lines
            .push("      LoggingConfig: { LogFormat: JSON, LogGroup: !Ref RemoteLogs }".to_owned());
    }
    lines.extend(environment(&needed, realm));
    lines.extend(policies(&needed));
    lines.extend(events(&needed, &routes, realm));
    Ok(lines.join("\n") + "\n")
}

fn comment(text: &str, indent: usize) -> Vec<String> {
    let line = (!text.is_empty()).then(|| format!("{:indent$}# {text}", ""));
    line.into_iter().collect()
}

fn environment(needed: &Needed, realm: Realm) -> Vec<String> {
    let has_tables = needed.rights.iter().any(Right::is_of_table);
    let realm = (realm == Realm::Remote && has_tables).then(|| "REALM: remote".to_owned());
    let found = needed.rights.iter().filter_map(|right| {
        let (name, value) = right.place.variable.as_ref()?;
        Some(match &right.condition {
            None => format!("{name}: {value}"),
            Some(condition) => format!("{name}: !If [{condition}, {value}, !Ref AWS::NoValue]"),
        })
    });
    let told = needed
        .told
        .iter()
        .map(|parameter| format!("{}: !Ref {parameter}", variable_of(parameter)));
    let variables: Vec<String> = realm
        .into_iter()
        .chain(found)
        .chain(told)
        .map(|line| format!("          {line}"))
        .collect();
    if variables.is_empty() {
        return vec![];
    }
    let head = ["      Environment:", "        Variables:"].map(str::to_owned);
    head.into_iter().chain(variables).collect()
}

/// `OPEN_CALLS` for `OpenCalls`.
fn variable_of(parameter: &str) -> String {
    let mut name = String::new();
    for letter in parameter.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

fn policies(needed: &Needed) -> Vec<String> {
    let statements = by_place(&needed.rights);
    let Some(first) = statements.first() else {
        return vec![];
    };
    let mut lines = vec!["      Policies:".to_owned()];
    let whole = first.condition.clone().filter(|condition| {
        let same = |right: &Right| right.condition.as_ref() == Some(condition);
        statements.iter().all(same)
    });
    // IAM accepts no policy without statements
    let indent = match &whole {
        None => 8,
        Some(condition) => {
            lines.push("        - Fn::If:".to_owned());
            lines.push(format!("            - {condition}"));
            12
        }
    };
    lines.push(format!("{:indent$}- Statement:", ""));
    for right in &statements {
        lines.extend(comment(&right.why.join(" "), indent + 4));
        let statement = statement(right);
        lines.push(match &right.condition {
            Some(condition) if whole.is_none() => format!(
                "{:indent$}    - Fn::If: [{condition}, {statement}, !Ref AWS::NoValue]",
                ""
            ),
            _ => format!("{:indent$}    - {statement}", ""),
        });
    }
    if whole.is_some() {
        lines.push("            - !Ref AWS::NoValue".to_owned());
    }
    lines
}

/// One right for each place.
fn by_place(rights: &[Right]) -> Vec<Right> {
    let mut found: Vec<Right> = vec![];
    for right in rights {
        let same = |known: &&mut Right| {
            (&known.place.arn, &known.place.prefix, &known.condition)
                == (&right.place.arn, &right.place.prefix, &right.condition)
        };
        let Some(known) = found.iter_mut().find(same) else {
            found.push(right.clone());
            continue;
        };
        for (more, to) in [
            (&right.actions, &mut known.actions),
            (&right.why, &mut known.why),
        ] {
            let new: Vec<String> = more
                .iter()
                .filter(|one| !to.contains(one))
                .cloned()
                .collect();
            to.extend(new);
        }
    }
    found
}

fn statement(right: &Right) -> String {
    let action = match &right.actions[..] {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    };
    let narrowed = match &right.place.prefix[..] {
        "" => String::new(),
        prefix => format!(", Condition: {{ StringLike: {{ s3:prefix: {prefix} }} }}"),
    };
    let resource = &right.place.arn;
    format!("{{ Effect: Allow, Action: {action}, Resource: {resource}{narrowed} }}")
}

fn events(needed: &Needed, routes: &[&Operation], realm: Realm) -> Vec<String> {
    let api = match realm {
        Realm::Account => "AccountApi",
        Realm::Remote => "RemoteApi",
    };
    let lines = paths(needed, routes).into_iter().map(|(name, path)| {
        let path = match path {
            _ if path.contains('{') => format!("\"{path}\""),
            _ => path,
        };
        format!(
            "        {name}: {{ Type: Api, Properties: {{ RestApiId: !Ref {api}, Path: {path}, \
             Method: any }} }}"
        )
    });
    ["      Events:".to_owned()]
        .into_iter()
        .chain(lines)
        .collect()
}

/// Names and paths of the events by which API Gateway hands over requests.
fn paths(needed: &Needed, routes: &[&Operation]) -> Vec<(String, String)> {
    match (&needed.events[..], routes) {
        ([], [route]) => vec![("Route".to_owned(), route.path.to_owned())],
        (events, _) => events.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How closely the path of an event fits a route: an exact one most of all, then the longest
    /// that ends in `{proxy+}`, which does not stand for nothing.
    fn fit(path: &str, route: &str) -> Option<usize> {
        match path.strip_suffix("{proxy+}") {
            None => (path == route).then_some(usize::MAX),
            Some(begin) => (route.starts_with(begin) && route != begin).then_some(begin.len()),
        }
    }

    #[test]
    fn api_gateway_hands_each_route_to_its_function_and_no_path_is_idle() {
        let all: Vec<(&Function, String)> = FUNCTIONS
            .iter()
            .flat_map(|function| {
                let needed = needs::of(function, host_of(function)).unwrap();
                let paths = paths(&needed, &routes_of(function)).into_iter();
                paths.map(move |(_, path)| (function, path))
            })
            .collect();
        let mut used: Vec<(&str, &str)> = vec![];
        for function in FUNCTIONS {
            for route in routes_of(function) {
                let of_host = all
                    .iter()
                    .filter(|(one, _)| host_of(one) == host_of(function));
                let (_, taken_by, path) = of_host
                    .filter_map(|(one, path)| Some((fit(path, route.path)?, one.name, &**path)))
                    .max_by_key(|(fit, ..)| *fit)
                    .unwrap();
                assert_eq!(taken_by, function.name, "{}", route.name);
                used.push((taken_by, path));
            }
        }
        for (function, path) in &all {
            assert!(
                path == "/" || used.contains(&(function.name, path)),
                "no route of {} needs {path}",
                function.name
            );
        }
    }

    #[test]
    fn a_function_stands_on_one_host() {
        for function in FUNCTIONS {
            let hosts: Vec<bool> = function
                .routes
                .iter()
                .map(|name| name.starts_with("remote."))
                .collect();
            assert!(
                hosts.windows(2).all(|two| two[0] == two[1]),
                "{}",
                function.name
            );
        }
    }
}
