//! Both hosts in one process, over the tables of a running stack: for trying a route without deploying it.
//!
//! ```sh
//! . .local/chute.env
//! cargo run -p chute-api --example serve -- .local/stack.json 8181
//! ```
//!
//! writes `.local/serve.json`, a stack file whose `api` and `remote_api` are this process. Roles and API Gateway are not in the way here, so
//! what passes here still has to pass on the stack.

#![expect(clippy::expect_used, reason = "a trial that cannot go on should stop")]

use std::{collections::BTreeMap, env, fs, path::Path};

use axum::Router;
use chute_api::{App, front, routes};
use chute_domain::account::Realm;
use chute_store::Store;
use serde_json::Value;

#[tokio::main]
async fn main() {
    tracing_subscriber::fmt().init();
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| ".local/stack.json".to_owned());
    let port: u16 = arguments.next().map_or(8181, |port| port.parse().expect("a port"));
    let mut stack: Value = serde_json::from_str(&fs::read_to_string(&file).expect("the stack's file")).expect("JSON");
    let names = |part: &str| serde_json::from_value::<BTreeMap<String, String>>(stack.get(part).cloned().expect(part)).expect(part);
    let (account, mut remote) = (names("env"), names("env"));
    remote.extend(names("remote_env"));
    let router = Router::new().nest("/api", host(Realm::Account, &account).await).nest("/remote-api", host(Realm::Remote, &remote).await);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
    let addresses = stack.as_object_mut().expect("an object");
    for (part, path) in [("api", "api"), ("remote_api", "remote-api")] {
        addresses.insert(part.to_owned(), format!("http://127.0.0.1:{port}/{path}/").into());
    }
    let own = Path::new(&file).with_file_name("serve.json");
    fs::write(&own, stack.to_string()).expect("the stack's folder can be written");
    println!("{}", own.display());
    axum::serve(listener, router).await.expect("serving");
}

async fn host(realm: Realm, names: &BTreeMap<String, String>) -> Router {
    let store = Store::at(names.get("AWS_ENDPOINT_URL").map(String::as_str), |name| names.get(name).cloned().unwrap_or_default()).await;
    let app = App::with_secrets(store, realm).await.expect("the secrets");
    front::serve(realm.name(), routes::all(realm), app)
}
