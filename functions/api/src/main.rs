//! Reads `_HANDLER`, makes the clients during init, and serves those routes or that worker.

use std::{env, sync::Arc};

use chute_api::{
    App, alerts::Alerts, envelope::Enveloped, hooks::Hooks, mail::MailSettings, middleware,
    push::PushSettings, routes, workers,
};
use chute_domain::account::Realm;
use chute_store::Store;
use lambda_http::{Request, tower::ServiceExt};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    tracing_subscriber::fmt()
        .json()
        .with_target(false)
        .without_time()
        .with_current_span(false)
        .init();
    let handler = env::var("_HANDLER").unwrap_or_default();
    tracing::info!(version = env!("CARGO_PKG_VERSION"), handler, "Chute begins");
    let store = Store::from_env();
    let alerts = Alerts::read(|name| env::var(name).ok())?
        .with_provider(&store)
        .await?;
    let push = PushSettings::read(|name| env::var(name).ok())?
        .open(&store)
        .await?;
    let mail = MailSettings::read(|name| env::var(name).ok())?;
    let hooks = Hooks::new(&store, mail.site.clone());
    let mail = mail.open(&store, &alerts).await?.map(Arc::new);
    if workers::run(&handler, &store, &alerts, (&push, &mail), &hooks).await? {
        return Ok(());
    }
    let Some(routes) = routes::of_function(&handler) else {
        return Err(format!("no route or worker is called {handler:?}").into());
    };
    let realm = env::var("REALM")
        .ok()
        .and_then(|name| Realm::named(&name))
        .unwrap_or_default();
    let mut app = App::with_secrets(store, realm).await?;
    (app.alerts, app.push, app.mail, app.hooks) = (Arc::new(alerts), push, mail, hooks);
    let function = middleware::serve(routes, &app);
    lambda_http::run(ServiceExt::<Request>::map_response(function, Enveloped)).await
}
