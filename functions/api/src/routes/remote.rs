//! Routes by key: remote readers send, timing clients fetch (contract 5.1).

pub mod notifications;
pub mod readers;
pub mod reads;
mod room;
