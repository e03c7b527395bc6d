//! `GET /health`: whether this process can answer, for monitoring. Each host also has the `health`
//! route of the contract.

use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use chute_domain::race::Slug;
use chute_store::{Place, Store};
use serde_json::json;

/// 200 when a table and a bucket can be read, else 503; the reason is in the log.
pub fn router(store: Store) -> Router {
    Router::new()
        .route("/health", get(health))
        .with_state(store)
}

async fn health(State(store): State<Store>) -> Response {
    let read = async {
        store.load_event(&Slug::new("health")).await?;
        store.get_object(Place::Downloads, "health").await
    };
    let (status, word) = match read.await {
        Ok(_) => (StatusCode::OK, "ok"),
        Err(error) => {
            tracing::error!(%error, "the data cannot be read");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
    };
    (
        status,
        [(header::CACHE_CONTROL, "no-store")],
        Json(json!({"status": word, "version": env!("CARGO_PKG_VERSION")})),
    )
        .into_response()
}
