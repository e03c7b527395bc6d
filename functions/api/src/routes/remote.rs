//! What remote readers send and timing clients fetch, by key (contract 5.1).

pub mod notifications;
pub mod readers;
pub mod reads;
mod room;
