//! The tables of routes in section 10 of the contract.

use chute_api::{
    openapi::{Credential, Operation},
    routes::{FUNCTIONS, Function},
};
use chute_domain::account::Realm;

use super::{
    host_of,
    needs::{self, Right},
    routes_of,
};

const HEAD: &str =
    "| Route | Method | Path | Who may call it | Reads | Writes |\n|---|---|---|---|---|---|\n";

/// The table of a host.
pub fn routes(realm: Realm) -> Result<String, String> {
    let of_host = FUNCTIONS
        .iter()
        .filter(|function| host_of(function) == realm);
    let rows: Vec<String> = of_host.map(rows).collect::<Result<_, _>>()?;
    Ok(HEAD.to_owned() + &rows.concat())
}

fn rows(function: &Function) -> Result<String, String> {
    let rights = needs::of(function, host_of(function))?.rights;
    let (reads, writes) = (names(&rights, Right::reads), names(&rights, Right::writes));
    let row = |route: &Operation| {
        let method = match route.method {
            "ANY" => "any",
            method => method,
        };
        format!(
            "| `{}` | {method} | `{}` | {} | {reads} | {writes} |\n",
            route.name,
            route.path,
            caller(route)
        )
    };
    Ok(routes_of(function).into_iter().map(row).collect())
}

/// Credential and caller.
fn caller(route: &Operation) -> String {
    let spec = (route.request_spec)();
    match spec.credential {
        Credential::Session => format!("S: {}", spec.who),
        Credential::Key => format!("K: {}", spec.who),
        Credential::KeyOrSession => format!("K, S: {}", spec.who),
        Credential::Public | Credential::Signature => spec.who,
    }
}

/// The places of the rights for which this holds, each once, but for those of the credential.
fn names(rights: &[Right], holds: fn(&Right) -> bool) -> String {
    let mut found: Vec<&str> = vec![];
    for right in rights
        .iter()
        .filter(|right| !right.of_credential && holds(right))
    {
        if !found.contains(&&*right.place.name) && !right.place.name.is_empty() {
            found.push(&right.place.name);
        }
    }
    match &found[..] {
        [] => "–".to_owned(),
        names => names.join(", "),
    }
}
