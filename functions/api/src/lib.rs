//! The Lambda functions of Chute: every route of both hosts, and the workers, in one binary;
//! `_HANDLER` says which of them a function serves.

pub mod alerts;
pub mod answer;
mod app;
pub mod card;
pub mod compute;
mod data;
mod entry_lists;
pub mod envelope;
mod extract;
mod gzip;
pub mod hooks;
mod key_cache;
mod login_attempts;
pub mod mail;
pub mod middleware;
pub mod openapi;
mod published;
pub mod push;
pub mod random;
mod request_context;
pub mod routes;
pub mod secrets;
mod source;
mod tokens;
pub mod workers;

pub use app::{App, Caches, Uploads};
pub use request_context::TimeOfDay;
pub use source::Source;
