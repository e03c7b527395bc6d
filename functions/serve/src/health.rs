//! `GET /health`: whether this process can answer, and whether its clock seems right, for
//! monitoring. Each host also has the `health` route of the contract.

use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use chute_domain::{event_time::EventTime, race::Slug};
use chute_store::{Clocks, Place, Store};
use serde_json::json;

use crate::clock::Clock;

/// 200 when a table and a bucket can be read, else 503; the reason is in the log.
///
/// `clock` is what the clock shows, and `clock_fault` a sentence on what is wrong with it, else
/// empty. A clock that is wrong does not keep this process from answering.
pub fn router(store: Store, clock: Clock) -> Router {
    Router::new()
        .route("/health", get(health))
        .with_state((store, clock))
}

async fn health(State((store, clock)): State<(Store, Clock)>) -> Response {
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
        Json(json!({
            "status": word,
            "version": env!("CARGO_PKG_VERSION"),
            "clock": EventTime::from(clock.now().time),
            "clock_fault": clock.fault(),
        })),
    )
        .into_response()
}
